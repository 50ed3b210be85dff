/* helper_menu.c -- what a seat's helper lets it do now, in menu order.
 *
 * The menu lists exactly what check() accepts (tests/game_test.c). The playout relies only on
 * its length (count_helping() in playout_loop.h). */
#include "internal.h"

/* A menu being written: `n` entries so far, in the caller's array `menu`. */
struct list {
    const struct catan *g;
    int seat, n;
    struct action *menu;
};

static struct action *add(struct list *l, int type, int place, int target) {
    struct action *a = &l->menu[l->n++];
    *a = (struct action){ .type = (uint8_t)type, .seat = (int8_t)l->seat, .place = (uint8_t)place,
                          .target = (uint8_t)target };
    return a;
}

static void add_places(struct list *l, int type, struct places places) {
    while (places_any(places))
        add(l, type, places_pop(&places), 0);
}

static void add_kinds(struct list *l, int type, uint64_t bundle, int target) {
    for (int k = 0; k < KINDS; k++)
        if (bundle_count(bundle, k))
            add(l, type, k, target);
}

/* Every kind, asked of one or two others; it is unknown whether they have it (ruling 49). */
static void nassir(struct list *l) {
    unsigned others = others_of(l->g, l->seat);
    for (int kind = 0; kind < KIND_N; kind++)
        for (unsigned seats = 1; seats <= others; seats++) {
            unsigned without_one = seats & (seats - 1);     /* 0 if there is at most one seat */
            if (!(seats & ~others) && !(without_one & (without_one - 1)))
                add(l, ACT_NASSIR, kind, (int)seats);
        }
}

static void repay(struct list *l) {
    for (int p = 0; p < catan_seats(l->g); p++)
        if (l->g->repay >> p & 1)
            add_kinds(l, ACT_REPAY, l->g->hand[l->seat], p);
}

/* The payments of `size` cards that `check` accepts, more of the earlier kinds first. */
static void add_payments(struct list *l, struct action a, int from, int size) {
    if (size == 0) {
        if (catan_check(l->g, &a) == CATAN_OK)
            l->menu[l->n++] = a;
        return;
    }
    for (int kind = from; kind < KIND_N; kind++)
        if (bundle_count(l->g->hand[l->seat], kind) > a.give[kind]) {
            struct action more = a;
            more.give[kind]++;
            add_payments(l, more, kind, size - 1);
        }
}

static struct action pay_with(struct list *l, int type, int place) {
    return (struct action){ .type = (uint8_t)type, .seat = (int8_t)l->seat,
        .place = (uint8_t)place };
}

/* Every path has the same possible payments, so they are computed once. */
static void william(struct list *l) {
    struct places paths = catan_road_places(l->g, l->seat);
    if (!l->g->roads_left[l->seat] || !places_any(paths))
        return;
    int first = l->n;
    add_payments(l, pay_with(l, ACT_WILLIAM, places_pop(&paths)), 0, 2);
    int ways = l->n - first;
    while (ways && places_any(paths)) {
        int path = places_pop(&paths);
        for (int i = 0; i < ways; i++) {
            l->menu[l->n] = l->menu[first + i];
            l->menu[l->n++].place = (uint8_t)path;
        }
    }
}

/* By road, then by target; the targets depend on that road being taken up (ruling 51). */
static void louis(struct list *l) {
    struct places roads = l->g->roads[l->seat];
    while (places_any(roads)) {
        int from = places_pop(&roads);
        if (!catan__loose_road(l->g, l->seat, from))
            continue;
        struct places to = catan__places_without(l->g, l->seat, from);
        while (places_any(to))
            add(l, ACT_LOUIS, from, places_pop(&to));
    }
}

static void hilde(struct list *l) {
    const struct catan *g = l->g;
    for (int p = 0; p < catan_seats(g); p++)
        if (g->points[p] > g->points[l->seat] && bundle_total(g->hand[p]))
            add(l, ACT_HILDE, 0, p);
}

/* Vincent's prices, which catan__check_vincent_…() also use. */
static void vincent(struct list *l) {
    const struct catan *g = l->g;
    if (!g->played[l->seat][DEV_KNIGHT])
        return;
    if (bundle_has(g->hand[l->seat], VINCENT_SETTLEMENT) && g->settlements_left[l->seat])
        add_places(l, ACT_VINCENT_SETTLE, catan_settlement_places(g, l->seat));
    if (bundle_has(g->hand[l->seat], VINCENT_CITY) && g->cities_left[l->seat])
        add_places(l, ACT_VINCENT_CITY, g->settlements[l->seat]);
}

static void lin(struct list *l) {
    if (l->g->terrain[l->g->robber] == DESERT)
        return;
    for (int hex = 0; hex < catan_board(l->g)->hexes; hex++)
        if (l->g->terrain[hex] == DESERT)
            add(l, ACT_LIN, hex, 0);
}

static void candamir(struct list *l) { add_payments(l, pay_with(l, ACT_CANDAMIR, 0), 0, 3); }

static void jean(struct list *l) {
    for (int kind = 0; kind < KIND_N; kind++)
        add(l, ACT_JEAN, kind, 0);
}

/* What a helper does in its holder's turn, and in which phases (ruling 72). */
static const struct {
    uint32_t phases;
    void (*list)(struct list *l);
} in_turn[HELPER_N] = {
    [NASSIR] = { IN_TURN, nassir }, [LOUIS] = { IN_TURN, louis }, [LIN] = { IN_TURN, lin },
    [WILLIAM] = { WHEN_BUILDING, william }, [CANDAMIR] = { WHEN_BUILDING, candamir },
    [HILDE] = { WHEN_BUILDING, hilde }, [VINCENT] = { WHEN_BUILDING, vincent },
    [JEAN] = { WHEN_TRADING, jean },
};

/* Flipped from A to B once, or exchanged for any helper that nobody holds (ruling 42). The
 * display never runs out. */
_Static_assert((int)HELPER_N > SEATS_MAX, "a B-side helper can always be exchanged");
static void after_helper(struct list *l) {
    if (!(l->g->helper_b >> l->seat & 1))
        add(l, ACT_FLIP, 0, 0);
    unsigned display = catan_display(l->g);
    for (int helper = 0; helper < HELPER_N; helper++)
        if (display >> helper & 1)
            add(l, ACT_EXCHANGE, helper, 0);
}

int catan__helper_menu(const struct catan *g, int seat, struct action *menu) {
    struct list l = { g, seat, 0, menu };
    switch (g->phase) {
    case PH_MARIANNE:
        add(&l, ACT_PASS, 0, 0);
        add_kinds(&l, ACT_MARIANNE, g->bank, 0);
        break;
    case PH_SEAN:
        add(&l, ACT_PASS, 0, 0);
        if (g->owes_cards[seat])
            add(&l, ACT_SEAN, CATAN_NONE, 0);
        else
            add_kinds(&l, ACT_SEAN, g->bank, 0);
        break;
    case PH_REPAY:
        repay(&l);
        break;
    case PH_KEEP:
        add_kinds(&l, ACT_KEEP, g->look, 0);
        break;
    case PH_TAKE:
        add_kinds(&l, ACT_TAKE, g->hand[g->helper_target], 0);
        break;
    case PH_AFTER_HELPER:
        after_helper(&l);
        break;
    default:                            /* the seat's own turn */
        CHECK(IN_TURN >> g->phase & 1);
        if (g->helper[seat] < HELPER_N && in_turn[g->helper[seat]].phases >> g->phase & 1 &&
            catan__ready(g, seat, g->helper[seat]))
            in_turn[g->helper[seat]].list(&l);
    }
    return l.n;
}
