/* board_svg.c -- a board as a picture: the shapes of catan/drawing.c as SVG.
 *
 * A hex has its title, which a browser shows when pointed at: its name, terrain and number. */
#include "core/drawing.h"
#include "board.h"

static void write_color(const struct figure *s, FILE *to) {
    fprintf(to, " fill=\"#%06x\"", (unsigned)s->fill);
    if (s->edge_width)
        fprintf(to, " stroke=\"#%06x\" stroke-width=\"%d\"", (unsigned)s->edge, s->edge_width);
}

static void write_polygon(const struct figure *s, FILE *to) {
    fprintf(to, "<polygon points=\"");
    for (int i = 0; i < s->points; i++)
        fprintf(to, "%s%d,%d", i ? " " : "", s->x[i], s->y[i]);
    fprintf(to, "\"");
    write_color(s, to);
    if (s->text[0])
        fprintf(to, "><title>%s</title></polygon>\n", s->text);
    else
        fprintf(to, "/>\n");
}

/* A harbor is named by what it takes, in the words of the notation; that says its rate, too. */
static void write_shape(const struct figure *s, FILE *to) {
    if (s->kind == SHAPE_TEXT && s->part == PART_HARBOR)
        return;
    switch ((enum shape_kind)s->kind) {
    case SHAPE_POLYGON: write_polygon(s, to); break;
    case SHAPE_CIRCLE:
        fprintf(to, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"", s->x[0], s->y[0], s->size);
        write_color(s, to);
        fprintf(to, "/>\n");
        break;
    case SHAPE_LINE:
        fprintf(to, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#%06x\" "
                "stroke-width=\"%d\"/>\n", s->x[0], s->y[0], s->x[1], s->y[1], (unsigned)s->fill,
                s->size);
        break;
    case SHAPE_TEXT:
        fprintf(to, "<text x=\"%d\" y=\"%d\" font-size=\"%d\"%s", s->x[0], s->y[0], s->size,
                s->part == PART_NUMBER ? " font-weight=\"bold\"" : "");
        write_color(s, to);
        fprintf(to, ">%s</text>\n", s->text);
        break;
    }
}

void board_svg(const struct catan *g, FILE *to) {
    static struct drawing d;
    catan_picture(g, &d);
    fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%d %d %d %d\">\n"
            "<style>text{font-family:sans-serif;text-anchor:middle}</style>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n", d.left,
            d.top, d.width, d.height, d.left, d.top, (unsigned)d.ground);
    for (int i = 0; i < d.n; i++)
        write_shape(&d.shape[i], to);
    fprintf(to, "</svg>\n");
}
