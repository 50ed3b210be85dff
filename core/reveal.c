/* reveal.c -- worlds that look the same to a seat, and what a move does in them. */
#include "reveal.h"

#include <string.h>

enum { GUESSES = 32 };    /* worlds tried before a move counts as showing nothing */

/* Play them on, as far as each is plain; is that all of them, and does the game go on? */
static bool all_plain(const struct game *game, void *world, const struct action *a, int n) {
    for (int i = 0; i < n; i++) {
        if (!game->plain(world, &a[i]))
            return false;
        game->apply(world, &a[i]);
    }
    return game->owes(world) != 0;
}

/* What the seat of these actions sees after them; false if one is refused. */
static bool outcome(const struct game *game, void *world, const struct action *a, int n,
                    void *view) {
    for (int i = 0; i < n; i++) {
        if (game->check(world, &a[i]) != 0)
            return false;
        game->apply(world, &a[i]);
    }
    memset(view, 0, game->state_size);
    game->view(world, a[0].seat, view);
    return true;
}

/* If a move shows its seat the same in every world it holds possible, it has learnt nothing.
 * A difference found is certain; 32 worlds without one are taken for proof. The actual world's
 * outcome is not in question: the actions were judged before. */
bool reveals(const struct game *game, const void *state, const struct action *a, int n,
             uint64_t seed) {
    _Alignas(16) unsigned char seen[STATE_MAX], view[STATE_MAX], world[STATE_MAX], after[STATE_MAX];
    struct rng rng;
    memcpy(world, state, game->state_size);
    if (all_plain(game, world, a, n))
        return false;
    memcpy(world, state, game->state_size);
    outcome(game, world, a, n, seen);
    rng_seed(&rng, seed);
    memset(view, 0, game->state_size);
    game->view(state, a[0].seat, view);
    for (int i = 0; i < GUESSES; i++) {
        memset(world, 0, game->state_size);
        game->guess(view, &rng.source, world);
        if (!outcome(game, world, a, n, after) || memcmp(after, seen, game->state_size) != 0)
            return true;
    }
    return false;
}
