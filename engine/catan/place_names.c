/* place_names.c -- the names of hexes, corners and paths (docs/notation.md).
 *
 * A corner or path is printed with the first hex that touches it; any of its hexes is accepted. */
#include "place_names.h"

#include <string.h>

static const char *const corner_words[6] = { "N", "NE", "SE", "S", "SW", "NW" };
const char *const catan_side_words[6] = { "NE", "E", "SE", "SW", "W", "NW" };

/* The corners or paths of each hex, and what they are called in it. */
struct ring {
    const uint8_t (*of)[6];
    const char *const *words;
};

static struct ring ring_of(const struct catan_board *b, enum catan_place sort) {
    return sort == PLACE_PATH ? (struct ring){ b->hex_path, catan_side_words }
                              : (struct ring){ b->hex_corner, corner_words };
}

/* Rows are letters from the top, hexes count from 1 on the left; "-" is no hex. */
static void print_hex(const struct catan_board *b, int hex, struct text *t) {
    int row = 0;
    if (hex >= b->hexes) {
        text_char(t, '-');
        return;
    }
    while (hex >= b->row_hexes[row])
        hex -= b->row_hexes[row++];
    text_char(t, (char)('A' + row));
    text_int(t, hex + 1);
}

static int read_hex(const struct catan_board *b, const char *s, size_t n) {
    int64_t number;
    int row = n ? s[0] - 'A' : -1, first = 0;
    if (row < 0 || row >= b->rows || !text_number(s + 1, n - 1, 1, b->row_hexes[row], &number))
        return -1;
    for (int i = 0; i < row; i++)
        first += b->row_hexes[i];
    return first + (int)number - 1;
}

void catan_print_place(const struct catan *g, enum catan_place sort, int place, struct text *t) {
    const struct catan_board *b = catan_board(g);
    struct ring ring = ring_of(b, sort);
    if (sort == PLACE_HEX) {
        print_hex(b, place, t);
        return;
    }
    for (int h = 0; h < b->hexes; h++)
        for (int i = 0; i < 6; i++)
            if (ring.of[h][i] == place) {
                print_hex(b, h, t);
                text_char(t, '.');
                text_add(t, ring.words[i]);
                return;
            }
    text_char(t, '-');
}

int catan_read_place(const struct catan *g, enum catan_place sort, const char *s, size_t n) {
    const struct catan_board *b = catan_board(g);
    struct ring ring = ring_of(b, sort);
    const char *dot = memchr(s, '.', n);
    if (sort == PLACE_HEX)
        return read_hex(b, s, n);
    int hex = dot ? read_hex(b, s, (size_t)(dot - s)) : -1;
    for (int i = 0; hex >= 0 && i < 6; i++)
        if (text_is(dot + 1, n - (size_t)(dot + 1 - s), ring.words[i]))
            return ring.of[hex][i];
    return -1;
}
