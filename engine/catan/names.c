/* names.c -- the words for phases, actions, resources and so on, as the notation and positions have
 * them (docs/notation.md). What people read is in text/. */
#include "internal.h"

const char *const catan_phase_words[PH_N] = {
#define X(id, word) [id] = word,
    CATAN_PHASES(X)
#undef X
};

const char *const catan_verbs[ACT_N] = {
#define X(id, verb) [id] = verb,
    CATAN_ACTIONS(X)
#undef X
};

const char *const catan_kind_words[KIND_N] = { "brick", "lumber", "wool", "grain", "ore" };
const char *const catan_terrain_words[TERRAIN_N] = { "hills", "forest", "pasture", "fields",
                                                     "mountains", "desert" };
const char *const catan_harbor_words[HARBOR_N] = { "brick", "lumber", "wool", "grain", "ore",
    "3:1" };
const char *const catan_dev_words[DEV_N] = { "knight", "road-building", "plenty", "monopoly",
    "point" };
const char *const catan_helper_words[HELPER_N] = { "nassir", "william", "marianne", "louis", "sean",
                                                   "candamir", "hilde", "vincent", "jean", "lin" };
