/* store_pg_games.c -- requests about games in PostgreSQL, like store_sqlite_games.c for the
 * file: within the batch's transaction, and never with a hard failure for a fault of one game.
 * No statement may fail because of a request, since an error would abort the transaction for all
 * others: it changes no row instead, and then the reason is looked up. */
#include "store_pg.h"

/* None given: they stay as they are. */
static enum store_result put_players(struct pg_store *s, const struct store_request *r,
                                     int64_t game) {
    if (r->players == 0)
        return pg_do(s, "UPDATE skerry_player SET changed=$2::bigint WHERE game=$1::bigint",
                     PG(v_number(game), v_number(r->at)), NULL);
    enum store_result result =
        pg_do(s, "DELETE FROM skerry_player WHERE game=$1::bigint", PG(v_number(game)), NULL);
    for (int i = 0; i < r->players && result == STORE_OK; i++)
        result = pg_do(s,
                       "INSERT INTO skerry_player(game,seat,person,name,changed) "
                       "VALUES($1::bigint,$2::bigint,$3,$4,$5::bigint)",
                       PG(v_number(game), v_number(i), v_text(r->player[i].user),
                          v_text(r->player[i].name), v_number(r->at)),
                       NULL);
    return result;
}

enum store_result pg_create(struct pg_store *s, struct store_request *r) {
    int64_t game;
    enum store_result result =
        pg_numbers(s,
                   "INSERT INTO skerry_game(id,epoch,live,changed,meta,owner) "
                   "VALUES($1,1,true,$2::bigint,$3,NULLIF($4::bigint,0)) "
                   "ON CONFLICT DO NOTHING RETURNING number",
                   PG(v_text(r->game), v_number(r->at), v_bytes(r->meta, r->meta_len),
                      v_number(s->node->number)), &game, 1);
    if (result == STORE_MISSING)
        return STORE_CONFLICT;
    if (result == STORE_OK)
        result = put_players(s, r, game);
    r->epoch = 1;
    return result == STORE_OK ? pg_tell(s, "table", r->game) : result;
}

/* --- reading --- */

enum store_result pg_add_players(struct pg_store *s, struct store_request *r, int64_t game) {
    return pg_add_rows(s, r, ROW_PLAYER, "nik", "SELECT seat,person,name FROM skerry_player WHERE "
                       "game=$1::bigint ORDER BY seat", PG(v_number(game)));
}

/* A number out of order means that the log is damaged: CONFLICT, which harms nobody else. */
static enum store_result add_entries(struct pg_store *s, struct store_request *r, int64_t game) {
    int first = r->rows_n;
    enum store_result result =
        pg_add_rows(s, r, ROW_ENTRY, "ntb", "SELECT seq,at,body FROM skerry_log WHERE "
                    "game=$1::bigint ORDER BY seq", PG(v_number(game)));
    for (int i = first; i < r->rows_n; i++)
        if (r->rows[i].number != i - first + 1)
            result = STORE_CONFLICT;
    return result;
}

static enum store_result add_mutes(struct pg_store *s, struct store_request *r) {
    return pg_add_rows(s, r, ROW_ITEM, "iktb", "SELECT kind,key,at,value FROM skerry_item WHERE "
                       "kind='mute' AND key>$1||'.' AND key<$1||'/' ORDER BY key",
                       PG(v_text(r->game)));
}

static enum store_result add_game(struct pg_store *s, struct store_request *r,
                                  const PGresult *res, int i) {
    pg_add(r, ROW_META, res, i, "-btni");
    return pg_add_players(s, r, pg_column(res, i, 0));
}

enum store_result pg_load(struct pg_store *s, struct store_request *r) {
    PGresult *res = pg_run(s, "SELECT number,meta,changed,live,id,archive FROM skerry_game "
                              "WHERE id=$1", PG(v_text(r->game)));
    enum store_result result = pg_result(s, res);
    if (result == STORE_OK)
        result = PQntuples(res) == 1 ? add_game(s, r, res, 0) : STORE_MISSING;
    if (result == STORE_OK)
        result = add_mutes(s, r);
    if (result == STORE_OK && pg_column(res, 0, 3))
        result = add_entries(s, r, pg_column(res, 0, 0));
    else if (result == STORE_OK)
        store_add_row(r, ROW_ARCHIVE, PQgetvalue(res, 0, 5), (size_t)PQgetlength(res, 0, 5));
    PQclear(res);
    return result;
}

enum store_result pg_add_games(struct pg_store *s, struct store_request *r, const char *sql,
                               const struct pg_call *c) {
    PGresult *res = pg_run(s, sql, c);
    enum store_result result = pg_result(s, res);
    int n = PQntuples(res);
    for (int i = 0; i < n && result == STORE_OK; i++)
        result = add_game(s, r, res, i);
    if (r->op == STORE_LIVE)
        r->seq = r->limit && n == r->limit ? pg_column(res, n - 1, 0) : 0;
    PQclear(res);
    return result;
}

enum store_result pg_live(struct pg_store *s, struct store_request *r) {
    return pg_add_games(s, r, "SELECT number,meta,changed,live,id FROM skerry_game WHERE live AND "
                              "number>$1::bigint ORDER BY number LIMIT $2::bigint",
                        PG(v_number(r->seq), v_number(r->limit ? r->limit : INT32_MAX)));
}

/* By the time of the last change, the newest first. A person with two seats (MERGE) is listed once.
 */
enum store_result pg_list(struct pg_store *s, struct store_request *r) {
    return pg_add_games(s, r,
        "SELECT g.number,g.meta,g.changed,g.live,g.id FROM skerry_player p JOIN "
        "skerry_game g ON g.number=p.game WHERE p.person=$1 AND p.person<>'' AND "
        "p.changed<$2::bigint AND NOT EXISTS(SELECT 1 FROM skerry_player q WHERE "
        "q.game=p.game AND q.person=p.person AND q.seat<p.seat) "
        "ORDER BY p.changed DESC LIMIT $3::bigint",
        PG(v_text(r->user), v_number(r->at ? r->at : INT64_MAX), v_number(r->limit)));
}

/* --- writing --- */

enum store_result pg_why_not(struct pg_store *s, const struct store_request *r,
                             enum store_result otherwise) {
    int64_t epoch;
    enum store_result result = pg_numbers(s, "SELECT epoch FROM skerry_game WHERE id=$1 AND live",
                                          PG(v_text(r->game)), &epoch, 1);
    if (result != STORE_OK)
        return result;
    return epoch == r->epoch ? otherwise : STORE_FENCED;
}

/* FOR SHARE conflicts with a take's update, FOR KEY SHARE would not. */
#ifdef SKERRY_UNFENCED /* the control of tests/server/cluster_faults.py, which must lose */
static const char append[] =
    "INSERT INTO skerry_log(game,seq,at,body) SELECT number,$3::bigint,$4::bigint,$5 FROM "
    "skerry_game WHERE id=$1 AND $2::bigint<>0 ON CONFLICT(game,seq) DO UPDATE SET at=excluded.at,"
    "body=excluded.body";
#else
static const char append[] =
    "WITH g AS (SELECT number FROM skerry_game WHERE id=$1 AND epoch=$2::bigint AND live FOR SHARE)"
    " INSERT INTO skerry_log(game,seq,at,body) SELECT number,$3::bigint,$4::bigint,$5 FROM g WHERE "
    "$3::bigint=1+COALESCE((SELECT max(seq) FROM skerry_log l WHERE l.game=g.number),0) "
    "ON CONFLICT DO NOTHING";
#endif

#define APPENDED(r)                                                                     \
    PG(v_text((r)->game), v_number((r)->epoch), v_number((r)->seq), v_number((r)->at), \
       v_bytes((r)->body, (r)->body_len))

enum store_result pg_append(struct pg_store *s, struct store_request *r) {
    int rows = 0;
    enum store_result result = pg_do(s, append, APPENDED(r), &rows);
    if (result == STORE_OK && rows == 1)
        s->proof = r; /* it lives until the commit is known */
    return result == STORE_OK && rows == 0 ? pg_why_not(s, r, STORE_CONFLICT) : result;
}

/* Consecutive entries of a batch as a pipeline: one wait for the database. The reasons of
 * refusals are looked up at the end. */
int pg_append_many(void *store, struct store_request *first) {
    enum { MANY = 256 };
    struct pg_store *s = store;
    int n = 0, rows[MANY];
    for (struct store_request *r = first; r && r->op == STORE_APPEND && n < MANY; r = r->next)
        n++;
    if (n < 2)
        return 0;
    bool ok = pg_many_begin(s, append);
    struct store_request *r = first;
    for (int i = 0; i < n && ok; i++, r = r->next)
        ok = pg_many_add(s, APPENDED(r));
    enum store_result all = ok ? pg_many_end(s, n, rows) : STORE_BUSY;
    r = first;
    for (int i = 0; i < n; i++, r = r->next) {
        r->result = all == STORE_OK && rows[i] == 0 ? pg_why_not(s, r, STORE_CONFLICT) : all;
        if (r->result == STORE_OK)
            s->proof = r;
    }
    return n;
}

/* META and ARCHIVE: the game's own row, if the writer still owns it; its number in *game. */
static enum store_result describe(struct pg_store *s, const struct store_request *r,
                                  const char *sql, const struct pg_call *c, int64_t *game) {
    enum store_result result = pg_numbers(s, sql, c, game, 1);
    if (result == STORE_MISSING)
        result = pg_why_not(s, r, STORE_BUSY);
    if (result == STORE_OK)
        result = pg_tell(s, "table", r->game);
    return result == STORE_OK ? put_players(s, r, *game) : result;
}

#define DESCRIBED(r)                                                                               \
    v_text((r)->game), v_number((r)->epoch), v_bytes((r)->meta, (r)->meta_len),                 \
        v_number((r)->at)

enum store_result pg_meta(struct pg_store *s, struct store_request *r) {
    int64_t game = 0;
    return describe(s, r,
                    "UPDATE skerry_game SET meta=$3,changed=$4::bigint WHERE id=$1 AND "
                    "epoch=$2::bigint AND live RETURNING number",
                    PG(DESCRIBED(r)), &game);
}

enum store_result pg_archive(struct pg_store *s, struct store_request *r) {
    int64_t game = 0;
    enum store_result result =
        describe(s, r,
                 "UPDATE skerry_game SET meta=$3,changed=$4::bigint,live=false,archive=$5 "
                 "WHERE id=$1 AND epoch=$2::bigint AND live RETURNING number",
                 PG(DESCRIBED(r), v_bytes(r->body, r->body_len)), &game);
    return result != STORE_OK ? result
                              : pg_do(s, "DELETE FROM skerry_log WHERE game=$1::bigint",
                                      PG(v_number(game)), NULL);
}

/* The row is deleted first, which locks it: an append waits, and finds it gone. */
enum store_result pg_remove(struct pg_store *s, struct store_request *r) {
    static const char *const clear[] = { "DELETE FROM skerry_log WHERE game=$1::bigint",
                                         "DELETE FROM skerry_player WHERE game=$1::bigint",
                                         "DELETE FROM skerry_chat WHERE game=$1::bigint" };
    int64_t game;
    enum store_result result =
        pg_numbers(s,
                   "DELETE FROM skerry_game WHERE id=$1 AND ($2::bigint=0 OR NOT live OR "
                   "epoch=$2::bigint) RETURNING number",
                   PG(v_text(r->game), v_number(r->epoch)), &game, 1);
    if (result == STORE_MISSING)
        return r->epoch ? pg_why_not(s, r, STORE_MISSING) : STORE_MISSING;
    if (result == STORE_OK)
        result = pg_tell(s, "table", r->game);
    if (result == STORE_OK)
        result = pg_do(s,
                       "DELETE FROM skerry_item WHERE kind='mute' AND key>$1||'.' AND "
                       "key<$1||'/'",
                       PG(v_text(r->game)), NULL);
    for (int i = 0; i < 3 && result == STORE_OK; i++)
        result = pg_do(s, clear[i], PG(v_number(game)), NULL);
    return result;
}
