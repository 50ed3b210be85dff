/* chance.c -- the seeded generator, and the only mapping from random words to outcomes. */
#include "chance.h"

#include "check.h"
#include "game.h"

uint32_t rng_word(struct source *src) {
    return (uint32_t)(rng_next((struct rng *)(void *)src) >> 32);
}

void rng_seed(struct rng *r, uint64_t seed) {
    r->source.word = rng_word;
    r->s = seed;
}

static NOINLINE uint32_t any_below(struct source *src, uint32_t n) {
    uint64_t wide = (uint64_t)src->word(src) * n;
    if ((uint32_t)wide < n) {
        uint32_t unfair = (0 - n) % n;
        while ((uint32_t)wide < unfair)
            wide = (uint64_t)src->word(src) * n;
    }
    return (uint32_t)(wide >> 32);
}

uint32_t source_below(struct source *src, uint32_t n) {
    struct rng *rng = source_rng(src);
    CHECK(n > 0);
    return LIKELY(rng != NULL) ? rng_below(rng, n) : any_below(src, n);
}

void chance_draw(const struct game *game, const void *state, struct source *src,
                 struct action *out) {
    if (game->draw)
        game->draw(state, src, out);
    else
        chance_draw_listed(game, state, src, out);
}

/* Verifiers rely on this mapping: outcomes in menu order, by running sum. A game's own draw()
 * must agree with it (tests/game_test.c). */
void chance_pick(const struct action *menu, const uint32_t *weight, int n, struct source *src,
                 struct action *out) {
    uint32_t sum = 0;
    CHECK(n > 0);
    for (int i = 0; i < n; i++)
        sum += weight[i];
    uint32_t drawn = source_below(src, sum);
    while (drawn >= *weight) {
        drawn -= *weight++;
        menu++;
    }
    *out = *menu;
}

void chance_draw_listed(const struct game *game, const void *state, struct source *src,
                        struct action *out) {
    struct action menu[OUTCOMES_MAX];
    uint32_t weight[OUTCOMES_MAX];
    int n = game->legal(state, SEAT_CHANCE, menu);
    CHECK(0 < n && n <= OUTCOMES_MAX);
    int weighed = game->weights(state, weight);
    CHECK(weighed == n);
    chance_pick(menu, weight, weighed, src, out);
}
