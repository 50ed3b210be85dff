/* space_names.c -- what CATAN's ids mean, in words: "robber B2 +1", "bank wool grain". */
#include "notation.h"
#include "space.h"

static const char *const words[G_N] = {
#define X(group, words, type, index, when) [group] = words,
    SPACE_GROUPS(X)
#undef X
};

static void add_word(struct text *t, const char *word) {
    text_char(t, ' ');
    text_add(t, word);
}

static void add_seat(struct text *t, int plus) {
    text_add(t, " +");
    text_int(t, plus);
}

static void add_path(struct text *t, const struct catan *g, int path) {
    text_char(t, ' ');
    catan_print_path(g, path, t);
}

static void add_corner(struct text *t, const struct catan *g, int corner) {
    text_char(t, ' ');
    catan_print_corner(g, corner, t);
}

static void add_hex(struct text *t, const struct catan *g, int hex) {
    text_char(t, ' ');
    catan_print_hex(g, hex, t);
}

static void add_two(struct text *t, int first, int second) {
    add_word(t, catan_kind_words[first]);
    if (second >= 0)
        add_word(t, catan_kind_words[second]);
}

static void add_others(struct text *t, unsigned plus) {
    for (int i = 1; i < SEATS_MAX; i++)
        if (plus >> i & 1)
            add_seat(t, i);
}

static void add_index(struct text *t, const struct catan *g, struct space_index x) {
    int seats = catan_seats(g), sets = seats * (seats - 1) / 2, first, second;
    switch (x.group) {
    case G_ROAD: case G_WILLIAM: case G_LOUIS: case G_ONTO:
        add_path(t, g, x.at);
        break;
    case G_SETTLE: case G_CITY: case G_VINCENT_SETTLE: case G_VINCENT_CITY:
        add_corner(t, g, x.at);
        break;
    case G_BANK:
        catan__space_trade(x.at, &first, &second);
        add_two(t, first, second);
        break;
    case G_PLENTY:
        catan__space_pair(x.at, &first, &second);
        add_two(t, first, second);
        break;
    case G_ROBBER:
        add_hex(t, g, x.at / seats);
        if (x.at % seats)
            add_seat(t, x.at % seats);
        break;
    case G_NOT_TO: case G_CONFIRM: case G_ACCEPT: case G_DECLINE: case G_HILDE:
        add_seat(t, x.at + 1);
        break;
    case G_NASSIR:
        add_word(t, catan_kind_words[x.at / sets]);
        add_others(t, catan__space_others(x.at % sets, seats - 1));
        break;
    case G_REPAY:
        add_seat(t, x.at / KIND_N + 1);
        add_word(t, catan_kind_words[x.at % KIND_N]);
        break;
    case G_KEEP:
        add_word(t, catan_dev_words[x.at]);
        break;
    case G_LIN:
        add_hex(t, g, x.at);
        break;
    case G_EXCHANGE:
        add_word(t, catan_helper_words[x.at]);
        break;
    case G_MONOPOLY: case G_DISCARD: case G_OFFER: case G_ASK: case G_MARIANNE: case G_SEAN:
    case G_PAY: case G_TAKE: case G_JEAN:
        add_word(t, x.at < KIND_N ? catan_kind_words[x.at] : "nothing");
        break;
    default:
        break;
    }
}

int catan__space_name(const struct space_shape *shape, int id, char *text, int size) {
    struct catan g = { .rules = shape->rules };     /* only for its board and its seats */
    struct space_index x = catan__space_index(shape, id);
    struct text t;
    text_begin(&t, text, (size_t)size);
    text_add(&t, words[x.group]);
    add_index(&t, &g, x);
    return (int)t.len;
}
