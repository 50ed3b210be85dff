/* robber.c -- a seven, the robber's move, and the card it steals.
 *
 * Seats that owe cards pay in any order; the robber waits for all of them. The hands at the
 * moment of the roll decide who owes how much. */
#include "kernel.h"

/* ---- the seven --------------------------------------------------------------------- */

/* Sean's holder is asked before anybody discards (rulings 44, G2). With an empty supply a small
 * hand has nothing to take. */
bool catan__ask_sean(struct catan *g) {
    int seat = catan__holder(g, SEAN);
    if (seat < 0 || !catan__ready(g, seat, SEAN) || (!g->owes_cards[seat] && !g->bank))
        return false;
    g->helper_seat = (uint8_t)seat;
    g->phase = PH_SEAN;
    return true;
}

enum catan_error catan__check_discard(const struct catan *g, const struct action *a) {
    if (!g->owes_cards[a->seat])
        return ERR_OWES_NOTHING;
    if (a->place >= KIND_N)
        return ERR_BAD_ACTION;
    return bundle_count(g->hand[a->seat], a->place) ? CATAN_OK : ERR_NOT_HELD;
}

/* One card per action, so that no menu has to list combinations. */
void catan__do_discard(struct catan *g, const struct action *a) {
    CHECK(a->place < KIND_N && bundle_count(g->hand[a->seat], a->place));
    discard(g, a->seat, a->place);
    resume(g);
}

/* ---- the robber -------------------------------------------------------------------- */

void catan__call_robber(struct catan *g) {
    g->robber_due = 1;
    g->phase = PH_ROBBER;
}

uint32_t catan__robber_hexes(const struct catan *g) {
    return robber_hexes(shape_of(g), g);
}

enum catan_error catan__check_robber(const struct catan *g, const struct action *a) {
    if (a->place >= catan_board(g)->hexes)
        return ERR_NO_SUCH_PLACE;
    if (a->place == g->robber)
        return ERR_ROBBER_STAYS;
    uint32_t hex = 1u << a->place;
    if (!(catan__robber_hexes(g) & hex))
        return ERR_FRIENDLY_ROBBER;
    if (a->target != CATAN_NONE)
        return a->target < catan_seats(g) && robbed_at(g, a->target, hex)
            ? CATAN_OK : ERR_BAD_VICTIM;
    for (int p = 0; p < catan_seats(g); p++)    /* if somebody can be robbed, one must be chosen */
        if (robbed_at(g, p, hex))
            return ERR_MUST_ROB;
    return CATAN_OK;
}

void catan__do_robber(struct catan *g, const struct action *a) {
    CHECK(a->place < catan_board(g)->hexes);
    CHECK(a->place != g->robber);
    CHECK(a->target == CATAN_NONE || (a->target < catan_seats(g) && a->target != a->seat));
    move_robber(g, a->place, a->target);
}

enum catan_error catan__check_steal(const struct catan *g, const struct action *a) {
    if (a->target != g->victim || a->place >= KIND_N || !bundle_count(g->hand[g->victim], a->place))
        return ERR_IMPOSSIBLE;
    return CATAN_OK;
}

void catan__do_steal(struct catan *g, const struct action *a) {
    CHECK(g->victim < catan_seats(g) && g->victim == a->target);
    CHECK(bundle_count(g->hand[g->victim], a->place));
    steal(g, a->place);
}
