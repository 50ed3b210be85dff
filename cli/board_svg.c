/* board_svg.c -- a board as a picture: plain shapes, readable without colour.
 *
 * A hex's side is 60 units, so that with whole numbers only a hex is 104 wide (60 * sqrt 3). A
 * hex has its title, which a browser shows when pointed at: its name, terrain and number. */
#include <string.h>

#include "../catan/notation.h"
#include "board.h"

enum { SIDE = 60, HALF = 52, MARGIN = 90 };     /* HALF: half the width of a hex */

/* Corners from the top on, clockwise, as catan_board numbers them; a side lies between its
 * corner and the next. */
static const int corner_x[6] = { 0, HALF, HALF, 0, -HALF, -HALF };
static const int corner_y[6] = { -SIDE, -SIDE / 2, SIDE / 2, SIDE, SIDE / 2, -SIDE / 2 };
/* By terrain and by colour, in the order of catan.h. */
static const char *const terrain_fill[TERRAIN_N] = { "#c96f4a", "#4f7f4a", "#a9cf7a", "#e8c65a",
                                                     "#9a9aa2", "#e6d7ae" };
static const char *const seat_fill[SEATS_MAX] = { "#c8372d", "#2d63c8", "#e28a2b", "#f4f1ea",
                                                  "#2f8f57", "#7a4b2a" };

/* The colour a seat plays, by its word. */
static const char *fill_of(const struct catan *g, int seat) {
    for (int i = 0; i < SEATS_MAX; i++)
        if (strcmp(catan_color_words[i], catan_color(g, seat)) == 0)
            return seat_fill[i];
    return "#000";
}

/* Hexes are named by axial coordinates: q along a row, r from row to row; the middle hex is 0,
 * 0. */
static int hex_x(const struct catan_board *b, int h) {
    return HALF * (2 * b->hex_q[h] + b->hex_r[h]);
}

static int hex_y(const struct catan_board *b, int h) {
    return SIDE * 3 / 2 * b->hex_r[h];
}

/* Where a corner is: by any hex that has it. */
static void find_corner(const struct catan_board *b, int corner, int *x, int *y) {
    for (int h = 0; h < b->hexes; h++)
        for (int i = 0; i < 6; i++)
            if (b->hex_corner[h][i] == corner) {
                *x = hex_x(b, h) + corner_x[i];
                *y = hex_y(b, h) + corner_y[i];
                return;
            }
}

/* The hex, its number with its pips, and the robber beside the number so that both are read. */
static void draw_hex(const struct catan *g, int h, FILE *to) {
    const struct catan_board *b = catan_board(g);
    int x = hex_x(b, h), y = hex_y(b, h), number = g->number[h];
    const char *word = g->terrain[h] < TERRAIN_N ? catan_terrain_words[g->terrain[h]] : "?";
    char name[16];
    struct text t;
    text_begin(&t, name, sizeof name);
    catan_print_hex(g, h, &t);
    fprintf(to, "<g><title>%s %s %d</title><polygon points=\"", name, word, number);
    for (int i = 0; i < 6; i++)
        fprintf(to, "%d,%d ", x + corner_x[i], y + corner_y[i]);
    fprintf(to, "\" fill=\"%s\" stroke=\"#f2e6c8\" stroke-width=\"4\"/>",
            g->terrain[h] < TERRAIN_N ? terrain_fill[g->terrain[h]] : "#ddd");
    fprintf(to, "<text x=\"%d\" y=\"%d\" class=\"w\">%s</text>", x, y - 26, word);
    if (number) {
        int pips = number < 7 ? number - 1 : 13 - number;       /* ways in 36; 6 and 8 are red */
        fprintf(to, "<circle cx=\"%d\" cy=\"%d\" r=\"20\" fill=\"#fbf3df\" stroke=\"#7a6a48\"/>", x,
                y + 4);
        fprintf(to, "<text x=\"%d\" y=\"%d\" class=\"%s\">%d</text>", x, y + 9,
                pips == 5 ? "n r" : "n", number);
        for (int i = 0; i < pips; i++)
            fprintf(to, "<circle cx=\"%d\" cy=\"%d\" r=\"1.6\"/>", x + 5 * i - 5 * (pips - 1) / 2,
                    y + 17);
    }
    if (g->robber == h)
        fprintf(to, "<path d=\"M%d %d q10 -34 20 0 z\" fill=\"#333\"/><circle cx=\"%d\" cy=\"%d\" "
                "r=\"6\" fill=\"#333\"/>", x + 14, y + 44, x + 24, y + 20);
    fprintf(to, "</g>\n");
}

/* Two landing stages from the corners of a coastal side, and the rate out at sea. */
static void draw_harbor(const struct catan *g, int h, int side, int sort, FILE *to) {
    const struct catan_board *b = catan_board(g);
    int next = (side + 1) % 6, x = hex_x(b, h), y = hex_y(b, h);
    /* Nine tenths of the way to the hex that would lie beyond the side. */
    int sea_x = x + (corner_x[side] + corner_x[next]) * 9 / 10;
    int sea_y = y + (corner_y[side] + corner_y[next]) * 9 / 10;
    for (int i = 0; i < 2; i++) {
        int corner = i ? next : side;
        fprintf(to, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#8a6a3a\" "
                "stroke-width=\"5\"/>", x + corner_x[corner], y + corner_y[corner], sea_x, sea_y);
    }
    fprintf(to, "<circle cx=\"%d\" cy=\"%d\" r=\"21\" fill=\"%s\" stroke=\"#8a6a3a\"/>"
            "<text x=\"%d\" y=\"%d\" class=\"w\">%s</text>\n", sea_x, sea_y,
            sort < KIND_N ? terrain_fill[sort] : "#fbf3df", sea_x, sea_y + 4,
            catan_harbor_words[sort]);
}

/* A harbor belongs to a path of the coast; the hex that has the path says where the sea is. */
static void draw_harbors(const struct catan *g, FILE *to) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        for (int side = 0; side < 6; side++)
            for (int i = 0; i < b->coast; i++)
                if (b->coast_path[i] == b->hex_path[h][side] && g->harbor[i] < HARBOR_N)
                    draw_harbor(g, h, side, g->harbor[i], to);
}

/* Roads first: buildings stand on their ends. */
static void draw_pieces(const struct catan *g, FILE *to) {
    const struct catan_board *b = catan_board(g);
    int x[2] = { 0, 0 }, y[2] = { 0, 0 };
    for (int p = 0; p < b->paths; p++) {
        int owner = catan_road_owner(g, p);
        if (owner < 0)
            continue;
        for (int i = 0; i < 2; i++)
            find_corner(b, b->path_corner[p][i], &x[i], &y[i]);
        fprintf(to, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" "
                "stroke-width=\"9\"/>\n", x[0], y[0], x[1], y[1], fill_of(g, owner));
    }
    for (int v = 0; v < b->corners; v++) {
        int owner = catan_building_owner(g, v), size = catan_city_owner(g, v) >= 0 ? 13 : 9;
        if (owner < 0)
            continue;
        find_corner(b, v, &x[0], &y[0]);
        fprintf(to, "<path d=\"M%d %d v-%d l%d -%d l%d %d v%d z\" fill=\"%s\" stroke=\"#222\" "
                "stroke-width=\"2\"/>\n", x[0] - size, y[0] + size, size, size, size, size, size,
                size, fill_of(g, owner));
    }
}

void board_svg(const struct catan *g, FILE *to) {
    const struct catan_board *b = catan_board(g);
    int left = 0, top = 0;
    for (int h = 0; h < b->hexes; h++) {
        left = hex_x(b, h) < left ? hex_x(b, h) : left;
        top = hex_y(b, h) < top ? hex_y(b, h) : top;
    }
    /* The centre is at 0, 0 and the board is symmetric, so left and top are all there is to
     * know. */
    left -= HALF + MARGIN;
    top -= SIDE + MARGIN;
    fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %d %d\">\n"
            "<style>text{font-family:sans-serif;text-anchor:middle}.w{font-size:12px}"
            ".n{font-size:17px;font-weight:bold}.r{fill:#b3261e}</style>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\" fill=\"#8fc3d9\"/>\n",
            left, top, -2 * left, -2 * top, left, top);
    draw_harbors(g, to);
    for (int h = 0; h < b->hexes; h++)
        draw_hex(g, h, to);
    draw_pieces(g, to);
    fprintf(to, "</svg>\n");
}
