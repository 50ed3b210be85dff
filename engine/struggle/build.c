/* build.c -- what can be built, what it costs, what it does.
 *
 * Each of the five types once a turn; the first building of a turn ends the trading. */
#include "build.h"
#include "destiny.h"
#include "internal.h"
#include "turn.h"

/* The expansions in the stack that the seat does not have yet: each only once. */
unsigned struggle__choice(const struct struggle *g, int seat) {
    unsigned choice = 0;
    for (int kind = 0; kind < SX_N; kind++)
        if (g->expansion[kind])
            choice |= 1u << kind;
    return choice & ~(unsigned)g->seat[seat].expansions;
}

/* Why something cannot be built, apart from its cost. */
static int why_not(const struct struggle *g, int seat, int building) {
    static const uint8_t error[SB_N] = { SE_NOTHING_TO_TAKE, SE_NOTHING_TO_TAKE, SE_NONE_LEFT,
        SE_NO_SETTLEMENT,
                                         SE_EXPANSION_GONE };
    if (struggle__buildable(g, seat, building))
        return SE_OK;
    if (g->built & 1u << building)
        return SE_BUILT_ALREADY;
    return building == SB_EXPANSION && !g->seat[seat].cities ? SE_NO_CITY : error[building];
}

/* A kind may be gone from the stack while others are left. */
static int check_expansion(const struct struggle *g, const struct action *a) {
    if (a->target >= SX_N)
        return SE_BAD_ACTION;
    if (g->seat[a->seat].expansions & 1u << a->target)
        return SE_EXPANSION_OWNED;
    return g->expansion[a->target] ? SE_OK : SE_EXPANSION_GONE;
}

/* Whether it can be built at all comes before the price: that is the more useful answer. */
int struggle__check_build(const struct struggle *g, const struct action *a) {
    if (a->place >= SB_N || (a->place != SB_EXPANSION && a->target))
        return SE_BAD_ACTION;
    int error = why_not(g, a->seat, a->place);
    if (!error && a->place == SB_EXPANSION)
        error = check_expansion(g, a);
    if (error)
        return error;
    uint64_t payment = bundle_pack(a->give);
    if (!struggle__pays(a->place, payment))
        return SE_WRONG_PAYMENT;
    return bundle_has(g->hand[a->seat], payment) ? SE_OK : SE_CANNOT_PAY;
}

/* From the stack, or the last of another seat's row; if there is neither, the action was refused
 * (ruling 60). The taker's row determines which side shows (ruling 62). */
static void lay(struct struggle *g, int seat, int what) {
    CHECK(what == SB_ROAD || what == SB_KNIGHT);
    if (g->supply[what]) {
        g->supply[what]--;
    } else {
        int victim = taken_from(g, seat, what);
        CHECK(victim >= 0);
        *(what == SB_ROAD ? &g->seat[victim].roads : &g->seat[victim].knights) -= 1;
    }
    *(what == SB_ROAD ? &g->seat[seat].roads : &g->seat[seat].knights) += 1;
}

/* With two seats there is no destiny card to turn (rulings 59, 64). A settlement that wins ends
 * the game at once. */
static void settle(struct struggle *g, struct struggle_seat *s) {
    CHECK(g->supply[SB_SETTLEMENT]);
    g->supply[SB_SETTLEMENT]--;
    s->settlements++;
    if (seats_of(g) > 2 && !struggle__has_won(g))
        g->phase = SP_SETTLED;
    else
        struggle__resume(g);
}

/* The new city shows its back, and the event affects everyone before points are counted (ruling
 * 65). Every settlement has a back, so chance always has one to turn. */
static void raise_city(struct struggle *g, struct struggle_seat *s) {
    CHECK(s->settlements);
    CHECK(g->back[SV_BRIGANDS] + g->back[SV_MARKET_DAY]);
    s->settlements--;
    s->cities++;
    g->phase = SP_EVENT;
}

/* It covers its city and replaces the city's points (ruling 63). */
static void expand(struct struggle *g, struct struggle_seat *s, int kind) {
    CHECK(kind < SX_N && g->expansion[kind]);
    CHECK(s->cities && !(s->expansions >> kind & 1));
    g->expansion[kind]--;
    s->cities--;
    s->expansions |= (uint8_t)(1u << kind);
    struggle__resume(g);
}

/* The payment goes to the discard pile before anything is drawn, and trading is over. */
void struggle__build(struct struggle *g, const struct action *a) {
    struct struggle_seat *s = &g->seat[a->seat];
    uint64_t payment = bundle_pack(a->give);
    CHECK(bundle_has(g->hand[a->seat], payment));
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
