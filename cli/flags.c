/* flags.c -- reading flags by a table: see flags.h. */
#include "flags.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bots/bot.h"
#include "core/game.h"
#include "core/text.h"
#include "foreign.h"
#include "help.h"

/* Set by a caller that wants the next table instead of having it parsed. */
static struct {
    flags_seen *see;
    void *data;
} visitor;

void flags_visit(int (*run)(int, char **), const char *command, flags_seen *see, void *data) {
    char name[32];
    char *argv[] = { name, NULL };
    snprintf(name, sizeof name, "%s", command);
    visitor.see = see;
    visitor.data = data;
    run(1, argv);
    visitor.see = NULL;
}

static void say(const char *command, const char *format, va_list arguments) {
    char what[2048];
    vsnprintf(what, sizeof what, format, arguments);
    fprintf(stderr, "skerry %s: %s\n", command, foreign(what));
}

/* One line on stderr, with the command in front: "skerry bench: --games wants at least one". */
int complain(const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(command, format, arguments);
    va_end(arguments);
    return STATUS_USAGE;
}

int complain_of_bot(const char *command, const char *name) {
    char names[200] = "";
    size_t len = 0;
    for (int i = 0; bot_level_name(i) && len < sizeof names; i++)
        len += (size_t)snprintf(names + len, sizeof names - len, " %s", bot_level_name(i));
    return complain(command, "no bot is called '%s'; there are%s", name, names);
}

int fail(enum status status, const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(command, format, arguments);
    va_end(arguments);
    return (int)status;
}

int fail_memory(const char *command) {
    return fail(STATUS_MEMORY, command, "not enough memory");
}

int fail_file(const char *command, const char *path) {
    return fail(STATUS_FILE, command, "%s: %s", path, strerror(errno));
}

const char *flag_value_word(enum flag_sort sort) {
    static const char *const words[] = {
        [FLAG_ON] = "", [FLAG_NUMBER] = "N", [FLAG_INT] = "N", [FLAG_TEXT] = "TEXT",
        [FLAG_FILE] = "FILE", [FLAG_FOLDER] = "DIR", [FLAG_RULES] = "RULES", [FLAG_BOT] = "BOT",
        [FLAG_BOTS] = "BOTS", [FLAG_GAME] = "GAME", [FLAG_LANGUAGE] = "LANG",
    };
    return words[sort];
}

static int unknown(const char *command, const struct flag *flags, const char *word) {
    const struct flag *nearest = NULL;
    int least = 4;
    for (const struct flag *f = flags; f->name && word[0] == '-'; f++)
        if (text_distance(word, strlen(word), f->name) < least) {
            least = text_distance(word, strlen(word), f->name);
            nearest = f;
        }
    if (nearest)
        return complain(command, "there is no %s; did you mean %s?", word, nearest->name);
    if (word[0] == '-')
        return complain(command, "there is no %s; --help shows what there is", word);
    return complain(command, "unknown word '%s'; --help shows what there is", word);
}

static int take_int(const char *command, const struct flag *flag, int64_t number) {
    const struct flag_int *own = flag->to;
    if (number < own->min || number > own->max)
        return complain(command, "%s wants a number from %d to %d", flag->name, own->min, own->max);
    *own->to = (int)number;
    return FLAGS_OK;
}

/* Store the value of a flag, or complain. */
static int take(const char *command, const struct flag *flag, const char *value) {
    int64_t number = 0;
    bool is_number = flag->sort == FLAG_NUMBER || flag->sort == FLAG_INT;
    if (!value || (is_number && !text_number(value, strlen(value), 0, INT64_MAX, &number)))
        return complain(command, "%s wants %s", flag->name,
                        is_number ? "a whole number" : "a value");
    if (flag->sort == FLAG_NUMBER)
        *(uint64_t *)flag->to = (uint64_t)number;
    else if (flag->sort != FLAG_INT)
        *(const char **)flag->to = value;
    else
        return take_int(command, flag, number);
    return FLAGS_OK;
}

/* The flag at argv[*i], with its value after "=" or in the next word; then *i moves there. */
static int parse_one(int argc, char **argv, int *i, const struct flag *flags) {
    char name[40];
    char *word = argv[*i];
    size_t n = strcspn(word, "=");
    const struct flag *f = flags;
    snprintf(name, sizeof name, "%.*s", (int)n, word);
    while (f->name && strcmp(f->name, name) != 0)
        f++;
    if (!f->name)
        return unknown(argv[0], flags, name);
    const char *value = word[n] ? word + n + 1 : NULL;
    if (f->sort == FLAG_ON) {
        if (value)
            return complain(argv[0], "%s takes no value", f->name);
        *(bool *)f->to = true;
        return FLAGS_OK;
    }
    if (!value && *i + 1 < argc)
        value = argv[++*i];
    return take(argv[0], f, value);
}

int flags_parse(int argc, char **argv, const struct flag *flags, const char *usage,
                const char **words, int words_max) {
    int words_n = 0;
    bool only_words = false;
    if (visitor.see) {
        visitor.see(visitor.data, argv[0], flags, usage);
        return STATUS_OK;
    }
    for (int i = 1; i < argc; i++) {
        /* "-" alone is a word: the standard input, if a file is expected. */
        bool is_flag = !only_words && argv[i][0] == '-' && argv[i][1];
        if (is_flag && strcmp(argv[i], "--") == 0) {
            only_words = true;
        } else if (is_flag && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            help_text(stdout, argv[0], flags, usage);
            return STATUS_OK;
        } else if (is_flag) {
            int status = parse_one(argc, argv, &i, flags);
            if (status != FLAGS_OK)
                return status;
        } else if (words_n < words_max) {
            words[words_n++] = argv[i];
        } else {
            return unknown(argv[0], flags, argv[i]);
        }
    }
    return FLAGS_OK;
}

bool flags_rules(const char *command, const char *text, uint64_t players,
                 const struct game **game, struct rules *rules) {
    int at = 0;
    char help[RULES_TEXT_MAX];
    if (!text)      /* the default if nothing was given */
        text = games[0]->rulesets[0].name;
    *game = rules_game(text);
    enum rules_error error = !*game ? RULES_NO_SUCH_RULESET :
                             players > SEATS_MAX ? RULES_BAD_SEATS :
                             rules_parse(*game, text, (int)players, rules, &at);
    if (error == RULES_OK)
        return true;
    struct text t = text_begin(help, sizeof help);
    rules_explain(*game, text, error, at, &t);
    complain(command, "%s: %s", text, help);
    return false;
}
