/* notation_fields.h -- how one field of an action is written and read; for notation.c and
 * notation_fields.c alone. */
#ifndef CATAN_NOTATION_FIELDS_H
#define CATAN_NOTATION_FIELDS_H

#include "notation.h"

/* What printing and reading know: the position, the action, and the text so far or to come. */
struct printer { const struct catan *g; const struct action *a; struct text *t; };
struct reading { const struct catan *g; struct action *a; const char *at; };

/* One row a letter. What `print` writes `read` takes back; `read` answers false, and may leave
 * the action half filled. */
struct field {
    char letter;
    void (*print)(struct printer *p);
    bool (*read)(struct reading *r);
};
const struct field *catan__field_of(char letter);

#endif
