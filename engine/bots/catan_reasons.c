/* catan_reasons.c -- why one position is better than another, in terms a person knows.
 *
 * A term is a group of features. Its worth is the winning share lost when these features are
 * replaced by those of the other position. Terms are replaced, the most valuable first, until
 * the position is no better than the other; those terms are the reasons. */
#include "catan_ai.h"

#include <string.h>

/* Two positions side by side; `own` is changed term by term. */
struct sides {
    int16_t own[FEAT_PAD], other[FEAT_PAD];         /* features of `me` in a, and in b */
    int32_t a[SEATS_MAX], b[SEATS_MAX];             /* every seat's strength in either */
    int seats, me;
    bool robber_moved, rivals_gone;
};

/* The term that a feature counts for. If the robber moved, it explains changed earnings. */
static int term_of(int feature, bool robber_moved) {
    int term = ai__feature_term[feature];
    return term == BOT_TERM_PRODUCTION && robber_moved ? BOT_TERM_ROBBER : term;
}

/* The winning share in a if `without` is also taken from b; -1: no more terms. */
static int32_t share_without(const struct sides *x, int without, int16_t left[FEAT_PAD]) {
    int32_t strength[SEATS_MAX];
    memcpy(left, x->own, sizeof x->own);
    for (int i = 0; i < FEAT_N; i++)
        if (term_of(i, x->robber_moved) == without)
            left[i] = x->other[i];
    bool rivals = x->rivals_gone || without == BOT_TERM_RIVALS;
    memcpy(strength, rivals ? x->b : x->a, sizeof strength);
    strength[x->me] = ai__strength(left);
    return ai__share(strength, x->seats, x->me);
}

static void look(struct catan_info *info, const struct catan *a, const struct catan *b, int me,
                 struct sides *x) {
    int16_t f[SEATS_MAX][FEAT_PAD];
    memset(x, 0, sizeof *x);
    x->seats = info->seats;
    x->me = me;
    ai__features(info, a, me, f);
    memcpy(x->own, f[me], sizeof x->own);
    for (int s = 0; s < info->seats; s++)
        x->a[s] = ai__strength(f[s]);
    ai__features(info, b, me, f);
    memcpy(x->other, f[me], sizeof x->other);
    for (int s = 0; s < info->seats; s++)
        x->b[s] = ai__strength(f[s]);
    x->robber_moved = a->robber != b->robber;
}

int ai__compare(struct catan_info *info, const struct catan *a, const struct catan *b, int me,
                struct bot_reason *out, int max) {
    struct sides x;
    int n = 0;
    look(info, a, b, me, &x);
    int32_t goal = ai__share(x.b, x.seats, me), now = ai__share(x.a, x.seats, me);
    while (now > goal && n < max) {
        int16_t left[FEAT_PAD];
        int32_t low = now;
        int best = -1;
        for (int t = 0; t < BOT_TERM_N; t++) {
            int32_t v = share_without(&x, t, left);
            if (v < low) {
                best = t;
                low = v;
            }
        }
        if (best < 0)
            break;
        share_without(&x, best, left);
        memcpy(x.own, left, sizeof x.own);
        x.rivals_gone |= best == BOT_TERM_RIVALS;
        out[n].term = best;
        out[n++].difference = (int32_t)((int64_t)(now - low) * BOT_VALUE_ONE >> 20);
        now = low;
    }
    return now > goal ? 0 : n;
}
