/* frames_fuzz.c -- any bytes on an open socket, in pieces of any size. Messages come out whole,
 * and the same as if every byte had come alone: the shortcut in ws.c must agree with wslay. */
#include "server/net/ws.h"

#include "core/hash.h"
#include "core/json.h"
#include "fuzz.h"

/* Everything that came out when the bytes were fed in one particular way. */
struct heard {
    int messages;
    uint64_t texts, answers;
};

static void message(void *arg, const char *text, size_t len) {
    struct json_in value;
    struct heard *h = arg;
    CHECK(len <= WS_MESSAGE_MAX);
    h->messages++;
    h->texts = hash_bytes(hash_mix(h->texts), text, len);
    json_check(text, len, &value);
}

static void control(void *arg, const void *bytes, size_t len) {
    const uint8_t *b = bytes;
    struct heard *h = arg;
    CHECK(len >= 2 && (b[0] & 0x80) && !(b[1] & 0x80)); /* whole frames, never masked */
    h->answers = hash_bytes(h->answers, bytes, len);
}

/* A short text frame usually comes in one piece; otherwise the first byte decides. */
static size_t piece_of(const uint8_t *data, size_t left) {
    size_t n = 1 + data[0] % 61;
    if (left > 3 && data[0] == 0x81)
        n = (data[1] & 0x7f) == 126 ? 8 + ((size_t)data[2] << 8 | data[3]) : 6 + (data[1] & 0x7f);
    return n < left ? n : left;
}

/* False: the connection ended before the last byte. */
static bool feed(const uint8_t *data, size_t size, bool alone, struct heard *h) {
    bool ok = true;
    struct ws *w = ws_new(&(struct ws_handler){ message, control }, h);
    for (size_t at = 0, piece = 1; ok && at < size; at += piece) {
        piece = alone ? 1 : piece_of(data + at, size - at);
        ok = ws_feed(w, data + at, piece);
    }
    ws_free(w);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct heard pieces = { 0, HASH_START, HASH_START }, bytes = pieces;
    bool goes_on = feed(data, size, false, &pieces);
    goes_on &= feed(data, size, true, &bytes);
    CHECK(pieces.messages == bytes.messages && pieces.texts == bytes.texts);
    /* A pong in the same piece as the end of the connection is no longer sent, and wslay judges
     * a close frame earlier if it comes in larger pieces. */
    CHECK(pieces.answers == bytes.answers || !goes_on);
    return 0;
}
