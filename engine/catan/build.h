/* build.h -- laying roads, settlements and cities and updating what depends on them. Part of
 * kernel.h, shared by rules and playouts; it checks nothing. */
#ifndef CATAN_BUILD_H
#define CATAN_BUILD_H

#include "shape.h"
#include "trade.h"

/* Is there a building of another seat here? */
static ALWAYS_INLINE bool foreign_at(struct shape s, const struct catan *g, int seat, int corner) {
    return corner_in(s, &g->built, corner) && !corner_in(s, &g->settlements[seat], corner) &&
           !corner_in(s, &g->cities[seat], corner);
}

/* Lay a road. It can only lengthen trails that run through it, and a seat with no more roads
 * than the record has no trail that beats it. */
static ALWAYS_INLINE void place_road(struct shape s, struct catan *g, int seat, int path) {
    places_del(&g->free_paths, path);
    places_add(&g->roads[seat], path);
    g->roads_left[seat]--;
    for (int end = 0; end < 2; end++) {
        int corner = s.board->path_corner[path][end];
        corner_add(s, &g->network[seat], corner);
        if (!foreign_at(s, g, seat, corner)) {
            g->reach[seat].w[0] |= s.board->corner_paths[corner].w[0];
            g->reach[seat].w[1] |= s.board->corner_paths[corner].w[1];
        }
    }
    if (g->rules.value[OPT_ROADS] - g->roads_left[seat] > g->longest_length) {
        int length = catan__trail_through(g, seat, path);
        if (length > g->longest_length)
            catan__take_longest(g, seat, length);
    }
}

/* Add a building to what its seat earns; a city counts twice. */
static ALWAYS_INLINE void add_production(struct shape s, struct catan *g, int seat, int corner) {
    for (int i = 0; i < 3; i++) {
        int hex = s.board->corner_hex[corner][i];
        if (hex < 0)
            break;
        if (g->number[hex]) {
            uint64_t *row = g->production[g->number[hex] - 2];
            row[seat] += BUNDLE_CARD(g->terrain[hex]);
            row[SEATS_MAX] += BUNDLE_CARD(g->terrain[hex]);
        }
    }
}

/* A building now stands on a corner of another seat's network: the paths here are no longer
 * reached through it, and a trail may be cut. Returns whether the award must be judged again. */
static ALWAYS_INLINE bool cut_network(struct shape s, struct catan *g, int seat, int corner) {
    int roads = 0;
    for (int i = 0; i < 3; i++) {
        int path = s.board->corner_path[corner][i];
        if (path < 0)
            break;
        roads += places_has(g->roads[seat], path);
        int far = s.board->corner_corner[corner][i];
        if (!corner_in(s, &g->network[seat], far) || foreign_at(s, g, seat, far))
            places_del(&g->reach[seat], path);
    }
    return roads >= 2 && (g->longest_road == seat || (g->longest_road == CATAN_NONE &&
                          g->longest_length >= g->rules.value[OPT_LONGEST_ROAD_MIN]));
}

/* The corner was free, so it is added everywhere; only other seats' networks can shrink. The
 * award is judged once, after all of them are cut. */
static ALWAYS_INLINE void place_settlement(struct shape s, struct catan *g, int seat, int corner) {
    corner_add(s, &g->settlements[seat], corner);
    corner_add(s, &g->built, corner);
    corner_add(s, &g->blocked, corner);
    corners_add(s, &g->blocked, s.board->corner_near[corner]);
    corner_add(s, &g->network[seat], corner);
    g->reach[seat].w[0] |= s.board->corner_paths[corner].w[0];
    g->reach[seat].w[1] |= s.board->corner_paths[corner].w[1];
    g->hexes[seat] |= s.board->corner_hexes[corner];
    g->settlements_left[seat]--;
    g->points[seat]++;
    add_production(s, g, seat, corner);
    for (int i = 0; i < 2; i++)
        if (s.board->corner_coast[corner][i] >= 0)
            add_harbor(g, seat, g->harbor[s.board->corner_coast[corner][i]]);
    bool judge = false;
    for (int q = 0; q < s.seats; q++)
        if (q != seat && corner_in(s, &g->network[q], corner))
            judge |= cut_network(s, g, q, corner);
    if (judge)
        catan__judge_road(g);
}

/* The settlement returns to the seat's pieces at once (ruling 30); harbors, hexes and the
 * network do not change (21). */
static ALWAYS_INLINE void place_city(struct shape s, struct catan *g, int seat, int corner) {
    places_del(&g->settlements[seat], corner);
    corner_add(s, &g->cities[seat], corner);
    g->settlements_left[seat]++;
    g->cities_left[seat]--;
    g->points[seat]++;
    add_production(s, g, seat, corner);
}

#endif
