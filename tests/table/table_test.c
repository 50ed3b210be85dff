/* table_test.c -- a table without sockets or store: the clock, undo, and entries as text. */
#include "tests/table/lent.h"

#include <stdlib.h>
#include <time.h>

#include "bots/bot.h"
#include "catan/catan.h"
#include "core/asking.h"
#include "core/record.h"
#include "tests/test.h"

static struct table *t;
static struct step step;
static struct refusal why;
static struct table_scratch scratch;

static void given(const char *rules, int players) {
    uint8_t seed[FAIR_SEED] = { 5 };
    int at;
    t = lent_table("tabletest", seed, 1);
    EXPECT(table_set_rules(t, rules, players, &at));
    for (int i = 0; i < players; i++) {
        strcpy(t->seat[i].seed, "x");
        t->seat[i].kind = SEAT_HUMAN;
    }
    t->state = TABLE_PLAYING;
    EXPECT(lent_begin(t));
    if (table_judge_chance(t, &step))
        lent_apply(t, &step);
}

static const char *play(int seat, const char *text) {
    if (!table_judge(t, seat, &text, 1, &step, &why))
        return why.error;
    lent_apply(t, &step);
    return "ok";
}

static int mover(void) {
    int seat = 0;
    while (!(table_owes(t) >> seat & 1))
        seat++;
    return seat;
}

static const char *menu(int i, char *text) {
    static struct action list[MENU_MAX];
    int n = t->game->legal(t->now, mover(), list);
    t->game->format(t->now, &list[i % n], text, ACTION_TEXT_MAX);
    return text;
}

static void a_clock_takes_the_turn_first_and_then_the_bank(void) {
    given("fifth,first=0", 3);
    t->settings.bank = 10;
    t->settings.increment = 5;
    table_clock_start(t, 1000);
    EXPECT_EQ(t->clock[1].turn, 5000); /* what it will have */
    table_clock_run(t, 1, 1000);
    EXPECT_EQ(table_clock_deadline(t), 1000 + 15000);
    table_clock_run(t, 1, 4000);
    EXPECT_EQ(t->clock[0].turn, 2000);
    EXPECT_EQ(t->clock[0].bank, 10000);
    table_clock_run(t, 1, 8000);
    EXPECT_EQ(t->clock[0].turn, 0);
    EXPECT_EQ(t->clock[0].bank, 8000);
    table_clock_run(t, 0, 8500); /* a pause gives no new time */
    table_clock_run(t, 1, 8900);
    EXPECT_EQ(t->clock[0].turn, 0);
    EXPECT_EQ(t->clock[0].bank, 7500);
    EXPECT_STR(play(0, "0 roll"), "ok");
    while (table_owes(t) & 1) {
        struct action late;
        char text[ACTION_TEXT_MAX];
        EXPECT(asking_least_harmful(t->game, t->now, 0, scratch.menu, &late));
        t->game->format(t->now, &late, text, sizeof text);
        EXPECT_STR(play(0, text), "ok");
    }
    table_clock_run(t, 2, 9400); /* the turn's time comes anew, the bank does not */
    EXPECT_EQ(t->clock[0].turn, 5000);
    EXPECT_EQ(t->clock[0].bank, 7000);
    table_clock_run(t, 1, 12000);
    EXPECT_EQ(t->clock[0].bank, 7000);
    EXPECT_EQ(table_clock_out(t, 23999), 0);
    EXPECT_EQ(table_clock_out(t, 24000), 1);
    table_clock_run(t, 0, 12500); /* a pause */
    EXPECT_EQ(table_clock_deadline(t), 0);
    lent_free(t);
}

/* An entry has the banks; the times of the entries and the last description say the rest. */
static void clocks_are_read_back_as_they_were(void) {
    struct clocks none = { .entries = -1 }, kept = { .at = 9000 };
    given("fifth,first=0", 3);
    t->settings.bank = 10;
    t->settings.increment = 5;
    table_clock_start(t, 1000);
    table_clock_replay(t, NULL, &none);
    table_clock_run(t, table_owes(t), 3000);
    EXPECT_STR(play(0, "0 roll"), "ok");
    step.at = 3000;
    step.banks = true;
    table_clock_replay(t, &step, &none);
    EXPECT_EQ(t->clock[0].turn, 3000);
    EXPECT_EQ(t->clock[1].turn, 5000);
    kept.entries = t->log.entries_n;
    kept.clock[0] = (struct seat_clock){ 9999, 1234, false };
    table_clock_replay(t, &step, &kept);
    EXPECT_EQ(t->clock[0].turn, 1234);
    EXPECT_EQ(t->clock[0].bank, 9999);
    EXPECT_EQ(t->clock_at, 9000);
    EXPECT_EQ(t->clock[0].runs, true);
    step.banks = false; /* the clock was started later */
    table_clock_replay(t, &step, &none);
    EXPECT_EQ(t->clock[0].turn, 5000);
    EXPECT_EQ(t->clock[0].bank, 10000);
    lent_free(t);
}

/* What the table would play for the seat that is out of time; NULL: all choices cost something. */
static const char *for_who_is_late(int seat) {
    static char text[ACTION_TEXT_MAX];
    struct action a;
    int how = asking_least_harmful(t->game, t->now, seat, scratch.menu, &a);
    EXPECT(how > 0);
    EXPECT_EQ(t->game->check(t->now, &a), 0);
    t->game->format(t->now, &a, text, sizeof text);
    return how == 2 ? text : NULL;
}

static void a_late_seat_rolls_ends_declines_and_gives_nothing(void) {
    char text[ACTION_TEXT_MAX];
    given("fifth,first=0,phases=combined", 3);
    for (int turns = 0, declined = 0; t->state == TABLE_PLAYING && (turns < 60 || !declined);) {
        int seat = mover();
        const char *late = for_who_is_late(seat);
        const char *verb = late ? strchr(late, ' ') + 1 : NULL;
        if (verb) {
            EXPECT(!strcmp(verb, "roll") || !strcmp(verb, "end") || !strncmp(verb, "decline", 7) ||
                   !strcmp(verb, "withdraw"));
            declined += !strncmp(verb, "decline", 7);
            turns += !strcmp(verb, "end");
        } else { /* a discard, or the robber's way: no choice is free */
            EXPECT(strstr(menu(0, text), "discard") || strstr(menu(0, text), "robber"));
            late = menu(0, text);
        }
        char offer[ACTION_TEXT_MAX];
        snprintf(offer, sizeof offer, "%d offer wool ore", seat); /* so that others must answer */
        if (verb && !strcmp(verb, "end") && !strcmp(play(seat, offer), "ok"))
            continue;
        EXPECT_STR(play(seat, late), "ok");
        if (test_failures)
            break;
    }
    lent_free(t);
}

static void a_seat_takes_back_its_own_steps_until_chance_acts(void) {
    char text[ACTION_TEXT_MAX];
    given("fifth,board=random", 3);
    static unsigned char before[STATE_MAX];
    int seat = mover();
    memcpy(before, t->now, t->game->state_size);
    EXPECT_EQ(undo_from(&t->log, seat), 0);
    EXPECT_STR(play(seat, menu(7, text)), "ok");
    EXPECT_EQ(undo_from(&t->log, seat), t->log.entries_n);
    EXPECT_EQ(undo_from(&t->log, (seat + 1) % 3), 0);
    EXPECT(!undo_allowed(&t->log, 1)); /* the board lies */
    table_undo_step(seat, (uint32_t)t->log.entries_n, &step);
    lent_apply(t, &step);
    EXPECT(memcmp(before, t->now, t->game->state_size) == 0);
    EXPECT_EQ(undo_from(&t->log, seat), 0);
    while (mover() >= 0 && !strstr(menu(0, text), "roll"))
        EXPECT_STR(play(mover(), menu(0, text)), "ok");
    seat = mover();
    EXPECT_STR(play(seat, text), "ok");
    EXPECT_EQ(undo_from(&t->log, seat), 0);
    lent_free(t);
}

static void another_seats_action_is_refused(void) {
    char text[ACTION_TEXT_MAX];
    given("fifth", 3);
    int seat = mover();
    EXPECT_STR(play((seat + 1) % 3, menu(0, text)), "not-your-seat");
    EXPECT_STR(play(seat, "nonsense"), "bad-action");
    EXPECT_STR(play(seat, "* dice 6 6"), "not-your-seat");
    lent_free(t);
}

static int decode(const char *text) {
    return table_decode(t, text, strlen(text), &step);
}

static void a_stored_entry_reads_back_and_a_broken_one_is_refused(void) {
    static char text[STEP_TEXT_MAX];
    char action[ACTION_TEXT_MAX];
    given("fifth,first=0", 3);
    const char *list[] = { menu(0, action) };
    EXPECT(table_judge(t, mover(), list, 1, &step, &why));
    step.command = 0x1234;
    step.at = 99;
    EXPECT(table_encode(t, &step, text, sizeof text) > 0);
    EXPECT_EQ(decode(text), 0);
    EXPECT_EQ(step.command, 0x1234);
    EXPECT_EQ(step.at, 99);
    EXPECT(decode("") < 0);
    EXPECT(decode("0 0000000000000000 1 - - 0 fly") < 0);
    EXPECT(decode("9 0000000000000000 1 - - 0 roll") < 0);
    EXPECT(decode("0 00000000000000zz 1 - - 0 roll") < 0);
    EXPECT(decode("0 0000000000000000 1 x - 0 roll") < 0);
    EXPECT(decode("0 0000000000000000 1 - 1,2 0 roll") < 0);
    EXPECT(decode("0 0000000000000000 1 - - undo 99") < 0);
    EXPECT(decode("1 0000000000000000 1 - - 0 roll; * dice 1 1") < 0);
    lent_free(t);
}

static char meta[32768];

/* The description of a table with these rules, and `from` in it made `to`. */
static size_t described(const char *rules, int players, const char *from, const char *to) {
    static char written[32768];
    given(rules, players);
    t->seat[1].kind = SEAT_BOT;
    t->seat[1].level = 5;
    struct json_out o = json_begin(written, sizeof written);
    table_write_meta(t, &o);
    EXPECT(json_fits(&o));
    lent_free(t);
    const char *found = strstr(written, from);
    EXPECT(found != NULL);
    return (size_t)snprintf(meta, sizeof meta, "%.*s%s%s", (int)(found - written), written, to,
                            found + strlen(from));
}

static bool read_back(size_t len) {
    uint8_t seed[FAIR_SEED] = { 5 };
    t = lent_table("tabletest", seed, 1);
    return table_read_meta(t, meta, len);
}

static int option(const char *name) {
    int i = 0;
    while (strcmp(t->game->options[i].name, name) != 0)
        i++;
    return t->rules.value[i];
}

/* A build whose ruleset said eight has stored it. */
static void a_stored_game_keeps_its_options_when_a_default_changes(void) {
    EXPECT(read_back(described("fifth", 3, "\"hand_limit\":7", "\"hand_limit\":8")));
    EXPECT_EQ(option("hand_limit"), 8);
    EXPECT_EQ(option("points"), 10);
    EXPECT_STR(t->settings.rules, "fifth,hand_limit=8");
    EXPECT_EQ(t->revision, 2);
    lent_free(t);
    EXPECT(read_back(described("fifth", 3, "\"revision\":2", "\"revision\":1")));
    EXPECT_EQ(t->revision, 1);
    lent_free(t);
    EXPECT(!read_back(described("fifth", 3, "\"revision\":2", "\"revision\":99"))); /* not ours */
    lent_free(t);
    EXPECT(!read_back(described("fifth", 3, "\"hand_limit\":7", "\"hand_limit\":700")));
    lent_free(t);
}

/* Today's rulesets may differ; what was stored as text alone keeps its meaning. */
static void a_game_stored_by_text_alone_means_what_it_meant(void) {
    for (int g = 0; games[g]; g++)
        for (const struct ruleset *set = games[g]->rulesets; set->name; set++) {
            struct ruleset changed[2] = { *set, { .name = NULL } };
            struct game game = *games[g];
            struct rules then, now;
            int at;
            for (int i = 0; game.options[i].name; i++) {
                const struct option *o = &game.options[i];
                changed[0].value[i] = set->value[i] == o->max ? o->min : o->max;
            }
            game.rulesets = changed;
            bool changes = strcmp(set->name, "fifth-56") == 0;
            const char *text = changes ? "fifth-56+helpers,points=4" : set->name;
            const char *since = games[g] == &catan_game ? ",offers=16" : ""; /* the default then */
            char today[80];
            snprintf(today, sizeof today, "%s%s", text, since);
            EXPECT_EQ(rules_parse(games[g], today, 0, &now, &at), RULES_OK);
            EXPECT(table_old_rules(&game, text, 0, &then));
            EXPECT_EQ(memcmp(then.value, now.value, sizeof then.value), 0);
        }
}

static void bots_and_colors_are_stored_by_name_and_old_numbers_read(void) {
    EXPECT(read_back(described("fifth", 3, "\"level\":\"strong\"", "\"level\":\"club\"")));
    EXPECT_STR(bot_level_name(t->seat[1].level), "club");
    EXPECT_STR(seat_colors[t->seat[1].color], "blue");
    lent_free(t);
    EXPECT(read_back(described("fifth", 3, "\"level\":\"strong\",\"style\":\"plain\"",
                               "\"level\":6,\"style\":3")));
    EXPECT_STR(bot_level_name(t->seat[1].level), "master");
    EXPECT_STR(bot_style_name(t->seat[1].style), "soldier");
    lent_free(t);
    EXPECT(read_back(described("fifth", 3, "\"strong\"", "\"grandmaster\"")));
    EXPECT_STR(table_seat_name(t, 1), "master");        /* CATAN has no grandmaster any more */
    lent_free(t);
    EXPECT(read_back(described("struggle", 3, "\"strong\"", "\"grandmaster\"")));
    EXPECT_STR(table_seat_name(t, 1), "grandmaster");
    lent_free(t);
    EXPECT(read_back(described("fifth", 3, "\"strong\"", "\"gone\"")));
    EXPECT_STR(bot_level_name(t->seat[1].level), "club");
    lent_free(t);
    EXPECT(!read_back(described("fifth", 3, "\"strong\"", "7")));
    lent_free(t);
    EXPECT(!read_back(described("fifth", 3, "\"blue\"", "\"mauve\"")));
    lent_free(t);
}

/* The store refused the start; the host chose another game and starts that. */
static void a_start_may_be_tried_again_by_other_rules(void) {
    int at;
    for (int i = 0; i < 2; i++) {
        given(i ? "fifth" : "struggle", 3);
        EXPECT(table_set_rules(t, i ? "struggle" : "fifth", 3, &at));
        EXPECT(lent_begin(t));
        EXPECT(table_owes(t) != 0);
        unsigned char *last = (unsigned char *)t->now + t->game->state_size - 1;
        *last = 1; /* a sanitizer looks whether it is ours */
        lent_free(t);
    }
}

static void the_same_command_is_found_again(void) {
    char text[ACTION_TEXT_MAX];
    given("fifth", 3);
    const char *list[] = { menu(0, text) };
    EXPECT(table_judge(t, mover(), list, 1, &step, &why));
    step.command = table_command_hash("ada", "c1");
    lent_apply(t, &step);
    EXPECT_EQ(table_find_command(t, table_command_hash("ada", "c1")), t->log.entries_n);
    EXPECT_EQ(table_find_command(t, table_command_hash("ben", "c1")), 0);
    EXPECT_EQ(table_find_command(t, table_command_hash("ada", "c2")), 0);
    lent_free(t);
}

/* The first command is found as reliably as the last: the index grows with the log. */
static void a_command_is_found_however_long_ago(void) {
    char text[ACTION_TEXT_MAX], id[16];
    given("fifth,board=random", 3);
    int first = t->log.entries_n;
    for (int i = 0; i < 300; i++) {
        const char *list[] = { menu(i, text) };
        EXPECT(table_judge(t, mover(), list, 1, &step, &why));
        snprintf(id, sizeof id, "c%d", i);
        step.command = i % 5 ? table_command_hash("ada", id) : 0; /* some are the table's own */
        lent_apply(t, &step);
    }
    for (int i = 0; i < 300; i++) {
        snprintf(id, sizeof id, "c%d", i);
        EXPECT_EQ(table_find_command(t, table_command_hash("ada", id)), i % 5 ? first + i + 1 : 0);
    }
    EXPECT_EQ(table_find_command(t, 0), 0);
    lent_free(t);
}

static void everything_of(char *text, size_t size) {
    struct json_out o = json_begin(text, size);
    table_write_meta(t, &o);
    struct text log = text_begin(text + o.len, size - o.len);
    table_encode_log(t, &scratch, &log);
    EXPECT(json_fits(&o) && text_fits(&log));
}

/* The block that a game leaves is the host's at once: nothing in it is read again. */
static void a_game_moves_whole_into_a_larger_block(void) {
    static char before[1 << 18], after[1 << 18];
    char text[ACTION_TEXT_MAX];
    given("fifth,board=random", 3);
    for (int moves = 0; moves < 4 && !test_failures;) {
        const char *list[] = { menu(t->log.entries_n, text) };
        EXPECT(table_judge(t, mover(), list, 1, &step, &why));
        step.command = table_command_hash("ada", text);
        size_t was = t->lent, size = table_wants(t, step.n);
        if (size) {
            everything_of(before, sizeof before);
            void *old = table_lend(t, step.n, malloc(size));
            memset(old, 0xff, was);
            free(old);
            everything_of(after, sizeof after);
            EXPECT_STR(after, before);
            EXPECT_EQ(table_wants(t, step.n), 0);
            EXPECT_EQ(t->game->sound(t->now), 0);
            moves++;
        }
        table_apply(t, &step);
        EXPECT_EQ(table_find_command(t, step.command), t->log.entries_n);
    }
    lent_free(t);
}

/* As the C library counts days, which a table has not. */
static void a_record_has_the_day_of_its_start(void) {
    char text[8192], date[32];
    struct record_writer w;
    given("fifth", 3);
    for (time_t day = 0; day < 100000 && !test_failures; day += 29) {
        time_t last = day * 86400 + 86399;
        struct text out = text_begin(text, sizeof text);
        struct tm tm;
        t->started = (int64_t)last * 1000 + 999;
        table_begin_record(t, SEAT_SPECTATOR, &out, &w);
        strftime(date, sizeof date, "Date: %Y-%m-%d\n", gmtime_r(&last, &tm));
        EXPECT(strstr(text, date) != NULL);
    }
    lent_free(t);
}

/* A command that the store refused gets the same dice when it comes again. */
static void the_dice_of_an_entry_do_not_change_by_trying_again(void) {
    char text[ACTION_TEXT_MAX];
    given("fifth", 3);
    while (!strstr(menu(0, text), "roll"))
        play(mover(), text);
    const char *list[] = { text };
    static struct step again;
    EXPECT(table_judge(t, mover(), list, 1, &step, &why));
    EXPECT(table_judge(t, mover(), list, 1, &again, &why));
    EXPECT_EQ(again.n, step.n);
    EXPECT(memcmp(again.action, step.action, (size_t)step.n * sizeof step.action[0]) == 0);
    lent_free(t);
}

const struct test table_tests[] = { TEST(a_clock_takes_the_turn_first_and_then_the_bank),
                                    TEST(clocks_are_read_back_as_they_were),
                                    TEST(a_late_seat_rolls_ends_declines_and_gives_nothing),
                                    TEST(a_seat_takes_back_its_own_steps_until_chance_acts),
                                    TEST(another_seats_action_is_refused),
                                    TEST(a_stored_entry_reads_back_and_a_broken_one_is_refused),
                                    TEST(a_stored_game_keeps_its_options_when_a_default_changes),
                                    TEST(a_game_stored_by_text_alone_means_what_it_meant),
                                    TEST(bots_and_colors_are_stored_by_name_and_old_numbers_read),
                                    TEST(a_start_may_be_tried_again_by_other_rules),
                                    TEST(the_same_command_is_found_again),
                                    TEST(a_command_is_found_however_long_ago),
                                    TEST(a_game_moves_whole_into_a_larger_block),
                                    TEST(a_record_has_the_day_of_its_start),
                                    TEST(the_dice_of_an_entry_do_not_change_by_trying_again),
                                    TESTS_END };
