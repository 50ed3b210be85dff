/* catan_bot.c -- the CATAN brain: from a view to a move, phase by phase and level by level.
 *
 * Start reading at by_phase(). Most paths end in a pick: the best moves with their values, and
 * as reasons what separates the first two. */
#include "catan_ai.h"

#include <string.h>

enum {
    OPENING_NODES = 4000,       /* at least, for a place of the set-up */
    SAMPLES_MAX = 10000,
};

/* One draw per value, in the order in which moves are judged; that order is part of the seed's
 * game. */
static int32_t noise(struct think *t) {
    if (!t->level->noise || t->bot->advises)
        return 0;
    return (int32_t)source_below(&t->bot->rng.source, (uint32_t)t->level->noise);
}

/* --- its own turn ---------------------------------------------------------------------------- */

void ai__pick(struct pick *p, struct candidate c, int32_t slip) {
    if (p->n == 0 || c.value + slip > p->score) {
        p->chosen = c;
        p->score = c.value + slip;
    }
    ai__insert(p->best, &p->n, BOT_MOVES_MAX, c);
}

static int find_type(const struct action *menu, int n, int type) {
    for (int i = 0; i < n; i++)
        if (menu[i].type == type)
            return i;
    return -1;
}

/* Is the move to be compared with the next best? In the set-up every place brings a point, cards
 * to be discarded are lost in any case, and who rests changes nothing. */
static bool is_a_choice(const struct think *t, const struct action *a) {
    return t->root.phase == PH_SETTLE || a->type == ACT_DISCARD || ai__rests(a);
}

static void give_reasons(struct think *t, const struct pick *p, struct bot_answer *answer) {
    struct catan a, b = t->root;
    ai__played(t, &p->chosen.a, &a);
    if (is_a_choice(t, &p->chosen.a))
        ai__played(t, &p->best[1].a, &b);
    answer->reasons_n = (uint8_t)ai__reasons(&t->info, &p->chosen.a, &a, &b, t->me, answer->reason);
    if (answer->reasons_n == 0 && p->ahead && answer->move[0].value > answer->move[1].value) {
        answer->reasons_n = 1;      /* nothing on the board tells why */
        answer->reason[0] = (struct bot_reason){
            BOT_TERM_PLAYOUT, answer->move[0].value - answer->move[1].value };
    }
}

/* If a slip chose a worse move, say so: it has no reasons. */
void ai__explain(struct think *t, const struct pick *p, struct bot_answer *answer,
                 enum bot_why why) {
    bool slip = p->chosen.value < p->best[0].value;
    ai__answer(answer, t->bot, &p->chosen.a, slip ? BOT_WHY_SLIP : why);
    answer->win = ai__shown(t, p->chosen.value);
    answer->moves_n = (uint8_t)p->n;
    for (int i = 0; i < p->n; i++) {
        answer->move[i].action = p->best[i].a;
        answer->move[i].value = ai__shown(t, p->best[i].value);
    }
    answer->nodes = t->nodes;
    answer->rests = ai__rests(&p->chosen.a);
    if (p->n > 1 && !t->silent && !slip)
        give_reasons(t, p, answer);
}

/* Judge every move by the rest of the turn after it; `rest` is the move that stops (end or
 * pass), NULL if something must be done. A deeper look never lowers a move's value: what may be
 * done need not be done. */
static void judge_turn(struct think *t, const struct action *rest, int32_t stand, struct pick *p) {
    struct candidate c[CANDIDATES_MAX];
    int depth = t->level->depth;
    int n = ai__moves(t, &t->root, NULL, c, depth ? t->level->beam + 2 : 2);
    if (rest)
        ai__pick(p, (struct candidate){ *rest, stand }, noise(t));
    for (int i = 0; i < n; i++) {
        struct catan after = t->root;
        struct candidate one = c[i];
        if (depth > 0 && !t->over) {
            struct asleep then;
            catan_apply(&after, &c[i].a);
            ai__sleep(&then, NULL, c, i);
            int32_t v = ai__turn_value(t, &after, depth - 1, &then);
            one.value = v > one.value && !t->over ? v : one.value;
        }
        ai__pick(p, one, noise(t));
    }
}

/* A win within the turn, before anything else; false: none was found. */
static bool win_now(struct think *t, struct bot_answer *answer) {
    struct action first;
    if (!t->level->solver || !ai__solve(t, &t->root, &first))
        return false;
    ai__answer(answer, t->bot, &first, BOT_WHY_WINS);
    answer->win = answer->move[0].value = BOT_VALUE_ONE;
    answer->nodes = t->nodes;
    return true;
}

static bool main_turn(struct think *t, const struct catan *view, struct bot_answer *answer) {
    int n = catan_legal(view, t->me, t->menu);
    int end = find_type(t->menu, n, ACT_END), pass = find_type(t->menu, n, ACT_PASS);
    struct action rest = t->menu[end >= 0 ? end : pass >= 0 ? pass : 0];
    bool may_rest = end >= 0 || pass >= 0;
    struct pick p = { .n = 0 };
    /* Proposals by others in our turn are answered first. */
    if (find_type(t->menu, n, ACT_DECLINE) >= 0 && ai__answer_offer(t, view, answer))
        return true;
    if (win_now(t, answer))
        return true;
    bool may_offer = t->level->offers && view->turn == t->me && view->rolled && !view->trade_over;
    uint32_t all = t->limit;
    /* Keep a quarter for offers: the turn might use up everything. */
    t->limit = may_offer ? all - all / 4 : all;
    int32_t stand = ai__leaf(t, &t->root);
    judge_turn(t, may_rest ? &rest : NULL, stand, &p);
    if (p.n == 0)
        return false;
    t->limit = all;
    t->over = false;
    if (may_offer && ai__make_offer(t, view, p.best[0].value > stand ? p.best[0].value : stand, &p,
                                    answer))
        return true;
    ai__ahead(t, view, &p);
    ai__explain(t, &p, answer, p.n == 1 && may_rest ? BOT_WHY_NOTHING : BOT_WHY_BEST);
    return true;
}

/* Before the roll: play a knight if the robber sits on us and moving it is worth more than
 * keeping the card; everything else waits for the roll. */
static bool before_roll(struct think *t, const struct catan *view, struct bot_answer *answer) {
    int n = catan_legal(view, t->me, t->menu);
    int roll = find_type(t->menu, n, ACT_ROLL), knight = find_type(t->menu, n, ACT_KNIGHT);
    struct action a = t->menu[roll >= 0 ? roll : 0], k = t->menu[knight >= 0 ? knight : 0];
    struct pick p = { .n = 0 };
    if (roll < 0)
        return main_turn(t, view, answer);
    if (n == 1) {
        ai__answer(answer, t->bot, &a, BOT_WHY_ONLY);
        return true;
    }
    if (win_now(t, answer))
        return true;
    ai__pick(&p, (struct candidate){ a, ai__leaf(t, &t->root) }, noise(t));
    if (knight >= 0) {
        int16_t f[SEATS_MAX][FEAT_PAD];
        ai__features(&t->info, &t->root, t->me, f);
        if (f[t->me][FEAT_ROBBED] >= 3) {
            int32_t v = ai__after(t, &t->root, &k);
            if (!t->over)
                ai__pick(&p, (struct candidate){ k, v }, noise(t));
        }
    }
    ai__explain(t, &p, answer, BOT_WHY_BEST);
    return true;
}

void ai__judge_each(struct think *t, const struct action *list, int n, struct pick *p) {
    for (int i = 0; i < n; i++) {
        int32_t v = n == 1 ? 0 : list[i].type == ACT_PASS || list[i].type == ACT_DECLINE
                        ? ai__leaf(t, &t->root) : ai__after(t, &t->root, &list[i]);
        if (t->over && p->n)
            return;
        ai__pick(p, (struct candidate){ list[i], v }, n > 1 ? noise(t) : 0);
    }
}

/* Something must be done now: try every move. Also the fallback if a phase has nothing better,
 * so that a seat that owes always answers. */
static bool must_act(struct think *t, const struct catan *view, struct bot_answer *answer) {
    struct pick p = { .n = 0 };
    struct action list[CANDIDATES_MAX];
    int n = catan_legal(view, t->me, t->menu);
    n = n < CANDIDATES_MAX ? n : CANDIDATES_MAX;
    memcpy(list, t->menu, (size_t)n * sizeof *list);
    ai__judge_each(t, list, n, &p);
    if (p.n == 0)
        return false;
    ai__explain(t, &p, answer, n == 1 ? BOT_WHY_ONLY : BOT_WHY_BEST);
    return true;
}

/* --- the brain ------------------------------------------------------------------------------- */

/* The memory of a turn ends with it. */
static void turn_of_mind(struct catan_mind *m, const struct catan *view) {
    if (m->turn == view->turns + 1)
        return;
    m->turn = view->turns + 1;
    /* An offer that nobody wanted is not repeated in our next turn. */
    if (m->offered_n && !m->proposed) {
        m->stale_n = 0;
        for (int i = 0; i < m->offered_n; i++)
            if (!m->offered[i].made)
                m->stale[m->stale_n++] = m->offered[i];
    }
    m->offered_n = 0;
    m->proposed = 0;
}

static void observe(struct bot *b, const void *view, const struct action *seen) {
    struct catan_mind *m = (struct catan_mind *)(void *)b->mind;
    const struct catan *g = view;
    ai__belief_observe(&m->belief, view, seen, b->seat);
    turn_of_mind(m, view);
    if (seen->type == ACT_OFFER && seen->seat == b->seat) {
        ai__remember_offer(m, bundle_pack(seen->give), bundle_pack(seen->get));
        m->proposed |= g->turn != b->seat;
    }
    if (seen->type == ACT_CONFIRM && seen->seat == b->seat && m->offered_n)
        m->offered[m->offered_n - 1].made = true;
    if (seen->type == ACT_END && seen->seat == b->seat && m->offered_n == 0)
        m->stale_n = 0;
}

/* A budget beyond the level's own buys more samples: the turn itself is already searched. */
static int samples_of(const struct catan_level *l, uint32_t limit) {
    uint64_t n = l->samples;
    if (limit > l->nodes)
        n = n * limit / l->nodes;
    return n < SAMPLES_MAX ? (int)n : SAMPLES_MAX;
}

/* Set up everything the search reads; `menu` and `step` are filled as it goes. */
static void begin(struct think *t, struct bot *b, const struct catan *view,
                  const struct bot_budget *budget) {
    t->bot = b;
    t->level = &ai__catan_level[b->level];
    t->mind = (struct catan_mind *)(void *)b->mind;
    t->me = b->seat;
    t->nodes = 0;
    t->limit = budget->nodes ? budget->nodes : t->level->nodes;
    /* The set-up happens twice per game and decides most: every level gets enough time for it. */
    if (!budget->nodes && view->phase <= PH_SETTLE_ROAD && t->limit < OPENING_NODES)
        t->limit = OPENING_NODES;
    t->samples = samples_of(t->level, t->limit);
    t->over = false;
    t->silent = budget->silent;
    ai__clock_start(&t->clock, budget);
    t->table_mask = t->limit >= 2000 ? TABLE_MAX - 1 : t->limit >= 500 ? 4095 : 1023;
    memset(t->table, 0, sizeof t->table[0] * (t->table_mask + 1));
    ai__info(&t->info, view, b->seat);
    turn_of_mind(t->mind, view);
    ai__belief_update(&t->mind->belief, view, b->seat);
    ai__belief_fill(&t->mind->belief, view, b->seat, &t->root);
    for (int s = 0; s < t->info.seats; s++)
        ai__belief_odds(&t->mind->belief, s, t->odds[s]);
    t->own_only = false;
    ai__strengths(&t->info, &t->root, t->me, t->strength);
    ai__odds(t, view);
}

static bool by_phase(struct think *t, const struct catan *view, struct bot_answer *answer) {
    switch (view->phase) {
    case PH_SETTLE: case PH_SETTLE_ROAD:
        return ai__open(t, view, answer);
    case PH_ROLL:
        return before_roll(t, view, answer);
    case PH_TRADE: case PH_BUILD: case PH_MAIN: case PH_SPECIAL:
        return main_turn(t, view, answer);
    case PH_OFFER:
        return view->turn == t->me ? ai__close_offer(t, view, answer)
            : ai__answer_offer(t, view, answer);
    case PH_ROBBER:
        return ai__move_robber(t, view, answer);
    default:
        return must_act(t, view, answer);
    }
}

/* The standing before the move, adjusted for each seat's level. */
static void shares(struct think *t, struct bot_answer *answer) {
    uint64_t part[SEATS_MAX], all = 0;
    for (int s = 0; s < t->info.seats; s++) {
        part[s] = (uint64_t)ai__share(t->strength, t->info.seats, s) * t->players.weight[s];
        all += part[s];
    }
    for (int s = 0; s < t->info.seats; s++)
        answer->value[s] = (int32_t)(part[s] / (all / BOT_VALUE_ONE + 1));
}

static bool choose(struct bot *b, const void *view, const struct bot_budget *budget,
                   struct bot_answer *answer) {
    struct think *t = budget->work;
    /* Most choices in measured games have only one move and cost nothing. People still get the
     * values. */
    if (budget->silent && catan_owes(view) & 1u << b->seat &&
        catan_legal(view, b->seat, t->menu) == 1 &&
        /* offers are not in menus */
        !(t->menu[0].type == ACT_END && ai__catan_level[b->level].offers)) {
        struct action only = t->menu[0];
        ai__answer(answer, b, &only, BOT_WHY_ONLY);
        return true;
    }
    begin(t, b, view, budget);
    bool acts = catan_owes(view) & 1u << b->seat
        ? by_phase(t, view, answer) || must_act(t, view, answer) : ai__propose(t, view, answer);
    if (!acts)
        return false;
    shares(t, answer);
    if (answer->why == BOT_WHY_ONLY)        /* nothing was compared: the value does not change */
        answer->win = answer->move[0].value = answer->value[t->me];
    return true;
}

const struct brain ai__catan = { observe, choose };
