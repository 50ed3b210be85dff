/* hammer_kill.c -- kill -9 again and again: everything that anybody was shown must be there
 * afterwards. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hammer.h"

static pid_t server;
static volatile sig_atomic_t enough;    /* SIGINT: stop early and say how far it went */

static void on_interrupt(int number) {
    (void)number;
    enough = 1;
}

static void start_server(const char *program, const char *data) {
    int fds[2];
    char line[256];
    if (pipe(fds) != 0)
        fail("pipe", strerror(errno));
    server = fork();
    if (server == 0) {
        dup2(fds[1], 1);
        int log = open("/dev/null", O_WRONLY);
        dup2(log, 2);
        execl(program, program, "serve", "--data", data, "--port", "0", "--bot-pace", "0",
              "--messages", "10000000", "--connections", "100000", "--tables", "100000",
              (char *)NULL);
        _exit(127);
    }
    close(fds[1]);
    FILE *in = fdopen(fds[0], "r");
    if (!fgets(line, sizeof line, in) || strncmp(line, "Open http://", 12) != 0)
        fail("the server did not start", line);
    port = atoi(strrchr(line, ':') + 1);
    fclose(in);
}

/* The next command of a room, or the one whose answer was lost in the crash, with the same id. */
static void go_on(struct room *r) {
    struct sock *s = r->sock[0];
    if (s->state != PLAYING || (r->over && !r->resend))
        return;
    if (r->resend && r->command) {
        r->resend = false;
        say(s, "{\"type\":\"play\",\"id\":\"c%d\",\"actions\":[\"%s\"]}", r->command,
            r->command_text);
    } else if (!r->command && s->action[0]) {
        r->command = ++r->commands;
        snprintf(r->command_text, sizeof r->command_text, "%s", s->action);
        say(s, "{\"type\":\"play\",\"id\":\"c%d\",\"actions\":[\"%s\"]}", r->command, s->action);
        s->action[0] = '\0';
    }
}

static long total_shown, total_acknowledged;

/* Each command makes one entry, so no more entries are shown than commands were answered, except
 * for one in flight. */
static void add_up(const struct room *r) {
    total_shown += r->shown_n;
    total_acknowledged += r->acknowledged;
    if (r->own > r->acknowledged + (r->command != 0))
        twice += r->own - r->acknowledged;
    if (r->own < r->acknowledged)
        lost += r->acknowledged - r->own;
}

/* The game is over: a new table for this room. */
static void once_more(struct room *r) {
    struct sock *s = r->sock[0];
    add_up(r);
    r->shown_n = r->own = r->commands = r->acknowledged = r->command = r->ready = 0;
    r->table[0] = '\0';
    r->started = r->over = r->resend = false;
    s->action[0] = '\0';
    s->state = HELLO;
    setting_up++;
    first_words(s);
}

/* Play until `until`; true if the server is still there. */
static void play_until(uint64_t until) {
    while (now_ns() < until) {
        pump(1);
        for (int i = 0; i < rooms_n; i++) {
            if (rooms[i].over && !rooms[i].command)
                once_more(&rooms[i]);
            go_on(&rooms[i]);
        }
    }
}

/* Everybody comes back and asks for everything from the start: it must be what they were shown. */
static void come_back(void) {
    for (int i = 0; i < rooms_n; i++) {
        struct room *r = &rooms[i];
        bury(r->sock[0]);
        r->resend = r->command != 0;
        r->ready = 0;
        if (r->table[0] && !r->started) { /* killed while it was being set up: leave it */
            r->table[0] = '\0';
            r->command = r->commands = r->acknowledged = r->shown_n = r->own = 0;
        }
        for (int tries = 0; !dial(r->sock[0]); tries++) {
            if (tries > 2000)
                fail("cannot come back", strerror(errno));
            usleep(1000);
        }
    }
}

static bool any_acknowledged(void) {
    for (int i = 0; i < rooms_n; i++)
        if (rooms[i].acknowledged > 0)
            return true;
    return false;
}

/* Runs for a moment, or for as long as it takes until something could be lost. */
static void play_a_while(void) {
    int moments = 0;
    do {
        play_until(now_ns() + 40000000ull + rnd(360) * 1000000ull);
    } while (!any_acknowledged() && ++moments < 600);
}

int kill_loop(char **argv) {
    int wanted = atoi(argv[4]), kills = 0;
    uint64_t begun = now_ns(), end = UINT64_MAX;
    rnd_seed(argv[6] ? strtoull(argv[6], NULL, 10) : 1);
    if (argv[6] && argv[7])
        end = begun + strtoull(argv[7], NULL, 10) * 1000000000u;
    checking = true;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, on_interrupt);
    start_server(argv[2], argv[3]);
    make_rooms(atoi(argv[5]), 1, 1);
    come_back();
    while (kills < wanted && !enough && now_ns() < end) {
        play_a_while();
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
        for (int k = 0; k < rooms_n; k++) /* what had arrived before counts as shown */
            while (rooms[k].sock[0]->state != DEAD)
                readable(rooms[k].sock[0]);
        start_server(argv[2], argv[3]);
        come_back();
        kills++;
        if (lost || changed || twice)
            break;
    }
    play_until(now_ns() + 1500000000ull);
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    for (int i = 0; i < rooms_n; i++)
        add_up(&rooms[i]);
    printf("kill -9: %d kills, %ld entries shown (%ld of them own commands), %ld lost, %ld twice, "
           "%ld changed, %.0f s\n",
           kills, total_shown, total_acknowledged, lost, twice, changed,
           (double)(now_ns() - begun) / 1e9);
    if (!total_acknowledged)
        printf("nothing was acknowledged: that proves nothing\n");
    return lost || changed || twice || !total_acknowledged;
}
