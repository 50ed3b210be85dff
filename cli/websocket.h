/* websocket.h -- a minimal WebSocket client for a Skerry server.
 *
 * Blocking, one thread, plain http: a proxy in front of the server does TLS. False always means
 * that the connection is unusable; the caller closes it. */
#ifndef CLI_WEBSOCKET_H
#define CLI_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_IN_MAX = 4 << 20, WIRE_TOKEN_MAX = 64 };
enum { WIRE_TEXT = 1, WIRE_CLOSE = 8, WIRE_PING = 9, WIRE_PONG = 10 };  /* opcodes of frames */

struct wire {
    int fd;                         /* -1: closed */
    char host[256], port[8];
    char path[128];                 /* before /ws; usually empty */
    char token[WIRE_TOKEN_MAX];     /* of the guest's session, from wire_open() on */
    char *in;                       /* received bytes that are not yet used */
    size_t have;
};

/* http://host[:port][/path] into its parts; false for anything else. A table's link has no path. */
bool wire_url(struct wire *w, const char *url);
/* Dial only; then ask over HTTP: the status, or 0 with no connection. The answer's `len` bytes are
 * at w->in until wire_use(w, len). */
bool wire_dial(struct wire *w);
int wire_ask(struct wire *w, const char *head, const char *body, size_t *len);
/* Dial, become a guest called `name`, and turn the connection into a WebSocket. */
bool wire_open(struct wire *w, const char *name);
/* The same guest over a new connection to this address; w->fd keeps its number. False: nobody
 * answers, and the old connection is closed. `table`: the requested one, or "". */
bool wire_again(struct wire *w, const char *url, const char *table);
void wire_close(struct wire *w);

/* A frame to the server: at most about 2,000 bytes of payload; wire_say() takes 1,023. */
bool wire_send(struct wire *w, int opcode, const char *payload, size_t n);
bool wire_say(struct wire *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Wait for a whole frame: its opcode is w->in[0] & 15, its payload the n bytes from w->in + h.
 * It stays there until wire_use(w, h + n). Frames are not reassembled: the server never splits
 * one. */
bool wire_next(struct wire *w, size_t *h, size_t *n);
void wire_use(struct wire *w, size_t n);

#endif
