/* turn_test.c -- phases, production, winning, special building. */
#include "table.h"

/* ---- the order of a turn ----------------------------------------------------------- */

static void a_turn_starts_with_the_roll(void) {
    given(PLAIN, 4, "");
    EXPECT_EQ(try_("0 end"), ERR_NOT_ROLLED);
    EXPECT_EQ(try_("0 road B2.E"), ERR_NOT_ROLLED);
    EXPECT_EQ(try_("0 bank 4wool ore"), ERR_NOT_ROLLED);
    EXPECT_EQ(try_("1 roll"), ERR_NOT_YOUR_TURN);
    play("0 roll");
    EXPECT_EQ(try_("0 roll"), ERR_FINISH_FIRST);
    play("* dice 1 1");
    EXPECT_EQ(try_("0 roll"), ERR_ALREADY_ROLLED);
    play("0 end");
    EXPECT_EQ(g.turn, 1);
}

/* Ruling 76. */
static void in_strict_phases_the_first_building_ends_the_trading(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "4wool+2brick+2lumber");
    EXPECT_EQ(g.phase, PH_TRADE);
    play("0 bank 4wool ore; 0 road B2.E");
    EXPECT_EQ(g.phase, PH_BUILD);
    EXPECT_EQ(try_("0 bank 4wool ore"), ERR_TRADE_OVER);
    EXPECT_EQ(try_("0 offer ore wool"), ERR_TRADE_OVER);
    EXPECT_EQ(try_("0 roll"), ERR_ALREADY_ROLLED);
    EXPECT_EQ(try_("0 road B2.SE"), CATAN_OK);
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "wool+grain+ore");
    play("0 buy; * draw knight");
    EXPECT_EQ(g.phase, PH_BUILD);
}

/* Ruling 76. */
static void playing_a_card_never_ends_the_trading(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    cards(0, "road-building");
    hand(0, "4wool");
    play("0 road-building; 0 road B2.E; 0 road B2.SE");
    EXPECT_EQ(g.phase, PH_TRADE);
    EXPECT_EQ(try_("0 bank 4wool ore"), CATAN_OK);
}

/* Ruling 20. */
static void a_harbor_built_this_turn_works_only_in_the_combined_phase(void) {
    for (int combined = 0; combined < 2; combined++) {
        given(combined ? COMBINED : PLAIN, 4, "");
        turn_of(0);
        put(0, "road A2.W");
        put(0, "road A2.NW");
        hand(0, "brick+lumber+4wool+grain");
        play("0 settle A2.N");
        EXPECT_EQ(try_("0 bank 3wool ore"), combined ? ERR_BAD_RATE : ERR_TRADE_OVER);
        hand(0, "2grain");          /* A2.N is at the grain harbor */
        EXPECT_EQ(try_("0 bank 2grain ore"), combined ? CATAN_OK : ERR_TRADE_OVER);
    }
}

/* Rulings 9, 10, 83. */
static void nothing_else_happens_in_the_middle_of_a_seven(void) {
    given(COMBINED, 4, "");
    cards(0, "knight");
    hand(0, "2brick+2lumber+2wool+2grain+2ore");
    play("0 roll; * dice 3 4");
    EXPECT_EQ(g.phase, PH_DISCARD);
    EXPECT_EQ(try_("0 knight"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 road B2.E"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 robber A1"), ERR_FINISH_FIRST);
    play("0 discard ore; 0 discard ore; 0 discard wool; 0 discard wool; 0 discard brick");
    EXPECT_EQ(g.phase, PH_ROBBER);
    EXPECT_EQ(try_("0 bank 4wool ore"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 knight"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 end"), ERR_FINISH_FIRST);
}

static void malformed_actions_are_refused(void) {
    given(COMBINED, 4, "");
    struct action a = { .type = ACT_ROLL, .seat = 0 };
    EXPECT_EQ(catan_check(&g, &a), CATAN_OK);
    a.place = 1;
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_ROLL, .seat = 0, .more = { 1, 0 } };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_ROLL, .seat = 0, .give = { 0, 0, 1, 0, 0 } };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_ROLL, .seat = 0, .get = { 0, 0, 0, 0, 1 } };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_ROLL, .seat = 0, .target = 1 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_ROLL, .seat = 4 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_DICE, .seat = 0, .place = 1, .target = 1 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_N, .seat = 0 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    a = (struct action){ .type = ACT_NONE, .seat = 0 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    play("0 roll");
    EXPECT_EQ(try_("* dice 1 7"), ERR_IMPOSSIBLE);
    a = (struct action){ .type = ACT_DICE, .seat = SEAT_CHANCE, .place = 0, .target = 1 };
    EXPECT_EQ(catan_check(&g, &a), ERR_IMPOSSIBLE);
    a.place = 7;
    EXPECT_EQ(catan_check(&g, &a), ERR_IMPOSSIBLE);
    a.place = 1;
    a.target = 0;
    EXPECT_EQ(catan_check(&g, &a), ERR_IMPOSSIBLE);
    a.target = 7;
    EXPECT_EQ(catan_check(&g, &a), ERR_IMPOSSIBLE);
    EXPECT_EQ(menu_of(7), 0);
    EXPECT_EQ(menu_of(-2), 0);
    EXPECT_EQ(menu_of(1), 0);
}

/* ---- production -------------------------------------------------------------------- */

static void settlements_earn_one_and_cities_two(void) {
    given(PLAIN, 4, "");
    hand(0, "");
    hand(3, "");
    lay(3, "city C2.N");        /* at hills 6 with red's settlement */
    play("0 roll; * dice 3 3");
    EXPECT(holds(0, "brick"));
    EXPECT(holds(3, "2brick"));
    EXPECT_EQ(bundle_count(g.gains[3], BRICK), 2);
}

static void the_robber_keeps_back_the_yield_of_its_hex(void) {
    given(PLAIN, 4, "");
    hand(0, "");
    hand(3, "");
    g.robber = (uint8_t)hex_at("B2");
    play("0 roll; * dice 3 3");
    EXPECT(holds(0, "") && holds(3, ""));
}

/* Ruling 18. */
static void production_is_not_refused(void) {
    given(PLAIN, 4, "");
    hand(3, "7ore");
    play("0 roll; * dice 3 3");         /* white takes the eighth card, and nobody is asked */
    EXPECT_EQ(bundle_total(g.hand[3]), 8);
    EXPECT_EQ(catan_owes(&g), 1u);
    EXPECT_EQ(try_("3 pass"), ERR_WRONG_PHASE);
}

/* Ruling 17. */
static void a_short_supply_gives_nobody_that_kind(void) {
    given(PLAIN, 4, "");
    hand(0, "");
    hand(3, "");
    supply(BRICK, 1, 1);
    play("0 roll; * dice 3 3");     /* red and white are each owed a brick */
    EXPECT(holds(0, "") && holds(3, ""));
    EXPECT_EQ(bundle_count(g.bank, BRICK), 1);
}

/* Ruling 17. */
static void a_short_supply_gives_its_rest_to_the_only_one_owed(void) {
    given(PLAIN, 4, "");
    hand(3, "");
    hand(0, "");
    lay(0, "city B2.N");
    supply(ORE, 1, 1);
    play("0 roll; * dice 4 6");     /* mountains 10: red alone, two ore; hills 10: orange */
    EXPECT(holds(0, "ore"));
    EXPECT_EQ(bundle_count(g.hand[2], BRICK), 1);
}

static void dice_from_a_deck_come_once_each(void) {
    given("fifth,first=0,dice=deck", 4, "0 roll; * dice 1 1; 0 end; 1 roll");
    EXPECT_EQ(try_("* dice 1 1"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* dice 1 2"), CATAN_OK);
    g.dice_left = 1u << 1;          /* only (1,2) is left */
    play("* dice 1 2; 1 end; 2 roll");
    EXPECT_EQ(try_("* dice 1 2"), CATAN_OK);    /* shuffled anew */
    play("* dice 6 6");
    EXPECT_EQ(g.dice_left >> 35, 0);
    EXPECT_EQ(g.dice_left >> 1 & 1, 1);
}

static void no_seven_comes_in_the_quiet_rounds(void) {
    given("fifth,first=0,quiet_rounds=1,dice=deck", 2, "0 roll");
    EXPECT_EQ(try_("* dice 3 4"), ERR_IMPOSSIBLE);
    play("* dice 1 1; 0 end; 1 roll");
    g.dice_left = 1u << 5;          /* only (1,6) is left, and it may not come */
    EXPECT_EQ(try_("* dice 1 6"), ERR_IMPOSSIBLE);
    play("* dice 1 2; 1 end; 0 roll");
    EXPECT_EQ(try_("* dice 3 4"), CATAN_OK);
}

/* ---- winning ----------------------------------------------------------------------- */

/* Ruling 26. */
static void a_bought_victory_point_wins_at_once(void) {
    given("fifth,first=0,points=3", 4, "0 roll; * dice 1 1");
    hand(0, "wool+grain+ore");
    play("0 buy; * draw point");
    EXPECT_EQ(g.phase, PH_OVER);
    EXPECT_EQ(g.winner, 0);
    EXPECT_EQ(catan_owes(&g), 0);
    EXPECT_EQ(try_("0 end"), ERR_GAME_OVER);
    int winner;
    EXPECT_EQ(catan_game.points(&g, 0, &winner), 3);
    EXPECT_EQ(winner, 0);
}

/* Ruling 25. */
static void points_reached_in_anothers_turn_win_at_the_start_of_ones_own(void) {
    given("fifth,first=0,points=3", 4, "0 roll; * dice 1 1");
    cards(1, "point");
    EXPECT_EQ(g.phase, PH_TRADE);
    play("0 end");
    EXPECT_EQ(g.phase, PH_OVER);
    EXPECT_EQ(g.winner, 1);
}

/* Ruling 27. */
static void largest_army_before_the_roll_wins_at_once(void) {
    given("fifth,first=0,points=4", 4, "");
    cards(0, "3knight");
    g.dev[0] -= 2 * BUNDLE_CARD(DEV_KNIGHT);
    g.played[0][DEV_KNIGHT] = 2;
    play("0 knight");
    EXPECT_EQ(g.winner, 0);
    EXPECT_EQ(g.largest_army, 0);
}

/* Ruling 28. */
static void hidden_points_count_by_themselves(void) {
    given("fifth,first=0,points=4", 4, "0 roll; * dice 1 1");
    cards(0, "point");
    put(0, "road B2.E");
    hand(0, "brick+lumber+wool+grain");
    play("0 settle B2.SE");
    EXPECT_EQ(g.winner, 0);
    EXPECT_EQ(g.points[0], 3);
    EXPECT_EQ(catan_points(&g, 0), 4);
}

/* Everybody sees the last roll until the next one. */
static void the_dice_lie_there_until_the_next_roll(void) {
    given(PLAIN, 4, "0 roll; * dice 2 3; 0 end");
    EXPECT_EQ(10 * g.dice[0] + g.dice[1], 23);
    play("1 roll; * dice 6 5");
    EXPECT_EQ(10 * g.dice[0] + g.dice[1], 65);
}

static void a_seven_gives_nothing_and_what_was_given_before_is_forgotten(void) {
    given(PLAIN, 4, "0 roll; * dice 4 4; 0 end");
    uint64_t gained = 0;
    for (int p = 0; p < 4; p++)
        gained |= g.gains[p];
    EXPECT(gained != 0);
    play("1 roll; * dice 3 4");
    for (int p = 0; p < 4; p++)
        EXPECT_EQ(g.gains[p], 0);
}

/* ---- special building -------------------------------------------------------------- */

static void six_at_the_table(void) {
    given("fifth-56,first=0", 6, "");
    set_up(11);
}

/* G1. */
static void special_building_goes_round_one_seat_at_a_time(void) {
    six_at_the_table();
    play("0 roll; * dice 1 1; 0 end");
    for (int seat = 1; seat < 6; seat++) {
        char pass[16];
        EXPECT_EQ(g.phase, PH_SPECIAL);
        EXPECT_EQ(catan_owes(&g), 1u << seat);
        snprintf(pass, sizeof pass, "%d pass", seat);
        EXPECT_EQ(try_(seat == 3 ? "4 pass" : "3 pass"), ERR_NOT_YOUR_TURN);
        play(pass);
    }
    EXPECT_EQ(g.phase, PH_ROLL);
    EXPECT_EQ(g.turn, 1);
}

static void special_building_is_building_only(void) {
    six_at_the_table();
    play("0 roll; * dice 1 1; 0 end");
    hand(1, "4wool+grain+ore");
    cards(1, "knight+monopoly");
    EXPECT_EQ(try_("1 bank 4wool ore"), ERR_SPECIAL_BUILDING);
    EXPECT_EQ(try_("1 offer wool ore"), ERR_SPECIAL_BUILDING);
    EXPECT_EQ(try_("1 knight"), ERR_SPECIAL_BUILDING);
    EXPECT_EQ(try_("2 knight"), ERR_SPECIAL_BUILDING);
    EXPECT_EQ(try_("0 bank 4wool ore"), ERR_SPECIAL_BUILDING);
    EXPECT_EQ(try_("0 buy"), ERR_NOT_YOUR_TURN);
    EXPECT(listed("1 buy"));
    EXPECT(listed("1 pass"));
    EXPECT_EQ(menu_of(1), 2);
    EXPECT_EQ(menu_of(0), 0);
}

/* Ruling 33. */
static void a_card_bought_in_special_building_is_played_in_ones_next_turn(void) {
    six_at_the_table();
    play("0 roll; * dice 1 1; 0 end");
    hand(1, "wool+grain+ore");
    play("1 buy; * draw knight");
    EXPECT_EQ(g.phase, PH_SPECIAL);
    EXPECT_EQ(bundle_count(g.dev_new[1], DEV_KNIGHT), 1);
    play("1 pass; 2 pass; 3 pass; 4 pass; 5 pass");
    EXPECT_EQ(try_("1 knight"), CATAN_OK);
}

/* Rulings 34, 35. */
/* Everything that can be built in a turn, and each is paid for. */
static void special_building_builds_roads_cities_and_cards(void) {
    static struct action menu[CATAN_MENU_MAX];
    static const char *const cost[] = { "brick+lumber", "2grain+3ore", "wool+grain+ore" };
    static const int built[] = { ACT_ROAD, ACT_CITY, ACT_BUY };
    for (int i = 0; i < 3; i++) {
        six_at_the_table();
        play("0 roll; * dice 1 1; 0 end");
        hand(1, cost[i]);
        int n = catan_legal(&g, 1, menu), found = -1;
        for (int k = 0; k < n; k++)
            if (menu[k].type == built[i])
                found = k;
        EXPECT(found >= 0);
        if (found < 0)
            continue;
        EXPECT_EQ(catan_check(&g, &menu[found]), CATAN_OK);
        catan_apply(&g, &menu[found]);
        EXPECT(holds(1, ""));
    }
}

/* Ruling 34: only the active seat can win, so nobody wins between turns, not even the seat whose
 * turn has just ended, whatever the others build. */
static void the_seat_whose_turn_has_ended_waits_for_its_next(void) {
    six_at_the_table();
    g.rules.value[OPT_POINTS] = 3;
    play("0 roll; * dice 1 1; 0 end");
    cards(0, "point");
    hand(1, "wool+grain+ore");
    play("1 buy; * draw knight");
    EXPECT_EQ(g.winner, CATAN_NONE);
    EXPECT_EQ(g.phase, PH_SPECIAL);
}

static void nobody_wins_in_special_building(void) {
    six_at_the_table();
    g.rules.value[OPT_POINTS] = 3;
    play("0 roll; * dice 1 1; 0 end");
    hand(2, "wool+grain+ore");
    play("1 pass; 2 buy; * draw point");
    EXPECT_EQ(g.phase, PH_SPECIAL);
    play("2 pass; 3 pass; 4 pass; 5 pass; 1 roll; * dice 1 1; 1 end");
    EXPECT_EQ(g.phase, PH_SPECIAL);
    play("2 pass; 3 pass; 4 pass; 5 pass; 0 pass");
    EXPECT_EQ(g.winner, 2);             /* at the start of its own turn */
    EXPECT_EQ(g.special, CATAN_NONE);   /* and nobody builds after it */
}

const struct test catan_turn_tests[] = {
    TEST(a_turn_starts_with_the_roll),
    TEST(in_strict_phases_the_first_building_ends_the_trading),
    TEST(playing_a_card_never_ends_the_trading),
    TEST(a_harbor_built_this_turn_works_only_in_the_combined_phase),
    TEST(nothing_else_happens_in_the_middle_of_a_seven),
    TEST(malformed_actions_are_refused),
    TEST(settlements_earn_one_and_cities_two),
    TEST(the_robber_keeps_back_the_yield_of_its_hex),
    TEST(production_is_not_refused),
    TEST(a_short_supply_gives_nobody_that_kind),
    TEST(a_short_supply_gives_its_rest_to_the_only_one_owed),
    TEST(dice_from_a_deck_come_once_each),
    TEST(no_seven_comes_in_the_quiet_rounds),
    TEST(a_bought_victory_point_wins_at_once),
    TEST(points_reached_in_anothers_turn_win_at_the_start_of_ones_own),
    TEST(largest_army_before_the_roll_wins_at_once),
    TEST(hidden_points_count_by_themselves),
    TEST(the_dice_lie_there_until_the_next_roll),
    TEST(a_seven_gives_nothing_and_what_was_given_before_is_forgotten),
    TEST(special_building_goes_round_one_seat_at_a_time),
    TEST(special_building_is_building_only),
    TEST(a_card_bought_in_special_building_is_played_in_ones_next_turn),
    TEST(special_building_builds_roads_cities_and_cards),
    TEST(the_seat_whose_turn_has_ended_waits_for_its_next),
    TEST(nobody_wins_in_special_building),
    TESTS_END
};
