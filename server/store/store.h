/* store.h -- where games are kept: a small asynchronous interface that any store can stand
 * behind, with one contract (tests/server/store_test.c) for all of them.
 *
 * A request is made, filled, submitted and forgotten; its `done` runs later on the
 * thread that calls store_collect(), with the result and the rows in it. STORE_OK means: on disk,
 * whatever happens to the machine next.
 *
 * Requests are carried out in the order they were submitted, except for those that may read a lot
 * (LOAD, LIVE, LIST, EXPORT). Such a read sees everything that was submitted before it, and what
 * comes after it does not wait for it.
 *
 * A game is owned by whoever took it last: taking gives an epoch, every write to the
 * game carries it, and a write with an older one is STORE_FENCED. Entries are numbered
 * from 1; appending any other number than the next is a STORE_CONFLICT.
 *
 * Several nodes may share a store. Each keeps a lease by the store's own clock (WATCH), and a game
 * that a node with a lease owns cannot be taken from it: ELSEWHERE. A node whose lease has run out
 * still has its games; it loses a game only when another node takes it and so raises the epoch. A
 * store of one node (SQLite) follows the same rules, and never says ELSEWHERE.
 *
 * Items and words belong to people. A person exists while the item of kind `user` under
 * their id does. What is put or said for anybody else is MISSING, so nothing is stored after
 * a FORGET. An item of kind `mute` is a game's as well: its key is GAME.USER.WHOM, of words
 * without dots; it comes with the game and goes with it. MERGE leaves no key that names the other,
 * whether as USER or as WHOM, and none that names one person as both. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "core/action.h"

enum store_op {
    STORE_CREATE,  /* game, at, meta, players -> epoch; CONFLICT if it exists */
    STORE_TAKE,    /* game -> a new epoch; rows as LOAD gives them; limit: 1 if this node had it and
                      nobody else since. ELSEWHERE -> row: NODE, or none if it cannot be said right
                      now */
    STORE_APPEND,  /* game, epoch, seq, at, body */
    STORE_META,    /* game, epoch, at, meta, players */
    STORE_ARCHIVE, /* game, epoch, at, meta, players, body: the log becomes this one blob */
    STORE_LOAD,    /* game -> rows: META, PLAYER.., ITEM.. (mutes), then ENTRY.. or ARCHIVE */
    STORE_LIVE,    /* seq (after), limit (0: all) -> rows: META, then PLAYER.., of each game not
                      archived; seq: where to go on, 0: that was all */
    STORE_LIST,    /* user, at (older than, 0: newest), limit -> rows: META, then PLAYER.., each */
    STORE_REMOVE,  /* game, with all of it; epoch, or 0: whoever has it */
    STORE_CHAT,    /* game, user, at, body */
    STORE_CHATS,   /* game, limit -> rows: CHAT, oldest first */
    STORE_PUT,     /* kind, key, user (the owner), body; see `put` */
    STORE_GET,     /* kind, key -> rows: ITEM */
    STORE_DROP,    /* kind, key; or all of that kind and owner, with an empty key */
    STORE_EXPIRE,  /* kind, at: drop items not put since; of users only those without a session
                      and an account, who can never come back, and their mutes */
    STORE_MERGE,   /* user, key (another): its games, chat, mutes become user's, its items go */
    STORE_EXPORT,  /* user -> rows: ITEM.., CHAT.., META.. */
    STORE_FORGET,  /* user: items and chat go, its seats in games lose user and name */
    STORE_RELEASE, /* game, epoch: nobody's, and this epoch is over; no game: all that are ours */
    STORE_DUE,     /* game, epoch, at: after so many milliseconds somebody must look after it; 0:
                      its clocks run, so another node does as soon as its owner is lost */
    STORE_CLAIM,   /* game, archived: ours, or ELSEWHERE as TAKE says it */
    STORE_NOTE,    /* kind, key: all other nodes are told so (NOTE) */
    STORE_WATCH,   /* limit, body: keep the lease, and wait up to `limit` milliseconds for news ->
                      at: the store's clock; rows: NODE.. (now and then), NOTE.., and META, then
                      PLAYER.., of each live game that changed or whose id is a line of `body`.
                      seq: until a lease after this moment of the machine's own clock, in
                      milliseconds, nobody else has taken what is ours and not among the rows.
                      FENCED: another process is this node now. UNKNOWN: nobody answers, so other
                      nodes may still reach the store; BUSY: it answers that it cannot now */
    STORE_OP_N
};

/* Whether an item may exist when it is put. Items that can be dropped while their owner stays (a
 * session), and the owner's own item, are put with PUT_THERE; otherwise they would come back. */
enum store_put {
    PUT_ANY,
    PUT_FRESH, /* CONFLICT if it exists */
    PUT_THERE, /* MISSING if it does not */
};

enum store_result {
    STORE_OK,
    STORE_MISSING,  /* no such game or item */
    STORE_CONFLICT, /* it exists, or the entry is not the next */
    STORE_FENCED,   /* somebody else has taken the game since */
    STORE_FULL,     /* no room: nothing was written; retry later */
    STORE_BUSY,     /* locked: nothing was written; retry later */
    STORE_BROKEN,   /* the store cannot be read or written */
    STORE_UNKNOWN,  /* the answer was lost: it may or may not be written; the caller must check */
    STORE_ELSEWHERE, /* another node owns it, and its lease runs */
};
const char *store_result_name(enum store_result r);

/* The kinds of rows; each op above says which come, and in which order. */
enum store_row_kind {
    ROW_META,
    ROW_PLAYER,
    ROW_ENTRY,
    ROW_ARCHIVE,
    ROW_CHAT,
    ROW_ITEM,
    ROW_NODE,
    ROW_NOTE
};

enum { STORE_ID_MAX = 32, STORE_KEY_MAX = 96, STORE_NAME_MAX = 128 };

struct store_row {
    enum store_row_kind kind;
    char id[STORE_ID_MAX];    /* META, ENTRY, CHAT: the game; ITEM, NOTE: its kind; PLAYER: the
                                 user; NODE: its name */
    char key[STORE_NAME_MAX]; /* ITEM, NOTE: key; PLAYER: name; CHAT: user; NODE: its address */
    int64_t number;           /* ENTRY: seq; PLAYER: seat; META: 1 while it is not archived */
    int64_t epoch;            /* META that WATCH gives */
    int64_t at;
    char *body; /* NUL after its `len` bytes; the request's own */
    size_t len;
};

struct store_player {
    char user[STORE_ID_MAX]; /* empty: nobody */
    char name[STORE_NAME_MAX];
};

struct store_request {
    enum store_op op;
    char game[STORE_ID_MAX], user[STORE_ID_MAX];
    char kind[STORE_ID_MAX], key[STORE_KEY_MAX];
    int64_t epoch, seq, at;
    int limit;
    enum store_put put;
    char *body, *meta; /* copies, owned by the request; NULL: none */
    size_t body_len, meta_len;
    struct store_player *player; /* owned by the request; NULL: they stay as they are */
    int players;

    enum store_result result;
    struct store_row *rows;
    int rows_n, rows_cap;

    void (*done)(struct store_request *r); /* may be NULL */
    void *arg;
    struct store_request *next;
    uint64_t after;  /* used by store.c: this read waits for that many writes */
    char small[256]; /* used by store.c: a small body, such as an entry's */
};

/* Make it, fill it, submit it: after store_submit() the request may be gone at any moment. */
struct store_request *store_request(enum store_op op, const char *game);
/* For an item, by its kind and key. */
struct store_request *store_item(enum store_op op, const char *kind, const char *key);
void store_set_body(struct store_request *r, const void *body, size_t len);
void store_set_meta(struct store_request *r, const void *meta, size_t len);
void store_set_players(struct store_request *r, int n); /* to be filled in */
void store_request_free(struct store_request *r);
/* For backends: one more row, its body copied. */
struct store_row *store_add_row(struct store_request *r, enum store_row_kind kind, const void *body,
                                size_t len);

void store_drop_rows(struct store_request *r, int from); /* from this one on */

/* A backend, on its own thread. Requests come between begin and commit; if commit says anything
 * but OK, none of them has happened. run() sets the request's result. */
struct store_backend {
    enum store_result (*begin)(void *backend);
    void (*run)(void *backend, struct store_request *r);
    /* Carry out some of the requests from this one on together; returns how many, 0: none. May
     * be NULL. */
    int (*run_many)(void *backend, struct store_request *first);
    enum store_result (*commit)(void *backend);
    void (*rollback)(void *backend);
    void (*close)(void *backend);
    /* Reads beside the writes, on their own thread, one at a time. A store that cannot do that
     * has NULL for all three, or open_reader() returns NULL. */
    void *(*open_reader)(void *backend);
    void (*read)(void *reader, struct store_request *r); /* sets its result */
    void (*close_reader)(void *reader);
    /* WATCH, also on its own thread. NULL: there are no other nodes. */
    void *(*open_watcher)(void *backend);
    void (*watch)(void *watcher, struct store_request *r);
    void (*close_watcher)(void *watcher);
};

struct store;
/* `wake` is called from the store's thread when there is something to collect. */
struct store *store_new(const struct store_backend *ops, void *backend, void (*wake)(void *),
                        void *arg);
void store_submit(struct store *s, struct store_request *r); /* takes over the request */
void store_ask(struct store *s, struct store_request *r, void (*done)(struct store_request *r),
               void *arg); /* the same, with what comes after it */
void store_send(struct store *s); /* starts what was submitted; collecting does so too */
/* Wait for something to collect until this time of CLOCK_MONOTONIC; false if nothing came. If
 * true it must be collected: there is no wake-up for what came during the wait. */
bool store_wait(struct store *s, const struct timespec *until);
int store_collect(struct store *s);       /* runs `done`s; returns how many */
/* The same for at most `most`, in order; if it returns fewer, there are no more. */
int store_collect_some(struct store *s, int most);
int store_waiting(const struct store *s); /* submitted and not collected */
void store_close(struct store *s);        /* finishes what was submitted; collects; frees */
/* Statistics so far; only for the owner's thread. */
struct store_figures {
    uint64_t done[STORE_OP_N]; /* requests that were OK */
    uint64_t fenced, failed;   /* refused by another owner; FULL, BUSY, BROKEN or UNKNOWN */
    uint64_t batches, batch_us, longest_us; /* transactions of writes, and how long they took */
};
struct store_figures store_figures(struct store *s);
/* For tests and tools: submit, wait, and return the request (free it). `done` is not called. */
struct store_request *store_do(struct store *s, struct store_request *r);

struct store_sqlite_options {
    const char *path;        /* the file */
    const char *vfs;         /* NULL: the system's */
    const char *synchronous; /* NULL: FULL */
    int checkpoint;          /* pages; 0: 1000 */
    int pages;               /* maximum size, to test a full disk; 0: no limit */
    void (*progress)(void);  /* called now and then during an upgrade of an older file */
};
/* NULL, and *why says what is wrong. */
void *store_sqlite_open(const struct store_sqlite_options *options, const char **why);
/* The backend for store_new(), which closes it. */
extern const struct store_backend store_sqlite;

/* A PostgreSQL database. A node shares it with others; otherwise, if `alone`, no other server
 * may use it meanwhile. */
struct store_pg_options {
    const char *url;     /* postgres://... */
    bool alone;
    const char *node;    /* its name; NULL: none */
    const char *address; /* where people reach the node */
    int lease;           /* milliseconds; 0: 5000 */
};
/* NULL, and *why says what is wrong. *later, unless it is NULL, says whether waiting may help
 * because the database is not there yet or recovers. */
void *store_pg_open(const struct store_pg_options *options, const char **why, bool *later);
extern const struct store_backend store_pg;

bool store_is_database(const char *where); /* by its beginning; else it is a file */

#endif
