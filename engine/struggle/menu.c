/* menu.c -- lists what a seat may do, and chance's outcomes with their weights; draws one
 * outcome.
 *
 * The order is fixed: by type of action as in struggle.h, then by seat or kind, payments from
 * the cheapest on. Only candidates that can be legal are looked at: kinds in a hand, seats with
 * cards. */
#include "internal.h"
#include "trade.h"
#include "turn.h"

enum {
    OUTCOMES = KINDS + SEATS_MAX,       /* most outcomes that chance can have */
    ONE_MORE = 1 << 16,                 /* adds 1 to `place` in an action's first word */
    NEXT_SEAT = 1 << 24,                /* adds 1 to `target` there */
};

static ALWAYS_INLINE struct action *add(struct action *at, uint64_t head) {
    action_write(at, head, 0, 0);
    return at + 1;
}

/* `n` actions that differ only in their place, which counts up. */
static ALWAYS_INLINE struct action *add_numbers(struct action *at, uint64_t head, int n) {
    struct action *end = at + n;
    for (; at != end; at++, head += ONE_MORE)
        action_write(at, head, 0, 0);
    return end;
}

/* ---- the main phases ---- */

/* The kinds of a set, counted from 1, as octal digits with the lowest last: no search is needed. */
static const uint16_t kinds_of[1 << KINDS] = {
    0, 01, 02, 021, 03, 031, 032, 0321,
    04, 041, 042, 0421, 043, 0431, 0432, 04321,
    05, 051, 052, 0521, 053, 0531, 0532, 05321,
    054, 0541, 0542, 05421, 0543, 05431, 05432, 054321,
};

/* One action for each kind of a set. */
static ALWAYS_INLINE struct action *add_gives(struct action *at, uint64_t head, unsigned set,
                                              uint64_t get) {
    for (unsigned kinds = kinds_of[set]; kinds; kinds >>= 3, at++) {
        action_write(at, head, 0, get);
        at->give[(size_t)(kinds & 7) - 1] = 1;
    }
    return at;
}

/* By the card taken, then by the card given; two equal cards are not a swap. */
static ALWAYS_INLINE struct action *add_market_swaps(const struct struggle *g, int seat,
                                                     struct action *at) {
    uint64_t hand = bundle_held(g->hand[seat]);
    for (uint64_t market = bundle_held(g->market); market; market &= market - 1) {
        uint64_t get = market & (0 - market);
        at = add_gives(at, action_head(SA_SWAP_MARKET, seat, 0, 0), bundle_set(hand & ~get),
                       get >> 7);
    }
    return at;
}

/* An expansion that works once a turn and has not been used yet. */
static bool may_use(const struct struggle *g, int seat, int expansion, unsigned used) {
    return g->seat[seat].expansions & 1u << expansion && !(g->used & used);
}

/* Without a road only the draw stack trades; from an opponent, as many cards at once as there
 * are trades left. */
static struct action *add_trades(const struct struggle *g, int seat, int trades,
                                 struct action *at) {
    unsigned hand = cards_kinds(g->hand[seat]);
    at = add_gives(at, action_head(SA_SWAP_STACK, seat, 0, 0), hand, 0);
    if (!g->seat[seat].roads)
        return at;
    at = add_market_swaps(g, seat, at);
    uint64_t head = action_head(SA_TAKE_FROM, seat, 1, 0);
    for (int s = 0, n = seats_of(g); s < n; s++, head += NEXT_SEAT) {
        int cards = bundle_total(g->hand[s]), most = cards < trades ? cards : trades;
        if (s != seat)
            at = add_numbers(at, head, most);
    }
    if (may_use(g, seat, SX_LIBRARY, SU_LIBRARY))
        for (int s = 0; s < seats_of(g); s++)
            if (s != seat && g->hand[s])
                at = add(at, action_head(SA_LIBRARY, seat, 0, s));
    return at;
}

/* Any seat that has cards and is not behind (ruling 67). */
static struct action *add_guild(const struct struggle *g, int seat, struct action *at) {
    int own = points_of(g, seat);
    for (int s = 0; s < seats_of(g); s++)
        if (s != seat && g->hand[s] && points_of(g, s) >= own)
            at = add(at, action_head(SA_GUILD, seat, 0, s));
    return at;
}

static int list_main(const struct struggle *g, int seat, struct action *menu) {
    struct action *at = menu;
    int trades = g->phase == SP_TRADE ? trades_left(g) : 0;
    int knights = struggle_a_sides(g->seat[seat].knights);
    if (trades > 0)
        at = add_trades(g, seat, trades, at);
    if (may_use(g, seat, SX_GUILD, SU_GUILD))
        at = add_guild(g, seat, at);
    at = struggle__add_builds(g, seat, at);
    at = add_numbers(at, action_head(SA_DRAW, seat, option_of(g, SO_DRAW), 0), 1 + knights);
    return (int)(at - menu);
}

/* ---- the other phases ---- */

static int list_picks(const struct struggle *g, int seat, struct action *menu) {
    uint64_t kinds = bundle_held(g->hand[g->target]) >> 7;
    int n = 0;
    for (; kinds; kinds &= kinds - 1)
        action_write(&menu[n++], action_head(SA_PICK, seat, 0, 0), 0, kinds & (0 - kinds));
    return n;
}

/* After the Library's card: unseen ones of the same hand, before the first goes back. */
static struct action *add_more(const struct struggle *g, int seat, struct action *at) {
    int cards = bundle_total(g->hand[g->target]), trades = trades_left(g);
    if (!(g->used & SU_LIBRARY_MORE))
        return at;
    return add_numbers(at, action_head(SA_TAKE_FROM, seat, 1, g->target),
                       cards < trades ? cards : trades);
}

static int list_small(const struct struggle *g, int seat, struct action *menu) {
    unsigned hand = cards_kinds(g->hand[seat]);
    struct action *at;
    switch (g->phase) {
    case SP_GIVE_BACK:
        at = add_gives(menu, action_head(SA_GIVE_BACK, seat, 0, 0), hand, 0);
        return (int)(add_more(g, seat, at) - menu);
    case SP_DISCARD:
        return (int)(add_gives(menu, action_head(SA_DISCARD, seat, 0, 0), hand, 0) - menu);
    case SP_LIBRARY:
        return list_picks(g, seat, menu);
    case SP_MARKET_DAY:
        at = add_market_swaps(g, seat, menu);
        return (int)(add(at, action_head(SA_PASS, seat, 0, 0)) - menu);
    default:
        CHECK(g->phase == SP_SETTLED);
        add(menu, action_head(SA_TURN, seat, 0, 0));
        add(menu + 1, action_head(SA_LEAVE, seat, 0, 0));
        return 2;
    }
}

/* ---- chance ---- */

/* The cards that chance draws from in this phase. */
static uint64_t pool(const struct struggle *g) {
    return g->phase == SP_TAKE ? g->hand[g->target] : g->stack;
}

/* The part that all outcomes of drawing a card in this phase share: the seat concerned. */
static ALWAYS_INLINE uint64_t card_head(const struct struggle *g) {
    if (g->phase == SP_MARKET)
        return action_head(SA_MARKET, SEAT_CHANCE, 0, 0);
    if (g->phase == SP_TAKE)
        return action_head(SA_STEAL, SEAT_CHANCE, 0, g->target);
    return action_head(SA_DEAL, SEAT_CHANCE, 0, struggle__dealt_to(g));
}

/* Every card, and every back, is equally likely. */
static int list_chance(const struct struggle *g, struct action *menu, uint32_t *weight) {
    int n = 0;
    if (g->phase == SP_FIRST) {
        for (; n < seats_of(g); n++, *weight++ = 1)
            add(&menu[n], action_head(SA_FIRST, SEAT_CHANCE, 0, n));
    } else if (g->phase == SP_EVENT) {
        for (int event = 0; event < SV_N; event++)
            if (g->back[event]) {
                add(&menu[n++], action_head(SA_EVENT, SEAT_CHANCE, event, 0));
                *weight++ = g->back[event];
            }
    } else {
        for (uint64_t kinds = bundle_held(pool(g)) >> 7; kinds; kinds &= kinds - 1) {
            action_write(&menu[n++], card_head(g), 0, kinds & (0 - kinds));
            *weight++ = (uint32_t)bundle_count(pool(g), bits_first(kinds) >> 3);
        }
    }
    return n;
}

/* Chance draws mostly cards, and in bulk from a seeded generator. The cards are sorted by kind,
 * as in the list. */
void struggle__draw_chance(const void *state, struct source *src, struct action *out) {
    const struct struggle *g = state;
    struct rng *rng = source_rng(src);
    uint64_t cards = pool(g);
    uint32_t n;
    if (UNLIKELY(!rng || (PHASE(SP_FIRST) | PHASE(SP_EVENT)) & PHASE(g->phase) ||
                 !rng_try_below(rng, (uint32_t)bundle_total(cards), &n))) {
        chance_draw_listed(&struggle_game, g, src, out);
        return;
    }
    CHECK(cards);
    action_write(out, card_head(g), 0, bundle_nth_card(cards, (int)n));
}

int struggle__weights(const void *state, uint32_t *weight) {
    struct action outcome[OUTCOMES];
    return struggle__owes(state) == OWES_CHANCE ? list_chance(state, outcome, weight) : 0;
}

/* A seat that the game does not wait for has no menu. */
int struggle__legal(const void *state, int seat, struct action *menu) {
    const struct struggle *g = state;
    if (LIKELY(PHASES_MAIN & PHASE(g->phase)))
        return seat == g->turn ? list_main(g, seat, menu) : 0;
    unsigned owes = struggle__owes(g);
    uint32_t weight[OUTCOMES];
    if (seat == SEAT_CHANCE)
        return owes == OWES_CHANCE ? list_chance(g, menu, weight) : 0;
    if (owes == OWES_CHANCE || seat < 0 || seat >= seats_of(g) || !(owes >> seat & 1))
        return 0;
    return list_small(g, seat, menu);
}
