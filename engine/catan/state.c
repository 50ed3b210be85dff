/* state.c -- reading a state, and rebuilding its derived fields.
 *
 * kernel.h keeps derived fields up to date as pieces are laid. They are rebuilt only if a state
 * comes from outside, and by catan_sound(), which compares. */
#include "kernel.h"

const uint64_t catan_cost_road = COST_ROAD, catan_cost_settlement = COST_SETTLEMENT,
               catan_cost_city = COST_CITY, catan_cost_dev = COST_DEV;

int catan_color(const struct catan *g, int seat) {
    bool printed = catan_option(g, OPT_BOARD) == BOARD_FIXED &&
        catan_option(g, OPT_START) == START_PIECES;
    if (!printed || catan_seats(g) >= 4)
        return seat;
    return seat + (seat >= catan_layouts[catan_option(g, OPT_LAYOUT)].without);
}

static int owner(const struct catan *g, const struct places set[SEATS_MAX], int place) {
    for (int p = 0; p < catan_seats(g); p++)
        if (places_has(set[p], place))
            return p;
    return -1;
}

int catan_settlement_owner(const struct catan *g, int corner) {
    return owner(g, g->settlements, corner);
}
int catan_city_owner(const struct catan *g, int corner) { return owner(g, g->cities, corner); }
int catan_road_owner(const struct catan *g, int path) { return owner(g, g->roads, path); }

int catan_building_owner(const struct catan *g, int corner) {
    int seat = catan_settlement_owner(g, corner);
    return seat >= 0 ? seat : catan_city_owner(g, corner);
}

/* Where a harbor is or will be, clockwise; ACT_DEAL_HARBOR counts sites in this order. */
int catan_harbor_sites(const struct catan *g, uint8_t site[CATAN_SITES_MAX]) {
    int n = 0;
    for (int i = 0; i < catan_board(g)->coast && n < CATAN_SITES_MAX; i++)
        if (g->harbor[i] != CATAN_NONE)
            site[n++] = (uint8_t)i;
    return n;
}

int catan_round(const struct catan *g) {
    return (int)(g->turns / (uint32_t)catan_seats(g));
}

unsigned catan_display(const struct catan *g) {
    unsigned display = catan_option(g, OPT_HELPERS) ? (1u << HELPER_N) - 1 : 0;
    for (int p = 0; p < catan_seats(g); p++)
        if (g->helper[p] != CATAN_NONE)
            display &= ~(1u << g->helper[p]);
    return display;
}

/* ---- derived fields ---------------------------------------------------------------- */

static void clear_derived(struct catan *g) {
    const struct catan_board *b = catan_board(g);
    g->built = g->blocked = (struct places){ { 0, 0 } };
    g->free_paths = (struct places){ { bits_low(b->paths), bits_low(b->paths - 64) } };
    for (int n = 0; n < 11; n++)
        for (int p = 0; p <= SEATS_MAX; p++)
            g->production[n][p] = 0;
    for (int p = 0; p < SEATS_MAX; p++) {
        bool seated = p < catan_seats(g);
        g->rate[p] = seated ? 4 * BUNDLE_EACH : 0;
        g->network[p] = g->reach[p] = (struct places){ { 0, 0 } };
        g->hexes[p] = 0;
        g->points[p] = 0;
        g->roads_left[p] = seated ? g->rules.value[OPT_ROADS] : 0;
        g->settlements_left[p] = seated ? g->rules.value[OPT_SETTLEMENTS] : 0;
        g->cities_left[p] = seated ? g->rules.value[OPT_CITIES] : 0;
    }
}

/* A city is laid as a settlement and then upgraded: each step updates its own fields. */
static void derive_buildings(struct catan *g, int seat) {
    struct shape s = shape_of(g);
    struct places buildings = places_or(g->settlements[seat], g->cities[seat]);
    struct places cities = g->cities[seat];
    g->settlements[seat] = g->cities[seat] = (struct places){ { 0, 0 } };
    while (places_any(buildings)) {
        int corner = places_pop(&buildings);
        place_settlement(s, g, seat, corner);
        if (places_has(cities, corner))
            place_city(s, g, seat, corner);
    }
}

static void derive_roads(struct catan *g, int seat) {
    struct places roads = g->roads[seat];
    while (places_any(roads))
        place_road(shape_of(g), g, seat, places_pop(&roads));
}

/* The corners at these roads and at the seat's buildings, and the paths it can extend to from
 * corners where no other seat has built (ruling G7). */
struct places catan__reach(const struct catan *g, int seat, struct places roads,
                           struct places *network) {
    const struct catan_board *b = catan_board(g);
    struct places at = places_or(g->settlements[seat], g->cities[seat]), reach = { { 0, 0 } };
    while (places_any(roads))
        at = places_or(at, b->path_corners[places_pop(&roads)]);
    *network = at;
    while (places_any(at)) {
        int corner = places_pop(&at);
        if (!foreign_building(g, seat, corner))
            reach = places_or(reach, b->corner_paths[corner]);
    }
    return reach;
}

/* Lay the pieces again on an empty board, buildings before roads, because a road's reach depends
 * on the buildings at its ends. Meanwhile no road may beat the record, so that the award does
 * not move. */
void catan_derive(struct catan *g) {
    uint8_t holder = g->longest_road, length = g->longest_length;
    g->longest_road = CATAN_NONE;
    g->longest_length = 0;          /* below the minimum, so that no cut triggers a judgement */
    clear_derived(g);
    for (int p = 0; p < catan_seats(g); p++)
        derive_buildings(g, p);
    g->longest_length = CATAN_NONE;
    for (int p = 0; p < catan_seats(g); p++)
        derive_roads(g, p);
    g->longest_road = holder;
    g->longest_length = length;
    int award = catan_option(g, OPT_AWARD_POINTS);
    if (holder != CATAN_NONE)
        g->points[holder] = (uint8_t)(g->points[holder] + award);
    if (g->largest_army != CATAN_NONE)
        g->points[g->largest_army] = (uint8_t)(g->points[g->largest_army] + award);
}
