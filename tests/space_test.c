/* space_test.c -- ids and features of every game, by random play in every ruleset.
 *
 * Every menu entry has exactly one sequence of ids, every sequence of ids ends in an action that
 * check() accepts, and the observation shows what the view shows. */
#include "core/space.h"
#include "core/playout.h"
#include "test.h"

enum { FEATURES_MAX = 8192, DECISIONS = 400 };

static struct {
    char rules[128];
    const struct game *game;
    const struct space *space;
    struct space_shape shape;
    struct rng rng;
    int step;
    _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX];
    struct action menu[MENU_MAX], scratch[MENU_MAX];
    uint16_t ids[SPACE_IDS_MAX], way[SPACE_STEPS_MAX], path[SPACE_STEPS_MAX];
    int8_t out[FEATURES_MAX + 1], again[FEATURES_MAX], row[FEATURES_MAX];
    struct space_look look;         /* of `row` */
    unsigned char seen[SPACE_IDS_MAX], mask[SPACE_IDS_MAX];
} t;

#define HOLDS(x) do { if (!(x)) \
    test_fail(__FILE__, __LINE__, "%s (%d seats, step %d): expected %s", t.rules, \
              t.shape.rules.seats, t.step, #x); } while (0)

static int ids_for(int seat, const struct draft *d) {
    memset(t.mask, 0, sizeof t.mask);
    memset(t.seen, 0, sizeof t.seen);
    int n = t.space->legal(&t.shape, t.state, seat, d, t.scratch, t.ids, t.mask);
    for (int i = 0; i < n; i++) {
        HOLDS(t.ids[i] < t.shape.ids);
        HOLDS(!t.seen[t.ids[i]]);
        t.seen[t.ids[i]] = 1;
    }
    HOLDS(memcmp(t.seen, t.mask, sizeof t.mask) == 0);
    return n;
}

/* An action's ids lead to it, and each of them is legal when its turn comes. */
static void follow(const struct action *a) {
    struct draft d;
    int n = t.space->steps(&t.shape, t.state, a, t.way);
    bool done = false;
    memset(&d, 0, sizeof d);
    HOLDS(n > 0);
    for (int i = 0; i < n; i++) {
        HOLDS(!done);
        ids_for(a->seat, &d);
        HOLDS(t.seen[t.way[i]]);
        done = t.space->choose(&t.shape, t.state, a->seat, &d, t.way[i]);
    }
    HOLDS(done);
    HOLDS(memcmp(&d.a, a, sizeof *a) == 0);
}

/* The features are the same from the state and from the view, and the same whether a row is updated
 * or written from scratch. */
static void look(int seat, const struct draft *d) {
    struct space_look one = { .known = 0 }, two = { .known = 0 };
    int n = t.shape.features;
    HOLDS(n <= FEATURES_MAX);
    t.out[n] = 77;
    t.space->observe(&t.shape, t.state, seat, d, &one, t.out);
    HOLDS(t.out[n] == 77);
    memset(t.view, 0, sizeof t.view);
    t.game->view(t.state, seat, t.view);
    t.space->observe(&t.shape, t.view, seat, d, &two, t.again);
    HOLDS(memcmp(t.out, t.again, (size_t)n) == 0);
    t.space->observe(&t.shape, t.state, seat, d, &t.look, t.row);
    HOLDS(memcmp(t.out, t.row, (size_t)n) == 0);
    for (int i = 0; i < t.shape.blocks_n; i++) {
        const struct space_block *b = &t.shape.block[i];
        for (int j = 0; j < b->rows * b->columns; j++)
            if (t.out[b->first + j] < b->low || t.out[b->first + j] > b->high) {
                test_fail(__FILE__, __LINE__, "%s: %s[%d] is %d", t.rules, b->name, j,
                          t.out[b->first + j]);
                return;
            }
    }
}

/* Choose ids at random until they are an action; its ids must be the ones chosen. */
static void wander(int seat, struct action *out) {
    struct draft d;
    int n = 0;
    bool done = false;
    memset(&d, 0, sizeof d);
    while (!done && n < SPACE_STEPS_MAX - 1) {
        int open = ids_for(seat, &d);
        HOLDS(open > 0);
        if (!open)
            break;
        t.path[n] = t.ids[rng_below(&t.rng, (uint32_t)open)];
        done = t.space->choose(&t.shape, t.state, seat, &d, t.path[n++]);
        if (!done)
            look(seat, &d);
    }
    HOLDS(done);
    HOLDS(t.game->check(t.state, &d.a) == 0);
    HOLDS(t.space->steps(&t.shape, t.state, &d.a, t.way) == n);
    HOLDS(memcmp(t.way, t.path, (size_t)n * sizeof *t.way) == 0);
    *out = d.a;
}

static void chance(void) {
    struct action a;
    while (t.game->owes(t.state) & OWES_CHANCE) {
        chance_draw(t.game, t.state, &t.rng.source, &a);
        t.game->apply(t.state, &a);
    }
}

static void visit(unsigned who) {
    static const struct draft none;
    for (int seat = 0; seat < t.shape.rules.seats; seat++) {
        if (!(who >> seat & 1))
            continue;
        look(seat, &none);
        int n = t.game->legal(t.state, seat, t.menu);
        for (int i = 0; i < n; i++)
            if (n < 40 || rng_below(&t.rng, (uint32_t)n) < 20)
                follow(&t.menu[i]);
    }
}

static void play(const char *rules, int seats, uint64_t seed) {
    struct rules r;
    int at;
    snprintf(t.rules, sizeof t.rules, "%s", rules);
    t.game = rules_game(rules);
    if (rules_parse(t.game, rules, seats, &r, &at) != RULES_OK)
        return;
    t.space = space_of(t.game);
    space_shape_for(t.game, &r, &t.shape);
    rng_seed(&t.rng, seed);
    memset(t.state, 0, sizeof t.state);
    memset(&t.look, 0, sizeof t.look);
    if (t.game->init(t.state, &r) != 0)
        return;
    for (t.step = 0; t.step < DECISIONS && !test_failures; t.step++) {
        struct action a;
        chance();
        unsigned owes = t.game->owes(t.state), all = owes | t.game->may(t.state);
        if (!owes)
            break;
        visit(all);
        int seat = 0, skip = (int)rng_below(&t.rng, 8) == 0;    /* now and then out of turn */
        unsigned from = skip && t.game->legal(t.state, bits_first(all), t.menu) ? all : owes;
        while (!(from >> seat & 1))
            seat++;
        wander(seat, &a);
        t.game->apply(t.state, &a);
    }
}

static void each_ruleset(const char *more, int every) {
    for (int g = 0; games[g]; g++)
        for (const struct ruleset *r = games[g]->rulesets; r->name; r++)
            for (int seats = r->seats_min; seats <= r->seats_max; seats += every) {
                char text[128];
                snprintf(text, sizeof text, "%s%s", r->name, more);
                play(text, seats, (uint64_t)(seats * 100 + g));
            }
}

static void every_action_has_one_way_of_ids(void) {
    each_ruleset("", 1);
}

static void helpers_and_offers_have_ids(void) {
    for (uint64_t seed = 1; seed <= 4 + 20 * (uint64_t)(test_effort - 1); seed++) {
        play("fifth+helpers,board=random", 4, seed);
        play("fifth-56+helpers,phases=combined", 6, seed);
        play("fifth,menu=trades,offers=2,phases=combined", 3, seed);
        play("fifth+helpers,offers=0,phases=combined,bank=5", 2, seed);
        play("struggle", 3, seed);
        play("struggle-56,market_day=swap", 6, seed);
    }
}

static void names_are_unique(void) {
    static char names[SPACE_IDS_MAX][SPACE_NAME_MAX];
    static const char *const rules[] = { "fifth", "fifth+helpers", "fifth-56+helpers", "struggle",
        "struggle-56", NULL };
    for (int r = 0; rules[r]; r++) {
        struct rules resolved;
        int at;
        const struct game *game = rules_game(rules[r]);
        rules_parse(game, rules[r], 0, &resolved, &at);
        space_shape_for(game, &resolved, &t.shape);
        for (int id = 0; id < t.shape.ids; id++) {
            int n = space_of(game)->name(&t.shape, id, names[id], SPACE_NAME_MAX);
            EXPECT(n > 0 && n < SPACE_NAME_MAX);
            for (int other = 0; other < id; other++)
                if (!strcmp(names[id], names[other]))
                    test_fail(__FILE__, __LINE__, "%s: id %d is \"%s\" like %d", rules[r], id,
                              names[id], other);
        }
    }
}

static void a_game_without_a_space_gets_the_generic_one(void) {
    struct game plain = *games[0];
    struct rules rules;
    int at;
    plain.space = NULL;
    rules_parse(&plain, plain.rulesets[0].name, 0, &rules, &at);
    EXPECT(space_of(&plain) == &space_generic);
    space_shape_for(&plain, &rules, &t.shape);
    EXPECT_EQ(t.shape.ids, plain.menu_max);
    EXPECT_EQ(t.shape.features, 2 * (int)plain.state_size);
}

const struct test space_tests[] = {
    TEST(every_action_has_one_way_of_ids),
    TEST(helpers_and_offers_have_ids),
    TEST(names_are_unique),
    TEST(a_game_without_a_space_gets_the_generic_one),
    TESTS_END,
};
