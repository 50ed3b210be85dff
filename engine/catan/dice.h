/* dice.h -- which dice outcomes are possible, and the deck of dice. Part of kernel.h, shared by
 * rules and playouts; it checks nothing. */
#ifndef CATAN_DICE_H
#define CATAN_DICE_H

#include "shape.h"

#define ALL_DICE bits_low(36)
/* The outcomes whose sum is seven: (1,6), (2,5) .. (6,1). */
#define SEVENS (bits_one(5) | bits_one(10) | bits_one(15) | bits_one(20) | bits_one(25) | \
                bits_one(30))

/* The outcomes that are possible now, bit 6*(a-1)+(b-1). A deck of dice is reshuffled when no
 * possible outcome is left in it. */
static ALWAYS_INLINE uint64_t dice_outcomes(struct shape s, const struct catan *g) {
    uint64_t all = ALL_DICE;
    int quiet = g->rules.value[OPT_QUIET_ROUNDS];
    if (LIKELY(!quiet && !g->dice_left))    /* without a deck of dice, dice_left stays 0 */
        return all;
    if (g->turns < (uint32_t)(quiet * s.seats))
        all &= ~SEVENS;
    return all & g->dice_left ? all & g->dice_left : all;
}

/* Record the roll. An outcome that was not left came from a reshuffled deck. */
static ALWAYS_INLINE void lay_dice(struct catan *g, int outcome) {
    if (UNLIKELY(g->rules.value[OPT_DICE] == DICE_DECK)) {
        if (!(g->dice_left >> outcome & 1))
            g->dice_left = ALL_DICE;
        g->dice_left &= ~bits_one(outcome);
    }
    g->dice[0] = (uint8_t)(1 + outcome / 6);
    g->dice[1] = (uint8_t)(1 + outcome % 6);
    g->rolled = 1;
}

#endif
