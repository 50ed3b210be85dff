/* process.h -- the server as one process: its counters, its log, its start, and
 * the struct that holds everything.
 *
 * Everything here belongs to the loop's thread. Other threads are the store's (store.c)
 * and the workers', which see only their own job (bots.c, auth.c). */
#ifndef SERVER_PROCESS_H
#define SERVER_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <uv.h>

#include "../core/game.h"
#include "server.h"
#include "store.h"

enum {
    FRAME_MAX = 4 * 1024 * 1024, /* bytes of a message; what could pass it is cut before */
    PEER_SOCKETS_MAX = 1024,
    AT_ONCE = 8,
};

struct address;
struct burst;
struct client;
struct command;
struct conn;
struct making;
struct pages;
struct person_table;
struct room;
struct server;
struct tries;

/* Numbers that only grow; what each counts is said in ops.c. */
enum metric {
    M_CONNECTIONS,
    M_REFUSED,
    M_MESSAGES_IN,
    M_MESSAGES_OUT,
    M_BYTES_OUT,
    M_BURSTS,
    M_ENTRIES,
    M_REFUSALS,
    M_NOT_STORED,
    M_SLOW,
    M_HTTP,
    M_CHATS,
    M_BOT_MOVES,
    M_CLOCK_MOVES,
    M_LOGINS,
    M_BROKEN,
    M_LIMITED,
    M_NOT_ADMIN,
    M_SLOW_TURNS,
    M_COUNTERS
};

/* --- starting (data_folder.c, config.c, listen.c, loading.c, systemd.c) --- */

struct data_lock {
    int folder, store; /* what holds them */
};
bool data_folder_lock(const char *data, struct data_lock *lock); /* false: said why */
void data_folder_unlock(const struct data_lock *lock);           /* after the store is closed */

void loading_start(struct server *s);
void loading_again(struct server *s); /* every second: what the store had no ears for */
void systemd_tell(const char *text);  /* KEY=VALUE lines, if it is there (systemd.c) */
void config_fill_in(struct server_config *c); /* what was not set */
bool listen_start(struct server *s);          /* false: said why */
void listen_allow_origins(struct server *s);  /* and where others reach us */
/* The addresses for an invitation, as far as who asks may know them: an array. */
void listen_write_reachable(const struct server *s, const struct in6_addr *asker,
                            struct json_out *o, const char *key);

/* --- several nodes on one store (notice.c, nodes.c) --- */

/* The flags make sense together; false: said why. `public_url` is filled in. */
bool nodes_configure(struct server *s);
void nodes_start(struct server *s); /* reads which games there are, then goes on watching */
bool nodes_sure(const struct server *s); /* what is ours is ours: the lease runs */
void nodes_look(struct server *s, const char *table); /* how is it stored, and whose is it now? */
void nodes_release(struct server *s, void (*done)(struct server *s)); /* all games */
/* Tell the other nodes, if there are any; what they make of it is in nodes.c. */
void notice(struct server *s, const char *what, const char *key);
bool notice_is_node(const struct server *s);

/* --- operation (ops.c) --- */

enum { HISTOGRAM = 16 };

/* One line of JSON on stderr: event, then pairs of key and text until NULL. */
void log_line(const char *level, const char *event, ...) __attribute__((sentinel));
void metrics_answer(struct conn *c);
/* How long the loop is at work without looking at its sockets. */
bool ops_turn_is_long(struct server *s); /* ask after every AT_ONCE pieces of work */
bool ops_turn_must_end(struct server *s); /* longer than that: sending, which comes last */
void ops_turn_begins(struct server *s);
void ops_turn_ends(struct server *s);
/* What the store said to a write, of which /readyz tells. */
void ops_heard_from_store(struct server *s, enum store_result r);
void server_drain(struct server *s); /* as SIGTERM does */
void ops_probe_store(struct server *s); /* every second: does it still refuse? */

/* All there is, on the loop's thread; nothing of it is global. */
struct server {
    struct server_config config; /* filled in */
    uv_loop_t loop;
    uv_poll_t listener[2], metrics_listener;
    int listen_fd[2], listeners, metrics_fd;
    int spare_fd;    /* given up to accept and refuse when there are no more */
    uv_async_t wake; /* the store's thread has answers */
    uv_timer_t second, lobby_timer;
    uv_prepare_t breath;
    uv_check_t looked;
    uv_poll_t sockets; /* of `epoll`, in which all connections are (conn.c) */
    int epoll;
    bool some_ready;
    struct epoll_event found[64]; /* some of those, pinned; from found_at on to be served */
    int found_at, found_n;
    uv_idle_t rest;             /* runs while something was left for the next turn (server.c) */
    bool lobby_late;            /* the lobby, for one */
    uv_idle_t record_idle;      /* runs while there are: */
    struct record_job *records; /* being written (api_record.c) */
    uint64_t rate_since, rate_from; /* counting messages: since when, from which number */
    bool crowded;
    uv_signal_t signal[2];
    int port;
    struct store *store;
    char *origins;   /* allowed ones, each between spaces */
    char *reachable; /* pages as other devices reach them, each with a space behind it */
    struct conn *conns, *ticking; /* all; the next whose silence is looked at */
    struct conn *dropped; /* in this turn */
    int conns_n, clients_n;
    struct address *address[1024]; /* hash tables, by chains */
    struct elsewhere *elsewhere[256]; /* what addresses have at other nodes (address_nodes.c) */
    struct room *room[4096];
    struct person_table *person_tables[4096];
    int rooms_n;
    struct making *making;   /* tables not yet stored: they count for who makes them */
    bool loading;         /* at the start: not all live games are known yet */
    bool loading_again;   /* the store had no ears for the next page of their list */
    int64_t listed_to;    /* which begins after this place (STORE_LIVE) */
    int64_t told_loading; /* when somebody was last told how far it has come */
    bool ready, draining;
    bool store_ok; /* it took the last write, or refused it for what the write was */
    bool probing;  /* it is being asked whether it does again */
    int64_t drain_until;
    unsigned seconds;         /* it has run */
    struct client *resuming;  /* who waited in a room and left it */
    struct client *finding;   /* who look again when a table has been opened (find.c) */
    int turn, news;           /* whose turn it is to open one; what is to be heard before */
    struct client *lobby;     /* who watches it */
    struct room *lobby_dirty; /* what they have not been told */
    struct pages *pages;
    struct previews *previews; /* pictures of results (preview.c) */
    unsigned forgotten;        /* grows when names or games are deleted: pictures are made again */
    char *frame;                                  /* where messages are written: FRAME_MAX bytes */
    _Alignas(16) unsigned char before[STATE_MAX]; /* of the table that is told of a change */
    struct burst *burst;
    uint64_t metric[M_COUNTERS];
    uint64_t commit_us[HISTOGRAM], commit_sum_us, commit_n; /* command to acknowledgement */
    uint64_t turn_from, waited; /* nanoseconds: when this turn began, the waiting before it */
    uint64_t worked;            /* microseconds of processor before it */
    uint64_t longest_us;        /* turn so far */
    uint64_t most_us;           /* of the processor, in one */
    int64_t began;              /* when the process started */
    struct tries *tries[256];   /* by account (tries.c) */
    int hashing;           /* passphrases being hashed, two at most */
    int thinking;          /* bots in workers */
    int reading;           /* stored games in workers */
    struct command *spare; /* not in use */
    int spares;
    int64_t offset; /* wall clock minus the loop's */
    char *own_url;  /* public_url, where that was not given */
    char *peers;    /* origins of the nodes, each between spaces; NULL: none are known */
    char peer_sockets[PEER_SOCKETS_MAX]; /* where a page's socket may go to, each after a space */
    char *look;     /* ids of tables for the next watch, a line each; NULL: none */
    int64_t sure_until; /* by the loop's clock: until then what is ours can be nobody else's */
    bool heard;     /* from the store that is shared, once */
    uint64_t watch_us; /* when it was heard from last */
    bool failed;    /* it ends because it must */
    void (*released)(struct server *s);
};

int64_t now_ms(const struct server *s); /* wall clock that never jumps */
uint64_t now_us(void);

#endif
