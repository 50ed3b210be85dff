/* playout.c -- complete random games, for bench, search and training. */
#include "internal.h"
#include "playout.h"

uint32_t catan_playout_list(struct catan *g, struct rng *rng, uint32_t max) {
    struct action menu[CATAN_MENU_MAX];
    uint32_t decisions = 0;
    for (unsigned owes = catan_owes(g); owes; owes = catan_owes(g)) {
        if (owes == OWES_CHANCE) {
            chance_draw(&catan_game, g, &rng->source, &menu[0]);
            catan_apply(g, &menu[0]);
            continue;
        }
        if (decisions == max)
            break;
        int n = catan_legal(g, bits_first(owes), menu);
        catan_apply(g, &menu[source_below(&rng->source, (uint32_t)n)]);
        decisions++;
    }
    return decisions;
}

uint32_t catan_playout(struct catan *g, struct rng *rng, uint32_t max) {
    return bits_wide() ? catan__playout_v3(g, rng, max) : catan__playout_v2(g, rng, max);
}
