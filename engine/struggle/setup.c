/* setup.c -- the stacks, the market, the starting hands, the first seat.
 *
 * Every seat begins with a road and a settlement from the stacks. Then chance lays out the
 * market, deals the hands seat by seat, and draws the first seat unless the rules name it. */
#include <string.h>

#include "draw.h"
#include "internal.h"
#include "turn.h"

uint64_t struggle__all_cards(const struct rules *r) {
    uint64_t all = 0;
    for (int kind = 0; kind < KINDS; kind++)
        all += BUNDLE_CARD(kind) * (uint64_t)(r->value[SO_BRICK + kind] * r->value[SO_COPIES]);
    return all;
}

/* Cards with three symbols join at three seats, cards with four symbols at four. The second copy
 * adds those with three at five seats and those with four at six. */
int struggle__cards_in_play(const struct rules *r, int option) {
    int n = r->value[option];
    for (int seats = 3; seats <= r->seats; seats++)
        n += r->value[option + 1 + (seats - 3) % 2];
    return n;
}

/* Each option is in range; together they must give everybody a start, and there may be no more
 * brigands than settlements to carry them. */
bool struggle__playable(const struct rules *r) {
    int needed = r->value[SO_MARKET] + r->value[SO_START_CARDS] * r->seats;
    if (r->seats < 2 || r->seats > SEATS_MAX || bundle_total(struggle__all_cards(r)) < needed)
        return false;
    if (struggle__cards_in_play(r, SO_ROADS) < r->seats ||
        struggle__cards_in_play(r, SO_SETTLEMENTS) < r->seats)
        return false;
    for (int symbols = 0; symbols < 3; symbols++)
        if (r->value[SO_BRIGANDS + symbols] > r->value[SO_SETTLEMENTS + symbols])
            return false;
    return r->value[SO_FIRST] <= r->seats;
}

/* The seats' starting pieces come from the stacks; there is one back per settlement. */
static void sort_stacks(struct struggle *g) {
    const struct rules *r = &g->rules;
    int settlements = struggle__cards_in_play(r, SO_SETTLEMENTS);
    g->supply[SB_ROAD] = (uint8_t)(struggle__cards_in_play(r, SO_ROADS) - r->seats);
    g->supply[SB_KNIGHT] = (uint8_t)struggle__cards_in_play(r, SO_KNIGHTS);
    g->supply[SB_SETTLEMENT] = (uint8_t)(settlements - r->seats);
    g->back[SV_BRIGANDS] = (uint8_t)struggle__cards_in_play(r, SO_BRIGANDS);
    g->back[SV_MARKET_DAY] = (uint8_t)(settlements - g->back[SV_BRIGANDS]);
    for (int kind = 0; kind < SX_N; kind++)
        g->expansion[kind] = (uint8_t)struggle__cards_in_play(r, SO_LIBRARY + 3 * kind);
}

/* Continue the set-up with the next thing that chance has to do. */
static void go_on(struct struggle *g) {
    if (g->phase == SP_MARKET && !g->pending) {
        g->phase = SP_DEAL;
        g->pending = (uint8_t)(option_of(g, SO_START_CARDS) * seats_of(g));
    }
    if (g->phase == SP_DEAL && !g->pending)
        g->phase = SP_FIRST;
    if (g->phase == SP_FIRST && g->first >= 0)
        struggle__begin_turn(g, g->first);
}

/* Set-up may need no chance at all: no market, no start cards, a given first seat. */
int struggle__init(void *state, const struct rules *rules) {
    if (!struggle__playable(rules))
        return SE_BAD_RULES;
    struct struggle *g = state;
    memset(g, 0, sizeof *g);
    g->rules = *rules;
    g->stack = struggle__all_cards(rules);
    sort_stacks(g);
    for (int seat = 0; seat < rules->seats; seat++) {
        g->seat[seat].roads = 1;
        g->seat[seat].settlements = 1;
    }
    g->turn = -1;
    g->first = (int8_t)(rules->value[SO_FIRST] - 1);
    g->viewer = SEAT_ALL;
    g->counter = rules->seats > 2 && rules->value[SO_WHITE_ARROW];
    g->phase = SP_MARKET;
    g->pending = rules->value[SO_MARKET];
    go_on(g);
    return SE_OK;
}

/* Chance's actions are judged like a seat's, because records and verifiers bring them from
 * outside. */
int struggle__check_first(const struct struggle *g, const struct action *a) {
    return a->target < seats_of(g) ? SE_OK : SE_IMPOSSIBLE;
}

/* Ruling 82: given by the rules, or drawn after the hands are dealt. */
void struggle__first(struct struggle *g, const struct action *a) {
    CHECK(g->first < 0 && a->target < seats_of(g));
    g->first = (int8_t)a->target;
    go_on(g);
}

int struggle__check_deal(const struct struggle *g, const struct action *a) {
    bool possible = a->target == struggle__dealt_to(g) &&
        bundle_has(g->stack, bundle_pack(a->get));
    return possible ? SE_OK : SE_IMPOSSIBLE;
}

/* Deal a card from the draw stack: in the set-up, in exchange for a card put on the discard pile,
 * and at the end of a turn. */
void struggle__deal(struct struggle *g, const struct action *a) {
    bool starting = g->phase == SP_DEAL;
    int seat = starting ? struggle__dealt_to(g) : g->turn;
    struggle__leave_stack(g, struggle__card(a->get), &g->hand[seat]);
    g->pending--;
    if (starting)
        go_on(g);
    else if (g->phase == SP_SWAP)
        struggle__resume(g);
    else if (!g->pending || !g->stack)
        struggle__end_turn(g);
}

int struggle__check_market(const struct struggle *g, const struct action *a) {
    return bundle_has(g->stack, bundle_pack(a->get)) ? SE_OK : SE_IMPOSSIBLE;
}

/* Lay a card into the market, in the set-up or on a market day. */
void struggle__market(struct struggle *g, const struct action *a) {
    CHECK(g->pending);
    struggle__leave_stack(g, struggle__card(a->get), &g->market);
    g->pending--;
    if (g->turn < 0)
        go_on(g);
    else if (!g->pending)
        struggle__resume(g);
}
