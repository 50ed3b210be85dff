/* arena_test.c -- tournaments: the same games with any number of threads, every seed from each
 * seat, rows that can be resumed, and clear refusals. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catan/catan.h"
#include "cli/arena/tournament.h"
#include "struggle/struggle.h"

static const char rules[] = "fifth,phases=combined";

static void run(struct tournament *t, int games_n, int threads, const char *bots) {
    *t = (struct tournament){ .games = games_n, .seed = 3, .threads = threads, .quiet = true };
    EXPECT_EQ(tournament_setup(t, "catan", rules, bots), 0);
}

static void expect_same(const struct tournament *a, const struct tournament *b) {
    EXPECT_EQ(a->done, b->done);
    EXPECT_EQ(a->actions, b->actions);
    EXPECT_EQ(a->turns, b->turns);
    for (int i = 0; i < a->tallies; i++) {
        EXPECT_EQ(a->tally[i].wins, b->tally[i].wins);
        EXPECT_EQ(a->tally[i].points, b->tally[i].points);
        EXPECT_EQ(a->tally[i].moves, b->tally[i].moves);
    }
}

static void threads_do_not_change_the_games(void) {
    struct tournament one, two;
    run(&one, 8, 1, "casual,baseline,baseline,random");
    run(&two, 8, 2, "casual,baseline,baseline,random");
    EXPECT_EQ(tournament_run(&one), 0);
    EXPECT_EQ(tournament_run(&two), 0);
    EXPECT_EQ(one.done, 8);
    EXPECT_EQ(one.tally[1].games, 16);
    EXPECT_EQ(one.tally[1].seats, 2);
    expect_same(&one, &two);
    tournament_free(&one);
    tournament_free(&two);
}

/* CATAN has no level above `master`: a command line that names one still works. */
static void a_grandmaster_of_catan_plays_as_a_master(void) {
    struct tournament one, two;
    run(&one, 2, 1, "grandmaster@200,club,master@200,club");
    run(&two, 2, 1, "master@200,club,master@200,club");
    EXPECT_EQ(tournament_run(&one), 0);
    EXPECT_EQ(tournament_run(&two), 0);
    EXPECT_EQ(one.actions, two.actions);
    EXPECT_EQ(one.turns, two.turns);
    tournament_free(&one);
    tournament_free(&two);
    EXPECT_EQ(bot_level_in(&catan_game, BOT_GRANDMASTER), BOT_MASTER);
    EXPECT_EQ(bot_level_in(&struggle_game, BOT_GRANDMASTER), BOT_GRANDMASTER);
}

static void rows_are_taken_up_again(void) {
    char path[] = "/tmp/skerry-rows-XXXXXX";
    struct tournament half, rest, whole;
    int fd = mkstemp(path);
    EXPECT(fd >= 0);
    close(fd);
    run(&half, 4, 1, "baseline,baseline,random");
    EXPECT_EQ(tournament_rows(&half, path), 0);
    EXPECT_EQ(tournament_run(&half), 0);
    tournament_free(&half);
    run(&rest, 9, 1, "baseline,baseline,random");
    EXPECT_EQ(tournament_resume(&rest, path), 0);
    EXPECT_EQ(rest.done, 4);
    EXPECT_EQ(tournament_rows(&rest, path), 0);
    EXPECT_EQ(tournament_run(&rest), 0);
    run(&whole, 9, 1, "baseline,baseline,random");
    EXPECT_EQ(tournament_run(&whole), 0);
    expect_same(&rest, &whole);
    tournament_free(&rest);
    tournament_free(&whole);
    remove(path);
}

static void rows_of_another_tournament_are_refused(void) {
    char path[] = "/tmp/skerry-rows-XXXXXX";
    struct tournament t, other;
    int fd = mkstemp(path);
    EXPECT(fd >= 0);
    close(fd);
    run(&t, 4, 1, "baseline,baseline,random");
    EXPECT_EQ(tournament_rows(&t, path), 0);
    tournament_free(&t);
    run(&other, 4, 1, "baseline,random,random");
    EXPECT_EQ(tournament_resume(&other, path), -1);
    EXPECT_EQ(tournament_rows(&other, path), -1);
    EXPECT_EQ(tournament_resume(&other, "/nowhere/at/all"), -1);
    tournament_free(&other);
    remove(path);
}

static void unknown_bots_games_and_rules_are_refused(void) {
    struct tournament t = { .games = 1 };
    EXPECT_EQ(tournament_setup(&t, "catan", rules, "wizard,club,club"), -1);
    t = (struct tournament){ .games = 1 };
    EXPECT_EQ(tournament_setup(&t, "chess", rules, "club,club"), -1);
    t = (struct tournament){ .games = 1 };
    EXPECT_EQ(tournament_setup(&t, "catan", "fifth,points=900", "club,club,club"), -1);
    t = (struct tournament){ .games = 1 };
    EXPECT_EQ(tournament_setup(&t, "catan", rules, ""), -1);
    t = (struct tournament){ .games = 1 };
    EXPECT_EQ(tournament_setup(&t, "catan", rules, "club@0,club,club"), -1);
}

static void turns_are_counted_in_both_games(void) {
    struct tournament t = { .games = 4, .seed = 3, .threads = 1, .quiet = true };
    EXPECT_EQ(tournament_setup(&t, "struggle", "struggle", "random,random,random"), 0);
    EXPECT_EQ(tournament_run(&t), 0);
    EXPECT(t.turns > 4 * 20 && t.turns < t.actions);
    tournament_free(&t);
    run(&t, 4, 1, "baseline,random,random,random");
    EXPECT_EQ(tournament_run(&t), 0);
    EXPECT(t.turns > 4 * 20 && t.turns < t.actions);
    tournament_free(&t);
}

const struct test arena_tests[] = {
    TEST(turns_are_counted_in_both_games),
    TEST(threads_do_not_change_the_games),
    TEST(a_grandmaster_of_catan_plays_as_a_master),
    TEST(rows_are_taken_up_again),
    TEST(rows_of_another_tournament_are_refused),
    TEST(unknown_bots_games_and_rules_are_refused),
    TESTS_END,
};
