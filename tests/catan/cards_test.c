/* cards_test.c -- playing development cards. */
#include "table.h"

static void a_card_is_not_played_in_the_turn_it_was_bought(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "wool+grain+ore");
    play("0 buy; * draw knight");
    EXPECT_EQ(try_("0 knight"), ERR_CARD_NEW);
    EXPECT(!listed("0 knight"));
    EXPECT_EQ(try_("0 monopoly wool"), ERR_NO_CARD);
    play("0 end; 1 roll; * dice 1 1; 1 end; 2 roll; * dice 1 1; 2 end; 3 roll; * dice 1 1; 3 end");
    EXPECT_EQ(try_("0 knight"), CATAN_OK);
}

static void one_card_a_turn(void) {
    given(PLAIN, 4, "");
    cards(0, "knight+monopoly");
    play("0 monopoly wool");
    EXPECT_EQ(try_("0 knight"), ERR_CARD_PLAYED);
    EXPECT(!listed("0 knight"));
    play("0 roll; * dice 1 1");
    EXPECT_EQ(try_("0 knight"), ERR_CARD_PLAYED);
    EXPECT_EQ(try_("1 knight"), ERR_NOT_YOUR_TURN);
}

/* Rulings 12, 15. */
static void every_card_may_be_played_before_the_roll(void) {
    given(PLAIN, 4, "");
    cards(0, "knight+road-building+plenty+monopoly");
    EXPECT(listed("0 knight") && listed("0 road-building") && listed("0 plenty 2ore") &&
           listed("0 monopoly ore"));
    play("0 plenty wool+ore");
    EXPECT(holds(0, "2lumber+wool+grain+ore"));
    EXPECT_EQ(g.phase, PH_ROLL);
}

/* A card of any kind lies open after it was played, and is the only one of this turn. */
static void a_played_card_is_spent(void) {
    static const char *const lines[] = { "0 knight; 0 robber A1", "0 plenty 2ore",
        "0 monopoly ore", "0 road-building; 0 road B2.E; 0 road B2.SE" };
    static const int sort[] = { DEV_KNIGHT, DEV_PLENTY, DEV_MONOPOLY, DEV_ROAD_BUILDING };
    for (int i = 0; i < 4; i++) {
        given(PLAIN, 4, "");
        cards(0, "2knight+2plenty+2monopoly+2road-building");
        play(lines[i]);
        EXPECT_EQ(bundle_count(g.dev[0], sort[i]), 1);
        EXPECT_EQ(bundle_total(g.dev[0]), 7);
        EXPECT_EQ(g.played[0][sort[i]], 1);
        EXPECT_EQ(try_("0 knight"), ERR_CARD_PLAYED);
        EXPECT_EQ(try_("0 plenty 2ore"), ERR_CARD_PLAYED);
    }
}

/* Rulings 11, 13, 79. */
static void road_building_lays_two_roads_one_after_the_other(void) {
    given(PLAIN, 4, "");
    cards(0, "road-building");
    hand(0, "");
    play("0 road-building");
    EXPECT_EQ(try_("0 roll"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 road B2.SE"), ERR_NOT_CONNECTED);
    play("0 road B2.E");
    EXPECT_EQ(try_("0 roll"), ERR_FINISH_FIRST);        /* the second is compulsory */
    play("0 road B2.SE");                               /* and may need the first */
    EXPECT_EQ(g.phase, PH_ROLL);
    EXPECT_EQ(g.roads_left[0], 11);
}

/* Ruling 11. */
static void road_building_with_one_road_left_lays_one(void) {
    given("fifth,first=0,roads=3", 4, "");
    cards(0, "road-building");
    play("0 road-building");
    EXPECT_EQ(g.free_roads, 1);
    play("0 road B2.E");
    EXPECT_EQ(g.phase, PH_ROLL);
    given("fifth,first=0,roads=2", 4, "");
    cards(0, "road-building");
    EXPECT_EQ(try_("0 road-building"), ERR_NO_PIECES);
    EXPECT(!listed("0 road-building"));
}

/* Ruling 11. */
static void road_building_with_one_place_lays_one_and_with_none_is_not_playable(void) {
    given("fifth,first=0,start=draft,roads=20", 2, "");
    put(0, "settle A1.N; road A1.NW");
    put(1, "settle C3.N; road C3.NE");
    put(1, "settle A1.SW");             /* red's other end is shut */
    put(1, "road A1.W; settle A2.N; road A2.NW; road A1.E");
    turn_of(0);
    g.rolled = 0;
    g.phase = PH_ROLL;
    g.placed = 4;
    cards(0, "2road-building");
    play("0 road-building; 0 road A1.NE");
    EXPECT_EQ(g.phase, PH_ROLL);        /* nowhere to go on */
    g.card_played = 0;
    EXPECT_EQ(try_("0 road-building"), ERR_NO_ROAD_PLACE);
    EXPECT(!listed("0 road-building"));
}

/* Ruling 79. */
static void the_first_free_road_may_win(void) {
    given("fifth,first=0,points=4", 4, "");
    put(0, "road A2.W; road A2.NW; road A2.NE");
    cards(0, "road-building");
    play("0 road-building; 0 road A2.E");
    EXPECT_EQ(g.winner, 0);
}

/* Ruling 14. */
static void year_of_plenty_takes_what_the_supply_has(void) {
    given(PLAIN, 4, "");
    cards(0, "plenty");
    supply(ORE, 1, 1);
    supply(WOOL, 0, 1);
    EXPECT_EQ(try_("0 plenty 2ore"), ERR_BANK_SHORT);
    EXPECT_EQ(try_("0 plenty wool+ore"), ERR_BANK_SHORT);
    EXPECT_EQ(try_("0 plenty ore"), ERR_WRONG_CARDS);
    EXPECT_EQ(try_("0 plenty 2ore+brick"), ERR_WRONG_CARDS);
    EXPECT_EQ(try_("0 plenty 3brick"), ERR_WRONG_CARDS);
    EXPECT_EQ(try_("0 plenty brick+ore"), CATAN_OK);
    EXPECT(!listed("0 plenty 2ore") && listed("0 plenty brick+ore"));
}

/* Ruling 14. */
static void year_of_plenty_takes_the_last_card_alone(void) {
    given(PLAIN, 4, "");
    cards(0, "plenty");
    for (int k = 0; k < KIND_N; k++)
        supply(k, k == ORE, 1 + k % 3);
    EXPECT_EQ(try_("0 plenty 2ore"), ERR_WRONG_CARDS);
    EXPECT(listed("0 plenty ore"));
    EXPECT_EQ(menu_of(0), 2);
    supply(ORE, 0, 1);
    EXPECT_EQ(try_("0 plenty ore"), ERR_BANK_SHORT);
    EXPECT_EQ(menu_of(0), 1);
}

/* Ruling 16. */
static void monopoly_takes_all_of_a_kind_or_nothing(void) {
    given(PLAIN, 4, "");
    cards(0, "2monopoly");
    hand(0, "ore");
    hand(1, "2wool+ore");
    hand(2, "3wool");
    hand(3, "brick");
    play("0 monopoly wool");
    EXPECT(holds(0, "5wool+ore"));
    EXPECT(holds(1, "ore") && holds(2, "") && holds(3, "brick"));
    g.card_played = 0;
    play("0 monopoly grain");
    EXPECT(holds(0, "5wool+ore"));
    EXPECT_EQ(g.played[0][DEV_MONOPOLY], 2);
    struct action a = { .type = ACT_MONOPOLY, .seat = 0, .place = 5 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
}

const struct test catan_cards_tests[] = {
    TEST(a_card_is_not_played_in_the_turn_it_was_bought),
    TEST(one_card_a_turn),
    TEST(every_card_may_be_played_before_the_roll),
    TEST(a_played_card_is_spent),
    TEST(road_building_lays_two_roads_one_after_the_other),
    TEST(road_building_with_one_road_left_lays_one),
    TEST(road_building_with_one_place_lays_one_and_with_none_is_not_playable),
    TEST(the_first_free_road_may_win),
    TEST(year_of_plenty_takes_what_the_supply_has),
    TEST(year_of_plenty_takes_the_last_card_alone),
    TEST(monopoly_takes_all_of_a_kind_or_nothing),
    TESTS_END
};
