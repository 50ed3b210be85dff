/* robber.h -- who discards, where the robber may go, whom it can rob. Part of kernel.h, shared
 * by rules and playouts; it checks nothing. */
#ifndef CATAN_ROBBER_H
#define CATAN_ROBBER_H

#include "turn.h"

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

/* Fix who owes cards, only once, even if a seat is still over the limit afterwards (ruling 8).
 * Then Sean, the discards, the robber. */
static ALWAYS_INLINE void seven(struct shape s, struct catan *g) {
    CHECK(!g->robber_due && g->special == CATAN_NONE);
    for (int p = 0; p < s.seats; p++) {
        g->owes_cards[p] = (uint8_t)to_discard(g, p);
        g->gains[p] = 0;
    }
    g->robber_due = 1;
    if (!s.helpers || !catan__ask_sean(g))
        resume(g);
}

/* One of the cards that a seat owes. */
static ALWAYS_INLINE void discard(struct catan *g, int seat, int kind) {
    CHECK(g->owes_cards[seat]);
    pay(g, seat, BUNDLE_CARD(kind));
    g->owes_cards[seat]--;
}

/* An empty hand may be chosen; then nothing is stolen (rulings 1, 2). */
static ALWAYS_INLINE void move_robber(struct catan *g, int hex, int victim) {
    g->robber = (uint8_t)hex;
    g->robber_due = 0;
    if (victim != CATAN_NONE && bundle_total(g->hand[victim])) {
        g->victim = (uint8_t)victim;
        g->phase = PH_STEAL;
    } else {
        resume(g);
    }
}

/* From the victim to the active seat. A hand that shrinks lets its offer lapse. */
static ALWAYS_INLINE void steal(struct catan *g, int kind) {
    g->hand[g->victim] -= BUNDLE_CARD(kind);
    g->hand[g->turn] += BUNDLE_CARD(kind);
    if (UNLIKELY(g->offers_made))
        catan__lapse(g, g->victim);
    g->victim = CATAN_NONE;
    resume(g);
}

#endif
