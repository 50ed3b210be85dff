/* catan_belief.c -- which hands the others may hold: the exact small set, with weights.
 *
 * Most changes of a hand are public: the supply shows what was paid or earned, offers show what
 * was swapped. Only a card stolen unseen splits the set. Offers and acceptances prune it, since
 * nobody may offer cards they do not have. An action is processed when the view after it is
 * known, at the next observation or choice. If the set is lost (a bot without history, or too
 * large a set), it starts again from the unseen cards. */
#include "catan_ai.h"

#include <string.h>

#include "core/check.h"

struct belief_draft {               /* hands under construction, before the likeliest are kept */
    uint64_t hand[HANDS_MAX * KIND_N];
    uint64_t weight[HANDS_MAX * KIND_N];
    int n;
};

/* Merge equal hands. There is room for every kind of every hand. */
static void add(struct belief_draft *d, uint64_t hand, uint64_t weight) {
    int i = 0;
    if (weight == 0)
        return;
    while (i < d->n && d->hand[i] != hand)
        i++;
    CHECK(i < HANDS_MAX * KIND_N);
    if (i == d->n) {
        d->hand[d->n] = hand;
        d->weight[d->n++] = 0;
    }
    d->weight[i] += weight;
}

/* Keep the likeliest hands, scaled so that the weights sum to WEIGHT_ONE. */
static void keep(const struct belief_draft *d, struct hands *h) {
    uint64_t sum = 0;
    uint8_t taken[HANDS_MAX * KIND_N] = { 0 };
    int order[HANDS_MAX];
    h->n = 0;
    while (h->n < HANDS_MAX && h->n < d->n) {
        int best = -1;
        for (int i = 0; i < d->n; i++)
            if (!taken[i] && (best < 0 || d->weight[i] > d->weight[best]))
                best = i;
        taken[best] = 1;
        order[h->n++] = best;
        sum += d->weight[best];
    }
    for (int i = 0; i < h->n; i++) {
        h->hand[i] = d->hand[order[i]];
        h->weight[i] = (uint32_t)(d->weight[order[i]] * WEIGHT_ONE / sum);
        h->weight[i] += h->weight[i] == 0;
    }
}

/* Every hand changes by the same bundles; hands without `out` were impossible. */
static void change(struct hands *h, uint64_t out, uint64_t in) {
    struct belief_draft d;
    d.n = 0;
    for (int i = 0; i < h->n; i++)
        if (bundle_has(h->hand[i], out))
            add(&d, h->hand[i] - out + in, h->weight[i]);
    keep(&d, h);
}

/* One unseen card leaves: each card of a hand is equally likely, so a hand splits into one per
 * kind. */
static void lose_unseen(struct hands *h) {
    struct belief_draft d;
    d.n = 0;
    for (int i = 0; i < h->n; i++)
        for (int k = 0; k < KIND_N; k++)
            if (bundle_count(h->hand[i], k))
                add(&d, h->hand[i] - BUNDLE_CARD(k),
                    (uint64_t)h->weight[i] * (uint64_t)bundle_count(h->hand[i], k) /
                        (uint64_t)bundle_total(h->hand[i]));
    keep(&d, h);
}

/* One unseen card arrives; `odds` (out of 1 << 16) says which kind it may be. The link to the
 * hand it left is lost: the sets of two seats are independent, and match() combines them. */
static void gain_unseen(struct hands *h, const uint32_t odds[KIND_N]) {
    struct belief_draft d;
    d.n = 0;
    for (int i = 0; i < h->n; i++)
        for (int k = 0; k < KIND_N; k++)
            add(&d, h->hand[i] + BUNDLE_CARD(k), (uint64_t)h->weight[i] * odds[k] >> 16);
    keep(&d, h);
}

void ai__belief_odds(const struct belief *b, int from, uint32_t odds[KIND_N]) {
    const struct hands *h = &b->of[from];
    uint64_t sum[KIND_N] = { 0 }, all = 0;
    for (int i = 0; i < h->n; i++)
        for (int k = 0; k < KIND_N && bundle_total(h->hand[i]); k++)
            sum[k] += (uint64_t)h->weight[i] * (uint64_t)bundle_count(h->hand[i], k) /
                      (uint64_t)bundle_total(h->hand[i]);
    for (int k = 0; k < KIND_N; k++)
        all += sum[k];
    for (int k = 0; k < KIND_N; k++)
        odds[k] = all ? (uint32_t)((sum[k] << 16) / all) : 0;
}

/* --- what an action reveals ------------------------------------------------------------------ */

/* The cards of each kind in the others' hands. */
static void in_hands(const struct catan *view, int seat, int left[KIND_N]) {
    for (int k = 0; k < KIND_N; k++)
        left[k] = catan_option(view, OPT_BANK) - bundle_count(view->bank, k) -
                  bundle_count(view->hand[seat], k);
}

/* Nothing fits or nothing is known: draw the hand card by card from the unseen cards. Not exact,
 * because the odds stay the same from card to card; later views prune it. */
static void start_again(struct hands *h, const struct catan *view, int seat, int of) {
    int left[KIND_N], all = 0;
    uint32_t odds[KIND_N];
    in_hands(view, seat, left);
    for (int k = 0; k < KIND_N; k++)
        all += left[k] > 0 ? left[k] : 0;
    for (int k = 0; k < KIND_N; k++)
        odds[k] = all && left[k] > 0 ? (uint32_t)((left[k] << 16) / all) : 0;
    h->n = 1;
    h->hand[0] = 0;
    h->weight[0] = WEIGHT_ONE;
    for (int i = 0; i < bundle_total(view->hand[of]) && h->n; i++)
        gain_unseen(h, odds);
}

/* Drop impossible hands: a wrong total, or more of a kind than all hands hold. */
static void prune(struct hands *h, const struct catan *view, int seat, int of) {
    int left[KIND_N];
    struct belief_draft d;
    d.n = 0;
    in_hands(view, seat, left);
    for (int i = 0; i < h->n; i++) {
        bool fits = bundle_total(h->hand[i]) == bundle_total(view->hand[of]);
        for (int k = 0; k < KIND_N; k++)
            fits = fits && bundle_count(h->hand[i], k) <= left[k];
        if (fits)
            add(&d, h->hand[i], h->weight[i]);
    }
    keep(&d, h);
    if (h->n == 0)
        start_again(h, view, seat, of);
}

/* How many cards more (or fewer) than before the action. Totals are public. */
static int change_of(const struct belief *b, const struct catan *view, int s) {
    return bundle_total(view->hand[s]) - bundle_total(b->before[s]);
}

/* What moved between the supply and one seat, as bundles. */
static void supply_change(const struct belief *b, const struct catan *view, uint64_t *out,
                          uint64_t *in) {
    uint64_t was = b->bank_before;
    *out = *in = 0;
    for (int k = 0; k < KIND_N; k++) {
        int d = bundle_count(was, k) - bundle_count(view->bank, k);
        for (; d > 0; d--)
            *in += BUNDLE_CARD(k);
        for (; d < 0; d++)
            *out += BUNDLE_CARD(k);
    }
}

static void after_deal(struct belief *b, int maker, int taker, const struct catan_offer *o) {
    uint64_t give = bundle_pack(o->give), get = bundle_pack(o->get);
    change(&b->of[maker], give, get);
    change(&b->of[taker], get, give);
}

/* An offer was accepted: the deal is closed if the active seat accepts; otherwise it is a
 * promise. */
static void after_accept(struct belief *b, const struct action *a, int active) {
    for (int s = 0; s < SEATS_MAX; s++) {
        const struct catan_offer *o = &b->offer[s];
        if (o->number == 0 || o->number != a->place)
            continue;
        if (a->seat == active)
            after_deal(b, s, a->seat, o);
        else
            change(&b->of[a->seat], bundle_pack(o->get), bundle_pack(o->get));
    }
}

/* Every other seat lost all its cards of the kind, so each loss tells which hands fit. */
static void after_monopoly(struct belief *b, const struct catan *view, int taker, int kind,
                           int seats) {
    uint64_t all = 0;
    for (int s = 0; s < seats; s++) {
        struct belief_draft d;
        struct hands *h = &b->of[s];
        int lost = -change_of(b, view, s);
        uint64_t cards = (uint64_t)(lost > 0 ? lost : 0) * BUNDLE_CARD(kind);
        d.n = 0;
        if (s == taker)
            continue;
        for (int i = 0; i < h->n; i++)
            if (bundle_count(h->hand[i], kind) == lost)
                add(&d, h->hand[i] - cards, h->weight[i]);
        keep(&d, h);
        all += cards;
    }
    change(&b->of[taker], 0, all);
}

/* Cards went from hand to hand; `kind` if it was seen. */
static void after_transfer(struct belief *b, const struct catan *view, int kind, int seats) {
    int from = -1, to = -1;
    for (int s = 0; s < seats; s++) {
        int d = change_of(b, view, s);
        from = d < 0 ? s : from;
        to = d > 0 ? s : to;
    }
    if (from < 0 || to < 0)
        return;
    for (int n = change_of(b, view, to); n > 0; n--) {
        uint32_t odds[KIND_N];
        if (kind < KIND_N) {
            change(&b->of[from], BUNDLE_CARD(kind), 0);
            change(&b->of[to], 0, BUNDLE_CARD(kind));
            continue;
        }
        ai__belief_odds(b, from, odds);
        lose_unseen(&b->of[from]);
        gain_unseen(&b->of[to], odds);
    }
}

/* Everything else goes through the supply; production itself says who got what. */
static void after_supply(struct belief *b, const struct catan *view, int seats) {
    uint64_t out, in;
    int changed = 0, who = -1;
    for (int s = 0; s < seats; s++)
        if (change_of(b, view, s)) {
            changed++;
            who = s;
        }
    supply_change(b, view, &out, &in);
    if (changed == 1)       /* if only one hand changed, it got what the supply lost */
        change(&b->of[who], out, in);
    else if (changed > 1)
        after_transfer(b, view, KIND_N, seats);
}

/* What the observed action, and the view after it, say about the hands. */
static void work_in(struct belief *b, const struct catan *view, int seats) {
    const struct action *a = &b->last;
    switch (a->type) {
    case ACT_DICE:
        for (int s = 0; s < seats; s++)
            if (change_of(b, view, s) == bundle_total(view->gains[s]) && change_of(b, view, s))
                change(&b->of[s], 0, view->gains[s]);
        break;
    case ACT_CONFIRM:
        if (a->target < seats)
            after_deal(b, a->seat, a->target, &b->offer[a->seat]);
        break;
    case ACT_ACCEPT:
        after_accept(b, a, b->turn);
        break;
    case ACT_OFFER:     /* remove and add again: only hands that hold it are left */
        change(&b->of[a->seat], bundle_pack(a->give), bundle_pack(a->give));
        break;
    case ACT_MONOPOLY:
        after_monopoly(b, view, a->seat, a->place, seats);
        break;
    case ACT_STEAL:
        after_transfer(b, view, a->place, seats);
        break;
    default:            /* building, buying, discarding, swaps, helpers: the supply tells */
        after_supply(b, view, seats);
        break;
    }
}

void ai__belief_update(struct belief *b, const struct catan *view, int seat) {
    int seats = catan_seats(view);
    if (b->last_due)
        work_in(b, view, seats);
    b->last_due = 0;
    for (int s = 0; s < seats; s++) {
        if (s != seat) {
            prune(&b->of[s], view, seat, s);
            continue;
        }
        b->of[s].n = 1;
        b->of[s].hand[0] = view->hand[s];
        b->of[s].weight[0] = WEIGHT_ONE;
    }
}

void ai__belief_observe(struct belief *b, const struct catan *view, const struct action *seen,
                        int seat) {
    ai__belief_update(b, view, seat);
    b->last = *seen;
    b->last_due = 1;
    b->turn = view->turn;
    b->bank_before = view->bank;
    memcpy(b->before, view->hand, sizeof b->before);
    memcpy(b->offer, view->offer, sizeof b->offer);
}

/* --- one whole state ------------------------------------------------------------------------- */

struct joint {                      /* hands of all the others at once */
    const struct belief *b;
    uint8_t seat[SEATS_MAX];        /* the others */
    int n, tries;
    uint64_t pick[SEATS_MAX], best_pick[SEATS_MAX];
    uint64_t best;
};

/* Choose hands for the seats from `i` on that together are `left`: the likeliest choice, by
 * branch and bound. The sets are ordered, so a good choice comes early. The number of tries is
 * limited, not the time: the answer must be the same everywhere. */
static void match(struct joint *j, int i, uint64_t left, uint64_t weight) {
    const struct hands *h = &j->b->of[j->seat[i]];
    for (int n = 0; n < h->n && j->tries < 4000; n++) {
        uint64_t w = weight * h->weight[n] >> 24;
        if (w <= j->best || !bundle_has(left, h->hand[n]))
            continue;
        j->tries++;
        j->pick[i] = h->hand[n];
        if (i + 1 < j->n) {
            match(j, i + 1, left - h->hand[n], w);
        } else if (left == h->hand[n]) {
            j->best = w;
            memcpy(j->best_pick, j->pick, sizeof j->pick);
        }
    }
}

void ai__belief_fill(const struct belief *b, const struct catan *view, int seat,
                     struct catan *out) {
    struct joint j = { .b = b };
    struct rng fixed;
    uint64_t left = 0;
    int in[KIND_N];
    rng_seed(&fixed, 7);
    catan_guess(view, &fixed.source, out);
    if (view->phase == PH_TAKE)     /* Hilde has shown a hand: the guess must match it */
        return;
    in_hands(view, seat, in);
    for (int k = 0; k < KIND_N; k++)
        left += (uint64_t)(in[k] > 0 ? in[k] : 0) * BUNDLE_CARD(k);
    for (int s = 0; s < catan_seats(view); s++)
        if (s != seat)
            j.seat[j.n++] = (uint8_t)s;
    /* No fit within the tries: use the guess of the rules, which is always possible. Weights are
     * fractions of WEIGHT_ONE and their products shrink; with one more bit, a certain hand of
     * the first seat would overflow 64 bits. */
    if (j.n)
        match(&j, 0, left, UINT64_MAX / WEIGHT_ONE);
    for (int i = 0; i < j.n && j.best; i++)
        out->hand[j.seat[i]] = j.best_pick[i];
}
