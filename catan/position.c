/* position.c -- every member of a position (docs/schema.md): its name, its place in the state, its
 * values and who may see it. core/members.c writes, reads and hides by these rows.
 *
 * Everything that is not derived is among them, so that reading gives the same bytes; much of what
 * is derived is too, for those who only look. Keys are part of the wire: the page reads them. */
#include "position.h"

#include <string.h>

#include "../core/cards.h"
#include "internal.h"

#define VALUE(name, what) MEMBER_VALUE(struct catan, name, what)
#define TEST(name, what) MEMBER_TEST(struct catan, name, what)
#define AT(field) MEMBER_AT(struct catan, field)
#define EACH(field) MEMBER_EACH(struct catan, field)
#define SPAN(from, to) .at = offsetof(struct catan, from), \
    .size = offsetof(struct catan, to) - offsetof(struct catan, from)
#define SEAT(field) &member_seat, AT(field), .flags = MEMBER_NULL, .none = CATAN_NONE
#define COUNT(field) &member_int, AT(field), .max = 255
#define CARDS(names) &member_cards, .words = names, .max = 127
#define SECRET(which) .secret = &catan_secrets[which]
#define OBJECT(rows) NULL, &member_object, .in = rows, .flags = MEMBER_NEEDED
#define FLAG(field) &member_flag, AT(field)

/* ---- places by name ---- */

enum { HEX, CORNER, PATH };
static const struct {
    void (*print)(const struct catan *, int, struct text *);
    int (*read)(const struct catan *, const char *, size_t);
    const char *words;
} places[] = {
    [HEX] = { catan_print_hex, catan_read_hex, "a hex of this board" },
    [CORNER] = { catan_print_corner, catan_read_corner, "a corner of this board" },
    [PATH] = { catan_print_path, catan_read_path, "a path of this board" },
};

static void put_place(const struct members *m, struct json_out *o, const char *key, int64_t sort,
                      int place) {
    char name[16];
    struct text t;
    text_begin(&t, name, sizeof name);
    places[sort].print(m->state, place, &t);
    json_text(o, key, name);
}

static int find_place(const struct members *m, struct json_in v, int64_t sort) {
    char name[16];
    int n = json_to_text(v, name, sizeof name);
    return n < 0 ? -1 : places[sort].read(m->state, name, (size_t)n);
}

static void write_place(const struct members *m, const struct member *row, struct json_out *o) {
    put_place(m, o, row->key, row->max, (int)member_get(m, row));
}

static bool read_place(const struct members *m, const struct member *row, struct json_in v) {
    int place = find_place(m, v, row->max);
    return place >= 0 && member_set_value(m, row, (uint64_t)place);
}

static void say_place(const struct member *row, struct text *t) {
    text_add(t, places[row->max].words);
}

static void write_pieces(const struct members *m, const struct member *row, struct json_out *o) {
    struct places set;
    memcpy(&set, member_place(m, row), sizeof set);
    json_array(o, row->key);
    for (int word = 0; word < 2; word++)
        for (uint64_t left = set.w[word]; left;)
            put_place(m, o, NULL, row->max, 64 * word + bits_pop(&left));
    json_array_end(o);
}

/* Pieces of several seats on one place are found later, by catan_sound(). */
static bool read_pieces(const struct members *m, const struct member *row, struct json_in v) {
    struct places set = { { 0, 0 } };
    struct json_in one;
    for (size_t at = 0; json_next(v, &at, NULL, &one);) {
        int place = find_place(m, one, row->max);
        if (place < 0)
            return member_refuse(m, row, "a piece on a place that this board does not have");
        if (places_has(set, place))
            return member_refuse(m, row, "two pieces on one place");
        set.w[place >> 6] |= (uint64_t)1 << (place & 63);
    }
    memcpy(member_place(m, row), &set, sizeof set);
    return json_is_array(v);
}

static void say_pieces(const struct member *row, struct text *t) {
    text_add(t, "an array, each ");
    text_add(t, places[row->max].words);
}

static const struct member_kind place_kind = { write_place, read_place, NULL, say_place };
static const struct member_kind pieces_kind = { write_pieces, read_pieces, NULL, say_pieces };
#define PLACE(sort) &place_kind, .max = sort
#define PIECES(field, sort) &pieces_kind, EACH(field), .max = sort

/* ---- a deck of dice ---- */

enum { ROLLS = 36 };

static void write_rolls(const struct members *m, const struct member *row, struct json_out *o) {
    char left[ROLLS + 1] = "";
    for (int i = 0; i < ROLLS; i++)
        left[i] = member_get(m, row) >> i & 1 ? '1' : '0';
    json_text(o, row->key, left);
}

static bool read_rolls(const struct members *m, const struct member *row, struct json_in v) {
    char text[ROLLS + 1];
    uint64_t left = 0;
    if (json_to_text(v, text, sizeof text) != ROLLS)
        return false;
    for (int i = 0; i < ROLLS; i++) {
        if (text[i] != '0' && text[i] != '1')
            return false;
        left |= (uint64_t)(text[i] == '1') << i;
    }
    return member_set_value(m, row, left);
}

static const struct member_kind rolls_kind = { write_rolls, read_rolls, "36 digits 0 or 1", NULL };

/* ---- who sees it ---- */

static uint64_t seen_hand(const void *state, int viewer, int seat, uint64_t cards) {
    const struct catan *g = state;
    bool hilde = g->phase == PH_TAKE && viewer == g->helper_seat && seat == g->helper_target;
    return viewer == seat || hilde ? cards : bundle_hidden(cards);
}

/* At the end victory points are laid open (ruling 84). */
static uint64_t seen_dev(const void *state, int viewer, int seat, uint64_t cards) {
    const struct catan *g = state;
    uint64_t points = cards & (uint64_t)255 << 8 * DEV_POINT;
    if (viewer == seat)
        return cards;
    return bundle_hidden(cards) | (g->phase == PH_OVER ? points : 0);
}

static uint64_t seen_deck(const void *state, int viewer, int index, uint64_t cards) {
    (void)state, (void)viewer, (void)index;
    return bundle_hidden(cards);
}

static uint64_t seen_look(const void *state, int viewer, int index, uint64_t cards) {
    (void)index;
    return viewer == ((const struct catan *)state)->helper_seat ? cards : bundle_hidden(cards);
}

enum { HAND, DEV, DEV_NEW, DECK, LOOK };
const struct member_secret catan_secrets[] = {
    [HAND] = { "its seat, and who looks by Hilde", seen_hand, EACH(hand) },
    [DEV] = { "its seat; at the end all see points", seen_dev, EACH(dev) },
    [DEV_NEW] = { "its seat; at the end all see points", seen_dev, EACH(dev_new) },
    [DECK] = { "nobody", seen_deck, AT(deck) },
    [LOOK] = { "who looks by Candamir", seen_look, AT(look) },
    { 0 },
};

/* ---- what lists there are ---- */

static int two(const void *state) { return (void)state, 2; }
static int six(const void *state) { return (void)state, 6; }
static int count_seats(const void *state) { return catan_seats(state); }
static int count_hexes(const void *state) { return catan_board(state)->hexes; }
static int count_coast(const void *state) { return catan_board(state)->coast; }

static int find_hex(const void *state, struct json_in v) {
    const struct catan_board *b = catan_board(state);
    int64_t q, r;
    if (!json_to_int(json_get(v, "q"), -9, 9, &q) || !json_to_int(json_get(v, "r"), -9, 9, &r))
        return -1;
    for (int h = 0; h < b->hexes; h++)
        if (b->hex_q[h] == q && b->hex_r[h] == r)
            return h;
    return -1;
}

static int find_coast(const void *state, struct json_in v) {
    const struct catan_board *b = catan_board(state);
    int hex = find_hex(state, v), side = member_word_of(json_get(v, "side"), catan_side_words, 6);
    for (int c = 0; hex >= 0 && side >= 0 && c < b->coast; c++)
        if (b->coast_path[c] == b->hex_path[hex][side])
            return c;
    return -1;
}

static int seat_in(const void *state, struct json_in v, const char *key) {
    int64_t seat;
    return json_to_int(json_get(v, key), 0, catan_seats(state) - 1, &seat) ? (int)seat : -1;
}
static int find_from(const void *state, struct json_in v) { return seat_in(state, v, "from"); }
static int find_seat(const void *state, struct json_in v) { return seat_in(state, v, "seat"); }

TEST(has_harbor, g->harbor[i] != CATAN_NONE)
TEST(has_offer, g->offer[i].number)
TEST(has_answer, (g->offer[i / 6].accepted | g->offer[i / 6].declined) >> i % 6 & 1)

static const struct member_list
    dice_list = { .words = "two numbers of 1 to 6", .count = two },
    frame_list = { .words = "six pieces of 0 to 5 or null", .count = six },
    seat_list = { .words = "one object per seat", .count = count_seats },
    gain_list = { .words = "cards as {\"ore\":1} for each seat", .count = count_seats },
    hex_list = { "an object for every hex", count_hexes, NULL, find_hex,
                 "q and r name no hex of this board" },
    harbor_list = { "an array of objects", count_coast, has_harbor, find_coast,
                    "q, r and side name no coast of this board" },
    offer_list = { "an array of objects", count_seats, has_offer, find_from, "from is no seat" },
    answer_list = { "an array of objects", six, has_answer, find_seat, "seat is no seat" };

/* ---- what follows from the rest, and what is kept in some other form ---- */

/* Every coastal path has one hex: the one that both its corners touch. */
static int coast_hex(const struct catan_board *b, int coast) {
    const uint8_t *corner = b->path_corner[b->coast_path[coast]];
    uint64_t both = b->corner_hexes[corner[0]] & b->corner_hexes[corner[1]];
    return bits_pop(&both);
}

static int coast_side(const struct catan_board *b, int coast) {
    const uint8_t *path = b->hex_path[coast_hex(b, coast)];
    return (int)((const uint8_t *)memchr(path, b->coast_path[coast], 6) - path);
}

VALUE(own_index, i)
VALUE(hex_q, catan_board(g)->hex_q[i])
VALUE(hex_r, catan_board(g)->hex_r[i])
VALUE(harbor_q, catan_board(g)->hex_q[coast_hex(catan_board(g), i)])
VALUE(harbor_r, catan_board(g)->hex_r[coast_hex(catan_board(g), i)])
VALUE(harbor_side, coast_side(catan_board(g), i))
VALUE(round_of, catan_round(g))
VALUE(owes, catan_owes(g))
VALUE(may, catan_may(g))
VALUE(chance, (catan_owes(g) & OWES_CHANCE) != 0)
VALUE(longest_length, g->longest_length)
VALUE(army_knights, g->largest_army < SEATS_MAX ? g->played[g->largest_army][DEV_KNIGHT] : 0)
VALUE(display, catan_display(g))
VALUE(color, catan__printed_color(g, i))
VALUE(dev_count, bundle_total(g->dev[i]) + bundle_total(g->dev_new[i]))
VALUE(dev_new_count, bundle_total(g->dev_new[i]))
VALUE(dev_points, bundle_count(g->dev[i], DEV_POINT))
VALUE(dev_new_points, bundle_count(g->dev_new[i], DEV_POINT))
VALUE(road_length, catan_road_length(g, i))
VALUE(points, catan_points(g, i))
VALUE(points_public, catan_public_points(g, i))
VALUE(answering, i % 6)
VALUE(answer, g->offer[i / 6].declined >> i % 6 & 1)
VALUE(looker, g->helper_seat)
VALUE(looked_at, g->helper_target)
VALUE(looked_into, g->helper_target < SEATS_MAX ? g->hand[g->helper_target] : 0)

TEST(with_deck, catan_option(g, OPT_DICE) == DICE_DECK)
TEST(with_helpers, catan_option(g, OPT_HELPERS))
TEST(has_dice, g->dice[0])
TEST(has_frame, memcmp(g->frame, "\377\377\377\377\377\377", 6) != 0)
TEST(has_longest_road, g->longest_road != CATAN_NONE)
TEST(has_largest_army, g->largest_army != CATAN_NONE)
TEST(has_helper, g->helper[i] < HELPER_N)
TEST(shows_points, !bundle_known(g->dev[i]) && bundle_count(g->dev[i], DEV_POINT))
TEST(shows_new_points, !bundle_known(g->dev_new[i]) && bundle_count(g->dev_new[i], DEV_POINT))
TEST(looks_at_hand, g->phase == PH_TAKE && g->helper_target < SEATS_MAX &&
     bundle_known(g->hand[g->helper_target]))
TEST(looks_at_deck, !looks_at_hand(g, 0) && bundle_total(g->look) && bundle_known(g->look))
TEST(looks, looks_at_hand(g, 0) || looks_at_deck(g, 0))

/* As a bundle that is known: with its total. */
static uint64_t rates(const void *state, int i) {
    uint8_t count[KINDS];
    bundle_unpack(catan_rates(state, i), count);
    return bundle_pack(count);
}
static bool rates_news(const void *state, const void *was, int i) {
    return catan_rates(state, i) != catan_rates(was, i);
}

#define NEW(field) (memcmp(&g->field, &w->field, sizeof g->field) != 0)

/* Has a building come to, or gone from, a corner of the seat's network? It may cut a road. */
static bool network_news(const struct catan *g, const struct catan *w, int i) {
    uint64_t news = 0;
    for (int k = 0; k < 2; k++)
        news |= (g->built.w[k] ^ w->built.w[k]) & (g->network[i].w[k] | w->network[i].w[k]);
    return news != 0;
}

static bool road_news(const void *state, const void *was, int i) {
    const struct catan *g = state, *w = was;
    return (NEW(roads[i]) || network_news(g, w, i)) &&
           catan_road_length(g, i) != catan_road_length(w, i);
}

/* Might there be anything new of a seat? These are all the places that seat_rows depend on. */
static bool seat_news(const void *state, const void *was, int i) {
    const struct catan *g = state, *w = was;
    return NEW(hand[i]) || NEW(dev[i]) || NEW(dev_new[i]) || NEW(played[i]) || NEW(points[i]) ||
           NEW(settlements[i]) || NEW(cities[i]) || NEW(roads[i]) || network_news(g, w, i) ||
           NEW(owes_cards[i]) || NEW(offers_by[i]) || NEW(first_roll[i]) || rates_news(g, w, i) ||
           NEW(helper[i]) || NEW(helper_b) || NEW(helper_fresh) || NEW(helper_used) ||
           (g->phase == PH_OVER) != (w->phase == PH_OVER);
}

/* Where the position says what must be beaten, that counts; both are compared afterwards. */
static bool set_length(void *state, int i, uint64_t value) {
    struct catan *g = state;
    (void)i;
    if (value)
        g->longest_length = (uint8_t)value;
    return true;
}

static bool set_answer(void *state, int i, uint64_t value) {
    struct catan_offer *offer = &((struct catan *)state)->offer[i / 6];
    uint8_t *set = value ? &offer->declined : &offer->accepted;
    *set = (uint8_t)(*set | 1 << i % 6);
    return true;
}

/* A view may know one pile of development cards and only the size of the other; dev_count is the
 * size of both together. */
static bool set_dev_count(void *state, int i, uint64_t value) {
    struct catan *g = state;
    if (g->viewer != SEAT_ALL)
        g->dev[i] = value * BUNDLE_TOTAL;
    return true;
}

static bool set_dev_new_count(void *state, int i, uint64_t value) {
    struct catan *g = state;
    if (g->viewer == SEAT_ALL)
        return true;
    if (value > (uint64_t)bundle_total(g->dev[i]))
        return false;
    g->dev_new[i] = value * BUNDLE_TOTAL;
    g->dev[i] -= value * BUNDLE_TOTAL;
    return true;
}

/* Point cards that the end shows of cards that are hidden otherwise. */
static bool add_points(uint64_t *cards, uint64_t points) {
    if (points > (uint64_t)(bundle_known(*cards) ? 0 : bundle_total(*cards)))
        return false;
    *cards += points << 8 * DEV_POINT;
    return true;
}
static bool set_dev_points(void *state, int i, uint64_t value) {
    return add_points(&((struct catan *)state)->dev[i], value);
}
static bool set_dev_new_points(void *state, int i, uint64_t value) {
    return add_points(&((struct catan *)state)->dev_new[i], value);
}

static const char *check_number(const void *state, int i) {
    const struct catan *g = state;
    if (g->number[i] == 7)
        return "2 to 12, not 7, or null";
    return g->number[i] && g->terrain[i] >= DESERT ? "stands on land that yields something" : NULL;
}

static const char *check_rules(const void *state, int i) {
    struct catan g;
    (void)i;
    return catan_init(&g, &((const struct catan *)state)->rules) == CATAN_OK
               ? NULL : "options that do not go together";
}

/* ---- the rows ---- */

static const struct member hex_rows[] = {
    { "name", PLACE(HEX), .value = own_index },
    { "q", &member_int, .value = hex_q, .means = "axial coordinates, for those who draw" },
    { "r", &member_int, .value = hex_r },
    { "terrain", &member_word, EACH(terrain), .words = catan_terrain_words, .max = TERRAIN_N,
      .flags = MEMBER_NULL, .none = CATAN_NONE, .means = "null: not dealt yet" },
    { "number", &member_int, EACH(number), .min = 2, .max = 12, .flags = MEMBER_NULL,
      .check = check_number, .means = "not 7; null: none" },
    { 0 },
};

static const struct member harbor_rows[] = {
    { "q", &member_int, .value = harbor_q, .means = "the hex and the side of it that is coast" },
    { "r", &member_int, .value = harbor_r },
    { "side", &member_word, .value = harbor_side, .words = catan_side_words, .max = 6 },
    { "type", &member_word, EACH(harbor), .words = catan_harbor_words, .max = HARBOR_N,
      .flags = MEMBER_NULL, .none = CATAN_HIDDEN, .means = "null: a marker will be dealt" },
    { 0 },
};

static const struct member hex_object[] = { { OBJECT(hex_rows) }, { 0 } };
static const struct member harbor_object[] = { { OBJECT(harbor_rows) }, { 0 } };
static const struct member frame_piece[] = {
    { NULL, &member_int, EACH(frame), .max = 5, .flags = MEMBER_NULL, .none = CATAN_NONE },
    { 0 },
};
static const struct member board_rows[] = {
    { "hexes", &member_list, .list = &hex_list, .in = hex_object, .flags = MEMBER_NEEDED },
    { "harbors", &member_list, .list = &harbor_list, .in = harbor_object },
    { "frame", &member_list, .list = &frame_list, .in = frame_piece, .has = has_frame,
      .flags = MEMBER_OMIT_HAS,
      .means = "only with frame pieces: the piece (0: 1-2 … 5: 6-1) on each section" },
    { 0 },
};

static const struct member deck_rows[] = {
    { "count", &member_total, AT(deck), .max = 127, .flags = MEMBER_FOLLOWS },
    { "cards", CARDS(catan_dev_words), AT(deck), SECRET(DECK) },
    { 0 },
};

static const struct member road_rows[] = {
    { "seat", &member_seat, AT(longest_road), .none = CATAN_NONE, .flags = MEMBER_NEEDED },
    { "length", &member_int, .value = longest_length, .store = set_length, .max = 127,
      .flags = MEMBER_FOLLOWS },
    { 0 },
};

static const struct member army_rows[] = {
    { "seat", &member_seat, AT(largest_army), .none = CATAN_NONE, .flags = MEMBER_NEEDED },
    { "knights", &member_int, .value = army_knights },
    { 0 },
};

static const char *const answer_words[] = { "accept", "decline" };
static const struct member answer_rows[] = {
    { "seat", &member_int, .value = answering },
    { "answer", &member_word, .value = answer, .store = set_answer, .words = answer_words,
      .max = 2, .flags = MEMBER_NEEDED },
    { 0 },
};

#define OFFER(field) MEMBER_OF_EACH(struct catan, offer, field)
#define PROMISE &member_counts, .words = catan_kind_words, .max = 127, .flags = MEMBER_NEEDED
static const struct member answer_object[] = { { OBJECT(answer_rows) }, { 0 } };
static const struct member offer_rows[] = {
    { "number", &member_int, OFFER(number), .min = 1, .max = 255, .flags = MEMBER_NEEDED },
    { "from", &member_seat, .value = own_index },
    { "to", &member_seats, OFFER(to) },
    { "give", PROMISE, OFFER(give), .means = "what `from` gives" },
    { "get", PROMISE, OFFER(get) },
    { "answers", &member_list, .list = &answer_list, .in = answer_object },
    { 0 },
};

static const struct member offer_object[] = { { OBJECT(offer_rows) }, { 0 } };
static const struct member looking_rows[] = {
    { "seat", &member_seat, .value = looker, .has = looks },
    { "hand_of", &member_seat, .value = looked_at, .has = looks_at_hand,
      .flags = MEMBER_OMIT_HAS },
    { "cards", CARDS(catan_kind_words), .value = looked_into, .has = looks_at_hand,
      .flags = MEMBER_OMIT_HAS | MEMBER_EVERY },
    { "deck", CARDS(catan_dev_words), AT(look), .has = looks_at_deck,
      SECRET(LOOK), .flags = MEMBER_OMIT_HAS },
    { 0 },
};

static const struct member left_rows[] = {
    { "road", &member_int, EACH(roads_left), .max = 255, .flags = MEMBER_FOLLOWS },
    { "settlement", &member_int, EACH(settlements_left), .max = 255, .flags = MEMBER_FOLLOWS },
    { "city", &member_int, EACH(cities_left), .max = 255, .flags = MEMBER_FOLLOWS },
    { 0 },
};

#define SEAT_BIT(field) .at = offsetof(struct catan, field), .flags = MEMBER_BIT
static const char *const card_sides[] = { "A", "B" };
static const struct member helper_rows[] = {
    { "name", &member_word, EACH(helper), .words = catan_helper_words, .max = HELPER_N,
      .none = CATAN_NONE, .flags = MEMBER_NEEDED },
    { "side", &member_word, SEAT_BIT(helper_b) | MEMBER_NEEDED, .words = card_sides, .max = 2 },
    { "fresh", &member_flag, SEAT_BIT(helper_fresh), .means = "received in this turn" },
    { "used", &member_flag, SEAT_BIT(helper_used), .means = "in this turn" },
    { 0 },
};

static const struct member seat_rows[] = {
    { "seat", &member_int, .value = own_index, .flags = MEMBER_ALWAYS },
    { "color", &member_word, .value = color, .words = catan_color_words, .max = SEATS_MAX,
      .flags = MEMBER_FIXED },
    { "count", &member_total, EACH(hand), .max = 127, .flags = MEMBER_FOLLOWS },
    { "cards", CARDS(catan_kind_words), EACH(hand), SECRET(HAND), .flags = MEMBER_EVERY },
    { "dev_count", &member_int, .value = dev_count, .store = set_dev_count, .max = 127,
      .flags = MEMBER_FOLLOWS, .means = "`dev` and `dev_new` together" },
    { "dev_new_count", &member_int, EACH(dev_new), .value = dev_new_count,
      .store = set_dev_new_count, .max = 127, .flags = MEMBER_FOLLOWS },
    { "dev", CARDS(catan_dev_words), EACH(dev), SECRET(DEV) },
    { "dev_new", CARDS(catan_dev_words), EACH(dev_new), SECRET(DEV_NEW),
      .means = "bought since the seat's last turn began" },
    { "dev_points", &member_int, EACH(dev), .value = dev_points,
      .store = set_dev_points, .max = 127, .has = shows_points, .flags = MEMBER_OMIT_HAS,
      .means = "point cards that the end shows, where the rest is hidden" },
    { "dev_new_points", &member_int, EACH(dev_new), .value = dev_new_points,
      .store = set_dev_new_points, .max = 127, .has = shows_new_points,
      .flags = MEMBER_OMIT_HAS },
    { "played", &member_counts, EACH(played), .words = catan_dev_words, .max = 127,
      .means = "no point cards" },
    { "settlements", PIECES(settlements, CORNER) },
    { "cities", PIECES(cities, CORNER) },
    { "roads", PIECES(roads, PATH) },
    { "left", &member_object, .in = left_rows, .means = "pieces not yet built" },
    { "rates", CARDS(catan_kind_words), .value = rates, .news = rates_news,
      .flags = MEMBER_EVERY,
      .means = "cards for one from the supply" },
    { "owes_cards", &member_int, EACH(owes_cards), .max = 127, .means = "to discard" },
    { "offers_made", &member_int, EACH(offers_by), .max = 255, .means = "in this turn" },
    { "first_roll", &member_int, EACH(first_roll), .max = 12, .flags = MEMBER_NULL,
      .none = CATAN_NONE, .means = "for who begins; 0: still to roll, null: out of it" },
    { "road_length", &member_int, .value = road_length, .news = road_news },
    { "points", &member_int, .value = points, .means = "as this viewer knows them" },
    { "points_public", &member_int, .value = points_public,
      .means = "as everybody knows them; the end shows point cards" },
    { "helper", &member_object, .in = helper_rows, .has = has_helper, .flags = MEMBER_OMIT_HAS },
    { 0 },
};

static const struct member seat_object[] = { { OBJECT(seat_rows), .news = seat_news }, { 0 } };
static const struct member one_die[] = {
    { NULL, &member_int, EACH(dice), .min = 1, .max = 6, .flags = MEMBER_NEEDED },
    { 0 },
};
static const struct member one_gain[] = {
    { NULL, CARDS(catan_kind_words), EACH(gains), .flags = MEMBER_NEEDED },
    { 0 },
};

#define START MEMBERS_START(struct catan, "\"catan\"", check_rules)
#define BOARD { "board", &member_object, .in = board_rows, .flags = MEMBER_NEEDED,                 \
    SPAN(terrain, robber) }

/* A game starts on the board that is given. */
const struct member catan_start_rows[] = { START, BOARD, { 0 } };

const struct member catan_rows[] = {
    START,
    { "phase", &member_word, AT(phase), .words = catan_phase_words, .max = PH_N,
      .flags = MEMBER_NEEDED },
    { "round", &member_int, AT(turns), .value = round_of, .means = "rounds completed" },
    { "turns", &member_int, AT(turns), .max = UINT32_MAX, .means = "turns ended" },
    { "owes", &member_seats, .value = owes, .means = "for whom the game waits" },
    { "may", &member_seats, .value = may, .means = "who else is free to act" },
    { "chance", &member_flag, .value = chance, .means = "chance must act" },
    { "turn", SEAT(turn), .means = "the active seat" },
    { "first", SEAT(first), .means = "the seat that began" },
    { "special", SEAT(special), .means = "who builds between turns" },
    { "winner", SEAT(winner) },
    { "victim", SEAT(victim), .means = "whose card is being stolen" },
    { "helper_seat", SEAT(helper_seat), .means = "who acts by a helper" },
    { "helper_target", SEAT(helper_target), .means = "whose hand Hilde opens" },
    { "rolled", FLAG(rolled), .means = "the dice of this turn" },
    { "card_played", FLAG(card_played), .means = "a development card in this turn" },
    { "trade_over", FLAG(trade_over), .means = "strict phases: something was built this turn" },
    { "robber_due", FLAG(robber_due), .means = "the robber must still move" },
    { "free_roads", COUNT(free_roads), .means = "still to place by Road Building" },
    { "placed", COUNT(placed), .means = "settlements placed in the set-up" },
    { "knights_gone", COUNT(knights_gone), .means = "knights that Vincent took out of the game" },
    { "offers_made", COUNT(offers_made), .means = "in this turn, by number" },
    { "road_to_beat", COUNT(longest_length), .flags = MEMBER_FOLLOWS,
      .means = "what a road must exceed to take Longest Road" },
    { "robber", PLACE(HEX), AT(robber), .flags = MEMBER_NULL, .none = CATAN_NONE },
    { "last_corner", PLACE(CORNER), AT(last_corner), .flags = MEMBER_NULL, .none = CATAN_NONE,
      .means = "the last settlement of the set-up" },
    { "jean", &member_word, AT(jean), .words = catan_kind_words, .max = KIND_N,
      .flags = MEMBER_NULL, .none = CATAN_NONE, .means = "this turn's 2:1" },
    { "dice", &member_list, AT(dice), .list = &dice_list, .in = one_die, .has = has_dice,
      .means = "the last roll" },
    { "dice_left", &rolls_kind, AT(dice_left), .when = with_deck, .flags = MEMBER_OMIT_WHEN,
      .means = "only with dice=deck: 1 for each roll (1 1, 1 2, … 6 6) still in it" },
    { "gains", &member_list, .list = &gain_list, .in = one_gain, .has = has_dice,
      .flags = MEMBER_FOLLOWS, .means = "what the last roll gave each seat" },
    BOARD,
    { "bank", CARDS(catan_kind_words), AT(bank), .flags = MEMBER_EVERY },
    { "deck", &member_object, AT(deck), .in = deck_rows },
    { "longest_road", &member_object, SPAN(longest_road, largest_army), .in = road_rows,
      .has = has_longest_road },
    { "largest_army", &member_object, .in = army_rows, .has = has_largest_army },
    { "offers", &member_list, .list = &offer_list, .in = offer_object, AT(offer) },
    { "display", &member_set, AT(helper), .value = display, .words = catan_helper_words,
      .max = HELPER_N, .when = with_helpers, .flags = MEMBER_OMIT_WHEN,
      .means = "only with helpers" },
    { "repay", &member_seats, AT(repay), .when = with_helpers, .flags = MEMBER_OMIT_WHEN,
      .means = "whom Nassir owes a card" },
    { "look_count", &member_total, AT(look), .max = 127, .when = with_helpers,
      .flags = MEMBER_OMIT_WHEN | MEMBER_FOLLOWS, .means = "cards that Candamir shows" },
    { "looking", &member_object, .in = looking_rows, .when = with_helpers, .has = looks,
      .flags = MEMBER_OMIT_WHEN, .means = "for that seat's view alone" },
    { "seats", &member_list, .list = &seat_list, .in = seat_object,
      .flags = MEMBER_NEEDED | MEMBER_CHANGES },
    { 0 },
};

/* With `was` only what differs from it. Both must be views of the same seat of the same game. */
void catan_write(const struct catan *g, const struct catan *was, struct json_out *o) {
    members_write(&catan_game, catan_rows, g, was, o);
}

/* A seat alone knows its cards, and with them its points; with helpers, and once the game is over,
 * there is more to know. */
bool catan_own_news(const struct catan *was, const struct catan *g, int seat) {
    return was->hand[seat] != g->hand[seat] || was->dev[seat] != g->dev[seat] ||
           was->dev_new[seat] != g->dev_new[seat] || was->points[seat] != g->points[seat] ||
           g->phase == PH_OVER || was->phase == PH_OVER || catan_option(g, OPT_HELPERS);
}
