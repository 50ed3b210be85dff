/* env_fill.c -- the rows of a batch's arrays: what the seat that acts may do and knows. */
#include <string.h>

#include "env_internal.h"

/* Whose view it is: the seat that acts, unless one was named; at the end the first seat. */
static int onlooker(const skerry_env *e, const struct slot *s) {
    return e->viewer != NOBODY ? e->viewer : s->actor == NOBODY ? 0 : s->actor;
}

/* A seat knows the action that it is putting together. */
static const struct draft *draft_for(const skerry_env *e, const struct slot *s) {
    static const struct draft none;
    return onlooker(e, s) == s->actor ? &s->draft : &none;
}

/* The old ids are taken out of the mask one by one: a row is long and mostly empty. */
static void fill_ids(skerry_env *e, int i, struct slot *s, struct hand *h) {
    uint8_t *mask = e->mask + (size_t)i * (size_t)e->choices;
    uint16_t *ids = e->ids + (size_t)i * (size_t)e->ids_max;
    for (int k = 0; k < e->ids_n[i]; k++)
        mask[ids[k]] = 0;
    int n = s->actor == NOBODY ? 0 : e->space->legal(&e->shape, state_of(e, s), s->actor,
                                                     &s->draft, h->menu, ids);
    for (int k = 0; k < n; k++)
        mask[ids[k]] = 1;
    e->ids_n[i] = n;
}

static void fill_menu(skerry_env *e, int i, struct slot *s) {
    size_t row = (size_t)i * (size_t)e->choices;
    int n = s->actor == NOBODY ? 0 : e->game->legal(state_of(e, s), s->actor, e->menu + row);
    memset(e->mask + row, 0, (size_t)e->ids_n[i]);
    memset(e->mask + row, 1, (size_t)n);
    e->ids_n[i] = n;
}

/* Looks: one for the row of features, then one for each seat's. */
static struct space_look *look_of(const skerry_env *e, int i) {
    return e->looks + (size_t)i * (size_t)(e->seats + 1);
}

void env__forget_rows(skerry_env *e, int i) {
    if (e->looks)
        memset(look_of(e, i), 0, (size_t)(e->seats + 1) * sizeof *e->looks);
}

static void fill_features(skerry_env *e, int i, struct slot *s) {
    static const struct draft none;
    size_t n = (size_t)e->shape.features, row = (size_t)i * n;
    struct space_look *look = look_of(e, i);
    if (e->features)
        e->space->observe(&e->shape, state_of(e, s), onlooker(e, s), draft_for(e, s), look,
                          e->features + row);
    for (size_t k = (size_t)look->from; e->floats && k < n; k++)
        e->floats[row + k] = (float)e->features[row + k] * e->scale[k];
    for (int seat = 0; e->every && seat < e->seats; seat++)
        e->space->observe(&e->shape, state_of(e, s), seat, seat == s->actor ? &s->draft : &none,
                          look + 1 + seat, e->every + (row * (size_t)e->seats + n * (size_t)seat));
}

static void fill_points(skerry_env *e, int i, const struct slot *s) {
    int winner;
    for (int seat = 0; seat < e->seats; seat++)
        e->points[(size_t)i * (size_t)e->seats + (size_t)seat] =
            e->game->points(state_of(e, s), seat, &winner);
}

void env__fill(skerry_env *e, int i, struct hand *h) {
    struct slot *s = slot_of(e, i);
    e->seat[i] = s->actor;
    e->decisions[i] = s->decisions;
    e->drafting[i] = s->draft.a.type != 0;
    if (e->menu)
        fill_menu(e, i, s);
    else
        fill_ids(e, i, s, h);
    if (e->features || e->every)
        fill_features(e, i, s);
    if (e->view)
        e->game->view(state_of(e, s), s->actor == NOBODY ? SEAT_SPECTATOR : s->actor,
                      e->view + (size_t)i * e->game->state_size);
    if (e->may)
        e->may[i] = (uint8_t)(s->over ? 0 : e->game->may(state_of(e, s)));
    if (e->points)
        fill_points(e, i, s);
}

/* Before a game that is over makes room for the next one. */
void env__keep_final(skerry_env *e, int i) {
    struct slot *s = slot_of(e, i);
    size_t n = (size_t)e->shape.features;
    e->length[i] = (int32_t)s->decisions;
    struct space_look look = { .known = 0 };
    if (e->final_features)
        e->space->observe(&e->shape, state_of(e, s), onlooker(e, s), draft_for(e, s), &look,
                          e->final_features + (size_t)i * n);
}

/* ---- rewards ---- */

void env__remember_points(skerry_env *e, struct slot *s) {
    int winner;
    if (e->reward == SKERRY_REWARD_WIN)
        return;
    for (int seat = 0; seat < e->seats; seat++)
        s->points[seat] = (int16_t)e->game->points(state_of(e, s), seat, &winner);
}

/* How far a seat is ahead of the best other, in tenths of a point. */
static float potential(const skerry_env *e, const int16_t *points, int seat) {
    int best = -1000;
    for (int p = 0; p < e->seats; p++)
        if (p != seat && points[p] > best)
            best = points[p];
    return e->seats > 1 ? 0.1f * (float)(points[seat] - best) : 0.1f * (float)points[seat];
}

/* The winner gets one. By points: what each seat gained. By potential: the win, and what the
 * lead has changed, discounted, so that the best policy stays the best (Ng, Harada, Russell). */
void env__rewards(skerry_env *e, int i) {
    struct slot *s = slot_of(e, i);
    float *out = e->reward_out + (size_t)i * (size_t)e->seats;
    int16_t before[SEATS_MAX];
    int winner = -1;
    if (e->seats == 4)
        memset(out, 0, 4 * sizeof *out);    /* two stores, and no call */
    else
        memset(out, 0, (size_t)e->seats * sizeof *out);
    if (s->over) {
        e->game->points(state_of(e, s), 0, &winner);
        if (winner >= 0)
            out[winner] = 1.0f;
    }
    if (e->reward == SKERRY_REWARD_WIN)
        return;
    memcpy(before, s->points, sizeof before);
    env__remember_points(e, s);
    for (int seat = 0; seat < e->seats; seat++)
        if (e->reward == SKERRY_REWARD_POINTS)
            out[seat] = (float)(s->points[seat] - before[seat]);
        else
            out[seat] += (s->over ? 0 : e->discount * potential(e, s->points, seat)) -
                         potential(e, before, seat);
}
