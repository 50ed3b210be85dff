/* api.c -- HTTP beside the socket: routes requests. Games are in api_games.c, their records in
 * api_record.c, personal data in api_export.c, operator actions in api_admin.c, sessions and
 * accounts in auth_session.c and account.c.
 *
 * A request is judged at once (path, Origin, content type, whole JSON), then its session is
 * looked up, then its route runs. The connection is `busy` until conn_answer() and takes no
 * other request meanwhile. So every route must answer exactly once on every path, even after the
 * store has failed. Answering a dead connection does nothing. */
#include "api.h"
#include "people/auth_job.h"
#include "rooms/room.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"

static const char json[] = "application/json";
const char api__plain[] = "text/plain; charset=utf-8";
const char api__no_store[] = "Cache-Control: no-store\r\n";

/* `error` is a word for programs, documented in docs/protocol.md. `words` are for people and
 * never contain anything from outside. */
void api_error(struct conn *c, int status, const char *error, const char *words) {
    char body[512];
    struct json_out o = json_begin_object(body, sizeof body);
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

/* An answer too large for the stack is written into the frame buffer. There is only one, so
 * nothing else may be sent between begin and end. It holds FRAME_MAX bytes; larger answers go
 * through api__answer_any_size(). */
struct json_out *api__answer_begin(struct conn *c, struct json_out *o) {
    *o = json_begin_object(c->server->frame, FRAME_MAX);
    json_bool(o, "ok", true);
    return o;
}

void api__answer_end(struct conn *c, struct json_out *o, const char *headers) {
    json_object_end(o);
    CHECK(json_fits(o));
    conn_answer(c, 200, json, headers, c->server->frame, o->len);
}

void api__answer_any_size(struct conn *c, const char *headers,
                          void (*write)(struct json_out *o, const void *arg), const void *arg) {
    struct json_out o;
    char *large = NULL;
    write(api__answer_begin(c, &o), arg);
    json_object_end(&o);
    if (!json_fits(&o)) {
        size_t size = o.len + 1;
        large = malloc(size);
        if (!large) { /* a user controls this size, so a failed malloc must not end the server */
            log_line("error", "memory", "what", "answer", NULL);
            api_error(c, 503, "not-stored", "The answer is too large right now.");
            return;
        }
        o = json_begin_object(large, size);
        json_bool(&o, "ok", true);
        write(&o, arg);
        json_object_end(&o);
        CHECK(json_fits(&o));
    }
    conn_answer(c, 200, json, headers, o.text, o.len);
    free(large);
}

/* --- questions that wait for the store --- */

struct asking *api__asking(struct conn *c, const struct identity *who) {
    struct asking *a = calloc(1, sizeof *a);
    CHECK(a);
    a->conn = c;
    a->who = *who;
    conn_pin(c);
    return a;
}

void api__asking_free(struct asking *a) {
    conn_unpin(a->conn);
    free(a);
}

/* --- routing --- */

/* GET /api/session shares the routes of POST under its own name. */
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
        api_error(c, 404, "no-such-page", "There is no such route.");
}

/* The body is kept while the session is looked up; the connection's buffer is free for the next
 * request by then. */
struct held {
    size_t len;
    char text[];
};

/* bad_post() has already parsed it. */
static struct json_in parsed(const char *text, size_t len) {
    struct json_in body = { "{}", 2 };
    if (len > 0)
        CHECK(json_check(text, len, &body) == 0);
    return body;
}

static void identified_route(struct conn *c, const struct identity *who, void *arg) {
    struct held *h = arg;
    if (!c->dead && who->unknown) /* if the store does not answer, nobody is a stranger */
        api_unavailable(c);
    else if (!c->dead)
        route(c, who, parsed(h->text, h->len));
    free(h);
}

/* True: answered. Origin and content type together keep other sites' pages out: a form cannot
 * send JSON, and for a script the browser adds its Origin. */
static bool bad_post(struct conn *c, const char *body, size_t len) {
    struct json_in v;
    if (!origin_ok(c->server, c->head)) {
        api_error(c, 403, "bad-origin", "This page's address is not allowed here.");
        return true;
    }
    if (strncmp(c->head->content_type, "application/json", 16) != 0) {
        api_error(c, 415, "bad-value", "Content-Type must be application/json.");
        return true;
    }
    if (json_check(body, len, &v) != 0 || !json_is_object(v)) {
        api_error(c, 400, "bad-json", "The body must be one JSON object.");
        return true;
    }
    return false;
}

/* A record or a history is written on the loop's thread, so requests are limited. */
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

/* Health and the page need no session and are answered at once. */
void api_handle(struct conn *c) {
    const char *path = c->head->path, *body = c->in + c->head->head_len;
    size_t len = c->head->body_len;
    char token[TOKEN_CHARS + 1];
    if (api_is_health(path)) {
        health_answer(c);
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
        api__admin(c, path, parsed(body, len));
        return;
    }
    struct held *h = malloc(sizeof *h + len);
    CHECK(h);
    h->len = len;
    memcpy(h->text, body, len);
    auth_token_of(c, token);
    auth_identify(c, token, identified_route, h);
}
