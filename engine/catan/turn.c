/* turn.c -- the course of a turn: its start, the roll, its end, and winning.
 *
 * What is due is stored as plain facts (cards owed, a robber to move, free roads, a standing
 * offer). catan__resume() derives the phase from them, or continues the turn. */
#include "kernel.h"

/* ---- going on ---------------------------------------------------------------------- */

void catan__resume(struct catan *g) {
    resume(g);
}

/* Only the active seat wins, and not during special building (rulings 24, 34). Hidden points
 * count (28). After a win all offers end. */
bool catan__judge_win(struct catan *g) {
    CHECK(g->turn < catan_seats(g));
    if (g->special != CATAN_NONE || catan_points(g, g->turn) < catan_option(g, OPT_POINTS))
        return false;
    g->winner = g->turn;
    g->phase = PH_OVER;
    for (int p = 0; p < catan_seats(g); p++)
        catan__lapse(g, p);
    return true;
}

/* Points reached in another's turn win here, before the roll (ruling 25). */
void catan__begin_turn(struct catan *g, int seat) {
    CHECK(seat < catan_seats(g));
    CHECK(!g->robber_due && !g->free_roads);
    begin_turn(g, seat);
    catan__judge_win(g);
}

/* ---- the end of a turn, and special building --------------------------------------- */

/* Clears standing offers and counts; rare, so it is outside the inner loop. */
NOINLINE void catan__forget_offers(struct catan *g) {
    g->offers_made = 0;
    for (int p = 0; p < catan_seats(g); p++) {
        g->offers_by[p] = 0;
        g->offer[p] = (struct catan_offer){ 0 };
    }
}

enum catan_error catan__check_end(const struct catan *g, const struct action *a) {
    (void)g, (void)a;
    return CATAN_OK;
}

void catan__do_end(struct catan *g, const struct action *a) {
    (void)a;
    CHECK(g->rolled && g->special == CATAN_NONE);
    CHECK(!g->robber_due && !g->free_roads);
    end_turn(shape_of(g), g);
}

/* Special building, Marianne, Sean: decline. */
enum catan_error catan__check_pass(const struct catan *g, const struct action *a) {
    int whose = g->phase == PH_SPECIAL ? g->special : g->helper_seat;
    return a->seat == whose ? CATAN_OK : ERR_NOT_YOUR_TURN;
}

void catan__do_pass(struct catan *g, const struct action *a) {
    (void)a;
    if (g->phase != PH_SPECIAL) {
        g->helper_seat = CATAN_NONE;
        catan__resume(g);
        return;
    }
    CHECK(g->special < catan_seats(g) && g->special != g->turn);
    end_special(shape_of(g), g);
}

/* ---- the roll ---------------------------------------------------------------------- */

enum catan_error catan__check_roll(const struct catan *g, const struct action *a) {
    (void)g, (void)a;
    return CATAN_OK;
}

/* The seat asks for the dice; chance rolls them in PH_DICE. */
void catan__do_roll(struct catan *g, const struct action *a) {
    (void)a;
    g->phase = PH_DICE;
}

/* In the roll for the first seat every outcome is possible. */
static uint64_t outcomes(const struct catan *g) {
    return g->phase == PH_FIRST ? ALL_DICE : dice_outcomes(shape_of(g), g);
}

static ALWAYS_INLINE void write_dice(struct action *a, int outcome) {
    action_write(a, action_head(ACT_DICE, SEAT_CHANCE, 1 + outcome / 6, 1 + outcome % 6), 0, 0);
}

int catan__dice_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    int n = 0;
    for (uint64_t left = outcomes(g); left; n++) {
        write_dice(&menu[n], bits_pop(&left));
        weight[n] = 1;
    }
    return n;
}

void catan__draw_dice(const struct catan *g, struct source *src, struct action *a) {
    uint64_t left = outcomes(g);
    int drawn = (int)source_below(src, (uint32_t)bits_count(left));
    write_dice(a, left == ALL_DICE ? drawn : bits_select(left, drawn));
}

enum catan_error catan__check_dice(const struct catan *g, const struct action *a) {
    bool dice = 1 <= a->place && a->place <= 6 && 1 <= a->target && a->target <= 6;
    if (!dice || !(outcomes(g) >> (6 * a->place + a->target - 7) & 1))
        return ERR_IMPOSSIBLE;
    return CATAN_OK;
}

void catan__do_dice(struct catan *g, const struct action *a) {
    int sum = a->place + a->target;
    CHECK(1 <= a->place && a->place <= 6 && 1 <= a->target && a->target <= 6);
    if (g->phase == PH_FIRST) {
        catan__first_dice(g, sum);
        return;
    }
    CHECK(g->robber < catan_board(g)->hexes);   /* kept_back() reads its hex */
    throw_dice(shape_of(g), g, 6 * a->place + a->target - 7);
}
