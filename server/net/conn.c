/* conn.c -- sockets: accepting, reading, closing. Requests are in conn_http.c, output is in
 * conn_out.c.
 *
 * All sockets are in one epoll, which the loop polls: thousands may be ready at once, and only
 * as many are fetched as one turn has time for.
 *
 * A connection can end at any moment, even while its own message is handled. Dropping closes the
 * socket at once, but the struct is freed only at the end of the turn and when nobody pins it.
 * Code that comes back to it later (store, worker) pins it and checks `dead`.
 *
 * Two flags mark its last stages: `closing` (nothing more is sent or read; it waits for the peer
 * to leave) and `dead` (socket closed, client gone; freed when unpinned). */
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "conn.h"

/* At most READS before others get their turn. A request has HEAD_SECONDS from its first byte to
 * its last, so that nobody can keep a connection by sending one byte now and then. */
enum { READ_MAX = 16384, READS = 4 };

/* --- all of them --- */

static void on_ready(uv_poll_t *handle, int status, int events) {
    struct server *s = handle->data;
    (void)events;
    CHECK(status == 0);
    s->some_ready = true;
}

void conns_begin(struct server *s) {
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    CHECK(s->epoll >= 0);
    CHECK(uv_poll_init(&s->loop, &s->sockets, s->epoll) == 0);
    s->sockets.data = s;
    uv_poll_start(&s->sockets, UV_READABLE, on_ready);
}

void conns_bury(struct server *s) {
    while (s->dropped) {
        struct conn *c = s->dropped;
        s->dropped = c->next;
        conn_unpin(c);
    }
}

void conns_end(struct server *s) {
    while (s->found_at < s->found_n)
        conn_unpin(s->found[s->found_at++].data.ptr);
    conns_bury(s);
    close(s->epoll);
}

/* --- life --- */

/* Data waiting behind the burst goes out with it. */
void conn_watch(struct conn *c) {
    uint32_t events = EPOLLIN | (c->out && !c->burst ? EPOLLOUT : 0);
    if (c->dead || events == c->events)
        return;
    struct epoll_event e = { .events = events, .data.ptr = c };
    epoll_ctl(c->server->epoll, c->events ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, c->fd, &e);
    c->events = (uint8_t)events;
}

/* Behind a proxy everybody has one address: there the limit waits for the header with the real
 * one (forwarded()). */
void conn_accept(struct server *s, int fd, const struct sockaddr_storage *from, bool metrics) {
    struct address *a = address_of(s, address_ip(from));
    if (!s->config.proxy && address_crowded(s, a)) {
        s->metric[M_REFUSED]++;
        address_warn(&(struct conn){ .server = s, .address = a }, WARN_LIMIT, "limit",
                     "connections");
        close(fd);
        address_done(s, a);
        return;
    }
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct conn *c = new_lines(sizeof *c);
    CHECK(c);
    c->server = s;
    c->fd = fd;
    c->metrics = metrics;
    c->address = a;
    address_enter(a);
    c->opened = c->heard = c->pinged = now_ms(s);
    c->next = s->conns;
    if (c->next)
        c->next->prev = c;
    s->conns = c;
    s->conns_n++;
    s->metric[M_CONNECTIONS]++;
    conn_watch(c);
}

void conn_pin(struct conn *c) {
    c->pins++;
}

void conn_unpin(struct conn *c) {
    CHECK(c->pins > 0);
    if (--c->pins == 0 && c->dead) {
        free(c->head);
        free(c);
    }
}

/* Never call this from within ws_feed(): the frame context belongs to the client. Handlers call
 * client_close() instead. */
void conn_drop(struct conn *c) {
    struct server *s = c->server;
    if (c->dead)
        return;
    burst_leave(c); /* send what is pending for it first */
    c->dead = true;
    conn_pin(c);
    struct client *client = c->client;
    c->client = NULL; /* nobody answers it any more */
    if (client)
        client_gone(client);
    if (c->prev)
        c->prev->next = c->next;
    else
        s->conns = c->next;
    if (c->next)
        c->next->prev = c->prev;
    if (s->ticking == c)
        s->ticking = c->next;
    s->conns_n--;
    CHECK(s->conns_n >= 0);
    if (s->draining && !s->conns)
        uv_stop(&s->loop);
    address_leave(s, c->address);
    conn_forget_output(c);
    free(c->in);
    c->in = NULL;
    close(c->fd); /* also removes it from the epoll */
    c->next = s->dropped;
    s->dropped = c;
}

/* --- input --- */

/* Pinned, because a message's handler may drop the connection. */
void conn_feed_frames(struct conn *c, const char *bytes, size_t len) {
    conn_pin(c);
    bool goes_on = ws_feed(c->ws, bytes, len);
    if (!goes_on && !c->dead)
        conn_close_after(c);
    conn_unpin(c);
}

/* A short read means that the socket is empty, which saves a call. */
static void read_some(struct conn *c) {
    char bytes[READ_MAX];
    for (int i = 0; i < READS && !c->dead; i++) {
        ssize_t n = recv(c->fd, bytes, sizeof bytes, 0);
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return;
        if (n <= 0) {
            conn_drop(c);
            return;
        }
        if (c->closing) /* read on to notice its end, but do not extend its time */
            continue;
        c->heard = now_ms(c->server);
        if (c->ws)
            conn_feed_frames(c, bytes, (size_t)n);
        else
            conn_feed_http(c, bytes, (size_t)n);
        if (n < (ssize_t)sizeof bytes)
            return;
    }
}

/* Output first: it may make room for input. Errors are found by reading. */
static void serve(struct conn *c, uint32_t events) {
    if (!c->dead && (events & EPOLLOUT) && !conn_flush(c))
        conn_drop(c);
    if (!c->dead && (events & (EPOLLIN | EPOLLERR | EPOLLHUP)))
        read_some(c);
    if (!c->dead)
        conn_watch(c);
    conn_unpin(c);
}

/* Is any socket ready? Those found are kept until they are served. */
static bool find_some(struct server *s) {
    enum { MOST = sizeof s->found / sizeof *s->found };
    if (s->found_at < s->found_n)
        return true;
    if (!s->some_ready)
        return false;
    int n = epoll_wait(s->epoll, s->found, MOST, 0);
    s->found_at = 0;
    s->found_n = n > 0 ? n : 0;
    s->some_ready = n == MOST;
    for (int i = 0; i < s->found_n; i++)
        conn_pin(s->found[i].data.ptr);
    return s->found_n > 0;
}

/* False: some of those found are left for the next turn. */
bool conn_serve(struct server *s) {
    for (int n = 1; find_some(s); n++) {
        const struct epoll_event *e = &s->found[s->found_at++];
        serve(e->data.ptr, e->events);
        if (n >= AT_ONCE && turn_is_long(s))
            break;
    }
    return s->found_at == s->found_n;
}

/* --- every few seconds --- */

/* By stage: closing, frames, a trickling head, an idle keep-alive. A request that waits for the
 * store is not its peer's fault. */
static bool too_quiet(const struct conn *c, int64_t now) {
    int64_t idle = (int64_t)c->server->config.idle * 1000;
    if (c->closing)
        return now - c->heard > (idle < 5000 ? idle : 5000);
    if (c->ws)
        return now - c->heard > idle;
    if (c->in_len > 0 && !c->busy)
        return now - c->opened > (idle < HEAD_SECONDS * 1000 ? idle : HEAD_SECONDS * 1000);
    return !c->busy && now - c->heard > idle; /* reading an answer counts, see conn_flush() */
}

/* Every second with short limits, every fourth second with the usual ones, to avoid looking at
 * ten thousand sockets for nothing. */
int conn_tick_every(const struct server *s) {
    int seconds = s->config.idle / 15;
    return seconds < 1 ? 1 : seconds > 4 ? 4 : seconds;
}

/* A silent peer is told why it is disconnected, in case it is only asleep; if it stays silent, it
 * is dropped. `heard` restarts, so that the close frame has five seconds to arrive. */
static void hang_up(struct conn *c, int64_t now) {
    if (!c->ws || c->closing) {
        conn_drop(c);
        return;
    }
    c->heard = now;
    client_close(c->client, WS_AWAY, "idle");
}

/* Continues where the last call ended; ten thousand take more than one turn. */
bool conn_tick(struct server *s) {
    int64_t now = now_ms(s), quiet = now - (int64_t)s->config.idle * 1000 / 3;
    for (int n = 1; s->ticking; n++) {
        struct conn *c = s->ticking;
        s->ticking = c->next;
        if (too_quiet(c, now)) {
            hang_up(c, now);
        } else if (c->ws && !c->closing && c->heard <= quiet && c->pinged <= quiet) {
            uint8_t ping[2];
            c->pinged = now;
            conn_send(c, ping, ws_ping(ping));
        }
        if (n % AT_ONCE == 0 && turn_is_long(s))
            break;
    }
    return !s->ticking;
}
