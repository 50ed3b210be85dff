/* menu.c -- the menu: everything finite that a seat, or chance, may do now.
 *
 * The order is fixed: by type of action as in catan.h, then by place, then by kind. Trades with
 * the supply are listed at the best rate only, offers not at all (with menu=trades: the active
 * seat's one-for-one offers to all). check() accepts more. */
#include "kernel.h"

typedef struct action *sink;

static ALWAYS_INLINE int add(struct action *menu, int n, int type, int seat, int place,
                             int target) {
    menu[n] = (struct action){ .type = (uint8_t)type, .seat = (int8_t)seat, .place = (uint8_t)place,
                               .target = (uint8_t)target };
    return n + 1;
}

static ALWAYS_INLINE int add_exchange(struct action *menu, int n, int type, int seat, int give,
                                      int count, int get) {
    n = add(menu, n, type, seat, 0, 0);
    menu[n - 1].give[give] = (uint8_t)count;
    menu[n - 1].get[get] = 1;
    return n;
}

static ALWAYS_INLINE int add_trade(struct action *menu, int n, int seat, int give, int count,
                                   int get) {
    return add_exchange(menu, n, ACT_BANK, seat, give, count, get);
}

static ALWAYS_INLINE int add_pair(struct action *menu, int n, int seat, int first, int second) {
    n = add(menu, n, ACT_PLENTY, seat, 0, 0);
    menu[n - 1].get[first] = 1;
    if (second >= 0)
        menu[n - 1].get[second]++;
    return n;
}

static ALWAYS_INLINE int add_robber(struct action *menu, const struct catan *g, int n, int seat,
                                    int hex, int victim) {
    (void)g;
    return add(menu, n, ACT_ROBBER, seat, hex, victim);
}

#include "menu.h"

/* ---- trading ----------------------------------------------------------------------- */

_Static_assert((int)ACT_DECLINE == ACT_ACCEPT + 1, "the two answers are neighbours in the menu");

/* There are too many possible offers; one-for-one offers are few enough to search. */
static int add_offers(const struct catan *g, int seat, struct action *menu, int n) {
    unsigned others = others_of(g, seat);
    if (catan_option(g, OPT_MENU) != MENU_TRADES || !catan__may_offer(g, seat))
        return n;
    for (uint64_t held = bundle_held(g->hand[seat]); held;) {
        int give = pop_kind(&held);
        for (int get = 0; get < KIND_N; get++)
            if (get != give) {
                n = add_exchange(menu, n, ACT_OFFER, seat, give, 1, get);
                menu[n - 1].target = (uint8_t)others;
            }
    }
    return n;
}

/* What a seat can do about standing offers: close or withdraw its own, answer the others'. */
static int add_answers(const struct catan *g, int seat, struct action *menu, int n) {
    if (!g->offers_made)
        return n;
    for (int p = 0; p < catan_seats(g); p++)
        if (seat == g->turn && g->offer[seat].accepted >> p & 1)
            n = add(menu, n, ACT_CONFIRM, seat, 0, p);
    if (g->offer[seat].number)
        n = add(menu, n, ACT_WITHDRAW, seat, 0, 0);
    for (int type = ACT_ACCEPT; type <= ACT_DECLINE; type++)
        for (int p = 0; p < catan_seats(g); p++) {
            const struct catan_offer *o = &g->offer[p];
            bool open = o->number && unanswered(o) >> seat & 1;
            if (open && (type == ACT_DECLINE || bundle_has(g->hand[seat], bundle_pack(o->get))))
                n = add(menu, n, type, seat, o->number, 0);
        }
    return n;
}

/* ---- phases ------------------------------------------------------------------------ */

int catan__more_in_turn(const struct catan *g, int seat, struct action *menu) {
    int n = catan_option(g, OPT_HELPERS) ? catan__helper_menu(g, seat, menu) : 0;
    if (WHEN_TRADING >> g->phase & 1)
        n = add_answers(g, seat, menu, add_offers(g, seat, menu, n));
    return n;
}

static ALWAYS_INLINE int turn_menu(const struct catan *g, int seat, struct action *menu) {
    int n = add_turn(g, seat, menu);
    return UNLIKELY(more_in_turn(g)) ? n + catan__more_in_turn(g, seat, menu + n) : n;
}

/* While an offer stands, every seat may act on it, owing or not. */
static int offer_menu(const struct catan *g, int seat, struct action *menu) {
    int n = seat == g->turn ? add_offers(g, seat, menu, 0) : 0;
    return add_answers(g, seat, menu, n);
}

/* What the seat that the game waits for may do. */
static int owing_menu(const struct catan *g, int seat, struct action *menu) {
    int n = add_owing(g, seat, menu);
    return n ? n : catan__helper_menu(g, seat, menu);
}

/* ---- chance ------------------------------------------------------------------------ */

/* One outcome per kind, weighted by its number of cards. */
static int card_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    CHECK(g->phase != PH_STEAL || g->victim < catan_seats(g));
    uint64_t from = g->phase == PH_STEAL ? g->hand[g->victim] : g->deck;
    int type = g->phase == PH_STEAL ? ACT_STEAL : ACT_DRAW;
    int n = add_kinds(menu, 0, type, SEAT_CHANCE, from, g->phase == PH_STEAL ? g->victim : 0);
    for (int i = 0; i < n; i++)
        weight[i] = (uint32_t)bundle_count(from, menu[i].place);
    return n;
}

static int chance_menu(const struct catan *g, struct action *menu, uint32_t *weight) {
    switch (g->phase) {
    case PH_BOARD:
        return catan__deal_menu(g, menu, weight);
    case PH_FIRST: case PH_DICE:
        return catan__dice_menu(g, menu, weight);
    case PH_STEAL: case PH_DRAW:
        return card_menu(g, menu, weight);
    case PH_LOOK:
        return catan__look_menu(g, menu, weight);
    default:
        return 0;
    }
}

/* The cards of a hand or of the deck, sorted by kind as in the menu. */
static void draw_one(const struct catan *g, struct source *src, struct action *a) {
    bool steals = g->phase == PH_STEAL;
    CHECK(!steals || g->victim < catan_seats(g));
    uint64_t from = steals ? g->hand[g->victim] : g->deck;
    int kind = bundle_nth(from, (int)source_below(src, (uint32_t)bundle_total(from)));
    add(a, 0, steals ? ACT_STEAL : ACT_DRAW, SEAT_CHANCE, kind, steals ? g->victim : 0);
}

static NOINLINE void draw_listed(const struct catan *g, struct source *src, struct action *a) {
    struct action menu[OUTCOMES_MAX];
    uint32_t weight[OUTCOMES_MAX];
    chance_pick(menu, weight, chance_menu(g, menu, weight), src, a);
}

/* The frequent draws work without a list. */
void catan_draw(const struct catan *g, struct source *src, struct action *a) {
    switch (g->phase) {
    case PH_FIRST: case PH_DICE:
        catan__draw_dice(g, src, a);
        break;
    case PH_STEAL: case PH_DRAW:
        draw_one(g, src, a);
        break;
    default:
        draw_listed(g, src, a);
    }
}

int catan_weights(const struct catan *g, uint32_t *weight) {
    struct action menu[OUTCOMES_MAX];
    return chance_menu(g, menu, weight);
}

static NOINLINE int outcomes(const struct catan *g, struct action *menu) {
    uint32_t weight[OUTCOMES_MAX];
    return chance_menu(g, menu, weight);
}

/* Gives the same result on the seat's view as on the state: everything above reads only what the
 * seat knows. */
int catan_legal(const struct catan *g, int seat, struct action *menu) {
    if (LIKELY(seat == g->turn && IN_TURN >> g->phase & 1))
        return turn_menu(g, seat, menu);
    if (seat == SEAT_CHANCE)
        return outcomes(g, menu);
    if (seat < 0 || seat >= catan_seats(g))
        return 0;
    if (g->phase == PH_OFFER)
        return offer_menu(g, seat, menu);
    if (catan_owes(g) >> seat & 1)
        return owing_menu(g, seat, menu);
    return catan__trading(g) ? add_answers(g, seat, menu, 0) : 0;
}
