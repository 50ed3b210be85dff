/* position_test.c -- positions and views as JSON: they round-trip, and unsound ones are refused. */
#include <stdlib.h>

#include "../core/session.h"
#include "test.h"

enum { JSON_SIZE = 1 << 16 };

static _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX], again[STATE_MAX];
static char text[JSON_SIZE];
static struct action menu[MENU_MAX];

static size_t write_json(const struct game *game, const void *position) {
    struct json_out out;
    json_begin(&out, text, sizeof text);
    game->write(position, &out);
    EXPECT(json_fits(&out));
    return out.len;
}

/* Write it, read it, and find the same bytes. */
static void expect_round_trip(const struct game *game, const void *position, const char *rules) {
    const char *why = "";
    size_t len = write_json(game, position);
    memset(again, 0, sizeof again);
    int error = game->read(again, text, len, &why);
    if (error)
        test_fail(__FILE__, __LINE__, "%s: refused: %s: %.300s", rules, why, text);
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
    play_and_compare("sixth+helpers,board=random,harbors=frame,tokens=random,first=2", 3, 17);
    play_and_compare("fifth,board=random,harbors=markers,menu=trades,phases=combined", 4, 17);
    play_and_compare("3d,board=random,tokens=random,harbors=coves,army_aside=on", 5, 17);
}

/* ---- refusals ---- */

/* The position after 200 actions of a random game, as JSON in `text`. */
static size_t some_position(const struct game **game) {
    struct rules rules;
    struct rng rng;
    int at;
    *game = rules_game("fifth,board=random,phases=combined");
    rules_parse(*game, "fifth,board=random,phases=combined", 4, &rules, &at);
    rng_seed(&rng, 5);
    memset(state, 0, sizeof state);
    (*game)->init(state, &rules);
    for (int i = 0; i < 300; i++)
        random_step(*game, &rng);
    return write_json(*game, state);
}

/* Read the position with the first `from` replaced by `to`; the reason it is refused for. */
static const char *refused(const char *from, const char *to) {
    static char changed[JSON_SIZE + 64];
    const struct game *game;
    const char *why = "";
    size_t len = some_position(&game);
    char *at = strstr(text, from);
    if (!at) {
        test_fail(__FILE__, __LINE__, "\"%s\" is not in the position", from);
        return "";
    }
    size_t before = (size_t)(at - text);
    memcpy(changed, text, before);
    strcpy(changed + before, to);
    memcpy(changed + before + strlen(to), at + strlen(from), len - before - strlen(from) + 1);
    unsigned char untouched[64];
    memset(again, 0x5a, sizeof again);
    memset(untouched, 0x5a, sizeof untouched);
    EXPECT(game->read(again, changed, strlen(changed), &why) < 0);
    EXPECT(memcmp(again, untouched, sizeof untouched) == 0);
    return why;
}

static void an_unsound_position_is_refused_with_its_invariant(void) {
    EXPECT_STR(refused("\"bank\":{\"brick\":1", "\"bank\":{\"brick\":"), "resource-cards");
    EXPECT_STR(refused("\"knights_gone\":0", "\"knights_gone\":1"), "development-cards");
    EXPECT_STR(refused("\"phase\":\"", "\"phase\":\"x"), "phase: no such phase");
    EXPECT_STR(refused("\"winner\":null", "\"winner\":0"), "winner");
    EXPECT_STR(refused("\"victim\":null", "\"victim\":1"), "phase");
    EXPECT_STR(refused("\"v\":1", "\"v\":2"), "v: this version knows positions of version 1");
    EXPECT_STR(refused("\"road_to_beat\":", "\"road_to_beat\":1"), "longest-road");
}

static void what_contradicts_the_pieces_is_refused(void) {
    EXPECT_STR(refused("\"left\":{\"road\":1", "\"left\":{\"road\":"),
               "seats: left contradicts the pieces on the board");
    EXPECT_STR(refused("\"road_length\":", "\"road_length\":1"),
               "seats: road_length contradicts the roads");
    EXPECT_STR(refused(",\"points_public\":", ",\"points_public\":1"),
               "seats: points contradict what is on the table");
    EXPECT_STR(refused(",\"count\":", ",\"count\":1"), "seats: count is not the number of cards");
    EXPECT_STR(refused("\"deck\":{\"count\":", "\"deck\":{\"count\":1"),
               "deck: count is not the number of cards");
    EXPECT_STR(refused("\"longest_road\":null", "\"longest_road\":{\"seat\":0,\"length\":9}"),
               "seats: points contradict what is on the table");
}

static void malformed_members_are_refused_by_name(void) {
    EXPECT_STR(refused("\"settlements\":[", "\"settlements\":[\"Z9.N\","),
               "seats: a piece on a place that this board does not have");
    EXPECT_STR(refused("\"q\":0,\"r\":-2", "\"q\":7,\"r\":-2"),
               "board.hexes: q and r name no hex of this board");
    EXPECT_STR(refused("\"terrain\":\"", "\"terrain\":\"x"),
               "board.hexes: no such terrain");
    EXPECT_STR(refused("\"seats\":[{", "\"seats\":[{},{"), "seats: more than the rules say");
    EXPECT_STR(refused("\"viewer\":null", "\"viewer\":9"),
               "viewer: a seat, \"spectator\" or null");
    EXPECT_STR(refused("\"viewer\":null", "\"viewer\":1"),
               "viewer: a view holds its seat's cards and hides those of the others");
    EXPECT_STR(refused("\"ruleset\":\"fifth\",\"players\":4", "\"players\":5"),
               "rules.players: not a number of seats this ruleset knows");
}

const struct test position_tests[] = {
    TEST(positions_and_views_round_trip_in_every_ruleset),
    TEST(positions_of_helpers_and_variants_round_trip),
    TEST(an_unsound_position_is_refused_with_its_invariant),
    TEST(what_contradicts_the_pieces_is_refused),
    TEST(malformed_members_are_refused_by_name),
    TESTS_END,
};
