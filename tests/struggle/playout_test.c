/* playout_test.c -- playing at random: sampled, listed and generic play are the same game. */
#include "table.h"

static void listed(struct struggle *state, struct rng *rng) {
    static struct action menu[STRUGGLE_MENU_MAX];
    unsigned owes;
    while ((owes = struggle_game.owes(state))) {
        struct action a;
        if (owes == OWES_CHANCE) {
            chance_draw(&struggle_game, state, &rng->source, &a);
        } else {
            int seat = 0;
            while (!(owes >> seat & 1))
                seat++;
            a = menu[source_below(&rng->source, (uint32_t)struggle_game.legal(state, seat, menu))];
        }
        struggle_game.apply(state, &a);
    }
}

static void sampled(struct struggle *state, struct rng *rng) {
    struct action a;
    while (struggle_game.owes(state)) {
        struggle_sample(state, rng, &a);
        struggle_game.apply(state, &a);
    }
}

static void the_same_draws_give_the_same_game(void) {
    static const char *const rules[] = { "struggle", "struggle,market_day=swap,hand_limit=4",
                                         "struggle-56",
                                         "struggle,points=12,library=3,guild=2,draw=3" };
    for (int i = 0; i < 4; i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct rng rng;
            struct struggle one, two;
            int seats = i == 2 ? 5 + (int)(seed & 1) : 2 + (int)(seed % 3);
            EXPECT(start(rules[i], seats));
            one = two = g;
            rng_seed(&rng, seed);
            listed(&one, &rng);
            rng_seed(&rng, seed);
            sampled(&two, &rng);
            EXPECT(!memcmp(&one, &two, sizeof one));
            two = g;
            rng_seed(&rng, seed);
            EXPECT(struggle_playout(&two, &rng, 100000) > 0);
            EXPECT(!memcmp(&one, &two, sizeof one));
        }
}

static void a_playout_stops_after_so_many_decisions(void) {
    struct rng rng;
    rng_seed(&rng, 1);
    EXPECT(start("struggle", 4));
    EXPECT_EQ(struggle_playout(&g, &rng, 7), 7);
    EXPECT(g.phase != SP_OVER);
    EXPECT_EQ(struggle_playout(&g, &rng, 0), 0);
    EXPECT(struggle_playout(&g, &rng, 100000) > 0);
    EXPECT_EQ(g.phase, SP_OVER);
    EXPECT_EQ(struggle_playout(&g, &rng, 5), 0);
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
            struggle_sample(&g, &rng, &a);
            met[a.type]++;
            struggle_game.apply(&g, &a);
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
