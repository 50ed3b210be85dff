/* fast.c -- the games' own playouts, by game.
 *
 * A game's own playout takes its own state; through a void pointer it needs a function of the right
 * type around it, since calling one by another type is undefined. */
#include "fast.h"

#include "../catan/catan.h"
#include "../struggle/struggle.h"

static uint32_t play_catan(void *state, struct rng *rng, uint32_t max) {
    return catan_playout(state, rng, max);
}

static uint32_t list_catan(void *state, struct rng *rng, uint32_t max) {
    return catan_playout_list(state, rng, max);
}

static uint32_t play_struggle(void *state, struct rng *rng, uint32_t max) {
    return struggle_playout(state, rng, max);
}

static const struct {
    const struct game *game;
    uint32_t (*sample)(void *, struct rng *, uint32_t);
    uint32_t (*list)(void *, struct rng *, uint32_t);
} fast[] = {
    { &catan_game, play_catan, list_catan },
    { &struggle_game, play_struggle, NULL },
    { NULL, NULL, NULL },
};

uint32_t (*fast_playout(const struct game *game, bool list))(void *, struct rng *, uint32_t) {
    for (int i = 0; fast[i].game; i++)
        if (fast[i].game == game)
            return list ? fast[i].list : fast[i].sample;
    return NULL;
}
