/* protocol_test.c -- the engine protocol: the example of its document, refusals, rubbish, undo. */
#include <stdlib.h>

#include "core/protocol.h"
#include "bots/bot.h"
#include "review/lines.h"
#include "test.h"

enum { ANSWER_SIZE = PROTOCOL_LINE_MAX + 4096 };

static struct protocol *protocol;
static char *answer;

/* A fresh engine without games; its memory is kept for the next. */
static void start(void) {
    static void *memory, *desk, *work;
    if (!memory) {
        memory = malloc(protocol_size());
        desk = malloc(review_lines_size());
        work = malloc(bot_work_size());
        answer = malloc(ANSWER_SIZE);
    }
    protocol = protocol_new(memory);
    review_lines(protocol, desk, work);
}

static const char *ask(const char *line) {
    size_t n = protocol_line(protocol, line, strlen(line), answer, ANSWER_SIZE);
    struct json_in in;
    EXPECT_EQ(n, strlen(answer));
    EXPECT_EQ(json_check(answer, n, &in), 0);
    return answer;
}

/* Does the answer match, where "…" stands for anything? */
static bool matches(const char *text, const char *pattern) {
    static const char any[] = "…";
    const char *gap = strstr(pattern, any);
    if (!gap)
        return strcmp(text, pattern) == 0;
    size_t n = (size_t)(gap - pattern);
    if (strncmp(text, pattern, n) != 0)
        return false;
    const char *rest = gap + strlen(any);
    for (text += n; *text; text++)
        if (matches(text, rest))
            return true;
    return *rest == '\0';
}

static void expect_answer(const char *line, const char *pattern) {
    const char *got = ask(line);
    if (!matches(got, pattern))
        test_fail(__FILE__, __LINE__, "%s\n    answers  %.600s\n    expected %s", line, got,
                  pattern);
}

static void expect_error(const char *line, const char *error) {
    char pattern[256];
    snprintf(pattern, sizeof pattern, "…\"ok\":false,\"error\":\"%s\",…", error);
    expect_answer(line, pattern);
}

/* ---- cost ---- */

static int applied;
static void (*true_apply)(void *state, const struct action *a);
static void count_apply(void *state, const struct action *a) {
    applied++;
    true_apply(state, a);
}

/* However long a game is, an answer costs what it did at the start: nothing is replayed. */
static void an_answer_costs_the_same_in_a_long_game(void) {
    static struct game counting;
    struct rng rng;
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,points=30,first=0\",\"seed\":3}");
    struct session *s = protocol->session[0];
    counting = *s->game;
    true_apply = counting.apply;
    counting.apply = count_apply;
    s->game = s->log.game = &counting;
    rng_seed(&rng, 9);
    int most[2] = { 0, 0 };
    for (int i = 0; i < 1000 && s->game->owes(s->state); i++) {
        char line[160], text[ACTION_TEXT_MAX];
        int seat = bits_first(s->game->owes(s->state));
        int n = s->game->legal(s->state, seat, protocol->menu);
        s->game->format(s->state, &protocol->menu[rng_below(&rng, (uint32_t)n)], text, sizeof text);
        snprintf(line, sizeof line, "{\"cmd\":\"play\",\"action\":\"%s\"}", text);
        applied = 0;
        ask(line);
        if (applied > most[i >= 500])
            most[i >= 500] = applied;
    }
    EXPECT(s->log.entries_n > 900);
    EXPECT(most[0] > 0 && most[1] <= most[0] + 4);
}

/* The engine knows what may be taken back without a search, even if the caller plays chance. */
static void the_first_entry_that_stands_is_known(void) {
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,first=0\",\"chance\":\"manual\"}");
    expect_answer("{\"cmd\":\"play\",\"action\":\"0 roll\"}", "…\"undo\":1,…");
    expect_answer("{\"cmd\":\"play\",\"action\":\"* dice 1 1\"}", "…\"undo\":1,…");
    expect_answer("{\"cmd\":\"undo\",\"to\":2}", "…\"undo\":1…");
    expect_answer("{\"cmd\":\"undo\",\"to\":1}", "…\"undo\":null…");
    expect_answer("{\"cmd\":\"play\",\"action\":\"0 roll\"}", "…\"undo\":5,…");
    expect_answer("{\"cmd\":\"copy\",\"from\":0,\"session\":1}", "…\"undo\":5…");
    expect_answer("{\"cmd\":\"copy\",\"from\":0,\"upto\":2,\"session\":1}", "…\"undo\":1…");
    expect_answer("{\"cmd\":\"copy\",\"from\":0,\"upto\":4,\"session\":1}", "…\"undo\":null…");
}

/* ---- the document ---- */

static void the_example_of_the_document_is_what_happens(void) {
    static char request[8192], line[8192];
    FILE *file = fopen("docs/engine-protocol.md", "r");
    int compared = 0;
    bool inside = false;
    start();
    EXPECT(file != NULL);
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "```", 3) == 0)
            inside = strcmp(line, "```transcript") == 0;
        else if (inside && strncmp(line, "> ", 2) == 0)
            strcpy(request, line + 2);
        else if (inside && strncmp(line, "< ", 2) == 0) {
            compared++;
            expect_answer(request, line + 2);
        }
    }
    if (file)
        fclose(file);
    EXPECT(compared >= 20);
}

/* ---- refusals ---- */

static void malformed_requests_are_refused(void) {
    start();
    expect_error("", "bad-json");
    expect_error("{\"cmd\":\"new\"", "bad-json");
    expect_error("{\"cmd\":\"new\",\"cmd\":\"new\"}", "bad-json");
    expect_error("[]", "bad-request");
    expect_error("{}", "bad-request");
    expect_error("{\"cmd\":7}", "bad-request");
    expect_error("{\"cmd\":\"nwe\"}", "unknown-command");
    expect_error("{\"cmd\":\"a very long command indeed\"}", "unknown-command");
    expect_error("{\"cmd\":\"hello\",\"more\":1}", "bad-request");
    expect_error("{\"cmd\":\"hello\",\"session\":4}", "no-such-session");
    expect_error("{\"cmd\":\"legal\"}", "no-game");
    expect_error("{\"cmd\":\"copy\",\"from\":2}", "no-game");
}

static void rules_that_cannot_be_are_refused(void) {
    start();
    expect_error("{\"cmd\":\"new\",\"game\":\"chess\"}", "no-such-game");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"seventh\"}", "no-such-ruleset");
    expect_error("{\"cmd\":\"new\",\"game\":\"struggle\",\"ruleset\":\"fifth\"}",
                 "no-such-ruleset");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"fifth,pionts=12\"}", "no-such-option");
    expect_error("{\"cmd\":\"new\",\"rules\":\"fifth,points=12\",\"ruleset\":\"fifth\"}",
                 "bad-request");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"fifth,points=zwölf\"}", "bad-value");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"fifth,points=255\"}", "bad-value");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"fifth\",\"players\":5}", "bad-players");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"fifth\",\"players\":3,\"first\":3}", "first-seat");
    expect_error("{\"cmd\":\"new\",\"ruleset\":\"fifth\",\"first\":-1}", "bad-request");
    expect_error("{\"cmd\":\"new\",\"seed\":1.5}", "bad-request");
    expect_error("{\"cmd\":\"new\",\"chance\":\"loaded\"}", "bad-request");
    expect_error("{\"cmd\":\"new\",\"board\":\"round\"}", "bad-value");
    expect_error("{\"cmd\":\"new\",\"board\":[]}", "bad-request");
    expect_error("{\"cmd\":\"new\",\"board\":{}}", "bad-board");
    expect_error("{\"cmd\":\"new\",\"board\":{\"hexes\":[{\"q\":0,\"r\":0}]}}", "bad-board");
    expect_error("{\"cmd\":\"state\"}", "no-game");
}

static void a_refused_line_changes_nothing(void) {
    static char before[1 << 16];
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth\",\"seed\":9}");
    strcpy(before, ask("{\"cmd\":\"state\"}"));
    ask("{\"cmd\":\"new\",\"ruleset\":\"nothing\"}");
    ask("{\"cmd\":\"set\",\"state\":{\"v\":1}}");
    ask("{\"cmd\":\"load\",\"record\":\"Skerry 1\\nRules: fifth\\nPlayers: 4\\n\\n1 0 end\\n\"}");
    ask("{\"cmd\":\"play\",\"actions\":[\"0 roll\",\"0 nonsense\"]}");
    ask("{\"cmd\":\"undo\",\"to\":77}");
    ask("{\"cmd\":\"copy\",\"from\":1}");
    ask("{\"cmd\":\"copy\",\"from\":0,\"upto\":70}");
    EXPECT_STR(ask("{\"cmd\":\"state\"}"), before);
}

static void a_list_is_played_whole_or_not_at_all(void) {
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,start=draft\",\"first\":0}");
    expect_answer("{\"cmd\":\"play\",\"actions\":[\"0 settle B2.S\",\"0 road A1.NW\"]}",
                  "{\"ok\":false,\"error\":\"not-at-settlement\",…\"at\":1}");
    expect_answer("{\"cmd\":\"events\"}", "{\"ok\":true,\"seq\":0,\"events\":[]}");
    expect_answer("{\"cmd\":\"play\",\"actions\":[\"0 settle B2.S\",\"0 road B2.SE\"]}",
                  "…\"seq\":1,\"owes\":[1]…\"actions\":[\"0 settle B2.S\",\"0 road B2.SE\"]}]}");
    expect_error("{\"cmd\":\"play\"}", "bad-request");
    expect_error("{\"cmd\":\"play\",\"action\":\"1 settle A1.N\",\"actions\":[]}", "bad-request");
    expect_error("{\"cmd\":\"play\",\"actions\":\"1 settle A1.N\"}", "bad-request");
    expect_error("{\"cmd\":\"play\",\"actions\":[7]}", "bad-action");
}

/* ---- who is asked ---- */

/* After the dice seats 1 and 2 may propose; a refused line asks nobody again. */
static void next_asks_every_free_bot_once_after_a_draw(void) {
    static const char next[] = "{\"cmd\":\"next\",\"bots\":[1,2]}";
    start();
    expect_error(next, "no-game");
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,first=0,phases=combined\",\"seed\":1}");
    while (strstr(ask("{\"cmd\":\"next\"}"), "settle") || strstr(answer, "road")) {
        char line[160], *text = strstr(answer, "otherwise\":\"") + 12;
        snprintf(line, sizeof line, "{\"cmd\":\"play\",\"action\":\"%.*s\"}",
                 (int)strcspn(text, "\""), text);
        expect_answer(line, "{\"ok\":true,…");
    }
    expect_answer(next, "{\"ok\":true,\"seat\":0,\"owes\":true,\"otherwise\":\"0 roll\"}");
    ask("{\"cmd\":\"play\",\"action\":\"0 roll\"}");
    expect_answer(next, "{\"ok\":true,\"seat\":1,\"owes\":false,\"otherwise\":null}");
    expect_error("{\"cmd\":\"play\",\"actions\":[\"0 end\",\"1 roll\",\"0 roll\"]}",
                 "not-your-turn");
    expect_answer(next, "…\"seat\":1,…");
    expect_answer("{\"cmd\":\"next\",\"bots\":[1,2],\"waits\":1}",
                  "…\"seat\":2,\"owes\":false,…");
    expect_answer("{\"cmd\":\"next\",\"bots\":[]}", "…\"seat\":0,\"owes\":true,…");
    ask("{\"cmd\":\"copy\",\"session\":1}");
    expect_answer("{\"cmd\":\"next\",\"bots\":[1,2],\"session\":1}", "…\"seat\":2,…");
    expect_answer("{\"cmd\":\"next\",\"bots\":[1,2],\"waits\":2}",
                  "…\"seat\":0,\"owes\":true,\"otherwise\":\"0 end\"}");
    expect_error("{\"cmd\":\"next\",\"bots\":[4]}", "bad-request");
    expect_error("{\"cmd\":\"next\",\"bots\":1}", "bad-request");
    expect_error("{\"cmd\":\"next\",\"waits\":\"*\"}", "bad-request");
}

static void next_says_when_chance_acts_and_when_the_game_is_over(void) {
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"struggle,points=3\",\"seed\":4,\"chance\":\"manual\"}");
    expect_answer("{\"cmd\":\"next\"}",
                  "{\"ok\":true,\"seat\":\"*\",\"owes\":false,\"otherwise\":null}");
    ask("{\"cmd\":\"new\",\"ruleset\":\"struggle,points=3\",\"seed\":4}");
    struct session *s = protocol->session[0];
    struct rng rng;
    rng_seed(&rng, 5);
    for (unsigned owes; (owes = s->game->owes(s->state)) != 0;) {
        int n = s->game->legal(s->state, bits_first(owes), protocol->menu);
        session_open(s);
        EXPECT_EQ(session_step(s, &protocol->menu[rng_below(&rng, (uint32_t)n)]), 0);
        session_close(s);
    }
    expect_answer("{\"cmd\":\"next\"}",
                  "{\"ok\":true,\"seat\":null,\"owes\":false,\"otherwise\":null}");
}

/* ---- undo ---- */

static void undo_stops_at_chance_and_at_secrets(void) {
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,start=draft\",\"first\":0,\"seed\":1}");
    expect_error("{\"cmd\":\"undo\"}", "no-such-entry");
    ask("{\"cmd\":\"play\",\"action\":\"0 settle B2.S\"}");
    expect_answer("{\"cmd\":\"undo\"}", "…\"seq\":2,\"owes\":[0]…\"undo\":null}");
    expect_error("{\"cmd\":\"undo\",\"to\":1}", "no-such-entry");
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth\",\"first\":0,\"seed\":1}");
    ask("{\"cmd\":\"play\",\"action\":\"0 roll\"}");
    expect_error("{\"cmd\":\"undo\"}", "undo-reveals");
    expect_answer("{\"cmd\":\"undo\",\"force\":true}", "…\"seq\":2,\"owes\":[0]…");
    expect_error("{\"cmd\":\"undo\",\"force\":1}", "bad-request");
}

/* The board is dealt in entry 1; then seat 0 settles, builds a road, and seat 1 settles. */
static void a_seat_takes_back_alone_what_only_bots_have_followed(void) {
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,board=random,start=draft\",\"players\":3,"
        "\"first\":0}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[1,2]}", "…],\"undo\":null}");
    ask("{\"cmd\":\"play\",\"action\":\"0 settle B2.S\"}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[]}", "…],\"undo\":2}");
    ask("{\"cmd\":\"play\",\"action\":\"0 road B2.SE\"}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[]}", "…],\"undo\":3}");
    ask("{\"cmd\":\"play\",\"action\":\"1 settle D3.N\"}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[2]}", "…],\"undo\":null}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":1,\"bots\":[2]}", "…],\"undo\":4}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[1,2]}", "…],\"undo\":3}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":2,\"bots\":[0,1]}", "…],\"undo\":null}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0}", "…]}");
    expect_error("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[9]}", "bad-request");
    ask("{\"cmd\":\"undo\",\"to\":3}");
    expect_answer("{\"cmd\":\"legal\",\"seat\":0,\"bots\":[1,2]}", "…],\"undo\":2}");
}

static void an_undone_game_replays_from_its_record(void) {
    static char state[1 << 16], load[1 << 16];
    start();
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth,start=draft\",\"first\":0,\"seed\":1}");
    ask("{\"cmd\":\"play\",\"action\":\"0 settle B2.S\"}");
    ask("{\"cmd\":\"undo\"}");
    ask("{\"cmd\":\"play\",\"action\":\"0 settle C3.S\"}");
    strcpy(state, ask("{\"cmd\":\"state\"}"));
    const char *record = strstr(ask("{\"cmd\":\"record\"}"), "\"record\"");
    EXPECT(strstr(record, "\\n1 0 settle B2.S\\n2 undo 1\\n3 0 settle C3.S\\n") != NULL);
    snprintf(load, sizeof load, "{\"cmd\":\"load\",\"session\":3,%s", record);
    expect_answer(load, "{\"ok\":true,…\"seq\":3,…\"undo\":3}");
    EXPECT_STR(ask("{\"cmd\":\"state\",\"session\":3}"), state);
}

/* ---- rubbish ---- */

/* Lines of the example, with bytes changed, cut, doubled and mixed. */
static size_t rubbish(struct rng *rng, char *line, size_t size) {
    static const char *const seed[] = {
        "{\"cmd\":\"new\",\"ruleset\":\"fifth+helpers,board=random\",\"players\":3,\"seed\":4}",
        "{\"cmd\":\"new\",\"ruleset\":\"struggle\",\"chance\":\"manual\"}",
        "{\"cmd\":\"play\",\"action\":\"0 settle B2.N\",\"id\":7}",
        "{\"cmd\":\"play\",\"actions\":[\"0 roll\",\"* dice 3 4\"]}",
        "{\"cmd\":\"check\",\"action\":\"0 offer 2wool ore to 1 3\"}",
        "{\"cmd\":\"view\",\"seat\":\"spectator\"}", "{\"cmd\":\"legal\",\"seat\":\"*\"}",
        "{\"cmd\":\"undo\",\"to\":1,\"force\":true}", "{\"cmd\":\"record\",\"seat\":0}",
        "{\"cmd\":\"events\",\"since\":0,\"seat\":1}",
        "{\"cmd\":\"copy\",\"from\":0,\"session\":1}",
        "{\"cmd\":\"load\",\"record\":\"Skerry 1\\nRules: fifth\\nPlayers: 4\\n\\n1 undo 1\"}",
        "{\"cmd\":\"set\",\"state\":{\"v\":1,\"game\":\"catan\",\"rules\":{\"text\":\"fifth\"}}}",
        "{\"cmd\":\"rules\",\"name\":\"sixth\"}",
    };
    const char *from = seed[rng_below(rng, sizeof seed / sizeof *seed)];
    size_t n = strlen(from);
    memcpy(line, from, n);
    for (uint32_t i = rng_below(rng, 4); i > 0; i--) {
        size_t at = rng_below(rng, (uint32_t)n);
        switch (rng_below(rng, 4)) {
        case 0: line[at] = (char)rng_below(rng, 256); break;
        case 1: line[at] = "0123456789\"{}[]:,"[rng_below(rng, 17)]; break;
        case 2: n = at + 1; break;
        default:
            if (n + (n - at) < size) {
                memmove(line + n, line + at, n - at);
                n += n - at;
            }
        }
    }
    return n;
}

static void rubbish_is_answered_and_harms_nothing(void) {
    static char line[4096];
    struct rng rng;
    rng_seed(&rng, 20);
    start();
    for (int i = 0; i < 20000 * test_effort; i++) {
        size_t n = rubbish(&rng, line, sizeof line);
        struct json_in in;
        size_t len = protocol_line(protocol, line, n, answer, ANSWER_SIZE);
        if (json_check(answer, len, &in) != 0)
            test_fail(__FILE__, __LINE__, "%.*s: answered with no JSON: %s", (int)n, line, answer);
        for (int s = 0; s < PROTOCOL_SESSIONS; s++) {
            const struct session *held = protocol->session[s];
            if (held->game && !held->is_view && held->game->sound(held->state) != 0)
                test_fail(__FILE__, __LINE__, "%.*s: breaks an invariant", (int)n, line);
        }
    }
}

static void a_long_line_and_a_long_answer_are_refused(void) {
    static char small[4096];
    char *line = malloc(PROTOCOL_LINE_MAX + 1);
    start();
    memset(line, ' ', PROTOCOL_LINE_MAX + 1);
    size_t n = protocol_line(protocol, line, PROTOCOL_LINE_MAX, small, sizeof small);
    EXPECT(n > 0 && strstr(small, "\"too-long\""));
    ask("{\"cmd\":\"new\",\"ruleset\":\"fifth\",\"seed\":9}");
    n = protocol_line(protocol, "{\"cmd\":\"state\"}", 15, small, sizeof small);
    EXPECT(n > 0 && strstr(small, "\"too-long\""));
    free(line);
}

const struct test protocol_tests[] = {
    TEST(an_answer_costs_the_same_in_a_long_game),
    TEST(the_first_entry_that_stands_is_known),
    TEST(the_example_of_the_document_is_what_happens),
    TEST(malformed_requests_are_refused),
    TEST(rules_that_cannot_be_are_refused),
    TEST(a_refused_line_changes_nothing),
    TEST(a_list_is_played_whole_or_not_at_all),
    TEST(undo_stops_at_chance_and_at_secrets),
    TEST(a_seat_takes_back_alone_what_only_bots_have_followed),
    TEST(an_undone_game_replays_from_its_record),
    TEST(rubbish_is_answered_and_harms_nothing),
    TEST(a_long_line_and_a_long_answer_are_refused),
    TEST(next_asks_every_free_bot_once_after_a_draw),
    TEST(next_says_when_chance_acts_and_when_the_game_is_over),
    TESTS_END,
};
