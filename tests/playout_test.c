/* playout_test.c -- random play gives the same game in every way: by a game's own playout
 * without menus, with menus, and through the interface; under every option and every pair of
 * them. EFFORT plays more games and more values of each (`make pairs`). */
#include "core/playout.h"

#include <stdlib.h>

#include "test.h"

enum { DECISIONS = 3000 };

static struct action menu[MENU_MAX];
static int played, refused;

/* The rules of `text` with a bench's board, or false where they make no game. */
static bool rules_of(const struct game *game, const char *text, struct rules *rules) {
    _Alignas(16) static unsigned char state[STATE_MAX];
    int at;
    enum rules_error error = playout_rules(game, text, 0, false, rules, &at);
    EXPECT_EQ(error, RULES_OK);
    return error == RULES_OK && game->init(state, rules) == 0;
}

static void expect_one_signature(const struct game *game, const char *text, uint64_t seed) {
    struct playout_game p = { .game = game, .max = DECISIONS, .menu = menu };
    struct playout_result sampled, listed, plain;
    if (!rules_of(game, text, &p.rules)) {
        refused++;
        return;
    }
    played++;
    p.way = PLAYOUT_SAMPLE;
    playout_run(&p, seed, 1, &sampled);
    p.way = PLAYOUT_LIST;
    playout_run(&p, seed, 1, &listed);
    p.way = PLAYOUT_PLAIN;
    playout_run(&p, seed, 1, &plain);
    if (sampled.signature != plain.signature || sampled.decisions != plain.decisions)
        test_fail(__FILE__, __LINE__, "%s, seed %d: sampled is not plain", text, (int)seed);
    if (listed.signature != plain.signature || listed.decisions != plain.decisions)
        test_fail(__FILE__, __LINE__, "%s, seed %d: listed is not plain", text, (int)seed);
}

/* How many values of an option are tried: all its words; of a number a few. */
static int values_of(const struct option *o) {
    return o->words ? o->max - o->min + 1 : 3 + (o->unlimited != NULL);
}

/* ",name=value" for the i-th of them. A number takes its least, middle and greatest value, and no
 * limit. */
static void add_option(char *text, size_t size, const struct option *o, int i) {
    size_t n = strlen(text);
    if (o->words)
        snprintf(text + n, size - n, ",%s=%s", o->name, o->words[o->min + i]);
    else if (i == 3)
        snprintf(text + n, size - n, ",%s=%s", o->name, o->unlimited);
    else
        snprintf(text + n, size - n, ",%s=%d", o->name, o->min + i * (o->max - o->min) / 2);
}

static void every_option_alone_plays_one_game(void) {
    char text[RULES_TEXT_MAX];
    played = refused = 0;
    for (int g = 0; games[g]; g++)
        for (const struct ruleset *r = games[g]->rulesets; r->name; r++)
            for (const struct option *o = games[g]->options; o->name; o++)
                for (int i = 0; i < values_of(o); i++)
                    for (int seed = 1; seed <= test_effort; seed++) {
                        snprintf(text, sizeof text, "%s", r->name);
                        add_option(text, sizeof text, o, i);
                        expect_one_signature(games[g], text, (uint64_t)seed);
                    }
    EXPECT(played > 8 * refused);
}

/* One pair of values of two options; other seeds are other pairs. */
static void play_pair(const struct game *game, const char *ruleset, const struct option *a,
                      const struct option *b, unsigned seed) {
    char text[RULES_TEXT_MAX];
    snprintf(text, sizeof text, "%s", ruleset);
    add_option(text, sizeof text, a, (int)(seed % (unsigned)values_of(a)));
    add_option(text, sizeof text, b, (int)(seed / 3 % (unsigned)values_of(b)));
    expect_one_signature(game, text, seed);
}

/* Rulesets take turns; with enough EFFORT each of them plays every pair of values. */
static void every_pair_of_options_plays_one_game(void) {
    unsigned seed = 0;
    played = refused = 0;
    for (int g = 0; games[g]; g++) {
        int rulesets = 0;
        while (games[g]->rulesets[rulesets].name)
            rulesets++;
        for (const struct option *a = games[g]->options; a->name; a++)
            for (const struct option *b = a + 1; b->name; b++)
                for (int i = 0; i < 2 * test_effort; i++, seed++)
                    play_pair(games[g], games[g]->rulesets[seed % (unsigned)rulesets].name, a, b,
                              seed);
    }
    EXPECT(played > 3 * refused);
}

/* A game's own draw() maps the same random words to the same outcomes as the list does. Every other
 * game begins with the word 0, which a fair draw must reject for most numbers of cards. */
static void drawing_is_listing(void) {
    static const char *const rules_text[] = {
        "fifth,dice=deck,quiet_rounds=3", "fifth-56+helpers",
        "sixth+helpers,board=random,harbors=frame,tokens=random",
        "3d,board=random,harbors=coves", "struggle", "struggle-56",
    };
    for (size_t i = 0; i < sizeof rules_text / sizeof *rules_text; i++) {
        _Alignas(16) unsigned char state[STATE_MAX];
        const struct game *game = rules_game(rules_text[i]);
        struct rules rules;
        struct rng rng, same;
        int at, drawn = 0;
        EXPECT_EQ(rules_parse(game, rules_text[i], 0, &rules, &at), RULES_OK);
        EXPECT_EQ(game->init(state, &rules), 0);
        rng_seed(&rng, i % 2 ? i + 1 : 0 - 0x9e3779b97f4a7c15u);
        for (unsigned owes; (owes = game->owes(state)) != 0 && test_failures == 0;) {
            struct action a, listed;
            same = rng;
            if (owes == OWES_CHANCE) {
                chance_draw(game, state, &rng.source, &a);
                chance_draw_listed(game, state, &same.source, &listed);
                EXPECT(memcmp(&a, &listed, sizeof a) == 0);
                EXPECT(rng.s == same.s);
                drawn++;
            } else {
                int seat = bits_first(owes);
                a = menu[rng_below(&rng, (uint32_t)game->legal(state, seat, menu))];
            }
            game->apply(state, &a);
        }
        EXPECT(drawn > 100);
    }
}

/* playout() is the game's own, and stops where it is told. */
static void a_playout_stops_after_max_decisions(void) {
    for (int g = 0; games[g]; g++)
        for (uint32_t max = 0; max < 1200; max += 97) {
            _Alignas(16) unsigned char one[STATE_MAX], two[STATE_MAX];
            struct rules rules;
            struct rng a, b;
            EXPECT(rules_of(games[g], games[g]->rulesets->name, &rules));
            memset(one, 0, sizeof one);
            games[g]->init(one, &rules);
            memcpy(two, one, sizeof one);
            rng_seed(&a, 5);
            rng_seed(&b, 5);
            uint32_t n = playout(games[g], one, &a, max, menu);
            EXPECT(n == max || games[g]->owes(one) == 0);
            EXPECT_EQ(playout_plain(games[g], two, &b, max, menu), n);
            EXPECT(memcmp(one, two, games[g]->state_size) == 0 && a.s == b.s);
        }
}

const struct test playout_tests[] = {
    TEST(every_option_alone_plays_one_game),
    TEST(every_pair_of_options_plays_one_game),
    TEST(drawing_is_listing),
    TEST(a_playout_stops_after_max_decisions),
    TESTS_END,
};
