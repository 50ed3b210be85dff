/* room_create.c -- a table is made and set up.
 *
 * Settings are read into a table of nobody's yet, key by key, and may fail half-way: who calls
 * throws it away. A key that is absent leaves its setting;
 * null is a value where the protocol says so (no clock, no hold). */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/check.h"
#include "seats.h"

enum { FROM_FACTOR = 16 }; /* tables from one address, by its connections */

/* --- settings --- */

/* Null: no clock. A clock of nothing at all would lose every game at once. */
static bool read_clock(struct message *m, struct settings *s) {
    struct json_in clock = message_get(m, "clock");
    int64_t bank = 0, increment = 0;
    if (clock.len == 0)
        return true;
    if (json_is_null(clock)) {
        s->bank = s->increment = 0;
        return true;
    }
    if (!json_is_object(clock) || !json_to_int(json_get(clock, "bank"), 0, 86400, &bank) ||
        !json_to_int(json_get(clock, "increment"), 0, 3600, &increment) || bank + increment < 1)
        return seats__refuse(m, "bad-value", "clock");
    s->bank = (int)bank;
    s->increment = (int)increment;
    return true;
}

/* Seconds from 1 to 3600; null is `never`. */
static bool read_seconds(struct message *m, const char *key, int never, int *out) {
    struct json_in value = message_get(m, key);
    int64_t seconds;
    if (value.len == 0)
        return true;
    if (json_is_null(value))
        *out = never;
    else if (take_int(m, key, 1, 3600, &seconds))
        *out = (int)seconds;
    else
        return false;
    return true;
}

static bool read_flags(struct message *m, struct settings *s) {
    struct {
        const char *key;
        bool *flag;
    } flags[] = { { "public", &s->is_public }, { "spectators", &s->spectators },
                  { "resign", &s->resign },    { "memory", &s->memory },
                  { "chat", &s->chat },        { "hints", &s->hints } };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (has_key(m, flags[i].key) && !take_bool(m, flags[i].key, flags[i].flag))
            return false;
    return true;
}

/* Other rules of the same game keep the number of players if they can be played by so many, else
 * they bring their usual number; a number that is asked for is never changed. The text that is
 * stored is the canonical one. The refusal says where in the text the fault is. */
static bool read_rules(struct message *m, struct table *t) {
    char rules[RULES_TEXT_MAX];
    int64_t players = 0;
    int at;
    KEEP(rules, t->settings.rules);
    if (has_key(m, "rules") && !take_text(m, "rules", rules, sizeof rules))
        return false;
    if (has_key(m, "players") && !take_int(m, "players", 1, SEATS_MAX, &players))
        return false;
    if (!has_key(m, "rules") && !has_key(m, "players") && t->game)
        return true;
    if (!has_key(m, "players") && t->game && rules_game(rules) == t->game)
        players = t->settings.players;
    if (table_set_rules(t, rules, (int)players, &at) ||
        (players && !has_key(m, "players") && table_set_rules(t, rules, 0, &at)))
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
    if (has_key(m, "name")) {
        if (!take_text(m, "name", name, sizeof name))
            return false;
        clean_text(name, t->settings.name, sizeof t->settings.name, NAME_CHARS);
    }
    return read_rules(m, t) && read_flags(m, &t->settings) && read_clock(m, &t->settings) &&
           read_seconds(m, "hold", -1, &t->settings.hold) &&
           read_seconds(m, "fill", 0, &t->settings.fill);
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
    static const char *const keys[] = { "type", "id", "chat", "spectators", "clock" };
    enum { CLOCK_MIN = 30 }; /* seconds: less would be a weapon */
    for (int i = 0; i < m->members; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            known = known || json_equals(m->member[i].key, keys[k]);
        if (!known)
            return seats__refuse(m, "not-open", "The game has started.");
    }
    if ((has_key(m, "chat") && !take_bool(m, "chat", &s->chat)) ||
        (has_key(m, "spectators") && !take_bool(m, "spectators", &s->spectators)))
        return false;
    if (!has_key(m, "clock"))
        return true;
    if (table_has_clock(t))
        return seats__refuse(m, "not-open", "The game has a clock already.");
    if (!read_clock(m, s))
        return false;
    return s->bank + s->increment >= CLOCK_MIN || seats__refuse(m, "bad-value", "clock");
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
    struct change c = { .make = make_running,
                        .made = made_running,
                        .told = told_running,
                        .settings = r->t->settings };
    if (!seats__is_host(m) || !read_running(m, r->t, &c.settings))
        return;
    c.on = has_key(m, "clock");
    change_table(r, m, &c);
}

/* Read into a copy of the table: all or nothing. */
void do_settings(struct message *m) {
    struct room *r = m->c->room;
    if (r->t->state == TABLE_PLAYING) {
        change_running(m);
        return;
    }
    if (!seats__is_open(m) || !seats__is_host(m))
        return;
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
bool seats__read_bot(struct json_in o, int *level, int *style) {
    struct json_in s = json_get(o, "style");
    *level = *style = -1;
    for (int i = 0; bot_level_name(i); i++)
        if (json_equals(json_get(o, "level"), bot_level_name(i)))
            *level = i;
    for (int i = 0; bot_style_name(i); i++)
        if (json_equals(s, bot_style_name(i)))
            *style = i;
    if (s.len == 0 || json_is_null(s))
        *style = BOT_PLAIN;
    return *level >= 0 && *style >= 0;
}

/* [null, {bot}, ...]: null leaves the seat to people. */
static bool read_seats(struct message *m, struct table *t) {
    struct json_in list = message_get(m, "seats"), value;
    size_t at = 0;
    if (list.len == 0)
        return true;
    if (!json_is_array(list))
        return seats__refuse(m, "bad-value", "seats");
    for (int i = 0; json_next(list, &at, NULL, &value); i++) {
        int level, style;
        if (json_is_null(value))
            continue;
        if (i >= t->settings.players || !json_is_object(value) ||
            !seats__read_bot(value, &level, &style))
            return seats__refuse(m, "bad-value", "seats");
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
    int64_t seat = 0;
    if (sit.len > 0 && json_is_null(sit))
        return true;
    if (sit.len > 0 && !take_int(m, "sit", 0, t->settings.players - 1, &seat))
        return false;
    if (t->seat[seat].kind != SEAT_EMPTY)
        return seats__refuse(m, "seat-taken", "A bot sits there.");
    seats__sit_down(t, (int)seat, m->c->who.user, m->c->who.name);
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
    randombytes_buf(seed, sizeof seed);
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
        return seats__refuse(m, "draining", "The server is about to restart.");
    if (tables_of(s, m->c->who.user) >= s->config.tables_per_user)
        return seats__refuse(m, "too-many", "You have too many tables.");
    /* Who takes one guest session after the other would have as many as memory holds. */
    if (tables_from(s, &m->c->conn->address->ip) >= FROM_FACTOR * s->config.connections_per_address)
        return seats__refuse(m, "too-many", "There are too many tables from your address.");
    return true;
}

void do_create(struct message *m) {
    if (!seats__may_make(m))
        return;
    if (!has_key(m, "rules")) {
        seats__refuse(m, "bad-value", "rules");
        return;
    }
    struct table *t = seats__new_table(m);
    if (read_settings(m, t) && read_seats(m, t) && read_sit(m, t))
        seats__store_table(m, t, NULL);
    else
        table_free(t);
}
