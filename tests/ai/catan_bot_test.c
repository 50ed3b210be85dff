/* catan_bot_test.c -- the CATAN bots: what they may know, reproducible games, wins that they
 * find, and good manners in trade. */
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "bots/match.h"
#include "bots/catan_ai.h"

/* The signature of two games between baselines (the_baseline_never_changes_its_moves). */
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

/* One game of these bots with a watcher; the seats of `humans` are taken for people. */
static void play_among(const char *rules, int seats, const enum bot_level *level, uint64_t seed,
                       uint32_t nodes, void (*watch)(void *, const void *, const struct action *),
                       void *data, unsigned humans) {
    struct match m = { .game = &catan_game, .rules = rules_of(rules, seats), .seed = seed,
                       .bot_seed = seed + 1, .watch = watch, .watch_data = data,
                       .humans = humans };
    struct match_result r;
    void *mem = malloc(match_size(&catan_game));
    for (int s = 0; s < seats; s++)
        m.bot[s] = (struct match_bot){ .level = (uint8_t)level[s], .nodes = nodes };
    EXPECT_EQ(match_play(&m, mem, &r), 0);
    EXPECT(r.winner >= 0);
    free(mem);
}

static void play_watched(const char *rules, int seats, const enum bot_level *level, uint64_t seed,
                         uint32_t nodes, void (*watch)(void *, const void *, const struct action *),
                         void *data) {
    play_among(rules, seats, level, seed, nodes, watch, data, 0);
}

static const enum bot_level mixed_levels[SEATS_MAX] = { BOT_MASTER, BOT_CLUB, BOT_STRONG,
                                                        BOT_CASUAL,
                                                        BOT_BEGINNER, BOT_BASELINE };
static const enum bot_level baselines[SEATS_MAX] = { BOT_BASELINE, BOT_BASELINE, BOT_BASELINE,
                                                     BOT_BASELINE, BOT_BASELINE, BOT_BASELINE };

/* The reference for every strength claim: if this changes, old numbers are useless. */
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

struct watcher {
    struct belief b;
    int steps, known;
};

/* The true hand is always among those considered possible; usually it is the only one. */
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
    int steps = 0, known = 0;
    for (uint64_t seed = 13; seed < 21; seed++) {
        memset(&w, 0, sizeof w);
        play_watched("fifth,board=random,phases=combined", 4, mixed_levels, seed, 100,
                     check_belief, &w);
        EXPECT(w.steps > 100);
        steps += w.steps;
        known += w.known;
    }
    EXPECT(known * 2 > steps * 3);          /* more than half of three seats' hands */
}

/* A hand that the bot knows for certain stays as it is in every state it imagines. */
static void check_fill(void *data, const void *state, const struct action *a) {
    struct watcher *w = data;
    const struct catan *g = state;
    struct catan view, full;
    check_belief(data, state, a);
    catan_view(g, 0, &view);
    if (view.phase == PH_TAKE)
        return;
    ai__belief_fill(&w->b, &view, 0, &full);
    for (int s = 1; s < catan_seats(g); s++)
        if (w->b.of[s].n == 1)
            EXPECT_EQ(full.hand[s], w->b.of[s].hand[0]);
}

static void what_is_certain_is_believed(void) {
    struct watcher w;
    memset(&w, 0, sizeof w);
    play_watched("fifth,board=random,phases=combined", 4, mixed_levels, 13, 100, check_fill, &w);
    EXPECT(w.known > 100);
}

/* --- a win within the turn ------------------------------------------------------------------- */

/* A state of this phase in the middle of a game, reached by random moves. */
static bool find_phase(struct catan *g, int phase, uint64_t seed) {
    struct rules r = rules_of("fifth,phases=combined", 4);
    struct rng rng;
    struct action menu[CATAN_MENU_MAX], a;
    rng_seed(&rng, seed);
    catan_init(g, &r);
    for (int i = 0; i < 60 || g->phase != phase; i++) {
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

/* One where seat `turn` may build. */
static bool find_main(struct catan *g, uint64_t seed) {
    return find_phase(g, PH_MAIN, seed);
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

/* Before the roll too, and the answer says how sure it is. */
static void the_solver_wins_by_a_knight_before_the_roll(void) {
    struct catan g;
    struct bot_answer answer;
    EXPECT(find_phase(&g, PH_ROLL, 7));
    int least = catan_option(&g, OPT_LARGEST_ARMY_MIN);
    memset(g.played, 0, sizeof g.played);
    g.largest_army = CATAN_NONE;
    g.played[g.turn][DEV_KNIGHT] = (uint8_t)(least - 1);
    g.dev[g.turn] = BUNDLE_CARD(DEV_KNIGHT);
    g.dev_new[g.turn] = 0;
    g.rules.value[OPT_POINTS] = (uint8_t)(catan_points(&g, g.turn) +
                                          catan_option(&g, OPT_AWARD_POINTS));
    EXPECT_EQ(ask_why(&g, BOT_CLUB, &answer), BOT_WHY_WINS);
    EXPECT_EQ(answer.action.type, ACT_KNIGHT);
    EXPECT_EQ(answer.move[0].value, BOT_VALUE_ONE);
    catan_apply(&g, &answer.action);
    EXPECT_EQ(g.winner, g.turn);
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

/* After the second of two cities the first is not tried again: the other order is the same. After
 * a bought card everything is, because a draw lies in between. */
static void moves_that_commute_are_followed_in_one_order(void) {
    const struct candidate c[] = {
        { { .type = ACT_CITY, .place = 3 }, 30 }, { { .type = ACT_CITY, .place = 9 }, 20 },
        { { .type = ACT_BUY }, 10 }, { { .type = ACT_ROAD, .place = 1 }, 5 },
    };
    struct asleep first, second, third, fourth;
    ai__sleep(&first, NULL, c, 0);
    ai__sleep(&second, NULL, c, 1);
    ai__sleep(&third, NULL, c, 2);
    ai__sleep(&fourth, &second, c, 3);
    EXPECT_EQ(first.n, 0);
    EXPECT_EQ(second.n, 1);
    EXPECT_EQ(second.move[0].place, 3);
    EXPECT_EQ(third.n, 0);
    EXPECT_EQ(fourth.n, 3);
}

/* --- manners --------------------------------------------------------------------------------- */

/* The active seat offers seat 0 an ore for a brick; what does seat 0 answer? */
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

static void a_bot_refuses_to_give_cards_it_lacks(void) {
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

/* The same deal from a seat ahead of us: the winning share counts what the other side gains, so
 * the further ahead the maker is, the less is accepted. */
static int taken_from_a_seat_with(int points, int *worth) {
    struct catan g;
    struct bot_answer answer;
    int taken = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        if (!find_main(&g, seed))
            continue;
        g.rules.value[OPT_POINTS] = 10;
        g.points[g.turn] = (uint8_t)points;
        answer_to(&g, BUNDLE_CARD(GRAIN) + BUNDLE_CARD(ORE) + 2 * BUNDLE_CARD(BRICK),
                  2 * BUNDLE_CARD(ORE) + BUNDLE_CARD(LUMBER), &answer);
        taken += answer.action.type == ACT_ACCEPT;
        *worth += answer.action.type == ACT_ACCEPT ? answer.move[0].value - answer.move[1].value
            : 0;
    }
    return taken;
}

static void the_leader_gets_less_and_in_the_end_nothing(void) {
    int behind = 0, ahead = 0, near = 0;
    int from_behind = taken_from_a_seat_with(2, &behind);
    int from_ahead = taken_from_a_seat_with(7, &ahead);
    EXPECT(from_behind > 3);
    EXPECT(from_ahead <= from_behind && ahead < behind);
    EXPECT_EQ(taken_from_a_seat_with(8, &near), 0);
}

struct manners {
    uint32_t turn;
    int deals, offers[SEATS_MAX], total, to_humans[SEATS_MAX], humans_asked;
    unsigned humans;
    struct action said[SEATS_MAX][8];
};

/* A seat that may win next turn gets no deal and is asked for none. */
static void check_embargo(struct manners *m, const struct catan *g, const struct action *a) {
    if (a->type == ACT_CONFIRM)
        EXPECT(!ai__near_goal(g, a->target));
    for (int o = 0; o < catan_seats(g) && a->type == ACT_ACCEPT; o++)
        if (g->offer[o].number && g->offer[o].number == a->place)
            EXPECT(!ai__near_goal(g, o));
    m->deals += a->type == ACT_CONFIRM;
}

static void check_manners(void *data, const void *state, const struct action *a) {
    struct manners *m = data;
    const struct catan *g = state;
    if (g->turns != m->turn) {
        m->turn = g->turns;
        memset(m->offers, 0, sizeof m->offers);
        memset(m->to_humans, 0, sizeof m->to_humans);
    }
    check_embargo(m, g, a);
    if (a->type != ACT_OFFER)
        return;
    int s = a->seat;
    if (s != g->turn)
        EXPECT_EQ(m->offers[s], 0);         /* one proposal in another's turn */
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
    m->humans_asked += (a->target & m->humans) != 0;
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
    EXPECT(m.deals > 5);
}

/* --- trade as people of the level ------------------------------------------------------------ */

struct trades {
    int offers[BOT_STYLE_N], deals, rolls, again;
    struct action last[SEATS_MAX];      /* each seat's last refused offer of its own turn */
    uint32_t turn[SEATS_MAX];
};

static void count_trades(void *data, const void *state, const struct action *a) {
    struct trades *x = data;
    const struct catan *g = state;
    x->rolls += a->type == ACT_ROLL;
    if (a->type == ACT_CONFIRM) {
        x->deals++;
        x->last[a->seat].type = 0;
    }
    if (a->type != ACT_OFFER || a->seat != g->turn)
        return;
    x->offers[a->seat % 2 ? BOT_TRADER : BOT_PLAIN]++;
    bool same = x->last[a->seat].type == ACT_OFFER &&
        memcmp(x->last[a->seat].give, a->give, KINDS) == 0 &&
        memcmp(x->last[a->seat].get, a->get, KINDS) == 0;
    x->again += same && g->turns <= x->turn[a->seat] + (uint32_t)catan_seats(g);
    x->last[a->seat] = *a;
    x->turn[a->seat] = g->turns;
}

/* Seats 1 and 3 are traders. */
static void trade_at(enum bot_level level, struct trades *x) {
    void *mem = malloc(match_size(&catan_game));
    memset(x, 0, sizeof *x);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct match m = { .game = &catan_game, .rules = rules_of("fifth,phases=combined", 4),
                                 .seed = seed, .bot_seed = seed, .watch = count_trades,
                                 .watch_data = x };
        struct match_result r;
        memset(x->last, 0, sizeof x->last);
        for (int s = 0; s < 4; s++)
            m.bot[s] = (struct match_bot){ .level = (uint8_t)level,
                                           .style = s % 2 ? BOT_TRADER : BOT_PLAIN };
        EXPECT_EQ(match_play(&m, mem, &r), 0);
    }
    free(mem);
}

/* Plain bots offer now and then, not every turn; traders clearly more; nothing that was just
 * refused; and some offers are accepted. */
static void casual_and_club_trade_and_traders_more(void) {
    static const enum bot_level levels[] = { BOT_CASUAL, BOT_CLUB };
    for (int i = 0; i < 2; i++) {
        struct trades x;
        trade_at(levels[i], &x);
        EXPECT(x.offers[BOT_PLAIN] * 20 > x.rolls / 2);
        EXPECT(x.offers[BOT_PLAIN] < 2 * x.rolls / 2);
        EXPECT(x.offers[BOT_TRADER] * 2 > x.offers[BOT_PLAIN] * 3);
        /* Bots ask seats that have the cards and gain by the deal: two of five offers are
         * accepted. */
        EXPECT(x.deals * 5 > 2 * (x.offers[BOT_PLAIN] + x.offers[BOT_TRADER]));
        EXPECT_EQ(x.again, 0);
    }
}

/* Two of the four are people: each bot makes them at most one offer a turn. */
static void people_are_asked_once_a_turn(void) {
    static const enum bot_level masters[] = { BOT_MASTER, BOT_MASTER, BOT_MASTER, BOT_MASTER };
    struct manners m;
    memset(&m, 0, sizeof m);
    m.humans = 5;
    for (uint64_t seed = 1; seed <= 3; seed++)
        play_among("fifth,phases=combined", 4, masters, seed, 300, check_manners, &m, m.humans);
    EXPECT(m.humans_asked > 5);
    EXPECT(m.total > m.humans_asked);
}

struct closed {
    int confirmed, broken;
};

/* Own offers that are withdrawn although a seat that is not close to winning has accepted. */
static void count_broken(void *data, const void *state, const struct action *a) {
    const struct catan *g = state;
    struct closed *c = data;
    c->confirmed += a->type == ACT_CONFIRM;
    if (a->type != ACT_WITHDRAW || a->seat != g->turn)
        return;
    for (int s = 0; s < catan_seats(g); s++)
        c->broken += (g->offer[a->seat].accepted >> s & 1) && !ai__near_goal(g, s);
}

/* Whoever accepts expects to get the deal: it is judged when it is closed as it was when it was
 * offered. */
static void a_bot_stands_by_its_offer(void) {
    static const enum bot_level strong[] = { BOT_STRONG, BOT_STRONG, BOT_STRONG, BOT_STRONG };
    struct closed c = { 0, 0 };
    for (uint64_t seed = 1; seed <= 12; seed++)
        play_watched("fifth,phases=combined", 4, strong, seed, 400, count_broken, &c);
    EXPECT(c.confirmed > 100);
    EXPECT_EQ(c.broken, 0);
}

/* --- everything there is to do ---------------------------------------------------------------- */

struct done {
    int act[ACT_N], special, countered, proposed, pairs;
};

static void count_done(void *data, const void *state, const struct action *a) {
    struct done *d = data;
    const struct catan *g = state;
    d->act[a->type]++;
    d->special += g->phase == PH_SPECIAL && a->type != ACT_PASS;
    if (a->type != ACT_OFFER)
        return;
    if (a->seat != g->turn && g->offer[g->turn].number)
        d->countered++;
    else if (a->seat != g->turn)
        d->proposed++;
    d->pairs += bundle_total(bundle_pack(a->give)) == 2 || bundle_total(bundle_pack(a->get)) == 2;
}

/* Masters playing each other use every kind of trade. */
static void masters_offer_counter_accept_and_refuse(void) {
    static const enum bot_level masters[] = { BOT_MASTER, BOT_MASTER, BOT_MASTER, BOT_MASTER };
    struct done d;
    memset(&d, 0, sizeof d);
    for (uint64_t seed = 1; seed <= 12 && !(d.countered && d.proposed && d.pairs); seed++)
        play_watched("fifth,phases=combined", 4, masters, seed, 2000, count_done, &d);
    EXPECT(d.act[ACT_CONFIRM] > 0);
    EXPECT(d.act[ACT_ACCEPT] > 0);
    EXPECT(d.act[ACT_DECLINE] > 0);
    EXPECT(d.countered > 0);
    EXPECT(d.proposed > 0);
    EXPECT(d.pairs > 0);
}

/* Ask the proposing seat once more, given only its view: the answer has every seat's share. */
static void ask_proposer(void *data, const void *state, const struct action *a) {
    const struct catan *g = state;
    struct bot_budget budget = { .nodes = 150 };
    struct bot_answer answer;
    struct catan view;
    int *asked = data, sum = 0;
    if (a->type != ACT_OFFER || a->seat == g->turn || g->offer[g->turn].number)
        return;
    struct bot *bot = malloc(bot_size());
    budget.work = malloc(bot_work_size());
    bot_new(bot, &catan_game, catan_seats(g), BOT_MASTER, BOT_PLAIN, a->seat, 1);
    catan_view(g, a->seat, &view);
    if (bot_choose(bot, &view, &budget, &answer)) {
        for (int s = 0; s < catan_seats(g); s++)
            sum += answer.value[s];
        EXPECT(sum > BOT_VALUE_ONE - 10 && sum <= BOT_VALUE_ONE);
        ++*asked;
    }
    free(budget.work);
    free(bot);
}

static void a_proposal_tells_every_seats_share(void) {
    static const enum bot_level masters[] = { BOT_MASTER, BOT_MASTER, BOT_MASTER, BOT_MASTER };
    int asked = 0;
    play_watched("fifth,phases=combined", 4, masters, 1, 150, ask_proposer, &asked);
    EXPECT(asked > 0);
}

static void bots_use_all_ten_helpers(void) {
    static const int used[] = { ACT_NASSIR, ACT_WILLIAM, ACT_MARIANNE, ACT_LOUIS, ACT_SEAN,
                                ACT_CANDAMIR, ACT_HILDE, ACT_JEAN, ACT_LIN };
    struct done d;
    memset(&d, 0, sizeof d);
    for (uint64_t seed = 1; seed <= 12; seed++)
        play_watched("fifth,helpers=on,phases=combined", 4, mixed_levels, seed, 100, count_done,
                     &d);
    for (size_t i = 0; i < sizeof used / sizeof *used; i++)
        if (d.act[used[i]] == 0)
            test_fail(__FILE__, __LINE__, "action %d was never played", used[i]);
    EXPECT(d.act[ACT_VINCENT_SETTLE] + d.act[ACT_VINCENT_CITY] > 0);
    EXPECT(d.act[ACT_FLIP] > 0);
    EXPECT(d.act[ACT_EXCHANGE] > 0);
}

static void bots_build_out_of_turn_and_discard(void) {
    struct done d;
    memset(&d, 0, sizeof d);
    play_watched("fifth-56", 6, mixed_levels, 3, 100, count_done, &d);
    play_watched("fifth-56", 5, mixed_levels, 4, 100, count_done, &d);
    EXPECT(d.special > 0);
    EXPECT(d.act[ACT_DISCARD] > 0);
}

const struct test catan_bot_tests[] = {
    TEST(the_baseline_never_changes_its_moves),
    TEST(the_same_seed_and_nodes_give_the_same_game),
    TEST(bots_play_every_ruleset_to_its_end),
    TEST(belief_holds_the_true_hand),
    TEST(what_is_certain_is_believed),
    TEST(the_solver_builds_the_winning_city),
    TEST(the_solver_wins_by_a_knight_before_the_roll),
    TEST(the_solver_trades_for_the_win),
    TEST(moves_that_commute_are_followed_in_one_order),
    TEST(nothing_for_a_seat_that_can_win_next_turn),
    TEST(a_bot_refuses_to_give_cards_it_lacks),
    TEST(a_card_that_completes_a_city_is_taken),
    TEST(the_leader_gets_less_and_in_the_end_nothing),
    TEST(offers_keep_the_rules_of_good_manners),
    TEST(casual_and_club_trade_and_traders_more),
    TEST(people_are_asked_once_a_turn),
    TEST(a_bot_stands_by_its_offer),
    TEST(masters_offer_counter_accept_and_refuse),
    TEST(a_proposal_tells_every_seats_share),
    TEST(bots_use_all_ten_helpers),
    TEST(bots_build_out_of_turn_and_discard),
    TESTS_END,
};
