/* tree_search_test.c -- the tree search and the arena's one game, on a race nobody tuned for.
 *
 * The race: a seat either moves one step for sure, or throws a die and moves that far, but loses
 * two steps on a one. Twelve steps win. Throwing is right: on average it gains three steps. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "bots/match.h"

enum { STEP = 1, THROW, DIE, GOAL = 12 };

struct race {
    int8_t at[SEATS_MAX];
    uint8_t turn, throwing, seats;
    int8_t winner;
};

static int race_init(void *state, const struct rules *rules) {
    struct race *g = state;
    memset(g, 0, sizeof *g);
    g->seats = rules->seats;
    g->winner = -1;
    return 0;
}

static unsigned race_owes(const void *state) {
    const struct race *g = state;
    return g->winner >= 0 ? 0 : g->throwing ? OWES_CHANCE : 1u << g->turn;
}

static unsigned race_may(const void *state) {
    (void)state;
    return 0;
}

static int race_legal(const void *state, int seat, struct action *menu) {
    const struct race *g = state;
    int n = 0;
    if (seat == SEAT_CHANCE && g->throwing)
        for (int i = 1; i <= 6; i++)
            menu[n++] = (struct action){ .type = DIE, .seat = SEAT_CHANCE, .place = (uint8_t)i };
    if (seat == g->turn && !g->throwing && g->winner < 0)
        for (int t = STEP; t <= THROW; t++)
            menu[n++] = (struct action){ .type = (uint8_t)t, .seat = (int8_t)seat };
    return n;
}

static int race_weights(const void *state, uint32_t *weight) {
    (void)state;
    for (int i = 0; i < 6; i++)
        weight[i] = 1;
    return 6;
}

static int race_check(const void *state, const struct action *a) {
    struct action menu[6];
    int n = race_legal(state, a->seat, menu);
    for (int i = 0; i < n; i++)
        if (memcmp(&menu[i], a, sizeof *a) == 0)
            return 0;
    return 1;
}

static void race_apply(void *state, const struct action *a) {
    struct race *g = state;
    if (a->type == THROW) {
        g->throwing = 1;
        return;
    }
    int gain = a->type == STEP ? 1 : a->place == 1 ? -2 : a->place;
    int at = g->at[g->turn] + gain;
    g->at[g->turn] = (int8_t)(at < 0 ? 0 : at);
    if (at >= GOAL)
        g->winner = (int8_t)g->turn;
    g->throwing = 0;
    g->turn = (uint8_t)((g->turn + 1) % g->seats);
}

static void race_view(const void *state, int seat, void *out) {
    (void)seat;
    memcpy(out, state, sizeof(struct race));
}

static void race_see(const void *state, const struct action *a, int seat, struct action *out) {
    (void)state;
    (void)seat;
    *out = *a;
}

static void race_guess(const void *view, struct source *src, void *state) {
    (void)src;
    memcpy(state, view, sizeof(struct race));
}

static int race_points(const void *state, int seat, int *winner) {
    const struct race *g = state;
    *winner = g->winner;
    return g->at[seat];
}

static int race_turn(const void *state) {
    return ((const struct race *)state)->turn;
}

static const struct game race_game = {
    .name = "race", .state_size = sizeof(struct race), .menu_max = 6,
    .init = race_init, .owes = race_owes, .may = race_may, .legal = race_legal,
    .weights = race_weights, .check = race_check, .apply = race_apply, .view = race_view,
    .see = race_see, .guess = race_guess, .points = race_points,
    .turn = race_turn,
};

static void a_search_throws_the_die(void) {
    struct race g;
    struct rules rules = { .seats = 3 };
    struct bot *bot = malloc(bot_size());
    struct bot_budget budget = { .nodes = 400, .work = malloc(bot_work_size()) };
    struct bot_answer answer;
    race_init(&g, &rules);
    bot_new(bot, &race_game, 3, BOT_CLUB, BOT_PLAIN, 0, 1);
    EXPECT(bot_choose(bot, &g, &budget, &answer));
    EXPECT_EQ(answer.action.type, THROW);
    EXPECT_EQ(answer.moves_n, 2);
    EXPECT_EQ(answer.nodes, 400);
    EXPECT(answer.value[0] > 2000 && answer.value[0] < 6000);
    g.turn = 1;
    EXPECT(!bot_choose(bot, &g, &budget, &answer));
    free(budget.work);
    free(bot);
}

/* Wins of the first bot in `games` games, its seat rotated; *sum is a signature of all results. */
static int play_series(enum bot_level first, enum bot_level rest, int games_n, uint64_t *sum) {
    struct match m = { .game = &race_game, .rules = { .seats = 3 } };
    struct match_result r;
    void *mem = malloc(match_size(&race_game));
    int wins = 0;
    for (int i = 0; i < games_n; i++) {
        for (int s = 0; s < 3; s++)
            m.bot[s] = (struct match_bot){ .level = (uint8_t)(s == i % 3 ? first : rest),
                                           .nodes = 60 };
        m.seed = (uint64_t)(i / 3);
        m.bot_seed = (uint64_t)i;
        EXPECT_EQ(match_play(&m, mem, &r), 0);
        wins += r.winner == i % 3;
        *sum = *sum * 31 + (uint64_t)r.winner * 7 + r.actions;
    }
    free(mem);
    return wins;
}

static void a_search_beats_random_play(void) {
    uint64_t sum = 0;
    int wins = play_series(BOT_CLUB, BOT_RANDOM, 150, &sum);
    EXPECT(wins > 75);
}

static void the_same_seeds_play_the_same_games(void) {
    uint64_t one = 0, two = 0;
    play_series(BOT_CLUB, BOT_CASUAL, 12, &one);
    play_series(BOT_CLUB, BOT_CASUAL, 12, &two);
    EXPECT_EQ(one, two);
}

static uint64_t ticking(void *data) {
    return *(uint64_t *)data += 100;
}

static void a_clock_ends_a_search(void) {
    struct race g;
    struct rules rules = { .seats = 2 };
    uint64_t now = 0;
    struct bot *bot = malloc(bot_size());
    struct bot_budget budget = { .nodes = 100000, .ms = 1, .clock = ticking, .clock_data = &now,
                                 .work = malloc(bot_work_size()) };
    struct bot_answer answer;
    race_init(&g, &rules);
    bot_new(bot, &race_game, 2, BOT_MASTER, BOT_PLAIN, 0, 1);
    EXPECT(bot_choose(bot, &g, &budget, &answer));
    EXPECT(answer.nodes < 400);
    free(budget.work);
    free(bot);
}

static void names_of_bots_parse(void) {
    enum bot_level level = BOT_RANDOM;
    enum bot_style style = BOT_PLAIN;
    EXPECT(bot_parse("master-trader", &level, &style));
    EXPECT_EQ(level, BOT_MASTER);
    EXPECT_EQ(style, BOT_TRADER);
    EXPECT(bot_parse("club", &level, &style));
    EXPECT_EQ(style, BOT_PLAIN);
    EXPECT(!bot_parse("clu", &level, &style));
    EXPECT(!bot_parse("club-", &level, &style));
    EXPECT(!bot_parse("", &level, &style));
    EXPECT_EQ(level, BOT_CLUB);
}

const struct test tree_search_tests[] = {
    TEST(a_search_throws_the_die),
    TEST(a_search_beats_random_play),
    TEST(the_same_seeds_play_the_same_games),
    TEST(a_clock_ends_a_search),
    TEST(names_of_bots_parse),
    TESTS_END,
};
