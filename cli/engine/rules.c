/* rules.c -- `skerry rules [NAME]`: rulesets, what each changes, and every option.
 *
 * It reads the games' tables, so it is always up to date; docs/notation.md and the page's
 * almanac explain the options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/protocol.h"
#include "commands.h"
#include "flags.h"

/* An option is a number, or one of a few words. */
static void print_value(const struct option *o, int value) {
    const char *word = option_word(o, value);
    if (word)
        printf("%s", word);
    else
        printf("%d", value);
}

/* NULL for a ruleset without a parent. */
static const struct ruleset *parent_of(const struct game *game, const struct ruleset *set) {
    for (const struct ruleset *r = game->rulesets; set->parent && r->name; r++)
        if (strcmp(r->name, set->parent) == 0)
            return r;
    return NULL;
}

/* "  as fifth, but for points=12": what differs, in the options' order. */
static void print_changes(const struct game *game, const char *base, const uint8_t *from,
                          const uint8_t *value) {
    int changes = 0;
    printf("  as %s, but for", base);
    for (int i = 0; game->options[i].name; i++)
        if (value[i] != from[i]) {
            printf(" %s=", game->options[i].name);
            print_value(&game->options[i], value[i]);
            changes++;
        }
    printf(changes ? "\n" : " nothing\n");
}

/* A ruleset by how it differs from its parent, as it is written in the tables. */
static void print_ruleset(const struct game *game, const struct ruleset *set) {
    const struct ruleset *parent = parent_of(game, set);
    printf("%s: %d to %d players, usually %d\n", set->name, set->seats_min, set->seats_max,
           set->seats);
    if (parent)
        print_changes(game, parent->name, parent->value, set->value);
}

/* "each also +helpers": the modules of a game. */
static void print_modules(const struct game *game) {
    for (int i = 0; game->options[i].name; i++)
        if (game->options[i].words == rules_module)
            printf("each also +%s, as %s+%s\n", game->options[i].name, game->rulesets[0].name,
                   game->options[i].name);
}

/* Every option with its value here and its possible values; a star if the text sets it. */
static void print_options(const struct game *game, const struct rules *rules) {
    const struct ruleset *set = &game->rulesets[rules->ruleset];
    for (int i = 0; game->options[i].name; i++) {
        const struct option *o = &game->options[i];
        printf("%c %-18s ", rules->value[i] == set->value[i] ? ' ' : '*', o->name);
        print_value(o, rules->value[i]);
        printf("  (");
        if (o->words)
            for (int k = o->min; k <= o->max; k++)
                printf(k > o->min ? " %s" : "%s", o->words[k]);
        else
            printf("%d to %d", o->min, o->max);
        if (o->unlimited)
            printf(", %s", o->unlimited);
        printf(")\n");
    }
}

/* What the text changes in its ruleset, and the ruleset in its parent. */
static void print_rules(const struct game *game, const struct rules *rules) {
    const struct ruleset *set = &game->rulesets[rules->ruleset];
    char text[RULES_TEXT_MAX];
    rules_format(game, rules, text, sizeof text);
    if (strcmp(text, set->name) != 0) {
        printf("%s\n", text);
        print_changes(game, set->name, set->value, rules->value);
    }
    print_ruleset(game, set);
    print_options(game, rules);
}

/* Reason 0 is no reason. */
static void print_reasons(const struct game *game) {
    printf("%s\n", game->name);
    for (int i = 1; i < game->reasons_n; i++)
        printf("  %-22s %s\n", game->reasons[i].id, game->reasons[i].rule);
}

/* The answer of the engine protocol's `rules`; refusals use the protocol's words too. */
static int print_json(const char *name) {
    static char line[RULES_TEXT_MAX + 64], answer[1 << 17];
    void *memory = malloc(protocol_size());
    if (!memory)
        return fail_memory("rules");
    struct json_out out = json_begin_object(line, sizeof line);
    json_text(&out, "cmd", "rules");
    if (name)
        json_text(&out, "name", name);
    json_object_end(&out);
    if (json_fits(&out))
        protocol_line(protocol_new(memory), line, out.len, answer, sizeof answer);
    free(memory);
    puts(answer);
    return strstr(answer, "\"ok\":true") ? STATUS_OK : STATUS_USAGE;
}

int cli_rules(int argc, char **argv) {
    bool reasons = false, json = false;
    const char *name = NULL;
    struct rules rules;
    const struct game *game;
    const struct flag flags[] = {
        { "--reasons", FLAG_ON, &reasons, "why actions are refused, with the almanac's entry" },
        { "--json", FLAG_ON, &json, "as the engine protocol answers `rules`" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int status = flags_parse(argc, argv, flags, "[RULES] [flags] -- the rulesets, their options, and how they differ\n"
                             "RULES is like fifth+helpers,points=12.", &name, 1);
    if (status != FLAGS_OK)
        return status;
    if (json)
        return print_json(name);
    for (int i = 0; !name && games[i]; i++) {
        if (reasons) {
            print_reasons(games[i]);
            continue;
        }
        printf(i ? "\nGame %s\n" : "Game %s\n", games[i]->name);
        for (const struct ruleset *set = games[i]->rulesets; set->name; set++)
            print_ruleset(games[i], set);
        print_modules(games[i]);
    }
    if (!name && !reasons)
        printf("\nOptions follow after commas: fifth+helpers,points=12,phases=combined\n"
               "skerry rules NAME lists them with their values; docs/notation.md explains them\n");
    if (!name)
        return 0;
    if (!flags_rules(argv[0], name, 0, &game, &rules))
        return 2;
    print_rules(game, &rules);
    return 0;
}
