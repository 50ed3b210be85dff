/* flags.h -- the flags of a command as a table. Help, man pages and shell completion are made from
 * the same table, so a command says once what it understands.
 *
 *     const struct flag flags[] = {
 *         { "--games", FLAG_NUMBER, &games, "how many (10000)" },   `games` holds the default
 *         { NULL, FLAG_ON, NULL, NULL },
 *     };
 *     int status = flags_parse(argc, argv, flags, "[flags] -- what it is for", NULL, 0);
 *     if (status != FLAGS_OK)
 *         return status;
 *
 * The usage text is "ARGUMENTS -- a summary", then lines of description. A command calls
 * flags_parse() before it does anything else: that is how flags_visit() learns its table. */
#ifndef CLI_FLAGS_H
#define CLI_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "exit_status.h"

/* FLAG_ON sets a bool, FLAG_NUMBER a uint64_t, FLAG_INT an int within bounds; all others keep the
 * text from argv. They differ in the word that help shows and in shell completion. */
enum flag_sort {
    FLAG_ON, FLAG_NUMBER, FLAG_INT, FLAG_TEXT,
    FLAG_FILE,      /* "-" means standard input or output */
    FLAG_FOLDER,
    FLAG_RULES,     /* fifth+helpers,points=12 */
    FLAG_BOT,       /* club-trader */
    FLAG_BOTS,      /* club,club,random,./mybot */
    FLAG_GAME,
    FLAG_LANGUAGE,
};

struct flag {
    const char *name;           /* "--games"; NULL ends */
    enum flag_sort sort;
    void *to;                   /* bool *, uint64_t *, struct flag_int * or const char ** */
    const char *help;           /* with the default in parentheses */
};
struct flag_int {
    int *to, min, max;
};

enum { FLAGS_OK = -1 };         /* continue; any other result is the exit status */

/* Read the flags after argv[0] (--flag value or --flag=value; `--` ends them) and at most
 * `words_max` other words into `words`. --help prints the help, with exit status 0. */
int flags_parse(int argc, char **argv, const struct flag *flags, const char *usage,
                const char **words, int words_max);

/* Call `see` with the usage and the flags that `run` passes to flags_parse(); nothing else of
 * the command runs. */
typedef void flags_seen(void *data, const char *command, const struct flag *flags,
                        const char *usage);
void flags_visit(int (*run)(int, char **), const char *command, flags_seen *see, void *data);

/* The placeholder for a flag's value in help: "N", "FILE"; "" for a switch. */
const char *flag_value_word(enum flag_sort sort);

/* Report wrong usage of a command; returns STATUS_USAGE. */
int complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Complain that no bot has this name, and list those that there are. */
int complain_of_bot(const char *command, const char *name);
/* The same for later errors; returns `status`. */
int fail(enum status status, const char *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int fail_memory(const char *command);       /* there is not enough */
int fail_file(const char *command, const char *path);   /* errno says what is wrong with it */

struct game;
struct rules;
/* Resolve rules given on the command line, or complain and return false. `text` NULL: the
 * first ruleset of the first game. */
bool flags_rules(const char *command, const char *text, uint64_t players,
                 const struct game **game, struct rules *rules);

#endif
