/* store_pg_people.c -- requests about people in PostgreSQL: chat, items, and everything stored
 * about one of them; like store_sqlite_people.c for the file. */
#include <string.h>

#include "store_pg.h"

/* MISSING: there is no such person any more. Otherwise the person stays until the commit: a
 * FORGET elsewhere waits and then removes what was put. */
static enum store_result look_for(struct pg_store *s, const char *user) {
    return pg_numbers(s, "SELECT 1 FROM skerry_item WHERE kind='user' AND key=$1 FOR SHARE",
                      PG(v_text(user)), NULL, 0);
}

/* --- chat --- */

enum store_result pg_chat(struct pg_store *s, struct store_request *r) {
    int rows = 0;
    enum store_result result = look_for(s, r->user);
    if (result != STORE_OK)
        return result;
    result = pg_do(
        s,
        "INSERT INTO skerry_chat(game,person,at,body) SELECT number,$2,$3::bigint,$4 "
        "FROM skerry_game WHERE id=$1 FOR SHARE",
        PG(v_text(r->game), v_text(r->user), v_number(r->at), v_bytes(r->body, r->body_len)),
        &rows);
    return result == STORE_OK && rows == 0 ? STORE_MISSING : result;
}

enum store_result pg_chats(struct pg_store *s, struct store_request *r) {
    return pg_add_rows(s, r, ROW_CHAT, "ktb",
        "SELECT person,at,body FROM (SELECT c.id,person,at,body FROM skerry_chat c "
        "JOIN skerry_game g ON g.number=c.game WHERE g.id=$1 ORDER BY c.id DESC "
        "LIMIT $2::bigint) x ORDER BY id", PG(v_text(r->game), v_number(r->limit)));
}

/* --- items --- */

/* Check and write in one statement: two cannot both be first. */
enum store_result pg_put(struct pg_store *s, struct store_request *r) {
    static const char *const how[] = {
        [PUT_ANY] = "INSERT INTO skerry_item(kind,key,owner,at,value) "
                    "VALUES($1,$2,$3,$4::bigint,$5) ON CONFLICT(kind,key) DO UPDATE SET "
                    "owner=excluded.owner,at=excluded.at,value=excluded.value",
        [PUT_FRESH] = "INSERT INTO skerry_item(kind,key,owner,at,value) "
                      "VALUES($1,$2,$3,$4::bigint,$5) ON CONFLICT DO NOTHING",
        [PUT_THERE] = "UPDATE skerry_item SET owner=$3,at=$4::bigint,value=$5 WHERE kind=$1 AND "
                      "key=$2",
    };
    bool own = strcmp(r->kind, "user") == 0;
    enum store_result result = own || !r->user[0] ? STORE_OK : look_for(s, r->user);
    int rows = 0;
    if (result != STORE_OK)
        return result;
    result = pg_do(s, how[r->put],
                   PG(v_text(r->kind), v_text(r->key), v_text(r->user), v_number(r->at),
                      v_bytes(r->body, r->body_len)),
                   &rows);
    if (result != STORE_OK || rows > 0)
        return result;
    return r->put == PUT_FRESH ? STORE_CONFLICT : STORE_MISSING;
}

enum store_result pg_get(struct pg_store *s, struct store_request *r) {
    enum store_result result = pg_add_rows(s, r, ROW_ITEM, "iktb",
        "SELECT kind,key,at,value FROM skerry_item WHERE kind=$1 AND key=$2",
        PG(v_text(r->kind), v_text(r->key)));
    return result == STORE_OK && r->rows_n == 0 ? STORE_MISSING : result;
}

enum store_result pg_drop(struct pg_store *s, struct store_request *r) {
    return pg_do(s,
                 r->key[0] ? "DELETE FROM skerry_item WHERE kind=$1 AND key=$2"
                           : "DELETE FROM skerry_item WHERE kind=$1 AND owner=$2",
                 PG(v_text(r->kind), v_text(r->key[0] ? r->key : r->user)), NULL);
}

enum store_result pg_expire(struct pg_store *s, struct store_request *r) {
    enum store_result result =
        pg_do(s, "DELETE FROM skerry_item i WHERE kind=$1 AND at<$2::bigint AND (kind<>'user' OR "
                 "NOT EXISTS(SELECT 1 FROM skerry_item way WHERE way.owner=i.owner AND way.kind "
                 "IN('session','account')))", PG(v_text(r->kind), v_number(r->at)), NULL);
    if (result != STORE_OK || strcmp(r->kind, "user") != 0)
        return result;
    return pg_do(s, "DELETE FROM skerry_item i WHERE kind='mute' AND NOT EXISTS(SELECT 1 FROM "
                    "skerry_item who WHERE who.kind='user' AND who.key=i.owner)", NULL, NULL);
}

/* --- a person --- */

/* Several statements with the same parameters. */
static enum store_result do_all(struct pg_store *s, const char *const *sql, int n,
                                const struct pg_call *c) {
    enum store_result result = STORE_OK;
    for (int i = 0; i < n && result == STORE_OK; i++)
        result = pg_do(s, sql[i], c, NULL);
    return result;
}

/* Games of other nodes that name somebody: their owners' next write must not restore the old
 * data, so they lose the games and reload them. `to`: the new id in their descriptions; NULL:
 * unchanged. */
static enum store_result take_from_owners(struct pg_store *s, const char *user, const char *to) {
    if (!s->node->number)
        return STORE_OK;
    s->noted = true;
    return pg_do(s,
                 "WITH g AS (UPDATE skerry_game SET epoch=epoch+1,meta=convert_to(replace("
                 "convert_from(meta,'UTF8'),'\"'||$1||'\"','\"'||$3||'\"'),'UTF8') "
                 "WHERE live AND $1<>'' AND owner IS DISTINCT FROM $2::bigint AND (number IN "
                 "(SELECT game FROM skerry_player WHERE person=$1 AND person<>'') OR "
                 "position(convert_to('\"'||$1||'\"','UTF8') in meta)>0) RETURNING id) "
                 "INSERT INTO skerry_notice(node,what,key) SELECT 0,'table',id FROM g",
                 PG(v_text(user), v_number(s->node->number), v_text(to ? to : user)), NULL);
}

/* Delete a mute whose new key already exists before the others are renamed. */
enum store_result pg_merge(struct pg_store *s, struct store_request *r) {
    static const char *const all[] = {
        "UPDATE skerry_player SET person=$1 WHERE person=$2",
        "UPDATE skerry_chat SET person=$1 WHERE person=$2",
        "DELETE FROM skerry_item a WHERE kind='mute' AND owner=$2 AND EXISTS(SELECT 1 FROM "
        "skerry_item b WHERE b.kind='mute' AND b.key=replace(a.key,'.'||$2||'.','.'||$1||'.'))",
        "UPDATE skerry_item SET owner=$1,key=replace(key,'.'||$2||'.','.'||$1||'.') "
        "WHERE kind='mute' AND owner=$2",
        "DELETE FROM skerry_item a WHERE kind='mute' AND right(key,length($2)+1)='.'||$2 AND "
        "EXISTS(SELECT 1 FROM skerry_item b WHERE b.kind='mute' AND "
        "b.key=left(a.key,length(a.key)-length($2))||$1)",
        "UPDATE skerry_item SET key=left(key,length(key)-length($2))||$1 WHERE kind='mute' AND "
        "right(key,length($2)+1)='.'||$2",
        "DELETE FROM skerry_item WHERE kind='mute' AND owner=$1 AND "
        "right(key,length($1)+1)='.'||$1 AND $2<>''",
        "DELETE FROM skerry_item WHERE owner=$2 AND $1<>''",
    };
    enum store_result result = take_from_owners(s, r->key, r->user);
    if (result != STORE_OK)
        return result;
    return do_all(s, all, sizeof all / sizeof *all, PG(v_text(r->user), v_text(r->key)));
}

/* Everything that names the user, in the order of store.h. */
enum store_result pg_export(struct pg_store *s, struct store_request *r) {
    const struct pg_call *c = PG(v_text(r->user));
    enum store_result result = pg_add_rows(s, r, ROW_ITEM, "iktb",
        "SELECT kind,key,at,value FROM skerry_item WHERE owner=$1 ORDER BY kind,key", c);
    if (result == STORE_OK)
        result = pg_add_rows(s, r, ROW_CHAT, "ktb",
            "SELECT person,at,body FROM skerry_chat WHERE person=$1 ORDER BY id", c);
    if (result == STORE_OK)
        result = pg_add_games(s, r,
            "SELECT g.number,g.meta,g.changed,g.live,g.id FROM skerry_game g WHERE "
            "g.number IN (SELECT game FROM skerry_player WHERE person=$1 AND person<>'') "
            "ORDER BY g.number", c);
    return result;
}

/* Games stay, because they belong to others too; the seat becomes nobody's. The person's own
 * item is deleted first: anybody who is putting something for them is waited for. */
enum store_result pg_forget(struct pg_store *s, struct store_request *r) {
    static const char *const all[] = {
        "DELETE FROM skerry_item WHERE kind='user' AND key=$1",
        "DELETE FROM skerry_item WHERE owner=$1",
        "DELETE FROM skerry_chat WHERE person=$1",
        "UPDATE skerry_player SET person='',name='\xe2\x80\x93' WHERE person=$1",
    };
    enum store_result result = take_from_owners(s, r->user, NULL);
    if (result != STORE_OK)
        return result;
    return do_all(s, all, sizeof all / sizeof *all, PG(v_text(r->user)));
}
