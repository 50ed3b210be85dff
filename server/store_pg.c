/* store_pg.c -- the store in a PostgreSQL database: connecting, and transactions.
 *
 * The fence is in the statements that write: an entry is inserted only where the game's row has the
 * writer's epoch, under a lock that a take-over waits for, and its number is part of the primary
 * key. So two servers cannot both be told that they have stored it, whatever each believes.
 *
 * A commit whose answer is lost is neither done nor failed. Each transaction notes its number while
 * it runs, and the database is asked for its fate over a new connection. Only if that cannot be had
 * either, the batch is UNKNOWN. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/check.h"
#include "copy_text.h"
#include "store_pg.h"

/* --- calls --- */

void pg_text(struct pg_call *c, const char *text) {
    CHECK(c->n < PG_PARAMETERS);
    c->value[c->n++] = text;
}

void pg_number(struct pg_call *c, int64_t number) {
    CHECK(c->n < PG_PARAMETERS);
    snprintf(c->number[c->n], sizeof c->number[0], "%lld", (long long)number);
    c->value[c->n] = c->number[c->n];
    c->n++;
}

void pg_bytes(struct pg_call *c, const char *data, size_t len) {
    CHECK(c->n < PG_PARAMETERS);
    c->value[c->n] = data ? data : "";
    c->len[c->n] = (int)len;
    c->binary[c->n] = 1;
    c->n++;
}

PGresult *pg_run(struct pg_store *s, const char *sql, const struct pg_call *c) {
    static const struct pg_call none;
    if (!c)
        c = &none;
    return PQexecParams(s->conn, sql, c->n, NULL, c->value, c->len, c->binary, 1);
}

/* What may pass: no connection, no room, a lock or a deadlock. Then nothing was written. */
enum store_result pg_result(const struct pg_store *s, const PGresult *res) {
    ExecStatusType status = PQresultStatus(res);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return STORE_OK;
    const char *state = res ? PQresultErrorField(res, PG_DIAG_SQLSTATE) : NULL;
    if (!state || PQstatus(s->conn) != CONNECTION_OK)
        return STORE_BUSY;
    if (strncmp(state, "53", 2) == 0) /* insufficient resources */
        return STORE_FULL;
    if (strncmp(state, "40", 2) == 0 || strncmp(state, "57", 2) == 0 ||
        strncmp(state, "25006", 5) == 0 || strncmp(state, "55P03", 5) == 0)
        return STORE_BUSY; /* rolled back, shut down, read-only for now, locked */
    return STORE_BROKEN;
}

enum store_result pg_do(struct pg_store *s, const char *sql, const struct pg_call *c, int *rows) {
    PGresult *res = pg_run(s, sql, c);
    enum store_result result = pg_result(s, res);
    if (rows)
        *rows = atoi(PQcmdTuples(res));
    PQclear(res);
    return result;
}

/* Numbers come as bytes, the highest first; a boolean is one byte. */
int64_t pg_column(const PGresult *res, int row, int column) {
    const unsigned char *byte = (const unsigned char *)PQgetvalue(res, row, column);
    uint64_t n = 0;
    for (int i = 0; i < PQgetlength(res, row, column); i++)
        n = n << 8 | byte[i];
    return (int64_t)n;
}

const char *pg_word(const PGresult *res, int row, int column) {
    return PQgetvalue(res, row, column);
}

struct store_row *pg_add(struct store_request *r, enum store_row_kind kind, const PGresult *res,
                         int row, int column) {
    return column < 0 ? store_add_row(r, kind, "", 0)
                      : store_add_row(r, kind, PQgetvalue(res, row, column),
                                      (size_t)PQgetlength(res, row, column));
}

/* --- connecting --- */

static void quiet(void *arg, const char *message) {
    (void)arg, (void)message;
}

/* NULL, or words. */
static const char *too_old(PGconn *conn) {
    enum { OLDEST = 13 };
    static char words[80];
    int version = PQserverVersion(conn);
    snprintf(words, sizeof words, "PostgreSQL %d or newer is needed, this is %d.%d", OLDEST,
             version / 10000, version % 10000);
    return version < OLDEST * 10000 ? words : NULL;
}

/* The lock goes with the connection. Who has lost both may find that another server has them; but
 * the database may also need a moment to notice that the server before was killed. */
static bool lock(struct pg_store *s) {
    enum { TRIES = 20, PAUSE_US = 100000 };
    bool ok = false;
    for (int i = 0; i < TRIES && !ok; i++) {
        if (i)
            usleep(PAUSE_US);
        PGresult *res = pg_run(s, "SELECT pg_try_advisory_lock(7355609)", NULL);
        ok = PQntuples(res) == 1 && pg_column(res, 0, 0) == 1;
        PQclear(res);
    }
    if (!ok) {
        PQfinish(s->conn);
        s->conn = NULL;
    }
    return ok;
}

/* synchronous_commit stays as the operator has it, but never off: STORE_OK means on disk. A newer
 * server may have changed the tables since the last connection, so they are looked at again. */
static bool connect_to(struct pg_store *s) {
    if (s->conn && PQstatus(s->conn) == CONNECTION_OK)
        return true;
    PQfinish(s->conn);
    s->conn = PQconnectdb(s->url);
    if (PQstatus(s->conn) != CONNECTION_OK || too_old(s->conn))
        return false;
    PQsetNoticeProcessor(s->conn, quiet, NULL);
    static const char set[] =
        "SET lock_timeout='2s';SET statement_timeout='30s';SET client_encoding='UTF8';"
        "SELECT set_config('synchronous_commit','on',false) "
        "WHERE current_setting('synchronous_commit')='off'";
    PGresult *res = PQexec(s->conn, set);
    bool ok = pg_result(s, res) == STORE_OK;
    PQclear(res);
    return ok && (!s->checked || !pg_schema_look(s)) && (!s->alone || lock(s));
}

void pg_close(void *backend) {
    struct pg_store *s = backend;
    PQfinish(s->conn);
    free(s->url);
    free(s);
}

static const char *no_connection(const struct pg_store *s) {
    static char words[256];
    if (s->conn && PQstatus(s->conn) == CONNECTION_OK && too_old(s->conn))
        return too_old(s->conn);
    snprintf(words, sizeof words, "%s",
             s->conn ? PQerrorMessage(s->conn) : "the database is in use by another server");
    words[strcspn(words, "\n")] = '\0';
    return words;
}

struct pg_store *pg_open(const char *url, bool alone, const char **why) {
    struct pg_store *s = calloc(1, sizeof *s);
    CHECK(s);
    s->url = strdup(url);
    s->alone = alone;
    CHECK(s->url);
    *why = connect_to(s) ? NULL : no_connection(s);
    if (!*why)
        return s;
    pg_close(s);
    return NULL;
}

void *store_pg_open(const char *url, bool alone, const char **why) {
    struct pg_store *s = pg_open(url, alone, why);
    if (!s || !(*why = pg_schema_update(s, false))) {
        if (s)
            s->checked = true;
        return s;
    }
    pg_close(s);
    return NULL;
}

/* --- transactions --- */

/* A connection that broke while nobody used it is only noticed now: once more, with a new one. */
static enum store_result begin(struct pg_store *s, const char *sql) {
    enum store_result result = STORE_BUSY;
    for (int i = 0; i < 2 && result == STORE_BUSY && connect_to(s); i++) {
        PGresult *res = PQexec(s->conn, sql);
        result = pg_result(s, res);
        if (result == STORE_OK && PQntuples(res) == 1)
            KEEP(s->xid, PQgetvalue(res, 0, 0));
        PQclear(res);
    }
    return result;
}

/* The number of the transaction comes with its beginning, so that its fate can be asked for. */
static enum store_result pg_begin(void *backend) {
    return begin(backend, "BEGIN;SELECT pg_current_xact_id()::text");
}

/* The connection broke in the middle of a commit: what has become of it? */
static enum store_result fate(struct pg_store *s) {
    enum { TRIES = 20, PAUSE_US = 250000 };
    for (int i = 0; i < TRIES; i++, usleep(PAUSE_US)) {
        if (!connect_to(s))
            continue;
        struct pg_call c = { 0 };
        pg_text(&c, s->xid);
        PGresult *res = pg_run(s, "SELECT pg_xact_status($1::xid8)", &c);
        char status[24] = "";
        if (PQntuples(res) == 1)
            KEEP(status, PQgetvalue(res, 0, 0));
        PQclear(res);
        if (strcmp(status, "committed") == 0)
            return STORE_OK;
        if (strcmp(status, "aborted") == 0)
            return STORE_BUSY;
    }
    return STORE_UNKNOWN;
}

static enum store_result pg_commit(void *backend) {
    struct pg_store *s = backend;
    PGresult *res = PQexec(s->conn, "COMMIT");
    enum store_result result = pg_result(s, res);
    /* A transaction that had failed inside is rolled back by COMMIT, which says so. */
    if (result == STORE_OK && strcmp(PQcmdStatus(res), "COMMIT") != 0)
        result = STORE_BUSY;
    PQclear(res);
    return PQstatus(s->conn) == CONNECTION_OK ? result : fate(s);
}

static void pg_rollback(void *backend) {
    struct pg_store *s = backend;
    if (PQstatus(s->conn) == CONNECTION_OK && PQtransactionStatus(s->conn) != PQTRANS_IDLE)
        pg_do(s, "ROLLBACK", NULL, NULL);
}

_Static_assert(STORE_OP_N == 18, "each op has its function below and in the stores' contract");
static void pg_run_request(void *backend, struct store_request *r) {
    static pg_op *const ops[STORE_OP_N] = {
        [STORE_CREATE] = pg_create, [STORE_TAKE] = pg_take,       [STORE_APPEND] = pg_append,
        [STORE_META] = pg_meta,     [STORE_ARCHIVE] = pg_archive, [STORE_LOAD] = pg_load,
        [STORE_LIVE] = pg_live,     [STORE_LIST] = pg_list,       [STORE_REMOVE] = pg_remove,
        [STORE_CHAT] = pg_chat,     [STORE_CHATS] = pg_chats,     [STORE_PUT] = pg_put,
        [STORE_GET] = pg_get,       [STORE_DROP] = pg_drop,       [STORE_EXPIRE] = pg_expire,
        [STORE_MERGE] = pg_merge,   [STORE_EXPORT] = pg_export,   [STORE_FORGET] = pg_forget,
    };
    r->result = ops[r->op](backend, r);
}

/* --- reading beside --- */

static void *pg_open_reader(void *backend) {
    const struct pg_store *writer = backend;
    struct pg_store *s = calloc(1, sizeof *s);
    CHECK(s);
    s->url = strdup(writer->url);
    s->checked = true;
    CHECK(s->url);
    return s;
}

static void pg_read(void *reader, struct store_request *r) {
    struct pg_store *s = reader;
    r->result = begin(s, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (r->result == STORE_OK)
        pg_run_request(s, r);
    pg_rollback(s);
}

const struct store_backend store_pg = {
    .begin = pg_begin,       .run = pg_run_request,
    .commit = pg_commit,     .rollback = pg_rollback,
    .close = pg_close,       .open_reader = pg_open_reader,
    .read = pg_read,         .close_reader = pg_close,
};
