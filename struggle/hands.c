/* hands.c -- roads and knights change hands once their stack is empty.
 *
 * The destiny card points to the neighbour who loses the last card of the row; who
 * has none that can be taken is passed over. The taker lays it as the next of its
 * own row, so the side that shows may change. */
#include "internal.h"

/* Cards at the start of a row that nobody can take away (rulings 61, G11). */
static int protected_cards(const struct struggle *g, int seat, enum struggle_building what) {
    if (what == SB_ROAD)
        return g->seat[seat].expansions & 1u << SX_CASTLE ? option_of(g, SO_CASTLE_ROADS) : 0;
    return g->seat[seat].expansions & 1u << SX_CHURCH ? option_of(g, SO_CHURCH_KNIGHTS) : 0;
}

/* With two seats the other one, whichever way one goes (ruling 59). */
int struggle_taken_from(const struct struggle *g, int seat, enum struggle_building what) {
    int n = seats_of(g), step = g->counter ? n - 1 : 1;
    for (int i = 1, s = seat; i < n; i++) {
        s += step;
        s -= s >= n ? n : 0;
        int row = what == SB_ROAD ? g->seat[s].roads : g->seat[s].knights;
        if (row && row > protected_cards(g, s, what))
            return s;
    }
    return -1;
}
