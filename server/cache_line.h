/* cache_line.h -- layout by cache lines, for structs that exist ten thousand times.
 *
 * A table that is used once a second is no longer in the processor's cache, and each of its
 * lines of 64 bytes must be fetched. So these structs start at a line, with the members that
 * every action and message needs first and together. */
#ifndef SERVER_CACHE_LINE_H
#define SERVER_CACHE_LINE_H

#include <stdlib.h>
#include <string.h>

#include "table/limits.h"

/* Zeroed; NULL if out of memory. Release with free(). */
static inline void *new_lines(size_t size) {
    size_t whole = (size + LINE - 1) / LINE * LINE;
    void *p = aligned_alloc(LINE, whole);
    return p ? memset(p, 0, whole) : NULL;
}

#endif
