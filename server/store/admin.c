/* admin.c -- `skerry admin`: an operator's questions to a store, and changes of a database that
 * nodes share.
 *
 * A command is a row: what it reads from a file or a database, or what it changes in a database.
 * Changes take effect through the tables: a game given to another node is fenced at the old one,
 * and nodes read notices (store_pg_watch.c). A file belongs to its server, which is asked over
 * HTTP instead (api.c). */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "server.h"
#include "store_pg.h"

/* Exit statuses; ELSEWHERE: the file's own server must be asked. */
enum { DONE = 0, NONE = 1, MISUSED = 2, REFUSED = 3, ELSEWHERE = -1 };
enum { STATEMENTS = 4, COLUMNS = 12 };

struct admin_command {
    const char *name;
    int words;              /* words it needs */
    bool reads;             /* false: it changes a database, in one transaction */
    const char *none;       /* the message if the first statement finds or changes no row */
    const char *sqlite;     /* NULL: not available for a file */
    const char *pg[STATEMENTS];
};

#define UP "expires>clock_timestamp()"
#define NOW_MS "(extract(epoch FROM clock_timestamp())*1000)::bigint"
#define DAY_PG(at) "to_char(to_timestamp(" at "/1000),'YYYY-MM-DD HH24:MI')"
#define DAY_SQLITE(at) "strftime('%Y-%m-%d %H:%M'," at "/1000,'unixepoch')"

static const struct admin_command commands[] = {
    { "nodes", 0, true, NULL, NULL,
      { "SELECT n.name AS node,n.address,CASE WHEN n." UP " THEN 'up' ELSE 'lost' END AS state,"
        "(extract(epoch FROM n.expires-clock_timestamp())*1000)::bigint AS lease_ms,"
        "to_char(n.since,'YYYY-MM-DD HH24:MI') AS since,count(g.number) AS games FROM skerry_node n "
        "LEFT JOIN skerry_game g ON g.owner=n.number AND g.live GROUP BY n.number,n.name,n.address,"
        "n.expires,n.since UNION ALL SELECT '-','','nobody',0,'',count(*) FROM skerry_game g WHERE "
        "live AND NOT EXISTS(SELECT 1 FROM skerry_node n WHERE n.number=g.owner) ORDER BY 1" } },
    { "tables", 0, true, "there is no node of that name",
      "SELECT g.id AS \"table\",'' AS node," DAY_SQLITE("g.changed") " AS changed,t.seq AS entries,"
      "(SELECT group_concat(name,', ') FROM player WHERE game=g.number) AS players FROM game g "
      "JOIN tip t ON t.game=g.number WHERE ?1='' ORDER BY g.number",
      { "SELECT 1 WHERE $1 IN('','-') OR EXISTS(SELECT 1 FROM skerry_node WHERE name=$1)",
        "SELECT g.id AS \"table\",COALESCE(n.name,'-') AS node," DAY_PG("g.changed") " AS changed,"
        "(SELECT COALESCE(max(seq),0) FROM skerry_log WHERE game=g.number) AS entries,(SELECT "
        "string_agg(name,', ' ORDER BY seat) FROM skerry_player WHERE game=g.number) AS players "
        "FROM skerry_game g LEFT JOIN skerry_node n ON n.number=g.owner AND n." UP
        " WHERE live AND ($1='' OR n.name=$1 OR (n.name IS NULL AND $1='-')) ORDER BY g.number" } },
    { "find", 1, true, "there is no person with that id, name or account",
      "SELECT i.key AS user,json_extract(CAST(value AS TEXT),'$.name') AS name,"
      "COALESCE(json_extract(CAST(value AS TEXT),'$.account'),'') AS account,"
      "(SELECT count(*) FROM item s WHERE s.owner=i.key AND s.kind='session') AS sessions,"
      "(SELECT count(DISTINCT game) FROM player p WHERE p.user=i.key AND p.user<>'') AS games,"
      "(SELECT count(*) FROM chat c WHERE c.user=i.key) AS chat,"
      "EXISTS(SELECT 1 FROM item b WHERE b.kind='ban' AND b.key=i.key) AS banned "
      "FROM item i WHERE kind='user' AND (key=?1 OR name=?1 COLLATE NOCASE OR account=?1 COLLATE "
      "NOCASE OR key IN (SELECT user FROM player WHERE name=?1)) ORDER BY i.key",
      { "SELECT i.key AS \"user\",v->>'name' AS name,COALESCE(v->>'account','') AS account,"
        "(SELECT count(*) FROM skerry_item s WHERE s.owner=i.key AND s.kind='session') AS sessions,"
        "(SELECT count(DISTINCT game) FROM skerry_player p WHERE p.person=i.key) AS games,"
        "(SELECT count(*) FROM skerry_chat c WHERE c.person=i.key) AS chat,"
        "EXISTS(SELECT 1 FROM skerry_item b WHERE b.kind='ban' AND b.key=i.key)::int AS banned "
        "FROM skerry_item i,LATERAL (SELECT convert_from(i.value,'UTF8')::json AS v) j WHERE "
        "i.kind='user' AND (i.key=$1 OR lower(v->>'name')=lower($1) OR lower(v->>'account')="
        "lower($1) OR i.key IN (SELECT person FROM skerry_player WHERE name=$1)) ORDER BY i.key" } },
    /* Without credentials: hashes of passphrases and tokens. */
    { "data", 1, true, "there is no person with that id",
      "SELECT kind,CASE kind WHEN 'session' THEN '' ELSE key END AS id," DAY_SQLITE("at") " AS at,"
      "CASE WHEN kind IN('account','session') THEN '' ELSE CAST(value AS TEXT) END AS value FROM "
      "item WHERE owner=?1 UNION ALL SELECT 'chat',g.id," DAY_SQLITE("c.at") ",CAST(c.body AS TEXT)"
      " FROM chat c JOIN game g ON g.number=c.game WHERE c.user=?1 UNION ALL SELECT 'game',g.id,"
      DAY_SQLITE("p.changed") ",'seat '||p.seat||' as '||p.name FROM player p JOIN game g ON "
      "g.number=p.game WHERE p.user=?1 AND p.user<>''",
      { "SELECT kind,CASE kind WHEN 'session' THEN '' ELSE key END AS id," DAY_PG("at") " AS at,"
        "CASE WHEN kind IN('account','session') THEN '' ELSE convert_from(value,'UTF8') END AS value "
        "FROM skerry_item WHERE owner=$1 UNION ALL SELECT 'chat',g.id," DAY_PG("c.at") ","
        "convert_from(c.body,'UTF8') FROM skerry_chat c JOIN skerry_game g ON g.number=c.game WHERE "
        "c.person=$1 UNION ALL SELECT 'game',g.id," DAY_PG("p.changed") ",'seat '||p.seat||' as '||"
        "p.name FROM skerry_player p JOIN skerry_game g ON g.number=p.game WHERE p.person=$1 AND "
        "p.person<>''" } },
    { "bans", 0, true, NULL,
      "SELECT key AS user," DAY_SQLITE("at") " AS since FROM item WHERE kind='ban' ORDER BY key",
      { "SELECT key AS \"user\"," DAY_PG("at") " AS since FROM skerry_item WHERE kind='ban' "
        "ORDER BY key" } },
    /* The account is closed, the sessions end, and every node disconnects them. */
    { "ban", 1, false, "there is no person with that id (skerry admin find)", NULL,
      { "INSERT INTO skerry_item(kind,key,owner,at,value) SELECT 'ban',$1,$1," NOW_MS ",'{}' FROM "
        "skerry_item WHERE kind='user' AND key=$1 ON CONFLICT(kind,key) DO UPDATE SET "
        "at=excluded.at", "DELETE FROM skerry_item WHERE kind='session' AND owner=$1",
        "INSERT INTO skerry_notice(node,what,key) VALUES(0,'out',$1)" } },
    { "unban", 1, false, "no person with that id is banned", NULL,
      { "DELETE FROM skerry_item WHERE kind='ban' AND key=$1" } },
    { "drain", 1, false, "no node of that name is up (skerry admin nodes)", NULL,
      { "INSERT INTO skerry_notice(node,what,key) SELECT 0,'drain',name FROM skerry_node WHERE "
        "name=$1 AND " UP } },
    /* The old node is fenced, and its people reconnect to the new one. */
    { "move", 2, false, "there is no such game in play (skerry admin tables), or no node of that "
      "name is up (skerry admin nodes)", NULL,
      { "WITH g AS (UPDATE skerry_game SET owner=n.number,epoch=epoch+1 FROM skerry_node n WHERE "
        "id=$1 AND live AND n.name=$2 AND n." UP " RETURNING id) INSERT INTO skerry_notice(node,"
        "what,key) SELECT 0,'table',id FROM g" } },
    /* Its node closes it; if nobody owns it, some node takes it first. */
    { "close", 1, false, "there is no such game in play (skerry admin tables), or no node is up", NULL,
      { "WITH n AS (SELECT n.number,n.name FROM skerry_node n LEFT JOIN skerry_game g ON g.id=$1 AND "
        "g.owner=n.number WHERE n." UP " ORDER BY g.number IS NULL,n.name LIMIT 1), u AS (UPDATE "
        "skerry_game SET owner=n.number FROM n WHERE id=$1 AND live RETURNING id) INSERT INTO "
        "skerry_notice(node,what,key) SELECT 0,'close',n.name||'.'||u.id FROM n,u" } },
    { "delete", 1, false, "there is no such game", NULL,
      { "INSERT INTO skerry_notice(node,what,key) SELECT 0,'gone',id FROM skerry_game WHERE id=$1",
        "DELETE FROM skerry_item WHERE kind='mute' AND key>$1||'.' AND key<$1||'/'",
        "WITH g AS (DELETE FROM skerry_game WHERE id=$1 RETURNING number), p AS (DELETE FROM "
        "skerry_player USING g WHERE game=number), l AS (DELETE FROM skerry_log USING g WHERE "
        "game=number) DELETE FROM skerry_chat USING g WHERE game=number" } },
};

/* What is asked of which store; a word that was not given is NULL. */
struct question {
    const char *store, *word[2];
    server_admin_row *row;
    void *arg;
};

/* The first line of the words. Returns the status. */
static int say(int status, const char *words) {
    int n = (int)strcspn(words, "\n");
    if (n > 0)
        fprintf(stderr, "skerry admin: %.*s.\n", n, words);
    return status;
}

/* --- a file --- */

static void sqlite_row(const struct question *q, sqlite3_stmt *st) {
    const char *name[COLUMNS], *value[COLUMNS];
    bool number[COLUMNS];
    int n = sqlite3_column_count(st);
    for (int i = 0; i < n; i++) {
        name[i] = sqlite3_column_name(st, i);
        number[i] = sqlite3_column_type(st, i) == SQLITE_INTEGER;
        value[i] = (const char *)sqlite3_column_text(st, i);
    }
    q->row(q->arg, n, name, value, number);
}

/* Includes the file's name, which SQLite leaves out. */
static const char *why_not(const char *file, sqlite3 *db) {
    static char words[256];
    bool other = sqlite3_errcode(db) == SQLITE_NOTADB || sqlite3_errcode(db) == SQLITE_ERROR;
    snprintf(words, sizeof words, "%s%s: %s", file, other ? " is no skerry.db" : "",
             sqlite3_errmsg(db));
    return words;
}

/* A server may be running, so this only reads. */
static int ask_file(const struct question *q, const struct admin_command *c) {
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_open_v2(q->store, &db, SQLITE_OPEN_READONLY, NULL), rows = 0;
    sqlite3_busy_timeout(db, 2000);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(db, c->sqlite, -1, &st, NULL);
    if (rc == SQLITE_OK && sqlite3_bind_parameter_count(st))
        sqlite3_bind_text(st, 1, q->word[0] ? q->word[0] : "", -1, SQLITE_STATIC);
    while (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        sqlite_row(q, st);
        rows++;
        rc = SQLITE_OK;
    }
    int status = DONE;
    if (rc != SQLITE_DONE)
        status = say(REFUSED, why_not(q->store, db));
    else if (rows == 0 && c->none && q->word[0])
        status = say(NONE, c->none);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return status;
}

/* --- a database --- */

/* Answers are text. A statement gets as many parameters as it names. */
static PGresult *run(const struct question *q, PGconn *conn, const char *sql) {
    const char *value[2] = { q->word[0] ? q->word[0] : "", q->word[1] ? q->word[1] : "" };
    int n = strstr(sql, "$2") ? 2 : strstr(sql, "$1") ? 1 : 0;
    return PQexecParams(conn, sql, n, NULL, value, NULL, NULL, 0);
}

static void pg_rows(const struct question *q, const PGresult *res) {
    enum { INT4 = 23, INT8 = 20 };
    const char *name[COLUMNS], *value[COLUMNS];
    bool number[COLUMNS];
    int n = PQnfields(res);
    for (int i = 0; i < PQntuples(res); i++) {
        for (int k = 0; k < n; k++) {
            name[k] = PQfname(res, k);
            value[k] = PQgetisnull(res, i, k) ? NULL : PQgetvalue(res, i, k);
            number[k] = PQftype(res, k) == INT4 || PQftype(res, k) == INT8;
        }
        q->row(q->arg, n, name, value, number);
    }
}

static int do_statements(const struct question *q, const struct admin_command *c,
                         struct pg_store *s) {
    int status = DONE;
    for (int i = 0; i < STATEMENTS && c->pg[i] && status == DONE; i++) {
        PGresult *res = run(q, s->conn, c->pg[i]);
        if (pg_result(s, res) != STORE_OK)
            status = say(REFUSED, PQerrorMessage(s->conn));
        else if (i == 0 && c->none && strcmp(PQcmdTuples(res), "0") == 0)
            status = say(NONE, c->none);
        else if (c->reads && (i > 0 || !c->pg[1])) /* of two, the first asks whether there is any */
            pg_rows(q, res);
        PQclear(res);
    }
    return status;
}

/* NOTIFY separately: nodes would find the notice anyway, a moment later. */
static int ask_database(const struct question *q, const struct admin_command *c) {
    const char *why;
    struct pg_store *s = pg_open(q->store, false, &why);
    if (!s)
        return say(REFUSED, why);
    int status = DONE;
    if ((why = pg_schema_look(s)))
        status = say(REFUSED, why);
    else if (pg_do(s, "BEGIN", NULL, NULL) == STORE_OK)
        status = do_statements(q, c, s);
    if (status == DONE && pg_do(s, "COMMIT", NULL, NULL) != STORE_OK)
        status = say(REFUSED, "the database did not commit it");
    if (status == DONE && !c->reads)
        pg_do(s, "NOTIFY skerry", NULL, NULL);
    pg_close(s);
    return status;
}

static int misused(const char *command, const char *more) {
    char words[160];
    snprintf(words, sizeof words, "%.40s %s; skerry admin --help lists the commands", command,
             more);
    return say(MISUSED, words);
}

int server_admin(const char *store, const char *command, const char *const word[2],
                 server_admin_row *row, void *arg) {
    const struct question q = { store, { word[0], word[1] }, row, arg };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const struct admin_command *c = &commands[i];
        if (strcmp(c->name, command) != 0)
            continue;
        if (c->words > 0 && !word[c->words - 1])
            return misused(command,
                           c->words == 2 ? "needs two words after it" : "needs a word after it");
        if (store_is_database(store))
            return ask_database(&q, c);
        return c->sqlite ? ask_file(&q, c) : ELSEWHERE;
    }
    return misused(command, "is no command");
}
