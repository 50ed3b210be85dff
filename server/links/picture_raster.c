/* picture_raster.c -- fills polygons with soft edges.
 *
 * For every pixel in its rows, each edge adds how much of the pixel lies to its right, signed by
 * the edge's direction. The running sum along a row is how much of each pixel is inside, for any
 * closed path. Where parts of a path overlap, the sum is capped at one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

static void forget(struct raster *c) {
    c->from_y = c->height;
    c->to_y = 0;
    c->from_x = c->width;
    c->to_x = 0;
}

bool canvas_begin(struct raster *c, int width, int height) {
    *c = (struct raster){ .width = width, .height = height };
    c->rgb = calloc((size_t)width * (size_t)height, 3);
    c->cover = calloc((size_t)(width + 2) * (size_t)height, sizeof *c->cover);
    forget(c);
    if (c->rgb && c->cover)
        return true;
    canvas_end(c);
    return false;
}

void canvas_end(struct raster *c) {
    free(c->rgb);
    free(c->cover);
}

static float between(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

/* One edge's part in one row: from x0 to x1, `height` of the row, signed. Pixels that the edge
 * crosses get the part to the right of it, all further ones the whole height. */
static void add_in_row(float *row, float x0, float x1, float height) {
    float left = x0 < x1 ? x0 : x1, right = x0 < x1 ? x1 : x0;
    int first = (int)left, last = (int)right;
    if (first == last) { /* within one pixel */
        float part = height * ((float)(first + 1) - (left + right) / 2);
        row[first] += part;
        row[first + 1] += height - part;
        return;
    }
    float slope = height / (right - left), done = 0, so_far = 0;
    for (int x = first; x <= last; x++) {
        float from = left > (float)x ? left : (float)x;
        float to = right < (float)(x + 1) ? right : (float)(x + 1);
        float down = slope * (to - from); /* of the row's height, within this pixel */
        float area = so_far + down * ((float)(x + 1) - (from + to) / 2);
        row[x] += area - done;
        done = area;
        so_far += down;
    }
    row[last + 1] += height - done;
}

void canvas_edge(struct raster *c, struct point a, struct point b) {
    float sign = a.y < b.y ? 1.0f : -1.0f, limit = (float)c->width;
    struct point top = a.y < b.y ? a : b, low = a.y < b.y ? b : a;
    if (a.y == b.y || low.y <= 0 || top.y >= (float)c->height)
        return;
    float per_row = (low.x - top.x) / (low.y - top.y);
    float y = top.y < 0 ? 0 : top.y, end = low.y < (float)c->height ? low.y : (float)c->height;
    for (int row = (int)y; row < c->height && (float)row < end; row++) {
        float from = y > (float)row ? y : (float)row;
        float to = end < (float)(row + 1) ? end : (float)(row + 1);
        float x0 = between(top.x + (from - top.y) * per_row, 0, limit);
        float x1 = between(top.x + (to - top.y) * per_row, 0, limit);
        add_in_row(c->cover + (size_t)row * (size_t)(c->width + 2), x0, x1, sign * (to - from));
        int low_x = (int)(x0 < x1 ? x0 : x1), high_x = (int)(x0 < x1 ? x1 : x0) + 2;
        c->from_x = low_x < c->from_x ? low_x : c->from_x;
        c->to_x = high_x > c->to_x ? high_x : c->to_x;
        c->from_y = row < c->from_y ? row : c->from_y;
        c->to_y = row + 1 > c->to_y ? row + 1 : c->to_y;
    }
}

void canvas_polygon(struct raster *c, const struct point *p, int n) {
    for (int i = 0; i < n; i++)
        canvas_edge(c, p[i], p[(i + 1) % n]);
}

/* A circle as a polygon with enough corners. */
void canvas_circle(struct raster *c, struct point middle, float radius) {
    enum { CORNERS = 64 };
    struct point p[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        float turn = 6.2831853f * (float)i / CORNERS;
        p[i] = (struct point){ middle.x + radius * cosf(turn), middle.y + radius * sinf(turn) };
    }
    canvas_polygon(c, p, CORNERS);
}

/* The ends go around in the same direction as the sides, so that the sum never cancels. */
void canvas_line(struct raster *c, struct point a, struct point b, float width) {
    enum { CORNERS = 16 };
    struct point p[2 * CORNERS];
    float turn = atan2f(b.y - a.y, b.x - a.x) + 1.5707963f;
    for (int i = 0; i < 2 * CORNERS; i++) {
        struct point end = i < CORNERS ? a : b;
        float at = turn + 3.1415927f * (float)(i % CORNERS) / (CORNERS - 1) +
                   (i < CORNERS ? 0 : 3.1415927f);
        p[i] = (struct point){ end.x + width / 2 * cosf(at), end.y + width / 2 * sinf(at) };
    }
    canvas_polygon(c, p, 2 * CORNERS);
}

static void blend(uint8_t *pixel, uint32_t color, float part) {
    for (int i = 0; i < 3; i++) {
        float to = (float)(color >> (16 - 8 * i) & 255);
        pixel[i] = (uint8_t)((float)pixel[i] + (to - (float)pixel[i]) * part + 0.5f);
    }
}

void canvas_fill(struct raster *c, uint32_t color, float alpha) {
    int to_x = c->to_x < c->width + 2 ? c->to_x : c->width + 2;
    for (int y = c->from_y; y < c->to_y; y++) {
        float *row = c->cover + (size_t)y * (size_t)(c->width + 2), sum = 0;
        for (int x = c->from_x; x < to_x; x++) {
            sum += row[x];
            float part = fabsf(sum) * alpha;
            if (x < c->width && part > 0.002f)
                blend(c->rgb + 3 * ((size_t)y * (size_t)c->width + (size_t)x), color,
                      part < alpha ? part : alpha);
        }
        memset(row + c->from_x, 0, (size_t)(to_x - c->from_x) * sizeof *row);
    }
    forget(c);
}
