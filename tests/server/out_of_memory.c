/* out_of_memory.c -- preloaded into the server: while the file named by SKERRY_SCARCE exists, no
 * allocation of 300,000 bytes or more succeeds. */
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { LARGE = 300000 };
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t each);
void *__libc_realloc(void *old, size_t n);

static int refused(size_t n) {
    const char *flag = n >= LARGE ? getenv("SKERRY_SCARCE") : NULL;
    return flag && access(flag, F_OK) == 0;
}

void *malloc(size_t n) {
    return refused(n) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t each) {
    return refused(n * each) ? NULL : __libc_calloc(n, each);
}

void *realloc(void *old, size_t n) {
    return refused(n) ? NULL : __libc_realloc(old, n);
}
