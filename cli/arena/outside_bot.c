/* outside_bot.c -- an external bot as a child process (docs/bot-protocol.md). */
#include "outside_bot.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/json.h"
#include "foreign.h"
#include "progress.h"
#include "version.h"

/* Time to start and say hello; games after which a program that always fails is no longer
 * started. */
enum { HELLO_MS = 10000, FAILS_MAX = 10 };

static const char *const fault_names[FAULT_N] = { "", "crashed", "hung", "nonsense" };

bool outside_init(struct outside *o, const char *command, uint32_t ms) {
    memset(o, 0, sizeof *o);
    o->ms = ms;
    size_t size = strlen("exec ") + strlen(command) + 1;
    o->command = malloc(size);
    if (o->command)
        snprintf(o->command, size, "exec %s", command);
    o->line = malloc(OUTSIDE_LINE_MAX);
    o->events = malloc(OUTSIDE_LINE_MAX / 2);
    return o->command && o->line && o->events;
}

/* --- the process ----------------------------------------------------------------------------- */

static void stop(struct outside *o) {
    if (!o->pid)
        return;
    close(o->to);
    close(o->from);
    kill(-o->pid, SIGKILL);         /* the group: a shell may have started others */
    waitpid(o->pid, NULL, 0);
    o->pid = 0;
    o->have = 0;
}

void outside_free(struct outside *o) {
    if (o->pid && !o->failed) {     /* a well-behaved program may say goodbye */
        static const char quit[] = "{\"type\":\"quit\"}\n";
        if (write(o->to, quit, sizeof quit - 1) > 0)
            poll(&(struct pollfd){ o->from, POLLIN, 0 }, 1, 200);
    }
    stop(o);
    free(o->command);
    free(o->line);
    free(o->events);
}

static enum match_outside failed(struct outside *o, enum outside_fault fault, const char *why) {
    o->failed = true;
    o->faults[fault]++;
    snprintf(o->why, sizeof o->why, "%s: %s", fault_names[fault], why);
    foreign(o->why);
    stop(o);
    return OUTSIDE_FAILS;
}

/* The child has its own process group, so that Ctrl-C only reaches the arena. */
static bool start(struct outside *o) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", o->command, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    o->to = in[1];
    o->from = out[0];
    fcntl(o->to, F_SETFL, O_NONBLOCK);
    fcntl(o->from, F_SETFL, O_NONBLOCK);
    o->pid = pid > 0 ? pid : 0;
    o->have = 0;
    return o->pid != 0;
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Wait for a descriptor until `end` (microseconds); false when the time is up. */
static bool wait_for(int fd, short events, uint64_t end) {
    for (;;) {
        uint64_t now = progress_now();
        struct pollfd p = { fd, events, 0 };
        int n = now < end ? poll(&p, 1, (int)((end - now) / 1000) + 1) : 0;
        if (n >= 0 || errno != EINTR)
            return n > 0;
    }
}

/* Write everything before `end`: a program that does not read counts as hung. */
static enum outside_fault send_line(struct outside *o, const char *text, size_t n, uint64_t end) {
    while (n > 0) {
        ssize_t k = write(o->to, text, n);
        if (k > 0) {
            text += k;
            n -= (size_t)k;
        } else if (k < 0 && errno == EAGAIN) {
            if (!wait_for(o->to, POLLOUT, end))
                return FAULT_HANG;
        } else if (k < 0 && errno != EINTR) {
            return FAULT_CRASH;
        }
    }
    return FAULT_NONE;
}

/* One line into o->line, with a NUL instead of its newline. Anything after the line answers no
 * question and is discarded before the next one. */
static enum outside_fault read_line(struct outside *o, uint64_t end) {
    o->have = 0;
    for (;;) {
        ssize_t k = read(o->from, o->line + o->have, OUTSIDE_LINE_MAX - 1 - o->have);
        if (k > 0) {
            char *eol = memchr(o->line + o->have, '\n', (size_t)k);
            o->have += (size_t)k;
            if (eol) {
                *eol = '\0';
                o->have = (size_t)(eol - o->line);
                return FAULT_NONE;
            }
            if (o->have == OUTSIDE_LINE_MAX - 1)
                return FAULT_NONSENSE;
        } else if (k == 0) {
            return FAULT_CRASH;
        } else if (errno == EAGAIN) {
            if (!wait_for(o->from, POLLIN, end))
                return FAULT_HANG;
        } else if (errno != EINTR) {
            return FAULT_CRASH;
        }
    }
}

/* Discard unsolicited output. */
static void discard(struct outside *o) {
    char waste[4096];
    while (read(o->from, waste, sizeof waste) > 0)
        continue;
}

static struct json_out begin_line(struct outside *o, const char *type) {
    struct json_out out = json_begin_object(o->line, OUTSIDE_LINE_MAX - 1);
    json_text(&out, "type", type);
    return out;
}

/* End the object in `out` and send it as a line. */
static enum outside_fault end_line(struct outside *o, struct json_out *out, uint64_t end) {
    json_object_end(out);
    if (!json_fits(out))
        return FAULT_NONSENSE;
    out->text[out->len] = '\n';
    return send_line(o, out->text, out->len + 1, end);
}

/* Send what `out` holds and read the answer, a JSON object; false after a failure. */
static bool converse(struct outside *o, struct json_out *out, uint32_t ms, struct json_in *answer) {
    uint64_t end = progress_now() + (uint64_t)ms * 1000;
    discard(o);
    enum outside_fault fault = end_line(o, out, end);
    if (fault == FAULT_NONSENSE) {
        failed(o, fault, "the question is too long");
        return false;
    }
    if (fault == FAULT_NONE)
        fault = read_line(o, end);
    if (fault == FAULT_NONE &&
        (json_check(o->line, o->have, answer) != 0 || !json_is_object(*answer)))
        fault = FAULT_NONSENSE;
    if (fault != FAULT_NONE) {
        static const char *const words[FAULT_N] = { "", "it has ended", "no answer in time",
                                                    "its line is not a JSON object" };
        failed(o, fault, words[fault]);
    }
    return fault == FAULT_NONE;
}

/* --- the conversation ------------------------------------------------------------------------ */

/* Both sides say which version they speak; without agreement there is no game. */
static bool hello(struct outside *o) {
    struct json_in answer;
    int64_t v;
    struct json_out out = begin_line(o, "hello");
    json_int(&out, "v", 1);
    json_text(&out, "arena", skerry_version);
    if (!converse(o, &out, HELLO_MS, &answer))
        return false;
    if (!json_equals(json_get(answer, "type"), "hello") ||
        !json_to_int(json_get(answer, "v"), 1, 1, &v)) {
        failed(o, FAULT_NONSENSE, "no hello of version 1");
        return false;
    }
    o->wants_may = false;
    json_to_bool(json_get(answer, "may"), &o->wants_may);
    return true;
}

/* Running and greeted, or failed. */
static void make_ready(struct outside *o) {
    o->failed = o->in_a_row >= FAILS_MAX;
    if (o->failed || o->pid)
        return;
    if (start(o))
        hello(o);
    else
        failed(o, FAULT_CRASH, "cannot be started");
}

void outside_begin(struct outside *o, const struct game *game, const struct rules *rules, int seat,
                   uint64_t seed) {
    char text[RULES_TEXT_MAX];
    o->game = game;
    o->seat = seat;
    o->events_n = 0;
    o->us = 0;
    make_ready(o);
    if (o->failed)
        return;
    rules_format(game, rules, text, sizeof text);
    struct json_out out = begin_line(o, "new");
    json_text(&out, "game", game->name);
    json_text(&out, "rules", text);
    json_int(&out, "players", rules->seats);
    json_int(&out, "seat", seat);
    json_int(&out, "ms", o->ms);
    json_int(&out, "seed", (int64_t)(seed >> 11));
    enum outside_fault fault = end_line(o, &out, progress_now() + (uint64_t)HELLO_MS * 1000);
    if (fault != FAULT_NONE)
        failed(o, fault, "does not accept a new game");
}

/* Kept until the next question: nothing is sent to a program while it thinks. */
void outside_tell(struct outside *o, const void *view, const struct action *seen) {
    char text[ACTION_TEXT_MAX];
    if (o->failed)
        return;
    o->game->format(view, seen, text, sizeof text);
    size_t room = OUTSIDE_LINE_MAX / 2 - o->events_n;
    if (strlen(text) + 4 < room)
        o->events_n += (size_t)snprintf(o->events + o->events_n, room, "%s\"%s\"",
                                        o->events_n ? "," : "", text);
}

/* "events":[...]: everything that happened since the last question. */
static void put_events(struct outside *o, struct json_out *out) {
    json_array(out, "events");
    if (o->events_n)
        json_raw(out, NULL, o->events, o->events_n);
    json_array_end(out);
    o->events_n = 0;
}

static void put_menu(struct outside *o, const void *view, struct json_out *out) {
    static _Thread_local struct action menu[MENU_MAX];
    char text[ACTION_TEXT_MAX];
    int n = o->game->legal(view, o->seat, menu);
    json_array(out, "legal");
    for (int i = 0; i < n; i++) {
        o->game->format(view, &menu[i], text, sizeof text);
        json_text(out, NULL, text);
    }
    json_array_end(out);
}

/* The move in an answer, judged by the rules on the view; an illegal move counts as nonsense. */
static enum match_outside take_move(struct outside *o, struct json_in answer, const void *view,
                                    bool owes, struct action *move) {
    char text[ACTION_TEXT_MAX], why[140];
    if (!owes && json_equals(json_get(answer, "type"), "wait"))
        return OUTSIDE_WAITS;
    if (!json_equals(json_get(answer, "type"), "play") ||
        json_to_text(json_get(answer, "action"), text, sizeof text) < 0)
        return failed(o, FAULT_NONSENSE, "neither a move nor a wait");
    int reason = o->game->parse(view, text, move);
    if (reason == 0 && move->seat != o->seat)
        return failed(o, FAULT_NONSENSE, "a move of another seat");
    reason = reason ? reason : o->game->check(view, move);
    if (reason == 0)
        return OUTSIDE_PLAYS;
    snprintf(why, sizeof why, "%s is refused: %s", text,
             reason > 0 && reason < o->game->reasons_n ? o->game->reasons[reason].id : "no action");
    return failed(o, FAULT_NONSENSE, why);
}

enum match_outside outside_ask(struct outside *o, const void *view, bool owes,
                               struct action *move) {
    struct json_in answer;
    if (o->failed)
        return OUTSIDE_FAILS;
    if (!owes && !o->wants_may)
        return OUTSIDE_WAITS;
    struct json_out out = begin_line(o, "choose");
    json_bool(&out, "owes", owes);
    json_int(&out, "ms", o->ms);
    put_events(o, &out);
    put_menu(o, view, &out);
    json_key(&out, "view");
    o->game->write(view, NULL, &out);
    uint64_t asked = progress_now();
    bool answered = converse(o, &out, o->ms, &answer);
    o->us += progress_now() - asked;
    if (!answered)
        return OUTSIDE_FAILS;
    return take_move(o, answer, view, owes, move);
}

void outside_end(struct outside *o, const struct match_result *result, int seats) {
    o->in_a_row = o->failed ? o->in_a_row + 1 : 0;
    if (o->failed)
        return;
    struct json_out out = begin_line(o, "over");
    json_int(&out, "winner", result->winner);
    json_array(&out, "points");
    for (int s = 0; s < seats; s++)
        json_int(&out, NULL, result->points[s]);
    json_array_end(&out);
    put_events(o, &out);
    end_line(o, &out, progress_now() + (uint64_t)o->ms * 1000);
}
