/* position_view.c -- checks whether a view that was read can be a view of some state.
 *
 * Hidden cards are known only by their total. A state exists if the cards that nobody is known
 * to hold suffice for those totals and for what was promised in offers. Then guessing one works,
 * and the guess is judged like any state. */
#include <string.h>

#include "internal.h"
#include "position.h"

/* Remove the known cards from the pool; false if it has too few of a kind. */
static bool take(int pool[KINDS], uint64_t bundle) {
    bool enough = true;
    for (int k = 0; k < KINDS; k++) {
        pool[k] -= bundle_count(bundle, k);
        enough = enough && pool[k] >= 0;
    }
    return enough;
}

static int sum(const int pool[KINDS]) {
    int total = 0;
    for (int k = 0; k < KINDS; k++)
        total += pool[k];
    return total;
}

/* Known hands and promises come from the pool; what remains is exactly what is hidden. */
static bool hands_can_be(const struct catan *g) {
    int pool[KINDS], hidden = 0;
    for (int k = 0; k < KINDS; k++)
        pool[k] = catan_option(g, OPT_BANK);
    if (!take(pool, g->bank))
        return false;
    for (int p = 0; p < catan_seats(g); p++) {
        bool known = bundle_known(g->hand[p]);
        uint64_t least = known ? g->hand[p] : catan__promised(g, p);
        if (!take(pool, least) || bundle_total(least) > bundle_total(g->hand[p]))
            return false;
        hidden += bundle_total(g->hand[p]) - bundle_total(least);
    }
    return sum(pool) == hidden;
}

/* The development cards of a seat that this view shows. */
static uint64_t known_dev(const struct catan *g, uint64_t bundle) {
    if (bundle_known(bundle))
        return bundle;
    uint64_t points = (uint64_t)bundle_count(bundle, DEV_POINT) * BUNDLE_CARD(DEV_POINT);
    return g->phase == PH_OVER ? points : 0;
}

/* The active seat has not won, so it hides fewer points than it needs. */
static bool active_seat_can_hide(const struct catan *g, const int pool[KINDS]) {
    if (g->turn >= SEATS_MAX || g->turn == g->viewer || g->special != CATAN_NONE ||
        g->phase == PH_OVER)
        return true;
    int cards = bundle_total(g->dev[g->turn]) + bundle_total(g->dev_new[g->turn]);
    int room = catan_option(g, OPT_POINTS) - 1 - g->points[g->turn];
    int points = room < 0 ? 0 : room < pool[DEV_POINT] ? room : pool[DEV_POINT];
    return cards <= sum(pool) - pool[DEV_POINT] + points;
}

/* The same for development cards, with the points that are shown at the end. */
static bool developments_can_be(const struct catan *g) {
    int pool[KINDS], hidden = bundle_total(g->deck);
    uint64_t all = catan__full_deck(g);
    memset(pool, 0, sizeof pool);
    for (int k = 0; k < KINDS; k++)
        pool[k] = bundle_count(all, k);
    pool[DEV_KNIGHT] -= g->knights_gone;
    for (int p = 0; p < catan_seats(g); p++) {
        uint64_t own = known_dev(g, g->dev[p]) + known_dev(g, g->dev_new[p]);
        for (int card = 0; card < DEV_POINT; card++)
            pool[card] -= g->played[p][card];
        if (!take(pool, own))
            return false;
        hidden += bundle_total(g->dev[p]) + bundle_total(g->dev_new[p]) - bundle_total(own);
    }
    if (pool[DEV_KNIGHT] < 0 || sum(pool) != hidden ||
        bundle_total(g->look) > bundle_total(g->deck))
        return false;
    if (g->phase == PH_OVER && pool[DEV_POINT] > bundle_total(g->deck))
        return false;
    if (bundle_known(g->look) && !take(pool, g->look))
        return false;
    return active_seat_can_hide(g, pool);
}

/* First test what the guess relies on: catan_guess() CHECKs that its pool suffices. Then the
 * guess must look like the view. */
const char *catan_view_fault(const struct catan *view) {
    struct catan world, seen;
    struct rng rng;
    if (!members_hidden(catan_secrets, view, catan_seats(view), view->viewer))
        return "viewer: a view holds its seat's cards and hides those of the others";
    if (!bundle_known(view->bank) || !hands_can_be(view))
        return "resource-cards";
    if (!developments_can_be(view))
        return "development-cards";
    rng_seed(&rng, 1);
    catan_guess(view, &rng.source, &world);
    int broken = catan_sound(&world);
    if (broken)
        return catan_invariant_words(broken);
    catan_view(&world, view->viewer, &seen);
    return memcmp(&seen, view, sizeof seen) == 0 ? NULL : "viewer: not what a seat would see";
}
