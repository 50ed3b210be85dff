/* helper_menu.c -- what a seat's helper lets it do now, written out in menu order.
 *
 * Rare and small: each sort of action proposes its candidates and check() sieves them. */
#include "internal.h"

struct list {
    const struct catan *g;
    int seat, n;
    struct action *menu;
};

static struct action act(const struct list *l, int type, int place, int target) {
    return (struct action){ .type = (uint8_t)type, .seat = (int8_t)l->seat, .place = (uint8_t)place,
                            .target = (uint8_t)target };
}

static void propose(struct list *l, struct action a) {
    if (catan_check(l->g, &a) == CATAN_OK)
        l->menu[l->n++] = a;
}

static void propose_places(struct list *l, int type, int places) {
    for (int i = 0; i < places; i++)
        propose(l, act(l, type, i, 0));
}

static void nassir(struct list *l) {
    for (int kind = 0; kind < KIND_N; kind++)
        for (int seats = 1; seats < 1 << catan_seats(l->g); seats++)
            propose(l, act(l, ACT_NASSIR, kind, seats));
}

static void repay(struct list *l) {
    for (int p = 0; p < catan_seats(l->g); p++)
        for (int kind = 0; kind < KIND_N; kind++)
            propose(l, act(l, ACT_REPAY, kind, p));
}

/* Payments of `size` cards, more of the earlier kinds first. */
static void propose_payments(struct list *l, struct action a, int from, int size) {
    if (size == 0) {
        propose(l, a);
        return;
    }
    for (int kind = from; kind < KIND_N; kind++) {
        struct action more = a;
        more.give[kind]++;
        propose_payments(l, more, kind, size - 1);
    }
}

static void william(struct list *l) {
    struct places paths = catan_road_places(l->g, l->seat);
    while (places_any(paths))
        propose_payments(l, act(l, ACT_WILLIAM, places_pop(&paths), 0), 0, 2);
}

static void louis(struct list *l) {
    struct places roads = l->g->roads[l->seat];
    while (places_any(roads)) {
        int from = places_pop(&roads);
        struct places to = l->g->free_paths;
        while (places_any(to))
            propose(l, act(l, ACT_LOUIS, from, places_pop(&to)));
    }
}

static void turn_menu(struct list *l) {
    const struct catan_board *b = catan_board(l->g);
    switch (l->g->helper[l->seat]) {
    case NASSIR:
        nassir(l);
        break;
    case WILLIAM:
        william(l);
        break;
    case LOUIS:
        louis(l);
        break;
    case CANDAMIR:
        propose_payments(l, act(l, ACT_CANDAMIR, 0, 0), 0, 3);
        break;
    case HILDE:
        for (int p = 0; p < catan_seats(l->g); p++)
            propose(l, act(l, ACT_HILDE, 0, p));
        break;
    case VINCENT:
        propose_places(l, ACT_VINCENT_SETTLE, b->corners);
        propose_places(l, ACT_VINCENT_CITY, b->corners);
        break;
    case JEAN:
        propose_places(l, ACT_JEAN, KIND_N);
        break;
    case LIN:
        propose_places(l, ACT_LIN, b->hexes);
        break;
    default:
        break;
    }
}

int catan__helper_menu(const struct catan *g, int seat, struct action *menu) {
    struct list l = { g, seat, 0, menu };
    switch (g->phase) {
    case PH_MARIANNE: case PH_SEAN:
        propose(&l, act(&l, ACT_PASS, 0, 0));
        propose_places(&l, g->phase == PH_SEAN ? ACT_SEAN : ACT_MARIANNE, KIND_N);
        if (g->phase == PH_SEAN)
            propose(&l, act(&l, ACT_SEAN, CATAN_NONE, 0));
        break;
    case PH_REPAY:
        repay(&l);
        break;
    case PH_KEEP:
        propose_places(&l, ACT_KEEP, DEV_N);
        break;
    case PH_TAKE:
        propose_places(&l, ACT_TAKE, KIND_N);
        break;
    case PH_AFTER_HELPER:
        propose(&l, act(&l, ACT_FLIP, 0, 0));
        propose_places(&l, ACT_EXCHANGE, HELPER_N);
        break;
    default:
        if (catan__ready(g, seat, g->helper[seat]))
            turn_menu(&l);
    }
    return l.n;
}
