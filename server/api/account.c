/* account.c -- accounts: an item that finds a user by a word and a passphrase.
 *
 * An account only gives a person a way back from another device: games, name and sessions belong
 * to the user. The item of kind `account` under its word is {"user","hash"}.
 *
 * Hashing a passphrase deliberately takes tens of milliseconds and 64 MB, so workers do it, two
 * at a time: with more at once memory would run out. A third request is told to try again
 * instead of being queued, since an attacker could make the queue arbitrarily long. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "people/auth_job.h"
#include "rooms/room.h"

/* On a worker's thread: touches only the job's own fields. The filled-in fields decide between
 * three cases: a hash to verify (login), a hash to verify and a new passphrase to hash (change),
 * or neither (a new account: hash the passphrase). */
static void work(uv_work_t *w) {
    struct job *j = w->data;
    if (j->hash[0])
        j->right = passphrase_matches(j->hash, j->passphrase);
    const char *fresh = j->next[0] ? j->next : j->hash[0] ? "" : j->passphrase;
    if (fresh[0] && (j->right || !j->hash[0]))
        j->hashed = passphrase_hash(fresh, j->hash);
}

/* Back on the loop's thread. The connection is pinned, but may have died. */
static void worked(uv_work_t *w, int status) {
    struct job *j = w->data;
    (void)status;
    CHECK(j->conn->server->hashing > 0);
    j->conn->server->hashing--;
    j->then(j);
}

/* Takes over the job: `then` continues with it, or it is answered and done here. */
static void hash_then(struct job *j, void (*then)(struct job *)) {
    struct server *s = j->conn->server;
    if (j->hash[0] && tries_over(s, j->account)) {
        s->metric[M_LIMITED]++;
        auth__refuse(j, 429, "too-many", "Too many wrong passphrases. Try again later.");
        return;
    }
    if (s->hashing >= HASHING_MAX) {
        auth__refuse(j, 429, "too-many", "The server is busy. Try again in a moment.");
        return;
    }
    s->hashing++;
    s->metric[M_LOGINS]++;
    j->then = then;
    j->work.data = j;
    CHECK(uv_queue_work(&s->loop, &j->work, work, worked) == 0);
}

/* Account words must not be confusable by case, accents or width. Others see the name, which may
 * be anything. */
static bool account_name_ok(const char *name) {
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        if (!islower((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) &&
            name[i] != '-' && name[i] != '_')
            return false;
    return n >= 3 && n <= 24;
}

static void too_short(struct job *j) {
    auth__refuse(j, 400, "bad-passphrase", "A passphrase has at least 8 characters.");
}

/* Read account and passphrase from the body; false: refused, and done. */
static bool read_account(struct job *j, struct json_in body) {
    if (json_to_text(json_get(body, "account"), j->account, sizeof j->account) < 0)
        j->account[0] = '\0';
    for (char *p = j->account; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    bool named = account_name_ok(j->account);
    bool ok = named && json_to_text(json_get(body, "passphrase"), j->passphrase,
                                    sizeof j->passphrase) >= PASSPHRASE_MIN;
    if (!named)
        auth__refuse(j, 400, "bad-name", "An account has 3 to 24 letters, digits, - or _.");
    else if (!ok)
        too_short(j);
    return ok;
}

/* The hash contains its cost and salt, so later accounts may use a higher cost without
 * migration. */
static struct store_request *put_account(struct job *j, enum store_put put) {
    char body[PASSPHRASE_HASH + 128];
    struct json_out o = json_begin_object(body, sizeof body);
    json_text(&o, "user", j->who.user);
    json_text(&o, "hash", j->hash);
    json_object_end(&o);
    CHECK(json_fits(&o));
    struct store_request *q = store_item(STORE_PUT, "account", j->account);
    KEEP(q->user, j->who.user);
    q->at = now_ms(j->conn->server);
    q->put = put;
    store_set_body(q, body, o.len);
    return q;
}

/* Sockets that were already open must know it too: a rename over one of them writes the user
 * again. */
static void account_live(struct server *s, const struct identity *who) {
    for (struct conn *c = s->conns; c; c = c->next)
        if (c->client && strcmp(c->client->who.user, who->user) == 0)
            KEEP(c->client->who.account, who->account);
}

static void account_named(struct store_request *q) {
    struct job *j = q->arg;
    if (!auth__stored(j, q->result))
        return;
    account_live(j->conn->server, &j->who);
    notice(j->conn->server, "user", j->who.user);
    auth__answer_who(j->conn, &j->who, NULL, NULL);
    auth__done(j);
}

/* PUT_FRESH decides if two people want the same word at once: the store adds it only if it is
 * new. If the server dies right here, the account still opens the user; only the word is missing
 * in the user's item. */
static void account_made(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result == STORE_CONFLICT) {
        auth__refuse(j, 409, "name-taken", "This account name is taken.");
    } else if (auth__stored(j, q->result)) {
        KEEP(j->who.account, j->account);
        struct store_request *next =
            auth__put_user(j->conn->server, j->who.user, j->who.name, j->who.account);
        next->put = PUT_THERE;
        store_ask(j->conn->server->store, next, account_named, j);
    }
}

static void account_hashed(struct job *j) {
    if (j->hashed)
        store_ask(j->conn->server->store, put_account(j, PUT_FRESH), account_made, j);
    else
        auth__unavailable(j);
}

void auth__post_account(struct conn *c, struct json_in body, const struct identity *who) {
    if (who->account[0]) {
        api_error(c, 409, "name-taken", "You already have an account.");
        return;
    }
    if (auth__too_many_logins(c))
        return;
    struct job *j = auth__job(c, who);
    if (read_account(j, body))
        hash_then(j, account_hashed);
}

/* --- logging in --- */

/* If the guest and the account sit at the same table, the guest's seat does not move: one person
 * cannot hold two seats. A bot holds the second one when the guest is gone. */
static void make_move(struct table *t, const struct change *c) {
    int seat = table_seat_of(t, c->user), silenced = table_find_silenced(t, c->user);
    for (int i = 0; i < t->kicks; i++)
        if (strcmp(t->kicked[i], c->user) == 0)
            KEEP(t->kicked[i], c->to);
    if (silenced >= 0)
        KEEP(t->silenced[silenced], c->to);
    if (strcmp(t->host, c->user) == 0)
        KEEP(t->host, c->to);
    if (seat >= 0 && table_seat_of(t, c->to) < 0)
        KEEP(t->seat[seat].user, c->to);
}

/* A login replaces the session: somebody who knew the guest's token before the login must not
 * have access to the account after it. */
static void change_session(struct job *j) {
    if (j->session[0])
        store_submit(j->conn->server->store, store_item(STORE_DROP, "session", j->session));
    auth__make_session(j);
}

static void merged(struct store_request *q) {
    struct job *j = q->arg;
    struct server *s = j->conn->server;
    if (!auth__stored(j, q->result))
        return;
    char both[2 * (USER_ID + 4)];
    snprintf(both, sizeof both, "%s.%s", j->guest, j->who.user);
    notice(s, "merged", both);
    talk_move(s, j->guest, j->who.user);
    change_session(j);
}

/* MERGE does the same in the store, for tables that are in no room. */
static void tables_moved(void *arg, bool stored) {
    struct job *j = arg;
    if (!stored) {
        auth__unavailable(j);
        return;
    }
    struct store_request *merge = store_request(STORE_MERGE, NULL);
    KEEP(merge->user, j->who.user);
    KEEP(merge->key, j->guest);
    store_ask(j->conn->server->store, merge, merged, j);
}

/* The guest's tables become the account's. */
static void logged_in(struct store_request *q) {
    struct job *j = q->arg;
    if (!auth__read_user(q, j->who.name, j->who.account)) {
        auth__unavailable(j);
        return;
    }
    KEEP(j->who.account, j->account);
    if (!j->guest[0]) {
        change_session(j);
        return;
    }
    struct change move = { .make = make_move };
    KEEP(move.user, j->guest);
    KEEP(move.to, j->who.user);
    change_everywhere(j->conn->server, j->guest, &move, tables_moved, j);
}

/* The same message for a missing account and a wrong passphrase, so that nobody learns which
 * words are taken. */
static void wrong_passphrase(struct job *j) {
    tries_wrong(j->conn->server, j->account);
    auth__refuse(j, 403, "bad-passphrase", "Account or passphrase is wrong.");
}

/* Only people who know the passphrase get this message. */
static void ban_looked_up(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result == STORE_OK)
        auth__refuse(j, 403, "banned", "This account is closed.");
    else if (q->result != STORE_MISSING)
        auth__unavailable(j);
    else
        store_ask(j->conn->server->store, store_item(STORE_GET, "user", j->who.user), logged_in, j);
}

static void login_verified(struct job *j) {
    if (!j->right)
        wrong_passphrase(j);
    else
        store_ask(j->conn->server->store, store_item(STORE_GET, "ban", j->who.user), ban_looked_up,
                  j);
}

/* False: *j is invalid. */
static bool read_stored_account(const struct store_request *q, struct job *j) {
    struct json_in o;
    return q->result == STORE_OK && json_check(q->rows[0].body, q->rows[0].len, &o) == 0 &&
           json_is_object(o) &&
           json_to_text(json_get(o, "user"), j->who.user, sizeof j->who.user) > 0 &&
           json_to_text(json_get(o, "hash"), j->hash, sizeof j->hash) > 0;
}

static void login_found(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result != STORE_OK && q->result != STORE_MISSING) {
        auth__unavailable(j);
        return;
    }
    /* A missing account takes as long as a wrong passphrase. */
    if (!read_stored_account(q, j))
        KEEP(j->hash, "$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
                      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    hash_then(j, login_verified);
}

void auth__post_login(struct conn *c, struct json_in body, const struct identity *who) {
    if (auth__too_many_logins(c))
        return;
    struct job *j = auth__job(c, NULL);
    if (!read_account(j, body))
        return;
    if (who->ok) {
        KEEP(j->session, who->session);
        if (!who->account[0])
            KEEP(j->guest, who->user);
    }
    store_ask(c->server->store, store_item(STORE_GET, "account", j->account), login_found, j);
}

/* --- another passphrase --- */

/* All sessions of the user end and a new one is made. If somebody else knows the old passphrase,
 * the change logs them out, sockets included. */
static void passphrase_verified(struct job *j) {
    struct server *s = j->conn->server;
    if (!j->right || !j->hashed) {
        wrong_passphrase(j);
        return;
    }
    store_submit(s->store, put_account(j, PUT_ANY));
    auth__drop_sessions(s, j->who.user);
    j->shows_out = true;
    auth__make_session(j);
}

static void passphrase_found(struct store_request *q) {
    struct job *j = q->arg;
    if (q->result != STORE_OK && q->result != STORE_MISSING)
        auth__unavailable(j);
    else if (!read_stored_account(q, j))
        wrong_passphrase(j);
    else
        hash_then(j, passphrase_verified);
}

void auth__post_passphrase(struct conn *c, struct json_in body, const struct identity *who) {
    if (auth__too_many_logins(c))
        return;
    struct job *j = auth__job(c, who);
    KEEP(j->account, who->account);
    if (!who->account[0] ||
        json_to_text(json_get(body, "old"), j->passphrase, sizeof j->passphrase) < 0 ||
        json_to_text(json_get(body, "new"), j->next, sizeof j->next) < PASSPHRASE_MIN) {
        too_short(j);
        return;
    }
    store_ask(c->server->store, store_item(STORE_GET, "account", j->account), passphrase_found, j);
}
