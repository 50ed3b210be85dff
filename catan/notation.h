/* notation.h -- the names of places (docs/notation.md), for positions and for code that draws a
 * board. Reading returns -1 for anything that is not a place on this board. */
#ifndef CATAN_NOTATION_H
#define CATAN_NOTATION_H

#include "../core/text.h"
#include "catan.h"

/* "B2", "B2.N", "B2.NE"; "-" if it is not a place. */
void catan_print_hex(const struct catan *g, int hex, struct text *t);
void catan_print_corner(const struct catan *g, int corner, struct text *t);
void catan_print_path(const struct catan *g, int path, struct text *t);
int catan_read_hex(const struct catan *g, const char *s, size_t n);
int catan_read_corner(const struct catan *g, const char *s, size_t n);
int catan_read_path(const struct catan *g, const char *s, size_t n);

extern const char *const catan_side_words[6];       /* "NE", "E", … as in hex_path */

/* Which of `count` words is it? -1: none. */
int catan_read_word(const char *const *words, int count, const char *s, size_t n);

#endif
