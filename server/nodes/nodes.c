/* nodes.c -- this server as one of several on one store: reacts to what other nodes do, and
 * tracks which games it owns.
 *
 * A node has a room for every live game, asleep unless it owns it. So its lobby, its limits and
 * the lists of people's tables cover the games of all nodes. A watch (store.h) is always
 * pending; its answer says which tables have changed, who has logged out, and which games nobody
 * owns. Notices may come twice or late, so each one only makes this node look at the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "people/auth_job.h"
#include "rooms/room.h"

enum { WATCH_MS = 250 };

static void ask(struct server *s, int limit);

/* --- tables --- */

/* Ours, if the epoch is still the one we have, or if we took it again since. */
static void table_changed(struct server *s, const struct store_row *rows, int n) {
    struct room *r = room_find(s, rows[0].id);
    if (r && !r->asleep && r->epoch >= rows[0].epoch)
        return;
    if (r && !r->asleep) {
        room_fenced(r);
        return;
    }
    if (!r)
        room_asleep(s, rows, n);
    else if (!r->waking)
        room_refresh(r, rows, n);
}

/* It is no longer live. A finished game that people look at stays in memory. */
static void table_gone(struct server *s, const char *id) {
    struct room *r = room_find(s, id);
    if (!r || r->waking)
        return;
    if (r->asleep)
        room_free(r);
    else if (!r->archived && r->t->state != TABLE_OVER && r->t->state != TABLE_CLOSED)
        room_come_again(r);
}

/* Nobody owns it, and somebody must: its clocks ran, or it is about to expire. */
static void table_due(struct server *s, const char *id, bool runs) {
    struct room *r = room_find(s, id);
    if (!r) {
        nodes_look(s, id);
    } else if (r->asleep && !r->waking && !s->draining) {
        r->picked = runs;
        room_wake(r);
    }
}

/* Whether people wait at another node's table: find sends people there. */
static void table_left(struct server *s, const char *id) {
    struct room *r = room_find(s, id);
    if (!r || !r->asleep)
        return;
    r->left = true;
    lobby_touch(r);
}

static void table_here(struct server *s, const char *id) {
    struct room *r = room_find(s, id);
    if (!r)
        return;
    r->left = false;
    lobby_touch(r);
}

/* --- people --- */

static bool tell_user(struct server *s, const char *user, const char *name, const char *account) {
    bool renamed = false;
    for (struct conn *c = s->conns; c; c = c->next)
        if (c->client && strcmp(c->client->who.user, user) == 0) {
            renamed = renamed || strcmp(c->client->who.name, name) != 0;
            KEEP(c->client->who.account, account);
        }
    for (struct room *r = NULL; (r = person_tables_next(s, user, r));)
        renamed = renamed || !r->asleep;
    return renamed;
}

static void got_user(struct store_request *q) {
    struct server *s = q->arg;
    char name[NAME_MAX_BYTES], account[ACCOUNT_MAX];
    if (auth__read_user(q, name, account) && tell_user(s, q->key, name, account))
        auth__rename_live(s, q->key, name);
}

static void user_changed(struct server *s, const char *user) {
    store_ask(s->store, store_item(STORE_GET, "user", user), got_user, s);
}

/* The same messages as where it was requested; the store handles their seats. */
static void user_forgotten(struct server *s, const char *user) {
    talk_forget(s, user);
    auth__close_live(s, user, WS_NORMAL, "deleted");
}

static void user_out(struct server *s, const char *user) {
    auth__close_live(s, user, WS_POLICY, "no-session");
}

/* GUEST.ACCOUNT: the guest's chat now belongs to the account. */
static void users_merged(struct server *s, const char *key) {
    char guest[USER_ID + 4];
    size_t n = strcspn(key, ".");
    if (n >= sizeof guest || !key[n])
        return;
    copy_text(guest, n + 1, key);
    talk_move(s, guest, key + n + 1);
}

/* --- this node --- */

static void drain_asked(struct server *s, const char *node) {
    if (strcmp(node, s->config.node) == 0)
        server_drain(s);
}

/* It continues where somebody next asks for it. */
static void release_asked(struct server *s, const char *table) {
    struct room *r = room_find(s, table);
    if (!r || r->asleep || r->t->state == TABLE_BROKEN)
        return;
    struct store_request *q = store_request(STORE_RELEASE, table);
    q->epoch = r->epoch;
    store_submit(s->store, q);
    room_come_again(r);
}

/* NODE.TABLE: an operator's order to the node that has it or should have it; .TABLE: to any node
 * that has it. */
static void close_asked(struct server *s, const char *key) {
    size_t n = strcspn(key, ".");
    bool to_us = strlen(s->config.node) == n && strncmp(key, s->config.node, n) == 0;
    struct room *r = key[n] == '.' ? room_find(s, key + n + 1) : NULL;
    if (!r || s->draining || !(to_us || (n == 0 && !r->asleep)))
        return;
    log_line("info", "admin-close", "table", r->t->id, NULL);
    room_close(r, CLOSE_KEEP, NULL, NULL);
}

/* We were away so long that notices are lost: everybody must reconnect, and every table is
 * checked. */
static void missed(struct server *s, const char *key) {
    (void)key;
    log_line("warn", "notices-missed", NULL);
    for (struct conn *c = s->conns; c; c = c->next)
        if (c->client)
            client_close(c->client, WS_RESTART, "restart");
    for (struct room *r = NULL; (r = room_next(s, r));)
        nodes_look(s, r->t->id);
    loading_start(s);
}

static void runs(struct server *s, const char *id) {
    table_due(s, id, true);
}

static void due(struct server *s, const char *id) {
    table_due(s, id, false);
}

static void take_note(struct server *s, const struct store_row *row) {
    static const struct {
        const char *what;
        void (*run)(struct server *s, const char *key);
    } notes[] = {
        { "gone", table_gone },       { "runs", runs },
        { "due", due },               { "user", user_changed },
        { "forgot", user_forgotten }, { "session", auth__close_session },
        { "out", user_out },          { "merged", users_merged },
        { "drain", drain_asked },     { "tried", tries_count },
        { "missed", missed },         { "release", release_asked },
        { "close", close_asked },     { "left", table_left },
        { "here", table_here },       { "counts", address_heard },
    };
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (strcmp(row->id, notes[i].what) == 0)
            notes[i].run(s, row->key); /* unknown ones come from newer nodes */
}

/* --- which tables need an owner --- */

enum due { DUE_UNKNOWN, DUE_LATER, DUE_RUNS };

static void due_stored(struct store_request *q) {
    struct room *r = q->arg;
    if (q->result != STORE_OK)
        r->told_due = DUE_UNKNOWN;
    if (q->result == STORE_FENCED && !r->gone)
        room_fenced(r);
    room_unpin(r);
}

/* Running clocks continue at another node if this one is lost. Other games wait until they
 * expire. */
void nodes_second(struct room *r, int64_t now) {
    const struct server_config *config = &r->server->config;
    bool live = r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING;
    if (r->goes_on_until && (r->clients_n || now >= r->goes_on_until)) {
        r->goes_on_until = 0;
        if (r->clients_n == 0)
            room_empty(r);
    }
    if (r->asleep || r->gone || !live || r->server->draining)
        return;
    bool clock = table_has_clock(r->t) && !r->t->paused && !r->empty_since;
    enum due kind = r->t->state == TABLE_PLAYING && clock ? DUE_RUNS : DUE_LATER;
    if (r->told_due == (int)kind)
        return;
    r->told_due = kind;
    struct store_request *q = store_request(STORE_DUE, r->t->id);
    q->epoch = r->epoch;
    q->at = kind == DUE_RUNS ? 0
            : 1000 * (int64_t)(r->t->state == TABLE_OPEN ? config->expire_open
                                                         : config->expire_playing);
    room_pin(r);
    store_ask(r->server->store, q, due_stored, r);
}

/* --- watching --- */

/* What a page may connect to, as sockets: http becomes ws, https wss. If there are too many
 * nodes: any. */
static void name_sockets(struct server *s) {
    struct text t = text_begin(s->peer_sockets, sizeof s->peer_sockets);
    for (const char *p = s->peers; (p = strstr(p, " http")); p += 5) {
        text_add(&t, " ws");
        for (const char *c = p + 5; *c && *c != ' '; c++)
            text_char(&t, *c);
    }
    if (!text_fits(&t))
        strcpy(s->peer_sockets, " ws: wss:");
}

/* Pages from every node may talk to every other node (goto). */
static void know_peers(struct server *s, const struct store_row *rows, int n) {
    size_t size = 2;
    for (int i = 0; i < n; i++)
        size += rows[i].kind == ROW_NODE ? strlen(rows[i].key) + 1 : 0;
    char *list = calloc(1, size);
    CHECK(list);
    strcpy(list, " ");
    for (int i = 0; i < n; i++) {
        if (rows[i].kind != ROW_NODE)
            continue;
        const char *host = strstr(rows[i].key, "://");
        size_t len = host ? (size_t)(host + 3 - rows[i].key) + strcspn(host + 3, "/") : 0;
        strncat(list, rows[i].key, len);
        strcat(list, " ");
    }
    free(s->peers);
    s->peers = list;
    name_sockets(s);
}

/* Another server uses our name: two would only take each other's games. */
static void name_lost(struct server *s) {
    log_line("error", "node-name", "node", s->config.node, NULL);
    fprintf(stderr, "skerry serve: another process runs as node %s now, so this one stops.\n",
            s->config.node);
    s->failed = true;
    server_drain(s);
}

/* All nodes use the store's clock, so nodes whose machines disagree write the same times. It is
 * set once, before there is any table: later it would jump. */
static void first_heard(struct server *s, int64_t at) {
    s->heard = true;
    s->offset = at - (int64_t)uv_now(&s->loop);
    loading_start(s);
}

static void take_news(struct server *s, const struct store_row *rows, int n) {
    bool nodes = false;
    for (int i = 0; i < n; i++) {
        if (rows[i].kind == ROW_META)
            table_changed(s, &rows[i], n - i);
        else if (rows[i].kind == ROW_NOTE)
            take_note(s, &rows[i]);
        nodes = nodes || rows[i].kind == ROW_NODE;
    }
    if (nodes)
        know_peers(s, rows, n);
}

/* The store has been silent for longer than our lease: nodes that reach it can take our games
 * now. So people are sent away to find one; here they would wait in vain. If the store refuses
 * everybody, they stay and see what there is. */
void nodes_look_whether_cut_off(struct server *s) {
    bool was = s->cut_off;
    s->cut_off = s->silent && !nodes_sure(s);
    if (was || !s->cut_off)
        return;
    log_line("warn", "cut-off", NULL);
    for (struct conn *c = s->conns; c; c = c->next)
        if (c->client && c->client->room && c->client->room->t->state == TABLE_PLAYING)
            client_close(c->client, WS_RESTART, "restart");
}

static void watched(struct store_request *q) {
    struct server *s = q->arg;
    s->silent = q->result == STORE_UNKNOWN;
    if (q->result == STORE_FENCED) {
        name_lost(s);
        return;
    }
    if (q->result == STORE_OK && !s->heard)
        first_heard(s, q->at);
    if (q->result != STORE_OK && q->body) /* asked again; the store repeats the notices */
        for (char *id = strtok(q->body, "\n"); id; id = strtok(NULL, "\n"))
            nodes_look(s, id);
    if (q->result == STORE_OK) {
        s->watch_us = now_us();
        take_news(s, q->rows, q->rows_n);
        s->sure_until = q->seq + s->config.lease;
        find_heard(s);
        if (!s->store_ok)
            health_probe_store(s);
    }
    nodes_look_whether_cut_off(s);
    if (!s->draining)
        ask(s, WATCH_MS);
}

static void ask(struct server *s, int limit) {
    struct store_request *q = store_request(STORE_WATCH, NULL);
    q->limit = limit;
    if (s->look)
        store_set_body(q, s->look, strlen(s->look));
    free(s->look);
    s->look = NULL;
    store_ask(s->store, q, watched, s);
}

void nodes_start(struct server *s) {
    ask(s, 0);
}

/* --- stopping --- */

static void released(struct store_request *q) {
    struct server *s = q->arg;
    s->released(s);
}

/* What is on its way to the store comes before it; later writes are fenced. */
void nodes_release(struct server *s, void (*done)(struct server *s)) {
    struct store_request *q = store_request(STORE_RELEASE, NULL);
    s->released = done;
    store_ask(s->store, q, released, s);
}
