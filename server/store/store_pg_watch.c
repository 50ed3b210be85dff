/* store_pg_watch.c -- many nodes on one database: this node's lease, and notices to and from the
 * others.
 *
 * News for other nodes is a row of skerry_notice, written in the transaction that it describes.
 * A node reads new notices every few seconds; NOTIFY only makes it read sooner. NOTIFY is never
 * part of a transaction that appends, since it takes one lock for the whole database: the
 * watching connection sends it afterwards, at most ten times a second.
 *
 * Notices do not become visible in the order of their numbers. So a reader remembers from which
 * transaction on there may be unseen ones, and reads some twice rather than miss one. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"
#include "core/copy_text.h"
#include "store_pg.h"

enum {
    NOTIFY_MS = 100,    /* between two of our own */
    READ_MS = 2000,     /* if not woken */
    KEPT_S = 600,       /* a notice */
    MISSED_MS = 300000, /* away for longer: some may be lost, so everything is checked again */
    PICKED = 100        /* games taken at once */
};

/* --- notices --- */

enum store_result pg_tell(struct pg_store *s, const char *what, const char *key) {
    if (!s->node->number)
        return STORE_OK;
    s->noted = true;
    return pg_do(s, "INSERT INTO skerry_notice(node,what,key) VALUES($1::bigint,$2,$3)",
                 PG(v_number(s->node->number), v_text(what), v_text(key)), NULL);
}

enum store_result pg_note(struct pg_store *s, struct store_request *r) {
    return pg_tell(s, r->kind, r->key);
}

enum store_result pg_nothing(struct pg_store *s, struct store_request *r) {
    (void)s, (void)r;
    return STORE_OK;
}

/* --- watching --- */

struct watcher {
    struct pg_store *s;
    bool listens;     /* this connection listens */
    int64_t beat_at;  /* when the lease is renewed next */
    int64_t sure;     /* it was last renewed after this moment; 0: never */
    bool late;        /* renewed after it had run out, and notices have not been read since */
    int64_t told_at;  /* when others were last woken */
    int64_t read_at;  /* when notices were last read; 0: never */
    unsigned beats;
    char from[32];    /* a transaction: all older ones have been read */
};

void *pg_open_watcher(void *backend) {
    struct watcher *w = calloc(1, sizeof *w);
    CHECK(w);
    w->s = pg_beside(backend);
    w->s->patience = w->s->node->lease - w->s->node->lease / 3; /* by then the lease has run out */
    return w;
}

void pg_close_watcher(void *watcher) {
    struct watcher *w = watcher;
    pg_close(w->s);
    free(w);
}

static bool listens(struct watcher *w) {
    bool fresh = PQstatus(w->s->conn) != CONNECTION_OK;
    if (!pg_connect(w->s))
        return false;
    if (fresh || !w->listens)
        w->listens = pg_do(w->s, "LISTEN skerry", NULL, NULL) == STORE_OK;
    return w->listens;
}

/* FENCED: somebody else has the name. If the row is gone (a restored database), it is made
 * again. */
static enum store_result renew(struct pg_store *s, struct store_request *r) {
    const struct pg_node *node = s->node;
    enum store_result result =
        pg_numbers(s,
                   "INSERT INTO skerry_node(name,number,address,since,expires) VALUES($1,"
                   "$2::bigint,$3,clock_timestamp(),clock_timestamp()+$4::bigint*interval '1 ms') "
                   "ON CONFLICT(name) DO UPDATE SET expires=excluded.expires "
                   "WHERE skerry_node.number=$2::bigint "
                   "RETURNING (extract(epoch FROM clock_timestamp())*1000)::bigint",
                   PG(v_text(node->name), v_number(node->number), v_text(node->address),
                      v_number(node->lease)), &r->at, 1);
    return result == STORE_MISSING ? STORE_FENCED : result;
}

static enum store_result add_nodes(struct pg_store *s, struct store_request *r) {
    return pg_add_rows(s, r, ROW_NODE, "ik", "SELECT name,address FROM skerry_node WHERE "
                       "expires>clock_timestamp() ORDER BY name", NULL);
}

static void add_note(struct store_request *r, const char *what, const char *key) {
    struct store_row *row = store_add_row(r, ROW_NOTE, "", 0);
    KEEP(row->id, what);
    KEEP(row->key, key);
}

/* Games that need an owner and have none. Clocks only continue right after their node was lost;
 * if a site was off for an hour, they wait for their people. */
static enum store_result add_due(struct pg_store *s, struct store_request *r) {
    PGresult *res =
        pg_run(s, "SELECT g.id,g.runs FROM skerry_game g LEFT JOIN skerry_node n ON "
                  "n.number=g.owner WHERE live AND due<=clock_timestamp() AND "
                  "(n.expires IS NULL OR n.expires<=clock_timestamp()) AND (NOT runs OR "
                  "COALESCE(n.expires,g.due)>clock_timestamp()-interval '1 min') "
                  "ORDER BY due LIMIT $1::bigint", PG(v_number(PICKED)));
    enum store_result result = pg_result(s, res);
    for (int i = 0; i < PQntuples(res); i++)
        add_note(r, pg_column(res, i, 1) ? "runs" : "due", PQgetvalue(res, i, 0));
    PQclear(res);
    return result;
}

static enum store_result forget_old(struct pg_store *s) {
    enum store_result result =
        pg_do(s, "DELETE FROM skerry_notice WHERE at<clock_timestamp()-$1::bigint*interval '1 s'",
              PG(v_number(KEPT_S)), NULL);
    return result != STORE_OK
               ? result
               : pg_do(s, "DELETE FROM skerry_node WHERE expires<clock_timestamp()-interval '1 day'",
                       NULL, NULL);
}

/* Every third of the lease. */
static enum store_result beat(struct watcher *w, struct store_request *r) {
    if (pg_clock() < w->beat_at)
        return STORE_OK;
    int64_t now = pg_clock();
    enum store_result result = renew(w->s, r);
    if (result == STORE_OK) {
        w->late = w->late || now - w->sure > w->s->node->lease;
        w->sure = now;
    }
    if (result == STORE_OK)
        w->beat_at = pg_clock() + w->s->node->lease / 3;
    if (result == STORE_OK)
        result = add_nodes(w->s, r);
    if (result == STORE_OK)
        result = add_due(w->s, r);
    if (result == STORE_OK && w->beats++ % 64 == 0)
        result = forget_old(w->s);
    return result;
}

/* Wake the others, if there is a reason and enough time has passed. */
static void wake_others(struct watcher *w) {
    int64_t now = pg_clock();
    if (now - w->told_at < NOTIFY_MS || !atomic_exchange(&w->s->node->news, false))
        return;
    w->told_at = now;
    if (pg_do(w->s, "NOTIFY skerry", NULL, NULL) != STORE_OK)
        atomic_store(&w->s->node->news, true);
}

/* True: somebody has news. Our own NOTIFY comes back too and is ignored. */
static bool woken(struct watcher *w) {
    PGnotify *n;
    bool any = false;
    int self = PQbackendPID(w->s->conn);
    PQconsumeInput(w->s->conn);
    while ((n = PQnotifies(w->s->conn))) {
        any = any || n->be_pid != self;
        PQfreemem(n);
    }
    return any;
}

static bool wait_for_news(struct watcher *w, int limit) {
    enum { SLICE = NOTIFY_MS / 2 };
    int64_t until = pg_clock() + limit;
    for (;;) {
        wake_others(w);
        if (woken(w))
            return true;
        int64_t left = until - pg_clock();
        if (left <= 0 || PQstatus(w->s->conn) != CONNECTION_OK)
            return false;
        struct pollfd fd = { .fd = PQsocket(w->s->conn), .events = POLLIN };
        poll(&fd, 1, (int)(left < SLICE ? left : SLICE));
    }
}

/* --- reading news --- */

/* Where the next reading must start: all older transactions are over and seen. */
static enum store_result horizon(struct pg_store *s, char *out, size_t size) {
    PGresult *res = pg_run(s, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text", NULL);
    enum store_result result = pg_result(s, res);
    if (result == STORE_OK)
        copy_text(out, size, PQgetvalue(res, 0, 0));
    PQclear(res);
    return result;
}

/* All except those about tables, which are read directly. */
static enum store_result add_notes(struct watcher *w, struct store_request *r) {
    return pg_add_rows(w->s, r, ROW_NOTE, "ik", "SELECT what,key FROM skerry_notice WHERE "
                       "xid>=$1::xid8 AND node<>$2::bigint AND what<>'table' ORDER BY number",
                       PG(v_text(w->from), v_number(w->s->node->number)));
}

/* The tables named in notices, and those that were requested: as they are, or NOTE `gone`. */
static enum store_result add_tables(struct watcher *w, struct store_request *r) {
    PGresult *res = pg_run(
        w->s,
        "SELECT k.key,g.number,g.meta,g.changed,g.epoch FROM (SELECT key FROM "
        "skerry_notice WHERE xid>=$1::xid8 AND node<>$2::bigint AND what='table' UNION "
        "SELECT unnest(string_to_array($3,E'\\n'))) k LEFT JOIN skerry_game g ON "
        "g.id=k.key AND g.live WHERE k.key<>''",
        PG(v_text(w->from), v_number(w->s->node->number), v_text(r->body ? r->body : "")));
    enum store_result result = pg_result(w->s, res);
    for (int i = 0; i < PQntuples(res) && result == STORE_OK; i++) {
        if (PQgetisnull(res, i, 1)) {
            add_note(r, "gone", PQgetvalue(res, i, 0));
            continue;
        }
        struct store_row *row = pg_add(r, ROW_META, res, i, "i-bt");
        row->number = 1;
        row->epoch = pg_column(res, i, 4);
        result = pg_add_players(w->s, r, pg_column(res, i, 1));
    }
    PQclear(res);
    return result;
}

/* The first time only marks the start: LIVE lists what there is. */
static enum store_result read_news(struct watcher *w, struct store_request *r) {
    char next[sizeof w->from];
    int64_t now = pg_clock();
    enum store_result result =
        pg_begin_with(w->s, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (result == STORE_OK)
        result = horizon(w->s, next, sizeof next);
    if (result == STORE_OK && w->from[0]) /* a note may concern a new table */
        result = add_tables(w, r);
    if (result == STORE_OK && w->from[0])
        result = add_notes(w, r);
    pg_rollback(w->s);
    if (result != STORE_OK)
        return result;
    if (w->read_at && now - w->read_at > MISSED_MS)
        add_note(r, "missed", "");
    KEEP(w->from, next);
    w->read_at = now;
    w->late = false;
    return STORE_OK;
}

/* Did this attempt end by silence and not by a refusal? A restarting database refuses at once; a
 * pulled cable times out, or there is no route. */
static bool is_silence(const struct watcher *w, int64_t began) {
    enum { DIAL_MS = 1500 }; /* less than the connection timeout (store_pg.c) */
    const char *words = w->s->conn ? PQerrorMessage(w->s->conn) : "";
    int64_t enough = w->s->patience < DIAL_MS ? w->s->patience : DIAL_MS;
    return pg_clock() - began >= enough || strstr(words, strerror(ENETUNREACH)) ||
           strstr(words, strerror(EHOSTUNREACH));
}

/* Waits even without a database; otherwise the server would ask without end. */
void pg_watch(void *watcher, struct store_request *r) {
    struct watcher *w = watcher;
    int64_t began = pg_clock();
    r->result = listens(w) ? STORE_OK : STORE_BUSY;
    if (r->result == STORE_OK)
        r->result = beat(w, r);
    if (r->result == STORE_OK) {
        bool news = w->late || wait_for_news(w, r->limit);
        if (news || !w->read_at || pg_clock() - w->read_at >= READ_MS || r->body_len)
            r->result = read_news(w, r);
    }
    r->seq = w->sure;
    if (r->result == STORE_OK || r->result == STORE_FENCED)
        return;
    if (is_silence(w, began))
        r->result = STORE_UNKNOWN;
    int64_t left = r->limit - (pg_clock() - began);
    if (left > 0)
        usleep((useconds_t)left * 1000);
}
