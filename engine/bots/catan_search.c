/* catan_search.c -- searches the turn: what can be built, bought, played and swapped with the
 * supply before it ends.
 *
 * A step tries every promising move, judges each as if the turn ended after it, and follows the
 * best few. Drawn development cards and stolen cards are averaged exactly over the
 * possibilities. Moves that commute are followed in one order only: a move that was followed
 * earlier sleeps behind the later one. Other ways to the same position meet in a table. The only
 * model of the other seats is the evaluation. */
#include "catan_ai.h"

#include <string.h>

#include "core/bits.h"
#include "core/check.h"

/* The node budget is exact: if a node is refused, the result that depends on it must not be
 * used. */
bool ai__spend(struct think *t) {
    if (t->nodes >= t->limit || (t->nodes % 64 == 63 && ai__clock_over(&t->clock, t->nodes)))
        t->over = true;
    t->nodes += !t->over;
    return !t->over;
}

int32_t ai__leaf(struct think *t, const struct catan *g) {
    if (!ai__spend(t))
        return 0;
    if (t->own_only)
        return ai__value_own(&t->info, g, t->me, t->strength);
    return ai__value(&t->info, g, t->me);
}

/* Moves that change only the mover's features, approximately: enough for one-ply levels. */
static bool leaves_others_be(int type) {
    return type == ACT_ROAD || type == ACT_SETTLE || type == ACT_CITY || type == ACT_BUY ||
           type == ACT_BANK || type == ACT_PLENTY || type == ACT_DISCARD;
}

void ai__insert(struct candidate *list, int *n, int max, struct candidate c) {
    int i = max - 1;
    if (*n < max)
        i = (*n)++;
    else if (c.value <= list[i].value)
        return;
    for (; i > 0 && list[i - 1].value < c.value; i--)
        list[i] = list[i - 1];
    list[i] = c;
}

/* --- one step -------------------------------------------------------------------------------- */

/* Must the seat act before anything else can happen (discard, robber, a helper's choice)? The
 * value of such a state is that of its best move. */
static bool forced(const struct catan *g) {
    switch (g->phase) {
    case PH_ROLL: case PH_TRADE: case PH_BUILD: case PH_MAIN: case PH_SPECIAL: case PH_OFFER:
    case PH_OVER:
        return false;
    default:
        return true;
    }
}

/* A swap with the supply is worth trying if it brings an almost affordable building closer. */
static bool useful_swap(const struct catan *g, int me, const struct action *a) {
    const uint64_t cost[4] = { catan_cost_settlement, catan_cost_city, catan_cost_dev,
                               catan_cost_road };
    const bool open[4] = { g->settlements_left[me] > 0, g->cities_left[me] > 0,
                           bundle_total(g->deck) > 0,
                           g->roads_left[me] > 0 };
    uint64_t before = g->hand[me], after = before - bundle_pack(a->give) + bundle_pack(a->get);
    for (int i = 0; i < 4; i++) {
        int was = bundle_missing(before, cost[i]), is = bundle_missing(after, cost[i]);
        if (open[i] && is < was && is <= 1)
            return true;
    }
    return bundle_total(before) > catan_option(g, OPT_HAND_LIMIT) + 1;
}

/* Moves that build; ending, rolling and offers are judged elsewhere. */
static bool worth_a_look(const struct think *t, const struct catan *g, const struct action *a) {
    switch (a->type) {
    case ACT_END: case ACT_ROLL: case ACT_PASS: case ACT_OFFER: case ACT_ACCEPT: case ACT_DECLINE:
    case ACT_CONFIRM: case ACT_WITHDRAW:
        return false;
    case ACT_BANK:
        return useful_swap(g, t->me, a);
    default:
        return true;
    }
}

static int32_t quick(struct think *t, const struct catan *g, int depth);

enum { ROBBER_FOLLOWED = 6 };   /* robber moves that are followed: chance comes after each */

/* Chance follows a robber move, so only the most harmful ones are followed. */
static int32_t best_robber(struct think *t, const struct catan *g, int n, int depth) {
    struct candidate c[ROBBER_FOLLOWED];
    int32_t best = 0;
    n = ai__robber_moves(t, g, t->menu, n, c, t->level->depth > 2 ? ROBBER_FOLLOWED : 2);
    for (int i = 0; i < n; i++) {
        struct catan after = *g;
        catan_apply(&after, &c[i].a);
        int32_t v = quick(t, &after, depth);
        best = v > best ? v : best;
    }
    return best;
}

/* A value without further free choices: chance averaged, forced moves made. */
static int32_t quick(struct think *t, const struct catan *g, int depth) {
    unsigned owes = catan_owes(g);
    if (owes & OWES_CHANCE)
        return depth < 6 ? ai__over_chance(t, g, quick, depth + 1) : ai__leaf(t, g);
    if (!forced(g) || !(owes & 1u << t->me) || depth >= 6)
        return ai__leaf(t, g);
    int n = catan_legal(g, t->me, t->menu);
    if (g->phase == PH_ROBBER)
        return best_robber(t, g, n, depth + 1);
    int32_t best = 0;
    /* A large hand can be discarded in hundreds of ways; only some are tried. */
    for (int i = 0; i < n && i < 40; i++) {
        struct catan after = *g;
        catan_apply(&after, &t->menu[i]);
        int32_t v = ai__leaf(t, &after);
        best = v > best ? v : best;
    }
    return best;
}

/* One-ply levels judge most moves by the mover's features only, four times as fast. */
int32_t ai__after(struct think *t, const struct catan *g, const struct action *a) {
    struct catan after = *g;
    catan_apply(&after, a);
    t->own_only = t->level->depth == 0 && leaves_others_be(a->type);
    int32_t v = quick(t, &after, 0);
    t->own_only = false;
    return v;
}

/* What a style likes a little more, in VALUE_ONE. */
static int32_t taste(const struct bot *b, int type) {
    bool builds = type == ACT_SETTLE || type == ACT_CITY || type == ACT_ROAD;
    bool fights = type == ACT_BUY || type == ACT_KNIGHT;
    return (b->style == BOT_BUILDER && builds) ||
        (b->style == BOT_SOLDIER && fights) ? VALUE_ONE / 1200 : 0;
}

/* --- the order of actions -------------------------------------------------------------------- */

/* Do two moves lead to the same position in either order, if both are possible? */
static bool commute(const struct action *a, const struct action *b) {
    const uint32_t types = 1u << ACT_ROAD | 1u << ACT_SETTLE | 1u << ACT_CITY | 1u << ACT_BANK;
    return a->type < 32 && b->type < 32 && types >> a->type & 1 && types >> b->type & 1;
}

static bool is_asleep(const struct asleep *s, const struct action *a) {
    for (int i = 0; i < s->n; i++)
        if (memcmp(&s->move[i], a, sizeof *a) == 0)
            return true;
    return false;
}

void ai__sleep(struct asleep *after, const struct asleep *before, const struct candidate *c,
               int i) {
    after->n = 0;
    for (int k = 0; before && k < before->n; k++)
        if (commute(&before->move[k], &c[i].a))
            after->move[after->n++] = before->move[k];
    for (int k = 0; k < i && after->n < ASLEEP_MAX; k++)
        if (commute(&c[k].a, &c[i].a))
            after->move[after->n++] = c[k].a;
}

/* The menu is copied first, because judging a move overwrites t->menu. */
int ai__moves(struct think *t, const struct catan *g, const struct asleep *asleep,
              struct candidate *out, int max) {
    struct action list[CANDIDATES_MAX];
    int all = catan_legal(g, t->me, t->menu), n = 0, kept = 0;
    for (int i = 0; i < all && n < CANDIDATES_MAX; i++)
        if (worth_a_look(t, g, &t->menu[i]) && !(asleep && is_asleep(asleep, &t->menu[i])))
            list[n++] = t->menu[i];
    for (int i = 0; i < n; i++) {
        struct candidate c = { list[i], ai__after(t, g, &list[i]) + taste(t->bot, list[i].type) };
        if (t->over)
            break;
        ai__insert(out, &kept, max, c);
    }
    return kept;
}

/* --- many steps ------------------------------------------------------------------------------ */

/* A collision would cost a wrong value, never an illegal move. The lowest bit is set: 0 marks a
 * free slot, and even keys belong to the solver. */
uint64_t ai__key(const struct catan *g, int me) {
    uint64_t w[20], h = 0x243f6a8885a308d3u;
    int n = 0;
    w[n++] = g->hand[me];
    w[n++] = g->dev[me];
    w[n++] = g->dev_new[me];
    w[n++] = g->bank;
    w[n++] = g->rate[me];
    for (int i = 0; i < 2; i++) {
        w[n++] = g->settlements[me].w[i];
        w[n++] = g->cities[me].w[i];
        w[n++] = g->roads[me].w[i];
    }
    w[n++] = (uint64_t)g->phase | (uint64_t)g->robber << 8 | (uint64_t)g->free_roads << 16 |
             (uint64_t)g->card_played << 24 | (uint64_t)g->victim << 32 |
             (uint64_t)g->helper_used << 40 |
             (uint64_t)g->helper[me] << 48 | (uint64_t)g->trade_over << 56;
    w[n++] = (uint64_t)g->jean | (uint64_t)g->helper_seat << 8 | (uint64_t)g->repay << 16 |
             (uint64_t)g->helper_b << 24 | (uint64_t)g->played[me][DEV_KNIGHT] << 32;
    for (int s = 0; s < catan_seats(g); s++)
        h = (h ^ g->hand[s]) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < n; i++) {
        h = (h ^ w[i]) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    return h | 1;
}

static int32_t search(struct think *t, const struct catan *g, int depth);

/* The best value that the seat can reach in this turn from g, `depth` own actions deep. Stopping
 * is a choice unless something must be done. Chance does not use up depth.
 *
 * A value is stored in the table only if no move was asleep: a sleeping move may be the best if
 * the position is reached in another order. */
static int32_t search_awake(struct think *t, const struct catan *g, int depth,
                            const struct asleep *asleep) {
    unsigned owes = catan_owes(g);
    if (owes & OWES_CHANCE)
        return ai__over_chance(t, g, search, depth);
    bool must = forced(g);
    if (t->over)
        return 0;
    if (depth <= 0 || g->phase == PH_OVER || !(owes & 1u << t->me))
        return quick(t, g, 0);
    uint64_t key = ai__key(g, t->me);
    uint32_t slot = (uint32_t)(key >> 20) & t->table_mask;
    if (t->table[slot].key == key && t->table[slot].depth >= depth)
        return t->table[slot].value;
    struct candidate *c = t->step[depth];
    int32_t best = must ? 0 : ai__leaf(t, g);
    int n = ai__moves(t, g, asleep, c, t->level->beam);
    for (int i = 0; i < n; i++) {
        struct catan after = *g;
        struct asleep then;
        int32_t v = c[i].value;
        if (!t->over) {
            catan_apply(&after, &c[i].a);
            ai__sleep(&then, asleep, c, i);
            v = search_awake(t, &after, depth - 1, &then);
            if (t->over)
                v = c[i].value;
        }
        best = v > best ? v : best;
    }
    if ((asleep && asleep->n) || t->over)       /* not everything was searched here */
        return best;
    t->table[slot].key = key;
    t->table[slot].value = best;
    t->table[slot].depth = (uint8_t)depth;
    return best;
}

static int32_t search(struct think *t, const struct catan *g, int depth) {
    return search_awake(t, g, depth, NULL);
}

int32_t ai__turn_value(struct think *t, const struct catan *g, int depth,
                       const struct asleep *asleep) {
    CHECK(depth <= DEPTH_MAX);
    return search_awake(t, g, depth, asleep);
}

/* --- one move, for the reasons --------------------------------------------------------------- */

/* The best move of a menu; -1: none. */
static int best_step(struct think *t, const struct catan *g, struct candidate *c, int n) {
    int best = -1;
    int32_t high = -1;
    for (int i = 0; i < n; i++) {
        struct catan after = *g;
        catan_apply(&after, &c[i].a);
        int32_t v = quick(t, &after, 0);
        if (t->over)
            return best;
        if (v > high) {
            best = i;
            high = v;
        }
    }
    return best;
}

enum { FORCED_MAX = 6 };        /* forced steps that are followed */

/* What has to happen next: chance's likeliest outcome, or the seat's best forced move. */
static bool forced_step(struct think *t, struct catan *g) {
    struct candidate c[ROBBER_FOLLOWED];
    if (catan_owes(g) & OWES_CHANCE)
        return g->phase != PH_DICE && ai__likely(t, g);
    if (!forced(g) || !(catan_owes(g) & 1u << t->me) || g->phase <= PH_SETTLE_ROAD)
        return false;           /* in the set-up a road and the next settlement are other moves */
    int n = g->phase == PH_ROBBER
        ? ai__robber_moves(t, g, t->menu, catan_legal(g, t->me, t->menu), c, ROBBER_FOLLOWED)
        : ai__moves(t, g, NULL, c, ROBBER_FOLLOWED);
    int best = best_step(t, g, c, n);
    if (best < 0 || t->over)
        return false;
    catan_apply(g, &c[best].a);
    return true;
}

/* A deal counts as made, with the first seat it is offered to. */
static bool deal_made(const struct think *t, const struct action *a, struct catan *g) {
    const struct catan_offer *o = &g->offer[t->me];
    switch (a->type) {
    case ACT_OFFER:
        for (int s = 0; s < t->info.seats; s++)
            if (a->target >> s & 1) {
                ai__swap(g, t->me, s, bundle_pack(a->give), bundle_pack(a->get));
                break;
            }
        return true;
    case ACT_CONFIRM:
        ai__swap(g, t->me, a->target, bundle_pack(o->give), bundle_pack(o->get));
        return true;
    case ACT_ACCEPT:
        for (int s = 0; s < t->info.seats; s++)
            if (g->offer[s].number && g->offer[s].number == a->place)
                ai__swap(g, s, t->me, bundle_pack(g->offer[s].give), bundle_pack(g->offer[s].get));
        return true;
    default:
        return false;
    }
}

bool ai__rests(const struct action *a) {
    return a->type == ACT_END || a->type == ACT_ROLL || a->type == ACT_PASS;
}

/* The choice has been made, so the budget is not touched. */
void ai__played(struct think *t, const struct action *a, struct catan *out) {
    uint32_t nodes = t->nodes, limit = t->limit;
    bool over = t->over;
    *out = t->root;
    if (ai__rests(a) || a->type == ACT_DECLINE || a->type == ACT_WITHDRAW || deal_made(t, a, out))
        return;
    t->nodes = 0;
    t->limit = 3000;
    t->over = false;
    catan_apply(out, a);
    for (int i = 0; i < FORCED_MAX && forced_step(t, out); i++)
        ;
    t->nodes = nodes;
    t->limit = limit;
    t->over = over;
}
