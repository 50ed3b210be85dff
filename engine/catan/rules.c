/* rules.c -- the options of the rules, and the rulesets as rows that differ from a parent.
 *
 * The table is CATAN_OPTIONS in options.h; its last column is the fifth edition. A ruleset's row
 * lists the parent's values first and then its own; the last one counts. The enums in catan.h
 * explain the words of each option, in the same order. */
#include "internal.h"

static const char *const words_off_on[] = { "off", "on", NULL };
static const char *const words_map[] = { "base", "large", NULL };
static const char *const words_board[] = { "fixed", "random", NULL };
static const char *const words_layout[] = { "fifth", "sixth", NULL };
static const char *const words_start[] = { "pieces", "draft", NULL };
static const char *const words_harbors[] = { "fixed", "markers", "frame", "coves", NULL };
static const char *const words_harbor_map[] = { "english", "german", NULL };
static const char *const words_tokens[] = { "spiral", "random", NULL };
static const char *const words_spiral_corner[] = { "random", "1", "2", "3", "4", "5", "6", NULL };
static const char *const words_neighbors[] = { "red", "equal", NULL };
static const char *const words_first[] = { "roll", "0", "1", "2", "3", "4", "5", NULL };
static const char *const words_phases[] = { "strict", "combined", NULL };
static const char *const words_dice[] = { "fair", "deck", NULL };
static const char *const words_menu[] = { "plain", "trades", NULL };

const struct option catan__options[OPT_N + 1] = {
#define X(id, name, words, min, max, value) [id] = { name, words, min, max, NULL },
    CATAN_OPTIONS(X)
#undef X
    [OPT_OFFERS].unlimited = "unlimited",
};

#define X(id, name, words, min, max, number) [id] = number,
#define FIFTH CATAN_OPTIONS(X)
#define SIXTH FIFTH [OPT_LAYOUT] = LAYOUT_SIXTH, [OPT_PHASES] = PHASES_COMBINED

/* Name, parent, fewest, most and usual seats. Records refer to rulesets by name, so a row may be
 * added at the end but never renamed. */
const struct ruleset catan__rulesets[] = {
    { "fifth", NULL, 2, 4, 4, { FIFTH } },
    { "3d", "fifth", 2, 4, 4, { FIFTH [OPT_NEIGHBORS] = NEIGHBORS_EQUAL } },
    { "sixth", "fifth", 2, 4, 4, { SIXTH } },
    { "fifth-56", "fifth", 5, 6, 6, { FIFTH
        [OPT_MAP] = MAP_LARGE, [OPT_BOARD] = BOARD_RANDOM, [OPT_START] = START_DRAFT,
        [OPT_HARBORS] = HARBORS_MARKERS, [OPT_PHASES] = PHASES_COMBINED,
        [OPT_SPECIAL_BUILDING] = 1, [OPT_BANK] = 24, [OPT_KNIGHTS] = 20,
        [OPT_ROAD_BUILDING] = 3, [OPT_PLENTY] = 3, [OPT_MONOPOLY] = 3 } },
    { NULL, NULL, 0, 0, 0, { 0 } },
};
#undef X

enum catan_error catan__judge_options(const struct catan *g) {
    if (catan_option(g, OPT_MAP) == MAP_LARGE && catan_option(g, OPT_BOARD) == BOARD_FIXED)
        return ERR_NO_FIXED_BOARD;
    return catan_option(g, OPT_FIRST) > catan_seats(g) ? ERR_FIRST_SEAT : CATAN_OK;
}
