/* playout.h -- random games of any game, and their signature.
 *
 * The plain way uses the interface: whole menus, one draw each. A game may have its own playout,
 * which must play the same game from the same generator. So the signature is the same either
 * way, in every build and in the browser. */
#ifndef CORE_PLAYOUT_H
#define CORE_PLAYOUT_H

#include "game.h"

/* Play on until the game is over or the seats have made `max` decisions. The lowest seat that
 * owes chooses uniformly from its menu, chance by its weights, both from `rng`. `menu` has room
 * for menu_max actions. Uses the game's own playout if it has one. Returns the decisions made. */
uint32_t playout(const struct game *game, void *state, struct rng *rng, uint32_t max,
                 struct action *menu);
/* The same through legal(), chance_draw() and apply() only. */
uint32_t playout_plain(const struct game *game, void *state, struct rng *rng, uint32_t max,
                       struct action *menu);

/* Who plays: playout_plain(), or the game's own playout, without or with a list of the menu. A game
 * without its own playout is always played plainly. */
enum playout_way { PLAYOUT_PLAIN, PLAYOUT_SAMPLE, PLAYOUT_LIST };

/* What playout_run() plays. */
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
/* Play `count` random games. The signature is a hash of the number of decisions and the last state
 * of each. */
void playout_run(const struct playout_game *p, uint64_t seed, uint64_t count,
                 struct playout_result *result);
/* Continue a run with the next `count` games. */
void playout_more(const struct playout_game *p, uint64_t seed, uint64_t count,
                  struct playout_result *result);

/* The rules of a benchmark: those of `text`, plus a random board and combined phases if the game
 * has these options and the text does not set them. `trades`: list every one-for-one offer until
 * the seat has made one in this turn. Without that limit random seats do little but haggle, and
 * most games do not end. */
enum rules_error playout_rules(const struct game *game, const char *text, int seats, bool trades,
                               struct rules *out, int *at);

enum { PLAYOUT_DECISIONS_MAX = 10000 };

#endif
