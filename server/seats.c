/* seats.c -- what happens at a table around the game: making it, sitting down, getting
 * ready, starting, leaving, once more. */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/check.h"
#include "internal.h"

/* --- conditions: each answers the refusal itself --- */

static bool refuse(struct message *m, const char *error, const char *words) {
    reply_error(m->c, &m->reply, error, words);
    return false;
}

static bool is_open(struct message *m) {
    if (m->c->room->starting)
        return refuse(m, "not-open", "The game is starting.");
    return m->c->room->t->state == TABLE_OPEN || refuse(m, "not-open", "The game has started.");
}

static bool is_host(struct message *m) {
    return strcmp(m->c->room->t->host, m->c->who.user) == 0 ||
           refuse(m, "not-host", "Only the host can do this.");
}

static bool has_seat(struct message *m, int *seat) {
    *seat = table_seat_of(m->c->room->t, m->c->who.user);
    return *seat >= 0 || refuse(m, "no-seat", "You have no seat here.");
}

static bool take_seat(struct message *m, int *seat) {
    int64_t n;
    if (!take_int(m, "seat", 0, SEATS_MAX - 1, &n))
        return false;
    *seat = (int)n;
    return n < m->c->room->t->settings.players ||
           refuse(m, "no-such-seat", "There is no such seat.");
}

/* --- settings --- */

static bool read_clock(struct message *m, struct settings *s) {
    struct json_in clock = json_get(m->m, "clock");
    int64_t bank = 0, increment = 0;
    if (clock.len == 0)
        return true;
    if (json_is_null(clock)) {
        s->bank = s->increment = 0;
        return true;
    }
    if (!json_is_object(clock) || !json_to_int(json_get(clock, "bank"), 0, 86400, &bank) ||
        !json_to_int(json_get(clock, "increment"), 0, 3600, &increment) || bank + increment < 1)
        return refuse(m, "bad-value", "clock");
    s->bank = (int)bank;
    s->increment = (int)increment;
    return true;
}

static bool read_hold(struct message *m, struct settings *s) {
    struct json_in hold = json_get(m->m, "hold");
    int64_t seconds;
    if (hold.len == 0)
        return true;
    if (json_is_null(hold))
        s->hold = -1;
    else if (take_int(m, "hold", 1, 3600, &seconds))
        s->hold = (int)seconds;
    else
        return false;
    return true;
}

static bool read_flags(struct message *m, struct settings *s) {
    struct {
        const char *key;
        bool *flag;
    } flags[] = { { "public", &s->is_public },
                  { "spectators", &s->spectators },
                  { "resign", &s->resign },
                  { "memory", &s->memory },
                  { "chat", &s->chat } };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (has_key(m, flags[i].key) && !take_bool(m, flags[i].key, flags[i].flag))
            return false;
    return true;
}

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

static bool read_settings(struct message *m, struct table *t) {
    char name[NAME_MAX_BYTES * 2];
    if (has_key(m, "name")) {
        if (!take_text(m, "name", name, sizeof name))
            return false;
        clean_text(name, t->settings.name, sizeof t->settings.name, NAME_CHARS);
    }
    return read_rules(m, t) && read_flags(m, &t->settings) && read_clock(m, &t->settings) &&
           read_hold(m, &t->settings);
}

void do_settings(struct message *m) {
    struct room *r = m->c->room;
    if (!is_open(m) || !is_host(m))
        return;
    struct table *t = r->t, before = *t; /* all or nothing */
    if (!read_settings(m, t)) {
        *t = before;
        return;
    }
    for (int i = 0; i < t->settings.players; i++) /* other rules: say again that you are ready */
        t->seat[i].ready = false;
    room_save(r, m);
}

/* --- making a table --- */

static void set_bot(struct seat *s, int level, int style) {
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
    s->kind = SEAT_BOT;
    s->level = level;
    s->style = style;
}

/* {"level":"club","style":"trader"} */
static bool read_bot(struct json_in o, int *level, int *style) {
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

static bool read_seats(struct message *m, struct table *t) {
    struct json_in list = json_get(m->m, "seats"), value;
    size_t at = 0;
    if (list.len == 0)
        return true;
    if (!json_is_array(list))
        return refuse(m, "bad-value", "seats");
    for (int i = 0; json_next(list, &at, NULL, &value); i++) {
        int level, style;
        if (json_is_null(value))
            continue;
        if (i >= t->settings.players || !json_is_object(value) || !read_bot(value, &level, &style))
            return refuse(m, "bad-value", "seats");
        set_bot(&t->seat[i], level, style);
    }
    return true;
}

static void sit_down(struct table *t, int seat, const struct identity *who) {
    struct seat *s = &t->seat[seat];
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
    s->kind = SEAT_HUMAN;
    s->level = BOT_CASUAL; /* of the bot that may hold it */
    KEEP(s->user, who->user);
    KEEP(s->name, who->name);
}

static bool read_sit(struct message *m, struct table *t) {
    struct json_in sit = json_get(m->m, "sit");
    int64_t seat = 0;
    if (sit.len > 0 && json_is_null(sit))
        return true;
    if (sit.len > 0 && !take_int(m, "sit", 0, t->settings.players - 1, &seat))
        return false;
    if (t->seat[seat].kind != SEAT_EMPTY)
        return refuse(m, "seat-taken", "A bot sits there.");
    sit_down(t, (int)seat, &m->c->who);
    return true;
}

struct making {
    struct conn *conn;
    struct reply reply;
    struct table *t;
    struct room *before; /* a rematch of this one */
};

static void made(struct store_request *q) {
    struct making *w = q->arg;
    struct server *s = w->conn->server;
    struct client *c = w->conn->dead ? NULL : w->conn->client;
    if (q->result != STORE_OK) {
        if (c)
            reply_not_stored(c, &w->reply);
        table_free(w->t);
    } else {
        struct room *r = room_new(s, w->t);
        r->epoch = q->epoch;
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
        if (w->before && !w->before->gone) {
            KEEP(w->before->t->rematch, r->t->id);
            room_tell_table(w->before);
        }
    }
    if (w->before)
        room_unpin(w->before);
    conn_unpin(w->conn);
    free(w);
}

static int tables_of(const struct server *s, const char *user) {
    int n = 0;
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next)
            n += strcmp(r->t->host, user) == 0 &&
                 (r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING);
    return n;
}

static struct table *new_table(struct message *m) {
    struct server *s = m->c->conn->server;
    char id[TABLE_ID + 1];
    uint8_t seed[FAIR_SEED];
    random_id(id, TABLE_ID);
    randombytes_buf(seed, sizeof seed);
    struct table *t = table_new(id, seed, now_ms(s));
    KEEP(t->host, m->c->who.user);
    return t;
}

static void store_table(struct message *m, struct table *t, struct room *before) {
    struct server *s = m->c->conn->server;
    struct making *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (struct making){ m->c->conn, m->reply, t, before };
    conn_pin(w->conn);
    if (before)
        room_pin(before);
    struct room fake = { .server = s, .t = t };
    struct store_request *q = room_meta_request(&fake, STORE_CREATE);
    q->done = made;
    q->arg = w;
    store_submit(s->store, q);
}

static bool may_make(struct message *m) {
    struct server *s = m->c->conn->server;
    if (s->draining)
        return refuse(m, "draining", "The server is about to restart.");
    if (tables_of(s, m->c->who.user) >= s->config.tables_per_user)
        return refuse(m, "too-many", "You have too many tables.");
    return true;
}

void do_create(struct message *m) {
    if (!may_make(m))
        return;
    if (!has_key(m, "rules")) {
        refuse(m, "bad-value", "rules");
        return;
    }
    struct table *t = new_table(m);
    if (read_settings(m, t) && read_seats(m, t) && read_sit(m, t))
        store_table(m, t, NULL);
    else
        table_free(t);
}

void do_rematch(struct message *m) {
    struct room *r = m->c->room;
    const struct table *old = r->t;
    int seat, at;
    if (old->state != TABLE_OVER && old->state != TABLE_CLOSED) {
        refuse(m, "not-open", "The game is not over.");
        return;
    }
    if (old->rematch[0]) {
        reply_ok_text(m->c, &m->reply, "table", old->rematch);
        return;
    }
    if (!has_seat(m, &seat) || !may_make(m))
        return;
    struct table *t = new_table(m);
    CHECK(table_set_rules(t, old->settings.rules, old->settings.players, &at));
    t->settings = old->settings;
    for (int i = 0; i < t->settings.players; i++) {
        t->seat[i].color = old->seat[i].color;
        if (old->seat[i].kind == SEAT_BOT)
            set_bot(&t->seat[i], old->seat[i].level, old->seat[i].style);
    }
    sit_down(t, seat, &m->c->who);
    store_table(m, t, r);
}

/* --- joining --- */

struct joining {
    struct conn *conn;
    struct reply reply;
    char id[TABLE_ID + 4];
    uint32_t since;
    bool want_view;
};

static void come_in(struct room *r, struct client *c, const struct joining *j) {
    const struct table *t = r->t;
    if (t->state == TABLE_PLAYING && !t->settings.spectators && table_seat_of(t, c->who.user) < 0) {
        reply_error(c, &j->reply, "no-spectators", "This table has no spectators.");
        return;
    }
    c->want_view = j->want_view;
    room_enter(r, c);
    room_tell_table_to(r, c);
    room_presence(r);
    if (t->now && t->state != TABLE_BROKEN)
        room_tell_game_to(r, c, j->since, c->want_view);
    if (t->state == TABLE_OVER)
        room_tell_over(r, c);
    chat_tell_all(r, c);
    reply_ok_text(c, &j->reply, "table", t->id);
    lobby_touch(r);
    if (t->state == TABLE_PLAYING)
        play_next(r);
}

/* The chat of a table that came out of the store. */
static void chats_loaded(struct store_request *q) {
    struct room *r = q->arg;
    if (q->result == STORE_OK)
        chat_loaded(r, q->rows, q->rows_n);
    room_unpin(r);
}

static void loaded(struct store_request *q) {
    struct joining *j = q->arg;
    struct server *s = j->conn->server;
    struct client *c = j->conn->dead ? NULL : j->conn->client;
    struct room *r = room_find(s, j->id);
    if (!r && q->result == STORE_OK && q->rows[0].number == 0) {
        r = room_load(s, j->id, q->rows, q->rows_n);
        r->archived = true;
        struct store_request *chats = store_request(STORE_CHATS, j->id);
        chats->limit = CHATS_KEPT;
        chats->done = chats_loaded;
        chats->arg = r;
        room_pin(r);
        store_submit(s->store, chats);
    }
    if (c && r)
        come_in(r, c, j);
    else if (c)
        reply_error(c, &j->reply, "no-such-table", "There is no such table.");
    conn_unpin(j->conn);
    free(j);
}

void do_join(struct message *m) {
    struct joining j = { .conn = m->c->conn, .reply = m->reply, .want_view = true };
    struct server *s = m->c->conn->server;
    int64_t since = 0;
    char want[16] = "view";
    if (!take_text(m, "table", j.id, sizeof j.id) ||
        (has_key(m, "last_seq") && !take_int(m, "last_seq", 0, ENTRIES_MAX, &since)) ||
        (has_key(m, "want") && !take_text(m, "want", want, sizeof want)))
        return;
    j.since = (uint32_t)since;
    j.want_view = strcmp(want, "events") != 0;
    struct room *r = room_find(s, j.id);
    if (r) {
        come_in(r, m->c, &j);
        return;
    }
    struct joining *kept = malloc(sizeof *kept);
    CHECK(kept);
    *kept = j;
    conn_pin(j.conn);
    struct store_request *q = store_request(STORE_LOAD, j.id);
    q->done = loaded;
    q->arg = kept;
    store_submit(s->store, q);
}

/* --- seats --- */

static bool was_kicked(const struct table *t, const char *user) {
    for (int i = 0; i < t->kicks; i++)
        if (strcmp(t->kicked[i], user) == 0)
            return true;
    return false;
}

static void empty_seat(struct seat *s) {
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
}

/* In a running game only a seat that its person has given up can be taken. */
static bool can_sit(const struct table *t, int seat) {
    const struct seat *s = &t->seat[seat];
    if (t->state == TABLE_OPEN)
        return s->kind == SEAT_EMPTY;
    return t->state == TABLE_PLAYING && s->kind == SEAT_HUMAN && (!s->user[0] || s->resigned);
}

void do_sit(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    int seat, old = table_seat_of(t, m->c->who.user);
    if (!take_seat(m, &seat))
        return;
    if (old == seat) {
        reply_ok(m->c, &m->reply);
        return;
    }
    if (was_kicked(t, m->c->who.user)) {
        refuse(m, "kicked", "The host has asked you to leave.");
        return;
    }
    if (r->starting || !can_sit(t, seat) || (t->state != TABLE_OPEN && old >= 0)) {
        refuse(m, t->state == TABLE_OPEN ? "seat-taken" : "not-open", "This seat is taken.");
        return;
    }
    if (t->state == TABLE_PLAYING) {
        char seed[FAIR_SEAT_SEED_MAX + 1];
        KEEP(seed, t->seat[seat].seed); /* it is in the dice already */
        sit_down(t, seat, &m->c->who);
        KEEP(t->seat[seat].seed, seed);
        m->c->seq = 0; /* it sees all with new eyes */
    } else {
        if (old >= 0)
            empty_seat(&t->seat[old]);
        sit_down(t, seat, &m->c->who);
    }
    room_save(r, m);
    if (t->state == TABLE_PLAYING)
        room_tell_game_to(r, m->c, 0, m->c->want_view);
}

void do_stand(struct message *m) {
    int seat;
    if (!is_open(m) || !has_seat(m, &seat))
        return;
    empty_seat(&m->c->room->t->seat[seat]);
    room_save(m->c->room, m);
}

void do_bot(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    int seat, level, style;
    if (!is_open(m) || !is_host(m) || !take_seat(m, &seat))
        return;
    if (t->seat[seat].kind == SEAT_HUMAN) {
        refuse(m, "seat-taken", "Somebody sits there.");
        return;
    }
    if (!has_key(m, "level")) {
        empty_seat(&t->seat[seat]);
    } else if (read_bot(m->m, &level, &style)) {
        set_bot(&t->seat[seat], level, style);
    } else {
        refuse(m, "bad-value", "level");
        return;
    }
    room_save(r, m);
}

void do_color(struct message *m) {
    struct table *t = m->c->room->t;
    int seat, wanted = -1;
    if (!is_open(m) || !has_seat(m, &seat))
        return;
    for (int i = 0; i < COLORS; i++)
        if (json_equals(json_get(m->m, "color"), table_color_name[i]))
            wanted = i;
    if (wanted < 0) {
        refuse(m, "bad-value", "color");
        return;
    }
    for (int i = 0; i < SEATS_MAX; i++) { /* an empty or a bot's seat swaps with us */
        if (i == seat || t->seat[i].color != wanted)
            continue;
        if (t->seat[i].kind == SEAT_HUMAN) {
            refuse(m, "color-taken", "Somebody has this colour.");
            return;
        }
        t->seat[i].color = t->seat[seat].color;
    }
    t->seat[seat].color = wanted;
    room_save(m->c->room, m);
}

void do_ready(struct message *m) {
    struct table *t = m->c->room->t;
    char seed[FAIR_SEAT_SEED_MAX + 1] = "";
    int seat;
    bool ready;
    if (!is_open(m) || !has_seat(m, &seat) || !take_bool(m, "ready", &ready))
        return;
    if (has_key(m, "seed") &&
        (json_to_text(json_get(m->m, "seed"), seed, sizeof seed) < 0 || !fair_seat_seed_ok(seed))) {
        refuse(m, "bad-value", "seed");
        return;
    }
    t->seat[seat].ready = ready;
    if (seed[0])
        KEEP(t->seat[seat].seed, seed);
    room_save(m->c->room, m);
}

void do_kick(struct message *m) {
    struct table *t = m->c->room->t;
    int seat;
    if (!is_open(m) || !is_host(m) || !take_seat(m, &seat))
        return;
    if (t->seat[seat].kind != SEAT_HUMAN || strcmp(t->seat[seat].user, t->host) == 0) {
        refuse(m, "no-such-seat", "Nobody there can be asked to leave.");
        return;
    }
    if (t->kicks < KICKS_MAX)
        KEEP(t->kicked[t->kicks++], t->seat[seat].user);
    empty_seat(&t->seat[seat]);
    room_save(m->c->room, m);
}

/* --- starting --- */

static bool all_ready(struct message *m) {
    const struct table *t = m->c->room->t;
    for (int i = 0; i < t->settings.players; i++) {
        const struct seat *s = &t->seat[i];
        if (s->kind == SEAT_EMPTY || (s->kind == SEAT_HUMAN && !s->ready))
            return refuse(m, "not-ready", "Not everybody is ready.");
    }
    return true;
}

static void started(struct store_request *q) {
    struct making *w = q->arg;
    struct room *r = w->before;
    struct client *c = w->conn->dead ? NULL : w->conn->client;
    r->starting = false;
    if (q->result != STORE_OK) {
        r->t->state = TABLE_OPEN;
        r->t->started = 0;
        if (c)
            reply_not_stored(c, &w->reply);
    } else if (!r->gone) {
        r->t->state = TABLE_PLAYING;
        room_tell_table(r);
        lobby_touch(r);
        struct command *first = play_command(r, SEAT_CHANCE, 0);
        first->conn = w->conn;
        first->reply = w->reply;
        conn_pin(w->conn);
        play_begin(r);
        play_queue(r, first); /* answers the start when the board lies */
    }
    conn_unpin(w->conn);
    room_unpin(r);
    free(w);
}

void do_start(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    if (!is_open(m) || !is_host(m) || !all_ready(m))
        return;
    for (int i = 0; i < t->settings.players; i++)
        if (!t->seat[i].seed[0])
            random_id(t->seat[i].seed, 16);
    if (!table_begin(t)) {
        refuse(m, "bad-rules", "These rules cannot be played with so many.");
        return;
    }
    t->started = now_ms(r->server);
    t->state = TABLE_PLAYING;
    struct store_request *q = room_meta_request(r, STORE_META);
    t->state = TABLE_OPEN; /* until it is stored */
    r->starting = true;
    struct making *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (struct making){ m->c->conn, m->reply, NULL, r };
    conn_pin(w->conn);
    room_pin(r);
    q->done = started;
    q->arg = w;
    store_submit(r->server->store, q);
}

/* --- leaving --- */

void do_leave(struct message *m) {
    struct client *c = m->c;
    struct room *r = c->room;
    struct table *t = r->t;
    int seat = table_seat_of(t, c->who.user);
    if (t->state == TABLE_OPEN && seat >= 0 && !r->starting)
        empty_seat(&t->seat[seat]);
    room_leave(c);
    reply_ok(c, &m->reply);
    if (t->state == TABLE_OPEN && r->clients_n == 0 && table_people(t) == 0)
        room_close(r, false);
    else if (t->state == TABLE_OPEN)
        room_save(r, NULL);
}

void do_resign(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    int seat;
    if (!has_seat(m, &seat))
        return;
    if (t->state != TABLE_PLAYING || !t->settings.resign || t->seat[seat].resigned) {
        refuse(m, t->state != TABLE_PLAYING ? "not-playing" : "no-resign",
               "You cannot resign here.");
        return;
    }
    t->seat[seat].resigned = true;
    t->seat[seat].held = true;
    room_save(r, m);
}

void do_close(struct message *m) {
    struct room *r = m->c->room;
    if (!is_host(m))
        return;
    if (r->t->state == TABLE_PLAYING || r->starting) {
        refuse(m, "not-open", "The game is running.");
        return;
    }
    reply_ok(m->c, &m->reply);
    if (r->t->state == TABLE_OVER)
        room_free(r);
    else
        room_close(r, r->t->started != 0);
}
