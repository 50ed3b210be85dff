/* notation_test.c -- Struggle's actions as text. */
#include "table.h"

static void actions_read_back_as_they_are_printed(void) {
    static const char *const lines[] = {
        "0 swap-stack wool",
        "5 swap-market wool ore",
        "0 take-from 2",
        "0 take-from 2 3",
        "1 library 2",
        "0 pick wool",
        "0 pick ?",
        "0 give-back ore",
        "0 give-back ?",
        "0 guild 3",
        "0 build road brick+lumber",
        "2 build expansion town-hall 3wool+ore",
        "0 build city 15ore",
        "0 turn",
        "0 leave",
        "1 discard grain",
        "1 pass",
        "0 draw 2",
        "* first 2",
        "* deal 2 wool",
        "* deal 2 ?",
        "* market brick",
        "* steal 2 ?",
        "* steal 1 ore",
        "* event brigands",
        "* event market-day",
    };
    char text[ACTION_TEXT_MAX];
    struct action a;
    given("struggle", 4);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        EXPECT_EQ(struggle_game.parse(&g, lines[i], &a), 0);
        EXPECT_EQ(struggle_game.format(&g, &a, text, sizeof text), (int)strlen(lines[i]));
        EXPECT_STR(text, lines[i]);
    }
}

static void other_spellings_are_understood(void) {
    struct action a, b;
    given("struggle", 4);
    EXPECT_EQ(struggle_game.parse(&g, "0 build settlement grain+wool+1brick+lumber", &a), 0);
    EXPECT_EQ(struggle_game.parse(&g, "0 build settlement brick+lumber+wool+grain", &b), 0);
    EXPECT(!memcmp(&a, &b, sizeof a));
    EXPECT_EQ(struggle_game.parse(&g, "0 take-from 2 1", &a), 0);
    EXPECT_EQ(struggle_game.parse(&g, "0 take-from 2", &b), 0);
    EXPECT(!memcmp(&a, &b, sizeof a));
}

static void bad_text_is_refused(void) {
    static const char *const lines[] = {
        "",
        " ",
        "0",
        "0 ",
        "x pass",
        "6 pass",
        "-1 pass",
        "01 pass",
        "** pass",
        "0  pass",
        "0 pass ",
        " 0 pass",
        "0 pass 1",
        "0 swap-stack",
        "0 swap-stack sheep",
        "0 swap-market wool",
        "0 swap-market wool ore ore",
        "0 take-from",
        "0 take-from 6",
        "0 take-from 2 x",
        "0 take-from 2 256",
        "0 library wool",
        "0 build",
        "0 build church",
        "0 build road",
        "0 build expansion",
        "0 build expansion 3wool+ore",
        "0 build expansion tavern 3wool+ore",
        "0 build road brick+",
        "0 build road +brick",
        "0 build road 0brick+lumber",
        "0 build road brick+brick",
        "0 build road 1000brick",
        "0 draw",
        "0 draw two",
        "* event",
        "* event flood",
        "* first",
        "* deal wool",
        "* market",
        "* deal 2 2",
    };
    struct action a;
    given("struggle", 4);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (struggle_game.parse(&g, lines[i], &a) != SE_BAD_ACTION)
            test_fail(__FILE__, __LINE__, "\"%s\" is understood", lines[i]);
    EXPECT_EQ(struggle_game.parse(&g, "0 roll", &a), SE_BAD_ACTION);
}

static void any_bytes_have_a_text(void) {
    char text[ACTION_TEXT_MAX];
    given("struggle", 4);
    struct action a = { .type = 200, .seat = -7 };
    struggle_game.format(&g, &a, text, sizeof text);
    EXPECT_STR(text, "* ?");
    a = (struct action){ .type = SA_BUILD, .place = 9 };
    struggle_game.format(&g, &a, text, sizeof text);
    EXPECT_STR(text, "0 build ? ?");
    a = (struct action){ .type = SA_BUILD, .place = SB_EXPANSION, .target = 9 };
    struggle_game.format(&g, &a, text, sizeof text);
    EXPECT_STR(text, "0 build expansion ? ?");
    a = (struct action){ .type = SA_EVENT, .seat = SEAT_CHANCE, .place = 9 };
    struggle_game.format(&g, &a, text, sizeof text);
    EXPECT_STR(text, "* event ?");
    EXPECT_EQ(struggle_game.format(&g, &a, text, 4), 9);
    EXPECT_STR(text, "* e");
}

static void nobody_plays_for_chance_nor_chance_for_a_seat(void) {
    given("struggle,first=0", 4);
    EXPECT_EQ(try_("0 deal 0 wool"), SE_BAD_ACTION);
    EXPECT_EQ(try_("* draw 2"), SE_BAD_ACTION);
    EXPECT_EQ(try_("* deal 0 wool"), SE_NOT_YOUR_TURN);
}

static void every_reason_has_an_id_and_an_entry(void) {
    EXPECT_EQ(struggle_game.reasons_n, SE_N);
    EXPECT_STR(struggle_game.reasons[0].id, "ok");
    for (int i = 1; i < SE_N; i++) {
        EXPECT(struggle_game.reasons[i].id && *struggle_game.reasons[i].id);
        EXPECT(!strncmp(struggle_game.reasons[i].rule, "struggle-", 9));
        for (int k = 0; k < i; k++)
            EXPECT(strcmp(struggle_game.reasons[i].id, struggle_game.reasons[k].id) != 0);
    }
}

const struct test struggle_notation_tests[] = {
    TEST(actions_read_back_as_they_are_printed),
    TEST(other_spellings_are_understood),
    TEST(bad_text_is_refused),
    TEST(any_bytes_have_a_text),
    TEST(nobody_plays_for_chance_nor_chance_for_a_seat),
    TEST(every_reason_has_an_id_and_an_entry),
    TESTS_END,
};
