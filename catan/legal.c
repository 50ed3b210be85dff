/* legal.c -- the menu: everything finite that a seat, or chance, may do now.
 *
 * The order is fixed: by sort of action as in catan.h, then by place, then by kind. Of the
 * trades with the supply only those at the best rate are listed, of offers none (or, with
 * menu=trades, the active seat's one-for-one offers to all); check() accepts more. */
#include "kernel.h"

static ALWAYS_INLINE int add(struct action *menu, int n, int type, int seat, int place,
                             int target) {
    menu[n] = (struct action){ .type = (uint8_t)type, .seat = (int8_t)seat, .place = (uint8_t)place,
                               .target = (uint8_t)target };
    return n + 1;
}

static int add_places(struct action *menu, int n, int type, int seat, struct places places) {
    while (places.w[0])
        n = add(menu, n, type, seat, bits_pop(&places.w[0]), 0);
    while (places.w[1])
        n = add(menu, n, type, seat, 64 + bits_pop(&places.w[1]), 0);
    return n;
}

/* The kind of the lowest top bit of a set of kinds (bundle_held() and its like), taken out. */
static inline int pop_kind(uint64_t *kinds) {
    return bits_pop(kinds) >> 3;
}

static int add_kinds(struct action *menu, int n, int type, int seat, uint64_t bundle, int target) {
    for (uint64_t held = bundle_held(bundle); held;)
        n = add(menu, n, type, seat, pop_kind(&held), target);
    return n;
}

/* ---- building ---------------------------------------------------------------------- */

static ALWAYS_INLINE int add_building(const struct catan *g, int seat, struct action *menu, int n) {
    uint64_t hand = g->hand[seat];
    if (bundle_has(hand, COST_ROAD) && g->roads_left[seat])
        n = add_places(menu, n, ACT_ROAD, seat, catan_road_places(g, seat));
    if (bundle_has(hand, COST_SETTLEMENT) && g->settlements_left[seat])
        n = add_places(menu, n, ACT_SETTLE, seat, catan_settlement_places(g, seat));
    if (bundle_has(hand, COST_CITY) && g->cities_left[seat])
        n = add_places(menu, n, ACT_CITY, seat, g->settlements[seat]);
    if (bundle_has(hand, COST_DEV) && bundle_total(g->deck))
        n = add(menu, n, ACT_BUY, seat, 0, 0);
    return n;
}

/* ---- trading ----------------------------------------------------------------------- */

static ALWAYS_INLINE int add_exchange(struct action *menu, int n, int type, int seat, int give,
                                      int count, int get) {
    n = add(menu, n, type, seat, 0, 0);
    menu[n - 1].give[give] = (uint8_t)count;
    menu[n - 1].get[get] = 1;
    return n;
}

_Static_assert((int)ACT_DECLINE == ACT_ACCEPT + 1, "the two answers are neighbours in the menu");

/* Best rates only, to keep menus short; worse ones are legal too (ruling G4). */
static int add_bank(const struct catan *g, int seat, struct action *menu, int n) {
    uint64_t rates = g->jean == CATAN_NONE ? g->rate[seat] : catan_rates(g, seat);
    uint64_t there = bundle_held(g->bank);
    for (uint64_t enough = bundle_enough(g->hand[seat], rates); enough;) {
        uint64_t others = there & ~(enough & (0 - enough));
        int give = pop_kind(&enough), rate = bundle_count(rates, give);
        while (others)
            n = add_exchange(menu, n, ACT_BANK, seat, give, rate, pop_kind(&others));
    }
    return n;
}

/* Offers have no end of forms; one for one is what a program can search. */
static int add_offers(const struct catan *g, int seat, struct action *menu, int n) {
    unsigned others = ((1u << catan_seats(g)) - 1) & ~(1u << seat);
    if (catan_option(g, OPT_MENU) != MENU_TRADES || !catan__may_offer(g, seat))
        return n;
    for (uint64_t held = bundle_held(g->hand[seat]); held;) {
        int give = pop_kind(&held);
        for (int get = 0; get < KIND_N; get++)
            if (get != give) {
                n = add_exchange(menu, n, ACT_OFFER, seat, give, 1, get);
                menu[n - 1].target = (uint8_t)others;
            }
    }
    return n;
}

/* What a seat can do about standing offers: close its own, take it back, answer the others'. */
static int add_answers(const struct catan *g, int seat, struct action *menu, int n) {
    if (!g->offers_made)
        return n;
    for (int p = 0; p < catan_seats(g); p++)
        if (seat == g->turn && g->offer[seat].accepted >> p & 1)
            n = add(menu, n, ACT_CONFIRM, seat, 0, p);
    if (g->offer[seat].number)
        n = add(menu, n, ACT_WITHDRAW, seat, 0, 0);
    for (int type = ACT_ACCEPT; type <= ACT_DECLINE; type++)
        for (int p = 0; p < catan_seats(g); p++) {
            const struct catan_offer *o = &g->offer[p];
            bool open = o->number && (o->to & ~(o->accepted | o->declined)) >> seat & 1;
            if (open && (type == ACT_DECLINE || bundle_has(g->hand[seat], bundle_pack(o->get))))
                n = add(menu, n, type, seat, o->number, 0);
        }
    return n;
}

/* ---- development cards ------------------------------------------------------------- */

/* Pairs with the earlier kind first; with a single card left in the supply, that one. */
static int add_plenty(const struct catan *g, int seat, struct action *menu, int n) {
    int there = bundle_total(g->bank);
    for (int a = 0; a < KIND_N; a++)
        for (int b = a; b < KIND_N; b++) {
            uint64_t cards = there > 1 ? BUNDLE_CARD(a) + BUNDLE_CARD(b) : BUNDLE_CARD(a);
            if (!bundle_has(g->bank, cards) || (there == 1 && a != b))
                continue;
            n = add(menu, n, ACT_PLENTY, seat, 0, 0);
            menu[n - 1].get[a]++;
            menu[n - 1].get[b] = (uint8_t)(menu[n - 1].get[b] + (there > 1));
        }
    return n;
}

/* Where none was played in this turn. */
static int add_cards(const struct catan *g, int seat, struct action *menu, int n) {
    uint64_t dev = g->dev[seat];
    if (bundle_count(dev, DEV_KNIGHT))
        n = add(menu, n, ACT_KNIGHT, seat, 0, 0);
    if (bundle_count(dev, DEV_ROAD_BUILDING) && g->roads_left[seat] &&
        places_any(catan_road_places(g, seat)))
        n = add(menu, n, ACT_ROAD_BUILDING, seat, 0, 0);
    if (bundle_count(dev, DEV_PLENTY))
        n = add_plenty(g, seat, menu, n);
    for (int k = 0; k < KIND_N && bundle_count(dev, DEV_MONOPOLY); k++)
        n = add(menu, n, ACT_MONOPOLY, seat, k, 0);
    return n;
}

/* ---- phases ------------------------------------------------------------------------ */

/* The playout counts these in the same order without writing them: whoever changes the order
 * here changes it in playout_loop.h, and the bench signature. */
static ALWAYS_INLINE int turn_menu(const struct catan *g, int seat, struct action *menu) {
    int n = add(menu, 0, g->phase == PH_ROLL ? ACT_ROLL : ACT_END, seat, 0, 0);
    bool trading = WHEN_TRADING >> g->phase & 1;
    if (g->phase != PH_ROLL)
        n = add_building(g, seat, menu, n);
    if (trading)
        n = add_bank(g, seat, menu, n);
    if (g->dev[seat] && !g->card_played)
        n = add_cards(g, seat, menu, n);
    if (catan_option(g, OPT_HELPERS))
        n += catan__helper_menu(g, seat, menu + n);
    if (trading && UNLIKELY(catan_option(g, OPT_MENU) == MENU_TRADES || g->offers_made))
        n = add_answers(g, seat, menu, add_offers(g, seat, menu, n));
    return n;
}

/* By victim, then by hex; at the end the hexes where nobody is to be robbed. */
static int robber_menu(const struct catan *g, int seat, struct action *menu) {
    uint32_t hexes = catan__robber_hexes(g), robbed = 0;
    int n = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        uint64_t at = robbed_at(g, p, hexes);
        robbed |= (uint32_t)at;
        while (at)
            n = add(menu, n, ACT_ROBBER, seat, bits_pop(&at), p);
    }
    for (uint64_t at = hexes & ~robbed; at;)
        n = add(menu, n, ACT_ROBBER, seat, bits_pop(&at), CATAN_NONE);
    return n;
}

/* The first settlements need no road: any corner that keeps its distance. */
static int settle_menu(const struct catan *g, int seat, struct action *menu) {
    int corners = catan_board(g)->corners;
    struct places all = { { bits_low(corners), bits_low(corners > 64 ? corners - 64 : 0) } };
    return add_places(menu, 0, ACT_SETTLE, seat, places_minus(all, g->blocked));
}

static int road_menu(const struct catan *g, int seat, struct action *menu) {
    if (g->phase == PH_FREE_ROAD)
        return add_places(menu, 0, ACT_ROAD, seat, catan_road_places(g, seat));
    CHECK(g->last_corner < catan_board(g)->corners);
    struct places at = catan_board(g)->corner_paths[g->last_corner];
    return add_places(menu, 0, ACT_ROAD, seat, places_and(at, g->free_paths));
}

/* While an offer stands everybody may do something about it, owing or not. */
static int offer_menu(const struct catan *g, int seat, struct action *menu) {
    int n = seat == g->turn ? add_offers(g, seat, menu, 0) : 0;
    return add_answers(g, seat, menu, n);
}

/* What the seat that the game waits for may do. */
static int owing_menu(const struct catan *g, int seat, struct action *menu) {
    switch (g->phase) {
    case PH_SETTLE:
        return settle_menu(g, seat, menu);
    case PH_SETTLE_ROAD: case PH_FREE_ROAD:
        return road_menu(g, seat, menu);
    case PH_DISCARD:
        return add_kinds(menu, 0, ACT_DISCARD, seat, g->hand[seat], 0);
    case PH_ROBBER:
        return robber_menu(g, seat, menu);
    case PH_SPECIAL:
        return add_building(g, seat, menu, add(menu, 0, ACT_PASS, seat, 0, 0));
    default:
        return catan__helper_menu(g, seat, menu);
    }
}

/* ---- chance ------------------------------------------------------------------------ */

/* One outcome for each kind there is, as likely as it has cards. */
static int card_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    CHECK(g->phase != PH_STEAL || g->victim < catan_seats(g));
    uint64_t from = g->phase == PH_STEAL ? g->hand[g->victim] : g->deck;
    int type = g->phase == PH_STEAL ? ACT_STEAL : ACT_DRAW;
    int n = add_kinds(menu, 0, type, SEAT_CHANCE, from, g->phase == PH_STEAL ? g->victim : 0);
    for (int i = 0; i < n; i++)
        weight[i] = (uint32_t)bundle_count(from, menu[i].place);
    return n;
}

static int chance_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    switch (g->phase) {
    case PH_BOARD:
        return catan__deal_menu(g, menu, weight);
    case PH_FIRST: case PH_DICE:
        return catan__dice_menu(g, menu, weight);
    case PH_STEAL: case PH_DRAW:
        return card_menu(g, menu, weight);
    case PH_LOOK:
        return catan__look_menu(g, menu, weight);
    default:
        return 0;
    }
}

/* The cards of a hand or of the deck lie sorted by kind, as the menu lists them. */
static void draw_one(const struct catan *g, struct source *src, struct action *a) {
    bool steals = g->phase == PH_STEAL;
    CHECK(!steals || g->victim < catan_seats(g));
    uint64_t from = steals ? g->hand[g->victim] : g->deck;
    int kind = bundle_nth(from, (int)source_below(src, (uint32_t)bundle_total(from)));
    add(a, 0, steals ? ACT_STEAL : ACT_DRAW, SEAT_CHANCE, kind, steals ? g->victim : 0);
}

static NOINLINE void draw_listed(const struct catan *g, struct source *src, struct action *a) {
    struct action menu[OUTCOMES_MAX];
    uint32_t weight[OUTCOMES_MAX];
    chance_pick(menu, weight, chance_menu(g, menu, weight), src, a);
}

/* What happens all the time is drawn without a list. */
void catan_draw(const struct catan *g, struct source *src, struct action *a) {
    switch (g->phase) {
    case PH_FIRST: case PH_DICE:
        catan__draw_dice(g, src, a);
        break;
    case PH_STEAL: case PH_DRAW:
        draw_one(g, src, a);
        break;
    default:
        draw_listed(g, src, a);
    }
}

int catan_weights(const struct catan *g, uint32_t *weight) {
    struct action menu[OUTCOMES_MAX];
    return chance_menu(g, menu, weight);
}

static NOINLINE int outcomes(const struct catan *g, struct action *menu) {
    uint32_t weight[OUTCOMES_MAX];
    return chance_menu(g, menu, weight);
}

/* The same on a view as on the state for the view's own seat: every line above reads only what
 * the seat knows, its own hand, the supply and the table. */
int catan_legal(const struct catan *g, int seat, struct action *menu) {
    if (LIKELY(seat == g->turn && IN_TURN >> g->phase & 1))
        return turn_menu(g, seat, menu);
    if (seat == SEAT_CHANCE)
        return outcomes(g, menu);
    if (seat < 0 || seat >= catan_seats(g))
        return 0;
    if (g->phase == PH_OFFER)
        return offer_menu(g, seat, menu);
    if (catan_owes(g) >> seat & 1)
        return owing_menu(g, seat, menu);
    return catan__trading(g) ? add_answers(g, seat, menu, 0) : 0;
}
