/* undo.h -- what may be taken back: a move that has shown its seat nothing hidden. */
#ifndef CORE_UNDO_H
#define CORE_UNDO_H

#include "game.h"

/* Play `n` actions of one seat, legal in `state`, in states that this seat considers possible.
 * If what it then sees differs from what it sees in `state`, the actions reveal something.
 * `seed` picks the states. Actions that the game calls plain need no such test. */
bool reveals(const struct game *game, const void *state, const struct action *a, int n,
             uint64_t seed);

#endif
