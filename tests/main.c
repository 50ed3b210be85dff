/* main.c -- run every suite, or the tests whose "suite.name" holds a word of argv.
 *
 * The last line is "N passed, M failed", which ./check adds up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "test.h"

enum { FAILURES_SHOWN = 20 };   /* per test */

int test_failures;
int test_effort = 1;
bool test_golden;
static const char *skipped;
static jmp_buf leave;

#define SUITE(name) extern const struct test name##_tests[];
#include "suites.inc"
#undef SUITE

static const struct suite {
    const char *name;
    const struct test *tests;
} suites[] = {
#define SUITE(name) { #name, name##_tests },
#include "suites.inc"
#undef SUITE
    { NULL, NULL },
};

void test_fail(const char *file, int line, const char *format, ...) {
    if (test_failures++ >= FAILURES_SHOWN)
        return;
    va_list args;
    va_start(args, format);
    printf("    %s:%d: ", file, line);
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

/* The end of the JSON value that starts here. Positions have no strings with escaped quotes. */
static const char *behind_value(const char *at) {
    int depth = 0;
    do {
        if (*at == '"')
            at += 1 + strcspn(at + 1, "\"");
        depth += *at == '{' || *at == '[' ? 1 : *at == '}' || *at == ']' ? -1 : 0;
        at++;
    } while (depth > 0 || (*at && !strchr(",}]", *at)));
    return at;
}

void test_drop_member(char *json, const char *key) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    char *at = strstr(json, quoted);
    if (!at)
        return;
    const char *end = behind_value(at + strlen(quoted));
    if (*end == ',')
        end++;
    else if (at > json && at[-1] == ',')
        at--;
    memmove(at, end, strlen(end) + 1);
}

void test_skip(const char *why) {
    skipped = why;
    longjmp(leave, 1);
}

/* Returns 0 passed, 1 failed, 2 skipped. */
static int run(const struct suite *suite, const struct test *test) {
    test_failures = 0;
    skipped = NULL;
    if (!setjmp(leave))
        test->run();
    int outcome = test_failures ? 1 : skipped ? 2 : 0;
    static const char *const words[] = { "ok  ", "FAIL", "skip" };
    printf("%s %s.%s", words[outcome], suite->name, test->name);
    if (outcome == 1)
        printf(" (%d)", test_failures);
    printf("%s%s\n", outcome == 2 ? ": " : "", outcome == 2 ? skipped : "");
    fflush(stdout);
    return outcome;
}

static bool wanted(const struct suite *suite, const struct test *test, int argc, char **argv) {
    char full[256];
    bool any = false;
    snprintf(full, sizeof full, "%s.%s", suite->name, test->name);
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-')
            continue;
        any = true;
        if (strstr(full, argv[i]))
            return true;
    }
    return !any && (!test_golden || strstr(full, "golden"));
}

int main(int argc, char **argv) {
    int count[3] = { 0, 0, 0 };
    if (getenv("EFFORT"))
        test_effort = atoi(getenv("EFFORT"));
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--golden"))
            test_golden = true;
    for (const struct suite *s = suites; s->name; s++)
        for (const struct test *t = s->tests; t->name; t++)
            if (wanted(s, t, argc, argv))
                count[run(s, t)]++;
    if (count[2])
        printf("%d skipped\n", count[2]);
    printf("%d passed, %d failed\n", count[0], count[1]);
    return count[1] != 0;
}
