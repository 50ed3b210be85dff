/* build.c -- what can be built, what it costs, what it does.
 *
 * Each of the five types once a turn. A required card may be paid with three of a
 * kind, as often as one likes; the ways to pay are a generated table. The first
 * building of a turn ends the trading. */
#include "internal.h"

#include "payments.inc"

#define WAYS(table) { table, table##_start, (int)(sizeof table / sizeof *table) }

const struct payments struggle__payments[SB_N] = {
    [SB_ROAD] = WAYS(road_payments),
    [SB_KNIGHT] = WAYS(knight_payments),
    [SB_SETTLEMENT] = WAYS(settlement_payments),
    [SB_CITY] = WAYS(city_payments),
    [SB_EXPANSION] = WAYS(expansion_payments),
};

unsigned struggle__choice(const struct struggle *g, int seat) {
    unsigned choice = 0;
    for (int kind = 0; kind < SX_N; kind++)
        if (g->expansion[kind])
            choice |= 1u << kind;
    return choice & ~(unsigned)g->seat[seat].expansions;
}

int struggle__may_build(const struct struggle *g, int seat, int building) {
    const struct struggle_seat *s = &g->seat[seat];
    if (g->built & 1u << building)
        return SE_BUILT_ALREADY;
    switch (building) {
    case SB_ROAD:
    case SB_KNIGHT:
        return g->supply[building] || struggle_taken_from(g, seat, building) >= 0 ? SE_OK : SE_NOTHING_TO_TAKE;
    case SB_SETTLEMENT:
        return g->supply[SB_SETTLEMENT] ? SE_OK : SE_NONE_LEFT;
    case SB_CITY:
        return s->settlements ? SE_OK : SE_NO_SETTLEMENT;
    default:
        return !s->cities ? SE_NO_CITY : struggle__choice(g, seat) ? SE_OK : SE_EXPANSION_GONE;
    }
}

static bool is_payment(int building, uint64_t cards) {
    const struct payments *p = &struggle__payments[building];
    for (int i = 0; i < p->n; i++)
        if (p->way[i] == cards)
            return true;
    return false;
}

static int check_expansion(const struct struggle *g, const struct action *a) {
    if (a->target >= SX_N)
        return SE_MALFORMED;
    if (g->seat[a->seat].expansions & 1u << a->target)
        return SE_EXPANSION_OWNED;
    return g->expansion[a->target] ? SE_OK : SE_EXPANSION_GONE;
}

int struggle__check_build(const struct struggle *g, const struct action *a) {
    if (a->place >= SB_N || (a->place != SB_EXPANSION && a->target))
        return SE_MALFORMED;
    int error = struggle__may_build(g, a->seat, a->place);
    if (!error && a->place == SB_EXPANSION)
        error = check_expansion(g, a);
    if (error)
        return error;
    uint64_t payment = struggle__pack(a->give);
    if (!is_payment(a->place, payment))
        return SE_WRONG_PAYMENT;
    return cards_hold(g->hand[a->seat], payment) ? SE_OK : SE_CANNOT_PAY;
}

static void lay(struct struggle *g, int seat, int what) {
    if (g->supply[what]) {
        g->supply[what]--;
    } else {
        int victim = struggle_taken_from(g, seat, what);
        CHECK(victim >= 0);
        *(what == SB_ROAD ? &g->seat[victim].roads : &g->seat[victim].knights) -= 1;
    }
    *(what == SB_ROAD ? &g->seat[seat].roads : &g->seat[seat].knights) += 1;
}

/* With two seats there is no destiny card to turn. A settlement that wins, wins. */
static void settle(struct struggle *g, struct struggle_seat *s) {
    g->supply[SB_SETTLEMENT]--;
    s->settlements++;
    if (seats_of(g) > 2 && !struggle__has_won(g))
        g->phase = SP_SETTLED;
    else
        struggle__resume(g);
}

/* The new city turns its back up, and the event hits everyone before points are counted. */
static void raise_city(struct struggle *g, struct struggle_seat *s) {
    s->settlements--;
    s->cities++;
    g->phase = SP_EVENT;
}

static void expand(struct struggle *g, struct struggle_seat *s, int kind) {
    g->expansion[kind]--;
    s->cities--;
    s->expansions |= (uint8_t)(1u << kind);
    struggle__resume(g);
}

void struggle__build(struct struggle *g, const struct action *a) {
    struct struggle_seat *s = &g->seat[a->seat];
    uint64_t payment = struggle__pack(a->give);
    g->hand[a->seat] -= payment;
    g->discard += payment;
    g->traded = 0;
    g->built |= (uint8_t)(1u << a->place);
    switch (a->place) {
    case SB_SETTLEMENT:
        settle(g, s);
        break;
    case SB_CITY:
        raise_city(g, s);
        break;
    case SB_EXPANSION:
        expand(g, s, a->target);
        break;
    default:
        lay(g, a->seat, a->place);
        struggle__resume(g);
    }
}

int struggle__check_nothing(const struct struggle *g, const struct action *a) {
    (void)g;
    (void)a;
    return SE_OK;
}

void struggle__turn(struct struggle *g, const struct action *a) {
    g->counter ^= 1;
    struggle__leave(g, a);
}

void struggle__leave(struct struggle *g, const struct action *a) {
    (void)a;
    struggle__resume(g);
}
