/* playout.h -- the names under which playout_loop.h is compiled. */
#ifndef CATAN_PLAYOUT_H
#define CATAN_PLAYOUT_H

#include "catan.h"

/* v2, v3: levels of x86-64. On other machines both are the same code. */
uint32_t catan__playout_portable(struct catan *g, struct rng *rng, uint32_t max);
uint32_t catan__playout_x86_v3(struct catan *g, struct rng *rng, uint32_t max);
uint32_t catan__playout_list_portable(struct catan *g, struct rng *rng, uint32_t max);
uint32_t catan__playout_list_x86_v3(struct catan *g, struct rng *rng, uint32_t max);

#endif
