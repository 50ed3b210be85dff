/* store_sqlite_games.c -- requests about games on the SQLite file.
 *
 * Each function runs within the batch's transaction, on the store's thread, and returns its
 * request's result; rows go into the request. FULL, BUSY or BROKEN fail the whole batch
 * (store.c), so a fault of one game must not be reported as one of those. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/hash.h"
#include "store_sqlite.h"

/* None given: they stay as they are. Otherwise all are replaced: at most six rows. */
static enum store_result put_players(struct sqlite_store *s, const struct store_request *r,
                                     int64_t game) {
    if (r->players == 0)
        return sql_finish(SQL(s->st[ST_PLAYERS_CHANGED], v_number(game), v_number(r->at)));
    enum store_result result = sql_finish(SQL(s->st[ST_PLAYERS_CLEAR], v_number(game)));
    for (int i = 0; i < r->players && result == STORE_OK; i++)
        result = sql_finish(SQL(s->st[ST_PLAYER], v_number(game), v_number(i),
                                v_text(r->player[i].user), v_text(r->player[i].name),
                                v_number(r->at)));
    return result;
}

/* Ids are random, so conflicts are very rare; but a conflict must not be an SQLite error, which
 * would fail the batch. */
enum store_result op_create(struct sqlite_store *s, struct store_request *r) {
    if (sql_numbers(SQL(s->st[ST_LOAD], v_text(r->game)), NULL, 0) == STORE_OK)
        return STORE_CONFLICT;
    enum store_result result = sql_finish(SQL(s->st[ST_CREATE], v_text(r->game), v_number(r->at),
                                              v_bytes(r->meta, r->meta_len)));
    if (result != STORE_OK)
        return result;
    int64_t game = sqlite3_last_insert_rowid(s->db);
    result = sql_finish(SQL(s->st[ST_TIP_NEW], v_number(game)));
    r->epoch = 1;
    return result == STORE_OK ? put_players(s, r, game) : result;
}

/* MISSING: no such live game. A finished one has no tip, so nothing changes it any more. */
static enum store_result find_tip(struct sqlite_store *s, const char *id, struct tip *t) {
    int64_t n[4] = { 0 };
    enum store_result result = sql_numbers(SQL(s->st[ST_TIP], v_text(id)), n, 4);
    *t = (struct tip){ n[0], n[1], n[2], n[3] };
    return result;
}

static struct known_tip *place_of(const struct sqlite_store *s, const char *game) {
    return &s->known[hash_bytes(HASH_START, game, strlen(game)) % KNOWN_TIPS];
}

/* Invalidate before a change; no game: all. */
static void forget_tip(struct sqlite_store *s, const char *game) {
    if (game[0])
        place_of(s, game)->era = 0;
    else
        s->era++;
}

static enum store_result add_players(struct sqlite_store *s, struct store_request *r,
                                     int64_t game) {
    return sql_add_rows(r, ROW_PLAYER, "nik", SQL(s->st[ST_PLAYERS], v_number(game)));
}

/* Read the log from its tip back to its start, then reverse the rows. A gap or a number out of
 * order means that the log is damaged. */
static enum store_result add_entries(struct sqlite_store *s, struct store_request *r,
                                     const struct tip *t) {
    int first = r->rows_n;
    int64_t at = t->row, seq = t->seq;
    sqlite3_stmt *st = s->st[ST_ENTRY];
    while (at) {
        SQL(st, v_number(at));
        int rc = sqlite3_step(st);
        if (rc != SQLITE_ROW || sqlite3_column_int64(st, 1) != seq--) {
            sql_reset(st);
            return rc == SQLITE_ROW || rc == SQLITE_DONE ? STORE_BROKEN : sql_result(rc);
        }
        sql_add_row(r, ROW_ENTRY, "-ntb", st);
        at = sqlite3_column_int64(st, 0);
        sql_reset(st);
    }
    for (int a = first, b = r->rows_n - 1; a < b; a++, b--) {
        struct store_row swap = r->rows[a];
        r->rows[a] = r->rows[b];
        r->rows[b] = swap;
    }
    return seq == 0 ? STORE_OK : STORE_BROKEN;
}

/* One damaged log must not fail the batch of all the others. */
static enum store_result load_log(struct sqlite_store *s, struct store_request *r) {
    struct tip t;
    enum store_result result = find_tip(s, r->game, &t);
    result = result == STORE_OK ? add_entries(s, r, &t) : STORE_BROKEN;
    return result == STORE_BROKEN ? STORE_CONFLICT : result;
}

/* The archive is copied before the statement is used again, because the statement owns its
 * memory. */
enum store_result op_load(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = SQL(s->st[ST_LOAD], v_text(r->game));
    int rc = sqlite3_step(st);
    if (rc != SQLITE_ROW) {
        sql_reset(st);
        return rc == SQLITE_DONE ? STORE_MISSING : sql_result(rc);
    }
    int64_t game = sqlite3_column_int64(st, 0);
    bool live = sql_add_row(r, ROW_META, "-btn", st)->number != 0;
    char *archive = NULL;
    size_t len = (size_t)sqlite3_column_bytes(st, 4);
    if (!live) {
        archive = malloc(len + 1);
        CHECK(archive);
        if (len)
            memcpy(archive, sqlite3_column_blob(st, 4), len);
    }
    sql_reset(st);
    enum store_result result = add_players(s, r, game);
    if (result == STORE_OK)
        result = sql_add_rows(r, ROW_ITEM, "iktb", SQL(s->st[ST_MUTES], v_text(r->game)));
    if (result == STORE_OK && live)
        result = load_log(s, r);
    else if (result == STORE_OK)
        store_add_row(r, ROW_ARCHIVE, archive, len);
    free(archive);
    return result;
}

/* The epoch is raised: from here on the previous owner's writes are FENCED. Only live games can
 * be taken. */
enum store_result op_take(struct sqlite_store *s, struct store_request *r) {
    forget_tip(s, r->game);
    struct tip t;
    enum store_result result = find_tip(s, r->game, &t);
    if (result != STORE_OK)
        return result;
    result = sql_finish(SQL(s->st[ST_TIP_TAKE], v_number(t.game), v_number(t.epoch + 1)));
    if (result != STORE_OK)
        return result;
    r->epoch = t.epoch + 1;
    return op_load(s, r);
}

/* The game's tip if this request may write to it. */
static enum store_result owned(struct sqlite_store *s, const struct store_request *r,
                               struct tip *t) {
    enum store_result result = find_tip(s, r->game, t);
    if (result != STORE_OK)
        return result;
    return t->epoch == r->epoch ? STORE_OK : STORE_FENCED;
}

/* Like a take that nobody keeps. */
enum store_result op_release(struct sqlite_store *s, struct store_request *r) {
    forget_tip(s, r->game);
    struct tip t;
    if (!r->game[0])
        return sql_finish(s->st[ST_TIP_TAKE_ALL]);
    enum store_result result = owned(s, r, &t);
    if (result != STORE_OK)
        return result;
    return sql_finish(SQL(s->st[ST_TIP_TAKE], v_number(t.game), v_number(t.epoch + 1)));
}

/* There is no other node to take care of it. */
enum store_result op_due(struct sqlite_store *s, struct store_request *r) {
    struct tip t;
    return owned(s, r, &t);
}

enum store_result op_claim(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = SQL(s->st[ST_LOAD], v_text(r->game));
    int rc = sqlite3_step(st);
    bool archived = rc == SQLITE_ROW && sqlite3_column_int(st, 3) == 0;
    sql_reset(st);
    if (rc != SQLITE_ROW && rc != SQLITE_DONE)
        return sql_result(rc);
    return archived ? STORE_OK : STORE_MISSING;
}

enum store_result op_nothing(struct sqlite_store *s, struct store_request *r) {
    (void)s, (void)r;
    return STORE_OK;
}

/* The most frequent request. It is checked here, within the transaction; the file checks again
 * as the tip moves. */
enum store_result op_append(struct sqlite_store *s, struct store_request *r) {
    struct known_tip *k = place_of(s, r->game);
    if (k->era != s->era || strcmp(k->game, r->game) != 0) {
        enum store_result result = find_tip(s, r->game, &k->tip);
        k->era = result == STORE_OK ? s->era : 0;
        if (result != STORE_OK)
            return result;
        memcpy(k->game, r->game, sizeof k->game);
    }
    if (k->tip.epoch != r->epoch)
        return STORE_FENCED;
    if (k->tip.seq != r->seq - 1)
        return STORE_CONFLICT;
    sqlite3_stmt *st = s->st[ST_APPEND];
    enum store_result result =
        sql_finish(SQL(st, v_number(k->tip.row), v_number(k->tip.game), v_number(r->seq),
                       v_number(r->at), v_bytes(r->body, r->body_len)));
    if (result != STORE_OK)
        return result;
    k->tip.row = sqlite3_last_insert_rowid(s->db);
    k->tip.seq = r->seq;
    st = s->st[ST_TIP_MOVE];
    result = sql_finish(
        SQL(st, v_number(k->tip.game), v_number(r->epoch), v_number(r->seq), v_number(k->tip.row)));
    CHECK(result != STORE_OK || sqlite3_changes(s->db) == 1); /* one transaction */
    return result;
}

enum store_result op_meta(struct sqlite_store *s, struct store_request *r) {
    struct tip t;
    enum store_result result = owned(s, r, &t);
    if (result != STORE_OK)
        return result;
    result = sql_finish(
        SQL(s->st[ST_META], v_number(t.game), v_bytes(r->meta, r->meta_len), v_number(r->at)));
    return result == STORE_OK ? put_players(s, r, t.game) : result;
}

/* Back along the chain. A missing link ends it: the rows beyond it belong to no game and do no
 * harm. */
static enum store_result drop_entries(struct sqlite_store *s, int64_t at) {
    enum store_result result = STORE_OK;
    while (at && result == STORE_OK) {
        int64_t prev = 0;
        sql_numbers(SQL(s->st[ST_ENTRY], v_number(at)), &prev, 1);
        result = sql_finish(SQL(s->st[ST_ENTRY_DROP], v_number(at)));
        at = prev;
    }
    return result;
}

/* The log's rows and the blob that replaces them are exchanged in one transaction. */
enum store_result op_archive(struct sqlite_store *s, struct store_request *r) {
    forget_tip(s, r->game);
    struct tip t;
    enum store_result result = owned(s, r, &t);
    if (result != STORE_OK)
        return result;
    result = sql_finish(SQL(s->st[ST_ARCHIVE], v_number(t.game), v_bytes(r->meta, r->meta_len),
                            v_number(r->at), v_bytes(r->body, r->body_len)));
    if (result == STORE_OK)
        result = put_players(s, r, t.game);
    if (result == STORE_OK)
        result = drop_entries(s, t.row);
    return result == STORE_OK ? sql_finish(SQL(s->st[ST_TIP_DROP], v_number(t.game))) : result;
}

/* Works without an epoch: an admin removes finished games too. */
enum store_result op_remove(struct sqlite_store *s, struct store_request *r) {
    forget_tip(s, r->game);
    struct tip t;
    int64_t game;
    enum store_result result = sql_numbers(SQL(s->st[ST_LOAD], v_text(r->game)), &game, 1);
    if (result != STORE_OK)
        return result;
    result = find_tip(s, r->game, &t);
    if (result == STORE_OK && r->epoch && t.epoch != r->epoch)
        return STORE_FENCED;
    if (result == STORE_OK)
        result = drop_entries(s, t.row);
    if (result == STORE_OK || result == STORE_MISSING)
        result = sql_finish(SQL(s->st[ST_MUTES_CLEAR], v_text(r->game)));
    static const enum statement clear[] = { ST_TIP_DROP, ST_PLAYERS_CLEAR, ST_CHAT_CLEAR,
                                            ST_REMOVE };
    for (int i = 0; i < 4 && result == STORE_OK; i++)
        result = sql_finish(SQL(s->st[clear[i]], v_number(game)));
    return result;
}

/* Rows of games, each followed by its players, which another statement reads meanwhile. */
enum store_result sqlite_add_games(struct sqlite_store *s, struct store_request *r,
                                   sqlite3_stmt *st) {
    int rc;
    enum store_result result = STORE_OK;
    while (result == STORE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        sql_add_row(r, ROW_META, "-btni", st);
        result = add_players(s, r, sqlite3_column_int64(st, 0));
    }
    if (result == STORE_OK)
        result = sql_result(rc);
    sql_reset(st);
    return result;
}

/* The next live game after a number, 0: none. A damaged page hides its games; the ones behind it
 * are found by jumping ahead, at first a little, then twice as far each time. */
static enum store_result next_live(struct sqlite_store *s, int64_t after, int64_t *game) {
    enum { FAR = 40 };
    sqlite3_stmt *st = s->st[ST_LIVE];
    int rc = SQLITE_CORRUPT;
    for (int i = 0; i < FAR && (rc & 0xff) == SQLITE_CORRUPT; i++) {
        SQL(st, v_number(after + (i ? INT64_C(1) << (i - 1) : 0)));
        rc = sqlite3_step(st);
        *game = rc == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
        sql_reset(st);
    }
    return (rc & 0xff) == SQLITE_CORRUPT ? STORE_OK : sql_result(rc);
}

/* By number, which is also where the next page begins. An unreadable game is skipped and does
 * not hide the others. */
enum store_result op_live(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = s->st[ST_LIVE_GAME];
    int64_t game = 0;
    enum store_result result = next_live(s, r->seq, &game);
    for (int n = 1; result == STORE_OK && game; n++) {
        int rows = r->rows_n;
        SQL(st, v_number(game));
        result = sqlite_add_games(s, r, st);
        if (result == STORE_BROKEN) {
            store_drop_rows(r, rows);
            result = STORE_OK;
        }
        r->seq = game;
        if (result == STORE_OK && n == r->limit)
            return STORE_OK;
        if (result == STORE_OK)
            result = next_live(s, game, &game);
    }
    r->seq = 0;
    return result;
}

/* By the time of the last change, newest first. */
enum store_result op_list(struct sqlite_store *s, struct store_request *r) {
    sqlite3_stmt *st = SQL(s->st[ST_LIST], v_text(r->user), v_number(r->at ? r->at : INT64_MAX),
                           v_number(r->limit));
    return sqlite_add_games(s, r, st);
}
