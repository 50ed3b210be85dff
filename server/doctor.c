/* doctor.c -- checks a data file that may be damaged, and copies what is readable into a new
 * file.
 *
 * The file itself is never written, and SQLite never opens it: everything happens on a copy of
 * it and of its -wal. A damaged page stops a walk along its table, so the walk restarts behind
 * it (find_good). A lookup by key touches only its own pages. A game counts as intact if its
 * description, its players and its whole log are there and the log replays. */
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
#include "rooms/room.h"
#include "store/store_sqlite.h"

struct doctor {
    sqlite3 *from, *to; /* the copy, and what is saved of it */
    int intact, lost, gaps, items, items_lost, lines;
    bool json;          /* what is found is told as JSON, one object per line */
};

/* A finding with its two words; `second` may be NULL. */
static void tell_json(const char *key, const char *value, const char *second_key,
                      const char *second) {
    char line[1024];
    struct json_out out = json_begin_object(line, sizeof line);
    json_text(&out, key, value);
    if (second_key)
        json_text(&out, second_key, second);
    json_object_end(&out);
    if (json_fits(&out))
        puts(line);
}

/* --- SQLite helpers --- */

/* NULL if the table does not exist. */
static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
    sqlite3_stmt *st = NULL;
    sqlite3_prepare_v2(db, sql, -1, &st, NULL);
    return st;
}

/* A statement that must work, in our own file. */
static void run(sqlite3 *db, const char *sql) {
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* Bind the columns of a row as the parameters of a statement, from the first on. */
static void pass_on(sqlite3_stmt *row, sqlite3_stmt *st, int columns) {
    for (int i = 0; i < columns; i++)
        sqlite3_bind_value(st, i + 1, sqlite3_column_value(row, i));
    sqlite3_step(st);
    sqlite3_reset(st);
}

/* --- walking past damage --- */

static bool works_from(sqlite3_stmt *st, int64_t key) {
    sqlite3_reset(st);
    sqlite3_bind_int64(st, 1, key);
    int rc = sqlite3_step(st);
    return rc == SQLITE_ROW || rc == SQLITE_DONE;
}

/* The first key after `bad` that can be read; -1: none. */
static int64_t find_good(sqlite3_stmt *st, int64_t bad) {
    int64_t step = 1;
    while (!works_from(st, bad + step)) {
        step *= 2;
        if (step > INT64_C(1) << 40)
            return -1;
    }
    int64_t low = bad + step / 2, high = bad + step;
    while (low + 1 < high) {
        int64_t middle = low + (high - low) / 2;
        if (works_from(st, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* All rows of a table by its integer key, the first column; `sql` takes the first key as its
 * parameter. Each row is passed to `into`. */
static void walk(struct doctor *d, const char *sql, const char *into, int columns) {
    sqlite3_stmt *st = prepared(d->from, sql), *save = prepared(d->to, into);
    int64_t key = 0;
    CHECK(save);
    while (st && key >= 0) {
        sqlite3_reset(st);
        sqlite3_bind_int64(st, 1, key);
        int rc;
        while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
            key = sqlite3_column_int64(st, 0);
            pass_on(st, save, columns);
        }
        if (rc == SQLITE_DONE)
            break;
        d->gaps++;
        key = find_good(st, key);
    }
    sqlite3_finalize(st);
    sqlite3_finalize(save);
}

/* The same without integer keys to jump by: from both ends, as far as possible. */
static void walk_from_both_ends(struct doctor *d, const char *const sql[2], const char *into,
                                int columns) {
    sqlite3_stmt *save = prepared(d->to, into);
    CHECK(save);
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *st = prepared(d->from, sql[i]);
        int rc = SQLITE_ERROR;
        while (st && (rc = sqlite3_step(st)) == SQLITE_ROW)
            pass_on(st, save, columns);
        sqlite3_finalize(st);
        if (rc == SQLITE_DONE)
            break;
        d->gaps++;
    }
    sqlite3_finalize(save);
}

/* --- gathering --- */

static const char found_tables[] =
    "CREATE TEMP TABLE found(number INTEGER PRIMARY KEY,id TEXT,live);"
    "CREATE TEMP TABLE named(id TEXT PRIMARY KEY,number);"
    "CREATE TEMP TABLE entry(row INTEGER,game,seq,at,body,PRIMARY KEY(game,seq)) WITHOUT ROWID;"
    "CREATE TEMP TABLE held(kind,key,PRIMARY KEY(kind,key)) WITHOUT ROWID;";

static void gather(struct doctor *d) {
    static const char *const names[] = {
        "SELECT id,number FROM game INDEXED BY sqlite_autoindex_game_1 ORDER BY id",
        "SELECT id,number FROM game INDEXED BY sqlite_autoindex_game_1 ORDER BY id DESC"
    };
    static const char *const items[] = { "SELECT kind,key FROM item ORDER BY kind,key",
                                         "SELECT kind,key FROM item ORDER BY kind DESC,key DESC" };
    static const char *const owned[] = {
        "SELECT kind,key FROM item INDEXED BY item_owner ORDER BY owner",
        "SELECT kind,key FROM item INDEXED BY item_owner ORDER BY owner DESC"
    };
    static const char hold[] = "INSERT OR IGNORE INTO held VALUES(?,?)";
    run(d->to, found_tables);
    walk(d, "SELECT number,id,live FROM game WHERE number>=?1 ORDER BY number",
         "INSERT OR IGNORE INTO found VALUES(?,?,?)", 3);
    walk_from_both_ends(d, names, "INSERT OR IGNORE INTO named VALUES(?,?)", 2);
    walk(d, "SELECT id,game,seq,at,body FROM log WHERE id>=?1 ORDER BY id",
         "INSERT OR IGNORE INTO entry VALUES(?,?,?,?,?)", 5);
    walk_from_both_ends(d, items, hold, 2);
    walk_from_both_ends(d, owned, hold, 2);
    walk(d, "SELECT id,game,user,at,body FROM chat WHERE id>=?1 ORDER BY id",
         "INSERT OR IGNORE INTO chat(id,game,user,at,body) VALUES(?,?,?,?,?)", 5);
}

/* --- one game --- */

/* The rows of a statement about this game, in the format of the store; false: it cannot be read. */
static bool read_rows(sqlite3 *db, const char *sql, int64_t number, enum store_row_kind kind,
                      const char *columns, struct store_request *q) {
    sqlite3_stmt *st = prepared(db, sql);
    bool ok = st && sql_add_rows(q, kind, columns, SQL(st, v_number(number))) == STORE_OK;
    sqlite3_finalize(st);
    return ok;
}

/* NULL, or what is missing. */
static const char *read_log(struct doctor *d, int64_t number, struct store_request *q) {
    static char why[80];
    int64_t n = 0, wanted = -1; /* unreadable, so the end of the log is trusted */
    int before = q->rows_n;
    sqlite3_stmt *tip = prepared(d->from, "SELECT seq FROM tip WHERE game=?1");
    if (tip)
        sql_numbers(SQL(tip, v_number(number)), &wanted, 1);
    sqlite3_finalize(tip);
    read_rows(d->to, "SELECT seq,at,body FROM entry WHERE game=?1 ORDER BY seq", number, ROW_ENTRY,
              "ntb", q);
    while (before + n < q->rows_n && q->rows[before + n].number == n + 1)
        n++;
    if (before + n == q->rows_n && (wanted < 0 || wanted == n))
        return NULL;
    snprintf(why, sizeof why, "its log breaks off after entry %lld", (long long)n);
    return why;
}

/* NULL, or why the game is not intact. */
static const char *intact(struct doctor *d, int64_t number, bool live, struct store_request *q) {
    const char *why = NULL;
    if (!read_rows(d->from, "SELECT meta,changed FROM game WHERE number=?1", number, ROW_META, "bt",
                   q) || q->rows_n == 0)
        return "its description cannot be read";
    q->rows[0].number = live;
    if (!read_rows(d->from, "SELECT seat,user,name FROM player WHERE game=?1 ORDER BY seat", number,
                   ROW_PLAYER, "nik", q) || q->rows_n == 1)
        return "its players cannot be read";
    if (live)
        why = read_log(d, number, q);
    else if (!read_rows(d->from, "SELECT archive FROM game WHERE number=?1", number, ROW_ARCHIVE,
                        "b", q))
        why = "its description cannot be read";
    if (why)
        return why;
    struct table *t = table_from_rows(q->game, q->rows, q->rows_n);
    if (t->state == TABLE_BROKEN)
        why = "its log does not replay";
    heap_free(t);
    return why;
}

/* --- saving --- */

static void insert(struct doctor *d, const char *sql, const struct store_value *values, int n) {
    sqlite3_stmt *st = prepared(d->to, sql);
    CHECK(st && sql_finish(sql_bind(st, values, n)) == STORE_OK);
    sqlite3_finalize(st);
}

/* Under its old number. The log's rows get a new chain. */
static void save_game(struct doctor *d, int64_t number, const struct store_request *q) {
    const struct store_row *meta = &q->rows[0];
    int64_t prev = 0, seq = 0;
    insert(d, "INSERT INTO game(number,id,epoch,live,changed,meta) VALUES(?,?,1,?,?,?)",
           VALUES(v_number(number), v_text(q->game), v_number(meta->number), v_number(meta->at),
                  v_bytes(meta->body, meta->len)));
    for (const struct store_row *row = meta + 1; row < meta + q->rows_n; row++) {
        if (row->kind == ROW_PLAYER)
            insert(d, "INSERT INTO player(game,seat,user,name,changed) VALUES(?,?,?,?,?)",
                   VALUES(v_number(number), v_number(row->number), v_text(row->id),
                          v_text(row->key), v_number(meta->at)));
        if (row->kind == ROW_ARCHIVE)
            insert(d, "UPDATE game SET archive=?2 WHERE number=?1",
                   VALUES(v_number(number), v_bytes(row->body, row->len)));
        if (row->kind == ROW_ENTRY) {
            seq = row->number;
            insert(d, "INSERT INTO log(prev,game,seq,at,body) VALUES(?,?,?,?,?)",
                   VALUES(v_number(prev), v_number(number), v_number(seq), v_number(row->at),
                          v_bytes(row->body, row->len)));
            prev = sqlite3_last_insert_rowid(d->to);
        }
    }
    if (meta->number)
        insert(d, "INSERT INTO tip(game,epoch,seq,row) VALUES(?,1,?,?)",
               VALUES(v_number(number), v_number(seq), v_number(prev)));
}

static void say_lost(struct doctor *d, const char *id, const char *why) {
    d->lost++;
    if (d->json)
        tell_json("lost", id, "why", why);
    else
        printf("  lost: game %s: %s\n", id[0] ? id : "of no name", why);
}

static void save_games(struct doctor *d) {
    sqlite3_stmt *st = prepared(d->to, "SELECT number,id,live FROM found ORDER BY number");
    while (sqlite3_step(st) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(st, 0);
        struct store_request *q = store_request(STORE_LOAD, sql_column(st, 1));
        const char *why = intact(d, number, sqlite3_column_int(st, 2) != 0, q);
        if (why) {
            say_lost(d, q->game, why);
        } else {
            save_game(d, number, q);
            d->intact++;
        }
        store_request_free(q);
    }
    sqlite3_finalize(st);
    st = prepared(d->to, "SELECT id FROM named WHERE number NOT IN (SELECT number FROM found)");
    while (sqlite3_step(st) == SQLITE_ROW)
        say_lost(d, (const char *)sqlite3_column_text(st, 0), "its row cannot be read");
    sqlite3_finalize(st);
    run(d->to, "DELETE FROM chat WHERE game NOT IN (SELECT number FROM game)");
}

/* Data of people: sessions, accounts, names, mutes. */
static void save_items(struct doctor *d) {
    sqlite3_stmt *keys = prepared(d->to, "SELECT kind,key FROM held");
    sqlite3_stmt *get = prepared(d->from, "SELECT kind,key,owner,at,value FROM item WHERE kind=?1 "
                                          "AND key=?2");
    sqlite3_stmt *put = prepared(d->to, "INSERT INTO item(kind,key,owner,at,value) "
                                        "VALUES(?,?,?,?,?)");
    while (get && sqlite3_step(keys) == SQLITE_ROW) {
        for (int i = 0; i < 2; i++)
            sqlite3_bind_value(get, i + 1, sqlite3_column_value(keys, i));
        if (sqlite3_step(get) == SQLITE_ROW) {
            pass_on(get, put, 5);
            d->items++;
        } else {
            d->items_lost++;
        }
        sqlite3_reset(get);
    }
    sqlite3_finalize(keys);
    sqlite3_finalize(get);
    sqlite3_finalize(put);
}

/* --- the file --- */

static int say(void *arg, int columns, char **value, char **name) {
    struct doctor *d = arg;
    (void)columns, (void)name;
    if (strcmp(value[0], "ok") == 0 || d->lines++ >= 10)
        return 0;
    if (d->json)
        tell_json("damage", value[0], NULL, NULL);
    else
        printf("  damage: %s\n", value[0]);
    return 0;
}

/* 0, or -1 with a message; a missing file is ignored if `may_miss`. */
static int copy_file(const char *from, const char *to, bool may_miss) {
    static char buffer[1 << 16];
    int in = open(from, O_RDONLY | O_CLOEXEC), out = -1, status = -1;
    ssize_t n = -1;
    if (in < 0 && may_miss && errno == ENOENT)
        return 0;
    if (in >= 0)
        out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    while (out >= 0 && (n = read(in, buffer, sizeof buffer)) > 0)
        if (write(out, buffer, (size_t)n) != n)
            break;
    if (n == 0)
        status = 0;
    else
        fprintf(stderr, "skerry doctor: %s cannot be copied: %s.\n", from, strerror(errno));
    if (in >= 0)
        close(in);
    if (out >= 0 && close(out) != 0)
        status = -1;
    return status;
}

/* A running server would change the file while it is copied. */
static bool in_use(const char *file) {
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool used = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0;
    if (fd >= 0)
        close(fd);
    if (used)
        fprintf(stderr, "skerry doctor: %s is in use by a server. Stop it first.\n", file);
    return used;
}

/* What every SQLite file begins with. */
static bool is_database(const char *file) {
    static const char begins[] = "SQLite format 3";
    char text[sizeof begins] = "";
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    bool is = fd >= 0 && read(fd, text, sizeof text) == sizeof text &&
              memcmp(text, begins, sizeof text) == 0;
    if (fd >= 0)
        close(fd);
    return is;
}

/* 0: everything is intact; 1: something is lost; 3: nothing can be read. */
static int examine(struct doctor *d, const char *file, const char *copy, const char *to) {
    const char *why;
    void *fresh = store_sqlite_open(&(struct store_sqlite_options){ .path = to }, &why);
    if (!fresh) {
        fprintf(stderr, "skerry doctor: %s: %s.\n", to, why);
        return 3;
    }
    store_sqlite.close(fresh);
    /* Without writable_schema, SQLite reads nothing of a file that is shorter than it says. */
    if (sqlite3_open_v2(copy, &d->from, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_open_v2(to, &d->to, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_exec(d->from, "PRAGMA writable_schema=ON", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(d->from, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL) != SQLITE_OK) {
        fprintf(stderr, "skerry doctor: %s: its list of tables cannot be read (%s), and without "
                "it nothing can be found. Restore a backup.\n", file, sqlite3_errmsg(d->from));
        return 3;
    }
    sqlite3_exec(d->from, "PRAGMA integrity_check(100)", say, d, NULL);
    run(d->to, "PRAGMA synchronous=OFF;BEGIN");
    gather(d);
    save_games(d);
    save_items(d);
    run(d->to, "COMMIT;PRAGMA wal_checkpoint(TRUNCATE);PRAGMA journal_mode=DELETE");
    printf(d->json ? "{\"games\":%d,\"games_lost\":%d,\"items\":%d,\"items_lost\":%d}\n" :
                     "%d games intact, %d lost; %d items of people intact, %d lost.\n",
           d->intact, d->lost, d->items, d->items_lost);
    return d->lost || d->items_lost || d->gaps || d->lines ? 1 : 0;
}

static void remove_all(const char *path) {
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    char name[PATH_MAX + 32];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

int server_doctor(const char *file, const char *salvage, bool json) {
    struct doctor d = { .json = json };
    char folder[PATH_MAX], copy[PATH_MAX + 8], wal[PATH_MAX + 16], from_wal[PATH_MAX],
        to[PATH_MAX + 8];
    const char *tmp = getenv("TMPDIR");
    umask(077); /* it contains the seeds of running games */
    if (salvage && access(salvage, F_OK) == 0) {
        fprintf(stderr, "skerry doctor: %s already exists.\n", salvage);
        return 3;
    }
    snprintf(folder, sizeof folder, "%s/skerry-doctor-XXXXXX", tmp ? tmp : "/tmp");
    if (in_use(file) || !mkdtemp(folder))
        return 3;
    snprintf(copy, sizeof copy, "%s/copy", folder);
    snprintf(to, sizeof to, "%s/new", folder);
    snprintf(wal, sizeof wal, "%s-wal", copy);
    snprintf(from_wal, sizeof from_wal, "%s-wal", file);
    int status = 3;
    bool copied = copy_file(file, copy, false) == 0 && copy_file(from_wal, wal, true) == 0;
    if (copied && !is_database(copy))
        fprintf(stderr, "skerry doctor: %s does not begin like a SQLite file: it is not a "
                "skerry.db, or its first page is lost. Restore a backup.\n", file);
    else if (copied)
        status = examine(&d, file, copy, salvage ? salvage : to);
    sqlite3_close(d.from);
    sqlite3_close(d.to);
    if (salvage && status == 3)
        remove_all(salvage);
    remove_all(copy);
    remove_all(to);
    rmdir(folder);
    return status;
}
