/* plural.c -- plural rules for whole numbers: see plural.h.
 *
 * The rules are CLDR's, so that the terminal agrees with Intl.PluralRules in the page;
 * tests/cli/plurals.txt holds the page's answers. */
#include "plural.h"

#include <stdbool.h>
#include <string.h>

static bool within(unsigned long n, unsigned long low, unsigned long high) {
    return n >= low && n <= high;
}

/* 2 to 4, 22 to 24 and so on, but not 12 to 14. */
static bool slavic_few(unsigned long n) {
    return within(n % 10, 2, 4) && !within(n % 100, 12, 14);
}

static bool ends_in_one(unsigned long n) {
    return n % 10 == 1 && n % 100 != 11;
}

static const char *english(unsigned long n) {
    return n == 1 ? "one" : "other";
}

static const char *none(unsigned long n) {
    (void)n;
    return "other";
}

static const char *hindi(unsigned long n) {
    return n <= 1 ? "one" : "other";
}

static const char *french(unsigned long n) {
    return n <= 1 ? "one" : n % 1000000 == 0 ? "many" : "other";
}

static const char *spanish(unsigned long n) {
    return n == 1 ? "one" : n && n % 1000000 == 0 ? "many" : "other";
}

static const char *polish(unsigned long n) {
    return n == 1 ? "one" : slavic_few(n) ? "few" : "many";
}

static const char *russian(unsigned long n) {
    return ends_in_one(n) ? "one" : slavic_few(n) ? "few" : "many";
}

static const char *croatian(unsigned long n) {
    return ends_in_one(n) ? "one" : slavic_few(n) ? "few" : "other";
}

static const char *czech(unsigned long n) {
    return n == 1 ? "one" : within(n, 2, 4) ? "few" : "other";
}

static const char *slovenian(unsigned long n) {
    unsigned long r = n % 100;
    return r == 1 ? "one" : r == 2 ? "two" : within(r, 3, 4) ? "few" : "other";
}

static const char *lithuanian(unsigned long n) {
    if (n % 10 == 0 || within(n % 100, 11, 19))
        return "other";
    return n % 10 == 1 ? "one" : "few";
}

static const char *latvian(unsigned long n) {
    if (n % 10 == 0 || within(n % 100, 11, 19))
        return "zero";
    return n % 10 == 1 ? "one" : "other";
}

static const char *romanian(unsigned long n) {
    return n == 1 ? "one" : n == 0 || within(n % 100, 1, 19) ? "few" : "other";
}

static const char *icelandic(unsigned long n) {
    return ends_in_one(n) ? "one" : "other";
}

static const char *hebrew(unsigned long n) {
    return n == 1 ? "one" : n == 2 ? "two" : "other";
}

static const char *arabic(unsigned long n) {
    static const char *const small[] = { "zero", "one", "two" };
    if (n < 3)
        return small[n];
    return within(n % 100, 3, 10) ? "few" : n % 100 >= 11 ? "many" : "other";
}

static const char *irish(unsigned long n) {
    if (n <= 2)
        return n == 0 ? "other" : n == 1 ? "one" : "two";
    return n <= 6 ? "few" : n <= 10 ? "many" : "other";
}

static const char *welsh(unsigned long n) {
    static const char *const small[] = { "zero", "one", "two", "few", "other", "other", "many" };
    return n < 7 ? small[n] : "other";
}

static const struct {
    const char *languages;      /* two letters each, separated by spaces */
    const char *(*rule)(unsigned long n);
} rules[] = {
    { "en de nl sv da nb no fi et el hu tr bg eu gl eo", english },
    { "ja zh ko vi th id ms", none },
    { "hi fa bn", hindi },
    { "fr pt", french },
    { "es it ca", spanish },
    { "pl", polish },
    { "ru uk be", russian },
    { "hr sr bs", croatian },
    { "cs sk", czech },
    { "sl", slovenian },
    { "lt", lithuanian },
    { "lv", latvian },
    { "ro", romanian },
    { "is mk", icelandic },
    { "he", hebrew },
    { "ar", arabic },
    { "ga", irish },
    { "cy", welsh },
};

const char *plural_category(const char *language, unsigned long n) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (const char *l = rules[i].languages; l; l = strchr(l, ' ') ? strchr(l, ' ') + 1 : NULL)
            if (strncmp(l, language, 2) == 0)
                return rules[i].rule(n);
    return english(n);
}

/* The length of the label "few:" that a form begins with; 0: it has none. */
static size_t label(const char *form, size_t len) {
    static const char *const labels[] = { "zero:", "one:", "two:", "few:", "many:", "other:" };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (strlen(labels[i]) <= len && memcmp(form, labels[i], strlen(labels[i])) == 0)
            return strlen(labels[i]);
    return 0;
}

const char *plural_form(const char *language, unsigned long n, const char *forms, size_t len,
                        size_t *n_form) {
    const char *want = plural_category(language, n), *end = forms + len;
    for (const char *form = forms;; ) {
        const char *bar = memchr(form, '|', (size_t)(end - form));
        size_t size = (size_t)((bar ? bar : end) - form), head = label(form, size);
        const char *name = head ? form : bar ? "one:" : "other:";
        size_t name_len = head ? head - 1 : strlen(name) - 1;
        if (!bar || (strlen(want) == name_len && memcmp(name, want, name_len) == 0)) {
            *n_form = size - head;
            return form + head;
        }
        form = bar + 1;
    }
}
