/* draw.c -- drawing cards, the draw stack, and the turn that passes on.
 *
 * Two cards are compulsory, one more for each A-side knight is not. The discards
 * become the new draw stack when its last card leaves, or, if there are none then,
 * at the next draw. Play always goes clockwise, whatever the destiny card shows. */
#include "internal.h"

/* Ruling 81: the knights' cards are optional, so any number in between. */
int struggle__check_draw(const struct struggle *g, const struct action *a) {
    int least = option_of(g, SO_DRAW);
    int most = least + struggle_a_sides(g->seat[a->seat].knights);
    return a->place >= least && a->place <= most ? SE_OK : SE_WRONG_NUMBER;
}

/* Where fewer cards exist, those are drawn (ruling 54). */
void struggle__draw(struct struggle *g, const struct action *a) {
    CHECK(struggle__check_draw(g, a) == SE_OK);
    g->phase = SP_DRAW;
    g->traded = 0;
    g->pending = a->place;
    if (!g->pending || !struggle__ready(g))
        struggle__end_turn(g);
}

/* A round ends when play comes back to the first seat; the count stops at its maximum. */
void struggle__end_turn(struct struggle *g) {
    int next = (g->turn + 1) % seats_of(g);
    if (next == g->first && g->round < UINT16_MAX)
        g->round++;
    struggle__begin_turn(g, next);
}

/* Points won in another's turn, by a card taken back or turned, count from here on. */
void struggle__begin_turn(struct struggle *g, int seat) {
    CHECK(0 <= seat && seat < seats_of(g));
    g->turn = (int8_t)seat;
    g->traded = 0;
    g->built = 0;
    g->used = 0;
    g->pending = 0;
    struggle__resume(g);
}
