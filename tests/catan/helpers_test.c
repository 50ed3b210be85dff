/* helpers_test.c -- the ten helpers. */
#include "table.h"

/* Seat 0 has this helper and has rolled; the others hold helpers that do not interfere. */
static void with(int helper, const char *rules) {
    static const uint8_t quiet[] = { HILDE, VINCENT, JEAN, CANDAMIR };
    given(rules, 4, "");
    g.helper[0] = (uint8_t)helper;
    for (int p = 1; p < 4; p++)
        g.helper[p] = quiet[p] == helper ? quiet[0] : quiet[p];
    turn_of(0);
    still_sound("helpers");
}
#define STRICT "fifth+helpers,first=0"
#define FREE "fifth+helpers,first=0,phases=combined"

/* Before the roll instead. */
static void before_the_roll(void) {
    g.rolled = 0;
    g.phase = PH_ROLL;
}

static void knights_face_up(int seat, int n) {
    g.deck -= (uint64_t)n * BUNDLE_CARD(DEV_KNIGHT);
    g.played[seat][DEV_KNIGHT] = (uint8_t)n;
}

/* Sean is seat 2's, which holds these cards; seat 0 rolls a seven. */
static void sean_holds(const char *cards_held) {
    with(JEAN, STRICT);
    g.helper[2] = SEAN;
    hand(2, cards_held);
    before_the_roll();
    play("0 roll; * dice 1 6");
}

/* Vincent is seat 0's, which has the Largest Army, a place to settle and the cards for it; so many
 * knights lie before the first three seats. */
static void vincent_with_an_army(const char *rules, int own, int second, int third) {
    with(VINCENT, rules);
    put(0, "road B2.E");
    hand(0, "brick+lumber");
    knights_face_up(0, own);
    knights_face_up(1, second);
    knights_face_up(2, third);
    g.largest_army = 0;
    catan_derive(&g);
}

/* ---- having, using, keeping them --------------------------------------------------- */

static void the_last_of_the_first_round_gets_the_first_helper(void) {
    given("fifth+helpers,first=0,start=draft", 3,
          "0 settle A1.N; 0 road A1.NE; 1 settle C1.SW; 1 road C1.W; "
          "2 settle E3.S; 2 road E3.SW; 2 settle C5.NE; 2 road C5.E");
    EXPECT_EQ(g.helper[2], NASSIR);
    play("1 settle A3.N; 1 road A3.NE; 0 settle E1.SW; 0 road E1.SW");
    EXPECT_EQ(g.helper[1], WILLIAM);
    EXPECT_EQ(g.helper[0], MARIANNE);
    EXPECT_EQ(catan_display(&g), 0x3ffu & ~7u);
}

/* Ruling 73. */
static void with_printed_pieces_the_right_neighbor_of_the_first_gets_the_first_helper(void) {
    given("fifth+helpers,first=1", 4, "");
    EXPECT_EQ(g.helper[0], NASSIR);
    EXPECT_EQ(g.helper[3], WILLIAM);
    EXPECT_EQ(g.helper[2], MARIANNE);
    EXPECT_EQ(g.helper[1], LOUIS);
}

/* Ruling 41. */
static void a_starting_helper_works_in_the_first_turn(void) {
    given("fifth+helpers,first=0", 4, "");
    EXPECT_EQ(g.helper[3], NASSIR);
    EXPECT_EQ(g.helper[0], LOUIS);
    EXPECT(listed("0 louis B2.NE A2.W"));
}

/* Ruling 42. */
static void after_use_a_helper_is_flipped_or_exchanged(void) {
    with(JEAN, FREE);
    play("0 jean ore");
    EXPECT_EQ(g.phase, PH_AFTER_HELPER);
    EXPECT_EQ(try_("0 end"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 exchange jean"), ERR_NOT_ON_DISPLAY);
    EXPECT_EQ(try_("0 exchange vincent"), ERR_NOT_ON_DISPLAY);      /* seat 1 has him */
    EXPECT_EQ(try_("1 flip"), ERR_NOT_YOUR_TURN);
    EXPECT(listed("0 flip") && listed("0 exchange lin"));
    play("0 flip");
    EXPECT_EQ(try_("0 jean ore"), ERR_HELPER_USED);
    g.helper_used = 0;
    play("0 jean wool");
    EXPECT_EQ(try_("0 flip"), ERR_HELPER_B_SIDE);
    EXPECT(!listed("0 flip"));
    play("0 exchange lin");
    EXPECT_EQ(g.helper[0], LIN);
    EXPECT_EQ(g.helper_b, 0);
    EXPECT(catan_display(&g) >> JEAN & 1);
}

/* Ruling 40. */
static void no_helper_works_in_the_turn_it_was_received(void) {
    with(JEAN, FREE);
    g.robber = (uint8_t)hex_at("A1");
    play("0 jean ore; 0 exchange lin");
    EXPECT_EQ(try_("0 lin"), ERR_HELPER_FRESH);
    EXPECT(!listed("0 lin"));
    play("0 end; 1 roll; * dice 1 1; 1 end; 2 roll; * dice 1 1; 2 end; 3 roll; * dice 1 1; 3 end");
    EXPECT_EQ(try_("0 lin"), CATAN_OK);
}

static void a_seat_uses_only_its_own_helper(void) {
    with(JEAN, FREE);
    EXPECT_EQ(try_("0 lin"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 nassir wool 1"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 william B2.E wool+brick"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 louis B2.NE B2.NW"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 candamir wool+grain+ore"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 hilde 1"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 vincent-settle B2.SE"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 vincent-city B2.N"), ERR_NO_HELPER);
    EXPECT_EQ(try_("0 marianne ore"), ERR_WRONG_PHASE);
    EXPECT_EQ(try_("0 sean ore"), ERR_WRONG_PHASE);
    given(PLAIN, 4, "");
    EXPECT_EQ(try_("0 lin"), ERR_NO_HELPER);
    EXPECT_EQ(catan_display(&g), 0);
}

/* Ruling 72. */
static void each_helper_has_its_time(void) {
    with(JEAN, STRICT);
    before_the_roll();
    EXPECT_EQ(try_("0 jean ore"), ERR_NOT_ROLLED);
    with(JEAN, STRICT);
    g.trade_over = 1;
    g.phase = PH_BUILD;
    EXPECT_EQ(try_("0 jean ore"), ERR_TRADE_OVER);
    with(NASSIR, STRICT);
    before_the_roll();
    EXPECT(listed("0 nassir wool 1 2"));
    with(WILLIAM, STRICT);
    before_the_roll();
    EXPECT_EQ(try_("0 william B2.E wool+brick"), ERR_NOT_ROLLED);
    with(HILDE, STRICT);
    before_the_roll();
    EXPECT_EQ(try_("0 hilde 1"), ERR_NOT_ROLLED);
}

/* Ruling 40. */
static void no_helper_in_special_building(void) {
    with(JEAN, "fifth+helpers,first=0,special_building=on,phases=combined");
    g.helper[1] = LIN;
    g.robber = 0;
    play("0 end");
    EXPECT_EQ(g.special, 1);
    EXPECT_EQ(try_("1 lin"), ERR_SPECIAL_BUILDING);
    EXPECT_EQ(try_("0 jean ore"), ERR_SPECIAL_BUILDING);
}

/* ---- Nassir ------------------------------------------------------------------------ */

/* Ruling 49. */
static void nassir_takes_one_card_each_and_repays_each(void) {
    with(NASSIR, FREE);
    hand(0, "brick");
    hand(1, "2wool");
    hand(2, "wool+ore");
    EXPECT_EQ(try_("0 nassir wool 1 2 3"), ERR_BAD_PARTNER);
    EXPECT_EQ(try_("0 nassir wool 0"), ERR_BAD_PARTNER);
    struct action a = { .type = ACT_NASSIR, .seat = 0, .place = 5, .target = 2 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    play("0 nassir wool 1 2");
    EXPECT(holds(0, "brick+2wool"));
    EXPECT_EQ(g.phase, PH_REPAY);
    EXPECT_EQ(try_("0 repay 3 wool"), ERR_BAD_PARTNER);
    EXPECT_EQ(try_("0 repay 1 ore"), ERR_NOT_HELD);
    struct action none = { .type = ACT_REPAY, .seat = 0, .place = 7, .target = 1 };
    EXPECT_EQ(catan_check(&g, &none), ERR_BAD_ACTION);
    EXPECT(listed("0 repay 2 wool"));
    play("0 repay 2 wool; 0 repay 1 brick");        /* also the card just received */
    EXPECT(holds(0, "wool") && holds(1, "brick+wool") && holds(2, "wool+ore"));
    EXPECT_EQ(g.phase, PH_AFTER_HELPER);
}

/* Ruling 49. */
static void nassir_may_get_nothing(void) {
    with(NASSIR, FREE);
    hand(1, "ore");
    play("0 nassir wool 1");
    EXPECT_EQ(g.phase, PH_AFTER_HELPER);
}

/* ---- William ----------------------------------------------------------------------- */

/* Rulings 53, 78. */
static void william_replaces_one_card_of_a_road(void) {
    with(WILLIAM, STRICT);
    hand(0, "2lumber+wool+ore");
    EXPECT_EQ(try_("0 william B2.E brick+lumber"), ERR_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 william B2.E wool+ore"), ERR_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 william B2.E 2lumber+wool"), ERR_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 william B2.E brick+wool"), ERR_CANNOT_PAY);
    EXPECT_EQ(try_("0 william E3.E 2lumber"), ERR_NOT_CONNECTED);
    EXPECT(listed("0 william B2.E 2lumber") && listed("0 william B2.E lumber+ore"));
    play("0 william B2.E 2lumber");
    EXPECT(holds(0, "wool+ore"));
    EXPECT_EQ(catan_road_owner(&g, path_at("B2.E")), 0);
    play("0 flip");
    EXPECT_EQ(g.phase, PH_BUILD);           /* it was a purchase */
}

static void williams_road_may_win(void) {
    with(WILLIAM, "fifth+helpers,first=0,points=4");
    put(0, "road A2.W; road A2.NW; road A2.NE");
    hand(0, "2lumber");
    play("0 william A2.E 2lumber");
    EXPECT_EQ(g.winner, 0);
    EXPECT_EQ(g.phase, PH_OVER);
}

/* ---- Marianne and Sean ------------------------------------------------------------- */

/* G2. */
static void marianne_is_asked_after_a_roll_that_gave_nothing(void) {
    with(JEAN, FREE);
    g.helper[1] = MARIANNE;
    hand(1, "");
    before_the_roll();
    play("0 roll; * dice 1 1");             /* pasture 2 is red's */
    EXPECT_EQ(g.phase, PH_MARIANNE);
    EXPECT_EQ(catan_owes(&g), 1u << 1);
    EXPECT_EQ(try_("0 jean ore"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("0 pass"), ERR_NOT_YOUR_TURN);
    EXPECT_EQ(try_("0 marianne ore"), ERR_NOT_YOUR_TURN);
    EXPECT(listed("1 pass") && listed("1 marianne ore"));
    play("1 marianne ore; 1 exchange lin");
    EXPECT(holds(1, "ore"));
    EXPECT_EQ(g.phase, PH_MAIN);
    play("0 end; 1 roll; * dice 1 1");
    EXPECT_EQ(g.phase, PH_MAIN);            /* she is on display now */
}

static void marianne_may_be_declined_and_waits(void) {
    with(JEAN, STRICT);
    g.helper[1] = MARIANNE;
    before_the_roll();
    play("0 roll; * dice 1 1; 1 pass");
    EXPECT_EQ(g.phase, PH_TRADE);
    EXPECT_EQ(g.helper_used, 0);
}

/* Ruling 43. */
static void marianne_counts_a_blocked_hex_as_nothing_and_needs_a_supply(void) {
    with(MARIANNE, STRICT);
    g.robber = (uint8_t)hex_at("A2");
    before_the_roll();
    supply(ORE, 0, 1);
    play("0 roll; * dice 1 1");             /* red's pasture is under the robber */
    EXPECT_EQ(g.phase, PH_MARIANNE);
    EXPECT_EQ(try_("0 marianne ore"), ERR_BANK_SHORT);
    struct action a = { .type = ACT_MARIANNE, .seat = 0, .place = 5 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    with(MARIANNE, STRICT);
    g.robber = (uint8_t)hex_at("A2");
    before_the_roll();
    for (int k = 0; k < KIND_N; k++)
        supply(k, 0, 1 + k % 3);
    play("0 roll; * dice 1 1");
    EXPECT_EQ(g.phase, PH_TRADE);
}

static void marianne_is_not_asked_after_a_roll_that_gave_something(void) {
    with(MARIANNE, STRICT);
    before_the_roll();
    play("0 roll; * dice 1 1");
    EXPECT_EQ(g.phase, PH_TRADE);
}

/* G2, rulings 44, 68. */
static void sean_is_asked_before_anybody_discards(void) {
    with(JEAN, STRICT);
    g.helper[2] = SEAN;
    hand(1, "8brick");
    hand(2, "4wool+4grain");
    before_the_roll();
    play("0 roll; * dice 1 6");
    EXPECT_EQ(g.phase, PH_SEAN);
    EXPECT_EQ(catan_owes(&g), 1u << 2);
    EXPECT_EQ(try_("1 discard brick"), ERR_FINISH_FIRST);
    EXPECT_EQ(try_("2 sean ore"), ERR_OWES_CARDS);          /* more than seven: keep them */
    EXPECT(listed("2 sean") && !listed("2 sean ore") && listed("2 pass"));
    play("2 sean; 2 flip");
    EXPECT_EQ(catan_owes(&g), 1u << 1);
    EXPECT_EQ(bundle_total(g.hand[2]), 8);
}

/* Ruling 68. */
static void sean_with_seven_cards_takes_one_and_does_not_discard(void) {
    sean_holds("7wool");
    EXPECT_EQ(try_("2 sean"), ERR_OWES_NOTHING);
    struct action none = { .type = ACT_SEAN, .seat = 2, .place = KIND_N };
    EXPECT_EQ(catan_check(&g, &none), ERR_BAD_ACTION);
    EXPECT(listed("2 sean ore"));
    play("2 sean ore; 2 exchange lin");
    EXPECT_EQ(bundle_total(g.hand[2]), 8);
    EXPECT_EQ(g.phase, PH_ROBBER);
}

static void sean_with_few_cards_needs_a_supply(void) {
    with(JEAN, STRICT);
    g.helper[2] = SEAN;
    hand(2, "");
    for (int k = 0; k < KIND_N; k++)
        supply(k, 0, 1);
    before_the_roll();
    play("0 roll; * dice 1 6");
    EXPECT_EQ(g.phase, PH_DISCARD);         /* he is not asked */
    EXPECT_EQ(catan_owes(&g), 1u << 1);
}

/* Any seat's, also the one that rolled. */
static void sean_works_in_ones_own_turn(void) {
    with(SEAN, STRICT);
    hand(0, "8wool");
    before_the_roll();
    play("0 roll; * dice 1 6");
    EXPECT_EQ(g.phase, PH_SEAN);
    play("0 sean; 0 flip");
    EXPECT_EQ(g.phase, PH_ROBBER);
    EXPECT_EQ(bundle_total(g.hand[0]), 8);
}

static void sean_may_be_declined(void) {
    sean_holds("8wool");
    play("2 pass");
    EXPECT_EQ(g.phase, PH_DISCARD);
    EXPECT_EQ(catan_owes(&g), 1u << 2);
}

/* ---- Louis ------------------------------------------------------------------------- */

/* Rulings 51, 70. */
static void louis_moves_a_loose_road(void) {
    with(LOUIS, STRICT);
    put(0, "road B2.E");
    /* between a settlement and a road */
    EXPECT_EQ(try_("0 louis B2.NE B2.NW"), ERR_ROAD_NOT_LOOSE);
    EXPECT_EQ(try_("0 louis C2.NW B2.NW"), ERR_ROAD_NOT_LOOSE);    /* white's */
    EXPECT_EQ(try_("0 louis B2.E B2.E"), ERR_SAME_PATH);
    EXPECT_EQ(try_("0 louis B2.E C2.NW"), ERR_OCCUPIED);
    EXPECT_EQ(try_("0 louis B2.E B2.SE"), ERR_NOT_CONNECTED);      /* judged without it */
    struct action a = { .type = ACT_LOUIS, .seat = 0, .place = 72, .target = 1 };
    EXPECT_EQ(catan_check(&g, &a), ERR_NO_SUCH_PLACE);
    a.place = 1;
    a.target = 72;
    EXPECT_EQ(catan_check(&g, &a), ERR_NO_SUCH_PLACE);
    EXPECT(listed("0 louis B2.E B2.NW"));
    play("0 louis B2.E B2.NW; 0 flip");
    EXPECT_EQ(catan_road_owner(&g, path_at("B2.E")), -1);
    EXPECT_EQ(catan_road_owner(&g, path_at("B2.NW")), 0);
    EXPECT_EQ(g.phase, PH_TRADE);           /* not a purchase */
}

static void louis_can_lose_the_longest_road(void) {
    with(LOUIS, STRICT);
    put(0, "road A2.W; road A2.NW; road A2.NE; road A2.E");
    EXPECT_EQ(g.longest_road, 0);
    play("0 louis A2.E D1.NW");
    EXPECT_EQ(g.longest_road, CATAN_NONE);
    EXPECT_EQ(g.points[0], 2);
}

static void louis_can_take_the_longest_road(void) {
    with(LOUIS, STRICT);
    put(0, "road A2.W; road A2.NW; road A2.NE");
    EXPECT_EQ(g.longest_road, CATAN_NONE);      /* four, and one apart */
    play("0 louis D1.NE A2.E");
    EXPECT_EQ(g.longest_road, 0);
    EXPECT_EQ(g.longest_length, 5);
    EXPECT_EQ(g.points[0], 4);
}

/* Ruling 70: if two are level at five, nobody has the award; one who shortens their road leaves it
 * to the other. */
static void louis_can_leave_the_longest_road_to_another(void) {
    with(LOUIS, STRICT);
    put(0, "road A2.W; road A2.NW; road A2.NE; road A2.E");
    put(1, "road E1.E; road E1.SE; road E1.SW; road E1.W");
    EXPECT_EQ(catan_road_length(&g, 1), 5);
    g.longest_road = CATAN_NONE;
    catan_derive(&g);
    play("0 louis A2.E D1.NW");
    EXPECT_EQ(g.longest_road, 1);
    EXPECT_EQ(g.points[1], 4);
}

static void louis_ignores_foreign_pieces_at_the_loose_end(void) {
    with(LOUIS, STRICT);
    put(0, "road B2.NW");
    put(0, "road B2.W");                    /* ends at white's settlement */
    EXPECT_EQ(try_("0 louis B2.W A2.W"), CATAN_OK);
}

/* ---- Candamir ---------------------------------------------------------------------- */

/* Rulings 45, 74, 78. */
static void candamir_shows_three_cards_and_one_is_kept(void) {
    with(CANDAMIR, STRICT);
    hand(0, "2wool+grain+lumber");
    EXPECT_EQ(try_("0 candamir wool+grain+ore"), ERR_CANNOT_PAY);
    EXPECT_EQ(try_("0 candamir 2lumber+wool"), ERR_WRONG_PAYMENT);
    EXPECT_EQ(try_("0 candamir wool+grain"), ERR_WRONG_PAYMENT);
    EXPECT(listed("0 candamir 2wool+grain") && listed("0 candamir lumber+wool+grain"));
    play("0 candamir 2wool+grain");
    EXPECT(holds(0, "lumber"));             /* paid before anything is seen */
    EXPECT_EQ(g.phase, PH_LOOK);
    EXPECT_EQ(try_("* look 3plenty"), ERR_IMPOSSIBLE);
    EXPECT_EQ(try_("* look 2knight"), ERR_IMPOSSIBLE);
    play("* look knight+plenty+point");
    EXPECT_EQ(try_("0 keep monopoly"), ERR_NO_CARD);
    EXPECT(listed("0 keep point") && menu_of(0) == 3);
    play("0 keep plenty; 0 flip");
    EXPECT_EQ(bundle_count(g.dev_new[0], DEV_PLENTY), 1);
    EXPECT_EQ(bundle_total(g.deck), 24);
    EXPECT_EQ(try_("0 plenty 2ore"), ERR_CARD_NEW);
    EXPECT_EQ(g.phase, PH_BUILD);
}

/* Ruling 45. */
static void candamir_shows_what_is_left_and_needs_a_card(void) {
    with(CANDAMIR,
         "fifth+helpers,first=0,knights=1,road_building=0,plenty=0,monopoly=0,point_cards=1");
    hand(0, "2wool+2grain+2ore");
    play("0 candamir wool+grain+ore");
    struct action menu[OUTCOMES_MAX];
    EXPECT_EQ(catan_legal(&g, SEAT_CHANCE, menu), 1);
    play("* look knight+point; 0 keep knight; 0 flip");
    g.helper_used = 0;
    g.deck -= BUNDLE_CARD(DEV_POINT);
    g.dev[0] += BUNDLE_CARD(DEV_POINT);
    EXPECT_EQ(try_("0 candamir wool+grain+ore"), ERR_DECK_EMPTY);
}

static void what_candamir_shows_is_as_likely_as_the_deck_says(void) {
    with(CANDAMIR, STRICT);
    hand(0, "wool+grain+ore");
    play("0 candamir wool+grain+ore");
    uint32_t weight[OUTCOMES_MAX], sum = 0;
    int n = catan_weights(&g, weight);
    for (int i = 0; i < n; i++)
        sum += weight[i];
    EXPECT_EQ(sum, 25 * 24 * 23 / 6);
    EXPECT_EQ(weight[0], 14 * 13 * 12 / 6);     /* three knights */
}

static void a_point_kept_from_candamir_may_win(void) {
    with(CANDAMIR, "fifth+helpers,first=0,points=3");
    hand(0, "wool+grain+ore");
    play("0 candamir wool+grain+ore; * look 2knight+point; 0 keep point");
    EXPECT_EQ(g.winner, 0);
}

/* ---- Hilde ------------------------------------------------------------------------- */

/* Rulings 50, 74. */
static void hilde_takes_a_card_of_choice_from_one_who_is_ahead(void) {
    with(HILDE, STRICT);
    cards(1, "point");
    EXPECT_EQ(try_("0 hilde 1"), ERR_NOT_AHEAD);        /* hidden points do not show */
    put(1, "settle A1.N");
    put(2, "settle A3.N");
    hand(1, "wool+ore");
    hand(2, "");
    EXPECT_EQ(try_("0 hilde 0"), ERR_BAD_PARTNER);
    EXPECT_EQ(try_("0 hilde 2"), ERR_EMPTY_HAND);
    EXPECT_EQ(try_("0 hilde 3"), ERR_NOT_AHEAD);
    EXPECT(listed("0 hilde 1") && !listed("0 hilde 2"));
    play("0 hilde 1");
    EXPECT_EQ(try_("0 take brick"), ERR_NOT_HELD);
    struct catan seen;
    catan_view(&g, 0, &seen);
    EXPECT_EQ(seen.hand[1], KINDS_OF("wool+ore"));
    catan_view(&g, 2, &seen);
    EXPECT_EQ(seen.hand[1], (uint64_t)2 << 40);
    play("0 take ore; 0 flip");
    EXPECT(holds(1, "wool"));
    catan_view(&g, 0, &seen);
    EXPECT_EQ(seen.hand[1], (uint64_t)1 << 40);
}

/* ---- Vincent ----------------------------------------------------------------------- */

static void vincent_builds_cheaply_for_a_knight(void) {
    with(VINCENT, STRICT);
    put(0, "road B2.E");
    hand(0, "brick+lumber+grain+2ore");
    EXPECT_EQ(try_("0 vincent-settle B2.SE"), ERR_NO_KNIGHT);
    knights_face_up(0, 2);
    EXPECT_EQ(try_("0 vincent-settle B2.NE"), ERR_TOO_CLOSE);
    EXPECT_EQ(try_("0 vincent-city C2.N"), ERR_NOT_YOUR_SETTLEMENT);
    EXPECT(listed("0 vincent-settle B2.SE") && listed("0 vincent-city B2.N"));
    play("0 vincent-settle B2.SE; 0 flip");
    EXPECT(holds(0, "grain+2ore"));
    EXPECT_EQ(g.played[0][DEV_KNIGHT], 1);
    EXPECT_EQ(g.knights_gone, 1);
    g.helper_used = 0;
    play("0 vincent-city B2.SE; 0 exchange lin");
    EXPECT(holds(0, ""));
    EXPECT(places_has(g.cities[0], corner_at("B2.SE")));
    EXPECT_EQ(g.played[0][DEV_KNIGHT], 0);
    EXPECT_EQ(g.knights_gone, 2);
    g.helper[0] = VINCENT;
    g.helper[1] = LIN;
    g.helper_fresh = g.helper_used = 0;
    knights_face_up(0, 1);
    EXPECT_EQ(try_("0 vincent-settle B2.S"), ERR_CANNOT_PAY);
}

/* Ruling 76: in strict phases what Vincent builds ends the trading like any building. */
static void what_vincent_builds_ends_the_trading(void) {
    with(VINCENT, STRICT);
    put(0, "road B2.E");
    hand(0, "brick+lumber+4wool");
    knights_face_up(0, 1);
    play("0 vincent-settle B2.SE; 0 flip");
    EXPECT_EQ(g.phase, PH_BUILD);
    EXPECT_EQ(try_("0 bank 4wool ore"), ERR_TRADE_OVER);
}

/* What a helper takes may have been promised: the proposal lapses. */
static void a_helper_that_takes_a_card_ends_its_owners_proposal(void) {
    with(NASSIR, FREE);
    hand(0, "wool");
    hand(1, "ore");
    play("1 offer ore wool; 0 nassir ore 1; 0 repay 1 ore; 0 flip");
    EXPECT_EQ(try_("0 accept 1"), ERR_NO_SUCH_OFFER);
    with(HILDE, FREE);
    put(1, "settle A1.N");
    hand(0, "wool");
    hand(1, "ore");
    play("1 offer ore wool; 0 hilde 1; 0 take ore; 0 flip");
    EXPECT_EQ(try_("0 accept 1"), ERR_NO_SUCH_OFFER);
}

/* Ruling 72. */
static void nassir_louis_and_lin_work_before_the_roll_too(void) {
    with(NASSIR, STRICT);
    before_the_roll();
    EXPECT_EQ(try_("0 nassir wool 1"), CATAN_OK);
    with(LOUIS, STRICT);
    before_the_roll();
    EXPECT_EQ(try_("0 louis B2.NE A2.W"), CATAN_OK);
    with(LIN, STRICT);
    before_the_roll();
    g.robber = 0;
    EXPECT_EQ(try_("0 lin"), CATAN_OK);
}

/* G8. */
static void vincent_leaves_the_largest_army_until_another_has_more(void) {
    vincent_with_an_army(STRICT, 3, 0, 0);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.largest_army, 0);
    EXPECT_EQ(g.points[0], 5);
    vincent_with_an_army(STRICT, 4, 0, 4);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.largest_army, 2);           /* judged at once */
}

/* G8: only the first holder needs three knights. To take the award from a holder who gave knights
 * up, it is enough to have more. */
static void more_knights_than_a_holder_who_dropped_take_the_army(void) {
    vincent_with_an_army(STRICT, 2, 0, 2);
    g.knights_gone = 1;
    g.deck -= BUNDLE_CARD(DEV_KNIGHT);
    EXPECT_EQ(catan_sound(&g), 0);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.played[0][DEV_KNIGHT], 1);
    EXPECT_EQ(g.largest_army, 2);
    EXPECT_EQ(catan_sound(&g), 0);
}

/* G8. */
static void two_ahead_of_the_holder_leave_it_until_one_leads(void) {
    vincent_with_an_army(STRICT, 4, 4, 4);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.largest_army, 0);
}

/* G8, the option. */
static void army_aside_sets_the_largest_army_aside_below_three(void) {
    vincent_with_an_army("fifth+helpers,first=0,army_aside=on", 3, 0, 0);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.largest_army, CATAN_NONE);
    EXPECT_EQ(g.points[0], 3);
}

/* Ruling 48, the option. */
static void army_aside_sets_it_aside_behind_two_who_are_level(void) {
    vincent_with_an_army("fifth+helpers,first=0,army_aside=on", 4, 4, 4);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.largest_army, CATAN_NONE);
}

/* Ruling 69. */
static void vincent_judges_the_army_before_the_win(void) {
    vincent_with_an_army("fifth+helpers,first=0,points=5", 3, 0, 3);
    play("0 vincent-settle B2.SE");
    EXPECT_EQ(g.winner, CATAN_NONE);        /* five points, but the army has gone to seat 2 */
    EXPECT_EQ(g.largest_army, 2);
}

/* ---- Jean -------------------------------------------------------------------------- */

/* Rulings 52, 71. */
static void jean_trades_one_kind_two_to_one_all_turn(void) {
    with(JEAN, FREE);
    hand(0, "4ore+2wool");
    struct action a = { .type = ACT_JEAN, .seat = 0, .place = 5 };
    EXPECT_EQ(catan_check(&g, &a), ERR_BAD_ACTION);
    play("0 jean ore; 0 exchange lin");     /* the rate stays though she goes */
    EXPECT_EQ(try_("0 bank 2ore ore"), ERR_LIKE_FOR_LIKE);
    EXPECT_EQ(try_("0 bank 2wool ore"), ERR_BAD_RATE);
    EXPECT(listed("0 bank 2ore wool") && !listed("0 bank 4ore wool"));
    play("0 bank 2ore wool; 0 bank 2ore brick");
    EXPECT(holds(0, "brick+3wool"));
    play("0 end");
    EXPECT_EQ(g.jean, CATAN_NONE);
}

/* ---- Lin --------------------------------------------------------------------------- */

/* Ruling 46. */
static void lin_sends_the_robber_home_and_takes_a_card(void) {
    with(LIN, STRICT);
    before_the_roll();
    EXPECT_EQ(try_("0 lin"), ERR_ROBBER_HOME);
    g.robber = (uint8_t)hex_at("A1");
    hand(0, "");
    struct action a = { .type = ACT_LIN, .seat = 0, .place = 0 };
    EXPECT_EQ(catan_check(&g, &a), ERR_NOT_A_DESERT);
    play("0 lin; 0 flip");
    EXPECT(holds(0, "ore"));
    EXPECT_EQ(g.robber, hex_at("C3"));
    EXPECT_EQ(g.phase, PH_ROLL);
}

/* Ruling 46. */
static void lin_moves_the_robber_even_without_a_card_to_take(void) {
    with(LIN, STRICT);
    g.robber = (uint8_t)hex_at("A1");
    hand(0, "");
    supply(ORE, 0, 1);
    play("0 lin");
    EXPECT(holds(0, ""));
}

/* Ruling 47. */
static void lin_chooses_between_two_deserts(void) {
    given("fifth-56+helpers,first=0", 6, "");
    set_up(5);
    int hex = 0;
    while (g.terrain[hex] == DESERT)
        hex++;
    g.robber = (uint8_t)hex;
    g.helper[0] = LIN;
    still_sound("Lin");
    int choices = 0;
    struct action menu[CATAN_MENU_MAX];
    int n = catan_legal(&g, 0, menu);
    for (int i = 0; i < n; i++)
        choices += menu[i].type == ACT_LIN;
    EXPECT_EQ(choices, 2);
}

const struct test catan_helpers_tests[] = {
    TEST(the_last_of_the_first_round_gets_the_first_helper),
    TEST(with_printed_pieces_the_right_neighbor_of_the_first_gets_the_first_helper),
    TEST(a_starting_helper_works_in_the_first_turn),
    TEST(after_use_a_helper_is_flipped_or_exchanged),
    TEST(no_helper_works_in_the_turn_it_was_received),
    TEST(a_seat_uses_only_its_own_helper),
    TEST(each_helper_has_its_time),
    TEST(no_helper_in_special_building),
    TEST(nassir_takes_one_card_each_and_repays_each),
    TEST(nassir_may_get_nothing),
    TEST(william_replaces_one_card_of_a_road),
    TEST(williams_road_may_win),
    TEST(marianne_is_asked_after_a_roll_that_gave_nothing),
    TEST(marianne_may_be_declined_and_waits),
    TEST(marianne_counts_a_blocked_hex_as_nothing_and_needs_a_supply),
    TEST(marianne_is_not_asked_after_a_roll_that_gave_something),
    TEST(sean_is_asked_before_anybody_discards),
    TEST(sean_with_seven_cards_takes_one_and_does_not_discard),
    TEST(sean_with_few_cards_needs_a_supply),
    TEST(sean_works_in_ones_own_turn),
    TEST(sean_may_be_declined),
    TEST(louis_moves_a_loose_road),
    TEST(louis_can_lose_the_longest_road),
    TEST(louis_can_take_the_longest_road),
    TEST(louis_can_leave_the_longest_road_to_another),
    TEST(louis_ignores_foreign_pieces_at_the_loose_end),
    TEST(candamir_shows_three_cards_and_one_is_kept),
    TEST(candamir_shows_what_is_left_and_needs_a_card),
    TEST(what_candamir_shows_is_as_likely_as_the_deck_says),
    TEST(a_point_kept_from_candamir_may_win),
    TEST(hilde_takes_a_card_of_choice_from_one_who_is_ahead),
    TEST(vincent_builds_cheaply_for_a_knight),
    TEST(what_vincent_builds_ends_the_trading),
    TEST(a_helper_that_takes_a_card_ends_its_owners_proposal),
    TEST(nassir_louis_and_lin_work_before_the_roll_too),
    TEST(vincent_leaves_the_largest_army_until_another_has_more),
    TEST(more_knights_than_a_holder_who_dropped_take_the_army),
    TEST(two_ahead_of_the_holder_leave_it_until_one_leads),
    TEST(army_aside_sets_the_largest_army_aside_below_three),
    TEST(army_aside_sets_it_aside_behind_two_who_are_level),
    TEST(vincent_judges_the_army_before_the_win),
    TEST(jean_trades_one_kind_two_to_one_all_turn),
    TEST(lin_sends_the_robber_home_and_takes_a_card),
    TEST(lin_moves_the_robber_even_without_a_card_to_take),
    TEST(lin_chooses_between_two_deserts),
    TESTS_END
};
