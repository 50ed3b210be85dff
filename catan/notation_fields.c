/* notation_fields.c -- the fields of an action as text, and back: one letter each. */
#include "notation_fields.h"

#include <string.h>

#include "../core/cards.h"
#include "../core/check.h"

/* ---- words ---- */

/* One of `count` words, "?" for a card that may not be known, "-" for what is none. */
static void print_word(const char *const *words, int count, int value, struct text *t) {
    text_add(t, value < count ? words[value] : value == CATAN_HIDDEN ? "?" : "-");
}

static bool next_word(struct reading *r, const char **s, size_t *n) {
    return text_word(&r->at, s, n);
}

/* A `card` may be "?" too: what others are shown of a secret action is text as well. */
static bool read_word(struct reading *r, const char *const *words, int count, bool card,
                      uint8_t *out) {
    const char *s;
    size_t n;
    if (!next_word(r, &s, &n))
        return false;
    int i = card && text_is(s, n, "?") ? CATAN_HIDDEN : catan_read_word(words, count, s, n);
    *out = (uint8_t)i;
    return i >= 0;
}

/* ---- fields ---- */

/* A number of min..max, kept as number + add: text counts from 1 where the action does not. */
static bool read_number(struct reading *r, int min, int max, int add, uint8_t *out) {
    const char *s;
    size_t n;
    int64_t number;
    if (!next_word(r, &s, &n) || !text_number(s, n, min, max, &number))
        return false;
    *out = (uint8_t)(number + add);
    return true;
}

static bool read_place(struct reading *r, int (*read)(const struct catan *, const char *, size_t),
                       uint8_t *out) {
    const char *s;
    size_t n;
    int place = next_word(r, &s, &n) ? read(r->g, s, n) : -1;
    *out = (uint8_t)place;
    return place >= 0;
}

static void print_path(struct printer *p) {
    catan_print_path(p->g, p->a->place, p->t);
}

static bool read_path(struct reading *r) {
    return read_place(r, catan_read_path, &r->a->place);
}

static void print_path_target(struct printer *p) {
    catan_print_path(p->g, p->a->target, p->t);
}

static bool read_path_target(struct reading *r) {
    return read_place(r, catan_read_path, &r->a->target);
}

static void print_corner(struct printer *p) {
    catan_print_corner(p->g, p->a->place, p->t);
}

static bool read_corner(struct reading *r) {
    return read_place(r, catan_read_corner, &r->a->place);
}

static void print_hex_place(struct printer *p) {
    catan_print_hex(p->g, p->a->place, p->t);
}

static bool read_hex_place(struct reading *r) {
    return read_place(r, catan_read_hex, &r->a->place);
}

static void print_kind(struct printer *p) {
    print_word(catan_kind_words, KIND_N, p->a->place, p->t);
}

static bool read_kind(struct reading *r) {
    return read_word(r, catan_kind_words, KIND_N, true, &r->a->place);
}

static void print_dev(struct printer *p) {
    print_word(catan_dev_words, DEV_N, p->a->place, p->t);
}

static bool read_dev(struct reading *r) {
    return read_word(r, catan_dev_words, DEV_N, true, &r->a->place);
}

static void print_helper(struct printer *p) {
    print_word(catan_helper_words, HELPER_N, p->a->place, p->t);
}

static bool read_helper(struct reading *r) {
    return read_word(r, catan_helper_words, HELPER_N, false, &r->a->place);
}

static void print_terrain(struct printer *p) {
    print_word(catan_terrain_words, TERRAIN_N, p->a->target, p->t);
}

static bool read_terrain(struct reading *r) {
    return read_word(r, catan_terrain_words, TERRAIN_N, false, &r->a->target);
}

static void print_harbor(struct printer *p) {
    print_word(catan_harbor_words, HARBOR_N, p->a->target, p->t);
}

static bool read_harbor(struct reading *r) {
    return read_word(r, catan_harbor_words, HARBOR_N, false, &r->a->target);
}

/* A frame piece is named after the two coast sections that it joins: 1-2 .. 6-1. */
static void print_piece(struct printer *p) {
    text_int(p->t, p->a->target + 1);
    text_char(p->t, '-');
    text_int(p->t, (p->a->target + 1) % 6 + 1);
}

static bool read_piece(struct reading *r) {
    const char *s;
    size_t n;
    if (!next_word(r, &s, &n) || n != 3 || s[0] < '1' || s[0] > '6' || s[1] != '-')
        return false;
    r->a->target = (uint8_t)(s[0] - '1');
    return s[2] == '1' + (r->a->target + 1) % 6;
}

static void print_seat(struct printer *p) {
    text_int(p->t, p->a->target);
}

static bool read_seat(struct reading *r) {
    return read_number(r, 0, SEATS_MAX - 1, 0, &r->a->target);
}

/* "-" for no seat at all, and for what are no seats. */
static void print_seats(struct printer *p) {
    if (p->a->target == 0 || p->a->target >> SEATS_MAX) {
        text_char(p->t, '-');
        return;
    }
    bool any = false;
    for (int i = 0; i < SEATS_MAX; i++)
        if (p->a->target >> i & 1) {
            if (any)
                text_char(p->t, ' ');
            text_int(p->t, i);
            any = true;
        }
}

static bool read_seats(struct reading *r) {
    r->a->target = 0;
    do {
        uint8_t seat;
        if (!read_number(r, 0, SEATS_MAX - 1, 0, &seat))
            return false;
        if (r->a->target >> seat & 1)
            return false;
        r->a->target = (uint8_t)(r->a->target | 1 << seat);
    } while (*r->at != '\0' && *r->at != ' ');
    return true;
}

/* "to 1 3": printed where not everybody is meant. */
static void print_to(struct printer *p) {
    text_add(p->t, "to ");
    print_seats(p);
}

static bool read_to(struct reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && text_is(s, n, "to") && read_seats(r);
}

static void print_place_number(struct printer *p) {
    text_int(p->t, p->a->place);
}

static bool read_place_number(struct reading *r) {
    return read_number(r, 0, 255, 0, &r->a->place);
}

static void print_target_number(struct printer *p) {
    text_int(p->t, p->a->target);
}

static bool read_target_number(struct reading *r) {
    return read_number(r, 0, 255, 0, &r->a->target);
}

/* Sections and sites count from 1 in text, from 0 in the action. */
static void print_ordinal(struct printer *p) {
    text_int(p->t, p->a->place + 1);
}

static bool read_ordinal(struct reading *r) {
    return read_number(r, 1, 256, -1, &r->a->place);
}

static void print_give(struct printer *p) {
    cards_format(p->t, p->a->give);
}

static bool read_give(struct reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && cards_parse(s, n, r->a->give);
}

static void print_get(struct printer *p) {
    cards_format(p->t, p->a->get);
}

static bool read_get(struct reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && cards_parse(s, n, r->a->get);
}

static void print_devs(struct printer *p) {
    if (p->a->place == CATAN_HIDDEN)
        text_char(p->t, '?');
    else
        bundle_format(p->t, catan_dev_words, p->a->give);
}

static bool read_devs(struct reading *r) {
    const char *s;
    size_t n;
    if (!next_word(r, &s, &n))
        return false;
    if (text_is(s, n, "?")) {
        r->a->place = CATAN_HIDDEN;
        return true;
    }
    return bundle_parse(s, n, catan_dev_words, r->a->give);
}

static const struct field fields[] = {
    { 'p', print_path, read_path },             { 'q', print_path_target, read_path_target },
    { 'c', print_corner, read_corner },         { 'h', print_hex_place, read_hex_place },
    { 'l', print_hex_place, read_hex_place },   { 'k', print_kind, read_kind },
    { 'd', print_dev, read_dev },               { 'e', print_helper, read_helper },
    { 't', print_terrain, read_terrain },       { 'a', print_harbor, read_harbor },
    { 'b', print_piece, read_piece },           { 's', print_seat, read_seat },
    { 'S', print_seats, read_seats },           { 'T', print_to, read_to },
    { 'n', print_place_number, read_place_number },
    { 'm', print_target_number, read_target_number },
    { 'o', print_ordinal, read_ordinal },
    { 'g', print_give, read_give },             { 'G', print_get, read_get },
    { 'D', print_devs, read_devs },
};

/* The letters are ours, from `arguments` in notation.c: each has its row. */
const struct field *catan__field_of(char letter) {
    const struct field *f = fields, *end = fields + sizeof fields / sizeof *fields;
    while (f < end && f->letter != letter)
        f++;
    CHECK(f < end);
    return f;
}
