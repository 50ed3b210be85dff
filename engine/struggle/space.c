/* space.c -- Struggle's actions as ids, both ways (core/space.h).
 *
 * A building is chosen and then paid card by card (`pay`). Some payments are the beginning of
 * longer ones, so `paid` ends a payment. Everything else is one id. */
#include "space.h"

#include "core/cards.h"

static const uint8_t type_of[SG_N] = {
#define X(group, type) [group] = type,
    STRUGGLE_GROUPS(X)
#undef X
};

/* How many cards can be taken at once, and drawn beyond the usual number, by these rules. */
static int takes_max(const struct rules *r) {
    int roads = struggle_a_sides(struggle__cards_in_play(r, SO_ROADS));
    return roads ? roads : 1;
}
static int draws_max(const struct rules *r) {
    return 1 + struggle_a_sides(struggle__cards_in_play(r, SO_KNIGHTS));
}

static int group_size(const struct rules *r, int group) {
    int others = r->seats - 1;
    switch (group) {
    case SG_SWAP_STACK: case SG_PICK: case SG_GIVE_BACK: case SG_PAY: case SG_DISCARD:
        return KINDS;
    case SG_SWAP_MARKET:
        return KINDS * (KINDS - 1);
    case SG_TAKE_FROM:
        return others * takes_max(r);
    case SG_LIBRARY: case SG_GUILD:
        return others;
    case SG_BUILD:
        return BUILDS;
    case SG_DRAW:
        return draws_max(r);
    default:
        return 1;
    }
}

static void shape_all(struct space_shape *s) {
    for (int group = 0; group < SG_N; group++)
        space_add_group(s, group_size(&s->rules, group));
    struggle__shape_features(s);
}

static int group_of(const struct space_shape *s, int id) {
    CHECK(id >= 0 && id < s->ids);
    return s->group[id];
}

/* ---- from an action to ids ---- */

/* The other seats in order of play, from 0 on. */
static ALWAYS_INLINE int other_of(const struct struggle *g, const struct action *a) {
    return seat_from(seats_of(g), a->seat, a->target) - 1;
}

static ALWAYS_INLINE int first_id(const struct space_shape *s, const struct struggle *g,
                                  const struct action *a) {
    int give, get;
    switch (a->type) {
    case SA_SWAP_STACK:
        return s->start[SG_SWAP_STACK] + struggle__kind(a->give);
    case SA_SWAP_MARKET:
        give = struggle__kind(a->give);
        get = struggle__kind(a->get);
        return s->start[SG_SWAP_MARKET] + get * (KINDS - 1) + give - (give > get);
    case SA_TAKE_FROM:
        return s->start[SG_TAKE_FROM] + other_of(g, a) * takes_max(&g->rules) + a->place - 1;
    case SA_LIBRARY:
        return s->start[SG_LIBRARY] + other_of(g, a);
    case SA_PICK:
        return s->start[SG_PICK] + struggle__kind(a->get);
    case SA_GIVE_BACK:
        return s->start[SG_GIVE_BACK] + struggle__kind(a->give);
    case SA_GUILD:
        return s->start[SG_GUILD] + other_of(g, a);
    case SA_BUILD:
        return s->start[SG_BUILD] + build_index(a);
    case SA_TURN:
        return s->start[SG_TURN];
    case SA_LEAVE:
        return s->start[SG_LEAVE];
    case SA_DISCARD:
        return s->start[SG_DISCARD] + struggle__kind(a->give);
    case SA_PASS:
        return s->start[SG_PASS];
    default:
        return s->start[SG_DRAW] + a->place - option_of(g, SO_DRAW);
    }
}

static int steps_to(const struct space_shape *s, const void *state, const struct action *a,
                    uint16_t ids[SPACE_STEPS_MAX]) {
    int n = 1;
    ids[0] = (uint16_t)first_id(s, state, a);
    if (a->type != SA_BUILD)
        return n;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < a->give[k]; i++)
            ids[n++] = (uint16_t)(s->start[SG_PAY] + k);
    ids[n] = (uint16_t)s->start[SG_PAID];
    return n + 1;
}

/* ---- what may be chosen ---- */

static int payment_goes_on(const struct space_shape *s, const struct struggle *g, int seat,
                           const struct draft *d, struct action *menu, uint16_t *ids) {
    int all = struggle__legal(g, seat, menu), n = 0;
    unsigned next = 0;
    for (int i = 0; i < all; i++)
        if (menu[i].type == SA_BUILD && build_index(&menu[i]) == build_index(&d->a)) {
            int kind = space_next_card(d, menu[i].give);
            next |= kind < 0 ? 0 : 1u << kind;
        }
    for (int k = 0; k < KINDS; k++)
        if (next >> k & 1)
            ids[n++] = (uint16_t)(s->start[SG_PAY] + k);
    if (next >> KINDS & 1)
        ids[n++] = (uint16_t)s->start[SG_PAID];
    return n;
}

/* Entries that differ only in their payment are next to each other in the menu. */
static int legal_ids(const struct space_shape *s, const void *state, int seat,
                     const struct draft *d, struct action *scratch, uint16_t *ids, uint8_t *mask) {
    const struct struggle *g = state;
    if (d->a.type == SA_BUILD)
        return space_mark(ids, payment_goes_on(s, g, seat, d, scratch, ids), mask);
    int all = struggle__legal(g, seat, scratch), n = 0;
    for (int i = 0; i < all; i++) {
        int id = first_id(s, g, &scratch[i]);
        if (n == 0 || ids[n - 1] != id)
            ids[n++] = (uint16_t)id;
    }
    return space_mark(ids, n, mask);
}

/* ---- from an id to an action ---- */

static void begin_action(const struct struggle *g, int seat, int group, int at, struct action *a) {
    int takes = takes_max(&g->rules), get = at / (KINDS - 1), give = at % (KINDS - 1);
    a->type = type_of[group];
    a->seat = (int8_t)seat;
    switch (group) {
    case SG_SWAP_STACK: case SG_GIVE_BACK: case SG_DISCARD:
        a->give[at] = 1;
        break;
    case SG_PICK:
        a->get[at] = 1;
        break;
    case SG_SWAP_MARKET:
        a->get[get] = 1;
        a->give[give + (give >= get)] = 1;
        break;
    case SG_TAKE_FROM:
        a->target = (uint8_t)seat_at(seats_of(g), seat, at / takes + 1);
        a->place = (uint8_t)(at % takes + 1);
        break;
    case SG_LIBRARY: case SG_GUILD:
        a->target = (uint8_t)seat_at(seats_of(g), seat, at + 1);
        break;
    case SG_BUILD:
        a->place = (uint8_t)(at < SB_EXPANSION ? at : SB_EXPANSION);
        a->target = (uint8_t)(at < SB_EXPANSION ? 0 : at - SB_EXPANSION);
        break;
    case SG_DRAW:
        a->place = (uint8_t)(option_of(g, SO_DRAW) + at);
        break;
    default:
        break;
    }
}

static bool choose(const struct space_shape *s, const void *state, int seat, struct draft *d,
                   int id) {
    int group = group_of(s, id), at = id - s->start[group];
    if (group == SG_PAY) {
        d->a.give[at]++;
        d->last = (uint8_t)at;
        return false;
    }
    if (group != SG_PAID)
        begin_action(state, seat, group, at, &d->a);
    return group != SG_BUILD;
}

/* ---- words ---- */

static int name_of(const struct space_shape *s, int id, char *text, int size) {
    int group = group_of(s, id), at = id - s->start[group], takes = takes_max(&s->rules);
    int give = at % (KINDS - 1), get = at / (KINDS - 1);
    struct text t = text_begin(text, (size_t)size);
    text_add(&t, group == SG_PAY ? "pay" : group == SG_PAID ? "paid"
                                                            : struggle__acts[type_of[group]].verb);
    switch (group) {
    case SG_SWAP_MARKET:
        text_format(&t, " %s %s", kind_names[get], kind_names[give + (give >= get)]);
        break;
    case SG_TAKE_FROM:
        text_format(&t, " +%d %d", at / takes + 1, at % takes + 1);
        break;
    case SG_LIBRARY: case SG_GUILD:
        text_format(&t, " +%d", at + 1);
        break;
    case SG_BUILD:
        text_format(&t, " %s", at < SB_EXPANSION ? struggle__building_names[at]
                                                 : struggle__expansion_names[at - SB_EXPANSION]);
        break;
    case SG_DRAW:
        text_format(&t, " %d", s->rules.value[SO_DRAW] + at);
        break;
    case SG_PAID: case SG_TURN: case SG_LEAVE: case SG_PASS:
        break;
    default:
        text_format(&t, " %s", kind_names[at]);
    }
    return (int)t.len;
}

const struct space struggle_space = {
    .version = 1, .shape = shape_all, .legal = legal_ids, .choose = choose, .steps = steps_to,
    .name = name_of, .observe = struggle__observe,
};
