/* build_test.c -- Struggle's buildings: prices, ways to pay, what each needs and does. */
#include "table.h"

static void every_building_has_its_price(void) {
    given("struggle,first=0", 2);
    town(0, 1, 1, 0);
    hand(0, "2brick+2lumber+6wool+4grain+6ore");
    EXPECT_EQ(try_("0 build road brick+lumber"), SE_OK);
    EXPECT_EQ(try_("0 build knight wool+grain+ore"), SE_OK);
    EXPECT_EQ(try_("0 build settlement brick+lumber+wool+grain"), SE_OK);
    EXPECT_EQ(try_("0 build city 2grain+3ore"), SE_OK);
    EXPECT_EQ(try_("0 build expansion church 3wool+ore"), SE_OK);
    EXPECT_EQ(try_("0 build road brick"), SE_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 build road ?"), SE_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 build road brick+lumber+wool"), SE_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 build city 3grain+2ore"), SE_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 build road 4brick"), SE_CANNOT_PAY);
}

static void three_of_a_kind_stand_in_for_any_required_card(void) {
    given("struggle,first=0", 2);
    hand(0, "4brick+3ore");
    EXPECT_EQ(try_("0 build road 4brick"), SE_OK);          /* a brick, and three for the lumber */
    EXPECT_EQ(try_("0 build road brick+3ore"), SE_OK);
    EXPECT_EQ(try_("0 build road 3brick+3ore"), SE_OK);     /* three for the brick as well */
    EXPECT_EQ(try_("0 build road 2brick+3ore"), SE_WRONG_PAYMENT);
    EXPECT_EQ(menu_count(0, "0 build road"), 3);
    EXPECT(in_menu("0 build road 4brick"));
    EXPECT(in_menu("0 build road brick+3ore"));
    EXPECT(in_menu("0 build road 3brick+3ore"));
}

static void three_of_a_kind_may_replace_several_cards_at_once(void) {
    given("struggle,first=0", 2);
    empty_hands();
    hand(0, "15ore");
    EXPECT_EQ(menu_count(0, "0 build city"), 4);            /* 9, 11, 13 or 15 */
    EXPECT_EQ(try_("0 build city 9ore"), SE_OK);
    EXPECT_EQ(try_("0 build city 15ore"), SE_OK);
    EXPECT_EQ(try_("0 build city 10ore"), SE_WRONG_PAYMENT);
    EXPECT_EQ(menu_count(0, "0 build settlement"), 1);
    play("0 build settlement 12ore");
    EXPECT(holds(0, "3ore"));
    EXPECT_EQ(g.discard, bundle("12ore"));
}

/* Counts by trying card by card, to compare with the tables. */
static int count_by_hand(const char *price, const uint8_t have[KINDS], uint8_t paid[KINDS],
                         char seen[][KINDS], int n) {
    static const char letters[] = "blwgo";
    if (!*price) {
        for (int i = 0; i < n; i++)
            if (!memcmp(seen[i], paid, KINDS))
                return n;
        memcpy(seen[n], paid, KINDS);
        return n + 1;
    }
    for (int kind = 0; kind < KINDS; kind++)
        for (int cards = 1; cards <= 3; cards += 2) {
            if ((cards == 1 && letters[kind] != *price) || paid[kind] + cards > have[kind])
                continue;
            paid[kind] = (uint8_t)(paid[kind] + cards);
            n = count_by_hand(price + 1, have, paid, seen, n);
            paid[kind] = (uint8_t)(paid[kind] - cards);
        }
    return n;
}

static void every_distinct_way_to_pay_is_in_the_menu(void) {
    static const char *const price[SB_N] = { "bl", "wgo", "blwg", "ggooo", "wwwo" };
    static const char *const words[SB_N] = { "0 build road ", "0 build knight ",
                                             "0 build settlement ", "0 build city ",
                                             "0 build expansion " };
    static char seen[512][KINDS];
    struct rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 300; round++) {
        given("struggle-56,first=0,copies=2,castle=0,castle_4=0,church=0,church_3=0,library=0,"
              "guild_3=0,guild_4=0",
              6);
        town(0, 1, 1, 0);
        empty_hands();
        uint8_t have[KINDS], paid[KINDS] = { 0 };
        for (int kind = 0; kind < KINDS; kind++) {
            have[kind] = (uint8_t)rng_below(&rng, round < 290 ? 8 : 17);
            uint64_t cards =
                BUNDLE_CARD(kind) * have[kind];
            g.hand[0] += cards;
            g.stack -= cards;
        }
        for (int b = 0; b < SB_N; b++)
            EXPECT_EQ(menu_count(0, words[b]), count_by_hand(price[b], have, paid, seen, 0));
    }
}

static void the_whole_menu_fits(void) {
    given("struggle-56,first=0,brick=25,lumber=25,wool=25,grain=25,ore=25,market=0,start_cards=0",
          5);
    town(0, 1, 1, 0);
    g.hand[0] = g.stack;
    g.stack = 0;
    still_sound("all cards in one hand");
    EXPECT_EQ(menu_count(0, "0 build road"), 26);
    EXPECT_EQ(menu_count(0, "0 build knight"), 96);
    EXPECT_EQ(menu_count(0, "0 build settlement"), 321);
    EXPECT_EQ(menu_count(0, "0 build city"), 427);
    EXPECT_EQ(menu_count(0, "0 build expansion"), 181 * 5);
    EXPECT(menu_count(0, "") <= STRUGGLE_MENU_MAX);
}

static void ruling_80_each_type_once_a_turn(void) {
    given("struggle,first=0", 3);
    hand(0, "4brick+4lumber+3wool+6grain+4ore");
    play("0 build road brick+lumber");
    EXPECT_EQ(try_("0 build road brick+lumber"), SE_BUILT_ALREADY);
    EXPECT_EQ(menu_count(0, "0 build road"), 0);
    play("0 build settlement brick+lumber+wool+grain; 0 leave");
    EXPECT_EQ(try_("0 build settlement brick+lumber+wool+grain"), SE_BUILT_ALREADY);
    play("0 build city 2grain+3ore; * event market-day; * market ore; * market ore; * market ore");
    play("* market ore; * market ore; 0 build knight wool+grain+ore");
    EXPECT_EQ(g.seat[0].settlements, 1);
    EXPECT_EQ(g.seat[0].cities, 1);
    pass_turn();
    pass_turn();
    pass_turn();
    hand(0, "brick+lumber");
    EXPECT_EQ(try_("0 build road brick+lumber"), SE_OK);
}

static void roads_and_knights_alternate_a_and_b(void) {
    given("struggle,first=0", 2);
    EXPECT_EQ(struggle_a_sides(0), 0);
    EXPECT_EQ(struggle_a_sides(1), 1);
    EXPECT_EQ(struggle_b_sides(1), 0);
    EXPECT_EQ(struggle_a_sides(4), 2);
    EXPECT_EQ(struggle_b_sides(4), 2);
    hand(0, "brick+lumber+wool+grain+ore");
    play("0 build road brick+lumber");
    EXPECT_EQ(points(0), 2);                /* the second road shows its B side */
    play("0 build knight wool+grain+ore");
    EXPECT_EQ(points(0), 2);                /* the first knight its A side */
}

static void a_settlement_needs_one_in_the_stack(void) {
    given("struggle,first=0", 2);
    hand(0, "brick+lumber+wool+grain");
    town(1, 6, 0, 0);
    EXPECT_EQ(try_("0 build settlement brick+lumber+wool+grain"), SE_NONE_LEFT);
    EXPECT_EQ(menu_count(0, "0 build settlement"), 0);
    town(1, 5, 0, 0);
    play("0 build settlement brick+lumber+wool+grain");
    EXPECT_EQ(points(0), 2);
}

static void ruling_64_after_a_settlement_the_destiny_card_may_be_turned(void) {
    given("struggle,first=0", 3);
    hand(0, "brick+lumber+wool+grain");
    EXPECT_EQ(try_("0 turn"), SE_WRONG_PHASE);
    play("0 build settlement brick+lumber+wool+grain");
    EXPECT_EQ(g.phase, SP_SETTLED);
    EXPECT_EQ(menu_count(0, ""), 2);
    play("0 turn");
    EXPECT_EQ(g.counter, 1);
    EXPECT_EQ(g.phase, SP_BUILD);
    given("struggle,first=0", 3);
    hand(0, "brick+lumber+wool+grain");
    play("0 build settlement brick+lumber+wool+grain; 0 leave");
    EXPECT_EQ(g.counter, 0);
    given("struggle,first=0", 2);
    hand(0, "brick+lumber+wool+grain");
    play("0 build settlement brick+lumber+wool+grain");
    EXPECT_EQ(g.phase, SP_BUILD);           /* no such card for two */
}

static void a_city_needs_a_settlement(void) {
    given("struggle,first=0", 2);
    hand(0, "2grain+3ore");
    town(0, 0, 1, 0);
    EXPECT_EQ(try_("0 build city 2grain+3ore"), SE_NO_SETTLEMENT);
    EXPECT_EQ(menu_count(0, "0 build city"), 0);
    town(0, 1, 0, 0);
    play("0 build city 2grain+3ore");
    EXPECT_EQ(g.phase, SP_EVENT);
    EXPECT_EQ(points(0), 2);
}

static void ruling_63_an_expansion_needs_a_city_of_its_own(void) {
    given("struggle,first=0", 3);
    hand(0, "6wool+2ore");
    EXPECT_EQ(try_("0 build expansion library 3wool+ore"), SE_NO_CITY);
    EXPECT_EQ(menu_count(0, "0 build expansion"), 0);
    town(0, 0, 1, 0);
    EXPECT_EQ(points(0), 2);
    play("0 build expansion library 3wool+ore");
    EXPECT_EQ(points(0), 3);                /* the city's two count no longer */
    EXPECT_EQ(g.seat[0].cities, 0);
    pass_turn();
    pass_turn();
    pass_turn();
    hand(0, "3wool+ore");
    EXPECT_EQ(try_("0 build expansion church 3wool+ore"), SE_NO_CITY);
}

static void each_kind_of_expansion_once(void) {
    given("struggle,first=0", 3);
    town(0, 0, 1, HAS(SX_TOWN_HALL));
    town(1, 0, 0, HAS(SX_LIBRARY));
    hand(0, "3wool+ore");
    EXPECT_EQ(try_("0 build expansion town-hall 3wool+ore"), SE_EXPANSION_OWNED);
    EXPECT_EQ(try_("0 build expansion library 3wool+ore"), SE_EXPANSION_GONE);
    EXPECT_EQ(menu_count(0, "0 build expansion"), 3);
    EXPECT(in_menu("0 build expansion guild 3wool+ore"));
    EXPECT_EQ(points(0), 6);
    EXPECT_EQ(points(1), 3);
}

static void with_nothing_to_choose_no_expansion_is_built(void) {
    given("struggle,first=0,castle=0,church=0,library=0,town_hall=1", 2);
    town(0, 0, 1, HAS(SX_TOWN_HALL));
    hand(0, "3wool+ore");
    EXPECT_EQ(try_("0 build expansion library 3wool+ore"), SE_EXPANSION_GONE);
    EXPECT_EQ(menu_count(0, "0 build"), 0);
}

static void points_of_expansions_are_numbers_of_the_rules(void) {
    given("struggle,first=0,castle_points=4,town_hall_points=3", 2);
    town(0, 0, 0, HAS(SX_TOWN_HALL) | HAS(SX_CASTLE));
    EXPECT_EQ(points(0), 7);
    given("struggle,first=0,points=20", 2);
    town(0, 0, 0, HAS(SX_TOWN_HALL) | HAS(SX_CASTLE) | HAS(SX_CHURCH));
    EXPECT_EQ(points(0), 10);
}

static void malformed_builds_are_refused(void) {
    given("struggle,first=0", 2);
    town(0, 0, 1, 0);
    hand(0, "brick+lumber+3wool+ore");
    struct action a;
    struggle_game.parse(&g, "0 build road brick+lumber", &a);
    a.target = 1;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.target = 0;
    a.place = SB_N;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.place = SB_EXPANSION;
    a.target = SX_N;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.place = SB_ROAD;
    a.target = 0;
    a.get[0] = 1;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.get[0] = 0;
    a.more[1] = 1;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.more[1] = 0;
    a.give[0] = 255;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.give[0] = 1;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_OK);
    a.seat = 2;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_NOT_YOUR_TURN);
    a.seat = -5;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_NOT_YOUR_TURN);
    a.type = SA_N;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
    a.type = SA_NONE;
    EXPECT_EQ(struggle_game.check(&g, &a), SE_BAD_ACTION);
}

const struct test struggle_build_tests[] = {
    TEST(every_building_has_its_price),
    TEST(three_of_a_kind_stand_in_for_any_required_card),
    TEST(three_of_a_kind_may_replace_several_cards_at_once),
    TEST(every_distinct_way_to_pay_is_in_the_menu),
    TEST(the_whole_menu_fits),
    TEST(ruling_80_each_type_once_a_turn),
    TEST(roads_and_knights_alternate_a_and_b),
    TEST(a_settlement_needs_one_in_the_stack),
    TEST(ruling_64_after_a_settlement_the_destiny_card_may_be_turned),
    TEST(a_city_needs_a_settlement),
    TEST(ruling_63_an_expansion_needs_a_city_of_its_own),
    TEST(each_kind_of_expansion_once),
    TEST(with_nothing_to_choose_no_expansion_is_built),
    TEST(points_of_expansions_are_numbers_of_the_rules),
    TEST(malformed_builds_are_refused),
    TESTS_END,
};
