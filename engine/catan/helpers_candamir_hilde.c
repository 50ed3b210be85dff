/* helpers_candamir_hilde.c -- the two helpers that let a seat look at cards: Candamir (the
 * deck) and Hilde (a hand). Only that seat's view shows them (view.c).
 *
 * Each takes two actions, since the seat must see the cards before it can choose (ruling 74).
 * The helper counts as used from the first action on. */
#include "internal.h"

/* ---- Candamir: a development card chosen of three, one card of its cost replaced --- */

enum catan_error catan__check_candamir(const struct catan *g, const struct action *a) {
    if (!bundle_total(g->deck))
        return ERR_DECK_EMPTY;
    if (bundle_pack(a->give) != COST_DEV && !catan__replaces_one(COST_DEV, a->give))
        return ERR_WRONG_PAYMENT;
    return bundle_has(g->hand[a->seat], bundle_pack(a->give)) ? CATAN_OK : ERR_CANNOT_PAY;
}

/* Paid before the cards are seen: there is no way back. */
void catan__do_candamir(struct catan *g, const struct action *a) {
    CHECK(bundle_total(g->deck));
    catan__pay(g, a->seat, bundle_pack(a->give));
    catan__built(g);
    catan__use_helper(g, a->seat, PH_LOOK);
}

/* n over k. Exact at every step: a product of i+1 consecutive numbers is divisible by (i+1)!. */
static uint32_t choose(int n, int k) {
    uint32_t ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (uint32_t)(n - i) / (uint32_t)(i + 1);
    return ways;
}

/* In how many ways these cards can be the top of the deck; 0: they cannot. */
static uint32_t look_weight(const struct catan *g, const uint8_t cards[DEV_N]) {
    uint32_t ways = 1;
    for (int k = 0; k < DEV_N; k++)
        ways *= cards[k] > bundle_count(g->deck, k) ? 0
                                                    : choose(bundle_count(g->deck, k), cards[k]);
    return ways;
}

/* Three cards, or what is left (ruling 45). */
static int look_size(const struct catan *g) {
    return bundle_total(g->deck) < 3 ? bundle_total(g->deck) : 3;
}

enum catan_error catan__check_look(const struct catan *g, const struct action *a) {
    int n = 0;
    for (int k = 0; k < DEV_N; k++)
        n += a->give[k];
    return n == look_size(g) && look_weight(g, a->give) ? CATAN_OK : ERR_IMPOSSIBLE;
}

/* Every set of cards that can be shown, more of the earlier kinds first. */
static int add_looks(const struct catan *g, struct action a, int card, int left,
                     struct action *menu,
                     uint32_t *weight, int n) {
    int most = bundle_count(g->deck, card) < left ? bundle_count(g->deck, card) : left;
    for (int count = most; count >= 0; count--) {
        a.give[card] = (uint8_t)count;
        if (card < DEV_N - 1) {
            n = add_looks(g, a, card + 1, left - count, menu, weight, n);
        } else if (count == left) {
            menu[n] = a;
            weight[n++] = look_weight(g, a.give);
        }
    }
    return n;
}

int catan__look_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    struct action a = { .type = ACT_LOOK, .seat = SEAT_CHANCE };
    return add_looks(g, a, 0, look_size(g), menu, weight, 0);
}

/* The cards shown stay in the deck's count until one is kept. */
void catan__do_look(struct catan *g, const struct action *a) {
    CHECK(bundle_has(g->deck, bundle_pack(a->give)));
    CHECK(!g->look);
    g->look = bundle_pack(a->give);
    g->phase = PH_KEEP;
}

enum catan_error catan__check_keep(const struct catan *g, const struct action *a) {
    if (a->place >= DEV_N)
        return ERR_BAD_ACTION;
    return bundle_count(g->look, a->place) ? CATAN_OK : ERR_NO_CARD;
}

/* The others return to the deck, whose count still includes them. */
void catan__do_keep(struct catan *g, const struct action *a) {
    CHECK(a->place < DEV_N);
    CHECK(bundle_count(g->look, a->place) && bundle_has(g->deck, g->look));
    g->look = 0;
    g->deck -= BUNDLE_CARD(a->place);
    g->dev_new[a->seat] += BUNDLE_CARD(a->place);
    catan__use_and_judge(g, a->seat);
}

/* ---- Hilde: choose a card from the hand of one who is ahead ------------------------ */

/* Ahead means more visible points; hidden points do not count (ruling 50). */
enum catan_error catan__check_hilde(const struct catan *g, const struct action *a) {
    if (a->target >= catan_seats(g) || a->target == a->seat)
        return ERR_BAD_PARTNER;
    if (g->points[a->target] <= g->points[a->seat])
        return ERR_NOT_AHEAD;
    return bundle_total(g->hand[a->target]) ? CATAN_OK : ERR_EMPTY_HAND;
}

void catan__do_hilde(struct catan *g, const struct action *a) {
    CHECK(a->target < catan_seats(g) && a->target != a->seat);
    g->helper_target = a->target;
    catan__use_helper(g, a->seat, PH_TAKE);
}

enum catan_error catan__check_take(const struct catan *g, const struct action *a) {
    if (a->place >= KIND_N)
        return ERR_BAD_ACTION;
    return bundle_count(g->hand[g->helper_target], a->place) ? CATAN_OK : ERR_NOT_HELD;
}

void catan__do_take(struct catan *g, const struct action *a) {
    CHECK(g->helper_target < catan_seats(g));
    CHECK(bundle_count(g->hand[g->helper_target], a->place));
    g->hand[g->helper_target] -= BUNDLE_CARD(a->place);
    g->hand[a->seat] += BUNDLE_CARD(a->place);
    catan__lapse(g, g->helper_target);
    g->helper_target = CATAN_NONE;
    g->phase = PH_AFTER_HELPER;
}
