/* actions.c -- the table of actions: who may play each, when, how it is judged, what it does.
 *
 * The chapters hold the functions of the table. An action is judged by its row: first the seat,
 * then the phase and the helper, then the chapter's own check. */
#include "internal.h"

#define ROW(who, phases, fields, name) { who, fields, 0, phases, catan__check_##name, \
    catan__do_##name }
#define HELP(helper, phases, fields, name) { BY_ACTIVE, fields, helper + 1, phases, \
    catan__check_##name, catan__do_##name }
#define DEAL(fields, name) { BY_CHANCE, fields, 0, PHASE(PH_BOARD), catan__check_deal, \
    catan__do_##name }
#define BUILDING (WHEN_BUILDING | PHASE(PH_SPECIAL))
#define OFFERS (WHEN_TRADING | PHASE(PH_OFFER))

static const struct row rows[ACT_N] = {
    [ACT_ROLL] = ROW(BY_ACTIVE, PHASE(PH_ROLL), 0, roll),
    [ACT_END] = ROW(BY_ACTIVE, WHEN_BUILDING, 0, end),
    [ACT_PASS] = ROW(BY_ANYONE, PHASE(PH_SPECIAL) | PHASE(PH_MARIANNE) | PHASE(PH_SEAN), 0, pass),
    [ACT_ROAD] = ROW(BY_BUILDER, BUILDING | PHASE(PH_SETTLE_ROAD) | PHASE(PH_FREE_ROAD), F_PLACE,
                     road),
    [ACT_SETTLE] = ROW(BY_BUILDER, BUILDING | PHASE(PH_SETTLE), F_PLACE, settle),
    [ACT_CITY] = ROW(BY_BUILDER, BUILDING, F_PLACE, city),
    [ACT_BUY] = ROW(BY_BUILDER, BUILDING, 0, buy),
    [ACT_BANK] = ROW(BY_ACTIVE, WHEN_TRADING, F_GIVE | F_GET, bank),
    [ACT_KNIGHT] = ROW(BY_ACTIVE, IN_TURN, 0, knight),
    [ACT_ROAD_BUILDING] = ROW(BY_ACTIVE, IN_TURN, 0, road_building),
    [ACT_PLENTY] = ROW(BY_ACTIVE, IN_TURN, F_GET, plenty),
    [ACT_MONOPOLY] = ROW(BY_ACTIVE, IN_TURN, F_PLACE, monopoly),
    [ACT_DISCARD] = ROW(BY_ANYONE, PHASE(PH_DISCARD), F_PLACE, discard),
    [ACT_ROBBER] = ROW(BY_ACTIVE, PHASE(PH_ROBBER), F_PLACE | F_TARGET, robber),
    [ACT_NASSIR] = HELP(NASSIR, IN_TURN, F_PLACE | F_TARGET, nassir),
    [ACT_REPAY] = ROW(BY_ACTIVE, PHASE(PH_REPAY), F_PLACE | F_TARGET, repay),
    [ACT_WILLIAM] = HELP(WILLIAM, WHEN_BUILDING, F_PLACE | F_GIVE, william),
    [ACT_MARIANNE] = ROW(BY_HELPER, PHASE(PH_MARIANNE), F_PLACE, marianne),
    [ACT_LOUIS] = HELP(LOUIS, IN_TURN, F_PLACE | F_TARGET, louis),
    [ACT_SEAN] = ROW(BY_HELPER, PHASE(PH_SEAN), F_PLACE, sean),
    [ACT_CANDAMIR] = HELP(CANDAMIR, WHEN_BUILDING, F_GIVE, candamir),
    [ACT_KEEP] = ROW(BY_ACTIVE, PHASE(PH_KEEP), F_PLACE, keep),
    [ACT_HILDE] = HELP(HILDE, WHEN_BUILDING, F_TARGET, hilde),
    [ACT_TAKE] = ROW(BY_ACTIVE, PHASE(PH_TAKE), F_PLACE, take),
    [ACT_VINCENT_SETTLE] = HELP(VINCENT, WHEN_BUILDING, F_PLACE, vincent_settle),
    [ACT_VINCENT_CITY] = HELP(VINCENT, WHEN_BUILDING, F_PLACE, vincent_city),
    [ACT_JEAN] = ROW(BY_ACTIVE, WHEN_TRADING, F_PLACE, jean),
    [ACT_LIN] = HELP(LIN, IN_TURN, F_PLACE, lin),
    [ACT_FLIP] = ROW(BY_HELPER, PHASE(PH_AFTER_HELPER), 0, flip),
    [ACT_EXCHANGE] = ROW(BY_HELPER, PHASE(PH_AFTER_HELPER), F_PLACE, exchange),
    [ACT_OFFER] = ROW(BY_ANYONE, OFFERS, F_GIVE | F_GET | F_TARGET, offer),
    [ACT_CONFIRM] = ROW(BY_ACTIVE, PHASE(PH_OFFER), F_TARGET, confirm),
    [ACT_WITHDRAW] = ROW(BY_ANYONE, OFFERS, 0, withdraw),
    [ACT_ACCEPT] = ROW(BY_ANYONE, OFFERS, F_PLACE, accept),
    [ACT_DECLINE] = ROW(BY_ANYONE, OFFERS, F_PLACE, decline),
    [ACT_DEAL_HEX] = DEAL(F_PLACE | F_TARGET, deal_hex),
    [ACT_DEAL_FRAME] = DEAL(F_PLACE | F_TARGET, deal_frame),
    [ACT_DEAL_HARBOR] = DEAL(F_PLACE | F_TARGET, deal_harbor),
    [ACT_DEAL_CORNER] = DEAL(F_PLACE, deal_corner),
    [ACT_DEAL_TOKEN] = DEAL(F_PLACE | F_TARGET, deal_token),
    [ACT_DEAL_ROBBER] = DEAL(F_PLACE, deal_robber),
    [ACT_DICE] = ROW(BY_CHANCE, PHASE(PH_DICE) | PHASE(PH_FIRST), F_PLACE | F_TARGET, dice),
    [ACT_STEAL] = ROW(BY_CHANCE, PHASE(PH_STEAL), F_PLACE | F_TARGET, steal),
    [ACT_DRAW] = ROW(BY_CHANCE, PHASE(PH_DRAW), F_PLACE, draw),
    [ACT_LOOK] = ROW(BY_CHANCE, PHASE(PH_LOOK), F_GIVE, look),
};

/* ---- judging ----------------------------------------------------------------------- */

static bool all_zero(const uint8_t count[KINDS]) {
    return !(count[0] | count[1] | count[2] | count[3] | count[4]);
}

/* Is it an action, with all unused fields zero? Equal moves must be equal bytes. */
static bool well_formed(const struct catan *g, const struct action *a) {
    if (a->type == ACT_NONE || a->type >= ACT_N)
        return false;
    const struct row *row = &rows[a->type];
    if (row->who == BY_CHANCE ? a->seat != SEAT_CHANCE : a->seat < 0 || a->seat >= catan_seats(g))
        return false;
    return (row->fields & F_PLACE || !a->place) && (row->fields & F_TARGET || !a->target) &&
           (row->fields & F_GIVE || all_zero(a->give)) &&
               (row->fields & F_GET || all_zero(a->get)) &&
           !a->more[0] && !a->more[1];
}

/* Why the action is refused in this phase. */
static enum catan_error wrong_phase(const struct catan *g, const struct action *a) {
    switch (g->phase) {
    case PH_OVER:
        return ERR_GAME_OVER;
    case PH_BOARD: case PH_FIRST: case PH_SETTLE: case PH_SETTLE_ROAD:
        return ERR_WRONG_PHASE;
    case PH_ROLL:
        return rows[a->type].phases & WHEN_BUILDING ? ERR_NOT_ROLLED : ERR_WRONG_PHASE;
    case PH_TRADE: case PH_MAIN:
        return a->type == ACT_ROLL ? ERR_ALREADY_ROLLED : ERR_WRONG_PHASE;
    case PH_BUILD:
        if (a->type == ACT_ROLL)
            return ERR_ALREADY_ROLLED;
        return rows[a->type].phases & WHEN_TRADING ? ERR_TRADE_OVER : ERR_WRONG_PHASE;
    case PH_SPECIAL:
        return ERR_SPECIAL_BUILDING;
    default:
        return ERR_FINISH_FIRST;
    }
}

/* In special building the turn is over: what belongs to a turn is refused because of the phase. If
 * nobody is asked about a helper, "wrong phase" is the better answer too. */
static bool is_theirs(const struct catan *g, int who, int seat) {
    switch (who) {
    case BY_ACTIVE:
        return seat == g->turn || g->phase == PH_SPECIAL;
    case BY_BUILDER:
        return seat == builder(g);
    case BY_HELPER:
        return g->helper_seat == CATAN_NONE || seat == g->helper_seat;
    default:
        return true;
    }
}

/* The order of the tests decides which reason people get: whose turn it is comes before the
 * phase and the helper, and all come before places and cards. Accepts any bytes. */
enum catan_error catan_check(const struct catan *g, const struct action *a) {
    if (!well_formed(g, a))
        return ERR_BAD_ACTION;
    if (g->phase == PH_OVER)
        return ERR_GAME_OVER;
    const struct row *row = &rows[a->type];
    if (!is_theirs(g, row->who, a->seat))
        return ERR_NOT_YOUR_TURN;
    if (!(row->phases >> g->phase & 1))
        return wrong_phase(g, a);
    enum catan_error e = row->helper ? catan__check_helper(g, a->seat, row->helper - 1) : CATAN_OK;
    return e ? e : row->check(g, a);
}

/* Callers have asked catan_check() before. This checks again only what would corrupt a state,
 * and everything in debug builds. */
void catan_apply(struct catan *g, const struct action *a) {
    CHECK(0 < a->type && a->type < ACT_N);
    const struct row *row = &rows[a->type];
    CHECK(row->phases >> g->phase & 1);
    CHECK(row->who == BY_CHANCE ? a->seat == SEAT_CHANCE : a->seat >= 0);
    CHECK(a->seat < catan_seats(g));
#ifdef SKERRY_DEBUG
    CHECK(catan_check(g, a) == CATAN_OK);
#endif
    row->apply(g, a);
}

/* ---- whom the game waits for ------------------------------------------------------- */

/* Addressed seats answer first; then the active seat closes, withdraws or makes a new offer. */
static unsigned owe_an_answer(const struct catan *g) {
    unsigned left = unanswered(&g->offer[g->turn]);
    return left ? left : 1u << g->turn;
}

static unsigned owe_cards(const struct catan *g) {
    unsigned seats = 0;
    for (int p = 0; p < catan_seats(g); p++)
        seats |= (unsigned)(g->owes_cards[p] != 0) << p;
    return seats;
}

/* In a turn and in special building it is the builder: the usual case comes first. */
unsigned catan_owes(const struct catan *g) {
    if (LIKELY((IN_TURN | PHASE(PH_SPECIAL)) >> g->phase & 1)) {
        CHECK(builder(g) < catan_seats(g));
        return 1u << builder(g);
    }
    if (OF_CHANCE >> g->phase & 1)
        return OWES_CHANCE;
    switch (g->phase) {
    case PH_OVER:
        return 0;
    case PH_DISCARD:
        return owe_cards(g);
    case PH_OFFER:
        return owe_an_answer(g);
    case PH_MARIANNE: case PH_SEAN: case PH_AFTER_HELPER:
        CHECK(g->helper_seat < catan_seats(g));
        return 1u << g->helper_seat;
    default:
        CHECK(builder(g) < catan_seats(g));
        return 1u << builder(g);
    }
}

/* While trading is allowed, everybody may propose and withdraw a proposal. */
unsigned catan_may(const struct catan *g) {
    unsigned seats = 0;
    if (!catan__trading(g))
        return 0;
    for (int p = 0; p < catan_seats(g); p++)
        if (g->offer[p].number || catan__may_offer(g, p))
            seats |= 1u << p;
    return seats & ~catan_owes(g);
}
