/* build_test.c -- roads, settlements, cities, buying; the Longest Road and the Largest Army. */
#include "table.h"

/* ---- building ---------------------------------------------------------------------- */

static void a_road_connects_to_ones_own(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    hand(0, "brick+lumber");
    EXPECT_EQ(try_("0 road B2.NE"), ERR_OCCUPIED);
    EXPECT_EQ(try_("0 road E3.E"), ERR_NOT_CONNECTED);
    EXPECT_EQ(try_("0 road B2.E"), CATAN_OK);
    EXPECT_EQ(try_("1 road B2.E"), ERR_NOT_YOUR_TURN);
    struct action a = { .type = ACT_ROAD, .seat = 0, .place = 72 };
    EXPECT_EQ(catan_check(&g, &a), ERR_NO_SUCH_PLACE);
    hand(0, "2brick");
    EXPECT_EQ(try_("0 road B2.E"), ERR_CANNOT_PAY);
}

/* Ruling 23 and G7. */
static void no_road_continues_past_a_foreign_building(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    hand(0, "2brick+2lumber");
    put(0, "road B2.NW");
    put(0, "road B2.W");                                /* ends at white's C2.N */
    EXPECT_EQ(try_("0 road B2.SW"), ERR_NOT_CONNECTED);
    EXPECT(!listed("0 road B2.SW"));
    put(0, "road B2.SE");
    EXPECT_EQ(try_("0 road B2.SW"), CATAN_OK);          /* from its other end */
}

static void a_settlement_keeps_its_distance(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    hand(0, "brick+lumber+wool+grain");
    put(0, "road B2.E");
    EXPECT_EQ(try_("0 settle B2.NE"), ERR_TOO_CLOSE);
    EXPECT_EQ(try_("0 settle B2.N"), ERR_OCCUPIED);
    EXPECT_EQ(try_("0 settle E3.SE"), ERR_NOT_CONNECTED);
    EXPECT_EQ(try_("0 settle B2.SE"), CATAN_OK);
    struct action a = { .type = ACT_SETTLE, .seat = 0, .place = 54 };
    EXPECT_EQ(catan_check(&g, &a), ERR_NO_SUCH_PLACE);
    hand(0, "brick+lumber+wool");
    EXPECT_EQ(try_("0 settle B2.SE"), ERR_CANNOT_PAY);
}

static void a_city_replaces_an_own_settlement(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    hand(0, "2grain+3ore");
    EXPECT_EQ(try_("0 city C2.N"), ERR_NOT_YOUR_SETTLEMENT);
    struct action a = { .type = ACT_CITY, .seat = 0, .place = 54 };
    EXPECT_EQ(catan_check(&g, &a), ERR_NO_SUCH_PLACE);
    play("0 city B2.N");
    EXPECT_EQ(g.settlements_left[0], 4);
    EXPECT_EQ(g.cities_left[0], 3);
    EXPECT_EQ(g.points[0], 3);
    EXPECT_EQ(try_("0 city B2.N"), ERR_NOT_YOUR_SETTLEMENT);
    EXPECT_EQ(try_("0 city D1.N"), ERR_CANNOT_PAY);
}

/* Ruling 30. */
static void without_settlement_pieces_one_upgrades_first(void) {
    given("fifth,first=0,phases=combined,settlements=2", 4, "0 roll; * dice 1 1");
    put(0, "road B2.E");
    hand(0, "brick+lumber+wool+3grain+3ore");
    EXPECT_EQ(try_("0 settle B2.SE"), ERR_NO_PIECES);
    EXPECT(!listed("0 settle B2.SE"));
    play("0 city B2.N; 0 settle B2.SE");
}

static void pieces_are_limited(void) {
    given("fifth,first=0,phases=combined,roads=2,cities=0", 4, "0 roll; * dice 1 1");
    hand(0, "brick+lumber+2grain+3ore");
    EXPECT_EQ(try_("0 road B2.E"), ERR_NO_PIECES);
    EXPECT_EQ(try_("0 city B2.N"), ERR_NO_PIECES);
    EXPECT(!listed("0 road B2.E") && !listed("0 city B2.N"));
}

/* Ruling 31. */
static void a_settlement_may_become_a_city_in_the_same_turn(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    put(0, "road B2.E");
    hand(0, "brick+lumber+wool+3grain+3ore");
    play("0 settle B2.SE; 0 city B2.SE");
}

/* Ruling 32. */
static void an_empty_deck_sells_nothing(void) {
    given("fifth,first=0,knights=1,road_building=0,plenty=0,monopoly=0,point_cards=0", 4,
          "0 roll; * dice 1 1");
    hand(0, "2wool+2grain+2ore");
    play("0 buy");
    EXPECT_EQ(try_("* draw point"), ERR_IMPOSSIBLE);
    struct action a = { .type = ACT_DRAW, .seat = SEAT_CHANCE, .place = DEV_N };
    EXPECT_EQ(catan_check(&g, &a), ERR_IMPOSSIBLE);
    play("* draw knight");
    EXPECT_EQ(try_("0 buy"), ERR_DECK_EMPTY);
    EXPECT(!listed("0 buy"));
}

static void a_card_costs_wool_grain_and_ore(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "wool+grain");
    EXPECT_EQ(try_("0 buy"), ERR_CANNOT_PAY);
}

/* ---- the Longest Road -------------------------------------------------------------- */

/* Red's road around A2: with the printed B2.NE (which is A2.SW) a ring of six. */
static void red_around_a2(int roads) {
    static const char *const ring[] = { "road A2.W", "road A2.NW", "road A2.NE", "road A2.E",
        "road A2.SE" };
    for (int i = 0; i < roads; i++)
        put(0, ring[i]);
}

static void five_roads_in_a_row_take_the_longest_road(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(3);
    EXPECT_EQ(g.longest_road, CATAN_NONE);
    EXPECT_EQ(catan_road_length(&g, 0), 4);
    hand(0, "brick+lumber");
    play("0 road A2.E");
    EXPECT_EQ(g.longest_road, 0);
    EXPECT_EQ(g.longest_length, 5);
    EXPECT_EQ(g.points[0], 4);
}

/* Ruling 22. */
static void a_ring_counts_each_road_once(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(5);
    EXPECT_EQ(catan_road_length(&g, 0), 6);
    EXPECT_EQ(g.longest_length, 6);
    put(0, "road B2.E");                /* a tail: the ring and then the tail */
    EXPECT_EQ(catan_road_length(&g, 0), 7);
    EXPECT_EQ(g.longest_length, 7);
    put(1, "settle A2.NE");             /* the road still goes round from that corner */
    EXPECT_EQ(catan_road_length(&g, 0), 6);
    EXPECT_EQ(g.longest_road, 0);
}

/* Ruling 22: a foreign building ends the trail even where a ring makes the search try every way. */
static void a_foreign_building_on_the_tail_of_a_ring_ends_the_road(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(5);
    put(0, "road B2.E; road B2.SE");
    EXPECT_EQ(catan_road_length(&g, 0), 8);
    put(1, "settle B2.SE");
    EXPECT_EQ(catan_road_length(&g, 0), 7);
    EXPECT_EQ(g.longest_length, 7);
}

static void forks_do_not_count(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(2);
    put(0, "road B2.E; road B2.NW");
    EXPECT_EQ(catan_road_length(&g, 0), 4);     /* A2.NW A2.W B2.NE B2.E; B2.NW is a fork */
}

/* Ruling 22. */
static void an_own_settlement_does_not_break_the_road_but_a_foreign_one_does(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    EXPECT_EQ(g.longest_length, 5);
    put(0, "settle A2.N");
    EXPECT_EQ(catan_road_length(&g, 0), 5);
    EXPECT_EQ(g.points[0], 5);
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    put(1, "settle A2.N");
    EXPECT_EQ(catan_road_length(&g, 0), 3);
    EXPECT_EQ(g.longest_road, CATAN_NONE);
    EXPECT_EQ(g.longest_length, 4);
    EXPECT_EQ(g.points[0], 2);
}

static void white_has(int roads) {
    static const char *const row[] = { "road D4.NE", "road D4.E", "road D4.SE", "road D4.SW",
        "road C4.NE" };
    for (int i = 0; i < roads; i++)
        put(3, row[i]);
}

static void a_longer_road_takes_the_award_and_an_equal_one_does_not(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    white_has(4);
    EXPECT_EQ(catan_road_length(&g, 3), 5);
    EXPECT_EQ(g.longest_road, 0);
    put(3, "road C4.NE");
    EXPECT_EQ(catan_road_length(&g, 3), 6);
    EXPECT_EQ(g.longest_road, 3);
    EXPECT_EQ(g.points[0], 2);
    EXPECT_EQ(g.points[3], 4);
}

/* Section E, Longest Road broken; ruling 24. */
static void a_broken_holder_who_is_still_level_keeps_it(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    put(0, "road B2.E");                /* six */
    white_has(4);                       /* five */
    put(1, "settle A2.NE");             /* red: B2.E B2.NE A2.W A2.NW A2.NE = 5 */
    EXPECT_EQ(catan_road_length(&g, 0), 5);
    EXPECT_EQ(g.longest_road, 0);
    EXPECT_EQ(g.longest_length, 5);
}

static void a_broken_holder_gives_it_to_the_only_leader(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    white_has(4);
    put(1, "settle A2.NE");
    EXPECT_EQ(g.longest_road, 3);
    EXPECT_EQ(g.points[3], 4);
    EXPECT_EQ(g.points[0], 2);
}

/* Ruling 24. */
static void cutting_a_road_can_win_at_once(void) {
    given("fifth,first=3,points=5", 4, "");
    red_around_a2(4);
    white_has(4);
    put(3, "road A3.NW");               /* white comes to red's road from the side */
    turn_of(3);
    hand(3, "brick+lumber+wool+grain");
    play("3 settle A2.NE");             /* red has four left: white leads alone */
    EXPECT_EQ(g.longest_road, 3);
    EXPECT_EQ(g.winner, 3);
}

/* Rulings 24, 25. */
static void a_seat_that_gains_by_anothers_cut_waits_for_its_turn(void) {
    given("fifth,first=0,points=4", 4, "0 roll; * dice 1 1");
    white_has(4);
    EXPECT_EQ(g.points[3], 4);
    EXPECT_EQ(g.winner, CATAN_NONE);
    play("0 end; 1 roll; * dice 1 1; 1 end; 2 roll; * dice 1 1; 2 end");
    EXPECT_EQ(g.winner, 3);
}

/* Ruling 85. */
static void in_the_sixth_edition_the_awards_follow_what_is_in_play(void) {
    given("sixth,first=0", 4, "0 roll; * dice 1 1");
    static const char *const red[] = { "road E1.W", "road E1.SW", "road E1.SE", "road E1.E" };
    for (int i = 0; i < 4; i++)
        put(0, red[i]);
    EXPECT_EQ(g.longest_road, 0);
    put(1, "settle E1.SW");             /* the tile goes back: nobody has five */
    EXPECT_EQ(g.longest_road, CATAN_NONE);
    EXPECT_EQ(g.points[0], 2);
}

static void among_tied_leaders_it_is_set_aside_until_one_is_ahead(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    white_has(4);
    static const char *const blue[] = { "road E1.NW", "road E1.W", "road E1.SW", "road E1.SE" };
    for (int i = 0; i < 4; i++)
        put(1, blue[i]);
    EXPECT_EQ(catan_road_length(&g, 1), 5);
    put(2, "settle A2.NE");             /* red falls to four; blue and white have five */
    EXPECT_EQ(g.longest_road, CATAN_NONE);
    EXPECT_EQ(g.longest_length, 5);
    put(3, "road C4.NE");
    EXPECT_EQ(g.longest_road, 3);
}

static void when_a_tie_set_aside_is_cut_the_other_takes_it(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    red_around_a2(4);
    white_has(4);
    static const char *const blue[] = { "road E1.NW", "road E1.W", "road E1.SW", "road E1.SE" };
    for (int i = 0; i < 4; i++)
        put(1, blue[i]);
    put(2, "settle A2.NE");
    EXPECT_EQ(g.longest_road, CATAN_NONE);
    put(0, "settle D4.SE");             /* cuts white */
    EXPECT_EQ(g.longest_road, 1);
}

/* ---- the Largest Army -------------------------------------------------------------- */

static void knights_face_up(int seat, int n) {
    g.deck -= (uint64_t)(n - g.played[seat][DEV_KNIGHT]) * BUNDLE_CARD(DEV_KNIGHT);
    g.played[seat][DEV_KNIGHT] = (uint8_t)n;
}

static void three_knights_take_the_largest_army(void) {
    given(PLAIN, 4, "");
    knights_face_up(0, 2);
    cards(0, "knight");
    play("0 knight");
    EXPECT_EQ(g.largest_army, 0);
    EXPECT_EQ(g.points[0], 4);
}

/* Ruling 29. */
static void a_tie_leaves_the_largest_army_with_its_holder(void) {
    given(PLAIN, 4, "");
    knights_face_up(1, 3);
    g.largest_army = 1;
    catan_derive(&g);
    knights_face_up(0, 2);
    cards(0, "2knight");
    play("0 knight");
    EXPECT_EQ(g.largest_army, 1);
    play("0 robber A1; 0 roll; * dice 1 1; 0 end; 1 roll; * dice 1 1; 1 end; "
         "2 roll; * dice 1 1; 2 end; "
         "3 roll; * dice 1 1; 3 end; 0 knight");
    EXPECT_EQ(g.largest_army, 0);
    EXPECT_EQ(g.points[1], 2);
}

const struct test catan_build_tests[] = {
    TEST(a_road_connects_to_ones_own),
    TEST(no_road_continues_past_a_foreign_building),
    TEST(a_settlement_keeps_its_distance),
    TEST(a_city_replaces_an_own_settlement),
    TEST(without_settlement_pieces_one_upgrades_first),
    TEST(pieces_are_limited),
    TEST(a_settlement_may_become_a_city_in_the_same_turn),
    TEST(an_empty_deck_sells_nothing),
    TEST(a_card_costs_wool_grain_and_ore),
    TEST(five_roads_in_a_row_take_the_longest_road),
    TEST(a_ring_counts_each_road_once),
    TEST(a_foreign_building_on_the_tail_of_a_ring_ends_the_road),
    TEST(forks_do_not_count),
    TEST(an_own_settlement_does_not_break_the_road_but_a_foreign_one_does),
    TEST(a_longer_road_takes_the_award_and_an_equal_one_does_not),
    TEST(a_broken_holder_who_is_still_level_keeps_it),
    TEST(a_broken_holder_gives_it_to_the_only_leader),
    TEST(cutting_a_road_can_win_at_once),
    TEST(a_seat_that_gains_by_anothers_cut_waits_for_its_turn),
    TEST(in_the_sixth_edition_the_awards_follow_what_is_in_play),
    TEST(among_tied_leaders_it_is_set_aside_until_one_is_ahead),
    TEST(when_a_tie_set_aside_is_cut_the_other_takes_it),
    TEST(three_knights_take_the_largest_army),
    TEST(a_tie_leaves_the_largest_army_with_its_holder),
    TESTS_END
};
