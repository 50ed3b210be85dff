/* trade_test.c -- trading with the supply and between seats. */
#include "table.h"

/* ---- the supply -------------------------------------------------------------------- */

static void four_to_one_is_open_to_all(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "5wool");
    EXPECT_EQ(try_("0 bank 3wool ore"), ERR_BAD_RATE);
    EXPECT_EQ(try_("0 bank 5wool ore"), ERR_BAD_RATE);
    EXPECT_EQ(try_("0 bank 4wool 2ore"), ERR_BAD_RATE);
    EXPECT_EQ(try_("0 bank 4brick ore"), ERR_NOT_HELD);
    EXPECT_EQ(try_("0 bank 2wool+2ore brick"), ERR_BAD_RATE);
    EXPECT_EQ(try_("0 bank 4wool brick+ore"), ERR_BAD_RATE);
    EXPECT_EQ(try_("1 bank 4wool ore"), ERR_NOT_YOUR_TURN);
    play("0 bank 4wool ore");
    EXPECT(holds(0, "wool+ore"));
}

/* G3. */
static void like_for_like_is_refused_at_every_rate(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "5wool");
    EXPECT_EQ(try_("0 bank 4wool wool"), ERR_LIKE_FOR_LIKE);
    put(0, "settle D4.SE");             /* the wool harbor */
    EXPECT_EQ(try_("0 bank 2wool wool"), ERR_LIKE_FOR_LIKE);
    EXPECT(!listed("0 bank 2wool wool"));
}

/* G4. */
static void a_worse_rate_may_be_chosen_on_purpose(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    put(0, "settle D4.SE");
    hand(0, "4wool+4ore");
    EXPECT_EQ(try_("0 bank 2wool ore"), CATAN_OK);
    EXPECT_EQ(try_("0 bank 3wool ore"), ERR_BAD_RATE);      /* no 3:1 harbor */
    EXPECT_EQ(try_("0 bank 4wool ore"), CATAN_OK);
    EXPECT(listed("0 bank 2wool ore") && !listed("0 bank 4wool ore"));
    put(0, "settle E2.SE");             /* a 3:1 harbor */
    EXPECT_EQ(try_("0 bank 3wool ore"), CATAN_OK);
    EXPECT_EQ(try_("0 bank 3ore wool"), CATAN_OK);
    EXPECT_EQ(bundle_count(catan_rates(&g, 0), WOOL), 2);
    EXPECT_EQ(bundle_count(catan_rates(&g, 0), ORE), 3);
}

/* Ruling 21. */
static void a_city_keeps_the_harbor_and_the_robber_does_not_touch_it(void) {
    given(COMBINED, 4, "0 roll; * dice 1 1");
    put(0, "settle D4.SE");
    lay(0, "city D4.SE");
    g.robber = (uint8_t)hex_at("D4");
    hand(0, "2wool");
    EXPECT_EQ(try_("0 bank 2wool ore"), CATAN_OK);
}

/* Ruling 19. */
static void the_supply_gives_only_what_it_has(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "4wool");
    supply(ORE, 0, 1);
    EXPECT_EQ(try_("0 bank 4wool ore"), ERR_BANK_SHORT);
    EXPECT(!listed("0 bank 4wool ore"));
}

/* ---- offers ------------------------------------------------------------------------ */

static void red_to_trade(const char *rules) {
    given(rules, 4, "0 roll; * dice 1 1");
    hand(0, "3wool");
    hand(1, "2ore");
    hand(2, "ore+brick");
    hand(3, "grain");
}

static void an_offer_is_answered_and_closed_with_one_partner(void) {
    red_to_trade(PLAIN);
    play("0 offer 2wool ore");
    EXPECT_EQ(g.phase, PH_OFFER);
    EXPECT_EQ(catan_owes(&g), 0xeu);
    EXPECT_EQ(try_("3 accept 1"), ERR_NOT_HELD);
    EXPECT(!listed("3 accept 1") && listed("3 decline 1"));
    play("3 decline 1; 1 accept 1; 2 accept 1");
    EXPECT_EQ(catan_owes(&g), 1u);
    EXPECT_EQ(try_("0 confirm 3"), ERR_NOT_ACCEPTED);
    EXPECT_EQ(try_("0 end"), ERR_FINISH_FIRST);
    play("0 confirm 2");
    EXPECT(holds(0, "wool+ore"));
    EXPECT(holds(2, "2wool+brick"));
    EXPECT(holds(1, "2ore"));
    EXPECT_EQ(g.phase, PH_TRADE);
}

static void an_acceptor_may_be_confirmed_before_all_have_answered(void) {
    red_to_trade(PLAIN);
    play("0 offer wool ore; 1 accept 1");
    EXPECT(catan_may(&g) & 1u);
    play("0 confirm 1");
    EXPECT(holds(0, "2wool+ore"));
}

static void an_offer_that_all_decline_is_gone(void) {
    red_to_trade(PLAIN);
    play("0 offer wool ore to 1 2; 1 decline 1");
    EXPECT_EQ(try_("3 accept 1"), ERR_NOT_ADDRESSED);
    EXPECT_EQ(try_("1 accept 1"), ERR_ANSWERED);
    play("2 decline 1");
    EXPECT_EQ(g.phase, PH_TRADE);
    EXPECT_EQ(try_("1 accept 1"), ERR_NO_SUCH_OFFER);
}

static void nobody_accepts_changed_terms(void) {
    red_to_trade(PLAIN);
    play("0 offer wool ore; 0 offer 2wool ore");
    EXPECT_EQ(try_("1 accept 1"), ERR_NO_SUCH_OFFER);
    EXPECT_EQ(try_("1 accept 2"), CATAN_OK);
    EXPECT_EQ(try_("1 accept 0"), ERR_NO_SUCH_OFFER);
    play("0 withdraw");
    EXPECT_EQ(g.phase, PH_TRADE);
    EXPECT_EQ(try_("0 withdraw"), ERR_NO_SUCH_OFFER);
}

/* Ruling 36. */
static void gifts_and_overlaps_are_refused(void) {
    red_to_trade(PLAIN);
    struct action gift = { .type = ACT_OFFER, .seat = 0, .target = 2, .give = { 0, 0, 1, 0, 0 } };
    struct action wish = { .type = ACT_OFFER, .seat = 0, .target = 2, .get = { 0, 0, 1, 0, 0 } };
    EXPECT_EQ(catan_check(&g, &gift), ERR_NO_GIFTS);
    EXPECT_EQ(catan_check(&g, &wish), ERR_NO_GIFTS);
    EXPECT_EQ(try_("0 offer wool wool"), ERR_LIKE_FOR_LIKE);
    EXPECT_EQ(try_("0 offer 2wool wool+ore"), ERR_LIKE_FOR_LIKE);
    EXPECT_EQ(try_("0 offer 4wool ore"), ERR_NOT_HELD);
    struct action much = { .type = ACT_OFFER, .seat = 0, .target = 2, .give = { 0, 0, 1, 0, 0 },
                           .get = { 0, 0, 0, 0, 200 } };
    EXPECT_EQ(catan_check(&g, &much), ERR_NOT_HELD);
    struct action more = { .type = ACT_OFFER, .seat = 0, .target = 2, .give = { 0, 0, 200, 0, 0 },
                           .get = { 0, 0, 0, 0, 1 } };
    EXPECT_EQ(catan_check(&g, &more), ERR_NOT_HELD);
}

/* Ruling 37. */
static void nobody_trades_past_the_active_seat(void) {
    red_to_trade(PLAIN);
    struct action past = { .type = ACT_OFFER, .seat = 1, .target = 1u << 2,
        .give = { 0, 0, 0, 0, 1 },
                           .get = { 1, 0, 0, 0, 0 } };
    EXPECT_EQ(catan_check(&g, &past), ERR_BAD_PARTNER);
    past.target = 0;
    past.seat = 0;
    past.give[ORE] = 0;
    past.give[WOOL] = 1;
    EXPECT_EQ(catan_check(&g, &past), ERR_BAD_PARTNER);
    past.target = 1;                    /* to oneself */
    EXPECT_EQ(catan_check(&g, &past), ERR_BAD_PARTNER);
    EXPECT_EQ(try_("1 offer ore brick"), CATAN_OK);
}

static void other_seats_propose_to_the_active_one(void) {
    red_to_trade(PLAIN);
    EXPECT_EQ(catan_may(&g), 0xeu);
    play("1 offer ore wool; 2 offer brick 2wool");
    EXPECT_EQ(g.phase, PH_TRADE);       /* proposals block nothing */
    EXPECT_EQ(try_("3 accept 1"), ERR_NOT_ADDRESSED);
    EXPECT(listed("0 accept 1") && listed("0 decline 2") && listed("1 withdraw"));
    play("0 accept 2");
    EXPECT(holds(0, "brick+wool"));
    EXPECT(holds(2, "2wool+ore"));
    play("0 decline 1");
    EXPECT_EQ(try_("0 accept 1"), ERR_NO_SUCH_OFFER);
}

static void a_proposal_of_ones_own_declines_the_offer(void) {
    red_to_trade(PLAIN);
    play("0 offer 2wool ore to 1; 1 offer ore 3wool");
    EXPECT_EQ(g.phase, PH_TRADE);
    play("0 accept 2");
    EXPECT(holds(0, "ore"));
}

static void accepting_a_counter_offer_withdraws_ones_own(void) {
    red_to_trade(PLAIN);
    play("0 offer 2wool ore; 1 offer ore 3wool; 0 accept 2");
    EXPECT_EQ(g.offer[0].number, 0);
    EXPECT_EQ(g.phase, PH_TRADE);
}

static void a_proposal_lapses_when_the_hand_behind_it_shrinks(void) {
    red_to_trade(COMBINED);
    cards(0, "monopoly");
    play("1 offer ore wool; 0 monopoly ore");
    EXPECT_EQ(try_("0 accept 1"), ERR_NO_SUCH_OFFER);
    red_to_trade(COMBINED);
    cards(0, "knight");
    play("1 offer 2ore wool; 0 knight; 0 robber E1 1; * steal 1 ore");
    EXPECT_EQ(try_("0 accept 1"), ERR_NO_SUCH_OFFER);
}

static void offers_end_with_the_turn_and_with_the_trading(void) {
    red_to_trade(PLAIN);
    hand(0, "wool+brick+lumber");
    play("1 offer ore wool; 0 road B2.E");
    EXPECT_EQ(g.offer[1].number, 0);
    EXPECT_EQ(try_("0 accept 1"), ERR_TRADE_OVER);
    red_to_trade(COMBINED);
    play("1 offer ore wool; 0 end");
    EXPECT_EQ(g.offer[1].number, 0);
    EXPECT_EQ(g.offers_made, 0);
    EXPECT_EQ(try_("1 offer ore wool"), ERR_NOT_ROLLED);
}

static void every_card_of_a_kind_may_be_offered(void) {
    red_to_trade(PLAIN);
    supply(WOOL, 0, 0);
    EXPECT_EQ(bundle_count(g.hand[0], WOOL), 19);
    EXPECT_EQ(try_("0 offer 19wool ore"), CATAN_OK);
    EXPECT_EQ(try_("0 offer 20wool ore"), ERR_NOT_HELD);
}

static void offers_end_with_the_game(void) {
    red_to_trade("fifth,first=0,phases=combined,points=3");
    hand(0, "2grain+3ore+wool");
    play("1 offer ore wool; 0 city B2.N");
    EXPECT_EQ(g.winner, 0);
    EXPECT_EQ(g.offer[1].number, 0);
}

static void offers_per_turn_are_limited(void) {
    red_to_trade("fifth,first=0,offers=2");
    play("0 offer wool ore; 0 withdraw; 0 offer wool brick; 0 withdraw");
    EXPECT_EQ(try_("0 offer wool grain"), ERR_TOO_MANY_OFFERS);
    EXPECT_EQ(try_("1 offer ore wool"), CATAN_OK);
    play("1 offer ore wool; 1 withdraw; 1 offer ore wool; 1 withdraw");
    EXPECT_EQ(try_("1 offer ore wool"), ERR_TOO_MANY_OFFERS);
    play("0 end; 1 roll; * dice 1 1");
    hand(1, "ore");
    EXPECT_EQ(try_("1 offer ore wool"), CATAN_OK);      /* a new turn */
    EXPECT_EQ(g.offers_by[0], 0);
    given("fifth,first=0,offers=0", 4, "0 roll; * dice 1 1");
    EXPECT_EQ(catan_may(&g), 0);
    EXPECT_EQ(try_("0 offer lumber ore"), ERR_TOO_MANY_OFFERS);
}

/* Ruling G13. Offer numbers are bytes: they wrap around, but skip numbers of standing offers. */
static void offers_without_a_limit_go_on(void) {
    red_to_trade("fifth,first=0,offers=unlimited");
    play("1 offer ore wool; 0 offer wool ore; 0 withdraw");
    for (int i = 0; i < 600; i++) {
        play("0 offer wool ore");
        EXPECT(g.offer[0].number && g.offer[0].number != g.offer[1].number);
        play("0 withdraw");
    }
    EXPECT_EQ(g.offer[1].number, 1);
    EXPECT_EQ(g.offers_by[0], 255);
    EXPECT_EQ(try_("1 offer ore wool"), CATAN_OK);
    EXPECT(catan_may(&g) >> 2 & 1);
    play("0 accept 1; 0 end; 1 roll; * dice 1 1");
    EXPECT_EQ(g.offers_by[0], 0);
    EXPECT_EQ(g.offers_made, 0);
}

static void offers_can_be_in_the_menu(void) {
    red_to_trade("fifth,first=0,menu=trades");
    EXPECT(listed("0 offer wool ore") && !listed("0 offer 2wool ore") &&
           !listed("0 offer ore wool"));
    play("0 offer wool ore");
    EXPECT(listed("0 offer wool brick") && listed("0 withdraw"));
    red_to_trade("fifth,first=0");
    EXPECT(!listed("0 offer wool ore"));
}

const struct test catan_trade_tests[] = {
    TEST(four_to_one_is_open_to_all),
    TEST(like_for_like_is_refused_at_every_rate),
    TEST(a_worse_rate_may_be_chosen_on_purpose),
    TEST(a_city_keeps_the_harbor_and_the_robber_does_not_touch_it),
    TEST(the_supply_gives_only_what_it_has),
    TEST(an_offer_is_answered_and_closed_with_one_partner),
    TEST(an_acceptor_may_be_confirmed_before_all_have_answered),
    TEST(an_offer_that_all_decline_is_gone),
    TEST(nobody_accepts_changed_terms),
    TEST(gifts_and_overlaps_are_refused),
    TEST(nobody_trades_past_the_active_seat),
    TEST(other_seats_propose_to_the_active_one),
    TEST(a_proposal_of_ones_own_declines_the_offer),
    TEST(accepting_a_counter_offer_withdraws_ones_own),
    TEST(a_proposal_lapses_when_the_hand_behind_it_shrinks),
    TEST(offers_end_with_the_turn_and_with_the_trading),
    TEST(every_card_of_a_kind_may_be_offered),
    TEST(offers_end_with_the_game),
    TEST(offers_per_turn_are_limited),
    TEST(offers_without_a_limit_go_on),
    TEST(offers_can_be_in_the_menu),
    TESTS_END
};
