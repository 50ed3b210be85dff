/* catan_solve.c -- finds a win within this turn, independent of the evaluation.
 *
 * It searches only what is certain: building from the hand, swaps with the supply, cards with a
 * known effect. Positions are not tried twice. The main search might not look this deep, and its
 * evaluation might not like the way. */
#include "catan_ai.h"

static bool wins_now(const struct catan *g, int me) {
    return g->winner == me;
}

/* These cards cannot bring enough points: not worth the solver's time. */
static bool out_of_reach(const struct catan *g, int me) {
    int need = catan_option(g, OPT_POINTS) - catan_points(g, me);
    int can = bundle_total(g->hand[me]) / 4, award = catan_option(g, OPT_AWARD_POINTS);
    bool card = !g->card_played;
    if (card && (bundle_count(g->dev[me], DEV_PLENTY) || bundle_count(g->dev[me], DEV_MONOPOLY)))
        can += 1 + (bundle_count(g->dev[me], DEV_MONOPOLY) > 0);
    if (g->longest_road != me &&
        (bundle_total(g->hand[me]) >= 2 || bundle_count(g->dev[me], DEV_ROAD_BUILDING)))
        can += award;
    if (g->largest_army != me && card && bundle_count(g->dev[me], DEV_KNIGHT))
        can += award;
    return need > can;
}

/* Only certain effects count: no bought card, and of a steal or a monopoly only what is sure. */
static bool certain(const struct think *t, const struct action *a) {
    switch (a->type) {
    case ACT_MONOPOLY:
        for (int s = 0; s < t->info.seats; s++)
            if (t->mind->belief.of[s].n != 1)
                return false;
        return true;
    case ACT_ROAD: case ACT_SETTLE: case ACT_CITY: case ACT_BANK: case ACT_KNIGHT:
    case ACT_ROAD_BUILDING:
    case ACT_PLENTY: case ACT_ROBBER: case ACT_JEAN: case ACT_VINCENT_CITY: case ACT_VINCENT_SETTLE:
        return true;
    default:
        return false;
    }
}

static bool solve(struct think *t, const struct catan *g, int depth, int *left,
                  struct action *first) {
    struct action list[CANDIDATES_MAX];
    int n = 0, all;
    if (wins_now(g, t->me))
        return true;
    if (depth == 0 || *left <= 0 || catan_owes(g) != 1u << t->me || out_of_reach(g, t->me))
        return false;
    /* Even; the search's keys are odd, so both share one table. An entry means that no win was
     * found from there with this many actions left. */
    uint64_t key = ai__key(g, t->me) ^ 0x5bd1e995u;
    uint32_t slot = (uint32_t)(key >> 20) & t->table_mask;
    if (t->table[slot].key == key && t->table[slot].depth >= depth)
        return false;
    t->table[slot].key = key;
    t->table[slot].depth = (uint8_t)depth;
    all = catan_legal(g, t->me, t->menu);
    /* The robber's place brings no points: one robber move stands for all. */
    for (int i = 0; i < all && n < CANDIDATES_MAX; i++)
        if (certain(t, &t->menu[i]) &&
            (t->menu[i].type != ACT_ROBBER || n == 0 || list[n - 1].type != ACT_ROBBER))
            list[n++] = t->menu[i];
    for (int i = 0; i < n && *left > 0; i++) {
        struct catan after = *g;
        struct action none;
        (*left)--;
        catan_apply(&after, &list[i]);
        if (after.phase == PH_STEAL)        /* the stolen card is not certain */
            continue;
        if (solve(t, &after, depth - 1, left, &none)) {
            *first = list[i];
            return true;
        }
    }
    return false;
}

/* Nine actions and 3,000 positions: real games need no more, and a choice must stay cheap. */
bool ai__solve(struct think *t, const struct catan *g, struct action *first) {
    int left = 3000;
    if (out_of_reach(g, t->me))
        return false;
    return solve(t, g, 9, &left, first);
}
