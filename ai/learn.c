/* learn.c -- the CATAN evaluation's inputs, handed out: see learn.h. */
#include "learn.h"

#include "catan_ai.h"

_Static_assert((int)LEARN_FEATURES == (int)FEAT_PAD, "a row is a row");

int learn_features(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_FEATURES]) {
    struct catan_info info;
    ai__info(&info, state, seat);
    ai__features(&info, state, seat, rows);
    return info.seats;
}

const char *learn_feature_name(int feature) {
    static const char *const name[FEAT_N] = {
#define X(id, term) #id,
        CATAN_FEATURES(X)
#undef X
    };
    return feature >= 0 && feature < FEAT_N ? name[feature] + 5 : NULL;     /* without "FEAT_" */
}

/* Where the search stops, that is where its leaves are judged: learning elsewhere would fit the
 * weights to positions they are never asked about. */
bool learn_is_sample(const void *state, const struct action *a) {
    const struct catan *g = state;
    return a->type == ACT_END || (a->type == ACT_ROLL && g->turns == 0);
}
