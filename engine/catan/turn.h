/* turn.h -- how a turn begins and ends, special building. Part of kernel.h,
 * shared by rules and playouts; it checks nothing. */
#ifndef CATAN_TURN_H
#define CATAN_TURN_H

#include "shape.h"

/* Cards bought in the last turn become playable. The caller checks for a win. */
static ALWAYS_INLINE void begin_turn(struct catan *g, int seat) {
    g->turn = (uint8_t)seat;
    g->special = CATAN_NONE;
    g->rolled = g->card_played = g->trade_over = 0;
    g->dev[seat] += g->dev_new[seat];
    g->dev_new[seat] = 0;
    g->phase = PH_ROLL;
}

/* Reset what lasts for one turn. Most turns have no offer. */
static ALWAYS_INLINE void forget_turn(struct catan *g) {
    g->jean = CATAN_NONE;
    g->helper_fresh = g->helper_used = 0;
    if (UNLIKELY(g->offers_made))
        catan__forget_offers(g);
}

/* The phase of a turn when nothing is due. */
static ALWAYS_INLINE int base_phase(const struct catan *g) {
    if (g->special != CATAN_NONE)
        return PH_SPECIAL;
    if (!g->rolled)
        return PH_ROLL;
    if (g->rules.value[OPT_PHASES] == PHASES_COMBINED)
        return PH_MAIN;
    return g->trade_over ? PH_BUILD : PH_TRADE;
}

/* Does any seat owe cards? The robber waits for all. Absent seats owe nothing. */
static ALWAYS_INLINE bool cards_owed(const struct catan *g) {
    static const uint8_t none[SEATS_MAX];
    return memcmp(g->owes_cards, none, sizeof none) != 0;
}

/* The order follows the rules: all discard before the robber moves (ruling 8), and a card's
 * effect ends before anything else happens (9, 79). */
static ALWAYS_INLINE void resume(struct catan *g) {
    CHECK(g->turn < SEATS_MAX);
    if (g->winner != CATAN_NONE)
        g->phase = PH_OVER;
    else if (UNLIKELY(cards_owed(g)))
        g->phase = PH_DISCARD;
    else if (UNLIKELY(g->robber_due))
        g->phase = PH_ROBBER;
    else if (UNLIKELY(g->free_roads))
        g->phase = PH_FREE_ROAD;
    else if (UNLIKELY(g->offer[g->turn].number))
        g->phase = PH_OFFER;
    else
        g->phase = (uint8_t)base_phase(g);
}

static ALWAYS_INLINE bool has_won(const struct catan *g, int seat) {
    return catan_points(g, seat) >= g->rules.value[OPT_POINTS];
}

/* Something that may bring points is done. */
static ALWAYS_INLINE void go_on(struct catan *g) {
    if (!(UNLIKELY(has_won(g, g->turn)) && catan__judge_win(g)))
        resume(g);
}

static ALWAYS_INLINE int seat_after(struct shape s, int seat) {
    return seat + 1 == s.seats ? 0 : seat + 1;
}

/* Points reached in another's turn win here, before the roll (ruling 25). */
static ALWAYS_INLINE void next_turn(struct shape s, struct catan *g) {
    int seat = seat_after(s, g->turn);
    begin_turn(g, seat);
    if (UNLIKELY(has_won(g, seat)))
        catan__judge_win(g);
}

/* After a winning turn there is no special building: the game is already over (ruling 35). */
static ALWAYS_INLINE void end_turn(struct shape s, struct catan *g) {
    g->turns++;
    forget_turn(g);
    if (g->rules.value[OPT_SPECIAL_BUILDING]) {
        g->special = (uint8_t)seat_after(s, g->turn);
        g->phase = PH_SPECIAL;
    } else {
        next_turn(s, g);
    }
}

/* Special building goes clockwise, one seat after another (ruling G1). */
static ALWAYS_INLINE void end_special(struct shape s, struct catan *g) {
    int next = seat_after(s, g->special);
    if (next == g->turn)
        next_turn(s, g);
    else
        g->special = (uint8_t)next;
}

/* A card from the deck, not playable before its owner's next turn. */
static ALWAYS_INLINE void draw_card(struct catan *g, int seat, int card) {
    g->deck -= BUNDLE_CARD(card);
    g->dev_new[seat] += BUNDLE_CARD(card);
}

#endif
