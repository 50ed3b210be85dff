/* destiny.h -- the destiny card: who loses a road or a knight once the stack is empty. */
#ifndef STRUGGLE_DESTINY_H
#define STRUGGLE_DESTINY_H

#include "internal.h"

/* Cards at the start of a row that nobody can take away (rulings 61, G11). */
static inline int protected_cards(const struct struggle *g, int seat, int what) {
    if (what == SB_ROAD)
        return g->seat[seat].expansions & 1u << SX_CASTLE ? option_of(g, SO_CASTLE_ROADS) : 0;
    return g->seat[seat].expansions & 1u << SX_CHURCH ? option_of(g, SO_CHURCH_KNIGHTS) : 0;
}
/* Roads and knights change hands once their stack is empty. The destiny card points to the
 * neighbour who loses the last card of the row; a seat with none that can be taken is passed over.
 * With two seats it is the other one, whichever way one goes (ruling 59). */
static inline int taken_from(const struct struggle *g, int seat, int what) {
    int n = seats_of(g), step = g->counter ? n - 1 : 1;
    for (int s = seat;;) {
        s += step;
        s -= s >= n ? n : 0;
        if (s == seat)
            return -1;
        int row = what == SB_ROAD ? g->seat[s].roads : g->seat[s].knights;
        if (row && row > protected_cards(g, s, what))
            return s;
    }
}

/* Clockwise or counter-clockwise; with two seats the card is not used (rulings 59, 64). */
static inline void turn_destiny(struct struggle *g) {
    g->counter ^= seats_of(g) > 2;
}

#endif
