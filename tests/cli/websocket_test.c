/* websocket_test.c -- frames of a WebSocket as `skerry bot` reads and writes them. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/websocket.h"

/* A connection to ourselves: what the test writes to `far` arrives. */
static void open_pair(struct wire *w, int *far) {
    int fd[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    memset(w, 0, sizeof *w);
    w->fd = fd[0];
    w->in = malloc(WIRE_IN_MAX);
    *far = fd[1];
}

static void send_bytes(int far, const char *bytes, size_t n) {
    EXPECT_EQ(write(far, bytes, n), (ssize_t)n);
}

static void frames_come_one_by_one_however_they_arrive(void) {
    char large[4 + 300] = { (char)0x81, 126, 300 >> 8, 300 & 255 };
    struct wire w;
    size_t h, n;
    int far;
    open_pair(&w, &far);
    memset(large + 4, 'x', 300);
    send_bytes(far, "\x81\x02hi\x89\x00\x81", 7);
    EXPECT(wire_next(&w, &h, &n) && h == 2 && n == 2 && memcmp(w.in + h, "hi", 2) == 0);
    wire_use(&w, h + n);
    EXPECT(wire_next(&w, &h, &n) && n == 0 && (w.in[0] & 15) == WIRE_PING);
    wire_use(&w, h + n);
    send_bytes(far, large + 1, sizeof large - 1);
    EXPECT(wire_next(&w, &h, &n) && h == 4 && n == 300 && w.in[h + n - 1] == 'x');
    wire_use(&w, h + n);
    EXPECT_EQ(w.have, 0);
    close(far);
    EXPECT(!wire_next(&w, &h, &n));
    wire_close(&w);
}

/* A length that would wrap around when the head is added to it. */
static void a_frame_longer_than_the_inbox_ends_the_wire(void) {
    struct wire w;
    size_t h, n;
    int far;
    open_pair(&w, &far);
    send_bytes(far, "\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff", 10);
    EXPECT(!wire_next(&w, &h, &n));
    close(far);
    wire_close(&w);
}

static void what_does_not_fit_is_not_sent(void) {
    char text[1100], got[64];
    struct wire w;
    int far;
    open_pair(&w, &far);
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    EXPECT(!wire_say(&w, "%s", text));
    EXPECT(wire_say(&w, "%s", "hi"));
    EXPECT_EQ(read(far, got, sizeof got), 8);           /* head, mask, two bytes */
    EXPECT_EQ(got[6] ^ got[2], 'h');
    close(far);
    wire_close(&w);
}

static void only_plain_http_addresses_are_taken(void) {
    struct wire w;
    memset(&w, 0, sizeof w);
    EXPECT(wire_url(&w, "http://example:8080/x") && strcmp(w.host, "example") == 0);
    EXPECT(strcmp(w.port, "8080") == 0);
    EXPECT(wire_url(&w, "http://example") && strcmp(w.port, "80") == 0);
    EXPECT(!wire_url(&w, "https://example"));
    EXPECT(!wire_url(&w, "http://"));
}

const struct test wire_tests[] = {
    TEST(frames_come_one_by_one_however_they_arrive),
    TEST(a_frame_longer_than_the_inbox_ends_the_wire),
    TEST(what_does_not_fit_is_not_sent),
    TEST(only_plain_http_addresses_are_taken),
    TESTS_END,
};
