/* learn.h -- the CATAN evaluation's inputs, for the tool that fits its weights. */
#ifndef AI_LEARN_H
#define AI_LEARN_H

#include "bot.h"

/* Columns of a row, unused ones at the end; the most hidden units a fit may have. */
enum { LEARN_FEATURES = 48, LEARN_HIDDEN_MAX = 64 };

/* The features of every seat of a whole CATAN state, as `seat` judges it; returns the seats. */
int learn_features(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_FEATURES]);
const char *learn_feature_name(int feature);    /* NULL: unused column */
/* Is the position before this action to be learnt from? The end of a turn is, and of the set-up. */
bool learn_is_sample(const void *state, const struct action *a);

#endif
