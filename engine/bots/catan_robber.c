/* catan_robber.c -- where the robber goes: a plain measure finds the candidates, then the search
 * judges them. */
#include "catan_ai.h"

#include <string.h>

enum { ROBBER_TRIED = 12 };     /* moves judged in full; menus have many more */

/* How much a robber move hurts the others: what it blocks, weighted towards those ahead. */
static int robber_hurts(const struct catan *g, int me, const struct action *a) {
    const struct places *at = &catan_board(g)->hex_corners[a->place];
    int pips = g->number[a->place] <= 12 ? ai__ways[g->number[a->place]] : 0, sum = 0;
    for (int s = 0; s < catan_seats(g); s++) {
        int cards = 0;
        for (int w = 0; w < 2; w++)
            cards += bits_count(at->w[w] & g->settlements[s].w[w]) +
                     2 * bits_count(at->w[w] & g->cities[s].w[w]);
        sum += s == me ? -cards * pips * 12 : cards * pips * (2 + g->points[s]);
    }
    if (a->target < SEATS_MAX && bundle_total(g->hand[a->target]))
        sum += 10 + g->points[a->target];
    return sum;
}

int ai__robber_moves(const struct think *t, const struct catan *g, const struct action *menu, int n,
                     struct candidate *out, int max) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        ai__insert(out, &kept, max,
                   (struct candidate){ menu[i], robber_hurts(g, t->me, &menu[i]) });
    return kept;
}

bool ai__move_robber(struct think *t, const struct catan *view, struct bot_answer *answer) {
    struct pick p = { .n = 0 };
    struct candidate c[ROBBER_TRIED];
    struct action list[ROBBER_TRIED];
    int n = catan_legal(view, t->me, t->menu);
    if (n > ROBBER_TRIED) {
        n = ai__robber_moves(t, view, t->menu, n, c, t->level->depth > 1 ? ROBBER_TRIED : 4);
        for (int i = 0; i < n; i++)
            t->menu[i] = c[i].a;
    }
    memcpy(list, t->menu, (size_t)n * sizeof *list);    /* judging overwrites t->menu */
    ai__judge_each(t, list, n, &p);
    ai__ahead(t, view, &p);
    ai__explain(t, &p, answer, n == 1 ? BOT_WHY_ONLY : BOT_WHY_BEST);
    return true;
}
