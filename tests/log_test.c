/* log_test.c -- the log by itself: which entries are in force after many undos, and the cost of
 * finding a state.
 *
 * Cost is counted in actions applied, not in time. */
#include <stdlib.h>

#include "core/record.h"
#include "test.h"

enum { ROOM = 30000, TEXT_SIZE = 4 << 20 };

static struct session *s, *other;
static struct game counted;
static int64_t applied;
static void (*apply_really)(void *state, const struct action *a);

static void count_apply(void *state, const struct action *a) {
    applied++;
    apply_really(state, a);
}

/* A game in which every apply() is counted, chance played by hand. */
static void given(const char *rules_text) {
    struct rules rules;
    int at;
    if (!s) {
        s = session_new(malloc(session_size(ROOM)), ROOM);
        other = session_new(malloc(session_size(ROOM)), ROOM);
    }
    counted = *rules_game(rules_text);
    apply_really = counted.apply;
    counted.apply = count_apply;
    EXPECT_EQ(rules_parse(&counted, rules_text, 0, &rules, &at), RULES_OK);
    EXPECT_EQ(session_start(s, &counted, &rules, 1, true), 0);
    applied = 0;
}

/* An entry of one action, the first of the menu or a later one. */
static void play(unsigned pick) {
    static struct action menu[MENU_MAX];
    unsigned owes = s->game->owes(s->state);
    int seat = owes & OWES_CHANCE ? SEAT_CHANCE : 0;
    while (seat >= 0 && !(owes >> seat & 1))
        seat++;
    int n = s->game->legal(s->state, seat, menu);
    session_open(s);
    EXPECT_EQ(session_step(s, &menu[pick % (unsigned)n]), 0);
    EXPECT_EQ(session_close(s), 0);
}

static void undo(int back) {
    int to = log_tip(&s->log, s->log.entries_n);
    while (back-- > 1)
        to = (int)s->log.entry[to - 1].before;
    EXPECT_EQ(session_undo(s, to, true), 0);
}

/* Playing the game applied at most `most` actions per action played, and so does writing its
 * record, which reads back the same. */
static void expect_cheap(int64_t most) {
    static char *text;
    struct record_fault fault;
    text = text ? text : malloc(TEXT_SIZE);
    int64_t bound = most * s->log.actions_n;
    if (applied > bound)
        test_fail(__FILE__, __LINE__, "playing took %lld of %lld", (long long)applied,
                  (long long)bound);
    applied = 0;
    struct text out = text_begin(text, TEXT_SIZE);
    record_write(s, SEAT_ALL, &out);
    EXPECT(text_fits(&out));
    if (applied > bound)
        test_fail(__FILE__, __LINE__, "writing took %lld of %lld", (long long)applied,
                  (long long)bound);
    EXPECT(record_read(other, text, out.len, &fault));
    EXPECT_STR(fault.what, "");
    EXPECT_EQ(memcmp(other->state, s->state, s->game->state_size), 0);
}

/* A settlement placed and taken back ten thousand times. */
static void taking_back_the_last_step_replays_nothing(void) {
    given("fifth,start=draft,first=0");
    for (unsigned i = 0; i < 10; i++)
        play(i);
    for (unsigned i = 0; i < 10000; i++) {
        play(i);
        undo(1);
    }
    expect_cheap(2);
}

/* Late in a game, two steps forward and three back, again and again: every undo ends at an entry
 * where none has ended before. */
static void going_back_ever_further_is_not_quadratic(void) {
    given("fifth,first=0,phases=combined");
    for (int i = 0; i < 4000; i++)
        play(0);
    for (int i = 0; i < 3900; i++) {
        play(0);
        play(0);
        undo(3);
    }
    expect_cheap(16);
}

static void long_and_short_undos_leave_what_replaying_would(void) {
    static _Alignas(16) unsigned char seen[STATE_MAX], again[STATE_MAX];
    struct rng rng;
    given("sixth,first=0");
    rng_seed(&rng, 7);
    for (int i = 0; i < 3000; i++) {
        unsigned word = rng_below(&rng, 1000);
        int tip = log_tip(&s->log, s->log.entries_n);
        if (word < 300 && s->depth > 40)
            undo(1 + (int)(word % 40));
        else if (s->game->owes(s->state))
            play(word);
        if (word % 50 == 0) {
            struct log_marks none = { .slots = 0 };
            EXPECT_EQ(log_state(&s->log, &none, s->log.entries_n, again), s->depth);
            EXPECT_EQ(memcmp(again, s->state, s->game->state_size), 0);
            log_state(&s->log, &none, tip, seen);
            session_at(s, tip, again);
            EXPECT_EQ(memcmp(again, seen, s->game->state_size), 0);
        }
    }
    expect_cheap(16);
}

static void what_was_taken_back_does_not_stand(void) {
    given("fifth,start=draft,first=0");
    for (unsigned i = 0; i < 4; i++)
        play(i);
    undo(2);        /* entry 5 takes back 3 and 4 */
    play(9);        /* 6 */
    EXPECT(log_stands(&s->log, 1) && log_stands(&s->log, 2) && log_stands(&s->log, 6));
    EXPECT(!log_stands(&s->log, 3) && !log_stands(&s->log, 4) && !log_stands(&s->log, 5));
    EXPECT(!log_stands(&s->log, 0) && !log_stands(&s->log, 7));
    EXPECT_EQ(log_tip(&s->log, 4), 4);
    EXPECT_EQ(log_tip(&s->log, 5), 2);
    EXPECT_EQ(log_path(&s->log, 6, 1), 2);
    EXPECT_EQ(log_after(&s->log, 2), 6);
    EXPECT_EQ(log_after(&s->log, 6), 0);
    EXPECT_EQ(log_path(&s->log, 4, 2), 3);      /* as it was then */
    EXPECT_EQ(log_after(&s->log, 3), 4);
}

const struct test log_tests[] = {
    TEST(taking_back_the_last_step_replays_nothing),
    TEST(going_back_ever_further_is_not_quadratic),
    TEST(long_and_short_undos_leave_what_replaying_would),
    TEST(what_was_taken_back_does_not_stand),
    TESTS_END,
};
