/* notation.c -- actions as text: the rows by which core/notation.h prints and reads them
 * (docs/notation.md). */
#include "core/cards.h"
#include "core/notation.h"
#include "place_names.h"

_Static_assert((int)CATAN_HIDDEN == (int)NOTATION_HIDDEN, "a hidden card is printed as \"?\"");

/* The arguments by letter (see `fields`); those after a '?' may be left out. A letter determines
 * both the spelling and the byte of the action: p and q are paths, q is the target. */
static const char *const arguments[ACT_N] = {
    [ACT_ROAD] = "p", [ACT_SETTLE] = "c", [ACT_CITY] = "c", [ACT_BANK] = "gG",
    [ACT_PLENTY] = "G", [ACT_MONOPOLY] = "k", [ACT_DISCARD] = "k", [ACT_ROBBER] = "h?s",
    [ACT_NASSIR] = "kS", [ACT_REPAY] = "sk", [ACT_WILLIAM] = "pg", [ACT_MARIANNE] = "k",
    [ACT_LOUIS] = "pq", [ACT_SEAN] = "?k", [ACT_CANDAMIR] = "g", [ACT_KEEP] = "d",
    [ACT_HILDE] = "s", [ACT_TAKE] = "k", [ACT_VINCENT_SETTLE] = "c", [ACT_VINCENT_CITY] = "c",
    [ACT_JEAN] = "k", [ACT_LIN] = "?l", [ACT_EXCHANGE] = "e", [ACT_OFFER] = "gG?T",
    [ACT_CONFIRM] = "s", [ACT_ACCEPT] = "n", [ACT_DECLINE] = "n",
    [ACT_DEAL_HEX] = "ht", [ACT_DEAL_FRAME] = "ob", [ACT_DEAL_HARBOR] = "oa",
    [ACT_DEAL_CORNER] = "h", [ACT_DEAL_TOKEN] = "hm", [ACT_DEAL_ROBBER] = "h",
    [ACT_DICE] = "nm", [ACT_STEAL] = "sk", [ACT_DRAW] = "d", [ACT_LOOK] = "D",
};

/* ---- arguments that may be left out ---- */

/* Whom an offer addresses if it names nobody: everybody, or the active seat. */
static uint8_t usual_partners(const struct catan *g, int seat) {
    unsigned all = (1u << catan_seats(g)) - 1;
    if (seat == g->turn || g->turn >= SEATS_MAX)
        return (uint8_t)(seat >= 0 && seat < SEATS_MAX ? all & ~(1u << seat) : all);
    return (uint8_t)(1u << g->turn);
}

/* The only desert of the board, CATAN_NONE if there is none or more than one. */
static uint8_t only_desert(const struct catan *g) {
    int found = CATAN_NONE, deserts = 0;
    for (int h = 0; h < catan_board(g)->hexes; h++)
        if (g->terrain[h] == DESERT) {
            found = h;
            deserts++;
        }
    return (uint8_t)(deserts == 1 ? found : CATAN_NONE);
}

/* The value of an omitted optional argument, and where it is stored. */
static uint8_t left_out(const void *state, struct action *a, uint8_t **where) {
    switch (a->type) {
    case ACT_OFFER: *where = &a->target; return usual_partners(state, a->seat);
    case ACT_LIN: *where = &a->place; return only_desert(state);
    case ACT_SEAN: *where = &a->place; return CATAN_NONE;
    default: *where = &a->target; return CATAN_NONE;
    }
}

/* ---- places ---- */

static void print_place(const struct notation_field *f, struct notation_printer *p) {
    int place = ((const uint8_t *)p->a)[f->at];
    catan_print_place(p->state, (enum catan_place)f->sort, place, p->t);
}

static bool read_place(const struct notation_field *f, struct notation_reader *r) {
    const char *s;
    size_t n;
    int place = text_word(&r->at, &s, &n)
                    ? catan_read_place(r->state, (enum catan_place)f->sort, s, n) : -1;
    ((uint8_t *)r->a)[f->at] = (uint8_t)place;
    return place >= 0;
}

/* ---- of their own kind ---- */

/* A frame piece is named after the two coast sections it joins: 1-2 .. 6-1. */
static void print_piece(const struct notation_field *f, struct notation_printer *p) {
    (void)f;
    text_int(p->t, p->a->target + 1);
    text_char(p->t, '-');
    text_int(p->t, (p->a->target + 1) % 6 + 1);
}

static bool read_piece(const struct notation_field *f, struct notation_reader *r) {
    (void)f;
    const char *s;
    size_t n;
    if (!text_word(&r->at, &s, &n) || n != 3 || s[0] < '1' || s[0] > '6' || s[1] != '-')
        return false;
    r->a->target = (uint8_t)(s[0] - '1');
    return s[2] == '1' + (r->a->target + 1) % 6;
}

/* "-" for no seat, and for invalid seats. */
static void print_seats(const struct notation_field *f, struct notation_printer *p) {
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

static bool read_seats(const struct notation_field *f, struct notation_reader *r) {
    (void)f;
    r->a->target = 0;
    do {
        const char *s;
        size_t n;
        int64_t seat;
        if (!text_word(&r->at, &s, &n) || !text_number(s, n, 0, SEATS_MAX - 1, &seat) ||
            r->a->target >> seat & 1)
            return false;
        r->a->target = (uint8_t)(r->a->target | 1 << seat);
    } while (*r->at != '\0' && *r->at != ' ');
    return true;
}

/* "to 1 3": printed unless everybody is addressed. */
static void print_to(const struct notation_field *f, struct notation_printer *p) {
    text_add(p->t, "to ");
    print_seats(f, p);
}

static bool read_to(const struct notation_field *f, struct notation_reader *r) {
    const char *s;
    size_t n;
    return text_word(&r->at, &s, &n) && text_is(s, n, "to") && read_seats(f, r);
}

static void print_devs(const struct notation_field *f, struct notation_printer *p) {
    (void)f;
    if (p->a->place == CATAN_HIDDEN)
        text_char(p->t, '?');
    else
        bundle_format(p->t, catan_dev_words, p->a->give);
}

static bool read_devs(const struct notation_field *f, struct notation_reader *r) {
    (void)f;
    const char *s;
    size_t n;
    if (!text_word(&r->at, &s, &n))
        return false;
    if (text_is(s, n, "?")) {
        r->a->place = CATAN_HIDDEN;
        return true;
    }
    return bundle_parse(s, n, catan_dev_words, r->a->give);
}

/* A name that looks like a place but is not on this board gets its own error, since a player may
 * well have typed it. */
#define PLACE(letter, member, which) { letter, NOTATION_AT(member), print_place, read_place, \
    .sort = PLACE_##which, .refusal = ERR_NO_SUCH_PLACE }
#define WORD(letter, member, list, n, hidden) \
    NOTATION_WORD(letter, member, list, n, "-", hidden)
#define OWN(letter, what) { letter, 0, print_##what, read_##what, .count = 0 }
static const struct notation_field fields[] = {
    PLACE('p', place, PATH), PLACE('q', target, PATH), PLACE('c', place, CORNER),
    PLACE('h', place, HEX), PLACE('l', place, HEX),
    WORD('k', place, catan_kind_words, KIND_N, true),
    WORD('d', place, catan_dev_words, DEV_N, true),
    WORD('e', place, catan_helper_words, HELPER_N, false),
    WORD('t', target, catan_terrain_words, TERRAIN_N, false),
    WORD('a', target, catan_harbor_words, HARBOR_N, false),
    NOTATION_NUMBER('s', target, 0, SEATS_MAX), NOTATION_NUMBER('n', place, 0, 256),
    NOTATION_NUMBER('m', target, 0, 256), NOTATION_NUMBER('o', place, 1, 256), /* sections, sites */
    NOTATION_CARDS('g', give), NOTATION_CARDS('G', get),
    OWN('b', piece), OWN('S', seats), OWN('T', to), OWN('D', devs),
    { 0 },
};

static const char *verb(int type) { return type < ACT_N ? catan_verbs[type] : "-"; }

_Static_assert((int)ACT_LOOK == ACT_N - 1, "from ACT_DEAL_HEX on all actions are chance's");
static const struct notation notation = {
    .verb = verb, .arguments = arguments, .fields = fields, .actions = ACT_N,
    .chances = ACT_DEAL_HEX, .refusal = ERR_BAD_ACTION, .left_out = left_out,
};

int catan_format(const struct catan *g, const struct action *a, char *text, int size) {
    return notation_format(&notation, g, a, text, size);
}

int catan_parse(const struct catan *g, const char *text, struct action *a) {
    return notation_parse(&notation, g, text, a);
}
