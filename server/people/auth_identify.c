/* auth_identify.c -- finds the person behind a token, for each HTTP request and each hello. There
 * is no cache, because it could outlive a logout. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "auth_job.h"

/* A plain hash is enough: a token has 192 random bits, which nobody can guess. Passphrases need
 * more (account.c). */
void auth__hash_token(const char *token, char out[2 * SHA256_SIZE + 1]) {
    uint8_t hash[SHA256_SIZE];
    sha256(token, strlen(token), hash);
    hex_format(hash, sizeof hash, out);
}

struct lookup {
    struct conn *conn;
    identified *done;
    void *arg;
    struct identity who;
    char user[USER_ID + 4];
};

/* Every lookup ends here, whether somebody was found or not. */
static void found(struct lookup *l) {
    struct conn *c = l->conn;
    l->done(c, &l->who, l->arg);
    conn_unpin(c);
    free(l);
}

bool auth__read_user(const struct store_request *q, char name[NAME_MAX_BYTES],
                     char account[ACCOUNT_MAX]) {
    struct json_in o;
    if (q->result != STORE_OK || json_check(q->rows[0].body, q->rows[0].len, &o) != 0 ||
        !json_is_object(o) || json_to_text(json_get(o, "name"), name, NAME_MAX_BYTES) < 0)
        return false;
    if (json_to_text(json_get(o, "account"), account, ACCOUNT_MAX) < 0)
        account[0] = '\0';
    return true;
}

/* A session whose user was deleted, or merged into an account, does not count. */
static void got_user(struct store_request *q) {
    struct lookup *l = q->arg;
    l->who.unknown = q->result != STORE_OK && q->result != STORE_MISSING;
    l->who.ok = auth__read_user(q, l->who.name, l->who.account);
    if (l->who.ok)
        KEEP(l->who.user, l->user);
    found(l);
}

static void got_session(struct store_request *q) {
    struct lookup *l = q->arg;
    struct json_in o;
    l->who.unknown = q->result != STORE_OK && q->result != STORE_MISSING;
    if (q->result != STORE_OK || json_check(q->rows[0].body, q->rows[0].len, &o) != 0 ||
        !json_is_object(o) || json_to_text(json_get(o, "user"), l->user, sizeof l->user) < 0) {
        found(l);
        return;
    }
    json_to_bool(json_get(o, "program"), &l->who.program);
    /* Written at most once a day; otherwise every request would be a write. */
    int64_t now = now_ms(l->conn->server);
    if (now - q->rows[0].at > DAY_MS) { /* it is in use, so keep it, unless it was just ended */
        struct store_request *again = store_item(STORE_PUT, "session", l->who.session);
        KEEP(again->user, l->user);
        again->at = now;
        again->put = PUT_THERE;
        store_set_body(again, q->rows[0].body, q->rows[0].len);
        store_submit(l->conn->server->store, again);
    }
    store_ask(l->conn->server->store, store_item(STORE_GET, "user", l->user), got_user, l);
}

/* Two reads in sequence. The store answers in order, so a person who comes right after a start
 * is identified only when every live game is known (load_games.c). So nobody is told that a table
 * does not exist because it is still being loaded. */
void auth_identify(struct conn *c, const char *token, identified *done, void *arg) {
    struct lookup *l = calloc(1, sizeof *l);
    CHECK(l);
    *l = (struct lookup){ .conn = c, .done = done, .arg = arg };
    conn_pin(c);
    if (strlen(token) != TOKEN_CHARS) {
        found(l);
        return;
    }
    auth__hash_token(token, l->who.session);
    store_ask(c->server->store, store_item(STORE_GET, "session", l->who.session), got_session, l);
}
