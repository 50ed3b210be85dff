/* clean_text.c -- cleans names and lines of chat. */
#include <string.h>

#include "auth.h"
#include "core/text.h"

/* One pass: blanks become single spaces, unwanted characters are removed, and at most two
 * combining marks may follow each other. Cut at whole characters. */
bool clean_text(const char *in, char *out, size_t size, int chars) {
    size_t n = 0;
    int marks = 0;
    bool space = true; /* no leading space, never two in a row */
    while (*in && chars > 0) {
        size_t len = 1;
        int32_t c = text_point(in, 4, &len);        /* valid: json_check() made sure */
        bool wanted = !text_strange(c) && c != '|';
        bool blank = c == ' ' || c == 0xa0 || c == '\t' || c == '\n' || c == 0x3000 ||
                     (c >= 0x2000 && c <= 0x200a);
        marks = c >= 0x300 && c <= 0x36f ? marks + 1 : 0; /* limits stacked accents */
        if (blank ? !space : wanted && marks <= 2) {
            if (n + len >= size)
                break;
            memcpy(out + n, blank ? " " : in, blank ? 1 : len);
            n += blank ? 1 : len;
            chars--;
        }
        space = blank || (space && (n == 0 || !wanted));
        in += len;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return n > 0;
}
