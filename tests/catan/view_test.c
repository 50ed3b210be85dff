/* view_test.c -- who may know what (ruling 75), and guesses that could be true. */
#include "core/undo.h"
#include "table.h"

static struct catan seen;

static void a_view_hides_the_cards_of_the_others(void) {
    given(PLAIN, 4, "");
    cards(1, "knight+point");
    g.dev_new[2] = BUNDLE_CARD(DEV_MONOPOLY);
    g.deck -= BUNDLE_CARD(DEV_MONOPOLY);
    catan_view(&g, 0, &seen);
    EXPECT_EQ(seen.viewer, 0);
    EXPECT_EQ(seen.hand[0], g.hand[0]);
    EXPECT_EQ(seen.hand[1], (uint64_t)3 << 40);
    EXPECT_EQ(seen.dev[1], (uint64_t)2 << 40);
    EXPECT_EQ(seen.dev_new[2], (uint64_t)1 << 40);
    EXPECT_EQ(seen.deck, (uint64_t)22 << 40);
    EXPECT_EQ(seen.bank, g.bank);
    EXPECT_EQ(catan_points(&seen, 1), 2);
    EXPECT_EQ(catan_points(&g, 1), 3);
    catan_view(&g, SEAT_SPECTATOR, &seen);
    EXPECT_EQ(seen.hand[0], (uint64_t)3 << 40);
    catan_view(&g, SEAT_ALL, &seen);
    EXPECT(memcmp(&seen, &g, sizeof g) == 0);
}

/* Ruling 84. */
static void at_the_end_all_victory_points_are_shown(void) {
    given("fifth,first=0,points=3", 4, "0 roll; * dice 1 1");
    g.rules.value[OPT_POINTS] = 4;
    cards(1, "point+knight");
    cards(0, "point");
    g.rules.value[OPT_POINTS] = 3;
    g.phase = PH_OVER;
    g.winner = 0;
    catan_view(&g, 2, &seen);
    EXPECT_EQ(seen.dev[1], ((uint64_t)2 << 40) + ((uint64_t)1 << 8 * DEV_POINT));
    EXPECT_EQ(catan_points(&seen, 1), 3);
}

/* If all cards of a pile must be points, they are known. Each pile is judged alone: other piles of
 * the same seat stay hidden. */
static void every_view_of_an_ended_game_can_be_set_again(void) {
    static const char *const piles[] = { "", "point", "knight", "point+knight" };
    static char text[1 << 15];
    for (int old = 0; old < 4; old++)
        for (int fresh = 0; fresh < 4; fresh++) {
            struct catan again;
            struct json_out out;
            given("fifth,first=0,points=3", 4, "0 roll; * dice 1 1");
            g.rules.value[OPT_POINTS] = 4;
            cards(0, "point");
            cards(1, piles[old]);
            g.dev_new[1] = DEVS_OF(piles[fresh]);
            g.deck -= g.dev_new[1];
            g.rules.value[OPT_POINTS] = 3;
            g.phase = PH_OVER;
            g.winner = 0;
            still_sound("the end");
            for (int seat = SEAT_SPECTATOR; seat < 4; seat++) {
                char words[WHY_MAX];
                if (seat == SEAT_CHANCE)
                    continue;
                struct text why = text_begin(words, sizeof words);
                out = json_begin(text, sizeof text);
                catan_view(&g, seat, &seen);
                catan_write(&seen, NULL, &out);
                if (!json_fits(&out) || catan_read(&again, text, out.len, &why))
                    test_fail(__FILE__, __LINE__, "%s and %s new, seat %d: %s", piles[old],
                              piles[fresh], seat, words);
                else
                    EXPECT(memcmp(&again, &seen, sizeof seen) == 0);
            }
        }
}

/* Ruling 84: what is shown at the end is public, so the page's chart of points reaches the goal. */
static void at_the_end_public_points_count_the_cards_shown(void) {
    static char text[1 << 15];
    struct json_out out;
    given("fifth,first=0,points=3", 4, "0 roll; * dice 1 1");
    g.rules.value[OPT_POINTS] = 4;
    cards(0, "point");
    for (int over = 0; over < 2; over++) {
        out = json_begin(text, sizeof text);
        catan_write(&g, NULL, &out);
        EXPECT(json_fits(&out));
        EXPECT(strstr(text, over ? "\"points\":3,\"points_public\":3"
                                 : "\"points\":3,\"points_public\":2"));
        struct catan before = g;
        g.rules.value[OPT_POINTS] = 3;
        g.phase = PH_OVER;
        g.winner = 0;
        before.rules = g.rules;
        out = json_begin(text, sizeof text);
        catan_write(&g, &before, &out);
        EXPECT(json_fits(&out));
        EXPECT_EQ(!strstr(text, "points_public"), over);         /* told once, at the end */
    }
}

static struct action as_seen(const char *text, int seat) {
    struct action a = { 0 }, out;
    EXPECT_EQ(catan_parse(&g, text, &a), 0);
    catan_see(&g, &a, seat, &out);
    return out;
}

static void a_stolen_card_is_known_to_thief_and_victim(void) {
    given(PLAIN, 4, "");
    hand(2, "ore");
    play("0 roll; * dice 1 6; 0 robber B4 2");
    EXPECT_EQ(as_seen("* steal 2 ore", 0).place, ORE);
    EXPECT_EQ(as_seen("* steal 2 ore", 2).place, ORE);
    EXPECT_EQ(as_seen("* steal 2 ore", 1).place, CATAN_HIDDEN);
    EXPECT_EQ(as_seen("* steal 2 ore", SEAT_SPECTATOR).place, CATAN_HIDDEN);
    EXPECT_EQ(as_seen("* steal 2 ore", SEAT_ALL).place, ORE);
}

static void a_bought_card_is_known_to_its_buyer(void) {
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "wool+grain+ore");
    play("0 buy");
    EXPECT_EQ(as_seen("* draw point", 0).place, DEV_POINT);
    EXPECT_EQ(as_seen("* draw point", 3).place, CATAN_HIDDEN);
}

/* Ruling 74. */
static void what_a_helper_shows_is_for_its_seat_alone(void) {
    given("fifth+helpers,first=0", 4, "");
    g.helper[0] = CANDAMIR;
    turn_of(0);
    hand(0, "wool+grain+ore");
    play("0 candamir wool+grain+ore");
    EXPECT_EQ(as_seen("* look 2knight+point", 0).give[DEV_KNIGHT], 2);
    EXPECT_EQ(as_seen("* look 2knight+point", 1).give[DEV_KNIGHT], 0);
    EXPECT_EQ(as_seen("* look 2knight+point", 1).place, CATAN_HIDDEN);
    play("* look 2knight+point");
    catan_view(&g, 0, &seen);
    EXPECT_EQ(seen.look, DEVS_OF("2knight+point"));
    catan_view(&g, 1, &seen);
    EXPECT_EQ(seen.look, (uint64_t)3 << 40);
    EXPECT_EQ(as_seen("0 keep point", 2).place, CATAN_HIDDEN);
    given("fifth+helpers,first=0", 4, "");
    g.helper[0] = HILDE;
    turn_of(0);
    put(1, "settle A1.N");
    play("0 hilde 1");
    EXPECT_EQ(as_seen("0 take ore", 1).place, ORE);
    EXPECT_EQ(as_seen("0 take ore", 2).place, CATAN_HIDDEN);
}

static void public_actions_are_seen_as_they_are(void) {
    given(PLAIN, 4, "0 roll");
    EXPECT_EQ(as_seen("* dice 3 4", SEAT_SPECTATOR).target, 4);
}

/* ---- guesses ----------------------------------------------------------------------- */

/* A guess is sound, and looks the same to its seat as before. */
static void guess_for_all(struct rng *rng) {
    struct catan again, guessed;
    for (int seat = -2; seat < catan_seats(&g); seat++) {
        if (seat == SEAT_CHANCE)
            continue;
        catan_view(&g, seat, &seen);
        catan_guess(&seen, &rng->source, &guessed);
        EXPECT_EQ(catan_sound(&guessed), 0);
        catan_view(&guessed, seat, &again);
        EXPECT(memcmp(&again, &seen, sizeof again) == 0);
    }
}

static void guesses_could_be_true_all_through_a_game(void) {
    static const char *const rules[] = { "fifth", "fifth-56+helpers", "sixth+helpers,menu=trades" };
    struct action menu[CATAN_MENU_MAX];
    struct rng rng;
    for (int i = 0; i < 3; i++) {
        given(rules[i], 0, "");
        rng_seed(&rng, (uint64_t)i);
        for (int n = 0; n < 3000 && g.phase != PH_OVER; n++) {
            unsigned owes = catan_owes(&g);
            if (owes == OWES_CHANCE) {
                chance_draw(&catan_game, &g, &rng.source, &menu[0]);
            } else {
                int seat = 0;
                while (!(owes >> seat & 1))
                    seat++;
                menu[0] = menu[source_below(&rng.source, (uint32_t)catan_legal(&g, seat, menu))];
            }
            catan_apply(&g, &menu[0]);
            if (n % 7 == 0 || g.phase == PH_OVER || g.phase == PH_KEEP || g.phase == PH_TAKE)
                guess_for_all(&rng);
        }
    }
}

static void a_guess_gives_the_active_seat_no_points_it_would_have_won_with(void) {
    struct rng rng;
    rng_seed(&rng, 1);
    given("fifth,first=0,points=3,knights=4,point_cards=5", 4, "");
    cards(0, "3knight");
    for (int i = 0; i < 200; i++)
        guess_for_all(&rng);
}

static void a_guess_keeps_what_was_promised(void) {
    struct rng rng;
    rng_seed(&rng, 1);
    given(PLAIN, 4, "0 roll; * dice 1 1");
    hand(0, "2wool+5brick");
    hand(1, "ore+5grain");
    hand(2, "ore+5lumber");
    play("2 offer lumber wool; 0 offer wool ore to 1 3; 1 accept 2");
    for (int i = 0; i < 100; i++)
        guess_for_all(&rng);
}

static void a_whole_state_is_its_own_guess(void) {
    struct rng rng;
    rng_seed(&rng, 1);
    given(PLAIN, 4, "");
    catan_guess(&g, &rng.source, &seen);
    EXPECT(memcmp(&seen, &g, sizeof g) == 0);
}

/* `gains` is null before the first roll. If that roll gives nobody anything, the bytes of `gains`
 * do not change, but it must still be told. */
static void the_first_roll_is_told_if_it_gives_nothing(void) {
    static char text[1 << 14];
    struct json_in change = { NULL, 0 };
    given(PLAIN, 4, "0 roll");
    struct catan before = g;
    play("* dice 3 4");
    struct json_out out = json_begin(text, sizeof text);
    catan_write(&g, &before, &out);
    EXPECT(json_fits(&out) && json_check(text, out.len, &change) == 0);
    EXPECT(json_is_array(json_get(change, "gains")));
}

/* Which of two seats holds the one ore? Two possible states in three look like the true one, but a
 * monopoly tells them apart; a road does not. */
static void a_move_that_shows_little_shows_something(void) {
    struct action monopoly, road;
    given(PLAIN, 3, "0 roll; * dice 1 1");
    hand(0, "brick+lumber");
    hand(1, "wool");
    hand(2, "wool+ore");
    cards(0, "monopoly");
    EXPECT_EQ(catan_parse(&g, "0 monopoly ore", &monopoly), 0);
    EXPECT_EQ(catan_check(&g, &monopoly), CATAN_OK);
    struct action menu[MENU_MAX];
    int n = catan_legal(&g, 0, menu);
    memset(&road, 0, sizeof road);
    for (int i = 0; i < n; i++)
        if (menu[i].type == ACT_ROAD)
            road = menu[i];
    EXPECT_EQ(road.type, ACT_ROAD);
    for (uint64_t seed = 0; seed < 50; seed++) {
        EXPECT(reveals(&catan_game, &g, &monopoly, seed));
        EXPECT(!reveals(&catan_game, &g, &road, seed));
    }
}

const struct test catan_view_tests[] = {
    TEST(a_view_hides_the_cards_of_the_others),
    TEST(at_the_end_all_victory_points_are_shown),
    TEST(every_view_of_an_ended_game_can_be_set_again),
    TEST(at_the_end_public_points_count_the_cards_shown),
    TEST(a_stolen_card_is_known_to_thief_and_victim),
    TEST(a_bought_card_is_known_to_its_buyer),
    TEST(what_a_helper_shows_is_for_its_seat_alone),
    TEST(public_actions_are_seen_as_they_are),
    TEST(guesses_could_be_true_all_through_a_game),
    TEST(a_guess_gives_the_active_seat_no_points_it_would_have_won_with),
    TEST(a_guess_keeps_what_was_promised),
    TEST(a_whole_state_is_its_own_guess),
    TEST(the_first_roll_is_told_if_it_gives_nothing),
    TEST(a_move_that_shows_little_shows_something),
    TESTS_END
};
