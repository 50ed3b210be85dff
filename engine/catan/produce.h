/* produce.h -- what a roll gives to whom, and a supply that runs short. Part of kernel.h, shared
 * by rules and playouts; it checks nothing. */
#ifndef CATAN_PRODUCE_H
#define CATAN_PRODUCE_H

#include "dice.h"
#include "robber.h"

/* What the robber withholds from a seat when its hex is rolled. */
static ALWAYS_INLINE uint64_t kept_back(struct shape s, const struct catan *g, int seat) {
    const struct places *at = &s.board->hex_corners[g->robber];
    uint64_t n = (uint64_t)(bits_count(g->settlements[seat].w[0] & at->w[0]) +
                            2 * bits_count(g->cities[seat].w[0] & at->w[0]));
    if (s.words == 2)
        n += (uint64_t)(bits_count(g->settlements[seat].w[1] & at->w[1]) +
                        2 * bits_count(g->cities[seat].w[1] & at->w[1]));
    return n * BUNDLE_CARD(g->terrain[g->robber]);
}

/* If the supply cannot give all of a kind, nobody gets it; but a seat that is the only one owed
 * gets what is left (ruling 17). */
static NOINLINE void share_shortage(struct catan *g, int seats) {
    for (int k = 0; k < KIND_N; k++) {
        int owed = 0, owners = 0, owner = 0, left = bundle_count(g->bank, k);
        for (int p = 0; p < seats; p++)
            if (bundle_count(g->gains[p], k)) {
                owed += bundle_count(g->gains[p], k);
                owners++;
                owner = p;
            }
        if (owed <= left)
            continue;
        for (int p = 0; p < seats; p++)
            g->gains[p] -= (uint64_t)bundle_count(g->gains[p], k) * BUNDLE_CARD(k);
        if (owners == 1)
            g->gains[owner] += (uint64_t)left * BUNDLE_CARD(k);
    }
}

/* `production` stores each seat's share of a number, with the total in the last column. So the
 * usual roll is one addition per seat and one comparison with the supply. */
static ALWAYS_INLINE void produce(struct shape s, struct catan *g, int number) {
    const uint64_t *row = g->production[number - 2];
    uint64_t all = row[SEATS_MAX];
    for (int p = 0; p < s.seats; p++)
        g->gains[p] = row[p];
    if (UNLIKELY(g->number[g->robber] == number))
        for (int p = 0; p < s.seats; p++) {
            uint64_t kept = kept_back(s, g, p);
            g->gains[p] -= kept;
            all -= kept;
        }
    if (UNLIKELY(!bundle_has(g->bank, all))) {
        share_shortage(g, s.seats);
        all = 0;
        for (int p = 0; p < s.seats; p++)
            all += g->gains[p];
    }
    for (int p = 0; p < s.seats; p++)
        g->hand[p] += g->gains[p];
    g->bank -= all;
}

/* What an outcome of the dice brings: cards, or a seven. */
static ALWAYS_INLINE void throw_dice(struct shape s, struct catan *g, int outcome) {
    lay_dice(g, outcome);
    int sum = g->dice[0] + g->dice[1];
    if (sum == 7) {
        seven(s, g);
        return;
    }
    produce(s, g, sum);
    resume(g);
    if (s.helpers)
        catan__ask_marianne(g);
}

#endif
