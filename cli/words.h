/* words.h -- what the terminal says, by id, in the languages of text/ (which are built in). */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Choose "en", "de" ...; NULL: as LC_ALL, LC_MESSAGES or LANG say, else English. False: there is no
 * such language, and nothing has changed. */
bool words_choose(const char *language);
/* Some rulesets call things otherwise: prefer ids under "@ruleset." from here on. */
void words_ruleset(const char *name);

/* The text of an id; the id itself, or `other`, if there is none. */
const char *words(const char *id);
const char *words_or(const char *id, const char *other);
/* The i-th id that begins so, in alphabetical order; NULL past the end. */
const char *words_id(const char *begin, int i);

/* A text with its holes filled: {name} by the value of that name, {n|card|cards} by the first word
 * if the value is 1. `values` is name, value, name, value ..., NULL. Returns `out`. */
char *words_fill(char *out, size_t size, const char *id, const char *const *values);

#endif
