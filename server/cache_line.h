/* cache_line.h -- structs that are used ten thousand at a time, laid out by the lines of memory.
 *
 * Of a table that comes to its turn once a second nothing is in the processor's cache any more, and
 * each line of 64 bytes has to be fetched. So what every action and every message needs stands
 * first in such a struct, together, and the struct begins with a line. */
#ifndef SERVER_CACHE_LINE_H
#define SERVER_CACHE_LINE_H

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

/* Zeroed; NULL if there is no memory. To be freed by free(). */
static inline void *new_lines(size_t size) {
    size_t whole = (size + LINE - 1) / LINE * LINE;
    void *p = aligned_alloc(LINE, whole);
    return p ? memset(p, 0, whole) : NULL;
}

#endif
