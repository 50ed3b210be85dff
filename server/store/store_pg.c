/* store_pg.c -- the store in a PostgreSQL database: connections and transactions.
 *
 * The writing statements themselves fence: an entry is inserted only if the game's row has the
 * writer's epoch, under a lock that a take-over waits for, and its number is part of the primary
 * key. So two servers cannot both be told that they have stored it, whatever each believes.
 *
 * If the answer to a commit is lost, it is neither done nor failed. Each transaction notes its
 * number, and the database is asked for its fate over a new connection. Only if that fails too,
 * the batch is UNKNOWN. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"
#include "core/text.h"
#include "core/copy_text.h"
#include "store_pg.h"


/* --- connecting --- */

static void quiet(void *arg, const char *message) {
    (void)arg, (void)message;
}

/* NULL, or a message. */
static const char *too_old(PGconn *conn) {
    enum { OLDEST = 13 };
    static char words[80];
    int version = PQserverVersion(conn);
    snprintf(words, sizeof words, "PostgreSQL %d or newer is needed, this is %d.%d", OLDEST,
             version / 10000, version % 10000);
    return version < OLDEST * 10000 ? words : NULL;
}

/* Nodes share the lock; a server that runs alone takes it exclusively.
 *
 * It ends with the connection. After losing it, a server may find that another one has it; but
 * the database may also need a moment to notice that a killed server is gone. */
static bool lock(struct pg_store *s) {
    enum { TRIES = 20, PAUSE_US = 100000 };
    bool ok = false;
    for (int i = 0; i < TRIES && !ok; i++) {
        if (i)
            usleep(PAUSE_US);
        int64_t got = 0;
        pg_numbers(s, s->alone ? "SELECT pg_try_advisory_lock(7355609)"
                               : "SELECT pg_try_advisory_lock_shared(7355609)", NULL, &got, 1);
        ok = got;
    }
    s->taken = !ok && s->conn;
    if (!ok) {
        PQfinish(s->conn);
        s->conn = NULL;
    }
    return ok;
}

/* Parameters before the address (dbname) can be overridden by it. Parameters after it win, but
 * an empty value counts as absent. */
enum { DIAL = 7 };
static const char *const dial_keys[DIAL + 1] = {
    "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
    "application_name", "dbname", "target_session_attrs", NULL
};
#define DIAL_VALUES(url, session) \
    (const char *const[DIAL + 1]){ "2", "5", "2", "3", "skerry", (url), (session), NULL }

static PGconn *dial(const char *url, const char *session) {
    return PQconnectdbParams(dial_keys, DIAL_VALUES(url, session), 1);
}

/* synchronous_commit stays as the operator set it, but never off: STORE_OK means on disk. A node
 * that stops in the middle of a transaction holds games only for as long as its lease. */
static bool prepare(struct pg_store *s) {
    char set[512];
    int idle = s->node->name[0] ? s->node->lease : 30000;
    snprintf(set, sizeof set,
             "SET lock_timeout='2s';SET statement_timeout='30s';SET client_encoding='UTF8';"
             "SET idle_in_transaction_session_timeout=%d;"
             "SELECT set_config('synchronous_commit','on',false) "
             "WHERE current_setting('synchronous_commit')='off'", idle);
    PGresult *res = pg_run_plain(s, set);
    bool ok = pg_result(s, res) == STORE_OK;
    PQclear(res);
    return ok;
}

/* A newer server may have changed the tables since the last connection, so they are checked
 * again. */
bool pg_connect(struct pg_store *s) {
    if (s->conn && PQstatus(s->conn) == CONNECTION_OK)
        return true;
    PQfinish(s->conn);
    s->conn = dial(s->url, "");
    s->taken = false;
    s->prepared_n = 0;
    if (PQstatus(s->conn) != CONNECTION_OK || PQsetnonblocking(s->conn, 1) != 0 ||
        too_old(s->conn))
        return false;
    PQsetNoticeProcessor(s->conn, quiet, NULL);
    return prepare(s) && (!s->checked || !pg_schema_look(s)) &&
           ((!s->alone && !s->shares) || lock(s));
}

void pg_close(void *backend) {
    struct pg_store *s = backend;
    if (s->first && s->node->number)
        pg_leave_nodes(s);
    PQfinish(s->conn);
    if (s->first)
        free(s->node);
    free(s->url);
    free(s);
}

static struct pg_store *new_store(const char *url, struct pg_node *node) {
    enum { PATIENCE = 30000 };
    struct pg_store *s = calloc(1, sizeof *s);
    CHECK(s && node);
    s->url = strdup(url);
    CHECK(s->url);
    s->node = node;
    s->patience = PATIENCE;
    return s;
}

struct pg_store *pg_beside(const struct pg_store *writer) {
    struct pg_store *s = new_store(writer->url, writer->node);
    s->checked = true;
    s->patience = writer->patience;
    return s;
}

/* With several hosts there is a line for each. Indented lines only repeat them as a question. */
static void on_one_line(char *words, size_t size, const char *lines) {
    struct text t = text_begin(words, size);
    for (size_t n; *lines; lines += n + (lines[n] != '\0')) {
        n = strcspn(lines, "\n");
        if (n == 0 || *lines == '\t')
            continue;
        text_add(&t, t.len ? "; " : "");
        text_add_n(&t, lines, n);
    }
}

static const char *no_connection(const struct pg_store *s) {
    static char words[512];
    if (s->conn && PQstatus(s->conn) == CONNECTION_OK && too_old(s->conn))
        return too_old(s->conn);
    if (s->conn && PQconnectionNeedsPassword(s->conn))
        return "the database asks for a password; it goes into the address, into PGPASSWORD or "
               "into ~/.pgpass";
    if (s->conn)
        on_one_line(words, sizeof words, PQerrorMessage(s->conn));
    else if (!s->taken)
        return "the database stopped answering";
    else
        return s->alone
                   ? "the database is in use by another server; stop it first (servers that share one each have a --node)"
                   : "a server without --node has the database; stop it or give it one, too";
    return words;
}

/* --- whether to wait --- */

static bool is_standby(PGconn *conn) {
    PGresult *res = PQexec(conn, "SELECT pg_is_in_recovery()");
    bool standby = PQntuples(res) == 1 && PQgetvalue(res, 0, 0)[0] == 't';
    PQclear(res);
    return standby;
}

/* After a refusal: does it let us in if any server will do? Then the address asks for a primary
 * and there is only a standby, or the database was still starting a moment ago. */
static bool lets_in(const char *url) {
    PGconn *conn = dial(url, "any");
    bool in = PQstatus(conn) == CONNECTION_OK;
    PQfinish(conn);
    return in;
}

/* Opening has failed: may waiting help? Yes, if nobody answers, the database starts, stops or
 * recovers, or the connection has just broken. A server that answers and refuses (a password, a
 * name, a version, another server) will refuse again. */
static bool may_do_later(const struct pg_store *s) {
    if (s->taken)
        return false;
    if (!s->conn) /* it broke while in use */
        return true;
    if (PQstatus(s->conn) == CONNECTION_OK)
        return is_standby(s->conn);
    if (PQconnectionNeedsPassword(s->conn)) /* libpq itself gave up */
        return false;
    bool refused = strstr(PQerrorMessage(s->conn), "FATAL"); /* else it broke on the way */
    PGPing ping = PQpingParams(dial_keys, DIAL_VALUES(s->url, ""), 1);
    return ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE ||
           (ping == PQPING_OK && (!refused || lets_in(s->url)));
}

/* Not opened: the caller is told whether to wait. */
static void *refuse(struct pg_store *s, const char **why, bool *later) {
    if (later)
        *later = may_do_later(s);
    if (PQstatus(s->conn) == CONNECTION_OK && is_standby(s->conn))
        *why = "the database is a standby, which can only be read";
    pg_close(s);
    return NULL;
}

static struct pg_store *open_with(const struct store_pg_options *o, const char **why, bool *later) {
    enum { LEASE = 5000 };
    struct pg_node *node = calloc(1, sizeof *node);
    struct pg_store *s = new_store(o->url, node);
    s->first = true;
    s->alone = o->alone;
    s->shares = o->node != NULL;
    node->lease = o->lease ? o->lease : LEASE;
    if (o->node) /* after this time the game is lost anyway */
        s->patience = 2 * node->lease;
    KEEP(node->name, o->node);
    KEEP(node->address, o->address);
    *why = pg_connect(s) ? NULL : no_connection(s);
    return *why ? refuse(s, why, later) : s;
}

/* For code that copies much and uses the connection itself. */
struct pg_store *pg_open(const char *url, bool alone, const char **why) {
    enum { PATIENCE = 600000 };
    struct pg_store *s = open_with(&(struct store_pg_options){ .url = url, .alone = alone }, why,
                                   NULL);
    if (s) {
        s->patience = PATIENCE;
        PQsetnonblocking(s->conn, 0);
    }
    return s;
}

void *store_pg_open(const struct store_pg_options *options, const char **why, bool *later) {
    struct pg_store *s = open_with(options, why, later);
    if (!s)
        return NULL;
    *why = pg_schema_update(s, false);
    s->checked = !*why;
    if (!*why && (!options->node || pg_join_nodes(s, why)))
        return s;
    return refuse(s, why, later);
}

/* --- transactions --- */

/* A broken connection may be noticed only now: try again with a new one. */
enum store_result pg_begin_with(struct pg_store *s, const char *sql) {
    enum store_result result = STORE_BUSY;
    for (int i = 0; i < 2 && result == STORE_BUSY && pg_connect(s); i++) {
        PGresult *res = pg_run_plain(s, sql);
        result = pg_result(s, res);
        if (result == STORE_OK && PQntuples(res) == 1)
            KEEP(s->xid, PQgetvalue(res, 0, 0));
        PQclear(res);
    }
    return result;
}

/* The transaction's number comes with its beginning, so that its fate can be looked up. */
static enum store_result pg_begin(void *backend) {
    struct pg_store *s = backend;
    s->noted = false;
    s->proof = NULL;
    return pg_begin_with(s, "BEGIN;SELECT pg_current_xact_id()::text");
}

/* Is the entry of this transaction there? OK; BUSY: no, and it will not come; UNKNOWN: it cannot
 * be told any more, because somebody else owns the game. */
static enum store_result look_for_proof(struct pg_store *s) {
    const struct store_request *p = s->proof;
    PGresult *res = pg_run(
        s,
        "SELECT l.body=$4 AND l.at=$3::bigint,g.live,g.epoch FROM skerry_game g "
        "LEFT JOIN skerry_log l ON l.game=g.number AND l.seq=$2::bigint "
        "WHERE g.id=$1",
        PG(v_text(p->game), v_number(p->seq), v_number(p->at), v_bytes(p->body, p->body_len)));
    enum store_result result = pg_result(s, res) == STORE_OK ? STORE_UNKNOWN : STORE_BROKEN;
    if (PQntuples(res) == 1 && !PQgetisnull(res, 0, 0) && pg_column(res, 0, 0))
        result = STORE_OK;
    else if (PQntuples(res) == 1 && pg_column(res, 0, 1) && pg_column(res, 0, 2) == p->epoch)
        result = STORE_BUSY;
    PQclear(res);
    return result;
}

/* What is committed here may not have reached the synchronous standby: its commit was waiting
 * for that when the connection broke. A later commit that has waited covers all before it. */
static bool standby_has_it(struct pg_store *s) {
    return pg_do(s, "SELECT pg_logical_emit_message(true,'skerry','')", NULL, NULL) == STORE_OK;
}

/* The connection broke in the middle of a commit: find out what happened. First the transaction
 * must be over. It counts as committed only if its entry is there: after a crash the database
 * may give a lost transaction's number to another one. */
static enum store_result fate(struct pg_store *s) {
    enum { TRIES = 20, PAUSE_US = 250000 };
    for (int i = 0; i < TRIES; i++, usleep(PAUSE_US)) {
        if (!pg_connect(s))
            continue;
        PGresult *res = pg_run(s, "SELECT pg_xact_status($1::xid8)", PG(v_text(s->xid)));
        char status[24] = "";
        if (PQntuples(res) == 1)
            KEEP(status, PQgetvalue(res, 0, 0));
        PQclear(res);
        if (strcmp(status, "in progress") == 0 || PQstatus(s->conn) != CONNECTION_OK)
            continue;
        if (strcmp(status, "aborted") == 0)
            return STORE_BUSY;
        enum store_result found = s->proof ? look_for_proof(s) : STORE_UNKNOWN;
        if (found == STORE_OK && !standby_has_it(s))
            return STORE_UNKNOWN;
        if (found != STORE_BROKEN)
            return found;
    }
    return STORE_UNKNOWN;
}

static enum store_result pg_commit(void *backend) {
    struct pg_store *s = backend;
    PGresult *res = pg_run_plain(s, "COMMIT");
    enum store_result result = pg_result(s, res);
    /* COMMIT rolls back a transaction that failed inside, and says so. */
    if (result == STORE_OK && strcmp(PQcmdStatus(res), "COMMIT") != 0)
        result = STORE_BUSY;
    PQclear(res);
    if (PQstatus(s->conn) != CONNECTION_OK)
        result = fate(s);
    if (s->noted && (result == STORE_OK || result == STORE_UNKNOWN))
        atomic_store(&s->node->news, true);
    return result;
}

void pg_rollback(void *store) {
    struct pg_store *s = store;
    if (PQstatus(s->conn) == CONNECTION_OK && PQtransactionStatus(s->conn) != PQTRANS_IDLE)
        pg_do(s, "ROLLBACK", NULL, NULL);
}

_Static_assert(STORE_OP_N == 23, "each op has its function below and in the stores' contract");
static void pg_run_request(void *backend, struct store_request *r) {
    static pg_op *const ops[STORE_OP_N] = {
        [STORE_CREATE] = pg_create, [STORE_TAKE] = pg_take,       [STORE_APPEND] = pg_append,
        [STORE_META] = pg_meta,     [STORE_ARCHIVE] = pg_archive, [STORE_LOAD] = pg_load,
        [STORE_LIVE] = pg_live,     [STORE_LIST] = pg_list,       [STORE_REMOVE] = pg_remove,
        [STORE_CHAT] = pg_chat,     [STORE_CHATS] = pg_chats,     [STORE_PUT] = pg_put,
        [STORE_GET] = pg_get,       [STORE_DROP] = pg_drop,       [STORE_EXPIRE] = pg_expire,
        [STORE_MERGE] = pg_merge,   [STORE_EXPORT] = pg_export,   [STORE_FORGET] = pg_forget,
        [STORE_RELEASE] = pg_release, [STORE_DUE] = pg_due,       [STORE_CLAIM] = pg_claim,
        [STORE_NOTE] = pg_note,     [STORE_WATCH] = pg_nothing,
    };
    r->result = ops[r->op](backend, r);
}

/* --- reading beside the writes --- */

static void *pg_open_reader(void *backend) {
    return pg_beside(backend);
}

static void pg_read(void *reader, struct store_request *r) {
    struct pg_store *s = reader;
    r->result = pg_begin_with(s, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (r->result == STORE_OK)
        pg_run_request(s, r);
    pg_rollback(s);
}

/* Only a node has others to watch for. */
static void *open_watcher(void *backend) {
    const struct pg_store *s = backend;
    return s->node->number ? pg_open_watcher(backend) : NULL;
}

const struct store_backend store_pg = {
    .begin = pg_begin,             .run = pg_run_request,
    .run_many = pg_append_many,
    .commit = pg_commit,           .rollback = pg_rollback,
    .close = pg_close,      .open_reader = pg_open_reader,
    .read = pg_read,               .close_reader = pg_close,
    .open_watcher = open_watcher,  .watch = pg_watch,
    .close_watcher = pg_close_watcher,
};
