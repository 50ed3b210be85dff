/* turn.h -- victory points, winning, and how a turn goes on. */
#ifndef STRUGGLE_TURN_H
#define STRUGGLE_TURN_H

#include "internal.h"

static inline int points_of(const struct struggle *g, int seat) {
    const struct struggle_seat *s = &g->seat[seat];
    int points = s->settlements + 2 * s->cities + struggle_b_sides(s->roads)
        + struggle_b_sides(s->knights);
    for (uint64_t left = s->expansions; left;)
        points += g->rules.value[SO_LIBRARY_POINTS + bits_pop(&left)];
    return points;
}
static inline bool struggle__has_won(const struct struggle *g) {
    return points_of(g, g->turn) >= option_of(g, SO_POINTS);
}
/* Something is resolved: the active seat goes on, or has won at that moment. */
static inline void struggle__resume(struct struggle *g) {
    g->phase = struggle__has_won(g) ? SP_OVER : g->built ? SP_BUILD : SP_TRADE;
}

#endif
