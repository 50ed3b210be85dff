/* bench.c -- the page's engine with one more function, which plays random games: is its signature
 * the program's? */
#include <stdint.h>

#include "core/playout.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static char rules[RULES_TEXT_MAX];
static struct action menu[MENU_MAX];

char *bench_rules(void);
uint64_t bench(uint32_t count);

/* Where the text of the rules is written, with its NUL. */
EXPORT(bench_rules) char *bench_rules(void) {
    return rules;
}

/* The signature of `count` games, as `skerry bench --ruleset … --games …` prints it; 0 if there
 * are no such rules. */
EXPORT(bench) uint64_t bench(uint32_t count) {
    struct playout_game p = { .max = PLAYOUT_DECISIONS_MAX, .menu = menu };
    struct playout_result result;
    int at;
    p.game = rules_game(rules);
    if (!p.game || playout_rules(p.game, rules, 0, false, &p.rules, &at) != RULES_OK)
        return 0;
    playout_run(&p, 1, count, &result);
    return result.signature;
}
