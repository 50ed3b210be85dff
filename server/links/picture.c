/* picture.c -- the picture of a result: the island at dusk with the winner's pieces lit, names
 * and points beside it. Without a game it shows the default island, for all other links. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture.h"

enum { INK_LIGHT = 0xfff8e8, AMBER = 0xffc94d, QUIET = 0xd8cfe4, DUSK_LAND = 0x1c1748 };
enum { BAND_EDGE = 0x2a251d };
enum { COLUMN = 650, COLUMN_WIDTH = 500 }; /* of the words */

struct painter {
    struct raster canvas;
    const struct picture *p;
    float scale, x, y; /* from the board's units */
};

static struct point place(const struct painter *a, float x, float y) {
    return (struct point){ a->x + x * a->scale, a->y + y * a->scale };
}

static void paint_disc(struct raster *c, struct point middle, float radius, uint32_t color,
                       float alpha) {
    canvas_circle(c, middle, radius);
    canvas_fill(c, color, alpha);
}

/* --- sky and sea --- */

static void paint_row(struct raster *c, int y, const uint8_t *from, const uint8_t *to, float part) {
    uint8_t *row = c->rgb + 3 * (size_t)y * (size_t)c->width;
    for (int i = 0; i < 3; i++)
        row[i] = (uint8_t)((float)from[i] + ((float)to[i] - (float)from[i]) * part);
    for (int x = 1; x < c->width; x++)
        memcpy(row + 3 * x, row, 3);
}

static void paint_dusk(struct raster *c) {
    static const uint8_t tone[4][3] = {
        { 14, 20, 58 }, { 34, 32, 92 }, { 62, 38, 96 }, { 110, 50, 96 }
    };
    for (int y = 0; y < c->height; y++) {
        float at = 3 * (float)y / (float)c->height;
        int i = at < 2.999f ? (int)at : 2;
        paint_row(c, y, tone[i], tone[i + 1], at - (float)i);
    }
}

static bool is_hex(const struct figure *s) {
    return s->kind == SHAPE_POLYGON && s->part == PART_LAND && s->points > 0;
}

/* A shape slightly enlarged around its own centre. */
static void gather_grown(struct painter *a, const struct figure *s, float grow) {
    struct point p[SHAPE_POINTS], middle = { 0, 0 };
    for (int i = 0; i < s->points; i++) {
        middle.x += (float)s->x[i] / s->points;
        middle.y += (float)s->y[i] / s->points;
    }
    for (int i = 0; i < s->points; i++)
        p[i] = place(a, middle.x + ((float)s->x[i] - middle.x) * grow,
                     middle.y + ((float)s->y[i] - middle.y) * grow);
    canvas_polygon(&a->canvas, p, s->points);
}

/* Shallow water and the beach: every hex again, larger; together they form one coast. */
static void paint_coast(struct painter *a) {
    static const struct {
        float grow, alpha;
        uint32_t color;
    } ring[] = { { 2.3f, 0.5f, 0x27407c },
                 { 1.75f, 0.55f, 0x35588f },
                 { 1.38f, 0.6f, 0x4a78a3 },
                 { 1.13f, 1, 0xb9a68f } };
    for (size_t i = 0; i < sizeof ring / sizeof *ring; i++) {
        for (int k = 0; k < a->p->board.n; k++)
            if (is_hex(&a->p->board.shape[k]))
                gather_grown(a, &a->p->board.shape[k], ring[i].grow);
        canvas_fill(&a->canvas, ring[i].color, ring[i].alpha);
    }
}

/* --- the board --- */

static const uint32_t seat_color[PICTURE_SEATS] = { 0xd03a3a, 0x2563c0, 0xf08c1e,
                                                    0xf7f3e6, 0x2f9158, 0x8a5a34 };
static const uint32_t rim_color[PICTURE_SEATS] = { 0xffffff, 0xffffff, 0xffffff,
                                                   0x2a251d, 0xffffff, 0xffffff };
static const uint32_t mark_color[PICTURE_SEATS] = { 0xffffff, 0xffffff, 0x3a1d00,
                                                    0x3a352c, 0xffffff, 0xffffff };

static uint32_t mixed(uint32_t color, uint32_t with, float part) {
    uint32_t out = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        float from = (float)(color >> shift & 255), to = (float)(with >> shift & 255);
        out |= (uint32_t)(from + (to - from) * part) << shift;
    }
    return out;
}

/* A colour at dusk; the winner's pieces stay lit. */
static uint32_t color_of(const struct painter *a, const struct figure *s, uint32_t color) {
    const struct picture *p = a->p;
    if (s->part == PART_PIECE && s->seat >= 0 && s->seat < p->seats) {
        int own = p->seat[s->seat].color;
        color = color == s->edge && s->edge_width ? rim_color[own] : seat_color[own];
        return s->seat == p->winner ? color : mixed(color, DUSK_LAND, 0.3f);
    }
    if (p->seats == 0)
        return color;
    return mixed(color, DUSK_LAND, s->part == PART_NUMBER ? 0.25f : 0.42f);
}

static void paint_polygon(struct painter *a, const struct figure *s) {
    struct raster *c = &a->canvas;
    struct point p[SHAPE_POINTS];
    float width = (float)s->edge_width * a->scale;
    for (int i = 0; i < s->points; i++)
        p[i] = place(a, s->x[i], s->y[i]);
    if (s->edge_width) {
        for (int i = 0; i < s->points; i++) {
            canvas_line(c, p[i], p[(i + 1) % s->points], s->part == PART_PIECE ? 6 : width);
            canvas_fill(c, color_of(a, s, s->edge), 1);
        }
    }
    canvas_polygon(c, p, s->points);
    canvas_fill(c, color_of(a, s, s->fill), 1);
}

static void paint_circle(struct painter *a, const struct figure *s) {
    struct point middle = place(a, s->x[0], s->y[0]);
    float radius = (float)s->size * a->scale;
    if (s->edge_width)
        paint_disc(&a->canvas, middle, radius + (float)s->edge_width * a->scale,
                   color_of(a, s, s->edge), 1);
    paint_disc(&a->canvas, middle, radius, color_of(a, s, s->fill), 1);
}

/* Pieces have a rim, so that they stand out on any ground. */
static void paint_line(struct painter *a, const struct figure *s) {
    const struct picture *p = a->p;
    struct point from = place(a, s->x[0], s->y[0]), to = place(a, s->x[1], s->y[1]);
    float width = (float)s->size * a->scale;
    if (s->part == PART_PIECE && s->seat >= 0 && s->seat < p->seats) {
        uint32_t rim = rim_color[p->seat[s->seat].color];
        canvas_line(&a->canvas, from, to, width + 5);
        canvas_fill(&a->canvas, s->seat == p->winner ? rim : mixed(rim, DUSK_LAND, 0.3f), 1);
    }
    canvas_line(&a->canvas, from, to, width);
    canvas_fill(&a->canvas, color_of(a, s, s->fill), 1);
}

static void paint_words(struct painter *a, const struct figure *s) {
    float size = (float)s->size * a->scale * 1.25f;
    struct point at = place(a, s->x[0], s->y[0]);
    at.x -= text_width(FONT_SERIF, s->text, size) / 2;
    canvas_text(&a->canvas, FONT_SERIF, s->text, at, size);
    canvas_fill(&a->canvas, color_of(a, s, s->fill), 1);
}

/* A warm light around the winner's buildings, below everything on the board. */
static void paint_halos(struct painter *a) {
    for (int i = 0; i < a->p->board.n; i++) {
        const struct figure *s = &a->p->board.shape[i];
        if (s->kind != SHAPE_POLYGON || s->part != PART_PIECE || s->seat != a->p->winner)
            continue;
        for (int ring = 0; ring < 7; ring++)
            paint_disc(&a->canvas, place(a, s->x[0] + 110.0f, s->y[0] - 110.0f),
                       (620.0f - 80.0f * (float)ring) * a->scale, AMBER, 0.09f);
    }
}

static void paint_board(struct painter *a) {
    static void (*const paint[])(struct painter *a, const struct figure *s) = {
        [SHAPE_POLYGON] = paint_polygon,
        [SHAPE_CIRCLE] = paint_circle,
        [SHAPE_LINE] = paint_line,
        [SHAPE_TEXT] = paint_words,
    };
    const struct drawing *d = &a->p->board;
    bool lit = false;
    for (int i = 0; i < d->n; i++) {
        const struct figure *s = &d->shape[i];
        if (s->part == PART_PIECE && !lit) {
            paint_halos(a);
            lit = true;
        }
        if (s->part != PART_NAME) /* in notation, which not everybody reads */
            paint[s->kind](a, s);
    }
}

/* --- words --- */

/* As large as possible, down to half; longer text is cut at a letter. */
static float paint_text(struct raster *c, enum font font, const char *text, struct point at,
                        float size, float width, uint32_t color) {
    char cut[PICTURE_TEXT];
    float least = size / 2;
    snprintf(cut, sizeof cut, "%s", text);
    while (size > least && text_width(font, cut, size) > width)
        size -= 1;
    for (size_t n = strlen(cut); n > 0 && text_width(font, cut, size) > width; cut[n] = '\0')
        while (--n > 0 && (cut[n] & 0xc0) == 0x80) {
        }
    canvas_text(c, font, cut, at, size);
    canvas_fill(c, color, 1);
    return text_width(font, cut, size);
}

/* Each colour's mark, as on the pieces of the page: its corners; none: a ring. */
/* clang-format off */
static const struct { int n; struct point p[12]; } mark[PICTURE_SEATS] = {
    { 4, { { 0, -4.2f }, { 4.2f, 0 }, { 0, 4.2f }, { -4.2f, 0 } } },
    { 12, { { -1.4f, -4 }, { 1.4f, -4 }, { 1.4f, -1.4f }, { 4, -1.4f }, { 4, 1.4f }, { 1.4f, 1.4f },
            { 1.4f, 4 }, { -1.4f, 4 }, { -1.4f, 1.4f }, { -4, 1.4f }, { -4, -1.4f },
            { -1.4f, -1.4f } } },
    { 3, { { 0, -4 }, { 4.3f, 3.3f }, { -4.3f, 3.3f } } },
    { 4, { { -3.4f, -3.4f }, { 3.4f, -3.4f }, { 3.4f, 3.4f }, { -3.4f, 3.4f } } },
    { 0, { { 0, 0 } } },
    { 12, { { -4.2f, -4 }, { -1.6f, -4 }, { 0, -1.7f }, { 1.6f, -4 }, { 4.2f, -4 }, { 1.4f, 0 },
            { 4.2f, 4 }, { 1.6f, 4 }, { 0, 1.7f }, { -1.6f, 4 }, { -4.2f, 4 }, { -1.4f, 0 } } },
};
/* clang-format on */

static void paint_mark(struct raster *c, int color, struct point at, float size) {
    struct point p[12];
    paint_disc(c, at, size, mixed(seat_color[color], 0, 0.45f), 1);
    paint_disc(c, at, size * 0.86f, seat_color[color], 1);
    for (int i = 0; i < mark[color].n; i++)
        p[i] = (struct point){ at.x + mark[color].p[i].x * size / 8.4f,
                               at.y + mark[color].p[i].y * size / 8.4f };
    canvas_polygon(c, p, mark[color].n);
    if (mark[color].n == 0)
        canvas_circle(c, at, size / 2.1f);
    canvas_fill(c, mark_color[color], 1);
    if (mark[color].n == 0)
        paint_disc(c, at, size / 5, seat_color[color], 1);
}

/* --- a game without a board --- */

enum { CARD_WIDTH = 196, CARD_HEIGHT = 284, CARD_ROUND = 26 };

/* A card of paper with a coloured field, leaning by `lean` radians around its lower end. */
static void paint_card(struct raster *c, struct point middle, float lean, uint32_t field,
                       float dusk) {
    for (int inner = 0; inner < 2; inner++) {
        float edge = inner ? 8 : 0, x = CARD_WIDTH / 2.0f - edge, y = CARD_HEIGHT / 2.0f - edge;
        const struct point flat[4] = { { -x, -y }, { x, -y }, { x, y }, { -x, y } };
        uint32_t color = mixed(inner ? field : 0xfbf3e3, DUSK_LAND, dusk);
        struct point p[4];
        for (int i = 0; i < 4; i++) {
            float down = flat[i].y - CARD_HEIGHT;   /* from where it is held */
            p[i] = (struct point){ middle.x + flat[i].x * cosf(lean) - down * sinf(lean),
                                   middle.y + CARD_HEIGHT + flat[i].x * sinf(lean) +
                                       down * cosf(lean) };
        }
        for (int i = 0; i < 4; i++) { /* round corners */
            canvas_line(c, p[i], p[(i + 1) % 4], inner ? 12 : CARD_ROUND);
            canvas_fill(c, color, 1);
        }
        canvas_polygon(c, p, 4);
        canvas_fill(c, color, 1);
    }
}

/* Three cards as they are held, in a warm light: the front one has the winner's mark. */
static void paint_hand(struct raster *c, const struct picture *p) {
    struct point middle = { 312, 300 };
    if (p->winner < 0 || p->winner >= p->seats)
        return;
    int color = p->seat[p->winner].color;
    for (int ring = 0; ring < 30; ring++)
        paint_disc(c, middle, 300.0f - 7.0f * (float)ring, AMBER, 0.012f);
    paint_card(c, middle, -0.3f, 0x22634c, 0.3f);
    paint_card(c, middle, 0.3f, 0xeab93c, 0.3f);
    paint_card(c, middle, 0, mixed(seat_color[color], 0xfbf3e3, 0.72f), 0);
    paint_mark(c, color, middle, 72);
}

void picture_rank(const struct picture *p, int order[PICTURE_SEATS]) {
    for (int i = 0; i < p->seats; i++) {
        int at = i;
        for (; at > 0 && p->winner != order[at - 1] &&
               (i == p->winner || p->seat[i].points > p->seat[order[at - 1]].points);
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Two columns of names, the winner's in amber. */
static void paint_seats(struct raster *c, const struct picture *p, float top) {
    int order[PICTURE_SEATS];
    picture_rank(p, order);
    for (int i = 0; i < p->seats; i++) {
        int s = order[i];
        float x = COLUMN + (float)(i % 2) * 262, y = top + (float)(i / 2) * 52;
        char points[12];
        uint32_t ink = s == p->winner ? AMBER : INK_LIGHT;
        snprintf(points, sizeof points, "%d", p->seat[s].points);
        paint_mark(c, p->seat[s].color, (struct point){ x + 15, y - 9 }, 15);
        paint_text(c, FONT_SANS, p->seat[s].name, (struct point){ x + 40, y }, 24, 150, ink);
        float width = text_width(FONT_SERIF, points, 30);
        paint_text(c, FONT_SERIF, points, (struct point){ x + 236 - width, y + 1 }, 30, 60, ink);
    }
}

static void paint_sheet(struct raster *c, float top, float low, float margin, uint32_t color) {
    float left = COLUMN - margin, right = COLUMN + COLUMN_WIDTH + margin;
    struct point corner[4] = { { left, top - margin },
                               { right, top - margin },
                               { right, low + margin },
                               { left, low + margin } };
    canvas_polygon(c, corner, 4);
    canvas_fill(c, color, 1);
}

/* Everybody's chances over the game as stacked bands on white, each with a dark edge: without it,
 * the white player's would look like empty paper. */
static void paint_curve(struct raster *c, const struct picture *p, float top, float low) {
    struct point edge[2 * PICTURE_CURVE];
    float sum[PICTURE_CURVE] = { 0 };
    int n = p->curve_n;
    paint_sheet(c, top, low, 4, INK_LIGHT);
    paint_sheet(c, top, low, 2, BAND_EDGE);
    for (int s = 0; s < p->seats; s++) {
        for (int i = 0; i < n; i++) {
            float x = COLUMN + COLUMN_WIDTH * (float)i / (float)(n - 1);
            edge[i] = (struct point){ x, top + (low - top) * sum[i] };
            sum[i] += p->curve[i][s];
            edge[2 * n - 1 - i] = (struct point){ x, top + (low - top) * sum[i] };
        }
        canvas_polygon(c, edge, 2 * n);
        canvas_fill(c, seat_color[p->seat[s].color], 1);
        for (int i = 1; s > 0 && i < n; i++)
            canvas_line(c, edge[i - 1], edge[i], 2);
        canvas_fill(c, BAND_EDGE, 1);
    }
}

/* Words, wrapped at the line's width. */
static void paint_note(struct raster *c, const char *note, float y) {
    char line[PICTURE_TEXT] = "", more[2 * PICTURE_TEXT + 2];
    while (*note) {
        size_t n = strcspn(note, " ");
        snprintf(more, sizeof more, "%s%s%.*s", line, line[0] ? " " : "", (int)n, note);
        if (line[0] && text_width(FONT_SANS, more, 25) > COLUMN_WIDTH) {
            paint_text(c, FONT_SANS, line, (struct point){ COLUMN, y }, 25, COLUMN_WIDTH, QUIET);
            y += 36;
            snprintf(line, sizeof line, "%.*s", (int)n, note);
        } else {
            snprintf(line, sizeof line, "%.*s", (int)sizeof line - 1, more);
        }
        note += n + strspn(note + n, " ");
    }
    paint_text(c, FONT_SANS, line, (struct point){ COLUMN, y }, 25, COLUMN_WIDTH, QUIET);
}

static void paint_column(struct raster *c, const struct picture *p) {
    struct point at = { COLUMN, 74 };
    if (p->seats)
        paint_text(c, FONT_SERIF, "Skerry", at, 32, COLUMN_WIDTH, INK_LIGHT);
    at.y = p->seats ? 172 : 290;
    paint_text(c, FONT_SERIF, p->title, at, p->seats ? 66 : 96, COLUMN_WIDTH, INK_LIGHT);
    at.y = 242;
    paint_text(c, FONT_SERIF, p->scores, at, 60, COLUMN_WIDTH, AMBER);
    paint_seats(c, p, p->curve_n > 1 ? 312 : 340);
    if (p->curve_n > 1)
        paint_curve(c, p, p->seats > 4 ? 446 : 398, 534);
    paint_note(c, p->note, p->curve_n > 1 ? 576 : p->seats ? 560 : 350);
}

/* The board fits into the left half. */
static void fit_board(struct painter *a) {
    const struct drawing *d = &a->p->board;
    float across = 600.0f / (float)d->width, down = 600.0f / (float)d->height;
    a->scale = (across < down ? across : down) * 1.03f;
    a->x = 312;
    a->y = PICTURE_HEIGHT / 2.0f;
}

uint8_t *picture_make(const struct picture *p, size_t *len) {
    struct painter a = { .p = p };
    if (!canvas_begin(&a.canvas, PICTURE_WIDTH, PICTURE_HEIGHT))
        return NULL;
    paint_dusk(&a.canvas);
    if (p->has_board) {
        fit_board(&a);
        paint_coast(&a);
        paint_board(&a);
    } else {
        paint_hand(&a.canvas, p);
    }
    paint_column(&a.canvas, p);
    uint8_t *png = png_write(&a.canvas, len);
    canvas_end(&a.canvas);
    return png;
}
