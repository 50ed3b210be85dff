/* store_pg_owners.c -- many nodes on one database: this node's own row, and who owns which game.
 *
 * A node is a row with a name, an address and the time until which it counts as alive, by the
 * database's clock. Each start of a node has its own number, which is stored in the games that
 * it owns; so games of an earlier start are free as soon as a new one has the name. */
#include <unistd.h>

#include "store_pg.h"

/* --- the node's own row --- */

/* Not while another node has the name and its lease runs: then no row is changed. */
static enum store_result take_name(struct pg_store *s) {
    struct pg_node *node = s->node;
    return pg_numbers(s,
                      "INSERT INTO skerry_node(name,address,since,expires) "
                      "VALUES($1,$2,clock_timestamp(),clock_timestamp()+$3::bigint*interval "
                      "'1 ms') ON CONFLICT(name) DO UPDATE SET "
                      "number=nextval('skerry_node_number_seq'),"
                      "address=$2,since=clock_timestamp(),expires=excluded.expires "
                      "WHERE skerry_node.expires<=clock_timestamp() RETURNING number",
                      PG(v_text(node->name), v_text(node->address), v_number(node->lease)),
                      &node->number, 1);
}

/* A killed node leaves its lease behind; wait for it to expire. */
bool pg_join_nodes(struct pg_store *s, const char **why) {
    enum { PAUSE_US = 100000 };
    int64_t until = pg_clock() + s->node->lease + 1000;
    do {
        enum store_result result = take_name(s);
        *why = result == STORE_MISSING
                   ? "another node of this name is running; give each its own --node"
                   : "the node could not be written into the database";
        if (result != STORE_MISSING)
            return result == STORE_OK;
        usleep(PAUSE_US);
    } while (pg_clock() < until);
    return false;
}

/* Games first: otherwise people would still be sent here. */
void pg_leave_nodes(struct pg_store *s) {
    const struct pg_call *c = PG(v_number(s->node->number));
    if (pg_connect(s) &&
        pg_do(s, "UPDATE skerry_game SET owner=NULL WHERE owner=$1::bigint", c, NULL) == STORE_OK)
        pg_do(s, "DELETE FROM skerry_node WHERE number=$1::bigint", c, NULL);
}

/* --- games --- */

#define FREE "(g.owner IS NULL OR g.owner=$2::bigint OR $2::bigint=0 OR NOT EXISTS(SELECT 1 FROM " \
             "skerry_node n WHERE n.number=g.owner AND n.expires>clock_timestamp()))"

/* MISSING, or ELSEWHERE with the node that owns it. */
static enum store_result who_has(struct pg_store *s, struct store_request *r, bool live) {
    PGresult *res = pg_run(s, "SELECT g.live,n.name,n.address FROM skerry_game g LEFT JOIN "
                              "skerry_node n ON n.number=g.owner AND n.expires>clock_timestamp() "
                              "WHERE g.id=$1", PG(v_text(r->game)));
    enum store_result result = pg_result(s, res);
    if (result == STORE_OK && (PQntuples(res) == 0 || (pg_column(res, 0, 0) == 1) != live)) {
        result = STORE_MISSING;
    } else if (result == STORE_OK) {
        result = STORE_ELSEWHERE;
        if (!PQgetisnull(res, 0, 1))
            pg_add(r, ROW_NODE, res, 0, "-ik");
    }
    PQclear(res);
    return result;
}

/* The row is locked until the commit, so a write under the old epoch either comes before the
 * take or sees it. A row that is locked right now (by an owner that was stopped in the middle of
 * a write) is not waited for, because everybody else's requests would wait too. */
enum store_result pg_take(struct pg_store *s, struct store_request *r) {
    int64_t got[2]; /* the epoch; was it ours? */
    enum store_result result =
        pg_numbers(s, "WITH f AS (SELECT number,owner FROM skerry_game g WHERE id=$1 AND live "
                      "AND " FREE " FOR UPDATE SKIP LOCKED) UPDATE skerry_game g SET "
                      "epoch=epoch+1,owner=NULLIF($2::bigint,0) FROM f WHERE "
                      "g.number=f.number RETURNING epoch,COALESCE(f.owner=$2::bigint,false)",
                   PG(v_text(r->game), v_number(s->node->number)), got, 2);
    if (result == STORE_MISSING)
        return who_has(s, r, true);
    if (result != STORE_OK)
        return result;
    r->epoch = got[0];
    r->limit = (int)got[1];
    result = pg_tell(s, "table", r->game);
    return result == STORE_OK ? pg_load(s, r) : result;
}

enum store_result pg_claim(struct pg_store *s, struct store_request *r) {
    int rows = 0;
    enum store_result result =
        pg_do(s, "WITH f AS (SELECT number FROM skerry_game g WHERE id=$1 AND NOT live AND " FREE
                 " FOR UPDATE SKIP LOCKED) UPDATE skerry_game g SET owner=NULLIF($2::bigint,0) "
                 "FROM f WHERE g.number=f.number",
              PG(v_text(r->game), v_number(s->node->number)), &rows);
    return result == STORE_OK && rows == 0 ? who_has(s, r, false) : result;
}

/* The epoch is raised, so that no write in flight comes after it. For all games: finished ones
 * too, and the node takes no more. */
#define RELEASE "UPDATE skerry_game SET owner=NULL,epoch=epoch+1," \
                "due=CASE WHEN runs THEN clock_timestamp() ELSE due END "
enum store_result pg_release(struct pg_store *s, struct store_request *r) {
    int rows = 0;
    if (!r->game[0])
        return pg_do(s, RELEASE "WHERE owner=$1::bigint", PG(v_number(s->node->number)), NULL);
    enum store_result result = pg_do(s, RELEASE "WHERE id=$1 AND epoch=$2::bigint AND live",
                                     PG(v_text(r->game), v_number(r->epoch)), &rows);
    return result == STORE_OK && rows == 0 ? pg_why_not(s, r, STORE_FENCED) : result;
}

enum store_result pg_due(struct pg_store *s, struct store_request *r) {
    int rows = 0;
    enum store_result result =
        pg_do(s,
              "UPDATE skerry_game SET runs=$3::bigint=0,"
              "due=clock_timestamp()+$3::bigint*interval '1 ms' WHERE id=$1 AND "
              "epoch=$2::bigint AND live",
              PG(v_text(r->game), v_number(r->epoch), v_number(r->at)), &rows);
    return result == STORE_OK && rows == 0 ? pg_why_not(s, r, STORE_FENCED) : result;
}
