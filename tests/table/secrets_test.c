/* secrets_test.c -- nobody learns from the server's messages what they may not know.
 *
 * For states of random games and every seat (and a spectator): replace what that viewer does not
 * know by something else that is possible, write everything the server would send about the
 * table, and compare byte by byte. */
#include <limits.h>
#include <stdlib.h>

#include "core/json.h"
#include "core/record.h"
#include "core/text.h"
#include "tests/table/lent.h"
#include "tests/test.h"

enum { MESSAGE = 1 << 17 };
static struct table_scratch scratch;

/* Everything in a `game` message that depends on the state. */
static size_t message(struct table *t, int seat, char *out) {
    struct json_out o = json_begin_object(out, MESSAGE);
    table_write_view(t, seat, (uint32_t)t->log.entries_n, &o, "view");
    if (table_knows_change(t, (uint32_t)t->log.entries_n - 1))
        table_write_change(t, seat, &o, "change");
    table_write_menu(t, seat, &scratch, &o, "legal");
    table_write_clock(t, &o, "clock", 5);
    json_object_end(&o);
    EXPECT(json_fits(&o));
    return o.len;
}

static long pairs, wanted;

static void compare(struct table *t, struct rng *rng) {
    static char is[MESSAGE], other[MESSAGE];
    static _Alignas(16) unsigned char view[STATE_MAX], real[STATE_MAX], real_before[STATE_MAX];
    size_t size = t->game->state_size;
    memcpy(real, t->now, size);
    memcpy(real_before, t->before, size);
    for (int seat = -1; seat < t->settings.players && pairs < wanted; seat++, pairs++) {
        int viewer = seat < 0 ? SEAT_SPECTATOR : seat;
        size_t n = message(t, viewer, is);
        t->game->view(real, viewer, view);
        t->game->guess(view, &rng->source, t->now);
        t->game->view(real_before, viewer, view);
        t->game->guess(view, &rng->source, t->before);
        size_t m = message(t, viewer, other);
        EXPECT(n == m && memcmp(is, other, n) == 0);
        for (int i = 0; seat >= 0 && i < 3; i++) { /* refusals say no more than menus */
            struct action a = { .type = (uint8_t)rng_next(rng),
                                .seat = (int8_t)seat,
                                .place = (uint8_t)(rng_next(rng) % 110),
                                .target = (uint8_t)(rng_next(rng) % 6) };
            int there = t->game->check(t->now, &a);
            EXPECT_EQ(t->game->check(real, &a), there);
        }
        memcpy(t->now, real, size);
        memcpy(t->before, real_before, size);
    }
}

static bool next_entry(struct table *t, struct rng *rng) {
    static struct action menu[MENU_MAX];
    static struct step step;
    struct refusal why;
    unsigned owes = table_owes(t);
    int seat = 0;
    if (owes & OWES_CHANCE) {
        table_judge_chance(t, &step);
    } else {
        while (seat < SEATS_MAX && !(owes >> seat & 1))
            seat++;
        if (seat == SEATS_MAX)
            return false;
        int n = t->game->legal(t->now, seat, menu);
        EXPECT(table_judge_action(t, &menu[rng_next(rng) % (unsigned)n], &step, &why));
    }
    lent_apply(t, &step);
    return true;
}

static void play_and_compare(const char *rules, long share, uint64_t number) {
    uint8_t seed[FAIR_SEED] = { (uint8_t)number, (uint8_t)(number >> 8) };
    struct rng rng;
    static _Alignas(16) unsigned char before[STATE_MAX];
    int at;
    rng_seed(&rng, number);
    wanted = pairs + share;
    while (pairs < wanted && !test_failures) {
        struct table *t = lent_table("secret", seed, 1);
        EXPECT(table_set_rules(t, rules, 0, &at));
        for (int i = 0; i < t->settings.players; i++)
            strcpy(t->seat[i].seed, "x");
        seed[2]++;
        t->state = TABLE_PLAYING;
        EXPECT(lent_begin(t));
        t->before = before;
        while (pairs < wanted && next_entry(t, &rng))
            if (t->state == TABLE_PLAYING)
                compare(t, &rng);
        lent_free(t);
    }
}

static void the_wire_tells_nobody_what_they_may_not_know(void) {
    static const char *const rules[] = { "fifth,board=random", "sixth+helpers", "fifth-56+helpers",
                                         "struggle" };
    const char *asked = getenv("PAIRS");
    long total = asked ? atol(asked) : 20000L * test_effort;
    pairs = 0;
    for (int i = 0; i < 4; i++)
        play_and_compare(rules[i], total / 4, (uint64_t)i + 1);
    EXPECT(pairs >= total - 4);
}

/* Piece by piece, as a long game is sent: each begins with what a spectator saw then. */
static void a_history_in_pieces_is_what_a_spectator_saw(void) {
    static char piece[MESSAGE], whole[MESSAGE];
    uint8_t seed[FAIR_SEED] = { 7 };
    struct table *t = lent_table("pieces", seed, 1);
    struct rng rng;
    int at;
    rng_seed(&rng, 5);
    EXPECT(table_set_rules(t, "fifth,board=random", 4, &at));
    t->state = TABLE_PLAYING;
    EXPECT(lent_begin(t));
    for (int i = 0; i < 300 && next_entry(t, &rng); i++)
        continue;
    uint32_t seq = 0;
    while (seq < (uint32_t)t->log.entries_n && !test_failures) {
        struct json_out o = json_begin(piece, sizeof piece);
        json_array(&o, NULL);
        EXPECT_EQ(table_write_history(t, seq, 1, &o), seq + 1);
        json_array_end(&o);
        EXPECT(json_fits(&o));
        o = json_begin(whole, sizeof whole);
        json_array(&o, NULL);
        json_object(&o, NULL);
        json_int(&o, "seq", ++seq);
        table_write_view(t, SEAT_SPECTATOR, seq, &o, "view");
        json_object_end(&o);
        json_array_end(&o);
        EXPECT(json_fits(&o) && strcmp(piece, whole) == 0);
    }
    EXPECT(seq > 200);
    lent_free(t);
}

/* A spectator's record of a running game has no card that was drawn or stolen. */
static void a_running_games_record_is_redacted(void) {
    static char text[1 << 20];
    uint8_t seed[FAIR_SEED] = { 9 };
    struct table *t = lent_table("secret", seed, 1);
    struct rng rng;
    struct record_writer w;
    int at;
    rng_seed(&rng, 4);
    EXPECT(table_set_rules(t, "fifth", 4, &at));
    for (int i = 0; i < 4; i++)
        strcpy(t->seat[i].seed, "x");
    t->state = TABLE_PLAYING;
    EXPECT(lent_begin(t));
    for (int i = 0; i < 400 && next_entry(t, &rng); i++)
        continue;
    struct text out = text_begin(text, sizeof text);
    table_begin_record(t, SEAT_SPECTATOR, &out, &w);
    record_write_some(&w, INT_MAX);
    EXPECT(text_fits(&out));
    EXPECT(strstr(text, "Server-Seed") == NULL);
    int hidden = 0;
    for (const char *p = text; (p = strstr(p, "* draw ")); p += 7, hidden++)
        EXPECT(p[7] == '?');
    for (const char *p = text; (p = strstr(p, "* steal ")); p += 8, hidden++)
        EXPECT(p[10] == '?');
    EXPECT(hidden > 3);
    lent_free(t);
}

const struct test secrets_tests[] = { TEST(the_wire_tells_nobody_what_they_may_not_know),
                                      TEST(a_history_in_pieces_is_what_a_spectator_saw),
                                      TEST(a_running_games_record_is_redacted), TESTS_END };
