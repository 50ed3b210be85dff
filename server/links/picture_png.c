/* picture_png.c -- writes pixels as a PNG file: three bytes per pixel, each row as its
 * difference from the row above, which suits skies and flat colours. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "picture.h"

static void put_number(uint8_t *to, size_t value) {
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Length, name, data, checksum; returns where the next chunk begins. */
static uint8_t *put_chunk(uint8_t *to, const char *name, const uint8_t *data, size_t len) {
    put_number(to, len);
    memcpy(to + 4, name, 4);
    if (data)
        memcpy(to + 8, data, len);
    put_number(to + 8 + len, crc32(0, to + 4, (uInt)len + 4));
    return to + 12 + len;
}

/* Each row begins with its filter: 2, the difference from the row above. */
static uint8_t *filtered(const struct raster *c, size_t *len) {
    size_t row = 3 * (size_t)c->width;
    uint8_t *out = malloc((row + 1) * (size_t)c->height);
    for (int y = 0; out && y < c->height; y++) {
        uint8_t *to = out + (size_t)y * (row + 1);
        const uint8_t *from = c->rgb + (size_t)y * row, *above = y ? from - row : NULL;
        *to++ = 2;
        for (size_t i = 0; i < row; i++)
            to[i] = (uint8_t)(from[i] - (above ? above[i] : 0));
    }
    *len = (row + 1) * (size_t)c->height;
    return out;
}

uint8_t *png_write(const struct raster *c, size_t *len) {
    static const uint8_t signature[8] = { 137, 'P', 'N', 'G', '\r', '\n', 26, '\n' };
    uint8_t head[13] = { 0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0 }; /* 8 bits, RGB */
    size_t raw_len;
    uint8_t *raw = filtered(c, &raw_len);
    uLongf packed = compressBound(raw_len);
    uint8_t *out = raw ? malloc(packed + 128) : NULL;
    if (!out || compress2(out + 41, &packed, raw, raw_len, 6) != Z_OK) {
        free(raw);
        free(out);
        return NULL;
    }
    free(raw);
    put_number(head, (size_t)c->width);
    put_number(head + 4, (size_t)c->height);
    memcpy(out, signature, 8);
    uint8_t *to = put_chunk(out + 8, "IHDR", head, 13);
    to = put_chunk(to, "IDAT", NULL, packed); /* the data is already there, 41 bytes in */
    to = put_chunk(to, "IEND", NULL, 0);
    *len = (size_t)(to - out);
    return out;
}
