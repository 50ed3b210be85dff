/* store_pg_schema.c -- the tables in PostgreSQL: their versions, and which servers may use them.
 *
 * Old and new servers run side by side while a site is upgraded node by node. So a step only
 * adds: what the previous version reads and writes stays. Each step names the oldest version
 * that can still run on its tables. The database stores both numbers: a server older than the
 * tables continues if it is not older than that. */
#include <stdio.h>
#include <string.h>

#include "store_pg.h"

/* Each step upgrades from its index to the next version; released steps never change. */
static const struct schema_step {
    const char *sql;
    int min_reader; /* the oldest version that can run on the tables after this step */
} steps[] = {
    { "CREATE TABLE skerry_game(number bigserial PRIMARY KEY,id text NOT NULL UNIQUE,"
    " epoch bigint NOT NULL,live boolean NOT NULL,changed bigint NOT NULL,meta bytea NOT NULL,"
    " archive bytea);"
    "CREATE INDEX skerry_game_live ON skerry_game(number) WHERE live;"
    "CREATE TABLE skerry_log(game bigint NOT NULL,seq bigint NOT NULL,at bigint NOT NULL,"
    " body bytea NOT NULL,PRIMARY KEY(game,seq));"
    "CREATE TABLE skerry_player(game bigint NOT NULL,seat bigint NOT NULL,person text NOT NULL,"
    " name text NOT NULL,changed bigint NOT NULL,PRIMARY KEY(game,seat));"
    "CREATE INDEX skerry_player_person ON skerry_player(person,changed) WHERE person<>'';"
    "CREATE TABLE skerry_chat(id bigserial PRIMARY KEY,game bigint NOT NULL,person text NOT NULL,"
    " at bigint NOT NULL,body bytea NOT NULL);"
    "CREATE INDEX skerry_chat_game ON skerry_chat(game,id);"
    "CREATE INDEX skerry_chat_person ON skerry_chat(person);"
    "CREATE TABLE skerry_item(kind text COLLATE \"C\" NOT NULL,key text COLLATE \"C\" NOT NULL,"
    " owner text NOT NULL,at bigint NOT NULL,value bytea NOT NULL,PRIMARY KEY(kind,key));"
    "CREATE INDEX skerry_item_owner ON skerry_item(owner);", 1 },
    { "ALTER TABLE skerry_game ADD COLUMN owner bigint,ADD COLUMN due timestamptz,"
      " ADD COLUMN runs boolean NOT NULL DEFAULT false;"
      "CREATE INDEX skerry_game_owner ON skerry_game(owner) WHERE owner IS NOT NULL;"
      "CREATE INDEX skerry_game_due ON skerry_game(due) WHERE live AND due IS NOT NULL;"
      "CREATE TABLE skerry_node(name text PRIMARY KEY,number bigserial UNIQUE NOT NULL,"
      " address text NOT NULL,since timestamptz NOT NULL,expires timestamptz NOT NULL);"
      "CREATE TABLE skerry_notice(number bigserial PRIMARY KEY,node bigint NOT NULL,"
      " xid xid8 NOT NULL DEFAULT pg_current_xact_id(),"
      " at timestamptz NOT NULL DEFAULT clock_timestamp(),what text NOT NULL,key text NOT NULL);"
      "CREATE INDEX skerry_notice_xid ON skerry_notice(xid);", 1 },
#ifdef SKERRY_NEXT_SCHEMA /* a made-up next version, to test rolling upgrades */
    { "ALTER TABLE skerry_game ADD COLUMN made_up bigint NOT NULL DEFAULT 7;"
      "CREATE INDEX skerry_game_made_up ON skerry_game(made_up);", 1 },
#endif
};
enum { VERSION = sizeof steps / sizeof *steps };

struct versions {
    int64_t tables, min_reader; /* tables -1: none, or unreadable */
};

static struct versions versions_of(struct pg_store *s) {
    int64_t n[2] = { -1, 0 };
    pg_numbers(s, "SELECT version,min_reader FROM skerry_version", NULL, n, 2);
    return (struct versions){ n[0], n[1] };
}

/* NULL, or why a server of this version must not use them. */
static const char *refusal(struct versions v, bool half) {
    static char words[160];
    if (v.min_reader == PG_HALF)
        return half ? NULL : "a migration into this database is not finished; run skerry migrate "
                             "again, or empty it";
    if (v.min_reader <= VERSION)
        return NULL;
    snprintf(words, sizeof words,
             "the database is from a newer Skerry: its tables are version %lld and need a server "
             "that knows version %lld, this one knows %d", (long long)v.tables,
             (long long)v.min_reader, VERSION);
    return words;
}

const char *pg_schema_look(struct pg_store *s) {
    struct versions v = versions_of(s);
    return v.tables < 0 ? "there are no tables of Skerry in it; skerry serve --store makes them" : refusal(v, false);
}

/* Why a statement of ours failed, in the database's own words, and what may help. */
static char words_of_it[200];
static const char *remedy;

static bool run(struct pg_store *s, const char *sql) {
    PGresult *res = pg_run_plain(s, sql);
    bool ok = pg_result(s, res) == STORE_OK;
    const char *said = res ? PQresultErrorField(res, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *state = res ? PQresultErrorField(res, PG_DIAG_SQLSTATE) : NULL;
    if (!ok) {
        snprintf(words_of_it, sizeof words_of_it, "%s", said ? said : "the connection broke");
        remedy = state && strcmp(state, "42501") == 0
                     ? "; let this user own the database (ALTER DATABASE … OWNER TO …)"
                     : "";
    }
    PQclear(res);
    return ok;
}

static const char *because(const char *what) {
    static char words[400];
    snprintf(words, sizeof words, "%s (%s)%s", what, words_of_it, remedy);
    return words;
}

/* Run the missing steps; in a transaction. */
static bool step_up(struct pg_store *s, struct versions v) {
    bool ok = true;
    for (; v.tables < VERSION && ok; v.tables++) {
        const struct schema_step *step = &steps[v.tables];
        ok = run(s, step->sql);
        if (step->min_reader > v.min_reader)
            v.min_reader = step->min_reader;
    }
    return ok && pg_do(s, "UPDATE skerry_version SET version=$1::bigint,min_reader=$2::bigint",
                       PG(v_number(v.tables), v_number(v.min_reader)), NULL) == STORE_OK;
}

/* One server at a time, in one transaction; two that start together wait for each other. A
 * server with nothing to do takes no lock that another would wait for. */
const char *pg_schema_update(struct pg_store *s, bool half) {
    struct versions v = versions_of(s);
    if (v.tables >= VERSION)
        return refusal(v, half);
    const char *why = NULL;
    bool ok = run(s, "BEGIN;SELECT pg_advisory_xact_lock(7355608);"
                     "CREATE TABLE IF NOT EXISTS skerry_version(version bigint);"
                     "ALTER TABLE skerry_version ADD COLUMN IF NOT EXISTS "
                     "min_reader bigint NOT NULL DEFAULT 1;"
                     "INSERT INTO skerry_version SELECT 0 WHERE NOT EXISTS "
                     "(SELECT 1 FROM skerry_version)");
    if (ok) {
        v = versions_of(s);
        why = v.tables < 0 ? "skerry_version cannot be read" : refusal(v, half);
        if (!why && (!step_up(s, v) || !run(s, "COMMIT")))
            why = because("the tables could not be brought up to date");
    } else {
        why = because("the tables cannot be made there");
    }
    if (why)
        run(s, "ROLLBACK");
    return why;
}
