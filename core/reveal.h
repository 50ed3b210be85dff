/* reveal.h -- did a move show its seat something it could not know? Then nobody takes it back. */
#ifndef CORE_REVEAL_H
#define CORE_REVEAL_H

#include "game.h"

/* Play `n` actions of one seat, legal from `state`, in worlds that this seat holds possible: if
 * what it sees then differs from the truth, they reveal something. `seed` picks the worlds.
 * No world is needed for actions that the game calls plain. */
bool reveals(const struct game *game, const void *state, const struct action *a, int n,
             uint64_t seed);

#endif
