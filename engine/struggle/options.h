/* options.h -- every option of the rules of Struggle: its name, its bounds, its value. */
#ifndef STRUGGLE_OPTIONS_H
#define STRUGGLE_OPTIONS_H

/* Every option of the rules: id, name, words, least, most, value in the ruleset `struggle`.
 * docs/rules-sources.md says which values come from the book and which are reconstructions; to
 * correct one, change its last number here. A name without a figure counts cards that are always
 * in play, `_3` those with three player symbols, `_4` those with four. */
#define STRUGGLE_OPTIONS(X)                                                     \
    X(POINTS,            "points",            NULL,           1, 40, 10)        \
    X(FIRST,             "first",             first_words,    0, 6, 0)          \
    X(COPIES,            "copies",            NULL,           1, 2, 1)          \
    X(BRICK,             "brick",             NULL,           0, 25, 11)        \
    X(LUMBER,            "lumber",            NULL,           0, 25, 11)        \
    X(WOOL,              "wool",              NULL,           0, 25, 15)        \
    X(GRAIN,             "grain",             NULL,           0, 25, 14)        \
    X(ORE,               "ore",               NULL,           0, 25, 16)        \
    X(MARKET,            "market",            NULL,           0, 9, 5)          \
    X(START_CARDS,       "start_cards",       NULL,           0, 9, 3)          \
    X(DRAW,              "draw",              NULL,           0, 9, 2)          \
    X(HAND_LIMIT,        "hand_limit",        NULL,           0, 250, 7)        \
    X(BRIGAND_LOSS,      "brigand_loss",      loss_words,     0, 2, SL_HALF)    \
    X(MARKET_DAY,        "market_day",        market_words,   0, 1, SM_REPLACE) \
    X(WHITE_ARROW,       "white_arrow",       arrow_words,    0, 1, 0)          \
    X(ROADS,             "roads",             NULL,           0, 9, 5)          \
    X(ROADS_3,           "roads_3",           NULL,           0, 9, 2)          \
    X(ROADS_4,           "roads_4",           NULL,           0, 9, 2)          \
    X(KNIGHTS,           "knights",           NULL,           0, 9, 2)          \
    X(KNIGHTS_3,         "knights_3",         NULL,           0, 9, 2)          \
    X(KNIGHTS_4,         "knights_4",         NULL,           0, 9, 1)          \
    X(SETTLEMENTS,       "settlements",       NULL,           0, 9, 7)          \
    X(SETTLEMENTS_3,     "settlements_3",     NULL,           0, 9, 4)          \
    X(SETTLEMENTS_4,     "settlements_4",     NULL,           0, 9, 4)          \
    X(BRIGANDS,          "brigands",          NULL,           0, 9, 5)          \
    X(BRIGANDS_3,        "brigands_3",        NULL,           0, 9, 2)          \
    X(BRIGANDS_4,        "brigands_4",        NULL,           0, 9, 3)          \
    X(LIBRARY,           "library",           NULL,           0, 9, 1)          \
    X(LIBRARY_3,         "library_3",         NULL,           0, 9, 0)          \
    X(LIBRARY_4,         "library_4",         NULL,           0, 9, 0)          \
    X(GUILD,             "guild",             NULL,           0, 9, 0)          \
    X(GUILD_3,           "guild_3",           NULL,           0, 9, 1)          \
    X(GUILD_4,           "guild_4",           NULL,           0, 9, 1)          \
    X(CHURCH,            "church",            NULL,           0, 9, 1)          \
    X(CHURCH_3,          "church_3",          NULL,           0, 9, 1)          \
    X(CHURCH_4,          "church_4",          NULL,           0, 9, 0)          \
    X(CASTLE,            "castle",            NULL,           0, 9, 1)          \
    X(CASTLE_3,          "castle_3",          NULL,           0, 9, 0)          \
    X(CASTLE_4,          "castle_4",          NULL,           0, 9, 1)          \
    X(TOWN_HALL,         "town_hall",         NULL,           0, 9, 2)          \
    X(TOWN_HALL_3,       "town_hall_3",       NULL,           0, 9, 0)          \
    X(TOWN_HALL_4,       "town_hall_4",       NULL,           0, 9, 0)          \
    X(LIBRARY_POINTS,    "library_points",    NULL,           0, 9, 3)          \
    X(GUILD_POINTS,      "guild_points",      NULL,           0, 9, 3)          \
    X(CHURCH_POINTS,     "church_points",     NULL,           0, 9, 3)          \
    X(CASTLE_POINTS,     "castle_points",     NULL,           0, 9, 3)          \
    X(TOWN_HALL_POINTS,  "town_hall_points",  NULL,           0, 9, 4)          \
    X(CHURCH_KNIGHTS,    "church_knights",    NULL,           0, 9, 1)          \
    X(CASTLE_ROADS,      "castle_roads",      NULL,           0, 9, 3)

#endif
