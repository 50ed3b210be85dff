/* space_names.c -- what CATAN's ids mean, in words: "robber B2 +1", "bank wool grain". */
#include "place_names.h"
#include "space.h"

static const struct { const char *words; uint8_t index; } groups[G_N] = {
#define X(group, words, type, index, when) [group] = { words, index },
    SPACE_GROUPS(X)
#undef X
};

static const char *const *const word_lists[BY_N] = {
    [BY_KIND] = catan_kind_words, [BY_CARD] = catan_dev_words,
    [BY_HELPER_NAME] = catan_helper_words,
};

static void add_place(struct text *t, const struct catan *g, int index, int at) {
    text_char(t, ' ');
    catan_print_place(g, index == BY_PATH ? PLACE_PATH : index == BY_CORNER ? PLACE_CORNER
                                                                            : PLACE_HEX, at, t);
}

static void add_two_kinds(struct text *t, int index, int at) {
    int first, second;
    if (index == BY_TRADE)
        catan__space_trade(at, &first, &second);
    else
        catan__space_pair(at, &first, &second);
    text_format(t, " %s", catan_kind_words[first]);
    if (second >= 0)
        text_format(t, " %s", catan_kind_words[second]);
}

static void add_others(struct text *t, unsigned plus) {
    for (int i = 1; i < SEATS_MAX; i++)
        if (plus >> i & 1)
            text_format(t, " +%d", i);
}

static void add_index(struct text *t, const struct catan *g, struct space_index x) {
    int index = groups[x.group].index, seats = catan_seats(g), sets = seats * (seats - 1) / 2;
    switch (index) {
    case BY_PATH: case BY_CORNER: case BY_HEX:
        add_place(t, g, index, x.at);
        break;
    case BY_TRADE: case BY_PAIR:
        add_two_kinds(t, index, x.at);
        break;
    case BY_VICTIM:
        add_place(t, g, BY_HEX, x.at / seats);
        if (x.at % seats)
            text_format(t, " +%d", x.at % seats);
        break;
    case BY_OTHER: case BY_MAKER:
        text_format(t, " +%d", x.at + 1);
        break;
    case BY_KIND_OTHERS:
        text_format(t, " %s", catan_kind_words[x.at / sets]);
        add_others(t, catan__space_others(x.at % sets, seats - 1));
        break;
    case BY_OTHER_KIND:
        text_format(t, " +%d", x.at / KIND_N + 1);
        text_format(t, " %s", catan_kind_words[x.at % KIND_N]);
        break;
    case BY_KIND_OR_NONE:
        text_format(t, " %s", x.at < KIND_N ? catan_kind_words[x.at] : "nothing");
        break;
    default:
        if (word_lists[index])
            text_format(t, " %s", word_lists[index][x.at]);
    }
}

int catan__space_name(const struct space_shape *shape, int id, char *text, int size) {
    struct catan g = { .rules = shape->rules };     /* only for its board and its seats */
    struct space_index x = catan__space_index(shape, id);
    struct text t = text_begin(text, (size_t)size);
    text_add(&t, groups[x.group].words);
    add_index(&t, &g, x);
    return (int)t.len;
}
