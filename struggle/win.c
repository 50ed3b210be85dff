/* win.c -- victory points; only the active seat wins, at the moment it has them.
 *
 * All points lie open. What decides is inline in internal.h, since every action ends there. */
#include "internal.h"

int struggle_points(const struct struggle *g, int seat) {
    return points_of(g, seat);
}
