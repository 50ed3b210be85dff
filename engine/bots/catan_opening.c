/* catan_opening.c -- the set-up: where the first settlements and roads go.
 *
 * A place is judged by the position after everybody has placed. In a plain look, the others, and
 * we later, take the best place by a plain measure, and then the evaluation judges. In a deep
 * look, everybody chooses among the plainly best places by a plain look of their own. */
#include "catan_ai.h"

#include <string.h>

enum {
    TRIED = 14,         /* places considered */
    REPLIES = 5,        /* places a seat chooses from in a deep look */
    DEEP_NODES = 1000,  /* with a smaller budget, only plain looks */
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

/* A road towards the best free corner two steps away. */
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

/* The place, among the plainly best, that leaves `seat` the largest winning share. */
static struct action best_deep(struct think *t, const struct catan *g, int seat,
                               const struct candidate *list, int n) {
    int best = 0;
    int32_t high = -1;
    for (int i = 0; i < n; i++) {
        struct catan after = *g;
        int32_t strength[SEATS_MAX];
        catan_apply(&after, &list[i].a);
        ai__place_on(t, &after, false);
        if (!ai__spend(t))
            break;
        ai__strengths(&t->info, &after, t->me, strength);
        int32_t v = ai__share(strength, t->info.seats, seat);
        if (v > high) {
            best = i;
            high = v;
        }
    }
    return list[best].a;
}

/* All seats place until the set-up is over. */
void ai__place_on(struct think *t, struct catan *g, bool deep) {
    /* Each seat places two settlements and two roads. */
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

/* A deep look takes about forty evaluations per place. */
static bool looks_deep(const struct think *t) {
    return t->level->deep_opening && t->limit >= DEEP_NODES;
}

static int32_t value_of_place(struct think *t, const struct catan *g, const struct action *a) {
    struct catan after = *g;
    catan_apply(&after, a);
    ai__place_on(t, &after, looks_deep(t));
    return ai__leaf(t, &after);
}

/* The level's noise, in winning shares or in units of the plain measure: about 400 units make a
 * certain win, which is precise enough for levels that are meant to err. */
static int32_t noise(struct think *t, bool shares) {
    int32_t n = shares ? t->level->noise : (int32_t)((int64_t)t->level->noise * 400 >> 20);
    return n > 0 && !t->bot->advises ? (int32_t)source_below(&t->bot->rng.source, (uint32_t)n) : 0;
}

/* Levels that use only the plain measure choose by it; the evaluation's value is reported. */
static void judge(struct think *t, const struct candidate *top, int n, bool plainly,
                  struct pick *p) {
    for (int i = 0; i < n; i++) {
        int32_t value = plainly && t->silent ? 0 : value_of_place(t, &t->root, &top[i].a);
        int32_t slip = noise(t, !plainly) + (plainly ? top[i].value - value : 0);
        if (t->over && p->n)
            break;
        ai__pick(p, (struct candidate){ top[i].a, value }, slip);
    }
}

/* Where the best places lead, and how the game continues from there. */
static void play_on(struct think *t, const struct catan *view, struct pick *p) {
    struct catan after[BOT_MOVES_MAX];
    for (int i = 0; i < p->n; i++) {
        after[i] = t->root;
        catan_apply(&after[i], &p->best[i].a);
        ai__place_on(t, &after[i], looks_deep(t));
    }
    ai__ahead_places(t, view, after, p);
}

int ai__places(struct think *t, const struct catan *g, int n, struct candidate *out, int max) {
    int kept = 0;
    if (g->phase == PH_SETTLE)
        return best_plain(&t->info, g, t->me, t->menu, n, out, max);
    for (int i = 0; i < n; i++)
        ai__insert(out, &kept, max, (struct candidate){ t->menu[i], 0 });
    return kept;
}

/* Settlements are first filtered by the plain measure; roads are few, so all are judged. The
 * weakest levels use the plain measure as a settlement's value. */
bool ai__open(struct think *t, const struct catan *view, struct bot_answer *answer) {
    struct candidate top[TRIED];
    struct pick p = { .n = 0 };
    int n = catan_legal(view, t->me, t->menu);
    int tops = ai__places(t, view, n, top, TRIED);
    if (tops == 0)
        return false;
    judge(t, top, tops, t->level->depth == 0 && view->phase == PH_SETTLE && !t->bot->advises, &p);
    if (t->level->samples && p.n > 1)
        play_on(t, view, &p);
    ai__explain(t, &p, answer, n == 1 ? BOT_WHY_ONLY
                : view->phase == PH_SETTLE ? BOT_WHY_OPENING : BOT_WHY_BEST);
    return true;
}
