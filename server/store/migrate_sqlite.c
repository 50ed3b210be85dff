/* migrate_sqlite.c -- a SQLite file as a side of a move.
 *
 * A source is opened read-only, and locked so that no server starts on it meanwhile. A target is
 * written under another name (FILE.part), with its progress in a table, and renamed at the end:
 * a file with the final name is complete. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/check.h"
#include "core/copy_text.h"
#include "migrate.h"
#include "store_sqlite.h"

struct move_file {
    sqlite3 *db;
    sqlite3_stmt *read[PART_N], *write[PART_N];
    int lock;
    char path[PATH_MAX], part[PATH_MAX + 8];
};

static bool says(struct side *s, const char *what) {
    const struct move_file *f = s->store;
    return side_says(s, "%s: %s: %s", f->path, what, sqlite3_errmsg(f->db));
}

static bool run(struct side *s, const char *sql) {
    struct move_file *f = s->store;
    return sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK || says(s, "cannot be written");
}

/* One row of whole numbers. */
static bool ask(struct side *s, const char *sql, int64_t *out, int n) {
    struct move_file *f = s->store;
    sqlite3_stmt *st = NULL;
    bool ok = (sqlite3_prepare_v2(f->db, sql, -1, &st, NULL) == SQLITE_OK &&
               sql_numbers(st, out, n) == STORE_OK) || says(s, "cannot be read");
    sqlite3_finalize(st);
    return ok;
}

/* Accepts a data folder instead of its file. */
static struct move_file *file_new(struct side *s, const char *where) {
    struct move_file *f = calloc(1, sizeof *f);
    struct stat is;
    CHECK(f);
    bool folder = stat(where, &is) == 0 && S_ISDIR(is.st_mode);
    f->lock = -1;
    snprintf(f->path, sizeof f->path, folder ? "%s/skerry.db" : "%s", where);
    snprintf(f->part, sizeof f->part, "%s.part", f->path);
    s->store = f;
    return f;
}

/* A server holds this lock as long as it runs; it ends with the process. */
static bool lock(struct side *s, const char *path, int how) {
    struct move_file *f = s->store;
    f->lock = open(path, O_RDONLY | O_CLOEXEC);
    if (f->lock < 0)
        return side_says(s, "%s: %s", path, strerror(errno));
    return flock(f->lock, how | LOCK_NB) == 0 ||
           side_says(s, "%s is in use by a server or another migration; stop it first", path);
}

static bool prepare(struct side *s, bool write) {
    struct move_file *f = s->store;
    for (int i = 0; i < PART_N; i++)
        if (sqlite3_prepare_v2(f->db, move_parts[i].sqlite_read, -1, &f->read[i], NULL) ||
            (write &&
             sqlite3_prepare_v2(f->db, move_parts[i].sqlite_write, -1, &f->write[i], NULL)))
            return says(s, "cannot be read");
    return true;
}

/* --- as a source --- */

/* As a URI for SQLite. Data that a killed server left in the -wal belongs to the file; without a
 * -wal, no -shm file is needed. */
static void uri_of(const struct move_file *f, char *uri, size_t size) {
    char wal[PATH_MAX + 8];
    struct stat is;
    size_t n = (size_t)snprintf(uri, size, "file:");
    for (const char *p = f->path; *p && n + 24 < size; p++)
        n += (size_t)snprintf(uri + n, size - n, strchr("?#%", *p) ? "%%%02x" : "%c", *p);
    snprintf(wal, sizeof wal, "%s-wal", f->path);
    bool left = stat(wal, &is) == 0 && is.st_size > 0;
    snprintf(uri + n, size - n, left ? "?mode=ro" : "?immutable=1");
}

static bool right_version(struct side *s) {
    const struct move_file *f = s->store;
    int64_t version;
    if (!ask(s, "PRAGMA user_version", &version, 1))
        return false;
    if (version > sqlite_version())
        return side_says(s, "%s is from a newer Skerry", f->path);
    if (version == 0)
        return side_says(s, "%s is no data file of Skerry", f->path);
    if (version < sqlite_version())
        return side_says(s, "%s is from an older Skerry; start this one on it once, which brings "
                            "it up to date", f->path);
    return true;
}

static bool file_open_source(struct side *s, const char *where) {
    struct move_file *f = file_new(s, where);
    char uri[3 * PATH_MAX + 32];
    if (!lock(s, f->path, LOCK_SH))
        return false;
    uri_of(f, uri, sizeof uri);
    if (sqlite3_open_v2(uri, &f->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
        return says(s, "cannot be opened");
    return right_version(s) && prepare(s, false) &&
           (sqlite3_exec(f->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK ||
            says(s, "cannot be read"));
}

static bool file_shape(struct side *s, struct store_shape *shape) {
    return ask(s, "SELECT (SELECT count(*) FROM game),(SELECT count(*) FROM item),"
                  "(SELECT COALESCE(max(changed),0) FROM game),"
                  "(SELECT COALESCE(max(id),0) FROM chat),"
                  "COALESCE((SELECT seq FROM sqlite_sequence WHERE name='game'),0)",
               shape->n, SHAPE_N);
}

/* --- reading --- */

static void add_cell(struct bytes *b, char cell, sqlite3_stmt *st, int i) {
    if (cell == 'n' || cell == 'o') {
        int width = cell == 'n' ? 8 : 1;
        bytes_number(b, (uint64_t)width, 4);
        bytes_number(b, (uint64_t)sqlite3_column_int64(st, i), width);
    } else if (cell == 'B' && sqlite3_column_type(st, i) == SQLITE_NULL) {
        bytes_number(b, UINT32_MAX, 4);
    } else {
        const void *data = sqlite3_column_blob(st, i);
        size_t len = (size_t)sqlite3_column_bytes(st, i);
        bytes_number(b, len, 4);
        bytes_add(b, data, len);
    }
}

/* All rows of a statement with bound parameters. */
static bool read_rows(struct side *s, enum part part, struct parcel *p) {
    struct move_file *f = s->store;
    sqlite3_stmt *st = f->read[part];
    int rc;
    int64_t n = 0;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        parcel_row(p, part);
        for (int i = 0; move_parts[part].cells[i]; i++)
            add_cell(&p->part[part], move_parts[part].cells[i], st, i);
        if (part == PART_GAME)
            p->last.number = sqlite3_column_int64(st, 0);
        if (part == PART_ITEM) {
            KEEP(p->last.kind, sql_column(st, 0));
            KEEP(p->last.key, sql_column(st, 1));
        }
        if (part == PART_LOG && sqlite3_column_int64(st, 1) != ++n)
            rc = SQLITE_CORRUPT;
        if (rc != SQLITE_ROW)
            break;
    }
    bool ok = rc == SQLITE_DONE;
    if (!ok) {
        s->broken = rc == SQLITE_CORRUPT;
        side_says(s, "game number %lld or what is behind it cannot be read (%s); skerry doctor "
                     "says what is lost and saves the rest", (long long)p->last.number,
                  sqlite3_errstr(rc));
    }
    sqlite3_reset(st);
    return ok;
}

static bool file_next_game(struct side *s, const struct mark *behind, struct parcel *p) {
    struct move_file *f = s->store;
    int64_t before = p->rows[PART_GAME];
    SQL(f->read[PART_GAME], v_number(behind->number));
    bool ok = read_rows(s, PART_GAME, p);
    for (int i = PART_PLAYER; i <= PART_CHAT && ok && p->rows[PART_GAME] > before; i++) {
        SQL(f->read[i], v_number(p->last.number));
        ok = read_rows(s, i, p);
    }
    return ok;
}

static bool file_next_items(struct side *s, const struct mark *behind, struct parcel *p) {
    struct move_file *f = s->store;
    SQL(f->read[PART_ITEM], v_text(behind->kind), v_text(behind->key));
    return read_rows(s, PART_ITEM, p);
}

/* --- as a target --- */

static bool resume(struct side *s, const struct store_shape *shape, struct mark *mark) {
    struct move_file *f = s->store;
    int64_t n[SHAPE_N + 1];
    if (!ask(s, "SELECT games,items,changed,chat,next,number FROM migration", n, SHAPE_N + 1))
        return false;
    if (memcmp(shape->n, n, sizeof shape->n) != 0)
        return side_says(s, "%s was begun from another source, or the source has changed since; "
                            "remove it first", f->part);
    sqlite3_stmt *st = NULL;
    mark->number = n[SHAPE_N];
    if (sqlite3_prepare_v2(f->db, "SELECT kind,key FROM migration", -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW) {
        KEEP(mark->kind, sql_column(st, 0));
        KEEP(mark->key, sql_column(st, 1));
    }
    sqlite3_finalize(st);
    return true;
}

static bool begin_move(struct side *s, const struct store_shape *shape) {
    char sql[400];
    snprintf(sql, sizeof sql,
             "BEGIN;CREATE TABLE migration(games,items,changed,chat,next,number,kind,key);"
             "INSERT INTO migration VALUES(%lld,%lld,%lld,%lld,%lld,0,'','');COMMIT",
             (long long)shape->n[SHAPE_GAMES], (long long)shape->n[SHAPE_ITEMS],
             (long long)shape->n[SHAPE_CHANGED], (long long)shape->n[SHAPE_CHAT],
             (long long)shape->n[SHAPE_NEXT]);
    return run(s, sql);
}

static bool file_open_target(struct side *s, const char *where, const struct store_shape *shape,
                             struct mark *mark, bool *resumed) {
    struct move_file *f = file_new(s, where);
    const char *why;
    int64_t has[2];
    umask(077); /* it contains the seeds of running games */
    if (access(f->path, F_OK) == 0)
        return side_says(s, "%s already exists; move it away or name another", f->path);
    void *fresh = store_sqlite_open(&(struct store_sqlite_options){ .path = f->part }, &why);
    if (!fresh)
        return side_says(s, "%s: %s", f->part, why);
    store_sqlite.close(fresh);
    if (!lock(s, f->part, LOCK_EX))
        return false;
    if (sqlite3_open_v2(f->part, &f->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return says(s, "cannot be opened");
    if (!run(s, "PRAGMA synchronous=NORMAL") || !prepare(s, true) ||
        !ask(s, "SELECT count(*),EXISTS(SELECT 1 FROM game) FROM sqlite_schema WHERE "
                "name='migration'", has, 2))
        return false;
    *resumed = has[0];
    if (*resumed)
        return resume(s, shape, mark);
    if (has[1])
        return side_says(s, "%s has games in it, and no migration was begun into it; remove it "
                            "first", f->part);
    return begin_move(s, shape);
}

/* Bind the cells of a row as parameters. */
static const char *bind_row(sqlite3_stmt *st, const char *cells, const char *at) {
    at += 2;
    for (int i = 0; cells[i]; i++) {
        uint32_t len = 0;
        for (int k = 0; k < 4; k++)
            len = len << 8 | (unsigned char)*at++;
        if (len == UINT32_MAX) {
            sqlite3_bind_null(st, i + 1);
            continue;
        }
        if (cells[i] == 'n' || cells[i] == 'o') {
            uint64_t n = 0;
            for (uint32_t k = 0; k < len; k++)
                n = n << 8 | (unsigned char)at[k];
            sqlite3_bind_int64(st, i + 1, (int64_t)n);
        } else if (cells[i] == 't') {
            sqlite3_bind_text(st, i + 1, at, (int)len, SQLITE_STATIC);
        } else {
            sqlite3_bind_blob(st, i + 1, len ? at : "", (int)len, SQLITE_STATIC);
        }
        at += len;
    }
    return at;
}

static bool set_mark(struct side *s, const struct mark *mark) {
    struct move_file *f = s->store;
    sqlite3_stmt *st = NULL;
    bool ok = sqlite3_prepare_v2(f->db, "UPDATE migration SET number=?1,kind=?2,key=?3", -1, &st,
                                 NULL) == SQLITE_OK &&
              sql_finish(SQL(st, v_number(mark->number), v_text(mark->kind), v_text(mark->key))) ==
                  STORE_OK;
    sqlite3_finalize(st);
    return ok || says(s, "cannot be written");
}

static bool file_write(struct side *s, const struct parcel *p, const struct mark *mark) {
    struct move_file *f = s->store;
    bool ok = run(s, "BEGIN");
    for (int i = 0; i < PART_N && ok; i++) {
        const char *at = p->part[i].data;
        for (int64_t k = 0; k < p->rows[i] && ok; k++) {
            at = bind_row(f->write[i], move_parts[i].cells, at);
            ok = sqlite3_step(f->write[i]) == SQLITE_DONE || says(s, "cannot be written");
            sqlite3_reset(f->write[i]);
        }
    }
    return ok && set_mark(s, mark) && run(s, "COMMIT");
}

/* The ends of the logs, in one walk; an interrupted move repeats it. */
static bool file_complete(struct side *s, const struct store_shape *shape) {
    char sql[200];
    snprintf(sql, sizeof sql,
             "UPDATE sqlite_sequence SET seq=%lld WHERE name='game';COMMIT",
             (long long)shape->n[SHAPE_NEXT]);
    return run(s, "BEGIN;DELETE FROM tip;"
                  "INSERT INTO tip SELECT number,epoch,COALESCE(l.seq,0),COALESCE(l.id,0) FROM "
                  "game LEFT JOIN (SELECT game,seq,MAX(id) AS id FROM log GROUP BY game) l ON "
                  "l.game=number WHERE live=1") && run(s, sql);
}

/* Synced to disk before it is renamed. */
static bool file_finish(struct side *s) {
    struct move_file *f = s->store;
    for (int i = 0; i < PART_N; i++) {
        sqlite3_finalize(f->read[i]);
        sqlite3_finalize(f->write[i]);
        f->read[i] = f->write[i] = NULL;
    }
    if (!run(s, "PRAGMA synchronous=FULL;DROP TABLE migration;PRAGMA wal_checkpoint(TRUNCATE);"
                "PRAGMA journal_mode=DELETE"))
        return false;
    sqlite3_close(f->db);
    f->db = NULL;
    if (fsync(f->lock) != 0 || access(f->path, F_OK) == 0 || rename(f->part, f->path) != 0)
        return side_says(s, "%s cannot become %s: %s", f->part, f->path, strerror(errno));
    return true;
}

static void file_close(struct side *s) {
    struct move_file *f = s->store;
    if (!f)
        return;
    for (int i = 0; i < PART_N; i++) {
        sqlite3_finalize(f->read[i]);
        sqlite3_finalize(f->write[i]);
    }
    sqlite3_close(f->db);
    if (f->lock >= 0)
        close(f->lock);
    free(f);
}

const struct side_ops move_sqlite = {
    .open_source = file_open_source, .shape = file_shape,
    .next_game = file_next_game,     .next_items = file_next_items,
    .open_target = file_open_target, .write = file_write,
    .complete = file_complete,       .finish = file_finish,
    .close = file_close,
};
