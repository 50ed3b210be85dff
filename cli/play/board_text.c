/* board_text.c -- a board drawn with characters.
 *
 * A hex is ten columns wide, its centre at column 10 q + 5 r. Full, a row is three lines; small,
 * corners and slanting sides share one line and a row is two:
 *
 *                 N                            .--N--.
 *           NW    B2    NE                     |B2 lum 11|
 *           |   forest   |                     '--S--'
 *           SW    11    SE
 *                 S
 */

#include "catan/place_names.h"
#include "board.h"
#include "words.h"

/* The middle of the board on the canvas. */
enum { LEFT = 100, TOP = 30 };

/* Where things are, seen from the middle of a hex; corners from N on and sides from NE on,
 * clockwise. Half a slanting side is two characters. */
static const struct geometry {
    int row;                                /* lines from one row of hexes to the next */
    int corner_y[6];
    int half_y[6][2];                       /* of the left and the right half of a slanting side */
    int harbor_y[6];
} geometries[] = {
    [BOARD_FULL] = { 3, { -2, -1, 1, 2, 1, -1 },
                     { { -2, -1 }, { 0, 0 }, { 2, 1 }, { 1, 2 }, { 0, 0 }, { -1, -2 } },
                     { -3, 0, 3, 3, 0, -3 } },
    [BOARD_SMALL] = { 2, { -1, -1, 1, 1, 1, -1 },
                      { { -1, -1 }, { 0, 0 }, { 1, 1 }, { 1, 1 }, { 0, 0 }, { -1, -1 } },
                      { -2, 0, 2, 2, 0, -2 } },
};
static const int corner_x[6] = { 0, 5, 5, 0, -5, -5 };
static const int side_x[6] = { 1, 5, 1, -4, -5, -4 }, harbor_x[6] = { 6, 9, 6, -6, -9, -6 };

static const enum colour terrain_colour[] = {
    [FOREST] = COLOUR_FOREST, [HILLS] = COLOUR_HILLS,
    [PASTURE] = COLOUR_PASTURE, [FIELDS] = COLOUR_FIELDS,
    [MOUNTAINS] = COLOUR_MOUNTAINS, [DESERT] = COLOUR_DESERT,
};
/* What a terrain brings, for its short name. */
static const char *const terrain_kind[] = {
    [FOREST] = "kind.lumber", [HILLS] = "kind.brick",
    [PASTURE] = "kind.wool", [FIELDS] = "kind.grain",
    [MOUNTAINS] = "kind.ore", [DESERT] = "terrain.desert",
};

static void put(struct canvas *c, int x, int y, enum colour colour, const char *text) {
    canvas_put(c, x + LEFT, y + TOP, colour, text, CANVAS_COLUMNS);
}

static void put_centred(struct canvas *c, int x, int y, enum colour colour, const char *text) {
    put(c, x - text_columns(text) / 2, y, colour, text);
}

/* A side as twice two dashes, or one bar; a road is its seat's digit. */
static void draw_side(struct canvas *c, const struct geometry *m, int x, int y, int side,
                      int owner) {
    bool upright = side == 1 || side == 4;
    enum colour colour = owner < 0 ? COLOUR_DIM : (enum colour)(COLOUR_SEAT + owner);
    char mark[3] = { (char)(owner >= 0 ? '0' + owner : upright ? '|' : '-'), 0, 0 };
    mark[1] = upright ? '\0' : mark[0];
    put(c, x + side_x[side], y + m->half_y[side][0], colour, mark);
    if (!upright)
        put(c, x + side_x[side] + 2, y + m->half_y[side][1], colour, mark);
}

/* Corners and sides are drawn once by each hex that has them, with the same characters. */
static void draw_corner(const struct catan *g, struct canvas *c, int x, int y, int corner) {
    int settlement = catan_settlement_owner(g, corner), city = catan_city_owner(g, corner);
    int owner = settlement >= 0 ? settlement : city;
    char mark[2] = { '.', 0 };
    if (settlement >= 0)
        mark[0] = (char)('a' + settlement);
    if (city >= 0)
        mark[0] = (char)('A' + city);
    put(c, x, y, owner < 0 ? COLOUR_DIM : (enum colour)(COLOUR_SEAT + owner), mark);
}

/* Six and eight stand out, as on the tokens. A desert has no number. */
static void draw_number(const struct catan *g, struct canvas *c, int h, int x, int y) {
    char text[16];
    bool robber = g->robber == h, hot = g->number[h] == 6 || g->number[h] == 8;
    snprintf(text, sizeof text, g->number[h] ? "%s%d" : "%s", robber ? "*" : "", g->number[h]);
    put_centred(c, x, y, robber ? COLOUR_BOLD : hot ? COLOUR_HOT : COLOUR_PLAIN, text);
}

static void draw_names(const struct catan *g, enum board_size size, struct canvas *c, int h, int x,
                       int y) {
    char name[16], kind[16];
    int terrain = g->terrain[h];
    bool known = terrain < TERRAIN_N;       /* else it is not dealt yet */
    enum colour colour = known ? terrain_colour[terrain] : COLOUR_PLAIN;
    struct text t = text_begin(name, sizeof name);
    catan_print_place(g, PLACE_HEX, h, &t);
    if (size == BOARD_SMALL) {
        put(c, x - 4, y, COLOUR_PLAIN, name);
        /* Three letters of what it brings; cut by characters, not by bytes. */
        const char *word = known ? words(terrain_kind[terrain]) : "?";
        snprintf(kind, sizeof kind, "%s", word);
        canvas_put(c, x - 1 + LEFT, y + TOP, colour, kind, 3);
        draw_number(g, c, h, x + 3, y);
        return;
    }
    put_centred(c, x, y - 1, COLOUR_PLAIN, name);
    put_centred(c, x, y, colour, known ? words_in("terrain", catan_terrain_words[terrain]) : "?");
    draw_number(g, c, h, x, y + 1);
}

static void draw_hex(const struct catan *g, enum board_size size, struct canvas *c, int h) {
    const struct catan_board *b = catan_board(g);
    const struct geometry *m = &geometries[size];
    int x = 10 * b->hex_q[h] + 5 * b->hex_r[h], y = m->row * b->hex_r[h];
    for (int i = 0; i < 6; i++) {
        draw_side(c, m, x, y, i, catan_road_owner(g, b->hex_path[h][i]));
        draw_corner(g, c, x + corner_x[i], y + m->corner_y[i], b->hex_corner[h][i]);
    }
    draw_names(g, size, c, h, x, y);
}

/* Drawn before the hexes, which cover what reaches into them. */
static void draw_harbors(const struct catan *g, const struct geometry *m, struct canvas *c) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        for (int side = 0; side < 6; side++)
            for (int i = 0; i < b->coast; i++) {
                if (b->coast_path[i] != b->hex_path[h][side] || g->harbor[i] >= HARBOR_N)
                    continue;
                put_centred(c, 10 * b->hex_q[h] + 5 * b->hex_r[h] + harbor_x[side],
                            m->row * b->hex_r[h] + m->harbor_y[side], COLOUR_DIM,
                            words_in("kind", catan_harbor_words[g->harbor[i]]));
            }
}

void board_draw(const struct catan *g, enum board_size size, struct canvas *c) {
    static struct canvas own;
    int width, height;
    canvas_clear(&own);
    draw_harbors(g, &geometries[size], &own);
    for (int h = 0; h < catan_board(g)->hexes; h++)
        draw_hex(g, size, &own, h);
    canvas_clear(c);
    canvas_copy(c, 0, 0, &own, &width, &height);
}

void board_text(const struct catan *g, FILE *to) {
    static struct canvas c;
    int width, height;
    board_draw(g, BOARD_FULL, &c);
    canvas_copy(NULL, 0, 0, &c, &width, &height);
    canvas_print(&c, height, NULL, to);
}
