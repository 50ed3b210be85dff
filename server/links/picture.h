/* picture.h -- the picture of a result: shapes as pixels, letters, a PNG.
 *
 * Pure functions over memory, so a worker can run them: no sockets, no store, no table. */
#ifndef SERVER_PICTURE_H
#define SERVER_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/drawing.h"

/* --- pixels (picture_raster.c) --- */

/* A path is collected edge by edge and then filled at once, with soft edges. */
struct raster {
    int width, height;
    uint8_t *rgb;
    float *cover;                   /* signed area to the right of each edge, by pixel */
    int from_y, to_y, from_x, to_x; /* the area in use */
};

struct point {
    float x, y;
};

bool canvas_begin(struct raster *c, int width, int height); /* black */
void canvas_end(struct raster *c);
void canvas_edge(struct raster *c, struct point a, struct point b);
void canvas_polygon(struct raster *c, const struct point *p, int n); /* its edges */
void canvas_circle(struct raster *c, struct point middle, float radius);
void canvas_line(struct raster *c, struct point a, struct point b, float width); /* round ends */
/* Fill the collected path and clear it. `alpha` from 0 to 1. */
void canvas_fill(struct raster *c, uint32_t color, float alpha);

/* --- letters (picture_letters.c) --- */

enum font { FONT_SERIF, FONT_SANS };
/* UTF-8. Letters that the fonts lack are skipped; unknown accents are dropped. Is at least half of
 * the text left then? */
bool text_readable(enum font font, const char *text);
float text_width(enum font font, const char *text, float size);
void canvas_text(struct raster *c, enum font font, const char *text, struct point at, float size);

/* --- the file (picture_png.c) --- */

/* To be freed; NULL: out of memory. */
uint8_t *png_write(const struct raster *c, size_t *len);

/* --- the picture (picture.c) --- */

enum {
    PICTURE_WIDTH = 1200,
    PICTURE_HEIGHT = 630,
    PICTURE_SEATS = 6,
    PICTURE_TEXT = 160,
    PICTURE_CURVE = 48
};

struct picture {
    bool has_board;
    struct drawing board;
    int seats, winner; /* -1: nobody */
    struct {
        char name[PICTURE_TEXT];
        int points, color; /* red, blue, orange, white, green, brown */
    } seat[PICTURE_SEATS];
    /* the chances over the game, by seat; they sum to 1; shown if there are two points or more */
    int curve_n;
    float curve[PICTURE_CURVE][PICTURE_SEATS];
    char title[PICTURE_TEXT], scores[PICTURE_TEXT], note[PICTURE_TEXT];
};

/* Seats from the most points down, the winner first. */
void picture_rank(const struct picture *p, int order[PICTURE_SEATS]);
/* As PNG, to be freed; NULL: out of memory. */
uint8_t *picture_make(const struct picture *p, size_t *len);

#endif
