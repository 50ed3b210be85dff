/* rules.h -- rulesets as rows of numbers, named in one line of text.
 *
 * "fifth+helpers,points=12,phases=combined" names a ruleset, its modules and the options that
 * differ from it. A game declares its options once, in a table; each option is one byte in
 * struct rules. Rules are printed with only the differences, in table order, so equal rules have
 * equal text. */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "json.h"

enum { OPTIONS_MAX = 88, RULES_TEXT_MAX = 1024 };

/* One option: a number in [min, max], or a word of `words` (index = value). A number may have a
 * word for "no limit", whose value is max + 1. */
struct option {
    const char *name;           /* "points" */
    const char *const *words;   /* NULL: a number; else min..max are indexes into it */
    uint8_t min, max;
    const char *unlimited;      /* NULL: no word for "no limit" */
};

static inline bool option_allows(const struct option *o, int value) {
    return o->min <= value && value <= o->max + (o->unlimited != NULL);
}

/* The word for a value of an option; NULL: it is a number. */
static inline const char *option_word(const struct option *o, int value) {
    return o->words ? o->words[value] : value > o->max ? o->unlimited : NULL;
}

struct text;
/* A value as a number or a word: as text, and as a member named after the option. */
void option_print(const struct option *o, int value, struct text *out);
void option_write(const struct option *o, int value, struct json_out *out);

/* The words of a module. A module is printed as "+name" if the ruleset has it off and the game
 * on. Any other option with the words off and on is also understood as "+name". */
extern const char *const rules_module[];    /* {"off", "on"}: words = rules_module, min 0, max 1 */

/* A named ruleset has a value for every option; its file writes it as the parent's row with
 * overrides. A module ("+helpers") is an option of the same name with words {"off","on"}. */
struct ruleset {
    const char *name, *parent;          /* parent NULL: it has none */
    uint8_t seats_min, seats_max, seats;    /* seats: the usual number */
    uint8_t value[OPTIONS_MAX];
};

/* The resolved rules; they travel inside the state. */
struct rules {
    uint8_t ruleset;            /* index into the game's rulesets */
    uint8_t seats;
    uint8_t value[OPTIONS_MAX]; /* indexed as the game's options */
};

enum rules_error { RULES_OK, RULES_NO_SUCH_RULESET, RULES_NO_SUCH_OPTION, RULES_BAD_VALUE,
                   RULES_BAD_SEATS, RULES_GIVEN_TWICE, RULES_ERROR_N };

struct game;
/* Resolve `text` for `seats` players (0: the ruleset's usual number). On an error *at is the
 * offset of the wrong word in `text`. */
enum rules_error rules_parse(const struct game *game, const char *text, int seats,
                             struct rules *out, int *at);
/* The same over `first`: options ("dice=deck,points=12", or NULL) unless the text sets them. */
enum rules_error rules_parse_over(const struct game *game, const char *first, const char *text,
                                  int seats, struct rules *out, int *at);
/* The shortest text that parses to these rules (seats are not in it); returns its length. */
int rules_format(const struct game *game, const struct rules *rules, char *text, int size);
/* The stable id of an error: "no-such-ruleset". */
const char *rules_error_id(enum rules_error error);
/* What rules_parse() would have accepted instead, for people: "points: 3 to 30". `game` is NULL
 * if no game has the ruleset. */
void rules_explain(const struct game *game, const char *text, enum rules_error error, int at,
                   struct text *out);

/* The rules as the JSON object "rules" of docs/schema.md, and back. Reading returns the game, or
 * NULL, and `why` says what is wrong. If both are given, the options win over the text. */
void rules_write(const struct game *game, const struct rules *rules, struct json_out *out,
                 const char *key);
const struct game *rules_read(struct json_in object, struct rules *out, struct text *why);
/* Only its member "options": every option with its value. */
void rules_write_options(const struct game *game, const uint8_t *value, struct json_out *out);

/* The game that has a ruleset of that name (names are unique across games), or NULL. */
const struct game *rules_game(const char *text);

#endif
