/* table_json.c -- a table as its guests are told of it, and as a record.
 *
 * What leaves here about a running game passes through game->view() and game->see(); SEAT_ALL alone
 * sees everything, and only of a game that is over. tests/server/secrets_test.c changes what a seat
 * may not know and compares the bytes.
 *
 * Written by hand into a buffer, key by key: a message is made for every entry and listener, and a
 * tree of objects would cost five times as much. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../ai/bot.h"
#include "../core/check.h"
#include "../core/text.h"
#include "table.h"

static void text_or_null(struct json_out *o, const char *key, const char *text) {
    json_text(o, key, text[0] ? text : NULL);
}

static void time_or_null(struct json_out *o, const char *key, int64_t at) {
    if (at)
        json_int(o, key, at);
    else
        json_null(o, key);
}

void table_write_hash(struct json_out *o, const char *key, const uint8_t *bytes) {
    char text[2 * SHA256_SIZE + 1];
    hex_format(bytes, SHA256_SIZE, text);
    json_text(o, key, text);
}

void table_write_settings(const struct table *t, struct json_out *o) {
    const struct settings *s = &t->settings;
    json_text(o, "name", s->name);
    json_text(o, "kind", t->game->name);
    json_text(o, "rules", s->rules);
    json_int(o, "players", s->players);
    json_bool(o, "public", s->is_public);
    json_bool(o, "spectators", s->spectators);
    json_bool(o, "resign", s->resign);
    json_bool(o, "memory", s->memory);
    json_bool(o, "chat", s->chat);
    if (table_has_clock(t)) {
        json_object(o, "clock");
        json_int(o, "bank", s->bank);
        json_int(o, "increment", s->increment);
        json_object_end(o);
    } else {
        json_null(o, "clock");
    }
    if (s->hold >= 0)
        json_int(o, "hold", s->hold);
    else
        json_null(o, "hold");
}

/* --- what guests are told --- */

/* The seed of a seat is not here: it is told with the others once all are in (write_fair). */
static void write_seat(const struct table *t, int i, struct json_out *o) {
    const struct seat *s = &t->seat[i];
    bool bot = s->kind == SEAT_BOT;
    json_object(o, NULL);
    json_int(o, "seat", i);
    json_text(o, "kind", seat_kind_name[s->kind]);
    text_or_null(o, "user", s->user);
    text_or_null(o, "name", s->name);
    json_text(o, "color", table_color_name[s->color]);
    json_bool(o, "ready", s->ready || bot);
    json_bool(o, "online", bot || (s->kind == SEAT_HUMAN && s->away == 0));
    json_bool(o, "held", s->held);
    bool waits = s->kind == SEAT_HUMAN && s->away && !s->held && !s->resigned &&
                 t->settings.hold >= 0 && t->state == TABLE_PLAYING;
    time_or_null(o, "hold_at", waits ? s->away + (int64_t)t->settings.hold * 1000 : 0);
    json_bool(o, "resigned", s->resigned);
    json_text(o, "level", bot || s->resigned || s->held ? bot_level_name(s->level) : NULL);
    json_text(o, "style", bot ? bot_style_name(s->style) : NULL);
    json_object_end(o);
}

/* The commitment from the first moment; the seats' seeds when they can no longer be changed; the
 * server's own only when nothing is left to be drawn. */
static void write_fair(const struct table *t, struct json_out *o) {
    uint8_t commitment[SHA256_SIZE];
    fair_commit(t->server_seed, commitment);
    json_object(o, "fair");
    table_write_hash(o, "commitment", commitment);
    json_text(o, "game_id", t->id);
    if (t->started) {
        json_array(o, "seat_seeds");
        for (int i = 0; i < t->settings.players; i++)
            json_text(o, NULL, t->seat[i].seed);
        json_array_end(o);
    } else {
        json_null(o, "seat_seeds");
    }
    if (t->state == TABLE_OVER)
        table_write_hash(o, "server_seed", t->server_seed);
    else
        json_null(o, "server_seed");
    json_object_end(o);
}

/* Seats as a list: JSON readers do not like masks. */
static void write_bits(struct json_out *o, const char *key, unsigned bits) {
    json_array(o, key);
    for (int i = 0; i < SEATS_MAX; i++)
        if (bits >> i & 1)
            json_int(o, NULL, i);
    json_array_end(o);
}

static void write_ask(const struct table *t, struct json_out *o) {
    static const char *const name[] = { NULL, "take-back", "pause", "resume" };
    if (t->ask.kind == ASK_NONE) {
        json_null(o, "ask");
        return;
    }
    json_object(o, "ask");
    json_text(o, "ask", name[t->ask.kind]);
    json_int(o, "seat", t->ask.seat);
    if (t->ask.kind == ASK_TAKE_BACK)
        json_int(o, "to", t->ask.to);
    write_bits(o, "yes", t->ask.yes);
    write_bits(o, "no", t->ask.no);
    json_int(o, "until", t->ask.until);
    json_object_end(o);
}

static void int_or_null(struct json_out *o, const char *key, int value) {
    if (value >= 0)
        json_int(o, key, value);
    else
        json_null(o, key);
}

/* About the table and the one who is told, nothing about the game itself. */
void table_write(const struct table *t, const struct viewer *v, struct json_out *o,
                 const char *key) {
    json_object(o, key);
    json_text(o, "id", t->id);
    json_text(o, "state", table_state_name[t->state]);
    json_bool(o, "paused", t->paused);
    table_write_settings(t, o);
    json_text(o, "host", t->host);
    json_array(o, "seats");
    for (int i = 0; i < t->settings.players; i++)
        write_seat(t, i, o);
    json_array_end(o);
    json_int(o, "watchers", v->watchers);
    json_object(o, "you");
    json_text(o, "user", v->user);
    int_or_null(o, "seat", v->seat);
    json_bool(o, "host", strcmp(t->host, v->user) == 0);
    json_raw(o, "mutes", v->mutes ? v->mutes : "[]", v->mutes ? strlen(v->mutes) : 2);
    json_object_end(o);
    write_fair(t, o);
    write_ask(t, o);
    int_or_null(o, "winner", t->winner);
    time_or_null(o, "started", t->started);
    time_or_null(o, "ended", t->ended);
    text_or_null(o, "rematch", t->rematch);
    json_object_end(o);
}

/* As they stand now, though the table's own were last charged at clock_at. */
void table_write_clock(const struct table *t, struct json_out *o, const char *key, int64_t now) {
    if (!table_has_clock(t) || t->state != TABLE_PLAYING) {
        json_null(o, key);
        return;
    }
    json_object(o, key);
    json_bool(o, "paused", t->paused);
    json_int(o, "at", now);
    json_array(o, "seats");
    for (int i = 0; i < t->settings.players; i++) {
        struct seat_clock c = t->clock[i];
        int64_t spent = c.runs && now > t->clock_at ? now - t->clock_at : 0,
                turn = spent < c.turn ? spent : c.turn;
        json_object(o, NULL);
        int64_t bank = c.bank - (spent - turn);
        json_int(o, "bank_ms", bank > 0 ? bank : 0);
        json_int(o, "turn_ms", c.turn - turn);
        json_bool(o, "runs", c.runs);
        json_object_end(o);
    }
    json_array_end(o);
    json_object_end(o);
}

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
static void write_event(struct walk *w, uint32_t seq, struct json_out *o) {
    const struct entry *e = &w->t->entry[seq - 1];
    json_object(o, NULL);
    json_int(o, "seq", seq);
    int_or_null(o, "seat", e->seat);
    json_int(o, "at", e->at);
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

/* --- lists --- */

void table_write_game(const struct table *t, const char *user, struct json_out *o,
                      const char *key) {
    json_object(o, key);
    json_text(o, "game", t->id);
    json_text(o, "table", t->id);
    json_text(o, "kind", t->game->name);
    json_text(o, "name", t->settings.name);
    json_text(o, "rules", t->settings.rules);
    json_int(o, "players", t->settings.players);
    json_text(o, "state", table_state_name[t->state]);
    json_array(o, "names");
    for (int i = 0; i < t->settings.players; i++)
        json_text(o, NULL,
                  t->seat[i].kind == SEAT_BOT ? bot_level_name(t->seat[i].level) : t->seat[i].name);
    json_array_end(o);
    int_or_null(o, "seat", user ? table_seat_of(t, user) : -1);
    int_or_null(o, "winner", t->winner);
    json_int(o, "entries", t->entries ? t->entries : t->entries_stored);
    time_or_null(o, "started", t->started);
    time_or_null(o, "ended", t->ended);
    json_object_end(o);
}

/* What somebody needs to choose a table; no users, no seeds. */
void table_write_lobby(const struct table *t, int watchers, struct json_out *o, const char *key) {
    int taken = 0, bots = 0;
    const char *host = "";
    for (int i = 0; i < t->settings.players; i++) {
        taken += t->seat[i].kind != SEAT_EMPTY;
        bots += t->seat[i].kind == SEAT_BOT;
        if (t->seat[i].kind == SEAT_HUMAN && strcmp(t->seat[i].user, t->host) == 0)
            host = t->seat[i].name;
    }
    json_object(o, key);
    json_text(o, "table", t->id);
    table_write_settings(t, o);
    json_int(o, "taken", taken);
    json_int(o, "bots", bots);
    json_text(o, "state", table_state_name[t->state]);
    json_text(o, "host", host);
    json_int(o, "watchers", watchers);
    json_object_end(o);
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
        if (option->words)
            text_add(out, option->words[t->rules.value[i]]);
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
