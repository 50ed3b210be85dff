/* auth_session.c -- who somebody is: guest sessions, made and ended.
 *
 * A session is a random token. The store has only its hash, so a stolen store opens nothing. A
 * session is an item {"user","program"} of kind `session`, a person an item {"name","account"}
 * of kind `user`.
 *
 * Everything runs on the loop's thread in several steps, with an answer of the store in between.
 * Code that waits pins its connection (conn_pin) and checks that it is not dead before it uses
 * its client; conn_answer() checks by itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "auth_job.h"

/* With __Host- browsers insist on Secure and on this exact host. Over plain http they refuse
 * such a cookie, so it is only used behind a proxy with TLS. */
static const char *cookie_name(const struct server *s) {
    return s->config.proxy ? HTTP_COOKIE_SECURE : HTTP_COOKIE;
}

/* Programs send a header, browsers a cookie. A wrong header does not fall back to the cookie.
 * Empty if there is none. */
void auth_token_of(const struct conn *c, char out[TOKEN_CHARS + 1]) {
    out[0] = '\0';
    if (strncmp(c->head->authorization, "Bearer ", 7) == 0 &&
        strlen(c->head->authorization) == 7 + TOKEN_CHARS)
        copy_text(out, TOKEN_CHARS + 1, c->head->authorization + 7);
    else if (!c->head->authorization[0])
        http_cookie(c->head->cookie, cookie_name(c->server), out, TOKEN_CHARS + 1);
}

/* --- writing users and sessions --- */

/* Not submitted yet: the caller decides what comes next. */
struct store_request *auth__put_user(struct server *s, const char *user, const char *name,
                                     const char *account) {
    char body[NAME_MAX_BYTES * 2 + 128];
    struct json_out o = json_begin_object(body, sizeof body);
    json_text(&o, "name", name);
    json_text(&o, "account", account);
    json_object_end(&o);
    CHECK(json_fits(&o));
    struct store_request *q = store_item(STORE_PUT, "user", user);
    KEEP(q->user, user);
    q->at = now_ms(s);
    store_set_body(q, body, o.len);
    return q;
}

/* The token exists only here; the caller sends it and forgets it. 24 bytes are 32 characters of
 * base64 without padding. */
static struct store_request *put_session(struct server *s, const char *user, bool program,
                                         char token[TOKEN_CHARS + 1]) {
    char body[128];
    uint8_t bytes[TOKEN_CHARS / 4 * 3];
    random_bytes(bytes, sizeof bytes);
    base64_url(bytes, sizeof bytes, token);
    struct json_out o = json_begin_object(body, sizeof body);
    json_text(&o, "user", user);
    json_bool(&o, "program", program);
    json_object_end(&o);
    CHECK(json_fits(&o));
    char hash[2 * SHA256_SIZE + 1];
    auth__hash_token(token, hash);
    struct store_request *q = store_item(STORE_PUT, "session", hash);
    KEEP(q->user, user);
    q->at = now_ms(s);
    store_set_body(q, body, o.len);
    return q;
}

/* --- the answer: who I am, with a new cookie or token if one was made --- */

/* NULL: the browser's cookie stays; "": it is deleted. */
static void write_headers(const struct server *s, const char *cookie, char *out, size_t size) {
    size_t n = (size_t)snprintf(out, size, "Cache-Control: no-store\r\n");
    if (cookie)
        snprintf(out + n, size - n,
                 "Set-Cookie: %s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s\r\n",
                 cookie_name(s), cookie, cookie[0] ? SESSION_DAYS * 86400 : 0,
                 s->config.proxy ? "; Secure" : "");
}

/* At most one of `cookie` and `token` is given. */
void auth__answer_who(struct conn *c, const struct identity *who, const char *cookie,
                      const char *token) {
    char body[1024], header[256];
    struct json_out o = json_begin_object(body, sizeof body);
    json_bool(&o, "ok", true);
    json_text(&o, "user", who->user);
    json_text(&o, "name", who->name);
    json_text(&o, "account", who->account[0] ? who->account : NULL);
    if (token)
        json_text(&o, "token", token);
    json_object_end(&o);
    CHECK(json_fits(&o));
    write_headers(c->server, cookie, header, sizeof header);
    conn_answer(c, 200, "application/json", header, body, o.len);
}

void auth__answer_gone(struct conn *c) {
    char header[256];
    write_headers(c->server, "", header, sizeof header);
    conn_answer(c, 200, "application/json", header, "{\"ok\":true}", 11);
}

/* --- a job of several steps for one HTTP request --- */

/* `who` may be NULL: a login finds it out. */
struct job *auth__job(struct conn *c, const struct identity *who) {
    struct job *j = calloc(1, sizeof *j);
    CHECK(j);
    j->conn = c;
    if (who)
        j->who = *who;
    conn_pin(c);
    return j;
}

/* Every path of a job ends here, once; passphrases are erased before the memory is freed. */
void auth__done(struct job *j) {
    forget_secret(j->passphrase, sizeof j->passphrase);
    forget_secret(j->next, sizeof j->next);
    conn_unpin(j->conn);
    free(j);
}

void auth__refuse(struct job *j, int status, const char *error, const char *words) {
    api_error(j->conn, status, error, words);
    auth__done(j);
}

void auth__unavailable(struct job *j) {
    api_unavailable(j->conn);
    auth__done(j);
}

bool auth__stored(struct job *j, enum store_result r) {
    if (r == STORE_MISSING)
        auth__refuse(j, 401, "no-session", "There is no session.");
    else if (r != STORE_OK)
        auth__unavailable(j);
    return r == STORE_OK;
}

/* Only marks them: a socket is freed when its peer has gone or is silent, never during a walk
 * over the list. Nobody ("") is not looked for: most new sessions replace none. */
void auth__close_live(struct server *s, const char *user, enum ws_close code, const char *why) {
    for (struct conn *c = user[0] ? s->conns : NULL; c; c = c->next)
        if (c->client && strcmp(client_who(c->client)->user, user) == 0)
            client_close(c->client, code, why);
}

/* The same for sockets that came in with one session. */
void auth__close_session(struct server *s, const char *session) {
    for (struct conn *c = session[0] ? s->conns : NULL; c; c = c->next)
        if (c->client && strcmp(client_who(c->client)->session, session) == 0)
            client_close(c->client, WS_POLICY, "no-session");
}

void auth__drop_sessions(struct server *s, const char *user) {
    struct store_request *q = store_item(STORE_DROP, "session", NULL);
    KEEP(q->user, user);
    store_submit(s->store, q);
}

/* Here and at all other nodes. */
static void show_out(struct server *s, const char *user) {
    auth__close_live(s, user, WS_POLICY, "no-session");
    if (user[0])
        notice(s, "out", user);
}

static void end_session(struct server *s, const char *session) {
    auth__close_session(s, session);
    if (session[0])
        notice(s, "session", session);
}

static void session_made(struct store_request *q) {
    struct job *j = q->arg;
    if (!auth__stored(j, q->result))
        return;
    auth__answer_who(j->conn, &j->who, j->as_token ? NULL : j->token,
                     j->as_token ? j->token : NULL);
    /* After the answer: the page reconnects with its new session. */
    if (j->shows_out)
        show_out(j->conn->server, j->who.user);
    show_out(j->conn->server, j->guest);
    end_session(j->conn->server, j->session);
    auth__done(j);
}

void auth__make_session(struct job *j) {
    struct store_request *q = put_session(j->conn->server, j->who.user, j->as_token, j->token);
    store_ask(j->conn->server->store, q, session_made, j);
}

/* Others see the new name only now that it is stored. */
static void renamed(struct store_request *q) {
    struct job *j = q->arg;
    if (!auth__stored(j, q->result))
        return;
    auth__rename_live(j->conn->server, j->who.user, j->who.name);
    notice(j->conn->server, "user", j->who.user);
    if (j->as_token) {
        auth__make_session(j);
        return;
    }
    auth__answer_who(j->conn, &j->who, NULL, NULL);
    auth__done(j);
}

/* Each attempt costs a worker 64 MB and tens of milliseconds, right or wrong. */
bool auth__too_many_logins(struct conn *c) {
    if (!address_over(c, COUNT_LOGINS))
        return false;
    api_error(c, 429, "too-many", "Too many attempts. Wait a minute.");
    return true;
}

/* A session stays in the store for months, so everybody gets a limited number per minute. */
static bool too_many_sessions(struct conn *c) {
    if (!address_over(c, COUNT_SESSIONS))
        return false;
    api_error(c, 429, "too-many", "Too many sessions from this address.");
    return true;
}

/* POST /api/session makes a session, renames, or hands out a token, depending on its contents.
 * Without a session it makes one. With a name it renames the person. With "token" it makes a
 * second session for a program and returns its token. */
static void post_session(struct conn *c, struct json_in body, const struct identity *who) {
    char name[NAME_MAX_BYTES * 2] = "", clean[NAME_MAX_BYTES];
    bool token = false;
    struct json_in v = json_get(body, "name");
    json_to_bool(json_get(body, "token"), &token);
    if (v.len && (json_to_text(v, name, sizeof name) < 0 ||
                  !clean_text(name, clean, sizeof clean, NAME_CHARS))) {
        api_error(c, 400, "bad-name", "Please choose another name.");
        return;
    }
    if (who->ok && !v.len && !token) {
        auth__answer_who(c, who, NULL, NULL);
        return;
    }
    if ((!who->ok || token) && too_many_sessions(c))
        return;
    struct job *j = auth__job(c, who->ok ? who : NULL);
    j->as_token = token;
    if (!who->ok) {
        j->who.user[0] = 'u';
        random_id(j->who.user + 1, USER_ID - 1);
        snprintf(j->who.name, sizeof j->who.name, "Guest %u", 100 + random_below(900));
    }
    if (v.len)
        KEEP(j->who.name, clean);
    struct store_request *q = auth__put_user(c->server, j->who.user, j->who.name, j->who.account);
    if (who->ok) {
        q->put = PUT_THERE;
        store_ask(c->server->store, q, renamed, j);
    } else {
        store_submit(c->server->store, q); /* the user first: a session without one is useless */
        auth__make_session(j);
    }
}

/* --- leaving --- */

/* The sockets of the session end with it. */
static void logged_out(struct store_request *q) {
    struct job *j = q->arg;
    if (!auth__stored(j, q->result))
        return;
    auth__answer_gone(j->conn);
    end_session(j->conn->server, j->who.session);
    auth__done(j);
}

static void post_logout(struct conn *c, struct json_in body, const struct identity *who) {
    (void)body;
    store_ask(c->server->store, store_item(STORE_DROP, "session", who->session), logged_out,
              auth__job(c, who));
}

static void get_session(struct conn *c, struct json_in body, const struct identity *who) {
    (void)body;
    auth__answer_who(c, who, NULL, NULL);
}

/* --- routes --- */

/* `who` is valid only during the call; jobs copy it. */
void auth_http(struct conn *c, const char *path, struct json_in body, const struct identity *who) {
    static const struct {
        const char *path;
        void (*run)(struct conn *, struct json_in, const struct identity *);
        bool needs_session;
    } routes[] = {
        { "/api/session", post_session, false },
        { "/api/whoami", get_session, true },
        { "/api/account", auth__post_account, true },
        { "/api/login", auth__post_login, false },
        { "/api/logout", post_logout, true },
        { "/api/passphrase", auth__post_passphrase, true },
        { "/api/delete", auth__post_delete, true },
    };
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (strcmp(path, routes[i].path) != 0)
            continue;
        if (routes[i].needs_session && !who->ok)
            api_error(c, 401, "no-session", "There is no session.");
        else
            routes[i].run(c, body, who);
        return;
    }
    api_error(c, 404, "no-such-page", "There is no such route.");
}

/* Once a day: delete sessions that were not used for long, then guests who had no other. Their
 * games and chat stay, under their names at that time. */
void auth_tick(struct server *s) {
    static const char *const kinds[] = { "session", "user" };
    for (int i = 0; i < 2; i++) {
        struct store_request *q = store_request(STORE_EXPIRE, NULL);
        KEEP(q->kind, kinds[i]);
        q->at = now_ms(s) - (int64_t)SESSION_DAYS * DAY_MS;
        store_submit(s->store, q);
    }
}
