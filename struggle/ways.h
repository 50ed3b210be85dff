/* ways.h -- how many ways there are to pay, counted for all buildings at once.
 *
 * For sample.c alone; payment.c says why ways are counted like this. */
#ifndef STRUGGLE_WAYS_H
#define STRUGGLE_WAYS_H

#include "internal.h"
#include "ways.inc"

/* Ways to pay, sixteen bits a building: roads, knights, settlements; cities, expansions. */
struct ways {
    uint64_t by_kinds, by_numbers;
};

/* No price wants more than three of a kind, so more need not be told apart. */
static inline unsigned at_most_three(uint64_t cards, int kind) {
    unsigned n = (unsigned)bundle_count(cards, kind);
    return n < 3 ? n : 3;
}

/* What is left of each price after so many sets, if the cards left can pay it; the tables are
 * made by tools/gen_costs.py from the prices. */
static inline void count_rests(uint64_t left, int sets, struct ways *w) {
    unsigned numbers = at_most_three(left, SK_WOOL) | at_most_three(left, SK_GRAIN) << 2
                       | at_most_three(left, SK_ORE) << 4;
    w->by_kinds += rests_by_kinds[sets][cards_kinds(left)];
    w->by_numbers += rests_by_numbers[sets][numbers];
}

/* Take another set, of the kind of the last one or a later one. */
static void count_sets(uint64_t left, int sets, int last, struct ways *w) {
    for (uint64_t kinds = cards_threes(left) >> last << last; kinds;) {
        int kind = bits_pop(&kinds);
        uint64_t rest = left - 3 * BUNDLE_CARD(kind);
        count_rests(rest, sets, w);
        if (sets < 5)               /* no price has more cards */
            count_sets(rest, sets + 1, kind, w);
    }
}

static inline struct ways count_ways(uint64_t hand) {
    struct ways w = { 0, 0 };
    count_rests(hand, 0, &w);
    count_sets(hand, 1, 0, &w);
    return w;
}

/* How many there are for one building. */
static inline int ways_for(const struct ways *w, int building) {
    uint64_t packed = building < SB_CITY ? w->by_kinds >> 16 * building
                                         : w->by_numbers >> 16 * (building - SB_CITY);
    return (int)(packed & 0xffff);
}

#endif
