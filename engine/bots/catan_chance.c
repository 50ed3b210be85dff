/* catan_chance.c -- chance within a turn: a stolen or drawn card, averaged over the
 * possibilities, or the likeliest if one state must stand for all.
 *
 * The likely whole state has one hand per seat and one deck, but the belief has odds for every
 * card. So for each possible card the state is adjusted until the card is there to be taken, and
 * the result is weighted by its odds. */
#include "catan_ai.h"

/* Make the victim's hand hold a card of this kind by a swap with the supply: the likely state is
 * only one of many. */
static bool make_stealable(struct catan *g, int victim, int kind) {
    if (bundle_count(g->hand[victim], kind))
        return true;
    if (bundle_count(g->bank, kind) == 0)
        return false;
    for (int k = 0; k < KIND_N; k++)
        if (bundle_count(g->hand[victim], k)) {
            uint64_t swap = BUNDLE_CARD(kind) - BUNDLE_CARD(k);
            g->hand[victim] += swap;
            g->bank -= swap;
            return true;
        }
    return false;
}

/* The same for the next card of the deck, by a swap with a hidden hand. */
static bool make_drawable(struct catan *g, int me, int kind) {
    if (bundle_count(g->deck, kind))
        return true;
    for (int s = 0; s < catan_seats(g); s++) {
        uint64_t *from = bundle_count(g->dev[s], kind) ? &g->dev[s] : &g->dev_new[s];
        if (s == me || !bundle_count(*from, kind))
            continue;
        for (int k = 0; k < DEV_N; k++)
            if (bundle_count(g->deck, k)) {
                uint64_t swap = BUNDLE_CARD(kind) - BUNDLE_CARD(k);
                g->deck += swap;
                *from -= swap;
                return true;
            }
    }
    return false;
}

/* Ignore cards less likely than 1 in 256. */
static int32_t over_steals(struct think *t, const struct catan *g, ai_judge *value, int depth) {
    int64_t sum = 0, all = 0;
    int victim = g->victim;
    for (int k = 0; k < KIND_N; k++) {
        struct action a = { .type = ACT_STEAL, .seat = SEAT_CHANCE, .place = (uint8_t)k,
                            .target = (uint8_t)victim };
        struct catan after = *g;
        if (victim >= SEATS_MAX || t->odds[victim][k] < 256 || !make_stealable(&after, victim, k))
            continue;
        catan_apply(&after, &a);
        sum += (int64_t)t->odds[victim][k] * value(t, &after, depth);
        all += t->odds[victim][k];
    }
    return all ? (int32_t)(sum / all) : ai__leaf(t, g);
}

/* A drawn card is no longer unseen: the others are then less likely to hold one. */
static int32_t over_draws(struct think *t, const struct catan *g, ai_judge *value, int depth) {
    int64_t sum = 0, all = 0;
    for (int k = 0; k < DEV_N; k++) {
        struct action a = { .type = ACT_DRAW, .seat = SEAT_CHANCE, .place = (uint8_t)k };
        struct catan after = *g;
        if (!t->info.unseen[k] || !make_drawable(&after, t->me, k))
            continue;
        catan_apply(&after, &a);
        t->info.unseen[k]--;
        t->info.unseen_n--;
        int32_t v = value(t, &after, depth);
        t->info.unseen[k]++;
        t->info.unseen_n++;
        sum += (int64_t)t->info.unseen[k] * v;
        all += t->info.unseen[k];
    }
    return all ? (int32_t)(sum / all) : ai__leaf(t, g);
}

/* Any other chance in our own turn: one fixed draw. */
static int32_t over_other(struct think *t, const struct catan *g, ai_judge *value, int depth) {
    struct catan after = *g;
    struct action a;
    struct rng fixed;
    rng_seed(&fixed, 11);
    chance_draw(&catan_game, g, &fixed.source, &a);
    catan_apply(&after, &a);
    return value(t, &after, depth);
}

int32_t ai__over_chance(struct think *t, const struct catan *g, ai_judge *value, int depth) {
    if (g->phase == PH_DICE)
        return ai__leaf(t, g);
    if (g->phase == PH_STEAL)
        return over_steals(t, g, value, depth);
    return g->phase == PH_DRAW ? over_draws(t, g, value, depth) : over_other(t, g, value, depth);
}

/* --- the likeliest --------------------------------------------------------------------------- */

static int likeliest(const uint32_t *odds, int n) {
    int best = 0;
    for (int k = 1; k < n; k++)
        if (odds[k] > odds[best])
            best = k;
    return best;
}

/* One outcome of chance that is likelier than the others; false if there is none. */
bool ai__likely(struct think *t, struct catan *g) {
    struct action a = { .seat = SEAT_CHANCE };
    if (g->phase == PH_DRAW) {
        uint32_t odds[DEV_N];
        for (int k = 0; k < DEV_N; k++)
            odds[k] = (uint32_t)t->info.unseen[k];
        a.type = ACT_DRAW;
        a.place = (uint8_t)likeliest(odds, DEV_N);
        if (!make_drawable(g, t->me, a.place))
            return false;
    } else if (g->phase == PH_STEAL && g->victim < SEATS_MAX) {
        a.type = ACT_STEAL;
        a.place = (uint8_t)likeliest(t->odds[g->victim], KIND_N);
        a.target = g->victim;
        if (!make_stealable(g, g->victim, a.place))
            return false;
    } else {
        return false;
    }
    catan_apply(g, &a);
    return true;
}
