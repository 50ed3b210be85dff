/* evaluation_test.c -- the numbers behind the evaluation: waiting times are exact, both compiled
 * networks agree, and the features of the best places are those of the board. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "bots/catan_ai.h"
#include "bots/neural_net.h"
#include "core/bits.h"

/* --- waiting times --------------------------------------------------------------------------- */

/* What is missing after t quarters of a roll, minus what the surplus buys; in 1/144 of 1/256
 * cards. */
static int lack_after(const int *cost, const int *hand, const int *earns, const int *rate, int t) {
    int lack = 0;
    for (int k = 0; k < KIND_N; k++) {
        int d = (hand[k] - cost[k]) * 144 + earns[k] * t;
        lack -= d < 0 ? d * 256 : d * (rate[k] == 2 ? 128 : rate[k] == 3 ? 85 : 64);
    }
    return lack;
}

static void a_price_is_paid_at_the_first_quarter_roll_that_pays_it(void) {
    struct rng r;
    rng_seed(&r, 11);
    for (int i = 0; i < 20000; i++) {
        int cost[KIND_N], hand[KIND_N], earns[KIND_N], rate[KIND_N], t = 0;
        for (int k = 0; k < KIND_N; k++) {
            cost[k] = (int)source_below(&r.source, 6);
            hand[k] = (int)source_below(&r.source, 5);
            earns[k] = source_below(&r.source, 3) ? (int)source_below(&r.source, 16) : 0;
            rate[k] = 2 + (int)source_below(&r.source, 3);
        }
        while (t < 160 && lack_after(cost, hand, earns, rate, t) > 0)
            t++;
        EXPECT_EQ(ai__rolls_for(cost, hand, earns, rate, 160), t);
    }
}

static void a_seat_that_earns_nothing_waits_forever(void) {
    const int cost[KIND_N] = { 1, 1, 0, 0, 0 }, rate[KIND_N] = { 4, 4, 4, 4, 4 };
    const int none[KIND_N] = { 0 };
    const int rich[KIND_N] = { 0, 0, 8, 0, 0 };
    EXPECT_EQ(ai__rolls_for(cost, none, none, rate, 160), 160);
    EXPECT_EQ(ai__rolls_for(cost, rich, none, rate, 160), 0);
}

/* --- the network ----------------------------------------------------------------------------- */

enum { INPUTS = 128, UNITS = 64 };

static int32_t by_hand(const struct network *net, const int16_t *f) {
    int64_t sum = 0, hidden = 0;
    for (int i = 0; i < net->n; i++)
        sum += net->direct[i] * f[i];
    for (int j = 0; j < net->units; j++) {
        int64_t h = 0;
        for (int i = 0; i < net->n; i++)
            h += net->rows[j * net->n + i] * f[i];
        hidden += h > 0 ? net->out[j] * h : 0;
    }
    return (int32_t)(sum >> 8) + (int32_t)(hidden >> 16);
}

static void every_processor_gets_the_same_strength(void) {
    static int16_t f[INPUTS], direct[INPUTS];
    static int8_t rows[UNITS * INPUTS];
    static int32_t out[UNITS];
    const struct network net = { INPUTS, UNITS, direct, rows, out };
    struct rng r;
    rng_seed(&r, 12);
    for (int game = 0; game < 200; game++) {
        for (int i = 0; i < INPUTS; i++) {
            /* many are 0, as in real rows, sometimes all of them */
            f[i] = (int16_t)((int)source_below(&r.source, 300) - 100);
            f[i] = source_below(&r.source, 8) < (uint32_t)(game % 9) ? f[i] : 0;
            direct[i] = (int16_t)((int)source_below(&r.source, 4000) - 2000);
        }
        for (int i = 0; i < UNITS * INPUTS; i++)
            rows[i] = (int8_t)((int)source_below(&r.source, 255) - 127);
        for (int j = 0; j < UNITS; j++)
            out[j] = (int32_t)source_below(&r.source, 2000) - 1000;
        EXPECT_EQ(ai__network(&net, f), by_hand(&net, f));
        EXPECT_EQ(ai__network_plain(&net, f), by_hand(&net, f));
        if (bits_wide())
            EXPECT_EQ(ai__network_x86_v3(&net, f), by_hand(&net, f));
    }
}

/* --- features of places ---------------------------------------------------------------------- */

static int looked;

static int of_kinds(const int16_t *f, int first) {
    int sum = 0;
    for (int k = 0; k < KIND_N; k++)
        sum += f[first + k];
    return sum;
}

/* A best place named in the features earns what the board says, and is one of the sites. */
static void compare_places(void *data, const void *state, const struct action *a) {
    const struct catan *g = state;
    struct catan_info info;
    int16_t f[SEATS_MAX][FEAT_PAD];
    (void)data;
    if (a->type != ACT_END)
        return;
    ai__info(&info, g, a->seat);
    ai__features(&info, g, a->seat, f);
    for (int s = 0; s < info.seats; s++) {
        EXPECT_EQ(of_kinds(f[s], FEAT_UP_BRICK), f[s][FEAT_CITY_BEST]);
        EXPECT_EQ(of_kinds(f[s], FEAT_BLOCK_BRICK), f[s][FEAT_ROBBED]);
        EXPECT(f[s][FEAT_SITE0] > 0 || of_kinds(f[s], FEAT_NOW_BRICK) == 0);
        EXPECT((f[s][FEAT_SOON_FAR] > 0) == (f[s][FEAT_SITE1] > 0 || f[s][FEAT_SITE2] > 0));
        EXPECT(f[s][FEAT_SOON_FAR] != 16 || f[s][FEAT_SITE1] >= f[s][FEAT_SITE2]);
        EXPECT(f[s][FEAT_SOON_FAR] != 32 || f[s][FEAT_SITE2] > f[s][FEAT_SITE1]);
        looked++;
    }
}

static void best_places_are_described_by_what_they_earn(void) {
    struct match m = { .game = &catan_game, .seed = 5, .bot_seed = 5,
                       .watch = compare_places };
    struct match_result r;
    void *mem = malloc(match_size(&catan_game));
    int at;
    EXPECT_EQ(rules_parse(&catan_game, "fifth,board=random", 4, &m.rules, &at), RULES_OK);
    for (int s = 0; s < 4; s++)
        m.bot[s] = (struct match_bot){ .level = BOT_CASUAL };
    EXPECT_EQ(match_play(&m, mem, &r), 0);
    EXPECT(looked > 100);
    free(mem);
}

const struct test evaluation_tests[] = {
    TEST(a_price_is_paid_at_the_first_quarter_roll_that_pays_it),
    TEST(a_seat_that_earns_nothing_waits_forever),
    TEST(every_processor_gets_the_same_strength),
    TEST(best_places_are_described_by_what_they_earn),
    TESTS_END,
};
