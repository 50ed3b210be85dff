/* random.c -- the level that plays any move of its menu with equal probability.
 *
 * It acts only when the game waits for it: otherwise it would propose and withdraw forever, and
 * no turn would end. */
#include "internal.h"

static bool choose(struct bot *b, const void *view, const struct bot_budget *budget,
                   struct bot_answer *answer) {
    struct action *menu = budget->work;
    if (!(b->game->owes(view) & 1u << b->seat))
        return false;
    int n = ai__menu(b->game, view, b->seat, menu);
    if (n == 0)
        return false;
    struct action a = menu[n == 1 ? 0 : source_below(&b->rng.source, (uint32_t)n)];
    ai__answer(answer, b, &a, n == 1 ? BOT_WHY_ONLY : BOT_WHY_RANDOM);
    return true;
}

const struct brain ai__random = { NULL, choose };
