/* plural_test.c -- the terminal's plural forms are the page's. */
#include "tests/test.h"

#include <string.h>

#include "cli/plural.h"

/* tests/cli/plurals.txt: a language, then the first letter of the category (1 and 2: one and two)
 * that Intl.PluralRules gives for 0 to 124 and the numbers below. web/scripts/text.mjs checks the
 * file against Intl itself. */
static const unsigned long more[] = { 200, 1000, 1001, 1000000, 2000000 };

static void categories_are_those_of_the_page(void) {
    FILE *f = fopen("tests/cli/plurals.txt", "r");
    char language[8], wanted[256];
    int languages = 0;
    EXPECT(f);
    while (f && fscanf(f, "%7s %255s", language, wanted) == 2) {
        EXPECT_EQ(strlen(wanted), 125 + sizeof more / sizeof *more);
        for (unsigned long i = 0; wanted[i]; i++) {
            unsigned long n = i < 125 ? i : more[i - 125];
            const char *is = plural_category(language, n);
            char letter = strcmp(is, "one") == 0 ? '1' : strcmp(is, "two") == 0 ? '2' : is[0];
            if (letter != wanted[i])
                test_fail(__FILE__, __LINE__, "%s %lu is %s, expected %c", language, n, is,
                          wanted[i]);
        }
        languages++;
    }
    EXPECT(languages >= 40);
    if (f)
        fclose(f);
}

static void expect_form(const char *language, unsigned long n, const char *forms,
                        const char *wanted) {
    size_t len;
    const char *form = plural_form(language, n, forms, strlen(forms), &len);
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)len, form);
    EXPECT_STR(text, wanted);
}

static void a_form_is_found_with_and_without_labels(void) {
    expect_form("en", 1, "seat|# seats", "seat");
    expect_form("en", 0, "seat|# seats", "# seats");
    expect_form("fr", 0, "carte|cartes", "carte");
    const char *polish = "one:karta|few:karty|many:kart|other:karty";
    expect_form("pl", 1, polish, "karta");
    expect_form("pl", 3, polish, "karty");
    expect_form("pl", 5, polish, "kart");
    expect_form("pl", 12, polish, "kart");
    expect_form("pl", 5, "karta|karty", "karty");       /* missing: the last form */
}

const struct test plural_tests[] = {
    TEST(categories_are_those_of_the_page),
    TEST(a_form_is_found_with_and_without_labels),
    TESTS_END,
};
