/* action.h -- one move of any game, complete in itself.
 *
 * Every game uses this one struct, so logs, stores, protocols and searches need not know which
 * game they carry. The game defines what `place`, `target`, `give` and `get` mean for each type.
 * Unused fields are zero, so equal moves are equal bytes. */
#ifndef CORE_ACTION_H
#define CORE_ACTION_H

#include <stdint.h>

enum {
    SEATS_MAX = 6,
    SEAT_CHANCE = -1,       /* an action of chance; printed as '*' */
    SEAT_SPECTATOR = -2,    /* a view that knows what everybody knows */
    SEAT_ALL = -3,          /* a view that knows everything: the state itself */
    KINDS = 5,              /* brick, lumber, wool, grain, ore in both games */
    ACTION_TEXT_MAX = 96,   /* bytes of an action in our notation, with its NUL */
};

/* What the pieces of a seat are called, unless the game or the table says otherwise. The order
 * stays: tables stored up to 6e91e46 have its numbers. */
extern const char *const seat_colors[SEATS_MAX];

struct action {
    uint8_t type;
    int8_t seat;
    uint8_t place;
    uint8_t target;
    uint8_t give[KINDS];
    uint8_t get[KINDS];
    uint8_t more[2];
};
_Static_assert(sizeof(struct action) == 16, "an action is sixteen bytes without padding");

#endif
