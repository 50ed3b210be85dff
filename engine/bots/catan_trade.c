/* catan_trade.c -- offers: which to make, which to accept, and why not.
 *
 * A deal is judged by the winning share it leaves, so what the other side gains counts against
 * it. Fixed rules: nothing for a seat that can win in its next turn, no offer twice in a turn,
 * at most three per turn, and people are asked once per turn. */
#include "catan_ai.h"

#include <string.h>

enum {
    MARGIN = VALUE_ONE / 400,       /* what a deal must gain us */
    CARDS_MAX = 12,                 /* deals examined closely */
    OFFERS_A_TURN = 3,              /* per turn, at every level: more would be a flood */
};

/* A trader accepts less: a sixth of what others want. An adviser counts what a deal is worth to a
 * seat that is far behind. */
static int32_t wanted(const struct think *t) {
    if (t->bot->advises)
        return ai__share(t->strength, t->info.seats, t->me) / 100;
    return t->bot->style == BOT_TRADER ? MARGIN / 6 : MARGIN;
}

/* Two points short, or three with a large hand. It errs on the side of mistrust: a missed deal
 * is cheap, a win given away is not. */
bool ai__near_goal(const struct catan *g, int seat) {
    int reach = 2 + (bundle_total(g->hand[seat]) >= 8);
    return g->points[seat] + reach >= catan_option(g, OPT_POINTS);
}

/* The state after `maker` gave `give` for `get` to `taker`. A guessed hand may lack a card; then
 * the guess is adjusted, and only the counts matter. */
void ai__swap(struct catan *g, int maker, int taker, uint64_t give, uint64_t get) {
    if (bundle_has(g->hand[maker], give))
        g->hand[maker] += get - give;
    if (bundle_has(g->hand[taker], get))
        g->hand[taker] += give - get;
}

static int32_t strength_of(struct think *t, const struct catan *g, int seat) {
    int32_t strength[SEATS_MAX];
    if (!ai__spend(t))
        return 0;
    ai__strengths(&t->info, g, t->me, strength);
    return strength[seat];
}

/* Why we trade. Two cards for one may help both, but nobody calls it fair. */
static enum bot_why why_trade(uint64_t give, uint64_t get) {
    return bundle_total(give) == bundle_total(get) ? BOT_WHY_FAIR : BOT_WHY_GAINS;
}

/* The gain in winning share if we accept this offer, and the reason. */
static int32_t accept_gain(struct think *t, const struct catan *g, const struct catan_offer *o,
                           int maker, int32_t now, enum bot_why *why) {
    uint64_t give = bundle_pack(o->give), get = bundle_pack(o->get);
    struct catan after = *g;
    if (!bundle_has(g->hand[t->me], get)) {
        *why = BOT_WHY_CANNOT;
        return -VALUE_ONE;
    }
    if (ai__near_goal(g, maker)) {
        *why = BOT_WHY_FEEDS_WINNER;
        return -VALUE_ONE;
    }
    ai__swap(&after, maker, t->me, give, get);
    int32_t gain = ai__leaf(t, &after) - now;
    int32_t own = strength_of(t, &after, t->me) - t->strength[t->me];
    if (t->over) {                  /* no time to judge it */
        *why = BOT_WHY_NO_USE;
        return -VALUE_ONE;
    }
    if (gain >= wanted(t))
        *why = why_trade(get, give);
    else if (own > 0)
        *why = gain < 0 ? BOT_WHY_HELPS_MORE : BOT_WHY_NO_USE;
    else
        *why = own < -16 ? BOT_WHY_NEEDED : BOT_WHY_NO_USE;
    return gain;
}

/* --- answering ------------------------------------------------------------------------------- */

static const struct catan_offer *offer_by_number(const struct catan *g, int number, int *maker) {
    for (int s = 0; s < catan_seats(g); s++)
        if (number && g->offer[s].number == number) {
            *maker = s;
            return &g->offer[s];
        }
    return NULL;
}

/* A move that was not compared with others. */
static void set_answer(struct think *t, struct bot_answer *answer, const struct action *a,
                       enum bot_why why, int32_t value) {
    ai__answer(answer, t->bot, a, why);
    answer->nodes = t->nodes;
    answer->win = answer->move[0].value = ai__shown(t, value);
}

/* Yes or no. A deal is uncertain, so it must gain something to be preferred. */
static void set_either(struct think *t, struct bot_answer *answer, const struct action *yes,
                       const struct action *no, enum bot_why why, int32_t now, int32_t gain) {
    struct pick p = { .n = 0 };
    ai__pick(&p, (struct candidate){ *no, now }, 0);
    ai__pick(&p, (struct candidate){ *yes, now + gain - wanted(t) + 1 }, 0);
    ai__explain(t, &p, answer, why);
}

static bool counter(struct think *t, const struct catan *view, const struct catan_offer *o,
                    int maker,
                    struct action *out);

/* There is an offer to us: accept it, refuse it with a reason, or make a counter-offer. */
bool ai__answer_offer(struct think *t, const struct catan *view, struct bot_answer *answer) {
    int n = catan_legal(view, t->me, t->menu), refuse = -1, take = -1, maker = -1;
    for (int i = 0; i < n && refuse < 0; i++)
        if (t->menu[i].type == ACT_DECLINE)
            refuse = i;
    if (refuse < 0)
        return false;
    for (int i = 0; i < n; i++)
        if (t->menu[i].type == ACT_ACCEPT && t->menu[i].place == t->menu[refuse].place)
            take = i;
    struct action no = t->menu[refuse], yes = t->menu[take < 0 ? refuse : take], other;
    enum bot_why why = BOT_WHY_CANNOT;
    const struct catan_offer *o = offer_by_number(view, no.place, &maker);
    if (!o)
        return false;
    int32_t now = ai__leaf(t, &t->root);
    int32_t gain = take < 0 ? -VALUE_ONE : accept_gain(t, &t->root, o, maker, now, &why);
    if (take >= 0 && gain >= wanted(t)) {
        set_either(t, answer, &yes, &no, why, now, gain);
        return true;
    }
    /* A seat that may win next turn gets nothing in any other form either. */
    if (t->level->counters && why != BOT_WHY_FEEDS_WINNER && counter(t, view, o, maker, &other)) {
        set_answer(t, answer, &other, why_trade(bundle_pack(other.give), bundle_pack(other.get)),
                   now);
        return true;
    }
    if (take >= 0 && gain > -VALUE_ONE)
        set_either(t, answer, &yes, &no, why, now, gain);
    else
        set_answer(t, answer, &no, why, now);
    return true;
}

/* --- making ---------------------------------------------------------------------------------- */

struct deal {
    uint64_t give, get;
    int32_t value;          /* our gain, times the chance that it is accepted */
    uint8_t to;
};

static struct action offer_action(int seat, const struct deal *d) {
    struct action a = { .type = ACT_OFFER, .seat = (int8_t)seat, .target = d->to };
    bundle_unpack(d->give, a.give);
    bundle_unpack(d->get, a.get);
    return a;
}

/* The probability, out of 256, that `from` holds these cards. */
static int holds(const struct think *t, int from, uint64_t cards) {
    const struct hands *h = &t->mind->belief.of[from];
    uint64_t sum = 0;
    for (int i = 0; i < h->n; i++)
        if (bundle_has(h->hand[i], cards))
            sum += h->weight[i];
    return (int)(sum >> 16);
}

static bool offered_before(const struct catan_mind *m, uint64_t give, uint64_t get) {
    for (int i = 0; i < m->offered_n; i++)
        if (m->offered[i].give == give && m->offered[i].get == get)
            return true;
    return false;
}

/* Refused in our previous turn: asking again so soon only annoys. */
static bool refused_before(const struct catan_mind *m, uint64_t give, uint64_t get) {
    for (int i = 0; i < m->stale_n; i++)
        if (m->stale[i].give == give && m->stale[i].get == get)
            return true;
    return false;
}

/* An offer is noted when it is decided and again when it is played, because a watcher of `go`
 * sees only the second. It is entered once. */
void ai__remember_offer(struct catan_mind *m, uint64_t give, uint64_t get) {
    if (offered_before(m, give, get) || m->offered_n == OFFERED_MAX)
        return;
    m->offered[m->offered_n++] = (struct deal_said){ give, get, false };
}

/* Bundles of one or two cards, as many as the level considers. */
static int bundles(int cards, uint64_t *out) {
    int n = 0;
    for (int k = 0; k < KIND_N; k++)
        out[n++] = BUNDLE_CARD(k);
    for (int k = 0; k < KIND_N && cards > 1; k++)
        for (int j = k; j < KIND_N; j++)
            out[n++] = BUNDLE_CARD(k) + BUNDLE_CARD(j);
    return n;
}

static bool share_a_kind(uint64_t a, uint64_t b) {
    for (int k = 0; k < KIND_N; k++)
        if (bundle_count(a, k) && bundle_count(b, k))
            return true;
    return false;
}

/* The deals that would help us most if they were free: a first filter, one leaf each. The other
 * side's gain is computed only for the few that remain. */
static int own_wishes(struct think *t, const struct catan *g, int32_t stand, struct deal *list) {
    struct candidate best[CARDS_MAX];
    uint64_t bundle[20];
    int all = bundles(t->level->bundle, bundle), n = 0;
    for (int i = 0; i < all; i++)
        for (int j = 0; j < all && bundle_has(g->hand[t->me], bundle[i]); j++) {
            struct deal d = { bundle[i], bundle[j], 0, 0 };
            struct catan after = *g;
            if (share_a_kind(d.give, d.get) || offered_before(t->mind, d.give, d.get) ||
                refused_before(t->mind, d.give, d.get))
                continue;
            after.hand[t->me] += d.get - d.give;
            d.value = ai__leaf(t, &after) - stand;
            if (d.value > wanted(t) && !t->over)
                ai__insert(best, &n, CARDS_MAX,
                           (struct candidate){ offer_action(t->me, &d), d.value });
        }
    for (int i = 0; i < n; i++)
        list[i] = (struct deal){ bundle_pack(best[i].a.give), bundle_pack(best[i].a.get),
                                 best[i].value, 0 };
    return n;
}

/* The winning share of `seat`, as we see the table. */
static int32_t share_for(struct think *t, const struct catan *g, int seat) {
    int32_t strength[SEATS_MAX];
    if (!ai__spend(t))
        return 0;
    ai__strengths(&t->info, g, t->me, strength);
    return ai__share(strength, t->info.seats, seat);
}

/* What the turn is still worth from here. Offers are made by it, so they are closed by it, too:
 * a bot that counted what it will build would else withdraw what somebody has just accepted. */
static int32_t rest_of_turn(struct think *t, const struct catan *g) {
    return ai__turn_value(t, g, t->level->depth < 2 ? t->level->depth : 2, NULL);
}

/* Whom to ask, and what to expect: the other seat must hold the cards and gain too. */
static void find_partners(struct think *t, const struct catan *g, int32_t stand, struct deal *d) {
    int64_t best = 0;
    d->to = 0;
    for (int s = 0; s < t->info.seats; s++) {
        struct catan after = *g;
        int likely = s == t->me ? 0 : holds(t, s, d->get);
        bool asked = t->mind->offered_n > 0 && t->bot->humans >> s & 1;
        if (likely < 16 || ai__near_goal(g, s) || asked)
            continue;
        if (!bundle_has(after.hand[s], d->get))
            after.hand[s] = t->mind->belief.of[s].hand[0];
        int32_t before = share_for(t, &after, s);
        ai__swap(&after, t->me, s, d->give, d->get);
        int32_t theirs = share_for(t, &after, s) - before;
        /* A rough probability that it is accepted, by the other side's gain as we see it. */
        likely = theirs >= MARGIN ? likely * 3 / 4 : theirs > 0 ? likely / 16 : 0;
        int32_t ours = rest_of_turn(t, &after) - stand;
        if (ours < wanted(t) || t->over)
            continue;
        d->to |= (uint8_t)(1u << s);
        if ((int64_t)ours * likely > best)
            best = (int64_t)ours * likely;
    }
    d->value = (int32_t)(best >> 8);
}

bool ai__make_offer(struct think *t, const struct catan *view, int32_t stand, struct pick *p,
                    struct bot_answer *answer) {
    struct deal list[CARDS_MAX], best = { 0 };
    int limit = t->level->offers + (t->bot->style == BOT_TRADER && t->level->offers ? 2 : 0);
    limit = limit > OFFERS_A_TURN ? OFFERS_A_TURN : limit;
    /* More offers were made than we remember: a bot without history must not repeat itself. */
    if (t->mind->offered_n >= limit || view->offers_by[t->me] > t->mind->offered_n ||
        view->offers_by[t->me] >= catan_option(view, OPT_OFFERS) ||
        bundle_total(view->hand[t->me]) == 0)
        return false;
    int n = own_wishes(t, &t->root, ai__leaf(t, &t->root), list);
    for (int i = 0; i < n && !t->over; i++) {
        find_partners(t, &t->root, stand, &list[i]);
        struct action a = offer_action(t->me, &list[i]);
        if (list[i].to && list[i].value > best.value && catan_check(view, &a) == CATAN_OK)
            best = list[i];
    }
    if (!best.to || best.value < wanted(t) / 2)
        return false;
    struct action a = offer_action(t->me, &best);
    ai__remember_offer(t->mind, best.give, best.get);
    ai__pick(p, (struct candidate){ a, stand + best.value }, VALUE_ONE);
    ai__explain(t, p, answer, why_trade(best.give, best.get));
    return true;
}

/* Our offer has answers: close it with the seat that it helps least, or withdraw it. */
bool ai__close_offer(struct think *t, const struct catan *view, struct bot_answer *answer) {
    const struct catan_offer *o = &view->offer[t->me];
    struct action withdraw = { .type = ACT_WITHDRAW, .seat = (int8_t)t->me };
    struct catan without = t->root;
    struct pick p = { .n = 0 };
    enum bot_why refused = BOT_WHY_NO_TAKER;
    if (catan_check(view, &withdraw) != CATAN_OK)
        return false;
    catan_apply(&without, &withdraw);
    ai__pick(&p, (struct candidate){ withdraw, rest_of_turn(t, &without) }, 0);
    for (int s = 0; s < t->info.seats; s++) {
        struct action confirm = { .type = ACT_CONFIRM, .seat = (int8_t)t->me,
                                  .target = (uint8_t)s };
        struct catan after = without;
        if (!(o->accepted >> s & 1))
            continue;
        bool feeds = ai__near_goal(view, s);
        refused = feeds ? BOT_WHY_FEEDS_WINNER : BOT_WHY_BEST;
        if (feeds)
            continue;
        ai__swap(&after, t->me, s, bundle_pack(o->give), bundle_pack(o->get));
        int32_t v = rest_of_turn(t, &after);
        if (!t->over)
            ai__pick(&p, (struct candidate){ confirm, v }, 0);
    }
    ai__explain(t, &p, answer, p.chosen.a.type == ACT_CONFIRM
                ? why_trade(bundle_pack(o->give), bundle_pack(o->get)) : refused);
    return true;
}

/* --- out of turn ----------------------------------------------------------------------------- */

/* The best deal to propose to the active seat; `wanted` limits what it may ask for (0:
 * anything). */
static bool deal_for(struct think *t, const struct catan *view, int active, uint64_t wanted,
                     struct action *out) {
    struct deal list[CARDS_MAX], best = { 0 };
    int32_t stand = ai__leaf(t, &t->root);
    if (catan_option(view, OPT_OFFERS) == 0 || view->offers_by[t->me] > 0 || t->mind->proposed ||
        ai__near_goal(view, active))
        return false;
    int n = own_wishes(t, &t->root, stand, list);
    for (int i = 0; i < n; i++) {
        struct catan after = t->root;
        if (wanted && !share_a_kind(list[i].give, wanted))
            continue;
        if (holds(t, active, list[i].get) < 64 || !bundle_has(after.hand[active], list[i].get))
            continue;
        int32_t before = strength_of(t, &after, active);
        ai__swap(&after, t->me, active, list[i].give, list[i].get);
        list[i].value = ai__leaf(t, &after) - stand;
        list[i].to = (uint8_t)(1u << active);
        struct action a = offer_action(t->me, &list[i]);
        if (strength_of(t, &after, active) > before && !t->over && list[i].value > MARGIN &&
            list[i].value > best.value && catan_check(view, &a) == CATAN_OK) {
            best = list[i];
            *out = a;
        }
    }
    t->mind->proposed |= best.value > 0;
    return best.value > 0;
}

static bool counter(struct think *t, const struct catan *view, const struct catan_offer *o,
                    int maker,
                    struct action *out) {
    return maker == view->turn && deal_for(t, view, maker, bundle_pack(o->get), out);
}

/* An unsolicited proposal to the active seat: at most once a turn. */
bool ai__propose(struct think *t, const struct catan *view, struct bot_answer *answer) {
    struct action a;
    if (!t->level->counters || view->turn >= SEATS_MAX || !deal_for(t, view, view->turn, 0, &a))
        return false;
    set_answer(t, answer, &a, why_trade(bundle_pack(a.give), bundle_pack(a.get)),
               ai__leaf(t, &t->root));
    return true;
}
