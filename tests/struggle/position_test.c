/* position_test.c -- Struggle's positions as JSON: what is read, and what is refused. */
#include "table.h"

enum { JSON_SIZE = 1 << 14 };

static char json[JSON_SIZE];
static char why[WHY_MAX];

static const char *written(const void *state) {
    struct json_out o = json_begin(json, sizeof json);
    struggle_game.write(state, NULL, &o);
    EXPECT(json_fits(&o));
    return json;
}

static int read_into(struct struggle *out, const char *text) {
    struct text words = text_begin(why, sizeof why);
    memset(out, 0, sizeof *out);
    return struggle_game.read(out, text, strlen(text), &words);
}

/* The position with the first `from` replaced by `to`. */
static int read_with(const char *from, const char *to) {
    static char text[JSON_SIZE];
    struct struggle out;
    written(&g);
    char *at = strstr(json, from);
    if (!at) {
        test_fail(__FILE__, __LINE__, "the position has no %s", from);
        return 0;
    }
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - json), json, to, at + strlen(from));
    return read_into(&out, text);
}

#define REFUSED(from, to, words)                                                                   \
    do {                                                                                           \
        EXPECT_EQ(read_with(from, to), -1);                                                        \
        if (!strstr(why, words))                                                                   \
            test_fail(__FILE__, __LINE__, "refused for \"%s\", not %s", why, words);               \
    } while (0)

static void reads_back(const void *state) {
    struct struggle out;
    EXPECT_EQ(read_into(&out, written(state)), 0);
    EXPECT(!memcmp(&out, state, sizeof out));
}

/* Every state and every view of many random games. */
static void positions_and_views_read_back(void) {
    struct struggle view;
    struct rng rng;
    struct action a;
    rng_seed(&rng, 3);
    for (int seats = 2; seats <= 6; seats++) {
        EXPECT(start(seats < 5 ? "struggle,market_day=swap" : "struggle-56", seats));
        while (g.phase != SP_OVER) {
            if (rng_below(&rng, 16) == 0) {
                reads_back(&g);
                struggle_game.view(&g, (int)rng_below(&rng, (uint32_t)seats), &view);
                reads_back(&view);
                struggle_game.view(&g, SEAT_SPECTATOR, &view);
                reads_back(&view);
            }
            random_step(&g, &rng, &a);
        }
        reads_back(&g);
    }
}

/* Take the first member of that name out of the position, and read it. */
static int read_without(const char *key) {
    struct struggle out;
    written(&g);
    char *body = strstr(json, "\"viewer\":"), member[40];     /* behind the rules' options */
    snprintf(member, sizeof member, "\"%s\":", key);
    test_drop_member(strstr(body, member) ? body : json, key);
    return read_into(&out, json);
}

static void every_key_that_is_not_derived_is_needed(void) {
    static const char *const needed[] = {
        "v",           "rules",     "phase",      "turn",     "round",  "market",
        "discard",     "unseen",    "supply",   "road",       "settlement", "knight", "expansions",
        "events",      "brigands",  "market-day", "destiny",  "trades_left", "built",
        "library_used", "guild_used", "seats",  "cards",      "roads",    "knights",
        "settlements", "cities",    "owes_cards",
    };
    static const char *const derived[] = { "owes",          "may",    "chance", "winner",
                                           "points_public", "count",  "stack",  "looking",
                                           "asked",         "viewer", "taking", "coming",
                                           "game" };
    given("struggle,first=0", 3);
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (read_without(needed[i]) != -1)
            test_fail(__FILE__, __LINE__, "without %s it is accepted", needed[i]);
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (read_without(derived[i]) != 0)
            test_fail(__FILE__, __LINE__, "without %s it is refused: %s", derived[i], why);
    REFUSED("\"first\":0,\"market", "\"market", "first:");
    REFUSED("\"expansions\":[],", "", "seats[0].expansions:");
}

/* The refusal names any misspelt key and where it is. In a view, which may come from a newer
 * server, the key is ignored. */
static void a_key_that_no_position_has_is_refused_by_name(void) {
    given("struggle,first=0", 3);
    REFUSED("\"winner\":", "\"wimner\":", "wimner: no such key");
    REFUSED("\"players\":", "\"player\":", "rules.player: no such key");
    REFUSED("\"market_day\":", "\"market-day\":", "rules.options.market-day: no such option");
    REFUSED("\"knight\":", "\"knights\":", "supply.knights: no such key");
    REFUSED("\"brigands\":7,\"market-day\"", "\"brigand\":7,\"market-day\"",
            "events.brigand: no such key");
    REFUSED("{\"seat\":2,", "{\"seat\":2,\"colour\":\"red\",", "seats[2].colour: no such key");
    REFUSED("\"cards\":{\"brick\"", "\"cards\":{\"clay\"", "seats[0].cards.clay: no such key");
    struggle_game.view(&g, 1, &g);
    EXPECT_EQ(read_with("\"winner\":", "\"later\":{\"cards\":1},\"winner\":"), 0);
}

static void values_out_of_range_are_refused(void) {
    given("struggle,first=0", 3);
    REFUSED("\"v\":1", "\"v\":2", "v:");
    REFUSED("\"game\":\"struggle\"", "\"game\":\"catan\"", "game:");
    REFUSED("\"ruleset\":\"struggle\"", "\"ruleset\":\"struggle\",\"players\":2", "JSON");
    REFUSED("\"text\":\"struggle,first=0\"", "\"text\":\"fifth\"", "rules");
    REFUSED("\"phase\":\"trade\"", "\"phase\":\"roll\"", "phase:");
    REFUSED("\"phase\":\"trade\"", "\"phase\":7", "phase:");
    REFUSED("\"viewer\":null", "\"viewer\":\"all\"", "viewer:");
    REFUSED("\"viewer\":null", "\"viewer\":9", "viewer:");
    REFUSED("\"turn\":0", "\"turn\":-1", "turn:");
    REFUSED("\"turn\":0", "\"turn\":5", "turn:");
    REFUSED("\"first\":0,\"market", "\"first\":6,\"market", "first:");
    REFUSED("\"round\":0", "\"round\":65536", "round:");
    REFUSED("\"destiny\":\"clockwise\"", "\"destiny\":null", "destiny:");
    REFUSED("\"built\":[]", "\"built\":[\"tavern\"]", "built:");
    REFUSED("\"built\":[]", "\"built\":[\"road\",\"road\"]", "built:");
    REFUSED("\"guild_used\":false", "\"guild_used\":0", "guild_used");
    REFUSED("\"trades_left\":1", "\"trades_left\":2", "trades_left:");
    REFUSED("\"expansions\":[\"library\"", "\"expansions\":[\"tavern\"", "supply.expansions");
    REFUSED("\"expansions\":[]", "\"expansions\":[\"tavern\"]", "seats[0].expansions:");
    REFUSED("\"roads\":[\"A\"]", "\"roads\":[\"B\"]", "seats[0].roads:");
    REFUSED("\"knights\":[]", "\"knights\":[\"A\",\"A\"]", "seats[0].knights:");
    REFUSED("\"market\":[\"brick\"", "\"market\":[\"sheep\"", "market:");
    REFUSED("\"discard\":{\"brick\":0", "\"discard\":{\"sheep\":0", "discard.sheep: no such");
    REFUSED("\"seats\":[", "\"seats\":[7,", "seats[0]: an object");
    REFUSED("{\"seat\":1", "{\"seat\":2", "seat:");
    REFUSED("\"brigands\":7,\"market-day\"", "\"brigands\":-1,\"market-day\"", "brigands:");
    REFUSED("\"destiny\":\"clockwise\"", "\"destiny\":\"clockwise", "JSON");
    given("struggle,first=0", 2);
    REFUSED("\"destiny\":null", "\"destiny\":\"counter\"", "destiny:");
}

static void derived_values_may_not_contradict(void) {
    given("struggle,first=0", 3);
    REFUSED("\"count\":3", "\"count\":4", "count");
    REFUSED("\"stack\":53", "\"stack\":52", "stack");
    REFUSED("\"points\":1,", "\"points\":2,", "points");
    REFUSED("\"points_public\":1", "\"points_public\":2", "points_public");
    REFUSED("\"winner\":null", "\"winner\":0", "winner");
    REFUSED("\"owes\":[0]", "\"owes\":[1]", "owes");
    REFUSED("\"owes\":[0]", "\"owes\":[\"A\"]", "owes");
    REFUSED("\"may\":[]", "\"may\":[1]", "may");
    REFUSED("\"chance\":false", "\"chance\":true", "chance");
    REFUSED("\"coming\":0", "\"coming\":1", "coming");
    REFUSED("\"taking\":null", "\"taking\":{\"from\":1,\"coming\":1,\"owed\":1}",
            "taking: nothing in this");
    REFUSED("\"asked\":null", "\"asked\":1", "asked: nothing in this");
    REFUSED("\"looking\":null", "\"looking\":{\"seat\":0,\"hand_of\":1}",
            "looking: nothing in this");
}

static void seats_must_be_as_many_as_players(void) {
    given("struggle,first=0", 3);
    REFUSED("\"players\":3", "\"players\":2", "seats: one object per seat");
    REFUSED("\"players\":3", "\"players\":4", "seats: one object per seat");
    given("struggle,first=0", 4);
    REFUSED("\"players\":4", "\"players\":3", "seats: one object per seat");
    REFUSED("\"seats\":[{", "\"seats\":{\"x\":[{", "JSON");
}

static void secrets_may_not_be_null_in_a_whole_position(void) {
    given("struggle,first=0", 3);
    struggle_game.view(&g, 1, &g);
    REFUSED("\"viewer\":1", "\"viewer\":null", "null");
    REFUSED("\"stack\":53", "\"stack\":\"many\"", "stack");
    REFUSED("\"viewer\":1", "\"viewer\":2", "cards");       /* hers are not shown */
    REFUSED("\"viewer\":1", "\"viewer\":\"spectator\"", "cards");
}

/* One broken state for each invariant. */
static void expect_broken(int number) {
    EXPECT_EQ(struggle_game.sound(&g), number);
}

#define BROKEN(number, change) do { \
    struct struggle whole_ = g; change; expect_broken(number); g = whole_; } while (0)

static void unsound_rules_and_fields_are_found(void) {
    given("struggle,first=0", 3);
    BROKEN(1, g.rules.ruleset = 2);
    BROKEN(1, g.rules.value[SO_POINTS] = 0);
    BROKEN(1, g.rules.value[SO_MARKET_DAY] = 2);
    BROKEN(1, g.rules.seats = 7);
    BROKEN(2, g.phase = SP_N);
    BROKEN(2, g.turn = 3);
    BROKEN(2, g.turn = -2);
    BROKEN(2, g.first = 3);
    BROKEN(2, g.first = -2);
    BROKEN(2, g.target = 3);
    BROKEN(2, g.counter = 2);
    BROKEN(2, g.built = 32);
    BROKEN(2, g.used = 8);
    BROKEN(2, g.viewer = 3);
    BROKEN(2, g.viewer = -4);
    BROKEN(2, g.seat[0].expansions = 32);
    BROKEN(2, g.seat[3].roads = 1);
    BROKEN(2, g.seat[4].knights = 1);
    BROKEN(2, g.seat[5].settlements = 1);
    BROKEN(2, g.seat[3].cities = 1);
    BROKEN(2, g.seat[3].expansions = 1);
    BROKEN(2, g.seat[3].owes = 1);
    BROKEN(2, g.hand[3] = 1);
    BROKEN(2, g.spare[0] = 1);
    BROKEN(2, g.spare[1] = 1);
    given("struggle,first=0", 2);
    BROKEN(2, g.counter = 1);
}

static void cards_must_add_up(void) {
    given("struggle,first=0", 3);
    BROKEN(3, g.hand[0] += 1);
    BROKEN(3, g.hand[0] = 0);
    BROKEN(3, g.hand[0] = 3 * BUNDLE_TOTAL);
    BROKEN(3, g.stack = (uint64_t)1 << 60);
    BROKEN(3, g.market = 0x80 | 0x80 * BUNDLE_TOTAL);
    BROKEN(3, g.discard = BUNDLE_TOTAL);
    BROKEN(3, (g.hand[0] += bundle("brick"), g.stack -= bundle("wool")));
    BROKEN(3, (g.hand[0] += bundle("16ore"), g.stack -= bundle("11wool")));
    struggle_game.view(&g, 1, &g);
    expect_broken(0);
    BROKEN(3, g.hand[0] = bundle("brick+lumber+wool"));     /* seat 1 cannot know them */
    BROKEN(3, g.hand[1] = 3 * BUNDLE_TOTAL);  /* but knows its own */
    BROKEN(3, g.stack -= BUNDLE_TOTAL);
}

static void pieces_must_add_up(void) {
    given("struggle,first=0", 3);
    BROKEN(4, g.supply[SB_ROAD]--);
    BROKEN(4, g.supply[SB_KNIGHT]--);
    BROKEN(4, g.supply[SB_SETTLEMENT]--);
    BROKEN(4, g.seat[1].cities++);
    BROKEN(4, g.back[SV_BRIGANDS]--);
    BROKEN(4, (g.back[SV_BRIGANDS]++, g.back[SV_MARKET_DAY]--));
    BROKEN(4, (g.back[SV_BRIGANDS]--, g.back[SV_MARKET_DAY]++));
    BROKEN(5, g.expansion[SX_LIBRARY]--);
    BROKEN(5, (g.seat[0].expansions |= HAS(SX_LIBRARY), g.supply[SB_SETTLEMENT]--,
               g.back[SV_BRIGANDS]--));
}

static void turn_and_set_up_must_fit_the_phase(void) {
    given("struggle,first=0", 3);
    BROKEN(6, g.phase = SP_DEAL);
    BROKEN(6, g.phase = SP_FIRST);
    BROKEN(6, g.turn = -1);
    BROKEN(6, g.first = -1);
    BROKEN(7, (g.stack += g.market - bundle("wool"), g.market = bundle("wool")));
    EXPECT(start("struggle", 3));
    BROKEN(6, g.first = 0);
    BROKEN(6, g.built = 1);
    BROKEN(6, g.used = 1);
    BROKEN(6, g.traded = 1);
    BROKEN(6, g.round = 1);
    BROKEN(7, g.pending = 4);
    BROKEN(8, (g.hand[0] = bundle("wool"), g.stack -= bundle("wool")));
    play("* market wool; * market ore; * market ore; * market brick; * market ore; * deal 0 wool; "
         "* deal 0 ore");
    BROKEN(8, g.pending = 8);
    BROKEN(8, g.pending = 10);
    BROKEN(8, (g.hand[1] = bundle("wool"), g.stack -= bundle("wool")));
    EXPECT(start("struggle,first=0,market=0", 3));
    BROKEN(6, g.phase = SP_FIRST);
}

static void cards_under_way_must_fit_the_phase(void) {
    given("struggle,first=0", 3);
    hand(0, "wool");
    hand(1, "ore+wool");
    hand(2, "");
    BROKEN(9, g.pending = 1);
    BROKEN(9, g.owed = 1);
    BROKEN(9, g.target = 1);
    BROKEN(9, g.phase = SP_TAKE);
    BROKEN(9, (g.phase = SP_DRAW));
    BROKEN(9, (g.phase = SP_DRAW, g.pending = 3));
    BROKEN(9, (g.phase = SP_DRAW, g.pending = 2, g.owed = 1));
    BROKEN(9, (g.phase = SP_DRAW, g.pending = 2, g.target = 1));
    BROKEN(9, (g.phase = SP_SWAP, g.traded = 1));
    BROKEN(9, (g.phase = SP_SWAP, g.traded = 1, g.pending = 1, g.owed = 1));
    BROKEN(9, (g.phase = SP_SWAP, g.traded = 1, g.pending = 1, g.target = 1));
    BROKEN(9, (g.phase = SP_SWAP, g.traded = 1, g.pending = 1, g.discard += g.stack, g.stack = 0));
    BROKEN(9, (g.phase = SP_DRAW, g.pending = 1, g.discard += g.stack, g.stack = 0));
    BROKEN(9, (g.phase = SP_TAKE, g.traded = 1, g.pending = 1, g.owed = 1));
    BROKEN(9, (g.phase = SP_TAKE, g.traded = 1, g.pending = 3, g.owed = 3, g.target = 1));
    BROKEN(9, (g.phase = SP_TAKE, g.traded = 1, g.pending = 2, g.owed = 1, g.target = 1));
    BROKEN(9, (g.phase = SP_TAKE, g.pending = 2, g.target = 1));
    BROKEN(9, (g.phase = SP_GIVE_BACK, g.traded = 1, g.target = 1));
    BROKEN(9, (g.phase = SP_GIVE_BACK, g.traded = 1, g.owed = 1));
    BROKEN(9, (g.phase = SP_GIVE_BACK, g.traded = 1, g.owed = 2, g.target = 1));
    BROKEN(9, (g.phase = SP_GIVE_BACK, g.traded = 1, g.owed = 1, g.target = 1, g.pending = 1));
    BROKEN(9, (g.phase = SP_LIBRARY, g.owed = 1, g.target = 2));
    BROKEN(9, (g.phase = SP_LIBRARY, g.owed = 2, g.target = 1));
    BROKEN(9, (g.phase = SP_LIBRARY, g.owed = 1, g.target = 0));
    BROKEN(9, (g.phase = SP_LIBRARY, g.owed = 1, g.target = 1, g.pending = 1));
    BROKEN(9, (g.phase = SP_MARKET_DAY));
    BROKEN(9, (g.phase = SP_MARKET_DAY, g.owed = 1));
    BROKEN(9, (g.phase = SP_MARKET_DAY, g.pending = 1));
    BROKEN(9, (g.rules.value[SO_MARKET_DAY] = SM_SWAP, g.phase = SP_MARKET_DAY, g.target = 2));
    given("struggle,first=0,market=0,market_day=swap", 3);
    BROKEN(9, g.phase = SP_MARKET_DAY);
    EXPECT(start("struggle", 3));
    BROKEN(9, g.owed = 1);
    BROKEN(9, g.target = 1);
    BROKEN(7, g.pending = 0);
}

static void debts_must_fit_the_phase(void) {
    given("struggle,first=0", 3);
    BROKEN(10, g.seat[0].owes = 1);
    BROKEN(10, g.seat[0].owes = 4);
    BROKEN(10, g.phase = SP_DISCARD);
}

static void what_was_done_must_fit_the_phase(void) {
    given("struggle,first=0", 3);
    hand(0, "wool");
    hand(1, "wool");
    BROKEN(11, g.built = 1);                /* in the trade phase */
    BROKEN(11, g.phase = SP_BUILD);
    BROKEN(11, (g.phase = SP_BUILD, g.built = 1, g.traded = 1));
    BROKEN(11, g.traded = 2);
    BROKEN(11, (g.phase = SP_DRAW, g.pending = 2, g.traded = 1));
    BROKEN(11, (g.phase = SP_SWAP, g.pending = 1));
    BROKEN(11, (g.phase = SP_GIVE_BACK, g.owed = 1, g.target = 1));
    BROKEN(11, (g.phase = SP_TAKE, g.pending = 1, g.target = 1));
    BROKEN(11,
           (g.phase = SP_TAKE, g.pending = 1, g.target = 1, g.owed = 1, g.traded = 1, g.built = 1));
    BROKEN(11, (g.phase = SP_EVENT, g.built = 1, g.back[SV_BRIGANDS]++, g.supply[SB_ROAD]++,
                g.supply[SB_ROAD]--, g.seat[0].settlements--, g.seat[0].cities++,
                g.back[SV_BRIGANDS]--));
    BROKEN(11, (g.phase = SP_SETTLED, g.built = 1));
    BROKEN(11, g.used = SU_LIBRARY);
    BROKEN(11, g.used = SU_LIBRARY_MORE);
    BROKEN(11, g.used = SU_GUILD);
    BROKEN(11, (g.phase = SP_LIBRARY, g.owed = 1, g.target = 1, g.traded = 1));
    BROKEN(12, g.phase = SP_OVER);
    rows(0, 0, 0);
    BROKEN(11, (g.phase = SP_GIVE_BACK, g.owed = 1, g.target = 1, g.traded = 1));
    given("struggle,first=0", 2);
    BROKEN(11, (g.phase = SP_SETTLED, g.built = 1 << SB_SETTLEMENT));
    given("struggle,first=0", 3);
    BROKEN(12, g.rules.value[SO_POINTS] = 1);
}

const struct test struggle_position_tests[] = {
    TEST(positions_and_views_read_back),
    TEST(every_key_that_is_not_derived_is_needed),
    TEST(a_key_that_no_position_has_is_refused_by_name),
    TEST(values_out_of_range_are_refused),
    TEST(derived_values_may_not_contradict),
    TEST(seats_must_be_as_many_as_players),
    TEST(secrets_may_not_be_null_in_a_whole_position),
    TEST(unsound_rules_and_fields_are_found),
    TEST(cards_must_add_up),
    TEST(pieces_must_add_up),
    TEST(turn_and_set_up_must_fit_the_phase),
    TEST(cards_under_way_must_fit_the_phase),
    TEST(debts_must_fit_the_phase),
    TEST(what_was_done_must_fit_the_phase),
    TESTS_END,
};
