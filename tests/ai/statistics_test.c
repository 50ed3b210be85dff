/* statistics_test.c -- the arena's numbers against known ones. */
#include "tests/test.h"

#include <math.h>

#include "cli/arena/statistics.h"

static bool near(double a, double b, double by) {
    return fabs(a - b) <= by;
}

static void wilson_intervals_are_the_published_ones(void) {
    double low, high;
    wilson(250, 1000, &low, &high);
    EXPECT(near(low, 0.2242, 0.0002) && near(high, 0.2777, 0.0002));
    wilson(0, 10, &low, &high);
    EXPECT(near(low, 0, 1e-9) && near(high, 0.2775, 0.0002));
    wilson(10, 10, &low, &high);
    EXPECT(near(low, 0.7225, 0.0002) && near(high, 1, 1e-9));
    wilson(0, 0, &low, &high);
    EXPECT(low == 0 && high == 1);
}

static void a_sequential_test_decides_both_ways(void) {
    EXPECT_EQ(sprt_verdict(sprt_llr(3000, 10000, 0.25, 0.26)), 1);
    EXPECT_EQ(sprt_verdict(sprt_llr(2200, 10000, 0.25, 0.26)), -1);
    EXPECT_EQ(sprt_verdict(sprt_llr(26, 100, 0.25, 0.26)), 0);
}

/* One seat that wins half of its games against three others is three times as strong. */
static void ratings_explain_the_win_rates(void) {
    struct lineup l = { { 1, 3 }, { 500, 500 } };
    double elo[2], error[2];
    rate(&l, 1, 2, 1, elo, error);
    EXPECT(near(elo[0], 400 * log10(3), 1));
    EXPECT(near(elo[1], 0, 1e-9));
    EXPECT(error[0] > 5 && error[0] < 15);
}

static void ratings_add_up_over_line_ups(void) {
    struct lineup l[2] = { { { 2, 2, 0 }, { 600, 300, 0 } }, { { 0, 2, 2 }, { 0, 600, 300 } } };
    double elo[3], error[3];
    rate(l, 2, 3, 2, elo, error);
    EXPECT(near(elo[1], 400 * log10(2), 2));
    EXPECT(near(elo[0], 2 * elo[1], 3));
    EXPECT(error[0] > error[1]);
}

static void a_bot_that_never_won_has_a_finite_rating(void) {
    struct lineup l = { { 1, 3 }, { 0, 40 } };
    double elo[2], error[2];
    rate(&l, 1, 2, 1, elo, error);
    EXPECT(elo[0] < -200 && elo[0] > -1000);
    EXPECT(error[0] > 50 && error[0] < 1000);
}

const struct test statistics_tests[] = {
    TEST(wilson_intervals_are_the_published_ones),
    TEST(a_sequential_test_decides_both_ways),
    TEST(ratings_explain_the_win_rates),
    TEST(ratings_add_up_over_line_ups),
    TEST(a_bot_that_never_won_has_a_finite_rating),
    TESTS_END,
};
