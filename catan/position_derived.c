/* position_derived.c -- whether what a position says of things that follow from the rest is what
 * follows. */
#include "../core/cards.h"
#include "internal.h"
#include "position.h"

/* Absent is fine: those who type a position by hand leave derived things out. */
static bool agrees(struct json_in v, int64_t value) {
    int64_t said;
    return v.len == 0 || (json_to_int(v, 0, UINT32_MAX, &said) && said == value);
}

static bool agrees_on_seats(const struct catan *g, struct json_in v, unsigned seats) {
    uint8_t said;
    return v.len == 0 || (json_is_array(v) && position_read_seat_set(g, v, &said) &&
                          said == (seats & ((1u << SEATS_MAX) - 1)));
}

/* Whom the game waits for, and how far it is; asked of a sound position only. */
bool position_check_turn(struct position *p) {
    const struct catan *g = p->g;
    unsigned owes = catan_owes(g);
    struct json_in chance = json_get(p->in, "chance");
    bool said;
    if (!agrees_on_seats(g, json_get(p->in, "owes"), owes) ||
        !agrees_on_seats(g, json_get(p->in, "may"), catan_may(g)))
        return position_fail(p, "owes or may: not whom this position waits for");
    if (chance.len && (!json_to_bool(chance, &said) || said != !!(owes & OWES_CHANCE)))
        return position_fail(p, "chance: not what this position waits for");
    return agrees(json_get(p->in, "round"), catan_round(g)) ||
           position_fail(p, "round: contradicts turns and seats");
}

/* The hand that Hilde looks into; a view that is not hers has none to compare. */
static bool hand_shown_agrees(const struct catan *g, struct json_in cards) {
    uint64_t said;
    return !json_is_given(cards) ||
           (g->helper_target < SEATS_MAX && position_read_bundle(cards, catan_kind_words, &said) &&
            said == g->hand[g->helper_target]);
}

/* Awards, the deck, the helpers on display and what one of them shows. */
static bool table_agrees(struct position *p) {
    const struct catan *g = p->g;
    struct json_in road = json_get(p->in, "longest_road"), army = json_get(p->in, "largest_army");
    struct json_in display = json_get(p->in, "display"), looking = json_get(p->in, "looking"), v;
    unsigned said = 0;
    size_t at = 0;
    if (!agrees(json_get(json_get(p->in, "deck"), "count"), bundle_total(g->deck)))
        return position_fail(p, "deck: count is not the number of cards");
    if (!agrees(json_get(road, "length"), g->longest_length))
        return position_fail(p, "longest_road: length contradicts road_to_beat");
    if (json_is_given(army) &&
        !agrees(json_get(army, "knights"), g->played[g->largest_army][DEV_KNIGHT]))
        return position_fail(p, "largest_army: knights contradicts what the seat has played");
    while (json_next(display, &at, NULL, &v)) {
        int one = position_read_word(v, catan_helper_words, HELPER_N);
        said |= one < 0 ? ~0u : 1u << one;
    }
    if (display.len && (!json_is_array(display) || said != catan_display(g)))
        return position_fail(p, "display: not the helpers that no seat has");
    if (!agrees(json_get(p->in, "look_count"), bundle_total(g->look)) ||
        !agrees(json_get(looking, "seat"), g->helper_seat) ||
        !agrees(json_get(looking, "hand_of"), g->helper_target))
        return position_fail(p, "looking or look_count: contradicts who looks at what");
    return hand_shown_agrees(g, json_get(looking, "cards")) ||
           position_fail(p, "looking: cards are not that seat's hand");
}

static bool seat_agrees(struct position *p, int i, struct json_in v) {
    const struct catan *g = p->g;
    struct json_in left = json_get(v, "left"), rates = json_get(v, "rates");
    struct json_in color = json_get(v, "color");
    if (!agrees(json_get(v, "seat"), i))
        return position_fail(p, "seats: not in order");
    if (color.len && !json_equals(color, catan_color(g, i)))
        return position_fail(p, "seats: color is not that of the seat");
    if (!agrees(json_get(v, "count"), bundle_total(g->hand[i])))
        return position_fail(p, "seats: count is not the number of cards");
    if (!agrees(json_get(v, "dev_count"), bundle_total(g->dev[i]) + bundle_total(g->dev_new[i])))
        return position_fail(p, "seats: dev_count is not the number of development cards");
    if (!agrees(json_get(v, "dev_new_count"), bundle_total(g->dev_new[i])))
        return position_fail(p, "seats: dev_new_count is not the number of new cards");
    if (!agrees(json_get(left, "road"), g->roads_left[i]) ||
        !agrees(json_get(left, "settlement"), g->settlements_left[i]) ||
        !agrees(json_get(left, "city"), g->cities_left[i]))
        return position_fail(p, "seats: left contradicts the pieces on the board");
    for (int k = 0; k < KINDS; k++)
        if (!agrees(json_get(rates, kind_names[k]), bundle_count(catan_rates(g, i), k)))
            return position_fail(p, "seats: rates contradict the harbors");
    if (!agrees(json_get(v, "road_length"), catan_road_length(g, i)))
        return position_fail(p, "seats: road_length contradicts the roads");
    return (agrees(json_get(v, "points"), catan_points(g, i)) &&
            agrees(json_get(v, "points_public"), catan_public_points(g, i))) ||
           position_fail(p, "seats: points contradict what is on the table");
}

/* What the text says of derived things must be what follows from the rest. */
bool position_check_derived(struct position *p) {
    struct json_in v;
    size_t at = 0;
    for (int i = 0; json_next(json_get(p->in, "seats"), &at, NULL, &v); i++)
        if (!seat_agrees(p, i, v))
            return false;
    return table_agrees(p);
}
