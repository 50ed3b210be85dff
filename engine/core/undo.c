/* undo.c -- tries a move in several states that look the same to a seat. */
#include "undo.h"

#include <string.h>

enum { GUESSES = 32 };    /* states tried before a move counts as revealing nothing */

/* Play the actions as long as each is plain. Were all of them plain, and is the game not over? */
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

/* If a move looks the same to its seat in every state it considers possible, the seat has learnt
 * nothing. A difference is certain; 32 states without one count as proof. The rules have already
 * accepted the actions in the real state. */
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
