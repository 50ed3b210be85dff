/* learn.h -- the CATAN evaluation's inputs, for the tool that fits its weights. */
#ifndef AI_LEARN_H
#define AI_LEARN_H

#include "bot.h"

/* Columns of a row, unused ones at the end. */
enum { LEARN_FEATURES = 112 };

/* The features of every seat of a whole CATAN state, as `seat` judges it; returns the seats. */
int learn_features(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_FEATURES]);
/* Is the position before this action to be learnt from? The end of a turn is, and of the set-up. */
bool learn_is_sample(const void *state, const struct action *a);

/* The same of a state of Struggle. */
enum { LEARN_STRUGGLE = 64 };
void learn_struggle(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_STRUGGLE]);

/* --- siblings: moves of one position, judged by playing on ----------------------------------- */

enum { LEARN_SIBLINGS = 6 };

/* Where one of the moves leads when the turn is over, and how all seats stood, on average, after
 * the game was played on from there. The siblings of a position meet the same chance. */
struct learn_sibling {
    int16_t row[SEATS_MAX][LEARN_FEATURES];
    uint16_t share[SEATS_MAX];          /* of winning, of 65535 */
};

/* The best moves of `seat` in a whole state, played on `samples` times for `rounds` rounds; `work`
 * as for a bot's choice. Returns how many siblings there are; below 2, there was no choice. */
int learn_siblings(void *work, const void *state, int seat, uint64_t seed, int samples, int rounds,
                   struct learn_sibling out[LEARN_SIBLINGS]);

#endif
