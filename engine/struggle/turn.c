/* turn.c -- how a turn begins and ends.
 *
 * Play always goes clockwise, whatever the destiny card shows. All points lie open; only the active
 * seat wins, at the moment it has enough. */
#include "internal.h"
#include "turn.h"

/* A round ends when play comes back to the first seat; the count stops at its maximum. */
void struggle__end_turn(struct struggle *g) {
    int next = (g->turn + 1) % seats_of(g);
    if (next == g->first && g->round < UINT16_MAX)
        g->round++;
    struggle__begin_turn(g, next);
}

/* Points won in another's turn, by a card taken back or turned, count from here on. */
void struggle__begin_turn(struct struggle *g, int seat) {
    CHECK(0 <= seat && seat < seats_of(g));
    g->turn = (int8_t)seat;
    g->traded = 0;
    g->built = 0;
    g->used = 0;
    g->pending = 0;
    struggle__resume(g);
}

int struggle_points(const struct struggle *g, int seat) {
    return points_of(g, seat);
}
