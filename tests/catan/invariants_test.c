/* invariants_test.c -- every invariant of docs/invariants.md notices when it is broken. */
#include "table.h"

/* Expect that the state is sound before a change and has this fault after it. */
#define BREAKS(id, change) do { \
    struct catan before_ = g; \
    EXPECT_EQ(catan_sound(&g), 0); \
    change; \
    EXPECT_STR(catan_invariant(catan_sound(&g)), id); \
    g = before_; } while (0)

static void invariant_1_range(void) {
    given(PLAIN, 4, "");
    BREAKS("range", g.phase = PH_N);
    BREAKS("range", g.rules.seats = 7);
    BREAKS("range", g.rules.seats = 1);
    BREAKS("range", g.rules.value[OPT_POINTS] = 200);
    BREAKS("range", g.rules.value[OPT_POINTS] = 0);
    BREAKS("range", g.viewer = 0);
    BREAKS("range", g.turn = 4);
    BREAKS("range", g.first = 4);
    BREAKS("range", g.special = 4);
    BREAKS("range", g.victim = 4);
    BREAKS("range", g.winner = 4);
    BREAKS("range", g.longest_road = 4);
    BREAKS("range", g.largest_army = 4);
    BREAKS("range", g.helper_seat = 4);
    BREAKS("range", g.helper_target = 4);
    BREAKS("range", g.jean = KIND_N);
    BREAKS("range", g.last_corner = 54);
    BREAKS("range", g.rolled = 2);
    BREAKS("range", g.card_played = 2);
    BREAKS("range", g.trade_over = 2);
    BREAKS("range", g.robber_due = 2);
    BREAKS("range", g.dice[0] = 7);
    BREAKS("range", g.dice[1] = 7);
    BREAKS("range", g.dev[4] = BUNDLE_CARD(DEV_POINT));
    BREAKS("range", g.dev_new[4] = BUNDLE_CARD(DEV_POINT));
    BREAKS("range", g.gains[4] = BUNDLE_CARD(ORE));
    BREAKS("range", g.settlements[4].w[0] = 1);
    BREAKS("range", g.cities[4].w[0] = 1);
    BREAKS("range", g.roads[4].w[0] = 1);
    BREAKS("range", g.owes_cards[4] = 1);
    BREAKS("range", g.robber = 19);
    BREAKS("range", g.free_roads = 3);
    BREAKS("range", g.dice_left = (uint64_t)1 << 36);
    BREAKS("range", g.hand[4] = BUNDLE_CARD(ORE));
    BREAKS("range", g.offer[5].number = 1);
}

static void invariant_2_board(void) {
    given(PLAIN, 4, "");
    BREAKS("board", g.terrain[0] = CATAN_NONE);
    BREAKS("board", g.number[0] = 7);
    BREAKS("board", g.number[0] = 13);
    BREAKS("board", g.number[0] = 1);
    BREAKS("board", g.terrain[0] = 7);
    BREAKS("board", g.number[0] = 0);
    BREAKS("board", g.number[hex_at("C3")] = 5);
    BREAKS("board", g.harbor[0] = CATAN_HIDDEN);
    BREAKS("board", g.harbor[0] = 9);
    BREAKS("board", g.robber = CATAN_NONE);
}

static void deal_all_hexes(void) {
    static const uint8_t of[TERRAIN_N] = { 3, 4, 4, 4, 3, 1 };
    for (int t = 0, h = 0; t < TERRAIN_N; t++)
        for (int i = 0; i < of[t]; i++)
            g.terrain[h++] = (uint8_t)t;
}

/* The three hexes left lie around A2, so the second 11 has no place away from the first. */
static void lay_all_but_three(void) {
    static const uint8_t order[14] = { 6, 6, 8, 8, 3, 3, 4, 4, 5, 5, 9, 9, 10, 10 };
    for (int h = 0, i = 0; i < 14; h++)
        if (h != hex_at("A1") && h != hex_at("A2") && h != hex_at("A3") && h != hex_at("B2"))
            g.number[h] = order[i++];
    g.number[hex_at("A2")] = 11;
}

/* A position may stop in the middle of the deal. If it had more deserts than the box, laying the
 * tokens once never ended. */
static void a_half_dealt_board_can_be_dealt_on(void) {
    given("fifth,board=random,harbors=markers,spiral_corner=1", 4, "");
    BREAKS("board", g.phase = PH_FIRST);
    BREAKS("board", memset(g.terrain, DESERT, 18));
    BREAKS("board", g.harbor[1] = CATAN_HIDDEN);
    BREAKS("board", (g.harbor[0] = ORE, g.harbor[catan_board(&g)->site[1]] = ORE));
    BREAKS("board", (g.terrain[0] = ORE, g.number[0] = 6));
    BREAKS("board", (deal_all_hexes(), g.number[0] = 6));
    given("fifth,board=random,tokens=random", 4, "");
    deal_all_hexes();
    EXPECT_EQ(catan_sound(&g), 0);
    BREAKS("board", g.number[0] = 3);
    BREAKS("board", (g.number[0] = 6, g.number[1] = 6, g.number[2] = 6));
    g.rules.value[OPT_NEIGHBORS] = NEIGHBORS_EQUAL;
    BREAKS("board", lay_all_but_three());
}

static void a_frame_half_laid_can_be_laid_on(void) {
    given("3d,board=random,harbors=coves", 4, "");
    deal_all_hexes();
    EXPECT_EQ(catan_sound(&g), 0);
    play("* frame 1 1-2");
    BREAKS("board", g.frame[1] = g.frame[0]);
    BREAKS("board", g.frame[1] = 2);
    BREAKS("board", g.frame[1] = 6);
    BREAKS("board", g.frame[2] = 1);
    BREAKS("board", g.frame[0] = CATAN_NONE);
    BREAKS("board", g.harbor[7] = CATAN_HIDDEN);
}

static void invariants_3_to_5_cards(void) {
    given(PLAIN, 4, "");
    BREAKS("totals", g.hand[0] += 1);
    BREAKS("totals", g.bank += (uint64_t)1 << 50);
    BREAKS("totals", g.gains[1] = 5);
    BREAKS("totals", g.deck += 1);
    BREAKS("totals", g.look = 1);
    BREAKS("totals", g.dev[2] = 1);
    BREAKS("totals", g.dev_new[3] = 1);
    BREAKS("totals", g.gains[0] = (uint64_t)128 << 40 | 128);
    BREAKS("resource-cards", g.hand[0] += BUNDLE_CARD(ORE));
    BREAKS("development-cards", g.dev[0] += BUNDLE_CARD(DEV_POINT));
    BREAKS("development-cards", g.played[1][DEV_KNIGHT] = 1);
    BREAKS("development-cards", g.knights_gone = 1);
}

static void invariants_6_to_8_pieces(void) {
    given("fifth,first=0,settlements=2,roads=2,cities=0", 4, "");
    BREAKS("pieces", g.settlements[0].w[0] |= 1);
    BREAKS("pieces", g.cities[0].w[0] |= 1);
    BREAKS("pieces", g.roads[0].w[0] |= 1);
    BREAKS("pieces", g.roads[0].w[1] = (uint64_t)1 << 60);
    given(PLAIN, 4, "");
    BREAKS("distance", g.settlements[0].w[0] |= (uint64_t)1 << corner_at("B2.NE"));
    BREAKS("distance", g.cities[1].w[0] |= (uint64_t)1 << corner_at("B2.N"));
    BREAKS("pieces", g.settlements[1].w[1] |= 1);
    BREAKS("pieces", g.cities[1].w[1] |= 1);
    BREAKS("pieces", g.roads[1].w[1] |= (uint64_t)1 << 40);
    BREAKS("roads", g.roads[1].w[0] |= (uint64_t)1 << path_at("B2.NE"));
}

static void invariant_9_derived(void) {
    given(PLAIN, 4, "");
    BREAKS("derived", g.points[0] = 3);
    BREAKS("derived", g.rate[0] = 0);
    BREAKS("derived", g.production[4][0] = 0);
    BREAKS("derived", g.roads_left[3] = 12);
    BREAKS("derived", g.settlements_left[3] = 1);
    BREAKS("derived", g.cities_left[3] = 1);
    BREAKS("derived", g.hexes[2] = 0);
    BREAKS("derived", g.production[4][SEATS_MAX] = 0);
    BREAKS("derived", g.network[1].w[0] = 0);
    BREAKS("derived", g.reach[0].w[0] = 0);
    BREAKS("derived", g.reach[0].w[1] = 1);
    BREAKS("derived", g.built.w[0] = 0);
    BREAKS("derived", g.blocked.w[0] = 0);
    BREAKS("derived", g.free_paths.w[0] = 0);
    BREAKS("derived", g.free_paths.w[1] = 0);
}

static void invariants_10_and_11_awards(void) {
    given(PLAIN, 4, "");
    BREAKS("longest-road", (g.longest_road = 0, catan_derive(&g)));
    BREAKS("longest-road", g.longest_length = 9);
    BREAKS("largest-army", (g.largest_army = 0, catan_derive(&g)));
    BREAKS("largest-army", (g.played[1][DEV_KNIGHT] = 3, g.deck -= 3 * BUNDLE_CARD(DEV_KNIGHT)));
}

static void invariant_12_winner(void) {
    given(PLAIN, 4, "");
    BREAKS("winner", g.phase = PH_OVER);
    BREAKS("winner", g.winner = 1);
    BREAKS("winner", (g.winner = 0, g.phase = PH_OVER));
    BREAKS("winner", (g.rules.value[OPT_POINTS] = 3, g.phase = PH_OVER, g.winner = 1,
                      g.dev[0] = BUNDLE_CARD(DEV_POINT), g.deck -= BUNDLE_CARD(DEV_POINT)));
    g.rules.value[OPT_POINTS] = 3;
    g.dev[0] = BUNDLE_CARD(DEV_POINT);
    g.deck -= BUNDLE_CARD(DEV_POINT);
    EXPECT_STR(catan_invariant(catan_sound(&g)), "winner");
    g.phase = PH_OVER;
    g.winner = 0;
    EXPECT_EQ(catan_sound(&g), 0);
    EXPECT_STR(catan_invariant(0), "sound");
    EXPECT_STR(catan_invariant(99), "sound");
}

static void invariant_13_phase(void) {
    given(PLAIN, 4, "");
    BREAKS("phase", g.phase = PH_STEAL);
    BREAKS("phase", g.phase = PH_DISCARD);
    BREAKS("phase", g.phase = PH_ROBBER);
    BREAKS("phase", g.phase = PH_FREE_ROAD);
    BREAKS("phase", g.phase = PH_SETTLE_ROAD);
    BREAKS("phase", g.phase = PH_SPECIAL);
    BREAKS("phase", g.phase = PH_MARIANNE);
    BREAKS("phase", g.phase = PH_MAIN);
    BREAKS("phase", g.rolled = 1);
    BREAKS("phase", g.special = 1);
    BREAKS("phase", g.victim = 1);
    BREAKS("phase", g.turn = CATAN_NONE);
    BREAKS("phase", g.owes_cards[1] = 1);
    BREAKS("phase", g.owes_cards[1] = 9);
    BREAKS("phase", g.helper_seat = 1);
    BREAKS("phase", (g.phase = PH_STEAL, g.victim = 0));
    BREAKS("phase", (g.phase = PH_STEAL, g.victim = 1, g.bank += g.hand[1], g.hand[1] = 0));
    BREAKS("phase", g.first = CATAN_NONE);
    BREAKS("phase", g.last_corner = 3);
    BREAKS("phase", (g.phase = PH_SETTLE_ROAD, g.last_corner = 0));
    BREAKS("phase", (g.phase = PH_SETTLE, g.placed = 9));
    BREAKS("phase", (g.phase = PH_FREE_ROAD, g.free_roads = 1, g.rules.value[OPT_ROADS] = 2,
                     catan_derive(&g)));
    BREAKS("phase", (g.phase = PH_DRAW, g.dev[1] += g.deck, g.deck = 0));
    BREAKS("phase", (g.phase = PH_LOOK, g.helper_seat = 0, g.dev[1] += g.deck, g.deck = 0));
    BREAKS("phase", (g.phase = PH_DICE, g.rolled = 1));
    given(DRAFT, 3, "0 settle A1.N");
    BREAKS("phase", g.turn = 1);
    BREAKS("phase", g.placed = 0);
    BREAKS("phase", g.placed = 7);
    BREAKS("phase", (g.phase = PH_SETTLE, g.last_corner = CATAN_NONE));
    play("0 road A1.NE");
    BREAKS("phase", g.turn = 0);
    BREAKS("phase", g.placed = 6);
    BREAKS("phase", (g.rules.value[OPT_ROADS] = 2, g.roads[1] = g.roads[0],
                     g.roads[0] = (struct places){ { 0, 0 } }, g.roads[1].w[1] |= 1,
                     catan_derive(&g)));
    given("fifth,first=0,special_building=on", 4, "0 roll; * dice 1 1; 0 end");
    BREAKS("phase", g.special = 0);
    BREAKS("phase", g.phase = PH_ROLL);
    BREAKS("phase", g.robber_due = 1);
    BREAKS("phase", g.free_roads = 1);
    given(PLAIN, 4, "0 roll; * dice 1 1");
    BREAKS("phase", g.robber_due = 1);
    BREAKS("phase", g.free_roads = 1);
}

/* Each of these once stopped the program at the next action of chance. */
static void before_the_first_seat_nothing_is_placed_and_somebody_rolls(void) {
    given("fifth", 3, "* dice 1 2");
    BREAKS("phase", (g.first_roll[1] = 5, g.first_roll[2] = 5));
    BREAKS("phase", g.placed = 6);
    BREAKS("phase", (g.settlements[0].w[0] = 1, catan_derive(&g)));
    BREAKS("phase", (g.cities[0].w[0] = 1, catan_derive(&g)));
    BREAKS("phase", (g.roads[2].w[0] = 1, catan_derive(&g)));
    given("fifth,board=random", 3, "");
    BREAKS("phase", memset(g.first_roll, 5, 3));
    given("fifth+helpers", 3, "");
    BREAKS("phase", g.helper[1] = NASSIR);
    given("fifth+helpers,first=0,start=draft", 2, "0 settle A1.N; 0 road A1.NE; 1 settle A3.N;"
          "1 road A3.NE; 1 settle E1.S; 1 road E1.SE; 0 settle E3.S");
    BREAKS("phase", g.helper[0] = WILLIAM);
}

static void invariant_14_offers(void) {
    given(PLAIN ",offers=16", 4, "0 roll; * dice 1 1");
    hand(0, "wool");
    hand(1, "ore");
    hand(3, "wool");
    BREAKS("offers", g.phase = PH_OFFER);
    BREAKS("offers", g.offer[1].to = 1);
    play("1 offer ore wool; 0 offer wool ore");
    BREAKS("offers", g.offer[0].number = 9);
    BREAKS("offers", g.offer[0].number = 1);
    BREAKS("offers", g.offer[0].to = 1);
    BREAKS("offers", g.offer[1].to = 4);
    BREAKS("offers", g.offer[0].accepted = 1u << 3);
    BREAKS("offers", g.offer[0].accepted = 1);
    BREAKS("offers", (g.offer[0].accepted = 2, g.offer[0].declined = 2));
    BREAKS("offers", g.offer[0].give[ORE] = 1);
    BREAKS("offers", g.offer[0].to = 0);
    BREAKS("offers", g.offers_by[2] = 17);
    BREAKS("offers", g.offers_made = 255);
    BREAKS("offers", (g.offer[0] = (struct catan_offer){ 0 }, g.phase = PH_ROLL, g.rolled = 0));
}

static void invariant_15_helpers(void) {
    given("fifth+helpers,first=0", 4, "");
    BREAKS("helpers", g.helper[0] = g.helper[1]);
    BREAKS("helpers", g.helper[0] = HELPER_N);
    BREAKS("helpers", g.helper_used = 1u << 5);
    BREAKS("helpers", g.look = BUNDLE_CARD(DEV_POINT));
    BREAKS("helpers", g.repay = 2);
    BREAKS("helpers", g.helper_target = 1);
    BREAKS("helpers", (g.phase = PH_KEEP, g.helper_seat = 0));
    BREAKS("helpers", (g.phase = PH_REPAY, g.helper_seat = 0));
    BREAKS("helpers", (g.phase = PH_TAKE, g.helper_seat = 0));
    BREAKS("helpers", (g.phase = PH_TAKE, g.helper_seat = 0, g.helper_target = 0));
    BREAKS("helpers", (g.phase = PH_KEEP, g.helper_seat = 0, g.look = 3 * BUNDLE_CARD(DEV_PLENTY)));
    BREAKS("helpers", (g.phase = PH_REPAY, g.helper_seat = 0, g.repay = 1u << 5));
    BREAKS("helpers", (g.phase = PH_REPAY, g.helper_seat = 0, g.repay = 1));
    BREAKS("helpers",
           (g.phase = PH_REPAY, g.helper_seat = 0, g.repay = 2, g.bank += g.hand[0],
            g.hand[0] = 0));
    BREAKS("helpers",
           (g.phase = PH_TAKE, g.helper_seat = 0, g.helper_target = 1, g.bank += g.hand[1],
                       g.hand[1] = 0));
    BREAKS("helpers", (g.phase = PH_TAKE, g.helper_seat = 1, g.helper_target = 1));
    BREAKS("helpers", (g.phase = PH_LOOK, g.helper_seat = 1));
    BREAKS("helpers", (g.phase = PH_AFTER_HELPER, g.helper_seat = 0, g.helper[0] = CATAN_NONE));
    given(PLAIN, 4, "");
    BREAKS("helpers", g.helper[0] = JEAN);
}

const struct test catan_invariants_tests[] = {
    TEST(invariant_1_range),
    TEST(invariant_2_board),
    TEST(a_half_dealt_board_can_be_dealt_on),
    TEST(a_frame_half_laid_can_be_laid_on),
    TEST(invariants_3_to_5_cards),
    TEST(invariants_6_to_8_pieces),
    TEST(invariant_9_derived),
    TEST(invariants_10_and_11_awards),
    TEST(invariant_12_winner),
    TEST(invariant_13_phase),
    TEST(before_the_first_seat_nothing_is_placed_and_somebody_rolls),
    TEST(invariant_14_offers),
    TEST(invariant_15_helpers),
    TESTS_END
};
