/* draw_test.c -- drawing cards, the draw stack, the next turn, and the win. */
#include "table.h"

static void ruling_81_two_cards_and_one_more_for_each_a_side_knight(void) {
    given("struggle,first=0", 3);
    EXPECT_EQ(try_("0 draw 1"), SE_WRONG_NUMBER);
    EXPECT_EQ(try_("0 draw 2"), SE_OK);
    EXPECT_EQ(try_("0 draw 3"), SE_WRONG_NUMBER);
    rows(0, 1, 3);                          /* A, B, A */
    EXPECT_EQ(menu_count(0, "0 draw"), 3);
    EXPECT_EQ(try_("0 draw 4"), SE_OK);
    EXPECT_EQ(try_("0 draw 5"), SE_WRONG_NUMBER);
    hand(0, "");
    play("0 draw 3");
    EXPECT_EQ(struggle_trades_left(&g), 0);
    EXPECT_EQ(try_("* deal 1 ore"), SE_IMPOSSIBLE);
    play("* deal 0 ore; * deal 0 ore; * deal 0 wool");
    EXPECT(holds(0, "wool+2ore"));
    EXPECT_EQ(g.turn, 1);
}

static void play_goes_clockwise_whatever_the_destiny_card_shows(void) {
    given("struggle,first=1", 3);
    g.counter = 1;
    EXPECT_EQ(g.turn, 1);
    pass_turn();
    EXPECT_EQ(g.turn, 2);
    EXPECT_EQ(g.round, 0);
    pass_turn();
    EXPECT_EQ(g.turn, 0);
    pass_turn();
    EXPECT_EQ(g.turn, 1);
    EXPECT_EQ(g.round, 1);
}

static void rounds_are_counted_as_far_as_they_can_be(void) {
    given("struggle,first=0", 2);
    g.round = UINT16_MAX;
    pass_turn();
    pass_turn();
    EXPECT_EQ(g.round, UINT16_MAX);
}

static void a_turn_may_be_nothing_but_drawing(void) {
    given("struggle,first=0", 2);
    hand(0, "brick+lumber");
    EXPECT_EQ(try_("1 draw 2"), SE_NOT_YOUR_TURN);
    pass_turn();
    EXPECT_EQ(g.turn, 1);
    EXPECT_EQ(g.seat[0].roads, 1);
}

static void ruling_g9_the_discards_are_shuffled_when_the_last_card_leaves(void) {
    given("struggle,first=0", 2);
    stack("2ore");
    uint64_t discards = g.discard;
    play("0 draw 2; * deal 0 ore; * deal 0 ore");
    EXPECT_EQ(g.stack, discards);
    EXPECT_EQ(g.discard, 0);
}

static void ruling_g9_or_at_the_next_draw_if_there_are_none_then(void) {
    given("struggle,first=0", 2);
    hand(0, "brick+lumber");
    g.hand[1] += g.stack - bundle("ore");
    g.stack = bundle("ore");
    still_sound("one card left");
    hand(0, "brick+lumber");
    play("0 swap-stack brick; * deal 0 ore");
    EXPECT_EQ(g.stack, bundle("brick"));
    given("struggle,first=0", 2);
    hand(0, "brick+lumber");
    g.hand[1] += g.stack;
    g.stack = 0;
    play("0 build road brick+lumber");
    EXPECT_EQ(g.discard, bundle("brick+lumber"));
    EXPECT_EQ(g.stack, 0);                  /* nobody draws yet */
    play("0 draw 2");
    EXPECT_EQ(g.stack, bundle("brick+lumber"));
    play("* deal 0 brick");
    EXPECT_EQ(g.stack, bundle("lumber"));
    play("* deal 0 lumber");
    EXPECT_EQ(g.turn, 1);
}

static void ruling_54_what_there_is_is_drawn(void) {
    given("struggle,first=0", 2);
    rows(0, 1, 1);
    g.hand[1] += g.stack - bundle("ore");
    g.stack = bundle("ore");
    still_sound("one card left");
    play("0 draw 3; * deal 0 ore");
    EXPECT_EQ(g.turn, 1);
    EXPECT_EQ(g.phase, SP_TRADE);
    play("1 draw 2");                       /* nothing at all */
    EXPECT_EQ(g.turn, 0);
    given("struggle,first=0,draw=0", 2);
    play("0 draw 0");
    EXPECT_EQ(g.turn, 1);
}

static void ten_points_win_on_ones_own_turn(void) {
    given("struggle,first=0", 3);
    town(0, 2, 1, HAS(SX_LIBRARY));         /* 2 + 2 + 3, the book's example */
    rows(0, 3, 1);                          /* 1 */
    hand(0, "brick+lumber+wool+grain+ore");
    EXPECT_EQ(points(0), 8);
    play("0 build road brick+lumber");
    EXPECT_EQ(g.phase, SP_BUILD);
    play("0 build knight wool+grain+ore");
    EXPECT_EQ(points(0), 10);
    EXPECT_EQ(g.phase, SP_OVER);
    EXPECT_EQ(struggle_game.owes(&g), 0);
    EXPECT_EQ(try_("0 draw 2"), SE_GAME_OVER);
    EXPECT_EQ(try_("* deal 0 ore"), SE_GAME_OVER);
    EXPECT_EQ(struggle_game.legal(&g, 0, &(struct action){ 0 }), 0);
    int winner;
    EXPECT_EQ(struggle_game.points(&g, 0, &winner), 10);
    EXPECT_EQ(winner, 0);
}

static void ruling_66_only_the_active_seat_wins(void) {
    given("struggle,first=0", 3);
    town(1, 1, 0, HAS(SX_LIBRARY) | HAS(SX_CHURCH) | HAS(SX_TOWN_HALL));
    EXPECT_EQ(points(1), 11);
    int winner;
    EXPECT_EQ(struggle_game.points(&g, 0, &winner), 1);
    EXPECT_EQ(winner, -1);
    EXPECT_EQ(g.phase, SP_TRADE);
    pass_turn();
    EXPECT_EQ(g.turn, 1);
    EXPECT_EQ(g.phase, SP_OVER);            /* at the start of its turn */
}

static void a_settlement_that_wins_turns_nothing(void) {
    given("struggle,first=0", 3);
    town(0, 2, 0, HAS(SX_LIBRARY) | HAS(SX_TOWN_HALL));
    hand(0, "brick+lumber+wool+grain");
    play("0 build settlement brick+lumber+wool+grain");
    EXPECT_EQ(points(0), 10);
    EXPECT_EQ(g.phase, SP_OVER);
}

static void an_expansion_wins_at_once(void) {
    given("struggle,first=0", 3);
    town(0, 2, 1, HAS(SX_LIBRARY));         /* 2 + 2 + 3 */
    rows(0, 2, 0);                          /* 1 */
    hand(0, "3wool+ore");
    EXPECT_EQ(points(0), 8);
    play("0 build expansion town-hall 3wool+ore");
    EXPECT_EQ(points(0), 10);
    EXPECT_EQ(g.phase, SP_OVER);
}

static void nobody_acts_out_of_turn(void) {
    struct action menu[64];
    given("struggle,first=0", 3);
    EXPECT_EQ(struggle_game.may(&g), 0);
    EXPECT_EQ(struggle_game.legal(&g, 1, menu), 0);
    EXPECT_EQ(struggle_game.legal(&g, SEAT_CHANCE, menu), 0);
    EXPECT_EQ(struggle_game.legal(&g, 5, menu), 0);
    EXPECT_EQ(struggle_game.legal(&g, SEAT_SPECTATOR, menu), 0);
    play("0 draw 2");
    EXPECT_EQ(struggle_game.legal(&g, 0, menu), 0);
}

const struct test struggle_draw_tests[] = {
    TEST(ruling_81_two_cards_and_one_more_for_each_a_side_knight),
    TEST(play_goes_clockwise_whatever_the_destiny_card_shows),
    TEST(rounds_are_counted_as_far_as_they_can_be),
    TEST(a_turn_may_be_nothing_but_drawing),
    TEST(ruling_g9_the_discards_are_shuffled_when_the_last_card_leaves),
    TEST(ruling_g9_or_at_the_next_draw_if_there_are_none_then),
    TEST(ruling_54_what_there_is_is_drawn),
    TEST(ten_points_win_on_ones_own_turn),
    TEST(ruling_66_only_the_active_seat_wins),
    TEST(a_settlement_that_wins_turns_nothing),
    TEST(an_expansion_wins_at_once),
    TEST(nobody_acts_out_of_turn),
    TESTS_END,
};
