/* cards.c -- bundles of resource cards as text: "2wool+ore".
 *
 * The counts are bytes of an action. A game checks how many are allowed before it packs them
 * into a bundle word. "?" means no cards, or cards that the reader may not know. */
#include "cards.h"

#include <string.h>

const char *const kind_names[KINDS] = { "brick", "lumber", "wool", "grain", "ore" };

static int find(const char *s, size_t n, const char *const names[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++)
        if (text_is(s, n, names[kind]))
            return kind;
    return -1;
}

void bundle_format(struct text *t, const char *const names[KINDS], const uint8_t count[KINDS]) {
    bool any = false;
    for (int kind = 0; kind < KINDS; kind++) {
        if (!count[kind])
            continue;
        if (any)
            text_char(t, '+');
        if (count[kind] > 1)
            text_int(t, count[kind]);
        text_add(t, names[kind]);
        any = true;
    }
    if (!any)
        text_char(t, '?');
}

void cards_format(struct text *t, const uint8_t count[KINDS]) {
    bundle_format(t, kind_names, count);
}

/* One kind with its count; adds it unless the bundle has that kind already. */
static bool parse_part(const char *s, size_t n, const char *const names[KINDS],
                       uint8_t count[KINDS]) {
    size_t digits = 0;
    int64_t number = 1;
    while (digits < n && s[digits] >= '0' && s[digits] <= '9')
        digits++;
    if (digits && !text_number(s, digits, 1, 255, &number))
        return false;
    int kind = find(s + digits, n - digits, names);
    if (kind < 0 || count[kind])
        return false;
    count[kind] = (uint8_t)number;
    return true;
}

bool bundle_parse(const char *s, size_t n, const char *const names[KINDS], uint8_t count[KINDS]) {
    memset(count, 0, KINDS);
    if (text_is(s, n, "?"))
        return true;
    for (size_t start = 0, end; start <= n; start = end + 1) {
        for (end = start; end < n && s[end] != '+';)
            end++;
        if (!parse_part(s + start, end - start, names, count))
            return false;
    }
    return true;
}

bool cards_parse(const char *s, size_t n, uint8_t count[KINDS]) {
    return bundle_parse(s, n, kind_names, count);
}
