/* conn_out.c -- output to connections: the burst of this turn of the loop, then a queue for slow
 * readers.
 *
 * Messages to WebSockets gather while the loop handles input. Before it looks for more they are
 * sent, as many as the turn has time for, the rest in the next turn. A message to thousands is
 * stored once. What a socket does not take waits in its queue. If the loop is otherwise idle,
 * nothing is delayed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "core/check.h"
#include "conn.h"

/* Anything more, or longer, waits in the queues. */
enum { BURST_PIECES = 64 * 1024, BURST_BYTES = 2 * 1024 * 1024 };

/* One for the whole server: pieces of output, each for one connection. Pieces of the same
 * connection are sent together, in order. */
struct piece {
    struct conn *conn; /* NULL: it was sent, or the connection is gone */
    char *data;        /* in the burst's bytes, possibly shared */
    size_t len;
    int next; /* the next piece of this connection, from 1; 0: it is the last */
};
struct burst {
    int n, done;
    size_t len;
    size_t frame_len; /* the length in the heads of the shared frames; */
    char *frame;      /* their common bytes, in the burst or in queues; NULL: not there */
    struct shared *waiting;
    struct piece piece[BURST_PIECES];
    char bytes[BURST_BYTES];
};

static void empty(struct burst *b) {
    b->n = b->done = 0;
    b->len = 0;
    b->frame = NULL; /* its bytes are gone */
}

struct burst *burst_new(void) {
    struct burst *b = malloc(sizeof *b); /* unused pages cost nothing */
    CHECK(b);
    empty(b);
    b->waiting = NULL;
    b->frame_len = 0;
    return b;
}

/* --- the queue --- */

/* A shared message, kept until the last reader has it. */
struct shared {
    int holders;
    char bytes[];
};

static struct shared *shared_new(const void *bytes, size_t len) {
    struct shared *s = malloc(sizeof *s + len);
    CHECK(s);
    s->holders = 1;
    memcpy(s->bytes, bytes, len);
    return s;
}

static void let_go(struct shared *s) {
    if (s && --s->holders == 0)
        free(s);
}

/* The socket is full, not broken. */
static bool try_later(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

/* Everything is sent and closing was requested: tell the peer. */
static void end_if_said(struct conn *c) {
    if (c->closing && !c->out && !c->burst)
        shutdown(c->fd, SHUT_WR);
}

static void drop_first(struct conn *c) {
    struct out *o = c->out;
    c->out = o->next;
    if (!c->out)
        c->out_last = NULL;
    let_go(o->shared);
    free(o);
}

/* False: the socket is broken. */
static bool send_queue(struct conn *c) {
    while (c->out) {
        struct out *o = c->out;
        ssize_t n = send(c->fd, o->data + o->sent, o->len - o->sent, MSG_NOSIGNAL);
        if (n < 0)
            return try_later(errno);
        o->sent += (size_t)n;
        c->queued -= (size_t)n;
        if (!c->ws) /* it is reading its answer; WebSockets answer pings */
            c->heard = now_ms(c->server);
        if (o->sent == o->len)
            drop_first(c);
    }
    return true;
}

bool conn_flush(struct conn *c) {
    if (c->burst) /* comes first */
        return true;
    bool ok = send_queue(c);
    if (ok)
        end_if_said(c);
    return ok;
}

void conn_forget_output(struct conn *c) {
    while (c->out)
        drop_first(c);
}

/* Can be called from anywhere: the poll will notice and drop the connection. */
static void break_off(struct conn *c) {
    shutdown(c->fd, SHUT_RDWR);
    c->closing = true;
}

/* With room for this many bytes of its own; NULL: out of memory for a large answer. */
static struct out *out_new(size_t own) {
    enum { LARGE = 64 * 1024 };
    struct out *o = malloc(sizeof *o + own);
    if (!o && own > LARGE)
        return NULL;
    CHECK(o);
    *o = (struct out){ .data = o->copy, .len = own };
    return o;
}

static void queue_last(struct conn *c, struct out *o) {
    if (c->out_last)
        c->out_last->next = o;
    else
        c->out = o;
    c->out_last = o;
    c->queued += o->len;
}

static void queue_copy(struct conn *c, const void *bytes, size_t len) {
    struct out *o = out_new(len);
    if (!o) {
        break_off(c);
        return;
    }
    memcpy(o->copy, bytes, len);
    queue_last(c, o);
}

/* The page's files, which outlive the connection. */
static void queue_kept(struct conn *c, const void *bytes, size_t len) {
    struct out *o = out_new(0);
    o->data = bytes;
    o->len = len;
    queue_last(c, o);
}

/* --- the burst --- */

static struct piece *first_piece(const struct conn *c) {
    return &c->server->burst->piece[c->burst - 1];
}

static void forget_first(struct conn *c) {
    struct piece *p = first_piece(c);
    p->conn = NULL;
    c->burst = p->next;
}

static void forget_all(struct conn *c) {
    while (c->burst)
        forget_first(c);
}

/* This many bytes were sent. */
static void forget_sent(struct conn *c, size_t sent) {
    while (c->burst && first_piece(c)->len <= sent) {
        sent -= first_piece(c)->len;
        forget_first(c);
    }
    if (c->burst) {
        first_piece(c)->data += sent;
        first_piece(c)->len -= sent;
    }
}

/* The socket is full: the rest is the first to wait. */
static void queue_rest(struct conn *c) {
    const struct burst *b = c->server->burst;
    size_t len = 0;
    for (int i = c->burst; i; i = b->piece[i - 1].next)
        len += b->piece[i - 1].len;
    struct out *o = out_new(len);
    if (!o) {
        break_off(c);
        forget_all(c);
        return;
    }
    for (size_t at = 0; c->burst; forget_first(c)) {
        memcpy(o->copy + at, first_piece(c)->data, first_piece(c)->len);
        at += first_piece(c)->len;
    }
    o->next = c->out;
    c->out = o;
    if (!c->out_last)
        c->out_last = o;
    c->queued += len;
}

/* As many pieces as one call takes; how many bytes those are. A single one is cheaper to send. */
static ssize_t send_some(const struct conn *c, size_t *len) {
    struct iovec as[16];
    struct msghdr m = { .msg_iov = as };
    const struct burst *b = c->server->burst;
    const struct piece *first = first_piece(c);
    *len = first->len;
    if (!first->next)
        return send(c->fd, first->data, first->len, MSG_NOSIGNAL);
    *len = 0;
    for (int i = c->burst; i && m.msg_iovlen < 16; i = b->piece[i - 1].next) {
        const struct piece *p = &b->piece[i - 1];
        as[m.msg_iovlen++] = (struct iovec){ p->data, p->len };
        *len += p->len;
    }
    return sendmsg(c->fd, &m, MSG_NOSIGNAL);
}

/* False: the socket is full or broken. */
static bool send_pieces(struct conn *c) {
    size_t len;
    ssize_t n = send_some(c, &len);
    if (n < 0 && !try_later(errno)) {
        break_off(c);
        forget_all(c);
        return false;
    }
    forget_sent(c, n > 0 ? (size_t)n : 0);
    return n == (ssize_t)len;
}

/* Marks connections, never drops them. */
static void send_said(struct conn *c) {
    while (c->burst && send_pieces(c))
        ;
    if (c->burst)
        queue_rest(c);
    else if (!send_queue(c))
        break_off(c);
    end_if_said(c);
    conn_watch(c);
}

bool burst_flush(struct server *s) {
    enum { SENDS = 16 }; /* at least */
    struct burst *b = s->burst;
    if (b->n == 0)
        return true;
    s->metric[M_BURSTS]++;
    for (int sends = 0; b->done < b->n; b->done++) {
        struct conn *c = b->piece[b->done].conn;
        if (!c)
            continue;
        if (++sends % SENDS == 0 && turn_must_end(s))
            return false;
        send_said(c);
    }
    empty(b);
    return true;
}

void burst_leave(struct conn *c) {
    if (c->burst)
        send_said(c);
}

void burst_frame(struct server *s, size_t len) {
    struct burst *b = s->burst;
    if (len && len == b->frame_len)
        return;
    let_go(b->waiting);
    b->waiting = NULL;
    b->frame = NULL;
    b->frame_len = len;
}

void burst_free(struct server *s) {
    burst_frame(s, 0);
    free(s->burst);
}

static char *keep(struct burst *b, const char *bytes, size_t len) {
    char *at = b->bytes + b->len;
    memcpy(at, bytes, len);
    b->len += len;
    return at;
}

/* The last piece of its connection: merged with it if it directly follows it. */
static void add_piece(struct conn *c, char *data, size_t len) {
    struct burst *b = c->server->burst;
    struct piece *last = c->burst ? &b->piece[c->burst_last - 1] : NULL;
    if (last && last->data + last->len == data) {
        last->len += len;
        return;
    }
    b->piece[b->n++] = (struct piece){ .conn = c, .data = data, .len = len };
    if (last)
        last->next = b->n;
    else
        c->burst = b->n;
    c->burst_last = b->n;
}

/* For a slow reader: shared as in a burst. */
static void queue_frame(struct conn *c, const char *bytes, size_t len, size_t same) {
    struct burst *b = c->server->burst;
    struct out *o = out_new(0);
    if (!b->waiting)
        b->waiting = shared_new(bytes, same);
    b->waiting->holders++;
    o->shared = b->waiting;
    o->data = (const uint8_t *)b->waiting->bytes;
    o->len = same;
    queue_last(c, o);
    if (same < len)
        queue_copy(c, bytes + same, len - same);
}

/* False: it must not overtake what waits, or there is no room. The first `same` bytes are equal
 * in all frames of this length; 0: it is not a frame. */
static bool join_burst(struct conn *c, const char *bytes, size_t len, size_t same) {
    struct burst *b = c->server->burst;
    if (!c->ws || c->out || len > BURST_BYTES - b->len || b->n + 2 > BURST_PIECES)
        return false;
    if (!same) {
        add_piece(c, keep(b, bytes, len), len);
        return true;
    }
    if (!b->frame)
        b->frame = keep(b, bytes, same);
    add_piece(c, b->frame, same);
    if (same < len)
        add_piece(c, keep(b, bytes + same, len - same), len - same);
    return true;
}

/* --- sending --- */

/* HTTP is sent at once: there is one answer per request and nothing to gather. */
static size_t send_now(struct conn *c, const void *bytes, size_t len) {
    ssize_t n = send(c->fd, bytes, len, MSG_NOSIGNAL);
    if (n < 0 && !try_later(errno))
        break_off(c);
    return n > 0 ? (size_t)n : 0;
}

/* A reader that is too far behind is cut off here; sending to the others continues. */
static void put(struct conn *c, const void *bytes, size_t len, bool keeps, size_t same) {
    if (c->dead || c->closing)
        return;
    struct server *s = c->server;
    s->metric[M_BYTES_OUT] += len;
    if (join_burst(c, bytes, len, same))
        return;
    if (c->ws && c->out && c->queued > QUEUE_MAX) { /* too slow a reader: drop it, the room stays */
        s->metric[M_SLOW]++;
        break_off(c);
        return;
    }
    size_t sent = c->ws || c->out ? 0 : send_now(c, bytes, len);
    if (sent == len || c->closing)
        return;
    if (same)
        queue_frame(c, bytes, len, same);
    else if (keeps)
        queue_kept(c, (const char *)bytes + sent, len - sent);
    else
        queue_copy(c, (const char *)bytes + sent, len - sent);
    conn_watch(c);
}

void conn_put(struct conn *c, const void *bytes, size_t len, bool keeps) {
    put(c, bytes, len, keeps, 0);
}

void conn_send(struct conn *c, const void *bytes, size_t len) {
    put(c, bytes, len, false, 0);
}

void conn_send_frame(struct conn *c, const void *bytes, size_t len, size_t same) {
    put(c, bytes, len, false, same);
}

void conn_close_after(struct conn *c) {
    if (c->dead || c->closing)
        return;
    c->closing = true;
    end_if_said(c);
}
