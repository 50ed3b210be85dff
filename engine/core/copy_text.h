/* copy_text.h -- copies a text into a field of fixed size and cuts what does not fit.
 *
 * For fields whose length was checked before, or where a cut does no harm (names for a log).
 * NULL is an empty text. `from` may lie within `to`. A cut may split a UTF-8 character, so
 * people's names go through clean_text() first. */
#ifndef CORE_COPY_TEXT_H
#define CORE_COPY_TEXT_H

#include <string.h>

static inline void copy_text(char *to, size_t size, const char *from) {
    size_t n = from ? strlen(from) : 0;
    n = n < size ? n : size - 1;
    memmove(to, from ? from : "", n);
    to[n] = '\0';
}
#define KEEP(field, from) copy_text(field, sizeof field, from)

#endif
