/* position_test.c -- positions and views as JSON: they round-trip, and unsound ones are refused. */
#include <stdlib.h>

#include "core/session.h"
#include "test.h"

enum { JSON_SIZE = 1 << 16 };

static _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX], again[STATE_MAX];
static char text[JSON_SIZE], words[WHY_MAX];
static struct action menu[MENU_MAX];

static size_t write_json(const struct game *game, const void *position) {
    struct json_out out = json_begin(text, sizeof text);
    game->write(position, NULL, &out);
    EXPECT(json_fits(&out));
    return out.len;
}

static int read_json(const struct game *game, const char *json, size_t len) {
    struct text why = text_begin(words, sizeof words);
    return game->read(again, json, len, &why);
}

/* Write it, read it, and find the same bytes. */
static void expect_round_trip(const struct game *game, const void *position, const char *rules) {
    size_t len = write_json(game, position);
    memset(again, 0, sizeof again);
    int error = read_json(game, text, len);
    if (error)
        test_fail(__FILE__, __LINE__, "%s: refused: %s: %.300s", rules, words, text);
    else if (memcmp(again, position, game->state_size) != 0)
        test_fail(__FILE__, __LINE__, "%s: not the same after reading: %.300s", rules, text);
}

/* One step of random play by whoever owes; false when the game is over. */
static bool random_step(const struct game *game, struct rng *rng) {
    unsigned owes = game->owes(state);
    struct action a;
    if (owes == 0)
        return false;
    if (owes & OWES_CHANCE) {
        chance_draw(game, state, &rng->source, &a);
    } else {
        int seat = 0;
        while (!(owes >> seat & 1))
            seat++;
        a = menu[rng_below(rng, (uint32_t)game->legal(state, seat, menu))];
    }
    game->apply(state, &a);
    return true;
}

static void play_and_compare(const char *rules_text, uint64_t seed, int every) {
    const struct game *game = rules_game(rules_text);
    struct rules rules;
    struct rng rng;
    int at;
    EXPECT_EQ(rules_parse(game, rules_text, 0, &rules, &at), RULES_OK);
    rng_seed(&rng, seed);
    memset(state, 0, sizeof state);
    EXPECT_EQ(game->init(state, &rules), 0);
    for (int step = 0; step < 5000 && test_failures == 0; step++) {
        if (step % every == 0 || game->owes(state) == 0) {
            expect_round_trip(game, state, rules_text);
            for (int seat = SEAT_SPECTATOR; seat < rules.seats; seat++) {
                if (seat == SEAT_CHANCE)
                    continue;
                memset(view, 0, sizeof view);
                game->view(state, seat, view);
                expect_round_trip(game, view, rules_text);
            }
        }
        if (!random_step(game, &rng))
            break;
    }
}

static void positions_and_views_round_trip_in_every_ruleset(void) {
    for (int i = 0; games[i]; i++)
        for (const struct ruleset *set = games[i]->rulesets; set->name; set++)
            play_and_compare(set->name, 11, 41);
}

static void positions_of_helpers_and_variants_round_trip(void) {
    play_and_compare("fifth+helpers,board=random,menu=trades", 1, 17);
    play_and_compare("fifth-56+helpers,dice=deck,friendly=3,quiet_rounds=2", 2, 17);
    play_and_compare("sixth+helpers,board=random,harbors=frame,tokens=random,first=2", 3, 3);
    play_and_compare("fifth,board=random,harbors=markers,menu=trades,phases=combined", 4, 17);
    play_and_compare("3d,board=random,tokens=random,harbors=coves,army_aside=on", 5, 17);
}

/* ---- refusals ---- */

/* A position that a random game reaches, or a view of it, as JSON in `text`. */
static size_t some_position(const char *rules_text, int steps, int seat) {
    const struct game *game = rules_game(rules_text);
    struct rules rules;
    struct rng rng;
    int at;
    rules_parse(game, rules_text, 4, &rules, &at);
    rng_seed(&rng, 5);
    memset(state, 0, sizeof state);
    game->init(state, &rules);
    for (int i = 0; i < steps; i++)
        random_step(game, &rng);
    memset(view, 0, sizeof view);
    game->view(state, seat, view);
    return write_json(game, view);
}

/* Read the text with the first `from` replaced by `to`; returns why it is refused. Where `to` has
 * to rename a member, it calls it "x" or "y", and these are removed. */
static const char *refused_text(const char *from, const char *to) {
    static char changed[JSON_SIZE + 64];
    char *at = strstr(text, from);
    if (!at) {
        test_fail(__FILE__, __LINE__, "\"%s\" is not in the position", from);
        return "";
    }
    size_t before = (size_t)(at - text), len = strlen(text);
    memcpy(changed, text, before);
    strcpy(changed + before, to);
    memcpy(changed + before + strlen(to), at + strlen(from), len - before - strlen(from) + 1);
    test_drop_member(changed, "x");
    test_drop_member(changed, "y");
    unsigned char untouched[64];
    memset(again, 0x5a, sizeof again);
    memset(untouched, 0x5a, sizeof untouched);
    if (read_json(games[0], changed, strlen(changed)) >= 0)
        test_fail(__FILE__, __LINE__, "accepted with %s for %s", to, from);
    EXPECT(memcmp(again, untouched, sizeof untouched) == 0);
    return words;
}

/* Is this the invariant that the refusal names? */
static bool names(const char *why, const char *id) {
    size_t n = strlen(id);
    return strncmp(why, id, n) == 0 && (why[n] == '\0' || why[n] == ':');
}

static const char *refused(const char *from, const char *to) {
    some_position("fifth,board=random,phases=combined", 300, SEAT_ALL);
    return refused_text(from, to);
}

static void an_unsound_position_is_refused_with_its_invariant(void) {
    EXPECT(names(refused("\"bank\":{\"brick\":1", "\"bank\":{\"brick\":"), "resource-cards"));
    EXPECT(names(refused("\"knights_gone\":0", "\"knights_gone\":1"), "development-cards"));
    EXPECT(names(refused("\"winner\":null", "\"winner\":0"), "winner"));
    EXPECT(names(refused("\"victim\":null", "\"victim\":1"), "phase"));
    EXPECT(names(refused("\"road_to_beat\":", "\"road_to_beat\":1"), "longest-road"));
    EXPECT(names(refused("\"helper_seat\":null", "\"helper_seat\":0"), "phase"));
}

/* This includes a board full of one seat's roads, whose longest road would take forever to find. */
static void more_pieces_than_the_box_holds_are_refused_at_once(void) {
    char roads[2048] = "\"roads\":[\"A1.NW\"";
    some_position("fifth,first=0", 0, SEAT_ALL);
    for (const char *row = "A3B4C5D4E3"; *row; row += 2)
        for (int i = 1; i <= row[1] - '0'; i++)
            sprintf(roads + strlen(roads), ",\"%c%d.NE\",\"%c%d.E\",\"%c%d.SE\"", row[0], i, row[0],
                    i, row[0], i);
    strcat(roads, "],\"x\":[");
    EXPECT(names(refused_text("\"roads\":[", roads), "pieces"));
}

static void what_contradicts_the_pieces_is_refused(void) {
    EXPECT_STR(refused("\"left\":{\"road\":1", "\"left\":{\"road\":"),
               "seats[1].left.road: contradicts the rest");
    EXPECT_STR(refused("\"road_length\":", "\"road_length\":1"),
               "seats[0].road_length: contradicts the rest");
    EXPECT_STR(refused(",\"points_public\":", ",\"points_public\":1"),
               "seats[0].points_public: contradicts the rest");
    EXPECT_STR(refused(",\"count\":", ",\"count\":1"), "seats[0].count: contradicts the rest");
    EXPECT_STR(refused("\"dev_count\":", "\"dev_count\":1"),
               "seats[0].dev_count: contradicts the rest");
    EXPECT_STR(refused("\"deck\":{\"count\":", "\"deck\":{\"count\":1"),
               "deck.count: contradicts the rest");
    EXPECT_STR(refused("\"rates\":{\"brick\":", "\"rates\":{\"brick\":1"),
               "seats[0].rates: contradicts the rest");
    EXPECT_STR(refused("\"longest_road\":null", "\"longest_road\":{\"seat\":0,\"length\":9}"),
               "longest-road: another's; without longest_road and road_to_beat it is judged");
    EXPECT_STR(refused("{\"seat\":0,", "{\"seat\":1,"), "seats[0].seat: contradicts the rest");
}

static const struct change { const char *from, *to, *why; } malformed[] = {
    { "\"v\":1", "\"v\":2", "v: this version knows positions of version 1" },
    { "\"phase\":\"", "\"phase\":\"x", "phase: no such word" },
    { "\"turn\":", "\"turn\":9", "turn: a seat or null" },
    { "\"rolled\":", "\"rolled\":1,\"x\":", "rolled: true or false" },
    { "\"free_roads\":0", "\"free_roads\":-1", "free_roads: 0 to 255" },
    { "\"robber\":\"", "\"robber\":\"Z", "robber: a hex of this board or null" },
    { "\"turns\":", "\"turns\":-", "turns: 0 to 4294967295" },
    { "\"settlements\":[", "\"settlements\":[\"Z9.N\",",
      "seats[0].settlements: a piece on a place that this board does not have" },
    { "\"settlements\":[", "\"settlements\":[\"A1.N\",\"A1.N\",",
      "seats[0].settlements: two pieces on one place" },
    { "\"cities\":[", "\"cities\":7,\"x\":[",
      "seats[0].cities: an array, each a corner of this board" },
    { "\"q\":0,\"r\":-2", "\"q\":7,\"r\":-2",
      "board.hexes[0]: q and r name no hex of this board" },
    { "\"A1\",\"q\":0,\"r\":-2", "\"A2\",\"q\":1,\"r\":-2", "board.hexes[1]: given twice" },
    { "\"terrain\":\"", "\"terrain\":\"x",
      "board.hexes[0].terrain: \"hills\", \"forest\", \"pasture\", \"fields\", \"mountains\", "
      "\"desert\" or null" },
    { "\"number\":", "\"number\":7,\"x\":", "board.hexes[0].number: 2 to 12, not 7, or null" },
    { "\"terrain\":\"desert\",\"number\":null", "\"terrain\":\"desert\",\"number\":4",
      "board.hexes[6].number: stands on land that yields something" },
    { "\"hexes\":[{", "\"hexes\":[],\"x\":[{", "board.hexes: an object for every hex" },
    { "\"hexes\":[", "\"hexes\":0,\"x\":[",
      "board.hexes: an object for every hex" },
    { "\"harbors\":[{", "\"harbors\":0,\"x\":[{",
      "board.harbors: an array of objects" },
    { "\"side\":\"NW\"", "\"side\":\"E\"",
      "board.harbors[0]: q, r and side name no coast of this board" },
    { "\"type\":\"3:1\"", "\"type\":\"4:1\"",
      "board.harbors[0].type: \"brick\", \"lumber\", \"wool\", \"grain\", \"ore\", "
      "\"3:1\" or null" },
    { "\"harbors\":[", "\"harbors\":[{\"q\":0,\"r\":-2,\"side\":\"NW\",\"type\":\"3:1\"},",
      "board.harbors[1]: given twice" },
    { "\"harbors\":[", "\"frame\":[9],\"harbors\":[", "board.frame[0]: 0 to 5 or null" },
    { "\"harbors\":[", "\"frame\":4,\"harbors\":[", "board.frame: six pieces of 0 to 5 or null" },
    { "\"harbors\":[", "\"frame\":[0,1,2,3,4,5,0],\"harbors\":[",
      "board.frame: six pieces of 0 to 5 or null" },
    { "\"seats\":[{", "\"seats\":{},\"x\":[{", "seats: one object per seat" },
    { "\"seats\":[{", "\"seats\":[{},{", "seats: one object per seat" },
    { "\"seats\":[{", "\"seats\":[],\"x\":[{", "seats: one object per seat" },
    { "\"seats\":[{", "\"seats\":[4,{", "seats[0]: an object" },
    { "\"dice\":[", "\"dice\":[9,", "dice[0]: 1 to 6" },
    { "\"dice\":[", "\"dice\":[1,", "dice: two numbers of 1 to 6 or null" },
    { "\"dice\":[", "\"dice\":[4],\"x\":[", "dice: two numbers of 1 to 6 or null" },
    { "\"dice\":[", "\"dice\":{\"a\":4,\"b\":4},\"x\":[", "dice: two numbers of 1 to 6 or null" },
    { "\"gains\":[", "\"gains\":4,\"x\":[", "gains: cards as {\"ore\":1} for each seat or null" },
    { "\"gains\":[", "\"gains\":[4,", "gains[0]: cards as {\"brick\":1}" },
    { "\"gains\":[", "\"gains\":[{},", "gains: cards as {\"ore\":1} for each seat or null" },
    { "\"dice\":[", "\"x\":[", "gains: contradicts the rest" },
    { "\"offers\":[", "\"offers\":4,\"x\":[", "offers: an array of objects" },
    { "\"offers\":[", "\"offers\":[{}", "offers[0]: from is no seat" },
    { "\"offers\":[", "\"offers\":[{\"from\":0}",
      "offers[0].number: 1 to 255" },
    { "\"longest_road\":null", "\"longest_road\":{}",
      "longest_road.seat: a seat" },
    { "\"largest_army\":null", "\"largest_army\":{\"seat\":7}",
      "largest_army.seat: a seat" },
    { "\"road_to_beat\":4", "\"longest_road\":{\"seat\":1,\"length\":-1},\"y\":4",
      "a position is one JSON object" },
    { "\"bank\":{", "\"bank\":4,\"x\":{", "bank: cards as {\"brick\":1}" },
    { "\"deck\":{", "\"deck\":{\"cards\":4,\"x\":1},\"y\":{",
      "deck.cards: cards as {\"knight\":1} or null" },
    { "\"bank\":{", "\"bank\":[1,2],\"x\":{", "bank: cards as {\"brick\":1}" },
    { "\"cards\":{\"brick\"", "\"cards\":{\"gold\"", "seats[0].cards.gold: no such key" },
    { "\"cards\":{\"brick\":", "\"cards\":{\"brick\":1000",
      "seats[0].cards: cards as {\"brick\":1} or null" },
    { "\"dev\":{", "\"dev\":{\"knight\":-1},\"x\":{",
      "seats[0].dev: cards as {\"knight\":1} or null" },
    { "\"played\":{", "\"played\":4,\"x\":{", "seats[0].played: cards as {\"knight\":1}" },
    { "\"played\":{", "\"played\":{\"point\":1},\"x\":{",
      "seats[0].played: cards as {\"knight\":1}" },
    { "\"first_roll\":", "\"first_roll\":99,\"x\":", "seats[0].first_roll: 0 to 12 or null" },
    { "\"owes_cards\":", "\"owes_cards\":999", "seats[0].owes_cards: 0 to 127" },
    { "\"offers_made\":0,\"first_roll\"", "\"offers_made\":-1,\"first_roll\"",
      "seats[0].offers_made: 0 to 255" },
    { "\"viewer\":null", "\"viewer\":9", "viewer: a seat, \"spectator\" or null" },
    { "\"viewer\":null", "\"viewer\":1",
      "viewer: a view holds its seat's cards and hides those of the others" },
    { "\"ruleset\":\"fifth\",\"players\":4", "\"players\":5",
      "rules.players: not a number of seats this ruleset knows" },
    { "\"first\":\"roll\"", "\"first\":\"5\"", "rules: options that do not go together" },
    { NULL, NULL, NULL },
};

static void malformed_members_are_refused_by_name(void) {
    for (const struct change *bad = malformed; bad->from; bad++)
        EXPECT_STR(refused(bad->from, bad->to), bad->why);
    some_position("fifth+helpers,board=random,dice=deck", 200, SEAT_ALL);
    EXPECT_STR(refused_text("\"repay\":[", "\"repay\":[9"), "repay: an array of seats");
    EXPECT_STR(refused_text("\"repay\":[", "\"repay\":4,\"x\":["), "repay: an array of seats");
    EXPECT_STR(refused_text("\"look_count\":0,\"looking\":null", "\"looking\":{\"deck\":4}"),
               "looking.deck: cards as {\"knight\":1} or null");
    EXPECT_STR(refused_text("\"dice_left\":\"", "\"dice_left\":\"1"),
               "dice_left: 36 digits 0 or 1");
    EXPECT_STR(refused_text("\"side\":\"A\"", "\"side\":\"C\""),
               "seats[0].helper.side: \"A\" or \"B\"");
    EXPECT_STR(refused_text("\"v\":1", "\"v\":1}"), "a position is one JSON object");
}

/* Derived values may be left out; if given, they must be right. */
static void derived_members_may_not_contradict(void) {
    EXPECT_STR(refused("\"round\":", "\"round\":9"), "round: contradicts the rest");
    EXPECT_STR(refused("\"owes\":[", "\"owes\":[5],\"x\":["),
               "owes: contradicts the rest");
    EXPECT_STR(refused("\"may\":[", "\"may\":4,\"x\":["),
               "may: contradicts the rest");
    EXPECT_STR(refused("\"chance\":", "\"chance\":7,\"x\":"),
               "chance: contradicts the rest");
    EXPECT_STR(refused("\"name\":\"A1\"", "\"name\":\"A2\""),
               "board.hexes[0].name: contradicts the rest");
    EXPECT_STR(refused("\"color\":\"red\"", "\"color\":\"blue\""),
               "seats[0].color: contradicts the rest");
    some_position("fifth+helpers,board=random", 200, SEAT_ALL);
    EXPECT_STR(refused_text("\"display\":[", "\"display\":[],\"x\":["),
               "display: contradicts the rest");
    EXPECT_STR(refused_text("\"look_count\":0", "\"look_count\":1"),
               "look_count: contradicts the rest");
    EXPECT_STR(refused_text("\"looking\":null", "\"looking\":{\"cards\":{\"ore\":1}}"),
               "looking.cards: contradicts the rest");
}

/* A misspelt key would count as left out, which has a meaning. In a view, which may come from a
 * newer server, it is ignored. */
static void a_key_that_no_position_has_is_refused_by_name(void) {
    static const struct change strays[] = {
        { "\"robber\":", "\"rober\":", "rober: no such key" },
        { "\"v\":1", "\"v\":1,\"comment\":{\"by\":1}", "comment: no such key" },
        { "\"ruleset\":", "\"rulset\":", "rules.rulset: no such key" },
        { "\"points\":10", "\"pionts\":10", "rules.options.pionts: no such option" },
        { "\"points\":10", "\"points\":99", "rules.options.points: 3 to 30" },
        { "\"board\":\"random\"", "\"board\":\"randon\"", "rules.options.board: fixed, random" },
        { "\"ruleset\":\"fifth\"", "\"ruleset\":\"sixth\"",
          "rules.ruleset: not the one that rules.text begins with" },
        { "\"terrain\":", "\"terain\":", "board.hexes[0].terain: no such key" },
        { "\"side\":", "\"sides\":", "board.harbors[0].sides: no such key" },
        { "\"knight\":", "\"knights\":", "deck.cards.knights: no such key" },
        { "\"left\":{\"road\":", "\"left\":{\"roads\":", "seats[0].left.roads: no such key" },
        { "{\"seat\":2,", "{\"seat\":2,\"settlement\":[],", "seats[2].settlement: no such key" },
        { "\"offers\":[", "\"offers\":[{\"form\":0}", "offers[0].form: no such key" },
        { "\"longest_road\":null", "\"longest_road\":{\"sead\":0}",
          "longest_road.sead: no such key" },
        { "\"v\":1", "\"v\":1,\"a key of more than forty characters, by somebody\":0",
          "(a long key): no such key" },
        { NULL, NULL, NULL },
    };
    for (const struct change *bad = strays; bad->from; bad++)
        EXPECT_STR(refused(bad->from, bad->to), bad->why);
    some_position("fifth,board=random,phases=combined", 300, 1);
    char *at = strstr(text, "\"v\":1,");
    memmove(at + 17, at + 5, strlen(at + 5) + 1);
    memcpy(at + 5, ",\"later\":[1]", 12);
    EXPECT_EQ(read_json(games[0], text, strlen(text)), 0);
}

static void a_view_that_no_state_has_is_refused(void) {
    static const struct { const char *from, *to, *why; } bad[] = {
        { "\"bank\":{\"brick\":1", "\"bank\":{\"brick\":", "resource-cards" },
        { "\"bank\":{\"brick\":", "\"bank\":null,\"x\":{\"brick\":", "resource-cards" },
        { "\"deck\":{\"count\":", "\"deck\":{\"count\":1", "development-cards" },
        { "\"viewer\":1", "\"viewer\":2",
          "viewer: a view holds its seat's cards and hides those of the others" },
        { "\"viewer\":1", "\"viewer\":null", "deck.cards: null in a whole position" },
        { "\"winner\":null", "\"winner\":0", "winner" },
        { "\"knights_gone\":0", "\"knights_gone\":1", "development-cards" },
        { "\"dev_new_count\":", "\"dev_new_count\":9",
          "seats[0].dev_new_count: contradicts the rest" },
        { "\"dev\":null", "\"dev\":null,\"dev_points\":99",
          "seats[2].dev_points: contradicts the rest" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        some_position("fifth,board=random,phases=combined", 700, 1);
        const char *why = refused_text(bad[i].from, bad[i].to);
        if (!names(why, bad[i].why))
            test_fail(__FILE__, __LINE__, "refused for \"%s\", not %s", why, bad[i].why);
    }
}

/* This position has standing offers; the hands must hold what they promise. */
static void a_view_with_impossible_promises_is_refused(void) {
    for (int steps = 40; steps < 4000; steps++) {
        some_position("fifth,board=random,menu=trades,phases=combined", steps, SEAT_SPECTATOR);
        if (strstr(text, "\"offers\":[{"))
            break;
        steps += 6;
    }
    EXPECT(names(refused_text("\"give\":{", "\"give\":{\"brick\":20},\"x\":{"), "resource-cards"));
    EXPECT_STR(refused_text("\"offers\":[{", "\"offers\":[{\"number\":1,\"from\":0,\"to\":[1],"
                            "\"give\":{},\"get\":{},\"answers\":[{\"seat\":1}]},{"),
               "offers[0].answers[0].answer: \"accept\" or \"decline\"");
}

/* ---- starting on a given board ---- */

static void a_game_starts_on_a_board_given_in_full(void) {
    static char board[JSON_SIZE];
    some_position("fifth,board=random", 60, SEAT_ALL);
    const char *from = strstr(text, "\"board\":{\"hexes\""), *to = strstr(text, ",\"bank\":{");
    int n = snprintf(board, sizeof board, "{\"v\":1,\"game\":\"catan\",\"rules\":{\"text\":\"sixth,"
                     "board=random,first=1\",\"players\":3},%.*s}", (int)(to - from), from);
    EXPECT_EQ(read_json(games[0], board, (size_t)n), 0);
    EXPECT_EQ(games[0]->owes(again), 1u << 1);
    EXPECT_EQ(games[0]->sound(again), 0);
    strcpy(text, board);
    EXPECT_STR(refused_text("\"terrain\":\"desert\",\"number\":null",
                            "\"terrain\":\"hills\",\"number\":9"),
               "board: there is no desert for the robber");
    EXPECT_STR(refused_text("\"number\":", "\"number\":null,\"x\":"),
               "board.hexes: all but the desert have a terrain and a number");
    EXPECT_STR(refused_text("\"type\":\"3:1\"", "\"type\":null"),
               "board.harbors: type is \"3:1\" or a resource");
    EXPECT_STR(refused_text("\"v\":1", "\"v\":1,\"turn\":2"),
               "phase: without it only v, game, rules and board are given");
    EXPECT_STR(refused_text("board=random", "board=fixed"),
               "rules: a board can be given with board=random only");
    EXPECT_STR(refused_text("\"hexes\":[", "\"hexes\":[4,"),
               "board.hexes[0]: q and r name no hex of this board");
}

const struct test position_tests[] = {
    TEST(positions_and_views_round_trip_in_every_ruleset),
    TEST(positions_of_helpers_and_variants_round_trip),
    TEST(an_unsound_position_is_refused_with_its_invariant),
    TEST(more_pieces_than_the_box_holds_are_refused_at_once),
    TEST(what_contradicts_the_pieces_is_refused),
    TEST(malformed_members_are_refused_by_name),
    TEST(derived_members_may_not_contradict),
    TEST(a_key_that_no_position_has_is_refused_by_name),
    TEST(a_view_that_no_state_has_is_refused),
    TEST(a_view_with_impossible_promises_is_refused),
    TEST(a_game_starts_on_a_board_given_in_full),
    TESTS_END,
};
