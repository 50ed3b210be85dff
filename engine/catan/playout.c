/* playout.c -- complete random games: the `playout` of struct game, for bench and Env.playout.
 *
 * The loop is compiled for two processor levels, which play the same games at different speeds. */
#include "playout.h"

#include "internal.h"

uint32_t catan_playout(struct catan *g, struct rng *rng, uint32_t max) {
    return bits_wide() ? catan__playout_x86_v3(g, rng, max) : catan__playout_portable(g, rng, max);
}

uint32_t catan_playout_list(struct catan *g, struct rng *rng, uint32_t max) {
    return bits_wide() ? catan__playout_list_x86_v3(g, rng, max) :
                         catan__playout_list_portable(g, rng, max);
}
