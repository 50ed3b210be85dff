/* server_state.h -- struct server, which holds everything that a running server has; its counters,
 * its log, its start, and the news between nodes.
 *
 * All of it belongs to the loop's thread. The other threads are the store's (store.c) and the
 * workers', which see only their own job (bots.c, auth_session.c). */
#ifndef SERVER_STATE_H
#define SERVER_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <uv.h>

#include "core/game.h"
#include "limits.h"
#include "server.h"
#include "store/store.h"

enum {
    PEER_SOCKETS_MAX = 1024,
    AT_ONCE = 8,
};

struct address;
struct burst;
struct client;
struct command;
struct conn;
struct lobby;
struct making;
struct pages;
struct person_table;
struct room;
struct server;
struct tries;

/* Counters that only grow. The names are an interface: dashboards use them. */
#define METRICS(X)                                                                                \
    X(M_CONNECTIONS, "skerry_connections_total", "Connections accepted.")                         \
    X(M_REFUSED, "skerry_connections_refused_total", "Connections refused by a cap.")             \
    X(M_MESSAGES_IN, "skerry_messages_received_total", "WebSocket messages received.")            \
    X(M_MESSAGES_OUT, "skerry_messages_sent_total", "WebSocket messages sent.")                   \
    X(M_BYTES_OUT, "skerry_bytes_sent_total", "Bytes sent.")                                      \
    X(M_BURSTS, "skerry_bursts_total", "Bursts that WebSocket messages were sent in.")            \
    X(M_ENTRIES, "skerry_entries_total", "Entries stored.")                                       \
    X(M_REFUSALS, "skerry_refusals_total", "Commands refused.")                                   \
    X(M_NOT_STORED, "skerry_not_stored_total", "Commands that the store refused.")                \
    X(M_SLOW, "skerry_slow_readers_total", "Connections dropped for reading too slowly.")         \
    X(M_HTTP, "skerry_http_requests_total", "HTTP requests answered.")                            \
    X(M_CHATS, "skerry_chat_total", "Lines of chat.")                                             \
    X(M_BOT_MOVES, "skerry_bot_moves_total", "Entries by bots.")                                  \
    X(M_CLOCK_MOVES, "skerry_clock_moves_total", "Entries made because time was up.")             \
    X(M_LOGINS, "skerry_logins_total", "Passphrases tried.")                                      \
    X(M_BROKEN, "skerry_tables_broken_total", "Tables that were quarantined.")                    \
    X(M_LIMITED, "skerry_limited_total", "Requests and messages refused by a limit.")             \
    X(M_NOT_ADMIN, "skerry_admin_refused_total", "Requests to /api/admin without the token.")     \
    X(M_SLOW_TURNS, "skerry_slow_turns_total", "Turns of the loop with over 5 ms of work.")
enum metric {
#define X(metric, name, help) metric,
    METRICS(X)
#undef X
    M_COUNTERS
};

/* --- starting (data_folder.c, config.c, listen.c, origins.c, load_games.c, systemd.c) --- */

struct data_lock {
    int folder, store; /* the locked files */
};
bool data_folder_lock(const char *data, struct data_lock *lock); /* false: said why */
void data_folder_unlock(const struct data_lock *lock);           /* after the store is closed */

void loading_start(struct server *s);
void loading_again(struct server *s); /* every second: retry what the store could not answer */
void systemd_tell(const char *text);  /* KEY=VALUE lines, if systemd listens (systemd.c) */
void config_fill_in(struct server_config *c); /* what was not set */
/* Do the flags of a node make sense together? False: it said why. Fills in `public_url`. */
bool config_check_nodes(struct server *s);
/* listen_bind() reserves the ports; people can connect only after listen_start(), when the store
 * is ready. False: it said why. */
bool listen_bind(struct server *s);
bool listen_start(struct server *s);
void origins_allow(struct server *s); /* also finds the addresses that others can use */
/* The addresses for an invitation, as far as who asks may know them: an array. */
void origins_write_reachable(const struct server *s, const struct in6_addr *asker,
                             struct json_out *o, const char *key);

/* --- several nodes on one store (nodes_notice.c, nodes.c) --- */

void nodes_start(struct server *s); /* reads the list of games, then keeps watching */
bool nodes_sure(const struct server *s); /* our games are surely ours: the lease runs */
void nodes_look(struct server *s, const char *table); /* how is it stored, and who owns it now? */
void nodes_release(struct server *s, void (*done)(struct server *s)); /* all games */
/* Tell the other nodes, if there are any; nodes.c handles it there. */
void notice(struct server *s, const char *what, const char *key);
bool notice_is_node(const struct server *s);

/* --- the loop (loop.c) --- */

void loop_start(struct server *s);
/* Has the loop worked for long without looking at its sockets? Ask after every AT_ONCE pieces of
 * work. */
bool turn_is_long(struct server *s);
bool turn_must_end(struct server *s); /* longer than that: sending, which comes last */
int64_t now_ms(const struct server *s); /* a wall clock that never jumps */
uint64_t now_us(void);
void server_drain(struct server *s);   /* as SIGTERM does */
bool server_drained(struct server *s); /* every second: true, and the loop stops, if that is done */

/* --- operation (log_line.c, health_metrics.c) --- */

enum { HISTOGRAM = 16 };

/* One line of JSON on stderr: event, then pairs of key and text until NULL. */
void log_line(const char *level, const char *event, ...) __attribute__((sentinel));
void metrics_answer(struct conn *c);
/* Record the result of a write, for /readyz. */
void health_heard_from_store(struct server *s, enum store_result r);
void health_probe_store(struct server *s); /* every second: does it still refuse, or has it gone? */

/* Everything, on the loop's thread; there are no globals. */
struct server {
    struct server_config config; /* filled in */
    uv_loop_t loop;
    uv_poll_t listener[2], metrics_listener;
    int listen_fd[2], listeners, metrics_fd;
    int spare_fd;    /* given up to accept and refuse when descriptors run out */
    uv_async_t wake; /* the store's thread has answers */
    uv_timer_t second, lobby_timer;
    uv_prepare_t breath;
    uv_check_t looked;
    uv_poll_t sockets; /* of `epoll`, in which all connections are (conn.c) */
    int epoll;
    bool some_ready; /* of them some have input or room, and were not found yet */
    struct epoll_event found[64]; /* some of those, pinned; still to be served from found_at on */
    int found_at, found_n;
    uv_idle_t rest;             /* runs while work is left for the next turn (loop.c) */
    bool lobby_late;            /* the lobby has not told everything */
    uv_idle_t record_idle;      /* runs while there are: */
    struct record_job *records; /* being written (api_record.c) */
    uint64_t rate_since, rate_from; /* counting messages: since when, from which number */
    bool crowded; /* so many that the loop takes a breath */
    uv_signal_t signal[2];
    int port;
    struct store *store;
    char *origins;   /* allowed ones, each between spaces */
    char *reachable; /* the page's addresses for other devices, each followed by a space */
    struct conn *conns, *ticking; /* all; the next one to be checked for silence */
    struct conn *dropped; /* in this turn */
    int conns_n, clients_n;
    struct address *address[1024]; /* hash tables, by chains */
    struct elsewhere *elsewhere[256]; /* addresses at other nodes (address_counts_nodes.c) */
    struct room *room[4096];
    struct person_table *person_tables[4096];
    int rooms_n;
    struct making *making;   /* tables not yet stored: they count for the person who makes them */
    bool loading;         /* at the start: not all live games are known yet */
    bool loading_again;   /* the store could not answer for the next page of the list */
    int64_t listed_to;    /* where that page begins (STORE_LIVE) */
    int64_t told_loading; /* when the progress was last reported */
    bool ready, draining;
    bool store_ok; /* it took the last write, or refused it only because of what the write was */
    bool probing;  /* it is being asked whether it works again */
    int64_t drain_until;
    unsigned seconds;         /* it has run */
    struct client *resuming;  /* clients that waited in a room and left it */
    /* clients that look again when a table has been opened (find_game.c) */
    struct client *finding;
    int turn, news;           /* whose turn it is to open one; news to wait for before */
    struct lobby *lobby;      /* the public tables, and who watches them */
    struct pages *pages;
    struct previews *previews; /* pictures of results (preview.c) */
    /* grows when names or games are deleted: cached pictures become invalid */
    unsigned forgotten;
    char *frame;                                  /* the buffer for messages: FRAME_MAX bytes */
    _Alignas(16) unsigned char before[STATE_MAX]; /* of the table whose change is being told */
    struct burst *burst;
    uint64_t metric[M_COUNTERS];
    uint64_t commit_us[HISTOGRAM], commit_sum_us, commit_n; /* command to acknowledgement */
    uint64_t turn_from, waited; /* nanoseconds: when this turn began, and the waiting before it */
    uint64_t worked;            /* processor time before it, microseconds */
    uint64_t longest_us;        /* the longest turn so far */
    uint64_t most_us;           /* the most processor time in one turn */
    int64_t began;              /* when the process started */
    struct tries *tries[256];   /* by account (login_tries.c) */
    int hashing;           /* passphrases being hashed, two at most */
    int thinking;          /* bots in workers */
    int reading;           /* stored games in workers */
    struct command *spare; /* not in use */
    int spares;
    int64_t offset; /* wall clock minus the loop's */
    char *own_url;  /* public_url, if it was not given */
    char *peers;    /* origins of the nodes, each between spaces; NULL: none known */
    /* where a page's socket may connect to, each after a space */
    char peer_sockets[PEER_SOCKETS_MAX];
    char *look;     /* ids of tables for the next watch, one per line; NULL: none */
    int64_t sure_until; /* by the loop's clock: until then nobody else can own our games */
    bool silent;    /* the store does not even refuse */
    bool cut_off;   /* … and others may own our games */
    bool store_back; /* it can be written again, but not every table knows yet */
    bool heard;     /* the shared store has answered at least once */
    uint64_t watch_us; /* when it last answered */
    bool failed;    /* it stops because of an error */
    void (*released)(struct server *s);
};

#endif
