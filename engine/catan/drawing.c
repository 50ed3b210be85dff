/* drawing.c -- the board as plain shapes, readable without colour.
 *
 * A hex's side is 600 units, so a hex is 1040 wide (600 * sqrt 3) in whole numbers. The centre
 * of the island is at 0, 0. */
#include <string.h>

#include "core/drawing.h"
#include "internal.h"
#include "place_names.h"

enum { SIDE = 600, HALF = 520, MARGIN = 900 }; /* HALF: half the width of a hex */
enum { SEA = 0x8fc3d9, SAND = 0xf5e6bd, WOOD = 0x8a6a3a, DISC = 0xfdf6e4, DISC_EDGE = 0xc9b283,
       INK = 0x2a251d, HOT = 0xa5161d, ROBBER = 0x2b2b33, UNKNOWN = 0xdddddd };

/* Corners clockwise from the top, as catan_board numbers them; side i joins corner i and the
 * next. */
static const int16_t corner_at[6][2] = { { 0, -SIDE },       { HALF, -SIDE / 2 },
                                         { HALF, SIDE / 2 }, { 0, SIDE },
                                         { -HALF, SIDE / 2 }, { -HALF, -SIDE / 2 } };
/* By terrain and by colour, in the order of catan.h. */
static const uint32_t terrain_fill[TERRAIN_N] = { 0xc05a38, 0x22634c, 0xb4d994,
                                                  0xeab93c, 0x8f98b3, 0xead8ac };
static const uint32_t seat_fill[SEATS_MAX] = { 0xc8372d, 0x2d63c8, 0xe28a2b,
                                               0xf4f1ea, 0x2f8f57, 0x7a4b2a };

/* Axial coordinates: q along a row, r from row to row; the middle hex is 0, 0. */
static int hex_x(const struct catan_board *b, int h) {
    return HALF * (2 * b->hex_q[h] + b->hex_r[h]);
}

static int hex_y(const struct catan_board *b, int h) { return SIDE * 3 / 2 * b->hex_r[h]; }

/* The position of a corner, computed from any of its hexes. */
static void find_corner(const struct catan_board *b, int corner, int *x, int *y) {
    for (int h = 0; h < b->hexes; h++)
        for (int i = 0; i < 6; i++)
            if (b->hex_corner[h][i] == corner) {
                *x = hex_x(b, h) + corner_at[i][0];
                *y = hex_y(b, h) + corner_at[i][1];
                return;
            }
}

static struct figure *add_circle(struct drawing *d, enum shape_part part, int x, int y, int radius,
                                uint32_t fill) {
    struct figure *s = drawing_add(d, SHAPE_CIRCLE, part);
    s->x[0] = (int16_t)x;
    s->y[0] = (int16_t)y;
    s->size = (int16_t)radius;
    s->fill = fill;
    return s;
}

static void add_line(struct drawing *d, enum shape_part part, const int x[2], const int y[2],
                     int width, uint32_t fill, int seat) {
    struct figure *s = drawing_add(d, SHAPE_LINE, part);
    for (int i = 0; i < 2; i++) {
        s->x[i] = (int16_t)x[i];
        s->y[i] = (int16_t)y[i];
    }
    s->size = (int16_t)width;
    s->fill = fill;
    s->seat = (int8_t)seat;
}

/* Centred, on a line `y`. */
static struct text add_text(struct drawing *d, enum shape_part part, int x, int y, int size,
                            uint32_t fill) {
    struct figure *s = drawing_add(d, SHAPE_TEXT, part);
    s->x[0] = (int16_t)x;
    s->y[0] = (int16_t)y;
    s->size = (int16_t)size;
    s->fill = fill;
    struct text t = text_begin(s->text, sizeof s->text);
    return t;
}

static void edge(struct figure *s, uint32_t color, int width) {
    s->edge = color;
    s->edge_width = (int16_t)width;
}

/* A number with its pips (its outcomes out of 36); 6 and 8 are red. */
static void draw_number(struct drawing *d, int x, int y, int number) {
    int pips = number < 7 ? number - 1 : 13 - number;
    uint32_t ink = pips == 5 ? HOT : INK;
    edge(add_circle(d, PART_NUMBER, x, y + 40, 210, DISC), DISC_EDGE, 20);
    struct text t = add_text(d, PART_NUMBER, x, y + 90, 190, ink);
    text_int(&t, number);
    for (int i = 0; i < pips; i++)
        add_circle(d, PART_NUMBER, x + 50 * i - 25 * (pips - 1), y + 165, 17, ink);
}

/* The robber stands beside the number, so that both stay readable. */
static void draw_robber(struct drawing *d, int x, int y) {
    static const int16_t body[5][2] = { { -110, 200 }, { -60, 0 }, { 0, -60 }, { 60, 0 },
                                        { 110, 200 } };
    struct figure *s = drawing_add(d, SHAPE_POLYGON, PART_ROBBER);
    drawing_polygon(s, x, y, body, 5);
    s->fill = ROBBER;
    edge(s, 0xffffff, 20);
    edge(add_circle(d, PART_ROBBER, x, y - 60, 70, ROBBER), 0xffffff, 20);
}

static void draw_hex(const struct catan *g, int h, struct drawing *d) {
    const struct catan_board *b = catan_board(g);
    int x = hex_x(b, h), y = hex_y(b, h);
    bool known = g->terrain[h] < TERRAIN_N;
    const char *word = known ? catan_terrain_words[g->terrain[h]] : "?";
    struct figure *s = drawing_add(d, SHAPE_POLYGON, PART_LAND);
    drawing_polygon(s, x, y, corner_at, 6);
    s->fill = known ? terrain_fill[g->terrain[h]] : UNKNOWN;
    edge(s, SAND, 40);
    struct text t = text_begin(s->text, sizeof s->text);
    catan_print_place(g, PLACE_HEX, h, &t);
    text_format(&t, " %s %d", word, g->number[h]);
    t = add_text(d, PART_NAME, x, y - 260, 120, INK);
    text_add(&t, word);
    if (g->number[h])
        draw_number(d, x, y, g->number[h]);
    if (g->robber == h)
        draw_robber(d, x + 240, y + 200);
}

/* Two landing stages from the corners of a coastal side, and the rate out at sea. */
static void draw_harbor(const struct catan *g, int h, int side, int sort, struct drawing *d) {
    const struct catan_board *b = catan_board(g);
    int next = (side + 1) % 6, x = hex_x(b, h), y = hex_y(b, h);
    /* Nine tenths of the way to the hex that would lie beyond the side. */
    int sea_x = x + (corner_at[side][0] + corner_at[next][0]) * 9 / 10;
    int sea_y = y + (corner_at[side][1] + corner_at[next][1]) * 9 / 10;
    for (int i = 0; i < 2; i++) {
        int corner = i ? next : side;
        add_line(d, PART_HARBOR, (int[]){ x + corner_at[corner][0], sea_x },
                 (int[]){ y + corner_at[corner][1], sea_y }, 50, WOOD, -1);
    }
    edge(add_circle(d, PART_HARBOR, sea_x, sea_y, 210, sort < KIND_N ? terrain_fill[sort] : DISC),
         WOOD, 20);
    struct text t = add_text(d, PART_NAME, sea_x, sea_y + 40, 120, INK);
    text_add(&t, catan_harbor_words[sort]);
    t = add_text(d, PART_HARBOR, sea_x, sea_y + 45, 130, sort == FOREST ? DISC : INK);
    text_add(&t, sort < KIND_N ? "2:1" : "3:1");
}

/* A harbor belongs to a coastal path; the hex of that path shows where the sea is. */
static void draw_harbors(const struct catan *g, struct drawing *d) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        for (int side = 0; side < 6; side++)
            for (int i = 0; i < b->coast; i++)
                if (b->coast_path[i] == b->hex_path[h][side] && g->harbor[i] < HARBOR_N)
                    draw_harbor(g, h, side, g->harbor[i], d);
}

/* Roads leave room for buildings at their ends. */
static void draw_roads(const struct catan *g, struct drawing *d) {
    const struct catan_board *b = catan_board(g);
    for (int p = 0; p < b->paths; p++) {
        int owner = catan_road_owner(g, p), x[2] = { 0, 0 }, y[2] = { 0, 0 };
        if (owner < 0)
            continue;
        for (int i = 0; i < 2; i++)
            find_corner(b, b->path_corner[p][i], &x[i], &y[i]);
        int fifth_x = (x[1] - x[0]) / 5, fifth_y = (y[1] - y[0]) / 5;
        add_line(d, PART_PIECE, (int[]){ x[0] + fifth_x, x[1] - fifth_x },
                 (int[]){ y[0] + fifth_y, y[1] - fifth_y }, 90,
                 seat_fill[catan_color(g, owner)], owner);
    }
}

static void draw_buildings(const struct catan *g, struct drawing *d) {
    static const int16_t settlement[5][2] = { { -110, 100 }, { -110, -35 }, { 0, -140 },
                                              { 110, -35 },  { 110, 100 } };
    static const int16_t city[7][2] = { { -170, 120 }, { -170, -90 }, { -95, -180 }, { -20, -90 },
                                        { -20, -40 },  { 170, -40 },  { 170, 120 } };
    const struct catan_board *b = catan_board(g);
    for (int v = 0; v < b->corners; v++) {
        int owner = catan_building_owner(g, v), x = 0, y = 0;
        if (owner < 0)
            continue;
        find_corner(b, v, &x, &y);
        struct figure *s = drawing_add(d, SHAPE_POLYGON, PART_PIECE);
        if (catan_city_owner(g, v) >= 0)
            drawing_polygon(s, x, y, city, 7);
        else
            drawing_polygon(s, x, y, settlement, 5);
        s->fill = seat_fill[catan_color(g, owner)];
        s->seat = (int8_t)owner;
        edge(s, 0x222222, 20);
    }
}

/* Roads come before buildings, which cover their ends. */
void catan_picture(const struct catan *g, struct drawing *d) {
    const struct catan_board *b = catan_board(g);
    int left = 0, top = 0;
    for (int h = 0; h < b->hexes; h++) {
        left = hex_x(b, h) < left ? hex_x(b, h) : left;
        top = hex_y(b, h) < top ? hex_y(b, h) : top;
    }
    d->n = 0;
    d->ground = SEA;
    d->left = (int16_t)(left - HALF - MARGIN);
    d->top = (int16_t)(top - SIDE - MARGIN);
    d->width = (int16_t)(-2 * d->left);
    d->height = (int16_t)(-2 * d->top);
    draw_harbors(g, d);
    for (int h = 0; h < b->hexes; h++)
        draw_hex(g, h, d);
    draw_roads(g, d);
    draw_buildings(g, d);
}
