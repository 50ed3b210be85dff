/* plural.c -- plural rules for whole numbers: see plural.h.
 *
 * The rules are CLDR's, so that the terminal agrees with Intl.PluralRules in the page;
 * tests/cli/plurals.txt holds the page's answers. */
#include "plural.h"

#include <string.h>

/* A number takes the form of the first rule that fits it: its remainder by `of`, or the number
 * itself if that is 0, is from `low` to `high`. If none fits, the form is "other". */
struct plural_rule {
    const char *form;           /* NULL ends */
    unsigned long of, low, high;
};

enum { RULES_MAX = 6, MILLION = 1000000 };
#define REST(form) { form, 1, 0, 0 }

static const struct {
    const char *languages;      /* two letters each, separated by spaces */
    struct plural_rule rule[RULES_MAX];
} grammars[] = {
    { "en de nl sv da nb no fi et el hu tr bg eu gl eo", { { "one", 0, 1, 1 } } },
    { "ja zh ko vi th id ms", { REST("other") } },
    { "hi fa bn", { { "one", 0, 0, 1 } } },
    { "fr pt", { { "one", 0, 0, 1 }, { "many", MILLION, 0, 0 } } },
    { "es it ca", { { "other", 0, 0, 0 }, { "one", 0, 1, 1 }, { "many", MILLION, 0, 0 } } },
    { "pl", { { "one", 0, 1, 1 }, { "many", 100, 12, 14 }, { "few", 10, 2, 4 }, REST("many") } },
    { "ru uk be", { { "many", 100, 11, 14 }, { "one", 10, 1, 1 }, { "few", 10, 2, 4 },
                    REST("many") } },
    { "hr sr bs", { { "other", 100, 11, 14 }, { "one", 10, 1, 1 }, { "few", 10, 2, 4 } } },
    { "cs sk", { { "one", 0, 1, 1 }, { "few", 0, 2, 4 } } },
    { "sl", { { "one", 100, 1, 1 }, { "two", 100, 2, 2 }, { "few", 100, 3, 4 } } },
    { "lt", { { "other", 100, 11, 19 }, { "other", 10, 0, 0 }, { "one", 10, 1, 1 }, REST("few") } },
    { "lv", { { "zero", 100, 11, 19 }, { "zero", 10, 0, 0 }, { "one", 10, 1, 1 } } },
    { "ro", { { "one", 0, 1, 1 }, { "few", 0, 0, 0 }, { "few", 100, 1, 19 } } },
    { "is mk", { { "other", 100, 11, 11 }, { "one", 10, 1, 1 } } },
    { "he", { { "one", 0, 1, 1 }, { "two", 0, 2, 2 } } },
    { "ar", { { "zero", 0, 0, 0 }, { "one", 0, 1, 1 }, { "two", 0, 2, 2 }, { "few", 100, 3, 10 },
              { "many", 100, 11, 99 } } },
    { "ga", { { "one", 0, 1, 1 }, { "two", 0, 2, 2 }, { "few", 0, 3, 6 }, { "many", 0, 7, 10 } } },
    { "cy", { { "zero", 0, 0, 0 }, { "one", 0, 1, 1 }, { "two", 0, 2, 2 }, { "few", 0, 3, 3 },
              { "many", 0, 6, 6 } } },
};

/* The rules of a language; of English if there is no row for it. */
static const struct plural_rule *rules_of(const char *language) {
    char code[3] = "";
    strncat(code, language, 2);
    for (size_t i = 0; i < sizeof grammars / sizeof *grammars; i++)
        if (strstr(grammars[i].languages, code))
            return grammars[i].rule;
    return grammars[0].rule;
}

const char *plural_category(const char *language, unsigned long n) {
    const struct plural_rule *r = rules_of(language), *end = r + RULES_MAX;
    for (; r < end && r->form; r++) {
        unsigned long is = r->of ? n % r->of : n;
        if (is >= r->low && is <= r->high)
            return r->form;
    }
    return "other";
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
