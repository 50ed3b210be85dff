/* websocket.c -- a WebSocket to a Skerry server: see websocket.h.
 *
 * HTTP and frames share one input buffer: the bytes after an HTTP head are already the first
 * frame. The server sends the lengths, so they are compared before they are added. */
#include "websocket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/json.h"

/* --- the connection -------------------------------------------------------------------------- */

bool wire_url(struct wire *w, const char *url) {
    const char *host = strncmp(url, "http://", 7) == 0 ? url + 7 : NULL;
    size_t n = host ? strcspn(host, ":/") : 0;
    if (n == 0 || n >= sizeof w->host)
        return false;
    memcpy(w->host, host, n);
    w->host[n] = '\0';
    snprintf(w->port, sizeof w->port, "%.*s", host[n] == ':' ? (int)strcspn(host + n + 1, "/") : 2,
             host[n] == ':' ? host + n + 1 : "80");
    const char *path = strchr(host, '/'), *link = path ? strstr(path, "/t/") : NULL;
    size_t len = !path ? 0 : link ? (size_t)(link - path) : strlen(path);
    snprintf(w->path, sizeof w->path, "%.*s", (int)len, path ? path : "");
    for (len = strlen(w->path); len > 0 && w->path[len - 1] == '/'; len--)
        w->path[len - 1] = '\0';
    return true;
}

/* Tries every address of the name, as localhost may be ::1 or 127.0.0.1. */
static bool dial(struct wire *w) {
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *list = NULL;
    int one = 1;
    w->fd = -1;
    if (getaddrinfo(w->host, w->port, &hints, &list) != 0)
        return false;
    for (struct addrinfo *a = list; a && w->fd < 0; a = a->ai_next) {
        w->fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (w->fd >= 0 && connect(w->fd, a->ai_addr, a->ai_addrlen) != 0) {
            close(w->fd);
            w->fd = -1;
        }
    }
    freeaddrinfo(list);
    if (w->fd >= 0)
        setsockopt(w->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return w->fd >= 0;
}

/* Send everything; false if the connection is gone, which raises no signal here. */
static bool put(struct wire *w, const void *bytes, size_t n) {
    while (n > 0) {
        ssize_t k = send(w->fd, bytes, n, MSG_NOSIGNAL);
        if (k <= 0)
            return false;
        bytes = (const char *)bytes + k;
        n -= (size_t)k;
    }
    return true;
}

/* Wait for more bytes; false if the server has hung up or sent more than fits. */
static bool fill(struct wire *w) {
    ssize_t n = w->have < WIRE_IN_MAX ? recv(w->fd, w->in + w->have, WIRE_IN_MAX - w->have, 0) : 0;
    if (n <= 0)
        return false;
    w->have += (size_t)n;
    return true;
}

/* The rest moves to the front, so a frame always begins at in[0]. */
void wire_use(struct wire *w, size_t n) {
    w->have -= n;
    memmove(w->in, w->in + n, w->have);
}

/* Read up to the end of an HTTP head; its length, or 0. */
static size_t head(struct wire *w) {
    for (;;) {
        char *end = w->have >= 4 ? memmem(w->in, w->have, "\r\n\r\n", 4) : NULL;
        if (end)
            return (size_t)(end - w->in) + 4;
        if (!fill(w))
            return 0;
    }
}

/* `head`: the request line and its fields, without Host and length. */
int wire_ask(struct wire *w, const char *request, const char *body, size_t *len) {
    char text[2048];
    int n = snprintf(text, sizeof text, "%s\r\nHost: %s:%s\r\nContent-Type: application/json\r\n"
                                        "Content-Length: %zu\r\n\r\n%s",
                     request, w->host, w->port, strlen(body), body);
    if (n < 0 || (size_t)n >= sizeof text || !put(w, text, (size_t)n))
        return 0;
    size_t start = head(w);
    char *field = start ? memmem(w->in, start, "Content-Length: ", 16) : NULL;
    int status = start > 12 ? atoi(w->in + 9) : 0;
    *len = field ? strtoul(field + 16, NULL, 10) : 0;
    if (!field || *len > WIRE_IN_MAX)
        return 0;
    while (w->have < start + *len)
        if (!fill(w))
            return 0;
    wire_use(w, start);
    return status;
}

/* A session for a program: POST /api/session; the token in the answer is what a browser has as
 * its cookie. The connection stays open for the upgrade. */
static bool get_token(struct wire *w, const char *name) {
    char body[256];
    struct json_in answer;
    size_t len;
    struct json_out o = json_begin_object(body, sizeof body - 1);
    json_text(&o, "name", name);
    json_bool(&o, "token", true);
    json_object_end(&o);
    if (!json_fits(&o))
        return false;
    body[o.len] = '\0';
    if (!wire_ask(w, "POST /api/session HTTP/1.1", body, &len))
        return false;
    bool ok = json_check(w->in, len, &answer) == 0 && json_is_object(answer) &&
              json_to_text(json_get(answer, "token"), w->token, sizeof w->token) > 0;
    wire_use(w, len);
    return ok;
}

/* The key is fixed and the server's answer to it is not checked: it would only prove that the
 * other end speaks WebSocket, and it has just handed out a token. */
static bool upgrade(struct wire *w, const char *table) {
    char text[1024];
    int n = snprintf(
        text, sizeof text,
        "GET %s/ws%s%s HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: c2tlcnJ5IGJvdCBrZXkhIQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: skerry.1\r\n\r\n",
        w->path, table[0] ? "?table=" : "", table, w->host, w->port);
    /* Host, path and table have at most 255, 127 and 63 characters, so the request fits. */
    size_t end = put(w, text, (size_t)n) ? head(w) : 0;
    bool ok = end && strncmp(w->in, "HTTP/1.1 101", 12) == 0;
    wire_use(w, end);
    return ok;
}

bool wire_dial(struct wire *w) {
    w->in = malloc(WIRE_IN_MAX);
    w->have = 0;
    return w->in && dial(w);
}

/* One connection for both: the server keeps it open after the session, and then it is upgraded. */
bool wire_open(struct wire *w, const char *name) {
    return wire_dial(w) && get_token(w, name) && upgrade(w, "");
}

/* Code that waits for the old descriptor, such as the prompt, keeps working with the new
 * connection. */
bool wire_again(struct wire *w, const char *url, const char *table) {
    int was = w->fd;
    w->have = 0;
    if (!wire_url(w, url) || !dial(w)) {
        w->fd = was;
        return false;
    }
    if (was >= 0 && dup2(w->fd, was) == was) {
        close(w->fd);
        w->fd = was;
    }
    return upgrade(w, table);
}

void wire_close(struct wire *w) {
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
    free(w->in);
    w->in = NULL;
}

/* --- frames ---------------------------------------------------------------------------------- */

bool wire_send(struct wire *w, int opcode, const char *payload, size_t n) {
    uint8_t frame[2048], mask[4];
    size_t h = 0;
    /* The protocol requires clients to mask with fresh bytes. */
    if (n > sizeof frame - 16 || getrandom(mask, 4, 0) != 4)
        return false;
    frame[h++] = (uint8_t)(0x80 | opcode);
    frame[h++] = (uint8_t)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) {
        frame[h++] = (uint8_t)(n >> 8);
        frame[h++] = (uint8_t)n;
    }
    memcpy(frame + h, mask, 4);
    h += 4;
    for (size_t i = 0; i < n; i++)
        frame[h + i] = (uint8_t)payload[i] ^ mask[i & 3];
    return put(w, frame, h + n);
}

/* The texts must need no escapes: tokens, ids and the notation do not. */
bool wire_say(struct wire *w, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return n >= 0 && (size_t)n < sizeof text && wire_send(w, WIRE_TEXT, text, (size_t)n);
}

/* A head is 2, 4 or 10 bytes. While it is incomplete, the payload is assumed to have the maximum
 * length, so that more is read. A server never masks. */
bool wire_next(struct wire *w, size_t *h, size_t *n) {
    for (;;) {
        const uint8_t *b = (const uint8_t *)w->in;
        *h = 2;
        *n = w->have >= 2 ? b[1] & 127 : 0;
        if (w->have >= 4 && *n == 126) {
            *h = 4;
            *n = (size_t)b[2] << 8 | b[3];
        } else if (w->have >= 10 && *n == 127) {
            *h = 10;
            *n = 0;
            for (int i = 2; i < 10; i++)
                *n = *n << 8 | b[i];
        } else if (*n >= 126) {
            *n = WIRE_IN_MAX;
        }
        if (*n > WIRE_IN_MAX)           /* first: the sum below must not wrap around */
            return false;
        if (w->have >= 2 && w->have >= *h + *n)
            return true;
        if (!fill(w))
            return false;
    }
}
