/* draw.h -- makes the draw stack ready for a draw, and takes a card from it. */
#ifndef STRUGGLE_DRAW_H
#define STRUGGLE_DRAW_H

#include "internal.h"

/* Make the draw stack ready for a draw; false if there is no card at all. The discards
 * become the draw stack when its last card leaves, or, if there are none then, at the
 * next draw. */
static inline bool struggle__ready(struct struggle *g) {
    if (!g->stack) {
        g->stack = g->discard;
        g->discard = 0;
    }
    return g->stack != 0;
}
/* Move a card from the stack to another place; ruling G9 says what becomes of an empty stack. */
static inline void struggle__leave_stack(struct struggle *g, uint64_t card, uint64_t *to) {
    CHECK(bundle_has(g->stack, card));
    g->stack -= card;
    *to += card;
    struggle__ready(g);
}

#endif
