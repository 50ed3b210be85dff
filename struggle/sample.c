/* sample.c -- an action drawn at random from a menu that is not written out, and games played so.
 *
 * One number below the length of the menu says which action; only that one is made. */
#include "menu.h"
#include "ways.h"

/* ---- the main phases: groups ---- */

/* Whom there is something to take from; how many cards a hand has is public. */
static unsigned rich_opponents(const struct struggle *g, int seat) {
    unsigned rich = 0;
    for (int s = 0; s < seats_of(g); s++)
        rich |= (unsigned)(g->hand[s] != 0) << s;
    return rich & ~(1u << seat);
}

/* An expansion that works once a turn, and has not yet. */
static bool may_use(const struct struggle *g, int seat, int expansion, unsigned used) {
    return g->seat[seat].expansions & 1u << expansion && !(g->used & used);
}

/* Of those, who is not behind (ruling 67). */
static unsigned guild_targets(const struct struggle *g, int seat) {
    unsigned found = 0;
    int own = points_of(g, seat);
    for (uint64_t left = rich_opponents(g, seat); left;) {
        int s = bits_pop(&left);
        found |= (unsigned)(points_of(g, s) >= own) << s;
    }
    return found;
}

/* Up to how many cards can be taken from that seat at once. */
static int takes_from(const struct menu *m, int target) {
    int cards = bundle_total(m->g->hand[target]);
    return cards < m->trades ? cards : m->trades;
}

/* Every pair but those of like for like. */
int struggle__market_swaps(unsigned hand, unsigned market) {
    return size(hand) * size(market) - size(hand & market);
}

/* Without a road only the draw stack trades; from an opponent as many cards at once as there
 * are trades left. */
static void count_trades(struct menu *m) {
    const struct struggle *g = m->g;
    int takes = 0;
    m->count[M_SWAP_STACK] = size(m->kinds);
    if (!g->seat[m->seat].roads)
        return;
    m->count[M_SWAP_MARKET] = struggle__market_swaps(m->kinds, cards_kinds(g->market));
    for (int s = 0; s < seats_of(g); s++)
        takes += takes_from(m, s);
    m->count[M_TAKE_FROM] = takes - takes_from(m, m->seat);
    if (may_use(g, m->seat, SX_LIBRARY, SU_LIBRARY))
        m->count[M_LIBRARY] = size(rich_opponents(g, m->seat));
}

/* Ways to pay are counted first: a hand that pays nothing ends the matter quickly. */
static void count_builds(struct menu *m) {
    struct ways ways = count_ways(m->g->hand[m->seat]);
    int *count = &m->count[M_BUILD];
    unsigned wanted = 0;
    for (int b = 0; b < SB_N; b++)
        wanted |= (unsigned)(ways_for(&ways, b) > 0) << b;
    if (!wanted)
        return;
    unsigned can = struggle__buildable(m->g, m->seat, wanted);
    for (int b = 0; b < SB_N; b++)
        count[b] = can >> b & 1 ? ways_for(&ways, b) : 0;
    if (count[SB_EXPANSION]) {
        m->choice = struggle__choice(m->g, m->seat);
        m->ways = count[SB_EXPANSION];
        count[SB_EXPANSION] *= size(m->choice);
    }
}

/* The one place that decides what is in a main menu; listing and sampling both follow it, and
 * list_main() CHECKs that they agree. Out of line, so that what counts trades and builds is
 * compiled into this and nowhere else: inlined into its callers it cost 20 instructions more. */
NOINLINE void struggle__count_groups(const struct struggle *g, int seat, struct menu *m) {
    m->g = g;
    m->seat = seat;
    memset(m->count, 0, sizeof m->count);
    m->kinds = cards_kinds(g->hand[seat]);
    m->trades = g->phase == SP_TRADE ? struggle_trades_left(g) : 0;
    if (m->trades > 0)
        count_trades(m);
    if (may_use(g, seat, SX_GUILD, SU_GUILD))
        m->count[M_GUILD] = size(guild_targets(g, seat));
    count_builds(m);
    m->count[M_DRAW] = 1 + struggle_a_sides(g->seat[seat].knights);
    for (int i = 0, end = 0; i < M_N; i++)
        m->end[i] = end += m->count[i];
}

/* By the card taken, then by the card given. */
void struggle__make_swap_market(unsigned hand, unsigned market, int i, struct action *a) {
    for (uint64_t left = market;;) {
        int get = bits_pop(&left);
        unsigned gives = hand & ~(1u << get);
        if (i < size(gives)) {
            a->get[get] = 1;
            a->give[nth(gives, i)] = 1;
            return;
        }
        i -= size(gives);
    }
}

/* By seat, then by number of cards; the own seat is stepped over. */
static void make_take_from(const struct menu *m, int i, struct action *a) {
    int target = m->seat == 0;
    while (i >= takes_from(m, target)) {
        i -= takes_from(m, target++);
        target += target == m->seat;
    }
    a->target = (uint8_t)target;
    a->place = (uint8_t)(i + 1);
}

static void make_build(const struct menu *m, int building, int i, struct action *a) {
    uint64_t way[WAYS_MAX];
    a->place = (uint8_t)building;
    if (building == SB_EXPANSION) {
        a->target = (uint8_t)nth(m->choice, i / m->ways);
        i %= m->ways;
    }
    struggle__list_ways(m->g->hand[m->seat], building, i + 1, way);
    bundle_unpack(way[i], a->give);
}

/* The i-th action of a group. */
static ALWAYS_INLINE void make(const struct menu *m, int group, int i, struct action *a) {
    static const uint8_t type[M_N] = {
        SA_SWAP_STACK, SA_SWAP_MARKET, SA_TAKE_FROM, SA_LIBRARY, SA_GUILD, SA_BUILD,
        SA_BUILD,      SA_BUILD,       SA_BUILD,     SA_BUILD,   SA_DRAW,
    };
    begin(a, type[group], m->seat);
    switch (group) {
    case M_SWAP_STACK:
        a->give[nth(m->kinds, i)] = 1;
        break;
    case M_SWAP_MARKET:
        struggle__make_swap_market(m->kinds, cards_kinds(m->g->market), i, a);
        break;
    case M_TAKE_FROM:
        make_take_from(m, i, a);
        break;
    case M_LIBRARY:
        a->target = (uint8_t)nth(rich_opponents(m->g, m->seat), i);
        break;
    case M_GUILD:
        a->target = (uint8_t)nth(guild_targets(m->g, m->seat), i);
        break;
    case M_DRAW:
        a->place = (uint8_t)(option_of(m->g, SO_DRAW) + i);
        break;
    default:
        make_build(m, group - M_BUILD, i, a);
    }
}

void struggle__make(const struct menu *m, int group, int i, struct action *a) {
    make(m, group, i, a);
}

/* ---- chance ---- */

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
void struggle__begin_chance(struct action *a, const struct struggle *g) {
    begin(a, chance_type(g), SEAT_CHANCE);
    if (a->type == SA_STEAL)
        a->target = g->target;
    else if (a->type == SA_DEAL)
        a->target = (uint8_t)struggle__dealt_to(g);
}

/* ---- playing at random ---- */

static int draw_kind(uint64_t cards, struct rng *rng) {
    return bundle_nth(cards, (int)rng_below(rng, (uint32_t)bundle_total(cards)));
}

/* Brigands lie first, as in the list of outcomes. */
static int draw_event(const struct struggle *g, struct rng *rng) {
    uint32_t backs = (uint32_t)(g->back[SV_BRIGANDS] + g->back[SV_MARKET_DAY]);
    return rng_below(rng, backs) < g->back[SV_BRIGANDS] ? SV_BRIGANDS : SV_MARKET_DAY;
}

static void sample_chance(const struct struggle *g, struct rng *rng, struct action *a) {
    struggle__begin_chance(a, g);
    if (a->type == SA_FIRST)
        a->target = (uint8_t)rng_below(rng, (uint32_t)seats_of(g));
    else if (a->type == SA_EVENT)
        a->place = (uint8_t)draw_event(g, rng);
    else
        a->get[draw_kind(pool(g), rng)] = 1;
}

/* One number below the menu's length, as who lists it would draw; then only that action is made. */
static void sample_main(const struct struggle *g, int seat, struct rng *rng, struct action *a) {
    struct menu m;
    struggle__count_groups(g, seat, &m);
    int i = (int)rng_below(rng, (uint32_t)m.end[M_N - 1]), group = 0;
    while (i >= m.end[group])
        group++;
    make(&m, group, i - m.end[group] + m.count[group], a);
}

static void sample_seat(const struct struggle *g, struct rng *rng, struct action *a) {
    int seat = bits_first(struggle__owes(g));
    if (PHASES_MAIN & PHASE(g->phase)) {
        sample_main(g, seat, rng, a);
        return;
    }
    if (g->phase == SP_GIVE_BACK) {
        unsigned kinds = cards_kinds(g->hand[seat]);
        begin(a, SA_GIVE_BACK, seat);
        a->give[nth(kinds, (int)rng_below(rng, (uint32_t)size(kinds)))] = 1;
        return;
    }
    struct action menu[SMALL_MENU];
    int n = struggle__list_small(g, seat, menu);
    *a = menu[rng_below(rng, (uint32_t)n)];
}

void struggle_sample(const struct struggle *g, struct rng *rng, struct action *out) {
    if (PHASES_CHANCE & PHASE(g->phase))
        sample_chance(g, rng, out);
    else
        sample_seat(g, rng, out);
}

/* Cards are most of what chance does; they move without an action being written. */
static void play_chance(struct struggle *g, struct rng *rng) {
    struct action a;
    switch (g->phase) {
    case SP_FIRST:
    case SP_EVENT:
        sample_chance(g, rng, &a);
        struggle__acts[a.type].apply(g, &a);
        break;
    case SP_MARKET:
        struggle__market_card(g, draw_kind(g->stack, rng));
        break;
    case SP_TAKE:
        struggle__steal_card(g, draw_kind(g->hand[g->target], rng));
        break;
    case SP_DRAW:
        do
            struggle__deal_card(g, draw_kind(g->stack, rng));
        while (g->phase == SP_DRAW);
        break;
    default:
        struggle__deal_card(g, draw_kind(g->stack, rng));
    }
}

/* Chance that belongs to the last decision is still played, so a stopped game waits for a seat. */
uint32_t struggle_playout(struct struggle *g, struct rng *rng, uint32_t max) {
    uint32_t decisions = 0;
    while (g->phase != SP_OVER) {
        if (PHASES_CHANCE & PHASE(g->phase)) {
            play_chance(g, rng);
            continue;
        }
        if (decisions == max)
            break;
        struct action a;
        sample_seat(g, rng, &a);
        struggle__acts[a.type].apply(g, &a);
        decisions++;
    }
    return decisions;
}
