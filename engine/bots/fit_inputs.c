/* fit_inputs.c -- the CATAN evaluation's inputs, handed out: see fit_inputs.h. */
#include "fit_inputs.h"

#include "catan_ai.h"

#include <string.h>

#include "struggle_ai.h"

_Static_assert((int)LEARN_FEATURES == (int)FEAT_PAD, "a row is a row");

int learn_features(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_FEATURES]) {
    struct catan_info info;
    ai__info(&info, state, seat);
    ai__features(&info, state, seat, rows);
    return info.seats;
}

void learn_struggle(const void *state, int seat, int16_t rows[SEATS_MAX][LEARN_STRUGGLE]) {
    _Static_assert((int)LEARN_STRUGGLE == (int)SF_PAD, "a row is a row");
    ai__struggle_features(state, seat, rows);
}

/* The search's leaves are judged here; training on other positions would fit the weights to
 * positions that they never see. */
bool learn_is_sample(const void *state, const struct action *a) {
    const struct catan *g = state;
    return a->type == ACT_END || (a->type == ACT_ROLL && g->turns == 0);
}

/* --- siblings -------------------------------------------------------------------------------- */

/* One ply, judged in full: a move's effect on the others is part of what is learnt. */
static const struct catan_level plain_level = { .nodes = 1, .depth = 1, .beam = 1, .bundle = 1 };

/* Prepare to think about the true state: for training nothing is hidden. */
static void begin(struct think *t, struct bot *b, const struct catan *g, int seat) {
    bot_new(b, &catan_game, catan_seats(g), BOT_CLUB, BOT_PLAIN, seat, 0);
    memset(&t->clock, 0, sizeof t->clock);
    t->bot = b;
    t->level = &plain_level;
    t->mind = (struct catan_mind *)(void *)b->mind;
    t->me = seat;
    t->nodes = 0;
    t->limit = UINT32_MAX;
    t->over = t->own_only = false;
    t->silent = true;
    t->table_mask = 0;
    t->root = *g;
    ai__info(&t->info, g, seat);
    ai__strengths(&t->info, g, seat, t->strength);
    for (int s = 0; s < t->info.seats; s++)
        for (int k = 0; k < KIND_N; k++) {
            int all = bundle_total(g->hand[s]);
            t->odds[s][k] = (uint32_t)(all ? 65536 * bundle_count(g->hand[s], k) / all : 0);
        }
}

/* The moves worth telling apart. */
static int moves_of(struct think *t, const struct catan *g, struct candidate *c) {
    int n = catan_legal(g, t->me, t->menu), kept = 0;
    switch (g->phase) {
    case PH_SETTLE: case PH_SETTLE_ROAD:
        return ai__places(t, g, n, c, LEARN_SIBLINGS);
    case PH_ROBBER:
        return ai__robber_moves(t, g, t->menu, n, c, LEARN_SIBLINGS);
    case PH_MAIN: case PH_TRADE: case PH_BUILD:
        for (int i = 0; i < n; i++)
            if (t->menu[i].type == ACT_END)
                c[kept++].a = t->menu[i];
        return kept + ai__moves(t, g, NULL, c + kept, LEARN_SIBLINGS - kept);
    default:
        return 0;
    }
}

/* The end of the turn, or of the set-up, after each move; equal results are merged. */
static int ends_of(struct think *t, const struct catan *g, uint64_t seed, struct catan *end) {
    struct candidate c[LEARN_SIBLINGS];
    int n = moves_of(t, g, c), kept = 0;
    for (int i = 0; i < n; i++) {
        struct streams s;
        bool again = false;
        ai__streams(&s, seed);
        end[kept] = *g;
        catan_apply(&end[kept], &c[i].a);
        ai__place_on(t, &end[kept], false);
        if (g->phase != PH_SETTLE && g->phase != PH_SETTLE_ROAD)
            ai__play_on(t, &end[kept], g->turns + 1, &s);
        for (int k = 0; k < kept; k++)
            again = again || memcmp(&end[k], &end[kept], sizeof end[0]) == 0;
        if (end[kept].winner < SEATS_MAX || end[kept].phase != PH_ROLL)
            return 0;
        kept += !again;
    }
    return kept;
}

static void add_shares(struct think *t, const struct catan *g, int64_t *sum) {
    int32_t strength[SEATS_MAX];
    if (g->winner < SEATS_MAX) {
        sum[g->winner] += VALUE_ONE;
        return;
    }
    ai__count_unseen(&t->info, g, t->me);
    ai__strengths(&t->info, g, t->me, strength);
    for (int s = 0; s < t->info.seats; s++)
        sum[s] += ai__share(strength, t->info.seats, s);
}

int learn_siblings(void *work, const void *state, int seat, uint64_t seed, int samples, int rounds,
                   struct learn_sibling out[LEARN_SIBLINGS]) {
    struct think *t = work;
    struct bot b;
    struct catan end[LEARN_SIBLINGS];
    begin(t, &b, state, seat);
    int n = ends_of(t, state, seed, end), seats = t->info.seats;
    for (int i = 0; i < n && n > 1; i++) {
        int64_t sum[SEATS_MAX] = { 0 };
        for (int j = 0; j < samples; j++) {
            struct catan g = end[i];
            struct streams s;
            ai__streams(&s, seed * 1000 + (uint64_t)j + 1);
            ai__play_on(t, &g, g.turns + (uint32_t)(rounds * seats), &s);
            add_shares(t, &g, sum);
        }
        ai__count_unseen(&t->info, &end[i], seat);
        ai__features(&t->info, &end[i], seat, out[i].row);
        for (int s = 0; s < seats; s++)
            out[i].share[s] = (uint16_t)(sum[s] / samples * 65535 >> 20);
    }
    return n;
}
