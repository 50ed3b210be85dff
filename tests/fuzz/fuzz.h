/* fuzz.h -- shared by the fuzz targets: a game chosen by a byte, and random moves in it. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/check.h"
#include "core/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Together these rulesets reach every chapter; the last bytes of a pick are wasted. */
static const char *const fuzz_rules[] = {
    "fifth,board=random,phases=combined", "fifth+helpers,board=random,menu=trades", "3d",
    "sixth+helpers", "fifth-56+helpers", "fifth,board=random,harbors=frame,tokens=random,dice=deck",
    "struggle", "struggle-56",
};
enum { FUZZ_RULES = sizeof fuzz_rules / sizeof *fuzz_rules };

/* Begin a game of the ruleset that `pick` names; NULL never. */
static inline const struct game *fuzz_begin(unsigned pick, void *state) {
    const char *text = fuzz_rules[pick % FUZZ_RULES];
    const struct game *game = rules_game(text);
    struct rules rules;
    int at;
    CHECK(rules_parse(game, text, 0, &rules, &at) == RULES_OK);
    memset(state, 0, STATE_MAX);
    CHECK(game->init(state, &rules) == 0);
    return game;
}

/* Play at most `steps` random actions. */
static inline void fuzz_advance(const struct game *game, void *state, unsigned steps,
                                uint64_t seed) {
    static struct action menu[MENU_MAX];
    struct rng rng;
    rng_seed(&rng, seed);
    for (unsigned owes; steps-- > 0 && (owes = game->owes(state)) != 0;) {
        struct action a;
        if (owes & OWES_CHANCE) {
            chance_draw(game, state, &rng.source, &a);
        } else {
            int seat = 0;
            while (!(owes >> seat & 1))
                seat++;
            a = menu[rng_below(&rng, (uint32_t)game->legal(state, seat, menu))];
        }
        game->apply(state, &a);
    }
}

#endif
