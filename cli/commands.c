/* commands.c -- the table of commands, and one that is missing: see commands.h. */
#include "commands.h"

#include <string.h>

#include "flags.h"

#define X(name) { #name, cli_##name },
const struct subcommand subcommands[] = { SUBCOMMANDS(X) { NULL, NULL } };
#undef X

const struct subcommand *subcommand_find(const char *name) {
    for (const struct subcommand *c = subcommands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

int without_server(int argc, char **argv, const char *usage) {
    static const struct flag none[] = { { NULL, FLAG_ON, NULL, NULL } };
    int status = flags_parse(argc, argv, none, usage, NULL, 0);
    return status != FLAGS_OK ? status : complain(argv[0], "built without the server's libraries");
}
