/* advice_test.c -- what bots tell people is true: comparable values, decisive reasons, exact
 * budgets, and a record of the turn that matches what was played. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "bots/catan_ai.h"
#include "struggle/struggle.h"

struct adviser {
    void *work;
    struct bot bot;
    uint32_t nodes;
    int asked, reasons, slips, seats;
    enum bot_level level;
    bool advises;
};

static void ask(struct adviser *x, const struct catan *g, int seat, struct bot_answer *answer) {
    struct bot_budget budget = { .work = x->work, .nodes = x->nodes };
    struct catan view;
    bot_new(&x->bot, &catan_game, catan_seats(g), x->level, BOT_PLAIN, seat, 5);
    if (x->advises)
        bot_advise(&x->bot);
    catan_view(g, seat, &view);
    EXPECT(bot_choose(&x->bot, &view, &budget, answer));
    EXPECT_EQ(catan_check(g, &answer->action), CATAN_OK);
}

static void watch_game(const char *text, int seats, uint64_t seed,
                       void (*watch)(void *, const void *, const struct action *), void *data) {
    struct match m = { .game = &catan_game, .seed = seed, .bot_seed = seed, .watch = watch,
                       .watch_data = data };
    struct match_result r;
    void *mem = malloc(match_size(&catan_game));
    int at;
    EXPECT_EQ(rules_parse(&catan_game, text, seats, &m.rules, &at), RULES_OK);
    for (int s = 0; s < seats; s++)
        m.bot[s] = (struct match_bot){ .level = s % 2 ? BOT_STRONG : BOT_MASTER, .nodes = 100 };
    EXPECT_EQ(match_play(&m, mem, &r), 0);
    free(mem);
}

/* --- values ---------------------------------------------------------------------------------- */

/* Best first; a level without errors plays the first move, and it is worth what it says. */
static void check_values(void *data, const void *state, const struct action *a) {
    struct adviser *x = data;
    const struct catan *g = state;
    struct bot_answer answer;
    if (a->seat < 0 || !(catan_owes(g) >> a->seat & 1) || ++x->asked % 7)
        return;
    x->level = (enum bot_level)(BOT_BEGINNER + x->asked / 7 % (BOT_LEVEL_N - BOT_BEGINNER));
    ask(x, g, a->seat, &answer);
    EXPECT(answer.moves_n >= 1);
    for (int i = 0; i < answer.moves_n; i++) {
        EXPECT(answer.move[i].value >= 0 && answer.move[i].value <= BOT_VALUE_ONE);
        EXPECT(i == 0 || answer.move[i].value <= answer.move[i - 1].value);
        EXPECT_EQ(catan_check(g, &answer.move[i].action), CATAN_OK);
    }
    EXPECT(answer.win <= answer.move[0].value);
    bool first = memcmp(&answer.action, &answer.move[0].action, sizeof answer.action) == 0;
    if (answer.win < answer.move[0].value)
        EXPECT_EQ(answer.why, BOT_WHY_SLIP);
    if (x->level >= BOT_MASTER)
        EXPECT(first || answer.win == answer.move[0].value);
    x->slips += answer.why == BOT_WHY_SLIP;
    x->reasons += answer.reasons_n > 0;
    for (int i = 0; i < answer.reasons_n; i++)
        EXPECT(answer.reason[i].difference >= 0);
}

static void the_moves_are_told_best_first_by_the_value_they_are_chosen_by(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .nodes = 200 };
    watch_game("fifth,board=random,phases=combined", 4, 3, check_values, &x);
    watch_game("fifth,helpers=on,phases=combined", 3, 4, check_values, &x);
    EXPECT(x.asked > 300);
    EXPECT(x.reasons > 20);
    EXPECT(x.slips > 3);
    free(x.work);
}

static void expect_best(const struct bot_answer *answer) {
    EXPECT(answer->why != BOT_WHY_SLIP);
    EXPECT(memcmp(&answer->action, &answer->move[0].action, sizeof answer->action) == 0);
    EXPECT_EQ(answer->win, answer->move[0].value);
}

static void check_advice(void *data, const void *state, const struct action *a) {
    struct adviser *x = data;
    struct bot_answer answer;
    if (a->seat < 0 || !(catan_owes(state) >> a->seat & 1) || ++x->asked % 3)
        return;
    x->level = (enum bot_level)(BOT_BEGINNER + x->asked / 3 % (BOT_LEVEL_N - BOT_BEGINNER));
    ask(x, state, a->seat, &answer);
    expect_best(&answer);
}

/* Move, figure and reasons are of one move, whatever the level would do in play. */
static void an_adviser_never_errs_on_purpose(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .nodes = 200, .advises = true };
    watch_game("fifth,board=random,phases=combined", 4, 3, check_advice, &x);
    watch_game("fifth,helpers=on,phases=combined", 3, 4, check_advice, &x);
    EXPECT(x.asked > 300);
    free(x.work);
}

/* Explaining does not change the choice. */
static void check_silent(void *data, const void *state, const struct action *a) {
    struct adviser *x = data;
    const struct catan *g = state;
    struct bot_answer told, silent;
    struct catan view;
    if (a->seat < 0 || !(catan_owes(g) >> a->seat & 1) || ++x->asked % 11)
        return;
    x->level = (enum bot_level)(x->asked / 11 % BOT_LEVEL_N);
    ask(x, g, a->seat, &told);
    struct bot_budget budget = { .work = x->work, .nodes = x->nodes, .silent = true };
    bot_new(&x->bot, &catan_game, catan_seats(g), x->level, BOT_PLAIN, a->seat, 5);
    catan_view(g, a->seat, &view);
    EXPECT(bot_choose(&x->bot, &view, &budget, &silent));
    EXPECT(memcmp(&told.action, &silent.action, sizeof told.action) == 0);
}

static void a_silent_choice_is_the_same_choice(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .nodes = 300 };
    watch_game("fifth,phases=combined", 4, 6, check_silent, &x);
    EXPECT(x.asked > 100);
    free(x.work);
}

/* A bot that may visit 4,000 nodes visits no more; the same for 1 and for 50. */
static void check_budget(void *data, const void *state, const struct action *a) {
    static const uint32_t nodes[] = { 1, 7, 50, 400, 4000 };
    struct adviser *x = data;
    const struct catan *g = state;
    struct bot_answer answer;
    if (a->seat < 0 || !(catan_owes(g) >> a->seat & 1) || ++x->asked % 5)
        return;
    x->nodes = nodes[x->asked / 5 % 5];
    x->level = BOT_MASTER;
    ask(x, g, a->seat, &answer);
    EXPECT(answer.nodes <= x->nodes);
    x->seats += answer.nodes == x->nodes;
}

static void a_budget_is_kept_to_the_node(void) {
    struct adviser x = { .work = malloc(bot_work_size()) };
    watch_game("fifth,phases=combined", 4, 8, check_budget, &x);
    watch_game("fifth-56", 6, 9, check_budget, &x);
    EXPECT(x.seats > 20);               /* and small ones are used up */
    free(x.work);
}

/* A budget above the level's own is spent on more samples of close calls, again to the node. */
static void check_more(void *data, const void *state, const struct action *a) {
    struct adviser *x = data;
    const struct catan *g = state;
    struct bot_answer answer;
    if (a->seat < 0 || !(catan_owes(g) >> a->seat & 1) || ++x->asked % 40)
        return;
    x->nodes = 100000;
    ask(x, g, a->seat, &answer);
    EXPECT(answer.nodes <= x->nodes);
    x->seats += answer.nodes > 60000;
}

static void a_larger_budget_is_spent(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .level = BOT_MASTER };
    watch_game("fifth,phases=combined", 4, 8, check_more, &x);
    EXPECT(x.seats > 0);
    free(x.work);
}

/* --- reasons --------------------------------------------------------------------------------- */

static bool one_of(int type, const int *list) {
    for (; *list; list++)
        if (*list == type)
            return true;
    return false;
}

/* Points, cards and awards that everybody can see on the table, for the moves that end at once. */
static void check_reason(const struct catan *g, const struct action *a, int term) {
    static const int builds[] = { ACT_ROAD, ACT_SETTLE, ACT_CITY, ACT_VINCENT_SETTLE,
                                  ACT_VINCENT_CITY, 0 };
    static const int roads[] = { ACT_ROAD, ACT_ROAD_BUILDING, 0 };
    static const int hands[] = { ACT_BANK, ACT_PLENTY, ACT_MONOPOLY, ACT_OFFER, ACT_CONFIRM,
                                 ACT_ACCEPT, ACT_DISCARD, ACT_END, ACT_PASS, 0 };
    static const int robs[] = { ACT_KNIGHT, ACT_ROBBER, 0 };
    static const int towns[] = { ACT_SETTLE, ACT_CITY, 0 };
    static const int cards[] = { ACT_BUY, ACT_ROLL, 0 };
    int type = a->type;
    switch (term) {
    case BOT_TERM_POINTS:
        EXPECT(one_of(type, builds) || type == ACT_KNIGHT);
        break;
    case BOT_TERM_PRODUCTION: case BOT_TERM_BALANCE: case BOT_TERM_HARBORS:
        EXPECT(one_of(type, towns));
        break;
    case BOT_TERM_SPEED: case BOT_TERM_HAND:
        EXPECT(one_of(type, hands));
        break;
    case BOT_TERM_SITES: case BOT_TERM_ROAD:
        EXPECT(one_of(type, roads));
        break;
    case BOT_TERM_CARDS:
        EXPECT(one_of(type, cards));
        break;
    case BOT_TERM_ROBBER: case BOT_TERM_ARMY:
        EXPECT(one_of(type, robs));
        break;
    case BOT_TERM_RISK:
        EXPECT(one_of(type, builds) || type == ACT_BUY);
        break;
    case BOT_TERM_RIVALS:
        EXPECT(one_of(type, builds) || one_of(type, robs) || type == ACT_MONOPOLY);
        break;
    default:
        break;
    }
    if (!one_of(type, builds))
        return;
    struct catan after = *g;
    catan_apply(&after, a);
    if (term == BOT_TERM_POINTS)
        EXPECT(after.points[a->seat] > g->points[a->seat]);
    if (term == BOT_TERM_RISK)
        EXPECT(bundle_total(g->hand[a->seat]) > catan_option(g, OPT_HAND_LIMIT));
}

/* What is said of a trade: nobody calls two cards for one fair. */
static void check_trade(const struct catan *g, const struct bot_answer *answer) {
    const struct action *a = &answer->action;
    uint64_t give = bundle_pack(a->give), get = bundle_pack(a->get);
    if (strcmp(bot_why_name(answer->why), "fair-trade") != 0)
        return;
    for (int s = 0; s < catan_seats(g) && a->type != ACT_OFFER; s++)
        if (a->type == ACT_CONFIRM ? s == a->seat : g->offer[s].number == a->place) {
            give = bundle_pack(g->offer[s].give);
            get = bundle_pack(g->offer[s].get);
        }
    EXPECT_EQ(bundle_total(give), bundle_total(get));
}

static void check_reasons(void *data, const void *state, const struct action *a) {
    struct adviser *x = data;
    const struct catan *g = state;
    struct bot_answer answer;
    if (a->seat < 0 || !(catan_owes(g) >> a->seat & 1))
        return;
    x->level = x->asked++ % 2 ? BOT_MASTER : BOT_STRONG;
    ask(x, g, a->seat, &answer);
    check_trade(g, &answer);
    x->reasons += answer.reasons_n > 0;
    for (int i = 0; i < answer.reasons_n; i++)
        check_reason(g, &answer.action, answer.reason[i].term);
    if (g->phase == PH_SETTLE || g->phase == PH_SETTLE_ROAD)
        for (int i = 0; i < answer.reasons_n; i++)
            EXPECT(answer.reason[i].term != BOT_TERM_POINTS &&
                   answer.reason[i].term != BOT_TERM_RIVALS);
}

/* Not of what the bot means to do afterwards, nor of what other moves would lead to. */
static void a_reason_is_true_of_the_move_itself(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .nodes = 300, .advises = true };
    watch_game("fifth,board=random", 4, 12, check_reasons, &x);
    watch_game("fifth,phases=combined,helpers=on", 3, 13, check_reasons, &x);
    watch_game("fifth-56", 6, 14, check_reasons, &x);
    EXPECT(x.asked > 500);
    EXPECT(x.reasons * 4 > x.asked);
    free(x.work);
}

/* A game whose board is laid out and whose first settlement is due. */
static void first_place(struct catan *g, const struct rules *rules, uint64_t seed) {
    struct rng r;
    struct action a;
    rng_seed(&r, seed);
    catan_init(g, rules);
    while (catan_owes(g) & OWES_CHANCE) {
        chance_draw(&catan_game, g, &r.source, &a);
        catan_apply(g, &a);
    }
    EXPECT_EQ(g->phase, PH_SETTLE);
}

/* How many kinds a seat earns, and on how many ways of two dice, after this move. */
static void covered(const struct catan *g, const struct action *a, int *kinds, int *ways) {
    struct catan after = *g;
    uint64_t all = 0;
    *kinds = *ways = 0;
    catan_apply(&after, a);
    for (int n = 2; n <= 12; n++) {
        uint64_t here = after.production[n - 2][a->seat];
        all |= here;
        *ways += here ? ai__ways[n] : 0;
    }
    for (int k = 0; k < KIND_N; k++)
        *kinds += bundle_count(all, k) > 0;
}

/* "More resources and numbers": than the next best place, and fewer of neither. */
static int check_cover(const struct catan *g, const struct bot_answer *answer) {
    int kinds, ways, other_kinds, other_ways, n = 0;
    for (int i = 0; i < answer->reasons_n; i++) {
        if (answer->reason[i].term != BOT_TERM_BALANCE)
            continue;
        n++;
        covered(g, &answer->action, &kinds, &ways);
        covered(g, &answer->move[1].action, &other_kinds, &other_ways);
        EXPECT(kinds >= other_kinds && ways >= other_ways);
    }
    return n;
}

static void a_place_that_covers_more_covers_nothing_less(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .nodes = 300, .advises = true,
                         .level = BOT_MASTER };
    struct bot_answer answer;
    struct rules rules;
    struct catan g;
    int at, said = 0;
    EXPECT_EQ(rules_parse(&catan_game, "fifth,board=random", 4, &rules, &at), RULES_OK);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        first_place(&g, &rules, seed);
        while (g.phase == PH_SETTLE || g.phase == PH_SETTLE_ROAD) {
            ask(&x, &g, bits_first(catan_owes(&g)), &answer);
            if (g.phase == PH_SETTLE)
                said += check_cover(&g, &answer);
            catan_apply(&g, &answer.action);
        }
    }
    EXPECT(said > 10);
    free(x.work);
}

/* --- who plays ------------------------------------------------------------------------------- */

static void win_chances_count_in_who_plays(void) {
    struct rules rules;
    struct catan g, view;
    struct bot_answer alike, strong, weak;
    struct bot_budget budget = { .work = malloc(bot_work_size()), .nodes = 500 };
    struct bot *bot = malloc(bot_size());
    uint8_t above[SEATS_MAX], below[SEATS_MAX];
    struct bot_answer *out[] = { &alike, &strong, &weak };
    int at;
    EXPECT_EQ(rules_parse(&catan_game, "fifth,board=random", 4, &rules, &at), RULES_OK);
    first_place(&g, &rules, 1);
    memset(above, BOT_BEGINNER, sizeof above);
    memset(below, BOT_MASTER, sizeof below);
    above[g.turn] = BOT_MASTER;
    below[g.turn] = BOT_PERSON;
    for (int i = 0; i < 3; i++) {
        bot_new(bot, &catan_game, 4, BOT_MASTER, BOT_PLAIN, g.turn, 1);
        if (i)
            bot_levels(bot, i == 1 ? above : below);
        catan_view(&g, g.turn, &view);
        EXPECT(bot_choose(bot, &view, &budget, out[i]));
        int sum = 0;
        for (int s = 0; s < 4; s++)
            sum += out[i]->value[s];
        EXPECT(sum > BOT_VALUE_ONE - 10 && sum <= BOT_VALUE_ONE);
        EXPECT(memcmp(&out[i]->action, &alike.action, sizeof alike.action) == 0);
    }
    EXPECT(strong.win > alike.win + 1000);
    EXPECT(weak.win < alike.win - 500);
    EXPECT(strong.value[g.turn] > alike.value[g.turn] + 1000);
    free(budget.work);
    free(bot);
}

/* A game of Struggle for four before its first move; returns the seat that moves. */
static int first_move(void *state) {
    struct rules rules;
    struct rng r;
    struct action a;
    int at, seat = 0;
    EXPECT_EQ(rules_parse(&struggle_game, "struggle", 4, &rules, &at), RULES_OK);
    EXPECT_EQ(struggle_game.init(state, &rules), 0);
    rng_seed(&r, 4);
    while (struggle_game.owes(state) & OWES_CHANCE) {
        chance_draw(&struggle_game, state, &r.source, &a);
        struggle_game.apply(state, &a);
    }
    while (!(struggle_game.owes(state) >> seat & 1))
        seat++;
    return seat;
}

/* Its slips are whole moves at random. */
static void a_beginner_who_advises_on_struggle_does_not_err(void) {
    _Alignas(16) static unsigned char state[STATE_MAX], view[STATE_MAX];
    struct bot_budget budget = { .work = malloc(bot_work_size()), .nodes = 20 };
    struct bot_answer answer;
    struct bot *bot = malloc(bot_size());
    int seat = first_move(state), slips = 0;
    struggle_game.view(state, seat, view);
    for (uint64_t seed = 0; seed < 40; seed++) {
        bot_new(bot, &struggle_game, 4, BOT_BEGINNER, BOT_PLAIN, seat, seed);
        EXPECT(bot_choose(bot, view, &budget, &answer));
        slips += answer.why == BOT_WHY_SLIP;
        bot_new(bot, &struggle_game, 4, BOT_BEGINNER, BOT_PLAIN, seat, seed);
        bot_advise(bot);
        EXPECT(bot_choose(bot, view, &budget, &answer));
        expect_best(&answer);
    }
    EXPECT(slips > 10);
    free(budget.work);
    free(bot);
}

/* The same in Struggle, where the chances come from a search; the order of the moves stays. */
static void chances_in_struggle_count_in_who_plays(void) {
    _Alignas(16) static unsigned char state[STATE_MAX], view[STATE_MAX];
    struct bot_answer out[3];
    struct bot_budget budget = { .work = malloc(bot_work_size()), .nodes = 400 };
    struct bot *bot = malloc(bot_size());
    int seat = first_move(state);
    for (int i = 0; i < 3; i++) {
        uint8_t level[SEATS_MAX];
        memset(level, i == 1 ? BOT_BEGINNER : BOT_MASTER, sizeof level);
        level[seat] = i == 2 ? BOT_PERSON : BOT_MASTER;
        memset(&out[i], 0, sizeof out[i]);
        bot_new(bot, &struggle_game, 4, BOT_MASTER, BOT_PLAIN, seat, 1);
        bot_levels(bot, level);
        struggle_game.view(state, seat, view);
        EXPECT(bot_choose(bot, view, &budget, &out[i]));
        int sum = 0;
        for (int s = 0; s < 4; s++)
            sum += out[i].value[s];
        EXPECT(sum > BOT_VALUE_ONE - 10 && sum <= BOT_VALUE_ONE);
        EXPECT(out[i].moves_n > 1);
        EXPECT(memcmp(&out[i].action, &out[0].action, sizeof out[0].action) == 0);
        for (int m = 1; m < out[i].moves_n; m++)
            EXPECT(out[i].move[m].value <= out[i].move[m - 1].value);
    }
    EXPECT(out[1].win > out[0].win + 1000 && out[2].win < out[0].win - 500);
    EXPECT(out[1].value[seat] > out[0].value[seat] + 1000);
    free(budget.work);
    free(bot);
}

/* --- the whole turn -------------------------------------------------------------------------- */

enum { PLAYED_MAX = 64 };

/* A table of bots that explain their turns, played by hand. */
struct evening {
    struct catan g;
    struct bot bot[SEATS_MAX];
    struct rng rng;
    void *work;
    struct action played[PLAYED_MAX];       /* by seat 0 since its turn began */
    struct action building[PLAYED_MAX];     /* settlements and cities, not of the set-up */
    int n, building_n, turns, told, slips, built, choices, silent;
};

static void happens(struct evening *e, const struct action *a) {
    struct catan view;
    struct action seen;
    for (int s = 0; s < catan_seats(&e->g); s++) {
        catan_view(&e->g, s, &view);
        catan_see(&e->g, a, s, &seen);
        bot_observe(&e->bot[s], &view, &seen);
    }
    if (a->seat == 0 && e->n < PLAYED_MAX)
        e->played[e->n++] = *a;
    if (a->seat == 0 && e->building_n < PLAYED_MAX && e->g.phase != PH_SETTLE &&
        (a->type == ACT_SETTLE || a->type == ACT_CITY))
        e->building[e->building_n++] = *a;
    catan_apply(&e->g, a);
}

/* Every decision in the explanation was played in this order since the turn began. */
static void check_record(struct evening *e) {
    const struct bot_decision *d;
    int n = bot_turn(&e->bot[0], &d), at = 0;
    for (int i = 0; i < n; i++) {
        while (at < e->n && (e->played[at].type != d[i].action.type ||
                             e->played[at].place != d[i].action.place))
            at++;
        EXPECT(at++ < e->n);
        EXPECT(d[i].why != BOT_WHY_ONLY);
        if (d[i].why == BOT_WHY_BEST)
            EXPECT(d[i].margin > 0 || d[i].gain > 0);
        if (d[i].why == BOT_WHY_SLIP) {     /* a toss-up is not a mistake */
            EXPECT(d[i].margin <= -BOT_VALUE_ONE / 400);
            EXPECT_EQ(d[i].reasons_n, 0);
            e->slips++;
        }
    }
    e->told += n;
}

/* A settlement or city is told, and that it brings points or cards. */
static void check_built(struct evening *e) {
    const struct bot_decision *d;
    int n = bot_turn(&e->bot[0], &d);
    for (int i = 0; i < e->building_n; i++) {
        const struct action *a = &e->building[i];
        bool found = false, brings = false;
        for (int k = 0; k < n; k++)
            if (d[k].action.type == a->type && d[k].action.place == a->place) {
                found = true;
                brings |= d[k].why == BOT_WHY_WINS;
                for (int r = 0; r < d[k].reasons_n; r++)
                    brings |= d[k].reason[r].term == BOT_TERM_POINTS ||
                              d[k].reason[r].term == BOT_TERM_PRODUCTION;
            }
        EXPECT(found);
        EXPECT(brings);
        e->built++;
    }
}

static void step(struct evening *e) {
    struct bot_budget budget = { .work = e->work, .nodes = 200 };
    const struct bot_decision *d;
    struct bot_answer answer;
    struct catan view;
    struct action a;
    unsigned owes = catan_owes(&e->g);
    int seat = 0, before = e->g.turn;
    if (owes & OWES_CHANCE) {
        chance_draw(&catan_game, &e->g, &e->rng.source, &a);
        happens(e, &a);
        return;
    }
    while (!(owes >> seat & 1))
        seat++;
    catan_view(&e->g, seat, &view);
    EXPECT(bot_choose(&e->bot[seat], &view, &budget, &answer));
    if (seat == 0 && before == 0 && e->g.turn == 0)
        e->choices += answer.moves_n > 1;
    happens(e, &answer.action);
    if (before == 0 && e->g.turn != 0) {
        check_record(e);
        if (e->bot[0].level == BOT_MASTER)
            check_built(e);
        e->turns++;
        e->silent += bot_turn(&e->bot[0], &d) == 0;
        EXPECT(e->choices == 0 || bot_turn(&e->bot[0], &d) > 0);
        e->n = e->building_n = e->choices = 0;
    }
}

/* Four bots of a level; seat 0's turns are examined. */
static struct evening *play_evening(enum bot_level level) {
    struct evening *e = calloc(1, sizeof *e);
    struct rules rules;
    int at;
    e->work = malloc(bot_work_size());
    rng_seed(&e->rng, 4);
    EXPECT_EQ(rules_parse(&catan_game, "fifth,phases=combined,offers=0", 4, &rules, &at), RULES_OK);
    catan_init(&e->g, &rules);
    for (int s = 0; s < 4; s++)
        bot_new(&e->bot[s], &catan_game, 4, level, BOT_PLAIN, s, 7);
    for (int i = 0; i < 900 && catan_owes(&e->g); i++)
        step(e);
    EXPECT(e->turns > 8);
    free(e->work);
    return e;
}

/* And never that there was nothing to decide, if there was a choice. */
static void the_record_of_a_turn_holds_what_mattered_and_was_played(void) {
    struct evening *e = play_evening(BOT_STRONG);
    EXPECT(e->told > e->turns / 2);
    EXPECT(e->silent > 0);
    free(e);
}

/* Even if it could have waited, so that the next best line has it, too. */
static void a_building_is_told_with_what_it_brings(void) {
    struct evening *e = play_evening(BOT_MASTER);
    EXPECT(e->built > 4);
    free(e);
}

static void a_slip_is_told_only_if_it_cost_something(void) {
    struct evening *e = play_evening(BOT_CLUB);
    EXPECT(e->slips > 0);
    free(e);
}

/* Advice that was not followed does not count as a decision. */
static void advice_not_taken_is_not_recorded(void) {
    struct adviser x = { .work = malloc(bot_work_size()), .level = BOT_MASTER, .nodes = 100 };
    const struct bot_decision *d;
    struct bot_answer answer;
    struct rules rules;
    struct catan g, view;
    int at;
    EXPECT_EQ(rules_parse(&catan_game, "fifth,board=random", 4, &rules, &at), RULES_OK);
    struct action menu[CATAN_MENU_MAX];
    first_place(&g, &rules, 1);
    EXPECT(catan_legal(&g, g.turn, menu) > 1);
    ask(&x, &g, g.turn, &answer);
    struct action other = menu[memcmp(&menu[0], &answer.action, sizeof other) == 0];
    catan_view(&g, g.turn, &view);
    bot_observe(&x.bot, &view, &other);
    EXPECT_EQ(bot_turn(&x.bot, &d), -1);
    free(x.work);
}

const struct test advice_tests[] = {
    TEST(the_moves_are_told_best_first_by_the_value_they_are_chosen_by),
    TEST(an_adviser_never_errs_on_purpose),
    TEST(a_beginner_who_advises_on_struggle_does_not_err),
    TEST(a_silent_choice_is_the_same_choice),
    TEST(a_budget_is_kept_to_the_node),
    TEST(a_larger_budget_is_spent),
    TEST(a_reason_is_true_of_the_move_itself),
    TEST(a_place_that_covers_more_covers_nothing_less),
    TEST(win_chances_count_in_who_plays),
    TEST(chances_in_struggle_count_in_who_plays),
    TEST(the_record_of_a_turn_holds_what_mattered_and_was_played),
    TEST(a_building_is_told_with_what_it_brings),
    TEST(a_slip_is_told_only_if_it_cost_something),
    TEST(advice_not_taken_is_not_recorded),
    TESTS_END,
};
