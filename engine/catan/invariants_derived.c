/* invariants_derived.c -- do the derived fields match their definitions?
 *
 * catan_derive() uses the same functions that keep them up to date, so a bug there would hide
 * itself. Here each field is computed from the board by its definition, slowly. */
#include "internal.h"

static bool same(struct places a, struct places b) {
    return a.w[0] == b.w[0] && a.w[1] == b.w[1];
}

static struct places buildings_of(const struct catan *g, int seat) {
    return places_or(g->settlements[seat], g->cities[seat]);
}

/* Pieces left, and the public points. */
static bool pieces_add_up(const struct catan *g, int seat) {
    int roads = places_count(g->roads[seat]), settlements = places_count(g->settlements[seat]);
    int cities = places_count(g->cities[seat]), award = catan_option(g, OPT_AWARD_POINTS);
    int points = settlements + 2 * cities + award * (g->longest_road == seat) +
                 award * (g->largest_army == seat);
    return g->roads_left[seat] == catan_option(g, OPT_ROADS) - roads &&
           g->settlements_left[seat] == catan_option(g, OPT_SETTLEMENTS) - settlements &&
           g->cities_left[seat] == catan_option(g, OPT_CITIES) - cities &&
           g->points[seat] == points;
}

/* What a seat earns from a number: one card per settlement, two per city, at each hex. */
static uint64_t earned(const struct catan *g, int seat, int number) {
    const struct catan_board *b = catan_board(g);
    uint64_t sum = 0;
    for (int h = 0; h < b->hexes; h++)
        for (int i = 0; i < 6 && g->number[h] == number; i++) {
            int corner = b->hex_corner[h][i];
            int cards = places_has(g->settlements[seat], corner) +
                        2 * places_has(g->cities[seat], corner);
            sum += (uint64_t)cards * BUNDLE_CARD(g->terrain[h]);
        }
    return sum;
}

/* By number and seat, with the sum of all seats in the last column. */
static bool production_adds_up(const struct catan *g) {
    for (int number = 2; number <= 12; number++) {
        const uint64_t *row = g->production[number - 2];
        uint64_t all = 0;
        for (int p = 0; p < catan_seats(g); p++) {
            if (row[p] != earned(g, p, number))
                return false;
            all += row[p];
        }
        if (row[SEATS_MAX] != all)
            return false;
    }
    return true;
}

/* The hexes at a seat's buildings. */
static uint32_t hexes_of(const struct catan *g, int seat) {
    const struct catan_board *b = catan_board(g);
    uint32_t hexes = 0;
    for (int h = 0; h < b->hexes; h++)
        for (int i = 0; i < 6; i++)
            if (places_has(buildings_of(g, seat), b->hex_corner[h][i]))
                hexes |= 1u << h;
    return hexes;
}

/* The best rate: 2 at a harbor of the kind, else 3 at one for any, else 4. */
static bool rates_are_right(const struct catan *g, int seat) {
    const struct catan_board *b = catan_board(g);
    struct places own = buildings_of(g, seat);
    int rate[KIND_N] = { 4, 4, 4, 4, 4 };
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < b->coast; i++) {
            const uint8_t *end = b->path_corner[b->coast_path[i]];
            bool here = places_has(own, end[0]) || places_has(own, end[1]);
            for (int k = 0; here && k < KIND_N; k++)
                if (g->harbor[i] == (pass ? k : HARBOR_ANY))
                    rate[k] = pass ? 2 : 3;
        }
    for (int k = 0; k < KIND_N; k++)
        if (bundle_count(g->rate[seat], k) != rate[k])
            return false;
    return true;
}

/* The corners at one's own road or building, and the paths with an end at one of them where no
 * other seat has built. */
static bool network_is_right(const struct catan *g, int seat) {
    const struct catan_board *b = catan_board(g);
    struct places network = buildings_of(g, seat), reach = { { 0, 0 } };
    for (int path = 0; path < b->paths; path++)
        for (int i = 0; i < 2 && places_has(g->roads[seat], path); i++)
            places_add(&network, b->path_corner[path][i]);
    for (int path = 0; path < b->paths; path++)
        for (int i = 0; i < 2; i++) {
            int corner = b->path_corner[path][i];
            if (places_has(network, corner) && !foreign_building(g, seat, corner))
                places_add(&reach, path);
        }
    return same(network, g->network[seat]) && same(reach, g->reach[seat]);
}

/* Corners with a building or one path from one; paths without a road. */
static bool board_sets_are_right(const struct catan *g) {
    const struct catan_board *b = catan_board(g);
    struct places built = { { 0, 0 } }, blocked, open = { { 0, 0 } }, roads = { { 0, 0 } };
    for (int p = 0; p < catan_seats(g); p++) {
        built = places_or(built, buildings_of(g, p));
        roads = places_or(roads, g->roads[p]);
    }
    blocked = built;
    for (int path = 0; path < b->paths; path++) {
        const uint8_t *end = b->path_corner[path];
        if (places_has(built, end[0]) || places_has(built, end[1])) {
            places_add(&blocked, end[0]);
            places_add(&blocked, end[1]);
        }
        if (!places_has(roads, path))
            places_add(&open, path);
    }
    return same(built, g->built) && same(blocked, g->blocked) && same(open, g->free_paths);
}

bool catan__derived_by_definition(const struct catan *g) {
    for (int p = 0; p < catan_seats(g); p++)
        if (!pieces_add_up(g, p) || g->hexes[p] != hexes_of(g, p) || !rates_are_right(g, p) ||
            !network_is_right(g, p))
            return false;
    return production_adds_up(g) && board_sets_are_right(g);
}
