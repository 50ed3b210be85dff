/* api.c -- HTTP beside the socket: health, sessions, games, records, replays, export, admin.
 *
 * A request is judged at once (path, Origin, content type, whole JSON), then its session is looked
 * up, then its route runs; the connection is `busy` from its arrival until conn_answer(), and takes
 * no other request meanwhile. So every route must answer exactly once on every path, also after the
 * store has failed. Answering a dead connection does nothing. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/check.h"
#include "../core/text.h"
#include "internal.h"

static const char json_type[] = "application/json", plain[] = "text/plain; charset=utf-8",
                  no_store[] = "Cache-Control: no-store\r\n";

/* `error` is a word for programs, documented in docs/protocol.md; `words` are for people, and never
 * hold anything that came from outside. */
void api_error(struct conn *c, int status, const char *error, const char *words) {
    char body[512];
    struct json_out o;
    json_begin(&o, body, sizeof body);
    json_object(&o, NULL);
    json_bool(&o, "ok", false);
    json_text(&o, "error", error);
    json_text(&o, "message", words);
    json_object_end(&o);
    CHECK(json_fits(&o));
    conn_answer(c, status, json_type, no_store, body, o.len);
}

/* An answer too large for the stack is written where frames are. So nothing else may be told to
 * anybody between begin and end: the buffer is one for the whole server. It holds FRAME_MAX bytes;
 * what can grow past that goes through answer_any_size(). */
static struct json_out *answer_begin(struct conn *c, struct json_out *o) {
    json_begin(o, c->server->frame, FRAME_MAX);
    json_object(o, NULL);
    json_bool(o, "ok", true);
    return o;
}

static void answer_end(struct conn *c, struct json_out *o, const char *headers) {
    json_object_end(o);
    CHECK(json_fits(o));
    conn_answer(c, 200, json_type, headers, c->server->frame, o->len);
}

/* An answer that may grow with what is stored: written once where frames are, and where that is
 * too small, once more into as much room as it asked for. */
static void answer_any_size(struct conn *c, const char *headers,
                            void (*write)(struct json_out *o, const void *arg), const void *arg) {
    struct json_out o;
    char *large = NULL;
    write(answer_begin(c, &o), arg);
    json_object_end(&o);
    if (!json_fits(&o)) {
        size_t size = o.len + 1;
        large = malloc(size);
        CHECK(large);
        json_begin(&o, large, size);
        json_object(&o, NULL);
        json_bool(&o, "ok", true);
        write(&o, arg);
        json_object_end(&o);
        CHECK(json_fits(&o));
    }
    conn_answer(c, 200, json_type, headers, o.text, o.len);
    free(large);
}

/* --- health --- */

/* /livez says that the loop turns, /readyz whether to send people here: not while draining, nor
 * before the games are loaded, nor while the store refuses to write. Neither waits for the
 * store. */
static void health(struct conn *c) {
    struct server *s = c->server;
    const char *why = "ok";
    bool ready = strcmp(c->head->path, "/livez") == 0;
    if (!ready) {
        why = s->draining    ? "draining"
              : !s->ready    ? "loading"
              : !s->store_ok ? "the store refuses to write"
                             : "ok";
        ready = why[0] == 'o';
    }
    conn_answer(c, ready ? 200 : 503, plain, no_store, why, strlen(why));
}

/* --- lists of games --- */

/* Each META row with the PLAYER rows after it; live ones as they are in memory. `limit` is one less
 * than was asked of the store: the row too many only says that there is more. */
static int write_games(struct server *s, const struct store_request *q, const char *user, int limit,
                       struct json_out *o) {
    int n = 0;
    json_array(o, "games");
    for (int i = 0; i < q->rows_n; i++) {
        if (q->rows[i].kind != ROW_META || n++ >= limit)
            continue;
        struct room *r = room_find(s, q->rows[i].id);
        if (r) {
            table_write_game(r->t, user, o, NULL);
            continue;
        }
        struct table *t = table_from_meta(&q->rows[i], q->rows_n - i);
        if (t->state != TABLE_BROKEN)
            table_write_game(t, user, o, NULL);
        table_free(t);
    }
    json_array_end(o);
    json_bool(o, "more", n > limit);
    return n;
}

/* A question that waits for the store, from a socket (do_games) or over HTTP. */
struct asking {
    struct conn *conn;
    struct identity who;
    struct reply reply;
    bool socket;
    int limit;
    char what[16];
    int64_t ply, since;
};

static struct asking *asking_new(struct conn *c, const struct identity *who) {
    struct asking *a = calloc(1, sizeof *a);
    CHECK(a);
    a->conn = c;
    a->who = *who;
    conn_pin(c);
    return a;
}

static void asking_free(struct asking *a) {
    conn_unpin(a->conn);
    free(a);
}

/* The asker over a socket may be gone; over HTTP conn_answer() looks after that. */
static void listed(struct store_request *q) {
    struct asking *a = q->arg;
    struct server *s = a->conn->server;
    struct client *c = a->conn->dead ? NULL : a->conn->client;
    struct json_out o;
    if (a->socket && c && q->result == STORE_OK) {
        struct frame f;
        write_games(s, q, a->who.user, a->limit, frame_begin(s, &f, "games"));
        frame_end(s, &f);
        frame_send(&f, c);
        reply_ok(c, &a->reply);
    } else if (a->socket && c) {
        reply_not_stored(c, &a->reply);
    } else if (!a->socket && q->result == STORE_OK) {
        write_games(s, q, a->who.user, a->limit, answer_begin(a->conn, &o));
        answer_end(a->conn, &o, no_store);
    } else if (!a->socket) {
        api_error(a->conn, 503, "not-stored", "The store does not answer.");
    }
    asking_free(a);
}

/* The page before `before` is asked for by the time of the last game one has: numbers would shift
 * while games are played. */
static void list_games(struct asking *a, int64_t before, int limit) {
    a->limit = limit;
    struct store_request *q = store_request(STORE_LIST, NULL);
    KEEP(q->user, a->who.user);
    q->at = before;
    q->limit = limit + 1;
    q->done = listed;
    q->arg = a;
    store_submit(a->conn->server->store, q);
}

void do_games(struct message *m) {
    int64_t before = 0, limit = 20;
    if ((has_key(m, "before") && !take_int(m, "before", 0, INT64_C(1) << 52, &before)) ||
        (has_key(m, "limit") && !take_int(m, "limit", 1, 100, &limit)))
        return;
    struct asking *a = asking_new(m->c->conn, &m->c->who);
    a->socket = true;
    a->reply = m->reply;
    list_games(a, before, (int)limit);
}

/* A number that is none counts as absent: a link somebody cut short still shows a game. */
static int64_t query_number(const struct conn *c, const char *name, int64_t min, int64_t max,
                            int64_t otherwise) {
    char text[24];
    int64_t n;
    return http_query(c->head->query, name, text, sizeof text) &&
                   text_number(text, strlen(text), min, max, &n)
               ? n
               : otherwise;
}

static void get_games(struct conn *c, const struct identity *who) {
    if (!who->ok) {
        api_error(c, 401, "no-session", "There is no session.");
        return;
    }
    list_games(asking_new(c, who), query_number(c, "before", 0, INT64_C(1) << 52, 0),
               (int)query_number(c, "limit", 1, 100, 20));
}

/* --- one game: about it, its record, a position of it --- */

/* As whom the asker may see this game; false: not at all. What is over is open to all, hands and
 * deck too: the dice are verified from it. A game that runs is seen as by its own seat or as by a
 * spectator, so that nobody learns from a record what the board would not show them. */
static bool eyes(const struct table *t, const struct identity *who, int *seat) {
    *seat = SEAT_ALL;
    if (t->state == TABLE_OVER || t->state == TABLE_CLOSED)
        return true;
    *seat = who->ok ? table_seat_of(t, who->user) : -1;
    if (*seat < 0)
        *seat = SEAT_SPECTATOR;
    return *seat >= 0 || t->settings.spectators;
}

/* The id is of our own making, so it may stand in a header. */
static void send_record(struct conn *c, const struct table *t, int seat) {
    struct text out;
    char header[160];
    char *large = NULL;
    text_begin(&out, c->server->frame, FRAME_MAX);
    table_write_record(t, seat, &out);
    if (!text_fits(&out)) { /* a very long game: now its length is known */
        size_t size = out.len + 1;
        large = malloc(size);
        CHECK(large);
        text_begin(&out, large, size);
        table_write_record(t, seat, &out);
        CHECK(text_fits(&out));
    }
    snprintf(header, sizeof header,
             "%sContent-Disposition: attachment; filename=\"skerry-%s.txt\"\r\n", no_store, t->id);
    conn_answer(c, 200, plain, header, out.start, out.len);
    free(large);
}

/* The position after `ply` entries with the entry that led there; -1 or too many: the last. */
static void send_replay(struct conn *c, const struct table *t, int seat, const char *user,
                        int64_t ply) {
    struct json_out o;
    uint32_t seq = ply < 0 || ply > t->entries ? (uint32_t)t->entries : (uint32_t)ply;
    answer_begin(c, &o);
    table_write_game(t, user, &o, "game");
    json_int(&o, "seq", seq);
    json_int(&o, "last", t->entries);
    if (seq > 0) {
        json_array(&o, "events");
        table_write_events(t, seat, seq - 1, seq, &o);
        json_array_end(&o);
    }
    table_write_view(t, seat, seq, &o, "view");
    answer_end(c, &o, no_store);
}

/* A long game comes in several answers, so that nobody else has to wait for it. */
static void send_history(struct conn *c, const struct table *t, int64_t since) {
    enum { ENOUGH = 96 * 1024 };
    struct json_out o;
    answer_begin(c, &o);
    json_array(&o, "history");
    uint32_t seq = table_write_history(t, (uint32_t)since, ENOUGH, &o);
    json_array_end(&o);
    json_int(&o, "seq", seq);
    json_int(&o, "last", t->entries);
    answer_end(c, &o, no_store);
}

/* The same for a table in memory and for one just read from the store. */
static void answer_game(struct asking *a, const struct table *t) {
    struct conn *c = a->conn;
    struct json_out o;
    int seat;
    if (t->state == TABLE_BROKEN) {
        api_error(c, 503, "broken", "This game's log could not be read.");
    } else if (!eyes(t, &a->who, &seat)) {
        api_error(c, 403, "no-spectators", "This table has no spectators.");
    } else if (a->what[0] == '\0') {
        table_write_game(t, a->who.user, answer_begin(c, &o), "game");
        answer_end(c, &o, no_store);
    } else if (!t->now) {
        api_error(c, 409, "not-playing", "The game has not started.");
    } else if (strcmp(a->what, "record") == 0) {
        send_record(c, t, seat);
    } else if (strcmp(a->what, "history") == 0) {
        send_history(c, t, a->since);
    } else {
        send_replay(c, t, seat, a->who.user, a->ply);
    }
}

/* It may have come into memory while the store was asked; then memory is newer. */
static void game_loaded(struct store_request *q) {
    struct asking *a = q->arg;
    struct room *r = room_find(a->conn->server, q->game);
    if (r) {
        answer_game(a, r->t);
    } else if (q->result == STORE_OK) {
        struct table *t = table_from_rows(q->game, q->rows, q->rows_n);
        answer_game(a, t);
        table_free(t);
    } else {
        api_error(a->conn, q->result == STORE_MISSING ? 404 : 503, "no-such-game",
                  "There is no such game.");
    }
    asking_free(a);
}

/* What there is of a game: /api/game/ID/record and so on; "" is about it. */
static bool is_of_game(const char *what) {
    static const char *const known[] = { "", "record", "replay", "history" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(what, known[i]) == 0)
            return true;
    return false;
}

static void get_game(struct conn *c, const char *rest, const struct identity *who) {
    char id[TABLE_ID + 4] = "";
    size_t n = strcspn(rest, "/");
    const char *what = rest[n] ? rest + n + 1 : "";
    if (n == 0 || n >= sizeof id || !is_of_game(what)) {
        api_error(c, 404, "no-such-game", "There is no such game.");
        return;
    }
    memcpy(id, rest, n);
    struct asking *a = asking_new(c, who);
    KEEP(a->what, what);
    a->ply = query_number(c, "ply", 0, ENTRIES_MAX, -1);
    a->since = query_number(c, "since", 0, ENTRIES_MAX, 0);
    struct room *r = room_find(c->server, id);
    if (r) {
        answer_game(a, r->t);
        asking_free(a);
        return;
    }
    struct store_request *q = store_request(STORE_LOAD, id);
    q->done = game_loaded;
    q->arg = a;
    store_submit(c->server->store, q);
}

/* --- what is stored about me --- */

/* Values of items are JSON that we wrote, so they go out as they are. */
static void write_item(const struct store_row *row, struct json_out *o) {
    bool secret = strcmp(row->id, "account") == 0 || strcmp(row->id, "session") == 0;
    json_object(o, NULL);
    json_text(o, "kind", row->id);
    json_int(o, "at", row->at);
    if (secret) /* hashes are no use to anybody but a thief */
        json_text(o, "note", "a hash of a secret is stored");
    else
        json_raw(o, "value", row->body, row->len);
    json_object_end(o);
}

static void write_export(struct json_out *o, const void *arg) {
    const struct store_request *q = arg;
    const struct asking *a = q->arg;
    json_text(o, "user", a->who.user);
    json_array(o, "items");
    for (int i = 0; i < q->rows_n; i++)
        if (q->rows[i].kind == ROW_ITEM)
            write_item(&q->rows[i], o);
    json_array_end(o);
    json_array(o, "chat");
    for (int i = 0; i < q->rows_n; i++)
        if (q->rows[i].kind == ROW_CHAT) {
            json_object(o, NULL);
            json_int(o, "at", q->rows[i].at);
            json_raw(o, "line", q->rows[i].body, q->rows[i].len);
            json_object_end(o);
        }
    json_array_end(o);
    write_games(a->conn->server, q, a->who.user, INT_MAX, o);
}

static void exported(struct store_request *q) {
    struct asking *a = q->arg;
    if (q->result == STORE_OK)
        answer_any_size(a->conn,
                        "Cache-Control: no-store\r\nContent-Disposition: attachment; "
                        "filename=\"skerry-export.json\"\r\n",
                        write_export, q);
    else
        api_error(a->conn, 503, "not-stored", "The store does not answer.");
    asking_free(a);
}

static void get_export(struct conn *c, const struct identity *who) {
    if (!who->ok) {
        api_error(c, 401, "no-session", "There is no session.");
        return;
    }
    struct store_request *q = store_request(STORE_EXPORT, NULL);
    KEEP(q->user, who->user);
    q->done = exported;
    q->arg = asking_new(c, who);
    store_submit(c->server->store, q);
}

/* --- admin --- */

/* In constant time for the token's length; that length is no secret worth keeping. */
static bool is_admin(const struct conn *c) {
    const char *token = c->server->config.admin_token, *sent = c->head->authorization;
    if (!token || strncmp(sent, "Bearer ", 7) != 0 || strlen(sent + 7) != strlen(token))
        return false;
    return sodium_memcmp(sent + 7, token, strlen(token)) == 0;
}

static void admin_removed(struct store_request *q) {
    struct asking *a = q->arg;
    if (q->result == STORE_OK)
        conn_answer(a->conn, 200, json_type, no_store, "{\"ok\":true}", 11);
    else
        api_error(a->conn, q->result == STORE_MISSING ? 404 : 503, "no-such-game",
                  store_result_name(q->result));
    asking_free(a);
}

/* As the end of a table by age: what was played stays stored. */
static void admin_close(struct conn *c, struct json_in body) {
    char id[TABLE_ID + 4];
    struct room *r = json_to_text(json_get(body, "table"), id, sizeof id) > 0
                         ? room_find(c->server, id)
                         : NULL;
    if (!r) {
        api_error(c, 404, "no-such-table", "There is no such table.");
        return;
    }
    log_line("info", "admin-close", "table", id, NULL);
    room_close(r, true);
    conn_answer(c, 200, json_type, no_store, "{\"ok\":true}", 11);
}

/* Out of memory first: whatever the room still has at the store was submitted earlier, and what
 * would be submitted later finds the room gone. */
static void admin_delete(struct conn *c, struct json_in body) {
    static const struct identity nobody;
    char id[TABLE_ID + 4];
    if (json_to_text(json_get(body, "game"), id, sizeof id) <= 0) {
        api_error(c, 400, "bad-value", "game");
        return;
    }
    log_line("info", "admin-delete", "game", id, NULL);
    struct room *r = room_find(c->server, id);
    if (r) {
        r->t->state = TABLE_CLOSED;
        room_tell_table(r);
        room_free(r);
    }
    struct store_request *q = store_request(STORE_REMOVE, id);
    q->done = admin_removed;
    q->arg = asking_new(c, &nobody);
    store_submit(c->server->store, q);
}

static void write_tables(struct json_out *o, const void *arg) {
    const struct server *s = arg;
    json_array(o, "tables");
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (const struct room *r = s->room[i]; r; r = r->next) {
            json_object(o, NULL);
            json_text(o, "table", r->t->id);
            json_text(o, "state", table_state_name[r->t->state]);
            json_text(o, "rules", r->t->settings.rules);
            json_int(o, "entries", r->t->entries);
            json_int(o, "connections", r->clients_n);
            json_object_end(o);
        }
    json_array_end(o);
}

/* No session is looked up: an admin is nobody but who has the token. */
static void admin(struct conn *c, const char *path, struct json_in body) {
    bool post = c->head->method == HTTP_IS_POST;
    if (!is_admin(c))
        api_error(c, 403, "not-admin", "This needs the admin token.");
    else if (post && strcmp(path, "/api/admin/close") == 0)
        admin_close(c, body);
    else if (post && strcmp(path, "/api/admin/delete") == 0)
        admin_delete(c, body);
    else if (!post && strcmp(path, "/api/admin/tables") == 0)
        answer_any_size(c, no_store, write_tables, c->server);
    else
        api_error(c, 404, "no-such-page", "There is no such thing.");
}

/* --- routing --- */

/* GET /api/session is answered by the routes of POST, under a name of its own. */
static void route(struct conn *c, const struct identity *who, struct json_in body) {
    const char *path = c->head->path;
    if (c->head->method == HTTP_IS_POST)
        auth_http(c, path, body, who);
    else if (strcmp(path, "/api/session") == 0)
        auth_http(c, "/api/whoami", body, who);
    else if (strcmp(path, "/api/games") == 0)
        get_games(c, who);
    else if (strcmp(path, "/api/export") == 0)
        get_export(c, who);
    else if (strncmp(path, "/api/game/", 10) == 0)
        get_game(c, path + 10, who);
    else
        api_error(c, 404, "no-such-page", "There is no such thing.");
}

/* The body, kept while the session is looked up. The connection's own buffer is free for the next
 * request by then. */
struct held {
    size_t len;
    char text[];
};

/* Was judged by bad_post() before, so it parses again. */
static void identified_route(struct conn *c, const struct identity *who, void *arg) {
    struct held *h = arg;
    struct json_in body = { "{}", 2 };
    if (!c->dead) {
        if (h->len > 0)
            CHECK(json_check(h->text, h->len, &body) == 0);
        route(c, who, body);
    }
    free(h);
}

/* True: answered. Origin and content type together keep other sites' pages out: a form cannot send
 * JSON, and a script that does is asked for its Origin by the browser. */
static bool bad_post(struct conn *c, const char *body, size_t len) {
    struct json_in v;
    if (!conn_origin_ok(c->server, c->head)) {
        api_error(c, 403, "bad-origin", "This page's address is not allowed here.");
        return true;
    }
    if (strncmp(c->head->content_type, "application/json", 16) != 0) {
        api_error(c, 415, "bad-value", "Content-Type must be application/json.");
        return true;
    }
    if (json_check(body, len, &v) != 0 || !json_is_object(v)) {
        api_error(c, 400, "bad-json", "The body is not one JSON object.");
        return true;
    }
    return false;
}

/* Health and the page need no session, and are answered on the spot. */
void api_handle(struct conn *c) {
    const char *path = c->head->path, *body = c->in + c->head->head_len;
    size_t len = c->head->body_len;
    char token[TOKEN_CHARS + 1];
    if (strcmp(path, "/livez") == 0 || strcmp(path, "/readyz") == 0) {
        health(c);
        return;
    }
    if (strncmp(path, "/api/", 5) != 0) {
        if (c->head->method == HTTP_IS_POST)
            api_error(c, 405, "bad-value", "Only GET here.");
        else if (!pages_answer(c))
            conn_answer(c, 404, plain, NULL, "There is no such page.\n", 23);
        return;
    }
    if (c->head->method == HTTP_IS_POST && bad_post(c, body, len))
        return;
    if (strncmp(path, "/api/admin/", 11) == 0) {
        struct json_in v = { "{}", 2 };
        if (len > 0)
            CHECK(json_check(body, len, &v) == 0);
        admin(c, path, v);
        return;
    }
    struct held *h = malloc(sizeof *h + len);
    CHECK(h);
    h->len = len;
    memcpy(h->text, body, len);
    auth_token_of(c, token);
    auth_identify(c, token, identified_route, h);
}
