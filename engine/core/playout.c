/* playout.c -- random games through menus or a game's own playout, and their signature. */
#include "playout.h"

#include <string.h>

#include "check.h"
#include "hash.h"
#include "text.h"

/* The games' own faster loops must agree with this, draw for draw. */
uint32_t playout_plain(const struct game *game, void *state, struct rng *rng, uint32_t max,
                       struct action *menu) {
    uint32_t decisions = 0;
    for (unsigned owes; (owes = game->owes(state)) != 0;) {
        struct action drawn;
        const struct action *a = &drawn;
        if (owes & OWES_CHANCE) {
            if (LIKELY(game->draw != NULL))
                game->draw(state, &rng->source, &drawn);
            else
                chance_draw_listed(game, state, &rng->source, &drawn);
        } else {
            if (decisions == max)
                break;
            int n = game->legal(state, bits_first(owes), menu);
            CHECK(n > 0 && n <= game->menu_max);
            a = &menu[rng_below(rng, (uint32_t)n)];
            decisions++;
        }
        game->apply(state, a);
    }
    return decisions;
}

uint32_t playout(const struct game *game, void *state, struct rng *rng, uint32_t max,
                 struct action *menu) {
    return game->playout ? game->playout(state, rng, max, false)
                         : playout_plain(game, state, rng, max, menu);
}

static uint32_t play_out(const struct playout_game *p, void *state, struct rng *rng) {
    if (p->way == PLAYOUT_PLAIN || !p->game->playout)
        return playout_plain(p->game, state, rng, p->max, p->menu);
    return p->game->playout(state, rng, p->max, p->way == PLAYOUT_LIST);
}

void playout_run(const struct playout_game *p, uint64_t seed, uint64_t count,
                 struct playout_result *result) {
    *result = (struct playout_result){ 0, 0, 0, HASH_START };
    playout_more(p, seed, count, result);
}

/* A game's seed depends only on its number, so a run can be continued. */
void playout_more(const struct playout_game *p, uint64_t seed, uint64_t count,
                  struct playout_result *result) {
    _Alignas(16) unsigned char state[STATE_MAX];
    CHECK(p->game->state_size <= STATE_MAX && p->game->state_size % 8 == 0);
    for (uint64_t end = result->games + count; result->games < end; result->games++) {
        struct rng rng;
        rng_seed(&rng, hash_mix(seed + result->games));
        memset(state, 0, sizeof state);
        int refused = p->game->init(state, &p->rules);
        CHECK(refused == 0);
        (void)refused;
        uint32_t n = play_out(p, state, &rng);
        result->decisions += n;
        result->unfinished += p->game->owes(state) != 0;
        result->signature = hash_words(result->signature ^ n, state, p->game->state_size);
    }
}

enum rules_error playout_rules(const struct game *game, const char *text, int seats, bool trades,
                               struct rules *out, int *at) {
    return rules_parse_over(game, trades ? game->bench_trades : game->bench, text, seats, out, at);
}
