/* main.c -- the `skerry` program: finds the command (commands.c) and runs it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "flags.h"
#include "help.h"
#include "whole_file.h"

/* Called with each command's own usage text, so the list needs no summaries of its own. */
static void summary(void *to, const char *command, const struct flag *flags, const char *usage) {
    struct usage u;
    (void)flags;
    usage_split(usage, &u);
    fprintf(to, "  %-11s %s\n", command, u.summary);
}

/* On request it goes to stdout; otherwise it is an error on stderr. */
static int list(FILE *to) {
    fprintf(to, "usage: skerry COMMAND [flags]\n\n");
    for (const struct subcommand *c = subcommands; c->name; c++)
        flags_visit(c->run, c->name, summary, to);
    fprintf(to, "\n`skerry COMMAND --help` shows its flags; exit statuses are the same for all:\n");
    help_statuses(to);
    return to == stdout ? STATUS_OK : STATUS_USAGE;
}

static int run(int argc, char **argv) {
    if (argc < 2)
        return list(stderr);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        argv[1] = "version";
        return cli_version(argc - 1, argv + 1);
    }
    bool help = strcmp(argv[1], "help") == 0;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || (help && argc == 2))
        return list(stdout);
    const struct subcommand *c = subcommand_find(argv[help ? 2 : 1]);
    if (!c) {
        fprintf(stderr, "skerry: there is no command '%s'; skerry --help lists them\n",
                argv[help ? 2 : 1]);
        return STATUS_USAGE;
    }
    if (help)       /* `skerry help play` is `skerry play --help` */
        return c->run(2, (char *[]){ argv[2], "--help", NULL });
    return c->run(argc - 1, argv + 1);
}

/* A full disk is told before the work where that can be known, and else after it. */
int main(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "help";
    if (!output_has_room(STDOUT_FILENO))
        return fail_file(command, "standard output");
    return output_close(command, run(argc, argv));
}
