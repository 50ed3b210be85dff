/* commands.h -- the table of all commands of `skerry`, which main.c runs and from which the list in
 * --help, the man pages and shell completion are made. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

struct subcommand {
    const char *name;                       /* NULL ends */
    int (*run)(int argc, char **argv);      /* argv[0] is the name; returns an exit status */
};
extern const struct subcommand subcommands[];

/* The row of that name, or NULL. */
const struct subcommand *subcommand_find(const char *name);

#endif
