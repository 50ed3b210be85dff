/* menu.c -- what a seat may do now, listed or drawn at random; chance's outcomes.
 *
 * In the main phases the menu is groups of actions in a fixed order; a group knows
 * its size before it is written out, so a playout draws from it without a list.
 * Both ways share the code that makes the i-th action of a group. */
#include <string.h>

#include "internal.h"

enum group { M_SWAP_STACK, M_SWAP_MARKET, M_TAKE_FROM, M_LIBRARY, M_GUILD, M_BUILD, M_DRAW = M_BUILD + SB_N, M_N };

enum { SMALL_MENU = KINDS * KINDS + 1 };    /* upper bound in every phase but the main ones */

static struct action act(int type, int seat) {
    return (struct action){ .type = (uint8_t)type, .seat = (int8_t)seat };
}

/* Ways to pay. Sets of three in the hand bound how many cards can be replaced,
 * cards missing for the plain price how many must be; the tables are sorted by that. */

struct range {
    const uint64_t *way, *end;
};

static int threes(uint64_t hand) {
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++)
        n += struggle_cards(hand, kind) / 3;
    return n;
}

static int missing(uint64_t hand, uint64_t price) {
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int lack = struggle_cards(price, kind) - struggle_cards(hand, kind);
        n += lack > 0 ? lack : 0;
    }
    return n;
}

static struct range ways_in_reach(uint64_t hand, int sets, int building) {
    const struct payments *p = &struggle__payments[building];
    int cards = struggle_total(p->way[0]);
    int least = missing(hand, p->way[0]), most = sets < cards ? sets : cards;
    if (least > most)
        return (struct range){ NULL, NULL };
    return (struct range){ p->way + p->start[least], p->way + p->start[most + 1] };
}

static int count_ways(uint64_t hand, int sets, int building) {
    struct range r = ways_in_reach(hand, sets, building);
    int n = 0;
    for (const uint64_t *way = r.way; way < r.end; way++)
        n += cards_hold(hand, *way);
    return n;
}

static uint64_t nth_way(uint64_t hand, int building, int i) {
    const uint64_t *way = ways_in_reach(hand, threes(hand), building).way;
    while (!cards_hold(hand, *way) || i--)
        way++;
    return *way;
}

/* Groups of the main phases. */

static unsigned opponents(const struct struggle *g, int seat) {
    return ((1u << seats_of(g)) - 1) & ~(1u << seat);
}

static unsigned opponents_with_cards(const struct struggle *g, int seat) {
    unsigned with = 0;
    for (uint64_t left = opponents(g, seat); left;) {
        int s = bits_pop(&left);
        with |= struggle_total(g->hand[s]) ? 1u << s : 0;
    }
    return with;
}

static bool may_use(const struct struggle *g, int seat, int expansion, unsigned used) {
    return g->seat[seat].expansions & 1u << expansion && !(g->used & used);
}

static unsigned guild_targets(const struct struggle *g, int seat) {
    unsigned targets = 0;
    int own = struggle_points(g, seat);
    for (uint64_t left = opponents_with_cards(g, seat); left;) {
        int s = bits_pop(&left);
        targets |= struggle_points(g, s) >= own ? 1u << s : 0;
    }
    return targets;
}

static int takes_from(const struct struggle *g, int target, int trades) {
    int cards = struggle_total(g->hand[target]);
    return cards < trades ? cards : trades;
}

static void count_trades(const struct struggle *g, int seat, int count[M_N]) {
    int trades = struggle_trades_left(g);
    if (trades <= 0)
        return;
    unsigned hand = cards_kinds(g->hand[seat]), market = cards_kinds(g->market);
    count[M_SWAP_STACK] = bits_count(hand);
    if (!g->seat[seat].roads)
        return;
    count[M_SWAP_MARKET] = bits_count(hand) * bits_count(market) - bits_count(hand & market);
    for (uint64_t left = opponents(g, seat); left;)
        count[M_TAKE_FROM] += takes_from(g, bits_pop(&left), trades);
    if (may_use(g, seat, SX_LIBRARY, SU_LIBRARY))
        count[M_LIBRARY] = bits_count(opponents_with_cards(g, seat));
}

/* How many actions each group holds; returns how many there are in all. */
static int count_groups(const struct struggle *g, int seat, int count[M_N]) {
    int n = 0, sets = threes(g->hand[seat]);
    memset(count, 0, M_N * sizeof *count);
    if (g->phase == SP_TRADE)
        count_trades(g, seat, count);
    if (may_use(g, seat, SX_GUILD, SU_GUILD))
        count[M_GUILD] = bits_count(guild_targets(g, seat));
    for (int b = 0; b < SB_N; b++) {
        count[M_BUILD + b] = count_ways(g->hand[seat], sets, b);
        if (count[M_BUILD + b] && struggle__may_build(g, seat, b) != SE_OK)
            count[M_BUILD + b] = 0;
    }
    count[M_BUILD + SB_EXPANSION] *= bits_count(struggle__choice(g, seat));
    count[M_DRAW] = 1 + struggle_a_sides(g->seat[seat].knights);
    for (int m = 0; m < M_N; m++)
        n += count[m];
    return n;
}

static void make_swap_market(const struct struggle *g, int seat, int i, struct action *a) {
    unsigned hand = cards_kinds(g->hand[seat]);
    for (uint64_t left = cards_kinds(g->market);;) {
        int get = bits_pop(&left);
        uint64_t gives = hand & ~(1u << get);
        int n = bits_count(gives);
        if (i < n) {
            a->get[get] = 1;
            a->give[bits_select(gives, i)] = 1;
            return;
        }
        i -= n;
    }
}

static void make_take_from(const struct struggle *g, int seat, int i, struct action *a) {
    int trades = struggle_trades_left(g);
    for (uint64_t left = opponents(g, seat);;) {
        int target = bits_pop(&left), n = takes_from(g, target, trades);
        if (i < n) {
            a->target = (uint8_t)target;
            a->place = (uint8_t)(i + 1);
            return;
        }
        i -= n;
    }
}

static void make_build(const struct struggle *g, int seat, int building, int i, int ways, struct action *a) {
    a->place = (uint8_t)building;
    if (building == SB_EXPANSION) {
        unsigned choice = struggle__choice(g, seat);
        ways /= bits_count(choice);
        a->target = (uint8_t)bits_select(choice, i / ways);
        i %= ways;
    }
    struggle__unpack(nth_way(g->hand[seat], building, i), a->give);
}

/* The i-th action of a group that holds `count`. */
static struct action make(const struct struggle *g, int seat, int m, int i, int count) {
    static const uint8_t type[M_N] = { SA_SWAP_STACK, SA_SWAP_MARKET, SA_TAKE_FROM, SA_LIBRARY, SA_GUILD,
                                       SA_BUILD, SA_BUILD, SA_BUILD, SA_BUILD, SA_BUILD, SA_DRAW };
    struct action a = act(type[m], seat);
    switch (m) {
    case M_SWAP_STACK:
        a.give[bits_select(cards_kinds(g->hand[seat]), i)] = 1;
        break;
    case M_SWAP_MARKET:
        make_swap_market(g, seat, i, &a);
        break;
    case M_TAKE_FROM:
        make_take_from(g, seat, i, &a);
        break;
    case M_LIBRARY:
        a.target = (uint8_t)bits_select(opponents_with_cards(g, seat), i);
        break;
    case M_GUILD:
        a.target = (uint8_t)bits_select(guild_targets(g, seat), i);
        break;
    case M_DRAW:
        a.place = (uint8_t)(option_of(g, SO_DRAW) + i);
        break;
    default:
        make_build(g, seat, m - M_BUILD, i, count, &a);
    }
    return a;
}

/* All ways to build something, in one pass over its payments. */
static int list_builds(const struct struggle *g, int seat, int building, struct action *menu) {
    uint64_t hand = g->hand[seat];
    struct range r = ways_in_reach(hand, threes(hand), building);
    uint64_t choice = building == SB_EXPANSION ? struggle__choice(g, seat) : 1;
    int n = 0;
    while (choice) {
        int expansion = bits_pop(&choice);
        for (const uint64_t *way = r.way; way < r.end; way++) {
            if (!cards_hold(hand, *way))
                continue;
            menu[n] = act(SA_BUILD, seat);
            menu[n].place = (uint8_t)building;
            menu[n].target = (uint8_t)expansion;
            struggle__unpack(*way, menu[n++].give);
        }
    }
    return n;
}

static int list_main(const struct struggle *g, int seat, struct action *menu) {
    int count[M_N], n = 0;
    int total = count_groups(g, seat, count);
    for (int m = 0; m < M_N; m++) {
        if (m >= M_BUILD && m < M_DRAW && count[m]) {
            n += list_builds(g, seat, m - M_BUILD, menu + n);
            continue;
        }
        for (int i = 0; i < count[m]; i++)
            menu[n++] = make(g, seat, m, i, count[m]);
    }
    CHECK(n == total && n <= STRUGGLE_MENU_MAX);
    return total;
}

/* The other phases. */

static int list_cards(int type, int seat, uint64_t cards, bool get, struct action *menu) {
    int n = 0;
    for (uint64_t kinds = cards_kinds(cards); kinds; n++) {
        menu[n] = act(type, seat);
        (get ? menu[n].get : menu[n].give)[bits_pop(&kinds)] = 1;
    }
    return n;
}

static int list_market_day(const struct struggle *g, int seat, struct action *menu) {
    unsigned hand = cards_kinds(g->hand[seat]), market = cards_kinds(g->market);
    int n = bits_count(hand) * bits_count(market) - bits_count(hand & market);
    for (int i = 0; i < n; i++) {
        menu[i] = act(SA_SWAP_MARKET, seat);
        make_swap_market(g, seat, i, &menu[i]);
    }
    menu[n] = act(SA_PASS, seat);
    return n + 1;
}

static int list_small(const struct struggle *g, int seat, struct action *menu) {
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
        menu[0] = act(SA_TURN, seat);
        menu[1] = act(SA_LEAVE, seat);
        return 2;
    }
}

/* Chance. */

/* The cards that chance draws from in this phase. */
static uint64_t pool(const struct struggle *g) {
    return g->phase == SP_TAKE ? g->hand[g->target] : g->stack;
}

static int chance_type(const struct struggle *g) {
    switch (g->phase) {
    case SP_FIRST:
        return SA_FIRST;
    case SP_EVENT:
        return SA_EVENT;
    case SP_MARKET:
        return SA_MARKET;
    case SP_TAKE:
        return SA_STEAL;
    default:
        return SA_DEAL;
    }
}

/* Whom the outcome concerns; fills what all outcomes of the phase share. */
static struct action chance_act(const struct struggle *g) {
    struct action a = act(chance_type(g), SEAT_CHANCE);
    if (a.type == SA_STEAL)
        a.target = g->target;
    else if (a.type == SA_DEAL)
        a.target = (uint8_t)struggle__dealt_to(g);
    return a;
}

static int list_chance(const struct struggle *g, struct action *menu) {
    struct action common = chance_act(g);
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
            weight[i] = (uint32_t)struggle_cards(pool(g), struggle__kind(outcome[i].get));
    }
    return n;
}

int struggle__legal(const void *state, int seat, struct action *menu) {
    const struct struggle *g = state;
    unsigned owes = struggle__owes(g);
    if (seat == SEAT_CHANCE)
        return owes == OWES_CHANCE ? list_chance(g, menu) : 0;
    if (owes == OWES_CHANCE || seat < 0 || seat >= seats_of(g) || !(owes >> seat & 1))
        return 0;
    return PHASES_MAIN & PHASE(g->phase) ? list_main(g, seat, menu) : list_small(g, seat, menu);
}

/* Playing at random. */

static struct action sample_chance(const struct struggle *g, struct rng *rng) {
    struct action a = chance_act(g);
    if (a.type == SA_FIRST) {
        a.target = (uint8_t)rng_below(rng, (uint32_t)seats_of(g));
    } else if (a.type == SA_EVENT) {
        uint32_t drawn = rng_below(rng, (uint32_t)(g->back[SV_BRIGANDS] + g->back[SV_MARKET_DAY]));
        a.place = drawn < g->back[SV_BRIGANDS] ? SV_BRIGANDS : SV_MARKET_DAY;
    } else {
        uint64_t cards = pool(g);
        int drawn = (int)rng_below(rng, (uint32_t)struggle_total(cards)), kind = 0;
        while (drawn >= struggle_cards(cards, kind))
            drawn -= struggle_cards(cards, kind++);
        a.get[kind] = 1;
    }
    return a;
}

static struct action sample_main(const struct struggle *g, int seat, struct rng *rng) {
    int count[M_N];
    int i = (int)rng_below(rng, (uint32_t)count_groups(g, seat, count)), m = 0;
    while (i >= count[m])
        i -= count[m++];
    return make(g, seat, m, i, count[m]);
}

void struggle_sample(const struct struggle *g, struct rng *rng, struct action *out) {
    unsigned owes = struggle__owes(g);
    if (owes == OWES_CHANCE) {
        *out = sample_chance(g, rng);
        return;
    }
    int seat = bits_first(owes);
    if (PHASES_MAIN & PHASE(g->phase)) {
        *out = sample_main(g, seat, rng);
        return;
    }
    struct action menu[SMALL_MENU];
    int n = list_small(g, seat, menu);
    *out = menu[rng_below(rng, (uint32_t)n)];
}

uint32_t struggle_playout(struct struggle *g, struct rng *rng, uint32_t max) {
    uint32_t decisions = 0;
    while (g->phase != SP_OVER && decisions < max) {
        struct action a;
        struggle_sample(g, rng, &a);
        decisions += a.seat != SEAT_CHANCE;
        struggle__acts[a.type].apply(g, &a);
    }
    return decisions;
}
