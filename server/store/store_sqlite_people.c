/* store_sqlite_people.c -- requests about people on the SQLite file: chat, items, and everything
 * stored about one of them. As in store_sqlite_games.c, each function runs within the batch's
 * transaction. */
#include <string.h>

#include "store_sqlite.h"

/* MISSING: there is no such person any more. */
static enum store_result look_for(struct sqlite_store *s, const char *user) {
    return sql_numbers(SQL(s->st[ST_PERSON], v_text(user)), NULL, 0);
}

/* --- chat --- */

/* Inserts nothing if there is no such game, and says so. */
enum store_result op_chat(struct sqlite_store *s, struct store_request *r) {
    enum store_result there = look_for(s, r->user);
    if (there != STORE_OK)
        return there;
    enum store_result result = sql_finish(SQL(s->st[ST_CHAT], v_text(r->game), v_text(r->user),
                                              v_number(r->at), v_bytes(r->body, r->body_len)));
    return result == STORE_OK && sqlite3_changes(s->db) == 0 ? STORE_MISSING : result;
}

enum store_result op_chats(struct sqlite_store *s, struct store_request *r) {
    return sql_add_rows(r, ROW_CHAT, "ktb",
                        SQL(s->st[ST_CHATS], v_text(r->game), v_number(r->limit)));
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
    enum store_result there = owner_of(s, r);
    if (there != STORE_OK)
        return there;
    enum store_result result =
        sql_finish(SQL(s->st[how[r->put]], v_text(r->kind), v_text(r->key), v_text(r->user),
                       v_number(r->at), v_bytes(r->body, r->body_len)));
    if (result != STORE_OK || sqlite3_changes(s->db) > 0)
        return result;
    return r->put == PUT_FRESH ? STORE_CONFLICT : STORE_MISSING;
}

enum store_result op_get(struct sqlite_store *s, struct store_request *r) {
    enum store_result result =
        sql_add_rows(r, ROW_ITEM, "iktb", SQL(s->st[ST_GET], v_text(r->kind), v_text(r->key)));
    return result == STORE_OK && r->rows_n == 0 ? STORE_MISSING : result;
}

enum store_result op_drop(struct sqlite_store *s, struct store_request *r) {
    return sql_finish(SQL(s->st[r->key[0] ? ST_DROP : ST_DROP_OWNED], v_text(r->kind),
                          v_text(r->key[0] ? r->key : r->user)));
}

enum store_result op_expire(struct sqlite_store *s, struct store_request *r) {
    enum store_result result = sql_finish(SQL(s->st[ST_EXPIRE], v_text(r->kind), v_number(r->at)));
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
    for (size_t i = 0; i < sizeof all / sizeof *all && result == STORE_OK; i++)
        result = sql_finish(SQL(s->st[all[i]], v_text(r->user), v_text(r->key)));
    if (result != STORE_OK)
        return result;
    return sql_finish(SQL(s->st[ST_FORGET_ITEMS], v_text(r->key)));
}

/* Everything that names the user, in the order of store.h. */
enum store_result op_export(struct sqlite_store *s, struct store_request *r) {
    enum store_result result =
        sql_add_rows(r, ROW_ITEM, "iktb", SQL(s->st[ST_EXPORT_ITEMS], v_text(r->user)));
    if (result == STORE_OK)
        result = sql_add_rows(r, ROW_CHAT, "ktb", SQL(s->st[ST_EXPORT_CHAT], v_text(r->user)));
    if (result == STORE_OK)
        result = sqlite_add_games(s, r, SQL(s->st[ST_EXPORT_GAMES], v_text(r->user)));
    return result;
}

/* Games stay, because they belong to others too; the seat becomes nobody's. */
enum store_result op_forget(struct sqlite_store *s, struct store_request *r) {
    static const enum statement all[] = { ST_FORGET_ITEMS, ST_FORGET_CHAT, ST_FORGET_PLAYERS };
    enum store_result result = STORE_OK;
    for (int i = 0; i < 3 && result == STORE_OK; i++)
        result = sql_finish(SQL(s->st[all[i]], v_text(r->user)));
    return result;
}
