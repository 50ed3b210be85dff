/* socket.h -- connections: who is connected, bytes in and bytes out (address.c, conn*.c). */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "cache_line.h"
#include "http.h"
#include "process.h"
#include "ws.h"

enum { QUEUE_MAX = 256 * 1024 }; /* bytes a reader may be behind */

/* Bytes that a socket has not taken yet. */
struct out {
    struct out *next;
    const uint8_t *data;   /* `copy`, what others wait for too, or bytes that the server keeps */
    struct shared *shared; /* the second */
    size_t len, sent;
    uint8_t copy[];
};

/* What an address may do only so often a minute: try passphrases, take sessions, ask the API. */
enum counted { COUNT_LOGINS, COUNT_SESSIONS, COUNT_REQUESTS, COUNTS };
/* And what it has, of which there may be only so much at any time. */
enum { HAS_CONNECTIONS = COUNTS, HAS_TABLES, LIMITS };
/* What the log says once a minute of an address, as bits. */
enum warned { WARN_ORIGIN = 1, WARN_LIMIT = 2, WARN_ADMIN = 4 };

/* How many connections one address has, and what it did since `window`. Forgotten when it has no
 * connection and the window is over. */
struct address {
    struct address *next;
    struct address *wider; /* of IPv6: the /48 around it; else NULL */
    int narrower;          /* of a /48: how many point here */
    struct in6_addr ip;    /* IPv4 mapped; of IPv6 the /64 alone */
    int connections, count[COUNTS];
    int tables; /* made from here, when one was made last */
    bool told;  /* other nodes were told of it */
    unsigned warned;
    int64_t window;
};

struct conn;
struct address *address_of(struct server *s, struct in6_addr ip);
struct in6_addr address_ip(const struct sockaddr_storage *from);
/* May it have so many connections? A /48 may have more, but not as many as all its /64s. */
bool address_crowded(const struct server *s, const struct address *a);
void address_enter(struct address *a);                   /* one more connection */
void address_leave(struct server *s, struct address *a); /* one less; `a` may be gone then */
void address_done(struct server *s, struct address *a);  /* if nothing is left to remember */
/* Count it; true: more than its limit in this minute, which the log is told. */
bool address_over(struct conn *c, enum counted what);
bool address_full(struct conn *c, int tables); /* it has made so many: may it make no more? */
/* A line in the log, at most one a minute for each kind and address. */
void address_warn(struct conn *c, enum warned kind, const char *event, const char *what);
void address_forget(struct server *s, int64_t now); /* those whose minute is over */
/* At several nodes the limits are the site's (address_nodes.c). */
int address_limit(const struct server *s, const struct address *a, int what);
int address_elsewhere(const struct server *s, const struct address *a, int what);
void address_tell(struct server *s); /* every other second */
void address_heard(struct server *s, const char *key);
void address_forget_nodes(struct server *s);

/* One socket: HTTP requests one after the other, and WebSocket frames for good once it is upgraded
 * (then `ws` and `client` are set, `in` and `head` are gone). */
struct conn {
    struct server *server; /* from here to `out`: all that sending needs, on one line */
    int fd;
    int burst, burst_last; /* its first and last place in the burst, from 1; 0: it is not in it */
    uint8_t events;   /* what is polled for */
    bool dead : 1;    /* the socket is closed; freed when nobody holds it */
    bool closing : 1; /* close once the output is out */
    struct ws *ws;
    struct out *out, *out_last;
    struct client *client; /* with ws */
    int64_t heard;         /* when the peer last showed that it is there */
    int64_t pinged;
    struct conn *next, *prev; /* of server.conns; dead: of server.dropped, for this turn */
    int pins;                 /* answers under way that will come back to it */
    bool metrics;             /* came in on the metrics port */
    bool busy;                /* a request is being answered */
    size_t queued;            /* bytes in `out` */
    struct address *address;
    int64_t opened; /* when the first byte of the request came */
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
/* The same for what many are told, after burst_frame(): `same` bytes are kept once for all. */
void conn_send_frame(struct conn *c, const void *bytes, size_t len, size_t same);
void conn_put(struct conn *c, const void *bytes, size_t len, bool stays); /* they need no copy */
void conns_begin(struct server *s);
void conns_end(struct server *s);
void conns_bury(struct server *s);       /* at the end of a turn: nobody looks at them any more */
bool conn_serve(struct server *s);       /* those that are ready; false: not all yet */
void conn_watch(struct conn *c);         /* for input, and output while some waits */
bool conn_flush(struct conn *c);         /* send what waits; false: the socket is broken */
void conn_forget_output(struct conn *c); /* that waits */
/* What this turn of the loop says to WebSockets, sent together. */
struct burst *burst_new(void);
void burst_free(struct server *s);
bool burst_flush(struct server *s);  /* false: the rest goes in the next turn */
void burst_leave(struct conn *c);    /* what was said to it is sent now */
/* What is sent now are frames of this length, the same but for their ends; 0: another begins. */
void burst_frame(struct server *s, size_t len);
void conn_close_after(struct conn *c); /* flush, then close */
void conn_drop(struct conn *c);        /* now; the struct stays until unpinned */
void conn_pin(struct conn *c);
void conn_unpin(struct conn *c);
bool conn_tick(struct server *s);            /* pings, silence, slow heads; false: go on */
int conn_tick_every(const struct server *s); /* so many seconds */
void conn_answer(struct conn *c, int status, const char *type, const char *headers,
                 const void *body, size_t len);
void conn_answer_static(struct conn *c, int status, const char *type, const char *headers,
                        const void *body, size_t len);
bool conn_origin_ok(const struct server *s, const struct http_head *head);

#endif
