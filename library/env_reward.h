/* env_reward.h -- a learner's reward for a step; only env_step.c includes it. */
#ifndef BINDINGS_ENV_REWARD_H
#define BINDINGS_ENV_REWARD_H

#include <string.h>

#include "env_internal.h"

/* A seat's lead over the best other, in tenths of a point. */
static float potential(const skerry_env *e, const int16_t *points, int seat) {
    int best = -1000;
    for (int p = 0; p < e->seats; p++)
        if (p != seat && points[p] > best)
            best = points[p];
    return e->seats > 1 ? 0.1f * (float)(points[seat] - best) : 0.1f * (float)points[seat];
}

/* By points: what each seat gained. By potential: the win plus the discounted change of the
 * lead, which does not change the best policy (Ng, Harada, Russell). */
static NOINLINE void reward_points(skerry_env *e, struct slot *s, float *out) {
    int16_t before[SEATS_MAX];
    memcpy(before, s->points, sizeof before);
    env__remember_points(e, s);
    for (int seat = 0; seat < e->seats; seat++)
        if (e->reward == SKERRY_REWARD_POINTS)
            out[seat] = (float)(s->points[seat] - before[seat]);
        else
            out[seat] += (s->over ? 0 : e->discount * potential(e, s->points, seat)) -
                         potential(e, before, seat);
}

static ALWAYS_INLINE float *no_reward(const skerry_env *e, int i) {
    float *out = e->reward_out + (size_t)i * (size_t)e->seats;
    if (e->seats == 4)
        memset(out, 0, 4 * sizeof *out);    /* two stores, and no call */
    else
        memset(out, 0, (size_t)e->seats * sizeof *out);
    return out;
}

static ALWAYS_INLINE void rewards(skerry_env *e, int i, struct slot *s, bool points) {
    float *out = no_reward(e, i);
    int winner = -1;
    if (UNLIKELY(s->over))
        e->game->points(state_of(e, s), 0, &winner);
    if (winner >= 0)
        out[winner] = 1.0f;
    if (points)
        reward_points(e, s, out);
}

#endif
