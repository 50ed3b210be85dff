/* catan_policy.c -- the fast policy for playing on: one ply of the evaluation, only the seat's
 * own features, no offers, no noise. It favours many continuations over good ones. */
#include "catan_ai.h"

#include "core/check.h"

enum { STEPS_MAX = 4000 };      /* limit of actions; no game comes near it */

static const struct catan_level fast = { .nodes = 1, .beam = 1, .bundle = 1 };

void ai__streams(struct streams *s, uint64_t seed) {
    for (int i = 0; i < 4; i++)
        rng_seed(&s->of[i], seed * 4 + (uint64_t)i);
}

/* Each type of chance has its own stream, so lines that buy differently still meet the same
 * dice. */
static void play_chance(struct catan *g, struct streams *s) {
    struct action a;
    int i = g->phase == PH_DICE ? 0 : g->phase == PH_DRAW ? 1 : g->phase == PH_STEAL ? 2 : 3;
    chance_draw(&catan_game, g, &s->of[i].source, &a);
    catan_apply(g, &a);
}

static void do_type(struct catan *g, int s, int type) {
    struct action a = { .type = (uint8_t)type, .seat = (int8_t)s };
    catan_apply(g, &a);
}

static void roll(struct catan *g, int s) {
    bool robbed = g->robber < CATAN_HEXES_MAX && g->hexes[s] >> g->robber & 1;
    bool knight = bundle_count(g->dev[s], DEV_KNIGHT) && !g->card_played;
    do_type(g, s, robbed && knight ? ACT_KNIGHT : ACT_ROLL);
}

/* A card of the most frequent kind. */
static void discard(struct catan *g, int s) {
    struct action a = { .type = ACT_DISCARD, .seat = (int8_t)s };
    for (int k = 1; k < KIND_N; k++)
        if (bundle_count(g->hand[s], k) > bundle_count(g->hand[s], a.place))
            a.place = (uint8_t)k;
    catan_apply(g, &a);
}

/* The best one-ply move, if it beats stopping; false: end the turn. */
static bool build(struct think *t, struct catan *g, int s, bool must) {
    struct candidate best;
    bool cards = bundle_total(g->hand[s]) > 1 || g->helper[s] < HELPER_N;
    if (!must && !cards && (g->card_played || !bundle_total(g->dev[s])))
        return false;
    t->own_only = true;
    int32_t stand = must ? -1 : ai__leaf(t, g);
    t->own_only = false;
    if (ai__moves(t, g, NULL, &best, 1) == 0 || best.value <= stand || t->over)
        return false;
    catan_apply(g, &best.a);
    return true;
}

/* A required answer to anything else: decline if possible. */
static void answer_any(struct think *t, struct catan *g, int s) {
    int n = catan_legal(g, s, t->menu), pick = 0;
    CHECK(n > 0);
    for (int i = 0; i < n; i++)
        if (t->menu[i].type == ACT_DECLINE || t->menu[i].type == ACT_WITHDRAW ||
            t->menu[i].type == ACT_PASS)
            pick = i;
    struct action a = t->menu[pick];
    catan_apply(g, &a);
}

/* One step of seat s. `looked` is the seat whose rivals' strengths are in t->strength. */
static void step(struct think *t, struct catan *g, int s, int *looked) {
    struct candidate c;
    t->me = s;
    bool builds = g->phase == PH_TRADE || g->phase == PH_BUILD || g->phase == PH_MAIN ||
        g->phase == PH_SPECIAL || g->phase == PH_FREE_ROAD;
    if (builds && *looked != s) {
        ai__strengths(&t->info, g, s, t->strength);
        *looked = s;
    }
    switch (g->phase) {
    case PH_ROLL:
        *looked = -1;
        roll(g, s);
        return;
    case PH_DISCARD:
        discard(g, s);
        return;
    case PH_ROBBER:
        ai__robber_moves(t, g, t->menu, catan_legal(g, s, t->menu), &c, 1);
        catan_apply(g, &c.a);
        return;
    case PH_TRADE: case PH_BUILD: case PH_MAIN: case PH_SPECIAL:
        if (!build(t, g, s, false))
            do_type(g, s, g->phase == PH_SPECIAL ? ACT_PASS : ACT_END);
        return;
    case PH_FREE_ROAD:
        if (build(t, g, s, true))
            return;
        break;
    default:
        break;
    }
    answer_any(t, g, s);
}

void ai__play_on(struct think *t, struct catan *g, uint32_t until, struct streams *s) {
    const struct catan_level *level = t->level;
    int looked = -1, me = t->me;
    unsigned owes;
    t->level = &fast;
    for (int i = 0; i < STEPS_MAX && g->turns < until && !t->over; i++) {
        owes = catan_owes(g);
        if (!owes)
            break;
        if (owes & OWES_CHANCE)
            play_chance(g, s);
        else
            step(t, g, bits_first(owes), &looked);
    }
    t->level = level;
    t->me = me;
}
