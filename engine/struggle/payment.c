/* payment.c -- every way to pay for a building: judged, and listed as the building part of the
 * menu.
 *
 * Three cards of a kind stand in for any required card, any number of times. So a payment
 * consists of some sets of three from the hand, and of the price without as many of its cards.
 * No two choices of sets and cards make the same payment: its size tells the number of sets, and
 * its counts modulo three tell which cards were replaced. So ways can be counted without
 * collecting them. */
#include "build.h"
#include "internal.h"

#include "payments.inc"

_Static_assert(SK_GRAIN == SK_WOOL + 1 && SK_ORE == SK_WOOL + 2, "neighbours in a bundle");

/* No price needs more than three of a kind, so larger counts need not be distinguished. The
 * multiplication moves two bits of each of three neighbouring bytes together, from bit 16 on. */
static ALWAYS_INLINE uint64_t paid_by(uint64_t cards) {
    uint64_t three = bundle_enough(cards, 3 * BUNDLE_EACH) >> 7;
    uint64_t most = ((cards | three | three << 1) & 3 * BUNDLE_EACH) >> 8 * SK_WOOL;
    unsigned numbers = (unsigned)((most & 0xffffff) * 0x10410 >> 16 & 63);
    return paid_by_kinds[cards_kinds(cards)] | paid_by_numbers[numbers];
}

/* cards in the highest price; ways to take up to 5 sets of 5 kinds */
enum { SETS_MAX = 5, SETS_N = 252 };

/* What can remain of some cards after sets of three are removed, fewest sets first, and which
 * rests of prices each remainder pays, as bits: see payments.inc. */
struct sets {
    int n;
    uint64_t any;                   /* rests that one of them pays */
    uint64_t left[SETS_N], pays[SETS_N];
    uint64_t from[SETS_N];          /* top bits of the kinds that may give the next set */
};

/* Every set goes to the same kind as the one before it or to a later one, so each choice of sets
 * is met once. A byte above the cards says how many sets it is. */
enum { AT_TAKEN = 8 * (KINDS + 1) };

static ALWAYS_INLINE int take_sets(struct sets *s, int i, int n) {
    uint64_t left = s->left[i] - 3 * BUNDLE_TOTAL + ((uint64_t)1 << AT_TAKEN);
    uint64_t threes = bundle_enough(s->left[i], 3 * BUNDLE_EACH) & s->from[i];
    for (; threes; threes &= threes - 1) {
        uint64_t kind = threes & (0 - threes);
        s->left[n] = left - (kind >> 7) * 3;
        s->from[n++] = 0 - kind;
    }
    return n;
}

/* Breadth first, so the cheapest ways come first. */
static ALWAYS_INLINE void find_sets(uint64_t cards, struct sets *s) {
    uint64_t any = 0;
    int n = 1;
    s->left[0] = cards;
    s->from[0] = BUNDLE_TOP;
    for (int i = 0; i < n; i++) {
        uint64_t left = s->left[i], taken = left >> AT_TAKEN;
        s->pays[i] = paid_by(left) & rests_replaced[taken];
        any |= s->pays[i];
        if (taken < SETS_MAX)
            n = take_sets(s, i, n);
    }
    s->any = any;
    s->n = n;
}

/* All ways to pay: fewest sets first, then by the cards replaced. */
static ALWAYS_INLINE struct action *add_ways(const struct sets *s, uint64_t head,
                                             uint64_t wanted, struct action *at) {
    for (int i = 0; i < s->n; i++)
        for (uint64_t paid = s->pays[i] & wanted; paid; at++)
            action_write(at, head, s->left[0] - s->left[i] + rests[bits_pop(&paid)], 0);
    return at;
}

/* A hand without three of a kind has at most one way to pay anything, and cannot pay a city or
 * an expansion, which cost three of a kind. */
static NOINLINE struct action *add_plain_builds(const struct struggle *g, int seat, uint64_t can,
                                                struct action *at) {
    for (; can; can &= can - 1) {
        int rest = bits_first(can), building = rest_of[rest];
        if (struggle__buildable(g, seat, building))
            action_write(at++, action_head(SA_BUILD, seat, building, 0), rests[rest], 0);
    }
    return at;
}

/* The building is a constant, so only its own conditions are compiled in. */
static ALWAYS_INLINE struct action *add_build(const struct struggle *g, int seat, int building,
                                              const struct sets *s, struct action *at) {
    if (!(s->any & rests_of[building]) || !struggle__buildable(g, seat, building))
        return at;
    uint64_t choice = building == SB_EXPANSION ? struggle__choice(g, seat) : 1;
    while (choice)
        at = add_ways(s, action_head(SA_BUILD, seat, building, bits_pop(&choice)),
                      rests_of[building], at);
    return at;
}

static NOINLINE struct action *add_dear_builds(const struct struggle *g, int seat,
                                               struct action *at) {
    struct sets s;
    find_sets(g->hand[seat], &s);
    at = add_build(g, seat, SB_ROAD, &s, at);
    at = add_build(g, seat, SB_KNIGHT, &s, at);
    at = add_build(g, seat, SB_SETTLEMENT, &s, at);
    at = add_build(g, seat, SB_CITY, &s, at);
    return add_build(g, seat, SB_EXPANSION, &s, at);
}

struct action *struggle__add_builds(const struct struggle *g, int seat, struct action *at) {
    if (bundle_enough(g->hand[seat], 3 * BUNDLE_EACH))
        return add_dear_builds(g, seat, at);
    uint64_t can = paid_by_kinds[cards_kinds(g->hand[seat])] & rests_replaced[0];
    return can ? add_plain_builds(g, seat, can, at) : at;
}

/* A bundle pays if some of its sets of three leave exactly the part of the price that they do
 * not replace. */
bool struggle__pays(int building, uint64_t cards) {
    struct sets s;
    find_sets(cards, &s);
    for (int i = 0; i < s.n; i++)
        for (uint64_t paid = s.pays[i] & rests_of[building]; paid;)
            if ((s.left[i] & BUNDLE_KINDS) == (rests[bits_pop(&paid)] & BUNDLE_KINDS))
                return true;
    return false;
}
