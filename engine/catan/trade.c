/* trade.c -- maritime trade with the supply, and offers between seats.
 *
 * The active seat offers to all or some seats; they owe an answer; it closes with one of those
 * who accept. Every other seat may propose to the active one while trading is allowed; such a
 * proposal waits and blocks nothing. A seat has one standing offer, which lapses as soon as its
 * hand shrinks. So a standing offer can always be kept, and a refusal never reveals what a hand
 * holds. */
#include "kernel.h"

bool catan__trading(const struct catan *g) {
    return (WHEN_TRADING | PHASE(PH_OFFER)) >> g->phase & 1;
}

/* Jean's kind trades 2:1 for the active seat, regardless of harbors (ruling 52). */
uint64_t catan_rates(const struct catan *g, int seat) {
    if (g->jean == CATAN_NONE || seat != g->turn)
        return g->rate[seat];
    return (g->rate[seat] & ~((uint64_t)255 << 8 * g->jean)) | (uint64_t)2 << 8 * g->jean;
}

static int kinds_in(const uint8_t count[KINDS]) {
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        n += count[k] != 0;
    return n;
}

static bool share_a_kind(const uint8_t a[KINDS], const uint8_t b[KINDS]) {
    for (int k = 0; k < KINDS; k++)
        if (a[k] && b[k])
            return true;
    return false;
}

/* More of one kind than exist: nobody can hold that. */
static bool beyond_all(const struct catan *g, const uint8_t count[KINDS]) {
    for (int k = 0; k < KINDS; k++)
        if (count[k] > catan_option(g, OPT_BANK))
            return true;
    return false;
}

/* ---- the supply -------------------------------------------------------------------- */

static bool owns_harbor(const struct catan *g, int seat, int sort) {
    const struct catan_board *b = catan_board(g);
    struct places own = places_or(g->settlements[seat], g->cities[seat]);
    for (int i = 0; i < b->coast; i++)
        if (g->harbor[i] == sort && places_any(places_and(own, b->path_corners[b->coast_path[i]])))
            return true;
    return false;
}

/* A seat may trade at its best rate (including Jean's) or deliberately at a worse one (ruling
 * G4). */
static bool rate_is_open(const struct catan *g, int seat, int kind, int n) {
    int best = bundle_count(catan_rates(g, seat), kind);
    return n == best || n == 4 || (n == 3 && owns_harbor(g, seat, HARBOR_ANY));
}

enum catan_error catan__check_bank(const struct catan *g, const struct action *a) {
    int give = 0, get = 0;
    if (kinds_in(a->give) != 1 || kinds_in(a->get) != 1)
        return ERR_BAD_RATE;
    while (!a->give[give])
        give++;
    while (!a->get[get])
        get++;
    if (give == get)
        return ERR_LIKE_FOR_LIKE;
    if (a->get[get] != 1 || !rate_is_open(g, a->seat, give, a->give[give]))
        return ERR_BAD_RATE;
    if (bundle_count(g->hand[a->seat], give) < a->give[give])
        return ERR_NOT_HELD;
    return bundle_count(g->bank, get) ? CATAN_OK : ERR_BANK_SHORT;
}

void catan__do_bank(struct catan *g, const struct action *a) {
    uint64_t give = bundle_pack(a->give), get = bundle_pack(a->get);
    CHECK(bundle_has(g->hand[a->seat], give));
    CHECK(bundle_has(g->bank, get));
    trade_with_supply(g, a->seat, give, get);
}

/* ---- offers ------------------------------------------------------------------------ */

/* Does nothing for seats without an offer. */
void catan__lapse(struct catan *g, int seat) {
    g->offer[seat] = (struct catan_offer){ 0 };
}

/* What a seat must hold: for its own offer, and for an offer of the active seat that it
 * accepted. */
uint64_t catan__promised(const struct catan *g, int seat) {
    const struct catan_offer *own = &g->offer[seat];
    const struct catan_offer *active = g->turn == CATAN_NONE ? own : &g->offer[g->turn];
    uint64_t bundle = 0;
    for (int k = 0; k < KIND_N; k++) {
        int give = own->number ? own->give[k] : 0;
        int get = active->accepted >> seat & 1 ? active->get[k] : 0;
        bundle += (uint64_t)(give > get ? give : get) * BUNDLE_CARD(k);
    }
    return bundle;
}

/* Ruling G13: every offer of the turn counts, answered or not. */
bool catan__may_offer(const struct catan *g, int seat) {
    int limit = catan_option(g, OPT_OFFERS);
    return limit > OFFERS_MAX || g->offers_by[seat] < limit;
}

/* Whose offer has this number? -1: nobody's. */
static int maker_of(const struct catan *g, int number) {
    for (int p = 0; p < catan_seats(g); p++)
        if (number && g->offer[p].number == number)
            return p;
    return -1;
}

/* The next offer's number. Numbers can run out only without a limit; then they start again at 1,
 * skipping those of standing offers. */
static uint8_t next_number(const struct catan *g) {
    int number = g->offers_made;
    do
        number = number == UINT8_MAX ? 1 : number + 1;
    while (maker_of(g, number) >= 0);
    return (uint8_t)number;
}

/* Ruling 37: cards on both sides, of different kinds (36), held by the maker now. The active
 * seat may offer to anybody, the others only to the active seat. */
enum catan_error catan__check_offer(const struct catan *g, const struct action *a) {
    unsigned others = others_of(g, a->seat);
    if (!kinds_in(a->give) || !kinds_in(a->get))
        return ERR_NO_GIFTS;
    if (share_a_kind(a->give, a->get))
        return ERR_LIKE_FOR_LIKE;
    if (beyond_all(g, a->give) || beyond_all(g, a->get))
        return ERR_NOT_HELD;
    if (!bundle_has(g->hand[a->seat], bundle_pack(a->give)))
        return ERR_NOT_HELD;
    if (a->seat == g->turn ? !a->target || (a->target & ~others) : a->target != 1u << g->turn)
        return ERR_BAD_PARTNER;
    return catan__may_offer(g, a->seat) ? CATAN_OK : ERR_TOO_MANY_OFFERS;
}

/* When everybody has refused, the active seat's offer is gone. */
static void answered(struct catan *g) {
    struct catan_offer *o = &g->offer[g->turn];
    if (o->number && o->declined == o->to)
        catan__lapse(g, g->turn);
    catan__resume(g);
}

/* A seat that answers with its own proposal declines the active seat's offer. */
void catan__do_offer(struct catan *g, const struct action *a) {
    struct catan_offer *o = &g->offer[a->seat];
    unsigned bit = 1u << a->seat;
    CHECK(bundle_has(g->hand[a->seat], bundle_pack(a->give)));
    g->offers_made = next_number(g);
    *o = (struct catan_offer){ .number = g->offers_made, .to = a->target };
    for (int k = 0; k < KINDS; k++) {
        o->give[k] = a->give[k];
        o->get[k] = a->get[k];
    }
    g->offers_by[a->seat] = (uint8_t)(g->offers_by[a->seat] + (g->offers_by[a->seat] < UINT8_MAX));
    if (a->seat != g->turn && (unanswered(&g->offer[g->turn]) & bit))
        g->offer[g->turn].declined |= (uint8_t)bit;
    answered(g);
}

/* An offer is answered by its number, so that a late answer never meets a newer offer. */
static enum catan_error check_answer(const struct catan *g, const struct action *a) {
    int maker = maker_of(g, a->place);
    if (maker < 0)
        return ERR_NO_SUCH_OFFER;
    const struct catan_offer *o = &g->offer[maker];
    unsigned bit = 1u << a->seat;
    if (!(o->to & bit))
        return ERR_NOT_ADDRESSED;
    return (o->accepted | o->declined) & bit ? ERR_ANSWERED : CATAN_OK;
}

enum catan_error catan__check_accept(const struct catan *g, const struct action *a) {
    enum catan_error e = check_answer(g, a);
    if (e)
        return e;
    const struct catan_offer *o = &g->offer[maker_of(g, a->place)];
    return bundle_has(g->hand[a->seat], bundle_pack(o->get)) ? CATAN_OK : ERR_NOT_HELD;
}

/* Both hands change, so both seats' offers lapse; other standing offers belong to others. */
static void trade(struct catan *g, int maker, int partner) {
    uint64_t give = bundle_pack(g->offer[maker].give), get = bundle_pack(g->offer[maker].get);
    CHECK(maker != partner && g->offer[maker].number);
    CHECK(bundle_has(g->hand[maker], give));
    CHECK(bundle_has(g->hand[partner], get));
    g->hand[maker] += get - give;
    g->hand[partner] += give - get;
    catan__lapse(g, maker);
    catan__lapse(g, partner);
    catan__resume(g);
}

/* Accepting the active seat's offer is a promise, which that seat need not take up. Accepting a
 * proposal, as the active seat, closes it. */
void catan__do_accept(struct catan *g, const struct action *a) {
    int maker = maker_of(g, a->place);
    CHECK(maker >= 0);
    if (a->seat == g->turn)
        trade(g, maker, a->seat);
    else
        g->offer[maker].accepted |= (uint8_t)(1u << a->seat);
}

enum catan_error catan__check_decline(const struct catan *g, const struct action *a) {
    return check_answer(g, a);
}

/* If the active seat refuses, the proposal is gone; a refusal by the others is only an answer. */
void catan__do_decline(struct catan *g, const struct action *a) {
    int maker = maker_of(g, a->place);
    CHECK(maker >= 0);
    if (a->seat == g->turn)
        catan__lapse(g, maker);
    else
        g->offer[maker].declined |= (uint8_t)(1u << a->seat);
    answered(g);
}

enum catan_error catan__check_confirm(const struct catan *g, const struct action *a) {
    if (a->target >= catan_seats(g))
        return ERR_BAD_PARTNER;
    return g->offer[g->turn].accepted >> a->target & 1 ? CATAN_OK : ERR_NOT_ACCEPTED;
}

void catan__do_confirm(struct catan *g, const struct action *a) {
    CHECK(g->offer[g->turn].accepted >> a->target & 1);
    trade(g, g->turn, a->target);
}

enum catan_error catan__check_withdraw(const struct catan *g, const struct action *a) {
    return g->offer[a->seat].number ? CATAN_OK : ERR_NO_SUCH_OFFER;
}

void catan__do_withdraw(struct catan *g, const struct action *a) {
    catan__lapse(g, a->seat);
    catan__resume(g);
}
