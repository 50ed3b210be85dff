/* playout_test.c -- random play gives the same game whether cards are drawn one by one or from a
 * list, and whether a game is played at once or in parts. */
#include "core/playout.h"
#include "table.h"

static struct action menu[STRUGGLE_MENU_MAX];

static void the_same_draws_give_the_same_game(void) {
    static const char *const rules[] = { "struggle", "struggle,market_day=swap,hand_limit=4",
                                         "struggle-56",
                                         "struggle,points=12,library=3,guild=2,draw=3" };
    for (int i = 0; i < 4; i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct rng rng;
            struct struggle one, two;
            struct action a;
            int seats = i == 2 ? 5 + (int)(seed & 1) : 2 + (int)(seed % 3);
            EXPECT(start(rules[i], seats));
            one = two = g;
            rng_seed(&rng, seed);
            while (one.phase != SP_OVER)
                random_step(&one, &rng, &a);
            rng_seed(&rng, seed);
            EXPECT(playout(&struggle_game, &two, &rng, 100000, menu) > 0);
            EXPECT(!memcmp(&one, &two, sizeof one));
        }
}

static void a_playout_stops_after_so_many_decisions(void) {
    struct rng rng;
    rng_seed(&rng, 1);
    EXPECT(start("struggle", 4));
    EXPECT_EQ(playout(&struggle_game, &g, &rng, 7, menu), 7);
    EXPECT(g.phase != SP_OVER);
    EXPECT_EQ(playout(&struggle_game, &g, &rng, 0, menu), 0);
    EXPECT(playout(&struggle_game, &g, &rng, 100000, menu) > 0);
    EXPECT_EQ(g.phase, SP_OVER);
    EXPECT_EQ(playout(&struggle_game, &g, &rng, 5, menu), 0);
}

/* Every sort of action turns up in random play, so the properties were tried on each. */
static void random_play_meets_every_action(void) {
    long met[SA_N] = { 0 };
    struct rng rng;
    rng_seed(&rng, 9);
    for (int game = 0; game < 40; game++) {
        struct action a;
        EXPECT(start(game % 2 ? "struggle" : "struggle,market_day=swap", 2 + game % 3));
        while (g.phase != SP_OVER) {
            random_step(&g, &rng, &a);
            met[a.type]++;
        }
    }
    for (int type = SA_NONE + 1; type < SA_N; type++)
        EXPECT(met[type] > 0);
}

const struct test struggle_playout_tests[] = {
    TEST(the_same_draws_give_the_same_game),
    TEST(a_playout_stops_after_so_many_decisions),
    TEST(random_play_meets_every_action),
    TESTS_END,
};
