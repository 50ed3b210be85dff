/* actions.c -- the table of actions, and how actions are judged and played.
 *
 * Unlike CATAN's, a row does not say who plays it: only seats that the game waits for act. */
#include <string.h>

#include "internal.h"

#define P(phase) PHASE(SP_##phase)
#define ROW(verb, phases, fields, name) { verb, phases, fields, struggle__check_##name, \
    struggle__##name }

static int nothing_to_judge(const struct struggle *g, const struct action *a) {
    (void)g;
    (void)a;
    return SE_OK;
}

const struct act_row struggle__acts[SA_N] = {
    [SA_SWAP_STACK] = ROW("swap-stack", P(TRADE), F_GIVE | F_ONE, swap_stack),
    [SA_SWAP_MARKET] = ROW("swap-market", P(TRADE) | P(MARKET_DAY), F_GIVE | F_GET | F_ONE,
                           swap_market),
    [SA_TAKE_FROM] = ROW("take-from", P(TRADE) | P(GIVE_BACK), F_TARGET | F_PLACE, take_from),
    [SA_LIBRARY] = ROW("library", P(TRADE), F_TARGET, library),
    [SA_PICK] = ROW("pick", P(LIBRARY), F_GET | F_ONE, pick),
    [SA_GIVE_BACK] = { "give-back", P(GIVE_BACK), F_GIVE | F_ONE, struggle__check_in_hand,
                       struggle__give_back },
    [SA_GUILD] = ROW("guild", PHASES_MAIN, F_TARGET, guild),
    [SA_BUILD] = ROW("build", PHASES_MAIN, F_PLACE | F_TARGET | F_GIVE, build),
    [SA_TURN] = { "turn", P(SETTLED), 0, nothing_to_judge, struggle__turn },
    [SA_LEAVE] = { "leave", P(SETTLED), 0, nothing_to_judge, struggle__leave },
    [SA_DISCARD] = { "discard", P(DISCARD), F_GIVE | F_ONE, struggle__check_in_hand,
                     struggle__discard },
    [SA_PASS] = { "pass", P(MARKET_DAY), 0, nothing_to_judge, struggle__pass },
    [SA_DRAW] = ROW("draw", PHASES_MAIN, F_PLACE, draw),
    [SA_FIRST] = ROW("first", P(FIRST), F_TARGET, first),
    [SA_DEAL] = ROW("deal", P(DEAL) | P(SWAP) | P(DRAW), F_TARGET | F_GET | F_ONE, deal),
    [SA_MARKET] = ROW("market", P(MARKET), F_GET | F_ONE, market),
    [SA_STEAL] = ROW("steal", P(TAKE), F_TARGET | F_GET | F_ONE, steal),
    [SA_EVENT] = ROW("event", P(EVENT), F_PLACE, event),
};

/* On a market day the seats are asked one by one; after brigands all pay at once. */
unsigned struggle__owes(const void *state) {
    const struct struggle *g = state;
    unsigned seats = 0;
    if (LIKELY(PHASES_MAIN >> g->phase & 1))
        return 1u << g->turn;
    if (PHASES_CHANCE >> g->phase & 1)
        return OWES_CHANCE;
    switch (g->phase) {
    case SP_DISCARD:
        for (int seat = 0; seat < seats_of(g); seat++)
            seats |= g->seat[seat].owes ? 1u << seat : 0;
        return seats;
    case SP_MARKET_DAY:
        CHECK(g->target < seats_of(g));
        return 1u << g->target;
    case SP_OVER:
        return 0;
    default:
        return 1u << g->turn;
    }
}

/* Nobody acts out of turn in this game. */
unsigned struggle__may(const void *state) {
    (void)state;
    return 0;
}

/* One side of an action: nothing if the row does not read it, one card, or up to the largest
 * payment (so that packing cannot overflow). */
static bool well_formed_side(const uint8_t cards[KINDS], bool used, bool one) {
    int total = 0;
    for (int kind = 0; kind < KINDS; kind++)
        total += cards[kind];
    return !used ? total == 0 : one ? total == 1 : total < 128;
}

static bool well_formed(const struct action *a, const struct act_row *row) {
    int f = row->fields;
    return (f & F_PLACE || !a->place) && (f & F_TARGET || !a->target) && !a->more[0] && !a->more[1]
           && well_formed_side(a->give, f & F_GIVE, f & F_ONE)
           && well_formed_side(a->get, f & F_GET, f & F_ONE);
}

/* Whose turn it is comes before what may be done, so people get the more useful reason. */
static int check_whose(const struct struggle *g, const struct action *a) {
    unsigned owes = struggle__owes(g);
    bool theirs = a->seat == SEAT_CHANCE ? owes == OWES_CHANCE
                                         : a->seat >= 0 && a->seat < seats_of(g) &&
                                             owes >> a->seat & 1;
    if (theirs)
        return SE_OK;
    return g->phase == SP_DISCARD && a->type == SA_DISCARD ? SE_NOTHING_OWED : SE_NOT_YOUR_TURN;
}

static int check_phase(const struct struggle *g, unsigned phases) {
    if (phases & PHASE(g->phase))
        return SE_OK;
    return g->phase == SP_BUILD && phases & PHASE(SP_TRADE) ? SE_TRADING_OVER : SE_WRONG_PHASE;
}

/* Seats do not play for chance, nor chance for a seat. */
_Static_assert((int)SA_EVENT == SA_N - 1, "from SA_FIRST on all actions are chance's");
static bool for_another(const struct action *a) {
    return (a->type >= SA_FIRST) != (a->seat == SEAT_CHANCE);
}

/* Accepts any bytes. The chapter's check sees only well-formed actions of a seat that the game
 * waits for, in one of the row's phases. */
int struggle__check(const void *state, const struct action *a) {
    const struct struggle *g = state;
    if (a->type == SA_NONE || a->type >= SA_N)
        return SE_BAD_ACTION;
    const struct act_row *row = &struggle__acts[a->type];
    if (!well_formed(a, row) || for_another(a))
        return SE_BAD_ACTION;
    if (g->phase == SP_OVER)
        return SE_GAME_OVER;
    int error = check_whose(g, a);
    if (!error)
        error = check_phase(g, row->phases);
    return error ? error : row->check(g, a);
}

/* Only in a phase of its row (SA_NONE has none) and by a seat in the game; the seat of chance's
 * actions is not read. */
static inline bool safe_to_apply(const struct struggle *g, const struct action *a) {
    return a->type < SA_N && struggle__acts[a->type].phases >> g->phase & 1 &&
           (a->type >= SA_FIRST || (unsigned)a->seat < (unsigned)seats_of(g));
}

/* Callers have asked struggle__check() before. This checks again only what would corrupt a
 * state, and everything in debug builds. */
void struggle__apply(void *state, const struct action *a) {
    CHECK(safe_to_apply(state, a));
#ifdef SKERRY_DEBUG
    CHECK(struggle__check(state, a) == SE_OK);
#endif
    struggle__acts[a->type].apply(state, a);
}
