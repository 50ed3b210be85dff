/* board.h -- a CATAN board as text and as a picture. Both take a state or a view: a board hides
 * nothing. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include <stdio.h>

#include "../catan/catan.h"

/* Hexes with terrain, number (a '*' where the robber stands) and harbors; roads by the seat's
 * digit, settlements by a small letter, cities by a large one. */
void board_text(const struct catan *g, FILE *to);
/* A complete SVG document. */
void board_svg(const struct catan *g, FILE *to);

#endif
