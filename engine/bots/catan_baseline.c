/* catan_baseline.c -- the fixed reference: a one-ply player with the first evaluation. FROZEN.
 *
 * It tries every move of its menu on one guess of the whole state and takes the one with the
 * highest weighted sum of simple features: points, earnings, places to settle, road, army,
 * cards, cards missing for the next building, and a little against the others. It makes no
 * offers, and accepts one that raises the sum unless the other seat is near the goal. It
 * remembers nothing. Strength is measured against it, and a test checks a signature of its
 * moves: do not change this file, and do not use the other files' evaluation here. */
#include "catan_ai.h"

#include <string.h>

#include "core/bits.h"

static const uint8_t ways[13] = { 0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1 };

static void earnings(const struct catan *g, int s, int *pips) {
    uint64_t sum = 0;
    for (int n = 2; n <= 12; n++)
        sum += g->production[n - 2][s] * ways[n];
    for (int k = 0; k < KIND_N; k++)
        pips[k] = bundle_count(sum, k);
    if (g->robber >= CATAN_HEXES_MAX || g->terrain[g->robber] >= KIND_N ||
        g->number[g->robber] > 12)
        return;
    for (int w = 0; w < 2; w++) {
        uint64_t at = catan_board(g)->hex_corners[g->robber].w[w];
        int cards = bits_count(at & g->settlements[s].w[w]) +
            2 * bits_count(at & g->cities[s].w[w]);
        pips[g->terrain[g->robber]] -= cards * ways[g->number[g->robber]];
    }
}

static int corner_pips(const struct catan *g, int c) {
    const struct catan_board *board = catan_board(g);
    int sum = 0;
    for (int i = 0; i < 3 && board->corner_hex[c][i] >= 0; i++) {
        int h = board->corner_hex[c][i];
        if (g->terrain[h] < KIND_N && g->number[h] <= 12)
            sum += ways[g->number[h]];
    }
    return sum;
}

/* The best corner of a set that nobody blocks. */
static int best_corner(const struct catan *g, struct places set) {
    int best = 0;
    for (int w = 0; w < 2; w++)
        for (uint64_t m = set.w[w] & ~g->blocked.w[w]; m; m &= m - 1) {
            int p = corner_pips(g, 64 * w + bits_first(m));
            best = p > best ? p : best;
        }
    return best;
}

static int sites(const struct catan *g, int s) {
    const struct catan_board *board = catan_board(g);
    struct places next = { { 0, 0 } };
    for (int w = 0; w < 2; w++)
        for (uint64_t m = g->reach[s].w[w] & g->free_paths.w[w]; m; m &= m - 1) {
            struct places ends = board->path_corners[64 * w + bits_first(m)];
            next.w[0] |= ends.w[0];
            next.w[1] |= ends.w[1];
        }
    return 12 * best_corner(g, g->network[s]) + 7 * best_corner(g, next);
}

static int hand_value(const struct catan *g, int s) {
    uint64_t h = g->hand[s];
    int n = bundle_total(h), limit = catan_option(g, OPT_HAND_LIMIT);
    int v = n <= limit ? 8 * n : 8 * limit - 15 * (n - limit);
    bool houses = g->settlements[s].w[0] | g->settlements[s].w[1];
    bool site = (g->network[s].w[0] & ~g->blocked.w[0]) | (g->network[s].w[1] & ~g->blocked.w[1]);
    if (houses && g->cities_left[s])
        v += 13 * (5 - bundle_missing(h, catan_cost_city));
    if (g->settlements_left[s])
        v += (site ? 16 : 6) * (4 - bundle_missing(h, catan_cost_settlement));
    return v + 9 * (3 - bundle_missing(h, catan_cost_dev)) +
           5 * (2 - bundle_missing(h, catan_cost_road));
}

static int own_value(const struct catan *g, int s) {
    int pips[KIND_N], v = 0;
    uint64_t dev = g->dev[s] + g->dev_new[s];
    earnings(g, s, pips);
    for (int k = 0; k < KIND_N; k++)
        v += 20 * pips[k] + (pips[k] > 0 ? 40 : 0) +
             3 * pips[k] * (4 - bundle_count(g->rate[s], k));
    v += 1000 * (g->points[s] + bundle_count(dev, DEV_POINT));
    v += 70 * (bundle_total(dev) - bundle_count(dev, DEV_POINT)) + 100 * g->played[s][DEV_KNIGHT];
    v += 12 * catan_road_length(g, s) + (g->longest_road == s ? 100 : 0);
    return v + sites(g, s) + hand_value(g, s);
}

static int value(const struct catan *g, int me) {
    int v = own_value(g, me);
    for (int s = 0; s < catan_seats(g); s++) {
        int pips[KIND_N];
        if (s == me)
            continue;
        earnings(g, s, pips);
        v -= 200 * g->points[s];
        for (int k = 0; k < KIND_N; k++)
            v -= (2 + g->points[s]) * pips[k];
    }
    return v;
}

/* After accepting an offer: the other seat gives `give` and gets `get`. */
static int value_of_deal(const struct catan *g, int me, const struct catan_offer *o, int other) {
    struct catan after = *g;
    uint64_t give = bundle_pack(o->give), get = bundle_pack(o->get);
    if (!bundle_has(g->hand[me], get) || g->points[other] + 2 >= catan_option(g, OPT_POINTS))
        return -1000000;
    after.hand[me] += give - get;
    return value(&after, me) - 12;
}

static int value_of_accept(const struct catan *g, int me, const struct action *a) {
    for (int s = 0; s < catan_seats(g); s++)
        if (g->offer[s].number == a->place && a->place)
            return value_of_deal(g, me, &g->offer[s], s);
    return -1000000;
}

static int value_of_move(const struct catan *g, int me, const struct action *a) {
    struct catan after;
    switch (a->type) {
    case ACT_ACCEPT:
        return value_of_accept(g, me, a);
    case ACT_DECLINE:
    case ACT_PASS:
    case ACT_END:
    case ACT_ROLL:
        return value(g, me);
    case ACT_WITHDRAW:
        return value(g, me) + 1;
    default:
        break;
    }
    after = *g;
    catan_apply(&after, a);
    int v = value(&after, me);
    if (a->type == ACT_BUY)
        v += 90;
    if (a->type == ACT_ROBBER && a->target != CATAN_NONE)
        v += 10 + bundle_total(g->hand[a->target]);
    return v;
}

static bool choose(struct bot *b, const void *view, const struct bot_budget *budget,
                   struct bot_answer *answer) {
    struct action *menu = budget->work;
    struct catan g;
    struct rng fixed;
    int best = 0, high = 0;
    if (!(catan_owes(view) & 1u << b->seat))
        return false;
    int n = ai__menu(b->game, view, b->seat, menu);
    if (n == 0)
        return false;
    rng_seed(&fixed, 1);
    catan_guess(view, &fixed.source, &g);
    for (int i = 0; i < n; i++) {
        int v = n > 1 ? value_of_move(&g, b->seat, &menu[i]) : 0;
        if (i == 0 || v > high) {
            best = i;
            high = v;
        }
    }
    struct action a = menu[best];
    ai__answer(answer, b, &a, n == 1 ? BOT_WHY_ONLY : BOT_WHY_BEST);
    answer->nodes = (uint32_t)n;
    return true;
}

const struct brain ai__baseline = { NULL, choose };
