/* rules.c -- `skerry rules [NAME]`: rulesets, what each changes, and every option. */
#include <stdio.h>
#include <string.h>

#include "../core/game.h"
#include "cli.h"
#include "flags.h"

static void print_value(const struct option *o, int value) {
    if (o->words)
        printf("%s", o->words[value]);
    else
        printf("%d", value);
}

static const struct ruleset *parent_of(const struct game *game, const struct ruleset *set) {
    for (const struct ruleset *r = game->rulesets; set->parent && r->name; r++)
        if (strcmp(r->name, set->parent) == 0)
            return r;
    return NULL;
}

static void print_ruleset(const struct game *game, const struct ruleset *set) {
    const struct ruleset *parent = parent_of(game, set);
    printf("%s: %d to %d players, usually %d\n", set->name, set->seats_min, set->seats_max,
           set->seats);
    if (!parent)
        return;
    printf("  as %s, but for", parent->name);
    int changes = 0;
    for (int i = 0; game->options[i].name; i++)
        if (set->value[i] != parent->value[i]) {
            printf(" %s=", game->options[i].name);
            print_value(&game->options[i], set->value[i]);
            changes++;
        }
    printf(changes ? "\n" : " nothing\n");
}

/* Every option with its value here and what else it can be. */
static void print_options(const struct game *game, const struct rules *rules) {
    for (int i = 0; game->options[i].name; i++) {
        const struct option *o = &game->options[i];
        printf("  %-18s ", o->name);
        print_value(o, rules->value[i]);
        printf("  (");
        if (o->words)
            for (int k = o->min; k <= o->max; k++)
                printf(k > o->min ? " %s" : "%s", o->words[k]);
        else
            printf("%d to %d", o->min, o->max);
        printf(")\n");
    }
}

static void print_reasons(const struct game *game) {
    printf("%s\n", game->name);
    for (int i = 1; i < game->reasons_n; i++)
        printf("  %-22s %s\n", game->reasons[i].id, game->reasons[i].rule);
}

int cli_rules(int argc, char **argv) {
    bool reasons = false;
    const char *name = NULL;
    char text[RULES_TEXT_MAX];
    struct rules rules;
    const struct game *game;
    const struct flag flags[] = {
        { "--reasons", FLAG_ON, &reasons, "why actions are refused, with the almanac's entry" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, "[NAME] -- e.g. fifth+helpers,points=12",
                             &name, 1);
    if (status != FLAGS_OK)
        return status;
    for (int i = 0; !name && games[i]; i++) {
        if (reasons) {
            print_reasons(games[i]);
            continue;
        }
        printf("Game %s\n", games[i]->name);
        for (const struct ruleset *set = games[i]->rulesets; set->name; set++)
            print_ruleset(games[i], set);
    }
    if (!name)
        return 0;
    if (!flags_rules(argv[0], name, 0, &game, &rules))
        return 2;
    rules_format(game, &rules, text, sizeof text);
    printf("%s\n", text);
    print_ruleset(game, &game->rulesets[rules.ruleset]);
    print_options(game, &rules);
    return 0;
}
