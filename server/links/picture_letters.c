/* picture_letters.c -- draws text with the outlines of the page's own fonts. */
#include <stdlib.h>

#include "picture.h"

enum { EM = 1000, ON_CURVE = 1, LAST = 2 };

/* `first` and `n` of its points. A point is two numbers: the step in x from the previous one,
 * times four, with flags; the step in y. */
struct glyph {
    uint16_t code;
    int16_t advance;
    uint16_t first, n;
};

#include "picture_glyphs.inc"

struct face {
    const struct glyph *glyph;
    size_t n;
    const int16_t *steps;
};
static const struct face faces[] = {
    [FONT_SERIF] = { fraunces_glyphs, sizeof fraunces_glyphs / sizeof *fraunces_glyphs,
                     fraunces_steps },
    [FONT_SANS] = { atkinson_glyphs, sizeof atkinson_glyphs / sizeof *atkinson_glyphs,
                    atkinson_steps },
};

/* The next character of valid UTF-8; invalid bytes count as characters that no font has. */
static unsigned next_code(const char **text) {
    const unsigned char *p = (const unsigned char *)*text;
    int more = p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 1 : p[0] < 0xf0 ? 2 : 3;
    unsigned code = more == 0 ? p[0] : p[0] & (0x3fu >> more);
    int i = 1;
    for (; i <= more && (p[i] & 0xc0) == 0x80; i++)
        code = code << 6 | (p[i] & 0x3f);
    *text += i;
    return code;
}

/* U+0100 to U+017F without their accents; a blank if no letter is close. */
static const char bare[129] = "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi  JjKkkLlLlLlL"
                              "lLlNnNnNnnNnOoOoOo  RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

static int by_code(const void *key, const void *element) {
    unsigned code = *(const unsigned *)key, other = ((const struct glyph *)element)->code;
    return code < other ? -1 : code > other;
}

static const struct glyph *find(const struct face *f, unsigned code) {
    const struct glyph *g = bsearch(&code, f->glyph, f->n, sizeof *f->glyph, by_code);
    unsigned plain = code >= 0x100 && code < 0x180 ? (unsigned char)bare[code - 0x100] : ' ';
    return g || plain == ' ' ? g : bsearch(&plain, f->glyph, f->n, sizeof *f->glyph, by_code);
}

bool text_readable(enum font font, const char *text) {
    int there = 0, missing = 0;
    while (*text) {
        unsigned code = next_code(&text);
        if (code != ' ')
            *(find(&faces[font], code) ? &there : &missing) += 1;
    }
    return there > 0 && there >= missing;
}

float text_width(enum font font, const char *text, float size) {
    float width = 0;
    while (*text) {
        const struct glyph *g = find(&faces[font], next_code(&text));
        width += g ? (float)g->advance * size / EM : 0;
    }
    return width;
}

static void curve(struct raster *c, struct point a, struct point control, struct point b) {
    enum { PIECES = 6 };
    struct point from = a;
    for (int i = 1; i <= PIECES; i++) {
        float t = (float)i / PIECES, u = 1 - t;
        struct point to = { u * u * a.x + 2 * u * t * control.x + t * t * b.x,
                            u * u * a.y + 2 * u * t * control.y + t * t * b.y };
        canvas_edge(c, from, to);
        from = to;
    }
}

static struct point middle(struct point a, struct point b) {
    return (struct point){ (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

/* A closed line of points; between two consecutive points off the curve there is one on it. */
static void contour(struct raster *c, const struct point *p, const bool *on, int n) {
    struct point start = on[0] ? p[0] : on[n - 1] ? p[n - 1] : middle(p[0], p[n - 1]);
    struct point at = start, control = start;
    bool bends = false;
    for (int i = on[0] ? 1 : 0; i < n; i++) {
        if (!on[i] && bends) {
            struct point to = middle(control, p[i]);
            curve(c, at, control, to);
            at = to;
        } else if (on[i] && bends) {
            curve(c, at, control, p[i]);
            at = p[i];
        } else if (on[i]) {
            canvas_edge(c, at, p[i]);
            at = p[i];
        }
        bends = !on[i];
        control = bends ? p[i] : control;
    }
    if (bends)
        curve(c, at, control, start);
    else
        canvas_edge(c, at, start);
}

static void outline(struct raster *c, const struct face *f, const struct glyph *g, struct point at,
                    float scale) {
    enum { POINTS = 256 };
    struct point p[POINTS];
    bool on[POINTS];
    int x = 0, y = 0, n = 0;
    for (int i = 0; i < g->n; i++) {
        int packed = f->steps[2 * (g->first + i)], flags = packed & 3;
        x += (packed - flags) / 4;
        y += f->steps[2 * (g->first + i) + 1];
        p[n] = (struct point){ at.x + (float)x * scale, at.y - (float)y * scale };
        on[n] = flags & ON_CURVE;
        n += n < POINTS - 1;
        if (flags & LAST) {
            contour(c, p, on, n);
            n = 0;
        }
    }
}

void canvas_text(struct raster *c, enum font font, const char *text, struct point at, float size) {
    const struct face *f = &faces[font];
    while (*text) {
        const struct glyph *g = find(f, next_code(&text));
        if (!g)
            continue;
        outline(c, f, g, at, size / EM);
        at.x += (float)g->advance * size / EM;
    }
}
