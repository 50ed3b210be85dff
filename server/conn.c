/* conn.c -- sockets: taking them in, reading requests and frames; what goes out is in conn_out.c.
 *
 * A connection can end at any moment, also while a message of its own is being handled: dropping
 * closes the socket at once but frees the struct only when nobody holds it. Whoever will come back
 * to it (store, worker, a callback further up) pins it, and asks `dead` when it does.
 *
 * Three flags tell its age: `closing` (no more is said or heard; waits for the peer to go), `dead`
 * (socket closed, client gone), `handle_closed` (libuv has let go; unpinned, it is freed). */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../core/check.h"
#include "internal.h"

/* READS at most before others have their turn; a request has HEAD_SECONDS from its first byte to
 * its last, so that nobody holds a place by trickling. */
enum { HEAD_SECONDS = 10, READ_MAX = 16384, READS = 4 };

static void on_ready(uv_poll_t *handle, int status, int events);

/* --- addresses --- */

/* FNV-1a. An attacker who picks addresses can fill a chain, but has to own them. */
static unsigned address_slot(const struct in6_addr *ip) {
    unsigned h = 2166136261u;
    for (int i = 0; i < 16; i++)
        h = (h ^ ip->s6_addr[i]) * 16777619u;
    return h % 1024;
}

/* Of IPv6 only the network counts: a subscriber has all of its 2^64 addresses, and would have as
 * many tries. */
static struct address *address_of(struct server *s, struct in6_addr ip) {
    if (!IN6_IS_ADDR_V4MAPPED(&ip))
        memset(&ip.s6_addr[8], 0, 8);
    struct address **list = &s->address[address_slot(&ip)];
    for (struct address *a = *list; a; a = a->next)
        if (memcmp(&a->ip, &ip, sizeof ip) == 0)
            return a;
    struct address *a = calloc(1, sizeof *a);
    CHECK(a);
    a->ip = ip;
    a->next = *list;
    return *list = a;
}

/* Forget an address that has nothing left to remember. */
static void address_done(struct server *s, struct address *a) {
    if (a->connections > 0 || a->requests > 0 || a->tables > 0)
        return;
    struct address **at = &s->address[address_slot(&a->ip)];
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    free(a);
}

/* Every address in one form: IPv4 as ::ffff:a.b.c.d. */
static struct in6_addr ip_of(const struct sockaddr_storage *from) {
    struct in6_addr ip = in6addr_any;
    if (from->ss_family == AF_INET6) {
        ip = ((const struct sockaddr_in6 *)from)->sin6_addr;
    } else if (from->ss_family == AF_INET) {
        ip.s6_addr[10] = ip.s6_addr[11] = 0xff;
        memcpy(&ip.s6_addr[12], &((const struct sockaddr_in *)from)->sin_addr, 4);
    }
    return ip;
}

/* --- life --- */

void conn_watch(struct conn *c) {
    uint8_t events = UV_READABLE | (c->out ? UV_WRITABLE : 0);
    if (c->dead || events == c->events)
        return;
    c->events = events;
    uv_poll_start(&c->poll, events, on_ready);
}

/* Behind a proxy everybody comes from one address: there the limit waits for the header that names
 * the real one (forwarded()). */
void conn_accept(struct server *s, int fd, const struct sockaddr_storage *from, bool metrics) {
    struct address *a = address_of(s, ip_of(from));
    if (!s->config.proxy && a->connections >= s->config.connections_per_address) {
        s->metric[M_REFUSED]++;
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
    a->connections++;
    c->opened = c->heard = c->pinged = now_ms(s);
    c->next = s->conns;
    if (c->next)
        c->next->prev = c;
    s->conns = c;
    s->conns_n++;
    s->metric[M_CONNECTIONS]++;
    uv_poll_init(&s->loop, &c->poll, fd);
    c->poll.data = c;
    conn_watch(c);
}

/* Called wherever one of the three conditions may have become the last. */
static void release(struct conn *c) {
    if (c->dead && c->handle_closed && c->pins == 0) {
        free(c->head);
        free(c);
    }
}

static void on_closed(uv_handle_t *handle) {
    struct conn *c = handle->data;
    c->handle_closed = true;
    release(c);
}

void conn_pin(struct conn *c) {
    c->pins++;
}

void conn_unpin(struct conn *c) {
    CHECK(c->pins > 0);
    c->pins--;
    release(c);
}

/* Never from within ws_feed(): the frames' context goes with the client. Handlers call
 * client_close() instead. */
void conn_drop(struct conn *c) {
    struct server *s = c->server;
    if (c->dead)
        return;
    if (c->burst) /* what was said to it goes out before it does */
        burst_flush(s);
    c->dead = true;
    conn_pin(c);
    if (c->client)
        client_gone(c->client);
    c->client = NULL;
    if (c->prev)
        c->prev->next = c->next;
    else
        s->conns = c->next;
    if (c->next)
        c->next->prev = c->prev;
    s->conns_n--;
    CHECK(c->address->connections > 0 && s->conns_n >= 0);
    c->address->connections--;
    address_done(s, c->address);
    conn_forget_output(c);
    free(c->in);
    c->in = NULL;
    /* uv_close() names the descriptor to epoll once more: until then it must stay ours. */
    uv_close((uv_handle_t *)&c->poll, on_closed);
    close(c->fd);
    conn_unpin(c);
}

/* --- HTTP --- */

/* With every answer, the page's and the API's alike. What the page may load is itself, wasm and
 * inline pictures; no other site may frame, embed or read it. */
static const char security[] =
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: "
    "no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
    "'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src "
    "'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'\r\n";

/* A HEAD gets the length of what a GET would. */
static void send_head(struct conn *c, int status, const char *type, const char *headers,
                      size_t len) {
    char head[4096];
    bool keep_open = c->head->keep && !c->server->draining;
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %d %s\r\n%s%s%sContent-Length: %zu\r\n%s%sConnection: %s\r\n\r\n",
                     status, http_reason(status), type ? "Content-Type: " : "", type ? type : "",
                     type ? "\r\n" : "", len, security, headers ? headers : "",
                     keep_open ? "keep-alive" : "close");
    CHECK(n > 0 && n < (int)sizeof head);
    conn_send(c, head, (size_t)n);
}

/* The next request may come, or the end. */
static void answered(struct conn *c) {
    c->busy = false;
    c->heard = now_ms(c->server);
    if (!c->head->keep || c->server->draining)
        conn_close_after(c);
}

static void answer(struct conn *c, int status, const char *type, const char *headers,
                   const void *body, size_t len, bool keeps) {
    if (c->dead)
        return;
    c->server->metric[M_HTTP]++;
    send_head(c, status, type, headers, len);
    if (len > 0 && c->head->method != HTTP_IS_HEAD)
        conn_put(c, body, len, keeps);
    answered(c);
}

void conn_answer(struct conn *c, int status, const char *type, const char *headers,
                 const void *body, size_t len) {
    answer(c, status, type, headers, body, len, false);
}

void conn_answer_static(struct conn *c, int status, const char *type, const char *headers,
                        const void *body, size_t len) {
    answer(c, status, type, headers, body, len, true);
}

/* For bytes that are no request: there is no telling where the next would begin, so it closes (a
 * head of zeros keeps nothing open). */
static void refuse(struct conn *c, int status) {
    memset(c->head, 0, sizeof *c->head);
    c->busy = true;
    conn_answer(c, status, "text/plain; charset=utf-8", NULL, http_reason(status),
                strlen(http_reason(status)));
}

/* Browsers send an Origin with every WebSocket and POST; a program without one has no cookie to be
 * abused. */
bool conn_origin_ok(const struct server *s, const struct http_head *head) {
    char wanted[264];
    if (!head->origin[0])
        return true; /* no browser */
    snprintf(wanted, sizeof wanted, " %s ", head->origin);
    return strchr(head->origin, ' ') == NULL && strstr(s->origins, wanted) != NULL;
}

/* Echoed only if it was offered: browsers insist. */
static bool offers_protocol(const char *list) {
    for (const char *p = list; *p;) {
        p += strspn(p, " ,");
        size_t n = strcspn(p, " ,");
        if (n == 8 && memcmp(p, "skerry.1", 8) == 0)
            return true;
        p += n;
    }
    return false;
}

static void message(void *arg, const char *text, size_t len) {
    client_message(arg, text, len);
}

static void control(void *arg, const void *bytes, size_t len) {
    conn_send(arg, bytes, len);
}

/* Refusals close: a page must not try again over the same connection with other headers. */
static void upgrade(struct conn *c) {
    static const struct ws_handler handler = { message, control };
    const struct http_head *h = c->head;
    char accept[29], head[256], cookie[TOKEN_CHARS + 1];
    if (h->ws_version != 13 || strlen(h->ws_key) != 24) {
        c->head->keep = false;
        conn_answer(c, 426, NULL, "Sec-WebSocket-Version: 13\r\n", NULL, 0);
        return;
    }
    if (!conn_origin_ok(c->server, h)) {
        log_line("warn", "origin", "origin", h->origin, NULL);
        c->head->keep = false;
        api_error(c, 403, "bad-origin", "This page's address is not allowed here.");
        return;
    }
    auth_token_of(c, cookie);
    http_ws_accept(h->ws_key, accept);
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s\r\n",
                     accept,
                     offers_protocol(h->ws_protocol) ? "Sec-WebSocket-Protocol: skerry.1\r\n" : "");
    conn_send(c, head, (size_t)n);
    c->busy = false;
    c->ws = ws_new(&handler, c);
    c->client = client_new(c, cookie);
}

/* Pinned: a message's handler may make the whole connection go. */
static void feed_frames(struct conn *c, const char *bytes, size_t len) {
    conn_pin(c);
    bool goes_on = ws_feed(c->ws, bytes, len);
    if (!goes_on && !c->dead)
        conn_close_after(c);
    conn_unpin(c);
}

/* Behind a proxy everybody comes from its address: count by the one it names. The last in the list
 * is the one our own proxy wrote; those before it are anybody's word. False: that address has too
 * many connections. */
static bool forwarded(struct conn *c) {
    struct server *s = c->server;
    const char *list = c->head->forwarded, *last = strrchr(list, ',');
    struct in6_addr ip = in6addr_any;
    last = last ? last + 1 + strspn(last + 1, " ") : list;
    if (inet_pton(AF_INET, last, &ip.s6_addr[12]) == 1)
        ip.s6_addr[10] = ip.s6_addr[11] = 0xff;
    else if (inet_pton(AF_INET6, last, &ip) != 1)
        return true;
    struct address *was = c->address;
    c->address = address_of(s, ip);
    c->address->connections++;
    was->connections--;
    if (was != c->address)
        address_done(s, was);
    return c->address->connections <= s->config.connections_per_address;
}

/* A whole request is there: answer it, or switch to frames. */
static void request(struct conn *c) {
    struct server *s = c->server;
    size_t used = c->head->head_len + c->head->body_len, left = c->in_len - used;
    c->busy = true;
    if (s->config.proxy && c->head->forwarded[0] && !forwarded(c)) {
        s->metric[M_REFUSED]++;
        c->head->keep = false;
        api_error(c, 429, "too-many", "Too many connections from this address.");
        return;
    }
    if (c->head->upgrade && !c->metrics && strcmp(c->head->path, "/ws") == 0) {
        upgrade(c);
        if (c->ws && left > 0)
            feed_frames(c, c->in + used, left);
        if (c->ws) { /* nothing of HTTP is needed any more */
            free(c->in);
            free(c->head);
            c->in = NULL;
            c->head = NULL;
        }
        c->in_len = 0;
        return;
    }
    if (left > 0) { /* nobody honest sends a request before the last is answered */
        refuse(c, 400);
        return;
    }
    if (c->metrics)
        metrics_answer(c);
    else
        api_handle(c);
    c->in_len = 0;
}

/* Gathers until the head and its body are there. While a request is being answered what comes is
 * thrown away: browsers do not pipeline. */
static void feed_http(struct conn *c, const char *bytes, size_t len) {
    if (c->busy || c->closing)
        return;
    if (!c->in) {
        c->in = malloc(HTTP_HEAD_MAX + HTTP_BODY_MAX);
        c->head = calloc(1, sizeof *c->head);
    }
    CHECK(c->in && c->head);
    if (c->in_len == 0)
        c->opened = now_ms(c->server);
    if (c->in_len + len > HTTP_HEAD_MAX + HTTP_BODY_MAX) {
        refuse(c, 413);
        return;
    }
    memcpy(c->in + c->in_len, bytes, len);
    c->in_len += len;
    int status = http_read(c->in, c->in_len, c->head);
    if (status > 1)
        refuse(c, status);
    else if (status == 0 && c->in_len >= c->head->head_len + c->head->body_len)
        request(c);
}

/* --- input --- */

/* A short read means that the socket is empty, which saves the call that would say so. */
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
        if (c->closing) /* read past, so that its end is seen; but it earns no more time by it */
            continue;
        c->heard = now_ms(c->server);
        if (c->ws)
            feed_frames(c, bytes, (size_t)n);
        else
            feed_http(c, bytes, (size_t)n);
        if (n < (ssize_t)sizeof bytes)
            return;
    }
}

/* Only remembered: all that are ready are served together, after the loop has looked. */
static void on_ready(uv_poll_t *handle, int status, int events) {
    struct conn *c = (struct conn *)handle; /* its first member */
    struct server *s = c->server;
    if (status < 0) {
        conn_drop(c);
        return;
    }
    if (!c->ready) {
        if (s->found_n == s->found_cap) {
            s->found_cap = s->found_cap ? 2 * s->found_cap : 256;
            s->found = realloc(s->found, (size_t)s->found_cap * sizeof(struct conn *));
            CHECK(s->found);
        }
        s->found[s->found_n++] = c;
        conn_pin(c);
    }
    c->ready |= (uint8_t)events;
}

/* Output first: what goes out may make room for what comes in. */
static void serve(struct conn *c) {
    int events = c->ready;
    c->ready = 0;
    if (!c->dead && (events & UV_WRITABLE) && !conn_flush(c))
        conn_drop(c);
    if (!c->dead && (events & UV_READABLE))
        read_some(c);
    if (!c->dead)
        conn_watch(c);
    conn_unpin(c);
}

/* Have the lines fetched that serving a connection will need, one step down the chain of pointers
 * at a time: waiting for memory is most of what a command costs (lines.h). Nothing hangs on it. */
static void fetch(const struct conn *c, int step) {
    const struct client *client = c->client;
    if (c->dead || !client)
        return;
    if (step == 0) {
        fetch_lines(c->ws, 1);
        fetch_lines(client, 1);
    } else if (step == 1) {
        ws_fetch(c->ws);
        if (client->room)
            fetch_lines(client->room, 2);
    } else if (client->room && step == 2) {
        fetch_lines(client->room->t, 4);
    } else if (client->room && step == 3) {
        table_fetch(client->room->t);
    }
}

/* While one is served, what the next ones need is on its way. */
void conn_serve(struct server *s) {
    enum { STEPS = 4 };
    for (int i = 0; i < s->found_n + STEPS; i++) {
        for (int step = 0; step < STEPS; step++)
            if (i >= step && i - step < s->found_n)
                fetch(s->found[i - step], step);
        if (i >= STEPS)
            serve(s->found[i - STEPS]);
    }
    s->found_n = 0;
}

/* --- every few seconds --- */

/* By age: closing, frames, a head that trickles, an idle keep-alive. A request that waits for the
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

/* Every second with short limits; not to look at ten thousand sockets for nothing, every fourth
 * with the usual ones. */
int conn_tick_every(const struct server *s) {
    int seconds = s->config.idle / 15;
    return seconds < 1 ? 1 : seconds > 4 ? 4 : seconds;
}

/* A silent peer is told why, in case it is only asleep; if it stays silent it is dropped. `heard`
 * begins anew, so that the close frame has its five seconds to arrive. */
static void hang_up(struct conn *c, int64_t now) {
    if (!c->ws || c->closing) {
        conn_drop(c);
        return;
    }
    c->heard = now;
    client_close(c->client, WS_AWAY, "idle");
}

void conn_tick(struct server *s) {
    int64_t now = now_ms(s), quiet = now - (int64_t)s->config.idle * 1000 / 3;
    for (struct conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        if (too_quiet(c, now)) {
            hang_up(c, now);
        } else if (c->ws && !c->closing && c->heard <= quiet && c->pinged <= quiet) {
            uint8_t ping[2];
            c->pinged = now;
            conn_send(c, ping, ws_ping(ping));
        }
    }
}
