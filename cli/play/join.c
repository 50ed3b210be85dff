/* join.c -- `skerry play --join`: a seat at a server's table, on the same screen as a local
 * game.
 *
 * The server judges moves and sends news; this file handles the person's lines. News that
 * arrives while a line is typed redraws the screen around it. */
#include "join.h"

#include <stdlib.h>
#include <string.h>

#include "flags.h"
#include "foreign.h"
#include "join_told.h"
#include "play.h"
#include "progress.h"
#include "prompt.h"
#include "server_guest.h"
#include "terminal.h"
#include "words.h"

enum { HOPS_MAX = 1200 };           /* a person waits ten minutes for a server */

struct joined {
    struct guest guest;
    struct screen screen;
    void *advisor, *work;
    bool lost, paused;
    char ask[GUEST_ASK_MAX];                /* the question that was told last */
    _Alignas(16) unsigned char view[STATE_MAX];
};

/* The entries of a `game` message as lines of the log. */
static void tell_events(struct joined *j) {
    struct json_in event, action;
    char text[ACTION_TEXT_MAX];
    for (size_t at = 0; json_is_array(j->guest.events) &&
                        json_next(j->guest.events, &at, NULL, &event);) {
        struct json_in actions = json_get(event, "actions");
        if (json_get(event, "undo").len)
            screen_log(&j->screen, words("log.undo"));
        for (size_t k = 0; json_is_array(actions) && json_next(actions, &k, NULL, &action);)
            if (json_to_text(action, text, sizeof text) >= 0)
                screen_tell(&j->screen, text);
    }
    j->guest.events.len = 0;
}

static void name_twin(char out[NAME_SIZE], const char *name, const char *color) {
    struct text both = text_begin(out, NAME_SIZE);
    text_add(&both, name);
    text_add(&both, " (");
    text_add(&both, color);
    text_char(&both, ')');
}

/* A bot has no name of its own: its level tells more than its seat. People of the same name are
 * told apart by their colours. */
static void name_seat(struct joined *j, int seat) {
    const char *name = j->guest.names[seat], *level = bot_level_name(j->guest.level[seat]);
    bool twin = false;
    for (int i = 0; i < SEATS_MAX; i++)
        twin = twin || (i != seat && name[0] && strcmp(name, j->guest.names[i]) == 0);
    if (level && strspn(name, "0123456789") == strlen(name))
        snprintf(j->screen.name[seat], NAME_SIZE, "%d %s", seat, words_in("level", level));
    else if (twin)
        name_twin(j->screen.name[seat], name, words_in("color", seat_colors[j->guest.color[seat]]));
    else
        snprintf(j->screen.name[seat], NAME_SIZE, "%s", name);
}

/* The view as bytes, and the menu if the game waits for our seat. */
static void take_view(struct joined *j) {
    char why_text[WHY_MAX];
    int players;
    struct text why = text_begin(why_text, sizeof why_text);
    const struct game *game = guest_state(&j->guest, j->view, &players, &why);
    if (!game) {
        screen_note(&j->screen, "%s", foreign(why_text));
        return;
    }
    j->screen.seats = players;
    j->screen.game = game;
    j->screen.view = j->view;
    j->screen.seat = j->guest.seat >= 0 ? j->guest.seat : SEAT_SPECTATOR;
    j->screen.asked = guest_owes(&j->guest);
    memcpy(j->screen.piece, j->guest.color, sizeof j->screen.piece);
    for (int i = 0; i < SEATS_MAX; i++)
        name_seat(j, i);
    j->screen.menu.n = j->screen.menu.listed_n = 0;
    if (j->guest.seat >= 0)
        menu_make(&j->screen.menu, game, j->view, j->guest.seat,
                  (const char (*)[NAME_SIZE])j->screen.name);
    tell_events(j);
}

static void refused(struct joined *j) {
    screen_note(&j->screen, "%s%s%s%s", words_in("reason", j->guest.error),
                j->guest.rule[0] ? " (almanac " : "", j->guest.rule, j->guest.rule[0] ? ")" : "");
}

/* Wait for one message of the server. Returns false when the game is over. */
static bool take_news(struct joined *j) {
    switch (guest_next(&j->guest)) {
    case GUEST_GONE:
        j->lost = true;
        return false;
    case GUEST_GAME:
        take_view(j);
        return true;
    case GUEST_REFUSED:
        refused(j);
        return strcmp(j->guest.error, "no-such-table") != 0;
    case GUEST_TOLD:
        told_message(&j->screen, &j->guest);
        return true;
    case GUEST_TABLE:
        for (int i = 0; i < SEATS_MAX; i++)
            name_seat(j, i);
        told_table(&j->screen, &j->guest, j->ask, &j->paused);
        return !j->guest.over;
    default:
        return !j->guest.over;
    }
}

/* For the prompt: handle everything that has arrived. */
static bool arrived(void *data) {
    struct joined *j = data;
    bool goes_on = take_news(j);
    while (goes_on && guest_has_more(&j->guest))
        goes_on = take_news(j);
    return goes_on;
}

/* What was typed at the old table must not answer the new one. */
static void on_away(void *data, bool away) {
    struct joined *j = data;
    screen_note(&j->screen, "%s", words(away ? "terminal.server-away" : "terminal.server-back"));
    screen_show(&j->screen);
    if (!away)
        prompt_forget();
}

static const char *const commands[] = { "hint", "almanac", "undo", "help", "log", "menu", "quit" };
enum { COMMANDS_N = sizeof commands / sizeof *commands };

static const char *candidate(void *data, int i) {
    struct joined *j = data;
    int n = j->screen.menu.n;
    return i < n ? menu_typed(&j->screen.menu, i) : i - n < COMMANDS_N ? commands[i - n] : NULL;
}

/* A move, by number, by verb or in full; the server decides. */
static void play(struct joined *j, const char *line) {
    struct menu *m = &j->screen.menu;
    char text[2 * PROMPT_SIZE + 16], notation[2 * PROMPT_SIZE];
    struct action a;
    tell_back(line, notation, sizeof notation);
    snprintf(text, sizeof text, "%d %s", j->guest.seat, notation);
    bool whole = j->screen.game->parse(j->view, text, &a) == 0;
    int picked = whole ? MENU_NOTHING : menu_choose(m, line);
    if (picked >= 0)
        snprintf(text, sizeof text, "%d %s", j->guest.seat, m->text[picked]);
    if (whole || picked >= 0)
        guest_play(&j->guest, text);
    else if (picked == MENU_NOTHING)
        screen_unknown(&j->screen);
}

/* Returns false if the person leaves. */
static bool obey(struct joined *j, const char *line) {
    struct screen *s = &j->screen;
    if (screen_page(s, line))
        return true;
    screen_note(s, "%s", "");
    if (strcmp(line, "quit") == 0)
        return false;
    if (line[0] == '/' && !guest_request(&j->guest, line + 1))
        told_requests(s);
    if (line[0] == '/')
        return true;
    if (!s->game || !line[0])
        return true;
    if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        screen_help(s);
    else if (strcmp(line, "hint") == 0 && !j->guest.advice)
        screen_note(s, "%s", words("terminal.no-hints"));
    else if (strcmp(line, "hint") == 0)
        terminal_hint(s, NULL, j->guest.level, j->advisor, j->work);
    else if (strncmp(line, "almanac", 7) == 0)
        terminal_almanac(s, line + 7 + (line[7] == ' '));
    else if (strcmp(line, "log") == 0)
        screen_note_log(s);
    else if (strcmp(line, "menu") == 0)
        menu_list(&s->menu, "");
    else if (strcmp(line, "undo") == 0)
        guest_undo(&j->guest);
    else
        play(j, line);
    return true;
}

/* Until the game ends, the person leaves or the server is gone. */
static void converse(struct joined *j) {
    char line[PROMPT_SIZE];
    bool goes_on = true;
    while (goes_on && !j->guest.names[0][0])        /* is there such a table? */
        goes_on = take_news(j);
    while (goes_on && !j->guest.over && !interrupted()) {
        if (!terminal_is_there())
            screen_show(&j->screen);
        if (prompt_ask("> ", line))
            goes_on = obey(j, line);
        else
            goes_on = false;
    }
}

int play_join(const char *url, const char *name) {
    static struct joined j;
    struct wire parsed;
    int status = STATUS_OK;
    if (!wire_url(&parsed, url) || !strstr(url, "/t/"))
        return complain("play", "--join wants the link of a table: http://host:port/t/ID");
    j.screen.turn = -1;
    j.guest.away = on_away;
    j.guest.away_data = &j;
    j.guest.hops_max = HOPS_MAX;
    j.advisor = malloc(bot_size());
    j.work = malloc(bot_work_size());
    interrupt_catch();
    if (!j.advisor || !j.work) {
        status = fail_memory("play");
    } else if (!guest_open(&j.guest, url, NULL, name)) {
        status = fail(STATUS_FILE, "play", "cannot talk to %s", url);
    } else {
        struct prompt_host host = { &j.screen, &j, candidate, arrived, j.guest.wire.fd };
        j.screen.colours = terminal_has_colours();
        prompt_open(&host);
        converse(&j);
        prompt_close();
        if (interrupted())
            status = STATUS_INTERRUPTED;
        else if (j.lost)
            status = fail(STATUS_FILE, "play", "the connection has ended");
        else if (strcmp(j.guest.error, "no-such-table") == 0)
            status = fail(STATUS_FILE, "play", "there is no such table: %s", url);
        else if (j.guest.over)
            screen_show(&j.screen);
    }
    guest_close(&j.guest);
    free(j.advisor);
    free(j.work);
    return status;
}
