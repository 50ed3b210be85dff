/* canvas.h -- a rectangle of characters with colours, drawn in any order and printed at once. */
#ifndef CLI_CANVAS_H
#define CLI_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CANVAS_COLUMNS = 240, CANVAS_LINES = 80 };

/* The first six stand for the seats' pieces, whatever their colour is. */
enum colour {
    COLOUR_SEAT, COLOUR_PLAIN = 6, COLOUR_DIM, COLOUR_BOLD, COLOUR_HOT, COLOUR_FOREST, COLOUR_HILLS,
    COLOUR_PASTURE, COLOUR_FIELDS, COLOUR_MOUNTAINS, COLOUR_DESERT, COLOUR_N
};

struct canvas {
    struct cell {
        uint32_t c;             /* a code point; 0: nothing was drawn here */
        uint8_t colour;
    } cell[CANVAS_LINES][CANVAS_COLUMNS];
};

void canvas_clear(struct canvas *c);
/* UTF-8 from column x on, at most `width` columns; what falls outside is dropped. Returns how
 * many columns the text has. */
int canvas_put(struct canvas *c, int x, int y, enum colour colour, const char *text, int width);
/* Copy the contents of `from` to (x, y) and report its size; c NULL: report it only. */
void canvas_copy(struct canvas *c, int x, int y, const struct canvas *from, int *width,
                 int *height);
/* Columns of a UTF-8 text; every character of our languages takes one. */
int text_columns(const char *text);
/* `lines` lines without their trailing blanks. `piece` is the colour of each seat's pieces, an
 * index of seat_colors; NULL: print no colours. */
void canvas_print(const struct canvas *c, int lines, const uint8_t *piece, FILE *to);

#endif
