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

/* Each is prepared once. */
#define SQLITE_STATEMENTS(X)                                                                      \
    X(ST_BEGIN, "BEGIN IMMEDIATE")                                                                \
    X(ST_COMMIT, "COMMIT")                                                                        \
    X(ST_ROLLBACK, "ROLLBACK")                                                                    \
    X(ST_VERSION, "PRAGMA data_version")                                                          \
    X(ST_CREATE, "INSERT INTO game(id,epoch,live,changed,meta) VALUES(?1,1,1,?2,?3)")             \
    X(ST_TIP, "SELECT t.game,t.epoch,t.seq,t.row FROM game g JOIN tip t ON t.game=g.number "      \
      "WHERE g.id=?1")                                                                            \
    X(ST_TIP_NEW, "INSERT INTO tip(game,epoch,seq,row) VALUES(?1,1,0,0)")                         \
    X(ST_TIP_MOVE, "UPDATE tip SET seq=?3,row=?4 WHERE game=?1 AND epoch=?2 AND seq=?3-1")        \
    X(ST_TIP_TAKE, "UPDATE tip SET epoch=?2 WHERE game=?1")                                       \
    X(ST_TIP_TAKE_ALL, "UPDATE tip SET epoch=epoch+1")                                            \
    X(ST_TIP_DROP, "DELETE FROM tip WHERE game=?1")                                               \
    X(ST_APPEND, "INSERT INTO log(prev,game,seq,at,body) VALUES(?1,?2,?3,?4,?5)")                 \
    X(ST_META, "UPDATE game SET meta=?2,changed=?3 WHERE number=?1")                              \
    X(ST_ARCHIVE, "UPDATE game SET meta=?2,changed=?3,live=0,archive=?4 WHERE number=?1")         \
    X(ST_LOAD, "SELECT number,meta,changed,live,archive FROM game WHERE id=?1")                   \
    X(ST_ENTRY, "SELECT prev,seq,at,body FROM log WHERE id=?1")                                   \
    X(ST_ENTRY_DROP, "DELETE FROM log WHERE id=?1")                                               \
    X(ST_PLAYERS, "SELECT seat,user,name FROM player WHERE game=?1 ORDER BY seat")                \
    X(ST_PLAYERS_CLEAR, "DELETE FROM player WHERE game=?1")                                       \
    X(ST_PLAYER, "INSERT INTO player(game,seat,user,name,changed) VALUES(?1,?2,?3,?4,?5)")        \
    X(ST_PLAYERS_CHANGED, "UPDATE player SET changed=?2 WHERE game=?1")                           \
    X(ST_MUTES, "SELECT kind,key,at,value FROM item WHERE kind='mute' AND key>?1||'.' AND "       \
      "key<?1||'/' ORDER BY key")                                                                 \
    X(ST_MUTES_CLEAR, "DELETE FROM item WHERE kind='mute' AND key>?1||'.' AND key<?1||'/'")       \
    X(ST_LIVE, "SELECT game FROM tip WHERE game>?1 ORDER BY game LIMIT 1")                        \
    X(ST_LIVE_GAME, "SELECT number,meta,changed,live,id FROM game WHERE number=?1")               \
    /* Along an index, so a page costs the same for any length of the list. A person with         \
     * two seats (MERGE) is listed once. */                                                       \
    X(ST_LIST, "SELECT g.number,g.meta,g.changed,g.live,g.id FROM player p JOIN game g ON "       \
      "g.number=p.game WHERE p.user=?1 AND p.user<>'' AND p.changed<?2 AND NOT EXISTS "           \
      "(SELECT 1 FROM player q WHERE q.game=p.game AND q.user=p.user AND q.seat<p.seat) "         \
      "ORDER BY p.changed DESC LIMIT ?3")                                                         \
    X(ST_REMOVE, "DELETE FROM game WHERE number=?1")                                              \
    X(ST_CHAT_CLEAR, "DELETE FROM chat WHERE game=?1")                                            \
    X(ST_CHAT, "INSERT INTO chat(game,user,at,body) SELECT number,?2,?3,?4 FROM game WHERE "      \
      "id=?1")                                                                                    \
    X(ST_CHATS, "SELECT user,at,body FROM (SELECT c.id,user,at,body FROM chat c JOIN game g "     \
      "ON g.number=c.game WHERE g.id=?1 ORDER BY c.id DESC LIMIT ?2) ORDER BY id")                \
    X(ST_PERSON, "SELECT 1 FROM item WHERE kind='user' AND key=?1")                               \
    X(ST_PUT, "INSERT INTO item(kind,key,owner,at,value) VALUES(?1,?2,?3,?4,?5) ON "              \
      "CONFLICT(kind,key) DO UPDATE SET owner=?3,at=?4,value=?5")                                 \
    X(ST_PUT_FRESH, "INSERT OR IGNORE INTO item(kind,key,owner,at,value) "                        \
      "VALUES(?1,?2,?3,?4,?5)")                                                                   \
    X(ST_PUT_THERE, "UPDATE item SET owner=?3,at=?4,value=?5 WHERE kind=?1 AND key=?2")           \
    X(ST_GET, "SELECT kind,key,at,value FROM item WHERE kind=?1 AND key=?2")                      \
    X(ST_DROP, "DELETE FROM item WHERE kind=?1 AND key=?2")                                       \
    X(ST_DROP_OWNED, "DELETE FROM item WHERE owner=?2 AND kind=?1")                               \
    X(ST_EXPIRE, "DELETE FROM item WHERE kind=?1 AND at<?2 AND (kind<>'user' OR NOT "             \
      "EXISTS(SELECT 1 FROM item AS way WHERE way.owner=item.owner AND way.kind "                 \
      "IN('session','account')))")                                                                \
    X(ST_EXPIRE_MUTES, "DELETE FROM item WHERE kind='mute' AND NOT EXISTS(SELECT 1 FROM "         \
      "item AS who WHERE who.kind='user' AND who.key=item.owner)")                                \
    X(ST_MERGE, "UPDATE player SET user=?1 WHERE user=?2")                                        \
    X(ST_MERGE_CHAT, "UPDATE chat SET user=?1 WHERE user=?2")                                     \
    X(ST_MERGE_MUTES, "UPDATE OR REPLACE item SET "                                               \
      "owner=?1,key=replace(key,'.'||?2||'.','.'||?1||'.') WHERE owner=?2 AND kind='mute'")       \
    X(ST_MERGE_MUTED, "UPDATE OR REPLACE item SET "                                               \
      "key=substr(key,1,length(key)-length(?2))||?1 WHERE kind='mute' AND "                       \
      "substr(key,-length(?2)-1)='.'||?2")                                                        \
    X(ST_MERGE_SELF, "DELETE FROM item WHERE kind='mute' AND owner=?1 AND "                       \
      "substr(key,-length(?1)-1)='.'||?1 AND ?2<>''")                                             \
    X(ST_EXPORT_ITEMS, "SELECT kind,key,at,value FROM item WHERE owner=?1 ORDER BY kind,key")     \
    X(ST_EXPORT_CHAT, "SELECT user,at,body FROM chat WHERE user=?1 ORDER BY id")                  \
    X(ST_EXPORT_GAMES, "SELECT DISTINCT g.number,g.meta,g.changed,g.live,g.id FROM player p "     \
      "JOIN game g ON g.number=p.game WHERE p.user=?1 ORDER BY g.number")                         \
    X(ST_FORGET_ITEMS, "DELETE FROM item WHERE owner=?1")                                         \
    X(ST_FORGET_CHAT, "DELETE FROM chat WHERE user=?1")                                           \
    X(ST_FORGET_PLAYERS, "UPDATE player SET user='',name='\xe2\x80\x93' WHERE user=?1")
enum statement {
#define X(name, sql) name,
    SQLITE_STATEMENTS(X)
#undef X
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

/* store_sqlite_schema.c: the version of the tables as this build makes them; make a file so. */
int sqlite_version(void);
int sqlite_schema(sqlite3 *db, const struct store_sqlite_options *o, const char **why);

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
