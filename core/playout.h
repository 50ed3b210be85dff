/* playout.h -- random games over the interface of any game, and their signature.
 *
 * This is the slow and plain way: whole menus, one draw each. A game's own fast
 * playout must play the very same game for the same generator, so the signature
 * of either is the same, in every build and in the browser. */
#ifndef CORE_PLAYOUT_H
#define CORE_PLAYOUT_H

#include "game.h"

/* Play on until the game is over or the seats have made `max` decisions: the lowest seat
 * that owes chooses uniformly from its menu, chance by its weights, both from `rng`.
 * `menu` has room for menu_max actions. Returns the decisions made. */
uint32_t playout(const struct game *game, void *state, struct rng *rng, uint32_t max,
                 struct action *menu);

/* One random game of these rules by `seed` as part of a signature: folds the last state and
 * the number of decisions into `h`. */
struct playout_game {
    const struct game *game;
    struct rules rules;
    uint32_t max;                   /* decisions */
    /* The game's own playout, or NULL for the plain one. */
    uint32_t (*fast)(void *state, struct rng *rng, uint32_t max);
    struct action *menu;            /* for the plain one */
};
struct playout_result {
    uint64_t games, decisions, unfinished, signature;
};
void playout_run(const struct playout_game *p, uint64_t seed, uint64_t count,
                 struct playout_result *result);

/* The rules a bench plays: those of `text`, and, as far as the game has such options and the
 * text does not set them, board random and phases combined; `trades`: every one-for-one offer is
 * in the menu until the seat has made one in this turn. Without that limit random seats do little
 * but haggle, and most games do not end. */
enum rules_error playout_rules(const struct game *game, const char *text, int seats, bool trades,
                               struct rules *out, int *at);

enum { PLAYOUT_DECISIONS_MAX = 10000 };

#endif
