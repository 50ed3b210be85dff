/* playout_test.c -- sampled and listed play give the same game for the same draws. */
#include "catan/playout.h"
#include "table.h"

/* Play by menus and weights alone, as any host would. */
static uint32_t by_the_book(struct catan *s, struct rng *rng, uint32_t max) {
    static struct action menu[CATAN_MENU_MAX];
    uint32_t decisions = 0;
    for (unsigned owes; (owes = catan_owes(s)) != 0;) {
        if (owes == OWES_CHANCE) {
            chance_draw(&catan_game, s, &rng->source, &menu[0]);
        } else {
            int seat = 0;
            if (decisions++ == max)
                return max;
            while (!(owes >> seat & 1))
                seat++;
            menu[0] = menu[source_below(&rng->source, (uint32_t)catan_legal(s, seat, menu))];
        }
        catan_apply(s, &menu[0]);
    }
    return decisions;
}

static void same_game(const char *rules, uint64_t seed, uint32_t max,
                      uint32_t (*playout)(struct catan *, struct rng *, uint32_t)) {
    struct rng rng, book;
    given(rules, 0, "");
    struct catan other = g;
    rng_seed(&rng, seed);
    rng_seed(&book, seed);
    uint32_t n = playout(&g, &rng, max);
    EXPECT_EQ(by_the_book(&other, &book, max), n);
    EXPECT(memcmp(&g, &other, sizeof g) == 0);
    EXPECT(rng.s == book.s);
    still_sound(rules);
}

static const char *const rulesets[] = {
    "fifth", "fifth,board=random,phases=combined", "3d,board=random,tokens=random,harbors=coves",
    "sixth,board=random,harbors=frame", "fifth-56", "fifth+helpers", "fifth-56+helpers",
        "fifth,menu=trades",
    "fifth,friendly=3,dice=deck,quiet_rounds=2", "sixth+helpers,rob_empty=off,bank=10",
    "fifth-56,phases=strict,hand_limit=3,bank=12",
        "fifth,board=random,start=draft,knights=3,points=6",
};
enum { RULESETS = sizeof rulesets / sizeof *rulesets };

static void sampled_play_is_listed_play(void) {
    for (int i = 0; i < RULESETS; i++)
        for (uint64_t seed = 1; seed <= 4; seed++)
            same_game(rulesets[i], seed, 10000, catan_playout);
}

static void both_compiled_loops_play_the_same(void) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        same_game("fifth,board=random,phases=combined", seed, 10000, catan__playout_portable);
        same_game("fifth-56", seed, 10000, catan__playout_portable);
    }
}

static void play_from_a_list_is_listed_play(void) {
    for (int i = 0; i < RULESETS; i++)
        same_game(rulesets[i], 9, 10000, catan_playout_list);
}

static void a_playout_stops_where_it_is_told(void) {
    for (uint32_t max = 0; max < 700; max += 13) {
        same_game("fifth,board=random,phases=combined", 3, max, catan_playout);
        same_game("fifth,board=random,phases=combined", 3, max, catan_playout_list);
    }
}

const struct test catan_playout_tests[] = {
    TEST(sampled_play_is_listed_play),
    TEST(both_compiled_loops_play_the_same),
    TEST(play_from_a_list_is_listed_play),
    TEST(a_playout_stops_where_it_is_told),
    TESTS_END
};
