/* turn.c -- the course of a turn: its start, the roll, what it yields, its end, and winning.
 *
 * What is due is kept as plain facts (cards owed, a robber to move, free roads, a standing
 * offer); catan__resume() finds the phase they call for, and else goes on with the turn. */
#include "kernel.h"

/* ---- going on ---------------------------------------------------------------------- */

/* The phase of a turn in which nothing is due. */
static int base_phase(const struct catan *g) {
    if (g->special != CATAN_NONE)
        return PH_SPECIAL;
    if (!g->rolled)
        return PH_ROLL;
    if (catan_option(g, OPT_PHASES) == PHASES_COMBINED)
        return PH_MAIN;
    return g->trade_over ? PH_BUILD : PH_TRADE;
}

/* Anybody's, for the robber waits for all. */
static bool cards_owed(const struct catan *g) {
    for (int p = 0; p < catan_seats(g); p++)
        if (g->owes_cards[p])
            return true;
    return false;
}

/* The order of the questions is the order of the rules: all discard before the robber moves
 * (ruling 8), and a card's effect ends before anything else goes on (9, 79). */
void catan__resume(struct catan *g) {
    CHECK(g->turn < catan_seats(g));
    if (g->winner != CATAN_NONE)
        g->phase = PH_OVER;
    else if (cards_owed(g))
        g->phase = PH_DISCARD;
    else if (g->robber_due)
        g->phase = PH_ROBBER;
    else if (g->free_roads)
        g->phase = PH_FREE_ROAD;
    else if (g->offer[g->turn].number)
        g->phase = PH_OFFER;
    else
        g->phase = (uint8_t)base_phase(g);
}

/* Only the active seat wins, and not while others build between the turns (rulings 24, 34).
 * Hidden points count by themselves (28). Then nothing is offered any more. */
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

/* What lasts as long as a turn does. Most turns see no offer, and this is in the inner loop. */
void catan__forget_turn(struct catan *g) {
    g->jean = CATAN_NONE;
    g->helper_fresh = g->helper_used = 0;
    if (g->offers_made == 0)
        return;
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

/* After a winning turn there is no special building: the game was over before (ruling 35). */
void catan__do_end(struct catan *g, const struct action *a) {
    (void)a;
    CHECK(g->rolled && g->special == CATAN_NONE);
    g->turns++;
    catan__forget_turn(g);
    if (catan_option(g, OPT_SPECIAL_BUILDING)) {
        g->special = (uint8_t)next_seat(g, g->turn);
        g->phase = PH_SPECIAL;
    } else {
        catan__begin_turn(g, next_seat(g, g->turn));
    }
}

/* Special building, Marianne, Sean: to let the chance go by. */
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
    int next = next_seat(g, g->special);        /* clockwise, one after another: ruling G1 */
    if (next == g->turn)
        catan__begin_turn(g, next_seat(g, g->turn));
    else
        g->special = (uint8_t)next;
}

/* ---- the roll ---------------------------------------------------------------------- */

enum catan_error catan__check_roll(const struct catan *g, const struct action *a) {
    (void)g, (void)a;
    return CATAN_OK;
}

/* The seat asks for the dice; chance throws them in PH_DICE. */
void catan__do_roll(struct catan *g, const struct action *a) {
    (void)a;
    g->phase = PH_DICE;
}

/* The outcomes whose sum is seven: (1,6), (2,5) .. (6,1). */
static uint64_t sevens(void) {
    uint64_t set = 0;
    for (int a = 0; a < 6; a++)
        set |= bits_one(6 * a + 5 - a);
    return set;
}

/* The outcomes that can come now, bit 6*(a-1)+(b-1). A deck of dice is shuffled anew when
 * nothing that may come is left in it. */
static uint64_t dice_outcomes(const struct catan *g) {
    uint64_t all = bits_low(36);
    if (g->phase == PH_FIRST)
        return all;
    if (catan_round(g) < catan_option(g, OPT_QUIET_ROUNDS))
        all &= ~sevens();
    uint64_t left = all & g->dice_left;
    return catan_option(g, OPT_DICE) == DICE_DECK && left ? left : all;
}

int catan__dice_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    int n = 0;
    for (uint64_t left = dice_outcomes(g); left; n++) {
        int i = bits_pop(&left);
        menu[n] = (struct action){ .type = ACT_DICE, .seat = SEAT_CHANCE,
            .place = (uint8_t)(1 + i / 6),
                                   .target = (uint8_t)(1 + i % 6) };
        weight[n] = 1;
    }
    return n;
}

enum catan_error catan__check_dice(const struct catan *g, const struct action *a) {
    bool dice = 1 <= a->place && a->place <= 6 && 1 <= a->target && a->target <= 6;
    if (!dice || !(dice_outcomes(g) >> (6 * a->place + a->target - 7) & 1))
        return ERR_IMPOSSIBLE;
    return CATAN_OK;
}

/* An outcome that is not left was drawn from a deck just shuffled. */
static void draw_from_dice_deck(struct catan *g, int outcome) {
    if (!(g->dice_left >> outcome & 1))
        g->dice_left = bits_low(36);
    g->dice_left &= ~bits_one(outcome);
}

/* Marianne's holder, if the roll gave that seat nothing. */
void catan__ask_marianne(struct catan *g) {
    int seat = catan__holder(g, MARIANNE);
    if (seat < 0 || g->gains[seat] || !g->bank || !catan__ready(g, seat, MARIANNE))
        return;
    g->helper_seat = (uint8_t)seat;
    g->phase = PH_MARIANNE;
}

void catan__do_dice(struct catan *g, const struct action *a) {
    int sum = a->place + a->target;
    CHECK(1 <= a->place && a->place <= 6 && 1 <= a->target && a->target <= 6);
    if (g->phase == PH_FIRST) {
        catan__first_dice(g, sum);
        return;
    }
    if (catan_option(g, OPT_DICE) == DICE_DECK)
        draw_from_dice_deck(g, 6 * a->place + a->target - 7);
    g->dice[0] = a->place;
    g->dice[1] = a->target;
    g->rolled = 1;
    if (sum == 7) {
        catan__seven(g);
        return;
    }
    CHECK(g->robber < catan_board(g)->hexes);   /* kept_back() looks at its hex */
    produce(shape_of(g), g, sum);
    catan__resume(g);
    if (catan_option(g, OPT_HELPERS))
        catan__ask_marianne(g);
}
