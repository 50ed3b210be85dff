/* store_sqlite.h -- shared by opening (store_sqlite.c) and carrying out requests
 * (store_sqlite_games.c, store_sqlite_people.c). */
#ifndef SERVER_STORE_SQLITE_H
#define SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "store.h"
#include "store_value.h"

/* Where a live game's log ends and who may write to it; a row in the file. */
struct tip {
    int64_t game, epoch, seq, row; /* row: of the last entry, 0: none */
};

/* Each is prepared once, from the list in store_sqlite.c. */
enum statement {
    ST_BEGIN,
    ST_COMMIT,
    ST_ROLLBACK,
    ST_VERSION,
    ST_CREATE,
    ST_TIP,
    ST_TIP_NEW,
    ST_TIP_MOVE,
    ST_TIP_TAKE,
    ST_TIP_TAKE_ALL,
    ST_TIP_DROP,
    ST_APPEND,
    ST_META,
    ST_ARCHIVE,
    ST_LOAD,
    ST_ENTRY,
    ST_PLAYERS,
    ST_PLAYERS_CLEAR,
    ST_PLAYER,
    ST_PLAYERS_CHANGED,
    ST_MUTES,
    ST_MUTES_CLEAR,
    ST_LIVE,
    ST_LIVE_GAME,
    ST_LIST,
    ST_REMOVE,
    ST_CHAT_CLEAR,
    ST_CHAT,
    ST_CHATS,
    ST_PERSON,
    ST_PUT,
    ST_PUT_FRESH,
    ST_PUT_THERE,
    ST_GET,
    ST_DROP,
    ST_DROP_OWNED,
    ST_EXPIRE,
    ST_EXPIRE_MUTES,
    ST_MERGE,
    ST_MERGE_CHAT,
    ST_MERGE_MUTES,
    ST_MERGE_MUTED,
    ST_MERGE_SELF,
    ST_EXPORT_ITEMS,
    ST_EXPORT_CHAT,
    ST_EXPORT_GAMES,
    ST_FORGET_ITEMS,
    ST_FORGET_CHAT,
    ST_FORGET_PLAYERS,
    ST_ENTRY_DROP,
    ST_N
};

/* A cached tip, so that an append need not look it up; valid in the current era. */
struct known_tip {
    char game[STORE_ID_MAX];
    struct tip tip;
    uint64_t era;
};
enum { KNOWN_TIPS = 8192 };

/* Only the store's thread uses it once it is open. */
struct sqlite_store {
    sqlite3 *db;
    const char *path; /* for a second connection; NULL: not possible */
    sqlite3_stmt *st[ST_N];
    struct known_tip *known; /* one slot per game, by hash; unused pages cost nothing */
    uint64_t era;            /* ends when a transaction is undone, or somebody else has written */
    int64_t version;         /* of the file's data: changes when somebody else has written */
};

int sqlite_version(void); /* of the tables, as this build makes them */

/* Statements. */
enum store_result sql_result(int rc);
/* Bind the parameters of a statement; they must live until it is reset. Returns the statement. */
sqlite3_stmt *sql_bind(sqlite3_stmt *st, const struct store_value *values, int n);
#define SQL(st, ...) sql_bind(st, VALUES(__VA_ARGS__))
enum store_result sql_finish(sqlite3_stmt *st); /* run a statement without rows, and reset it */
void sql_reset(sqlite3_stmt *st);
/* The first `n` columns of its row, whole numbers; then it is reset. MISSING: there is no row. */
enum store_result sql_numbers(sqlite3_stmt *st, int64_t *out, int n);
const char *sql_column(sqlite3_stmt *st, int i); /* a text; NULL is an empty one */
/* Make a row of this kind of the statement's current row. Each column has a letter: i the row's
 * id (without one: the game's), k key, n number, t time, b body, - something else. */
struct store_row *sql_add_row(struct store_request *r, enum store_row_kind kind,
                              const char *columns, sqlite3_stmt *st);
/* The same of all its rows; then it is reset. */
enum store_result sql_add_rows(struct store_request *r, enum store_row_kind kind,
                               const char *columns, sqlite3_stmt *st);

/* What each request does, by the name of its op (store.h). */
typedef enum store_result sqlite_op(struct sqlite_store *s, struct store_request *r);
sqlite_op op_create, op_take, op_append, op_meta, op_archive, op_load, op_live, op_list, op_remove;
sqlite_op op_chat, op_chats, op_put, op_get, op_drop, op_expire, op_merge, op_export, op_forget;
sqlite_op op_release, op_due, op_claim, op_nothing; /* for one node: there is no other */

/* A META row for each game that the statement returns, followed by its players. */
enum store_result sqlite_add_games(struct sqlite_store *s, struct store_request *r,
                                   sqlite3_stmt *st);

#endif
