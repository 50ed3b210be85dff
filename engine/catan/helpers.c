/* helpers.c -- the helpers, each with its check and its effect. Those who look at cards are in
 * helpers_candamir_hilde.c.
 *
 * A seat has one helper. It is used once a turn, never in the turn it was received, and never in
 * special building. After use it is flipped to its B side or exchanged at once. Marianne and
 * Sean also work in other seats' turns: their holder is asked and uses them or passes. */
#include "internal.h"

/* ---- having one -------------------------------------------------------------------- */

/* -1: it is on display. */
int catan__holder(const struct catan *g, int helper) {
    for (int p = 0; p < catan_seats(g); p++)
        if (g->helper[p] == helper)
            return p;
    return -1;
}

/* Ruling 40: not in the turn it was received, and once a turn. "Turn" is the active seat's turn,
 * also for the holders of Marianne and Sean. */
enum catan_error catan__check_helper(const struct catan *g, int seat, int helper) {
    if (g->helper[seat] != helper)
        return ERR_NO_HELPER;
    if (g->helper_fresh >> seat & 1)
        return ERR_HELPER_FRESH;
    return g->helper_used >> seat & 1 ? ERR_HELPER_USED : CATAN_OK;
}

bool catan__ready(const struct catan *g, int seat, int helper) {
    return catan__check_helper(g, seat, helper) == CATAN_OK;
}

/* In the order of enum helper, from the seat to the right of the first one backwards: with printed
 * pieces all at once (ruling 73), else with each second road, where the last seat settles first on
 * the way back. Not fresh: the first helper works in the first turn (ruling 41). */
void catan__deal_helper(struct catan *g, int helper) {
    int seats = catan_seats(g), seat = (g->first + 2 * seats - 1 - helper) % seats;
    CHECK(helper < HELPER_N && catan__holder(g, helper) < 0);
    g->helper[seat] = (uint8_t)helper;
}

void catan__use_helper(struct catan *g, int seat, int phase) {
    CHECK(g->helper[seat] < HELPER_N);
    g->helper_used |= (uint8_t)(1u << seat);
    g->helper_seat = (uint8_t)seat;
    g->phase = (uint8_t)phase;
}

void catan__use_and_judge(struct catan *g, int seat) {
    catan__use_helper(g, seat, PH_AFTER_HELPER);
    if (catan__judge_win(g))
        g->helper_seat = CATAN_NONE;
}

static void take_from_bank(struct catan *g, int seat, int kind) {
    CHECK(bundle_count(g->bank, kind));
    g->hand[seat] += BUNDLE_CARD(kind);
    g->bank -= BUNDLE_CARD(kind);
}

static enum catan_error check_take_from_bank(const struct catan *g, int kind) {
    if (kind >= KIND_N)
        return ERR_BAD_ACTION;
    return bundle_count(g->bank, kind) ? CATAN_OK : ERR_BANK_SHORT;
}

enum catan_error catan__check_flip(const struct catan *g, const struct action *a) {
    return g->helper_b >> a->seat & 1 ? ERR_HELPER_B_SIDE : CATAN_OK;
}

void catan__do_flip(struct catan *g, const struct action *a) {
    CHECK(!(g->helper_b >> a->seat & 1));
    g->helper_b |= (uint8_t)(1u << a->seat);
    g->helper_seat = CATAN_NONE;
    catan__resume(g);
}

enum catan_error catan__check_exchange(const struct catan *g, const struct action *a) {
    return a->place < HELPER_N && catan_display(g) >> a->place & 1 ? CATAN_OK : ERR_NOT_ON_DISPLAY;
}

/* The new helper shows its A side and cannot be used in this turn. */
void catan__do_exchange(struct catan *g, const struct action *a) {
    CHECK(a->place < HELPER_N && a->place != g->helper[a->seat]);
    g->helper[a->seat] = a->place;
    g->helper_b &= (uint8_t)~(1u << a->seat);
    g->helper_fresh |= (uint8_t)(1u << a->seat);
    g->helper_seat = CATAN_NONE;
    catan__resume(g);
}

/* ---- Nassir: name a kind, one or two opponents each give one, each gets a card back --- */

enum catan_error catan__check_nassir(const struct catan *g, const struct action *a) {
    unsigned others = others_of(g, a->seat);
    int n = bits_count(a->target);
    if (a->place >= KIND_N)
        return ERR_BAD_ACTION;
    return n < 1 || n > 2 || a->target & ~others ? ERR_BAD_PARTNER : CATAN_OK;
}

/* Only seats that gave a card are repaid; if nobody gave one, the helper is done (ruling 49). */
void catan__do_nassir(struct catan *g, const struct action *a) {
    CHECK(!g->repay && !(a->target >> a->seat & 1));
    for (int p = 0; p < catan_seats(g); p++)
        if (a->target >> p & 1 && bundle_count(g->hand[p], a->place)) {
            g->hand[p] -= BUNDLE_CARD(a->place);
            g->hand[a->seat] += BUNDLE_CARD(a->place);
            g->repay |= (uint8_t)(1u << p);
            catan__lapse(g, p);
        }
    catan__use_helper(g, a->seat, g->repay ? PH_REPAY : PH_AFTER_HELPER);
}

enum catan_error catan__check_repay(const struct catan *g, const struct action *a) {
    if (a->place >= KIND_N)
        return ERR_BAD_ACTION;
    if (a->target >= catan_seats(g) || !(g->repay >> a->target & 1))
        return ERR_BAD_PARTNER;
    return bundle_count(g->hand[a->seat], a->place) ? CATAN_OK : ERR_NOT_HELD;
}

/* The seat has enough cards: it got one from each. */
void catan__do_repay(struct catan *g, const struct action *a) {
    CHECK(g->repay >> a->target & 1);
    CHECK(bundle_count(g->hand[a->seat], a->place));
    g->hand[a->seat] -= BUNDLE_CARD(a->place);
    g->hand[a->target] += BUNDLE_CARD(a->place);
    g->repay &= (uint8_t)~(1u << a->target);
    g->phase = g->repay ? PH_REPAY : PH_AFTER_HELPER;
}

/* ---- William: a road in which one card is replaced by any other -------------------- */

/* The new kind may already be in the cost (ruling 78). */
bool catan__replaces_one(uint64_t cost, const uint8_t give[KINDS]) {
    int missing = 0, extra = 0;
    for (int k = 0; k < KINDS; k++) {
        int more = give[k] - bundle_count(cost, k);
        extra += more > 0 ? more : 0;
        missing += more < 0 ? -more : 0;
    }
    return missing == 1 && extra == 1;
}

enum catan_error catan__check_william(const struct catan *g, const struct action *a) {
    enum catan_error e = catan__check_path(g, a->seat, a->place);
    if (e)
        return e;
    if (!catan__replaces_one(COST_ROAD, a->give))
        return ERR_WRONG_PAYMENT;
    return bundle_has(g->hand[a->seat], bundle_pack(a->give)) ? CATAN_OK : ERR_CANNOT_PAY;
}

/* Only for roads that are paid for; free roads have their own phase (ruling 53). */
void catan__do_william(struct catan *g, const struct action *a) {
    catan__pay(g, a->seat, bundle_pack(a->give));
    catan__place_road(g, a->seat, a->place);
    catan__built(g);
    catan__use_and_judge(g, a->seat);
}

/* ---- Marianne: a card after a roll that gave none ---------------------------------- */

/* Ask her holder if the roll gave that seat nothing and the supply has a card (ruling 43). */
void catan__ask_marianne(struct catan *g) {
    int seat = catan__holder(g, MARIANNE);
    if (seat < 0 || g->gains[seat] || !g->bank || !catan__ready(g, seat, MARIANNE))
        return;
    g->helper_seat = (uint8_t)seat;
    g->phase = PH_MARIANNE;
}

enum catan_error catan__check_marianne(const struct catan *g, const struct action *a) {
    return check_take_from_bank(g, a->place);
}

void catan__do_marianne(struct catan *g, const struct action *a) {
    take_from_bank(g, a->seat, a->place);
    catan__use_helper(g, a->seat, PH_AFTER_HELPER);
}

/* ---- Louis: take up a loose road and build it elsewhere ---------------------------- */

/* An end of the road where the seat has nothing else. */
static bool loose_end(const struct catan *g, int seat, int path, int corner) {
    struct places roads = g->roads[seat];
    places_del(&roads, path);
    return !places_has(g->settlements[seat], corner) && !places_has(g->cities[seat], corner) &&
           !places_any(places_and(roads, catan_board(g)->corner_paths[corner]));
}

bool catan__loose_road(const struct catan *g, int seat, int path) {
    const uint8_t *end = catan_board(g)->path_corner[path];
    return loose_end(g, seat, path, end[0]) || loose_end(g, seat, path, end[1]);
}

/* Where the seat could build if this road were not there. */
struct places catan__places_without(const struct catan *g, int seat, int path) {
    struct places roads = g->roads[seat], network;
    places_del(&roads, path);
    return places_and(catan__reach(g, seat, roads, &network), g->free_paths);
}

/* The new place is judged as if the road were already gone: the road must not connect to itself. */
enum catan_error catan__check_louis(const struct catan *g, const struct action *a) {
    if (a->place >= catan_board(g)->paths || a->target >= catan_board(g)->paths)
        return ERR_NO_SUCH_PLACE;
    if (!places_has(g->roads[a->seat], a->place) || !catan__loose_road(g, a->seat, a->place))
        return ERR_ROAD_NOT_LOOSE;
    if (a->place == a->target)
        return ERR_SAME_PATH;
    if (!places_has(g->free_paths, a->target))
        return ERR_OCCUPIED;
    return places_has(catan__places_without(g, a->seat, a->place), a->target)
        ? CATAN_OK : ERR_NOT_CONNECTED;
}

/* One action: the Longest Road is judged once, afterwards (ruling 70). A seat that neither holds
 * it nor shares the lead can only gain by the new road. */
static void judge_louis(struct catan *g, int seat, int path) {
    bool leads = g->longest_road == seat || (g->longest_road == CATAN_NONE &&
                 g->longest_length >= catan_option(g, OPT_LONGEST_ROAD_MIN));
    int length = leads ? 0 : catan__trail_through(g, seat, path);
    if (leads)
        catan__judge_road(g);
    else if (length > g->longest_length)
        catan__take_longest(g, seat, length);
}

void catan__do_louis(struct catan *g, const struct action *a) {
    CHECK(places_has(g->roads[a->seat], a->place));
    CHECK(places_has(g->free_paths, a->target));
    places_del(&g->roads[a->seat], a->place);
    places_add(&g->free_paths, a->place);
    places_add(&g->roads[a->seat], a->target);
    places_del(&g->free_paths, a->target);
    g->reach[a->seat] = catan__reach(g, a->seat, g->roads[a->seat], &g->network[a->seat]);
    judge_louis(g, a->seat, a->target);
    catan__use_and_judge(g, a->seat);
}

/* ---- Sean: spared by the seven ----------------------------------------------------- */

/* Either keep all cards or, with a small hand, take one. Who owes cards was fixed at the roll,
 * so the new card never causes a discard (ruling 68). */
enum catan_error catan__check_sean(const struct catan *g, const struct action *a) {
    bool keeps = a->place == CATAN_NONE;
    if (!keeps && a->place >= KIND_N)
        return ERR_BAD_ACTION;
    if (g->owes_cards[a->seat])
        return keeps ? CATAN_OK : ERR_OWES_CARDS;
    return keeps ? ERR_OWES_NOTHING : check_take_from_bank(g, a->place);
}

void catan__do_sean(struct catan *g, const struct action *a) {
    if (a->place == CATAN_NONE)
        g->owes_cards[a->seat] = 0;
    else
        take_from_bank(g, a->seat, a->place);
    catan__use_helper(g, a->seat, PH_AFTER_HELPER);
}

/* ---- Vincent: a played knight makes a building cheaper ----------------------------- */

static enum catan_error check_vincent(const struct catan *g, int seat, uint64_t cost) {
    if (!g->played[seat][DEV_KNIGHT])
        return ERR_NO_KNIGHT;
    return bundle_has(g->hand[seat], cost) ? CATAN_OK : ERR_CANNOT_PAY;
}

/* The order matters (ruling 69): remove the knight, build, judge the army, then check for a win. */
static void finish_vincent(struct catan *g, int seat, uint64_t cost) {
    catan__pay(g, seat, cost);
    catan__built(g);
    catan__judge_army(g);
    catan__use_and_judge(g, seat);
}

/* The knight leaves the game and does not return to the deck (ruling 48); knights_gone keeps the
 * total right. */
static void discard_knight(struct catan *g, int seat) {
    CHECK(g->played[seat][DEV_KNIGHT]);
    g->played[seat][DEV_KNIGHT]--;
    g->knights_gone++;
}

enum catan_error catan__check_vincent_settle(const struct catan *g, const struct action *a) {
    enum catan_error e = check_vincent(g, a->seat, VINCENT_SETTLEMENT);
    return e ? e : catan__check_corner(g, a->seat, a->place);
}

void catan__do_vincent_settle(struct catan *g, const struct action *a) {
    discard_knight(g, a->seat);
    catan__place_settlement(g, a->seat, a->place);
    finish_vincent(g, a->seat, VINCENT_SETTLEMENT);
}

enum catan_error catan__check_vincent_city(const struct catan *g, const struct action *a) {
    enum catan_error e = check_vincent(g, a->seat, VINCENT_CITY);
    return e ? e : catan__check_upgrade(g, a->seat, a->place);
}

void catan__do_vincent_city(struct catan *g, const struct action *a) {
    discard_knight(g, a->seat);
    catan__place_city(g, a->seat, a->place);
    finish_vincent(g, a->seat, VINCENT_CITY);
}

/* ---- Jean: one kind trades 2:1 for the rest of the turn ---------------------------- */

enum catan_error catan__check_jean(const struct catan *g, const struct action *a) {
    if (a->place >= KIND_N)
        return ERR_BAD_ACTION;
    return catan__check_helper(g, a->seat, JEAN);
}

/* The rate belongs to the turn: it stays when Jean is exchanged (ruling 71). */
void catan__do_jean(struct catan *g, const struct action *a) {
    CHECK(a->place < KIND_N);
    g->jean = a->place;
    catan__use_helper(g, a->seat, PH_AFTER_HELPER);
}

/* ---- Lin: the robber goes home and leaves a card ----------------------------------- */

enum catan_error catan__check_lin(const struct catan *g, const struct action *a) {
    if (g->terrain[g->robber] == DESERT)
        return ERR_ROBBER_HOME;
    bool desert = a->place < catan_board(g)->hexes && g->terrain[a->place] == DESERT;
    return desert ? CATAN_OK : ERR_NOT_A_DESERT;
}

/* No knight is played and nothing is stolen. The robber moves even if the supply has no card
 * (ruling 46). */
void catan__do_lin(struct catan *g, const struct action *a) {
    CHECK(g->terrain[a->place] == DESERT && g->terrain[g->robber] < DESERT);
    int kind = g->terrain[g->robber];
    if (bundle_count(g->bank, kind))
        take_from_bank(g, a->seat, kind);
    g->robber = a->place;
    catan__use_helper(g, a->seat, PH_AFTER_HELPER);
}
