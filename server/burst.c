/* burst.c -- io_uring over liburing, used for one thing only: a burst of sends that never wait.
 *
 * A send with MSG_DONTWAIT is done, partly done or refused before the submission returns; nothing
 * stays behind in the ring. A ring that does not keep to that is given up, and the sends that it
 * did not take are made with send(). */
#include "burst.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "../core/check.h"

enum { NOT_YET = -4096 }; /* no errno */

static void plain(struct burst_send *s) {
    ssize_t n = send(s->fd, s->bytes, s->len, MSG_NOSIGNAL | MSG_DONTWAIT);
    s->sent = n < 0 ? -errno : n;
}

#ifdef SKERRY_URING
#include <liburing.h>

struct ring {
    struct io_uring uring;
    unsigned size;
};

struct ring *ring_open(unsigned sends) {
    struct ring *r = calloc(1, sizeof *r);
    CHECK(r);
    r->size = sends;
    if (io_uring_queue_init(sends, &r->uring, 0) == 0)
        return r;
    free(r);
    return NULL;
}

void ring_close(struct ring *r) {
    if (!r)
        return;
    io_uring_queue_exit(&r->uring);
    free(r);
}

/* What has been answered so far. */
static int reap(struct ring *r) {
    struct io_uring_cqe *e;
    unsigned head;
    int n = 0;
    io_uring_for_each_cqe(&r->uring, head, e) {
        struct burst_send *s = io_uring_cqe_get_data(e);
        s->sent = e->res;
        n++;
    }
    io_uring_cq_advance(&r->uring, (unsigned)n);
    return n;
}

/* At most as many as the ring holds. */
static bool send_part(struct ring *r, struct burst_send *s, int n) {
    int done = 0, taken = 0;
    for (int i = 0; i < n; i++) {
        struct io_uring_sqe *e = io_uring_get_sqe(&r->uring);
        CHECK(e);
        io_uring_prep_send(e, s[i].fd, s[i].bytes, s[i].len, MSG_NOSIGNAL | MSG_DONTWAIT);
        io_uring_sqe_set_data(e, &s[i]);
        s[i].sent = NOT_YET;
    }
    while (taken < n) {
        int k = io_uring_submit(&r->uring);
        if (k <= 0 && k != -EINTR)
            break;
        taken += k > 0 ? k : 0;
    }
    while ((done += reap(r)) < taken) { /* it never waits; but a send must not be counted twice */
        struct io_uring_cqe *e;
        int rc = io_uring_wait_cqe(&r->uring, &e);
        CHECK(rc == 0 || rc == -EINTR);
    }
    return taken == n;
}

static int part_max(const struct ring *r) {
    return (int)r->size;
}
#else
struct ring *ring_open(unsigned sends) {
    (void)sends;
    return NULL;
}

void ring_close(struct ring *r) {
    (void)r;
}

static bool send_part(struct ring *r, struct burst_send *s, int n) {
    (void)r, (void)s, (void)n;
    return false;
}

static int part_max(const struct ring *r) {
    (void)r;
    return 1;
}
#endif

bool burst_send(struct ring *r, struct burst_send *s, int n) {
    bool good = r && n > 1; /* one alone is no burst */
    for (int i = 0; i < n; i++)
        s[i].sent = NOT_YET;
    for (int i = 0; i < n && good; i += part_max(r)) {
        int left = n - i;
        good = send_part(r, s + i, left < part_max(r) ? left : part_max(r));
    }
    for (int i = 0; i < n; i++)
        if (s[i].sent == NOT_YET)
            plain(&s[i]);
    return good || !r || n <= 1;
}
