/* burst.h -- many small sends in one system call, where the kernel offers that.
 *
 * Knows sockets and bytes only; whose they are and what waits is conn_out.c's business. */
#ifndef SERVER_BURST_H
#define SERVER_BURST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct burst_send {
    int fd;
    const void *bytes;
    size_t len;
    ssize_t sent; /* how many bytes the socket took, or -errno */
};

/* A ring for so many sends at once. NULL: not built in, or the kernel refuses it. */
struct ring;
struct ring *ring_open(unsigned sends);
void ring_close(struct ring *r);

/* Send each without waiting, one after the other. With no ring by send(). False if the ring has
 * failed: everything was tried all the same, but it should be closed. */
bool burst_send(struct ring *r, struct burst_send *s, int n);

#endif
