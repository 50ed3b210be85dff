/* client.c -- one WebSocket's conversation: hello first, then messages by type.
 *
 * Every message is judged before anything is done: whole JSON, a known type, a usable id. A bad
 * message gets an error, and the connection continues. Only a wrong version, a missing session
 * and too many messages end it.
 *
 * Nothing here frees a client while one of its messages is handled: client_close() marks it, and
 * conn.c drops it later. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "room.h"

/* A ring: the neighbour before the first is the last. Thousands may wait. */
static void wait_in(struct client *c, struct client **list) {
    struct client *first = *list ? *list : c;
    CHECK(!c->waits);
    c->waits = list;
    c->wait_next = first;
    c->wait_prev = *list ? first->wait_prev : c;
    c->wait_prev->wait_next = c;
    first->wait_prev = c;
    *list = first;
}

static void stop_waiting(struct client *c) {
    struct client **list = c->waits;
    if (!list)
        return;
    c->wait_prev->wait_next = c->wait_next;
    c->wait_next->wait_prev = c->wait_prev;
    if (*list == c)
        *list = c->wait_next == c ? NULL : c->wait_next;
    c->waits = NULL;
}

/* The cookie is kept from the upgrade's head, which is freed; hello looks up the person. */
struct client *client_new(struct conn *conn) {
    struct client *c = new_lines(sizeof *c);
    CHECK(c);
    c->conn = conn;
    c->want_view = true;
    auth_token_of(conn, c->cookie);
    conn->server->clients_n++;
    return c;
}

const struct identity *client_who(const struct client *c) {
    return &c->who;
}

/* Only called by conn_drop(), never while a message is handled. */
void client_gone(struct client *c) {
    struct server *s = c->conn->server;
    s->clients_n--;
    stop_waiting(c);
    lobby_leave(c);
    if (c->room)
        room_leave(c);
    ws_free(c->conn->ws);
    c->conn->ws = NULL;
    for (int i = 0; i < c->held_n; i++)
        free(c->held[i]);
    free(c);
}

void client_close(struct client *c, enum ws_close code, const char *why) {
    uint8_t frame[127];
    conn_send(c->conn, frame, ws_closing(code, why, frame));
    conn_close_after(c->conn);
}

/* --- hello --- */

/* The tables where this user sits and the game runs. */
static void write_own_tables(struct server *s, const char *user, struct json_out *o) {
    json_array(o, "games");
    for (struct room *r = NULL; (r = person_tables_next(s, user, r));) {
        if (r->t->state != TABLE_PLAYING)
            continue;
        json_object(o, NULL);
        json_text(o, "table", r->t->id);
        json_text(o, "kind", r->t->game->name);
        json_text(o, "name", r->t->settings.name);
        json_object_end(o);
    }
    json_array_end(o);
}

/* The time lets a page synchronise its clocks with ours. */
static void welcome(struct client *c) {
    struct frame f;
    struct server *s = c->conn->server;
    struct json_out *o = frame_begin(s, &f, "welcome");
    json_int(o, "v", 1);
    json_text(o, "server", "skerry 1");
    json_text(o, "user", c->who.user);
    json_text(o, "name", c->who.name);
    json_text(o, "account", c->who.account[0] ? c->who.account : NULL);
    json_int(o, "time", now_ms(s));
    origins_write_reachable(s, &c->conn->address->ip, o, "reachable");
    write_own_tables(s, c->who.user, o);
    frame_end(s, &f);
    frame_send(&f, c);
}

/* What hello asked for, kept until the token is looked up. */
struct greeting {
    struct reply reply;
    char text[WS_MESSAGE_MAX + 1];
    size_t len;
};

static void take_message(struct client *c, const char *text, size_t len);
static bool read_id(struct message *m);

/* --- messages that wait: for the welcome, for the table that is being read, or for a change of
 * the table in progress --- */

/* `at`: before or after the others. */
static void hold(struct client *c, const char *text, size_t len, int at) {
    char *copy = malloc(len + 1);
    CHECK(copy && c->held_n <= HELD_MAX);
    memcpy(copy, text, len);
    memmove(c->held + at + 1, c->held + at, (size_t)(c->held_n - at) * sizeof *c->held);
    memmove(c->held_len + at + 1, c->held_len + at, (size_t)(c->held_n - at) * sizeof *c->held_len);
    c->held[at] = copy;
    c->held_len[at] = len;
    c->held_n++;
}

/* HELD_MAX is enough for a page that sends everything at once. */
static void hold_last(struct client *c, const char *text, size_t len) {
    struct message m;
    if (c->held_n < HELD_MAX) {
        hold(c, text, len, c->held_n);
        return;
    }
    if (!message_read(&m, c, text, len) || !read_id(&m))
        m.reply.len = 0;
    reply_error(&m.reply, "too-fast", "Wait for the answer.");
}

/* It comes back as the first held message; later messages wait behind it. */
void client_hold(struct client *c, const char *text, size_t len, struct client **list) {
    hold(c, text, len, 0);
    wait_in(c, list);
}

void client_resume(struct client *c) {
    stop_waiting(c);
    wait_in(c, &c->conn->server->resuming);
}

void client_go_on(struct client *c) {
    stop_waiting(c);
    while (c->held_n > 0 && !c->asking && !c->waits) {
        char *text = c->held[0];
        size_t len = c->held_len[0];
        c->held_n--;
        memmove(c->held, c->held + 1, (size_t)c->held_n * sizeof *c->held);
        memmove(c->held_len, c->held_len + 1, (size_t)c->held_n * sizeof *c->held_len);
        if (!c->conn->closing)
            take_message(c, text, len);
        free(text);
    }
}

/* The store has looked up the token; the connection may have died meanwhile. */
static void greeted(struct conn *conn, const struct identity *who, void *arg) {
    struct greeting *g = arg;
    struct client *c = conn->client;
    if (c)
        c->asking = false;
    if (c && who->unknown) { /* the store cannot say who this is */
        reply_not_stored(&g->reply);
        client_close(c, WS_TRY_LATER, "not-stored");
    } else if (c && !who->ok) {
        reply_error(&g->reply, "no-session", "Ask POST /api/session for a session first.");
        client_close(c, WS_POLICY, "no-session");
    } else if (c) {
        c->who = *who;
        c->hello = true;
        welcome(c);
        struct message m;
        CHECK(message_read(&m, c, g->text, g->len));
        m.row = message_find_row(message_get(&m, "type"));
        m.reply = g->reply;
        if (message_has(&m, "table"))
            do_join(&m);
        else
            reply_ok(&m.reply);
        client_go_on(c);
    }
    free(g);
}

/* A token in the message belongs to a program and overrides the cookie. The message itself is
 * kept: it may ask to join at once. */
void do_hello(struct message *m) {
    struct client *c = m->c;
    int64_t v;
    if (!json_to_int(message_get(m, "v"), 0, 1000, &v) || v != 1) {
        message_refuse(m, "bad-version", "This server speaks version 1.");
        client_close(c, WS_POLICY, "bad-version");
        return;
    }
    if (c->hello || c->conn->server->draining) {
        message_refuse(m, c->hello ? "bad-value" : "draining", "Not now.");
        return;
    }
    char token[TOKEN_CHARS + 1];
    KEEP(token, c->cookie);
    message_text(m, "token", token, sizeof token);
    struct greeting *g = malloc(sizeof *g);
    CHECK(g);
    g->reply = m->reply;
    g->len = m->m.len;
    memcpy(g->text, m->m.text, m->m.len);
    c->asking = true;
    auth_identify(c->conn, token, greeted, g);
}

/* For pages: browsers do not let scripts send a WebSocket's own ping. */
void do_ping(struct message *m) {
    struct frame f;
    struct server *s = m->c->conn->server;
    json_int(frame_begin(s, &f, "pong"), "time", now_ms(s));
    frame_end(s, &f);
    frame_send(&f, m->c);
    reply_ok(&m->reply);
}

/* --- by type --- */

/* A change of the table waits until the current one is stored, and is then judged by the result. */
static void dispatch(struct message *m, struct json_in type) {
    struct client *c = m->c;
    const struct message_row *row = m->row = message_find_row(type);
    if (!c->hello && !(row && row->place == PLACE_FIRST))
        message_refuse(m, "no-hello", "Say hello first.");
    else if (!row)
        message_refuse(m, "bad-type", "There is no message of this type.");
    else if (row->place == PLACE_TABLE && !c->room)
        message_refuse(m, "not-at-table", "Join a table first.");
    else if (row->changes && (c->room->settling || c->room->closing))
        client_hold(c, m->m.text, m->m.len, &c->room->waiting);
    else if (message_judge(m))
        row->run(m);
}

/* The id, to be given back as it came. Kept raw, so that a number stays a number. It is also the
 * command id of a play. */
static bool read_id(struct message *m) {
    struct reply *r = &m->reply;
    struct json_in id = message_get(m, "id");
    char text[33];
    int64_t number;
    r->len = 0;
    if (id.len == 0)
        return true;
    bool ok =
        id.len < sizeof r->id && (json_to_text(id, text, sizeof text) > 0 ||
                                  json_to_int(id, -(INT64_C(1) << 53), INT64_C(1) << 53, &number));
    if (ok) {
        memcpy(r->id, id.text, id.len);
        r->len = id.len;
    }
    return ok;
}

/* `text` belongs to wslay or to a held copy: handlers must not keep pointers into it. */
static void take_message(struct client *c, const char *text, size_t len) {
    struct message m;
    if (!message_read(&m, c, text, len)) {
        reply_error(&m.reply, "bad-json", "This is not a JSON object.");
        return;
    }
    struct json_in type = message_get(&m, "type");
    if (type.len == 0)
        reply_error(&m.reply, "bad-message", "A message is an object with a type.");
    else if (!read_id(&m))
        reply_error(&m.reply, "bad-value", "id");
    else
        dispatch(&m, type);
}

void client_message(void *arg, const char *text, size_t len) {
    struct conn *conn = arg;
    struct client *c = conn->client;
    if (conn->closing || !c)
        return;
    conn->server->metric[M_MESSAGES_IN]++;
    if (message_too_fast(c)) {
        reply_error(&(struct reply){ .conn = conn }, "too-fast", "Too many messages.");
        c->conn->server->metric[M_LIMITED]++;
        address_warn(c->conn, WARN_LIMIT, "limit", "messages");
        client_close(c, WS_POLICY, "too-fast");
        return;
    }
    if (c->asking || c->waits)
        hold_last(c, text, len);
    else
        take_message(c, text, len);
}
