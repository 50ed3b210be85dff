/* build.c -- roads, settlements, cities, and buying a development card.
 *
 * Laying a piece updates every derived field of the state (kernel.h); the checks here only read
 * those fields. In the set-up and by Road Building pieces are free. */
#include "kernel.h"

/* Cards go back to the supply. */
void catan__pay(struct catan *g, int seat, uint64_t cost) {
    CHECK(bundle_has(g->hand[seat], cost));
    pay(g, seat, cost);
}

void catan__place_road(struct catan *g, int seat, int path) {
    CHECK(path < catan_board(g)->paths);
    CHECK(places_has(g->free_paths, path));
    CHECK(g->roads_left[seat]);
    place_road(shape_of(g), g, seat, path);
}

void catan__place_settlement(struct catan *g, int seat, int corner) {
    CHECK(corner < catan_board(g)->corners);
    CHECK(!places_has(g->blocked, corner));
    CHECK(g->settlements_left[seat]);
    place_settlement(shape_of(g), g, seat, corner);
}

void catan__place_city(struct catan *g, int seat, int corner) {
    CHECK(corner < catan_board(g)->corners);
    CHECK(places_has(g->settlements[seat], corner));
    CHECK(g->cities_left[seat]);
    place_city(shape_of(g), g, seat, corner);
}

void catan__built(struct catan *g) {
    built(g);
}

/* ---- where ------------------------------------------------------------------------- */

/* A road needs a free path with an end at one's own road or building where nobody else has
 * built. */
enum catan_error catan__check_path(const struct catan *g, int seat, int path) {
    if (path >= catan_board(g)->paths)
        return ERR_NO_SUCH_PLACE;
    if (!places_has(g->free_paths, path))
        return ERR_OCCUPIED;
    if (!places_has(g->reach[seat], path))
        return ERR_NOT_CONNECTED;
    return g->roads_left[seat] ? CATAN_OK : ERR_NO_PIECES;
}

/* The distance rule: all corners one path away must be free. */
static enum catan_error check_distance(const struct catan *g, int corner) {
    if (corner >= catan_board(g)->corners)
        return ERR_NO_SUCH_PLACE;
    if (places_has(g->built, corner))
        return ERR_OCCUPIED;
    return places_has(g->blocked, corner) ? ERR_TOO_CLOSE : CATAN_OK;
}

enum catan_error catan__check_corner(const struct catan *g, int seat, int corner) {
    enum catan_error e = check_distance(g, corner);
    if (e)
        return e;
    if (!places_has(g->network[seat], corner))
        return ERR_NOT_CONNECTED;
    return g->settlements_left[seat] ? CATAN_OK : ERR_NO_PIECES;
}

/* Ruling 31: even a settlement built in this turn. */
enum catan_error catan__check_upgrade(const struct catan *g, int seat, int corner) {
    if (corner >= catan_board(g)->corners)
        return ERR_NO_SUCH_PLACE;
    if (!places_has(g->settlements[seat], corner))
        return ERR_NOT_YOUR_SETTLEMENT;
    return g->cities_left[seat] ? CATAN_OK : ERR_NO_PIECES;
}

/* ---- roads ------------------------------------------------------------------------- */

/* Set-up: the road starts at the settlement just placed, also for the second (ruling 77). */
static enum catan_error check_first_road(const struct catan *g, int path) {
    if (path >= catan_board(g)->paths)
        return ERR_NO_SUCH_PLACE;
    if (!places_has(g->free_paths, path))
        return ERR_OCCUPIED;
    return places_has(catan_board(g)->corner_paths[g->last_corner], path)
        ? CATAN_OK : ERR_NOT_AT_SETTLEMENT;
}

enum catan_error catan__check_road(const struct catan *g, const struct action *a) {
    if (g->phase == PH_SETTLE_ROAD)
        return check_first_road(g, a->place);
    enum catan_error e = catan__check_path(g, a->seat, a->place);
    if (e || g->phase == PH_FREE_ROAD)
        return e;
    return bundle_has(g->hand[a->seat], COST_ROAD) ? CATAN_OK : ERR_CANNOT_PAY;
}

/* Road Building: the second road must be laid if possible; otherwise the first was all (rulings
 * 11, 79). If the first road wins, the second is not laid. */
static void free_road_placed(struct catan *g) {
    CHECK(g->free_roads);
    g->free_roads--;
    if (!g->roads_left[g->turn] || !places_any(catan_road_places(g, g->turn)))
        g->free_roads = 0;
    if (!catan__judge_win(g))
        catan__resume(g);
}

void catan__do_road(struct catan *g, const struct action *a) {
    catan__place_road(g, a->seat, a->place);
    if (g->phase == PH_SETTLE_ROAD) {
        catan__settled_road(g);
    } else if (g->phase == PH_FREE_ROAD) {
        free_road_placed(g);
    } else {
        catan__pay(g, a->seat, COST_ROAD);
        catan__built(g);
        if (!catan__judge_win(g))
            catan__resume(g);
    }
}

/* ---- settlements and cities -------------------------------------------------------- */

enum catan_error catan__check_settle(const struct catan *g, const struct action *a) {
    if (g->phase == PH_SETTLE)
        return check_distance(g, a->place);
    enum catan_error e = catan__check_corner(g, a->seat, a->place);
    if (e)
        return e;
    return bundle_has(g->hand[a->seat], COST_SETTLEMENT) ? CATAN_OK : ERR_CANNOT_PAY;
}

void catan__do_settle(struct catan *g, const struct action *a) {
    catan__place_settlement(g, a->seat, a->place);
    if (g->phase == PH_SETTLE) {
        catan__settled(g, a->place);
        return;
    }
    catan__pay(g, a->seat, COST_SETTLEMENT);
    catan__built(g);
    if (!catan__judge_win(g))
        catan__resume(g);
}

/* A city replaces one's own settlement, which returns to the seat's pieces. */
enum catan_error catan__check_city(const struct catan *g, const struct action *a) {
    enum catan_error e = catan__check_upgrade(g, a->seat, a->place);
    if (e)
        return e;
    return bundle_has(g->hand[a->seat], COST_CITY) ? CATAN_OK : ERR_CANNOT_PAY;
}

void catan__do_city(struct catan *g, const struct action *a) {
    catan__place_city(g, a->seat, a->place);
    catan__pay(g, a->seat, COST_CITY);
    catan__built(g);
    if (!catan__judge_win(g))
        catan__resume(g);
}

/* ---- buying a card ----------------------------------------------------------------- */

/* Buying pays at once; chance draws the card in PH_DRAW. */
enum catan_error catan__check_buy(const struct catan *g, const struct action *a) {
    if (!bundle_total(g->deck))
        return ERR_DECK_EMPTY;
    return bundle_has(g->hand[a->seat], COST_DEV) ? CATAN_OK : ERR_CANNOT_PAY;
}

void catan__do_buy(struct catan *g, const struct action *a) {
    CHECK(bundle_total(g->deck));
    catan__pay(g, a->seat, COST_DEV);
    catan__built(g);
    g->phase = PH_DRAW;
}

enum catan_error catan__check_draw(const struct catan *g, const struct action *a) {
    return a->place < DEV_N && bundle_count(g->deck, a->place) ? CATAN_OK : ERR_IMPOSSIBLE;
}

/* Not playable before the buyer's next turn. A victory point counts at once and may win (ruling
 * 26). */
void catan__do_draw(struct catan *g, const struct action *a) {
    CHECK(a->place < DEV_N);
    CHECK(bundle_count(g->deck, a->place));
    draw_card(g, builder(g), a->place);
    if (!catan__judge_win(g))
        catan__resume(g);
}
