/* notation_places.c -- the names of hexes, corners and paths (docs/notation.md).
 *
 * A place is printed with the first hex that touches it; any of its hexes is accepted. */
#include "notation.h"

#include <string.h>

static const char *const corner_words[6] = { "N", "NE", "SE", "S", "SW", "NW" };
const char *const catan_side_words[6] = { "NE", "E", "SE", "SW", "W", "NW" };

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

/* A corner or side, by the first hex that has it; `of` is hex_corner or hex_path. */
static void print_place(const struct catan_board *b, const uint8_t (*of)[6],
                        const char *const *words, int place, struct text *t) {
    for (int h = 0; h < b->hexes; h++)
        for (int i = 0; i < 6; i++)
            if (of[h][i] == place) {
                print_hex(b, h, t);
                text_char(t, '.');
                text_add(t, words[i]);
                return;
            }
    text_char(t, '-');
}

static int read_place(const struct catan_board *b, const uint8_t (*of)[6],
                      const char *const *words, const char *s, size_t n) {
    const char *dot = memchr(s, '.', n);
    if (!dot)
        return -1;
    int hex = read_hex(b, s, (size_t)(dot - s));
    for (int i = 0; hex >= 0 && i < 6; i++)
        if (text_is(dot + 1, n - (size_t)(dot + 1 - s), words[i]))
            return of[hex][i];
    return -1;
}

void catan_print_hex(const struct catan *g, int hex, struct text *t) {
    print_hex(catan_board(g), hex, t);
}

void catan_print_corner(const struct catan *g, int corner, struct text *t) {
    print_place(catan_board(g), catan_board(g)->hex_corner, corner_words, corner, t);
}

void catan_print_path(const struct catan *g, int path, struct text *t) {
    print_place(catan_board(g), catan_board(g)->hex_path, catan_side_words, path, t);
}

int catan_read_hex(const struct catan *g, const char *s, size_t n) {
    return read_hex(catan_board(g), s, n);
}

int catan_read_corner(const struct catan *g, const char *s, size_t n) {
    return read_place(catan_board(g), catan_board(g)->hex_corner, corner_words, s, n);
}

int catan_read_path(const struct catan *g, const char *s, size_t n) {
    return read_place(catan_board(g), catan_board(g)->hex_path, catan_side_words, s, n);
}

int catan_read_word(const char *const *words, int count, const char *s, size_t n) {
    for (int i = 0; i < count; i++)
        if (text_is(s, n, words[i]))
            return i;
    return -1;
}
