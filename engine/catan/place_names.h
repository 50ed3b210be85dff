/* place_names.h -- the names of places (docs/notation.md), for positions and for code that draws a
 * board. */
#ifndef CATAN_PLACE_NAMES_H
#define CATAN_PLACE_NAMES_H

#include "core/text.h"
#include "catan.h"

enum catan_place { PLACE_HEX, PLACE_CORNER, PLACE_PATH };

/* "B2", "B2.N", "B2.NE"; "-" if it is not a place. */
void catan_print_place(const struct catan *g, enum catan_place sort, int place, struct text *t);
/* -1 for anything that is not a place on this board. */
int catan_read_place(const struct catan *g, enum catan_place sort, const char *s, size_t n);

extern const char *const catan_side_words[6];       /* "NE", "E", … as in hex_path */

#endif
