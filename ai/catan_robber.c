/* catan_robber.c -- candidate robber moves, by a plain measure, before any search. must_act() in
 * catan_bot.c chooses among them. */
#include "catan_ai.h"

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
