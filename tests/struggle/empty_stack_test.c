/* empty_stack_test.c -- roads and knights change hands when their stack is empty. */
#include "table.h"

static void an_empty_stack_takes_from_the_neighbour_the_destiny_card_points_to(void) {
    given("struggle,first=0", 3);
    rows(0, 1, 0);
    rows(1, 3, 0);
    rows(2, 3, 0);                          /* seven roads in play */
    hand(0, "brick+lumber");
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), 1);
    g.counter = 1;
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), 2);
    play("0 build road brick+lumber");
    EXPECT_EQ(g.seat[0].roads, 2);
    EXPECT_EQ(g.seat[1].roads, 3);
    EXPECT_EQ(g.seat[2].roads, 2);
}

static void the_stack_comes_first(void) {
    given("struggle,first=0", 3);
    hand(0, "brick+lumber");
    play("0 build road brick+lumber");
    EXPECT_EQ(g.seat[1].roads, 1);
    EXPECT_EQ(g.supply[SB_ROAD], 3);
}

static void players_without_one_are_passed_over(void) {
    given("struggle,first=0", 4);
    rows(3, 0, 5);
    hand(0, "wool+grain+ore");
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_KNIGHT), 3);
    play("0 build knight wool+grain+ore");
    EXPECT_EQ(g.seat[0].knights, 1);
    EXPECT_EQ(g.seat[3].knights, 4);
}

static void ruling_62_the_side_follows_from_the_takers_row(void) {
    given("struggle,first=0", 2);
    rows(0, 1, 0);
    rows(1, 4, 0);
    hand(0, "brick+lumber");
    EXPECT_EQ(points(1), 3);                /* the fourth shows B */
    play("0 build road brick+lumber");
    EXPECT_EQ(points(1), 2);
    EXPECT_EQ(points(0), 2);                /* the second shows B */
    given("struggle,first=0", 2);
    rows(0, 0, 0);
    rows(1, 5, 0);
    hand(0, "brick+lumber");
    play("0 build road brick+lumber");
    EXPECT_EQ(points(0), 1);                /* the first shows A again */
    EXPECT_EQ(struggle_a_sides(g.seat[0].roads), 1);
}

static void ruling_g11_the_church_keeps_the_first_knight(void) {
    given("struggle,first=0", 3);
    town(1, 1, 0, HAS(SX_CHURCH));
    rows(1, 1, 1);
    rows(2, 1, 3);                          /* four knights in play */
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_KNIGHT), 2);
    rows(2, 1, 2);
    rows(1, 1, 2);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_KNIGHT), 1);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), 1);      /* roads are another matter */
}

static void ruling_g11_the_castle_keeps_the_first_three_roads(void) {
    given("struggle,first=0", 3);
    town(1, 1, 0, HAS(SX_CASTLE));
    rows(1, 3, 0);
    rows(2, 2, 0);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), 2);
    rows(1, 4, 0);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), 1);
    rows(1, 1, 1);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_KNIGHT), 1);
}

static void ruling_60_with_nothing_to_take_nothing_is_built(void) {
    given("struggle,first=0", 2);
    town(1, 1, 0, HAS(SX_CASTLE) | HAS(SX_CHURCH));
    rows(0, 2, 1);
    rows(1, 3, 1);
    hand(0, "brick+lumber+wool+grain+ore");
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), -1);
    EXPECT_EQ(try_("0 build road brick+lumber"), SE_NOTHING_TO_TAKE);
    EXPECT_EQ(try_("0 build knight wool+grain+ore"), SE_NOTHING_TO_TAKE);
    EXPECT_EQ(menu_count(0, "0 build road"), 0);
    EXPECT_EQ(menu_count(0, "0 build knight"), 0);
    EXPECT(holds(0, "brick+lumber+wool+grain+ore"));
}

static void ruling_59_two_players_take_from_each_other(void) {
    given("struggle,first=0", 2);
    rows(0, 2, 0);
    rows(1, 3, 2);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_KNIGHT), 1);
    EXPECT_EQ(struggle_taken_from(&g, 1, SB_ROAD), 0);
}

static void how_much_is_protected_is_a_number_of_the_rules(void) {
    given("struggle,first=0,castle_roads=1,church_knights=2", 2);
    town(1, 1, 0, HAS(SX_CASTLE) | HAS(SX_CHURCH));
    rows(0, 3, 0);
    rows(1, 2, 2);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_ROAD), 1);
    EXPECT_EQ(struggle_taken_from(&g, 0, SB_KNIGHT), -1);
}

const struct test struggle_empty_stack_tests[] = {
    TEST(an_empty_stack_takes_from_the_neighbour_the_destiny_card_points_to),
    TEST(the_stack_comes_first),
    TEST(players_without_one_are_passed_over),
    TEST(ruling_62_the_side_follows_from_the_takers_row),
    TEST(ruling_g11_the_church_keeps_the_first_knight),
    TEST(ruling_g11_the_castle_keeps_the_first_three_roads),
    TEST(ruling_60_with_nothing_to_take_nothing_is_built),
    TEST(ruling_59_two_players_take_from_each_other),
    TEST(how_much_is_protected_is_a_number_of_the_rules),
    TESTS_END,
};
