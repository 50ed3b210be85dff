/* catan_opening.c -- the set-up: where the first settlements and roads go.
 *
 * A place is judged by how the table stands when everybody has placed. In a plain look the others,
 * and we later, take the best place by a plain measure, and then the evaluation looks. In a deep
 * look everybody chooses among the plainly best by a plain look of his own. */
#include "catan_ai.h"

#include <string.h>

enum {
    TRIED = 14,         /* places looked at */
    REPLIES = 5,        /* places a seat chooses from in a deep look */
};

/* A plain measure of a place: earnings, kinds not yet earned, a harbor. */
static int plain(const struct catan_info *info, const struct catan *g, int seat, int corner) {
    static const int worth[KIND_N] = { 20, 20, 18, 22, 23 };
    uint64_t have = 0, here = info->earns[corner];
    int v = 0;
    for (int n = 0; n < 11; n++)
        have |= g->production[n][seat];
    for (int k = 0; k < KIND_N; k++) {
        int pips = bundle_count(here, k);
        v += worth[k] * pips;
        if (pips && !bundle_count(have, k))
            v += 30;
    }
    if (info->harbor[corner] != CATAN_NONE)
        v += info->harbor[corner] == HARBOR_ANY ? 25 : 10;
    return v;
}

/* The best places of a menu by the plain measure. */
static int best_plain(const struct catan_info *info, const struct catan *g, int seat,
                      const struct action *menu, int n, struct candidate *out, int max) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        ai__insert(out, &kept, max,
                (struct candidate){ menu[i], plain(info, g, seat, menu[i].place) });
    return kept;
}

/* A road toward the best free corner two steps off. */
static struct action best_road(const struct catan_info *info, const struct catan *g, int seat,
                               const struct action *menu, int n) {
    const struct catan_board *board = catan_board(g);
    int best = 0, high = -1;
    for (int i = 0; i < n; i++) {
        int p = menu[i].place, v = 0;
        for (int e = 0; e < 2; e++) {
            int c = board->path_corner[p][e];
            for (int k = 0; k < 3 && c != g->last_corner; k++) {
                int to = board->corner_corner[c][k];
                if (to >= 0 && !places_has(g->blocked, to)) {
                    int w = plain(info, g, seat, to);
                    v = w > v ? w : v;
                }
            }
        }
        if (v > high) {
            best = i;
            high = v;
        }
    }
    return menu[best];
}

static int owing_seat(const struct catan *g) {
    unsigned owes = catan_owes(g);
    int seat = 0;
    if (!owes || owes & OWES_CHANCE)
        return -1;
    while (!(owes >> seat & 1))
        seat++;
    return seat;
}

static void place_on(struct think *t, struct catan *g, bool deep);

/* The place among the plainly best that leaves `seat` the largest share of winning. */
static struct action best_deep(struct think *t, const struct catan *g, int seat,
                               const struct candidate *list, int n) {
    int best = 0;
    int32_t high = -1;
    for (int i = 0; i < n; i++) {
        struct catan after = *g;
        int32_t strength[SEATS_MAX];
        catan_apply(&after, &list[i].a);
        place_on(t, &after, false);
        ai__strengths(&t->info, &after, t->me, strength);
        int32_t v = ai__share(strength, t->info.seats, seat);
        if (v > high) {
            best = i;
            high = v;
        }
    }
    return list[best].a;
}

/* Everybody places on until the set-up is over. */
static void place_on(struct think *t, struct catan *g, bool deep) {
    /* Two settlements and two roads a seat are all there is to place. */
    for (int i = 0; i < 4 * SEATS_MAX &&
         (g->phase == PH_SETTLE || g->phase == PH_SETTLE_ROAD); i++) {
        struct candidate list[REPLIES];
        struct action a;
        int seat = owing_seat(g), n = seat < 0 ? 0 : catan_legal(g, seat, t->menu);
        if (n == 0)
            return;
        if (g->phase == PH_SETTLE) {
            n = best_plain(&t->info, g, seat, t->menu, n, list, deep ? REPLIES : 1);
            a = n > 1 ? best_deep(t, g, seat, list, n) : list[0].a;
        } else {
            a = best_road(&t->info, g, seat, t->menu, n);
        }
        catan_apply(g, &a);
    }
}

static int32_t value_of_place(struct think *t, const struct catan *g, const struct action *a) {
    struct catan after = *g;
    catan_apply(&after, a);
    place_on(t, &after, t->level->deep_opening);
    return ai__leaf(t, &after);
}

/* Noise of the level, in shares of winning or in units of the plain measure: some 400 of those make
 * up a certain win, near enough for levels that are meant to err. */
static int32_t noise(struct think *t, bool shares) {
    int32_t n = shares ? t->level->noise : (int32_t)((int64_t)t->level->noise * 400 >> 20);
    return n > 0 ? (int32_t)source_below(&t->bot->rng.source, (uint32_t)n) : 0;
}

static void explain(struct think *t, const struct candidate *best, struct bot_answer *answer) {
    struct catan a = t->root, b = t->root;
    catan_apply(&a, &best[0].a);
    catan_apply(&b, &best[1].a);
    answer->reasons_n = (uint8_t)ai__compare(&t->info, &a, &b, t->me, answer->reason,
                                             BOT_REASONS_MAX);
}

/* Settlements are sifted by the plain measure first; roads are few, so all are judged. The weakest
 * levels take the plain measure for a settlement's value. */
bool ai__open(struct think *t, const struct catan *view, struct bot_answer *answer) {
    struct candidate top[TRIED], best[BOT_MOVES_MAX];
    int n = catan_legal(view, t->me, t->menu), tops = 0, kept = 0;
    if (view->phase == PH_SETTLE)
        tops = best_plain(&t->info, view, t->me, t->menu, n, top, TRIED);
    for (int i = 0; i < n && view->phase != PH_SETTLE; i++)
        ai__insert(top, &tops, TRIED, (struct candidate){ t->menu[i], 0 });
    for (int i = 0; i < tops; i++) {
        struct candidate c = top[i];
        if (t->level->depth > 0 || view->phase != PH_SETTLE)
            c.value = value_of_place(t, &t->root, &c.a);
        c.value += noise(t, t->level->depth > 0 || view->phase != PH_SETTLE);
        ai__insert(best, &kept, BOT_MOVES_MAX, c);
    }
    if (kept == 0)
        return false;
    ai__answer(answer, t->bot, &best[0].a, n == 1 ? BOT_WHY_ONLY : BOT_WHY_OPENING);
    for (int i = 0; i < kept; i++) {
        answer->move[i].action = best[i].a;
        answer->move[i].value = ai__shown(best[i].value);
    }
    answer->moves_n = (uint8_t)kept;
    if (kept == 2 && !t->silent)
        explain(t, best, answer);
    answer->nodes = t->nodes;
    return true;
}
