/* invariants.c -- every invariant of a state or view, numbered as in docs/invariants.md.
 *
 * Positions that people type in pass through here before they are played, so nothing is taken
 * for granted, not even that the phase is valid. */
#include "internal.h"
#include "turn.h"

#define SETUP (PHASE(SP_DEAL) | PHASE(SP_FIRST))
/* Phases that only building a city leads to. */
#define AFTER_CITY (PHASE(SP_EVENT) | PHASE(SP_DISCARD) | PHASE(SP_MARKET_DAY) | PHASE(SP_MARKET))
#define TRADING (PHASE(SP_TRADE) | PHASE(SP_SWAP) | PHASE(SP_GIVE_BACK) | PHASE(SP_LIBRARY))

static bool in(const struct struggle *g, unsigned phases) {
    return phases & PHASE(g->phase);
}

/* 1: rules that no ruleset has are fine, as long as a game can be played by them. */
static bool rules_are_sound(const struct struggle *g) {
    if (g->rules.ruleset > 1)
        return false;
    for (int i = 0; i < SO_N; i++)
        if (!option_allows(&struggle__options[i], g->rules.value[i]))
            return false;
    return struggle__playable(&g->rules);
}

/* 2. With two seats there is no destiny card, and empty seats have nothing. */
static bool fields_are_in_range(const struct struggle *g) {
    int n = seats_of(g);
    if (g->phase >= SP_N || g->turn < -1 || g->turn >= n || g->first < -1 || g->first >= n ||
        g->target >= n)
        return false;
    if (g->counter > (n > 2) || g->built >= 1 << SB_N ||
        g->used > (SU_LIBRARY | SU_GUILD | SU_LIBRARY_MORE))
        return false;
    if (g->viewer != SEAT_ALL && g->viewer != SEAT_SPECTATOR && (g->viewer < 0 || g->viewer >= n))
        return false;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const struct struggle_seat *s = &g->seat[seat];
        bool empty = !s->roads && !s->knights && !s->settlements && !s->cities &&
            !s->expansions && !s->owes;
        if (s->expansions >= 1 << SX_N || (seat >= n && (!empty || g->hand[seat])))
            return false;
    }
    return !g->spare[0] && !g->spare[1];
}

/* Known cards sum up to their total; unknown ones, in another seat's view, have only a total. */
static bool is_bundle(const struct struggle *g, uint64_t cards, bool open) {
    if (cards >> 8 * (KINDS + 1) || cards & BUNDLE_TOP)
        return false;
    return bundle_known(cards) ? open || !bundle_total(cards) || g->viewer == SEAT_ALL
                              : !open && g->viewer != SEAT_ALL && !(cards & BUNDLE_KINDS);
}

/* 3. In a view the unknown cards must fit into what the known ones leave. */
static bool cards_are_sound(const struct struggle *g) {
    uint64_t all = struggle__all_cards(&g->rules), known = g->market + g->discard;
    int total = bundle_total(g->stack) + bundle_total(known);
    if (!is_bundle(g, g->market, true) || !is_bundle(g, g->discard, true) ||
        !is_bundle(g, g->stack, false))
        return false;
    for (int seat = 0; seat < seats_of(g); seat++) {
        if (!is_bundle(g, g->hand[seat], struggle__sees_hand(g, g->viewer, seat)))
            return false;
        known += g->hand[seat];
        total += bundle_total(g->hand[seat]);
        if (!bundle_has(all, known))
            return false;
    }
    known += g->stack;
    return total == bundle_total(all) &&
        (g->viewer == SEAT_ALL ? known == all : bundle_has(all, known));
}

/* 4. Cities and expansions are settlement cards too and count among them. Their backs are
 * turned, except for a city whose event is due. */
static bool pieces_are_sound(const struct struggle *g) {
    int roads = g->supply[SB_ROAD], knights = g->supply[SB_KNIGHT],
        settlements = g->supply[SB_SETTLEMENT];
    int backs = settlements + (g->phase == SP_EVENT);
    for (int seat = 0; seat < seats_of(g); seat++) {
        const struct struggle_seat *s = &g->seat[seat];
        roads += s->roads;
        knights += s->knights;
        backs += s->settlements;
        settlements += s->settlements + s->cities + bits_count(s->expansions);
    }
    int brigands = struggle__cards_in_play(&g->rules, SO_BRIGANDS);
    return roads == struggle__cards_in_play(&g->rules, SO_ROADS)
           && knights == struggle__cards_in_play(&g->rules, SO_KNIGHTS)
           && settlements == struggle__cards_in_play(&g->rules, SO_SETTLEMENTS)
           && backs == g->back[SV_BRIGANDS] + g->back[SV_MARKET_DAY]
           && g->back[SV_BRIGANDS] <= brigands && g->back[SV_MARKET_DAY] <= settlements - brigands;
}

/* 5. */
static bool expansions_are_sound(const struct struggle *g) {
    for (int kind = 0; kind < SX_N; kind++) {
        int n = g->expansion[kind];
        for (int seat = 0; seat < seats_of(g); seat++)
            n += g->seat[seat].expansions >> kind & 1;
        if (n != struggle__cards_in_play(&g->rules, SO_LIBRARY + 3 * kind))
            return false;
    }
    return true;
}

/* 6. Before the first turn there is no active seat and nothing has been done. */
static bool turn_is_sound(const struct struggle *g) {
    if (g->turn >= 0)
        return !in(g, SETUP) && g->first >= 0;
    return in(g, SETUP | PHASE(SP_MARKET)) && g->first == option_of(g, SO_FIRST) - 1 &&
        !g->built && !g->used
           && !g->traded && !g->round && !(g->phase == SP_FIRST && g->first >= 0);
}

/* 7. */
static bool market_is_sound(const struct struggle *g) {
    int coming = g->phase == SP_MARKET ? g->pending : 0;
    return bundle_total(g->market) + coming == option_of(g, SO_MARKET);
}

/* 8. A seat has its whole hand before the next one gets a card. */
static bool deal_is_sound(const struct struggle *g) {
    int each = option_of(g, SO_START_CARDS), all = each * seats_of(g);
    int dealt = g->phase == SP_DEAL ? all - g->pending : g->phase == SP_FIRST ? all : 0;
    for (int seat = 0; g->turn < 0 && seat < seats_of(g); seat++) {
        int hand = dealt < each ? dealt : each;
        if (hand < 0 || bundle_total(g->hand[seat]) != hand)
            return false;
        dealt -= hand;
    }
    return true;
}

/* `target` is set only while cards pass between two seats. */
static bool is_opponent(const struct struggle *g) {
    return g->target != g->turn;
}

/* 9. Cards under way, by phase. Unused fields are zero. */
static bool moves_are_sound(const struct struggle *g) {
    int stack = bundle_total(g->stack), theirs = bundle_total(g->hand[g->target]);
    switch (g->phase) {
    case SP_MARKET:
    case SP_DEAL:
        return g->pending && stack && !g->owed && !g->target;
    case SP_SWAP:
        return g->pending == 1 && stack && !g->owed && !g->target;
    case SP_DRAW:
        return g->pending && stack && !g->owed && !g->target
               && g->pending <= option_of(g, SO_DRAW) + struggle_a_sides(g->seat[g->turn].knights);
    case SP_TAKE:
        return g->pending && g->pending <= theirs && is_opponent(g)
               && (g->owed ? g->pending <= g->owed : g->pending == 1);
    case SP_GIVE_BACK:
        return !g->pending && g->owed && g->owed <= bundle_total(g->hand[g->turn]) &&
            is_opponent(g);
    case SP_LIBRARY:
        return !g->pending && g->owed == 1 && theirs && is_opponent(g);
    case SP_MARKET_DAY:
        return !g->pending && !g->owed && theirs && option_of(g, SO_MARKET_DAY) == SM_SWAP
               && bundle_total(g->market);
    default:
        return !g->pending && !g->owed && !g->target;
    }
}

/* 10. */
static bool debts_are_sound(const struct struggle *g) {
    bool anybody = false;
    for (int seat = 0; seat < seats_of(g); seat++) {
        if (g->seat[seat].owes > bundle_total(g->hand[seat]))
            return false;
        anybody |= g->seat[seat].owes > 0;
    }
    return anybody == (g->phase == SP_DISCARD);
}

/* 11. What was traded, built and used in this turn fits the phase. */
static bool doings_are_sound(const struct struggle *g) {
    if (g->turn < 0)
        return true;
    const struct struggle_seat *s = &g->seat[g->turn];
    int roads = struggle_a_sides(s->roads);
    bool trade = in(g, TRADING) || (g->phase == SP_TAKE && g->owed);
    if (trade ? g->built : g->built && g->traded)
        return false;
    if (g->traded > (roads ? roads : 1) || (in(g, PHASE(SP_DRAW) | PHASE(SP_OVER)) && g->traded))
        return false;
    if ((trade && g->phase != SP_TRADE && g->traded < (g->owed ? g->owed : 1)) ||
        (g->owed && !roads))
        return false;
    if ((g->phase == SP_BUILD && !g->built) || (in(g, AFTER_CITY) && !(g->built & 1u << SB_CITY)))
        return false;
    if (g->phase == SP_SETTLED && (!(g->built & 1u << SB_SETTLEMENT) || seats_of(g) < 3))
        return false;
    if ((g->used & SU_LIBRARY && !(s->expansions & 1u << SX_LIBRARY))
        || (g->used & SU_GUILD && !(s->expansions & 1u << SX_GUILD)))
        return false;
    if (g->used & SU_LIBRARY_MORE &&
        (g->phase != SP_GIVE_BACK || g->owed != 1 || !(g->used & SU_LIBRARY)))
        return false;
    return (g->phase != SP_LIBRARY || g->used & SU_LIBRARY)
           && (g->phase != SP_TAKE || g->owed || g->used & SU_GUILD);
}

/* 12. The active seat wins as soon as a city's event is over. */
static bool winner_is_sound(const struct struggle *g) {
    if (g->turn < 0 || in(g, AFTER_CITY))
        return true;
    return struggle__has_won(g) == (g->phase == SP_OVER);
}

static const struct invariant {
    const char *name;
    bool (*holds)(const struct struggle *g);
} invariants[] = {
    { "rules: the numbers make no game", rules_are_sound },
    { "a field is out of range", fields_are_in_range },
    { "cards: they do not add up to the resource cards in play", cards_are_sound },
    { "roads, knights, settlements or city backs: they do not add up", pieces_are_sound },
    { "expansions: they do not add up", expansions_are_sound },
    { "turn: it does not fit the phase", turn_is_sound },
    { "market: it has too many or too few cards", market_is_sound },
    { "cards: the hands being dealt have too many or too few", deal_is_sound },
    { "coming, taking or asked: they do not fit the phase", moves_are_sound },
    { "owes_cards: they do not fit the phase or the hands", debts_are_sound },
    { "trades_left, built, library_used or guild_used: they do not fit the phase",
        doings_are_sound },
    { "points: they do not fit the phase", winner_is_sound },
};
enum { INVARIANTS = sizeof invariants / sizeof *invariants };

const char *struggle__invariant(int number) {
    return number >= 1 && number <= INVARIANTS ? invariants[number - 1].name : "";
}

int struggle__sound(const void *state) {
    for (int i = 0; i < INVARIANTS; i++)
        if (!invariants[i].holds(state))
            return i + 1;
    return 0;
}
