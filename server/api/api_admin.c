/* api_admin.c -- an operator over HTTP: closes and deletes games, bans people, lists tables. */
#include "api.h"
#include "people/auth_job.h"
#include "rooms/room.h"

#include <string.h>

static const struct identity nobody;

/* Constant time for the token's length, which is no secret. */
static bool is_admin(const struct conn *c) {
    const char *token = c->server->config.admin_token, *sent = c->head->authorization;
    if (!token || strncmp(sent, "Bearer ", 7) != 0 || strlen(sent + 7) != strlen(token))
        return false;
    return same_secret(sent + 7, token, strlen(token));
}

/* Done, or refused by the store. */
static void answer(struct asking *a, bool done) {
    if (done)
        conn_answer(a->conn, 200, "application/json", api__no_store, "{\"ok\":true}", 11);
    else
        api_unavailable(a->conn);
    api__asking_free(a);
}

static void answer_missing(struct asking *a, const char *error, const char *words) {
    api_error(a->conn, 404, error, words);
    api__asking_free(a);
}

static void admin_removed(struct store_request *q) {
    if (q->result == STORE_MISSING)
        answer_missing(q->arg, "no-such-game", "There is no such game.");
    else
        answer(q->arg, q->result == STORE_OK);
}

/* Send an order to the node that has the table. */
static void close_elsewhere(struct asking *a) {
    struct store_request *q = store_request(STORE_NOTE, NULL);
    KEEP(q->kind, "close");
    snprintf(q->key, sizeof q->key, ".%s", a->what);
    store_ask(a->conn->server->store, q, admin_removed, a);
}

static void admin_closed(void *arg, enum store_result result) {
    if (result == STORE_ELSEWHERE)
        close_elsewhere(arg);
    else
        answer(arg, result == STORE_OK || result == STORE_MISSING);
}

/* Like a table that expires: what was played stays stored. */
static void admin_close(struct conn *c, struct json_in body) {
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
    char id[TABLE_ID + 4];
    if (json_to_text(json_get(body, "game"), id, sizeof id) <= 0) {
        api_error(c, 400, "bad-value", "game");
        return;
    }
    log_line("info", "admin-delete", "game", id, NULL);
    c->server->forgotten++;
    struct room *r = room_find(c->server, id);
    struct asking *a = api__asking(c, &nobody);
    if (r)
        room_close(r, CLOSE_REMOVE, admin_closed, a);
    else
        store_ask(c->server->store, store_request(STORE_REMOVE, id), admin_removed, a);
}

/* Their sessions have just ended; the account stays closed (account.c). */
static void admin_banned(struct store_request *q) {
    struct asking *a = q->arg;
    struct server *s = a->conn->server;
    if (q->result == STORE_MISSING) {
        answer_missing(a, "no-such-user", "There is no person with that id.");
        return;
    }
    if (q->result == STORE_OK) {
        auth__drop_sessions(s, q->key);
        auth__close_live(s, q->key, WS_POLICY, "no-session");
    }
    answer(a, q->result == STORE_OK);
}

static void admin_unbanned(struct store_request *q) {
    answer(q->arg, q->result == STORE_OK);
}

static void admin_ban(struct conn *c, struct json_in body, bool on) {
    char user[USER_ID + 4];
    if (json_to_text(json_get(body, "user"), user, sizeof user) <= 0) {
        api_error(c, 400, "bad-value", "user");
        return;
    }
    log_line("info", on ? "admin-ban" : "admin-unban", "user", user, NULL);
    struct store_request *q = store_item(on ? STORE_PUT : STORE_DROP, "ban", user);
    if (on)
        KEEP(q->user, user);
    q->at = now_ms(c->server);
    store_set_body(q, "{}", 2);
    store_ask(c->server->store, q, on ? admin_banned : admin_unbanned, api__asking(c, &nobody));
}

static void write_tables(struct json_out *o, const void *arg) {
    const struct server *s = arg;
    json_array(o, "tables");
    for (const struct room *r = NULL; (r = room_next(s, r));) {
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

/* No session is needed: the token alone makes an admin. */
void api__admin(struct conn *c, const char *path, struct json_in body) {
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
        api_error(c, 404, "no-such-page", "There is no such route.");
}
