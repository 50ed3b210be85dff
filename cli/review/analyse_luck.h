/* analyse_luck.h -- a recorded game judged by bots: chances of winning, decisions, luck and play.
 *
 * Before each action of a seat, a bot that has seen what the seat has seen judges the position.
 * In a decision with several choices the best and the played one are compared; what a seat *gave
 * away* is the sum of these differences. *Play* is what a seat lost by such mistakes and gained by
 * those of the others. *Luck* is every other change of its chances: dice, cards, and what the
 * others did to it without a mistake. With a perfect judge a best move changes nothing, so this
 * divides the two also where the judge is not perfect. Luck and play each add up to 0 over the
 * table, and for every seat
 *
 * chances at the start + luck + play = 1 if it won, 0 if not.
 *
 * The same record, level, nodes and seed give the same numbers. */
#ifndef CLI_ANALYSE_LUCK_H
#define CLI_ANALYSE_LUCK_H

#include "bots/bot.h"
#include "core/session.h"

enum { ANALYSIS_POINTS_MAX = 20000, ANALYSIS_KEYS = 12 };

struct analysis_point {
    int entry;                      /* the judgement comes before this entry of the record */
    float chance[SEATS_MAX];        /* adds up to 1 */
};

struct analysis_key {               /* a decision that lost something */
    int entry, seat;
    float lost;                     /* share of winning */
    float best_value, played_value;
    char played[ACTION_TEXT_MAX], better[ACTION_TEXT_MAX];
    struct bot_answer answer;       /* why the better one is better */
};

struct analysis {
    const struct game *game;
    int seats, winner;              /* -1: nobody */
    int points_n, keys_n, decisions[SEATS_MAX];
    bool whole;                     /* false: interrupted */
    float start[SEATS_MAX], luck[SEATS_MAX], play[SEATS_MAX], given_away[SEATS_MAX];
    struct analysis_key key[ANALYSIS_KEYS];     /* largest loss first */
    struct analysis_point point[ANALYSIS_POINTS_MAX];
};

struct analysis_ask {
    enum bot_level level;
    enum bot_style style;
    uint32_t nodes;                 /* 0: the level's own */
    uint64_t seed;
    uint8_t table[SEATS_MAX];       /* who played: a level or BOT_PERSON */
};

/* Analyse the moves in force; false when memory is short. Shows progress. */
bool analysis_run(struct analysis *a, struct session *s, const struct analysis_ask *ask);

#endif
