/* plural.h -- which plural form a language uses for a whole number (CLDR's cardinal rules). */
#ifndef CLI_PLURAL_H
#define CLI_PLURAL_H

#include <stddef.h>

/* "zero", "one", "two", "few", "many" or "other", as Intl.PluralRules in the page. A language
 * without a row here is treated like English. */
const char *plural_category(const char *language, unsigned long n);

/* The form for n among "one seat|# seats" or "one:…|few:…|other:…", `len` bytes long; *n_form is
 * its length. Without labels the first form is for "one" and the last for "other". */
const char *plural_form(const char *language, unsigned long n, const char *forms, size_t len,
                        size_t *n_form);

#endif
