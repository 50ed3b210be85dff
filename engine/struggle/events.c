/* events.c -- the event on the back of a new city: brigands or a market day.
 *
 * Brigands turn the destiny card; then every seat with more cards than the limit pays, all at
 * the same time and in any order. A market day replaces the market, or lets every seat, starting
 * with the builder, swap a card with it. The cards' text could not be recovered, so both are
 * options (docs/rules-sources.md). */
#include "destiny.h"
#include "draw.h"
#include "internal.h"
#include "turn.h"

int struggle__check_event(const struct struggle *g, const struct action *a) {
    return a->place < SV_N && g->back[a->place] ? SE_OK : SE_IMPOSSIBLE;
}

/* At most what the seat holds, in every variant. */
static int brigands_take(const struct struggle *g, int cards) {
    int limit = option_of(g, SO_HAND_LIMIT);
    if (cards <= limit)
        return 0;
    switch (option_of(g, SO_BRIGAND_LOSS)) {
    case SL_HALF:
        return cards / 2;
    case SL_HALF_UP:
        return (cards + 1) / 2;
    default:
        return cards - limit;
    }
}

/* The current hands decide who pays how much (the destiny card turns first). */
static void brigands(struct struggle *g) {
    bool anybody = false;
    turn_destiny(g);
    for (int seat = 0; seat < seats_of(g); seat++) {
        g->seat[seat].owes = (uint8_t)brigands_take(g, bundle_total(g->hand[seat]));
        anybody |= g->seat[seat].owes > 0;
    }
    if (anybody)
        g->phase = SP_DISCARD;
    else
        struggle__resume(g);
}

/* One card per action; the builder continues when the last seat has paid. */
void struggle__discard(struct struggle *g, const struct action *a) {
    uint64_t paid = bundle_pack(a->give);
    CHECK(g->seat[a->seat].owes);
    CHECK(bundle_has(g->hand[a->seat], paid));
    g->hand[a->seat] -= paid;
    g->discard += paid;
    g->seat[a->seat].owes--;
    for (int seat = 0; seat < seats_of(g); seat++)
        if (g->seat[seat].owes)
            return;
    struggle__resume(g);
}

/* The old cards are discarded before the new ones come, so they may come again. */
static void new_market(struct struggle *g) {
    g->pending = (uint8_t)bundle_total(g->market);
    g->discard += g->market;
    g->market = 0;
    if (!g->pending) {
        struggle__resume(g);
        return;
    }
    g->phase = SP_MARKET;
    bool ready = struggle__ready(g);
    CHECK(ready);                       /* at least the old market can be drawn */
    (void)ready;
}

/* Ask the next seat, from `seat` to the builder's right, that has a card to swap. */
static void ask(struct struggle *g, int seat) {
    g->phase = SP_MARKET_DAY;
    do {
        if (bundle_total(g->hand[seat])) {
            g->target = (uint8_t)seat;
            return;
        }
        seat = (seat + 1) % seats_of(g);
    } while (seat != g->turn);
    g->target = 0;
    struggle__resume(g);
}

/* The seats are asked once around the table, the builder first. */
void struggle__next_asked(struct struggle *g) {
    int next = (g->target + 1) % seats_of(g);
    if (next != g->turn) {
        ask(g, next);
        return;
    }
    g->target = 0;
    struggle__resume(g);
}

void struggle__pass(struct struggle *g, const struct action *a) {
    (void)a;
    struggle__next_asked(g);
}

void struggle__event(struct struggle *g, const struct action *a) {
    CHECK(a->place < SV_N && g->back[a->place]);
    g->back[a->place]--;
    if (a->place == SV_BRIGANDS)
        brigands(g);
    else if (option_of(g, SO_MARKET_DAY) == SM_REPLACE)
        new_market(g);
    else if (bundle_total(g->market))
        ask(g, g->turn);
    else
        struggle__resume(g);
}
