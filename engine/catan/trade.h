/* trade.h -- a seat's rates, a trade with the supply, the end of trading. Part of kernel.h, shared
 * by rules and playouts; it checks nothing. */
#ifndef CATAN_TRADE_H
#define CATAN_TRADE_H

#include "shape.h"

/* A building at a harbor improves its seat's rates. */
static ALWAYS_INLINE void add_harbor(struct catan *g, int seat, int sort) {
    if (sort == HARBOR_ANY)         /* every 4 becomes a 3 */
        g->rate[seat] -= (g->rate[seat] & 4 * BUNDLE_EACH) >> 2;
    else if (sort < KIND_N)
        g->rate[seat] = (g->rate[seat] & ~((uint64_t)255 << 8 * sort)) | (uint64_t)2 << 8 * sort;
}

static ALWAYS_INLINE void trade_with_supply(struct catan *g, int seat, uint64_t give,
                                            uint64_t get) {
    g->hand[seat] += get - give;
    g->bank += give - get;
}

/* In strict phases the first building or purchase ends the trading (ruling 76) and all standing
 * offers. Between turns there is no trading to end. */
static ALWAYS_INLINE void built(struct catan *g) {
    if (g->special != CATAN_NONE || g->rules.value[OPT_PHASES] == PHASES_COMBINED)
        return;
    g->trade_over = 1;
    if (UNLIKELY(g->offers_made))
        for (int p = 0; p < catan_seats(g); p++)
            catan__lapse(g, p);
}

#endif
