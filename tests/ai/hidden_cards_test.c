/* hidden_cards_test.c -- what a bot may know: another hidden state behind the same view changes no
 * move, at any level or style, in either game. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "bots/internal.h"

enum { KINDS_OF_BOT = BOT_LEVEL_N * BOT_STYLE_N, EVERY = 3 };

struct secrets {
    const struct game *game;
    struct bot *bot[SEATS_MAX][KINDS_OF_BOT];   /* every sort of bot, watching from every seat */
    void *work;
    struct rng rng;
    int seats, steps, asked, other;             /* other: hidden states that differed */
    uint64_t sorts;                             /* sorts of bots asked, as bits */
    _Alignas(16) unsigned char truth[STATE_MAX];
    _Alignas(16) unsigned char view[STATE_MAX];
    _Alignas(16) unsigned char again[STATE_MAX];
};

/* The same question over two truths, to the same bot. */
static void ask_both(struct secrets *x, int seat, int sort) {
    struct bot one = *x->bot[seat][sort], two = one;
    struct bot_budget budget = { .nodes = 40, .work = x->work };
    struct bot_answer p, q;
    bool acts = bot_choose(&one, x->view, &budget, &p);
    EXPECT_EQ(bot_choose(&two, x->again, &budget, &q), acts);
    EXPECT(!acts || memcmp(&p.action, &q.action, sizeof p.action) == 0);
    EXPECT(memcmp(p.value, q.value, sizeof p.value) == 0);
    x->asked++;
    x->sorts |= (uint64_t)1 << sort;
}

static void swap_secrets(void *data, const void *state, const struct action *a) {
    struct secrets *x = data;
    size_t size = x->game->state_size;
    for (int s = 0; s < x->seats; s++) {
        struct action seen;
        memset(x->view, 0, size);
        memset(x->again, 0, size);
        x->game->view(state, s, x->view);
        if (x->game->owes(state) & 1u << s && x->steps % EVERY == 0) {
            x->game->guess(x->view, &x->rng.source, x->truth);
            EXPECT_EQ(x->game->sound(x->truth), 0);
            x->game->view(x->truth, s, x->again);
            x->other += memcmp(x->truth, state, size) != 0;
            ask_both(x, s, x->asked % KINDS_OF_BOT);
        }
        x->game->see(state, a, s, &seen);
        for (int i = 0; i < KINDS_OF_BOT; i++)
            bot_observe(x->bot[s][i], x->view, &seen);
    }
    x->steps++;
}

static void play_with_secrets(const char *text, int seats, uint64_t seed) {
    struct secrets *x = calloc(1, sizeof *x);
    struct match m = { .seed = seed, .bot_seed = 2, .watch = swap_secrets, .watch_data = x };
    struct match_result r;
    void *mem = malloc(match_size(NULL));
    int at;
    m.game = x->game = rules_game(text);
    x->work = malloc(bot_work_size());
    x->seats = seats;
    rng_seed(&x->rng, seed);
    EXPECT_EQ(rules_parse(m.game, text, seats, &m.rules, &at), RULES_OK);
    for (int s = 0; s < seats; s++) {
        m.bot[s] = (struct match_bot){ .level = (uint8_t)(s % 2 ? BOT_CLUB : BOT_MASTER),
                                       .nodes = 40 };
        for (int i = 0; i < KINDS_OF_BOT; i++)
            x->bot[s][i] = bot_new(malloc(bot_size()), m.game, seats,
                                   (enum bot_level)(i % BOT_LEVEL_N),
                                   (enum bot_style)(i / BOT_LEVEL_N), s, 9);
    }
    EXPECT_EQ(match_play(&m, mem, &r), 0);
    EXPECT(x->asked > 2 * KINDS_OF_BOT);
    EXPECT(x->other * 2 > x->asked);
    EXPECT_EQ(x->sorts, ~(uint64_t)0 >> (64 - KINDS_OF_BOT));
    for (int s = 0; s < seats; s++)
        for (int i = 0; i < KINDS_OF_BOT; i++)
            free(x->bot[s][i]);
    free(x->work);
    free(mem);
    free(x);
}

static void hidden_truth_changes_no_move_of_catan(void) {
    play_with_secrets("fifth,board=random,phases=combined", 4, 11);
}

static void hidden_truth_changes_no_move_with_helpers(void) {
    play_with_secrets("fifth,helpers=on,phases=combined", 4, 12);
}

static void hidden_truth_changes_no_move_of_six_players(void) {
    play_with_secrets("fifth-56", 6, 13);
}

static void hidden_truth_changes_no_move_of_struggle(void) {
    play_with_secrets("struggle", 4, 14);
}

const struct test hidden_cards_tests[] = {
    TEST(hidden_truth_changes_no_move_of_catan),
    TEST(hidden_truth_changes_no_move_with_helpers),
    TEST(hidden_truth_changes_no_move_of_six_players),
    TEST(hidden_truth_changes_no_move_of_struggle),
    TESTS_END,
};
