/* drawing.c -- adds shapes to the list of a drawing. */
#include "drawing.h"

#include <string.h>

#include "check.h"

struct figure *drawing_add(struct drawing *d, enum shape_kind kind, enum shape_part part) {
    CHECK(d->n < DRAWING_MAX);
    struct figure *s = &d->shape[d->n++];
    memset(s, 0, sizeof *s);
    s->kind = (uint8_t)kind;
    s->part = (uint8_t)part;
    s->seat = -1;
    return s;
}

void drawing_polygon(struct figure *s, int x, int y, const int16_t (*corner)[2], int n) {
    CHECK(n <= SHAPE_POINTS);
    s->points = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        s->x[i] = (int16_t)(x + corner[i][0]);
        s->y[i] = (int16_t)(y + corner[i][1]);
    }
}
