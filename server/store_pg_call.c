/* store_pg_call.c -- a statement to PostgreSQL and its answer: parameters, results, columns, and
 * how long an answer may take. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../core/check.h"
#include "store_pg.h"

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

int64_t pg_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Whoever does not answer in time is gone: a cable that was pulled says nothing. */
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

/* NULL: the connection is gone. Of several statements the last one's result, or the error. */
static PGresult *answer(struct pg_store *s) {
    int64_t until = pg_clock() + s->patience;
    PGresult *last = NULL, *next;
    int flushed;
    while ((flushed = PQflush(s->conn)) > 0) {
        if (!wait_for(s, POLLIN | POLLOUT, until) || !PQconsumeInput(s->conn)) {
            give_up(s);
            return NULL;
        }
    }
    do {
        while (flushed == 0 && PQisBusy(s->conn))
            if (!wait_for(s, POLLIN, until) || !PQconsumeInput(s->conn)) {
                PQclear(last);
                give_up(s);
                return NULL;
            }
        next = PQgetResult(s->conn);
        if (next) {
            PQclear(last);
            last = next;
        }
    } while (next);
    return last;
}

PGresult *pg_run(struct pg_store *s, const char *sql, const struct pg_call *c) {
    static const struct pg_call none;
    if (!c)
        c = &none;
    if (!PQsendQueryParams(s->conn, sql, c->n, NULL, c->value, c->len, c->binary, 1))
        return NULL;
    return answer(s);
}

/* Several statements without parameters; answers come as text. */
PGresult *pg_run_plain(struct pg_store *s, const char *sql) {
    return PQsendQuery(s->conn, sql) ? answer(s) : NULL;
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
