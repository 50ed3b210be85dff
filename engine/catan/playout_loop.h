/* playout_loop.h -- the loop of random games; compiled once for each processor level.
 *
 * Common decisions are sampled without writing a menu: their counts are added up in menu order,
 * one number is drawn, and bit selection finds the choice. Rare ones go through legal() and
 * apply(). Listed play writes every menu of a turn and picks from it. Both give the same game
 * from the same draws. What a choice does is the kernel's, as in the rules. */
#include <string.h>

#include "kernel.h"
#include "playout.h"

/* A game being played out, and the buffer for its menus. The caller owns both. */
struct loop {
    struct catan *g;
    struct rng *rng;
    uint32_t decisions, max;
    uint32_t fast;          /* the shortcuts may be used up to this many decisions */
    struct action *menu;
};

static ALWAYS_INLINE int nth_path(struct places set, uint32_t n) {
    uint32_t low = (uint32_t)bits_count(set.w[0]);
    return n < low ? bits_select(set.w[0], (int)n) : 64 + bits_select(set.w[1], (int)(n - low));
}

static ALWAYS_INLINE int count_corners(struct shape s, struct places set) {
    return s.words == 1 ? bits_count(set.w[0]) : places_count(set);
}

static ALWAYS_INLINE int nth_corner(struct shape s, struct places set, uint32_t n) {
    return s.words == 1 ? bits_select(set.w[0], (int)n) : nth_path(set, n);
}

/* ---- rare choices, by menu --------------------------------------------------------- */

/* A choice beyond the counted ones: cards and helpers. The menu is written after all; the drawn
 * number is its index, because both count in the same order. */
static NOINLINE void play_listed(struct loop *t, int seat, uint32_t choice) {
    int n = catan_legal(t->g, seat, t->menu);
    CHECK(choice < (uint32_t)n);
    catan_apply(t->g, &t->menu[choice]);
}

/* One action by the general rules; chance belongs to the decision before it. */
static NOINLINE void step(struct loop *t) {
    unsigned owes = catan_owes(t->g);
    if (owes == OWES_CHANCE) {
        chance_draw(&catan_game, t->g, &t->rng->source, &t->menu[0]);
        catan_apply(t->g, &t->menu[0]);
        return;
    }
    int n = catan_legal(t->g, bits_first(owes), t->menu);
    catan_apply(t->g, &t->menu[rng_below(t->rng, (uint32_t)n)]);
    t->decisions++;
}

/* ---- set-up ------------------------------------------------------------------------ */

/* Deal all hexes from those left, as chance's menu would. */
static NOINLINE void deal_hexes(struct loop *t) {
    struct catan *g = t->g;
    const struct catan_board *b = catan_board(g);
    uint8_t left[TERRAIN_N];
    memcpy(left, b->terrain, sizeof left);
    for (int hex = 0; hex < b->hexes; hex++) {
        uint32_t drawn = rng_below(t->rng, (uint32_t)(b->hexes - hex));
        int terrain = 0;
        while (drawn >= left[terrain])
            drawn -= left[terrain++];
        left[terrain]--;
        g->terrain[hex] = (uint8_t)terrain;
    }
    catan__deal_on(g);
}

static ALWAYS_INLINE void settle_step(struct shape s, struct loop *t) {
    struct catan *g = t->g;
    struct places open = { { bits_low(s.board->corners) & ~g->blocked.w[0], 0 } };
    if (s.words == 2)
        open.w[1] = bits_low(s.board->corners - 64) & ~g->blocked.w[1];
    int corner = nth_corner(s, open, rng_below(t->rng, (uint32_t)count_corners(s, open)));
    place_settlement(s, g, g->turn, corner);
    catan__settled(g, corner);
    t->decisions++;
}

static ALWAYS_INLINE void settle_road_step(struct shape s, struct loop *t) {
    struct catan *g = t->g;
    struct places open = places_and(s.board->corner_paths[g->last_corner], g->free_paths);
    place_road(s, g, g->turn, nth_path(open, rng_below(t->rng, (uint32_t)places_count(open))));
    catan__settled_road(g);
    t->decisions++;
}

/* ---- the roll ---------------------------------------------------------------------- */

/* In order of seats, card by card, as in the rules: the same draws must give the same game. */
static ALWAYS_INLINE void discard_step(struct shape s, struct loop *t) {
    struct catan *g = t->g;
    for (int p = 0; p < s.seats; p++)
        for (; g->owes_cards[p]; t->decisions++) {
            uint64_t held = bundle_held(g->hand[p]);
            int n = (int)rng_below(t->rng, (uint32_t)bits_count(held));
            discard(g, p, bits_select(held, n) >> 3);
        }
    resume(g);
}

/* Victims in order of seats, each with the hexes where it can be robbed; then the hexes without
 * a victim. */
static ALWAYS_INLINE void robber_step(struct shape s, struct loop *t) {
    struct catan *g = t->g;
    uint32_t hexes = robber_hexes(s, g);
    uint32_t robbed = 0, n = 0, at[SEATS_MAX] = { 0 };
    for (int p = 0; p < s.seats; p++) {
        at[p] = robbed_at(g, p, hexes);
        robbed |= at[p];
        n += (uint32_t)bits_count(at[p]);
    }
    uint32_t drawn = rng_below(t->rng, n + (uint32_t)bits_count(hexes & ~robbed));
    int victim = 0;
    t->decisions++;
    if (drawn >= n) {
        move_robber(g, bits_select(hexes & ~robbed, (int)(drawn - n)), CATAN_NONE);
        return;
    }
    while (drawn >= (uint32_t)bits_count(at[victim]))
        drawn -= (uint32_t)bits_count(at[victim++]);
    move_robber(g, bits_select(at[victim], (int)drawn), victim);
    if (g->phase == PH_STEAL) {
        uint64_t hand = g->hand[victim];
        steal(g, bundle_nth(hand, (int)rng_below(t->rng, (uint32_t)bundle_total(hand))));
    }
}

/* How many choices the playable development cards give. */
static ALWAYS_INLINE uint32_t count_cards(const struct catan *g, int seat) {
    uint64_t dev = g->dev[seat] & 0xffffffffu;
    if (!dev || g->card_played)
        return 0;
    uint32_t n = (dev & 0xff) != 0;
    n += dev & 0xff00 && g->roads_left[seat] && places_any(catan_road_places(g, seat));
    n += dev >> 24 ? KIND_N : 0;
    if (!(dev & 0xff0000))
        return n;
    uint32_t kinds = (uint32_t)bits_count(bundle_held(g->bank));
    uint32_t pairs = (uint32_t)bits_count(bundle_enough(g->bank, 2 * BUNDLE_EACH));
    return n + (bundle_total(g->bank) == 1 ? 1 : kinds * (kinds - 1) / 2 + pairs);
}

/* How many entries the seat's helper adds to its menu. */
static ALWAYS_INLINE uint32_t count_helping(struct shape s, struct loop *t, int seat) {
    const struct catan *g = t->g;
    if (!s.helpers || (g->helper_fresh | g->helper_used) >> seat & 1)
        return 0;
    return (uint32_t)catan__helper_menu(g, seat, t->menu);
}

/* For restricted dice: a deck, or quiet rounds. */
static NOINLINE int some_dice(struct loop *t, uint64_t outcomes) {
    return bits_select(outcomes, (int)rng_below(t->rng, (uint32_t)bits_count(outcomes)));
}

static ALWAYS_INLINE void dice_step(struct shape s, struct loop *t) {
    uint64_t outcomes = dice_outcomes(s, t->g);
    throw_dice(s, t->g, LIKELY(outcomes == ALL_DICE) ? (int)rng_below(t->rng, 36)
                                                     : some_dice(t, outcomes));
}

static ALWAYS_INLINE void roll_step(struct shape s, struct loop *t) {
    struct catan *g = t->g;
    int seat = g->turn;
    uint32_t choice = rng_below(t->rng, 1 + count_cards(g, seat) + count_helping(s, t, seat));
    t->decisions++;
    if (UNLIKELY(choice))
        play_listed(t, seat, choice);
    else
        dice_step(s, t);
}

/* ---- trade and build --------------------------------------------------------------- */

static ALWAYS_INLINE void buy_step(struct loop *t, int seat) {
    struct catan *g = t->g;
    pay(g, seat, COST_DEV);
    uint32_t drawn = rng_below(t->rng, (uint32_t)bundle_total(g->deck));
    draw_card(g, seat, bundle_nth(g->deck, (int)drawn));
}

/* The n-th trade with the supply: `enough` has a top bit for each kind that can be given,
 * `there` for each kind in the supply. A kind is never traded for itself (ruling G3). */
static ALWAYS_INLINE void bank_step(struct catan *g, int seat, uint64_t rates, uint64_t enough,
                                    uint64_t there, uint32_t n) {
    int give = 0, get = 0;
    for (;; enough &= enough - 1) {
        uint64_t others = there & ~(enough & (0 - enough));
        uint32_t kinds = (uint32_t)bits_count(others);
        give = bits_first(enough) >> 3;
        if (n < kinds) {
            get = bits_select(others, (int)n) >> 3;
            break;
        }
        n -= kinds;
    }
    trade_with_supply(g, seat, (rates >> 8 * give & 255) * BUNDLE_CARD(give), BUNDLE_CARD(get));
}

static ALWAYS_INLINE void build(struct shape s, struct loop *t, int seat, int type, int place) {
    struct catan *g = t->g;
    if (type == ACT_ROAD) {
        place_road(s, g, seat, place);
        pay(g, seat, COST_ROAD);
    } else if (type == ACT_SETTLE) {
        place_settlement(s, g, seat, place);
        pay(g, seat, COST_SETTLEMENT);
    } else if (type == ACT_CITY) {
        place_city(s, g, seat, place);
        pay(g, seat, COST_CITY);
    } else {
        buy_step(t, seat);
    }
    built(g);
    go_on(g);
}

/* Build the n-th choice; the choices are counted as in the menu. */
static ALWAYS_INLINE void build_step(struct shape s, struct loop *t, int seat, uint32_t n,
                                     struct places paths, uint32_t roads, struct places corners,
                                     uint32_t settlements, uint32_t cities) {
    if (n < roads)
        build(s, t, seat, ACT_ROAD, nth_path(paths, n));
    else if ((n -= roads) < settlements)
        build(s, t, seat, ACT_SETTLE, nth_corner(s, corners, n));
    else if ((n -= settlements) < cities)
        build(s, t, seat, ACT_CITY, nth_corner(s, t->g->settlements[seat], n));
    else
        build(s, t, seat, ACT_BUY, 0);
}

/* A number or 0 without a branch: "can pay" is hard to predict. */
static ALWAYS_INLINE uint32_t only_if(bool so, int n) {
    return (uint32_t)n & (0 - (uint32_t)so);
}

/* One decision of a seat that has rolled, or that builds between turns. */
static ALWAYS_INLINE void build_or_trade(struct shape s, struct loop *t, bool special) {
    struct catan *g = t->g;
    int seat = special ? g->special : g->turn;
    uint64_t hand = g->hand[seat];
    struct places paths = catan_road_places(g, seat), corners = catan_settlement_places(g, seat);
    uint32_t roads = only_if(bundle_has(hand, COST_ROAD) && g->roads_left[seat],
                             places_count(paths));
    uint32_t settlements = only_if(bundle_has(hand, COST_SETTLEMENT) && g->settlements_left[seat],
                                   count_corners(s, corners));
    uint32_t cities = only_if(bundle_has(hand, COST_CITY) && g->cities_left[seat],
                              count_corners(s, g->settlements[seat]));
    bool buys = bundle_has(hand, COST_DEV) && bundle_total(g->deck);
    uint32_t n = 1 + roads + settlements + cities + buys, trades = 0, cards = 0;
    uint64_t enough = 0, there = bundle_held(g->bank);
    uint64_t rates = s.helpers ? catan_rates(g, seat) : g->rate[seat];
    if (!special) {
        if (g->phase != PH_BUILD)
            enough = bundle_enough(hand, rates);
        trades = (uint32_t)(bits_count(enough) * bits_count(there) - bits_count(enough & there));
        cards = count_cards(g, seat) + count_helping(s, t, seat);
    }
    uint32_t choice = rng_below(t->rng, n + trades + cards);
    t->decisions++;
    if (choice == 0) {
        if (special)
            end_special(s, g);
        else
            end_turn(s, g);
    } else if (choice < n) {
        build_step(s, t, seat, choice - 1, paths, roads, corners, settlements, cities);
    } else if (choice < n + trades) {
        bank_step(g, seat, rates, enough, there, choice - n);
    } else {
        play_listed(t, seat, choice);
    }
}

/* ---- listed play ------------------------------------------------------------------- */

/* One decision from the whole menu, played by the same functions. */
static ALWAYS_INLINE void listed_step(struct shape s, struct loop *t) {
    struct catan *g = t->g;
    int seat = g->phase == PH_SPECIAL ? g->special : g->turn;
    const struct action *a = &t->menu[rng_below(t->rng, (uint32_t)catan_legal(g, seat, t->menu))];
    t->decisions++;
    switch (a->type) {
    case ACT_ROLL:
        dice_step(s, t);
        break;
    case ACT_END:
        end_turn(s, g);
        break;
    case ACT_PASS:
        end_special(s, g);
        break;
    case ACT_ROAD: case ACT_SETTLE: case ACT_CITY: case ACT_BUY:
        build(s, t, seat, a->type, a->place);
        break;
    case ACT_BANK:
        trade_with_supply(g, seat, bundle_pack(a->give), bundle_pack(a->get));
        break;
    default:
        catan_apply(g, a);
    }
}

/* ---- whole games ------------------------------------------------------------------- */

/* Rules for which the counting is right: the shortcuts do not handle offers. A new option that
 * adds to a menu must be added here until they do. */
static bool is_plain(const struct catan *g) {
    return g->rules.value[OPT_MENU] == MENU_PLAIN && !g->offers_made;
}

enum { SLACK = 256 };   /* more decisions than one step can make */

/* One step of a plain game outside a turn. */
static ALWAYS_INLINE void other_step(struct shape s, struct loop *t) {
    switch (t->g->phase) {
    case PH_SETTLE:
        settle_step(s, t);
        break;
    case PH_SETTLE_ROAD:
        settle_road_step(s, t);
        break;
    case PH_DISCARD:
        discard_step(s, t);
        break;
    case PH_ROBBER:
        robber_step(s, t);
        break;
    case PH_FIRST: {
        uint32_t outcome = rng_below(t->rng, 36);
        catan__first_dice(t->g, (int)(2 + outcome / 6 + outcome % 6));
        break;
    }
    case PH_BOARD:
        if (t->g->terrain[0] == CATAN_NONE) {
            deal_hexes(t);
            break;
        }
        /* fall through */
    default:
        step(t);
    }
}

static ALWAYS_INLINE void turn_step(struct shape s, struct loop *t, bool listed) {
    struct catan *g = t->g;
    if (listed) {
        listed_step(s, t);
        return;
    }
    do {
        if (g->phase == PH_ROLL)
            roll_step(s, t);
        while (WHEN_BUILDING >> g->phase & 1 && t->decisions < t->fast)
            build_or_trade(s, t, false);
    } while (g->phase == PH_ROLL && t->decisions < t->fast);
}

static ALWAYS_INLINE void play(struct shape s, struct loop *t, bool listed) {
    struct catan *g = t->g;
    while (g->phase != PH_OVER && t->decisions < t->fast) {
        if ((IN_TURN >> g->phase & 1))
            turn_step(s, t, listed);
        else if (g->phase == PH_SPECIAL && listed)
            listed_step(s, t);
        else if (g->phase == PH_SPECIAL)
            build_or_trade(s, t, true);
        else
            other_step(s, t);
    }
    while (g->phase != PH_OVER && (t->decisions < t->max || catan_owes(g) == OWES_CHANCE))
        step(t);        /* includes chance that belongs to the last decision */
}

/* The common game as compile-time constants, others with seats and helpers at run time. */
static ALWAYS_INLINE uint32_t playout(struct catan *g, struct rng *rng, uint32_t max, bool listed) {
    struct action menu[CATAN_MENU_MAX];
    struct loop t = { g, rng, 0, max, is_plain(g) && max > SLACK ? max - SLACK : 0, menu };
    struct shape s = shape_of(g);
    if (s.words == 1 && s.seats == 4 && !s.helpers)
        play((struct shape){ &catan_boards[MAP_BASE], 4, 1, false }, &t, listed);
    else if (s.words == 1)
        play((struct shape){ &catan_boards[MAP_BASE], s.seats, 1, s.helpers }, &t, listed);
    else
        play((struct shape){ &catan_boards[MAP_LARGE], s.seats, 2, s.helpers }, &t, listed);
    return t.decisions;
}

uint32_t PLAYOUT(struct catan *g, struct rng *rng, uint32_t max) {
    return playout(g, rng, max, false);
}

uint32_t PLAYOUT_LIST(struct catan *g, struct rng *rng, uint32_t max) {
    return playout(g, rng, max, true);
}
