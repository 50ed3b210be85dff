/* fit_inputs.h -- the CATAN evaluation's inputs, for the tool that fits its weights. */
#ifndef AI_FIT_INPUTS_H
#define AI_FIT_INPUTS_H

#include "bot.h"

/* Columns of a row; unused ones are at the end. */
enum { LEARN_FEATURES = 128 };

/* The features of every seat of a whole CATAN state, as `seat` judges it; returns the seats. */
int learn_features(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_FEATURES]);
/* Should the position before this action be used for training? Ends of turns and of the set-up
 * are. */
bool learn_is_sample(const void *state, const struct action *a);

/* The same for a state of Struggle. */
enum { LEARN_STRUGGLE = 64 };
void learn_struggle(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_STRUGGLE]);

/* --- siblings: moves of one position, judged by playing on ----------------------------------- */

enum { LEARN_SIBLINGS = 6 };

/* Where a move leads when the turn is over, and the average result for all seats after playing
 * on from there. The siblings of a position meet the same chance. */
struct learn_sibling {
    int16_t row[SEATS_MAX][LEARN_FEATURES];
    uint16_t share[SEATS_MAX];          /* of winning, of 65535 */
};

/* The best moves of `seat` in a whole state, played on `samples` times for `rounds` rounds;
 * `work` as for a bot's choice. Returns the number of siblings; below 2 there was no choice. */
int learn_siblings(void *work, const void *state, int seat, uint64_t seed, int samples, int rounds,
                   struct learn_sibling out[LEARN_SIBLINGS]);

#endif
