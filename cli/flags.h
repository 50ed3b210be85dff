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

/* FLAG_ON sets a bool, FLAG_NUMBER a uint64_t; all others keep the text as it stands in argv. They
 * differ in the word that help shows and in what a shell offers as completion. */
enum flag_sort {
    FLAG_ON, FLAG_NUMBER, FLAG_TEXT,
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
    void *to;                   /* bool *, uint64_t * or const char ** */
    const char *help;           /* with the default in parentheses */
};

/* The exit statuses of every command. X(enumerator, number, meaning) */
#define STATUSES(X)                                                                               \
    X(STATUS_OK, 0, "it did what was asked")                                                      \
    X(STATUS_FOUND, 1, "it ran and found a fault: a broken rule, wrong dice, a bad record")       \
    X(STATUS_USAGE, 2, "the command line or the rules it names were not understood")              \
    X(STATUS_FILE, 3, "a file, a folder or a server could not be used")                           \
    X(STATUS_MEMORY, 4, "memory or threads ran out")                                              \
    X(STATUS_INTERRUPTED, 130, "interrupted; what was finished by then has been printed")
enum status {
#define X(name, number, meaning) name = number,
    STATUSES(X)
#undef X
};

enum { FLAGS_OK = -1 };         /* go on; any other answer is the exit status */

/* Read the flags behind argv[0] (--flag value or --flag=value; `--` ends them) and at most
 * `words_max` other words into `words`. --help prints the help and is exit status 0. */
int flags_parse(int argc, char **argv, const struct flag *flags, const char *usage,
                const char **words, int words_max);

/* Call `see` with the usage and the flags that `run` hands to flags_parse(); nothing else of the
 * command is run. */
typedef void flags_seen(void *data, const char *command, const struct flag *flags,
                        const char *usage);
void flags_visit(int (*run)(int, char **), const char *command, flags_seen *see, void *data);

/* What stands for the value of a flag in help: "N", "FILE"; "" for a switch. */
const char *flag_value_word(enum flag_sort sort);

/* Say what is wrong with how a command was asked; returns STATUS_USAGE. */
int complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for what went wrong later; returns `status`. */
int fail(enum status status, const char *command, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A number as an int from `min` to `max`, or complain and return false. */
bool flags_within(const char *command, const char *flag, uint64_t value, int min, int max,
                  int *out);

struct game;
struct rules;
/* Resolve rules given on the command line, or complain and return false. `text` NULL: the
 * first ruleset of the first game. */
bool flags_rules(const char *command, const char *text, uint64_t players,
                 const struct game **game, struct rules *rules);

#endif
