/* trade.h -- how many cards the active seat may still trade in its turn. */
#ifndef STRUGGLE_TRADE_H
#define STRUGGLE_TRADE_H

#include "internal.h"

/* For a seat that trades. Ruling 80 and the book's table: counted in cards, not in deals. */
static inline int trades_left(const struct struggle *g) {
    int roads = struggle_a_sides(g->seat[g->turn].roads);
    return (roads ? roads : 1) - g->traded;
}

#endif
