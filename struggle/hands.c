/* hands.c -- roads and knights change hands once their stack is empty.
 *
 * The destiny card points to the neighbour who loses the last card of the row; who
 * has none that can be taken is passed over. The taker lays it as the next of its
 * own row, so the side that shows may change. What decides is inline in internal.h, since menus
 * ask it often. */
#include "internal.h"

int struggle_taken_from(const struct struggle *g, int seat, enum struggle_building what) {
    return taken_from(g, seat, what);
}
