/* conn_http.c -- HTTP on a connection: reads a request, answers it, or upgrades to frames. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "conn.h"
#include "security_headers.h"

/* No other site may embed our content, unless an answer allows it. */
static const char *resource_policy(const char *headers) {
    return headers && strstr(headers, "Cross-Origin-Resource-Policy:")
        ? "" : "Cross-Origin-Resource-Policy: same-origin\r\n";
}

/* A HEAD gets the length of what a GET would. */
static void send_head(struct conn *c, int status, const char *type, const char *headers,
                      size_t len) {
    char head[4096 + PEER_SOCKETS_MAX];
    bool keep_open = c->head->keep && !c->server->draining;
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %d %s\r\n%s%s%sContent-Length: %zu\r\n" SECURITY_HEADERS
                     "%s%sConnection: %s\r\n\r\n",
                     status, http_reason(status), type ? "Content-Type: " : "", type ? type : "",
                     type ? "\r\n" : "", len, c->server->peer_sockets, resource_policy(headers),
                     headers ? headers : "",
                     keep_open ? "keep-alive" : "close");
    CHECK(n > 0 && n < (int)sizeof head);
    conn_send(c, head, (size_t)n);
}

/* Ready for the next request, or for the end. */
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

/* For bytes that are not a request: the start of the next one is unknown, so the connection
 * closes. */
static void refuse(struct conn *c, int status) {
    memset(c->head, 0, sizeof *c->head);
    c->busy = true;
    conn_answer(c, status, "text/plain; charset=utf-8", NULL, http_reason(status),
                strlen(http_reason(status)));
}

/* Echoed only if it was offered, as browsers require. */
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

static void control(void *arg, const void *bytes, size_t len) {
    conn_send(arg, bytes, len);
}

/* Refusals close the connection: a page must not retry over it with other headers. */
static void upgrade(struct conn *c) {
    static const struct ws_handler handler = { client_message, control };
    const struct http_head *h = c->head;
    char accept[29], head[256];
    if (h->ws_version != 13 || strlen(h->ws_key) != 24) {
        c->head->keep = false;
        conn_answer(c, 426, NULL, "Sec-WebSocket-Version: 13\r\n", NULL, 0);
        return;
    }
    if (!origin_ok(c->server, h)) {
        address_warn(c, WARN_ORIGIN, "origin", h->origin);
        c->head->keep = false;
        api_error(c, 403, "bad-origin", "This page's address is not allowed here.");
        return;
    }
    http_ws_accept(h->ws_key, accept);
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n%s\r\n",
                     accept,
                     offers_protocol(h->ws_protocol) ? "Sec-WebSocket-Protocol: skerry.1\r\n" : "");
    conn_send(c, head, (size_t)n);
    c->busy = false;
    c->ws = ws_new(&handler, c);
    c->client = client_new(c);
}

/* Behind a proxy everybody has its address: use the one it names. Our own proxy wrote the last
 * one in the list; the others cannot be trusted. False: that address has too many connections. */
static bool forwarded(struct conn *c) {
    struct server *s = c->server;
    const char *list = c->head->forwarded, *last = strrchr(list, ',');
    struct in6_addr ip = in6addr_any;
    last = last ? last + 1 + strspn(last + 1, " ") : list;
    if (inet_pton(AF_INET, last, &ip.s6_addr[12]) == 1)
        ip.s6_addr[10] = ip.s6_addr[11] = 0xff;
    else if (inet_pton(AF_INET6, last, &ip) != 1)
        return true;
    struct address *was = c->address, *is = address_of(s, ip);
    if (is == was)
        return true;
    bool room = !address_crowded(s, is);
    c->address = is;
    address_enter(is);
    address_leave(s, was);
    return room;
}

/* After a successful upgrade the HTTP state is no longer needed; `left` bytes of frames have
 * already arrived. */
static void become_frames(struct conn *c, size_t used, size_t left) {
    upgrade(c);
    if (c->ws && left > 0)
        conn_feed_frames(c, c->in + used, left);
    if (c->ws) {
        free(c->in);
        free(c->head);
        c->in = NULL;
        c->head = NULL;
    }
    c->in_len = 0;
}

/* A whole request has arrived: answer it, or switch to frames. */
static void request(struct conn *c) {
    struct server *s = c->server;
    size_t used = c->head->head_len + c->head->body_len, left = c->in_len - used;
    c->busy = true;
    if (s->config.proxy && c->head->forwarded[0] && !forwarded(c)) {
        s->metric[M_REFUSED]++;
        address_warn(c, WARN_LIMIT, "limit", "connections");
        c->head->keep = false;
        api_error(c, 429, "too-many", "Too many connections from this address.");
        return;
    }
    if (s->draining && !c->metrics && !api_is_health(c->head->path)) { /* try the next server */
        api_error(c, 503, "draining", "The server is about to restart.");
        c->in_len = 0;
        return;
    }
    if (c->head->upgrade && s->cut_off) { /* as well */
        api_error(c, 503, "not-stored", "This server cannot reach its store.");
        c->in_len = 0;
        return;
    }
    if (c->head->upgrade && !c->metrics && strcmp(c->head->path, "/ws") == 0) {
        become_frames(c, used, left);
        return;
    }
    if (left > 0) { /* no honest client sends a request before the last one is answered */
        refuse(c, 400);
        return;
    }
    if (c->metrics)
        metrics_answer(c);
    else
        api_handle(c);
    c->in_len = 0;
}

/* Reads until head and body are complete. Input during an answer is discarded: browsers do not
 * pipeline. */
void conn_feed_http(struct conn *c, const char *bytes, size_t len) {
    if (c->busy || c->closing)
        return;
    if (!c->in) {
        c->in = malloc(HTTP_HEAD_MAX + HTTP_BODY_MAX);
        c->head = calloc(1, sizeof *c->head);
    }
    if (!c->in || !c->head) { /* a stranger's request must not end anybody's game */
        conn_drop(c);
        return;
    }
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
