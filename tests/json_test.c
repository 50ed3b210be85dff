/* json_test.c -- the writer escapes and counts; the reader is strict and never leaves its text. */
#include <stdlib.h>

#include "core/json.h"
#include "test.h"

/* Where json_check finds the fault, 0 if there is none. The text is copied to memory of its
 * exact size, so that the sanitizers see a step beyond it. */
static size_t fault_in(const char *text, size_t n) {
    struct json_in in;
    char *copy = malloc(n ? n : 1);
    memcpy(copy, text, n);
    size_t at = json_check(copy, n, &in);
    free(copy);
    return at;
}

static size_t fault(const char *text) {
    return fault_in(text, strlen(text));
}

static void strict_json_is_accepted(void) {
    static const char *const good[] = {
        "0", "-0", "12.5e-3", "true", "false", "null", "\"\"", "[]", "{}", " [1, 2 ,3] ",
        "{\"a\":{\"a\":1},\"b\":[{\"a\":2}]}", "\"\\u00e9\\ud83d\\ude00 \\n\"", "\"\xc3\xa9\"",
        "[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]", "\t{ \"x\" : null }\r\n",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (fault(good[i]))
            test_fail(__FILE__, __LINE__, "%s: fault at %zu", good[i], fault(good[i]));
}

static void anything_else_is_refused(void) {
    static const char *const bad[] = {
        "", " ", "01", "1.", ".5", "1e", "+1", "tru", "nulll", "'a'", "\"", "\"\\x\"", "\"\\u12\"",
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\n\"", "\"\xff\"", "\"\xc0\x80\"",
        "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xc3\"", "[", "[1", "[1,", "[1,]", "[,1]",
        "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{1:1}",
        "1 2", "[]]", "{}{}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "NaN", "//", "[1]x",
        "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!fault(bad[i]))
            test_fail(__FILE__, __LINE__, "accepted: %s", bad[i]);
    EXPECT_EQ(fault("[1, x]"), 5);
    EXPECT_EQ(fault_in("\"\0\"", 3), 2);
    EXPECT_EQ(fault_in("1\0", 2), 2);
}

static void keys_are_found_also_when_escaped(void) {
    static const char text[] = "{\"x\\u0079\": [1,\"}\",{\"k\":2}] , \"b\":-7,\"c\":\"a\\\"b\"}";
    struct json_in in, v;
    int64_t n;
    char out[8];
    EXPECT_EQ(json_check(text, strlen(text), &in), 0);
    EXPECT(json_is_array(json_get(in, "xy")));
    EXPECT(json_to_int(json_get(in, "b"), -9, 9, &n) && n == -7);
    EXPECT(!json_to_int(json_get(in, "b"), 0, 9, &n));
    EXPECT_EQ(json_to_text(json_get(in, "c"), out, sizeof out), 3);
    EXPECT_STR(out, "a\"b");
    EXPECT_EQ(json_to_text(json_get(in, "c"), out, 3), -1);
    EXPECT_EQ(json_get(in, "d").len, 0);
    size_t at = 0;
    int count = 0;
    while (json_next(json_get(in, "xy"), &at, NULL, &v))
        count++;
    EXPECT_EQ(count, 3);
    EXPECT(json_is_object(v) && json_get(v, "k").len == 1);
    EXPECT(json_equals(json_get(in, "c"), "a\"b") && !json_equals(json_get(in, "c"), "a"));
}

static void texts_are_compared_and_copied_to_the_last_letter(void) {
    static const char text[] = "[\"\",\"abc\",\"abd\",\"\\u0061bc\",\"\\u0000\",\"\xc3\xa4\"]";
    static const char *const same[] = { "", "abc", "abd", "abc", NULL, "\xc3\xa4" };
    struct json_in in, v;
    size_t at = 0;
    EXPECT_EQ(json_check(text, strlen(text), &in), 0);
    for (int i = 0; json_next(in, &at, NULL, &v); i++) {
        char out[4] = "xxx";
        for (int k = 0; k < 6; k++)
            EXPECT_EQ(same[k] && json_equals(v, same[k]),
                      same[k] && same[i] && strcmp(same[i], same[k]) == 0);
        int len = same[i] ? (int)strlen(same[i]) : -1;
        EXPECT_EQ(json_to_text(v, out, sizeof out), len);
        if (same[i])
            EXPECT_STR(out, same[i]);
        EXPECT_EQ(json_to_text(v, out, 3), len < 3 ? len : -1);
    }
}

static void only_integers_are_read_as_integers(void) {
    static const char *const bad[] = { "1.0", "1e2", "\"1\"", "true", "9999999999999999999", "-" };
    int64_t n;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT(!json_to_int((struct json_in){ bad[i], strlen(bad[i]) }, INT64_MIN, INT64_MAX, &n));
    EXPECT(!json_to_int((struct json_in){ "", 0 }, 0, 9, &n));
}

static void the_writer_escapes_and_counts_past_its_end(void) {
    char text[64], tiny[8];
    struct json_out o = json_begin_object(text, sizeof text);
    json_text(&o, "q", "\"a\\\n\x01");
    json_array(&o, "n");
    json_int(&o, NULL, INT64_MIN);
    json_bool(&o, NULL, true);
    json_array_end(&o);
    json_text(&o, "z", NULL);
    json_object_end(&o);
    EXPECT(json_fits(&o));
    EXPECT_STR(text,
               "{\"q\":\"\\\"a\\\\\\n\\u0001\",\"n\":[-9223372036854775808,true],\"z\":null}");
    o = json_begin(tiny, sizeof tiny);
    json_text(&o, NULL, "longer than that");
    EXPECT(!json_fits(&o));
    EXPECT_EQ(o.len, 18);
    EXPECT_STR(tiny, "\"longer");
}

const struct test json_tests[] = {
    TEST(strict_json_is_accepted),
    TEST(anything_else_is_refused),
    TEST(keys_are_found_also_when_escaped),
    TEST(texts_are_compared_and_copied_to_the_last_letter),
    TEST(only_integers_are_read_as_integers),
    TEST(the_writer_escapes_and_counts_past_its_end),
    TESTS_END,
};
