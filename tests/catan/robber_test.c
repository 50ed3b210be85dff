/* robber_test.c -- the seven, the robber, the stolen card. */
#include "table.h"

/* Ruling 8. */
static void all_discard_before_the_robber_moves_in_any_order(void) {
    given(PLAIN, 4, "");
    hand(0, "4brick+4lumber");
    hand(2, "5wool+4grain");
    hand(3, "7ore");
    play("0 roll; * dice 1 6");
    EXPECT_EQ(catan_owes(&g), 1u << 0 | 1u << 2);
    EXPECT_EQ(g.owes_cards[0], 4);
    EXPECT_EQ(g.owes_cards[2], 4);          /* half of nine, rounded down */
    EXPECT_EQ(try_("3 discard ore"), ERR_OWES_NOTHING);
    EXPECT_EQ(try_("2 discard ore"), ERR_NOT_HELD);
    play("2 discard wool; 0 discard brick; 2 discard wool; 2 discard wool; 0 discard brick; "
         "0 discard brick; 0 discard lumber");
    EXPECT_EQ(try_("0 discard lumber"), ERR_OWES_NOTHING);
    EXPECT_EQ(g.phase, PH_DISCARD);
    play("2 discard wool");
    EXPECT_EQ(g.phase, PH_ROBBER);
    EXPECT_EQ(catan_owes(&g), 1u);
}

/* Ruling 8. */
static void one_discards_once_even_if_still_over_the_limit(void) {
    given(PLAIN, 4, "");
    hand(0, "9brick+9lumber");
    play("0 roll; * dice 1 6");
    for (int i = 0; i < 9; i++)
        play(i % 2 ? "0 discard brick" : "0 discard lumber");
    EXPECT_EQ(bundle_total(g.hand[0]), 9);
    EXPECT_EQ(g.phase, PH_ROBBER);
}

static void the_hand_limit_is_a_number_of_the_rules(void) {
    given("fifth,first=0,hand_limit=9", 4, "");
    hand(0, "9brick");
    play("0 roll; * dice 1 6");
    EXPECT_EQ(g.phase, PH_ROBBER);
}

/* Ruling 6. */
static void a_knight_makes_nobody_discard(void) {
    given(PLAIN, 4, "");
    hand(1, "9brick");
    cards(0, "knight");
    play("0 knight");
    EXPECT_EQ(g.phase, PH_ROBBER);
    EXPECT_EQ(bundle_total(g.hand[1]), 9);
}

/* Ruling 7. */
static void a_knight_before_a_seven_moves_the_robber_twice(void) {
    given(PLAIN, 4, "");
    hand(1, "");
    cards(0, "knight");
    play("0 knight; 0 robber A1");
    EXPECT_EQ(g.phase, PH_ROLL);
    play("0 roll; * dice 1 6");
    EXPECT_EQ(g.phase, PH_ROBBER);
    play("0 robber A2");
    EXPECT_EQ(g.phase, PH_TRADE);
}

/* Ruling 4. */
static void the_robber_never_stays(void) {
    given(PLAIN, 4, "0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber C3"), ERR_ROBBER_STAYS);
    EXPECT(!listed("0 robber C3"));
    struct action a = { .type = ACT_ROBBER, .seat = 0, .place = 19, .target = CATAN_NONE };
    EXPECT_EQ(catan_check(&g, &a), ERR_NO_SUCH_PLACE);
}

/* Rulings 1, 2. */
static void an_empty_hand_can_be_robbed_of_nothing(void) {
    given(PLAIN, 4, "");
    hand(2, "");
    play("0 roll; * dice 1 6; 0 robber B4 2");
    EXPECT_EQ(g.phase, PH_TRADE);
    EXPECT_EQ(g.robber, hex_at("B4"));
}

/* Ruling 2, the option. */
static void with_rob_empty_off_only_those_with_cards_are_robbed(void) {
    given("fifth,first=0,rob_empty=off", 4, "");
    hand(2, "");
    play("0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber B4 2"), ERR_BAD_VICTIM);
    EXPECT_EQ(try_("0 robber B4"), CATAN_OK);
}

static void somebody_must_be_robbed_where_somebody_can(void) {
    given(PLAIN, 4, "0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber B4"), ERR_MUST_ROB);
    EXPECT_EQ(try_("0 robber B4 1"), ERR_BAD_VICTIM);
    EXPECT_EQ(try_("0 robber B4 2"), CATAN_OK);
    struct action a = { .type = ACT_ROBBER, .seat = 0, .place = 0, .target = 9 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_VICTIM);
}

/* Ruling 5. */
static void one_does_not_rob_oneself(void) {
    given(PLAIN, 4, "0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber A1 0"), ERR_BAD_VICTIM);
    EXPECT_EQ(try_("0 robber A1"), CATAN_OK);       /* only red is there */
}

/* Ruling 3. */
static void at_the_desert_a_neighbor_is_still_robbed(void) {
    given(PLAIN, 4, "");
    put(1, "settle C3.N");
    hand(1, "ore");
    g.robber = (uint8_t)hex_at("A1");
    play("0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber C3"), ERR_MUST_ROB);
    play("0 robber C3 1; * steal 1 ore");
    EXPECT_EQ(bundle_total(g.hand[1]), 0);
}

static void the_stolen_card_is_one_of_the_victims(void) {
    given(PLAIN, 4, "");
    hand(2, "2wool+ore");
    hand(0, "");
    play("0 roll; * dice 1 6; 0 robber B4 2");
    EXPECT_EQ(g.phase, PH_STEAL);
    EXPECT_EQ(try_("* steal 2 brick"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* steal 1 wool"), ERR_IMPOSSIBLE);
    struct action a = { .type = ACT_STEAL, .seat = SEAT_CHANCE, .place = 5, .target = 2 };
    EXPECT_EQ(catan_check(&g, &a), ERR_IMPOSSIBLE);
    uint32_t weight[OUTCOMES_MAX];
    EXPECT_EQ(catan_weights(&g, weight), 2);
    EXPECT_EQ(weight[0], 2);
    EXPECT_EQ(weight[1], 1);
    play("* steal 2 wool");
    EXPECT(holds(0, "wool"));
    EXPECT(holds(2, "wool+ore"));
}

static void a_friendly_robber_spares_those_with_few_points(void) {
    given("fifth,first=0,friendly=2", 4, "");
    put(2, "settle A1.N");
    play("0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber D3 1"), ERR_FRIENDLY_ROBBER);  /* blue has two points */
    EXPECT_EQ(try_("0 robber A1 2"), CATAN_OK);             /* orange has three */
    EXPECT(!listed("0 robber D3 1"));
}

static void a_friendly_robber_with_nowhere_to_go_spares_nobody(void) {
    given("fifth,first=0,friendly=10", 4, "");
    put(1, "settle A1.N; settle A2.N");
    play("0 roll; * dice 1 6");
    EXPECT_EQ(try_("0 robber A1 1"), ERR_FRIENDLY_ROBBER);
    EXPECT_EQ(try_("0 robber C1"), CATAN_OK);           /* only red is there */
    /* now every hex but the robber's is taken */
    put(2, "settle C1.SW");
    EXPECT_EQ(try_("0 robber A1 1"), CATAN_OK);
    EXPECT_EQ(try_("0 robber C1 2"), CATAN_OK);
}

const struct test catan_robber_tests[] = {
    TEST(all_discard_before_the_robber_moves_in_any_order),
    TEST(one_discards_once_even_if_still_over_the_limit),
    TEST(the_hand_limit_is_a_number_of_the_rules),
    TEST(a_knight_makes_nobody_discard),
    TEST(a_knight_before_a_seven_moves_the_robber_twice),
    TEST(the_robber_never_stays),
    TEST(an_empty_hand_can_be_robbed_of_nothing),
    TEST(with_rob_empty_off_only_those_with_cards_are_robbed),
    TEST(somebody_must_be_robbed_where_somebody_can),
    TEST(one_does_not_rob_oneself),
    TEST(at_the_desert_a_neighbor_is_still_robbed),
    TEST(the_stolen_card_is_one_of_the_victims),
    TEST(a_friendly_robber_spares_those_with_few_points),
    TEST(a_friendly_robber_with_nowhere_to_go_spares_nobody),
    TESTS_END
};
