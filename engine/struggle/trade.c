/* trade.c -- one card for another: with the draw stack, the market, or an opponent's hand; also
 * the Library and the Merchants' Guild.
 *
 * Every A-side road allows one card a turn; without one, a single card with the draw stack.
 * Several cards from one opponent are all taken before the first is given back. */
#include "draw.h"
#include "internal.h"
#include "trade.h"
#include "turn.h"

int struggle_trades_left(const struct struggle *g) {
    bool over = g->turn < 0 || g->built || g->phase == SP_DRAW || g->phase == SP_OVER;
    return over ? 0 : trades_left(g);
}

/* Without a road one card may be traded, only with the draw stack. */
static int check_trade(const struct struggle *g, bool with_stack) {
    if (struggle_trades_left(g) <= 0)
        return SE_NO_TRADES_LEFT;
    return with_stack || g->seat[g->turn].roads ? SE_OK : SE_STACK_ONLY;
}

static int check_opponent(const struct struggle *g, const struct action *a) {
    return a->target < seats_of(g) && a->target != a->seat ? SE_OK : SE_NOT_AN_OPPONENT;
}

int struggle__check_in_hand(const struct struggle *g, const struct action *a) {
    return bundle_has(g->hand[a->seat], bundle_pack(a->give)) ? SE_OK : SE_NOT_IN_HAND;
}

/* Moves a card from one place to another; no card is ever created or lost. */
static void move(uint64_t *from, uint64_t *to, const uint8_t one[KINDS]) {
    uint64_t card = struggle__card(one);
    CHECK(bundle_has(*from, card));
    *from -= card;
    *to += card;
}

/* If there is nothing else to draw, the card just put down comes back (ruling 55), so there is
 * always one. */
int struggle__check_swap_stack(const struct struggle *g, const struct action *a) {
    int error = check_trade(g, true);
    return error ? error : struggle__check_in_hand(g, a);
}

void struggle__swap_stack(struct struggle *g, const struct action *a) {
    move(&g->hand[a->seat], &g->discard, a->give);
    g->traded++;
    g->pending = 1;
    g->phase = SP_SWAP;
    bool ready = struggle__ready(g);
    CHECK(ready);
    (void)ready;
}

/* Also a seat's swap on a market day, which does not count as a trade of its turn. */
int struggle__check_swap_market(const struct struggle *g, const struct action *a) {
    int error = g->phase == SP_MARKET_DAY ? SE_OK : check_trade(g, false);
    if (error)
        return error;
    if (!bundle_has(g->market, bundle_pack(a->get)))
        return SE_NOT_IN_MARKET;
    if (struggle__kind(a->get) == struggle__kind(a->give))
        return SE_LIKE_FOR_LIKE;
    return struggle__check_in_hand(g, a);
}

void struggle__swap_market(struct struggle *g, const struct action *a) {
    move(&g->market, &g->hand[a->seat], a->get);
    move(&g->hand[a->seat], &g->market, a->give);
    if (g->phase == SP_MARKET_DAY)
        struggle__next_asked(g);
    else
        g->traded++;
}

/* Ruling 57: one cannot trade with an empty hand, nor take more cards than it holds. While a card
 * is owed, only the Library's trade may go on, with the same seat (ruling G14). */
int struggle__check_take_from(const struct struggle *g, const struct action *a) {
    if (g->phase == SP_GIVE_BACK && !(g->used & SU_LIBRARY_MORE && a->target == g->target))
        return SE_WRONG_PHASE;
    int error = check_trade(g, false);
    if (!error)
        error = check_opponent(g, a);
    if (error)
        return error;
    if (a->place > struggle_trades_left(g))
        return SE_NO_TRADES_LEFT;
    if (a->place < 1)
        return SE_WRONG_NUMBER;
    return a->place <= bundle_total(g->hand[a->target]) ? SE_OK : SE_TOO_FEW_CARDS;
}

/* `n` cards come unseen, one after another; `owed` of them must be given back (ruling G10). */
static void take_from(struct struggle *g, int target, int n, int owed) {
    CHECK(target < seats_of(g) && target != g->turn);
    CHECK(0 < n && n <= bundle_total(g->hand[target]));
    g->target = (uint8_t)target;
    g->pending = (uint8_t)n;
    g->owed = (uint8_t)owed;
    g->phase = SP_TAKE;
}

void struggle__take_from(struct struggle *g, const struct action *a) {
    g->traded = (uint8_t)(g->traded + a->place);
    g->used &= (uint8_t)~SU_LIBRARY_MORE;
    take_from(g, a->target, a->place, g->owed + a->place);
}

/* All cards are taken: give back what is owed, then continue the turn. */
static void go_on(struct struggle *g) {
    if (g->owed) {
        g->phase = SP_GIVE_BACK;
        return;
    }
    g->target = 0;
    struggle__resume(g);
}

int struggle__check_steal(const struct struggle *g, const struct action *a) {
    bool possible = a->target == g->target &&
        bundle_has(g->hand[g->target], bundle_pack(a->get));
    return possible ? SE_OK : SE_IMPOSSIBLE;
}

void struggle__steal(struct struggle *g, const struct action *a) {
    move(&g->hand[g->target], &g->hand[g->turn], a->get);
    if (!--g->pending)
        go_on(g);
}

/* It may be one of the cards just taken. */
void struggle__give_back(struct struggle *g, const struct action *a) {
    CHECK(g->owed);
    move(&g->hand[a->seat], &g->hand[g->target], a->give);
    g->owed--;
    g->used &= (uint8_t)~SU_LIBRARY_MORE;
    go_on(g);
}

/* The Library: once in the trade phase, a card of one's choice instead of an unseen one. */
int struggle__check_library(const struct struggle *g, const struct action *a) {
    if (!(g->seat[a->seat].expansions & 1u << SX_LIBRARY))
        return SE_NO_LIBRARY;
    if (g->used & SU_LIBRARY)
        return SE_LIBRARY_USED;
    int error = check_trade(g, false);
    if (!error)
        error = check_opponent(g, a);
    if (error)
        return error;
    return bundle_total(g->hand[a->target]) ? SE_OK : SE_TOO_FEW_CARDS;
}

/* From now on the active seat's view shows the hand (ruling 74). */
void struggle__library(struct struggle *g, const struct action *a) {
    CHECK(!(g->used & SU_LIBRARY) && a->target < seats_of(g) && a->target != a->seat);
    g->used |= SU_LIBRARY;
    g->traded++;
    g->target = a->target;
    g->owed = 1;
    g->phase = SP_LIBRARY;
}

int struggle__check_pick(const struct struggle *g, const struct action *a) {
    return bundle_has(g->hand[g->target], bundle_pack(a->get)) ? SE_OK : SE_TOO_FEW_CARDS;
}

void struggle__pick(struct struggle *g, const struct action *a) {
    move(&g->hand[g->target], &g->hand[a->seat], a->get);
    g->used |= SU_LIBRARY_MORE;
    go_on(g);
}

/* The Merchants' Guild: once a turn, while trading or building, from a seat that is not behind.
 * It is not a trade, so it needs no A-side road and nothing is given back. */
int struggle__check_guild(const struct struggle *g, const struct action *a) {
    if (!(g->seat[a->seat].expansions & 1u << SX_GUILD))
        return SE_NO_GUILD;
    if (g->used & SU_GUILD)
        return SE_GUILD_USED;
    int error = check_opponent(g, a);
    if (error)
        return error;
    if (struggle_points(g, a->target) < struggle_points(g, a->seat))
        return SE_FEWER_POINTS;
    return bundle_total(g->hand[a->target]) ? SE_OK : SE_TOO_FEW_CARDS;
}

void struggle__guild(struct struggle *g, const struct action *a) {
    CHECK(!(g->used & SU_GUILD));
    g->used |= SU_GUILD;
    take_from(g, a->target, 1, 0);
}
