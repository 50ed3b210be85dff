/* games.c -- every game the program knows; also used by the wasm build and the tests. The first is
 * what is played where nobody says which. */
#include "../catan/catan.h"
#include "../core/game.h"
#include "../struggle/struggle.h"

const struct game *const games[] = { &catan_game, &struggle_game, NULL };
