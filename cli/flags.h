/* flags.h -- the flags of a command as a table, and other small things that all need.
 *
 *     const struct flag flags[] = {
 *         { "--games", FLAG_NUMBER, &games, "(10000)" },      what stands in `games` is the default
 *         { NULL, FLAG_ON, NULL, NULL },
 *     };
 *     int status = flags_parse(argc, argv, flags, "[flags] -- what it is for", NULL, 0);
 *     if (status != FLAGS_OK)
 *         return status; */
#ifndef CLI_FLAGS_H
#define CLI_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

/* Set to true; keeps the word behind it, which stays in argv; a whole number not below 0. */
enum flag_sort { FLAG_ON, FLAG_TEXT, FLAG_NUMBER };

struct flag {
    const char *name;           /* "--games"; NULL ends */
    enum flag_sort sort;
    void *to;                   /* bool *, const char **, uint64_t * */
    const char *help;           /* its default first, in parentheses */
};

enum { FLAGS_OK = -1 };         /* go on; any other answer is the exit status */

/* Read the flags behind argv[0] and at most `words_max` other words into `words`. --help prints
 * `usage` and the table on stdout and is exit status 0; what is not understood is complained of. */
int flags_parse(int argc, char **argv, const struct flag *flags, const char *usage,
                const char **words, int words_max);

/* Say what is wrong with a command; returns exit status 2. */
int complain(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

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
