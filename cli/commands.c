/* commands.c -- the table of commands. A new command is a row here, a line in cli.h, arena.h or
 * host.h, and a file of its name. Its summary is in its own usage text. */
#include "commands.h"

#include <string.h>

#include "arena.h"
#include "cli.h"
#include "host.h"

const struct subcommand subcommands[] = {
    { "play", cli_play },
    { "replay", cli_replay },
    { "analyse", cli_analyse },
    { "board", cli_board },
    { "rules", cli_rules },
    { "serve", cli_serve },
    { "backup", cli_backup },
    { "doctor", cli_doctor },
    { "migrate", cli_migrate },
    { "admin", cli_admin },
    { "bot", cli_bot },
    { "verify", cli_verify },
    { "engine", cli_engine },
    { "bench", cli_bench },
    { "soak", cli_soak },
    { "arena", cli_arena },
    { "dataset", cli_dataset },
    { "ladder", cli_ladder },
    { "siblings", cli_siblings },
    { "man", cli_man },
    { "completion", cli_completion },
    { "version", cli_version },
    { NULL, NULL },
};

const struct subcommand *subcommand_find(const char *name) {
    for (const struct subcommand *c = subcommands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
