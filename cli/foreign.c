/* foreign.c -- words that somebody else wrote: see foreign.h. */
#include "foreign.h"

#include <string.h>

#include "core/text.h"

char *foreign(char *text) {
    char *to = text;
    for (const char *from = text; *from;) {
        size_t n = 1;
        int32_t point = text_point(from, 4, &n);
        if (text_strange(point))
            *to++ = '?';
        else
            memmove(to, from, n);
        to += text_strange(point) ? 0 : n;
        from += n;
    }
    *to = '\0';
    return text;
}
