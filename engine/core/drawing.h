/* drawing.h -- a picture as a list of plain shapes.
 *
 * A game describes its board once, in whole numbers. The terminal writes the list as SVG
 * (cli/play/board_svg.c), the server as pixels (server/links/picture.c). */
#ifndef CORE_DRAWING_H
#define CORE_DRAWING_H

#include <stdint.h>

enum shape_kind { SHAPE_POLYGON, SHAPE_CIRCLE, SHAPE_LINE, SHAPE_TEXT };
/* What a shape belongs to. A renderer may draw some parts in its own way. */
enum shape_part { PART_HARBOR, PART_LAND, PART_NUMBER, PART_ROBBER, PART_PIECE, PART_NAME };

enum { SHAPE_POINTS = 8, SHAPE_TEXT_MAX = 24, DRAWING_MAX = 800 };

/* Colours are 0xRRGGBB. */
struct figure {
    uint8_t kind, part, points;
    int8_t seat;                             /* whose piece it is; -1: nobody's */
    int16_t x[SHAPE_POINTS], y[SHAPE_POINTS]; /* corners; the centre; both ends */
    int16_t size;                            /* the radius, a line's width, a letter's height */
    int16_t edge_width;                      /* 0: no edge */
    uint32_t fill, edge;
    char text[SHAPE_TEXT_MAX];               /* its text; for a polygon its name */
};

struct drawing {
    int n;
    int16_t left, top, width, height;
    uint32_t ground;
    struct figure shape[DRAWING_MAX];
};

/* Add a shape with this kind and part, all else zero, belonging to nobody. */
struct figure *drawing_add(struct drawing *d, enum shape_kind kind, enum shape_part part);
/* Set the corners of a polygon, each moved by (x, y). */
void drawing_polygon(struct figure *s, int x, int y, const int16_t (*corner)[2], int n);

#endif
