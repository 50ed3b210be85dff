/* chances_test.c -- the curve in a link's picture is that of the page and of `skerry analyse`. */
#include "server/links/preview.h"

#include <limits.h>
#include <stdlib.h>

#include "core/record.h"
#include "review/luck.h"
#include "tests/table/lent.h"
#include "tests/test.h"

enum { TEXT_SIZE = 1 << 20 };

static struct table *t;

/* A short game in which a bot of a level sits beside two people. */
static void given_a_finished_game(void) {
    static struct action menu[MENU_MAX];
    static struct step step;
    struct refusal why;
    uint8_t seed[FAIR_SEED] = { 3 };
    char text[ACTION_TEXT_MAX];
    const char *actions[] = { text };
    int at;
    t = lent_table("chances", seed, 1);
    EXPECT(table_set_rules(t, "fifth,points=4", 3, &at));
    for (int i = 0; i < 3; i++) {
        strcpy(t->seat[i].seed, "x");
        t->seat[i].kind = i == 1 ? SEAT_BOT : SEAT_HUMAN;
    }
    t->state = TABLE_PLAYING;
    EXPECT(lent_begin(t));
    if (table_judge_chance(t, &step))
        lent_apply(t, &step);
    for (int n = 0; n < 3000 && table_owes(t); n++) {
        int seat = 0;
        while (!(table_owes(t) >> seat & 1))
            seat++;
        int of = t->game->legal(t->now, seat, menu);
        t->game->format(t->now, &menu[n * 7919 % of], text, sizeof text);
        EXPECT(table_judge(t, seat, actions, 1, &step, &why));
        lent_apply(t, &step);
    }
    EXPECT(t->winner >= 0);
}

static struct session *record_of_it(char *text) {
    struct session *s = session_new(malloc(session_size(20000)), 20000);
    struct record_writer w;
    struct record_fault fault;
    struct text out = text_begin(text, TEXT_SIZE);
    table_begin_record(t, SEAT_ALL, &out, &w);
    record_write_some(&w, INT_MAX);
    EXPECT(record_read(s, text, out.len, &fault));
    return s;
}

/* Judge the record; the last point at or before each of the curve's columns is in the picture. */
static void expect_curve(const struct picture *p, const struct session *s) {
    static struct review_point point[20000];
    void *memory = malloc(review_size()), *work = malloc(bot_work_size());
    uint8_t table[SEATS_MAX];
    struct session_walk walk;
    int n = 0;
    review_table(s, table);
    EXPECT_EQ(table[1], t->seat[1].level);
    EXPECT_EQ(table[0], BOT_PERSON);
    struct review_game game = review_of(s);
    struct review_ask ask = review_usual(table);
    struct review *r = review_begin(memory, &game, &ask, work);
    session_walk(&walk, s);
    for (const struct action *a; (a = session_walk_next(&walk));)
        if (review_step(r, walk.entry, a))
            point[n++] = r->point;
    EXPECT(review_end(r, s->log.entries_n));
    point[n++] = r->point;
    EXPECT_EQ(p->curve_n, PICTURE_CURVE);
    for (int k = 0, i = 0; k < p->curve_n; k++) {
        int first = point[0].entry, end = point[n - 1].entry;
        while (i + 1 < n && point[i + 1].entry <= first + (end - first) * k / (PICTURE_CURVE - 1))
            i++;
        for (int seat = 0; seat < 3; seat++)
            EXPECT_EQ((int)(p->curve[k][seat] * 1000 + .5f), (point[i].chance[seat] + 500) / 1000);
    }
    free(memory);
    free(work);
}

static void the_picture_has_the_curve_of_the_review(void) {
    static struct picture p;
    given_a_finished_game();
    p.seats = 3;
    struct chances *c = chances_begin(t);
    EXPECT(c != NULL);
    chances_work(c, &p);
    free(c);
    char *text = malloc(TEXT_SIZE);
    struct session *s = record_of_it(text);
    expect_curve(&p, s);
    free(s);
    free(text);
    lent_free(t);
}

const struct test chances_tests[] = {
    TEST(the_picture_has_the_curve_of_the_review),
    TESTS_END,
};
