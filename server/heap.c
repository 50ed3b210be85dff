/* heap.c -- big pages for the heap.
 *
 * Ten thousand connections lie scattered over a hundred megabytes, and each message touches a
 * few of them: with pages of 4 kB the processor spends a good part of its time finding out where
 * they are. So the heap grows in large steps, and the kernel is told that large pages are welcome
 * there. Where there is neither glibc nor such pages this does nothing. */
#include "internal.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
enum { STEP = 32 << 20, BIG = 2 << 20 };

void heap_begin(void) {
    mallopt(M_TOP_PAD, STEP);
}

void heap_advise(struct server *s) {
    uintptr_t top = (uintptr_t)sbrk(0);
    if (top == (uintptr_t)-1 || top <= s->heap_advised)
        return;
    uintptr_t from = s->heap_advised ? s->heap_advised : top - STEP;
    from = from / BIG * BIG; /* a big page of which part was there before is asked for again */
    madvise((void *)from, top - from, MADV_HUGEPAGE);
    s->heap_advised = top;
}
#else
void heap_begin(void) {
}

void heap_advise(struct server *s) {
    (void)s;
}
#endif
