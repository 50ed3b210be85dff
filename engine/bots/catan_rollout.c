/* catan_rollout.c -- beyond the end of the turn: close calls are settled by playing on.
 *
 * The search's best moves become lines to the end of the turn. Each sample draws the hidden
 * cards from the belief, plays every line and then the next turns of all seats with a fast
 * policy (one ply of the evaluation, no offers), and evaluates the result. All lines of a sample
 * meet the same dice, draws and steals, so their differences are much more precise than their
 * values. The samples are weighed against the search's values by their errors, and lines that
 * have fallen behind are dropped. It stops only between whole samples. */
#include "catan_ai.h"

#include <string.h>

enum {
    LINES_MAX = 8, LINE_MAX = 10,
    EVERY = 16,                 /* samples between two checks for lines that fall behind */
    UNIT = 256,                 /* of VALUE_ONE: the unit of values here */
};

/* --- hidden cards ---------------------------------------------------------------------------- */

static uint64_t draw_hand(const struct hands *h, struct rng *r) {
    uint64_t sum = 0;
    for (int i = 0; i < h->n; i++)
        sum += h->weight[i];
    uint64_t x = (rng_next(r) >> 11) % (sum ? sum : 1);
    for (int i = 0; i < h->n; i++) {
        if (x < h->weight[i])
            return h->hand[i];
        x -= h->weight[i];
    }
    return h->hand[0];
}

/* A whole state from the belief. Hands are drawn one by one. If together they do not match the
 * supply, they are drawn again; after some tries the likeliest are taken. */
static void sample(struct think *t, const struct catan *view, struct rng *r, struct catan *out) {
    const struct belief *b = &t->mind->belief;
    uint64_t left = 0;
    catan_guess(view, &r->source, out);
    for (int k = 0; k < KIND_N; k++) {
        int n = catan_option(view, OPT_BANK) - bundle_count(view->bank, k) -
            bundle_count(view->hand[t->me], k);
        left += (uint64_t)(n > 0 ? n : 0) * BUNDLE_CARD(k);
    }
    for (int tries = 0; tries < 16; tries++) {
        uint64_t hand[SEATS_MAX], rest = left;
        bool fits = true;
        for (int s = 0; s < t->info.seats && fits; s++) {
            if (s == t->me)
                continue;
            hand[s] = b->of[s].n ? draw_hand(&b->of[s], r) : t->root.hand[s];
            fits = bundle_has(rest, hand[s]);
            rest -= fits ? hand[s] : 0;
        }
        if (!fits || rest)
            continue;
        for (int s = 0; s < t->info.seats; s++)
            if (s != t->me)
                out->hand[s] = hand[s];
        return;
    }
    memcpy(out->hand, t->root.hand, sizeof out->hand);
    out->bank = t->root.bank;
}

/* --- lines ----------------------------------------------------------------------------------- */

struct line {
    struct action a[LINE_MAX];
    int n, from;                /* from: which of the pick's moves it began as */
    bool ends;                  /* the turn is over after it; else the fast policy continues */
    uint64_t key;               /* of the position it leads to: lines that meet are merged */
    int32_t prior;              /* the search's value, in UNITs */
    struct catan after;         /* set-up only: the position after all have placed */
};

static bool free_phase(const struct catan *g) {
    return g->phase == PH_MAIN || g->phase == PH_TRADE || g->phase == PH_BUILD ||
        g->phase == PH_SPECIAL;
}

/* The next move of a line by the search; false: it stops, or chance comes. */
static bool line_step(struct think *t, struct catan *g, int depth, struct line *l) {
    struct candidate c[12];
    if (catan_owes(g) != 1u << t->me || g->phase == PH_ROLL)
        return false;
    int32_t best = free_phase(g) ? ai__leaf(t, g) : -1;
    int n = ai__moves(t, g, NULL, c, t->level->beam < 12 ? t->level->beam : 12), at = -1;
    for (int i = 0; i < n && !t->over; i++) {
        struct catan after = *g;
        catan_apply(&after, &c[i].a);
        int32_t v = ai__turn_value(t, &after, depth - 1, NULL);
        v = v > c[i].value && !t->over ? v : c[i].value;
        if (v > best) {
            best = v;
            at = i;
        }
    }
    if (at < 0) {
        l->ends = free_phase(g);
        return false;
    }
    l->a[l->n++] = c[at].a;
    catan_apply(g, &c[at].a);
    return true;
}

static void line_of(struct think *t, const struct candidate *first, struct line *l) {
    struct catan g = t->root;
    l->n = 1;
    l->a[0] = first->a;
    l->prior = first->value / UNIT;
    l->ends = first->a.type == ACT_END || first->a.type == ACT_PASS;
    if (!l->ends) {
        catan_apply(&g, &first->a);
        for (int d = t->level->depth - 1; d > 0 && l->n < LINE_MAX - 1; d--)
            if (!line_step(t, &g, d, l))
                break;
    }
    l->key = ai__key(&g, t->me);
}

/* An action that is impossible in this sample (another hand was guessed) is left out. */
static void follow(struct catan *g, const struct line *l, int me) {
    for (int i = 0; i < l->n; i++) {
        if (catan_check(g, &l->a[i]) != CATAN_OK)
            return;
        catan_apply(g, &l->a[i]);
    }
    int last = l->a[l->n - 1].type;
    if (l->ends && last != ACT_END && last != ACT_PASS && free_phase(g) &&
        catan_owes(g) == 1u << me)
        catan_apply(g, &(struct action){ .type = g->phase == PH_SPECIAL ? ACT_PASS : ACT_END,
                                         .seat = (int8_t)me });
}

/* --- the race -------------------------------------------------------------------------------- */

struct race {
    struct line line[LINES_MAX];
    int64_t sum[LINES_MAX], squares[LINES_MAX];     /* of the differences from line 0, in UNITs */
    bool out[LINES_MAX];
    int n, left, samples, trust;        /* trust: error of the search's differences, in UNITs */
};

/* The difference of line i from line 0, search and samples combined, and the square of its
 * error; in sixteenths of a UNIT. */
static int64_t weigh(const struct race *r, int i, int64_t *error) {
    int64_t n = r->samples, prior = (int64_t)(r->line[i].prior - r->line[0].prior) * 16;
    int64_t mean = r->sum[i] * 16 / n;
    int64_t v = (r->squares[i] * 256 / n - mean * mean) / (n > 1 ? n - 1 : 1) + 256;
    int64_t p = (int64_t)r->trust * r->trust * 256;
    v = v > 256 ? v : 256;
    *error = p / 16 * v / (p + v) * 16;
    return (p / 16 * mean + v / 16 * prior) / ((p + v) / 16);
}

/* Drop lines that are clearly behind the leader: by 1.8 errors of the difference. */
static void drop(struct race *r) {
    int64_t lead = 0, lead_error = 0, error;
    for (int i = 1; i < r->n; i++)
        if (!r->out[i]) {
            int64_t d = weigh(r, i, &error);
            if (d > lead) {
                lead = d;
                lead_error = error;
            }
        }
    for (int i = 1; i < r->n; i++) {
        if (r->out[i])
            continue;
        int64_t behind = lead - weigh(r, i, &error);
        if (behind > 0 && behind * behind / 13 > (error + lead_error) / 4) {
            r->out[i] = true;
            r->left--;
        }
    }
    /* Line 0 is the reference and stays; if only it is behind, the race is over. */
    if (lead > 0 && r->left == 2 && lead * lead / 13 > lead_error / 4)
        r->left = 1;
}

/* One line of one sample: the seat's value after playing on. */
static int32_t play_line(struct think *t, const struct line *l, const struct catan *base,
                         uint64_t seed, uint32_t until) {
    struct catan g = base ? *base : l->after;
    struct streams s;
    ai__streams(&s, seed);
    if (base)
        follow(&g, l, t->me);
    ai__play_on(t, &g, until, &s);
    if (g.winner < SEATS_MAX)
        return g.winner == t->me ? VALUE_ONE : 0;
    ai__count_unseen(&t->info, &g, t->me);
    return ai__leaf(t, &g);
}

/* One whole sample; false: the budget ended in it, and it does not count. */
static bool run_sample(struct think *t, struct race *r, const struct catan *base, uint64_t seed,
                       uint32_t until) {
    int32_t x[LINES_MAX];
    int32_t strength[SEATS_MAX], unseen[DEV_N], unseen_n = t->info.unseen_n;
    memcpy(unseen, t->info.unseen, sizeof unseen);
    memcpy(strength, t->strength, sizeof strength);
    for (int i = 0; i < r->n && !t->over; i++)
        if (!r->out[i]) {
            x[i] = play_line(t, &r->line[i], base, seed, until) / UNIT;
            memcpy(t->info.unseen, unseen, sizeof unseen);
            t->info.unseen_n = unseen_n;
        }
    memcpy(t->strength, strength, sizeof strength);
    for (int i = 1; i < r->n && !t->over; i++)
        if (!r->out[i]) {
            r->sum[i] += x[i] - x[0];
            r->squares[i] += (int64_t)(x[i] - x[0]) * (x[i] - x[0]);
        }
    r->samples += !t->over;
    return !t->over;
}

/* Run the samples; `view` NULL: start from the lines' own states, in the set-up. */
static void run(struct think *t, struct race *r, const struct catan *view, int samples,
                uint32_t until) {
    uint64_t seed = rng_next(&t->bot->rng);
    uint32_t costliest = 0;
    r->left = r->n;
    for (int j = 0; j < samples && r->left > 1; j++) {
        struct catan base;
        struct rng rng;
        uint32_t before = t->nodes;
        if (t->nodes + costliest > t->limit)      /* not enough for a whole one */
            break;
        rng_seed(&rng, seed + (uint64_t)j * 1000003u);
        if (view)
            sample(t, view, &rng, &base);
        if (!run_sample(t, r, view ? &base : NULL, seed * 31 + (uint64_t)j, until))
            break;
        costliest = t->nodes - before > costliest ? t->nodes - before : costliest;
        if (r->samples % EVERY == 0)
            drop(r);
    }
    t->over = false;
}

/* Put the moves with their new values back into the pick; the first keeps its own. */
static void settle(struct race *r, struct pick *p) {
    struct pick next = { .n = 0 };
    bool raced[BOT_MOVES_MAX] = { false };
    if (r->samples < EVERY)
        return;
    for (int i = 0; i < r->n; i++) {
        struct candidate c = p->best[r->line[i].from];
        int64_t error, d = i ? weigh(r, i, &error) : 0;
        raced[r->line[i].from] = true;
        c.value = p->best[r->line[0].from].value + (int32_t)(d * UNIT / 16);
        /* A dropped line is behind, whatever its mean says. */
        if (r->out[i] && c.value >= p->best[0].value)
            c.value = p->best[0].value - 1;
        ai__pick(&next, c, 0);
    }
    for (int i = 0; i < p->n; i++)
        if (!raced[i])
            ai__pick(&next, p->best[i], 0);
    *p = next;
    p->ahead = true;
}

static struct race *race_of(struct think *t) {
    _Static_assert(sizeof(struct race) <= sizeof t->race, "a race fits its place");
    struct race *r = (struct race *)(void *)t->race;
    memset(r, 0, sizeof *r);
    return r;
}

/* Moves that lead to the same position, or that the search values far lower, are not played. */
void ai__ahead(struct think *t, const struct catan *view, struct pick *p) {
    const struct catan_level *l = t->level;
    struct race *r = race_of(t);
    if (!t->samples || p->n < 2 || p->best[0].value - p->best[1].value > l->close)
        return;
    for (int i = 0; i < p->n && r->n < l->lines && r->n < LINES_MAX && !t->over; i++) {
        struct line *one = &r->line[r->n];
        if (p->best[0].value - p->best[i].value > l->close)
            break;
        line_of(t, &p->best[i], one);
        one->from = i;
        bool met = false;
        for (int j = 0; j < r->n; j++)
            met = met || (r->line[j].key == one->key && r->line[j].ends == one->ends);
        r->n += !met;
    }
    t->over = false;
    r->trust = 60;
    if (r->n > 1) {
        run(t, r, view, t->samples, view->turns + 1 + (uint32_t)(l->rounds * t->info.seats));
        settle(r, p);
    }
}

/* The set-up: `after` holds where each of the pick's moves leads after all have placed. */
void ai__ahead_places(struct think *t, const struct catan *view, const struct catan *after,
                      struct pick *p) {
    const struct catan_level *l = t->level;
    struct race *r = race_of(t);
    if (!t->samples)
        return;
    for (int i = 0; i < p->n && r->n < 4; i++) {
        if (p->best[0].value - p->best[i].value > l->close / 2)
            break;
        r->line[r->n] = (struct line){ .n = 1, .from = i, .prior = p->best[i].value / UNIT,
                                       .after = after[i] };
        r->n++;
    }
    r->trust = 80;
    if (r->n > 1) {
        run(t, r, NULL, t->samples, view->turns + 4 * (uint32_t)t->info.seats);
        settle(r, p);
    }
}
