/* view_test.c -- ruling 75: what each seat of Struggle may know. */
#include "table.h"

static struct struggle v;

static const char *seen_by(int seat, const char *text) {
    static char out[ACTION_TEXT_MAX];
    struct action a, seen;
    struggle_game.parse(&g, text, &a);
    struggle_game.see(&g, &a, seat, &seen);
    struggle_game.format(&g, &seen, out, sizeof out);
    return out;
}

static void hands_are_secret_but_for_their_size(void) {
    given("struggle,first=0", 3);
    hand(0, "2wool");
    hand(1, "3ore");
    struggle_game.view(&g, 0, &v);
    EXPECT_EQ(v.hand[0], bundle("2wool"));
    EXPECT_EQ(bundle_count(v.hand[1], SK_ORE), 0);
    EXPECT_EQ(bundle_total(v.hand[1]), 3);
    EXPECT_EQ(bundle_total(v.stack), bundle_total(g.stack));
    EXPECT_EQ(bundle_count(v.stack, SK_WOOL), 0);
    EXPECT_EQ(v.market, g.market);
    EXPECT_EQ(struggle_game.sound(&v), 0);
    struggle_game.view(&g, SEAT_SPECTATOR, &v);
    EXPECT_EQ(bundle_count(v.hand[0], SK_WOOL), 0);
    EXPECT_EQ(struggle_game.sound(&v), 0);
    struggle_game.view(&g, SEAT_ALL, &v);
    EXPECT(!memcmp(&v, &g, sizeof g));
}

static void the_library_shows_a_hand_to_one_seat_alone(void) {
    given("struggle,first=0", 3);
    town(0, 1, 0, HAS(SX_LIBRARY));
    hand(1, "2wool+ore");
    play("0 library 1");
    struggle_game.view(&g, 0, &v);
    EXPECT_EQ(v.hand[1], bundle("2wool+ore"));
    EXPECT_EQ(struggle_game.sound(&v), 0);
    struggle_game.view(&g, 2, &v);
    EXPECT_EQ(bundle_count(v.hand[1], SK_WOOL), 0);
    EXPECT_STR(seen_by(2, "0 pick wool"), "0 pick ?");
    EXPECT_STR(seen_by(1, "0 pick wool"), "0 pick wool");
    EXPECT_STR(seen_by(SEAT_SPECTATOR, "0 pick wool"), "0 pick ?");
    play("0 pick wool");
    struggle_game.view(&g, 0, &v);
    EXPECT_EQ(bundle_count(v.hand[1], SK_WOOL), 0);
}

static void cards_exchanged_are_known_to_the_two(void) {
    given("struggle,first=0", 3);
    hand(0, "brick");
    hand(1, "2wool+ore");
    play("0 take-from 1");
    EXPECT_STR(seen_by(0, "* steal 1 wool"), "* steal 1 wool");
    EXPECT_STR(seen_by(1, "* steal 1 wool"), "* steal 1 wool");
    EXPECT_STR(seen_by(2, "* steal 1 wool"), "* steal 1 ?");
    EXPECT_STR(seen_by(SEAT_ALL, "* steal 1 wool"), "* steal 1 wool");
    play("* steal 1 wool");
    EXPECT_STR(seen_by(1, "0 give-back brick"), "0 give-back brick");
    EXPECT_STR(seen_by(2, "0 give-back brick"), "0 give-back ?");
}

static void draws_are_known_to_the_seat_that_draws(void) {
    given("struggle,first=0", 3);
    play("0 draw 2");
    EXPECT_STR(seen_by(0, "* deal 0 wool"), "* deal 0 wool");
    EXPECT_STR(seen_by(1, "* deal 0 wool"), "* deal 0 ?");
    EXPECT_STR(seen_by(SEAT_SPECTATOR, "* deal 0 wool"), "* deal 0 ?");
    EXPECT_EQ(try_("* deal 0 ?"), SE_BAD_ACTION);
}

static void what_goes_to_market_and_discard_pile_is_public(void) {
    given("struggle,first=0", 3);
    EXPECT_STR(seen_by(2, "0 swap-stack wool"), "0 swap-stack wool");
    EXPECT_STR(seen_by(2, "0 swap-market wool ore"), "0 swap-market wool ore");
    EXPECT_STR(seen_by(2, "1 discard wool"), "1 discard wool");
    EXPECT_STR(seen_by(2, "* market wool"), "* market wool");
    EXPECT_STR(seen_by(2, "* event brigands"), "* event brigands");
    EXPECT_STR(seen_by(2, "0 build road brick+lumber"), "0 build road brick+lumber");
}

/* A guess deals what is unknown evenly: over many, every kind turns up in a hidden hand. */
static void a_guess_fills_in_what_is_hidden(void) {
    struct struggle full;
    struct rng rng;
    int met[KINDS] = { 0 };
    rng_seed(&rng, 5);
    given("struggle,first=0", 3);
    struggle_game.view(&g, 0, &v);
    for (int i = 0; i < 200; i++) {
        struggle_game.guess(&v, &rng.source, &full);
        EXPECT_EQ(struggle_game.sound(&full), 0);
        EXPECT_EQ(full.viewer, SEAT_ALL);
        EXPECT_EQ(full.hand[0], g.hand[0]);
        for (int kind = 0; kind < KINDS; kind++)
            met[kind] += bundle_count(full.hand[1], kind) > 0;
    }
    for (int kind = 0; kind < KINDS; kind++)
        EXPECT(met[kind] > 20);
    struggle_game.guess(&g, &rng.source, &full);
    EXPECT(!memcmp(&full, &g, sizeof g));
}

const struct test struggle_view_tests[] = {
    TEST(hands_are_secret_but_for_their_size),
    TEST(the_library_shows_a_hand_to_one_seat_alone),
    TEST(cards_exchanged_are_known_to_the_two),
    TEST(draws_are_known_to_the_seat_that_draws),
    TEST(what_goes_to_market_and_discard_pile_is_public),
    TEST(a_guess_fills_in_what_is_hidden),
    TESTS_END,
};
