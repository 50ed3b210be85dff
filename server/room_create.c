/* room_create.c -- making a table and changing its settings.
 *
 * Settings are read key by key into a table that nobody sees yet. This may fail half-way; the
 * caller then throws that table away. An absent key leaves its setting as it is; null is a value
 * where the protocol says so (no clock, no hold). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "crypto.h"
#include "seats.h"

enum {
    FIND_WAITS = 20,  /* seconds until bots take the free seats of a table for strangers */
};

/* --- settings --- */

/* Null: no clock. A clock of nothing at all would lose every game at once. */
static bool read_clock(struct message *m, struct settings *s) {
    struct json_in clock = message_get(m, "clock");
    int64_t bank = 0, increment = 0;
    if (clock.len == 0)
        return true;
    if (json_is_given(clock) &&
        (!json_to_int(json_get(clock, "bank"), 0, INT_MAX, &bank) ||
         !json_to_int(json_get(clock, "increment"), 0, INT_MAX, &increment) ||
         bank + increment < 1))
        return message_refuse(m, "bad-value", "clock");
    s->bank = (int)bank;
    s->increment = (int)increment;
    return true;
}

/* Null is `never`. */
static void read_seconds(const struct message *m, const char *key, int never, int *out) {
    if (message_get(m, key).len > 0)
        *out = (int)message_number(m, key, never);
}

static void read_flags(const struct message *m, struct settings *s) {
    s->is_public = message_flag(m, "public", s->is_public);
    s->spectators = message_flag(m, "spectators", s->spectators);
    s->resign = message_flag(m, "resign", s->resign);
    s->memory = message_flag(m, "memory", s->memory);
    s->chat = message_flag(m, "chat", s->chat);
    s->hints = message_flag(m, "hints", s->hints);
}

/* Other rules of the same game keep the number of players if they can be played by so many, else
 * they bring their usual number; a number that is asked for is never changed. The text that is
 * stored is the canonical one. The refusal says where in the text the fault is. */
static bool read_rules(struct message *m, struct table *t) {
    char rules[RULES_TEXT_MAX];
    bool asked = message_has(m, "players");
    int players = (int)message_number(m, "players", 0);
    int at;
    KEEP(rules, t->settings.rules);
    if (!message_text(m, "rules", rules, sizeof rules) && !asked && t->game)
        return true;
    if (!asked && t->game && rules_game(rules) == t->game)
        players = t->settings.players;
    if (table_set_rules(t, rules, players, &at) ||
        (players && !asked && table_set_rules(t, rules, 0, &at)))
        return true;
    struct frame f;
    struct json_out *o = frame_begin(m->c->conn->server, &f, "error");
    if (m->reply.len)
        json_raw(o, "id", m->reply.id, m->reply.len);
    json_text(o, "error", "bad-rules");
    json_int(o, "at", at);
    json_text(o, "message", "These rules are not known.");
    frame_end(m->c->conn->server, &f);
    frame_send(&f, m->c);
    return false;
}

/* A name of nothing but blanks is no name. */
static bool read_settings(struct message *m, struct table *t) {
    char name[NAME_MAX_BYTES * 2];
    if (message_text(m, "name", name, sizeof name))
        clean_text(name, t->settings.name, sizeof t->settings.name, NAME_CHARS);
    read_flags(m, &t->settings);
    read_seconds(m, "hold", -1, &t->settings.hold);
    read_seconds(m, "fill", 0, &t->settings.fill);
    return read_rules(m, t) && read_clock(m, &t->settings);
}

/* Other rules: say again that you are ready. */
static void make_settings(struct table *t, const struct change *c) {
    int at;
    CHECK(table_set_rules(t, c->settings.rules, c->settings.players, &at));
    t->settings = c->settings;
    for (int i = 0; i < t->settings.players; i++)
        t->seat[i].ready = false;
}

/* --- settings of a game that runs --- */

/* What everybody agreed to by sitting down stays as it is; who may talk and look on does not, and
 * a game without a clock can get one, so that nobody holds it for ever. A clock that runs stays. */
static bool read_running(struct message *m, const struct table *t, struct settings *s) {
    enum { CLOCK_MIN = 30 }; /* seconds: less would be a weapon */
    read_flags(m, s);
    if (!message_has(m, "clock"))
        return true;
    if (table_has_clock(t))
        return message_refuse(m, "not-open", "The game has a clock already.");
    if (!read_clock(m, s))
        return false;
    return s->bank + s->increment >= CLOCK_MIN || message_refuse(m, "bad-value", "clock");
}

static void make_running(struct table *t, const struct change *c) {
    t->settings = c->settings;
}

static void made_running(struct room *r, const struct change *c) {
    if (c->on)
        table_clock_start(r->t, now_ms(r->server));
}

/* Before the first entry nobody has been told of clocks (room_tell_clock). */
static void told_running(struct room *r, const struct change *c, struct client *who) {
    for (struct client *d = r->clients; d && c->on && r->t->log.entries_n == 0; d = d->room_next)
        room_tell_game_to(r, d, d->seq, d->want_view);
    if (who)
        reply_ok(who, &c->reply);
}

static void change_running(struct message *m) {
    struct room *r = m->c->room;
    struct change c = {
        .make = make_running, .made = made_running, .told = told_running, .settings = r->t->settings
    };
    if (!read_running(m, r->t, &c.settings))
        return;
    c.on = message_has(m, "clock");
    change_table(r, m, &c);
}

/* Read into a copy of the table: all or nothing. */
void do_settings(struct message *m) {
    struct room *r = m->c->room;
    if (r->t->state == TABLE_PLAYING) {
        change_running(m);
        return;
    }
    struct table plan = *r->t;
    if (!read_settings(m, &plan))
        return;
    struct change c = { .make = make_settings, .settings = plan.settings };
    change_table(r, m, &c);
}

/* --- making a table --- */

void seats__set_bot(struct seat *s, int level, int style) {
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
    s->kind = SEAT_BOT;
    s->level = level;
    s->style = style;
}

/* {"level":"club","style":"trader"} */
void seats__read_bot(struct json_in o, int *level, int *style) {
    *level = word_index(bot_level_name, json_get(o, "level"));
    *style = word_index(bot_style_name, json_get(o, "style"));
    if (*style < 0)
        *style = BOT_PLAIN;
}

/* [null, {bot}, ...]: null leaves the seat to people. */
static bool read_seats(struct message *m, struct table *t) {
    struct json_in list = message_get(m, "seats"), value;
    size_t at = 0;
    for (int i = 0; json_is_given(list) && json_next(list, &at, NULL, &value); i++) {
        int level, style;
        if (json_is_null(value))
            continue;
        if (i >= t->settings.players)
            return message_refuse(m, "bad-value", "seats");
        seats__read_bot(value, &level, &style);
        seats__set_bot(&t->seat[i], level, style);
    }
    return true;
}

void seats__sit_down(struct table *t, int seat, const char *user, const char *name) {
    CHECK(seat >= 0 && seat < t->settings.players);
    struct seat *s = &t->seat[seat];
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
    s->kind = SEAT_HUMAN;
    s->level = BOT_CASUAL; /* of the bot that may hold it */
    KEEP(s->user, user);
    KEEP(s->name, name);
}

/* Absent: seat 0; null: the maker only looks on. */
static bool read_sit(struct message *m, struct table *t) {
    struct json_in sit = message_get(m, "sit");
    int seat = (int)message_number(m, "sit", 0);
    if (sit.len > 0 && json_is_null(sit))
        return true;
    if (seat >= t->settings.players)
        return message_refuse(m, "bad-value", "sit");
    if (t->seat[seat].kind != SEAT_EMPTY)
        return message_refuse(m, "seat-taken", "A bot sits there.");
    seats__sit_down(t, seat, m->c->who.user, m->c->who.name);
    return true;
}

static void unlist(struct server *s, struct making *w) {
    struct making **at = &s->making;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

/* The table exists only now: a room for it, its maker in it, and whoever watches the lobby or
 * played the game before is told. */
static void made(struct store_request *q) {
    struct making *w = q->arg;
    struct server *s = w->conn->server;
    struct client *c = w->conn->dead ? NULL : w->conn->client;
    unlist(s, w);
    ops_heard_from_store(s, q->result);
    if (q->result != STORE_OK) {
        if (c)
            reply_not_stored(c, &w->reply);
        table_free(w->t);
    } else {
        struct room *r = room_new(s, w->t);
        r->epoch = q->epoch;
        r->from = w->from;
        room_link_rematch(r); /* before anybody is told: seats are kept by it */
        for (int i = 0; i < r->t->settings.players; i++)
            r->t->seat[i].away = now_ms(s);
        if (c) {
            room_enter(r, c);
            room_presence(r);
            if (table_seat_of(r->t, c->who.user) < 0)
                room_tell_table(r);
            reply_ok_text(c, &w->reply, "table", r->t->id);
        }
        lobby_touch(r);
    }
    if (w->before) {
        w->before->settling = false;
        change_next(w->before);
        room_unpin(w->before);
    }
    conn_unpin(w->conn);
    free(w);
    find_made(s);
}

/* Those on their way count as well, or one burst of messages would pass the limit. */
static int tables_of(const struct server *s, const char *user) {
    int n = 0;
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next)
            n += strcmp(r->t->host, user) == 0 &&
                 (r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING);
    for (const struct making *w = s->making; w; w = w->next)
        n += strcmp(w->t->host, user) == 0;
    return n;
}

/* The same by where they were made from; after a restart nobody knows any more. */
static int tables_from(const struct server *s, const struct in6_addr *ip) {
    int n = 0;
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next)
            n += memcmp(&r->from, ip, sizeof *ip) == 0 &&
                 (r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING);
    for (const struct making *w = s->making; w; w = w->next)
        n += memcmp(&w->from, ip, sizeof *ip) == 0;
    return n;
}

/* The server's seed is drawn before anybody sits: its hash is shown from the first moment on, so it
 * cannot be chosen to suit a seat's own seed. */
struct table *seats__new_table(struct message *m) {
    struct server *s = m->c->conn->server;
    char id[TABLE_ID + 1];
    uint8_t seed[FAIR_SEED];
    random_id(id, TABLE_ID);
    random_bytes(seed, sizeof seed);
    struct table *t = table_new(id, seed, now_ms(s));
    KEEP(t->host, m->c->who.user);
    return t;
}

/* Takes the table over. */
void seats__store_table(struct message *m, struct table *t, struct room *before) {
    struct server *s = m->c->conn->server;
    struct making *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (struct making){ m->c->conn, m->reply, t, before, m->c->conn->address->ip, s->making };
    s->making = w;
    conn_pin(w->conn);
    if (before)
        room_pin(before);
    struct store_request *q = room_meta_request(s, t, 0, STORE_CREATE);
    q->done = made;
    q->arg = w;
    store_submit(s->store, q);
}

bool seats__may_make(struct message *m) {
    struct server *s = m->c->conn->server;
    if (s->draining)
        return message_refuse(m, "draining", "The server is about to restart.");
    if (tables_of(s, m->c->who.user) >= s->config.tables_per_user)
        return message_refuse(m, "too-many", "You have too many tables.");
    /* Who takes one guest session after the other would have as many as memory holds. */
    if (address_full(m->c->conn, tables_from(s, &m->c->conn->address->ip)))
        return message_refuse(m, "too-many", "There are too many tables from your address.");
    return true;
}

void seats__create(struct message *m, bool for_strangers) {
    if (!seats__may_make(m))
        return;
    struct table *t = seats__new_table(m);
    bool ok = read_settings(m, t) && read_seats(m, t) && read_sit(m, t);
    if (for_strangers) {
        t->settings.is_public = true;
        t->settings.fill = FIND_WAITS;
    }
    if (ok)
        seats__store_table(m, t, NULL);
    else
        table_free(t);
}

void do_create(struct message *m) {
    seats__create(m, false);
}
