/* position_seats.c -- reading the seats of a position, and comparing what it says of derived
 * things; with the small readers that this and position_read.c share. */
#include "../core/cards.h"
#include "internal.h"
#include "position.h"

bool position_fail(struct position *p, const char *why) {
    p->why = why;
    return false;
}

bool position_is_given(struct json_in v) {
    return v.len > 0 && !json_is_null(v);
}

/* A number of 0..max into a byte; 0 where it is not given. */
bool position_read_count(struct json_in v, int max, uint8_t *out) {
    int64_t n = 0;
    if (position_is_given(v) && !json_to_int(v, 0, max, &n))
        return false;
    *out = (uint8_t)n;
    return true;
}

/* A seat of the game; CATAN_NONE where it is not given. */
bool position_read_seat(const struct catan *g, struct json_in v, uint8_t *out) {
    int64_t n = CATAN_NONE;
    if (position_is_given(v) && !json_to_int(v, 0, catan_seats(g) - 1, &n))
        return false;
    *out = (uint8_t)n;
    return true;
}

int position_read_word(struct json_in v, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (json_equals(v, words[i]))
            return i;
    return -1;
}

/* A place by its name; -1 if it is none. */
int position_read_place(const struct catan *g, struct json_in v,
                      int (*read)(const struct catan *, const char *, size_t)) {
    char name[16];
    int n = json_to_text(v, name, sizeof name);
    return n < 0 ? -1 : read(g, name, (size_t)n);
}

/* {"knight":2,…} as a bundle with its total. */
bool position_read_bundle(struct json_in v, const char *const *words, uint64_t *out) {
    struct json_in key, value;
    size_t at = 0;
    int64_t n, total = 0;
    *out = 0;
    if (!json_is_object(v))
        return false;
    while (json_next(v, &at, &key, &value)) {
        int k = position_read_word(key, words, KINDS);
        if (k < 0 || !json_to_int(value, 0, 127, &n))
            return false;
        *out += (uint64_t)n << 8 * k;
        total += n;
    }
    *out += (uint64_t)total * BUNDLE_TOTAL;
    return total <= 127;
}

/* Cards that may be hidden from the viewer: then `count` says how many there are. */
bool position_read_secret(const struct catan *g, struct json_in v, struct json_in count,
                        const char *const *words, uint64_t *out) {
    uint8_t n;
    if (position_is_given(v))
        return position_read_bundle(v, words, out);
    if (g->viewer == SEAT_ALL)
        return *out = 0, v.len == 0;
    if (!position_read_count(count, 127, &n))
        return false;
    *out = (uint64_t)n * BUNDLE_TOTAL;
    return true;
}

/* ---- the seats ---- */

/* Pieces of several seats on one place are found later, by catan_sound(). */
static bool read_pieces(struct position *p, struct json_in list, struct places *set,
                        int (*read)(const struct catan *, const char *, size_t)) {
    struct json_in v;
    size_t at = 0;
    if (position_is_given(list) && !json_is_array(list))
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
    if (!position_is_given(v))
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

/* Point cards that the end of the game shows of cards that are hidden otherwise. */
static bool read_shown(struct json_in seat, const char *key, uint64_t *bundle) {
    uint8_t points;
    if (!position_read_count(json_get(seat, key), bundle_total(*bundle), &points))
        return false;
    *bundle += (uint64_t)points << 8 * DEV_POINT;
    return true;
}

/* Cards of a seat: its hand, its development cards, and those that lie open. */
static bool read_hand(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    uint64_t played = 0;
    uint8_t all, fresh;
    struct json_in new_count = json_get(v, "dev_new_count");
    if (!position_read_secret(g, json_get(v, "cards"), json_get(v, "count"), catan_kind_words,
                     &g->hand[seat]))
        return position_fail(p, "seats: cards");
    if (!position_read_secret(g, json_get(v, "dev_new"), new_count, catan_dev_words,
                              &g->dev_new[seat]) ||
        !position_read_secret(g, json_get(v, "dev"), json_get(v, "dev_count"), catan_dev_words,
                     &g->dev[seat]))
        return position_fail(p, "seats: dev and dev_new");
    if (!position_is_given(json_get(v, "dev")) && g->viewer != SEAT_ALL) {
        if (!position_read_count(json_get(v, "dev_count"), 127, &all) ||
            !position_read_count(new_count, 127, &fresh) ||
            fresh > all)
            return position_fail(p, "seats: dev_count and dev_new_count");
        g->dev[seat] = (uint64_t)(all - fresh) * BUNDLE_TOTAL;
        if (!read_shown(v, "dev_points", &g->dev[seat]) ||
            !read_shown(v, "dev_new_points", &g->dev_new[seat]))
            return position_fail(p, "seats: dev_points and dev_new_points");
    }
    if (position_is_given(json_get(v, "played")) &&
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
    if (position_is_given(roll) && !json_to_int(roll, 0, 12, &rolled))
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
    for (; json_next(seats, &at, NULL, &v); n++)
        if (n >= catan_seats(p->g) || !read_one_seat(p, n, v))
            return p->why ? false : position_fail(p, "seats: more than the rules say");
    return n == catan_seats(p->g) || position_fail(p, "seats: one object per seat");
}

/* ---- what is derived ---- */

/* Absent is fine: those who type a position by hand leave derived things out. */
static bool agrees(struct json_in v, int value) {
    int64_t said;
    return v.len == 0 || (json_to_int(v, 0, 255, &said) && said == value);
}

/* What the text says of derived things must be what follows from the rest. */
bool position_check_derived(struct position *p) {
    const struct catan *g = p->g;
    struct json_in seats = json_get(p->in, "seats"), v;
    size_t at = 0;
    if (!agrees(json_get(json_get(p->in, "deck"), "count"), bundle_total(g->deck)))
        return position_fail(p, "deck: count is not the number of cards");
    for (int i = 0; json_next(seats, &at, NULL, &v); i++) {
        struct json_in left = json_get(v, "left"), rates = json_get(v, "rates");
        if (!agrees(json_get(v, "seat"), i))
            return position_fail(p, "seats: not in order");
        if (!agrees(json_get(v, "count"), bundle_total(g->hand[i])))
            return position_fail(p, "seats: count is not the number of cards");
        if (!agrees(json_get(v, "dev_count"),
                    bundle_total(g->dev[i]) + bundle_total(g->dev_new[i])))
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
        if (!agrees(json_get(v, "points"), catan_points(g, i)) ||
            !agrees(json_get(v, "points_public"), g->points[i]))
            return position_fail(p, "seats: points contradict what is on the table");
    }
    return true;
}
