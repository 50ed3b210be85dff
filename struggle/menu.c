/* menu.c -- what a seat may do now, listed; chance's outcomes and their weights. */
#include "menu.h"

/* All ways to build something, in one pass over its payments. */
static int list_builds(const struct menu *m, int building, struct action *menu) {
    uint64_t way[WAYS_MAX], choice = building == SB_EXPANSION ? m->choice : 1;
    int ways = struggle__list_ways(m->g->hand[m->seat], building, WAYS_MAX, way), n = 0;
    while (choice) {
        int expansion = bits_pop(&choice);
        for (int i = 0; i < ways; i++, n++) {
            begin(&menu[n], SA_BUILD, m->seat);
            menu[n].place = (uint8_t)building;
            menu[n].target = (uint8_t)expansion;
            bundle_unpack(way[i], menu[n].give);
        }
    }
    return n;
}

static int list_main(const struct struggle *g, int seat, struct action *menu) {
    struct menu m;
    int n = 0;
    struggle__count_groups(g, seat, &m);
    for (int group = 0; group < M_N; group++) {
        if (m.count[group] && group >= M_BUILD && group < M_DRAW) {
            n += list_builds(&m, group - M_BUILD, menu + n);
            continue;
        }
        for (int i = 0; i < m.count[group]; i++)
            struggle__make(&m, group, i, &menu[n++]);
    }
    CHECK(n == m.end[M_N - 1] && n <= STRUGGLE_MENU_MAX);
    return n;
}

/* ---- the other phases ---- */

/* One action for each kind that is there, the card on the side of `get` or of `give`. */
static int list_cards(int type, int seat, uint64_t cards, bool get, struct action *menu) {
    int n = 0;
    for (uint64_t kinds = cards_kinds(cards); kinds; n++) {
        begin(&menu[n], type, seat);
        (get ? menu[n].get : menu[n].give)[bits_pop(&kinds)] = 1;
    }
    return n;
}

static int list_market_day(const struct struggle *g, int seat, struct action *menu) {
    unsigned hand = cards_kinds(g->hand[seat]), market = cards_kinds(g->market);
    int n = struggle__market_swaps(hand, market);
    for (int i = 0; i < n; i++) {
        begin(&menu[i], SA_SWAP_MARKET, seat);
        struggle__make_swap_market(hand, market, i, &menu[i]);
    }
    begin(&menu[n], SA_PASS, seat);
    return n + 1;
}

int struggle__list_small(const struct struggle *g, int seat, struct action *menu) {
    switch (g->phase) {
    case SP_GIVE_BACK:
        return list_cards(SA_GIVE_BACK, seat, g->hand[seat], false, menu);
    case SP_DISCARD:
        return list_cards(SA_DISCARD, seat, g->hand[seat], false, menu);
    case SP_LIBRARY:
        return list_cards(SA_PICK, seat, g->hand[g->target], true, menu);
    case SP_MARKET_DAY:
        return list_market_day(g, seat, menu);
    default:
        CHECK(g->phase == SP_SETTLED);
        begin(&menu[0], SA_TURN, seat);
        begin(&menu[1], SA_LEAVE, seat);
        return 2;
    }
}

/* ---- chance ---- */

static int list_chance(const struct struggle *g, struct action *menu) {
    struct action common;
    struggle__begin_chance(&common, g);
    int n = 0;
    if (common.type == SA_FIRST) {
        for (; n < seats_of(g); n++) {
            menu[n] = common;
            menu[n].target = (uint8_t)n;
        }
    } else if (common.type == SA_EVENT) {
        for (int event = 0; event < SV_N; event++)
            if (g->back[event]) {
                menu[n] = common;
                menu[n++].place = (uint8_t)event;
            }
    } else {
        for (uint64_t kinds = cards_kinds(pool(g)); kinds; n++) {
            menu[n] = common;
            menu[n].get[bits_pop(&kinds)] = 1;
        }
    }
    return n;
}

/* Every card, and every back, is as likely as any other. */
int struggle__weights(const void *state, uint32_t *weight) {
    const struct struggle *g = state;
    struct action outcome[SMALL_MENU];
    if (struggle__owes(g) != OWES_CHANCE)
        return 0;
    int n = list_chance(g, outcome);
    for (int i = 0; i < n; i++) {
        if (outcome[i].type == SA_FIRST)
            weight[i] = 1;
        else if (outcome[i].type == SA_EVENT)
            weight[i] = g->back[outcome[i].place];
        else
            weight[i] = (uint32_t)bundle_count(pool(g), struggle__kind(outcome[i].get));
    }
    return n;
}

/* Whoever is not waited for has no menu: nobody acts out of turn. */
int struggle__legal(const void *state, int seat, struct action *menu) {
    const struct struggle *g = state;
    unsigned owes = struggle__owes(g);
    if (seat == SEAT_CHANCE)
        return owes == OWES_CHANCE ? list_chance(g, menu) : 0;
    if (owes == OWES_CHANCE || seat < 0 || seat >= seats_of(g) || !(owes >> seat & 1))
        return 0;
    return PHASES_MAIN & PHASE(g->phase) ? list_main(g, seat, menu)
                                       : struggle__list_small(g, seat, menu);
}
