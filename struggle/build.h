/* build.h -- what can be built, and whose road or knight is taken when the stack is empty. */
#ifndef STRUGGLE_BUILD_H
#define STRUGGLE_BUILD_H

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

/* May it be built, whatever it costs? A road or a knight from the stack or out of another's row. */
static inline bool struggle__buildable(const struct struggle *g, int seat, int building) {
    const struct struggle_seat *s = &g->seat[seat];
    if (g->built >> building & 1)
        return false;
    if (building == SB_CITY)
        return s->settlements;
    if (building == SB_EXPANSION)
        return s->cities && struggle__choice(g, seat);
    return g->supply[building] ||
           (building != SB_SETTLEMENT && taken_from(g, seat, building) >= 0);
}

#endif
