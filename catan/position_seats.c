/* position_seats.c -- the seats of a position, out and in. */
#include <string.h>

#include "../core/cards.h"
#include "internal.h"
#include "position.h"

/* ---- out ---- */

static void write_pieces(const struct catan *g, struct json_out *o, const char *key,
                         struct places set, int n,
                         void (*print)(const struct catan *, int, struct text *)) {
    json_array(o, key);
    for (int i = 0; i < n; i++)
        if (places_has(set, i))
            position_write_place(g, o, NULL, i, print);
    json_array_end(o);
}

/* Point cards that the end of the game shows of cards that are hidden otherwise. */
static void write_shown(struct json_out *o, const char *key, uint64_t bundle) {
    if (!bundle_known(bundle) && bundle_count(bundle, DEV_POINT))
        json_int(o, key, bundle_count(bundle, DEV_POINT));
}

static void write_played(const struct catan *g, int seat, struct json_out *o) {
    json_object(o, "played");
    for (int i = 0; i < DEV_POINT; i++)
        if (g->played[seat][i])
            json_int(o, catan_dev_words[i], g->played[seat][i]);
    json_object_end(o);
}

static void write_helper(const struct catan *g, int seat, struct json_out *o) {
    if (g->helper[seat] >= HELPER_N)
        return;
    json_object(o, "helper");
    json_text(o, "name", catan_helper_words[g->helper[seat]]);
    json_text(o, "side", g->helper_b >> seat & 1 ? "B" : "A");
    json_bool(o, "fresh", g->helper_fresh >> seat & 1);
    json_bool(o, "used", g->helper_used >> seat & 1);
    json_object_end(o);
}

static void write_rates(const struct catan *g, int seat, struct json_out *o) {
    uint64_t rates = catan_rates(g, seat);
    json_object(o, "rates");
    for (int k = 0; k < KINDS; k++)
        json_int(o, kind_names[k], bundle_count(rates, k));
    json_object_end(o);
}
static void write_seat_cards(const struct catan *g, const struct catan *was, int seat,
                             struct json_out *o) {
    if (NEWS(hand[seat])) {
        json_int(o, "count", bundle_total(g->hand[seat]));
        position_write_cards(o, "cards", g->hand[seat]);
    }
    if (NEWS(dev[seat]) || NEWS(dev_new[seat])) {
        json_int(o, "dev_count", bundle_total(g->dev[seat]) + bundle_total(g->dev_new[seat]));
        json_int(o, "dev_new_count", bundle_total(g->dev_new[seat]));
        position_write_some(o, "dev", catan_dev_words, g->dev[seat]);
        position_write_some(o, "dev_new", catan_dev_words, g->dev_new[seat]);
        write_shown(o, "dev_points", g->dev[seat]);
        write_shown(o, "dev_new_points", g->dev_new[seat]);
    }
    if (NEWS(played[seat]))
        write_played(g, seat, o);
}

static void write_seat_pieces(const struct catan *g, const struct catan *was, int seat,
                              struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    if (NEWS(settlements[seat]))
        write_pieces(g, o, "settlements", g->settlements[seat], b->corners, catan_print_corner);
    if (NEWS(cities[seat]))
        write_pieces(g, o, "cities", g->cities[seat], b->corners, catan_print_corner);
    if (NEWS(roads[seat]))
        write_pieces(g, o, "roads", g->roads[seat], b->paths, catan_print_path);
    if (NEWS(roads_left[seat]) || NEWS(settlements_left[seat]) || NEWS(cities_left[seat])) {
        json_object(o, "left");
        json_int(o, "road", g->roads_left[seat]);
        json_int(o, "settlement", g->settlements_left[seat]);
        json_int(o, "city", g->cities_left[seat]);
        json_object_end(o);
    }
}

/* Rates, dues, points and the helper: what changes without a piece or card being moved. */
static void write_seat_numbers(const struct catan *g, const struct catan *was, int seat,
                               struct json_out *o) {
    if (NEWS_OF_SEAT(catan_rates))
        write_rates(g, seat, o);
    if (NEWS(owes_cards[seat]))
        json_int(o, "owes_cards", g->owes_cards[seat]);
    if (NEWS(offers_by[seat]))
        json_int(o, "offers_made", g->offers_by[seat]);
    if (NEWS(first_roll[seat]))
        position_write_seat(o, "first_roll", g->first_roll[seat]);
    /* A road is measured only after something was built: anybody may have cut it. */
    if ((NEWS(roads[seat]) || NEWS(settlements)) && NEWS_OF_SEAT(catan_road_length))
        json_int(o, "road_length", catan_road_length(g, seat));
    if (NEWS_OF_SEAT(catan_points))
        json_int(o, "points", catan_points(g, seat));
    if (NEWS_OF_SEAT(catan_public_points))
        json_int(o, "points_public", catan_public_points(g, seat));
    if (NEWS(helper[seat]) || NEWS(helper_b) || NEWS(helper_fresh) || NEWS(helper_used))
        write_helper(g, seat, o);
}

/* One object for each seat that has anything new. */
void position_write_table_seats(const struct catan *g, const struct catan *was,
                                struct json_out *o) {
    struct json_out before = *o;        /* a writer is plain bytes: going back is a copy */
    int told = 0;
    json_array(o, "seats");
    for (int seat = 0; seat < catan_seats(g); seat++) {
        struct json_out start = *o;
        json_object(o, NULL);
        json_int(o, "seat", seat);
        size_t bare = o->len;
        if (!was)
            json_text(o, "color", catan_color(g, seat));
        write_seat_cards(g, was, seat, o);
        write_seat_pieces(g, was, seat, o);
        write_seat_numbers(g, was, seat, o);
        if (o->len == bare) {
            *o = start;
            continue;
        }
        json_object_end(o);
        told++;
    }
    json_array_end(o);
    if (!told)
        *o = before;
}

/* ---- in ---- */

/* Pieces of several seats on one place are found later, by catan_sound(). */
static bool read_pieces(struct position *p, struct json_in list, struct places *set,
                        int (*read)(const struct catan *, const char *, size_t)) {
    struct json_in v;
    size_t at = 0;
    if (json_is_given(list) && !json_is_array(list))
        return position_fail(p, "seats: pieces are arrays of places");
    while (json_next(list, &at, NULL, &v)) {
        int place = position_read_place(p->g, v, read);
        if (place < 0)
            return position_fail(p, "seats: a piece on a place that this board does not have");
        if (places_has(*set, place))
            return position_fail(p, "seats: two pieces on one place");
        set->w[place >> 6] |= (uint64_t)1 << (place & 63);
    }
    return true;
}

static bool read_helper(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    bool fresh = false, used = false;
    if (!json_is_given(v))
        return true;
    int helper = position_read_word(json_get(v, "name"), catan_helper_words, HELPER_N);
    struct json_in side = json_get(v, "side");
    bool b = json_equals(side, "B");
    if (helper < 0 || (!b && !json_equals(side, "A")) ||
        (json_get(v, "fresh").len && !json_to_bool(json_get(v, "fresh"), &fresh)) ||
        (json_get(v, "used").len && !json_to_bool(json_get(v, "used"), &used)))
        return position_fail(p, "seats: helper has name, side, fresh and used");
    g->helper[seat] = (uint8_t)helper;
    g->helper_b = (uint8_t)(g->helper_b | b << seat);
    g->helper_fresh = (uint8_t)(g->helper_fresh | fresh << seat);
    g->helper_used = (uint8_t)(g->helper_used | used << seat);
    return true;
}

/* Point cards that the end of the game shows of cards that are hidden otherwise. Where the cards
 * are all known there is nothing to add to them. */
static bool read_shown(struct json_in seat, const char *cards, const char *key, uint64_t *bundle) {
    int most = json_is_given(json_get(seat, cards)) ? 0 : bundle_total(*bundle);
    uint8_t points;
    if (!position_read_count(json_get(seat, key), most, &points))
        return false;
    *bundle += (uint64_t)points << 8 * DEV_POINT;
    return true;
}

/* The two piles of development cards. A view may know one of them and only the size of the
 * other; dev_count is the size of both together. */
static bool read_developments(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    uint8_t all, fresh;
    struct json_in count = json_get(v, "dev_count"), new_count = json_get(v, "dev_new_count");
    if (!position_read_secret(g, json_get(v, "dev_new"), new_count, catan_dev_words,
                              &g->dev_new[seat]) ||
        !position_read_secret(g, json_get(v, "dev"), count, catan_dev_words, &g->dev[seat]))
        return position_fail(p, "seats: dev and dev_new");
    if (!json_is_given(json_get(v, "dev")) && g->viewer != SEAT_ALL) {
        if (!position_read_count(count, 127, &all) ||
            !position_read_count(new_count, 127, &fresh) || fresh > all)
            return position_fail(p, "seats: dev_count and dev_new_count");
        g->dev[seat] = (uint64_t)(all - fresh) * BUNDLE_TOTAL;
    }
    return (read_shown(v, "dev", "dev_points", &g->dev[seat]) &&
            read_shown(v, "dev_new", "dev_new_points", &g->dev_new[seat])) ||
           position_fail(p, "seats: dev_points and dev_new_points");
}

/* Cards of a seat: its hand, its development cards, and those that lie open. */
static bool read_hand(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    uint64_t played = 0;
    if (!position_read_secret(g, json_get(v, "cards"), json_get(v, "count"), catan_kind_words,
                              &g->hand[seat]))
        return position_fail(p, "seats: cards");
    if (!read_developments(p, seat, v))
        return false;
    if (json_is_given(json_get(v, "played")) &&
        !position_read_bundle(json_get(v, "played"), catan_dev_words, &played))
        return position_fail(p, "seats: played");
    if (bundle_count(played, DEV_POINT))
        return position_fail(p, "seats: a point card is never played");
    for (int i = 0; i < DEV_POINT; i++)
        g->played[seat][i] = (uint8_t)bundle_count(played, i);
    return true;
}

/* Judged before anything is derived: the longest road of a whole board takes for ever. */
static bool pieces_fit_the_box(struct position *p, int seat) {
    const struct catan *g = p->g;
    return (places_count(g->settlements[seat]) <= catan_option(g, OPT_SETTLEMENTS) &&
            places_count(g->cities[seat]) <= catan_option(g, OPT_CITIES) &&
            places_count(g->roads[seat]) <= catan_option(g, OPT_ROADS)) ||
           position_fail(p, "pieces");
}

/* What is written of a seat but follows from the rest is compared in position_check_derived(). */
static bool read_one_seat(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    struct json_in roll = json_get(v, "first_roll");
    int64_t rolled = json_is_null(roll) ? CATAN_NONE : 0;
    if (!json_is_object(v))
        return position_fail(p, "seats: an object per seat");
    if (!read_hand(p, seat, v) ||
        !read_pieces(p, json_get(v, "settlements"), &g->settlements[seat], catan_read_corner) ||
        !read_pieces(p, json_get(v, "cities"), &g->cities[seat], catan_read_corner) ||
        !read_pieces(p, json_get(v, "roads"), &g->roads[seat], catan_read_path) ||
        !pieces_fit_the_box(p, seat) || !read_helper(p, seat, json_get(v, "helper")))
        return false;
    if (json_is_given(roll) && !json_to_int(roll, 0, 12, &rolled))
        return position_fail(p, "seats: first_roll");
    g->first_roll[seat] = (uint8_t)rolled;
    if (!position_read_count(json_get(v, "owes_cards"), 127, &g->owes_cards[seat]))
        return position_fail(p, "seats: owes_cards");
    return position_read_count(json_get(v, "offers_made"), 255, &g->offers_by[seat]) ||
           position_fail(p, "seats: offers_made");
}

/* Seats come in order, one object each, none left out. */
bool position_read_seats(struct position *p) {
    struct json_in seats = json_get(p->in, "seats"), v;
    size_t at = 0;
    int n = 0;
    if (!json_is_array(seats))
        return position_fail(p, "seats: one object per seat");
    for (; json_next(seats, &at, NULL, &v); n++)
        if (n >= catan_seats(p->g) || !read_one_seat(p, n, v))
            return p->why ? false : position_fail(p, "seats: more than the rules say");
    return n == catan_seats(p->g) || position_fail(p, "seats: one object per seat");
}
