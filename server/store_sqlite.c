/* store_sqlite.c -- the embedded store: one SQLite file, WAL, synchronous=FULL.
 *
 * The log is append-only by rowid, which costs a few hundred bytes of WAL an entry; an
 * index by (game, seq) would cost thousands. Each row names the game's row before it,
 * and `tip` remembers the last row of each live game, so a game's log is read by
 * walking back. synchronous=NORMAL would lose acknowledged entries when the power
 * fails (tests/server/powerloss.c shows it). */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "keep.h"
#include "store.h"

/* What an append must know of a live game without reading. */
struct tip {
    int64_t game, epoch, seq, row; /* row: of the last entry, 0: none */
    char id[STORE_ID_MAX];
    bool live;
};

/* A tip as it was before this batch, to go back to when the batch fails. */
struct change {
    struct tip was;
    bool fresh;
};

enum statement {
    ST_BEGIN,
    ST_COMMIT,
    ST_ROLLBACK,
    ST_CREATE,
    ST_EPOCH,
    ST_APPEND,
    ST_META,
    ST_ARCHIVE,
    ST_LOAD,
    ST_ENTRY,
    ST_PLAYERS,
    ST_PLAYERS_CLEAR,
    ST_PLAYER,
    ST_LIVE,
    ST_LIST,
    ST_REMOVE,
    ST_CHAT_CLEAR,
    ST_CHAT,
    ST_CHATS,
    ST_PUT,
    ST_PUT_FRESH,
    ST_GET,
    ST_DROP,
    ST_DROP_OWNED,
    ST_EXPIRE,
    ST_MERGE,
    ST_EXPORT_ITEMS,
    ST_EXPORT_CHAT,
    ST_EXPORT_GAMES,
    ST_FORGET_ITEMS,
    ST_FORGET_CHAT,
    ST_FORGET_PLAYERS,
    ST_ENTRY_DROP,
    ST_N
};
static const char *const sql[ST_N] = {
    [ST_BEGIN] = "BEGIN IMMEDIATE",
    [ST_COMMIT] = "COMMIT",
    [ST_ROLLBACK] = "ROLLBACK",
    [ST_CREATE] = "INSERT INTO game(id,epoch,live,changed,meta) VALUES(?1,1,1,?2,?3)",
    [ST_EPOCH] = "UPDATE game SET epoch=?2 WHERE number=?1",
    [ST_APPEND] = "INSERT INTO log(prev,game,seq,at,body) VALUES(?1,?2,?3,?4,?5)",
    [ST_META] = "UPDATE game SET meta=?2,changed=?3 WHERE number=?1",
    [ST_ARCHIVE] = "UPDATE game SET meta=?2,changed=?3,live=0,archive=?4 WHERE number=?1",
    [ST_LOAD] = "SELECT number,meta,changed,live,archive FROM game WHERE id=?1",
    [ST_ENTRY] = "SELECT prev,seq,at,body FROM log WHERE id=?1",
    [ST_ENTRY_DROP] = "DELETE FROM log WHERE id=?1",
    [ST_PLAYERS] = "SELECT seat,user,name FROM player WHERE game=?1 ORDER BY seat",
    [ST_PLAYERS_CLEAR] = "DELETE FROM player WHERE game=?1",
    [ST_PLAYER] = "INSERT INTO player(game,seat,user,name) VALUES(?1,?2,?3,?4)",
    [ST_LIVE] = "SELECT number,meta,changed,live,id FROM game WHERE live=1 ORDER BY number",
    [ST_LIST] =
        "SELECT DISTINCT g.number,g.meta,g.changed,g.live,g.id FROM player p JOIN game g "
        "ON g.number=p.game WHERE p.user=?1 AND g.changed<?2 ORDER BY g.changed DESC LIMIT ?3",
    [ST_REMOVE] = "DELETE FROM game WHERE number=?1",
    [ST_CHAT_CLEAR] = "DELETE FROM chat WHERE game=?1",
    [ST_CHAT] = "INSERT INTO chat(game,user,at,body) SELECT number,?2,?3,?4 FROM game WHERE id=?1",
    [ST_CHATS] = "SELECT user,at,body FROM (SELECT c.id,user,at,body FROM chat c JOIN game g ON "
                 "g.number=c.game "
                 "WHERE g.id=?1 ORDER BY c.id DESC LIMIT ?2) ORDER BY id",
    [ST_PUT] =
        "INSERT INTO item(kind,key,owner,at,value) VALUES(?1,?2,?3,?4,?5) ON CONFLICT(kind,key) "
        "DO UPDATE SET owner=?3,at=?4,value=?5",
    [ST_PUT_FRESH] = "INSERT OR IGNORE INTO item(kind,key,owner,at,value) VALUES(?1,?2,?3,?4,?5)",
    [ST_GET] = "SELECT kind,key,at,value FROM item WHERE kind=?1 AND key=?2",
    [ST_DROP] = "DELETE FROM item WHERE kind=?1 AND key=?2",
    [ST_DROP_OWNED] = "DELETE FROM item WHERE owner=?2 AND kind=?1",
    [ST_EXPIRE] = "DELETE FROM item WHERE kind=?1 AND at<?2",
    [ST_MERGE] = "UPDATE player SET user=?1 WHERE user=?2",
    [ST_EXPORT_ITEMS] = "SELECT kind,key,at,value FROM item WHERE owner=?1 ORDER BY kind,key",
    [ST_EXPORT_CHAT] = "SELECT user,at,body FROM chat WHERE user=?1 ORDER BY id",
    [ST_EXPORT_GAMES] =
        "SELECT DISTINCT g.number,g.meta,g.changed,g.live,g.id FROM player p JOIN game g "
        "ON g.number=p.game WHERE p.user=?1 ORDER BY g.number",
    [ST_FORGET_ITEMS] = "DELETE FROM item WHERE owner=?1",
    [ST_FORGET_CHAT] = "DELETE FROM chat WHERE user=?1",
    [ST_FORGET_PLAYERS] = "UPDATE player SET user='',name='\xe2\x80\x93' WHERE user=?1",
};

struct sqlite_store {
    sqlite3 *db;
    sqlite3_stmt *st[ST_N];
    struct tip *tip; /* open addressing by id; .id empty: free */
    int tips, tips_cap;
    struct change *change;
    int changes, changes_cap;
};

/* --- opening --- */

/* Each string brings a file from its index to the next version; one that was released stays. */
static const char *const migrations[] = {
    "CREATE TABLE game(number INTEGER PRIMARY KEY AUTOINCREMENT,id TEXT NOT NULL UNIQUE,epoch "
    "INTEGER NOT NULL,"
    " live INTEGER NOT NULL,changed INTEGER NOT NULL,meta BLOB NOT NULL,archive BLOB);"
    "CREATE INDEX game_live ON game(live) WHERE live=1;"
    "CREATE TABLE log(id INTEGER PRIMARY KEY,prev INTEGER NOT NULL,game INTEGER NOT NULL,seq "
    "INTEGER NOT NULL,"
    " at INTEGER NOT NULL,body BLOB NOT NULL);"
    "CREATE TABLE player(game INTEGER NOT NULL,seat INTEGER NOT NULL,user TEXT NOT NULL,name TEXT "
    "NOT NULL,"
    " PRIMARY KEY(game,seat)) WITHOUT ROWID;"
    "CREATE INDEX player_user ON player(user,game) WHERE user<>'';"
    "CREATE TABLE chat(id INTEGER PRIMARY KEY,game INTEGER NOT NULL,user TEXT NOT NULL,at INTEGER "
    "NOT NULL,"
    " body BLOB NOT NULL);"
    "CREATE INDEX chat_game ON chat(game,id);"
    "CREATE INDEX chat_user ON chat(user);"
    "CREATE TABLE item(kind TEXT NOT NULL,key TEXT NOT NULL,owner TEXT NOT NULL,at INTEGER NOT "
    "NULL,"
    " value BLOB NOT NULL,PRIMARY KEY(kind,key)) WITHOUT ROWID;"
    "CREATE INDEX item_owner ON item(owner);",
};
enum { VERSION = sizeof migrations / sizeof *migrations };

static int pragma_number(sqlite3 *db, const char *text) {
    sqlite3_stmt *st = NULL;
    int n = -1;
    if (sqlite3_prepare_v2(db, text, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return n;
}

static int migrate(sqlite3 *db, const char **why) {
    int version = pragma_number(db, "PRAGMA user_version");
    if (version < 0 || version > VERSION) {
        *why = version < 0 ? "not a database" : "the data folder is from a newer Skerry";
        return -1;
    }
    for (; version < VERSION; version++) {
        char set[48];
        snprintf(set, sizeof set, "PRAGMA user_version=%d", version + 1);
        if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, migrations[version], NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, set, NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
            *why = "the data file could not be brought up to date";
            return -1;
        }
    }
    return 0;
}

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

static struct tip *find(struct sqlite_store *s, const char *id);
static struct tip *find_or_add(struct sqlite_store *s, const char *id);

/* Which games live, and where each one's log ends. */
static int read_tips(struct sqlite_store *s) {
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(
        s->db,
        "SELECT g.id,g.number,g.epoch,g.live,COALESCE(l.seq,0),COALESCE(l.id,0) "
        "FROM game g LEFT JOIN log l ON l.game=g.number WHERE g.live=1 "
        "ORDER BY l.id",
        -1, &st, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct tip *t = find_or_add(s, (const char *)sqlite3_column_text(st, 0));
        t->game = sqlite3_column_int64(st, 1);
        t->epoch = sqlite3_column_int64(st, 2);
        t->live = sqlite3_column_int(st, 3) != 0;
        t->seq = sqlite3_column_int64(st, 4);
        t->row = sqlite3_column_int64(st, 5);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(st);
    return rc == SQLITE_DONE ? 0 : -1;
}

static void sqlite_close(void *backend) {
    struct sqlite_store *s = backend;
    for (int i = 0; i < ST_N; i++)
        sqlite3_finalize(s->st[i]);
    sqlite3_close(s->db);
    free(s->tip);
    free(s->change);
    free(s);
}

void *store_sqlite_open(const struct store_sqlite_options *o, const char **why) {
    struct sqlite_store *s = calloc(1, sizeof *s);
    CHECK(s);
    *why = "the data file cannot be opened";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(o->path, &s->db, flags, o->vfs) != SQLITE_OK || settings(s->db, o) ||
        migrate(s->db, why))
        goto bad;
    *why = "the data file is damaged";
    for (int i = 0; i < ST_N; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->st[i], NULL) !=
            SQLITE_OK)
            goto bad;
    if (read_tips(s))
        goto bad;
    *why = NULL;
    return s;
bad:
    sqlite_close(s);
    return NULL;
}

/* --- tips: a small hash table by the game's id --- */

static unsigned hash(const char *id) {
    unsigned h = 2166136261u;
    for (; *id; id++)
        h = (h ^ (unsigned char)*id) * 16777619u;
    return h;
}

static struct tip *slot(struct tip *tip, int cap, const char *id) {
    unsigned at = hash(id) & (unsigned)(cap - 1);
    while (tip[at].id[0] && strcmp(tip[at].id, id) != 0)
        at = (at + 1) & (unsigned)(cap - 1);
    return &tip[at];
}

static struct tip *find(struct sqlite_store *s, const char *id) {
    if (s->tips_cap == 0)
        return NULL;
    struct tip *t = slot(s->tip, s->tips_cap, id);
    return t->id[0] && t->live ? t : NULL;
}

/* Twice the room, leaving out the games that live no more. */
static void grow(struct sqlite_store *s) {
    int live = 0;
    for (int i = 0; i < s->tips_cap; i++)
        live += s->tip[i].id[0] && s->tip[i].live;
    int cap = 64;
    while (cap < 4 * (live + 1))
        cap *= 2;
    struct tip *tip = calloc((size_t)cap, sizeof *tip);
    CHECK(tip);
    for (int i = 0; i < s->tips_cap; i++)
        if (s->tip[i].id[0] && s->tip[i].live)
            *slot(tip, cap, s->tip[i].id) = s->tip[i];
    free(s->tip);
    s->tip = tip;
    s->tips_cap = cap;
    s->tips = live;
}

static struct tip *find_or_add(struct sqlite_store *s, const char *id) {
    if (2 * (s->tips + 1) > s->tips_cap)
        grow(s);
    struct tip *t = slot(s->tip, s->tips_cap, id);
    if (!t->id[0]) {
        KEEP(t->id, id);
        s->tips++;
    }
    return t;
}

/* Remember how this tip was, in case the batch fails. */
static void remember(struct sqlite_store *s, const struct tip *t, bool fresh) {
    if (s->changes == s->changes_cap) {
        s->changes_cap = s->changes_cap ? 2 * s->changes_cap : 64;
        s->change = realloc(s->change, (size_t)s->changes_cap * sizeof *s->change);
        CHECK(s->change);
    }
    s->change[s->changes++] = (struct change){ *t, fresh };
}

/* --- statements --- */

static enum store_result result_of(int rc) {
    switch (rc & 0xff) {
    case SQLITE_DONE:
    case SQLITE_ROW:
    case SQLITE_OK: return STORE_OK;
    case SQLITE_FULL: return STORE_FULL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORE_BUSY;
    case SQLITE_IOERR: return STORE_FULL; /* most often a disk that takes no more */
    default: return STORE_BROKEN;
    }
}

static void bind_text(sqlite3_stmt *st, int i, const char *text) {
    sqlite3_bind_text(st, i, text, -1, SQLITE_STATIC);
}

static void bind_blob(sqlite3_stmt *st, int i, const char *data, size_t len) {
    sqlite3_bind_blob(st, i, data ? data : "", (int)len, SQLITE_STATIC);
}

/* Run a statement that gives no rows, and make it ready for the next time. */
static enum store_result finish(sqlite3_stmt *st) {
    int rc = sqlite3_step(st);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return result_of(rc);
}

static void reset(sqlite3_stmt *st) {
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
}

static enum store_result sqlite_begin(void *backend) {
    struct sqlite_store *s = backend;
    s->changes = 0;
    return finish(s->st[ST_BEGIN]);
}

static enum store_result sqlite_commit(void *backend) {
    struct sqlite_store *s = backend;
    return finish(s->st[ST_COMMIT]);
}

static void sqlite_rollback(void *backend) {
    struct sqlite_store *s = backend;
    if (!sqlite3_get_autocommit(s->db))
        finish(s->st[ST_ROLLBACK]);
    while (s->changes > 0) {
        struct change *c = &s->change[--s->changes];
        struct tip *t = find_or_add(s, c->was.id);
        *t = c->was;
        if (c->fresh)
            t->live = false;
    }
}

static void name_row(struct store_row *row, const char *id, const char *key) {
    KEEP(row->id, id);
    KEEP(row->key, key);
}

static const char *column(sqlite3_stmt *st, int i) {
    const char *text = (const char *)sqlite3_column_text(st, i);
    return text ? text : "";
}

/* --- games --- */

static enum store_result op_create(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_LOAD];
    bind_text(st, 1, r->game);
    int rc = sqlite3_step(st);
    reset(st);
    if (rc == SQLITE_ROW)
        return STORE_CONFLICT;
    st = s->st[ST_CREATE];
    bind_text(st, 1, r->game);
    sqlite3_bind_int64(st, 2, r->at);
    bind_blob(st, 3, r->meta, r->meta_len);
    enum store_result result = finish(st);
    if (result != STORE_OK)
        return result;
    struct tip *t = find_or_add(s, r->game);
    remember(s, t, true);
    t->game = sqlite3_last_insert_rowid(s->db);
    t->epoch = r->epoch = 1;
    t->seq = t->row = 0;
    t->live = true;
    return STORE_OK;
}

static enum store_result add_players(struct sqlite_store *s, struct store_request *r,
                                     int64_t game) {
    sqlite3_stmt *st = s->st[ST_PLAYERS];
    int rc;
    sqlite3_bind_int64(st, 1, game);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row *row = store_add_row(r, ROW_PLAYER, "", 0);
        row->number = sqlite3_column_int64(st, 0);
        name_row(row, column(st, 1), column(st, 2));
    }
    reset(st);
    return result_of(rc);
}

/* The log from its tip back to its start, then the rows turned round. */
static enum store_result add_entries(struct sqlite_store *s, struct store_request *r,
                                     const struct tip *t) {
    int first = r->rows_n;
    int64_t at = t->row, seq = t->seq;
    sqlite3_stmt *st = s->st[ST_ENTRY];
    while (at) {
        sqlite3_bind_int64(st, 1, at);
        int rc = sqlite3_step(st);
        if (rc != SQLITE_ROW || sqlite3_column_int64(st, 1) != seq--) {
            reset(st);
            return rc == SQLITE_ROW || rc == SQLITE_DONE ? STORE_BROKEN : result_of(rc);
        }
        struct store_row *row = store_add_row(r, ROW_ENTRY, sqlite3_column_blob(st, 3),
                                              (size_t)sqlite3_column_bytes(st, 3));
        name_row(row, r->game, "");
        row->number = sqlite3_column_int64(st, 1);
        row->at = sqlite3_column_int64(st, 2);
        at = sqlite3_column_int64(st, 0);
        reset(st);
    }
    for (int a = first, b = r->rows_n - 1; a < b; a++, b--) {
        struct store_row swap = r->rows[a];
        r->rows[a] = r->rows[b];
        r->rows[b] = swap;
    }
    return seq == 0 ? STORE_OK : STORE_BROKEN;
}

static enum store_result op_load(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_LOAD];
    bind_text(st, 1, r->game);
    int rc = sqlite3_step(st);
    if (rc != SQLITE_ROW) {
        reset(st);
        return rc == SQLITE_DONE ? STORE_MISSING : result_of(rc);
    }
    int64_t game = sqlite3_column_int64(st, 0);
    struct store_row *row = store_add_row(r, ROW_META, sqlite3_column_blob(st, 1),
                                          (size_t)sqlite3_column_bytes(st, 1));
    row->at = sqlite3_column_int64(st, 2);
    row->number = sqlite3_column_int(st, 3);
    name_row(row, r->game, "");
    bool live = row->number != 0;
    char *archive = NULL;
    size_t len = (size_t)sqlite3_column_bytes(st, 4);
    if (!live) {
        archive = malloc(len + 1);
        CHECK(archive);
        if (len)
            memcpy(archive, sqlite3_column_blob(st, 4), len);
    }
    reset(st);
    enum store_result result = add_players(s, r, game);
    if (result == STORE_OK && live) {
        struct tip *t = find(s, r->game);
        result = t ? add_entries(s, r, t) : STORE_BROKEN;
        /* One damaged log must not spoil the batch of all the others. */
        if (result == STORE_BROKEN)
            result = STORE_CONFLICT;
    } else if (result == STORE_OK) {
        store_add_row(r, ROW_ARCHIVE, archive, len);
    }
    free(archive);
    return result;
}

static enum store_result op_take(struct sqlite_store *s, struct store_request *r) {
    struct tip *t = find(s, r->game);
    if (!t)
        return STORE_MISSING;
    sqlite3_stmt *st = s->st[ST_EPOCH];
    sqlite3_bind_int64(st, 1, t->game);
    sqlite3_bind_int64(st, 2, t->epoch + 1);
    enum store_result result = finish(st);
    if (result != STORE_OK)
        return result;
    remember(s, t, false);
    r->epoch = ++t->epoch;
    return op_load(s, r);
}

/* The game's tip if this request may write to it. */
static enum store_result owned(struct sqlite_store *s, const struct store_request *r,
                               struct tip **out) {
    struct tip *t = *out = find(s, r->game);
    if (!t)
        return STORE_MISSING;
    return t->epoch == r->epoch ? STORE_OK : STORE_FENCED;
}

static enum store_result op_append(struct sqlite_store *s, struct store_request *r) {
    struct tip *t;
    enum store_result result = owned(s, r, &t);
    if (result != STORE_OK)
        return result;
    if (r->seq != t->seq + 1)
        return STORE_CONFLICT;
    sqlite3_stmt *st = s->st[ST_APPEND];
    sqlite3_bind_int64(st, 1, t->row);
    sqlite3_bind_int64(st, 2, t->game);
    sqlite3_bind_int64(st, 3, r->seq);
    sqlite3_bind_int64(st, 4, r->at);
    bind_blob(st, 5, r->body, r->body_len);
    result = finish(st);
    if (result != STORE_OK)
        return result;
    remember(s, t, false);
    t->seq = r->seq;
    t->row = sqlite3_last_insert_rowid(s->db);
    return STORE_OK;
}

static enum store_result put_players(struct sqlite_store *s, const struct store_request *r,
                                     int64_t game) {
    if (r->players == 0)
        return STORE_OK;
    sqlite3_stmt *st = s->st[ST_PLAYERS_CLEAR];
    sqlite3_bind_int64(st, 1, game);
    enum store_result result = finish(st);
    for (int i = 0; i < r->players && result == STORE_OK; i++) {
        st = s->st[ST_PLAYER];
        sqlite3_bind_int64(st, 1, game);
        sqlite3_bind_int(st, 2, i);
        bind_text(st, 3, r->player[i].user);
        bind_text(st, 4, r->player[i].name);
        result = finish(st);
    }
    return result;
}

static enum store_result op_meta(struct sqlite_store *s, struct store_request *r) {
    struct tip *t;
    enum store_result result = owned(s, r, &t);
    if (result != STORE_OK)
        return result;
    sqlite3_stmt *st = s->st[ST_META];
    sqlite3_bind_int64(st, 1, t->game);
    bind_blob(st, 2, r->meta, r->meta_len);
    sqlite3_bind_int64(st, 3, r->at);
    result = finish(st);
    return result == STORE_OK ? put_players(s, r, t->game) : result;
}

static enum store_result drop_entries(struct sqlite_store *s, int64_t at) {
    enum store_result result = STORE_OK;
    while (at && result == STORE_OK) {
        sqlite3_bind_int64(s->st[ST_ENTRY], 1, at);
        int64_t prev = sqlite3_step(s->st[ST_ENTRY]) == SQLITE_ROW
                           ? sqlite3_column_int64(s->st[ST_ENTRY], 0)
                           : 0;
        reset(s->st[ST_ENTRY]);
        sqlite3_bind_int64(s->st[ST_ENTRY_DROP], 1, at);
        result = finish(s->st[ST_ENTRY_DROP]);
        at = prev;
    }
    return result;
}

static enum store_result op_archive(struct sqlite_store *s, struct store_request *r) {
    struct tip *t;
    enum store_result result = owned(s, r, &t);
    if (result != STORE_OK)
        return result;
    sqlite3_stmt *st = s->st[ST_ARCHIVE];
    sqlite3_bind_int64(st, 1, t->game);
    bind_blob(st, 2, r->meta, r->meta_len);
    sqlite3_bind_int64(st, 3, r->at);
    bind_blob(st, 4, r->body, r->body_len);
    result = finish(st);
    if (result == STORE_OK)
        result = put_players(s, r, t->game);
    if (result == STORE_OK)
        result = drop_entries(s, t->row);
    if (result == STORE_OK) {
        remember(s, t, false);
        t->live = false;
    }
    return result;
}

static enum store_result op_remove(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_LOAD];
    bind_text(st, 1, r->game);
    int rc = sqlite3_step(st);
    int64_t game = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
    reset(st);
    if (!game)
        return rc == SQLITE_DONE ? STORE_MISSING : result_of(rc);
    struct tip *t = find(s, r->game);
    enum store_result result = t ? drop_entries(s, t->row) : STORE_OK;
    static const enum statement clear[] = { ST_PLAYERS_CLEAR, ST_CHAT_CLEAR, ST_REMOVE };
    for (int i = 0; i < 3 && result == STORE_OK; i++) {
        sqlite3_bind_int64(s->st[clear[i]], 1, game);
        result = finish(s->st[clear[i]]);
    }
    if (t && result == STORE_OK) {
        remember(s, t, false);
        t->live = false;
    }
    return result;
}

/* Rows of games, each followed by its players if asked for. */
static enum store_result add_games(struct sqlite_store *s, struct store_request *r,
                                   sqlite3_stmt *st, bool players) {
    int rc;
    enum store_result result = STORE_OK;
    while (result == STORE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row *row = store_add_row(r, ROW_META, sqlite3_column_blob(st, 1),
                                              (size_t)sqlite3_column_bytes(st, 1));
        row->at = sqlite3_column_int64(st, 2);
        row->number = sqlite3_column_int(st, 3);
        name_row(row, column(st, 4), "");
        if (players)
            result = add_players(s, r, sqlite3_column_int64(st, 0));
    }
    if (result == STORE_OK)
        result = result_of(rc);
    reset(st);
    return result;
}

static enum store_result op_live(struct sqlite_store *s, struct store_request *r) {
    return add_games(s, r, s->st[ST_LIVE], false);
}

static enum store_result op_list(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_LIST];
    bind_text(st, 1, r->user);
    sqlite3_bind_int64(st, 2, r->at ? r->at : INT64_MAX);
    sqlite3_bind_int(st, 3, r->limit);
    return add_games(s, r, st, true);
}

/* --- chat, items, users --- */

static enum store_result op_chat(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_CHAT];
    bind_text(st, 1, r->game);
    bind_text(st, 2, r->user);
    sqlite3_bind_int64(st, 3, r->at);
    bind_blob(st, 4, r->body, r->body_len);
    enum store_result result = finish(st);
    return result == STORE_OK && sqlite3_changes(s->db) == 0 ? STORE_MISSING : result;
}

static enum store_result add_chats(struct store_request *r, sqlite3_stmt *st) {
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row *row = store_add_row(r, ROW_CHAT, sqlite3_column_blob(st, 2),
                                              (size_t)sqlite3_column_bytes(st, 2));
        name_row(row, r->game, column(st, 0));
        row->at = sqlite3_column_int64(st, 1);
    }
    reset(st);
    return result_of(rc);
}

static enum store_result op_chats(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_CHATS];
    bind_text(st, 1, r->game);
    sqlite3_bind_int(st, 2, r->limit);
    return add_chats(r, st);
}

static enum store_result op_put(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[r->fresh ? ST_PUT_FRESH : ST_PUT];
    bind_text(st, 1, r->kind);
    bind_text(st, 2, r->key);
    bind_text(st, 3, r->user);
    sqlite3_bind_int64(st, 4, r->at);
    bind_blob(st, 5, r->body, r->body_len);
    enum store_result result = finish(st);
    return result == STORE_OK && r->fresh && sqlite3_changes(s->db) == 0 ? STORE_CONFLICT : result;
}

static enum store_result add_items(struct store_request *r, sqlite3_stmt *st) {
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row *row = store_add_row(r, ROW_ITEM, sqlite3_column_blob(st, 3),
                                              (size_t)sqlite3_column_bytes(st, 3));
        name_row(row, column(st, 0), column(st, 1));
        row->at = sqlite3_column_int64(st, 2);
    }
    reset(st);
    return result_of(rc);
}

static enum store_result op_get(struct sqlite_store *s, struct store_request *r) {
    bind_text(s->st[ST_GET], 1, r->kind);
    bind_text(s->st[ST_GET], 2, r->key);
    enum store_result result = add_items(r, s->st[ST_GET]);
    return result == STORE_OK && r->rows_n == 0 ? STORE_MISSING : result;
}

static enum store_result op_drop(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[r->key[0] ? ST_DROP : ST_DROP_OWNED];
    bind_text(st, 1, r->kind);
    bind_text(st, 2, r->key[0] ? r->key : r->user);
    return finish(st);
}

static enum store_result op_expire(struct sqlite_store *s, struct store_request *r) {
    bind_text(s->st[ST_EXPIRE], 1, r->kind);
    sqlite3_bind_int64(s->st[ST_EXPIRE], 2, r->at);
    return finish(s->st[ST_EXPIRE]);
}

static enum store_result op_merge(struct sqlite_store *s, struct store_request *r) {
    bind_text(s->st[ST_MERGE], 1, r->user);
    bind_text(s->st[ST_MERGE], 2, r->key);
    return finish(s->st[ST_MERGE]);
}

static enum store_result op_export(struct sqlite_store *s, struct store_request *r) {
    bind_text(s->st[ST_EXPORT_ITEMS], 1, r->user);
    enum store_result result = add_items(r, s->st[ST_EXPORT_ITEMS]);
    if (result != STORE_OK)
        return result;
    bind_text(s->st[ST_EXPORT_CHAT], 1, r->user);
    result = add_chats(r, s->st[ST_EXPORT_CHAT]);
    if (result != STORE_OK)
        return result;
    bind_text(s->st[ST_EXPORT_GAMES], 1, r->user);
    return add_games(s, r, s->st[ST_EXPORT_GAMES], true);
}

static enum store_result op_forget(struct sqlite_store *s, struct store_request *r) {
    static const enum statement all[] = { ST_FORGET_ITEMS, ST_FORGET_CHAT, ST_FORGET_PLAYERS };
    enum store_result result = STORE_OK;
    for (int i = 0; i < 3 && result == STORE_OK; i++) {
        bind_text(s->st[all[i]], 1, r->user);
        result = finish(s->st[all[i]]);
    }
    return result;
}

static enum store_result (*const run[STORE_OP_N])(struct sqlite_store *, struct store_request *) = {
    [STORE_CREATE] = op_create, [STORE_TAKE] = op_take,       [STORE_APPEND] = op_append,
    [STORE_META] = op_meta,     [STORE_ARCHIVE] = op_archive, [STORE_LOAD] = op_load,
    [STORE_LIVE] = op_live,     [STORE_LIST] = op_list,       [STORE_REMOVE] = op_remove,
    [STORE_CHAT] = op_chat,     [STORE_CHATS] = op_chats,     [STORE_PUT] = op_put,
    [STORE_GET] = op_get,       [STORE_DROP] = op_drop,       [STORE_EXPIRE] = op_expire,
    [STORE_MERGE] = op_merge,   [STORE_EXPORT] = op_export,   [STORE_FORGET] = op_forget,
};

static void sqlite_run(void *backend, struct store_request *r) {
    r->result = run[r->op](backend, r);
}

const struct store_backend store_sqlite = { sqlite_begin, sqlite_run, sqlite_commit,
                                            sqlite_rollback, sqlite_close };

/* --- backup --- */

int store_sqlite_backup(const char *from, const char *to, const char **why) {
    sqlite3 *a = NULL, *b = NULL;
    int rc = sqlite3_open_v2(from, &a, SQLITE_OPEN_READONLY, NULL);
    *why = "the data file cannot be read";
    if (rc == SQLITE_OK) {
        *why = "the copy cannot be written";
        rc = sqlite3_open_v2(to, &b, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    }
    if (rc == SQLITE_OK) {
        sqlite3_busy_timeout(a, 5000);
        sqlite3_backup *copy = sqlite3_backup_init(b, "main", a, "main");
        rc = copy ? sqlite3_backup_step(copy, -1) : SQLITE_ERROR;
        if (copy && sqlite3_backup_finish(copy) != SQLITE_OK)
            rc = SQLITE_ERROR;
    }
    sqlite3_close(a);
    if (sqlite3_close(b) != SQLITE_OK)
        rc = SQLITE_ERROR;
    return rc == SQLITE_DONE ? 0 : -1;
}
