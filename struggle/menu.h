/* menu.h -- what listing a menu (menu.c) and drawing from it (sample.c) share.
 *
 * In the main phases the menu is groups of actions in a fixed order; a group knows its size before
 * it is written out, so a playout draws from it without a list. Both ways make the i-th action of a
 * group with the same code. */
#ifndef STRUGGLE_MENU_H
#define STRUGGLE_MENU_H

#include <string.h>

#include "internal.h"

/* The groups in menu order; building has one for each sort. */
enum group { M_SWAP_STACK, M_SWAP_MARKET, M_TAKE_FROM, M_LIBRARY, M_GUILD, M_BUILD,
    M_DRAW = M_BUILD + SB_N, M_N };

enum {
    SMALL_MENU = KINDS * KINDS + 1,     /* upper bound in every phase but the main ones */
    WAYS_MAX = 427,                     /* ways to pay a city out of all cards */
};

static inline void begin(struct action *a, int type, int seat) {
    memset(a, 0, sizeof *a);
    a->type = (uint8_t)type;
    a->seat = (int8_t)seat;
}

/* The i-th of a small set that has more than i. */
static inline int nth(unsigned set, int i) {
    while (i--)
        set &= set - 1;
    return bits_first(set);
}

/* How many there are in a set of kinds or seats; without a call where the processor is old. */
static inline int size(unsigned set) {
    static const uint8_t ones[64] = {
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
        1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
        2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
    };
    return ones[set];
}

/* What the menu of a main phase is made of. */
struct menu {
    const struct struggle *g;
    int seat;
    int count[M_N];             /* actions in each group */
    int end[M_N];               /* of each group in the menu */
    int ways;                   /* to pay an expansion of any kind */
    unsigned kinds;             /* in the hand */
    unsigned choice;            /* expansions to choose from, if there are ways to pay one */
    int trades;
};

/* sample.c. Counting is the one place that decides what is in a main menu; making writes the i-th
 * action of a group. */
void struggle__count_groups(const struct struggle *g, int seat, struct menu *m);
void struggle__make(const struct menu *m, int group, int i, struct action *a);
int struggle__market_swaps(unsigned hand, unsigned market);
void struggle__make_swap_market(unsigned hand, unsigned market, int i, struct action *a);

/* The cards that chance draws from in this phase. */
static inline uint64_t pool(const struct struggle *g) {
    return g->phase == SP_TAKE ? g->hand[g->target] : g->stack;
}
/* Whom the outcome concerns; fills what all outcomes of the phase share. */
void struggle__begin_chance(struct action *a, const struct struggle *g);

/* menu.c: in every phase but the main ones; room for SMALL_MENU. */
int struggle__list_small(const struct struggle *g, int seat, struct action *menu);

#endif
