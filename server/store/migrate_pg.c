/* migrate_pg.c -- PostgreSQL as a side of a move: rows are read in its binary format and
 * written by COPY.
 *
 * While a move into it is unfinished, the table skerry_migration has the progress, and
 * skerry_version requires a version that no server has, so that none starts on half a site. */
#include <stdio.h>

#include "core/copy_text.h"
#include "migrate.h"
#include "store_pg.h"

/* The database's own message if there is one. */
static bool says(struct side *s, const char *what, const PGresult *res) {
    struct pg_store *pg = s->store;
    const char *own = res ? PQresultErrorMessage(res) : "";
    if (!own[0])
        own = PQerrorMessage(pg->conn);
    return side_says(s, "%s: %s", what, own[0] ? own : "no answer");
}

/* Run it and check that it succeeded. */
static bool run(struct side *s, const char *sql, const struct pg_call *c, const char *what) {
    PGresult *res = c ? pg_run(s->store, sql, c) : PQexec(((struct pg_store *)s->store)->conn, sql);
    bool ok = pg_result(s->store, res) == STORE_OK || says(s, what, res);
    PQclear(res);
    return ok;
}

/* Some whole numbers. */
static bool ask(struct side *s, const char *sql, int64_t *out, int n) {
    PGresult *res = pg_run(s->store, sql, NULL);
    bool ok = PQntuples(res) == 1 || says(s, "cannot be read", res);
    for (int i = 0; ok && i < n; i++)
        out[i] = pg_column(res, 0, i);
    PQclear(res);
    return ok;
}

static bool pg_side_open(struct side *s, const char *where) {
    const char *why;
    s->store = pg_open(where, true, &why);
    return s->store || side_says(s, "%s", why);
}

/* One snapshot for everything. */
static bool pg_open_source(struct side *s, const char *where) {
    if (!pg_side_open(s, where))
        return false;
    const char *why = pg_schema_look(s->store);
    if (why)
        return side_says(s, "%s", why);
    return run(s, "SET statement_timeout=0;BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", NULL,
               "cannot be read");
}

static bool pg_shape(struct side *s, struct store_shape *shape) {
    return ask(s, "SELECT (SELECT count(*) FROM skerry_game),(SELECT count(*) FROM skerry_item),"
                  "(SELECT COALESCE(max(changed),0) FROM skerry_game),"
                  "(SELECT COALESCE(max(id),0) FROM skerry_chat),"
                  "(SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "
                  "skerry_game_number_seq)", shape->n, SHAPE_N);
}

/* --- reading --- */

static void add_rows(struct parcel *p, enum part part, const PGresult *res) {
    for (int i = 0; i < PQntuples(res); i++) {
        parcel_row(p, part);
        for (int k = 0; k < PQnfields(res); k++) {
            bool none = PQgetisnull(res, i, k);
            int len = PQgetlength(res, i, k);
            bytes_number(&p->part[part], none ? UINT32_MAX : (uint32_t)len, 4);
            bytes_add(&p->part[part], PQgetvalue(res, i, k), none ? 0 : (size_t)len);
        }
    }
}

static bool read_part(struct side *s, enum part part, int64_t game, struct parcel *p) {
    PGresult *res = pg_run(s->store, move_parts[part].pg_read, PG(v_number(game)));
    bool ok = pg_result(s->store, res) == STORE_OK || says(s, "cannot be read", res);
    int n = PQntuples(res);
    if (ok && part == PART_GAME && n == 1)
        p->last.number = pg_column(res, 0, 0);
    if (ok && part == PART_LOG && n > 0 && pg_column(res, n - 1, 1) != n) {
        s->broken = true;
        ok = side_says(s, "game number %lld has a gap in its log", (long long)game);
    }
    if (ok)
        add_rows(p, part, res);
    PQclear(res);
    return ok;
}

static bool pg_next_game(struct side *s, const struct mark *behind, struct parcel *p) {
    int64_t before = p->rows[PART_GAME];
    bool ok = read_part(s, PART_GAME, behind->number, p);
    for (int part = PART_PLAYER; part <= PART_CHAT && ok && p->rows[PART_GAME] > before; part++)
        ok = read_part(s, part, p->last.number, p);
    return ok;
}

static bool pg_next_items(struct side *s, const struct mark *behind, struct parcel *p) {
    PGresult *res = pg_run(s->store, move_parts[PART_ITEM].pg_read,
                           PG(v_text(behind->kind), v_text(behind->key)));
    bool ok = pg_result(s->store, res) == STORE_OK || says(s, "cannot be read", res);
    int n = PQntuples(res);
    if (ok && n > 0) {
        KEEP(p->last.kind, PQgetvalue(res, n - 1, 0));
        KEEP(p->last.key, PQgetvalue(res, n - 1, 1));
    }
    if (ok)
        add_rows(p, PART_ITEM, res);
    PQclear(res);
    return ok;
}

/* --- writing --- */

static bool resume(struct side *s, const struct store_shape *shape, struct mark *mark) {
    PGresult *res = pg_run(s->store, "SELECT games,items,changed,chat,next,number,kind,key FROM "
                                     "skerry_migration", NULL);
    bool ok = PQntuples(res) == 1 || says(s, "skerry_migration cannot be read", res);
    bool same = true;
    for (int i = 0; ok && i < SHAPE_N; i++)
        same = same && pg_column(res, 0, i) == shape->n[i];
    if (!same)
        ok = side_says(s, "a migration was begun into it from another source, or the source has "
                          "changed since; empty it first");
    if (ok) {
        mark->number = pg_column(res, 0, SHAPE_N);
        KEEP(mark->kind, PQgetvalue(res, 0, SHAPE_N + 1));
        KEEP(mark->key, PQgetvalue(res, 0, SHAPE_N + 2));
    }
    PQclear(res);
    return ok;
}

/* From here on no server starts on it, until finish(). */
static bool begin_move(struct side *s, const struct store_shape *shape) {
    return run(s, "BEGIN;CREATE TABLE skerry_migration(games bigint,items bigint,changed bigint,"
                  "chat bigint,next bigint,number bigint,kind text,key text,min_reader bigint)",
               NULL, "cannot be written") &&
           run(s, "INSERT INTO skerry_migration SELECT $1::bigint,$2::bigint,$3::bigint,"
                  "$4::bigint,$5::bigint,0,'','',min_reader FROM skerry_version",
               PG(v_number(shape->n[SHAPE_GAMES]), v_number(shape->n[SHAPE_ITEMS]),
                  v_number(shape->n[SHAPE_CHANGED]), v_number(shape->n[SHAPE_CHAT]),
                  v_number(shape->n[SHAPE_NEXT])),
               "cannot be written") &&
           run(s, "UPDATE skerry_version SET min_reader=1<<30;COMMIT", NULL, "cannot be written");
}

static bool pg_open_target(struct side *s, const char *where, const struct store_shape *shape,
                           struct mark *mark, bool *resumed) {
    int64_t begun, full;
    if (!pg_side_open(s, where))
        return false;
    const char *why = pg_schema_update(s->store, true);
    if (why)
        return side_says(s, "%s", why);
    if (!run(s, "SET statement_timeout=0", NULL, "cannot be written") ||
        !ask(s, "SELECT to_regclass('skerry_migration') IS NOT NULL", &begun, 1) ||
        !ask(s, "SELECT EXISTS(SELECT 1 FROM skerry_game) OR EXISTS(SELECT 1 FROM skerry_item)",
             &full, 1))
        return false;
    *resumed = begun;
    if (begun)
        return resume(s, shape, mark);
    if (full)
        return side_says(s, "the database is not empty: a site is there, perhaps by a move that is finished; "
                            "empty it first or name another");
    return begin_move(s, shape);
}

static bool copy_in(struct side *s, enum part part, const struct bytes *rows) {
    static const char head[19] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";
    PGconn *conn = ((struct pg_store *)s->store)->conn;
    PGresult *res = PQexec(conn, move_parts[part].pg_copy);
    bool ok = PQresultStatus(res) == PGRES_COPY_IN;
    if (ok) {
        PQclear(res);
        ok = PQputCopyData(conn, head, sizeof head) == 1 &&
             PQputCopyData(conn, rows->data, (int)rows->len) == 1 &&
             PQputCopyData(conn, "\377\377", 2) == 1 && PQputCopyEnd(conn, NULL) == 1;
        res = PQgetResult(conn);
        ok = ok && PQresultStatus(res) == PGRES_COMMAND_OK;
    }
    if (!ok)
        says(s, "cannot be written", res);
    PQclear(res);
    while (ok && (res = PQgetResult(conn)))
        PQclear(res);
    return ok;
}

static bool pg_write(struct side *s, const struct parcel *p, const struct mark *mark) {
    bool ok = run(s, "BEGIN", NULL, "cannot be written");
    for (int i = 0; i < PART_N && ok; i++)
        if (p->rows[i])
            ok = copy_in(s, i, &p->part[i]);
    return ok &&
           run(s, "UPDATE skerry_migration SET number=$1::bigint,kind=$2,key=$3",
               PG(v_number(mark->number), v_text(mark->kind), v_text(mark->key)),
               "cannot be written") &&
           run(s, "COMMIT", NULL, "cannot be written");
}

/* Numbers of games and chat that were used before are not reused. */
static bool pg_complete(struct side *s, const struct store_shape *shape) {
    return run(s,
               "SELECT setval('skerry_game_number_seq',GREATEST($1::bigint,1),$1::bigint>0),"
               "setval('skerry_chat_id_seq',GREATEST($2::bigint,1),$2::bigint>0)",
               PG(v_number(shape->n[SHAPE_NEXT]), v_number(shape->n[SHAPE_CHAT])),
               "cannot be written");
}

static bool pg_finish(struct side *s) {
    return run(s, "BEGIN;UPDATE skerry_version SET min_reader=m.min_reader FROM skerry_migration m;"
                  "DROP TABLE skerry_migration;COMMIT", NULL, "cannot be written") &&
           run(s, "ANALYZE", NULL, "cannot be written");
}

static void pg_side_close(struct side *s) {
    if (s->store)
        pg_close(s->store);
}

const struct side_ops move_pg = {
    .open_source = pg_open_source, .shape = pg_shape,
    .next_game = pg_next_game,     .next_items = pg_next_items,
    .open_target = pg_open_target, .write = pg_write,
    .complete = pg_complete,       .finish = pg_finish,
    .close = pg_side_close,
};
