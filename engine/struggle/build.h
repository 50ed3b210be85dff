/* build.h -- what can be built. */
#ifndef STRUGGLE_BUILD_H
#define STRUGGLE_BUILD_H

#include "destiny.h"
#include "internal.h"

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
