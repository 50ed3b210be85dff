/* catan_value.c -- from features to a share of winning: a small network in whole numbers.
 *
 * Each seat's features give its strength: a weighted sum, plus HIDDEN units that notice
 * combinations. The shares of winning are the strengths' exponentials over their sum. The
 * weights (catan_weights.inc) are fitted to the outcomes of games between bots, by `skerry tune` or
 * by tools/fit.py on the positions it writes; docs/tuning.md keeps the log. Everything is whole
 * numbers, so that a browser and a server agree on every bit. */
#include "catan_ai.h"

#include <string.h>

#include "catan_weights.inc"

/* Fixed point as cli/tune.c writes it: features are 1/32, direct weights 1/2048, others 1/1024. A
 * hidden unit is cut off at 32767, which keeps the sum within 32 bits. */
int32_t ai__strength(const int16_t f[FEAT_PAD]) {
    int32_t sum = 0;
    for (int i = 0; i < FEAT_PAD; i++)
        sum += (int32_t)weight_direct[i] * f[i];
    sum >>= 8;
    for (int j = 0; j < HIDDEN; j++) {
        int32_t h = 0;
        for (int i = 0; i < FEAT_PAD; i++)
            h += (int32_t)weight_hidden[j][i] * f[i];
        h = h > 0 ? h >> 7 : 0;
        sum += weight_out[j] * (h < 32767 ? h : 32767) >> 10;
    }
    return sum;
}

/* exp(-x / 256) of 1 << 20, for x >= 0. */
static uint32_t fall(int32_t x) {
    uint32_t y = (uint32_t)((uint64_t)x * 94548 >> 8);   /* binary logarithm, of 1 << 16 */
    uint32_t whole = y >> 16, part = y & 0xffff;
    if (whole > 20)
        return 0;
    uint64_t frac = (1 << 20) - ((uint64_t)part * 704190 >> 16) +
                    ((((uint64_t)part * part) >> 16) * 179902 >> 16);
    return (uint32_t)(frac >> whole);
}

/* Differences to the strongest only: then no exponential overflows, and the sum is never 0. */
int32_t ai__share(const int32_t *strength, int seats, int me) {
    int32_t top = strength[me];
    uint64_t sum = 0;
    for (int s = 0; s < seats; s++)
        top = strength[s] > top ? strength[s] : top;
    for (int s = 0; s < seats; s++)
        sum += fall(top - strength[s]);
    return (int32_t)(((uint64_t)fall(top - strength[me]) << 20) / sum);
}

void ai__strengths(struct catan_info *info, const struct catan *g, int me, int32_t *strength) {
    int16_t f[SEATS_MAX][FEAT_PAD];
    ai__features(info, g, me, f);
    for (int s = 0; s < info->seats; s++)
        strength[s] = ai__strength(f[s]);
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

/* The term a feature counts for. Where the robber came or went, earnings changed by it. */
static int term_of(int feature, bool robber_moved) {
    int term = ai__feature_term[feature];
    return term == BOT_TERM_PRODUCTION && robber_moved ? BOT_TERM_ROBBER : term;
}

/* The difference each term makes: a's features put into b's place, term by term. What the others'
 * strength changes is the rivals' term. */
int ai__compare(struct catan_info *info, const struct catan *a, const struct catan *b, int me,
                struct bot_reason *out, int max) {
    int16_t fa[SEATS_MAX][FEAT_PAD], fb[SEATS_MAX][FEAT_PAD];
    int32_t by[BOT_TERM_N] = { 0 };
    int n = 0;
    ai__features(info, a, me, fa);
    ai__features(info, b, me, fb);
    bool moved = fa[me][FEAT_ROBBED] != fb[me][FEAT_ROBBED];
    for (int s = 0; s < info->seats; s++)
        if (s != me)
            by[BOT_TERM_RIVALS] += ai__strength(fb[s]) - ai__strength(fa[s]);
    for (int t = 0; t < BOT_TERM_N; t++) {
        int16_t mixed[FEAT_PAD];
        if (t == BOT_TERM_RIVALS)
            continue;
        memcpy(mixed, fb[me], sizeof mixed);
        for (int i = 0; i < FEAT_N; i++)
            if (term_of(i, moved) == t)
                mixed[i] = fa[me][i];
        by[t] = ai__strength(mixed) - ai__strength(fb[me]);
    }
    while (n < max) {
        int best = -1, size = 0;
        for (int t = 0; t < BOT_TERM_N; t++) {
            int d = by[t] < 0 ? -by[t] : by[t];
            if (d > size) {
                best = t;
                size = d;
            }
        }
        if (best < 0)
            break;
        out[n].term = best;
        out[n++].difference = by[best];
        by[best] = 0;
    }
    return n;
}
