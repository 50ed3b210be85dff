/* trade_test.c -- Struggle's trade phase, the Library and the Merchants' Guild. */
#include "table.h"

static void as_many_cards_as_a_side_roads(void) {
    given("struggle,first=0", 4);
    market("2wool+ore+brick+grain");
    hand(0, "5lumber");
    rows(0, 3, 0);                          /* A, B, A */
    EXPECT_EQ(struggle_trades_left(&g), 2);
    play("0 swap-market wool lumber; 0 swap-market ore lumber");
    EXPECT_EQ(try_("0 swap-market wool lumber"), SE_NO_TRADES_LEFT);
    EXPECT_EQ(try_("0 swap-stack lumber"), SE_NO_TRADES_LEFT);
    EXPECT_EQ(try_("0 take-from 1"), SE_NO_TRADES_LEFT);
    EXPECT_EQ(menu_count(0, "0 swap"), 0);
    EXPECT(holds(0, "3lumber+wool+ore"));
}

static void without_an_a_side_road_one_card_with_the_draw_stack(void) {
    given("struggle,first=0", 3);
    market("2wool+ore+brick+grain");
    hand(0, "2lumber");
    hand(1, "ore");
    rows(0, 0, 0);
    EXPECT_EQ(struggle_trades_left(&g), 1);
    EXPECT_EQ(try_("0 swap-market wool lumber"), SE_STACK_ONLY);
    EXPECT_EQ(try_("0 take-from 1"), SE_STACK_ONLY);
    EXPECT_EQ(menu_count(0, "0 take-from"), 0);
    play("0 swap-stack lumber; * deal 0 ore");
    EXPECT_EQ(try_("0 swap-stack lumber"), SE_NO_TRADES_LEFT);
}

static void the_draw_stack_gives_a_card_for_one_put_on_the_discard_pile(void) {
    given("struggle,first=0", 3);
    hand(0, "lumber");
    EXPECT_EQ(try_("0 swap-stack wool"), SE_NOT_IN_HAND);
    play("0 swap-stack lumber");
    EXPECT_EQ(g.phase, SP_SWAP);
    EXPECT_EQ(g.discard, bundle("lumber"));
    EXPECT_EQ(try_("* deal 1 ore"), SE_IMPOSSIBLE);
    EXPECT_EQ(try_("0 draw 2"), SE_NOT_YOUR_TURN);
    play("* deal 0 ore");
    EXPECT(holds(0, "ore"));
    EXPECT_EQ(g.phase, SP_TRADE);
}

static void ruling_55_the_card_put_down_may_be_the_one_that_comes_back(void) {
    given("struggle,first=0", 2);
    hand(0, "ore");
    g.hand[1] += g.stack;                   /* nothing left to draw */
    g.stack = 0;
    still_sound("an empty stack");
    play("0 swap-stack ore");
    EXPECT_EQ(try_("* deal 0 wool"), SE_IMPOSSIBLE);
    play("* deal 0 ore");
    EXPECT(holds(0, "ore"));
    EXPECT_EQ(struggle_trades_left(&g), 0);
}

static void ruling_56_the_market_stays_five(void) {
    given("struggle,first=0", 3);
    market("2wool+3ore");
    hand(0, "lumber+wool");
    EXPECT_EQ(try_("0 swap-market brick lumber"), SE_NOT_IN_MARKET);
    EXPECT_EQ(try_("0 swap-market wool brick"), SE_NOT_IN_HAND);
    EXPECT_EQ(try_("0 swap-market wool wool"), SE_LIKE_FOR_LIKE);
    EXPECT_EQ(menu_count(0, "0 swap-market"), 3);
    play("0 swap-market ore lumber");
    EXPECT_EQ(g.market, bundle("lumber+2wool+2ore"));
    EXPECT(holds(0, "wool+ore"));
}

static void an_opponents_card_is_taken_unseen_and_one_given_back(void) {
    given("struggle,first=0", 3);
    hand(0, "lumber");
    hand(1, "2wool+ore");
    play("0 take-from 1");
    EXPECT_EQ(g.phase, SP_TAKE);
    EXPECT_EQ(try_("* steal 2 wool"), SE_IMPOSSIBLE);
    EXPECT_EQ(try_("* steal 1 brick"), SE_IMPOSSIBLE);
    uint32_t weight[8];
    EXPECT_EQ(struggle_game.weights(&g, weight), 2);
    EXPECT_EQ(weight[0], 2);
    EXPECT_EQ(weight[1], 1);
    play("* steal 1 wool");
    EXPECT_EQ(g.phase, SP_GIVE_BACK);
    EXPECT_EQ(struggle_game.weights(&g, weight), 0);
    EXPECT_EQ(try_("0 give-back ore"), SE_NOT_IN_HAND);
    EXPECT_EQ(try_("1 give-back wool"), SE_NOT_YOUR_TURN);
    EXPECT_EQ(try_("0 draw 2"), SE_WRONG_PHASE);
    EXPECT(in_menu("0 give-back wool"));    /* the card just taken */
    play("0 give-back lumber");
    EXPECT(holds(0, "wool"));
    EXPECT(holds(1, "lumber+wool+ore"));
    EXPECT_EQ(g.phase, SP_TRADE);
}

static void ruling_g10_several_cards_at_once_from_one_opponent(void) {
    given("struggle,first=0", 3);
    empty_hands();
    rows(0, 3, 0);
    hand(1, "wool+ore");
    EXPECT_EQ(try_("0 take-from 1 3"), SE_NO_TRADES_LEFT);
    EXPECT_EQ(try_("0 take-from 1 0"), SE_WRONG_NUMBER);
    play("0 take-from 1 2; * steal 1 ore");
    EXPECT_EQ(g.phase, SP_TAKE);
    play("* steal 1 wool; 0 give-back ore");
    EXPECT_EQ(g.phase, SP_GIVE_BACK);
    play("0 give-back wool");
    EXPECT(holds(1, "wool+ore"));
    EXPECT_EQ(struggle_trades_left(&g), 0);
}

static void ruling_57_an_empty_hand_cannot_be_traded_with(void) {
    given("struggle,first=0", 3);
    rows(0, 3, 0);
    hand(1, "");
    hand(2, "wool");
    EXPECT_EQ(try_("0 take-from 1"), SE_TOO_FEW_CARDS);
    EXPECT_EQ(try_("0 take-from 2 2"), SE_TOO_FEW_CARDS);
    EXPECT_EQ(try_("0 take-from 0"), SE_NOT_AN_OPPONENT);
    EXPECT_EQ(try_("0 take-from 3"), SE_NOT_AN_OPPONENT);
    EXPECT_EQ(menu_count(0, "0 take-from"), 1);
}

static void each_card_may_be_traded_elsewhere(void) {
    given("struggle,first=0", 4);
    market("2wool+3ore");
    rows(0, 5, 0);
    hand(0, "3lumber");
    hand(1, "grain");
    hand(2, "brick");
    play("0 swap-market ore lumber; 0 take-from 1; * steal 1 grain; 0 give-back lumber");
    play("0 take-from 2; * steal 2 brick; 0 give-back lumber");
    EXPECT(holds(0, "brick+grain+ore"));
    EXPECT_EQ(struggle_trades_left(&g), 0);
}

static void the_first_building_ends_the_trading(void) {
    given("struggle,first=0", 3);
    market("2wool+3ore");
    hand(0, "brick+lumber+grain");
    hand(1, "grain");
    play("0 build road brick+lumber");
    EXPECT_EQ(try_("0 swap-stack grain"), SE_TRADING_OVER);
    EXPECT_EQ(try_("0 swap-market ore grain"), SE_TRADING_OVER);
    EXPECT_EQ(try_("0 take-from 1"), SE_TRADING_OVER);
    EXPECT_EQ(try_("0 library 1"), SE_TRADING_OVER);
    EXPECT_EQ(try_("0 give-back grain"), SE_WRONG_PHASE);
    EXPECT_EQ(struggle_trades_left(&g), 0);
}

static void the_library_opens_a_hand_once(void) {
    given("struggle,first=0", 3);
    hand(0, "lumber");
    hand(1, "2wool+ore");
    hand(2, "");
    EXPECT_EQ(try_("0 library 1"), SE_NO_LIBRARY);
    town(0, 1, 0, HAS(SX_LIBRARY));
    rows(0, 3, 0);
    EXPECT_EQ(try_("0 library 2"), SE_TOO_FEW_CARDS);
    EXPECT_EQ(try_("0 library 0"), SE_NOT_AN_OPPONENT);
    EXPECT_EQ(menu_count(0, "0 library"), 1);
    play("0 library 1");
    EXPECT_EQ(g.phase, SP_LIBRARY);
    EXPECT_EQ(menu_count(0, "0 pick"), 2);
    EXPECT_EQ(try_("0 pick brick"), SE_TOO_FEW_CARDS);
    play("0 pick ore; 0 give-back lumber");
    EXPECT(holds(0, "ore"));
    EXPECT(holds(1, "lumber+2wool"));
    EXPECT_EQ(struggle_trades_left(&g), 1);
    EXPECT_EQ(try_("0 library 1"), SE_LIBRARY_USED);
    EXPECT_EQ(menu_count(0, "0 library"), 0);
    EXPECT_EQ(try_("0 take-from 1"), SE_OK);
}

/* Ruling G14. */
static void more_cards_may_follow_the_librarys_before_one_goes_back(void) {
    given("struggle,first=0", 3);
    town(0, 1, 0, HAS(SX_LIBRARY));
    rows(0, 5, 0);                          /* three trades */
    hand(0, "lumber");
    hand(1, "2wool+ore");
    hand(2, "grain");
    play("0 library 1; 0 pick ore");
    EXPECT_EQ(g.phase, SP_GIVE_BACK);
    EXPECT_EQ(menu_count(0, "0 take-from"), 2);
    EXPECT_EQ(menu_count(0, "0 give-back"), 2);
    EXPECT_EQ(try_("0 take-from 2"), SE_WRONG_PHASE);
    EXPECT_EQ(try_("0 take-from 1 3"), SE_NO_TRADES_LEFT);
    play("0 take-from 1 2; * steal 1 wool; * steal 1 wool");
    EXPECT_EQ(g.phase, SP_GIVE_BACK);
    EXPECT_EQ(try_("0 take-from 1"), SE_WRONG_PHASE);
    play("0 give-back lumber; 0 give-back wool; 0 give-back ore");
    EXPECT(holds(0, "wool"));
    EXPECT(holds(1, "lumber+wool+ore"));
    EXPECT_EQ(g.phase, SP_TRADE);
    EXPECT_EQ(struggle_trades_left(&g), 0);
}

/* After the first card has gone back, or without the Library, the trade is closed. */
static void a_trade_that_gives_back_takes_no_more(void) {
    given("struggle,first=0", 3);
    town(0, 1, 0, HAS(SX_LIBRARY));
    rows(0, 5, 0);
    hand(0, "lumber");
    hand(1, "2wool+ore");
    play("0 take-from 1; * steal 1 ore");
    EXPECT_EQ(try_("0 take-from 1"), SE_WRONG_PHASE);
    EXPECT_EQ(menu_count(0, "0 take-from"), 0);
    play("0 give-back ore; 0 library 1; 0 pick ore; 0 give-back ore");
    EXPECT_EQ(g.phase, SP_TRADE);
    EXPECT_EQ(g.used, SU_LIBRARY);
    given("struggle,first=0", 3);
    town(0, 1, 0, HAS(SX_LIBRARY));
    rows(0, 1, 0);                          /* one trade: the Library's */
    hand(1, "2wool+ore");
    play("0 library 1; 0 pick ore");
    EXPECT_EQ(menu_count(0, "0 take-from"), 0);
    EXPECT_EQ(try_("0 take-from 1"), SE_NO_TRADES_LEFT);
}

static void the_library_is_a_trade_with_an_opponent(void) {
    given("struggle,first=0", 3);
    town(0, 1, 0, HAS(SX_LIBRARY));
    market("2wool+3ore");
    hand(0, "lumber");
    play("0 swap-market ore lumber");
    EXPECT_EQ(try_("0 library 1"), SE_NO_TRADES_LEFT);
    given("struggle,first=0", 3);
    town(0, 1, 0, HAS(SX_LIBRARY));
    rows(0, 0, 0);
    EXPECT_EQ(try_("0 library 1"), SE_STACK_ONLY);
}

static void the_guild_robs_a_seat_that_is_not_behind(void) {
    given("struggle,first=0", 4);
    empty_hands();
    hand(1, "wool");
    hand(2, "ore");
    EXPECT_EQ(try_("0 guild 1"), SE_NO_GUILD);
    town(0, 1, 0, HAS(SX_GUILD));           /* 4 points */
    town(1, 4, 0, 0);                       /* 4 */
    town(2, 3, 0, 0);                       /* 3 */
    town(3, 5, 0, 0);
    EXPECT_EQ(try_("0 guild 2"), SE_FEWER_POINTS);
    EXPECT_EQ(try_("0 guild 3"), SE_TOO_FEW_CARDS);
    EXPECT_EQ(try_("0 guild 0"), SE_NOT_AN_OPPONENT);
    EXPECT_EQ(menu_count(0, "0 guild"), 1);
    play("0 guild 1; * steal 1 wool");
    EXPECT(holds(0, "wool"));
    EXPECT(holds(1, ""));
    EXPECT_EQ(g.phase, SP_TRADE);           /* nothing goes back */
    EXPECT_EQ(try_("0 guild 1"), SE_GUILD_USED);
    EXPECT_EQ(struggle_trades_left(&g), 1);
}

static void ruling_g12_the_guild_works_while_building_and_in_the_turn_it_was_built(void) {
    given("struggle,first=0", 3);
    empty_hands();
    town(0, 0, 1, 0);
    town(1, 4, 0, 0);
    hand(0, "3wool+ore");
    hand(1, "brick");
    play("0 build expansion guild 3wool+ore");
    EXPECT_EQ(g.phase, SP_BUILD);
    play("0 guild 1; * steal 1 brick");
    EXPECT_EQ(g.phase, SP_BUILD);
    pass_turn();
    pass_turn();
    pass_turn();
    EXPECT_EQ(g.turn, 0);
    hand(1, "brick");
    EXPECT_EQ(try_("0 guild 1"), SE_OK);    /* again in the next turn */
}

const struct test struggle_trade_tests[] = {
    TEST(as_many_cards_as_a_side_roads),
    TEST(without_an_a_side_road_one_card_with_the_draw_stack),
    TEST(the_draw_stack_gives_a_card_for_one_put_on_the_discard_pile),
    TEST(ruling_55_the_card_put_down_may_be_the_one_that_comes_back),
    TEST(ruling_56_the_market_stays_five),
    TEST(an_opponents_card_is_taken_unseen_and_one_given_back),
    TEST(ruling_g10_several_cards_at_once_from_one_opponent),
    TEST(ruling_57_an_empty_hand_cannot_be_traded_with),
    TEST(each_card_may_be_traded_elsewhere),
    TEST(the_first_building_ends_the_trading),
    TEST(the_library_opens_a_hand_once),
    TEST(more_cards_may_follow_the_librarys_before_one_goes_back),
    TEST(a_trade_that_gives_back_takes_no_more),
    TEST(the_library_is_a_trade_with_an_opponent),
    TEST(the_guild_robs_a_seat_that_is_not_behind),
    TEST(ruling_g12_the_guild_works_while_building_and_in_the_turn_it_was_built),
    TESTS_END,
};
