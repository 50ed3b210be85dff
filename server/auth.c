/* auth.c -- who somebody is: guest sessions, accounts, and what is stored about a person.
 *
 * A session is a random token; the store knows its hash. A user is an item with a name;
 * an account is an item that finds a user by a word and a passphrase. Hashing a passphrase
 * takes tens of milliseconds and 64 MB, so a worker does it, two at a time. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/check.h"
#include "internal.h"

enum {
    LOGIN_WINDOW_MS = 60000,
    LOGINS = 10,
    HASHING_MAX = 2,
    PASSPHRASE_MIN = 8,
    PASSPHRASE_MAX = 200,
    DAY_MS = 86400000
};

void random_id(char *out, int chars) {
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32, none look alike */
    unsigned char bytes[64];
    CHECK(chars <= (int)sizeof bytes);
    randombytes_buf(bytes, (size_t)chars);
    for (int i = 0; i < chars; i++)
        out[i] = alphabet[bytes[i] & 31];
    out[chars] = '\0';
}

static void hash_token(const char *token, char out[2 * SHA256_SIZE + 1]) {
    uint8_t hash[SHA256_SIZE];
    sha256(token, strlen(token), hash);
    hex_format(hash, sizeof hash, out);
}

static const char *cookie_name(const struct server *s) {
    return s->config.proxy ? "__Host-skerry" : "skerry";
}

void auth_token_of(const struct conn *c, char out[TOKEN_CHARS + 1]) {
    out[0] = '\0';
    if (strncmp(c->head->authorization, "Bearer ", 7) == 0 &&
        strlen(c->head->authorization) == 7 + TOKEN_CHARS)
        keep(out, TOKEN_CHARS + 1, c->head->authorization + 7);
    else if (!c->head->authorization[0])
        http_cookie(c->head->cookie, cookie_name(c->server), out, TOKEN_CHARS + 1);
}

/* --- looking a token up --- */

struct lookup {
    struct conn *conn;
    identified *done;
    void *arg;
    struct identity who;
    char user[USER_ID + 4];
};

static void found(struct lookup *l) {
    struct conn *c = l->conn;
    l->done(c, &l->who, l->arg);
    conn_unpin(c);
    free(l);
}

static void got_user(struct store_request *q) {
    struct lookup *l = q->arg;
    struct json_in o;
    if (q->result == STORE_OK && json_check(q->rows[0].body, q->rows[0].len, &o) == 0 &&
        json_is_object(o) &&
        json_to_text(json_get(o, "name"), l->who.name, sizeof l->who.name) >= 0) {
        KEEP(l->who.user, l->user);
        if (json_to_text(json_get(o, "account"), l->who.account, sizeof l->who.account) < 0)
            l->who.account[0] = '\0';
        l->who.ok = true;
    }
    found(l);
}

static void got_session(struct store_request *q) {
    struct lookup *l = q->arg;
    struct json_in o;
    if (q->result != STORE_OK || json_check(q->rows[0].body, q->rows[0].len, &o) != 0 ||
        !json_is_object(o) || json_to_text(json_get(o, "user"), l->user, sizeof l->user) < 0) {
        found(l);
        return;
    }
    json_to_bool(json_get(o, "program"), &l->who.program);
    int64_t now = now_ms(l->conn->server);
    if (now - q->rows[0].at > DAY_MS) { /* it is used: it stays */
        struct store_request *again = store_request(STORE_PUT, NULL);
        KEEP(again->kind, "session");
        KEEP(again->key, l->who.session);
        KEEP(again->user, l->user);
        again->at = now;
        store_set_body(again, q->rows[0].body, q->rows[0].len);
        store_submit(l->conn->server->store, again);
    }
    struct store_request *next = store_request(STORE_GET, NULL);
    KEEP(next->kind, "user");
    KEEP(next->key, l->user);
    next->done = got_user;
    next->arg = l;
    store_submit(l->conn->server->store, next);
}

void auth_identify(struct conn *c, const char *token, identified *done, void *arg) {
    struct lookup *l = calloc(1, sizeof *l);
    CHECK(l);
    *l = (struct lookup){ .conn = c, .done = done, .arg = arg };
    conn_pin(c);
    if (strlen(token) != TOKEN_CHARS) {
        found(l);
        return;
    }
    hash_token(token, l->who.session);
    struct store_request *q = store_request(STORE_GET, NULL);
    KEEP(q->kind, "session");
    KEEP(q->key, l->who.session);
    q->done = got_session;
    q->arg = l;
    store_submit(c->server->store, q);
}

/* --- writing users and sessions --- */

static struct store_request *put_user(struct server *s, const char *user, const char *name,
                                      const char *account) {
    char body[NAME_MAX_BYTES * 2 + 128];
    struct json_out o;
    json_begin(&o, body, sizeof body);
    json_object(&o, NULL);
    json_text(&o, "name", name);
    json_text(&o, "account", account);
    json_object_end(&o);
    CHECK(json_fits(&o));
    struct store_request *q = store_request(STORE_PUT, NULL);
    KEEP(q->kind, "user");
    KEEP(q->key, user);
    KEEP(q->user, user);
    q->at = now_ms(s);
    store_set_body(q, body, o.len);
    return q;
}

static struct store_request *put_session(struct server *s, const char *user, bool program,
                                         char token[TOKEN_CHARS + 1]) {
    char body[128];
    struct json_out o;
    uint8_t bytes[TOKEN_CHARS / 4 * 3];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_CHARS + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    json_begin(&o, body, sizeof body);
    json_object(&o, NULL);
    json_text(&o, "user", user);
    json_bool(&o, "program", program);
    json_object_end(&o);
    CHECK(json_fits(&o));
    struct store_request *q = store_request(STORE_PUT, NULL);
    char hash[2 * SHA256_SIZE + 1];
    hash_token(token, hash);
    KEEP(q->kind, "session");
    KEEP(q->key, hash);
    KEEP(q->user, user);
    q->at = now_ms(s);
    store_set_body(q, body, o.len);
    return q;
}

/* --- the answer: who I am, with a cookie or a token where one was made --- */

static void answer_who(struct conn *c, const struct identity *who, const char *cookie,
                       const char *token) {
    char body[1024], header[256] = "Cache-Control: no-store\r\n";
    struct json_out o;
    json_begin(&o, body, sizeof body);
    json_object(&o, NULL);
    json_bool(&o, "ok", true);
    json_text(&o, "user", who->user);
    json_text(&o, "name", who->name);
    json_text(&o, "account", who->account[0] ? who->account : NULL);
    if (token)
        json_text(&o, "token", token);
    json_object_end(&o);
    CHECK(json_fits(&o));
    size_t n = strlen(header);
    if (cookie)
        snprintf(header + n, sizeof header - n,
                 "Set-Cookie: %s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%d%s\r\n",
                 cookie_name(c->server), cookie, cookie[0] ? SESSION_DAYS * 86400 : 0,
                 c->server->config.proxy ? "; Secure" : "");
    conn_answer(c, 200, "application/json", header, body, o.len);
}

static void answer_ok(struct conn *c, bool clear_cookie) {
    char header[256] = "Cache-Control: no-store\r\n";
    size_t n = strlen(header);
    if (clear_cookie)
        snprintf(header + n, sizeof header - n,
                 "Set-Cookie: %s=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0%s\r\n",
                 cookie_name(c->server), c->server->config.proxy ? "; Secure" : "");
    conn_answer(c, 200, "application/json", header, "{\"ok\":true}", 11);
}

/* --- a job of several steps for one HTTP request --- */

struct job {
    struct conn *conn;
    struct identity who;     /* as it will be answered */
    char guest[USER_ID + 4]; /* login: who came */
    char session[2 * SHA256_SIZE + 1];
    char account[32], passphrase[PASSPHRASE_MAX * 4 + 1], next[PASSPHRASE_MAX * 4 + 1];
    char hash[crypto_pwhash_STRBYTES];
    char token[TOKEN_CHARS + 1];
    bool as_token, hashed, right;
    uv_work_t work;
    void (*then)(struct job *); /* after the worker */
};

static struct job *job_new(struct conn *c, const struct identity *who) {
    struct job *j = calloc(1, sizeof *j);
    CHECK(j);
    j->conn = c;
    if (who)
        j->who = *who;
    conn_pin(c);
    return j;
}

static void job_free(struct job *j) {
    sodium_memzero(j->passphrase, sizeof j->passphrase);
    sodium_memzero(j->next, sizeof j->next);
    conn_unpin(j->conn);
    free(j);
}

static void unavailable(struct job *j) {
    api_error(j->conn, 503, "not-stored",
              "The server could not store this. Try again in a moment.");
    job_free(j);
}

static void session_made(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result != STORE_OK) {
        unavailable(j);
        return;
    }
    answer_who(j->conn, &j->who, j->as_token ? NULL : j->token, j->as_token ? j->token : NULL);
    job_free(j);
}

static void make_session(struct job *j) {
    struct store_request *q = put_session(j->conn->server, j->who.user, j->as_token, j->token);
    q->done = session_made;
    q->arg = j;
    store_submit(j->conn->server->store, q);
}

/* Everybody connected as `user` is called this from now on. */
static void rename_live(struct server *s, const char *user, const char *name) {
    for (struct conn *c = s->conns; c; c = c->next)
        if (c->client && strcmp(c->client->who.user, user) == 0)
            KEEP(c->client->who.name, name);
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next) {
            int seat = table_seat_of(r->t, user);
            if (seat < 0 || (r->t->state != TABLE_OPEN && r->t->state != TABLE_PLAYING))
                continue;
            KEEP(r->t->seat[seat].name, name);
            room_save(r, NULL);
        }
}

static void renamed(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result != STORE_OK) {
        unavailable(j);
        return;
    }
    rename_live(j->conn->server, j->who.user, j->who.name);
    if (j->as_token) {
        make_session(j);
        return;
    }
    answer_who(j->conn, &j->who, NULL, NULL);
    job_free(j);
}

static bool too_often(struct conn *c, int limit) {
    struct address *a = c->address;
    int64_t now = now_ms(c->server);
    if (now - a->logins_since > LOGIN_WINDOW_MS) {
        a->logins_since = now;
        a->logins = 0;
    }
    return ++a->logins > limit;
}

/* POST /api/session: make one, or rename, or hand out a token. */
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
        answer_who(c, who, NULL, NULL);
        return;
    }
    if (!who->ok && too_often(c, 5 * c->server->config.connections_per_address)) {
        api_error(c, 429, "too-many", "Too many sessions from this address.");
        return;
    }
    struct job *j = job_new(c, who->ok ? who : NULL);
    j->as_token = token;
    if (!who->ok) {
        j->who.user[0] = 'u';
        random_id(j->who.user + 1, USER_ID - 1);
        snprintf(j->who.name, sizeof j->who.name, "Guest %u", 100 + randombytes_uniform(900));
    }
    if (v.len)
        KEEP(j->who.name, clean);
    struct store_request *q = put_user(c->server, j->who.user, j->who.name, j->who.account);
    if (who->ok) {
        q->done = renamed;
        q->arg = j;
        store_submit(c->server->store, q);
    } else {
        store_submit(c->server->store, q); /* both or neither: they are carried out in order */
        make_session(j);
    }
}

/* --- passphrases --- */

static void work(uv_work_t *w) {
    struct job *j = w->data;
    if (j->hash[0])
        j->right = crypto_pwhash_str_verify(j->hash, j->passphrase, strlen(j->passphrase)) == 0;
    const char *fresh = j->next[0] ? j->next : j->hash[0] ? "" : j->passphrase;
    if (fresh[0] && (j->right || !j->hash[0]))
        j->hashed = crypto_pwhash_str(j->hash, fresh, strlen(fresh),
                                      crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                      crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void worked(uv_work_t *w, int status) {
    struct job *j = w->data;
    (void)status;
    j->conn->server->hashing--;
    j->then(j);
}

static void hash_then(struct job *j, void (*then)(struct job *)) {
    struct server *s = j->conn->server;
    if (s->hashing >= HASHING_MAX) {
        api_error(j->conn, 429, "too-many", "The server is busy. Try again in a moment.");
        job_free(j);
        return;
    }
    s->hashing++;
    s->metric[M_LOGINS]++;
    j->then = then;
    j->work.data = j;
    CHECK(uv_queue_work(&s->loop, &j->work, work, worked) == 0);
}

static bool account_name_ok(const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        if (!islower((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) &&
            name[i] != '-' && name[i] != '_')
            return false;
    return n >= 3 && n <= 24;
}

/* account and passphrase out of the body; false: answered. */
static bool read_account(struct conn *c, struct json_in body, char *account, size_t size,
                         char *pass, size_t pass_size) {
    if (json_to_text(json_get(body, "account"), account, size) < 0)
        account[0] = '\0';
    for (char *p = account; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    if (!account_name_ok(account)) {
        api_error(c, 400, "bad-name", "An account has 3 to 24 letters, digits, - or _.");
        return false;
    }
    if (json_to_text(json_get(body, "passphrase"), pass, pass_size) < PASSPHRASE_MIN) {
        api_error(c, 400, "bad-passphrase", "A passphrase has at least 8 characters.");
        return false;
    }
    return true;
}

static struct store_request *account_request(enum store_op op, const char *account) {
    struct store_request *q = store_request(op, NULL);
    KEEP(q->kind, "account");
    KEEP(q->key, account);
    return q;
}

static void set_account(struct store_request *q, struct job *j) {
    char body[crypto_pwhash_STRBYTES + 128];
    struct json_out o;
    json_begin(&o, body, sizeof body);
    json_object(&o, NULL);
    json_text(&o, "user", j->who.user);
    json_text(&o, "hash", j->hash);
    json_object_end(&o);
    CHECK(json_fits(&o));
    KEEP(q->user, j->who.user);
    q->at = now_ms(j->conn->server);
    store_set_body(q, body, o.len);
}

static void account_named(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result != STORE_OK) {
        unavailable(j);
        return;
    }
    answer_who(j->conn, &j->who, NULL, NULL);
    job_free(j);
}

static void account_made(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result == STORE_CONFLICT) {
        api_error(j->conn, 409, "name-taken", "This account name is taken.");
        job_free(j);
    } else if (q->result != STORE_OK) {
        unavailable(j);
    } else {
        KEEP(j->who.account, j->account);
        struct store_request *next = put_user(j->conn->server, j->who.user, j->who.name,
                                              j->who.account);
        next->done = account_named;
        next->arg = j;
        store_submit(j->conn->server->store, next);
    }
}

static void account_hashed(struct job *j) {
    if (!j->hashed) {
        unavailable(j);
        return;
    }
    struct store_request *q = account_request(STORE_PUT, j->account);
    q->fresh = true;
    set_account(q, j);
    q->done = account_made;
    q->arg = j;
    store_submit(j->conn->server->store, q);
}

static void post_account(struct conn *c, struct json_in body, const struct identity *who) {
    if (who->account[0]) {
        api_error(c, 409, "name-taken", "You have an account already.");
        return;
    }
    struct job *j = job_new(c, who);
    if (read_account(c, body, j->account, sizeof j->account, j->passphrase, sizeof j->passphrase))
        hash_then(j, account_hashed);
    else
        job_free(j);
}

/* --- logging in --- */

/* The guest's tables are now the account's. */
static void move_live(struct server *s, const char *from, const char *to) {
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next) {
            int seat = table_seat_of(r->t, from);
            if (strcmp(r->t->host, from) == 0)
                KEEP(r->t->host, to);
            if (seat >= 0 && table_seat_of(r->t, to) < 0)
                KEEP(r->t->seat[seat].user, to);
        }
}

static void logged_in(struct store_request *q) {
    struct job *j = q->arg;
    struct server *s = j->conn->server;
    struct json_in o;
    if (q->result != STORE_OK || json_check(q->rows[0].body, q->rows[0].len, &o) != 0 ||
        json_to_text(json_get(o, "name"), j->who.name, sizeof j->who.name) < 0) {
        unavailable(j);
        return;
    }
    KEEP(j->who.account, j->account);
    if (j->guest[0]) {
        struct store_request *merge = store_request(STORE_MERGE, NULL);
        KEEP(merge->user, j->who.user);
        KEEP(merge->key, j->guest);
        store_submit(s->store, merge);
        move_live(s, j->guest, j->who.user);
    }
    if (j->session[0]) {
        struct store_request *drop = store_request(STORE_DROP, NULL);
        KEEP(drop->kind, "session");
        KEEP(drop->key, j->session);
        store_submit(s->store, drop);
    }
    make_session(j);
}

static void wrong_passphrase(struct job *j) {
    api_error(j->conn, 403, "bad-passphrase", "Account or passphrase is wrong.");
    job_free(j);
}

static void login_verified(struct job *j) {
    if (!j->right) {
        wrong_passphrase(j);
        return;
    }
    struct store_request *q = store_request(STORE_GET, NULL);
    KEEP(q->kind, "user");
    KEEP(q->key, j->who.user);
    q->done = logged_in;
    q->arg = j;
    store_submit(j->conn->server->store, q);
}

static bool read_stored_account(const struct store_request *q, struct job *j) {
    struct json_in o;
    return q->result == STORE_OK && json_check(q->rows[0].body, q->rows[0].len, &o) == 0 &&
           json_is_object(o) &&
           json_to_text(json_get(o, "user"), j->who.user, sizeof j->who.user) > 0 &&
           json_to_text(json_get(o, "hash"), j->hash, sizeof j->hash) > 0;
}

static void login_found(struct store_request *q) {
    struct job *j = q->arg;
    /* An account that does not exist costs the same time as a wrong passphrase. */
    if (!read_stored_account(q, j))
        KEEP(j->hash, "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    hash_then(j, login_verified);
}

static void post_login(struct conn *c, struct json_in body, const struct identity *who) {
    if (too_often(c, LOGINS)) {
        api_error(c, 429, "too-many", "Too many attempts. Wait a minute.");
        return;
    }
    struct job *j = job_new(c, NULL);
    if (!read_account(c, body, j->account, sizeof j->account, j->passphrase,
                      sizeof j->passphrase)) {
        job_free(j);
        return;
    }
    if (who->ok) {
        KEEP(j->session, who->session);
        if (!who->account[0])
            KEEP(j->guest, who->user);
    }
    struct store_request *q = account_request(STORE_GET, j->account);
    q->done = login_found;
    q->arg = j;
    store_submit(c->server->store, q);
}

/* --- another passphrase --- */

static void passphrase_verified(struct job *j) {
    struct server *s = j->conn->server;
    if (!j->right || !j->hashed) {
        wrong_passphrase(j);
        return;
    }
    struct store_request *q = account_request(STORE_PUT, j->account);
    set_account(q, j);
    store_submit(s->store, q);
    struct store_request *drop = store_request(STORE_DROP, NULL);
    KEEP(drop->kind, "session");
    KEEP(drop->user, j->who.user);
    store_submit(s->store, drop);
    make_session(j);
}

static void passphrase_found(struct store_request *q) {
    struct job *j = q->arg;
    if (!read_stored_account(q, j)) {
        wrong_passphrase(j);
        return;
    }
    hash_then(j, passphrase_verified);
}

static void post_passphrase(struct conn *c, struct json_in body, const struct identity *who) {
    struct job *j = job_new(c, who);
    KEEP(j->account, who->account);
    if (too_often(c, LOGINS) || !who->account[0] ||
        json_to_text(json_get(body, "old"), j->passphrase, sizeof j->passphrase) < 0 ||
        json_to_text(json_get(body, "new"), j->next, sizeof j->next) < PASSPHRASE_MIN) {
        api_error(c, 400, "bad-passphrase", "A passphrase has at least 8 characters.");
        job_free(j);
        return;
    }
    struct store_request *q = account_request(STORE_GET, j->account);
    q->done = passphrase_found;
    q->arg = j;
    store_submit(c->server->store, q);
}

/* --- leaving --- */

static void dropped(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result != STORE_OK) {
        unavailable(j);
        return;
    }
    answer_ok(j->conn, true);
    job_free(j);
}

static void post_logout(struct conn *c, struct json_in body, const struct identity *who) {
    (void)body;
    struct store_request *q = store_request(STORE_DROP, NULL);
    KEEP(q->kind, "session");
    KEEP(q->key, who->session);
    q->done = dropped;
    q->arg = job_new(c, who);
    store_submit(c->server->store, q);
}

/* Seats of somebody who wants to be forgotten are played on by bots. */
static void forget_live(struct server *s, const char *user) {
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next) {
            int seat = table_seat_of(r->t, user);
            if (seat < 0)
                continue;
            struct seat *t = &r->t->seat[seat];
            t->user[0] = '\0';
            KEEP(t->name, "\xe2\x80\x93");
            t->resigned = t->held = r->t->state == TABLE_PLAYING;
            if (r->t->state == TABLE_OPEN)
                t->kind = SEAT_EMPTY;
            if (!r->archived)
                room_save(r, NULL);
        }
    for (struct conn *c = s->conns; c; c = c->next)
        if (c->client && strcmp(c->client->who.user, user) == 0)
            client_close(c->client, WS_NORMAL, "deleted");
}

static void post_delete(struct conn *c, struct json_in body, const struct identity *who) {
    if (!json_equals(json_get(body, "confirm"), "delete")) {
        api_error(c, 400, "bad-value", "confirm");
        return;
    }
    forget_live(c->server, who->user);
    struct store_request *q = store_request(STORE_FORGET, NULL);
    KEEP(q->user, who->user);
    q->done = dropped;
    q->arg = job_new(c, who);
    store_submit(c->server->store, q);
}

/* --- routes, and the same over the socket --- */

void auth_http(struct conn *c, const char *path, struct json_in body, const struct identity *who) {
    static const struct {
        const char *path;
        void (*run)(struct conn *, struct json_in, const struct identity *);
        bool needs_session;
    } routes[] = {
        { "/api/session", post_session, false },      { "/api/account", post_account, true },
        { "/api/login", post_login, false },          { "/api/logout", post_logout, true },
        { "/api/passphrase", post_passphrase, true }, { "/api/delete", post_delete, true },
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
    if (strcmp(path, "/api/whoami") == 0 && who->ok)
        answer_who(c, who, NULL, NULL);
    else
        api_error(c, who->ok ? 404 : 401, who->ok ? "no-such-page" : "no-session",
                  "There is no such thing.");
}

struct naming {
    struct conn *conn;
    struct reply reply;
    char user[USER_ID + 4], name[NAME_MAX_BYTES];
};

static void named(struct store_request *q) {
    struct naming *n = q->arg;
    struct client *c = n->conn->dead ? NULL : n->conn->client;
    if (q->result == STORE_OK)
        rename_live(n->conn->server, n->user, n->name);
    if (c && q->result == STORE_OK)
        reply_ok_text(c, &n->reply, "name", n->name);
    else if (c)
        reply_not_stored(c, &n->reply);
    conn_unpin(n->conn);
    free(n);
}

void do_name(struct message *m) {
    char name[NAME_MAX_BYTES * 2];
    struct client *c = m->c;
    if (!take_text(m, "name", name, sizeof name))
        return;
    struct naming *n = calloc(1, sizeof *n);
    CHECK(n);
    if (!clean_text(name, n->name, sizeof n->name, NAME_CHARS)) {
        free(n);
        reply_error(c, &m->reply, "bad-name", "Please choose another name.");
        return;
    }
    n->conn = c->conn;
    n->reply = m->reply;
    KEEP(n->user, c->who.user);
    conn_pin(c->conn);
    struct store_request *q = put_user(c->conn->server, c->who.user, n->name, c->who.account);
    q->done = named;
    q->arg = n;
    store_submit(c->conn->server->store, q);
}

/* Once a day: sessions nobody has used for long. */
void auth_tick(struct server *s) {
    struct store_request *q = store_request(STORE_EXPIRE, NULL);
    KEEP(q->kind, "session");
    q->at = now_ms(s) - (int64_t)SESSION_DAYS * DAY_MS;
    store_submit(s->store, q);
}
