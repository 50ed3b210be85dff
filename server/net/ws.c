/* ws.c -- WebSocket frames over wslay, fed with bytes from memory.
 *
 * wslay judges masks, lengths, fragments, UTF-8 and close codes, and queues pongs and closes; what
 * it wants to send is collected and handed out once per call of ws_feed(). Two kinds of messages
 * bypass it because they are so frequent. For our own, ws_head() makes one frame that all
 * receivers share, where wslay would copy it for each. For short ASCII messages that arrive in one
 * piece, wslay's ten cache lines and three allocations would be most of the work. A context of
 * wslay takes 8 kB, so a connection only has one while it needs it for something else. The fuzzer
 * checks that bypassing wslay makes no difference.
 *
 * Permessage-deflate is never offered: a context for each connection would take more memory than
 * everything else, and our frames are small. */
#include "ws.h"

#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "core/check.h"

struct ws {
    wslay_event_context_ptr ctx; /* NULL: it is between two frames and has nothing to remember */
    struct ws_handler handler;
    void *arg;
    const uint8_t *in; /* what is being fed */
    size_t in_len;
    bool reads;     /* wslay wants more */
    bool in_pieces; /* something came in parts; from then on wslay sees every byte */
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
    struct ws *w = calloc(1, sizeof *w);
    CHECK(w);
    w->handler = *handler;
    w->arg = arg;
    w->reads = true;
    return w;
}

static void begin_wslay(struct ws *w) {
    static const struct wslay_event_callbacks callbacks = { .recv_callback = on_recv,
                                                            .send_callback = on_send,
                                                            .on_msg_recv_callback = on_message };
    if (w->ctx)
        return;
    CHECK(wslay_event_context_server_init(&w->ctx, &callbacks, w) == 0);
    wslay_event_config_set_max_recv_msg_length(w->ctx, WS_MESSAGE_MAX);
}

static void end_wslay(struct ws *w) {
    if (w->ctx)
        wslay_event_context_free(w->ctx);
    w->ctx = NULL;
}

void ws_free(struct ws *w) {
    if (!w)
        return;
    end_wslay(w);
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

/* Only whole messages and control frames: after them wslay is where it was before, at the start of
 * a frame. */
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

enum { SHORT_MAX = 1024 };

/* If the bytes are exactly one masked, final text frame of ASCII, unmasks it into `text` and
 * returns its length; otherwise -1. */
static int short_text(const uint8_t *p, size_t len, char text[SHORT_MAX]) {
    const uint64_t high = 0x8080808080808080u;
    uint64_t word, mask, seen = 0;
    if (len < 6 || p[0] != 0x81 || !(p[1] & 0x80) || p[1] == 0xff)
        return -1;
    size_t n = p[1] & 0x7f, head = n == 126 ? 8 : 6, i = 0;
    if (n == 126)
        n = (size_t)p[2] << 8 | p[3];
    if (len != head + n || n > SHORT_MAX || (head == 8 && n < 126))
        return -1;
    memcpy(&mask, p + head - 4, 4);
    memcpy((char *)&mask + 4, p + head - 4, 4);
    for (p += head; i + 8 <= n; i += 8) {
        memcpy(&word, p + i, 8);
        word ^= mask;
        seen |= word;
        memcpy(text + i, &word, 8);
    }
    for (; i < n; i++) {
        uint8_t c = p[i] ^ p[(int)(i % 4) - 4];
        seen |= c;
        text[i] = (char)c;
    }
    return seen & high ? -1 : (int)n;
}

static bool feed_wslay(struct ws *w, const void *bytes, size_t len) {
    w->in_pieces |= !whole_frames(bytes, len);
    w->in = bytes;
    w->in_len = len;
    begin_wslay(w);
    bool ok = true;
    while (ok && w->in_len > 0 && wslay_event_want_read(w->ctx))
        ok = wslay_event_recv(w->ctx) == 0;
    if (!ok) { /* an invalid frame: wslay would close without saying why */
        uint8_t frame[127];
        w->handler.send(w->arg, frame, ws_closing(WS_PROTOCOL, "", frame));
        return false;
    }
    if (!flush(w))
        return false;
    w->reads = wslay_event_want_read(w->ctx);
    bool writes = wslay_event_want_write(w->ctx);
    if (w->reads && !writes && !w->in_pieces)
        end_wslay(w);
    return w->reads || writes;
}

bool ws_feed(struct ws *w, const void *bytes, size_t len) {
    char text[SHORT_MAX];
    int n = w->reads && !w->in_pieces ? short_text(bytes, len, text) : -1;
    if (n < 0)
        return feed_wslay(w, bytes, len);
    w->handler.message(w->arg, text, (size_t)n);
    return true;
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
