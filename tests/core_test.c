/* core_test.c -- the basics: bits, text, chance, rules. */
#include "core/bits.h"
#include "core/bundle.h"
#include "core/game.h"
#include "core/text.h"
#include "test.h"

static void bits_are_counted_found_and_selected(void) {
    struct rng rng;
    rng_seed(&rng, 1);
    for (int round = 0; round < 2000; round++) {
        uint64_t w = rng_next(&rng) & rng_next(&rng), left = w;
        int n = 0;
        for (int i = 0; i < 64; i++)
            if (w >> i & 1) {
                EXPECT_EQ(bits_select(w, n), i);
                EXPECT_EQ(bits_pop(&left), i);
                n++;
            }
        EXPECT_EQ(bits_count(w), n);
        EXPECT_EQ(left, 0);
    }
    EXPECT_EQ(bits_first(12), 2);
    EXPECT_EQ(bits_last(12), 3);
    EXPECT_EQ(bits_low(0), 0);
    EXPECT_EQ(bits_low(64), ~(uint64_t)0);
}

static void text_is_cut_but_counted(void) {
    char small[5];
    struct text t = text_begin(small, sizeof small);
    text_add(&t, "ab");
    EXPECT(text_fits(&t));
    text_int(&t, -120);
    EXPECT_STR(small, "ab-1");
    EXPECT_EQ(t.len, 6);
    EXPECT(!text_fits(&t));
    t = text_begin(small, 0);
    text_add(&t, "nothing is written");
    EXPECT_STR(small, "ab-1");
}

static void numbers_and_words_are_read_strictly(void) {
    int64_t n = -1;
    EXPECT(text_number("0", 1, 0, 9, &n) && n == 0);
    EXPECT(text_number("42", 2, 0, 99, &n) && n == 42);
    EXPECT(!text_number("042", 3, 0, 99, &n));
    EXPECT(!text_number("+4", 2, 0, 99, &n));
    EXPECT(!text_number("", 0, 0, 99, &n));
    EXPECT(!text_number("100", 3, 0, 99, &n));
    EXPECT(!text_number("9999999999999999999", 19, 0, INT64_MAX, &n));
    const char *at = "one  two", *word;
    size_t len;
    EXPECT(text_word(&at, &word, &len) && text_is(word, len, "one"));
    EXPECT(!text_word(&at, &word, &len) && *at != '\0');
}

/* ---- chance ---- */

static uint32_t scripted_word(struct source *src);
struct script {
    struct source source;
    const uint32_t *next;
};

static uint32_t scripted_word(struct source *src) {
    return *((struct script *)(void *)src)->next++;
}

static void a_draw_rejects_the_words_that_would_be_unfair(void) {
    /* 2^32 mod 6 is 4: products whose lower half is below 4 are drawn again. */
    static const uint32_t words[] = { 0, 0x90000000u, 0xffffffffu };
    struct script s = { { scripted_word }, words };
    EXPECT_EQ(source_below(&s.source, 6), 3);
    EXPECT_EQ(s.next - words, 2);
    EXPECT_EQ(source_below(&s.source, 6), 5);
}

static void every_way_to_draw_gives_the_same_numbers(void) {
    struct rng a, b, c;
    int seen[7] = { 0 };
    rng_seed(&a, 99);
    rng_seed(&b, 99);
    rng_seed(&c, 99);
    for (int i = 0; i < 7000; i++) {
        uint32_t n = rng_below(&a, 7), same = 7;
        EXPECT_EQ(source_below(&b.source, 7), n);
        EXPECT(rng_try_below(&c, 7, &same) && same == n);
        seen[n]++;
    }
    for (int i = 0; i < 7; i++)
        EXPECT(seen[i] > 850 && seen[i] < 1150);
}

static void the_short_draw_takes_no_word_that_may_be_unfair(void) {
    struct rng r;
    uint32_t number;
    rng_seed(&r, 0 - 0x9e3779b97f4a7c15u);      /* its next word is 0 */
    EXPECT(!rng_try_below(&r, 6, &number));
    EXPECT_EQ(rng_next(&r), 0);
}

/* ---- rules ---- */

static const char *canonical(const char *text) {
    static char out[RULES_TEXT_MAX];
    struct rules rules;
    int at;
    const struct game *game = rules_game(text);
    if (!game || rules_parse(game, text, 0, &rules, &at) != RULES_OK)
        return NULL;
    EXPECT_EQ(rules_format(game, &rules, out, sizeof out), strlen(out));
    return out;
}

static void rules_print_only_what_differs_in_table_order(void) {
    EXPECT_STR(canonical("fifth"), "fifth");
    EXPECT_STR(canonical("fifth,points=10"), "fifth");
    EXPECT_STR(canonical("fifth,phases=combined,points=12+helpers"),
               "fifth+helpers,points=12,phases=combined");
    EXPECT_STR(canonical("fifth,helpers=on"), "fifth+helpers");
    EXPECT_STR(canonical("fifth-56+special_building"), "fifth-56");
    EXPECT_STR(canonical("struggle-56"), "struggle-56");
    EXPECT_STR(canonical("fifth,offers=40"), "fifth,offers=40");
    EXPECT_STR(canonical("fifth,offers=16"), "fifth,offers=16");
    EXPECT_STR(canonical("fifth,offers=unlimited"), "fifth");
}

static void rules_that_are_not_understood_say_where(void) {
    static const struct { const char *text; enum rules_error error; int at; } bad[] = {
        { "fifth,", RULES_NO_SUCH_OPTION, 6 },      { "fifth+", RULES_NO_SUCH_OPTION, 6 },
        { "fifth+points", RULES_NO_SUCH_OPTION, 6 }, { "fifth,points", RULES_BAD_VALUE, 12 },
        { "fifth,points=", RULES_BAD_VALUE, 13 },   { "fifth,points=99", RULES_BAD_VALUE, 13 },
        { "fifth,points=7=8", RULES_BAD_VALUE, 14 }, { "fifth,board=Random", RULES_BAD_VALUE, 12 },
        { "fifth,no=1", RULES_NO_SUCH_OPTION, 6 },  { "fifth=3", RULES_NO_SUCH_RULESET, 0 },
        { "fifth+helpers=on", RULES_BAD_VALUE, 13 }, { "", RULES_NO_SUCH_RULESET, 0 },
        { "fifth,offers=41", RULES_BAD_VALUE, 13 },
        { "fifth,points=unlimited", RULES_BAD_VALUE, 13 },
        { "fifth,points=10,points=11", RULES_GIVEN_TWICE, 16 },
        { "fifth+helpers,helpers=off", RULES_GIVEN_TWICE, 14 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct rules rules;
        int at = -1;
        EXPECT_EQ(rules_parse(games[0], bad[i].text, 0, &rules, &at), bad[i].error);
        EXPECT_EQ(at, bad[i].at);
    }
    EXPECT(rules_game("seventh") == NULL);
}

static const char *explained(const char *text) {
    static char words[RULES_TEXT_MAX];
    const struct game *game = rules_game(text);
    struct rules rules;
    int at = 0;
    enum rules_error error = game ? rules_parse(game, text, 0, &rules, &at) : RULES_NO_SUCH_RULESET;
    struct text t = text_begin(words, sizeof words);
    rules_explain(game, text, error, at, &t);
    words[strcspn(words, "?")] = '\0';
    return words;
}

static void a_wrong_word_is_answered_by_the_nearest(void) {
    EXPECT_STR(explained("fith"), "no such ruleset; did you mean fifth");
    EXPECT_STR(explained("strugle-56,points=9"), "no such ruleset; did you mean struggle-56");
    EXPECT_STR(explained("fifth,pionts=9"), "pionts: no such option; did you mean points");
    EXPECT_STR(explained("fifth,points=9,points=10"), "points: given twice");
    EXPECT(strncmp(explained("chess"), "no such ruleset; there are fifth", 32) == 0);
}

static void every_option_of_every_ruleset_reads_back(void) {
    for (int g = 0; games[g]; g++)
        for (int i = 0; games[g]->options[i].name; i++)
            for (int v = games[g]->options[i].min;
                 v <= games[g]->options[i].max + (games[g]->options[i].unlimited != NULL); v++) {
                struct rules rules, again;
                char text[RULES_TEXT_MAX];
                int at;
                EXPECT_EQ(rules_parse(games[g], games[g]->rulesets[0].name, 0, &rules, &at), 0);
                rules.value[i] = (uint8_t)v;
                rules_format(games[g], &rules, text, sizeof text);
                EXPECT_EQ(rules_parse(games[g], text, rules.seats, &again, &at), RULES_OK);
                EXPECT(memcmp(&rules, &again, sizeof rules) == 0);
            }
}

/* Counted card by card, also with more than 127 cards in all. */
static void the_nth_card_is_of_the_kind_it_lies_in(void) {
    static const uint8_t count[][KINDS] = {
        { 1, 0, 0, 0, 0 }, { 0, 0, 0, 0, 3 }, { 19, 19, 19, 19, 19 }, { 0, 127, 0, 1, 127 },
        { 22, 22, 30, 28, 32 }, { 50, 50, 50, 50, 50 }, { 127, 0, 0, 0, 128 - 1 },
    };
    for (size_t i = 0; i < sizeof count / sizeof *count; i++) {
        uint64_t bundle = bundle_pack(count[i]);
        int n = 0;
        for (int kind = 0; kind < KINDS; kind++)
            for (int card = 0; card < count[i][kind]; card++)
                EXPECT(bundle_nth(bundle, n) == kind &&
                       bundle_nth_card(bundle, n++) == bits_one(8 * kind));
        EXPECT_EQ(bundle_total(bundle), n);
    }
}

static void a_bundle_and_its_counts_are_the_same_cards(void) {
    static const uint8_t give[KINDS] = { 1, 20, 3, 40, 127 }, get[KINDS] = { 9, 0, 7, 0, 5 };
    uint8_t back[KINDS];
    struct action one = { .type = 7, .seat = -1, .place = 200, .target = 255 }, two;
    uint64_t bundle = bundle_pack(give);
    for (int kind = 0; kind < KINDS; kind++)
        EXPECT_EQ(bundle_count(bundle, kind), give[kind]);
    bundle_unpack(bundle, back);
    EXPECT(!memcmp(back, give, KINDS));
    for (unsigned set = 0; set < 32; set++) {
        uint64_t some = 0;
        for (int kind = 0; kind < KINDS; kind++)
            some += set >> kind & 1 ? (kind + 1) * BUNDLE_CARD(kind) : 0;
        EXPECT_EQ(bundle_set(bundle_held(some)), set);
    }
    memcpy(one.give, give, KINDS);
    memcpy(one.get, get, KINDS);
    action_write(&two, action_head(7, -1, 200, 255), bundle, bundle_pack(get));
    EXPECT(!memcmp(&one, &two, sizeof one));
}

const struct test core_tests[] = {
    TEST(bits_are_counted_found_and_selected),
    TEST(the_nth_card_is_of_the_kind_it_lies_in),
    TEST(a_bundle_and_its_counts_are_the_same_cards),
    TEST(text_is_cut_but_counted),
    TEST(numbers_and_words_are_read_strictly),
    TEST(a_draw_rejects_the_words_that_would_be_unfair),
    TEST(every_way_to_draw_gives_the_same_numbers),
    TEST(the_short_draw_takes_no_word_that_may_be_unfair),
    TEST(rules_print_only_what_differs_in_table_order),
    TEST(rules_that_are_not_understood_say_where),
    TEST(a_wrong_word_is_answered_by_the_nearest),
    TEST(every_option_of_every_ruleset_reads_back),
    TESTS_END,
};
