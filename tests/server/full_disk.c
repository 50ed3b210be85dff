/* full_disk.c -- preloaded into PostgreSQL: while the file named by SKERRY_FULL_DISK exists, no
 * file can grow whose path contains SKERRY_FULL_PART: /base/ has the tables, /pg_wal/ the WAL, as
 * if they were on disks of their own. Existing blocks can still be written. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int is_full(int fd, off_t end) {
    char link[64], path[512];
    struct stat file;
    const char *flag = getenv("SKERRY_FULL_DISK"), *part = getenv("SKERRY_FULL_PART");
    if (!flag || access(flag, F_OK) != 0 || fstat(fd, &file) != 0 || end <= file.st_size)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    return part && strstr(path, part) != NULL;
}

static off_t length(const struct iovec *v, int n) {
    off_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += (off_t)v[i].iov_len;
    return sum;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRITE(name)                                                      \
    ssize_t name(int fd, const void *bytes, size_t n, off_t at) {        \
        if (!is_full(fd, at + (off_t)n))                                 \
            return NEXT(name)(fd, bytes, n, at);                         \
        errno = ENOSPC;                                                  \
        return -1;                                                       \
    }
#define WRITE_PARTS(name)                                                \
    ssize_t name(int fd, const struct iovec *v, int n, off_t at) {       \
        if (!is_full(fd, at + length(v, n)))                             \
            return NEXT(name)(fd, v, n, at);                             \
        errno = ENOSPC;                                                  \
        return -1;                                                       \
    }
#define ALLOCATE(name)                                                   \
    int name(int fd, off_t at, off_t n) {                                \
        return is_full(fd, at + n) ? ENOSPC : NEXT(name)(fd, at, n);     \
    }
ssize_t write(int fd, const void *bytes, size_t n) {
    if (!is_full(fd, lseek(fd, 0, SEEK_CUR) + (off_t)n))
        return NEXT(write)(fd, bytes, n);
    errno = ENOSPC;
    return -1;
}
WRITE(pwrite)
WRITE(pwrite64)
WRITE_PARTS(pwritev)
WRITE_PARTS(pwritev64)
ALLOCATE(posix_fallocate)
ALLOCATE(posix_fallocate64)
