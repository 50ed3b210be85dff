/* table_game.c -- the game on a table as a seat sees it: views and what changed in them, menus,
 * events, and the record of it all.
 *
 * What leaves here about a running game passes through game->view() and game->see(); SEAT_ALL alone
 * sees everything, and only of a game that is over. tests/server/secrets_test.c changes what a seat
 * may not know and compares the bytes.
 *
 * Written by hand into a buffer, key by key: a message is made for every entry and listener, and a
 * tree of objects would cost five times as much. */
#include <string.h>
#include <time.h>

#include "../ai/bot.h"
#include "../core/json.h"
#include "../core/text.h"
#include "table.h"

/* --- views, menus, events --- */

/* `state` as it really is goes in; only a view of it comes out. */
static void write_state(const struct table *t, const void *state, int seat, struct json_out *o,
                        const char *key) {
    _Alignas(16) unsigned char view[STATE_MAX];
    json_key(o, key);
    if (seat != SEAT_ALL)
        t->game->view(state, seat, view);
    t->game->write(seat == SEAT_ALL ? state : view, NULL, o);
}

void table_write_view(const struct table *t, int seat, uint32_t seq, struct json_out *o,
                      const char *key) {
    _Alignas(16) unsigned char state[STATE_MAX];
    if (seq != (uint32_t)t->entries)
        table_state_at(t, seq, state);
    write_state(t, seq == (uint32_t)t->entries ? t->now : state, seat, o, key);
}

/* Both views are the seat's own, so the difference holds no more than they do. */
void table_write_change(const struct table *t, int seat, struct json_out *o, const char *key) {
    _Alignas(16) unsigned char was[STATE_MAX], now[STATE_MAX];
    t->game->view(t->before, seat, was);
    t->game->view(t->now, seat, now);
    json_key(o, key);
    t->game->write(now, was, o);
}

unsigned table_own_events(const struct table *t) {
    const struct entry *e = &t->entry[t->entries - 1];
    _Alignas(16) unsigned char state[STATE_MAX];
    const void *before = t->before;
    unsigned seats = 0;
    for (int i = 0; i < e->n; i++) {
        const struct action *a = &t->action[e->first + (uint32_t)i];
        struct action common, seen;
        t->game->see(before, a, SEAT_SPECTATOR, &common);
        for (int seat = 0; seat < t->settings.players; seat++) {
            t->game->see(before, a, seat, &seen);
            seats |= (unsigned)(memcmp(&seen, &common, sizeof seen) != 0) << seat;
        }
        if (i + 1 == e->n)
            break;
        if (i == 0)
            memcpy(state, t->before, t->game->state_size);
        t->game->apply(state, a);
        before = state;
    }
    return seats;
}

unsigned table_own_change(const struct table *t) {
    unsigned seats = 0;
    for (int seat = 0; seat < t->settings.players; seat++)
        seats |= (unsigned)t->game->own_news(t->before, t->now, seat) << seat;
    return seats;
}

/* Empty, not null, for a seat that has nothing to do: a page can tell it from a spectator's. */
void table_write_menu(const struct table *t, int seat, struct json_out *o, const char *key) {
    if (seat < 0) {
        json_null(o, key);
        return;
    }
    unsigned may = t->state == TABLE_PLAYING ? t->game->owes(t->now) | t->game->may(t->now) : 0;
    json_object(o, key);
    json_int(o, "seat", seat);
    json_array(o, "actions");
    if (may >> seat & 1) {
        static _Thread_local struct action menu[MENU_MAX];
        int n = t->game->legal(t->now, seat, menu);
        for (int i = 0; i < n; i++) {
            char text[ACTION_TEXT_MAX];
            t->game->format(t->now, &menu[i], text, sizeof text);
            json_text(o, NULL, text);
        }
    }
    json_array_end(o);
    json_object_end(o);
}

/* What to do with each action of a stretch of the log, with the state before it. */
struct walk {
    const struct table *t;
    int seat;
    _Alignas(16) unsigned char state[STATE_MAX];
};

/* An entry's actions as `seat` sees them; the state goes along. */
static void seen_actions(struct walk *w, const struct entry *e, void (*each)(void *, const char *),
                         void *arg) {
    const struct game *g = w->t->game;
    for (int i = 0; i < e->n; i++) {
        const struct action *a = &w->t->action[e->first + (uint32_t)i];
        struct action seen = *a;
        char text[ACTION_TEXT_MAX];
        if (w->seat != SEAT_ALL)
            g->see(w->state, a, w->seat, &seen);
        g->format(w->state, &seen, text, sizeof text);
        each(arg, text);
        g->apply(w->state, a);
    }
}

static void action_to_json(void *arg, const char *text) {
    json_text(arg, NULL, text);
}

/* After an undo the walk's state is made anew: what was applied is gone from it. */
/* A person's move that a bot or the clock made for them: they sent no command. */
static bool played_for(const struct table *t, const struct entry *e) {
    return e->seat >= 0 && t->seat[e->seat].kind == SEAT_HUMAN && !e->command && !e->undo;
}

static void write_event(struct walk *w, uint32_t seq, struct json_out *o) {
    const struct entry *e = &w->t->entry[seq - 1];
    json_object(o, NULL);
    json_int(o, "seq", seq);
    table_write_number(o, "seat", e->seat);
    json_int(o, "at", e->at);
    if (played_for(w->t, e))
        json_bool(o, "auto", true);
    if (e->undo) {
        json_int(o, "undo", e->undo);
        table_state_at(w->t, seq, w->state);
    } else {
        json_array(o, "actions");
        seen_actions(w, e, action_to_json, o);
        json_array_end(o);
    }
    json_object_end(o);
}

void table_write_events(const struct table *t, int seat, uint32_t since, uint32_t upto,
                        struct json_out *o) {
    if (since >= upto)
        return;
    struct walk w;
    w.t = t;
    w.seat = seat;
    if (t->before && t->before_seq == since)
        memcpy(w.state, t->before, t->game->state_size);
    else
        table_state_at(t, since, w.state);
    for (uint32_t seq = since + 1; seq <= upto; seq++)
        write_event(&w, seq, o);
}

/* --- the record --- */

static void header_line(struct text *out, const char *name, const char *value) {
    text_add(out, name);
    text_add(out, ": ");
    text_add(out, value);
    text_char(out, '\n');
}

static void write_options(const struct table *t, struct text *out) {
    text_add(out, "Options: ");
    for (int i = 0; t->game->options[i].name; i++) {
        const struct option *option = &t->game->options[i];
        if (i)
            text_char(out, ',');
        text_add(out, option->name);
        text_char(out, '=');
        const char *word = option_word(option, t->rules.value[i]);
        if (word)
            text_add(out, word);
        else
            text_int(out, t->rules.value[i]);
    }
    text_char(out, '\n');
}

/* Values per seat, joined by '|'. A name holds no '|': it was taken out when it was set. */
static void write_joined(const struct table *t, bool seeds, struct text *out) {
    text_add(out, seeds ? "Seat-Seeds: " : "Names: ");
    for (int i = 0; i < t->settings.players; i++) {
        const struct seat *s = &t->seat[i];
        if (i)
            text_char(out, '|');
        text_add(out, seeds ? s->seed : s->kind == SEAT_BOT ? bot_level_name(s->level) : s->name);
    }
    text_char(out, '\n');
}

/* The server's seed only in the record of a game that is over. */
static void write_headers(const struct table *t, int seat, struct text *out) {
    char hex[2 * SHA256_SIZE + 1], date[16];
    uint8_t commitment[SHA256_SIZE];
    time_t started = (time_t)(t->started / 1000);
    struct tm tm;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&started, &tm));
    text_add(out, "Skerry 1\n");
    header_line(out, "Game", t->game->name);
    header_line(out, "Rules", t->settings.rules);
    text_add(out, "Players: ");
    text_int(out, t->settings.players);
    text_char(out, '\n');
    write_options(t, out);
    header_line(out, "Revision", "1");
    write_joined(t, false, out);
    header_line(out, "Date", date);
    fair_commit(t->server_seed, commitment);
    hex_format(commitment, sizeof commitment, hex);
    header_line(out, "Commitment", hex);
    hex_format(t->server_seed, sizeof t->server_seed, hex);
    if (seat == SEAT_ALL)
        header_line(out, "Server-Seed", hex);
    write_joined(t, true, out);
    header_line(out, "Game-Id", t->id);
    if (t->winner >= 0) {
        text_add(out, "Result: ");
        text_int(out, t->winner);
        text_char(out, '\n');
    }
}

static void action_to_text(void *arg, const char *action) {
    struct text *out = arg;
    text_add(out, out->len && out->len < out->size && out->start[out->len - 1] == ' ' ? "" : "; ");
    text_add(out, action);
}

/* Undone entries are in it too, so that numbers stay what they were and dice can be verified entry
 * by entry. */
void table_write_record(const struct table *t, int seat, struct text *out) {
    write_headers(t, seat, out);
    text_char(out, '\n');
    struct walk w;
    w.t = t;
    w.seat = seat;
    table_state_at(t, 0, w.state);
    for (uint32_t seq = 1; seq <= (uint32_t)t->entries; seq++) {
        const struct entry *e = &t->entry[seq - 1];
        text_int(out, seq);
        text_char(out, ' ');
        if (e->undo) {
            text_add(out, "undo ");
            text_int(out, e->undo);
            table_state_at(t, seq, w.state);
        } else {
            seen_actions(&w, e, action_to_text, out);
        }
        text_char(out, '\n');
    }
}
