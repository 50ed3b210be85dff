/* events_test.c -- the backs of cities: brigands and market days. */
#include "table.h"

/* Seat 0 of three has built a city; its back is still hidden. */
static void city(const char *rules) {
    given(rules, 3);
    empty_hands();
    market("brick+lumber+wool+grain+ore");
    hand(0, "2grain+3ore");
    play("0 build city 2grain+3ore");
}

static void a_back_is_drawn_from_all_that_nobody_has_turned(void) {
    uint32_t weight[4];
    city("struggle,first=0");
    EXPECT_EQ(struggle_game.weights(&g, weight), 2);
    EXPECT_EQ(weight[SV_BRIGANDS], 7);
    EXPECT_EQ(weight[SV_MARKET_DAY], 4);
    play("* event brigands");
    EXPECT_EQ(g.back[SV_BRIGANDS], 6);
    city("struggle,first=0,brigands=7,brigands_3=4");
    EXPECT_EQ(try_("* event market-day"), SE_IMPOSSIBLE);
    EXPECT_EQ(struggle_game.weights(&g, weight), 1);
    struct action a;
    struggle_game.parse(&g, "* event brigands", &a);
    a.place = SV_N;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_IMPOSSIBLE);
}

static void brigands_turn_the_destiny_card(void) {
    city("struggle,first=0");
    play("* event brigands");
    EXPECT_EQ(g.counter, 1);
    EXPECT_EQ(g.phase, SP_BUILD);           /* nobody has more than seven cards */
    given("struggle,first=0", 2);
    hand(0, "2grain+3ore");
    play("0 build city 2grain+3ore; * event brigands");
    EXPECT_EQ(g.counter, 0);
}

static void brigands_take_half_of_more_than_seven_cards(void) {
    city("struggle,first=0");
    hand(0, "7wool");
    hand(1, "4wool+4brick");
    hand(2, "9lumber");
    play("* event brigands");
    EXPECT_EQ(g.phase, SP_DISCARD);
    EXPECT_EQ(g.seat[0].owes, 0);
    EXPECT_EQ(g.seat[1].owes, 4);
    EXPECT_EQ(g.seat[2].owes, 4);           /* rounded down */
    EXPECT_EQ(struggle_game.owes(&g), 6);   /* both at once, in any order */
    EXPECT_EQ(try_("0 discard wool"), SE_NOTHING_OWED);
    EXPECT_EQ(try_("0 draw 2"), SE_NOT_YOUR_TURN);
    EXPECT_EQ(try_("1 discard ore"), SE_NOT_IN_HAND);
    EXPECT_EQ(menu_count(1, "1 discard"), 2);
    play("2 discard lumber; 1 discard wool; 2 discard lumber; 2 discard lumber; 2 discard lumber");
    EXPECT_EQ(struggle_game.owes(&g), 2);
    EXPECT_EQ(try_("2 discard lumber"), SE_NOTHING_OWED);
    play("1 discard brick; 1 discard brick; 1 discard brick");
    EXPECT_EQ(g.phase, SP_BUILD);
    EXPECT(holds(1, "3wool+brick"));
    EXPECT_EQ(g.discard, bundle("2grain+3ore+4lumber+wool+3brick"));
}

static void what_brigands_take_is_a_rule(void) {
    city("struggle,first=0,brigand_loss=half-up,hand_limit=4");
    hand(1, "5wool");
    hand(2, "4wool");
    play("* event brigands");
    EXPECT_EQ(g.seat[1].owes, 3);
    EXPECT_EQ(g.seat[2].owes, 0);
    city("struggle,first=0,brigand_loss=excess,hand_limit=4");
    hand(1, "9wool");
    play("* event brigands");
    EXPECT_EQ(g.seat[1].owes, 5);
}

static void a_market_day_replaces_the_market(void) {
    city("struggle,first=0");
    play("* event market-day");
    EXPECT_EQ(g.phase, SP_MARKET);
    EXPECT_EQ(g.market, 0);
    EXPECT_EQ(g.discard, bundle("brick+lumber+wool+3grain+4ore"));
    play("* market ore; * market ore; * market ore; * market ore");
    EXPECT_EQ(g.phase, SP_MARKET);
    play("* market wool");
    EXPECT_EQ(g.market, bundle("wool+4ore"));
    EXPECT_EQ(g.phase, SP_BUILD);
    EXPECT_EQ(g.counter, 0);
}

static void a_market_day_goes_on_with_the_discards(void) {
    city("struggle,first=0");
    stack("2wool");
    play("* event market-day; * market wool; * market wool");
    EXPECT_EQ(g.discard, 0);                /* reshuffled, the old market among them */
    play("* market brick; * market ore; * market ore");
    EXPECT_EQ(g.phase, SP_BUILD);
    city("struggle,first=0");
    g.hand[1] = g.stack;
    g.stack = 0;
    still_sound("no draw stack");
    play("* event market-day");
    EXPECT_EQ(g.stack, bundle("brick+lumber+wool+3grain+4ore"));
}

static void without_a_market_a_market_day_passes(void) {
    given("struggle,first=0,market=0", 3);
    hand(0, "2grain+3ore");
    play("0 build city 2grain+3ore; * event market-day");
    EXPECT_EQ(g.phase, SP_BUILD);
    given("struggle,first=0,market=0,market_day=swap", 3);
    hand(0, "2grain+3ore");
    play("0 build city 2grain+3ore; * event market-day");
    EXPECT_EQ(g.phase, SP_BUILD);
}

static void on_the_other_market_day_each_seat_may_swap_a_card(void) {
    city("struggle,first=0,market_day=swap");
    hand(0, "2wool");
    hand(1, "ore");
    hand(2, "brick+ore");
    play("* event market-day");
    EXPECT_EQ(g.phase, SP_MARKET_DAY);
    EXPECT_EQ(struggle_game.owes(&g), 1);
    EXPECT_EQ(try_("1 pass"), SE_NOT_YOUR_TURN);
    EXPECT_EQ(try_("0 swap-market wool wool"), SE_LIKE_FOR_LIKE);
    EXPECT_EQ(try_("0 swap-stack wool"), SE_WRONG_PHASE);
    EXPECT_EQ(menu_count(0, ""), 5);        /* four swaps, or none */
    play("0 swap-market ore wool");
    EXPECT_EQ(struggle_game.owes(&g), 2);
    play("1 pass; 2 swap-market wool ore");
    EXPECT_EQ(g.phase, SP_BUILD);
    EXPECT(holds(0, "wool+ore"));
    EXPECT(holds(2, "brick+wool"));
    EXPECT_EQ(g.market, bundle("brick+lumber+wool+grain+ore"));
}

static void a_seat_without_cards_is_not_asked(void) {
    city("struggle,first=0,market_day=swap");
    hand(1, "ore");
    play("* event market-day");
    EXPECT_EQ(struggle_game.owes(&g), 2);
    play("1 pass");
    EXPECT_EQ(g.phase, SP_BUILD);
    city("struggle,first=0,market_day=swap");
    play("* event market-day");
    EXPECT_EQ(g.phase, SP_BUILD);
}

static void ruling_65_the_event_comes_before_the_win(void) {
    given("struggle,first=0", 3);
    empty_hands();
    hand(0, "2grain+3ore");
    hand(1, "8wool");
    town(0, 1, 0, HAS(SX_LIBRARY) | HAS(SX_CHURCH));
    rows(0, 4, 0);                          /* 1 + 6 + 2 = 9 points */
    play("0 build city 2grain+3ore");
    EXPECT_EQ(points(0), 10);
    play("* event brigands");
    EXPECT_EQ(g.phase, SP_DISCARD);
    play("1 discard wool; 1 discard wool; 1 discard wool; 1 discard wool");
    EXPECT_EQ(g.phase, SP_OVER);
}

const struct test struggle_events_tests[] = {
    TEST(a_back_is_drawn_from_all_that_nobody_has_turned),
    TEST(brigands_turn_the_destiny_card),
    TEST(brigands_take_half_of_more_than_seven_cards),
    TEST(what_brigands_take_is_a_rule),
    TEST(a_market_day_replaces_the_market),
    TEST(a_market_day_goes_on_with_the_discards),
    TEST(without_a_market_a_market_day_passes),
    TEST(on_the_other_market_day_each_seat_may_swap_a_card),
    TEST(a_seat_without_cards_is_not_asked),
    TEST(ruling_65_the_event_comes_before_the_win),
    TESTS_END,
};
