/* store_sqlite.c -- the embedded store: one SQLite file, WAL, synchronous=FULL.
 *
 * The log is append-only by rowid, which costs a few hundred bytes of WAL per entry; an index by
 * (game, seq) would cost thousands. Each row names the game's previous row, and the small table
 * `tip` has the last row of each live game, so a game's log is read backwards.
 * synchronous=NORMAL would lose acknowledged entries on a power failure
 * (tests/server/powerloss.c shows it).
 *
 * Ownership and the next entry number are read from the file when a transaction begins. They are
 * cached (known_tip) only until somebody else has written to the file, which SQLite reports. So a
 * second process that reaches the file despite the lock (data_folder.c) cannot acknowledge an
 * entry that the first one has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/copy_text.h"
#include "store_sqlite.h"

static const char *const sql[ST_N] = {
#define X(name, sql) [name] = sql,
    SQLITE_STATEMENTS(X)
#undef X
};

/* --- opening --- */

/* secure_delete: deleted data is overwritten, not just unlinked. Foreign keys are off, since we
 * order deletions ourselves (op_remove) and each check would cost a lookup. */
static int settings(sqlite3 *db, const struct store_sqlite_options *o) {
    char text[200];
    sqlite3_busy_timeout(db, 2000);
    snprintf(text, sizeof text,
             "PRAGMA journal_mode=WAL;PRAGMA synchronous=%s;PRAGMA wal_autocheckpoint=%d;"
             "PRAGMA foreign_keys=OFF;PRAGMA secure_delete=ON",
             o->synchronous ? o->synchronous : "FULL", o->checkpoint ? o->checkpoint : 1000);
    if (o->pages)
        snprintf(text + strlen(text), sizeof text - strlen(text), ";PRAGMA max_page_count=%d",
                 o->pages);
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK ? 0 : -1;
}

static void sqlite_close(void *backend) {
    struct sqlite_store *s = backend;
    for (int i = 0; i < ST_N; i++)
        sqlite3_finalize(s->st[i]);
    sqlite3_close(s->db);
    free((void *)(uintptr_t)s->path);
    free(s->known);
    free(s);
}

static bool prepare(struct sqlite_store *s) {
    for (int i = 0; i < ST_N; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->st[i], NULL) !=
            SQLITE_OK)
            return false;
    return true;
}

/* With the system's own reason, if it has one. */
static const char *no_file(sqlite3 *db) {
    static char words[128];
    int error = db ? sqlite3_system_errno(db) : 0;
    snprintf(words, sizeof words, "the data file cannot be opened%s%s", error ? ": " : "",
             error ? strerror(error) : "");
    return words;
}

/* NOMUTEX: only the store's thread uses the connection after this. MEMSTATUS would count every
 * allocation under a lock; it must be set before the first file is opened. All statements are
 * prepared here, which also checks the tables. */
void *store_sqlite_open(const struct store_sqlite_options *o, const char **why) {
    struct sqlite_store *s = calloc(1, sizeof *s);
    CHECK(s);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    bool open = sqlite3_open_v2(o->path, &s->db, flags, o->vfs) == SQLITE_OK;
    *why = no_file(s->db);
    if (!open || settings(s->db, o) || sqlite_schema(s->db, o, why))
        goto bad;
    *why = "the data file cannot be written"; /* SQLite would open it anyway */
    if (sqlite3_db_readonly(s->db, "main"))
        goto bad;
    *why = "the data file is damaged";
    if (!prepare(s))
        goto bad;
    s->known = calloc(KNOWN_TIPS, sizeof *s->known);
    CHECK(s->known);
    s->era = 1;
    if (!o->vfs && strcmp(o->path, ":memory:") != 0)
        s->path = strdup(o->path);
    *why = NULL;
    return s;
bad:
    sqlite_close(s);
    return NULL;
}

/* --- statements --- */

/* Temporary failures (a full or busy disk, where retrying may help) and permanent ones. */
enum store_result sql_result(int rc) {
    switch (rc & 0xff) {
    case SQLITE_DONE:
    case SQLITE_ROW:
    case SQLITE_OK:
        return STORE_OK;
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STORE_BUSY;
    case SQLITE_IOERR:
        return STORE_FULL; /* usually a disk that is full */
    default:
        return STORE_BROKEN;
    }
}

/* Not copied: the request outlives the statement's run. */
sqlite3_stmt *sql_bind(sqlite3_stmt *st, const struct store_value *values, int n) {
    for (int i = 0; i < n; i++) {
        const struct store_value *v = &values[i];
        if (!v->data)
            sqlite3_bind_int64(st, i + 1, v->number);
        else if (v->len < 0)
            sqlite3_bind_text(st, i + 1, v->data, -1, SQLITE_STATIC);
        else
            sqlite3_bind_blob(st, i + 1, v->data, v->len, SQLITE_STATIC);
    }
    return st;
}

/* Valid until the statement moves on. */
const char *sql_column(sqlite3_stmt *st, int i) {
    const char *text = (const char *)sqlite3_column_text(st, i);
    return text ? text : "";
}

struct store_row *sql_add_row(struct store_request *r, enum store_row_kind kind,
                              const char *columns, sqlite3_stmt *st) {
    const char *b = strchr(columns, 'b');
    int body = b ? (int)(b - columns) : 0;
    const void *data = b ? sqlite3_column_blob(st, body) : "";
    struct store_row *to =
        store_add_row(r, kind, data, b ? (size_t)sqlite3_column_bytes(st, body) : 0);
    KEEP(to->id, r->game);
    for (int i = 0; columns[i]; i++)
        switch (columns[i]) {
        case 'i': KEEP(to->id, sql_column(st, i)); break;
        case 'k': KEEP(to->key, sql_column(st, i)); break;
        case 'n': to->number = sqlite3_column_int64(st, i); break;
        case 't': to->at = sqlite3_column_int64(st, i); break;
        }
    return to;
}

enum store_result sql_add_rows(struct store_request *r, enum store_row_kind kind,
                               const char *columns, sqlite3_stmt *st) {
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW)
        sql_add_row(r, kind, columns, st);
    sql_reset(st);
    return sql_result(rc);
}

enum store_result sql_finish(sqlite3_stmt *st) {
    int rc = sqlite3_step(st);
    sql_reset(st);
    return sql_result(rc);
}

/* A statement that is not reset holds the transaction open, and an old binding points at a freed
 * request. */
void sql_reset(sqlite3_stmt *st) {
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
}

enum store_result sql_numbers(sqlite3_stmt *st, int64_t *out, int n) {
    int rc = sqlite3_step(st);
    for (int i = 0; i < n && rc == SQLITE_ROW; i++)
        out[i] = sqlite3_column_int64(st, i);
    sql_reset(st);
    return rc == SQLITE_DONE ? STORE_MISSING : sql_result(rc);
}

static enum store_result sqlite_begin(void *backend) {
    struct sqlite_store *s = backend;
    enum store_result result = sql_finish(s->st[ST_BEGIN]);
    int64_t version = 0;
    if (result == STORE_OK)
        sql_numbers(s->st[ST_VERSION], &version, 1);
    if (version == 0 || version != s->version)
        s->era++;
    s->version = version;
    return result;
}

static enum store_result sqlite_commit(void *backend) {
    struct sqlite_store *s = backend;
    return sql_finish(s->st[ST_COMMIT]);
}

/* SQLite may have rolled back on its own (a full disk). */
static void sqlite_rollback(void *backend) {
    struct sqlite_store *s = backend;
    s->era++;
    if (!sqlite3_get_autocommit(s->db))
        sql_finish(s->st[ST_ROLLBACK]);
}

_Static_assert(STORE_OP_N == 23, "each op has its function below and in the stores' contract");
static sqlite_op *const ops[STORE_OP_N] = {
    [STORE_CREATE] = op_create, [STORE_TAKE] = op_take,       [STORE_APPEND] = op_append,
    [STORE_META] = op_meta,     [STORE_ARCHIVE] = op_archive, [STORE_LOAD] = op_load,
    [STORE_LIVE] = op_live,     [STORE_LIST] = op_list,       [STORE_REMOVE] = op_remove,
    [STORE_CHAT] = op_chat,     [STORE_CHATS] = op_chats,     [STORE_PUT] = op_put,
    [STORE_GET] = op_get,       [STORE_DROP] = op_drop,       [STORE_EXPIRE] = op_expire,
    [STORE_MERGE] = op_merge,   [STORE_EXPORT] = op_export,   [STORE_FORGET] = op_forget,
    [STORE_RELEASE] = op_release, [STORE_DUE] = op_due,       [STORE_CLAIM] = op_claim,
    [STORE_NOTE] = op_nothing,  [STORE_WATCH] = op_nothing,
};

static void sqlite_run(void *backend, struct store_request *r) {
    r->result = ops[r->op](backend, r);
}

/* --- reading beside the writes --- */

/* A separate connection: with WAL it reads what was committed while the other one writes. */
static void *sqlite_open_reader(void *backend) {
    const struct sqlite_store *writer = backend;
    if (!writer->path)
        return NULL;
    struct sqlite_store *s = calloc(1, sizeof *s);
    CHECK(s);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(writer->path, &s->db, flags, NULL) == SQLITE_OK && prepare(s)) {
        sqlite3_busy_timeout(s->db, 2000);
        return s;
    }
    sqlite_close(s);
    return NULL;
}

/* One transaction: a game's description and log are of the same moment. */
static void sqlite_read(void *reader, struct store_request *r) {
    struct sqlite_store *s = reader;
    r->result = sql_result(sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL));
    if (r->result == STORE_OK)
        sqlite_run(s, r);
    sqlite_rollback(s);
}

const struct store_backend store_sqlite = {
    .begin = sqlite_begin,       .run = sqlite_run,
    .commit = sqlite_commit,     .rollback = sqlite_rollback,
    .close = sqlite_close,       .open_reader = sqlite_open_reader,
    .read = sqlite_read,         .close_reader = sqlite_close,
};
