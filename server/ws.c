/* ws.c -- WebSocket frames over wslay, fed with bytes from memory.
 *
 * wslay judges masks, lengths, fragments, UTF-8 and close codes, and queues pongs and closes; what
 * it wants to send is gathered and handed out once per feeding. Two things do not pass through it,
 * as there are so many of them: our own messages, where ws_head() makes one frame for all who get
 * it and wslay would copy it for each; and short messages in ASCII that come in one piece, for
 * which wslay's ten cache lines and three allocations are most of the work. The fuzz
 * target sees to it that this makes no difference.
 *
 * Permessage-deflate is never offered: a context a connection costs more memory than all the rest,
 * and our frames are small. */
#include "ws.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "../core/check.h"

struct ws {
    wslay_event_context_ptr ctx;
    struct ws_handler handler;
    void *arg;
    const uint8_t *in; /* what is being fed */
    size_t in_len;
    bool reads;     /* wslay wants more */
    bool in_pieces; /* something came in parts: since then wslay sees every byte */
};

/* wslay asks for more until it is told that there is none. */
static ssize_t on_recv(wslay_event_context_ptr ctx, uint8_t *buf, size_t len, int flags,
                       void *arg) {
    struct ws *w = arg;
    (void)flags;
    if (w->in_len == 0) {
        wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t n = len < w->in_len ? len : w->in_len;
    memcpy(buf, w->in, n);
    w->in += n;
    w->in_len -= n;
    return (ssize_t)n;
}

enum { OUT_MAX = 4096 }; /* of one feeding: many pongs, or a close */
struct gather {
    uint8_t bytes[OUT_MAX];
    size_t len;
};
static _Thread_local struct gather out;

/* Full: wslay keeps the rest, and flush() asks again after this much is out. */
static ssize_t on_send(wslay_event_context_ptr ctx, const uint8_t *data, size_t len, int flags,
                       void *arg) {
    (void)flags, (void)arg;
    if (out.len + len > OUT_MAX) {
        wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(out.bytes + out.len, data, len);
    out.len += len;
    return (ssize_t)len;
}

/* An empty message has no `msg`. The handler may close the connection, but must not free the
 * context from within: conn.c pins it for that long. */
static void on_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *m,
                       void *arg) {
    struct ws *w = arg;
    if (wslay_is_ctrl_frame(m->opcode))
        return;
    if (m->opcode != WSLAY_TEXT_FRAME) {
        wslay_event_queue_close(ctx, WS_NOT_TEXT, NULL, 0);
        wslay_event_shutdown_read(ctx);
        return;
    }
    w->handler.message(w->arg, m->msg ? (const char *)m->msg : "", m->msg_length);
}

struct ws *ws_new(const struct ws_handler *handler, void *arg) {
    static const struct wslay_event_callbacks callbacks = { .recv_callback = on_recv,
                                                            .send_callback = on_send,
                                                            .on_msg_recv_callback = on_message };
    struct ws *w = calloc(1, sizeof *w);
    CHECK(w);
    w->handler = *handler;
    w->arg = arg;
    CHECK(wslay_event_context_server_init(&w->ctx, &callbacks, w) == 0);
    wslay_event_config_set_max_recv_msg_length(w->ctx, WS_MESSAGE_MAX);
    w->reads = true;
    return w;
}

void ws_free(struct ws *w) {
    if (!w)
        return;
    wslay_event_context_free(w->ctx);
    free(w);
}

/* Ends too when wslay wants to write but produces nothing. */
static bool flush(struct ws *w) {
    while (wslay_event_want_write(w->ctx)) {
        out.len = 0;
        if (wslay_event_send(w->ctx) != 0)
            return false;
        if (out.len == 0)
            break;
        w->handler.send(w->arg, out.bytes, out.len);
    }
    return true;
}

/* Nothing but frames that are whole messages or control frames: behind them wslay stands where it
 * stood before, at the start of a frame. */
static bool whole_frames(const uint8_t *p, size_t len) {
    while (len > 0) {
        if (len < 6 || !(p[0] & 0x80) || (p[0] & 0x0f) == 0)
            return false;
        size_t head = 6, n = p[1] & 0x7f;
        if (n > 126)
            return false;
        if (n == 126) {
            head += 2;
            n = (size_t)p[2] << 8 | p[3];
        }
        if (len < head + n)
            return false;
        p += head + n;
        len -= head + n;
    }
    return true;
}

enum { SHORT_MAX = 125, SHORT_HEAD = 6 }; /* a length in seven bits; flags, length and mask */

/* One masked, final text frame and no byte more, of ASCII: into `text`, unmasked. */
static bool short_text(const uint8_t *p, size_t len, char text[SHORT_MAX]) {
    size_t n = len - SHORT_HEAD;
    unsigned seen = 0;
    if (len < SHORT_HEAD || p[0] != 0x81 || p[1] != (0x80 | n) || n > SHORT_MAX)
        return false;
    for (size_t i = 0; i < n; i++) {
        uint8_t c = p[SHORT_HEAD + i] ^ p[2 + i % 4];
        seen |= c;
        text[i] = (char)c;
    }
    return seen < 0x80;
}

static bool feed_wslay(struct ws *w, const void *bytes, size_t len) {
    w->in_pieces |= !whole_frames(bytes, len);
    w->in = bytes;
    w->in_len = len;
    bool ok = true;
    while (ok && w->in_len > 0 && wslay_event_want_read(w->ctx))
        ok = wslay_event_recv(w->ctx) == 0;
    if (!ok) { /* a frame that is none: wslay would close without saying why */
        uint8_t frame[127];
        w->handler.send(w->arg, frame, ws_closing(WS_PROTOCOL, "", frame));
        return false;
    }
    if (!flush(w))
        return false;
    w->reads = wslay_event_want_read(w->ctx);
    return w->reads || wslay_event_want_write(w->ctx);
}

bool ws_feed(struct ws *w, const void *bytes, size_t len) {
    char text[SHORT_MAX];
    if (w->reads && !w->in_pieces && short_text(bytes, len, text)) {
        w->handler.message(w->arg, text, len - SHORT_HEAD);
        return true;
    }
    return feed_wslay(w, bytes, len);
}

/* A server's frames are whole and not masked (RFC 6455, 5.1): final, text, length. */
size_t ws_head(size_t len, uint8_t head[WS_HEAD_MAX]) {
    head[0] = 0x81;
    if (len < 126) {
        head[1] = (uint8_t)len;
        return 2;
    }
    int bytes = len < 65536 ? 2 : 8;
    head[1] = bytes == 2 ? 126 : 127;
    for (int i = 0; i < bytes; i++)
        head[2 + i] = (uint8_t)((uint64_t)len >> (8 * (bytes - 1 - i)));
    return 2 + (size_t)bytes;
}

size_t ws_ping(uint8_t frame[2]) {
    frame[0] = 0x89;
    frame[1] = 0;
    return 2;
}

/* A control frame holds 125 bytes, two of which are the code. */
size_t ws_closing(enum ws_close code, const char *why, uint8_t frame[127]) {
    size_t n = strlen(why);
    CHECK(n <= 123);
    frame[0] = 0x88;
    frame[1] = (uint8_t)(n + 2);
    frame[2] = (uint8_t)(code >> 8);
    frame[3] = (uint8_t)code;
    memcpy(frame + 4, why, n);
    return n + 4;
}
