/* levels.c -- what makes a level stronger or weaker.
 *
 * docs/strength.md was measured with these numbers: new numbers need a new ladder. */
#include "catan_ai.h"

/* Names are written into records and shown to people, so they must not change. The rest is for
 * games that the tree search plays. */
const struct level ai__level[BOT_LEVEL_N] = {
    /*                  name, playouts, evaluations, steps, slips */
    [BOT_RANDOM] = { "random", 0, 0, 0, 0 },
    [BOT_BASELINE] = { "baseline", 30, 0, 0, 0 },
    [BOT_BEGINNER] = { "beginner", 12, 20, 0, 70 },
    [BOT_CASUAL] = { "casual", 20, 30, 0, 45 },
    [BOT_CLUB] = { "club", 40, 60, 0, 22 },
    [BOT_STRONG] = { "strong", 130, 200, 0, 6 },
    [BOT_MASTER] = { "master", 400, 2000, 3, 0 },
    [BOT_GRANDMASTER] = { "grandmaster", 4000, 16000, 3, 0 },
};

/* In CATAN: the same brain, limited by its budget, by what it looks at, and by noise on every
 * value. */
const struct catan_level ai__catan_level[BOT_MASTER + 1] = {
    /*                 nodes depth beam offers bundle solver counters opening noise, and of playing
     * on the samples, lines, rounds and closeness */
    [BOT_BEGINNER] = {  400, 0, 1, 0, 1, false, false, false, VALUE_ONE / 4, 0, 0, 0, 0 },
    [BOT_CASUAL] = {    600, 0, 1, 1, 1, false, false, false, VALUE_ONE / 10, 0, 0, 0, 0 },
    [BOT_CLUB] = {      800, 2, 2, 1, 1, true,  false, true,  VALUE_ONE / 13, 0, 0, 0, 0 },
    [BOT_STRONG] = {    800, 3, 4, 3, 1, true,  false, true,  VALUE_ONE / 27, 0, 0, 0, 0 },
    [BOT_MASTER] = {  20000, 5, 8, 3, 2, true,  true,  true,  0, 96, 4, 1, VALUE_ONE / 40 },
};

/* In CATAN a longer search wins no more games (docs/strength.md). Stored games, settings and
 * command lines may still name the level that had it. */
enum bot_level bot_level_in(const struct game *game, int level) {
    return game == &catan_game && level == BOT_GRANDMASTER ? BOT_MASTER : (enum bot_level)level;
}
