/* board_text.c -- a board drawn with characters.
 *
 * A hex is ten columns wide; its centre is at (10 q + 5 r, 3 r), its corners lie at
 *
 *                 N                 (0,-2)
 *           NW    B2    NE          (-5,-1) (5,-1)
 *           |   forest   |
 *           SW    11    SE          (-5, 1) (5, 1)
 *                 S                 (0, 2)
 */
#include <string.h>

#include "../catan/notation.h"
#include "board.h"

/* Room for the board of six players with its harbors; the middle of the board is at LEFT, TOP. */
enum { COLUMNS = 96, LINES = 32, LEFT = 48, TOP = 15 };

static const int corner_x[6] = { 0, 5, 5, 0, -5, -5 }, corner_y[6] = { -2, -1, 1, 2, 1, -1 };
/* Where a side's own four (or, standing, one) characters are, and where its harbor is named. */
static const int side_x[6] = { 1, 5, 1, -4, -5, -4 };
static const int harbor_x[6] = { 6, 9, 6, -6, -9, -6 }, harbor_y[6] = { -3, 0, 3, 3, 0, -3 };

struct canvas {
    char cell[LINES][COLUMNS + 1];
};

static void put(struct canvas *c, int x, int y, const char *text) {
    for (x += LEFT, y += TOP; *text; text++, x++)
        if (y >= 0 && y < LINES && x >= 0 && x < COLUMNS)
            c->cell[y][x] = *text;
}

static void put_centred(struct canvas *c, int x, int y, const char *text) {
    put(c, x - (int)strlen(text) / 2, y, text);
}

/* A side as two dashes above two, or one bar; a road is its seat's digit. */
static void draw_side(struct canvas *c, int x, int y, int side, int owner) {
    char mark[3] = { (char)(owner < 0 ? '-' : '0' + owner), 0, 0 };
    mark[1] = mark[0];
    if (side == 1 || side == 4) {
        mark[0] = (char)(owner < 0 ? '|' : '0' + owner);
        mark[1] = '\0';
        put(c, x + side_x[side], y, mark);
        return;
    }
    bool falls = side == 0 || side == 3;        /* NE and SW fall to the right */
    int top = y + (side == 0 || side == 5 ? -2 : 1);
    put(c, x + side_x[side], falls ? top : top + 1, mark);
    put(c, x + side_x[side] + 2, falls ? top + 1 : top, mark);
}

/* Corners and sides are drawn once by each hex that has them, with the same characters. */
static void draw_corner(const struct catan *g, struct canvas *c, int x, int y, int corner) {
    int settlement = catan_settlement_owner(g, corner), city = catan_city_owner(g, corner);
    char mark[2] = { '.', 0 };
    if (settlement >= 0)
        mark[0] = (char)('a' + settlement);
    if (city >= 0)
        mark[0] = (char)('A' + city);
    put(c, x, y, mark);
}

static void draw_hex(const struct catan *g, struct canvas *c, int h) {
    const struct catan_board *b = catan_board(g);
    int x = 10 * b->hex_q[h] + 5 * b->hex_r[h], y = 3 * b->hex_r[h];
    char text[16];
    struct text name;
    for (int i = 0; i < 6; i++) {
        draw_side(c, x, y, i, catan_road_owner(g, b->hex_path[h][i]));
        draw_corner(g, c, x + corner_x[i], y + corner_y[i], b->hex_corner[h][i]);
    }
    text_begin(&name, text, sizeof text);
    catan_print_hex(g, h, &name);
    put_centred(c, x, y - 1, text);
    put_centred(c, x, y, g->terrain[h] < TERRAIN_N ? catan_terrain_words[g->terrain[h]] : "?");
    /* A desert has no number; before the tokens are dealt nothing has. */
    snprintf(text, sizeof text, g->number[h] ? "%s%d" : "%s", g->robber == h ? "*" : "",
             g->number[h]);
    put_centred(c, x, y + 1, text);
}

/* Before the hexes, which draw over what reaches into them. */
static void draw_harbors(const struct catan *g, struct canvas *c) {
    const struct catan_board *b = catan_board(g);
    for (int h = 0; h < b->hexes; h++)
        for (int side = 0; side < 6; side++)
            for (int i = 0; i < b->coast; i++)
                if (b->coast_path[i] == b->hex_path[h][side] && g->harbor[i] < HARBOR_N)
                    put_centred(c, 10 * b->hex_q[h] + 5 * b->hex_r[h] + harbor_x[side],
                                3 * b->hex_r[h] + harbor_y[side], catan_harbor_words[g->harbor[i]]);
}

void board_text(const struct catan *g, FILE *to) {
    struct canvas c;
    memset(&c, ' ', sizeof c);
    draw_harbors(g, &c);
    for (int h = 0; h < catan_board(g)->hexes; h++)
        draw_hex(g, &c, h);
    for (int y = 0; y < LINES; y++) {
        int end = COLUMNS;
        while (end > 0 && c.cell[y][end - 1] == ' ')
            end--;
        if (end > 0)
            fprintf(to, "%.*s\n", end, c.cell[y]);
    }
}
