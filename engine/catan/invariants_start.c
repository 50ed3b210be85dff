/* invariants_start.c -- can a game that has not begun go on? The first seat, and the first
 * settlements.
 *
 * Once a turn runs, the rules keep these conditions true. Before that, init() makes them true,
 * and a position typed in by hand must satisfy them too. deal_board.c judges a half-dealt board. */
#include "internal.h"

static bool has_pieces(const struct catan *g, int seat) {
    return places_any(places_or(g->settlements[seat], g->cities[seat])) ||
           places_any(g->roads[seat]);
}

/* Before there is a first seat, nothing is placed: the printed pieces need their corners, and
 * the set-up counts from 0. Somebody must be left to roll. */
static bool first_seat_can_be_found(const struct catan *g) {
    for (int p = 0; p < catan_seats(g); p++)
        if (has_pieces(g, p))
            return false;
    return g->placed == 0 && first_of(g->first_roll, catan_seats(g), 0) < catan_seats(g);
}

/* Who places the i-th settlement of the set-up. */
static int founder(const struct catan *g, int i) {
    int seats = catan_seats(g);
    return (g->first + (i < seats ? i : 2 * seats - 1 - i)) % seats;
}

/* In the set-up every seat still has the pieces it must place, and there is room for all: a
 * settlement takes up at most four corners. */
static bool founding_goes_on(const struct catan *g) {
    int seats = catan_seats(g), roads[SEATS_MAX] = { 0 }, settlements[SEATS_MAX] = { 0 };
    for (int i = g->placed; i < 2 * seats; i++) {
        settlements[founder(g, i)]++;
        roads[founder(g, i)]++;
    }
    roads[g->turn] += g->phase == PH_SETTLE_ROAD;
    for (int p = 0; p < seats; p++)
        if (settlements[p] > g->settlements_left[p] || roads[p] > g->roads_left[p])
            return false;
    int open = catan_board(g)->corners - places_count(g->blocked);
    return open >= 4 * (2 * seats - g->placed);
}

/* Outside the set-up no settlement waits for its road. */
static bool founding_fits(const struct catan *g) {
    if ((g->phase == PH_SETTLE_ROAD) != (g->last_corner != CATAN_NONE))
        return false;
    if (g->phase == PH_SETTLE)
        return g->placed < 2 * catan_seats(g) && g->turn == founder(g, g->placed) &&
               founding_goes_on(g);
    if (g->phase != PH_SETTLE_ROAD)
        return true;
    struct places paths = catan_board(g)->corner_paths[g->last_corner];
    return 0 < g->placed && g->placed <= 2 * catan_seats(g) &&
           g->turn == founder(g, g->placed - 1) &&
           places_has(g->settlements[g->turn], g->last_corner) &&
           places_any(places_and(paths, g->free_paths)) && founding_goes_on(g);
}

/* Helpers are dealt in order, one with each second road: nobody holds one that is yet to come. */
static bool helpers_are_left(const struct catan *g) {
    int dealt = g->placed - catan_seats(g) - (g->phase == PH_SETTLE_ROAD);
    for (int p = 0; p < catan_seats(g); p++)
        if (g->helper[p] != CATAN_NONE && g->helper[p] >= dealt)
            return false;
    return true;
}

bool catan__start_fits(const struct catan *g) {
    switch (g->phase) {
    case PH_BOARD: case PH_FIRST:
        return first_seat_can_be_found(g) && helpers_are_left(g);
    case PH_SETTLE: case PH_SETTLE_ROAD:
        return founding_fits(g) && helpers_are_left(g);
    default:
        return founding_fits(g);
    }
}
