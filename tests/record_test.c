/* record_test.c -- sessions and game records: undo, replay, redaction, faults by line. */
#include <stdlib.h>

#include "core/record.h"
#include "test.h"

enum { ACTIONS = 20000, TEXT_SIZE = 1 << 20 };

static struct session *s, *other;
static char *text;

static void begin(const char *rules_text, uint64_t seed, bool manual) {
    struct rules rules;
    int at;
    if (!s) {
        s = session_new(malloc(session_size(ACTIONS)), ACTIONS);
        other = session_new(malloc(session_size(ACTIONS)), ACTIONS);
        text = malloc(TEXT_SIZE);
    }
    const struct game *game = rules_game(rules_text);
    EXPECT_EQ(rules_parse(game, rules_text, 0, &rules, &at), RULES_OK);
    EXPECT_EQ(session_start(s, game, &rules, seed, manual), 0);
    session_open(s);
    EXPECT_EQ(session_close(s), 0);
}

/* Play one action in notation as an entry of its own; returns the refusal, if any. */
static int play(const char *action) {
    struct action a;
    int reason = s->game->parse(s->state, action, &a);
    if (reason)
        return reason;
    session_open(s);
    reason = session_step(s, &a);
    if (reason)
        session_abort(s);
    else
        reason = session_close(s);
    return reason;
}

/* Random entries; with `undo` some of them are taken back now and then. */
static void play_random(int entries, uint64_t seed, bool undo) {
    static struct action menu[MENU_MAX];
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < entries; i++) {
        unsigned owes = s->game->owes(s->state);
        int seat = 0;
        if (owes == 0)
            return;
        while (!(owes >> seat & 1))
            seat++;
        int n = s->game->legal(s->state, seat, menu);
        session_open(s);
        EXPECT_EQ(session_step(s, &menu[rng_below(&rng, (uint32_t)n)]), 0);
        EXPECT_EQ(session_close(s), 0);
        if (undo && i % 11 == 5 && session_undoable(s))
            EXPECT_EQ(session_undo(s, session_undoable(s), false), 0);
    }
}

static size_t record_as(int seat) {
    struct text out = text_begin(text, TEXT_SIZE);
    record_write(s, seat, &out);
    EXPECT(text_fits(&out));
    return out.len;
}

static void a_record_replays_to_the_same_state_in_every_ruleset(void) {
    for (int g = 0; games[g]; g++)
        for (const struct ruleset *set = games[g]->rulesets; set->name; set++) {
            struct record_fault fault;
            begin(set->name, 3, false);
            play_random(600, 4, true);
            size_t len = record_as(SEAT_ALL);
            EXPECT(record_read(other, text, len, &fault));
            EXPECT_STR(fault.what, "");
            EXPECT_EQ(memcmp(s->state, other->state, s->game->state_size), 0);
            EXPECT_EQ(other->log.entries_n, s->log.entries_n);
            EXPECT_EQ(session_undoable(other), session_undoable(s));
        }
}

static void a_loaded_game_goes_on_as_if_it_had_not_stopped(void) {
    struct record_fault fault;
    begin("fifth,board=random,phases=combined", 8, false);
    play_random(100, 1, true);
    size_t len = record_as(SEAT_ALL);
    EXPECT(record_read(other, text, len, &fault));
    play_random(100, 2, true);
    struct session *first = s;
    s = other;
    play_random(100, 2, true);
    s = first;
    EXPECT_EQ(memcmp(s->state, other->state, s->game->state_size), 0);
}

static void begin_fair(const char *rules_text) {
    static const char seed[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    begin(rules_text, 0, true);
    EXPECT(!record_fair(s));
    EXPECT(record_set_header(s, "Server-Seed", seed));
    EXPECT(record_set_header(s, "Seat-Seeds", "a|b|c|d"));
    EXPECT(!record_fair(s));
    EXPECT(record_set_header(s, "Game-Id", "game1"));
    EXPECT(record_fair(s));
    session_open(s);
    EXPECT_EQ(session_close(s), 0);
}

/* Loaded, it draws what it would have drawn; and it can be drawn again from its headers. */
static void a_game_with_fair_dice_goes_on_with_them(void) {
    static const char commitment[] =
        "\nCommitment: 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd\n";
    struct record_fault fault;
    begin_fair("fifth,board=random,phases=combined");
    play_random(60, 1, true);
    size_t len = record_as(SEAT_ALL);
    EXPECT(strstr(text, "\nSeed: ") == NULL);
    EXPECT(strstr(text, commitment) != NULL);
    EXPECT(record_read(other, text, len, &fault));
    EXPECT_EQ(other->dice.kind, CHANCE_FAIR);
    EXPECT_EQ(session_undoable(other), session_undoable(s));
    play_random(60, 2, true);
    struct session *first = s;
    s = other;
    play_random(60, 2, true);
    s = first;
    EXPECT_EQ(memcmp(s->state, other->state, s->game->state_size), 0);
    for (int seat = 0; seat < 2; seat++) {
        record_as(seat ? seat : SEAT_SPECTATOR);
        EXPECT(strstr(text, "Server-Seed") == NULL);
        EXPECT(strstr(text, commitment) != NULL);
    }
}

/* Played on with other dice, it promises nothing; and a record that says its seed goes by that. */
static void another_seed_ends_what_the_headers_promise(void) {
    struct record_fault fault;
    begin_fair("fifth");
    play_random(10, 1, false);
    record_seed(s, 7);
    size_t len = record_as(SEAT_ALL);
    EXPECT(strstr(text, "\nSeed: 7\n") != NULL);
    EXPECT(strstr(text, "Server-Seed") == NULL && strstr(text, "Commitment") == NULL);
    begin_fair("fifth");
    s->dice = (struct dice){ .kind = CHANCE_SEEDED, .seed = 8 };
    len = record_as(SEAT_ALL);
    EXPECT(strstr(text, "Server-Seed") != NULL);
    EXPECT(record_read(other, text, len, &fault));
    EXPECT_EQ(other->dice.kind, CHANCE_SEEDED);
    EXPECT_EQ(other->dice.seed, 8);
}

static void every_entry_can_be_looked_at_again(void) {
    static _Alignas(16) unsigned char seen[64][STATE_MAX], again[STATE_MAX];
    begin("fifth", 2, false);
    for (int i = 0; i < 40; i++) {
        memcpy(seen[i], s->state, STATE_MAX);
        seen[i][STATE_MAX - 1] = (unsigned char)s->log.entries_n;
        play_random(1, (uint64_t)i, false);
    }
    for (int i = 0; i < 40; i++) {
        session_at(s, seen[i][STATE_MAX - 1], again);
        EXPECT_EQ(memcmp(again, seen[i], s->game->state_size), 0);
    }
    EXPECT(session_copy(other, s, seen[20][STATE_MAX - 1]));
    EXPECT_EQ(memcmp(other->state, seen[20], s->game->state_size), 0);
}

static void an_undo_is_an_entry_and_deletes_nothing(void) {
    begin("fifth,start=draft,first=0", 1, false);
    EXPECT_EQ(play("0 settle B2.S"), 0);
    EXPECT_EQ(play("0 road B2.SE"), 0);
    EXPECT_EQ(session_undo(s, 2, false), 0);
    EXPECT_EQ(play("0 road B2.SW"), 0);
    EXPECT_EQ(session_undo(s, 2, false), SESSION_NO_ENTRY);     /* taken back already */
    EXPECT_EQ(session_undo(s, 3, false), SESSION_NO_ENTRY);     /* an undo itself */
    EXPECT_EQ(session_undo(s, 1, false), 0);
    EXPECT_EQ(session_undoable(s), 0);
    record_as(SEAT_ALL);
    EXPECT_STR(strstr(text, "\n\n") + 2, "1 0 settle B2.S\n2 0 road B2.SE\n3 undo 2\n"
                                         "4 0 road B2.SW\n5 undo 1\n");
}

static void no_undo_crosses_chance_unless_forced(void) {
    begin("fifth,first=0", 1, false);
    EXPECT_EQ(play("0 roll"), 0);
    EXPECT_EQ(session_undo(s, 1, false), SESSION_REVEALS);
    EXPECT_EQ(session_undo(s, 1, true), 0);
    begin("fifth,first=0", 1, true);
    EXPECT_EQ(play("0 roll"), 0);
    EXPECT_EQ(play("* dice 3 3"), 0);
    EXPECT_EQ(session_undo(s, 2, false), 0);
    EXPECT_EQ(play("* dice 1 2"), 0);
}

/* ---- redaction ---- */

/* The first action of four words: a robbery with its victim, a card with its owner. */
static const char *four_words(int seat) {
    static struct action menu[MENU_MAX];
    static char action[ACTION_TEXT_MAX];
    int n = s->game->legal(s->state, seat, menu), words = 0;
    for (int i = 0; i < n && words < 4; i++) {
        s->game->format(s->state, &menu[i], action, sizeof action);
        words = 1;
        for (const char *c = action; *c; c++)
            words += *c == ' ';
    }
    EXPECT_EQ(words, 4);
    return action;
}

static void a_running_game_is_redacted_for_its_reader(void) {
    begin("fifth,first=0", 1, true);
    EXPECT_EQ(play("0 roll"), 0);
    EXPECT_EQ(play("* dice 3 4"), 0);
    EXPECT_EQ(play(four_words(0)), 0);
    char stolen[ACTION_TEXT_MAX];
    strcpy(stolen, four_words(SEAT_CHANCE));
    EXPECT_EQ(play(stolen), 0);
    int victim = stolen[strlen("* steal ")] - '0';
    int third = victim == 1 ? 2 : 1;
    record_as(0);
    EXPECT(strstr(text, stolen) != NULL);
    record_as(victim);
    EXPECT(strstr(text, stolen) != NULL);
    record_as(third);
    EXPECT(strstr(text, stolen) == NULL && strstr(text, " ?\n") != NULL);
    record_as(SEAT_SPECTATOR);
    EXPECT(strstr(text, stolen) == NULL && strstr(text, " ?\n") != NULL);
}

static void nobody_sees_the_seed_of_a_running_game(void) {
    begin("fifth", 4711, false);
    record_as(SEAT_ALL);
    EXPECT(strstr(text, "Seed: 4711\n") != NULL);
    record_as(0);
    EXPECT(strstr(text, "4711") == NULL);
    play_random(20000, 3, false);
    EXPECT_EQ(s->game->owes(s->state), 0);
    record_as(0);
    EXPECT(strstr(text, "Seed: 4711\n") != NULL && strstr(text, "Result: ") != NULL);
}

static void a_redacted_record_is_refused_where_it_hides(void) {
    struct record_fault fault;
    a_running_game_is_redacted_for_its_reader();
    EXPECT(!record_read(other, text, strlen(text), &fault));
    EXPECT(fault.line > 8 && other->game == NULL);
}

/* ---- headers and faults ---- */

static void unknown_headers_are_kept(void) {
    static const char given[] = "Skerry 1\r\nRules: fifth,first=0\r\nPlayers: 3\r\n"
                                "Names: Ada|Ben|Çem\r\nX-Table: a: b\r\n\r\n1 0 roll; * dice 3 4\r\n";
    struct record_fault fault;
    begin("fifth", 1, false);
    EXPECT(record_read(s, given, strlen(given), &fault));
    EXPECT(record_set_header(s, "Date", "2026-11-15") && record_set_header(s, "X-Table", "c"));
    EXPECT(!record_set_header(s, "Seed", "1") && !record_set_header(s, "A", "b\nSeed: 1"));
    EXPECT(!record_set_header(s, "", "x") && !record_set_header(s, "A:", "x"));
    record_as(SEAT_ALL);
    EXPECT(strstr(text, "\nNames: Ada|Ben|Çem\nDate: 2026-11-15\nX-Table: c\nEntries: 1\n") != NULL);
}

static enum record_seal seal_of(const char *from, const char *to) {
    static char changed[TEXT_SIZE];
    int stated, found;
    char *at = strstr(text, from);
    EXPECT(at != NULL);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return record_seal(changed, strlen(changed), &stated, &found);
}

static void a_record_tells_whether_it_is_whole(void) {
    int stated, found;
    begin("fifth,first=0", 1, false);
    EXPECT(record_set_header(s, "Names", "Ada|Ben|Cem|Dan"));
    play_random(30, 1, true);
    size_t len = record_as(SEAT_ALL);
    EXPECT_EQ(record_seal(text, len, &stated, &found), RECORD_WHOLE);
    EXPECT_EQ(seal_of("Ada", "Eve"), RECORD_CHANGED);
    EXPECT_EQ(seal_of("points=10", "points=11"), RECORD_CHANGED);
    EXPECT_EQ(seal_of("\n1 ", "\n1 0 roll; "), RECORD_CHANGED);
    EXPECT_EQ(seal_of("Check: ", "Check: 0"), RECORD_CHANGED);
    EXPECT_EQ(seal_of("\nCheck: ", "\nChecked: "), RECORD_CHANGED);
    EXPECT_EQ(seal_of("\n1 ", "\r\n1 "), RECORD_WHOLE); /* a mail program's line ends */
    char *last = text + len - 1;
    while (last[-1] != '\n')
        last--;
    EXPECT_EQ(record_seal(text, (size_t)(last - text), &stated, &found), RECORD_CUT);
    EXPECT_EQ(stated, s->log.entries_n);
    EXPECT_EQ(found, s->log.entries_n - 1);
    EXPECT_EQ(record_seal(text, len - 2, &stated, &found), RECORD_CHANGED); /* within a line */
    const char *old = "Skerry 1\nRules: fifth,first=0\n\n1 0 roll; * dice 3 4\n";
    EXPECT_EQ(record_seal(old, strlen(old), &stated, &found), RECORD_UNSEALED);
}

static void a_fault_is_named_with_its_line(void) {
    static const struct { const char *record; int line; const char *what; } bad[] = {
        { "", 0, "the first line must be \"Skerry 1\"" },
        { "Skerry 2\n", 1, "the first line must be \"Skerry 1\"" },
        { "Skerry 1\nGame catan\n\n", 2, "a header is \"Name: value\"" },
        { "Skerry 1\nPlayers: 9\n\n", 2, "a header with a value that cannot be" },
        { "Skerry 1\nRevision: 3\n\n", 2, "a header with a value that cannot be" },
        { "Skerry 1\nRules: x\n\n", 3, "Rules: no such ruleset of this game" },
        { "Skerry 1\nGame: struggle\nRules: fifth\n\n", 4, "Rules: no such ruleset of this game" },
        { "Skerry 1\nRules: fifth\nOptions: points=7,bank=99\n\n", 4, "Options: bank: 5 to 25" },
        { "Skerry 1\nRules: fifth,dice=loaded\n\n", 3, "Rules: dice: fair, deck" },
        { "Skerry 1\nRules: fifth\nPlayers: 6\n\n", 4, "Players: 2 to 4 players" },
        { "Skerry 1\nRules: fifth,first=0\n\n2 0 roll\n", 4,
          "entries are numbered one after another" },
        { "Skerry 1\nRules: fifth,first=0\n\nx 0 roll\n", 4, "an entry starts with its number" },
        { "Skerry 1\nRules: fifth,first=0\n\n1 0 rol\n", 4, "not an action of this game" },
        { "Skerry 1\nRules: fifth,first=0\n\n1 0 roll\n2 0 end\n", 5,
          "the rules refuse this action" },
        { "Skerry 1\nRules: fifth,first=0\n\n1 0 roll; * dice 3 4\n2 0 robber D1 1; * steal 1 ?\n",
          5,
          "a card is hidden: only the record of a finished game can be replayed" },
        { "Skerry 1\nRules: fifth,first=0\n\n1 0 roll;* dice 1 2\n", 4,
          "actions are joined by \"; \"" },
        { "Skerry 1\nRules: fifth,first=0\n\n1 undo 1\n", 4,
          "an undo names an earlier entry that still stands" },
        { "Skerry 1\nPosition: {}\n\n", 3,
          "rules: an object as {\"text\":\"fifth,points=12\",\"players\":4}" },
    };
    begin("fifth", 1, false);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct record_fault fault;
        EXPECT(!record_read(other, bad[i].record, strlen(bad[i].record), &fault));
        EXPECT_EQ(fault.line, bad[i].line);
        EXPECT_STR(fault.what, bad[i].what);
        EXPECT(other->game == NULL);
    }
    const char *unknown = "Skerry 1\nRules: fifth\nOptions: points=7,x=1\n\n";
    struct record_fault fault;
    EXPECT(!record_read(other, unknown, strlen(unknown), &fault));
    EXPECT(strncmp(fault.what, "Options: x: no such option", 26) == 0);
}

static void a_full_session_refuses_and_keeps_what_it_has(void) {
    struct session *small = session_new(malloc(session_size(40)), 40);
    struct session *kept = s;
    begin("fifth,first=0", 1, true);
    for (int i = 0; i < 3; i++)
        EXPECT_EQ(play("0 roll") || play("* dice 3 3") || session_undo(s, 1 + 3 * i, true), 0);
    EXPECT(session_copy(small, s, s->log.entries_n));
    struct session *smaller = session_new(malloc(session_size(5)), 5);
    EXPECT_EQ(s->log.actions_n, 6);
    EXPECT(!session_copy(smaller, s, s->log.entries_n));
    EXPECT(!smaller->game);
    free(smaller);
    s = small;
    begin("fifth,first=0", 1, false);
    int refused = 0;
    for (int i = 0; i < 60 && !refused; i++)
        refused = i % 2 ? session_undo(s, s->log.entries_n, true) : play("0 roll");
    EXPECT_EQ(refused, SESSION_FULL);
    EXPECT_EQ(s->game->sound(s->state), 0);
    s = kept;
    free(small);
}

const struct test record_tests[] = {
    TEST(a_record_replays_to_the_same_state_in_every_ruleset),
    TEST(a_loaded_game_goes_on_as_if_it_had_not_stopped),
    TEST(a_game_with_fair_dice_goes_on_with_them),
    TEST(another_seed_ends_what_the_headers_promise),
    TEST(every_entry_can_be_looked_at_again),
    TEST(an_undo_is_an_entry_and_deletes_nothing),
    TEST(no_undo_crosses_chance_unless_forced),
    TEST(a_running_game_is_redacted_for_its_reader),
    TEST(nobody_sees_the_seed_of_a_running_game),
    TEST(a_redacted_record_is_refused_where_it_hides),
    TEST(unknown_headers_are_kept),
    TEST(a_record_tells_whether_it_is_whole),
    TEST(a_fault_is_named_with_its_line),
    TEST(a_full_session_refuses_and_keeps_what_it_has),
    TESTS_END,
};
