/* judge_chances.c -- are the win chances that people are told true? Bots of unlike levels play; now
 * and then a bot that knows who plays is asked how the seats stand. Then the winner is known.
 *
 *     judge_chances RULES GAMES SEED BOT BOT ...        one bot for each seat; they change seats
 *
 * Prints how often positions with a given chance were won, and the same by level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "bots/bot.h"
#include "core/rules.h"

enum { KEPT_MAX = 4000, ONE_IN = 25, NODES = 300, BINS = 10 };

struct called {
    double sum, won, n;         /* of chances, of wins, of seats */
};

struct judge {
    const struct game *game;
    int seats, n;               /* positions of this game */
    uint8_t level[SEATS_MAX];
    struct rng rng;
    void *bot, *work, *view;
    int32_t told[KEPT_MAX][SEATS_MAX];
    struct called bin[BINS], by_level[BOT_LEVEL_N];
};

/* Called before each action: ask about a few of them, as the seat that is about to move. */
static void watch(void *arg, const void *state, const struct action *a) {
    struct judge *j = arg;
    struct bot_budget budget = { .nodes = NODES, .work = j->work };
    struct bot_answer answer;
    if (a->seat < 0 || j->n == KEPT_MAX || source_below(&j->rng.source, ONE_IN) ||
        !(j->game->owes(state) >> a->seat & 1))
        return;
    struct bot *b = bot_new(j->bot, j->game, j->seats, BOT_MASTER, BOT_PLAIN, a->seat,
                            rng_next(&j->rng));
    bot_levels(b, j->level);
    j->game->view(state, a->seat, j->view);
    memset(&answer, 0, sizeof answer);
    if (!bot_choose(b, j->view, &budget, &answer) || answer.moves_n < 2)
        return;                 /* a single move is not thought about */
    memcpy(j->told[j->n++], answer.value, sizeof answer.value);
}

static void count(struct called *c, double chance, bool won) {
    c->sum += chance;
    c->won += won;
    c->n++;
}

static void play(struct judge *j, struct rules rules, uint64_t seed, char **bots, void *mem) {
    struct match m = { .game = j->game, .rules = rules, .seed = seed, .bot_seed = seed ^ 77,
                       .watch = watch, .watch_data = j };
    struct match_result out;
    for (int s = 0; s < j->seats; s++) {
        enum bot_level level;
        enum bot_style style;
        if (!bot_parse(bots[((uint64_t)s + seed) % (uint64_t)j->seats], &level, &style)) {
            fprintf(stderr, "judge_chances: no such bot\n");
            exit(2);
        }
        m.bot[s] = (struct match_bot){ .level = (uint8_t)level, .style = (uint8_t)style };
        j->level[s] = (uint8_t)level;
    }
    j->n = 0;
    if (match_play(&m, mem, &out) || out.winner < 0)
        return;
    for (int i = 0; i < j->n; i++)
        for (int s = 0; s < j->seats; s++) {
            double chance = (double)j->told[i][s] / BOT_VALUE_ONE;
            int bin = (int)(chance * BINS);
            count(&j->bin[bin < BINS ? bin : BINS - 1], chance, s == out.winner);
            count(&j->by_level[j->level[s]], chance, s == out.winner);
        }
}

static void print(const struct judge *j) {
    double off = 0, all = 0;
    for (int i = 0; i < BINS + BOT_LEVEL_N; i++) {
        const struct called *c = i < BINS ? &j->bin[i] : &j->by_level[i - BINS];
        if (c->n == 0)
            continue;
        if (i < BINS) {
            off += c->sum > c->won ? c->sum - c->won : c->won - c->sum;
            all += c->n;
        }
        printf("%-12s called %5.1f %%, won %5.1f %% of %.0f\n",
               i < BINS ? "" : bot_level_name(i - BINS), 100 * c->sum / c->n, 100 * c->won / c->n,
               c->n);
    }
    printf("off by %.1f points on average\n", all > 0 ? 100 * off / all : 0);
}

int main(int argc, char **argv) {
    static struct judge j;
    struct rules rules;
    int at;
    j.game = argc > 4 ? rules_game(argv[1]) : NULL;
    j.seats = argc - 4;
    if (!j.game || rules_parse(j.game, argv[1], j.seats, &rules, &at) != 0) {
        fprintf(stderr, "judge_chances RULES GAMES SEED BOT BOT ...\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[3], NULL, 10);
    long all = strtol(argv[2], NULL, 10);
    rng_seed(&j.rng, seed);
    j.bot = malloc(bot_size());
    j.work = malloc(bot_work_size());
    j.view = malloc(j.game->state_size);
    void *mem = malloc(match_size(j.game));
    if (!j.bot || !j.work || !j.view || !mem)
        return 1;
    for (long i = 0; i < all; i++)
        play(&j, rules, seed * 1000003 + (uint64_t)i, argv + 4, mem);
    print(&j);
    free(mem);
    free(j.view);
    free(j.work);
    free(j.bot);
    return 0;
}
