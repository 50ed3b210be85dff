/* catan_bot_test.c -- the CATAN bots: what they may know, that they repeat themselves exactly, that
 * they find wins, and the rules of good manners in trade. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "ai/arena.h"
#include "ai/catan_ai.h"

/* Of two games between baselines; see the test that names it. */
static const uint64_t BASELINE_SIGNATURE = 0xa5830493190238bbu;

static struct rules rules_of(const char *text, int seats) {
    struct rules r;
    int at;
    EXPECT_EQ(rules_parse(&catan_game, text, seats, &r, &at), RULES_OK);
    return r;
}

static uint64_t mixed(uint64_t h, const struct action *a) {
    uint64_t w[2];
    memcpy(w, a, sizeof w);
    h = (h ^ w[0]) * 0x9e3779b97f4a7c15u;
    return (h ^ h >> 31 ^ w[1]) * 0xbf58476d1ce4e5b9u;
}

static void sign(void *data, const void *state, const struct action *a) {
    uint64_t *h = data;
    (void)state;
    *h = mixed(*h, a);
}

/* One game of these bots with a watcher. */
static void play_watched(const char *rules, int seats, const enum bot_level *level, uint64_t seed,
                         uint32_t nodes, void (*watch)(void *, const void *, const struct action *),
                         void *data) {
    struct arena_match m = { .game = &catan_game, .rules = rules_of(rules, seats), .seed = seed,
                             .bot_seed = seed + 1, .watch = watch, .watch_data = data };
    struct arena_result r;
    void *mem = malloc(arena_size(&catan_game));
    for (int s = 0; s < seats; s++)
        m.bot[s] = (struct arena_bot){ .level = (uint8_t)level[s], .nodes = nodes };
    EXPECT_EQ(arena_play(&m, mem, &r), 0);
    EXPECT(r.winner >= 0);
    free(mem);
}

static const enum bot_level mixed_levels[SEATS_MAX] = { BOT_MASTER, BOT_CLUB, BOT_STRONG,
                                                        BOT_CASUAL,
                                                        BOT_BEGINNER, BOT_BASELINE };
static const enum bot_level baselines[SEATS_MAX] = { BOT_BASELINE, BOT_BASELINE, BOT_BASELINE,
                                                     BOT_BASELINE, BOT_BASELINE, BOT_BASELINE };

/* The fixed point of every strength claim: if this changes, old numbers mean nothing any more. */
static void the_baseline_never_changes_its_moves(void) {
    uint64_t h = 0;
    play_watched("fifth,phases=combined", 4, baselines, 1, 0, sign, &h);
    play_watched("fifth,board=random,phases=combined", 4, baselines, 2, 0, sign, &h);
    EXPECT_EQ(h, BASELINE_SIGNATURE);
}

static void the_same_seed_and_nodes_give_the_same_game(void) {
    uint64_t one = 0, two = 0, other = 0;
    play_watched("fifth,board=random,phases=combined", 4, mixed_levels, 3, 150, sign, &one);
    play_watched("fifth,board=random,phases=combined", 4, mixed_levels, 3, 150, sign, &two);
    play_watched("fifth,board=random,phases=combined", 4, mixed_levels, 4, 150, sign, &other);
    EXPECT_EQ(one, two);
    EXPECT(one != other);
}

static void bots_play_every_ruleset_to_its_end(void) {
    uint64_t h = 0;
    play_watched("fifth", 3, mixed_levels, 5, 100, sign, &h);
    play_watched("sixth", 2, mixed_levels, 6, 100, sign, &h);
    play_watched("fifth,helpers=on,phases=combined", 4, mixed_levels, 7, 100, sign, &h);
    play_watched("fifth-56", 6, mixed_levels, 8, 60, sign, &h);
    play_watched("3d", 4, mixed_levels, 9, 100, sign, &h);
    EXPECT(h != 0);
}

/* --- what a bot may know --------------------------------------------------------------------- */

struct secrets {
    struct bot *bot[SEATS_MAX];
    void *work;
    struct rng rng;
    int seats, asked, steps;
};

/* Another truth behind the same view leads to the same move. */
static void swap_secrets(void *data, const void *state, const struct action *a) {
    struct secrets *x = data;
    struct action seen;
    for (int s = 0; s < x->seats; s++) {
        struct catan view, other, again;
        catan_view(state, s, &view);
        if (catan_owes(state) & 1u << s && x->steps % 7 == 0) {
            struct bot *one = malloc(bot_size()), *two = malloc(bot_size());
            struct bot_budget budget = { .nodes = 120, .work = x->work };
            struct bot_answer p, q;
            memcpy(one, x->bot[s], bot_size());
            memcpy(two, x->bot[s], bot_size());
            catan_guess(&view, &x->rng.source, &other);
            catan_view(&other, s, &again);
            bool acts = bot_choose(one, &view, &budget, &p);
            EXPECT_EQ(bot_choose(two, &again, &budget, &q), acts);
            EXPECT(memcmp(&p.action, &q.action, sizeof p.action) == 0);
            x->asked++;
            free(one);
            free(two);
        }
        catan_see(state, a, s, &seen);
        bot_observe(x->bot[s], &view, &seen);
    }
    x->steps++;
}

static void hidden_truth_changes_no_move(void) {
    struct secrets x = { .work = malloc(bot_work_size()), .seats = 4 };
    rng_seed(&x.rng, 5);
    for (int s = 0; s < 4; s++)
        x.bot[s] = bot_new(malloc(bot_size()), &catan_game, 4, mixed_levels[s], BOT_PLAIN, s, 9);
    play_watched("fifth,board=random,phases=combined", 4, mixed_levels, 11, 100, swap_secrets, &x);
    EXPECT(x.asked > 30);
    for (int s = 0; s < 4; s++)
        free(x.bot[s]);
    free(x.work);
}

struct watcher {
    struct belief b;
    int steps, known;
};

/* The true hand is always among those held possible; most of the time it is the only one. */
static void check_belief(void *data, const void *state, const struct action *a) {
    struct watcher *w = data;
    const struct catan *g = state;
    struct catan view;
    struct action seen;
    catan_view(g, 0, &view);
    catan_see(g, a, 0, &seen);
    ai__belief_observe(&w->b, &view, &seen, 0);
    for (int s = 1; s < catan_seats(g); s++) {
        const struct hands *h = &w->b.of[s];
        bool found = false;
        for (int i = 0; i < h->n; i++)
            found = found || h->hand[i] == g->hand[s];
        if (!found && h->n < HANDS_MAX / 2)
            test_fail(__FILE__, __LINE__, "seat %d's hand is ruled out at step %d", s, w->steps);
        w->known += h->n == 1;
    }
    w->steps++;
}

static void belief_holds_the_true_hand(void) {
    struct watcher w;
    memset(&w, 0, sizeof w);
    play_watched("fifth,board=random,phases=combined", 4, mixed_levels, 13, 100, check_belief, &w);
    EXPECT(w.steps > 100);
    EXPECT(w.known * 2 > w.steps * 3);
}

/* --- a win within the turn ------------------------------------------------------------------- */

/* A state in the middle of a game where seat `turn` may build, reached by random moves. */
static bool find_main(struct catan *g, uint64_t seed) {
    struct rules r = rules_of("fifth,phases=combined", 4);
    struct rng rng;
    struct action menu[CATAN_MENU_MAX], a;
    rng_seed(&rng, seed);
    catan_init(g, &r);
    for (int i = 0; i < 60 || g->phase != PH_MAIN; i++) {
        unsigned owes = catan_owes(g);
        int seat = 0;
        if (!owes || i > 3000)
            return false;
        if (owes & OWES_CHANCE) {
            chance_draw(&catan_game, g, &rng.source, &a);
        } else {
            while (!(owes >> seat & 1))
                seat++;
            a = menu[source_below(&rng.source, (uint32_t)catan_legal(g, seat, menu))];
        }
        catan_apply(g, &a);
    }
    return true;
}

/* Give the active seat these cards out of the supply, and nothing else. */
static void give_cards(struct catan *g, uint64_t cards) {
    g->bank += g->hand[g->turn];
    g->hand[g->turn] = cards;
    g->bank -= cards;
}

static enum bot_why ask_why(const struct catan *g, enum bot_level level,
                            struct bot_answer *answer) {
    struct bot *bot = malloc(bot_size());
    struct bot_budget budget = { .work = malloc(bot_work_size()) };
    struct catan view;
    bot_new(bot, &catan_game, catan_seats(g), level, BOT_PLAIN, g->turn, 1);
    catan_view(g, g->turn, &view);
    EXPECT(bot_choose(bot, &view, &budget, answer));
    free(budget.work);
    free(bot);
    return (enum bot_why)answer->why;
}

static void the_solver_builds_the_winning_city(void) {
    struct catan g;
    struct bot_answer answer;
    int tried = 0;
    for (uint64_t seed = 1; tried < 4 && seed < 50; seed++) {
        if (!find_main(&g, seed) || !(g.settlements[g.turn].w[0] | g.settlements[g.turn].w[1]))
            continue;
        give_cards(&g, catan_cost_city);
        g.rules.value[OPT_POINTS] = (uint8_t)(catan_points(&g, g.turn) + 1);
        EXPECT_EQ(ask_why(&g, BOT_CLUB, &answer), BOT_WHY_WINS);
        EXPECT_EQ(answer.action.type, ACT_CITY);
        tried++;
    }
    EXPECT(tried == 4);
}

/* Four of a kind and the rest of a city: the swap comes first, then the city. */
static void the_solver_trades_for_the_win(void) {
    struct catan g;
    struct bot_answer answer;
    int tried = 0;
    for (uint64_t seed = 1; tried < 4 && seed < 50; seed++) {
        if (!find_main(&g, seed) || !(g.settlements[g.turn].w[0] | g.settlements[g.turn].w[1]) ||
            bundle_count(g.bank, ORE) < 3 || bundle_count(g.bank, WOOL) < 5)
            continue;
        give_cards(&g, catan_cost_city - BUNDLE_CARD(ORE) + 4 * BUNDLE_CARD(WOOL));
        g.rules.value[OPT_POINTS] = (uint8_t)(catan_points(&g, g.turn) + 1);
        EXPECT_EQ(ask_why(&g, BOT_MASTER, &answer), BOT_WHY_WINS);
        EXPECT_EQ(answer.action.type, ACT_BANK);
        catan_apply(&g, &answer.action);
        EXPECT_EQ(ask_why(&g, BOT_MASTER, &answer), BOT_WHY_WINS);
        catan_apply(&g, &answer.action);
        EXPECT_EQ(g.winner, g.turn);
        tried++;
    }
    EXPECT(tried == 4);
}

/* --- manners --------------------------------------------------------------------------------- */

/* Seat 0 is asked by the active seat for a brick against an ore; what does it answer? */
static enum bot_why answer_to(struct catan *g, uint64_t own, uint64_t theirs,
                              struct bot_answer *answer) {
    struct action offer = { .type = ACT_OFFER, .seat = (int8_t)g->turn };
    struct bot *bot = malloc(bot_size());
    struct bot_budget budget = { .work = malloc(bot_work_size()) };
    struct catan view;
    int me = (g->turn + 1) % catan_seats(g);
    g->bank += g->hand[me] + g->hand[g->turn];
    g->hand[me] = own;
    g->hand[g->turn] = theirs;
    g->bank -= own + theirs;
    offer.give[ORE] = 1;
    offer.get[BRICK] = 1;
    offer.target = (uint8_t)(1u << me);
    EXPECT_EQ(catan_check(g, &offer), CATAN_OK);
    catan_apply(g, &offer);
    bot_new(bot, &catan_game, catan_seats(g), BOT_MASTER, BOT_PLAIN, me, 1);
    catan_view(g, me, &view);
    EXPECT(bot_choose(bot, &view, &budget, answer));
    free(budget.work);
    free(bot);
    return (enum bot_why)answer->why;
}

static void nothing_for_a_seat_that_can_win_next_turn(void) {
    struct catan g;
    struct bot_answer answer;
    EXPECT(find_main(&g, 3));
    g.rules.value[OPT_POINTS] = (uint8_t)(g.points[g.turn] + 2);
    enum bot_why why = answer_to(&g,
                                 2 * BUNDLE_CARD(GRAIN) + 2 * BUNDLE_CARD(ORE) + BUNDLE_CARD(BRICK),
                                 BUNDLE_CARD(ORE), &answer);
    EXPECT_EQ(why, BOT_WHY_FEEDS_WINNER);
    EXPECT_EQ(answer.action.type, ACT_DECLINE);
}

static void what_one_has_not_got_one_refuses(void) {
    struct catan g;
    struct bot_answer answer;
    EXPECT(find_main(&g, 3));
    EXPECT_EQ(answer_to(&g, BUNDLE_CARD(GRAIN), BUNDLE_CARD(ORE), &answer), BOT_WHY_CANNOT);
    EXPECT_EQ(answer.action.type, ACT_DECLINE);
}

/* A spare brick for the ore that completes a city, from a seat far behind: taken. */
static void a_card_that_completes_a_city_is_taken(void) {
    struct catan g;
    struct bot_answer answer;
    int taken = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        if (!find_main(&g, seed))
            continue;
        answer_to(&g, 2 * BUNDLE_CARD(GRAIN) + 2 * BUNDLE_CARD(ORE) + 2 * BUNDLE_CARD(BRICK),
                  BUNDLE_CARD(ORE),
                  &answer);
        taken += answer.action.type == ACT_ACCEPT;
    }
    EXPECT(taken >= 4);
}

struct manners {
    uint32_t turn;
    int offers[SEATS_MAX], total, to_humans[SEATS_MAX];
    unsigned humans;
    struct action said[SEATS_MAX][8];
};

static void check_manners(void *data, const void *state, const struct action *a) {
    struct manners *m = data;
    const struct catan *g = state;
    if (g->turns != m->turn) {
        m->turn = g->turns;
        memset(m->offers, 0, sizeof m->offers);
        memset(m->to_humans, 0, sizeof m->to_humans);
    }
    if (a->type != ACT_OFFER)
        return;
    int s = a->seat;
    for (int i = 0; i < m->offers[s] && i < 8; i++)
        EXPECT(memcmp(m->said[s][i].give, a->give, KINDS) ||
               memcmp(m->said[s][i].get, a->get, KINDS));
    if (m->offers[s] < 8)
        m->said[s][m->offers[s]] = *a;
    EXPECT(++m->offers[s] <= 3);
    for (int o = 0; o < catan_seats(g); o++)
        if (a->target >> o & 1)
            EXPECT(!ai__near_goal(g, o));
    m->to_humans[s] += (a->target & m->humans) != 0;
    EXPECT(m->to_humans[s] <= 1 || !m->humans);
    m->total++;
}

static void offers_keep_the_rules_of_good_manners(void) {
    static const enum bot_level traders[] = { BOT_MASTER, BOT_STRONG, BOT_CLUB, BOT_MASTER };
    struct manners m;
    memset(&m, 0, sizeof m);
    for (uint64_t seed = 1; seed <= 3; seed++)
        play_watched("fifth,phases=combined", 4, traders, seed, 300, check_manners, &m);
    EXPECT(m.total > 5);
}

const struct test catan_bot_tests[] = {
    TEST(the_baseline_never_changes_its_moves),
    TEST(the_same_seed_and_nodes_give_the_same_game),
    TEST(bots_play_every_ruleset_to_its_end),
    TEST(hidden_truth_changes_no_move),
    TEST(belief_holds_the_true_hand),
    TEST(the_solver_builds_the_winning_city),
    TEST(the_solver_trades_for_the_win),
    TEST(nothing_for_a_seat_that_can_win_next_turn),
    TEST(what_one_has_not_got_one_refuses),
    TEST(a_card_that_completes_a_city_is_taken),
    TEST(offers_keep_the_rules_of_good_manners),
    TESTS_END,
};
