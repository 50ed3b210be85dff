/* position_board.c -- the board of a position, out and in. */
#include <string.h>

#include "internal.h"
#include "position.h"

/* ---- out ---- */

/* q and r are axial coordinates, for those who draw; `name` is what the notation says. */
static void write_hex(const struct catan *g, int h, struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    json_object(o, NULL);
    position_write_place(g, o, "name", h, catan_print_hex);
    json_int(o, "q", b->hex_q[h]);
    json_int(o, "r", b->hex_r[h]);
    json_text(o, "terrain", g->terrain[h] < TERRAIN_N ? catan_terrain_words[g->terrain[h]] : NULL);
    if (g->number[h])
        json_int(o, "number", g->number[h]);
    else
        json_null(o, "number");
    json_object_end(o);
}

/* The harbor at coast index c: by its hex and side, as every coastal path has one hex. */
static void write_harbor(const struct catan *g, int c, struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        for (int side = 0; side < 6; side++)
            if (b->hex_path[h][side] == b->coast_path[c]) {
                json_object(o, NULL);
                json_int(o, "q", b->hex_q[h]);
                json_int(o, "r", b->hex_r[h]);
                json_text(o, "side", catan_side_words[side]);
                json_text(o, "type",
                          g->harbor[c] < HARBOR_N ? catan_harbor_words[g->harbor[c]] : NULL);
                json_object_end(o);
                return;
            }
}

void position_write_board(const struct catan *g, struct json_out *o) {
    const struct catan_board *b = catan_board(g);
    bool framed = false;
    json_object(o, "board");
    json_array(o, "hexes");
    for (int h = 0; h < b->hexes; h++)
        write_hex(g, h, o);
    json_array_end(o);
    json_array(o, "harbors");
    for (int c = 0; c < b->coast; c++)
        if (g->harbor[c] != CATAN_NONE)
            write_harbor(g, c, o);
    json_array_end(o);
    for (int i = 0; i < 6; i++)
        framed |= g->frame[i] != CATAN_NONE;
    if (framed) {
        json_array(o, "frame");
        for (int i = 0; i < 6; i++)
            position_write_seat(o, NULL, g->frame[i]);
        json_array_end(o);
    }
    json_object_end(o);
}

/* ---- in ---- */

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

/* `seen` collects the hexes given so far; a missing terrain or number is one not yet dealt. */
static bool read_hex(struct position *p, struct json_in v, uint32_t *seen) {
    struct catan *g = p->g;
    struct json_in terrain = json_get(v, "terrain"), name = json_get(v, "name");
    int h = hex_at(catan_board(g), v);
    int sort = position_read_word(terrain, catan_terrain_words, TERRAIN_N);
    if (h < 0)
        return position_fail(p, "board.hexes: q and r name no hex of this board");
    if (*seen >> h & 1)
        return position_fail(p, "board.hexes: a hex is given twice");
    *seen |= (uint32_t)1 << h;
    if (name.len && position_read_place(g, name, catan_read_hex) != h)
        return position_fail(p, "board.hexes: name is not that of q and r");
    if (sort < 0 && json_is_given(terrain))
        return position_fail(p, "board.hexes: no such terrain");
    g->terrain[h] = (uint8_t)(sort < 0 ? CATAN_NONE : sort);
    if (!position_read_count(json_get(v, "number"), 12, &g->number[h]) || g->number[h] == 1 ||
        g->number[h] == 7)
        return position_fail(p, "board.hexes: number is 2 to 12, not 7, or null");
    if (g->number[h] && g->terrain[h] >= DESERT)
        return position_fail(p, "board.hexes: a number stands on land that yields something");
    return true;
}

/* The coast index of a hex's side; -1 if it is inland. */
static int coast_at(const struct catan_board *b, int hex, int side) {
    for (int c = 0; hex >= 0 && side >= 0 && c < b->coast; c++)
        if (b->coast_path[c] == b->hex_path[hex][side])
            return c;
    return -1;
}

/* A harbor without a type is a site where a marker will be dealt. */
static bool read_harbor(struct position *p, struct json_in v) {
    const struct catan_board *b = catan_board(p->g);
    struct json_in type = json_get(v, "type");
    int side = position_read_word(json_get(v, "side"), catan_side_words, 6);
    int coast = coast_at(b, hex_at(b, v), side);
    int sort = position_read_word(type, catan_harbor_words, HARBOR_N);
    if (coast < 0)
        return position_fail(p, "board.harbors: q, r and side name no coast of this board");
    if (p->g->harbor[coast] != CATAN_NONE)
        return position_fail(p, "board.harbors: a side has two harbors");
    if (sort < 0 && json_is_given(type))
        return position_fail(p, "board.harbors: type is \"3:1\" or a resource");
    p->g->harbor[coast] = (uint8_t)(sort < 0 ? CATAN_HIDDEN : sort);
    return true;
}

/* Pieces by section; null where none lies. */
static bool read_frame(struct position *p, struct json_in frame) {
    struct json_in v;
    size_t at = 0;
    if (json_is_given(frame) && !json_is_array(frame))
        return position_fail(p, "board.frame: an array");
    for (int i = 0; json_next(frame, &at, NULL, &v); i++) {
        int64_t piece = CATAN_NONE;
        if (i == 6 || (json_is_given(v) && !json_to_int(v, 0, 5, &piece)))
            return position_fail(p, "board.frame: six pieces of 0 to 5");
        p->g->frame[i] = (uint8_t)piece;
    }
    return true;
}

bool position_read_board(struct position *p) {
    struct json_in board = json_get(p->in, "board"), hexes = json_get(board, "hexes"), v;
    struct json_in harbors = json_get(board, "harbors");
    size_t at = 0;
    uint32_t seen = 0;
    if (!json_is_array(hexes) || (harbors.len && !json_is_array(harbors)))
        return position_fail(p, "board: an object with arrays of hexes and harbors");
    memset(p->g->harbor, CATAN_NONE, sizeof p->g->harbor);
    while (json_next(hexes, &at, NULL, &v))
        if (!read_hex(p, v, &seen))
            return false;
    if (seen != ((uint32_t)1 << catan_board(p->g)->hexes) - 1)
        return position_fail(p, "board.hexes: every hex must be given");
    at = 0;
    while (json_next(harbors, &at, NULL, &v))
        if (!read_harbor(p, v))
            return false;
    return read_frame(p, json_get(board, "frame"));
}
