/* robber.h -- who discards, where the robber may go, whom it can rob. Part of kernel.h, shared
 * by rules and playouts; it checks nothing. */
#ifndef CATAN_ROBBER_H
#define CATAN_ROBBER_H

#include "shape.h"

/* Half the hand, rounded down, for every seat over the limit now (ruling 8). */
static ALWAYS_INLINE int to_discard(const struct catan *g, int seat) {
    int cards = bundle_total(g->hand[seat]);
    return cards > g->rules.value[OPT_HAND_LIMIT] ? cards / 2 : 0;
}

/* Any hex except its own. A friendly robber spares hexes of other seats with few points, unless
 * that leaves nowhere to go. */
static ALWAYS_INLINE uint32_t robber_hexes(struct shape s, const struct catan *g) {
    uint32_t all = (uint32_t)bits_low(s.board->hexes) & ~(1u << g->robber), spared = 0;
    int friendly = g->rules.value[OPT_FRIENDLY];
    if (LIKELY(!friendly))
        return all;
    for (int p = 0; p < s.seats; p++)
        if (p != g->turn && g->points[p] <= friendly)
            spared |= g->hexes[p];
    return all & ~spared ? all & ~spared : all;
}

/* Those of `hexes` where the active seat can rob this one. */
static ALWAYS_INLINE uint32_t robbed_at(const struct catan *g, int seat, uint32_t hexes) {
    bool robbable = seat != g->turn &&
        (LIKELY(g->rules.value[OPT_ROB_EMPTY]) || bundle_total(g->hand[seat]));
    return robbable ? g->hexes[seat] & hexes : 0;
}

static ALWAYS_INLINE void steal_card(struct catan *g, int victim, int kind) {
    g->hand[victim] -= BUNDLE_CARD(kind);
    g->hand[g->turn] += BUNDLE_CARD(kind);
}

#endif
