/* ws.h -- frames of a WebSocket connection: wslay takes the incoming ones apart, the
 * outgoing ones are made here, once for all who get them.
 *
 * Works on bytes, not on sockets, so that the fuzzer can drive it. */
#ifndef SERVER_WS_H
#define SERVER_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/limits.h"

enum { WS_HEAD_MAX = 10 };

/* RFC 6455, 7.4; what each is used for is in docs/protocol.md. */
enum ws_close {
    WS_NORMAL = 1000,
    WS_AWAY = 1001,
    WS_PROTOCOL = 1002,
    WS_NOT_TEXT = 1003,
    WS_POLICY = 1008,
    WS_RESTART = 1012,
    WS_TRY_LATER = 1013
};

struct ws;
struct ws_handler {
    void (*message)(void *arg, const char *text, size_t len); /* a whole text message */
    void (*send)(void *arg, const void *bytes, size_t len);   /* pongs and closes */
};
/* One context per connection, freed with it; `arg` is handed to both callbacks. */
struct ws *ws_new(const struct ws_handler *handler, void *arg);
void ws_free(struct ws *w);

/* Bytes from the peer. False: the connection is over, drop it once its output is out. */
bool ws_feed(struct ws *w, const void *bytes, size_t len);

/* The head of a text frame of `len` bytes; returns its length. */
size_t ws_head(size_t len, uint8_t out[WS_HEAD_MAX]);
/* A whole ping frame (2 bytes) or close frame (up to 127); returns the length. */
size_t ws_ping(uint8_t out[2]);
size_t ws_closing(enum ws_close code, const char *why, uint8_t out[127]);

#endif
