/* store_sqlite_people.c -- requests about people on the SQLite file: chat, items, and everything
 * stored about one of them. As in store_sqlite_games.c, each function runs within the batch's
 * transaction. */
#include <string.h>

#include "store_sqlite.h"

/* MISSING: there is no such person any more. */
static enum store_result look_for(struct sqlite_store *s, const char *user) {
    sqlite3_stmt *st = s->st[ST_PERSON];
    sql_bind_text(st, 1, user);
    int rc = sqlite3_step(st);
    sql_reset(st);
    return rc == SQLITE_ROW ? STORE_OK : rc == SQLITE_DONE ? STORE_MISSING : sql_result(rc);
}

/* --- chat --- */

/* Inserts nothing if there is no such game, and says so. */
enum store_result op_chat(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_CHAT];
    enum store_result there = look_for(s, r->user);
    if (there != STORE_OK)
        return there;
    sql_bind_text(st, 1, r->game);
    sql_bind_text(st, 2, r->user);
    sqlite3_bind_int64(st, 3, r->at);
    sql_bind_blob(st, 4, r->body, r->body_len);
    enum store_result result = sql_finish(st);
    return result == STORE_OK && sqlite3_changes(s->db) == 0 ? STORE_MISSING : result;
}

static enum store_result add_chats(struct store_request *r, sqlite3_stmt *st) {
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row *row = store_add_row(r, ROW_CHAT, sqlite3_column_blob(st, 2),
                                              (size_t)sqlite3_column_bytes(st, 2));
        sql_name_row(row, r->game, sql_column(st, 0));
        row->at = sqlite3_column_int64(st, 1);
    }
    sql_reset(st);
    return sql_result(rc);
}

enum store_result op_chats(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_CHATS];
    sql_bind_text(st, 1, r->game);
    sqlite3_bind_int(st, 2, r->limit);
    return add_chats(r, st);
}

/* --- items --- */

/* Items without an owner (the probe of health_metrics.c) need no person; a person is their own
 * item. */
static enum store_result owner_of(struct sqlite_store *s, const struct store_request *r) {
    bool own = strcmp(r->kind, "user") == 0;
    return own || !r->user[0] ? STORE_OK : look_for(s, r->user);
}

/* Check and write in one statement: two cannot both be first. */
enum store_result op_put(struct sqlite_store *s, struct store_request *r) {
    static const enum statement how[] = {
        [PUT_ANY] = ST_PUT, [PUT_FRESH] = ST_PUT_FRESH, [PUT_THERE] = ST_PUT_THERE
    };
    sqlite3_stmt *st = s->st[how[r->put]];
    enum store_result there = owner_of(s, r);
    if (there != STORE_OK)
        return there;
    sql_bind_text(st, 1, r->kind);
    sql_bind_text(st, 2, r->key);
    sql_bind_text(st, 3, r->user);
    sqlite3_bind_int64(st, 4, r->at);
    sql_bind_blob(st, 5, r->body, r->body_len);
    enum store_result result = sql_finish(st);
    if (result != STORE_OK || sqlite3_changes(s->db) > 0)
        return result;
    return r->put == PUT_FRESH ? STORE_CONFLICT : STORE_MISSING;
}

enum store_result sqlite_add_items(struct store_request *r, sqlite3_stmt *st) {
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_row *row = store_add_row(r, ROW_ITEM, sqlite3_column_blob(st, 3),
                                              (size_t)sqlite3_column_bytes(st, 3));
        sql_name_row(row, sql_column(st, 0), sql_column(st, 1));
        row->at = sqlite3_column_int64(st, 2);
    }
    sql_reset(st);
    return sql_result(rc);
}

enum store_result op_get(struct sqlite_store *s, struct store_request *r) {
    sql_bind_text(s->st[ST_GET], 1, r->kind);
    sql_bind_text(s->st[ST_GET], 2, r->key);
    enum store_result result = sqlite_add_items(r, s->st[ST_GET]);
    return result == STORE_OK && r->rows_n == 0 ? STORE_MISSING : result;
}

enum store_result op_drop(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[r->key[0] ? ST_DROP : ST_DROP_OWNED];
    sql_bind_text(st, 1, r->kind);
    sql_bind_text(st, 2, r->key[0] ? r->key : r->user);
    return sql_finish(st);
}

enum store_result op_expire(struct sqlite_store *s, struct store_request *r) {
    sql_bind_text(s->st[ST_EXPIRE], 1, r->kind);
    sqlite3_bind_int64(s->st[ST_EXPIRE], 2, r->at);
    enum store_result result = sql_finish(s->st[ST_EXPIRE]);
    if (result != STORE_OK || strcmp(r->kind, "user") != 0)
        return result;
    return sql_finish(s->st[ST_EXPIRE_MUTES]);
}

/* --- a person --- */

/* A guest logs in to an account: the guest's data moves there. Seats keep the names they were
 * played under; the guest's own item and sessions are dropped. All mutes are searched for the
 * guest, which takes less time than hashing the passphrase did. */
enum store_result op_merge(struct sqlite_store *s, struct store_request *r) {
    static const enum statement all[] = { ST_MERGE, ST_MERGE_CHAT, ST_MERGE_MUTES, ST_MERGE_MUTED,
                                          ST_MERGE_SELF };
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && result == STORE_OK; i++) {
        sql_bind_text(s->st[all[i]], 1, r->user);
        sql_bind_text(s->st[all[i]], 2, r->key);
        result = sql_finish(s->st[all[i]]);
    }
    if (result != STORE_OK)
        return result;
    sql_bind_text(s->st[ST_FORGET_ITEMS], 1, r->key);
    return sql_finish(s->st[ST_FORGET_ITEMS]);
}

/* Everything that names the user, in the order of store.h. */
enum store_result op_export(struct sqlite_store *s, struct store_request *r) {
    sql_bind_text(s->st[ST_EXPORT_ITEMS], 1, r->user);
    enum store_result result = sqlite_add_items(r, s->st[ST_EXPORT_ITEMS]);
    if (result != STORE_OK)
        return result;
    sql_bind_text(s->st[ST_EXPORT_CHAT], 1, r->user);
    result = add_chats(r, s->st[ST_EXPORT_CHAT]);
    if (result != STORE_OK)
        return result;
    sql_bind_text(s->st[ST_EXPORT_GAMES], 1, r->user);
    return sqlite_add_games(s, r, s->st[ST_EXPORT_GAMES]);
}

/* Games stay, because they belong to others too; the seat becomes nobody's. */
enum store_result op_forget(struct sqlite_store *s, struct store_request *r) {
    static const enum statement all[] = { ST_FORGET_ITEMS, ST_FORGET_CHAT, ST_FORGET_PLAYERS };
    enum store_result result = STORE_OK;
    for (int i = 0; i < 3 && result == STORE_OK; i++) {
        sql_bind_text(s->st[all[i]], 1, r->user);
        result = sql_finish(s->st[all[i]]);
    }
    return result;
}
