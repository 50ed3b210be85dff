/* copy_text.h -- copy a text into a field of fixed size; what does not fit is cut.
 *
 * For fields whose length was judged before, or where a cut does no harm (names for a log). NULL is
 * an empty text. `from` may lie within `to`. What is cut may end in half a character of UTF-8, so
 * names of people are cut by clean_text() first. */
#ifndef SERVER_COPY_TEXT_H
#define SERVER_COPY_TEXT_H

#include <string.h>

static inline void copy_text(char *to, size_t size, const char *from) {
    size_t n = from ? strnlen(from, size - 1) : 0;
    memmove(to, from ? from : "", n);
    to[n] = '\0';
}
#define KEEP(field, from) copy_text(field, sizeof field, from)

#endif
