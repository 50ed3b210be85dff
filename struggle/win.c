/* win.c -- victory points, and the end of the game.
 *
 * Only the active seat wins, at the moment it has the points; all points lie open. */
#include "internal.h"

int struggle_points(const struct struggle *g, int seat) {
    const struct struggle_seat *s = &g->seat[seat];
    int points = s->settlements + 2 * s->cities + struggle_b_sides(s->roads) + struggle_b_sides(s->knights);
    for (uint64_t left = s->expansions; left;)
        points += g->rules.value[SO_LIBRARY_POINTS + bits_pop(&left)];
    return points;
}

bool struggle__has_won(const struct struggle *g) {
    return struggle_points(g, g->turn) >= option_of(g, SO_POINTS);
}

void struggle__resume(struct struggle *g) {
    if (struggle__has_won(g))
        g->phase = SP_OVER;
    else
        g->phase = g->built ? SP_BUILD : SP_TRADE;
}
