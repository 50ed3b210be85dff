/* space.c -- CATAN's actions as ids, both ways (core/space.h).
 *
 * Some actions take several steps. William and Candamir are paid card by card (`pay`). Louis
 * takes up a road and lays it down (`onto`). An offer adds cards to give (`offer`) and to ask
 * for (`ask`), may leave out seats (`not-to`) and is sent (`send`). A seat with an offer to
 * answer that begins its own makes a counter-offer. Trades with the supply use the seat's best
 * rate. */
#include "core/simd.h"
#include "kernel.h"
#include "space.h"

enum when { ALWAYS, OFFERING, HELPING };

static const struct { uint8_t type, index, when; } groups[G_N] = {
#define X(group, words, type, index, when) [group] = { type, index, when },
    SPACE_GROUPS(X)
#undef X
};

static const uint8_t group_of[ACT_N] = {
#define X(group, words, type, index, when) [type] = group,
    SPACE_GROUPS(X)
#undef X
};

/* ---- the table ---- */

static int index_size(const struct space_shape *s, int index) {
    const struct catan_board *b = &catan_boards[s->rules.value[OPT_MAP]];
    int others = s->rules.seats - 1;
    switch (index) {
    case BY_PATH: return b->paths;
    case BY_CORNER: return b->corners;
    case BY_HEX: return b->hexes;
    case BY_KIND: case BY_CARD: return KIND_N;
    case BY_TRADE: return KIND_N * (KIND_N - 1);
    case BY_PAIR: return KIND_N * (KIND_N + 1) / 2 + KIND_N;
    case BY_VICTIM: return b->hexes * s->rules.seats;
    case BY_OTHER: case BY_MAKER: return others;
    case BY_KIND_OTHERS: return KIND_N * others * (others + 1) / 2;
    case BY_OTHER_KIND: return others * KIND_N;
    case BY_KIND_OR_NONE: return KIND_N + 1;
    case BY_HELPER_NAME: return HELPER_N;
    default: return 1;
    }
}

static void shape_all(struct space_shape *s) {
    for (int i = 0; i < G_N; i++) {
        bool there = groups[i].when == ALWAYS ||
            (groups[i].when == OFFERING ? s->rules.value[OPT_OFFERS] : s->rules.value[OPT_HELPERS]);
        space_add_group(s, there ? index_size(s, groups[i].index) : 0);
    }
    catan__shape_features(s);
}

static ALWAYS_INLINE struct space_index index_of(const struct space_shape *s, int id) {
    CHECK(id >= 0 && id < s->ids);
    int group = s->group[id];
    return (struct space_index){ group, id - s->start[group] };
}
struct space_index catan__space_index(const struct space_shape *s, int id) {
    return index_of(s, id);
}

/* Trades by the kind given, then by the kind taken, which differs. */
static int trade_index(int give, int get) {
    return give * (KIND_N - 1) + get - (get > give);
}
void catan__space_trade(int at, int *give, int *get) {
    *give = at / (KIND_N - 1);
    *get = at % (KIND_N - 1);
    *get += *get >= *give;
}

/* Pairs in the order of the menu, then single cards. */
static int pair_index(const uint8_t get[KINDS]) {
    int first = 0, at = 0;
    while (!get[first])
        first++;
    for (int a = 0; a < first; a++)
        at += KIND_N - a;
    for (int b = first; b < KIND_N; b++, at++)
        if (get[b] > (b == first))
            return at;
    return KIND_N * (KIND_N + 1) / 2 + first;
}
void catan__space_pair(int at, int *first, int *second) {
    for (*first = 0; *first < KIND_N; at -= KIND_N - (*first)++)
        if (at < KIND_N - *first) {
            *second = *first + at;
            return;
        }
    *first = at;
    *second = -1;
}

/* One of the others: +1, +2, …; then two: +1 +2, +1 +3, … */
unsigned catan__space_others(int at, int others) {
    if (at < others)
        return 1u << (at + 1);
    at -= others;
    for (int a = 1; a < others; a++) {
        if (at < others - a)
            return 1u << a | 1u << (a + 1 + at);
        at -= others - a;
    }
    return 0;
}
static int others_index(unsigned plus, int others) {
    int at = 0;
    while (catan__space_others(at, others) != plus)
        at++;
    return at;
}

/* A set of seats relative to the acting seat, and back. */
static unsigned turn_set(const struct catan *g, int seat, unsigned set, bool back) {
    unsigned out = 0;
    int n = catan_seats(g);
    for (int p = 0; p < n; p++)
        if (set >> p & 1)
            out |= 1u << (back ? seat_at(n, seat, p) : seat_from(n, seat, p));
    return out;
}

static int only_kind(const uint8_t count[KINDS]) {
    int kind = 0;
    while (kind < KIND_N - 1 && !count[kind])
        kind++;
    return kind;
}

/* Who made the offer of that number? */
static int maker_of(const struct catan *g, int number) {
    int maker = 0;
    while (maker < catan_seats(g) - 1 && g->offer[maker].number != number)
        maker++;
    return maker;
}

/* ---- from an action to its first id ---- */

static ALWAYS_INLINE int robber_index(const struct catan *g, int seat, int hex, int victim) {
    int seats = catan_seats(g);
    return hex * seats + (victim == CATAN_NONE ? 0 : seat_from(seats, seat, victim));
}

static ALWAYS_INLINE int index_in_group(const struct catan *g, const struct action *a) {
    int others = catan_seats(g) - 1;
    switch (a->type) {
    case ACT_BANK:
        return trade_index(only_kind(a->give), only_kind(a->get));
    case ACT_PLENTY:
        return pair_index(a->get);
    case ACT_ROBBER:
        return robber_index(g, a->seat, a->place, a->target);
    case ACT_OFFER:
        return only_kind(a->give);
    case ACT_CONFIRM: case ACT_HILDE:
        return seat_from(catan_seats(g), a->seat, a->target) - 1;
    case ACT_ACCEPT: case ACT_DECLINE:
        return seat_from(catan_seats(g), a->seat, maker_of(g, a->place)) - 1;
    case ACT_NASSIR:
        return a->place * (others * (others + 1) / 2) +
               others_index(turn_set(g, a->seat, a->target, false), others);
    case ACT_REPAY:
        return (seat_from(catan_seats(g), a->seat, a->target) - 1) * KIND_N + a->place;
    case ACT_SEAN:
        return a->place == CATAN_NONE ? KIND_N : a->place;
    default:
        return a->place;            /* a path, a corner, a kind …; 0 where there is one */
    }
}

static ALWAYS_INLINE int first_id(const struct space_shape *s, const struct catan *g,
                                  const struct action *a) {
    return s->start[group_of[a->type]] + index_in_group(g, a);
}

/* The steps after the first, from the whole action. */
static int more_cards(const struct space_shape *s, int group, const uint8_t count[KINDS], int but,
                      uint16_t *ids, int n) {
    for (int k = 0; k < KIND_N; k++)
        for (int i = 0; i < count[k] - (k == but); i++)
            ids[n++] = (uint16_t)(s->start[group] + k);
    return n;
}

static int offer_steps(const struct space_shape *s, const struct catan *g, const struct action *a,
                       uint16_t *ids) {
    int n = more_cards(s, G_ASK, a->get, -1, ids,
                       more_cards(s, G_OFFER, a->give, only_kind(a->give), ids, 1));
    unsigned to = turn_set(g, a->seat, a->target, false);
    for (int plus = 1; plus < catan_seats(g); plus++)
        if (a->seat == g->turn && !(to >> plus & 1))
            ids[n++] = (uint16_t)(s->start[G_NOT_TO] + plus - 1);
    ids[n] = (uint16_t)s->start[G_SEND];
    return n + 1;
}

static int total(const uint8_t count[KINDS]) {
    return count[0] + count[1] + count[2] + count[3] + count[4];
}

static int steps_to(const struct space_shape *s, const void *state, const struct action *a,
                    uint16_t ids[SPACE_STEPS_MAX]) {
    const struct catan *g = state;
    if (a->type == ACT_BANK &&
        total(a->give) != bundle_count(catan_rates(g, a->seat), only_kind(a->give)))
        return 0;
    if (a->type == ACT_OFFER && total(a->give) + total(a->get) + SEATS_MAX >= SPACE_STEPS_MAX)
        return 0;
    ids[0] = (uint16_t)first_id(s, g, a);
    switch (a->type) {
    case ACT_OFFER:
        return offer_steps(s, g, a, ids);
    case ACT_WILLIAM: case ACT_CANDAMIR:
        return more_cards(s, G_PAY, a->give, -1, ids, 1);
    case ACT_LOUIS:
        ids[1] = (uint16_t)(s->start[G_ONTO] + a->target);
        return 2;
    default:
        return 1;
    }
}

/* ---- what may be chosen ---- */

/* Can the seat begin an offer? Then it can also finish it: there is another kind to ask for. */
static bool may_offer(const struct catan *g, int seat) {
    return catan__trading(g) && bundle_total(g->hand[seat]) && catan__may_offer(g, seat);
}

static int offer_begins(const struct space_shape *s, const struct catan *g, int seat,
                        uint16_t *ids) {
    int n = 0;
    for (int k = 0; k < KIND_N; k++)
        if (bundle_count(g->hand[seat], k))
            ids[n++] = (uint16_t)(s->start[G_OFFER] + k);
    return n;
}

static int offer_goes_on(const struct space_shape *s, const struct catan *g, int seat,
                         const struct draft *d, uint16_t *ids) {
    int n = 0, given = 0, limit = catan_option(g, OPT_BANK);
    for (int k = 0; k < KIND_N; k++)
        given += d->a.give[k] != 0;
    for (int k = d->last; k < KIND_N && d->asking == 0; k++)
        if (bundle_count(g->hand[seat], k) > d->a.give[k] && (given < KIND_N - 1 || d->a.give[k]))
            ids[n++] = (uint16_t)(s->start[G_OFFER] + k);
    for (int k = d->asking ? d->last : 0; k < KIND_N && d->asking < 2; k++)
        if (!d->a.give[k] && d->a.get[k] < limit)
            ids[n++] = (uint16_t)(s->start[G_ASK] + k);
    if (!d->asking)
        return n;
    ids[n++] = (uint16_t)s->start[G_SEND];
    unsigned to = turn_set(g, seat, d->a.target, false);
    for (int plus = d->asking == 2 ? d->last : 1; plus < catan_seats(g); plus++)
        if (seat == g->turn && to >> plus & 1 && (to & (to - 1)))
            ids[n++] = (uint16_t)(s->start[G_NOT_TO] + plus - 1);
    return n;
}

/* The next steps of the menu entries that begin like the draft. */
static int draft_goes_on(const struct space_shape *s, const struct catan *g, int seat,
                         const struct draft *d, struct action *menu, uint16_t *ids) {
    int all = catan_legal(g, seat, menu), n = 0;
    unsigned kinds = 0;
    for (int i = 0; i < all; i++) {
        if (menu[i].type != d->a.type || menu[i].place != d->a.place)
            continue;
        if (draft_is(d, ACT_LOUIS))
            ids[n++] = (uint16_t)(s->start[G_ONTO] + menu[i].target);
        else if (space_next_card(d, menu[i].give) >= 0)
            kinds |= 1u << space_next_card(d, menu[i].give);
    }
    for (int k = 0; k < KIND_N; k++)
        if (kinds >> k & 1)
            ids[n++] = (uint16_t)(s->start[G_PAY] + k);
    return n;
}

/* The menu of a turn, as ids. Passed by address: a copy would be written in parts and
 * then read as a whole for each call, which would wait for the writes. */
struct id_lists { const int32_t *start; uint16_t *ids; uint8_t *mask; };
typedef const struct id_lists *sink;

static ALWAYS_INLINE int add_id(sink to, int n, int group, int at) {
    int id = to->start[group] + at;
    to->ids[n] = (uint16_t)id;
    to->mask[id] = 1;
    return n + 1;
}

static ALWAYS_INLINE int add(sink to, int n, int type, int seat, int place, int target) {
    (void)seat;
    (void)target;
    return add_id(to, n, group_of[type], place);
}

static ALWAYS_INLINE int add_trade(sink to, int n, int seat, int give, int count, int get) {
    (void)seat;
    (void)count;
    return add_id(to, n, G_BANK, trade_index(give, get));
}

static ALWAYS_INLINE int add_pair(sink to, int n, int seat, int first, int second) {
    (void)seat;
    if (second < 0)
        return add_id(to, n, G_PLENTY, KIND_N * (KIND_N + 1) / 2 + first);
    return add_id(to, n, G_PLENTY, first * (2 * KIND_N + 1 - first) / 2 + second - first);
}

static ALWAYS_INLINE int add_robber(sink to, const struct catan *g, int n, int seat, int hex,
                                    int victim) {
    return add_id(to, n, G_ROBBER, robber_index(g, seat, hex, victim));
}

#include "menu.h"

/* Entries that differ only in later steps are next to each other in the menu. */
static int ids_of(const struct space_shape *s, const struct catan *g, const struct action *menu,
                  int all, uint16_t *ids) {
    int n = 0;
    for (int i = 0; i < all; i++) {
        int id = menu[i].type == ACT_OFFER ? -1 : first_id(s, g, &menu[i]);
        if (id >= 0 && (n == 0 || ids[n - 1] != id))
            ids[n++] = (uint16_t)id;
    }
    return n;
}

static NOINLINE int draft_ids(const struct space_shape *s, const struct catan *g, int seat,
                              const struct draft *d, struct action *scratch, uint16_t *ids) {
    return draft_is(d, ACT_OFFER) ? offer_goes_on(s, g, seat, d, ids)
                                  : draft_goes_on(s, g, seat, d, scratch, ids);
}

/* Append the ids of helpers and offers after the first n. */
static NOINLINE int more_ids(const struct space_shape *s, const struct catan *g, int seat, int n,
                             struct action *scratch, sink to) {
    bool in_turn = seat == g->turn && IN_TURN >> g->phase & 1;
    int first = n, rest = 0;
    if (in_turn)
        rest = more_in_turn(g) ? catan__more_in_turn(g, seat, scratch) : 0;
    else if (!n)
        rest = catan_legal(g, seat, scratch);
    n += ids_of(s, g, scratch, rest, to->ids + n);
    if (catan_option(g, OPT_OFFERS) && may_offer(g, seat))
        n += offer_begins(s, g, seat, to->ids + n);
    return first + space_mark(to->ids + first, n - first, to->mask);
}

static int legal_ids(const struct space_shape *s, const void *state, int seat,
                     const struct draft *d, struct action *scratch, uint16_t *ids, uint8_t *mask) {
    const struct catan *g = state;
    int n = 0;
    if (UNLIKELY(!draft_is(d, ACT_NONE)))
        return space_mark(ids, draft_ids(s, g, seat, d, scratch, ids), mask);
    const struct id_lists lists = { s->start, ids, mask };
    const sink to = &lists;
    if (LIKELY(seat == g->turn && IN_TURN >> g->phase & 1))
        n = add_turn(g, seat, to);
    else if (catan_owes(g) >> seat & 1)
        n = add_owing(g, seat, to);
    if (n && !catan_option(g, OPT_OFFERS) && !more_in_turn(g))
        return n;
    return more_ids(s, g, seat, n, scratch, to);
}

/* ---- from an id to an action ---- */

static void one_card(uint8_t count[KINDS], int kind, int n) {
    count[kind] = (uint8_t)(count[kind] + n);
}

static void begin_trade(const struct catan *g, int seat, int at, struct action *a) {
    int give, get;
    catan__space_trade(at, &give, &get);
    one_card(a->give, give, bundle_count(catan_rates(g, seat), give));
    one_card(a->get, get, 1);
}

static void begin_pair(int at, struct action *a) {
    int first, second;
    catan__space_pair(at, &first, &second);
    one_card(a->get, first, 1);
    if (second >= 0)
        one_card(a->get, second, 1);
}

/* The action of an id, unless the id is a later step. */
static void begin_action(const struct catan *g, int seat, struct space_index x, struct action *a) {
    int seats = catan_seats(g), sets = seats * (seats - 1) / 2, place = x.at, target = 0;
    switch (groups[x.group].index) {
    case BY_TRADE:
        place = 0;
        begin_trade(g, seat, x.at, a);
        break;
    case BY_PAIR:
        place = 0;
        begin_pair(x.at, a);
        break;
    case BY_VICTIM:
        place = x.at / seats;
        target = x.at % seats ? seat_at(seats, seat, x.at % seats) : CATAN_NONE;
        break;
    case BY_OTHER:
        place = 0;
        target = seat_at(seats, seat, x.at + 1);
        break;
    case BY_MAKER:
        place = g->offer[seat_at(seats, seat, x.at + 1)].number;
        break;
    case BY_KIND_OTHERS:
        place = x.at / sets;
        target = (int)turn_set(g, seat, catan__space_others(x.at % sets, seats - 1), true);
        break;
    case BY_OTHER_KIND:
        place = x.at % KIND_N;
        target = seat_at(seats, seat, x.at / KIND_N + 1);
        break;
    case BY_KIND_OR_NONE:
        place = x.at == KIND_N ? CATAN_NONE : x.at;
    }
    a->type = groups[x.group].type;
    a->seat = (int8_t)seat;
    a->place = (uint8_t)place;
    a->target = (uint8_t)target;
}

static bool add_to_offer(const struct catan *g, int seat, struct draft *d, struct space_index x) {
    unsigned others = others_of(g, seat);
    switch (x.group) {
    case G_OFFER:
        d->a.type = ACT_OFFER;
        d->a.seat = (int8_t)seat;
        d->a.place = 0;
        d->a.target = (uint8_t)(seat == g->turn ? others : 1u << g->turn);
        one_card(d->a.give, x.at, 1);
        d->last = (uint8_t)x.at;
        return false;
    case G_ASK:
        one_card(d->a.get, x.at, 1);
        d->asking = 1;
        d->last = (uint8_t)x.at;
        return false;
    case G_NOT_TO:
        d->a.target &= (uint8_t)~(1u << seat_at(catan_seats(g), seat, x.at + 1));
        d->asking = 2;
        d->last = (uint8_t)(x.at + 1);
        return false;
    default:
        return true;
    }
}

/* Groups of whole actions whose place is their index: the most common choices. */
#define GROUP(g) ((uint64_t)1 << (g))
#define PLAIN_GROUPS (GROUP(G_ROLL) | GROUP(G_END) | GROUP(G_PASS) | GROUP(G_ROAD) | \
    GROUP(G_SETTLE) | GROUP(G_CITY) | GROUP(G_BUY) | GROUP(G_KNIGHT) | GROUP(G_ROAD_BUILDING) | \
    GROUP(G_MONOPOLY) | GROUP(G_DISCARD))

/* Steps of drafts, and actions with more than a place. */
static NOINLINE bool choose_other(const struct catan *g, int seat, struct draft *d,
                                  struct space_index x) {
    switch (x.group) {
    case G_OFFER: case G_ASK: case G_NOT_TO: case G_SEND:
        return add_to_offer(g, seat, d, x);
    case G_PAY:
        one_card(d->a.give, x.at, 1);
        d->last = (uint8_t)x.at;
        return total(d->a.give) == (d->a.type == ACT_WILLIAM ? 2 : 3);
    case G_ONTO:
        d->a.target = (uint8_t)x.at;
        return true;
    default:
        begin_action(g, seat, x, &d->a);
        return x.group != G_WILLIAM && x.group != G_LOUIS && x.group != G_CANDAMIR;
    }
}

static bool choose(const struct space_shape *s, const void *state, int seat, struct draft *d,
                   int id) {
    struct space_index x = index_of(s, id);
    if (!(PLAIN_GROUPS >> x.group & 1))
        return choose_other(state, seat, d, x);
    action_write(&d->a, action_head(groups[x.group].type, seat, x.at, 0), 0, 0);
    return true;
}

/* ---- what comes next ---- */

/* The cards, the rates, the ways to build, the stamp and number of pieces, the turn and the rules
 * matter to nearly every decision. If it is to roll, these dice come and give this row. */
static void fetch(const void *state, uint32_t word) {
    const struct catan *g = state;
    int outcome = (int)((uint64_t)word * 36 >> 32);
    const uint64_t *row = g->production[outcome / 6 + outcome % 6];
    fetch_line(g->dev);
    fetch_line(&g->bank);
    fetch_line(g->gains);
    fetch_line(g->rate);
    fetch_line(row);
    fetch_line(row + SEATS_MAX);
    fetch_line(&g->reach[1]);
    fetch_line(&g->built);
    fetch_line(&g->free_paths);
    fetch_line(g->points);
    fetch_line(&g->number[12]);
    fetch_line(&g->phase);
    fetch_line(&g->jean);
    fetch_line(&g->rules.value[OPT_POINTS]);
}

const struct space catan_space = {
    .version = 1, .shape = shape_all, .legal = legal_ids, .choose = choose, .steps = steps_to,
    .name = catan__space_name, .observe = catan__observe, .fetch = fetch,
};
