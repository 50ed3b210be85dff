/* playout_shortcuts_test.c -- each short cut of the random loop does what the rules do.
 *
 * The loop is compiled in here, so that its steps can be called one by one: at every position of
 * random games a step is taken on one copy, and by menu, chance and apply() on another. */
#include "catan/catan.h"
#include "core/playout.h"
#include "tests/test.h"

uint32_t shortcut_playout(struct catan *g, struct rng *rng, uint32_t max);
uint32_t shortcut_playout_list(struct catan *g, struct rng *rng, uint32_t max);
#define PLAYOUT shortcut_playout
#define PLAYOUT_LIST shortcut_playout_list
#define playout loop_playout            /* core/playout.h has another */
#include "catan/playout_loop.h"
#undef playout

static struct action menu[CATAN_MENU_MAX];
static int steps[PH_N];                 /* short cuts compared, by the phase they began in */

/* Has the loop a step of its own here? */
static bool is_short(const struct catan *g) {
    switch (g->phase) {
    case PH_SETTLE: case PH_SETTLE_ROAD: case PH_FIRST: case PH_ROLL: case PH_DISCARD:
    case PH_ROBBER: case PH_TRADE: case PH_BUILD: case PH_MAIN: case PH_SPECIAL:
        return true;
    default:
        return g->phase == PH_BOARD && g->terrain[0] == CATAN_NONE;
    }
}

static void step_once(struct loop *t, bool listed) {
    struct shape s = shape_of(t->g);
    if (listed && ((IN_TURN | PHASE(PH_SPECIAL)) >> t->g->phase & 1))
        listed_step(s, t);
    else if (t->g->phase == PH_ROLL)
        roll_step(s, t);
    else if (WHEN_BUILDING >> t->g->phase & 1)
        build_or_trade(s, t, false);
    else if (t->g->phase == PH_SPECIAL)
        build_or_trade(s, t, true);
    else
        other_step(s, t);
}

/* One action of the lowest seat that owes, or of chance. */
static uint32_t book_step(struct catan *g, struct rng *rng) {
    unsigned owes = catan_owes(g);
    if (owes == OWES_CHANCE) {
        chance_draw_listed(&catan_game, g, &rng->source, &menu[0]);
        catan_apply(g, &menu[0]);
        return 0;
    }
    int n = catan_legal(g, bits_first(owes), menu);
    catan_apply(g, &menu[rng_below(rng, (uint32_t)n)]);
    return 1;
}

/* The rules reach the same state from the same draws, after as many decisions. */
static void compare(const struct catan *g, const struct rng *rng, bool listed, const char *rules) {
    struct catan cut = *g, book = *g;
    struct rng a = *rng, b = *rng;
    struct loop t = { &cut, &a, 0, 1000000, 1000000, menu };
    uint32_t decisions = 0;
    step_once(&t, listed);
    for (int i = 0; i < 200 && (b.s != a.s || decisions != t.decisions); i++)
        decisions += book_step(&book, &b);
    if (decisions != t.decisions || memcmp(&cut, &book, sizeof cut) != 0)
        test_fail(__FILE__, __LINE__, "%s: phase %s, turn %d%s", rules,
                  catan_phase_words[g->phase], (int)g->turns, listed ? ", listed" : "");
    steps[g->phase]++;
}

static void compare_all_through(const char *text, uint64_t seed) {
    struct catan g;
    struct rules rules;
    struct rng rng;
    int at;
    EXPECT_EQ(rules_parse(&catan_game, text, 0, &rules, &at), RULES_OK);
    EXPECT_EQ(catan_init(&g, &rules), CATAN_OK);
    rng_seed(&rng, seed);
    for (int i = 0; i < 3000 && g.phase != PH_OVER && test_failures == 0; i++) {
        if (is_short(&g)) {
            compare(&g, &rng, false, text);
            compare(&g, &rng, true, text);
        }
        book_step(&g, &rng);
    }
}

static void every_short_cut_is_what_the_rules_do(void) {
    static const char *const text[] = {
        "fifth", "fifth,board=random,start=draft,phases=combined", "fifth-56", "fifth+helpers",
        "fifth-56+helpers", "sixth,friendly=3", "sixth,rob_empty=off,hand_limit=3",
        "fifth,dice=deck", "fifth,quiet_rounds=4,dice=deck", "fifth,bank=8,special_building=on",
        "3d,points=4,cities=2",
        "fifth-56,friendly=2,rob_empty=off,phases=strict",
    };
    memset(steps, 0, sizeof steps);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        for (int seed = 1; seed <= 2 * test_effort; seed++)
            compare_all_through(text[i], (uint64_t)seed);
    for (int phase = 0; phase < PH_N; phase++)
        if (is_short(&(struct catan){ .phase = (uint8_t)phase, .terrain = { CATAN_NONE } }))
            EXPECT(steps[phase] >= (phase == PH_BOARD ? 8 : 50));
}

const struct test catan_playout_shortcuts_tests[] = {
    TEST(every_short_cut_is_what_the_rules_do),
    TESTS_END,
};
