/* asking_test.c -- who is asked next, in a game whose answers the test gives. */
#include "core/asking.h"
#include "test.h"

static unsigned owing, free_to_act;
static unsigned owes(const void *state) { (void)state; return owing; }
static unsigned may(const void *state) { (void)state; return free_to_act; }
static const struct game game = { .owes = owes, .may = may };
static struct to_ask q;

enum { ALL = 0x3f };

static int next(unsigned who) {
    return asking_next(&q, &game, NULL, who);
}

/* An action of `seat` after which these seats owe something or are free. */
static void played(int seat, unsigned now_owing, unsigned now_free) {
    struct action a = { .seat = (int8_t)seat };
    owing = now_owing;
    free_to_act = now_free;
    asking_saw(&q, &game, NULL, &a);
}

static void start(void) {
    q = (struct to_ask){ .free = 0 };
    played(0, OWES_CHANCE, 0);
}

static void after_a_draw_every_free_seat_is_asked_once(void) {
    start();
    EXPECT_EQ(next(ALL), SEAT_CHANCE);
    played(SEAT_CHANCE, 1, 2 | 8);
    EXPECT_EQ(next(ALL), 1);
    EXPECT_EQ(next(ALL), 1);            /* until it has answered */
    asking_waits(&q, 1);
    EXPECT_EQ(next(ALL), 3);
    played(3, 1, 2 | 8);                /* it proposes, and is still free */
    EXPECT_EQ(next(ALL), 0);
    played(0, 1, 2 | 8);                /* nothing was drawn */
    EXPECT_EQ(next(ALL), 0);
    played(SEAT_CHANCE, 1, 2 | 8);
    EXPECT_EQ(next(ALL), 1);
}

static void a_seat_that_is_no_longer_free_is_not_asked(void) {
    start();
    played(SEAT_CHANCE, 1, 2 | 4 | 8);
    played(1, 1, 8);
    EXPECT_EQ(next(ALL), 3);
    owing = OWES_CHANCE;
    EXPECT_EQ(next(ALL), SEAT_CHANCE);
    owing = 0;
    free_to_act = 0;
    EXPECT_EQ(next(ALL), ASK_NOBODY);
}

/* The person's move does not end the bots' chance to propose. */
static void people_are_not_asked_out_of_turn(void) {
    start();
    played(SEAT_CHANCE, 1, 2 | 4);
    EXPECT_EQ(next(4), 2);
    played(1, 1, 2 | 4);
    played(0, 1, 2 | 4);
    EXPECT_EQ(next(4), 2);
    asking_waits(&q, 2);
    EXPECT_EQ(next(4), 0);
}

static void bots_do_not_wait_for_people(void) {
    start();
    played(SEAT_CHANCE, 1 | 4 | 8, 0);
    EXPECT_EQ(next(4 | 8), 2);
    played(2, 1 | 8, 0);
    EXPECT_EQ(next(4 | 8), 3);
    played(3, 1, 0);
    EXPECT_EQ(next(4 | 8), 0);
    played(SEAT_CHANCE, 1 | 4 | 8, 0);
    EXPECT_EQ(next(ALL), 0);
    EXPECT_EQ(next(0), 0);
}

const struct test asking_tests[] = {
    TEST(after_a_draw_every_free_seat_is_asked_once),
    TEST(a_seat_that_is_no_longer_free_is_not_asked),
    TEST(people_are_not_asked_out_of_turn),
    TEST(bots_do_not_wait_for_people),
    TESTS_END
};
