/* test.h -- the whole test framework.
 *
 * A test is a function listed in a suite (`const struct test NAME_tests[]` in a
 * *_test.c, found by the Makefile). Its name says the rule it pins down. Checks
 * print both sides and the test goes on, so one run shows every failure. */
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct test {
    const char *name;   /* NULL ends a suite */
    void (*run)(void);
};
#define TEST(f) { #f, f }
#define TESTS_END { NULL, NULL }

extern int test_failures;       /* of the running test */
extern int test_effort;         /* of random tests, 1 in ./check; EFFORT in the environment */
extern bool test_golden;        /* `make golden`: write golden files instead of comparing */

/* Report where a check failed; beyond the first few the test stays quiet. */
void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Leave the running test: it reports itself as skipped, with the reason. */
void test_skip(const char *why);

#define EXPECT(x) do { if (!(x)) test_fail(__FILE__, __LINE__, "expected %s", #x); } while (0)
#define EXPECT_EQ(a, b) do { \
    long long a_ = (long long)(a), b_ = (long long)(b); \
    if (a_ != b_) \
        test_fail(__FILE__, __LINE__, "%s is %lld, expected %lld", #a, a_, b_); } while (0)
#define EXPECT_STR(a, b) do { \
    const char *a_ = (a), *b_ = (b); \
    if (!a_ || strcmp(a_, b_)) \
        test_fail(__FILE__, __LINE__, "%s is \"%s\", expected \"%s\"", \
                  #a, a_ ? a_ : "(null)", b_); } while (0)

/* Take the first member of that name out of a JSON text, with its value. */
void test_drop_member(char *json, const char *key);

#endif
