/* notation_fields.c -- the fields of an action as text, and back: one letter per field. */
#include "notation_fields.h"

#include <stddef.h>
#include <string.h>

#include "../core/cards.h"
#include "../core/check.h"

static bool next_word(struct notation_reading *r, const char **s, size_t *n) {
    return text_word(&r->at, s, n);
}

/* The byte of the action that a field is about, or the first of several. */
static const uint8_t *written(const struct notation_field *f, const struct printer *p) {
    return (const uint8_t *)p->a + f->at;
}

static uint8_t *filled(const struct notation_field *f, struct notation_reading *r) {
    return (uint8_t *)r->a + f->at;
}

/* ---- one value each ---- */

static void print_place(const struct notation_field *f, struct printer *p) {
    f->print_place(p->g, *written(f, p), p->t);
}

static bool read_place(const struct notation_field *f, struct notation_reading *r) {
    const char *s;
    size_t n;
    int place = next_word(r, &s, &n) ? f->read_place(r->g, s, n) : -1;
    *filled(f, r) = (uint8_t)place;
    return place >= 0;
}

/* One of `count` words, "?" for a hidden card, "-" for an invalid value. */
static void print_word(const struct notation_field *f, struct printer *p) {
    int value = *written(f, p);
    text_add(p->t, value < f->count ? f->words[value] : value == CATAN_HIDDEN ? "?" : "-");
}

/* A `card` may be "?", because the public form of a secret action is text too. */
static bool read_word(const struct notation_field *f, struct notation_reading *r) {
    const char *s;
    size_t n;
    if (!next_word(r, &s, &n))
        return false;
    bool hidden = f->card && text_is(s, n, "?");
    int i = hidden ? CATAN_HIDDEN : catan_read_word(f->words, f->count, s, n);
    *filled(f, r) = (uint8_t)i;
    return i >= 0;
}

/* Text counts from `first`, actions from 0. */
static void print_number(const struct notation_field *f, struct printer *p) {
    text_int(p->t, *written(f, p) + f->first);
}

static bool read_number(const struct notation_field *f, struct notation_reading *r) {
    const char *s;
    size_t n;
    int64_t number;
    if (!next_word(r, &s, &n) || !text_number(s, n, f->first, f->first + f->count - 1, &number))
        return false;
    *filled(f, r) = (uint8_t)(number - f->first);
    return true;
}

static void print_cards(const struct notation_field *f, struct printer *p) {
    cards_format(p->t, written(f, p));
}

static bool read_cards(const struct notation_field *f, struct notation_reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && cards_parse(s, n, filled(f, r));
}

/* ---- of their own kind ---- */

/* A frame piece is named after the two coast sections it joins: 1-2 .. 6-1. */
static void print_piece(const struct notation_field *f, struct printer *p) {
    (void)f;
    text_int(p->t, p->a->target + 1);
    text_char(p->t, '-');
    text_int(p->t, (p->a->target + 1) % 6 + 1);
}

static bool read_piece(const struct notation_field *f, struct notation_reading *r) {
    (void)f;
    const char *s;
    size_t n;
    if (!next_word(r, &s, &n) || n != 3 || s[0] < '1' || s[0] > '6' || s[1] != '-')
        return false;
    r->a->target = (uint8_t)(s[0] - '1');
    return s[2] == '1' + (r->a->target + 1) % 6;
}

/* "-" for no seat, and for invalid seats. */
static void print_seats(const struct notation_field *f, struct printer *p) {
    (void)f;
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

static bool read_seats(const struct notation_field *f, struct notation_reading *r) {
    (void)f;
    r->a->target = 0;
    do {
        const char *s;
        size_t n;
        int64_t seat;
        if (!next_word(r, &s, &n) || !text_number(s, n, 0, SEATS_MAX - 1, &seat) ||
            r->a->target >> seat & 1)
            return false;
        r->a->target = (uint8_t)(r->a->target | 1 << seat);
    } while (*r->at != '\0' && *r->at != ' ');
    return true;
}

/* "to 1 3": printed unless everybody is addressed. */
static void print_to(const struct notation_field *f, struct printer *p) {
    text_add(p->t, "to ");
    print_seats(f, p);
}

static bool read_to(const struct notation_field *f, struct notation_reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && text_is(s, n, "to") && read_seats(f, r);
}

static void print_devs(const struct notation_field *f, struct printer *p) {
    (void)f;
    if (p->a->place == CATAN_HIDDEN)
        text_char(p->t, '?');
    else
        bundle_format(p->t, catan_dev_words, p->a->give);
}

static bool read_devs(const struct notation_field *f, struct notation_reading *r) {
    (void)f;
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

#define AT(member) offsetof(struct action, member)
#define PLACE(letter, member, what) { letter, AT(member), print_place, read_place, \
    .print_place = catan_print_##what, .read_place = catan_read_##what }
#define WORD(letter, member, list, n, hidden) { letter, AT(member), print_word, read_word, \
    .words = list, .count = n, .card = hidden }
#define NUMBER(letter, member, from, n) { letter, AT(member), print_number, read_number, \
    .first = from, .count = n }
#define CARDS(letter, member) { letter, AT(member), print_cards, read_cards, .count = 0 }
#define OWN(letter, what) { letter, 0, print_##what, read_##what, .count = 0 }
static const struct notation_field fields[] = {
    PLACE('p', place, path), PLACE('q', target, path), PLACE('c', place, corner),
    PLACE('h', place, hex), PLACE('l', place, hex),
    WORD('k', place, catan_kind_words, KIND_N, true),
    WORD('d', place, catan_dev_words, DEV_N, true),
    WORD('e', place, catan_helper_words, HELPER_N, false),
    WORD('t', target, catan_terrain_words, TERRAIN_N, false),
    WORD('a', target, catan_harbor_words, HARBOR_N, false),
    NUMBER('s', target, 0, SEATS_MAX), NUMBER('n', place, 0, 256), NUMBER('m', target, 0, 256),
    NUMBER('o', place, 1, 256), /* sections and sites */
    CARDS('g', give), CARDS('G', get),
    OWN('b', piece), OWN('S', seats), OWN('T', to), OWN('D', devs),
};

/* Every letter used in `arguments` (notation.c) has a row. */
const struct notation_field *catan__field_of(char letter) {
    const struct notation_field *f = fields, *end = fields + sizeof fields / sizeof *fields;
    while (f < end && f->letter != letter)
        f++;
    CHECK(f < end);
    return f;
}
