/* main.c -- the `skerry` command: a table of commands, and help. A new command is a row here, a
 * line in cli.h, arena.h or host.h, and a file of its name. */
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "cli.h"
#include "host.h"

static const struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    { "play", cli_play, "a game in the terminal" },
    { "board", cli_board, "show a board, in the terminal or as a picture" },
    { "rules", cli_rules, "the rulesets, their options, and how they differ" },
    { "serve", cli_serve, "host tables for people and bots, with the page" },
    { "backup", cli_backup, "copy a server's store, also while it runs" },
    { "bot", cli_bot, "a bot that sits down at a server's table" },
    { "verify", cli_verify, "check the dice of a recorded game" },
    { "engine", cli_engine, "JSON lines on stdin and stdout, for other programs" },
    { "bench", cli_bench, "how fast random games are, and their signature" },
    { "soak", cli_soak, "random games with every invariant checked" },
    { "arena", cli_arena, "measure bots against each other" },
    { "ladder", cli_ladder, "measure the bots' levels" },
    { "tune", cli_tune, "fit the CATAN bots' evaluation to games" },
    { NULL, NULL, NULL },
};

/* Asked for, it is an answer on stdout; else a complaint on stderr. */
static int usage(FILE *to) {
    fprintf(to, "usage: skerry COMMAND [flags]; every command has --help\n");
    for (const struct subcommand *c = commands; c->name; c++)
        fprintf(to, "  %-8s %s\n", c->name, c->help);
    return to == stdout ? 0 : 2;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return usage(stderr);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return usage(stdout);
    for (const struct subcommand *c = commands; c->name; c++)
        if (strcmp(argv[1], c->name) == 0)
            return c->run(argc - 1, argv + 1);
    fprintf(stderr, "skerry: no command '%s'\n", argv[1]);
    return usage(stderr);
}
