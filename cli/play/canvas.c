/* canvas.c -- characters with colours: see canvas.h. */
#include "canvas.h"

#include <string.h>

#include "core/text.h"

/* The sixteen colours of every terminal, the pieces' in the order of seat_colors; bright ones if
 * the dark ones are hard to read. */
static const char *const sequences[COLOUR_N] = {
    "\033[1;91m", "\033[1;94m", "\033[1;33m", "\033[1;97m", "\033[1;92m", "\033[1;95m",
    [COLOUR_PLAIN] = "\033[0m", [COLOUR_DIM] = "\033[2m", [COLOUR_BOLD] = "\033[1m",
    [COLOUR_HOT] = "\033[1;31m", [COLOUR_FOREST] = "\033[32m", [COLOUR_HILLS] = "\033[31m",
    [COLOUR_PASTURE] = "\033[92m", [COLOUR_FIELDS] = "\033[93m", [COLOUR_MOUNTAINS] = "\033[37m",
    [COLOUR_DESERT] = "\033[33m",
};

void canvas_clear(struct canvas *c) {
    memset(c, 0, sizeof *c);
}

/* The code point at *text; moves *text past it. What could do more than stand there is a '?'. */
static uint32_t next(const char **text) {
    size_t n = 1;
    int32_t point = text_point(*text, 4, &n);
    *text += n;
    return text_strange(point) ? '?' : (uint32_t)point;
}

int text_columns(const char *text) {
    int n = 0;
    for (; *text; n++)
        next(&text);
    return n;
}

int canvas_put(struct canvas *c, int x, int y, enum colour colour, const char *text, int width) {
    int n = 0;
    for (; *text; n++, x++) {
        uint32_t point = next(&text);
        if (n < width && y >= 0 && y < CANVAS_LINES && x >= 0 && x < CANVAS_COLUMNS)
            c->cell[y][x] = (struct cell){ point, (uint8_t)colour };
    }
    return n;
}

void canvas_copy(struct canvas *c, int x, int y, const struct canvas *from, int *width,
                 int *height) {
    int left = CANVAS_COLUMNS, right = -1, top = CANVAS_LINES, bottom = -1;
    for (int v = 0; v < CANVAS_LINES; v++)
        for (int u = 0; u < CANVAS_COLUMNS; u++)
            if (from->cell[v][u].c) {
                left = u < left ? u : left;
                right = u > right ? u : right;
                top = v < top ? v : top;
                bottom = v;
            }
    *width = right < 0 ? 0 : right - left + 1;
    *height = bottom < 0 ? 0 : bottom - top + 1;
    for (int v = 0; c && v < *height && y + v < CANVAS_LINES; v++)
        for (int u = 0; u < *width && x + u < CANVAS_COLUMNS; u++)
            if (from->cell[top + v][left + u].c)
                c->cell[y + v][x + u] = from->cell[top + v][left + u];
}

static void put_point(uint32_t c, FILE *to) {
    if (c < 0x80) {
        fputc((int)c, to);
    } else if (c < 0x800) {
        fprintf(to, "%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 63)));
    } else if (c < 0x10000) {
        fprintf(to, "%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 63)),
                (int)(0x80 | (c & 63)));
    } else {
        fprintf(to, "%c%c%c%c", (int)(0xf0 | c >> 18), (int)(0x80 | (c >> 12 & 63)),
                (int)(0x80 | (c >> 6 & 63)), (int)(0x80 | (c & 63)));
    }
}

void canvas_print(const struct canvas *c, int lines, const uint8_t *piece, FILE *to) {
    for (int y = 0; y < lines && y < CANVAS_LINES; y++) {
        int end = CANVAS_COLUMNS, now = COLOUR_PLAIN;
        while (end > 0 && (c->cell[y][end - 1].c == 0 || c->cell[y][end - 1].c == ' '))
            end--;
        for (int x = 0; x < end; x++) {
            const struct cell *cell = &c->cell[y][x];
            int wanted = cell->c ? cell->colour : COLOUR_PLAIN;
            if (piece && wanted < COLOUR_PLAIN)
                wanted = COLOUR_SEAT + piece[wanted - COLOUR_SEAT];
            if (piece && wanted != now)
                fprintf(to, "%s%s", sequences[COLOUR_PLAIN],
                        wanted == COLOUR_PLAIN ? "" : sequences[wanted]);
            now = wanted;
            put_point(cell->c ? cell->c : ' ', to);
        }
        fprintf(to, "%s\n", piece && now != COLOUR_PLAIN ? sequences[COLOUR_PLAIN] : "");
    }
}
