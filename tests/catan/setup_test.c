/* setup_test.c -- the board, the first seat, the first settlements. */
#include "table.h"

static void the_fifth_editions_board_is_the_printed_one(void) {
    given(PLAIN, 4, "");
    EXPECT_EQ(g.terrain[hex_at("A1")], MOUNTAINS);
    EXPECT_EQ(g.number[hex_at("A1")], 10);
    EXPECT_EQ(g.terrain[hex_at("C3")], DESERT);
    EXPECT_EQ(g.number[hex_at("C3")], 0);
    EXPECT_EQ(g.robber, hex_at("C3"));
    EXPECT_EQ(catan_settlement_owner(&g, corner_at("B2.N")), 0);
    EXPECT_EQ(catan_road_owner(&g, path_at("C4.E")), 3);
    EXPECT_STR(seat_colors[catan_color(&g, 0)], "red");
    EXPECT_EQ(g.phase, PH_ROLL);
}

static void the_starred_settlements_bring_the_printed_cards(void) {
    given(PLAIN, 4, "");
    EXPECT(holds(0, "2lumber+grain"));
    EXPECT(holds(1, "brick+lumber+ore"));
    EXPECT(holds(2, "2grain+ore"));
    EXPECT(holds(3, "lumber+wool+ore"));
    given("sixth,first=0", 4, "");
    EXPECT(holds(0, "lumber+wool+grain"));
    EXPECT(holds(1, "brick+grain+ore"));
    EXPECT(holds(2, "brick+wool+grain"));
    EXPECT(holds(3, "2brick+grain"));
}

static void three_players_leave_out_red_or_in_the_sixth_white(void) {
    given(PLAIN, 3, "");
    EXPECT_STR(seat_colors[catan_color(&g, 0)], "blue");
    EXPECT_STR(seat_colors[catan_color(&g, 2)], "white");
    EXPECT_EQ(catan_building_owner(&g, corner_at("B2.N")), -1);
    given("sixth,first=0", 3, "");
    EXPECT_STR(seat_colors[catan_color(&g, 0)], "red");
    EXPECT_STR(seat_colors[catan_color(&g, 2)], "orange");
    EXPECT_EQ(catan_building_owner(&g, corner_at("D2.N")), -1);
}

static void the_sixth_editions_board_is_the_printed_one(void) {
    given("sixth,first=0", 4, "");
    EXPECT_EQ(g.terrain[hex_at("A1")], DESERT);
    EXPECT_EQ(g.number[hex_at("E1")], 6);
    EXPECT_EQ(catan_settlement_owner(&g, corner_at("E1.N")), 0);
    EXPECT_EQ(g.harbor[catan_board(&g)->site[1]], WOOL);
}

static void the_german_frame_swaps_lumber_and_ore(void) {
    given("fifth,first=0,harbor_map=german", 4, "");
    EXPECT_EQ(g.harbor[catan_board(&g)->site[2]], LUMBER);
    EXPECT_EQ(g.harbor[catan_board(&g)->site[8]], ORE);
}

static void the_highest_roll_begins(void) {
    given("fifth", 3, "* dice 1 2; * dice 6 6; * dice 3 4");
    EXPECT_EQ(g.turn, 1);
    EXPECT_EQ(g.phase, PH_ROLL);
}

/* Ruling 38. */
static void a_tie_for_the_first_seat_is_rolled_again_among_the_tied(void) {
    given("fifth", 3, "* dice 6 6; * dice 1 2; * dice 6 6");
    EXPECT_EQ(g.phase, PH_FIRST);
    play("* dice 1 1; * dice 1 2");
    EXPECT_EQ(g.turn, 2);
}

static void a_first_seat_that_is_not_there_is_refused(void) {
    struct rules r;
    int at;
    EXPECT_EQ(rules_parse(&catan_game, "fifth,first=3", 3, &r, &at), RULES_OK);
    EXPECT_EQ(catan_init(&g, &r), ERR_FIRST_SEAT);
}

static void seats_place_in_a_snake(void) {
    given(DRAFT, 3,
          "0 settle A1.N; 0 road A1.NE; 1 settle C1.SW; 1 road C1.W; 2 settle E3.S; 2 road E3.SW");
    EXPECT_EQ(g.turn, 2);
    play("2 settle C5.NE; 2 road C5.E");
    EXPECT_EQ(g.turn, 1);
    play("1 settle A3.N; 1 road A3.NE");
    EXPECT_EQ(g.turn, 0);
    play("0 settle E1.SW; 0 road E1.SW");
    EXPECT_EQ(g.phase, PH_ROLL);
    EXPECT_EQ(g.turn, 0);
}

/* Ruling 77. */
static void a_set_up_road_touches_the_settlement_just_placed(void) {
    given(DRAFT, 3, "0 settle A1.N");
    EXPECT_EQ(try_("0 road A1.SE"), ERR_NOT_AT_SETTLEMENT);
    EXPECT_EQ(try_("0 settle C3.N"), ERR_WRONG_PHASE);
    EXPECT_EQ(try_("0 road A1.NW"), CATAN_OK);
    play("0 road A1.NE; 1 settle C1.SW; 1 road C1.W; 2 settle E3.S; 2 road E3.SW; 2 settle C5.NE");
    EXPECT_EQ(try_("2 road E3.SE"), ERR_NOT_AT_SETTLEMENT);
    EXPECT_EQ(try_("2 road E3.SW"), ERR_OCCUPIED);
}

static void set_up_settlements_keep_their_distance(void) {
    given(DRAFT, 3, "0 settle B2.N; 0 road B2.NE");
    EXPECT_EQ(try_("1 settle B2.N"), ERR_OCCUPIED);
    EXPECT_EQ(try_("1 settle B2.NE"), ERR_TOO_CLOSE);
    EXPECT_EQ(try_("1 settle B2.SE"), CATAN_OK);
    EXPECT_EQ(try_("2 settle B2.SE"), ERR_NOT_YOUR_TURN);
    EXPECT_EQ(try_("1 road B2.E"), ERR_WRONG_PHASE);
}

/* Ruling 39. */
static void a_second_settlement_at_the_desert_or_coast_brings_fewer_cards(void) {
    given(DRAFT, 2, "0 settle A1.N; 0 road A1.NE; 1 settle C1.SW; 1 road C1.W; 1 settle C3.N");
    EXPECT(holds(1, "brick+wool"));
    play("1 road C3.NE; 0 settle A3.N");
    EXPECT(holds(0, "lumber"));
    given(DRAFT, 2, "0 settle A3.N; 0 road A3.NE; 1 settle C1.SW; 1 road C1.W; 1 settle A1.N");
    EXPECT_EQ(bundle_count(g.hand[1], g.terrain[0]), 1);    /* the first hex counts like any */
    EXPECT_EQ(bundle_total(g.hand[1]), 1);
}

/* ---- boards dealt by chance -------------------------------------------------------- */

static void deal_the_rest(uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed);
    while (g.phase == PH_BOARD) {
        struct action a;
        chance_draw(&catan_game, &g, &rng.source, &a);
        EXPECT_EQ(catan_check(&g, &a), CATAN_OK);
        catan_apply(&g, &a);
        still_sound("a deal");
    }
}

static void hexes_come_from_what_is_left_in_the_box(void) {
    given("fifth,first=0,board=random", 4, "");
    EXPECT_EQ(g.phase, PH_BOARD);
    EXPECT_EQ(catan_owes(&g), OWES_CHANCE);
    play("* hex A1 desert");
    EXPECT_EQ(try_("* hex A2 desert"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* hex A1 forest"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* hex A2 forest"), CATAN_OK);
    uint32_t weight[OUTCOMES_MAX];
    EXPECT_EQ(catan_weights(&g, weight), 5);
    EXPECT_EQ(weight[HILLS], 3);
    EXPECT_EQ(weight[FOREST], 4);
}

static void the_spiral_skips_the_desert(void) {
    given("fifth,first=0,board=random", 4,
          "* hex A1 hills; * hex A2 hills; * hex A3 hills; * hex B1 desert");
    deal_the_rest(1);
    given("fifth,first=0,board=random,spiral_corner=1", 4,
          "* hex A1 hills; * hex A2 hills; * hex A3 hills; "
          "* hex B1 desert");
    deal_the_rest(1);
    EXPECT_EQ(g.number[hex_at("A1")], 5);       /* letter A */
    EXPECT_EQ(g.number[hex_at("B1")], 0);
    EXPECT_EQ(g.number[hex_at("C1")], 2);       /* letter B */
    EXPECT_EQ(g.robber, hex_at("B1"));
    EXPECT_EQ(g.phase, PH_SETTLE);              /* a dealt board comes without pieces */
}

static int neighbors_that(bool (*bad)(int, int)) {
    int n = 0;
    for (int h = 0; h < catan_board(&g)->hexes; h++)
        for (int o = 0; o < h; o++)
            n += (catan_board(&g)->hex_near[h] >> o & 1) && bad(g.number[h], g.number[o]);
    return n;
}

static bool both_red(int a, int b) { return (a == 6 || a == 8) && (b == 6 || b == 8); }
static bool red_or_equal(int a, int b) { return both_red(a, b) || (a && a == b); }

static void random_tokens_have_no_red_neighbors(void) {
    for (uint64_t seed = 1; seed <= 30; seed++) {
        given("fifth,first=0,board=random,tokens=random", 4, "");
        deal_the_rest(seed);
        EXPECT_EQ(neighbors_that(both_red), 0);
    }
    given("fifth,first=0,tokens=random,board=random", 4, "");
    for (int h = 0; h < 18; h++)
        play((const char *[]){ "* hex A1 hills", "* hex A2 hills", "* hex A3 hills",
            "* hex B1 forest",
             "* hex B2 forest", "* hex B3 forest", "* hex B4 forest", "* hex C1 pasture",
                 "* hex C2 pasture",
             "* hex C3 pasture", "* hex C4 pasture", "* hex C5 fields", "* hex D1 fields",
                 "* hex D2 fields",
             "* hex D3 fields", "* hex D4 mountains", "* hex E1 mountains",
                 "* hex E2 mountains" }[h]);
    play("* hex E3 desert; * token A1 6");
    EXPECT_EQ(try_("* token A2 6"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* token E3 6"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* token C3 8"), ERR_IMPOSSIBLE);     /* a six is due */
    EXPECT_EQ(try_("* token C3 6"), CATAN_OK);
}

static void random_tokens_of_3d_have_no_equal_neighbors_either(void) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        given("3d,first=0,board=random,tokens=random", 4, "");
        deal_the_rest(seed);
        EXPECT_EQ(neighbors_that(red_or_equal), 0);
        given("fifth-56,first=0,tokens=random,neighbors=equal", 6, "");
        deal_the_rest(seed);
        EXPECT_EQ(neighbors_that(red_or_equal), 0);
    }
}

static void markers_are_shuffled_onto_the_printed_sites(void) {
    given("fifth,first=0,harbors=markers", 4, "* harbor 1 wool");
    EXPECT_EQ(try_("* harbor 2 wool"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* harbor 3 3:1"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* harbor 2 3:1"), CATAN_OK);
    deal_the_rest(3);
    uint8_t site[CATAN_SITES_MAX];
    EXPECT_EQ(catan_harbor_sites(&g, site), 9);
    EXPECT_EQ(g.harbor[site[0]], WOOL);
}

static void frame_pieces_carry_their_harbors(void) {
    given("sixth,first=0,harbors=frame", 4,
          "* frame 1 4-5; * frame 2 5-6; * frame 3 6-1; * frame 4 1-2; "
          "* frame 5 2-3");
    EXPECT_EQ(try_("* frame 6 1-2"), ERR_IMPOSSIBLE);
    play("* frame 6 3-4");
    struct catan fixed = g;
    given(PLAIN, 4, "");
    /* the printed frame of the fifth */
    EXPECT(memcmp(fixed.harbor, g.harbor, sizeof g.harbor) == 0);
}

/* G6. */
static void coves_alternate_and_markers_follow(void) {
    given("3d,first=0,harbors=coves", 4, "* frame 1 1-2");
    EXPECT_EQ(try_("* frame 2 3-4"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* frame 2 2-3"), CATAN_OK);
    deal_the_rest(5);
    uint8_t site[CATAN_SITES_MAX];
    EXPECT_EQ(catan_harbor_sites(&g, site), 9);
    for (int i = 0; i < 9; i++)
        EXPECT(g.harbor[site[i]] <= HARBOR_ANY);
}

/* G5. */
static void the_larger_board_shuffles_everything(void) {
    given("fifth-56,first=0", 6, "");
    deal_the_rest(7);
    uint8_t site[CATAN_SITES_MAX];
    int deserts = 0, tokens = 0;
    for (int h = 0; h < 30; h++) {
        deserts += g.terrain[h] == DESERT;
        tokens += g.number[h] != 0;
    }
    EXPECT_EQ(deserts, 2);
    EXPECT_EQ(tokens, 28);
    EXPECT_EQ(catan_harbor_sites(&g, site), 11);
    EXPECT_EQ(g.terrain[g.robber], DESERT);
    EXPECT_EQ(bundle_count(g.bank, ORE), 24);
    EXPECT_EQ(bundle_total(g.deck), 34);
    EXPECT_EQ(g.phase, PH_SETTLE);
}

static void the_larger_board_has_no_printed_set_up(void) {
    struct rules r;
    int at;
    EXPECT_EQ(rules_parse(&catan_game, "fifth-56,board=fixed", 6, &r, &at), RULES_OK);
    EXPECT_EQ(catan_init(&g, &r), ERR_NO_FIXED_BOARD);
}

static void the_printed_frame_of_the_larger_board_can_be_kept(void) {
    given("fifth-56,first=0,harbors=fixed", 5, "");
    deal_the_rest(2);
    EXPECT_EQ(g.harbor[catan_board(&g)->site[5]], WOOL);
    EXPECT_EQ(g.harbor[catan_board(&g)->site[10]], ORE);
}

static void a_board_can_be_given(void) {
    given(PLAIN, 4, "");
    struct catan printed = g;
    EXPECT_EQ(catan_give_board(&g, printed.terrain, printed.number, printed.harbor),
              ERR_WRONG_PHASE);
    given("fifth,first=0,board=random", 4, "");
    uint8_t no_desert[19] = { 0 }, seven[19], wrong[30];
    memcpy(seven, printed.number, sizeof seven);
    seven[0] = 7;
    memset(wrong, 9, sizeof wrong);
    EXPECT_EQ(catan_give_board(&g, no_desert, printed.number, printed.harbor), ERR_IMPOSSIBLE);
    EXPECT_EQ(catan_give_board(&g, printed.terrain, seven, printed.harbor), ERR_IMPOSSIBLE);
    EXPECT_EQ(catan_give_board(&g, printed.terrain, printed.number, wrong), ERR_IMPOSSIBLE);
    uint8_t all_hills[19], tokens[19];
    memset(all_hills, HILLS, sizeof all_hills);
    memset(tokens, 5, sizeof tokens);
    EXPECT_EQ(catan_give_board(&g, all_hills, tokens, printed.harbor), ERR_IMPOSSIBLE);
    EXPECT_EQ(catan_give_board(&g, printed.terrain, printed.number, printed.harbor), CATAN_OK);
    EXPECT_EQ(g.phase, PH_SETTLE);
    still_sound("a given board");
}

static void six_can_play_on_the_small_board_without_printed_pieces(void) {
    given("fifth-56,map=base,board=fixed,start=pieces,harbors=fixed,first=5", 6, "");
    EXPECT_EQ(g.phase, PH_SETTLE);
    EXPECT_EQ(g.turn, 5);
    EXPECT_STR(seat_colors[catan_color(&g, 5)], "brown");
}

const struct test catan_setup_tests[] = {
    TEST(the_fifth_editions_board_is_the_printed_one),
    TEST(the_starred_settlements_bring_the_printed_cards),
    TEST(three_players_leave_out_red_or_in_the_sixth_white),
    TEST(the_sixth_editions_board_is_the_printed_one),
    TEST(the_german_frame_swaps_lumber_and_ore),
    TEST(the_highest_roll_begins),
    TEST(a_tie_for_the_first_seat_is_rolled_again_among_the_tied),
    TEST(a_first_seat_that_is_not_there_is_refused),
    TEST(seats_place_in_a_snake),
    TEST(a_set_up_road_touches_the_settlement_just_placed),
    TEST(set_up_settlements_keep_their_distance),
    TEST(a_second_settlement_at_the_desert_or_coast_brings_fewer_cards),
    TEST(hexes_come_from_what_is_left_in_the_box),
    TEST(the_spiral_skips_the_desert),
    TEST(random_tokens_have_no_red_neighbors),
    TEST(random_tokens_of_3d_have_no_equal_neighbors_either),
    TEST(markers_are_shuffled_onto_the_printed_sites),
    TEST(frame_pieces_carry_their_harbors),
    TEST(coves_alternate_and_markers_follow),
    TEST(the_larger_board_shuffles_everything),
    TEST(the_larger_board_has_no_printed_set_up),
    TEST(the_printed_frame_of_the_larger_board_can_be_kept),
    TEST(a_board_can_be_given),
    TEST(six_can_play_on_the_small_board_without_printed_pieces),
    TESTS_END
};
