/* payment.c -- every way to pay a building.
 *
 * Three cards of a kind stand in for any required card, any number of times. So a
 * payment is some sets of three out of the hand, and what is left of the price when
 * as many of its cards are struck out. No two choices of sets and cards make the
 * same payment: its size tells how many sets there are, and its numbers, counted in
 * threes, tell which cards were struck out. Hence ways are counted, not collected. */
#include "internal.h"

#include "costs.inc"

static const struct cost {
    /* the price and what is left of it, fewest cards struck out first */
    const uint64_t *rest;
    const uint8_t *start;       /* of those with n cards struck out */
    int cards;                  /* the plain price */
} costs[SB_N] = {
    [SB_ROAD] = { road_rest, road_start, 2 },
    [SB_KNIGHT] = { knight_rest, knight_start, 3 },
    [SB_SETTLEMENT] = { settlement_rest, settlement_start, 4 },
    [SB_CITY] = { city_rest, city_start, 5 },
    [SB_EXPANSION] = { expansion_rest, expansion_start, 4 },
};

/* cards in the dearest price; ways to take up to 5 sets of 5 kinds */
enum { SETS_MAX = 5, SETS_N = 252 };

/* What can be left of a hand when sets of three are taken out of it, fewest sets first. */
struct sets {
    int levels;                     /* so many sets can be taken, and one more */
    uint8_t start[SETS_MAX + 2];    /* in `left`, of those with n sets taken */
    uint64_t left[SETS_N];
};

/* Every set goes to the same kind as the one before it or to a later one, so each choice
 * of sets is met once; the kind is kept beside the cards, in byte 6. */
enum { KIND_BYTE = KINDS + 1 };

/* Breadth first, so that ways come out cheapest first. */
static void find_sets(uint64_t hand, struct sets *s) {
    int n = 1;
    s->left[0] = hand;
    s->start[0] = 0;
    s->start[1] = 1;
    s->levels = 1;
    if (!cards_threes(hand))
        return;
    for (s->levels = 1; s->levels <= SETS_MAX; s->levels++) {
        for (int i = s->start[s->levels - 1]; i < s->start[s->levels]; i++) {
            uint64_t left = s->left[i];
            int first = bundle_count(left, KIND_BYTE);
            for (uint64_t kinds = cards_threes(left) >> first << first; kinds;) {
                int kind = bits_pop(&kinds);
                s->left[n++] = left - 3 * BUNDLE_CARD(kind) +
                               ((uint64_t)(kind - first) << 8 * KIND_BYTE);
            }
        }
        if (n == s->start[s->levels])
            break;
        s->start[s->levels + 1] = (uint8_t)n;
    }
}

/* How many sets a payment can have. */
static int most_sets(const struct sets *s, const struct cost *cost) {
    return s->levels <= cost->cards ? s->levels - 1 : cost->cards;
}

/* `way` has room for `max`. The order is the menu's: fewest sets first, then by what is struck
 * out; count_ways() in ways.h counts the same. */
int struggle__list_ways(uint64_t hand, int building, int max, uint64_t *way) {
    const struct cost *cost = &costs[building];
    const uint64_t bytes = BUNDLE_KINDS | 255 * BUNDLE_TOTAL;
    struct sets s;
    int n = 0;
    find_sets(hand, &s);
    for (int sets = 0; sets <= most_sets(&s, cost); sets++)
        for (int i = s.start[sets]; i < s.start[sets + 1]; i++)
            for (int r = cost->start[sets]; r < cost->start[sets + 1]; r++)
                if (bundle_has(s.left[i], cost->rest[r])) {
                    way[n++] = hand - (s.left[i] & bytes) + cost->rest[r];
                    if (n == max)
                        return n;
                }
    return n;
}

/* A bundle pays if some sets of its own leave exactly what they do not stand in for. */
bool struggle__pays(int building, uint64_t cards) {
    const struct cost *cost = &costs[building];
    struct sets s;
    find_sets(cards, &s);
    for (int sets = 0; sets <= most_sets(&s, cost); sets++)
        for (int i = s.start[sets]; i < s.start[sets + 1]; i++)
            for (int r = cost->start[sets]; r < cost->start[sets + 1]; r++)
                if ((s.left[i] & BUNDLE_KINDS) == (cost->rest[r] & BUNDLE_KINDS))
                    return true;
    return false;
}
