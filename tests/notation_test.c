/* notation_test.c -- places and actions of CATAN as text: every name is understood, one is
 * printed. */
#include "catan/catan.h"
#include "catan/place_names.h"
#include "test.h"

static struct catan g;

static void given(const char *rules_text, int seats) {
    struct rules rules;
    struct rng rng;
    int at;
    EXPECT_EQ(rules_parse(&catan_game, rules_text, seats, &rules, &at), RULES_OK);
    EXPECT_EQ(catan_init(&g, &rules), CATAN_OK);
    rng_seed(&rng, 1);
    while (catan_owes(&g) & OWES_CHANCE) {
        struct action a;
        chance_draw(&catan_game, &g, &rng.source, &a);
        catan_apply(&g, &a);
    }
}

/* How a text is printed after it was read, or the id of the refusal. */
static const char *printed(const char *text) {
    static char out[ACTION_TEXT_MAX];
    struct action a, again;
    int error = catan_parse(&g, text, &a);
    if (error)
        return catan_game.reasons[error].id;
    EXPECT_EQ(catan_format(&g, &a, out, sizeof out), strlen(out));
    EXPECT_EQ(catan_parse(&g, out, &again), 0);
    EXPECT_EQ(memcmp(&a, &again, sizeof a), 0);
    return out;
}

static void a_corner_has_a_name_from_every_hex(void) {
    given("fifth", 4);
    EXPECT_STR(printed("0 settle B2.N"), "0 settle A1.SE");
    EXPECT_STR(printed("0 settle A1.SE"), "0 settle A1.SE");
    EXPECT_STR(printed("0 settle A2.SW"), "0 settle A1.SE");
    EXPECT_STR(printed("3 city E3.S"), "3 city E3.S");
    EXPECT_STR(printed("0 settle C3.NW"), printed("0 settle B2.SW"));
}

static void a_path_has_a_name_from_both_sides(void) {
    given("fifth", 4);
    EXPECT_STR(printed("0 road B2.NW"), "0 road A1.SE");
    EXPECT_STR(printed("0 road C3.W"), "0 road C2.E");
    EXPECT_STR(printed("0 road E1.SW"), "0 road E1.SW");
    EXPECT_STR(printed("0 louis B2.NW E3.SE"), "0 louis A1.SE E3.SE");
}

/* Every name of every place is read as the place it was printed for. */
static void names_and_places_agree_on_both_boards(void) {
    static const char *const boards[] = { "fifth", "fifth-56" };
    for (int k = 0; k < 2; k++) {
        given(boards[k], k ? 6 : 4);
        const struct catan_board *b = catan_board(&g);
        for (int v = 0; v < b->corners; v++) {
            char name[16];
            struct text t = text_begin(name, sizeof name);
            catan_print_place(&g, PLACE_CORNER, v, &t);
            EXPECT_EQ(catan_read_place(&g, PLACE_CORNER, name, t.len), v);
        }
        for (int p = 0; p < b->paths; p++) {
            char name[16];
            struct text t = text_begin(name, sizeof name);
            catan_print_place(&g, PLACE_PATH, p, &t);
            EXPECT_EQ(catan_read_place(&g, PLACE_PATH, name, t.len), p);
        }
    }
}

static void places_off_the_board_are_refused(void) {
    static const char *const bad[] = { "A4.N", "F1.N", "A0.N", "A01.N", "a1.N", "A1.E", "A1.n",
        "A1",
                                       "A1.", ".N", "A1.NN", "A1N", "A10.N", "-" };
    given("fifth", 4);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[32];
        snprintf(text, sizeof text, "0 settle %s", bad[i]);
        EXPECT_STR(printed(text), "no-such-place");
    }
    EXPECT_STR(printed("0 road A1.N"), "no-such-place");
    EXPECT_STR(printed("0 robber Z9"), "no-such-place");
    EXPECT_STR(printed("0 settle"), "bad-action");
}

static void bundles_are_printed_in_one_order(void) {
    given("fifth", 4);
    EXPECT_STR(printed("0 bank 4wool ore"), "0 bank 4wool ore");
    EXPECT_STR(printed("0 offer ore+2wool 1brick"), "0 offer 2wool+ore brick");
    EXPECT_STR(printed("0 plenty ore+wool"), "0 plenty wool+ore");
    EXPECT_STR(printed("0 plenty 2ore"), "0 plenty 2ore");
    EXPECT_STR(printed("0 plenty ore+ore"), "bad-action");
    EXPECT_STR(printed("0 plenty 0ore"), "bad-action");
    EXPECT_STR(printed("0 plenty ore+"), "bad-action");
    EXPECT_STR(printed("0 plenty +ore"), "bad-action");
    EXPECT_STR(printed("0 plenty 300ore"), "bad-action");
    EXPECT_STR(printed("0 plenty gold"), "bad-action");
}

static void an_offer_names_partners_only_where_it_must(void) {
    given("fifth,first=0", 4);
    EXPECT_STR(printed("0 offer wool ore"), "0 offer wool ore");
    EXPECT_STR(printed("0 offer wool ore to 1 2 3"), "0 offer wool ore");
    EXPECT_STR(printed("0 offer wool ore to 3 1"), "0 offer wool ore to 1 3");
    EXPECT_STR(printed("2 offer wool ore"), "2 offer wool ore");
    EXPECT_STR(printed("2 offer wool ore to 0"), "2 offer wool ore");
    EXPECT_STR(printed("2 offer wool ore to 1"), "2 offer wool ore to 1");
    EXPECT_STR(printed("0 offer wool ore to"), "bad-action");
    EXPECT_STR(printed("0 offer wool ore to 1 1"), "bad-action");
    EXPECT_STR(printed("0 offer wool ore at 1"), "bad-action");
}

static void every_example_of_the_document_reads_back(void) {
    static const char *const same[] = {
        "0 buy", "0 roll", "0 end", "2 pass", "1 discard wool", "0 robber C3 2", "0 robber C3",
        "0 knight", "0 road-building", "0 monopoly wool", "1 accept 4", "1 decline 4",
        "0 confirm 1", "0 withdraw", "0 nassir wool 1 2", "0 repay 1 ore",
        "0 william A1.NE lumber+wool", "1 marianne ore", "1 sean ore", "1 sean",
        "0 candamir 2wool+grain", "0 keep knight", "0 hilde 2", "0 take wool", "0 jean ore",
        "0 vincent-settle A1.N", "0 vincent-city A1.N", "0 flip", "0 exchange jean",
        "* hex A1 forest", "* frame 1 4-5", "* frame 6 6-1", "* harbor 1 wool", "* harbor 9 3:1",
        "* corner A1", "* token A1 8", "* robber D3", "* dice 3 4", "* steal 2 wool", "* steal 2 ?",
        "* draw knight", "* draw ?", "* look knight+2point", "* look ?", "0 discard ?",
    };
    given("fifth+helpers", 4);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        EXPECT_STR(printed(same[i]), same[i]);
}

static void lin_names_a_desert_only_where_there_are_two(void) {
    given("fifth+helpers", 4);
    EXPECT_STR(printed("0 lin"), "0 lin");
    for (int h = 0; h < catan_board(&g)->hexes; h++)
        if (g.terrain[h] == DESERT) {
            char text[16] = "0 lin ";
            struct text t = { text, sizeof text, strlen(text) };
            catan_print_place(&g, PLACE_HEX, h, &t);
            EXPECT_STR(printed(text), "0 lin");
        }
    given("fifth-56+helpers", 6);
    int deserts = 0;
    for (int h = 0; h < catan_board(&g)->hexes; h++)
        if (g.terrain[h] == DESERT) {
            char text[16] = "0 lin ";
            struct text t = { text, sizeof text, strlen(text) };
            catan_print_place(&g, PLACE_HEX, h, &t);
            EXPECT_STR(printed(text), text);
            deserts++;
        }
    EXPECT_EQ(deserts, 2);
}

static void text_that_is_not_an_action_is_refused(void) {
    static const char *const bad[] = {
        "", " ", "0", "0 ", "roll", "0  roll", "0 roll ", " 0 roll", "0 roll now", "6 roll",
            "-1 roll",
        "00 roll", "0 Roll", "0 dice 3 4", "* roll", "0 accept", "0 accept x", "0 accept 256",
        "* dice 3", "* frame 1 4-6", "* frame 0 1-2", "* harbor 0 wool", "* hex A1 ocean",
        "0 exchange nobody", "0 keep wool", "0 nassir wool", "0 nassir wool 1 1", "0\troll",
    };
    given("fifth", 4);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strcmp(printed(bad[i]), "bad-action") != 0)
            test_fail(__FILE__, __LINE__, "\"%s\" is read as %s", bad[i], printed(bad[i]));
}

/* An action that no rule allows has a text too; if that can be read, it is the same action. */
static void any_bytes_have_a_text(void) {
    struct rng rng;
    rng_seed(&rng, 4);
    given("fifth+helpers", 4);
    for (int i = 0; i < 200000; i++) {
        struct action a, again;
        char text[256], twice[256];
        uint64_t word[2] = { rng_next(&rng), rng_next(&rng) };
        memcpy(&a, word, sizeof a);
        a.type = (uint8_t)(a.type % (ACT_N + 2));
        a.seat = (int8_t)(a.seat % 8);
        int n = catan_format(&g, &a, text, sizeof text);
        EXPECT(n > 0 && n < (int)sizeof text);
        if (catan_parse(&g, text, &again) != 0)
            continue;
        catan_format(&g, &again, twice, sizeof twice);
        EXPECT_STR(twice, text);
        EXPECT(catan_check(&g, &a) >= 0 && catan_check(&g, &a) < CATAN_ERROR_N);
    }
    struct action nobody = { .type = ACT_NASSIR, .seat = 0, .place = WOOL };
    char text[32];
    catan_format(&g, &nobody, text, sizeof text);
    EXPECT_STR(text, "0 nassir wool -");
    EXPECT_STR(printed(text), "bad-action");
}

static void a_missing_argument_is_refused(void) {
    static const char *const bad[] = {
        "0 road", "0 louis A1.NE", "0 discard", "0 keep", "0 exchange", "* hex A1", "* harbor 1",
        "* frame 1", "0 bank", "0 bank wool", "0 nassir", "0 repay 1", "* look", "* draw",
        "0 robber",
        "* token A1", "0 candamir", "0 hilde", "* corner", "* frame 1 4+5", "* frame 1 0-1",
        "* frame 1 7-1", "* frame 1 45",
    };
    given("fifth+helpers", 4);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT_STR(printed(bad[i]), "bad-action");
}

const struct test notation_tests[] = {
    TEST(a_corner_has_a_name_from_every_hex),
    TEST(a_path_has_a_name_from_both_sides),
    TEST(names_and_places_agree_on_both_boards),
    TEST(places_off_the_board_are_refused),
    TEST(bundles_are_printed_in_one_order),
    TEST(an_offer_names_partners_only_where_it_must),
    TEST(every_example_of_the_document_reads_back),
    TEST(lin_names_a_desert_only_where_there_are_two),
    TEST(text_that_is_not_an_action_is_refused),
    TEST(any_bytes_have_a_text),
    TEST(a_missing_argument_is_refused),
    TESTS_END,
};
