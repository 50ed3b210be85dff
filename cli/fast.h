/* fast.h -- the playout that a game brings itself, where it has one: random play from any state to
 * the end or to `max` decisions, the same games as core/playout.h by the same numbers. */
#ifndef CLI_FAST_H
#define CLI_FAST_H

#include "../core/game.h"

/* `list`: the one that writes out whole menus. NULL: the game has none of its own. */
uint32_t (*fast_playout(const struct game *game, bool list))(void *, struct rng *, uint32_t);

#endif
