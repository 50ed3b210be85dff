/* api.c -- HTTP beside the socket: which route a request takes, health, admin. Games, records and
 * what is stored about a person are in api_games.c, sessions and accounts in auth.c and account.c.
 *
 * A request is judged at once (path, Origin, content type, whole JSON), then its session is looked
 * up, then its route runs; the connection is `busy` from its arrival until conn_answer(), and takes
 * no other request meanwhile. So every route must answer exactly once on every path, also after the
 * store has failed. Answering a dead connection does nothing. */
#include "api.h"
#include "auth.h"
#include "room.h"
#include "web.h"

#include <stdlib.h>
#include <string.h>

#include "../core/check.h"

static const char json[] = "application/json";
const char api__plain[] = "text/plain; charset=utf-8";
const char api__no_store[] = "Cache-Control: no-store\r\n";

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
    conn_answer(c, status, json, api__no_store, body, o.len);
}

void api_unavailable(struct conn *c) {
    api_error(c, 503, "not-stored", "The store does not answer. Try again in a moment.");
}

/* An answer too large for the stack is written where frames are. So nothing else may be told to
 * anybody between begin and end: the buffer is one for the whole server. It holds FRAME_MAX bytes;
 * what can grow past that goes through api__answer_any_size(). */
struct json_out *api__answer_begin(struct conn *c, struct json_out *o) {
    json_begin(o, c->server->frame, FRAME_MAX);
    json_object(o, NULL);
    json_bool(o, "ok", true);
    return o;
}

void api__answer_end(struct conn *c, struct json_out *o, const char *headers) {
    json_object_end(o);
    CHECK(json_fits(o));
    conn_answer(c, 200, json, headers, c->server->frame, o->len);
}

/* An answer that may grow with what is stored: written once where frames are, and where that is
 * too small, once more into as much room as it asked for. */
void api__answer_any_size(struct conn *c, const char *headers,
                          void (*write)(struct json_out *o, const void *arg), const void *arg) {
    struct json_out o;
    char *large = NULL;
    write(api__answer_begin(c, &o), arg);
    json_object_end(&o);
    if (!json_fits(&o)) {
        size_t size = o.len + 1;
        large = malloc(size);
        if (!large) { /* as large as somebody made it: no reason to end everybody's games */
            log_line("error", "memory", "what", "answer", NULL);
            api_error(c, 503, "not-stored", "The answer is too large right now.");
            return;
        }
        json_begin(&o, large, size);
        json_object(&o, NULL);
        json_bool(&o, "ok", true);
        write(&o, arg);
        json_object_end(&o);
        CHECK(json_fits(&o));
    }
    conn_answer(c, 200, json, headers, o.text, o.len);
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
    conn_answer(c, ready ? 200 : 503, api__plain, api__no_store, why, strlen(why));
}

bool api_is_health(const char *path) {
    return strcmp(path, "/livez") == 0 || strcmp(path, "/readyz") == 0;
}

/* --- admin --- */

/* In constant time for the token's length; that length is no secret worth keeping. */
static bool is_admin(const struct conn *c) {
    const char *token = c->server->config.admin_token, *sent = c->head->authorization;
    if (!token || strncmp(sent, "Bearer ", 7) != 0 || strlen(sent + 7) != strlen(token))
        return false;
    return same_secret(sent + 7, token, strlen(token));
}

static void admin_removed(struct store_request *q) {
    struct asking *a = q->arg;
    if (q->result == STORE_OK)
        conn_answer(a->conn, 200, json, api__no_store, "{\"ok\":true}", 11);
    else if (q->result == STORE_MISSING)
        api_error(a->conn, 404, "no-such-game", "There is no such game.");
    else
        api_unavailable(a->conn);
    api__asking_free(a);
}

/* An order to the node that has the table. */
static void close_elsewhere(struct asking *a) {
    struct store_request *q = store_request(STORE_NOTE, NULL);
    KEEP(q->kind, "close");
    snprintf(q->key, sizeof q->key, ".%s", a->what);
    q->done = admin_removed;
    q->arg = a;
    store_submit(a->conn->server->store, q);
}

static void admin_closed(void *arg, enum store_result result) {
    struct asking *a = arg;
    if (result == STORE_ELSEWHERE) {
        close_elsewhere(a);
        return;
    }
    if (result == STORE_OK || result == STORE_MISSING)
        conn_answer(a->conn, 200, json, api__no_store, "{\"ok\":true}", 11);
    else
        api_unavailable(a->conn);
    api__asking_free(a);
}

/* As the end of a table by age: what was played stays stored. */
static void admin_close(struct conn *c, struct json_in body) {
    static const struct identity nobody;
    char id[TABLE_ID + 4];
    struct room *r =
        json_to_text(json_get(body, "table"), id, sizeof id) > 0 ? room_find(c->server, id) : NULL;
    if (!r) {
        api_error(c, 404, "no-such-table", "There is no such table.");
        return;
    }
    log_line("info", "admin-close", "table", id, NULL);
    struct asking *a = api__asking(c, &nobody);
    KEEP(a->what, id);
    room_close(r, CLOSE_KEEP, admin_closed, a);
}

static void admin_delete(struct conn *c, struct json_in body) {
    static const struct identity nobody;
    char id[TABLE_ID + 4];
    if (json_to_text(json_get(body, "game"), id, sizeof id) <= 0) {
        api_error(c, 400, "bad-value", "game");
        return;
    }
    log_line("info", "admin-delete", "game", id, NULL);
    c->server->forgotten++;
    struct room *r = room_find(c->server, id);
    if (r) {
        room_close(r, CLOSE_REMOVE, admin_closed, api__asking(c, &nobody));
        return;
    }
    struct store_request *q = store_request(STORE_REMOVE, id);
    q->done = admin_removed;
    q->arg = api__asking(c, &nobody);
    store_submit(c->server->store, q);
}

/* Whose sessions have just ended; the account stays closed (account.c). */
static void admin_banned(struct store_request *q) {
    struct asking *a = q->arg;
    struct server *s = a->conn->server;
    if (q->result == STORE_OK) {
        struct store_request *drop = store_request(STORE_DROP, NULL);
        KEEP(drop->kind, "session");
        KEEP(drop->user, q->key);
        store_submit(s->store, drop);
        auth__close_live(s, q->key, WS_POLICY, "no-session");
        conn_answer(a->conn, 200, json, api__no_store, "{\"ok\":true}", 11);
    } else if (q->result == STORE_MISSING) {
        api_error(a->conn, 404, "no-such-user", "There is nobody of that id.");
    } else {
        api_unavailable(a->conn);
    }
    api__asking_free(a);
}

static void admin_unbanned(struct store_request *q) {
    struct asking *a = q->arg;
    if (q->result == STORE_OK)
        conn_answer(a->conn, 200, json, api__no_store, "{\"ok\":true}", 11);
    else
        api_unavailable(a->conn);
    api__asking_free(a);
}

static void admin_ban(struct conn *c, struct json_in body, bool on) {
    static const struct identity nobody;
    char user[USER_ID + 4];
    if (json_to_text(json_get(body, "user"), user, sizeof user) <= 0) {
        api_error(c, 400, "bad-value", "user");
        return;
    }
    log_line("info", on ? "admin-ban" : "admin-unban", "user", user, NULL);
    struct store_request *q = store_request(on ? STORE_PUT : STORE_DROP, NULL);
    KEEP(q->kind, "ban");
    KEEP(q->key, user);
    if (on)
        KEEP(q->user, user);
    q->at = now_ms(c->server);
    store_set_body(q, "{}", 2);
    q->done = on ? admin_banned : admin_unbanned;
    q->arg = api__asking(c, &nobody);
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
            json_int(o, "entries", r->t->log.entries_n);
            json_int(o, "connections", r->clients_n);
            json_object_end(o);
        }
    json_array_end(o);
}

/* No session is looked up: whoever has the token is the admin. */
static void admin(struct conn *c, const char *path, struct json_in body) {
    bool post = c->head->method == HTTP_IS_POST;
    if (!is_admin(c)) {
        c->server->metric[M_NOT_ADMIN]++;
        address_warn(c, WARN_ADMIN, "not-admin",
                     c->head->authorization[0] ? "wrong token" : "no token");
        api_error(c, 403, "not-admin", "This needs the admin token.");
    } else if (post && strcmp(path, "/api/admin/close") == 0)
        admin_close(c, body);
    else if (post && strcmp(path, "/api/admin/delete") == 0)
        admin_delete(c, body);
    else if (post && strcmp(path, "/api/admin/ban") == 0)
        admin_ban(c, body, true);
    else if (post && strcmp(path, "/api/admin/unban") == 0)
        admin_ban(c, body, false);
    else if (!post && strcmp(path, "/api/admin/tables") == 0)
        api__answer_any_size(c, api__no_store, write_tables, c->server);
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
        api__get_games(c, who);
    else if (strcmp(path, "/api/export") == 0)
        api__get_export(c, who);
    else if (strncmp(path, "/api/game/", 10) == 0)
        api__get_game(c, path + 10, who);
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
        if (who->unknown) /* nobody is taken for a stranger because the store does not answer */
            api_unavailable(c);
        else
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

/* A record or a history is written on the loop's thread: nobody asks for one after the other
 * without end. */
bool api__too_many_requests(struct conn *c) {
    if (!address_over(c, COUNT_REQUESTS))
        return false;
    api_error(c, 429, "too-many", "Too many requests from this address. Wait a minute.");
    return true;
}

static void no_page(struct conn *c) {
    const char *words = "This server has no page: it was started without --page.\n";
    if (c->server->pages)
        words = "There is no such page.\n";
    conn_answer(c, 404, api__plain, NULL, words, strlen(words));
}

/* Health and the page need no session, and are answered on the spot. */
void api_handle(struct conn *c) {
    const char *path = c->head->path, *body = c->in + c->head->head_len;
    size_t len = c->head->body_len;
    char token[TOKEN_CHARS + 1];
    if (api_is_health(path)) {
        health(c);
        return;
    }
    if (strncmp(path, "/api/", 5) != 0) {
        if (c->head->method == HTTP_IS_POST)
            api_error(c, 405, "bad-value", "Only GET here.");
        else if (!preview_answer(c) && !pages_answer(c))
            no_page(c);
        return;
    }
    if (api__too_many_requests(c) || (c->head->method == HTTP_IS_POST && bad_post(c, body, len)))
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
