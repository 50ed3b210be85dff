/* clean_text.c -- cleans names and lines of chat. */
#include <string.h>

#include "auth.h"

/* Decode one code point of valid UTF-8 (json_check made sure); returns its length. */
static int code_point(const char *p, uint32_t *out) {
    const unsigned char *u = (const unsigned char *)p;
    int n = u[0] < 0x80 ? 1 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? u[0] : u[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++)
        c = c << 6 | (u[i] & 0x3f);
    *out = c;
    return n;
}

/* Control characters, direction marks and overrides, invisible and private ones. */
static bool unwanted(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0x115f || c == 0x1160 ||
           c == 0x3164 || c == 0xffa0 || (c >= 0xe000 && c <= 0xf8ff) ||
           (c >= 0xfff0 && c <= 0xffff) || (c >= 0xe0000 && c <= 0x10ffff) || c == '|';
}

/* One pass: blanks become single spaces, unwanted characters are removed, and at most two
 * combining marks may follow each other. Cut at whole characters. */
bool clean_text(const char *in, char *out, size_t size, int chars) {
    size_t n = 0;
    int marks = 0;
    bool space = true; /* no leading space, never two in a row */
    while (*in && chars > 0) {
        uint32_t c;
        int len = code_point(in, &c);
        bool blank = c == ' ' || c == 0xa0 || c == '\t' || c == '\n' || c == 0x3000 ||
                     (c >= 0x2000 && c <= 0x200a);
        marks = c >= 0x300 && c <= 0x36f ? marks + 1 : 0; /* limits stacked accents */
        if (blank ? !space : !unwanted(c) && marks <= 2) {
            if (n + (size_t)len >= size)
                break;
            memcpy(out + n, blank ? " " : in, blank ? 1 : (size_t)len);
            n += blank ? 1 : (size_t)len;
            chars--;
        }
        space = blank || (space && (n == 0 || unwanted(c)));
        in += len;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return n > 0;
}
