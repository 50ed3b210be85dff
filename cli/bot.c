/* bot.c -- `skerry bot`: one of our bots as a guest at somebody's table, over the socket like
 * any other program. It knows what the server sends its seat, and nothing else.
 *
 * It says hello, joins the table, sits where nobody sits and answers whenever its seat owes an
 * action. It keeps no history: the bot judges each view for itself. Out of turn it proposes
 * nothing. docs/protocol.md has every message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../ai/bot.h"
#include "../core/game.h"
#include "../core/json.h"
#include "flags.h"
#include "host.h"
#include "wire.h"

/* Bytes of a view as JSON; a level spends its nodes, but never more than this on a slow machine. */
enum { VIEW_MAX = 1 << 17, THINK_MS = 2000 };

struct guest {
    struct wire wire;
    const char *table, *name;       /* as given on the command line */
    enum bot_level level;
    enum bot_style style;
    struct bot *bot;                /* made when the first view names the game */
    void *work;
    const struct game *game;        /* NULL until then */
    char *view[2];                  /* the seat's view as JSON, and room for the next */
    size_t view_len;                /* 0: none yet, or one that did not fit */
    int seat;                       /* -1: none yet */
    bool over;
};

/* For the budget, and as the seed: two guests at one table should not think alike. */
static uint64_t clock_us(void *arg) {
    struct timespec t;
    (void)arg;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Is this seat in a list of seats? */
static bool has_seat(struct json_in seats, int seat) {
    struct json_in v;
    int64_t n;
    for (size_t at = 0; json_is_array(seats) && json_next(seats, &at, NULL, &v);)
        if (json_to_int(v, 0, SEATS_MAX, &n) && n == seat)
            return true;
    return false;
}

/* The table has changed: sit down where nobody sits, say that we are ready. A seat that another
 * takes first is refused, and the next message of the table shows which are left. */
static bool on_table(struct guest *g, struct json_in table) {
    struct json_in seats = json_get(table, "seats"), seat, you = json_get(table, "you");
    int64_t mine;
    g->over = json_equals(json_get(table, "state"), "over") ||
              json_equals(json_get(table, "state"), "closed");
    if (json_to_int(json_get(you, "seat"), 0, SEATS_MAX, &mine)) {
        bool was = g->seat == (int)mine;
        g->seat = (int)mine;
        if (!was && json_equals(json_get(table, "state"), "open"))
            return wire_say(&g->wire, "{\"type\":\"ready\",\"ready\":true}");
        return true;
    }
    for (size_t at = 0; json_is_array(seats) && json_next(seats, &at, NULL, &seat);)
        if (json_equals(json_get(seat, "kind"), "empty") &&
            json_to_int(json_get(seat, "seat"), 0, SEATS_MAX, &mine))
            return wire_say(&g->wire, "{\"type\":\"sit\",\"seat\":%d}", (int)mine);
    fprintf(stderr, "skerry bot: no seat is free; watching\n");
    return true;
}

/* An object with another laid over it: members of `change` replace those of `was`. `seats` does the
 * same for the list of seats, which is changed seat by seat. */
static void lay_over(struct json_in was, struct json_in change, struct json_out *o,
                     void (*seats)(struct json_in, struct json_in, struct json_out *)) {
    struct json_in key, value, news;
    char name[64];
    for (size_t at = 0; json_next(was, &at, &key, &value);) {
        if (json_to_text(key, name, sizeof name) < 0)
            continue;
        news = json_get(change, name);
        if (seats && news.len && strcmp(name, "seats") == 0)
            seats(value, news, o);
        else
            json_raw(o, name, news.len ? news.text : value.text, news.len ? news.len : value.len);
    }
    for (size_t at = 0; json_next(change, &at, &key, &value);)
        if (json_to_text(key, name, sizeof name) >= 0 && !json_get(was, name).len)
            json_raw(o, name, value.text, value.len);
}

/* Seats are matched by their number, not by their place: a change lists only those it concerns. */
static void lay_over_seats(struct json_in was, struct json_in change, struct json_out *o) {
    struct json_in seat, news, none = { "{}", 2 };
    json_array(o, "seats");
    for (size_t at = 0; json_next(was, &at, NULL, &seat);) {
        int64_t number = -1, n;
        struct json_in found = none;
        json_to_int(json_get(seat, "seat"), 0, SEATS_MAX, &number);
        for (size_t k = 0; json_next(change, &k, NULL, &news);)
            if (json_to_int(json_get(news, "seat"), 0, SEATS_MAX, &n) && n == number)
                found = news;
        json_object(o, NULL);
        lay_over(seat, found, o, NULL);
        json_object_end(o);
    }
    json_array_end(o);
}

/* Keep the view: a whole one as it came, a change laid over the last. Two buffers, since the
 * new view is written while the old one is read. False: there is no view to judge by. */
static bool keep_view(struct guest *g, struct json_in whole, struct json_in change) {
    struct json_in was = { g->view[0], g->view_len };
    struct json_out o;
    json_begin(&o, g->view[1], VIEW_MAX);
    if (json_is_object(whole)) {
        json_raw(&o, NULL, whole.text, whole.len);
    } else if (was.len && json_is_object(change)) {
        json_object(&o, NULL);
        lay_over(was, change, &o, lay_over_seats);
        json_object_end(&o);
    } else {
        return false;
    }
    char *swap = g->view[0];
    g->view[0] = g->view[1];
    g->view[1] = swap;
    g->view_len = json_fits(&o) ? o.len : 0;
    return g->view_len > 0;
}

/* Our seat owes an action: let the bot choose from the view, and play it. `seq` names the position:
 * a choice that comes too late is refused as stale, and the next view asks again. */
static bool choose(struct guest *g, struct json_in view, int64_t seq) {
    _Alignas(16) static unsigned char state[STATE_MAX];
    struct json_in rules = json_get(view, "rules");
    struct text why;
    char text[ACTION_TEXT_MAX], ruleset[256], words[WHY_MAX];
    int64_t players;
    if (json_to_text(json_get(rules, "text"), ruleset, sizeof ruleset) < 0 ||
        !rules_game(ruleset) || !json_to_int(json_get(rules, "players"), 1, SEATS_MAX, &players))
        return false;
    if (!g->game) {         /* the first view: now it is known what is played, and by how many */
        uint64_t seed = clock_us(NULL);
        g->game = rules_game(ruleset);
        bot_new(g->bot, g->game, (int)players, g->level, g->style, g->seat, seed);
    }
    text_begin(&why, words, sizeof words);
    if (g->game->read(state, view.text, view.len, &why) != 0) {
        fprintf(stderr, "skerry bot: the view cannot be read: %s\n", words);
        return false;
    }
    struct bot_budget budget = { .ms = THINK_MS, .clock = clock_us, .work = g->work };
    struct bot_answer answer;
    if (!bot_choose(g->bot, state, &budget, &answer))
        return true;
    g->game->format(state, &answer.action, text, sizeof text);
    return wire_say(&g->wire,
                    "{\"type\":\"play\",\"id\":\"b%lld\",\"seq\":%lld,\"actions\":[\"%s\"]}",
                    (long long)seq, (long long)seq, text);
}

/* Whatever the server says; false ends the conversation. Types unknown here are left alone. */
static bool on_message(struct guest *g, const char *text, size_t n) {
    struct json_in m;
    int64_t seq;
    char error[64];
    if (json_check(text, n, &m) != 0 || !json_is_object(m))
        return false;
    if (json_equals(json_get(m, "type"), "welcome"))
        return wire_say(&g->wire, "{\"type\":\"join\",\"id\":1,\"table\":\"%s\"}", g->table);
    if (json_equals(json_get(m, "type"), "table"))
        return on_table(g, json_get(m, "table"));
    if (json_equals(json_get(m, "type"), "error") &&
        json_to_text(json_get(m, "error"), error, sizeof error) > 0 && strcmp(error, "stale") != 0)
        fprintf(stderr, "skerry bot: the server says %s\n", error);
    if (!json_equals(json_get(m, "type"), "game") ||
        !keep_view(g, json_get(m, "view"), json_get(m, "change")))
        return true;
    struct json_in view = { g->view[0], g->view_len };
    if (g->seat >= 0 && has_seat(json_get(view, "owes"), g->seat) &&
        json_to_int(json_get(m, "seq"), 0, 1 << 30, &seq))
        return choose(g, view, seq);
    return true;
}

/* Until the game is over (exit status 0) or the connection (1). Pings are answered: a guest
 * that does not is taken for gone. */
static int converse(struct guest *g) {
    struct wire *w = &g->wire;
    size_t h, n;
    if (!wire_say(w, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}", w->token))
        return 1;
    while (!g->over && wire_next(w, &h, &n)) {
        int opcode = w->in[0] & 15;
        bool ok = opcode != WIRE_CLOSE;
        if (opcode == WIRE_TEXT)
            ok = on_message(g, w->in + h, n);
        else if (opcode == WIRE_PING)
            ok = wire_send(w, WIRE_PONG, w->in + h, n);
        wire_use(w, h + n);
        if (!ok)
            break;
    }
    printf(g->over ? "the game is over\n" : "the connection has ended\n");
    return g->over ? 0 : 1;
}

int cli_bot(int argc, char **argv) {
    const char *url = "http://localhost:8080", *level = "club";
    struct guest g = { .wire.fd = -1, .seat = -1, .name = "skerry bot" };
    const struct flag flags[] = {
        { "--url", FLAG_TEXT, &url, "the server (http://localhost:8080)" },
        { "--table", FLAG_TEXT, &g.table, "the table's id, as in its link" },
        { "--level", FLAG_BOT, &level, "as the bots of tables: club, master-trader ... (club)" },
        { "--name", FLAG_TEXT, &g.name, "what it is called (skerry bot)" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int stop = flags_parse(argc, argv, flags, "--table ID [flags] -- a bot that sits down at a server's table", NULL, 0);
    if (stop != FLAGS_OK)
        return stop;
    if (!g.table)
        return complain("bot", "which --table? (the end of its link)");
    if (!bot_parse(level, &g.level, &g.style))
        return complain("bot", "no such level: %s", level);
    if (!wire_url(&g.wire, url))
        return complain("bot", "--url is like http://localhost:8080");
    g.bot = malloc(bot_size());
    g.work = malloc(bot_work_size());
    g.view[0] = malloc(VIEW_MAX);
    g.view[1] = malloc(VIEW_MAX);
    int status = 1;
    if (!g.bot || !g.work || !g.view[0] || !g.view[1] || !wire_open(&g.wire, g.name))
        status = fail(STATUS_FILE, "bot", "cannot talk to %s", url);
    else
        status = converse(&g);
    wire_close(&g.wire);
    free(g.bot);
    free(g.work);
    free(g.view[0]);
    free(g.view[1]);
    return status;
}
