/* room.c -- a table in memory with the people at it: finding, loading, storing, telling.
 *
 * What is said about a table or a game is written once per kind of listener (each seat,
 * the spectators) and sent to all of that kind. */
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "internal.h"

static unsigned slot(const struct server *s, const char *id) {
    unsigned h = 2166136261u;
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h % (unsigned)(sizeof s->room / sizeof *s->room);
}

struct room *room_find(struct server *s, const char *id) {
    for (struct room *r = s->room[slot(s, id)]; r; r = r->next)
        if (strcmp(r->t->id, id) == 0)
            return r;
    return NULL;
}

/* The timer does not keep the loop alive: a server that drains does not wait for a clock. */
struct room *room_new(struct server *s, struct table *t) {
    struct room *r = calloc(1, sizeof *r);
    CHECK(r && !room_find(s, t->id));
    struct room **list = &s->room[slot(s, t->id)];
    r->server = s;
    r->t = t;
    r->empty_since = now_ms(s);
    r->next = *list;
    *list = r;
    s->rooms_n++;
    uv_timer_init(&s->loop, &r->timer);
    uv_unref((uv_handle_t *)&r->timer);
    r->timer.data = r;
    return r;
}

/* The last that happens to a room: libuv must be done with the timer before its memory goes. */
static void on_closed(uv_handle_t *handle) {
    struct room *r = handle->data;
    bots_free(r);
    table_free(r->t);
    free(r->chat);
    free(r->talker);
    free(r->mute);
    free(r);
}

/* Gone, and nobody comes back to it. */
static void finish(struct room *r) {
    if (r->gone && r->pins == 0 && !uv_is_closing((uv_handle_t *)&r->timer))
        uv_close((uv_handle_t *)&r->timer, on_closed);
}

/* Out of the hash table at once; the memory when nobody comes back to it. */
void room_free(struct room *r) {
    struct server *s = r->server;
    struct room **at = &s->room[slot(s, r->t->id)];
    if (r->gone)
        return;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    s->rooms_n--;
    r->gone = true;
    lobby_forget(r);
    play_drop(r);
    uv_timer_stop(&r->timer);
    while (r->clients)
        room_leave(r->clients);
    finish(r);
}

void room_pin(struct room *r) {
    r->pins++;
}

void room_unpin(struct room *r) {
    CHECK(r->pins > 0);
    r->pins--;
    finish(r);
}

/* --- from the store --- */

static bool apply_text(struct table *t, const char *text, size_t len) {
    struct step *step = malloc(sizeof *step);
    CHECK(step);
    bool ok = t->now && t->entries < ENTRIES_MAX && table_decode(t, text, len, step) == 0;
    if (ok)
        table_apply(t, step);
    free(step);
    return ok;
}

/* An archive is the entries' texts, one a line. */
static bool apply_archive(struct table *t, const char *text, size_t len) {
    while (len > 0) {
        const char *end = memchr(text, '\n', len);
        size_t n = end ? (size_t)(end - text) : len;
        if (!apply_text(t, text, n))
            return false;
        text += n + (end != NULL);
        len -= n + (end != NULL);
    }
    return true;
}

/* The log decides: state and winner are what it leads to, whatever the description says; but for a
 * table that was closed before its end, which the log cannot know. Clocks get their banks from the
 * last entry. */
static bool apply_rows(struct table *t, const struct store_row *rows, int n) {
    enum table_state stored = t->state;
    if (!t->started)
        return true;
    t->state = TABLE_PLAYING;
    t->winner = -1;
    if (!table_begin(t))
        return false;
    table_clock_start(t, 0);
    for (int i = 0; i < n; i++) {
        if (rows[i].kind == ROW_ENTRY && !apply_text(t, rows[i].body, rows[i].len))
            return false;
        if (rows[i].kind == ROW_ARCHIVE && !apply_archive(t, rows[i].body, rows[i].len))
            return false;
    }
    if (stored == TABLE_CLOSED)
        t->state = TABLE_CLOSED;
    return true;
}

/* A bot's row holds its level as a name, for lists; nobody's user. */
static void seat_players(struct table *t, const struct store_row *rows, int n) {
    for (int i = 0; i < n && rows[i].kind == ROW_PLAYER; i++) {
        if (rows[i].number < 0 || rows[i].number >= t->settings.players)
            continue;
        struct seat *s = &t->seat[rows[i].number];
        KEEP(s->user, s->kind == SEAT_HUMAN ? rows[i].id : "");
        KEEP(s->name, s->kind == SEAT_HUMAN ? rows[i].key : "");
    }
}

struct table *table_from_meta(const struct store_row *rows, int n) {
    static const uint8_t none[FAIR_SEED];
    struct table *t = table_new(rows[0].id, none, 0);
    if (rows[0].kind == ROW_META && table_read_meta(t, rows[0].body, rows[0].len))
        seat_players(t, rows + 1, n - 1);
    else
        t->state = TABLE_BROKEN;
    return t;
}

/* Never NULL: what cannot be read is TABLE_BROKEN, with its id. */
struct table *table_from_rows(const char *id, const struct store_row *rows, int n) {
    static const uint8_t none[FAIR_SEED];
    if (n < 1) {
        struct table *t = table_new(id, none, 0);
        t->state = TABLE_BROKEN;
        return t;
    }
    struct table *t = table_from_meta(rows, n);
    if (t->state != TABLE_BROKEN && !apply_rows(t, rows, n))
        t->state = TABLE_BROKEN;
    return t;
}

/* Everybody is away and no time has passed: the clocks start when somebody comes (room_enter). */
struct room *room_load(struct server *s, const char *id, const struct store_row *rows, int n) {
    struct table *t = table_from_rows(id, rows, n);
    int64_t now = now_ms(s);
    t->clock_at = now;
    for (int i = 0; i < t->settings.players; i++)
        t->seat[i].away = now;
    if (t->state == TABLE_BROKEN) {
        int at;
        s->metric[M_BROKEN]++;
        log_line("error", "table-broken", "table", id, NULL);
        if (!t->game) /* something to show it by */
            CHECK(table_set_rules(t, games[0]->rulesets[0].name, 0, &at));
    }
    return room_new(s, t);
}

/* --- to the store --- */

/* A picture of the table as it is now: what changes before it is stored is in the next one. */
struct store_request *room_meta_request(struct room *r, enum store_op op) {
    static char text[32768];
    struct json_out o;
    const struct table *t = r->t;
    json_begin(&o, text, sizeof text);
    table_write_meta(t, &o);
    CHECK(json_fits(&o));
    struct store_request *q = store_request(op, t->id);
    q->epoch = r->epoch;
    q->at = now_ms(r->server);
    store_set_meta(q, text, o.len);
    q->players = t->settings.players;
    for (int i = 0; i < q->players; i++) {
        KEEP(q->player[i].user, t->seat[i].kind == SEAT_HUMAN ? t->seat[i].user : "");
        KEEP(q->player[i].name,
             t->seat[i].kind == SEAT_BOT ? bot_level_name(t->seat[i].level) : t->seat[i].name);
    }
    return q;
}

struct saving {
    struct room *room;
    struct conn *conn;
    struct reply reply;
};

/* Refused: the table in memory is ahead of the store, and is saved again until it is taken
 * (server.c): what others see must not be undone by a restart. */
static void saved(struct store_request *q) {
    struct saving *s = q->arg;
    struct room *r = s->room;
    struct client *c = s->conn && !s->conn->dead ? s->conn->client : NULL;
    if (q->result != STORE_OK) {
        log_line("error", "store", "op", "meta", "result", store_result_name(q->result), NULL);
        r->retry_at = now_ms(r->server) + 1000;
        r->unsaved = q->result != STORE_FENCED && q->result != STORE_MISSING; /* else in vain */
        if (c)
            reply_not_stored(c, &s->reply);
    } else if (!r->gone) {
        r->unsaved = false;
        room_tell_table(r);
        lobby_touch(r);
        if (c)
            reply_ok(c, &s->reply);
        play_next(r);
    }
    if (s->conn)
        conn_unpin(s->conn);
    room_unpin(r);
    free(s);
}

void room_save(struct room *r, struct message *m) {
    struct saving *s = calloc(1, sizeof *s);
    CHECK(s);
    s->room = r;
    if (m) {
        s->conn = m->c->conn;
        s->reply = m->reply;
        conn_pin(s->conn);
    }
    room_pin(r);
    struct store_request *q = room_meta_request(r, STORE_META);
    q->done = saved;
    q->arg = s;
    store_submit(r->server->store, q);
}

/* Marked as archived when it was submitted, so that it is not submitted twice; taken back if it was
 * not taken. */
static void archived(struct store_request *q) {
    struct room *r = q->arg;
    if (q->result != STORE_OK) {
        r->archived = false;
        r->retry_at = now_ms(r->server) + 5000;
        log_line("error", "store", "op", "archive", "result", store_result_name(q->result), NULL);
    }
    room_unpin(r);
}

/* A finished game's log becomes one blob. The texts are made anew from the entries by playing them
 * along, as an action's text depends on the state before it. On the loop's thread: a game is a few
 * hundred entries. */
void room_archive(struct room *r) {
    if (r->archived || r->t->state == TABLE_BROKEN)
        return;
    const struct table *t = r->t;
    struct table *replay = table_new(t->id, t->server_seed, t->made);
    int at;
    size_t cap = (size_t)t->entries * 128 + STEP_TEXT_MAX, len = 0;
    char *body = malloc(cap);
    CHECK(body && table_set_rules(replay, t->settings.rules, t->settings.players, &at));
    replay->state = TABLE_PLAYING;
    replay->settings = t->settings;
    if (t->started)
        CHECK(table_begin(replay));
    for (int i = 0; i < t->entries; i++) {
        struct step step = { .seat = t->entry[i].seat,
                             .command = t->entry[i].command,
                             .at = t->entry[i].at,
                             .undo = t->entry[i].undo,
                             .fixed = t->entry[i].fixed,
                             .n = t->entry[i].n };
        memcpy(step.action, &t->action[t->entry[i].first], t->entry[i].n * sizeof step.action[0]);
        if (cap - len < STEP_TEXT_MAX)
            body = realloc(body, cap *= 2);
        CHECK(body);
        len += (size_t)table_encode(replay, &step, body + len, STEP_TEXT_MAX);
        body[len++] = '\n';
        table_apply(replay, &step);
    }
    table_free(replay);
    struct store_request *q = room_meta_request(r, STORE_ARCHIVE);
    store_set_body(q, body, len);
    free(body);
    q->done = archived;
    q->arg = r;
    r->archived = true;
    room_pin(r);
    store_submit(r->server->store, q);
}

/* The end of a table: `keep` what was played, or nothing was. A quarantined one only leaves
 * memory: what is stored of it is all there is to mend it by, and more than is known here. */
void room_close(struct room *r, bool keep_game) {
    struct table *t = r->t;
    bool broken = t->state == TABLE_BROKEN;
    t->state = TABLE_CLOSED;
    room_tell_table(r);
    if (broken) {
        log_line("warn", "closed-broken", "table", t->id, NULL);
    } else if (keep_game && t->started) {
        room_archive(r);
    } else {
        struct store_request *q = store_request(STORE_REMOVE, t->id);
        store_submit(r->server->store, q);
    }
    room_free(r);
}

/* --- coming and going --- */

/* Connections, not people: who watches in two windows counts twice. */
int room_watchers(const struct room *r) {
    int n = 0;
    for (struct client *c = r->clients; c; c = c->room_next)
        n += table_seat_of(r->t, c->who.user) < 0;
    return n;
}

static bool is_there(const struct room *r, const char *user) {
    for (struct client *c = r->clients; c; c = c->room_next)
        if (strcmp(c->who.user, user) == 0)
            return true;
    return false;
}

/* Somebody is there while any of their connections is. Who comes back has the seat back from the
 * bot at once; who resigned has not. */
void room_presence(struct room *r) {
    int64_t now = now_ms(r->server);
    struct table *t = r->t;
    bool changed = false;
    for (int i = 0; i < t->settings.players; i++) {
        struct seat *s = &t->seat[i];
        if (s->kind != SEAT_HUMAN)
            continue;
        bool there = is_there(r, s->user);
        if (there && s->away) {
            s->away = 0;
            changed = true;
            if (!s->resigned)
                s->held = false;
        } else if (!there && !s->away) {
            s->away = now;
            changed = true;
        }
    }
    if (changed) {
        room_tell_table(r);
        lobby_touch(r);
    }
}

void room_enter(struct room *r, struct client *c) {
    c->seq = 0;
    c->viewer = VIEWER_NONE;
    if (c->room == r) /* it never left, and stays who it is there: a host, the longest present */
        return;
    if (c->room)
        room_leave(c);
    c->room = r;
    c->room_prev = NULL;
    c->room_next = r->clients;
    if (r->clients)
        r->clients->room_prev = c;
    r->clients = c;
    r->clients_n++;
    if (r->empty_since) { /* the grace period begins when somebody is there to wait */
        for (int i = 0; i < r->t->settings.players; i++)
            if (r->t->seat[i].away)
                r->t->seat[i].away = now_ms(r->server);
        r->t->clock_at = now_ms(r->server); /* nobody's time ran while nobody was there */
        r->empty_since = 0;
    }
}

/* The host has left before the start: the longest present takes over. */
void room_new_host(struct room *r) {
    struct client *last = r->clients;
    if (r->t->state != TABLE_OPEN || !last || is_there(r, r->t->host))
        return;
    while (last->room_next)
        last = last->room_next;
    KEEP(r->t->host, last->who.user);
    room_tell_table(r);
    lobby_touch(r);
}

/* A host who only reloads the page, or whose network fails, stays the host for the grace period of
 * the table; it begins when somebody is there to wait. */
void room_watch_host(struct room *r, int64_t now) {
    enum { HOLD_NONE = 60 }; /* seconds, at a table where no bot ever holds a seat */
    int hold = r->t->settings.hold > 0 ? r->t->settings.hold : HOLD_NONE;
    if (r->t->state != TABLE_OPEN || r->starting || !r->clients || is_there(r, r->t->host)) {
        r->host_away = 0;
    } else if (!r->host_away) {
        r->host_away = now;
    } else if (now - r->host_away >= (int64_t)hold * 1000) {
        room_new_host(r);
        room_save(r, NULL);
    }
}

/* The last one out stops all clocks. A room that is gone tells nobody anything more. */
void room_leave(struct client *c) {
    struct room *r = c->room;
    c->room = NULL;
    if (c->room_prev)
        c->room_prev->room_next = c->room_next;
    else
        r->clients = c->room_next;
    if (c->room_next)
        c->room_next->room_prev = c->room_prev;
    c->room_next = c->room_prev = NULL;
    CHECK(r->clients_n > 0);
    r->clients_n--;
    if (r->clients_n == 0) {
        if (r->t->now)
            table_clock_run(r->t, 0, now_ms(r->server));
        r->empty_since = now_ms(r->server);
    }
    if (r->gone)
        return;
    room_presence(r);
    lobby_touch(r);
    if (r->t->state == TABLE_PLAYING)
        play_schedule(r);
}
