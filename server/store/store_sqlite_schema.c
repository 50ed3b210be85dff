/* store_sqlite_schema.c -- the tables in SQLite: versions, and how an older file is upgraded. */
#include <stdint.h>
#include <stdio.h>

#include "store_sqlite.h"

/* Each string upgrades a file from its index to the next version; released ones never change. */
static const char *const steps[] = {
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
    /* One walk along the log, for any number of live games. */
    "CREATE TABLE tip(game INTEGER PRIMARY KEY,epoch INTEGER NOT NULL,seq INTEGER NOT NULL,"
    " row INTEGER NOT NULL);"
    "CREATE TEMP TABLE last(game INTEGER PRIMARY KEY,seq,row);"
    "INSERT INTO last SELECT game,seq,MAX(id) FROM log GROUP BY game;"
    "INSERT INTO tip SELECT number,epoch,COALESCE(seq,0),COALESCE(row,0) FROM game "
    " LEFT JOIN last ON game=number WHERE live=1;"
    "DROP TABLE last;"
    "DROP INDEX game_live;",
    "ALTER TABLE player ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;"
    "UPDATE player SET changed=(SELECT changed FROM game WHERE number=player.game);"
    "DROP INDEX player_user;"
    "CREATE INDEX player_user ON player(user,changed,game) WHERE user<>'';",
};
enum { VERSION = sizeof steps / sizeof *steps };

int sqlite_version(void) {
    return VERSION;
}

/* -1: unreadable. */
static int pragma_number(sqlite3 *db, const char *text) {
    sqlite3_stmt *st = NULL;
    int n = -1;
    if (sqlite3_prepare_v2(db, text, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return n;
}

static int still_at_it(void *progress) {
    ((const struct store_sqlite_options *)progress)->progress();
    return 0;
}

/* Each step is a transaction that includes its number: after a crash the file has one version or
 * the next. A newer file is refused. */
int sqlite_schema(sqlite3 *db, const struct store_sqlite_options *o, const char **why) {
    int version = pragma_number(db, "PRAGMA user_version");
    if (version < 0 || version > VERSION) {
        *why = version < 0 ? "not a database" : "the data folder is from a newer Skerry";
        return -1;
    }
    if (o->progress && version < VERSION)
        sqlite3_progress_handler(db, 1000000, still_at_it, (void *)(uintptr_t)o);
    for (; version < VERSION; version++) {
        char set[48];
        snprintf(set, sizeof set, "PRAGMA user_version=%d", version + 1);
        if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, steps[version], NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, set, NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
            *why = "the data file could not be brought up to date";
            return -1;
        }
    }
    sqlite3_progress_handler(db, 0, NULL, NULL);
    return 0;
}
