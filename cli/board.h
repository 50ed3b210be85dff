/* board.h -- a CATAN board as text and as a picture. Both take a state or a view: a board hides
 * nothing. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include <stdio.h>

#include "../catan/catan.h"
#include "canvas.h"

/* Hexes with name, terrain, number (a '*' where the robber stands) and harbors; roads by the seat's
 * digit, settlements by a small letter, cities by a large one. The small one has two lines a row of
 * hexes instead of three, and names what a hex brings by three letters. */
enum board_size { BOARD_FULL, BOARD_SMALL };
void board_draw(const struct catan *g, enum board_size size, struct canvas *c);
void board_text(const struct catan *g, FILE *to);
/* A complete SVG document. */
void board_svg(const struct catan *g, FILE *to);

#endif
