/* options.h -- every option of the rules of CATAN: its name, its bounds, its value. */
#ifndef CATAN_OPTIONS_H
#define CATAN_OPTIONS_H

/* Options of the rules, each a byte of rules.value; docs/notation.md says how they are written.
 * Those whose name says less than they do:
 *   start        the printed pieces, or the seats place their own
 *   neighbors    which tokens may not touch: the red ones, or any two alike as well
 *   first        0: the dice decide, else the seat + 1
 *   friendly     the robber spares seats with at most this many points; 0: none
 *   rob_empty    whether a seat without cards may be chosen as the victim (ruling 2)
 *   dice         36 outcomes drawn with or without putting them back
 *   quiet_rounds rounds at the start in which no seven comes
 *   offers       how many each seat may make in a turn; OFFERS_MAX + 1: as many as it likes
 *   menu         whether legal() lists one-for-one offers
 *   bank         cards of each kind
 *   army_aside   ruling 48 instead of G8
 * X(enumerator, name, words, min, max, fifth) */
#define CATAN_OPTIONS(X)                                                 \
    X(OPT_POINTS, "points", NULL, 3, 30, 10)                             \
    X(OPT_HAND_LIMIT, "hand_limit", NULL, 2, 120, 7)                     \
    X(OPT_MAP, "map", words_map, 0, 1, 0)                                \
    X(OPT_BOARD, "board", words_board, 0, 1, 0)                          \
    X(OPT_LAYOUT, "layout", words_layout, 0, 1, 0)                       \
    X(OPT_START, "start", words_start, 0, 1, 0)                          \
    X(OPT_HARBORS, "harbors", words_harbors, 0, 3, 0)                    \
    X(OPT_HARBOR_MAP, "harbor_map", words_harbor_map, 0, 1, 0)           \
    X(OPT_TOKENS, "tokens", words_tokens, 0, 1, 0)                       \
    X(OPT_SPIRAL_CORNER, "spiral_corner", words_spiral_corner, 0, 6, 0)  \
    X(OPT_NEIGHBORS, "neighbors", words_neighbors, 0, 1, 0)              \
    X(OPT_FIRST, "first", words_first, 0, 6, 0)                          \
    X(OPT_PHASES, "phases", words_phases, 0, 1, 0)                       \
    X(OPT_SPECIAL_BUILDING, "special_building", words_off_on, 0, 1, 0)   \
    X(OPT_HELPERS, "helpers", rules_module, 0, 1, 0)                     \
    X(OPT_FRIENDLY, "friendly", NULL, 0, 10, 0)                          \
    X(OPT_ROB_EMPTY, "rob_empty", words_off_on, 0, 1, 1)                 \
    X(OPT_DICE, "dice", words_dice, 0, 1, 0)                             \
    X(OPT_QUIET_ROUNDS, "quiet_rounds", NULL, 0, 20, 0)                  \
    X(OPT_OFFERS, "offers", NULL, 0, OFFERS_MAX, OFFERS_MAX + 1)         \
    X(OPT_MENU, "menu", words_menu, 0, 1, 0)                             \
    X(OPT_BANK, "bank", NULL, 5, 25, 19)                                 \
    X(OPT_KNIGHTS, "knights", NULL, 0, 60, 14)                           \
    X(OPT_ROAD_BUILDING, "road_building", NULL, 0, 12, 2)                \
    X(OPT_PLENTY, "plenty", NULL, 0, 12, 2)                              \
    X(OPT_MONOPOLY, "monopoly", NULL, 0, 12, 2)                          \
    X(OPT_POINT_CARDS, "point_cards", NULL, 0, 12, 5)                    \
    X(OPT_ROADS, "roads", NULL, 2, 20, 15)                               \
    X(OPT_SETTLEMENTS, "settlements", NULL, 2, 10, 5)                    \
    X(OPT_CITIES, "cities", NULL, 0, 10, 4)                              \
    X(OPT_LONGEST_ROAD_MIN, "longest_road_min", NULL, 3, 20, 5)          \
    X(OPT_LARGEST_ARMY_MIN, "largest_army_min", NULL, 1, 10, 3)          \
    X(OPT_AWARD_POINTS, "award_points", NULL, 0, 5, 2)                   \
    X(OPT_ARMY_ASIDE, "army_aside", words_off_on, 0, 1, 0)

#endif
