/* setup_test.c -- Struggle's preparation: stacks, market, hands, the first seat. */
#include "table.h"

static void stacks_depend_on_the_number_of_players(void) {
    static const int roads[] = { 5, 7, 9, 11, 13 }, settlements[] = { 7, 11, 15, 19, 23 };
    static const int knights[] = { 2, 4, 5, 7, 8 }, expansions[] = { 5, 7, 9, 11, 13 };
    for (int seats = 2; seats <= 6; seats++) {
        given(seats < 5 ? "struggle,first=0" : "struggle-56,first=0", seats);
        int sum = 0;
        for (int kind = 0; kind < SX_N; kind++)
            sum += g.expansion[kind];
        EXPECT_EQ(g.supply[SB_ROAD], roads[seats - 2] - seats);
        EXPECT_EQ(g.supply[SB_SETTLEMENT], settlements[seats - 2] - seats);
        EXPECT_EQ(g.supply[SB_KNIGHT], knights[seats - 2]);
        EXPECT_EQ(sum, expansions[seats - 2]);
    }
}

static int all_cards(void) {
    int sum = bundle_total(g.stack) + bundle_total(g.market) + bundle_total(g.discard);
    for (int seat = 0; seat < g.rules.seats; seat++)
        sum += bundle_total(g.hand[seat]);
    return sum;
}

static void there_are_67_resource_cards_and_134_with_two_copies(void) {
    EXPECT(start("struggle", 4));
    EXPECT_EQ(g.stack, bundle("11brick+11lumber+15wool+14grain+16ore"));
    given("struggle", 2);
    EXPECT_EQ(all_cards(), 67);
    given("struggle-56", 6);
    EXPECT_EQ(all_cards(), 134);
}

static void every_seat_starts_with_a_settlement_an_a_side_road_and_three_cards(void) {
    given("struggle", 4);
    for (int seat = 0; seat < 4; seat++) {
        EXPECT_EQ(g.seat[seat].roads, 1);
        EXPECT_EQ(struggle_a_sides(g.seat[seat].roads), 1);
        EXPECT_EQ(g.seat[seat].settlements, 1);
        EXPECT_EQ(bundle_total(g.hand[seat]), 3);
        EXPECT_EQ(points(seat), 1);
    }
    EXPECT_EQ(bundle_total(g.market), 5);
}

static void chance_lays_the_market_then_deals_seat_by_seat(void) {
    EXPECT(start("struggle", 2));
    EXPECT_EQ(g.phase, SP_MARKET);
    EXPECT_EQ(try_("* deal 0 wool"), SE_WRONG_PHASE);
    EXPECT_EQ(try_("0 market wool"), SE_BAD_ACTION);
    play("* market wool; * market wool; * market ore; * market brick; * market ore");
    EXPECT_EQ(g.phase, SP_DEAL);
    EXPECT_EQ(try_("* deal 1 wool"), SE_IMPOSSIBLE);
    play("* deal 0 wool; * deal 0 ore; * deal 0 ore; * deal 1 grain; * deal 1 grain; * deal 1 "
         "brick");
    EXPECT(holds(0, "wool+2ore"));
    EXPECT(holds(1, "brick+2grain"));
    EXPECT_EQ(g.phase, SP_FIRST);
}

static void ruling_82_the_first_seat_is_given_or_drawn(void) {
    EXPECT(start("struggle,market=0,start_cards=0", 3));
    EXPECT_EQ(g.phase, SP_FIRST);
    EXPECT_EQ(try_("* first 3"), SE_IMPOSSIBLE);
    play("* first 2");
    EXPECT_EQ(g.turn, 2);
    EXPECT(start("struggle,first=1,market=0,start_cards=0", 3));
    EXPECT_EQ(g.turn, 1);
    EXPECT(!start("struggle,first=3", 3));
}

static void two_players_have_no_destiny_card(void) {
    given("struggle,white_arrow=counter", 2);
    EXPECT_EQ(g.counter, 0);
    given("struggle,white_arrow=counter", 3);
    EXPECT_EQ(g.counter, 1);
    given("struggle", 3);
    EXPECT_EQ(g.counter, 0);
}

static void expansions_and_city_backs_follow_the_symbols(void) {
    EXPECT(start("struggle", 2));
    EXPECT_EQ(g.expansion[SX_LIBRARY], 1);
    EXPECT_EQ(g.expansion[SX_GUILD], 0);
    EXPECT_EQ(g.expansion[SX_CHURCH], 1);
    EXPECT_EQ(g.expansion[SX_CASTLE], 1);
    EXPECT_EQ(g.expansion[SX_TOWN_HALL], 2);
    EXPECT(start("struggle", 4));
    EXPECT_EQ(g.expansion[SX_GUILD], 2);
    EXPECT_EQ(g.back[SV_BRIGANDS], 10);
    EXPECT_EQ(g.back[SV_MARKET_DAY], 5);
    EXPECT(start("struggle-56", 6));
    EXPECT_EQ(g.expansion[SX_GUILD], 4);
    EXPECT_EQ(g.back[SV_BRIGANDS], 15);
}

static void rules_that_make_no_game_are_refused(void) {
    EXPECT(!start("struggle,roads=0,roads_3=0,roads_4=0", 4));
    EXPECT(!start("struggle,settlements=0,brigands=0", 2));
    EXPECT(!start("struggle,brigands=8", 2));
    EXPECT(!start("struggle,brick=0,lumber=0,wool=0,grain=0,ore=16", 4));
    EXPECT(start("struggle,brick=0,lumber=0,wool=0,grain=0,ore=17", 4));
    EXPECT(!start("struggle", 5));
    EXPECT(!start("struggle-56", 4));
    struct rules rules = g.rules;
    rules.seats = 1;
    EXPECT_EQ(struggle_game.init(&g, &rules), SE_BAD_RULES);
    rules.seats = 7;
    EXPECT_EQ(struggle_game.init(&g, &rules), SE_BAD_RULES);
}

const struct test struggle_setup_tests[] = {
    TEST(stacks_depend_on_the_number_of_players),
    TEST(there_are_67_resource_cards_and_134_with_two_copies),
    TEST(every_seat_starts_with_a_settlement_an_a_side_road_and_three_cards),
    TEST(chance_lays_the_market_then_deals_seat_by_seat),
    TEST(ruling_82_the_first_seat_is_given_or_drawn),
    TEST(two_players_have_no_destiny_card),
    TEST(expansions_and_city_backs_follow_the_symbols),
    TEST(rules_that_make_no_game_are_refused),
    TESTS_END,
};
