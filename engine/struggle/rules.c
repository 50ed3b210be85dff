/* rules.c -- the rulesets of Struggle as rows of numbers.
 *
 * The numbers are in STRUGGLE_OPTIONS (options.h). With five and six players the rules are the
 * same with the resource cards of two copies; the player symbols determine how many building
 * cards are used. */
#include "internal.h"

static const char *const first_words[] = { "chance", "0", "1", "2", "3", "4", "5" };
static const char *const loss_words[] = { "half", "half-up", "excess" };
static const char *const market_words[] = { "replace", "swap" };
static const char *const arrow_words[] = { "clockwise", "counter" };

/* Rows are found by number, in the order of enum struggle_option. */
const struct option struggle__options[] = {
#define X(id, name, words, min, max, value) [SO_##id] = { name, words, min, max, NULL },
    STRUGGLE_OPTIONS(X)
#undef X
    [SO_N] = { NULL, NULL, 0, 0, NULL },
};

#define X(id, name, words, min, max, value) [SO_##id] = value,
#define STRUGGLE_VALUES STRUGGLE_OPTIONS(X)

const struct ruleset struggle__rulesets[] = {
    { "struggle", NULL, 2, 4, 4, { STRUGGLE_VALUES } },
    { "struggle-56", "struggle", 5, 6, 6, { STRUGGLE_VALUES [SO_COPIES] = 2 } },
    { NULL, NULL, 0, 0, 0, { 0 } },
};
#undef X

_Static_assert((int)SO_N <= (int)OPTIONS_MAX, "an option is one byte of struct rules");
