/* position_board.c -- the rows of the board in a position, and places by name. */
#include <string.h>

#include "position_parts.h"

/* ---- places by name ---- */

static const char *const place_words[] = { "a hex of this board", "a corner of this board",
                                           "a path of this board" };

static void put_place(const struct members *m, struct json_out *o, const char *key, int64_t sort,
                      int place) {
    char name[16];
    struct text t = text_begin(name, sizeof name);
    catan_print_place(m->state, (enum catan_place)sort, place, &t);
    json_text(o, key, name);
}

static int find_place(const struct members *m, struct json_in v, int64_t sort) {
    char name[16];
    int n = json_to_text(v, name, sizeof name);
    return n < 0 ? -1 : catan_read_place(m->state, (enum catan_place)sort, name, (size_t)n);
}

static void write_place(const struct members *m, const struct member *row, struct json_out *o) {
    put_place(m, o, row->key, row->max, (int)member_get(m, row));
}

static bool read_place(const struct members *m, const struct member *row, struct json_in v) {
    int place = find_place(m, v, row->max);
    return place >= 0 && member_set_value(m, row, (uint64_t)place);
}

static void say_place(const struct member *row, struct text *t) {
    text_add(t, place_words[row->max]);
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

/* If several seats have a piece on one place, catan_sound() finds it later. */
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
    text_add(t, place_words[row->max]);
}

const struct member_kind catan_place_kind = { write_place, read_place, NULL, say_place };
const struct member_kind catan_pieces_kind = { write_pieces, read_pieces, NULL, say_pieces };

/* ---- hexes, harbors, frame ---- */

static int six(const void *state) { return (void)state, 6; }
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

TEST(has_harbor, g->harbor[i] != CATAN_NONE)
TEST(has_frame, memcmp(g->frame, "\377\377\377\377\377\377", 6) != 0)

static const struct member_list
    frame_list = { .words = "six pieces of 0 to 5 or null", .count = six },
    hex_list = { "an object for every hex", count_hexes, NULL, find_hex,
                 "q and r name no hex of this board" },
    harbor_list = { "an array of objects", count_coast, has_harbor, find_coast,
                    "q, r and side name no coast of this board" };

/* Every coastal path has one hex: the one that touches both its corners. */
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

static const char *check_number(const void *state, int i) {
    const struct catan *g = state;
    if (g->number[i] == 7)
        return "2 to 12, not 7, or null";
    return g->number[i] && g->terrain[i] >= DESERT ? "stands on land that yields something" : NULL;
}

static const struct member hex_rows[] = {
    { "name", PLACE(HEX), .value = own_index },
    { "q", &member_int, .value = hex_q, MEANS("axial coordinates, for those who draw") },
    { "r", &member_int, .value = hex_r },
    { "terrain", &member_word, EACH(terrain), .words = catan_terrain_words, .max = TERRAIN_N,
      .flags = MEMBER_NULL, .none = CATAN_NONE, MEANS("null: not dealt yet") },
    { "number", &member_int, EACH(number), .min = 2, .max = 12, .flags = MEMBER_NULL,
      .check = check_number, MEANS("not 7; null: none") },
    { 0 },
};

static const struct member harbor_rows[] = {
    { "q", &member_int, .value = harbor_q, MEANS("the hex and the side of it that is coast") },
    { "r", &member_int, .value = harbor_r },
    { "side", &member_word, .value = harbor_side, .words = catan_side_words, .max = 6 },
    { "type", &member_word, EACH(harbor), .words = catan_harbor_words, .max = HARBOR_N,
      .flags = MEMBER_NULL, .none = CATAN_HIDDEN, MEANS("null: a marker will be dealt") },
    { 0 },
};

static const struct member hex_object[] = { { OBJECT(hex_rows) }, { 0 } };
static const struct member harbor_object[] = { { OBJECT(harbor_rows) }, { 0 } };
static const struct member frame_piece[] = {
    { NULL, &member_int, EACH(frame), .max = 5, .flags = MEMBER_NULL, .none = CATAN_NONE },
    { 0 },
};
const struct member catan_board_rows[] = {
    { "hexes", &member_list, .list = &hex_list, .in = hex_object, .flags = MEMBER_NEEDED },
    { "harbors", &member_list, .list = &harbor_list, .in = harbor_object },
    { "frame", &member_list, .list = &frame_list, .in = frame_piece, .has = has_frame,
      .flags = MEMBER_OMIT_HAS,
      MEANS("only with frame pieces: the piece (0: 1-2 … 5: 6-1) on each section") },
    { 0 },
};
