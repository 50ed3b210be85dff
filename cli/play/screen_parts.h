/* screen_parts.h -- what screen.c (the board, the seats, the talk) and screen_cards.c (the card
 * game's table) draw with. */
#ifndef CLI_SCREEN_PARTS_H
#define CLI_SCREEN_PARTS_H

#include "core/json.h"
#include "canvas.h"
#include "screen.h"

struct pane {
    struct canvas canvas;
    int columns, y;             /* y: the next free line */
    struct json_in view;        /* the seat's, as docs/schema.md has it */
};

int part_number(struct json_in object, const char *key);
/* Text in lines of the given width, from line `from` on, at most `max`; c NULL only counts.
 * Returns how many lines it has in all. */
int part_wrapped(struct canvas *c, int x, int y, enum colour colour, const char *text, int width,
                 int from, int max);
/* {"wool":2,"ore":1} as "2 wool, ore"; kinds of `family` in text/. */
void part_counts(struct json_in object, const char *family, char *out, size_t size);
/* ["brick","wool","wool"] as "brick, 2 wool"; the array has what is alike side by side. Without a
 * family each stands for itself. */
void part_list(struct json_in array, const char *family, char *out, size_t size);
/* "> Ada  5": whose turn it is, the name, the points; the helper where there is one. */
void part_seat_name(struct pane *d, const struct screen *s, struct json_in seat, int x, int y,
                    int width);

/* The card game: the market, the stack, the destiny card, then a line or two a seat. `boxes`:
 * cards are drawn as such. */
void cards_table(struct pane *d, const struct screen *s, bool boxes);
/* A hand of the card game, as boxes. */
void cards_hand(struct pane *d, struct json_in cards);

#endif
