/* flags.c -- reading flags by a table: see flags.h. */
#include "flags.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../core/game.h"
#include "../core/text.h"

/* One line on stderr, with the command in front: "skerry bench: --games wants at least one". */
int complain(const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "skerry %s: ", command);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    return 2;
}

/* The usage line and the table; a flag that takes a value shows of what sort. */
static void help(const char *command, const struct flag *flags, const char *usage) {
    printf("skerry %s %s\n", command, usage);
    for (; flags->name; flags++)
        printf("  %-10s %-7s %s\n", flags->name,
               flags->sort == FLAG_TEXT ? "TEXT" : flags->sort == FLAG_NUMBER ? "N" : "",
               flags->help);
}

/* Take the value of a flag; false if it is none. */
static bool take(const struct flag *flag, const char *value) {
    int64_t number;
    if (!value)
        return false;
    if (flag->sort == FLAG_TEXT) {
        *(const char **)flag->to = value;
        return true;
    }
    if (!text_number(value, strlen(value), 0, INT64_MAX, &number))
        return false;
    *(uint64_t *)flag->to = (uint64_t)number;
    return true;
}

int flags_parse(int argc, char **argv, const struct flag *flags, const char *usage,
                const char **words, int words_max) {
    int words_n = 0;
    for (int i = 1; i < argc; i++) {
        const struct flag *f = flags;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return help(argv[0], flags, usage), 0;
        /* "-" alone is a word: the standard input, where a file is wanted. */
        if ((argv[i][0] != '-' || !argv[i][1]) && words_n < words_max) {
            words[words_n++] = argv[i];
            continue;
        }
        while (f->name && strcmp(f->name, argv[i]) != 0)
            f++;
        if (!f->name)
            return complain(argv[0], "unknown word '%s'; --help shows what there is", argv[i]);
        if (f->sort == FLAG_ON)
            *(bool *)f->to = true;
        else if (!take(f, i + 1 < argc ? argv[++i] : NULL))
            return complain(argv[0], "%s wants %s", f->name,
                            f->sort == FLAG_TEXT ? "a value" : "a whole number");
    }
    return FLAGS_OK;
}

bool flags_within(const char *command, const char *flag, uint64_t value, int min, int max,
                  int *out) {
    if (value < (uint64_t)min || value > (uint64_t)max) {
        complain(command, "%s wants a number from %d to %d", flag, min, max);
        return false;
    }
    *out = (int)value;
    return true;
}

bool flags_rules(const char *command, const char *text, uint64_t players,
                 const struct game **game, struct rules *rules) {
    int at = 0;
    char help[RULES_TEXT_MAX];
    struct text t;
    if (!text)      /* what a person means who names nothing */
        text = games[0]->rulesets[0].name;
    *game = rules_game(text);
    enum rules_error error = !*game ? RULES_NO_SUCH_RULESET :
                             players > SEATS_MAX ? RULES_BAD_SEATS :
                             rules_parse(*game, text, (int)players, rules, &at);
    if (error == RULES_OK)
        return true;
    text_begin(&t, help, sizeof help);
    rules_explain(*game, text, error, at, &t);
    complain(command, "%s: %s", text, help);
    return false;
}
