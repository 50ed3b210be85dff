/* wire.h -- a WebSocket to a Skerry server, as small as one guest needs it.
 *
 * Blocking, one thread, plain http: a proxy in front of the server does TLS. Every false means that
 * the connection is of no use any more; the caller closes it. */
#ifndef CLI_WIRE_H
#define CLI_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_IN_MAX = 4 << 20, WIRE_TOKEN_MAX = 64 };
enum { WIRE_TEXT = 1, WIRE_CLOSE = 8, WIRE_PING = 9, WIRE_PONG = 10 };  /* opcodes of frames */

struct wire {
    int fd;                         /* -1: closed */
    char host[256], port[8];
    char path[128];                 /* in front of /ws; mostly empty */
    char token[WIRE_TOKEN_MAX];     /* of the guest's session, from wire_open() on */
    char *in;                       /* bytes that have come and are not used up */
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
/* The same guest over a new connection, to this address; w->fd stays the same number. False: nobody
 * is there, and what was there before is closed. `table`: which is asked for, or "". */
bool wire_again(struct wire *w, const char *url, const char *table);
void wire_close(struct wire *w);

/* A frame to the server: at most some 2,000 bytes of payload; wire_say() takes 1,023. */
bool wire_send(struct wire *w, int opcode, const char *payload, size_t n);
bool wire_say(struct wire *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Wait for a whole frame: its opcode is w->in[0] & 15, its payload the n bytes from w->in + h.
 * It stays there until wire_use(w, h + n). Frames are not put together: the server never splits
 * one. */
bool wire_next(struct wire *w, size_t *h, size_t *n);
void wire_use(struct wire *w, size_t n);

#endif
