/* games.c -- the list of games; also used by the wasm build, the library and the tests.
 *
 * A game is a folder of this name with a `const struct game NAME_game` in it. The Makefile and
 * tools/ read this list too, so a new game is one line. The first one is the default. */
#include "core/game.h"

#define GAMES(X) \
    X(catan)     \
    X(struggle)

#define DECLARE(name) extern const struct game name##_game;
#define ENTRY(name) &name##_game,
GAMES(DECLARE)
const struct game *const games[] = { GAMES(ENTRY) NULL };
