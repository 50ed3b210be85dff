/* struggle_value.c -- evaluates the seats of a game of Struggle: a small network in whole
 * numbers, fitted to who won (tools/fit_struggle.py, docs/strength.md). */
#include "struggle_ai.h"

#include <string.h>

#include "core/check.h"
#include "catan_ai.h"
#include "neural_net.h"
#include "struggle_weights.inc"

static int clamp(int v, int low, int high) {
    return v < low ? low : v > high ? high : v;
}

/* --- features -------------------------------------------------------------------------------- */

/* Cards missing for a price; three equal spare cards stand in for one. */
static int missing_for(const int *hand, const uint8_t *cost) {
    int missing = 0, sets = 0;
    for (int k = 0; k < KINDS; k++) {
        int d = hand[k] - cost[k];
        missing += d < 0 ? -d : 0;
        sets += d > 0 ? d / 3 : 0;
    }
    return missing > sets ? missing - sets : 0;
}

static void put_row(const struct struggle *g, int s, int16_t *f) {
    const struct struggle_seat *x = &g->seat[s];
    f[SF_ROADS] = (int16_t)(8 * x->roads);
    f[SF_KNIGHTS] = (int16_t)(8 * x->knights);
    f[SF_SETTLEMENTS] = (int16_t)(8 * x->settlements);
    f[SF_CITIES] = (int16_t)(8 * x->cities);
    f[SF_ROADS_A] = (int16_t)(8 * struggle_a_sides(x->roads));
    f[SF_ROADS_B] = (int16_t)(8 * struggle_b_sides(x->roads));
    f[SF_KNIGHTS_A] = (int16_t)(8 * struggle_a_sides(x->knights));
    f[SF_KNIGHTS_B] = (int16_t)(8 * struggle_b_sides(x->knights));
    for (int k = 0; k < SX_N; k++)
        f[SF_LIBRARY + k] = x->expansions >> k & 1 ? 16 : 0;
}

/* How many of the missing cards the market has, limited by the spare cards to swap. */
static int from_market(const struct struggle *g, const int *hand, const uint8_t *cost, int trades) {
    int there = 0, over = 0;
    for (int k = 0; k < KINDS; k++) {
        int d = hand[k] - cost[k], lies = bundle_count(g->market, k);
        there += d < 0 ? (-d < lies ? -d : lies) : 0;
        over += d > 0 ? d : 0;
    }
    there = there < over ? there : over;
    return there < trades ? there : trades;
}

/* What the seat's own hand can be turned into. */
static void put_own_hand(const struct struggle *g, int s, int16_t *f) {
    int hand[KINDS], can = 0;
    for (int k = 0; k < KINDS; k++) {
        hand[k] = bundle_count(g->hand[s], k);
        f[SF_BRICK + k] = (int16_t)(8 * clamp(hand[k], 0, 8));
        f[SF_MARKET_BRICK + k] = (int16_t)(8 * bundle_count(g->market, k));
    }
    for (int b = 0; b < SB_N; b++) {
        uint8_t cost[KINDS];
        bundle_unpack(struggle_cost[b], cost);
        int missing = missing_for(hand, cost);
        bool place = b == SB_CITY ? g->seat[s].settlements > 0
            : b == SB_EXPANSION ? g->seat[s].cities > 0 : true;
        f[SF_NO_ROAD + b] = (int16_t)(place ? 8 * missing : 48);
        int swaps = from_market(g, hand, cost, g->seat[s].roads ? f[SF_TRADES] / 8 : 0);
        f[SF_FAR_ROAD + b] = (int16_t)(!place ? 48 : missing > swaps ? 8 * (missing - swaps) : 0);
        can += place && missing == 0;
    }
    f[SF_CAN] = (int16_t)(8 * can);
}

/* Races for roads and knights once their stacks are empty, and what is left to build and trade. */
static void put_race(const struct struggle *g, int s, int16_t *f) {
    int trades = struggle_a_sides(g->seat[s].roads);
    for (int b = SB_ROAD; b <= SB_KNIGHT; b++) {
        int prey = 0;
        for (int o = 0; o < g->rules.seats && !g->supply[b]; o++)
            prey += o != s && struggle_taken_from(g, o, (enum struggle_building)b) == s;
        bool takes = !g->supply[b] && struggle_taken_from(g, s, (enum struggle_building)b) >= 0;
        f[SF_PREY_ROADS + b] = (int16_t)(8 * prey);
        f[SF_TAKES_ROAD + b] = takes ? 16 : 0;
    }
    for (int k = 0; k < SX_N; k++)
        f[SF_LEFT_LIBRARY + k] = g->expansion[k] && !(g->seat[s].expansions >> k & 1) ? 8 : 0;
    f[SF_TRADES] = (int16_t)(8 * (s == g->turn ? struggle_trades_left(g) : trades ? trades : 1));
}

static void put_table(const struct struggle *g, int16_t *f) {
    int backs = g->back[SV_BRIGANDS] + g->back[SV_MARKET_DAY], left = 0;
    for (int k = 0; k < SX_N; k++)
        left += g->expansion[k];
    f[SF_STACK_ROADS] = (int16_t)(4 * g->supply[SB_ROAD]);
    f[SF_STACK_KNIGHTS] = (int16_t)(4 * g->supply[SB_KNIGHT]);
    f[SF_STACK_SETTLEMENTS] = (int16_t)(4 * g->supply[SB_SETTLEMENT]);
    f[SF_BRIGANDS] = (int16_t)(backs ? 32 * g->back[SV_BRIGANDS] / backs : 0);
    f[SF_EXPANSION_LEFT] = (int16_t)(8 * left);
    f[SF_ROUND] = (int16_t)clamp(g->round, 0, 64);
}

/* The lead over the best other seat: `top` is the highest of all, `next` the one below. */
static void put_points(const struct struggle *g, int points, int top, int next, int16_t *f) {
    int need = g->rules.value[SO_POINTS] - points;
    f[SF_POINTS] = (int16_t)(8 * points);
    f[SF_NEAR4] = (int16_t)(8 * clamp(4 - need, 0, 8));
    f[SF_NEAR2] = (int16_t)(8 * clamp(2 - need, 0, 8));
    f[SF_LEAD] = (int16_t)(8 * (points - (points == top ? next : top)));
}

static void put_seat(const struct struggle *g, int s, int me, int16_t *f) {
    int seats = g->rules.seats, cards = bundle_total(g->hand[s]);
    f[SF_ONE] = 16;
    f[SF_ME] = s == me ? 16 : 0;
    f[SF_TURN] = s == g->turn ? 16 : 0;
    f[SF_WAIT] = (int16_t)(g->turn < 0 ? 0 : 8 * ((s - g->turn + seats) % seats));
    put_row(g, s, f);
    put_race(g, s, f);
    f[SF_HAND] = (int16_t)(4 * clamp(cards, 0, 24));
    f[SF_OVER] = (int16_t)(4 * clamp(cards - g->rules.value[SO_HAND_LIMIT], 0, 16));
    if (s == me)
        put_own_hand(g, s, f);
    put_table(g, f);
    if (s == g->turn) {
        f[SF_BUILT] = g->built ? 16 : 0;
        f[SF_TRADED] = (int16_t)(8 * clamp(g->traded, 0, 6));
    }
}

void ai__struggle_features(const struct struggle *g, int me, int16_t f[][SF_PAD]) {
    int points[SEATS_MAX], top = 0, next = 0;
    for (int s = 0; s < g->rules.seats; s++) {
        points[s] = struggle_points(g, s);
        next = points[s] > top ? top : points[s] > next ? points[s] : next;
        top = points[s] > top ? points[s] : top;
    }
    memset(f, 0, (size_t)g->rules.seats * sizeof f[0]);
    for (int s = 0; s < g->rules.seats; s++) {
        put_points(g, points[s], top, next, f[s]);
        put_seat(g, s, me, f[s]);
    }
}

/* --- shares ---------------------------------------------------------------------------------- */

static const struct network net = { SF_PAD, HIDDEN, weight_direct, weight_hidden[0], weight_out };

/* Cached if the seat had the same row a moment ago, as the others usually had. */
static int32_t strength_of(struct struggle_memo *memo, const int16_t f[SF_PAD]) {
    for (int i = 0; i < STRUGGLE_MEMO; i++)
        if (memo->there >> i & 1 && memcmp(memo->row[i], f, sizeof memo->row[i]) == 0)
            return memo->strength[i];
    int at = memo->next++ % STRUGGLE_MEMO;
    memcpy(memo->row[at], f, sizeof memo->row[at]);
    memo->strength[at] = ai__network(&net, f);
    memo->there |= 1u << at;
    return memo->strength[at];
}

void ai__struggle_shares(const struct struggle *g, int me, struct struggle_memo *memo,
                         uint32_t *share) {
    int16_t f[SEATS_MAX][SF_PAD];
    int32_t strength[SEATS_MAX];
    int winner = -1;
    for (int s = 0; s < g->rules.seats; s++)
        struggle_game.points(g, s, &winner);
    if (winner < 0)
        ai__struggle_features(g, me, f);
    for (int s = 0; s < g->rules.seats && winner < 0; s++)
        strength[s] = strength_of(&memo[s], f[s]);
    for (int s = 0; s < g->rules.seats; s++)
        share[s] = winner >= 0 ? (winner == s ? 1 << 16 : 0)
            : (uint32_t)ai__share(strength, g->rules.seats, s) >> 4;
}
