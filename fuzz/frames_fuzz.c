/* frames_fuzz.c -- any bytes on an open socket, in pieces of any size. Messages come out whole. */
#include "../server/ws.h"

#include "../core/json.h"
#include "fuzz.h"

static void message(void *arg, const char *text, size_t len) {
    struct json_in value;
    int *messages = arg;
    CHECK(len <= WS_MESSAGE_MAX);
    ++*messages;
    json_check(text, len, &value);
}

static void control(void *arg, const void *bytes, size_t len) {
    const uint8_t *b = bytes;
    (void)arg;
    CHECK(len >= 2 && (b[0] & 0x80) && !(b[1] & 0x80)); /* whole frames, never masked */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int messages = 0;
    struct ws *w = ws_new(&(struct ws_handler){ message, control }, &messages);
    for (size_t at = 0, piece = 1; at < size; at += piece) {
        piece = 1 + data[at] % 61;
        if (piece > size - at)
            piece = size - at;
        if (!ws_feed(w, data + at, piece))
            break;
    }
    ws_free(w);
    return 0;
}
