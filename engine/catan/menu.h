/* menu.h -- what a seat may do, helpers and offers left out, in the order of the menu.
 *
 * Two files include it: menu.c writes actions, space.c writes ids for learners. Before that each
 * says what a `sink` is and how an entry is written to it at place n; all return the next place:
 *     add(to, n, type, seat, place, target)
 *     add_trade(to, n, seat, give, count, get)
 *     add_pair(to, n, seat, first, second)         second -1: a single card
 *     add_robber(to, g, n, seat, hex, victim)      victim CATAN_NONE: nobody is robbed
 *
 * The playout counts these in the same order without writing them: whoever changes the order
 * here changes it in playout_loop.h, and the bench signature. */

static int add_places(sink to, int n, int type, int seat, struct places places) {
    while (places.w[0])
        n = add(to, n, type, seat, bits_pop(&places.w[0]), 0);
    while (places.w[1])
        n = add(to, n, type, seat, 64 + bits_pop(&places.w[1]), 0);
    return n;
}

/* Remove the lowest top bit of a set of kinds (as from bundle_held()) and return its kind. */
static inline int pop_kind(uint64_t *kinds) {
    return bits_pop(kinds) >> 3;
}

static int add_kinds(sink to, int n, int type, int seat, uint64_t bundle, int target) {
    for (uint64_t held = bundle_held(bundle); held;)
        n = add(to, n, type, seat, pop_kind(&held), target);
    return n;
}

static ALWAYS_INLINE int add_building(const struct catan *g, int seat, sink to, int n) {
    uint64_t hand = g->hand[seat];
    if (bundle_has(hand, COST_ROAD) && g->roads_left[seat])
        n = add_places(to, n, ACT_ROAD, seat, catan_road_places(g, seat));
    if (bundle_has(hand, COST_SETTLEMENT) && g->settlements_left[seat])
        n = add_places(to, n, ACT_SETTLE, seat, catan_settlement_places(g, seat));
    if (bundle_has(hand, COST_CITY) && g->cities_left[seat])
        n = add_places(to, n, ACT_CITY, seat, g->settlements[seat]);
    if (bundle_has(hand, COST_DEV) && bundle_total(g->deck))
        n = add(to, n, ACT_BUY, seat, 0, 0);
    return n;
}

/* Best rates only, to keep menus short; worse ones are also legal (ruling G4). */
static int add_bank(const struct catan *g, int seat, sink to, int n) {
    uint64_t rates = g->jean == CATAN_NONE ? g->rate[seat] : catan_rates(g, seat);
    uint64_t there = bundle_held(g->bank);
    for (uint64_t enough = bundle_enough(g->hand[seat], rates); enough;) {
        uint64_t others = there & ~(enough & (0 - enough));
        int give = pop_kind(&enough), rate = bundle_count(rates, give);
        while (others)
            n = add_trade(to, n, seat, give, rate, pop_kind(&others));
    }
    return n;
}

/* Pairs with the earlier kind first; a single card if the supply has only one. */
static int add_plenty(const struct catan *g, int seat, sink to, int n) {
    int there = bundle_total(g->bank);
    for (int a = 0; a < KIND_N; a++)
        for (int b = a; b < KIND_N; b++) {
            uint64_t cards = there > 1 ? BUNDLE_CARD(a) + BUNDLE_CARD(b) : BUNDLE_CARD(a);
            if (bundle_has(g->bank, cards) && (there > 1 || (there == 1 && a == b)))
                n = add_pair(to, n, seat, a, there > 1 ? b : -1);
        }
    return n;
}

/* Only if no card was played in this turn. */
static NOINLINE int add_cards(const struct catan *g, int seat, sink to, int n) {
    uint64_t dev = g->dev[seat];
    if (bundle_count(dev, DEV_KNIGHT))
        n = add(to, n, ACT_KNIGHT, seat, 0, 0);
    if (bundle_count(dev, DEV_ROAD_BUILDING) && g->roads_left[seat] &&
        places_any(catan_road_places(g, seat)))
        n = add(to, n, ACT_ROAD_BUILDING, seat, 0, 0);
    if (bundle_count(dev, DEV_PLENTY))
        n = add_plenty(g, seat, to, n);
    for (int k = 0; k < KIND_N && bundle_count(dev, DEV_MONOPOLY); k++)
        n = add(to, n, ACT_MONOPOLY, seat, k, 0);
    return n;
}

/* Everything except helpers and offers, which catan__more_in_turn() appends. */
static ALWAYS_INLINE int add_turn(const struct catan *g, int seat, sink to) {
    int n = add(to, 0, g->phase == PH_ROLL ? ACT_ROLL : ACT_END, seat, 0, 0);
    if (g->phase != PH_ROLL)
        n = add_building(g, seat, to, n);
    if (WHEN_TRADING >> g->phase & 1)
        n = add_bank(g, seat, to, n);
    if (g->dev[seat] && !g->card_played)
        n = add_cards(g, seat, to, n);
    return n;
}

static ALWAYS_INLINE bool more_in_turn(const struct catan *g) {
    return catan_option(g, OPT_HELPERS) || catan_option(g, OPT_MENU) == MENU_TRADES ||
           g->offers_made;
}

/* By victim, then by hex; at the end the hexes where nobody can be robbed. */
static int add_robbery(const struct catan *g, int seat, sink to) {
    uint32_t hexes = catan__robber_hexes(g), robbed = 0;
    int n = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        uint64_t at = robbed_at(g, p, hexes);
        robbed |= (uint32_t)at;
        while (at)
            n = add_robber(to, g, n, seat, bits_pop(&at), p);
    }
    for (uint64_t at = hexes & ~robbed; at;)
        n = add_robber(to, g, n, seat, bits_pop(&at), CATAN_NONE);
    return n;
}

/* The first settlements need no road: any corner that keeps the distance. */
static int add_first_settlements(const struct catan *g, int seat, sink to) {
    int corners = catan_board(g)->corners;
    struct places all = { { bits_low(corners), bits_low(corners > 64 ? corners - 64 : 0) } };
    return add_places(to, 0, ACT_SETTLE, seat, places_minus(all, g->blocked));
}

static int add_free_roads(const struct catan *g, int seat, sink to) {
    if (g->phase == PH_FREE_ROAD)
        return add_places(to, 0, ACT_ROAD, seat, catan_road_places(g, seat));
    CHECK(g->last_corner < catan_board(g)->corners);
    struct places at = catan_board(g)->corner_paths[g->last_corner];
    return add_places(to, 0, ACT_ROAD, seat, places_and(at, g->free_paths));
}

/* For a seat that the game waits for outside the usual turn; 0: see catan__helper_menu(). */
static int add_owing(const struct catan *g, int seat, sink to) {
    switch (g->phase) {
    case PH_SETTLE:
        return add_first_settlements(g, seat, to);
    case PH_SETTLE_ROAD: case PH_FREE_ROAD:
        return add_free_roads(g, seat, to);
    case PH_DISCARD:
        return add_kinds(to, 0, ACT_DISCARD, seat, g->hand[seat], 0);
    case PH_ROBBER:
        return add_robbery(g, seat, to);
    case PH_SPECIAL:
        return add_building(g, seat, to, add(to, 0, ACT_PASS, seat, 0, 0));
    default:
        return 0;
    }
}
