/* store_pg_call.c -- a statement to PostgreSQL and its answer: parameters, results, columns, and
 * timeouts. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "core/copy_text.h"
#include "store_pg.h"

const struct pg_call *pg_call(struct pg_call *c, const struct store_value *values, int n) {
    CHECK(n <= PG_PARAMETERS);
    c->n = n;
    for (int i = 0; i < n; i++) {
        const struct store_value *v = &values[i];
        c->value[i] = v->data ? v->data : c->number[i];
        c->binary[i] = v->data && v->len >= 0;
        c->len[i] = c->binary[i] ? v->len : 0;
        if (!v->data)
            snprintf(c->number[i], sizeof c->number[i], "%lld", (long long)v->number);
    }
    return c;
}

int64_t pg_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A peer that does not answer in time counts as gone: a pulled cable says nothing. */
static void give_up(struct pg_store *s) {
    PQfinish(s->conn);
    s->conn = NULL;
}

/* Wait until the socket can be read, or written as well; false: not in time. */
static bool wait_for(struct pg_store *s, short events, int64_t until) {
    struct pollfd fd = { .fd = PQsocket(s->conn), .events = events };
    int64_t left = until - pg_clock();
    int n = left > 0 && fd.fd >= 0 ? poll(&fd, 1, (int)left) : 0;
    return n > 0 || (n < 0 && errno == EINTR && left > 0);
}

static bool flush(struct pg_store *s, int64_t until) {
    int left;
    while ((left = PQflush(s->conn)) > 0)
        if (!wait_for(s, POLLIN | POLLOUT, until) || !PQconsumeInput(s->conn))
            return false;
    return left == 0;
}

/* The next result, which may be NULL; false: timeout. */
static bool next_result(struct pg_store *s, int64_t until, PGresult **res) {
    while (PQisBusy(s->conn))
        if (!wait_for(s, POLLIN, until) || !PQconsumeInput(s->conn))
            return false;
    *res = PQgetResult(s->conn);
    return true;
}

/* NULL: the connection is gone. For several statements, the last result or the error. */
static PGresult *answer(struct pg_store *s) {
    int64_t until = pg_clock() + s->patience;
    PGresult *last = NULL, *next;
    bool ok = flush(s, until);
    while (ok && (ok = next_result(s, until, &next)) && next) {
        PQclear(last);
        last = next;
    }
    if (ok)
        return last;
    PQclear(last);
    give_up(s);
    return NULL;
}

/* --- prepared --- */

/* Parsed and planned once per connection, which costs the database more than running it. False:
 * *res says why, and must be cleared. */
static bool prepare(struct pg_store *s, const char *sql, char name[16], PGresult **res) {
    int i = 0;
    while (i < s->prepared_n && s->prepared[i] != sql)
        i++;
    CHECK(i < PG_PREPARED);
    snprintf(name, 16, "s%d", i);
    *res = NULL;
    if (i < s->prepared_n)
        return true;
    *res = PQsendPrepare(s->conn, name, sql, 0, NULL) ? answer(s) : NULL;
    if (PQresultStatus(*res) != PGRES_COMMAND_OK)
        return false;
    PQclear(*res);
    s->prepared[s->prepared_n++] = sql;
    return true;
}

PGresult *pg_run(struct pg_store *s, const char *sql, const struct pg_call *c) {
    static const struct pg_call none;
    PGresult *res;
    char name[16];
    if (!c)
        c = &none;
    if (!prepare(s, sql, name, &res))
        return res;
    if (!PQsendQueryPrepared(s->conn, name, c->n, c->value, c->len, c->binary, 1))
        return NULL;
    return answer(s);
}

/* --- many at once --- */

bool pg_many_begin(struct pg_store *s, const char *sql) {
    PGresult *res;
    if (!prepare(s, sql, s->many, &res)) {
        PQclear(res);
        return false;
    }
    return PQenterPipelineMode(s->conn) == 1;
}

bool pg_many_add(struct pg_store *s, const struct pg_call *c) {
    return PQsendQueryPrepared(s->conn, s->many, c->n, c->value, c->len, c->binary, 1) == 1;
}

/* Each has a result followed by NULL; the sync has none. */
enum store_result pg_many_end(struct pg_store *s, int n, int *rows) {
    int64_t until = pg_clock() + s->patience;
    enum store_result result = STORE_OK;
    bool ok = PQpipelineSync(s->conn) == 1 && flush(s, until);
    for (int i = 0; i <= n && ok; i++) {
        PGresult *res, *none = NULL;
        ok = next_result(s, until, &res);
        if (i < n && ok) {
            if (result == STORE_OK)
                result = pg_result(s, res);
            rows[i] = atoi(PQcmdTuples(res));
            ok = next_result(s, until, &none) && !none;
        } else if (ok) {
            ok = PQresultStatus(res) == PGRES_PIPELINE_SYNC;
        }
        PQclear(ok ? res : NULL);
    }
    if (ok && PQexitPipelineMode(s->conn) == 1)
        return result;
    give_up(s);
    return STORE_BUSY;
}

/* Several statements without parameters; answers come as text. */
PGresult *pg_run_plain(struct pg_store *s, const char *sql) {
    return PQsendQuery(s->conn, sql) ? answer(s) : NULL;
}

/* --- answers --- */

/* Temporary failures: no connection, no room, a lock or a deadlock. Nothing was written. */
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

/* Numbers are bytes, big-endian; a boolean is one byte. */
int64_t pg_column(const PGresult *res, int row, int column) {
    const unsigned char *byte = (const unsigned char *)PQgetvalue(res, row, column);
    uint64_t n = 0;
    for (int i = 0; i < PQgetlength(res, row, column); i++)
        n = n << 8 | byte[i];
    return (int64_t)n;
}

enum store_result pg_numbers(struct pg_store *s, const char *sql, const struct pg_call *c,
                             int64_t *out, int n) {
    PGresult *res = pg_run(s, sql, c);
    enum store_result result = pg_result(s, res);
    if (result == STORE_OK && PQntuples(res) == 0)
        result = STORE_MISSING;
    for (int i = 0; i < n && result == STORE_OK; i++)
        out[i] = pg_column(res, 0, i);
    PQclear(res);
    return result;
}

struct store_row *pg_add(struct store_request *r, enum store_row_kind kind, const PGresult *res,
                         int row, const char *columns) {
    const char *b = strchr(columns, 'b');
    int body = b ? (int)(b - columns) : 0;
    struct store_row *to = store_add_row(r, kind, b ? PQgetvalue(res, row, body) : "",
                                         b ? (size_t)PQgetlength(res, row, body) : 0);
    KEEP(to->id, r->game);
    for (int i = 0; columns[i]; i++)
        switch (columns[i]) {
        case 'i': KEEP(to->id, PQgetvalue(res, row, i)); break;
        case 'k': KEEP(to->key, PQgetvalue(res, row, i)); break;
        case 'n': to->number = pg_column(res, row, i); break;
        case 't': to->at = pg_column(res, row, i); break;
        }
    return to;
}

enum store_result pg_add_rows(struct pg_store *s, struct store_request *r,
                              enum store_row_kind kind, const char *columns, const char *sql,
                              const struct pg_call *c) {
    PGresult *res = pg_run(s, sql, c);
    enum store_result result = pg_result(s, res);
    for (int i = 0; i < PQntuples(res); i++)
        pg_add(r, kind, res, i, columns);
    PQclear(res);
    return result;
}
