/* burst_test.c -- a burst of sends: by the kernel's ring where there is one, and by send(). */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/burst.h"
#include "tests/test.h"

enum { RING = 4, PAIRS = 11 };

struct pairs {
    int here[PAIRS], there[PAIRS];
};

static void open_pairs(struct pairs *p) {
    for (int i = 0; i < PAIRS; i++) {
        int fd[2];
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fd), 0);
        p->here[i] = fd[0];
        p->there[i] = fd[1];
    }
}

static void close_pairs(struct pairs *p) {
    for (int i = 0; i < PAIRS; i++) {
        close(p->here[i]);
        if (p->there[i] >= 0)
            close(p->there[i]);
    }
}

/* More sends than the ring holds: each arrives, whole, at its own peer. */
static void all_arrive(struct ring *r) {
    struct pairs p;
    struct burst_send s[PAIRS];
    char text[PAIRS][8], got[16];
    open_pairs(&p);
    for (int i = 0; i < PAIRS; i++) {
        snprintf(text[i], sizeof text[i], "to %d", i);
        s[i] = (struct burst_send){ p.here[i], text[i], strlen(text[i]), 0 };
    }
    EXPECT(burst_send(r, s, PAIRS));
    for (int i = 0; i < PAIRS; i++) {
        ssize_t n = recv(p.there[i], got, sizeof got, 0);
        EXPECT_EQ(s[i].sent, (ssize_t)strlen(text[i]));
        EXPECT(n == s[i].sent && memcmp(got, text[i], (size_t)n) == 0);
    }
    close_pairs(&p);
}

/* One peer is gone and one reads nothing: both are told of, and the others get theirs. */
static void troubles_are_told(struct ring *r) {
    static char much[1 << 22];
    struct pairs p;
    struct burst_send s[5];
    open_pairs(&p);
    close(p.there[1]);
    p.there[1] = -1;
    for (int i = 0; i < 5; i++)
        s[i] = (struct burst_send){ p.here[i], "x", 1, 0 };
    s[2].bytes = much;
    s[2].len = sizeof much;
    s[3].fd = p.here[2]; /* behind what does not fit: nothing of it may go out */
    EXPECT(burst_send(r, s, 5));
    EXPECT_EQ(s[0].sent, 1);
    EXPECT_EQ(s[1].sent, -EPIPE);
    EXPECT(s[2].sent > 0 && s[2].sent < (ssize_t)sizeof much);
    EXPECT_EQ(s[3].sent, -EAGAIN);
    EXPECT_EQ(s[4].sent, 1);
    close_pairs(&p);
}

static void one_alone_needs_no_ring(struct ring *r) {
    struct pairs p;
    char got[4];
    open_pairs(&p);
    struct burst_send s = { p.here[0], "abc", 3, 0 };
    EXPECT(burst_send(r, &s, 1) && s.sent == 3);
    EXPECT_EQ(recv(p.there[0], got, sizeof got, 0), 3);
    EXPECT(burst_send(r, &s, 0));
    close_pairs(&p);
}

static void every_send_of_a_burst_is_answered(void) {
    struct ring *r = ring_open(RING);
#ifndef SKERRY_URING
    EXPECT(!r); /* make test-plain */
#endif
    for (int with_ring = r != NULL; with_ring >= 0; with_ring--) {
        struct ring *used = with_ring ? r : NULL;
        for (int again = 0; again < 3; again++)
            all_arrive(used);
        troubles_are_told(used);
        one_alone_needs_no_ring(used);
    }
    ring_close(r);
}

static int ring_descriptor(void) {
    char path[64], to[64];
    for (int fd = 0; fd < 256; fd++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(path, to, sizeof to - 1);
        to[n > 0 ? n : 0] = '\0';
        if (strstr(to, "io_uring"))
            return fd;
    }
    return -1;
}

/* A ring that the kernel takes away: what it did not send is sent all the same. */
static void a_lost_ring_loses_no_send(void) {
    struct ring *r = ring_open(RING);
    if (!r)
        test_skip("this kernel, or this build, has no ring");
    int fd = ring_descriptor();
    struct pairs p;
    open_pairs(&p);
    int hole = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(hole, fd);
    struct burst_send s[3];
    for (int i = 0; i < 3; i++)
        s[i] = (struct burst_send){ p.here[i], "x", 1, 0 };
    EXPECT(!burst_send(r, s, 3));
    for (int i = 0; i < 3; i++)
        EXPECT_EQ(s[i].sent, 1);
    close(hole);
    close_pairs(&p);
    ring_close(r);
}

const struct test burst_tests[] = { TEST(every_send_of_a_burst_is_answered),
                                    TEST(a_lost_ring_loses_no_send), TESTS_END };
