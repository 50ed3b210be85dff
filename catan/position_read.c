/* position_read.c -- a position or view from JSON (docs/schema.md).
 *
 * Fills what is not derived, lets catan_derive() do the rest, compares what the
 * text says of it, and asks catan_sound() whether such a position can be. Any
 * position that is sound can be set, also one that no game reaches. */
#include <string.h>

#include "../core/cards.h"
#include "position.h"

struct position {
    struct catan *g;
    struct json_in in;
    const char *why;
};

static bool fail(struct position *p, const char *why) {
    p->why = why;
    return false;
}

/* ---- small things ---- */

static bool is_given(struct json_in v) {
    return v.len > 0 && !json_is_null(v);
}

/* A number of 0..max into a byte; 0 where it is not given. */
static bool read_count(struct json_in v, int max, uint8_t *out) {
    int64_t n = 0;
    if (is_given(v) && !json_to_int(v, 0, max, &n))
        return false;
    *out = (uint8_t)n;
    return true;
}

/* A seat of the game; CATAN_NONE where it is not given. */
static bool read_seat(const struct catan *g, struct json_in v, uint8_t *out) {
    int64_t n = CATAN_NONE;
    if (is_given(v) && !json_to_int(v, 0, catan_seats(g) - 1, &n))
        return false;
    *out = (uint8_t)n;
    return true;
}

static bool read_seats(const struct catan *g, struct json_in v, uint8_t *out) {
    struct json_in one;
    size_t at = 0;
    *out = 0;
    if (is_given(v) && !json_is_array(v))
        return false;
    while (json_next(v, &at, NULL, &one)) {
        uint8_t seat;
        if (!read_seat(g, one, &seat) || seat == CATAN_NONE)
            return false;
        *out = (uint8_t)(*out | 1 << seat);
    }
    return true;
}

static int read_word(struct json_in v, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (json_equals(v, words[i]))
            return i;
    return -1;
}

/* A place by its name; -1 if it is none. */
static int read_place(const struct catan *g, struct json_in v,
                      int (*read)(const struct catan *, const char *, size_t)) {
    char name[16];
    int n = json_to_text(v, name, sizeof name);
    return n < 0 ? -1 : read(g, name, (size_t)n);
}

/* {"knight":2,…} as a bundle with its total. */
static bool read_bundle(struct json_in v, const char *const *words, uint64_t *out) {
    struct json_in key, value;
    size_t at = 0;
    int64_t n, total = 0;
    *out = 0;
    if (!json_is_object(v))
        return false;
    while (json_next(v, &at, &key, &value)) {
        int k = read_word(key, words, KINDS);
        if (k < 0 || !json_to_int(value, 0, 127, &n))
            return false;
        *out += (uint64_t)n << 8 * k;
        total += n;
    }
    *out += (uint64_t)total << 40;
    return total <= 127;
}

/* Cards that may be hidden from the viewer: then `count` says how many there are. */
static bool read_secret(const struct catan *g, struct json_in v, struct json_in count,
                        const char *const *words, uint64_t *out) {
    uint8_t n;
    if (is_given(v))
        return read_bundle(v, words, out);
    if (g->viewer == SEAT_ALL)
        return *out = 0, v.len == 0;
    if (!read_count(count, 127, &n))
        return false;
    *out = (uint64_t)n << 40;
    return true;
}

/* ---- the board ---- */

/* The hex that an object names by q and r; -1: none. */
static int hex_at(const struct catan_board *b, struct json_in v) {
    int64_t q, r;
    if (!json_to_int(json_get(v, "q"), -9, 9, &q) || !json_to_int(json_get(v, "r"), -9, 9, &r))
        return -1;
    for (int h = 0; h < b->hexes; h++)
        if (b->hex_q[h] == q && b->hex_r[h] == r)
            return h;
    return -1;
}

static bool read_hex(struct position *p, struct json_in v, uint32_t *seen) {
    struct catan *g = p->g;
    struct json_in terrain = json_get(v, "terrain");
    int h = hex_at(catan_board(g), v), sort = read_word(terrain, catan_terrain_words, TERRAIN_N);
    if (h < 0)
        return fail(p, "board.hexes: q and r name no hex of this board");
    if (*seen >> h & 1)
        return fail(p, "board.hexes: a hex is given twice");
    *seen |= (uint32_t)1 << h;
    if (sort < 0 && is_given(terrain))
        return fail(p, "board.hexes: no such terrain");
    g->terrain[h] = (uint8_t)(sort < 0 ? CATAN_NONE : sort);
    if (!read_count(json_get(v, "number"), 12, &g->number[h]) || g->number[h] == 1 ||
        g->number[h] == 7)
        return fail(p, "board.hexes: number is 2 to 12, not 7, or null");
    if (g->number[h] && g->terrain[h] >= DESERT)
        return fail(p, "board.hexes: a number stands on land that yields something");
    return true;
}

/* The coast index of a hex's side; -1 if it is inland. */
static int coast_at(const struct catan_board *b, int hex, int side) {
    for (int c = 0; hex >= 0 && side >= 0 && c < b->coast; c++)
        if (b->coast_path[c] == b->hex_path[hex][side])
            return c;
    return -1;
}

static bool read_harbor(struct position *p, struct json_in v) {
    const struct catan_board *b = catan_board(p->g);
    struct json_in type = json_get(v, "type");
    int side = read_word(json_get(v, "side"), catan_side_words, 6);
    int coast = coast_at(b, hex_at(b, v), side);
    int sort = read_word(type, catan_harbor_words, HARBOR_N);
    if (coast < 0)
        return fail(p, "board.harbors: q, r and side name no coast of this board");
    if (p->g->harbor[coast] != CATAN_NONE)
        return fail(p, "board.harbors: a side has two harbors");
    if (sort < 0 && is_given(type))
        return fail(p, "board.harbors: type is \"3:1\" or a resource");
    p->g->harbor[coast] = (uint8_t)(sort < 0 ? CATAN_HIDDEN : sort);
    return true;
}

static bool read_frame(struct position *p, struct json_in frame) {
    struct json_in v;
    size_t at = 0;
    int i = 0;
    for (; json_next(frame, &at, NULL, &v) && i < 6; i++) {
        int64_t piece = CATAN_NONE;
        if (is_given(v) && !json_to_int(v, 0, 5, &piece))
            return fail(p, "board.frame: pieces are 0 to 5");
        p->g->frame[i] = (uint8_t)piece;
    }
    return true;
}

static bool read_board(struct position *p) {
    struct json_in board = json_get(p->in, "board"), hexes = json_get(board, "hexes"), v;
    struct json_in harbors = json_get(board, "harbors");
    size_t at = 0;
    uint32_t seen = 0;
    if (!json_is_array(hexes) || (harbors.len && !json_is_array(harbors)))
        return fail(p, "board: an object with arrays of hexes and harbors");
    memset(p->g->harbor, CATAN_NONE, sizeof p->g->harbor);
    while (json_next(hexes, &at, NULL, &v))
        if (!read_hex(p, v, &seen))
            return false;
    if (seen != ((uint32_t)1 << catan_board(p->g)->hexes) - 1)
        return fail(p, "board.hexes: every hex must be given");
    at = 0;
    while (json_next(harbors, &at, NULL, &v))
        if (!read_harbor(p, v))
            return false;
    return read_frame(p, json_get(board, "frame"));
}

/* ---- the table ---- */

static bool read_scalar(struct position *p, const struct catan_scalar *s) {
    struct catan *g = p->g;
    struct json_in v = json_get(p->in, s->key);
    uint8_t *out = (uint8_t *)g + s->at;
    int place = CATAN_NONE;
    bool flag = false;
    switch (s->sort) {
    case SCALAR_FLAG:
        if (is_given(v) && !json_to_bool(v, &flag))
            return false;
        *out = flag;
        return true;
    case SCALAR_COUNT: return read_count(v, 255, out);
    case SCALAR_SEAT: return read_seat(g, v, out);
    case SCALAR_HEX: place = is_given(v) ? read_place(g, v, catan_read_hex) : place; break;
    case SCALAR_CORNER: place = is_given(v) ? read_place(g, v, catan_read_corner) : place; break;
    case SCALAR_KIND: place = is_given(v) ? read_word(v, catan_kind_words, KIND_N) : place; break;
    }
    *out = (uint8_t)place;
    return place >= 0;
}

static bool read_scalars(struct position *p) {
    for (const struct catan_scalar *s = catan_scalars; s->key; s++)
        if (!read_scalar(p, s))
            return fail(p, s->key);
    int64_t turns = 0;
    struct json_in v = json_get(p->in, "turns");
    if (v.len && !json_to_int(v, 0, UINT32_MAX, &turns))
        return fail(p, "turns");
    p->g->turns = (uint32_t)turns;
    int phase = read_word(json_get(p->in, "phase"), catan_phase_words, PH_N);
    p->g->phase = (uint8_t)phase;
    return phase >= 0 || fail(p, "phase: no such phase");
}

static bool read_dice(struct position *p) {
    struct catan *g = p->g;
    struct json_in dice = json_get(p->in, "dice"), left = json_get(p->in, "dice_left"), v;
    char text[40];
    size_t at = 0;
    int64_t n;
    int count = 0;
    for (; json_next(dice, &at, NULL, &v); count++) {
        if (count == 2 || !json_to_int(v, 1, 6, &n))
            return fail(p, "dice: two numbers of 1 to 6");
        g->dice[count] = (uint8_t)n;
    }
    if ((is_given(dice) && count != 2))
        return fail(p, "dice: two numbers of 1 to 6");
    if (catan_option(g, OPT_DICE) != DICE_DECK)
        return true;
    g->dice_left = ((uint64_t)1 << 36) - 1;
    if (!left.len)
        return true;
    if (json_to_text(left, text, sizeof text) != 36 || strcspn(text, "01") != 0)
        return fail(p, "dice_left: 36 digits 0 or 1");
    for (int i = 0; i < 36; i++) {
        if (text[i] != '0' && text[i] != '1')
            return fail(p, "dice_left: 36 digits 0 or 1");
        if (text[i] == '0')
            g->dice_left &= ~((uint64_t)1 << i);
    }
    return true;
}

static bool read_gains(struct position *p) {
    struct json_in gains = json_get(p->in, "gains"), v;
    size_t at = 0;
    for (int i = 0; json_next(gains, &at, NULL, &v); i++)
        if (i >= catan_seats(p->g) || !read_bundle(v, catan_kind_words, &p->g->gains[i]))
            return fail(p, "gains: a bundle of cards per seat");
    return true;
}

static bool read_answers(const struct catan *g, struct json_in answers, struct catan_offer *offer) {
    struct json_in v;
    size_t at = 0;
    uint8_t seat;
    while (json_next(answers, &at, NULL, &v)) {
        struct json_in answer = json_get(v, "answer");
        bool accept = json_equals(answer, "accept");
        if (!read_seat(g, json_get(v, "seat"), &seat) || seat == CATAN_NONE ||
            (!accept && !json_equals(answer, "decline")))
            return false;
        uint8_t *set = accept ? &offer->accepted : &offer->declined;
        *set = (uint8_t)(*set | 1 << seat);
    }
    return true;
}

static bool read_offer(const struct catan *g, struct json_in v, struct catan_offer *offer) {
    return read_count(json_get(v, "number"), 255, &offer->number) && offer->number &&
           read_seats(g, json_get(v, "to"), &offer->to) &&
           cards_read(json_get(v, "give"), offer->give) &&
           cards_read(json_get(v, "get"), offer->get) &&
           read_answers(g, json_get(v, "answers"), offer);
}

static bool read_offers(struct position *p) {
    struct json_in offers = json_get(p->in, "offers"), v;
    size_t at = 0;
    uint8_t from;
    if (is_given(offers) && !json_is_array(offers))
        return fail(p, "offers: an array");
    while (json_next(offers, &at, NULL, &v)) {
        if (!read_seat(p->g, json_get(v, "from"), &from) || from == CATAN_NONE)
            return fail(p, "offers: from is no seat");
        if (p->g->offer[from].number)
            return fail(p, "offers: a seat has one at most");
        if (!read_offer(p->g, v, &p->g->offer[from]))
            return fail(p, "offers: number, to, give, get and answers");
    }
    return true;
}

static bool read_awards(struct position *p) {
    struct json_in road = json_get(p->in, "longest_road"), army = json_get(p->in, "largest_army");
    uint8_t length;
    if (!read_seat(p->g, json_get(road, "seat"), &p->g->longest_road) ||
        (is_given(road) && p->g->longest_road == CATAN_NONE))
        return fail(p, "longest_road: null or an object with its seat");
    if (!read_seat(p->g, json_get(army, "seat"), &p->g->largest_army) ||
        (is_given(army) && p->g->largest_army == CATAN_NONE))
        return fail(p, "largest_army: null or an object with its seat");
    if (!is_given(json_get(p->in, "road_to_beat"))) {
        if (!read_count(json_get(road, "length"), 127, &length))
            return fail(p, "longest_road.length");
        int least = catan_option(p->g, OPT_LONGEST_ROAD_MIN) - 1;
        p->g->longest_length = (uint8_t)(is_given(road) ? length : least);
    }
    return true;
}

/* ---- the seats ---- */

static bool read_pieces(struct position *p, struct json_in list, struct places *set,
                        int (*read)(const struct catan *, const char *, size_t)) {
    struct json_in v;
    size_t at = 0;
    if (is_given(list) && !json_is_array(list))
        return fail(p, "seats: pieces are arrays of places");
    while (json_next(list, &at, NULL, &v)) {
        int place = read_place(p->g, v, read);
        if (place < 0)
            return fail(p, "seats: a piece on a place that this board does not have");
        if (places_has(*set, place))
            return fail(p, "seats: two pieces on one place");
        set->w[place >> 6] |= (uint64_t)1 << (place & 63);
    }
    return true;
}

static bool read_helper(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    bool fresh = false, used = false;
    if (!is_given(v))
        return true;
    int helper = read_word(json_get(v, "name"), catan_helper_words, HELPER_N);
    struct json_in side = json_get(v, "side");
    bool b = json_equals(side, "B");
    if (helper < 0 || (!b && !json_equals(side, "A")) ||
        (json_get(v, "fresh").len && !json_to_bool(json_get(v, "fresh"), &fresh)) ||
        (json_get(v, "used").len && !json_to_bool(json_get(v, "used"), &used)))
        return fail(p, "seats: helper has name, side, fresh and used");
    g->helper[seat] = (uint8_t)helper;
    g->helper_b = (uint8_t)(g->helper_b | b << seat);
    g->helper_fresh = (uint8_t)(g->helper_fresh | fresh << seat);
    g->helper_used = (uint8_t)(g->helper_used | used << seat);
    return true;
}

/* Point cards that the end of the game shows of cards that are hidden otherwise. */
static bool read_shown(struct json_in seat, const char *key, uint64_t *bundle) {
    uint8_t points;
    if (!read_count(json_get(seat, key), catan_total(*bundle), &points))
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
    if (!read_secret(g, json_get(v, "cards"), json_get(v, "count"), catan_kind_words,
                     &g->hand[seat]))
        return fail(p, "seats: cards");
    if (!read_secret(g, json_get(v, "dev_new"), new_count, catan_dev_words, &g->dev_new[seat]) ||
        !read_secret(g, json_get(v, "dev"), json_get(v, "dev_count"), catan_dev_words,
                     &g->dev[seat]))
        return fail(p, "seats: dev and dev_new");
    if (!is_given(json_get(v, "dev")) && g->viewer != SEAT_ALL) {
        if (!read_count(json_get(v, "dev_count"), 127, &all) ||
            !read_count(new_count, 127, &fresh) ||
            fresh > all)
            return fail(p, "seats: dev_count and dev_new_count");
        g->dev[seat] = (uint64_t)(all - fresh) << 40;
        if (!read_shown(v, "dev_points", &g->dev[seat]) ||
            !read_shown(v, "dev_new_points", &g->dev_new[seat]))
            return fail(p, "seats: dev_points and dev_new_points");
    }
    if (is_given(json_get(v, "played")) &&
        !read_bundle(json_get(v, "played"), catan_dev_words, &played))
        return fail(p, "seats: played");
    if (catan_count(played, DEV_POINT))
        return fail(p, "seats: a point card is never played");
    for (int i = 0; i < DEV_POINT; i++)
        g->played[seat][i] = (uint8_t)catan_count(played, i);
    return true;
}

static bool read_one_seat(struct position *p, int seat, struct json_in v) {
    struct catan *g = p->g;
    struct json_in roll = json_get(v, "first_roll");
    int64_t rolled = json_is_null(roll) ? CATAN_NONE : 0;
    if (!json_is_object(v))
        return fail(p, "seats: an object per seat");
    if (!read_hand(p, seat, v) ||
        !read_pieces(p, json_get(v, "settlements"), &g->settlements[seat], catan_read_corner) ||
        !read_pieces(p, json_get(v, "cities"), &g->cities[seat], catan_read_corner) ||
        !read_pieces(p, json_get(v, "roads"), &g->roads[seat], catan_read_path) ||
        !read_helper(p, seat, json_get(v, "helper")))
        return false;
    if (is_given(roll) && !json_to_int(roll, 0, 12, &rolled))
        return fail(p, "seats: first_roll");
    g->first_roll[seat] = (uint8_t)rolled;
    if (!read_count(json_get(v, "owes_cards"), 127, &g->owes_cards[seat]))
        return fail(p, "seats: owes_cards");
    return read_count(json_get(v, "offers_made"), 255, &g->offers_by[seat]) ||
           fail(p, "seats: offers_made");
}

static bool read_all_seats(struct position *p) {
    struct json_in seats = json_get(p->in, "seats"), v;
    size_t at = 0;
    int n = 0;
    for (; json_next(seats, &at, NULL, &v); n++)
        if (n >= catan_seats(p->g) || !read_one_seat(p, n, v))
            return p->why ? false : fail(p, "seats: more than the rules say");
    return n == catan_seats(p->g) || fail(p, "seats: one object per seat");
}

/* ---- what is left out, and what is derived ---- */

/* The supply and the deck, or, where they are left out, what is not in anybody's hands. */
static bool read_stocks(struct position *p) {
    static const uint8_t number[DEV_N] = { OPT_KNIGHTS, OPT_ROAD_BUILDING, OPT_PLENTY, OPT_MONOPOLY,
                                           OPT_POINT_CARDS };
    struct catan *g = p->g;
    struct json_in bank = json_get(p->in, "bank"), deck = json_get(p->in, "deck");
    int total_bank = 0, total_deck = 0;
    g->bank = g->deck = 0;
    for (int k = 0; k < KINDS; k++) {
        int cards = catan_option(g, OPT_BANK), devs = catan_option(g, number[k]);
        devs -= catan_count(g->look, k) + (k == DEV_KNIGHT ? g->knights_gone : 0);
        for (int i = 0; i < catan_seats(g); i++) {
            cards -= catan_count(g->hand[i], k);
            devs -= catan_count(g->dev[i], k) + catan_count(g->dev_new[i], k);
            devs -= k < DEV_POINT ? g->played[i][k] : 0;
        }
        if ((cards < 0 && !bank.len) || (devs < 0 && !deck.len))
            return fail(p, "more cards in hand than the game has");
        g->bank += (uint64_t)(cards > 0 ? cards : 0) << 8 * k;
        g->deck += (uint64_t)(devs > 0 ? devs : 0) << 8 * k;
        total_bank += cards > 0 ? cards : 0;
        total_deck += devs > 0 ? devs : 0;
    }
    if (bank.len && !read_bundle(bank, catan_kind_words, &g->bank))
        return fail(p, "bank");
    if (!bank.len)
        g->bank += (uint64_t)total_bank << 40;
    if (!deck.len)
        g->deck += (uint64_t)total_deck << 40;
    return (total_bank <= 127 && total_deck <= 127 &&
            (!deck.len || read_secret(g, json_get(deck, "cards"), json_get(deck, "count"),
                                      catan_dev_words, &g->deck))) || fail(p, "deck");
}

static bool agrees(struct json_in v, int value) {
    int64_t said;
    return v.len == 0 || (json_to_int(v, 0, 255, &said) && said == value);
}

/* What the text says of derived things must be what follows from the rest. */
static bool check_derived(struct position *p) {
    const struct catan *g = p->g;
    struct json_in seats = json_get(p->in, "seats"), v;
    size_t at = 0;
    if (!agrees(json_get(json_get(p->in, "deck"), "count"), catan_total(g->deck)))
        return fail(p, "deck: count is not the number of cards");
    for (int i = 0; json_next(seats, &at, NULL, &v); i++) {
        struct json_in left = json_get(v, "left"), rates = json_get(v, "rates");
        if (!agrees(json_get(v, "seat"), i))
            return fail(p, "seats: not in order");
        if (!agrees(json_get(v, "count"), catan_total(g->hand[i])))
            return fail(p, "seats: count is not the number of cards");
        if (!agrees(json_get(v, "dev_count"), catan_total(g->dev[i]) + catan_total(g->dev_new[i])))
            return fail(p, "seats: dev_count is not the number of development cards");
        if (!agrees(json_get(left, "road"), g->roads_left[i]) ||
            !agrees(json_get(left, "settlement"), g->settlements_left[i]) ||
            !agrees(json_get(left, "city"), g->cities_left[i]))
            return fail(p, "seats: left contradicts the pieces on the board");
        for (int k = 0; k < KINDS; k++)
            if (!agrees(json_get(rates, kind_names[k]), catan_count(catan_rates(g, i), k)))
                return fail(p, "seats: rates contradict the harbors");
        if (!agrees(json_get(v, "road_length"), catan_road_length(g, i)))
            return fail(p, "seats: road_length contradicts the roads");
        if (!agrees(json_get(v, "points"), catan_points(g, i)) ||
            !agrees(json_get(v, "points_public"), g->points[i]))
            return fail(p, "seats: points contradict what is on the table");
    }
    return true;
}

/* ---- the whole ---- */

static bool read_viewer(struct position *p) {
    struct json_in v = json_get(p->in, "viewer");
    uint8_t seat;
    p->g->viewer = SEAT_ALL;
    if (!is_given(v))
        return true;
    if (json_equals(v, "spectator")) {
        p->g->viewer = SEAT_SPECTATOR;
        return true;
    }
    if (!read_seat(p->g, v, &seat))
        return fail(p, "viewer: a seat, \"spectator\" or null");
    p->g->viewer = (int8_t)seat;
    return true;
}

/* A fresh game on the board that is given: only rules and board are said. */
static bool read_start(struct position *p) {
    struct catan given = *p->g;
    struct position board = { &given, p->in, NULL };
    memset(given.frame, CATAN_NONE, sizeof given.frame);
    if (!read_board(&board))
        return fail(p, board.why);
    if (p->g->phase != PH_BOARD)
        return fail(p, "rules: a board can be given with board=random only");
    for (int h = 0; h < catan_board(p->g)->hexes; h++)
        if (given.terrain[h] == CATAN_NONE || !given.number[h] != (given.terrain[h] == DESERT))
            return fail(p, "board.hexes: a hex has a terrain, and a number unless it is desert");
    for (int c = 0; c < catan_board(p->g)->coast; c++)
        if (given.harbor[c] == CATAN_HIDDEN)
            return fail(p, "board.harbors: type is \"3:1\" or a resource");
    if (catan_give_board(p->g, given.terrain, given.number, given.harbor) != CATAN_OK)
        return fail(p, "board: there is no desert for the robber");
    return true;
}

/* An empty table: nothing dealt, nobody's turn. */
static void clear(struct catan *g, const struct rules *rules) {
    memset(g, 0, sizeof *g);
    g->rules = *rules;
    g->viewer = SEAT_ALL;
    memset(g->terrain, CATAN_NONE, sizeof g->terrain);
    memset(g->harbor, CATAN_NONE, sizeof g->harbor);
    memset(g->frame, CATAN_NONE, sizeof g->frame);
    memset(g->helper, CATAN_NONE, sizeof g->helper);
}

static bool read_look(struct position *p) {
    struct json_in deck = json_get(json_get(p->in, "looking"), "deck");
    return read_secret(p->g, deck, json_get(p->in, "look_count"), catan_dev_words, &p->g->look) ||
           fail(p, "looking.deck");
}

static bool read_position(struct position *p, const struct rules *rules) {
    clear(p->g, rules);
    if (!read_viewer(p) || !read_scalars(p) || !read_board(p) || !read_dice(p) || !read_gains(p) ||
        !read_look(p) || !read_all_seats(p) || !read_stocks(p) || !read_awards(p) ||
        !read_offers(p))
        return false;
    if (!read_seats(p->g, json_get(p->in, "repay"), &p->g->repay))
        return fail(p, "repay: an array of seats");
    return true;
}

static const char *broken_invariant(const struct catan *g) {
    int broken = catan_sound(g);
    return broken ? catan_invariant(broken) : NULL;
}

int catan_read(struct catan *g, const char *text, size_t len, const char **why) {
    struct catan start;
    struct position p = { &start, { NULL, 0 }, NULL };
    struct rules rules;
    int64_t version = 0;
    *why = "a position is one JSON object";
    if (json_check(text, len, &p.in) != 0 || !json_is_object(p.in))
        return -1;
    *why = "v: this version knows positions of version 1";
    if (!json_to_int(json_get(p.in, "v"), 1, 1, &version))
        return -1;
    if (rules_read(json_get(p.in, "rules"), &rules, why) != &catan_game)
        return -1;
    *why = "rules: options that do not go together";
    if (catan_init(&start, &rules) != CATAN_OK)
        return -1;
    bool whole = json_get(p.in, "phase").len > 0;
    if (!(whole ? read_position(&p, &rules) : read_start(&p))) {
        *why = p.why;
        return -1;
    }
    if (whole) {
        catan_derive(&start);
        if (!check_derived(&p)) {
            *why = p.why;
            return -1;
        }
    }
    *why = start.viewer == SEAT_ALL ? broken_invariant(&start) : catan_view_fault(&start);
    if (*why)
        return -1;
    *g = start;
    return 0;
}
