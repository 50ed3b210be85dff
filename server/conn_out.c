/* conn_out.c -- what goes out to a connection: the burst of this turn of the loop, and behind it a
 * queue for slow readers.
 *
 * Messages to WebSockets gather while the loop handles what has come; before it looks for more
 * they are sent in one go. What a socket does not take waits in its queue. Nothing is
 * held back when the loop has nothing else to do. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "../core/check.h"
#include "socket.h"

enum { BURST_SENDS = 512, BURST_BYTES = 256 * 1024 };

/* One for the whole server: sends of this turn, in order, each for one connection. A connection has
 * at most one, the last, which grows; so bytes of one peer are never out of order. */
struct said {
    struct conn *conn;
    size_t at, len; /* of the burst's bytes */
};
struct burst {
    int n;
    size_t len;
    struct said said[BURST_SENDS];
    char bytes[BURST_BYTES];
};

struct burst *burst_new(void) {
    struct burst *b = malloc(sizeof *b); /* pages that no burst reaches cost nothing */
    CHECK(b);
    b->n = 0;
    b->len = 0;
    return b;
}

void burst_free(struct burst *b) {
    free(b);
}

/* --- the queue --- */

/* The socket is full, not broken. */
static bool try_later(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

/* Everything was said and no more may be: let the peer know. */
static void end_if_said(struct conn *c) {
    if (c->closing && !c->out && !c->burst)
        shutdown(c->fd, SHUT_WR);
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
        if (!c->ws) /* it reads what it asked for; a socket answers pings */
            c->heard = now_ms(c->server);
        if (o->sent < o->len)
            continue;
        c->out = o->next;
        if (!c->out)
            c->out_last = NULL;
        free(o);
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
    while (c->out) {
        struct out *o = c->out;
        c->out = o->next;
        free(o);
    }
}

/* `keeps`: the bytes outlive the connection (files of the page) and are not copied. */
static struct out *out_new(const void *bytes, size_t len, bool keeps) {
    struct out *o = malloc(sizeof *o + (keeps ? 0 : len));
    CHECK(o);
    *o = (struct out){ .data = keeps ? bytes : NULL, .len = len };
    if (!keeps) {
        memcpy(o->copy, bytes, len);
        o->data = o->copy;
    }
    return o;
}

static void queue_last(struct conn *c, const void *bytes, size_t len, bool keeps) {
    struct out *o = out_new(bytes, len, keeps);
    if (c->out_last)
        c->out_last->next = o;
    else
        c->out = o;
    c->out_last = o;
    c->queued += len;
    conn_watch(c);
}

/* For what is left of a burst, which was said before all that waits. */
static void queue_first(struct conn *c, const void *bytes, size_t len) {
    struct out *o = out_new(bytes, len, false);
    o->next = c->out;
    c->out = o;
    if (!c->out_last)
        c->out_last = o;
    c->queued += len;
}

/* Shut a connection from within anything: the poll will see it and drop it. */
static void break_off(struct conn *c) {
    shutdown(c->fd, SHUT_RDWR);
    c->closing = true;
}

/* --- the burst --- */

/* What a socket does not take of it is the first to wait. Marks connections, never drops them. */
static void send_said(const struct burst *b, const struct said *s) {
    struct conn *c = s->conn;
    ssize_t n = send(c->fd, b->bytes + s->at, s->len, MSG_NOSIGNAL);
    size_t sent = n > 0 ? (size_t)n : 0;
    c->burst = 0;
    if (n < 0 && !try_later(errno)) {
        break_off(c);
        return;
    }
    if (sent < s->len)
        queue_first(c, b->bytes + s->at + sent, s->len - sent);
    else if (!send_queue(c))
        break_off(c);
    end_if_said(c);
    conn_watch(c);
}

/* Called before the loop looks for input again, when the burst is full, and before a connection in
 * it is dropped. */
void burst_flush(struct server *s) {
    struct burst *b = s->burst;
    if (b->n == 0)
        return;
    s->metric[M_BURSTS]++;
    for (int i = 0; i < b->n; i++)
        send_said(b, &b->said[i]);
    b->n = 0;
    b->len = 0;
}

static void burst_add(struct conn *c, const void *bytes, size_t len) {
    struct burst *b = c->server->burst;
    if (!c->burst && (b->n == BURST_SENDS || b->len + len > BURST_BYTES))
        burst_flush(c->server);
    memcpy(b->bytes + b->len, bytes, len);
    if (c->burst) { /* the last one: it grows */
        b->said[b->n - 1].len += len;
    } else {
        b->said[b->n++] = (struct said){ c, b->len, len };
        c->burst = (int16_t)b->n;
    }
    b->len += len;
}

/* May it join the burst? It must not overtake what waits, nor what came into the burst before. */
static bool joins(const struct conn *c, size_t len) {
    const struct burst *b = c->server->burst;
    if (!c->ws || c->out || len > BURST_BYTES)
        return false;
    return !c->burst || (c->burst == b->n && b->len + len <= BURST_BYTES);
}

/* --- sending --- */

/* HTTP goes out at once: one answer a request, nothing to gather. */
static size_t send_now(struct conn *c, const void *bytes, size_t len) {
    ssize_t n = send(c->fd, bytes, len, MSG_NOSIGNAL);
    if (n < 0 && !try_later(errno))
        break_off(c);
    return n > 0 ? (size_t)n : 0;
}

/* A reader too far behind is cut off here, where the room that tells it something notices; telling
 * the others goes on. */
void conn_put(struct conn *c, const void *bytes, size_t len, bool keeps) {
    if (c->dead || c->closing)
        return;
    struct server *s = c->server;
    s->metric[M_BYTES_OUT] += len;
    if (joins(c, len)) {
        burst_add(c, bytes, len);
        return;
    }
    if (c->ws && c->out && c->queued > QUEUE_MAX) { /* too slow a reader: it goes, the room stays */
        s->metric[M_SLOW]++;
        break_off(c);
        return;
    }
    size_t sent = c->out || c->burst ? 0 : send_now(c, bytes, len);
    if (sent < len && !c->closing)
        queue_last(c, (const uint8_t *)bytes + sent, len - sent, keeps);
}

/* So that events and the answer to the command that made them leave as one packet. */
void conn_cork(struct conn *c) {
    c->server->corked = c;
    c->server->cork_len = 0;
}

static void send_corked(struct server *s) {
    size_t len = s->cork_len;
    s->cork_len = 0;
    if (len)
        conn_put(s->corked, s->cork, len, false);
}

void conn_uncork(struct server *s) {
    if (s->corked)
        send_corked(s);
    s->corked = NULL;
}

void conn_send(struct conn *c, const void *bytes, size_t len) {
    struct server *s = c->server;
    if (s->corked == c) {
        if (s->cork_len + len > CORK_MAX)
            send_corked(s);
        if (len <= CORK_MAX) {
            memcpy(s->cork + s->cork_len, bytes, len);
            s->cork_len += len;
            return;
        }
    }
    conn_put(c, bytes, len, false);
}

void conn_close_after(struct conn *c) {
    if (c->dead || c->closing)
        return;
    c->closing = true;
    end_if_said(c);
}
