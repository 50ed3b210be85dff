/* notation_fields.h -- how one field of an action is written and read; only for notation.c and
 * notation_fields.c. */
#ifndef CATAN_NOTATION_FIELDS_H
#define CATAN_NOTATION_FIELDS_H

#include "notation.h"

/* The context of printing and reading: the position, the action, and the text. */
struct printer { const struct catan *g; const struct action *a; struct text *t; };
struct notation_reading { const struct catan *g; struct action *a; const char *at; };

/* One row per letter. `read` accepts what `print` writes; if it returns false, the action may be
 * half filled. */
struct notation_field {
    char letter;
    uint8_t at;                     /* its byte in struct action, or the first of several */
    void (*print)(const struct notation_field *f, struct printer *p);
    bool (*read)(const struct notation_field *f, struct notation_reading *r);
    void (*print_place)(const struct catan *g, int place, struct text *t);
    int (*read_place)(const struct catan *g, const char *s, size_t n);
    const char *const *words;
    int count;                      /* of words, or of numbers */
    int first;                      /* the first number */
    bool card;                      /* a word that may be hidden */
};
const struct notation_field *catan__field_of(char letter);

#endif
