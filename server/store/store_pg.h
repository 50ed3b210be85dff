/* store_pg.h -- the store in PostgreSQL: shared by connecting (store_pg.c) and carrying out
 * requests (store_pg_games.c, store_pg_people.c, store_pg_schema.c). */
#ifndef SERVER_STORE_PG_H
#define SERVER_STORE_PG_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "store.h"
#include "store_value.h"

/* This server as one of several nodes; all its connections share it. */
struct pg_node {
    char name[STORE_ID_MAX], address[STORE_NAME_MAX];
    int64_t number;   /* of this start of the node; 0: not a node, and alone */
    int lease;        /* milliseconds */
    atomic_bool news; /* notices were committed, and nobody was woken for them */
};

enum { PG_PREPARED = 96 };
struct pg_store {
    PGconn *conn; /* NULL or bad: reconnected when the next batch begins */
    char *url;
    bool alone;   /* no other server may use the database meanwhile */
    bool checked; /* its tables were good once; each connection checks them again */
    bool first;   /* the writer's, with which the node comes and goes */
    bool taken;   /* the last connection failed because another server has the database */
    bool shares;  /* other nodes may use it too, but no server that is alone */
    char xid[32]; /* of the current transaction, to look up its fate */
    struct pg_node *node;
    int patience; /* milliseconds that an answer may take before the connection is given up */
    bool noted;   /* this transaction has notices */
    struct store_request *proof; /* an entry of this transaction, as requested; or NULL */
    const char *prepared[PG_PREPARED]; /* on this connection, named by their number */
    int prepared_n;
    char many[16]; /* the statement of a pipeline */
};

/* Connected, whatever tables there are; NULL, and *why says what is wrong. */
struct pg_store *pg_open(const char *url, bool alone, const char **why);
void pg_close(void *backend);

/* Make or upgrade the tables (store_pg_schema.c), or only check them. NULL, or why they cannot
 * be used. `half`: accept tables of an unfinished migration. */
const char *pg_schema_update(struct pg_store *s, bool half);
const char *pg_schema_look(struct pg_store *s);
/* The value of skerry_version.min_reader while a migration writes: more than any build reads. */
#define PG_HALF (1 << 30)

/* The parameters of a statement: $1, $2 ... in this order. Bodies are bytes, everything else is
 * text. PG(v_text(user), v_number(at)) makes them where they are used. */
enum { PG_PARAMETERS = 8 };
struct pg_call {
    int n;
    char number[PG_PARAMETERS][24];
    const char *value[PG_PARAMETERS];
    int len[PG_PARAMETERS], binary[PG_PARAMETERS];
};
#define PG(...) pg_call(&(struct pg_call){ 0 }, VALUES(__VA_ARGS__))
const struct pg_call *pg_call(struct pg_call *c, const struct store_value *values, int n);

/* Clear the result. pg_result() says what went wrong. The text must be static: it is prepared
 * once per connection and identified by its address. */
PGresult *pg_run(struct pg_store *s, const char *sql, const struct pg_call *c);
/* The first columns of a statement's row, whole numbers. MISSING: there is no row. */
enum store_result pg_numbers(struct pg_store *s, const char *sql, const struct pg_call *c,
                             int64_t *out, int n);
/* Several statements without parameters; the answer is text. */
PGresult *pg_run_plain(struct pg_store *s, const char *sql);
/* The same for a statement whose rows do not matter; `rows`: how many it changed, or NULL. */
enum store_result pg_do(struct pg_store *s, const char *sql, const struct pg_call *c, int *rows);
enum store_result pg_result(const struct pg_store *s, const PGresult *res);

/* One statement many times in a pipeline: begin, add each, then end, which says how many rows
 * each changed. False, or not OK: the transaction failed. */
bool pg_many_begin(struct pg_store *s, const char *sql);
bool pg_many_add(struct pg_store *s, const struct pg_call *c);
enum store_result pg_many_end(struct pg_store *s, int n, int *rows);

/* Parts of a result: a whole number (a text is PQgetvalue), and a row for an answer. */
int64_t pg_column(const PGresult *res, int row, int column);
struct store_row *pg_add(struct store_request *r, enum store_row_kind kind, const PGresult *res,
                         int row, const char *columns); /* letters as for pg_add_rows() */

/* What each request does, by the name of its op (store.h). */
typedef enum store_result pg_op(struct pg_store *s, struct store_request *r);
pg_op pg_create, pg_take, pg_append, pg_meta, pg_archive, pg_load, pg_live, pg_list, pg_remove;
int pg_append_many(void *store, struct store_request *first); /* store_backend's run_many */
pg_op pg_release, pg_due, pg_claim, pg_note, pg_nothing;
pg_op pg_chat, pg_chats, pg_put, pg_get, pg_drop, pg_expire, pg_merge, pg_export, pg_forget;

/* Run a query and make a row of this kind of each of its rows. Each column has a letter: i the
 * row's id (without one: the game's), k key, n number, t time, b body, - something else. */
enum store_result pg_add_rows(struct pg_store *s, struct store_request *r,
                              enum store_row_kind kind, const char *columns, const char *sql,
                              const struct pg_call *c);
/* The same for games: META rows, each followed by its players. The query's columns: number, meta,
 * changed, live, id. */
enum store_result pg_add_games(struct pg_store *s, struct store_request *r, const char *sql,
                               const struct pg_call *c);
enum store_result pg_add_players(struct pg_store *s, struct store_request *r, int64_t game);
/* Why a statement with the owner's epoch changed no row; `otherwise` if it is the owner. */
enum store_result pg_why_not(struct pg_store *s, const struct store_request *r,
                             enum store_result otherwise);

/* Connect, also for the watcher: false if there is no connection. */
bool pg_connect(struct pg_store *s);
enum store_result pg_begin_with(struct pg_store *s, const char *sql);
void pg_rollback(void *store);
struct pg_store *pg_beside(const struct pg_store *writer); /* another connection */
int64_t pg_clock(void); /* milliseconds, of this machine, for differences */

/* Nodes (store_pg_owners.c, store_pg_watch.c): this one takes its name; or why not. */
bool pg_join_nodes(struct pg_store *s, const char **why);
void pg_leave_nodes(struct pg_store *s);
/* Tell other nodes, if there are any, once this is committed. */
enum store_result pg_tell(struct pg_store *s, const char *what, const char *key);
void *pg_open_watcher(void *backend);
void pg_watch(void *watcher, struct store_request *r);
void pg_close_watcher(void *watcher);

#endif
