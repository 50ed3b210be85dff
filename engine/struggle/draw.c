/* draw.c -- drawing cards at the end of a turn.
 *
 * Two cards must be drawn, and one more may be drawn for each A-side knight. */
#include "draw.h"
#include "internal.h"

/* Ruling 81: the knights' cards are optional, so any number in between is allowed. */
int struggle__check_draw(const struct struggle *g, const struct action *a) {
    int least = option_of(g, SO_DRAW);
    int most = least + struggle_a_sides(g->seat[a->seat].knights);
    return a->place >= least && a->place <= most ? SE_OK : SE_WRONG_NUMBER;
}

/* If fewer cards exist, those are drawn (ruling 54). */
void struggle__draw(struct struggle *g, const struct action *a) {
    CHECK(struggle__check_draw(g, a) == SE_OK);
    g->phase = SP_DRAW;
    g->traded = 0;
    g->pending = a->place;
    if (!g->pending || !struggle__ready(g))
        struggle__end_turn(g);
}
