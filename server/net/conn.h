/* conn.h -- connections: bytes in and bytes out, limits per address, and what answers a request of
 * HTTP (conn*.c, address_counts*.c, api*.c, page_files.c). */
#ifndef SERVER_CONN_H
#define SERVER_CONN_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "cache_line.h"
#include "http.h"
#include "process/server_state.h"
#include "ws.h"

/* Bytes that a socket has not accepted yet. */
struct out {
    struct out *next;
    const uint8_t *data;   /* `copy`, shared bytes, or bytes that live as long as the server */
    struct shared *shared; /* the second */
    size_t len, sent;
    uint8_t copy[];
};

/* Actions limited per minute and address: passphrases, sessions, API requests. */
enum counted { COUNT_LOGINS, COUNT_SESSIONS, COUNT_REQUESTS, COUNTS };
/* Resources limited per address at any time. */
enum { HAS_CONNECTIONS = COUNTS, HAS_TABLES, LIMITS };
/* Log lines limited to one per minute and address, as bits. */
enum warned { WARN_ORIGIN = 1, WARN_LIMIT = 2, WARN_ADMIN = 4 };

/* The connections of one address, and what it did since `window`. Forgotten when it has no
 * connection and the window is over. */
struct address {
    struct address *next;
    struct address *wider; /* for IPv6: the /48 around it; else NULL */
    int narrower;          /* of a /48: how many point here */
    struct in6_addr ip;    /* IPv4 mapped; for IPv6 only the /64 */
    int connections, count[COUNTS];
    int tables; /* tables made from here, as of the last time */
    bool told;  /* other nodes were told of it */
    unsigned warned;
    int64_t window;
};

struct conn;
struct address *address_of(struct server *s, struct in6_addr ip);
struct in6_addr address_ip(const struct sockaddr_storage *from);
/* May it have this many connections? A /48 may have more, but fewer than all its /64s together. */
bool address_crowded(const struct server *s, const struct address *a);
void address_enter(struct address *a);                   /* one more connection */
void address_leave(struct server *s, struct address *a); /* one less; `a` may be freed */
void address_done(struct server *s, struct address *a);  /* if nothing is left to remember */
/* Count it; true: over the limit for this minute, which is logged. */
bool address_over(struct conn *c, enum counted what);
/* has it made so many tables that it may make no more? */
bool address_full(struct conn *c, int tables);
/* A log line, at most one per minute for each kind and address. */
void address_warn(struct conn *c, enum warned kind, const char *event, const char *what);
void address_forget(struct server *s, int64_t now); /* drops those whose minute is over */
/* With several nodes the limits are the site's (address_counts_nodes.c). */
int address_limit(const struct server *s, const struct address *a, int what);
int address_elsewhere(const struct server *s, const struct address *a, int what);
int address_people_elsewhere(const struct server *s); /* connected to other nodes */
void address_tell(struct server *s); /* once a second */
void address_heard(struct server *s, const char *key);
void address_forget_nodes(struct server *s);

/* One socket: HTTP requests one after the other, or WebSocket frames once it is upgraded (then
 * `ws` and `client` are set, `in` and `head` are gone). */
struct conn {
    /* from here to `out`: everything that sending needs, in one cache line */
    struct server *server;
    int fd;
    int burst, burst_last; /* its first and last place in the burst, from 1; 0: not in it */
    uint8_t events;   /* what is polled for */
    bool dead : 1;    /* the socket is closed; freed when unpinned */
    bool closing : 1; /* close once the output is sent */
    struct ws *ws;
    struct out *out, *out_last;
    struct client *client; /* with ws; NULL once it is dead */
    int64_t heard;         /* when the peer last showed a sign of life */
    int64_t pinged;
    struct conn *next, *prev; /* of server.conns; dead: of server.dropped, for this turn */
    int pins;                 /* pending answers that will return to it */
    bool metrics;             /* came in on the metrics port */
    bool busy;                /* a request is being answered */
    size_t queued;            /* bytes in `out` */
    struct address *address;
    int64_t opened; /* when the first byte of the request arrived */
    char *in;       /* an HTTP request being read */
    size_t in_len;
    struct http_head *head; /* of the request being answered; none with ws */
};
_Static_assert(offsetof(struct conn, server) / LINE == offsetof(struct conn, out) / LINE,
               "what a send needs is on one line");

void conn_accept(struct server *s, int fd, const struct sockaddr_storage *from, bool metrics);
void conn_feed_http(struct conn *c, const char *bytes, size_t len);
void conn_feed_frames(struct conn *c, const char *bytes, size_t len);
void conn_send(struct conn *c, const void *bytes, size_t len);
/* The same for a message to many, after burst_frame(): `same` bytes are stored once for all. */
void conn_send_frame(struct conn *c, const void *bytes, size_t len, size_t same);
void conn_put(struct conn *c, const void *bytes, size_t len, bool stays); /* not copied */
void conns_begin(struct server *s);
void conns_end(struct server *s);
void conns_bury(struct server *s);       /* at the end of a turn: nobody uses them any more */
bool conn_serve(struct server *s);       /* serve those that are ready; false: not all yet */
void conn_watch(struct conn *c);         /* for input, and output while some waits */
bool conn_flush(struct conn *c);         /* send what waits; false: the socket is broken */
void conn_forget_output(struct conn *c); /* that waits */
/* What this turn of the loop sends to WebSockets, together. */
struct burst *burst_new(void);
void burst_free(struct server *s);
bool burst_flush(struct server *s);  /* false: the rest goes in the next turn */
void burst_leave(struct conn *c);    /* send what is pending for it now */
/* The next frames have this length and are equal except for their ends; 0: another begins. */
void burst_frame(struct server *s, size_t len);
void conn_close_after(struct conn *c); /* flush, then close */
void conn_drop(struct conn *c);        /* now; the struct stays until unpinned */
void conn_pin(struct conn *c);
void conn_unpin(struct conn *c);
bool conn_tick(struct server *s);            /* pings, silence, slow heads; false: not done yet */
int conn_tick_every(const struct server *s); /* how often, in seconds */
void conn_answer(struct conn *c, int status, const char *type, const char *headers,
                 const void *body, size_t len);
void conn_answer_static(struct conn *c, int status, const char *type, const char *headers,
                        const void *body, size_t len);
bool origin_ok(const struct server *s, const struct http_head *head);

/* --- the conversation of a WebSocket (rooms/client.c) --- */

struct client *client_new(struct conn *c);
void client_gone(struct client *c); /* removes it from its room and the lobby, and frees it */
void client_message(void *conn, const char *text, size_t len);
/* Send the reason and close; the client stays until the connection is dropped. */
void client_close(struct client *c, enum ws_close code, const char *why);

/* --- what answers a request (api.c, health_metrics.c, page_files.c, preview.c) --- */

bool api_is_health(const char *path); /* /livez or /readyz */
void health_answer(struct conn *c);
void api_handle(struct conn *c); /* a whole request has arrived; answers exactly once */
void api_error(struct conn *c, int status, const char *error, const char *words);
void api_records_begin(struct server *s); /* what is written a little at a time */
void api_records_end(struct server *s);
void api_unavailable(struct conn *c); /* the store did not do what was asked of it */
struct pages *pages_load(const char *folder); /* NULL: there is no page */
void pages_free(struct pages *p);
bool pages_answer(struct conn *c); /* false: no such file */
enum { ETAG_SIZE = 40 };
void pages_etag(const void *bytes, size_t len, char out[ETAG_SIZE]);
/* A file of the page; NULL: there is none. */
const char *pages_text(const struct pages *p, const char *path, size_t *len);
void previews_begin(struct server *s);
void previews_end(struct server *s);

#endif
