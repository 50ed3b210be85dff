/* words.h -- the terminal's texts by id, in the languages of text/ (which are built in). */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Choose "en", "de" ...; NULL: by LC_ALL, LC_MESSAGES or LANG, else English. False: there is no
 * such language, and nothing has changed. */
bool words_choose(const char *language);
/* The i-th language there is; NULL past the end. */
const char *words_language(int i);
/* The language chosen: "en". */
const char *words_chosen(void);
/* Some rulesets use other names: from now on prefer ids under "@ruleset.". */
void words_ruleset(const char *name);

/* The text of an id; the id itself, or `other`, if there is none. */
const char *words(const char *id);
const char *words_or(const char *id, const char *other);
/* The text of "family.name"; the name itself, if there is none. */
const char *words_in(const char *family, const char *name);
/* The i-th id with this prefix, in alphabetical order; NULL past the end. */
const char *words_id(const char *begin, int i);

/* A text with its placeholders filled: {name} by the value of that name, {n|card|cards} by the
 * form for the number. `values` is name, value, name, value ..., NULL. Returns `out`. */
char *words_fill(char *out, size_t size, const char *id, const char *const *values);

#endif
