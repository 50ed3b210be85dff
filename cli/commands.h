/* commands.h -- the list of all commands of `skerry`, which main.c runs and from which the list in
 * --help, the man pages and shell completion are made.
 *
 * A new command is a word in this list and a file of its name with the function that is declared
 * here: argv[0] is the command's name, and the result is an exit status (exit_status.h). What it is
 * for is said by its own usage text (flags.h). Only `completion` has a longer name,
 * shell_completion.c: what people type in `skerry play` is completed in prompt.c. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#define SUBCOMMANDS(X)                                                                       \
    X(play) X(replay) X(analyse) X(board) X(rules)                                           \
    X(serve) X(backup) X(doctor) X(migrate) X(admin) X(bot) X(verify)   /* around a server */ \
    X(engine)                                                                                \
    X(bench) X(soak) X(arena) X(dataset) X(ladder) X(siblings)          /* to measure */     \
    X(man) X(completion) X(version)

#define X(name) int cli_##name(int argc, char **argv);
SUBCOMMANDS(X)
#undef X

struct subcommand {
    const char *name;                       /* NULL ends */
    int (*run)(int argc, char **argv);
};
extern const struct subcommand subcommands[];

/* The row of that name, or NULL. */
const struct subcommand *subcommand_find(const char *name);

/* The whole command where the program was built without the server's libraries. */
#define WITHOUT_SERVER(command, usage)                  \
    int cli_##command(int argc, char **argv) {          \
        return without_server(argc, argv, usage);       \
    }
int without_server(int argc, char **argv, const char *usage);   /* --help, or a refusal */

#endif
