/* board.h -- a CATAN board as text and as a picture. Both take a state or a view: a board hides
 * nothing. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include <stdio.h>

#include "catan/catan.h"
#include "canvas.h"

/* Hexes with name, terrain, number (a '*' for the robber) and harbors; roads as the seat's
 * digit, settlements as a small letter, cities as a capital. The small version has two lines per
 * row of hexes instead of three, and three letters for what a hex yields. */
enum board_size { BOARD_FULL, BOARD_SMALL };
void board_draw(const struct catan *g, enum board_size size, struct canvas *c);
void board_text(const struct catan *g, FILE *to);
/* A complete SVG document. */
void board_svg(const struct catan *g, FILE *to);

#endif
