/* catan_value.c -- from features to a winning share: a small network in whole numbers.
 *
 * Each seat's features give its strength: a weighted sum, plus HIDDEN units for combinations.
 * The winning shares are the strengths' exponentials divided by their sum. The weights
 * (catan_weights.inc) are fitted by tools/fit_catan.py to the positions that `skerry
 * siblings` writes; docs/strength.md says how. Whole numbers make browser and server agree on
 * every bit. */
#include "catan_ai.h"

#include <string.h>

#include "catan_weights.inc"
#include "neural_net.h"

int32_t ai__strength(const int16_t f[FEAT_PAD]) {
    static const struct network net = { FEAT_PAD, HIDDEN, weight_direct, weight_hidden[0],
                                        weight_out };
    return ai__network(&net, f);
}

uint32_t ai__fall(int32_t x) {
    uint32_t y = (uint32_t)((uint64_t)x * 94548 >> 8);   /* binary logarithm, of 1 << 16 */
    uint32_t whole = y >> 16, part = y & 0xffff;
    if (whole > 20)
        return 0;
    uint64_t frac = (1 << 20) - ((uint64_t)part * 704190 >> 16) +
                    ((((uint64_t)part * part) >> 16) * 179902 >> 16);
    return (uint32_t)(frac >> whole);
}

/* Relative to the strongest, so that no exponential overflows and the sum is never 0. */
int32_t ai__share(const int32_t *strength, int seats, int me) {
    int32_t top = strength[me];
    uint64_t sum = 0;
    for (int s = 0; s < seats; s++)
        top = strength[s] > top ? strength[s] : top;
    for (int s = 0; s < seats; s++)
        sum += ai__fall(top - strength[s]);
    return (int32_t)(((uint64_t)ai__fall(top - strength[me]) << 20) / sum);
}

/* The strength of a row, cached if the seat had the same row a moment ago. */
static int32_t remembered(struct catan_info *info, int s, const int16_t f[FEAT_PAD]) {
    for (int i = 0; i < 2; i++) {
        const struct row_memo *m = &info->row[s][i];
        if (m->there && memcmp(m->row, f, sizeof m->row) == 0)
            return m->strength;
    }
    struct row_memo *m = &info->row[s][info->row_next[s]++ & 1];
    memcpy(m->row, f, sizeof m->row);
    m->strength = ai__strength(f);
    m->there = true;
    return m->strength;
}

void ai__strengths(struct catan_info *info, const struct catan *g, int me, int32_t *strength) {
    int16_t f[SEATS_MAX][FEAT_PAD];
    ai__features(info, g, me, f);
    for (int s = 0; s < info->seats; s++)
        strength[s] = remembered(info, s, f[s]);
}

int32_t ai__value(struct catan_info *info, const struct catan *g, int me) {
    int32_t strength[SEATS_MAX];
    if (g->winner < SEATS_MAX)
        return g->winner == me ? VALUE_ONE : 0;
    ai__strengths(info, g, me, strength);
    return ai__share(strength, info->seats, me);
}

int32_t ai__value_own(struct catan_info *info, const struct catan *g, int me,
                      const int32_t *others) {
    int16_t f[FEAT_PAD];
    int32_t strength[SEATS_MAX];
    if (g->winner < SEATS_MAX)
        return g->winner == me ? VALUE_ONE : 0;
    memcpy(strength, others, sizeof strength);
    ai__features_own(info, g, me, f);
    strength[me] = ai__strength(f);
    return ai__share(strength, info->seats, me);
}
