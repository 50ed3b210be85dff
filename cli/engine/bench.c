/* bench.c -- `skerry bench`: the speed of complete random games, and their signature.
 *
 * The signature folds the last state of every game. It changes exactly when behaviour does;
 * every build, and the browser's, must print the same. A commit that touches the rules ends with
 * the line "Bench: ..." that is printed last.
 *
 * What is measured is what plays everywhere: menu, choice and apply() through core/game.h. With
 * --playout it is the game's own playout, which only learners use; it must play the same games,
 * so the signature is the same (docs/performance.md compares their speed). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/playout.h"
#include "commands.h"
#include "flags.h"
#include "progress.h"

struct bench {                      /* the flags */
    const char *ruleset;
    uint64_t players, games, seed;
    bool trades, playout, list, plain, json;
};

/* CPU time of this process, so that other programs on the machine do not count. */
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void report(const struct bench *b, const struct playout_game *p,
                   const struct playout_result *r, double seconds) {
    char rules[RULES_TEXT_MAX];
    double played = (double)r->games, actions = (double)r->decisions;
    rules_format(p->game, &p->rules, rules, sizeof rules);
    if (b->json) {
        printf("{\"ruleset\":\"%s\",\"players\":%d,\"menu\":\"%s\",\"games\":%" PRIu64
               ",\"actions\":%" PRIu64 ",\"unfinished\":%" PRIu64 ",\"cpu_s\":%.6f,"
               "\"games_per_cpu_s\":%.1f,\"actions_per_cpu_s\":%.1f,\"ns_per_action\":%.2f,"
               "\"actions_per_game\":%.2f,\"state_bytes\":%zu,\"signature\":\"%016" PRIx64
               "\"%s}\n",
               rules, p->rules.seats, b->list ? "list" : b->playout ? "playout" : "plain", r->games,
               r->decisions, r->unfinished, seconds, played / seconds, actions / seconds,
               seconds * 1e9 / actions, actions / played, p->game->state_size, r->signature,
               r->games < b->games ? ",\"interrupted\":true" : "");
        return;
    }
    printf("%s, %d players: %" PRIu64 " games, %" PRIu64 " actions, %.2f CPU seconds\n", rules,
           p->rules.seats, r->games, r->decisions, seconds);
    printf("games_per_cpu_s    %.0f\n", played / seconds);
    printf("actions_per_cpu_s  %.0f\n", actions / seconds);
    printf("ns_per_action      %.1f\n", seconds * 1e9 / actions);
    printf("actions_per_game   %.1f\n", actions / played);
    printf("unfinished         %" PRIu64 " after %u decisions\n", r->unfinished, p->max);
    printf("state_bytes        %zu\n", p->game->state_size);
    printf("signature          %016" PRIx64 "\n", r->signature);
    if (r->games == b->games)       /* with fewer games it would differ */
        printf("Bench: %016" PRIx64 "\n", r->signature);
}

/* In parts, to show progress and to allow an interrupt. */
static void run(const struct bench *b, const struct playout_game *p, struct playout_result *r) {
    struct progress progress = { 0, 0 };
    uint64_t part = b->playout ? 1000 : 200;
    interrupt_catch();
    playout_run(p, b->seed, b->games < part ? b->games : part, r);
    while (r->games < b->games && !interrupted()) {
        uint64_t left = b->games - r->games;
        progress_show(&progress, r->games, b->games, "games", "");
        playout_more(p, b->seed, left < part ? left : part, r);
    }
    progress_end(&progress);
}

int cli_bench(int argc, char **argv) {
    struct bench b = { .games = 10000, .seed = 1 };
    struct playout_game p = { .max = PLAYOUT_DECISIONS_MAX };
    struct playout_result result;
    int at;
    const struct flag flags[] = {
        { "--ruleset", FLAG_RULES, &b.ruleset,
          "what is played (fifth: random board, phases combined)" },
        { "--players", FLAG_NUMBER, &b.players, "how many (the ruleset's usual number)" },
        { "--games", FLAG_NUMBER, &b.games, "how many (10000)" },
        { "--seed", FLAG_NUMBER, &b.seed, "of the games (1)" },
        { "--trades", FLAG_ON, &b.trades, "every one-for-one offer in the menu (offers=1 a turn)" },
        { "--playout", FLAG_ON, &b.playout, "by the game's own playout, as learners may" },
        { "--list", FLAG_ON, &b.list, "by that playout, with the whole menu for each choice" },
        { "--plain", FLAG_ON, &b.plain, "by menu, choice and apply: as without a flag" },
        { "--json", FLAG_ON, &b.json, "one line of JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags,
        "[flags] -- how fast random games are, and their signature", NULL, 0);
    if (status != FLAGS_OK)
        return status;
    if (!flags_rules(argv[0], b.ruleset, b.players, &p.game, &p.rules))
        return 2;
    if (b.games == 0)
        return complain(argv[0], "--games wants at least one");
    /* Again, with the options that a bench adds to the rules: see playout_rules(). */
    const char *text = b.ruleset ? b.ruleset : p.game->rulesets[0].name;
    playout_rules(p.game, text, (int)b.players, b.trades, &p.rules, &at);
    p.way = b.list ? PLAYOUT_LIST : b.playout ? PLAYOUT_SAMPLE : PLAYOUT_PLAIN;
    p.menu = malloc((size_t)p.game->menu_max * sizeof *p.menu);
    if (!p.menu)
        return complain(argv[0], "not enough memory");
    double begun = cpu_seconds();
    run(&b, &p, &result);
    report(&b, &p, &result, cpu_seconds() - begun);
    free(p.menu);
    return result.games < b.games ? STATUS_INTERRUPTED : STATUS_OK;
}
