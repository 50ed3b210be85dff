/* notation.c -- printing and reading actions by rows: see notation.h. */
#include "notation.h"

#include <string.h>

#include "cards.h"
#include "check.h"

int notation_find(const char *const *words, int count, const char *s, size_t n) {
    for (int i = 0; i < count; i++)
        if (text_is(s, n, words[i]))
            return i;
    return -1;
}

/* ---- fields ---- */

static const uint8_t *written(const struct notation_field *f, const struct notation_printer *p) {
    return (const uint8_t *)p->a + f->at;
}

static uint8_t *filled(const struct notation_field *f, struct notation_reader *r) {
    return (uint8_t *)r->a + f->at;
}

void notation_print_word(const struct notation_field *f, struct notation_printer *p) {
    int value = *written(f, p);
    text_add(p->t, value < f->count ? f->words[value] : value == NOTATION_HIDDEN ? "?" : f->none);
}

/* It may be "?", because the public form of a secret action is text too. */
bool notation_read_word(const struct notation_field *f, struct notation_reader *r) {
    const char *s;
    size_t n;
    if (!text_word(&r->at, &s, &n))
        return false;
    bool hidden = f->hidden && text_is(s, n, "?");
    int i = hidden ? NOTATION_HIDDEN : notation_find(f->words, f->count, s, n);
    *filled(f, r) = (uint8_t)i;
    return i >= 0;
}

void notation_print_number(const struct notation_field *f, struct notation_printer *p) {
    text_int(p->t, *written(f, p) + f->first);
}

bool notation_read_number(const struct notation_field *f, struct notation_reader *r) {
    const char *s;
    size_t n;
    int64_t number;
    if (!text_word(&r->at, &s, &n) ||
        !text_number(s, n, f->first, f->first + f->count - 1, &number))
        return false;
    *filled(f, r) = (uint8_t)(number - f->first);
    return true;
}

void notation_print_cards(const struct notation_field *f, struct notation_printer *p) {
    cards_format(p->t, written(f, p));
}

bool notation_read_cards(const struct notation_field *f, struct notation_reader *r) {
    const char *s;
    size_t n;
    return text_word(&r->at, &s, &n) && cards_parse(s, n, filled(f, r));
}

/* ---- actions ---- */

/* Every letter used in `arguments` has a row. */
static const struct notation_field *field_of(const struct notation *n, char letter) {
    const struct notation_field *f = n->fields;
    while (f->letter && f->letter != letter)
        f++;
    CHECK(f->letter);
    return f;
}

static bool is_left_out(const struct notation *n, const void *state, const struct action *a) {
    struct action copy = *a;
    uint8_t *where, usual = n->left_out(state, &copy, &where);
    return *where == usual;
}

int notation_format(const struct notation *n, const void *state, const struct action *a,
                    char *text, int size) {
    struct text t = text_begin(text, (size_t)size);
    struct notation_printer p = { state, a, &t };
    if (a->seat < 0)
        text_char(&t, '*');
    else
        text_int(&t, a->seat);
    text_char(&t, ' ');
    text_add(&t, n->verb(a->type));
    const char *letters = a->type < n->actions ? n->arguments[a->type] : NULL;
    for (; letters && *letters; letters++) {
        if (*letters == '?') {
            if (is_left_out(n, state, a))
                break;
            continue;
        }
        text_char(&t, ' ');
        const struct notation_field *f = field_of(n, *letters);
        f->print(f, &p);
    }
    return (int)t.len;
}

static int read_arguments(const struct notation *n, struct notation_reader *r) {
    for (const char *letters = n->arguments[r->a->type]; letters && *letters; letters++) {
        if (*letters == '?') {
            if (*r->at == '\0') {
                uint8_t *where, usual = n->left_out(r->state, r->a, &where);
                *where = usual;
                return 0;
            }
            continue;
        }
        const char *word = r->at;
        const struct notation_field *f = field_of(n, *letters);
        if (!f->read(f, r))
            return f->refusal && *word ? f->refusal : n->refusal;
    }
    return *r->at == '\0' ? 0 : n->refusal;
}

/* If chance and seats share verbs ("robber"), the actor decides which action is meant. */
int notation_parse(const struct notation *n, const void *state, const char *text,
                   struct action *a) {
    struct notation_reader r = { state, a, text };
    const char *s;
    size_t len;
    memset(a, 0, sizeof *a);
    if (!text_word(&r.at, &s, &len) || len != 1 ||
        (s[0] != '*' && (s[0] < '0' || s[0] >= '0' + SEATS_MAX)))
        return n->refusal;
    a->seat = (int8_t)(s[0] == '*' ? SEAT_CHANCE : s[0] - '0');
    if (!text_word(&r.at, &s, &len))
        return n->refusal;
    bool chance = a->seat == SEAT_CHANCE;
    int from = chance && n->chances ? n->chances : 1;
    int to = !chance && n->chances ? n->chances : n->actions;
    for (int type = from; type < to; type++)
        if (text_is(s, len, n->verb(type))) {
            a->type = (uint8_t)type;
            return read_arguments(n, &r);
        }
    return n->refusal;
}
