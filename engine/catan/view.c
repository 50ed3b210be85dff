/* view.c -- who may know what: views, what is seen of an action, and guessing the rest.
 *
 * Public: how many cards of each sort everybody has, the supply, and everything on the table.
 * Secret: which resource and development cards a hand holds, what is left in the deck, and what
 * a helper shows to one seat. At the end of the game all victory point cards are shown. */
#include "internal.h"
#include "position.h"

/* A copy without the secrets (ruling 75); position.c says who sees what. */
void catan_view(const struct catan *g, int seat, struct catan *out) {
    *out = *g;
    out->viewer = (int8_t)seat;
    if (seat != SEAT_ALL)
        members_hide(catan_secrets, out, catan_seats(out), seat);
}

/* `g` is the state before the action: it still says whose card is stolen, or who looks. */
void catan_see(const struct catan *g, const struct action *a, int seat, struct action *out) {
    bool hidden = false;
    *out = *a;
    if (a->type == ACT_STEAL)
        hidden = seat != g->turn && seat != g->victim;
    else if (a->type == ACT_DRAW)
        hidden = seat != builder(g);
    else if (a->type == ACT_KEEP || a->type == ACT_LOOK || a->type == ACT_TAKE)
        hidden = seat != g->helper_seat && !(a->type == ACT_TAKE && seat == g->helper_target);
    if (!hidden || seat == SEAT_ALL)
        return;
    out->place = CATAN_HIDDEN;
    for (int k = 0; k < KINDS; k++)
        out->give[k] = 0;
}

/* Could a seat's hidden cards make it win when its turn comes? */
static bool might_win(const struct catan *g, int seat) {
    int hidden = bundle_total(g->dev[seat]) + bundle_total(g->dev_new[seat]);
    return g->points[seat] + hidden >= catan_option(g, OPT_POINTS);
}

/* Building, paying and proposing show only the seat's own cards; the end of a turn may show
 * more. */
bool catan_plain(const struct catan *g, const struct action *a) {
    switch (a->type) {
    case ACT_ROAD: case ACT_SETTLE: case ACT_CITY: case ACT_BANK: case ACT_DISCARD:
    case ACT_OFFER: case ACT_CONFIRM: case ACT_WITHDRAW: case ACT_ACCEPT: case ACT_DECLINE:
        return true;
    case ACT_END: case ACT_PASS:
        for (int seat = 0; seat < catan_seats(g); seat++)
            if (seat != a->seat && might_win(g, seat))
                return false;
        return true;
    default:
        return false;
    }
}

/* ---- guessing ---------------------------------------------------------------------- */

/* A guess must be sound and look like the view to the viewer. Hands are dealt from the cards
 * that nobody is known to hold, each seat's promised cards first. The sums always work out,
 * since the view's totals come from a real state. */

/* Move one card, drawn blindly from `pool`, to `to`. */
static void draw_card(struct source *src, uint64_t *pool, uint64_t *to) {
    CHECK(bundle_total(*pool));
    int kind = bundle_nth(*pool, source_below(src, (uint32_t)bundle_total(*pool)));
    *pool -= BUNDLE_CARD(kind);
    *to += BUNDLE_CARD(kind);
}

static void guess_hands(const struct catan *view, struct source *src, struct catan *out) {
    uint64_t pool = (uint64_t)catan_option(view, OPT_BANK) * ONE_OF_EACH - view->bank;
    for (int p = 0; p < catan_seats(view); p++) {
        if (!bundle_known(view->hand[p]))
            out->hand[p] = catan__promised(view, p);
        pool -= out->hand[p];
    }
    for (int p = 0; p < catan_seats(view); p++)
        while (bundle_total(out->hand[p]) < bundle_total(view->hand[p]))
            draw_card(src, &pool, &out->hand[p]);
}

/* How many points a seat can hide without having won: the active seat stays below the goal. */
static int points_to_hide(const struct catan *g, int seat) {
    bool waits = seat == g->turn && g->special == CATAN_NONE && g->phase != PH_OVER;
    return waits ? catan_option(g, OPT_POINTS) - 1 - g->points[seat] : 127;
}

/* Fill `to` up to `total` from the pool; points are set aside once there is no room for more. */
static void guess_cards(struct source *src, uint64_t *pool, uint64_t *to, int total, int points) {
    uint64_t kept = 0;
    while (bundle_total(*to) < total) {
        uint64_t in_pool = (uint64_t)bundle_count(*pool, DEV_POINT) * BUNDLE_CARD(DEV_POINT);
        if (bundle_count(*to, DEV_POINT) >= points && *pool != in_pool) {
            kept += in_pool;
            *pool -= in_pool;
        } else if (!*pool) {        /* nothing else is left: no such state exists */
            *pool += kept;
            kept = 0;
        }
        draw_card(src, pool, to);
    }
    *pool += kept;
}

/* Point cards shown at the end of the game are known; the rest is drawn. */
static uint64_t shown(uint64_t bundle) {
    return (uint64_t)bundle_count(bundle, DEV_POINT) * BUNDLE_CARD(DEV_POINT);
}

static void guess_dev(const struct catan *view, struct source *src, struct catan *out) {
    int seats = catan_seats(view);
    uint64_t pool = catan__full_deck(view) - (uint64_t)view->knights_gone * BUNDLE_CARD(DEV_KNIGHT);
    bool over = view->phase == PH_OVER;
    for (int p = 0; p < seats; p++) {
        for (int card = 0; card < 4; card++)
            pool -= (uint64_t)view->played[p][card] * BUNDLE_CARD(card);
        if (p != view->viewer) {
            out->dev[p] = over ? shown(view->dev[p]) : 0;
            out->dev_new[p] = over ? shown(view->dev_new[p]) : 0;
        }
        pool -= out->dev[p] + out->dev_new[p];
    }
    uint64_t points_left = over
        ? (uint64_t)bundle_count(pool, DEV_POINT) * BUNDLE_CARD(DEV_POINT) : 0;
    pool -= points_left;            /* when all are shown, the rest is in the deck */
    if (view->look && bundle_known(view->look))
        pool -= view->look;         /* the viewer knows that these are in the deck */
    for (int i = 0; i < seats; i++) {       /* the active seat first: it has the fewest choices */
        int p = view->turn == CATAN_NONE ? i : (view->turn + i) % seats;
        int room = points_to_hide(view, p) - bundle_count(out->dev[p], DEV_POINT);
        guess_cards(src, &pool, &out->dev_new[p], bundle_total(view->dev_new[p]), room);
        room = points_to_hide(view, p) - bundle_count(out->dev_new[p], DEV_POINT);
        guess_cards(src, &pool, &out->dev[p], bundle_total(view->dev[p]), room);
    }
    out->deck = pool + points_left + (bundle_known(view->look) ? view->look : 0);
    if (!bundle_known(view->look)) {
        pool = out->deck;
        out->look = 0;
        while (bundle_total(out->look) < bundle_total(view->look))
            draw_card(src, &pool, &out->look);
    }
}

void catan_guess(const struct catan *view, struct source *src, struct catan *out) {
    *out = *view;
    out->viewer = SEAT_ALL;
    if (view->viewer == SEAT_ALL)
        return;
    guess_hands(view, src, out);
    guess_dev(view, src, out);
}
