/* playout.h -- random games of any game, and their signature.
 *
 * The plain way goes through the interface: whole menus, one draw each. A game may have its own
 * playout, which must play the very same game for the same generator; so the signature is the
 * same either way, in every build and in the browser. */
#ifndef CORE_PLAYOUT_H
#define CORE_PLAYOUT_H

#include "game.h"

/* Play on until the game is over or the seats have made `max` decisions: the lowest seat
 * that owes chooses uniformly from its menu, chance by its weights, both from `rng`.
 * `menu` has room for menu_max actions. Returns the decisions made. By the game's own playout
 * where it has one. */
uint32_t playout(const struct game *game, void *state, struct rng *rng, uint32_t max,
                 struct action *menu);
/* The same through legal(), chance_draw() and apply() alone. */
uint32_t playout_plain(const struct game *game, void *state, struct rng *rng, uint32_t max,
                       struct action *menu);

/* How a choice is made: without writing the menu, by writing it, or by playout_plain(). A game
 * without a playout of its own is always played plainly. */
enum playout_way { PLAYOUT_SAMPLE, PLAYOUT_LIST, PLAYOUT_PLAIN };

/* One random game of these rules by `seed` as part of a signature: folds the last state and
 * the number of decisions into `h`. */
struct playout_game {
    const struct game *game;
    struct rules rules;
    uint32_t max;                   /* decisions */
    enum playout_way way;
    struct action *menu;            /* room for menu_max */
};
struct playout_result {
    uint64_t games, decisions, unfinished, signature;
};
void playout_run(const struct playout_game *p, uint64_t seed, uint64_t count,
                 struct playout_result *result);
/* The next `count` games of a run that has begun, as if it had been longer. */
void playout_more(const struct playout_game *p, uint64_t seed, uint64_t count,
                  struct playout_result *result);

/* The rules a bench plays: those of `text`, and, as far as the game has such options and the
 * text does not set them, board random and phases combined; `trades`: every one-for-one offer is
 * in the menu until the seat has made one in this turn. Without that limit random seats do little
 * but haggle, and most games do not end. */
enum rules_error playout_rules(const struct game *game, const char *text, int seats, bool trades,
                               struct rules *out, int *at);

enum { PLAYOUT_DECISIONS_MAX = 10000 };

#endif
