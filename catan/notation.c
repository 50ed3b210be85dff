/* notation.c -- actions as text, and back (docs/notation.md).
 *
 * Each action's arguments are a row of letters; each letter is a field of the
 * action with a way to print and a way to read it. Whatever is printed reads
 * back to the same bytes, also of actions that the rules refuse. */
#include "notation.h"

#include <string.h>

#include "../core/cards.h"
#include "../core/check.h"

/* The arguments by letter (`fields` below); those behind a '?' may be left out. A letter says
 * both what is written and which byte of the action keeps it: p and q are paths, q the target. */
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

/* ---- words ---- */

/* One of `count` words, "?" for a card that may not be known, "-" for what is none. */
static void print_word(const char *const *words, int count, int value, struct text *t) {
    text_add(t, value < count ? words[value] : value == CATAN_HIDDEN ? "?" : "-");
}

/* A card by its word, or "?": what others are shown of a secret action is text too. */
static bool read_card(const char *const *words, int count, const char *s, size_t n, uint8_t *out) {
    int i = text_is(s, n, "?") ? CATAN_HIDDEN : catan_read_word(words, count, s, n);
    *out = (uint8_t)i;
    return i >= 0;
}

/* ---- fields ---- */

/* What printing and reading know: the position, the action, and the text so far or to come. */
struct printer { const struct catan *g; const struct action *a; struct text *t; };
struct reading { const struct catan *g; struct action *a; const char *at; };

static bool next_word(struct reading *r, const char **s, size_t *n) {
    return text_word(&r->at, s, n);
}

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

static void print_path(struct printer *p) {
    catan_print_path(p->g, p->a->place, p->t);
}

static bool read_path_to(struct reading *r, uint8_t *out) {
    const char *s;
    size_t n;
    int path = next_word(r, &s, &n) ? catan_read_path(r->g, s, n) : -1;
    *out = (uint8_t)path;
    return path >= 0;
}

static bool read_path(struct reading *r) {
    return read_path_to(r, &r->a->place);
}

static void print_path_target(struct printer *p) {
    catan_print_path(p->g, p->a->target, p->t);
}

static bool read_path_target(struct reading *r) {
    return read_path_to(r, &r->a->target);
}

static void print_corner(struct printer *p) {
    catan_print_corner(p->g, p->a->place, p->t);
}

static bool read_corner(struct reading *r) {
    const char *s;
    size_t n;
    int corner = next_word(r, &s, &n) ? catan_read_corner(r->g, s, n) : -1;
    r->a->place = (uint8_t)corner;
    return corner >= 0;
}

static void print_hex_place(struct printer *p) {
    catan_print_hex(p->g, p->a->place, p->t);
}

static bool read_hex_place(struct reading *r) {
    const char *s;
    size_t n;
    int hex = next_word(r, &s, &n) ? catan_read_hex(r->g, s, n) : -1;
    r->a->place = (uint8_t)hex;
    return hex >= 0;
}

static void print_kind(struct printer *p) {
    print_word(catan_kind_words, KIND_N, p->a->place, p->t);
}

static bool read_kind(struct reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && read_card(catan_kind_words, KIND_N, s, n, &r->a->place);
}

static void print_dev(struct printer *p) {
    print_word(catan_dev_words, DEV_N, p->a->place, p->t);
}

static bool read_dev(struct reading *r) {
    const char *s;
    size_t n;
    return next_word(r, &s, &n) && read_card(catan_dev_words, DEV_N, s, n, &r->a->place);
}

static void print_helper(struct printer *p) {
    print_word(catan_helper_words, HELPER_N, p->a->place, p->t);
}

static bool read_helper(struct reading *r) {
    const char *s;
    size_t n;
    int helper = next_word(r, &s, &n) ? catan_read_word(catan_helper_words, HELPER_N, s, n) : -1;
    r->a->place = (uint8_t)helper;
    return helper >= 0;
}

static void print_terrain(struct printer *p) {
    print_word(catan_terrain_words, TERRAIN_N, p->a->target, p->t);
}

static bool read_terrain(struct reading *r) {
    const char *s;
    size_t n;
    int terrain = next_word(r, &s, &n) ? catan_read_word(catan_terrain_words, TERRAIN_N, s, n) : -1;
    r->a->target = (uint8_t)terrain;
    return terrain >= 0;
}

static void print_harbor(struct printer *p) {
    print_word(catan_harbor_words, HARBOR_N, p->a->target, p->t);
}

static bool read_harbor(struct reading *r) {
    const char *s;
    size_t n;
    int sort = next_word(r, &s, &n) ? catan_read_word(catan_harbor_words, HARBOR_N, s, n) : -1;
    r->a->target = (uint8_t)sort;
    return sort >= 0;
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

/* One row a letter. What `print` writes `read` takes back; `read` answers false, and may leave
 * the action half filled. */
static const struct field {
    char letter;
    void (*print)(struct printer *p);
    bool (*read)(struct reading *r);
} fields[] = {
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

/* The letters are ours, from `arguments`: each has its row. */
static const struct field *field_of(char letter) {
    const struct field *f = fields, *end = fields + sizeof fields / sizeof *fields;
    while (f < end && f->letter != letter)
        f++;
    CHECK(f < end);
    return f;
}

/* ---- arguments that may be left out ---- */

/* Whom an offer addresses if it names nobody: all, or the active seat. */
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

/* The value that an optional argument has when it is left out, and where it is kept. */
static uint8_t left_out(const struct catan *g, struct action *a, uint8_t **where) {
    switch (a->type) {
    case ACT_OFFER: *where = &a->target; return usual_partners(g, a->seat);
    case ACT_LIN: *where = &a->place; return only_desert(g);
    case ACT_SEAN: *where = &a->place; return CATAN_NONE;
    default: *where = &a->target; return CATAN_NONE;
    }
}

static bool is_left_out(const struct catan *g, const struct action *a) {
    struct action copy = *a;
    uint8_t *where, usual = left_out(g, &copy, &where);
    return *where == usual;
}

/* ---- actions ---- */

/* Any bytes can be printed, also an action that no rule knows: logs and refusals need words. */
int catan_format(const struct catan *g, const struct action *a, char *text, int size) {
    struct text t;
    struct printer p = { g, a, &t };
    text_begin(&t, text, (size_t)size);
    if (a->seat < 0)
        text_char(&t, '*');
    else
        text_int(&t, a->seat);
    text_char(&t, ' ');
    text_add(&t, a->type < ACT_N ? catan_verbs[a->type] : "-");
    const char *letters = a->type < ACT_N ? arguments[a->type] : NULL;
    for (; letters && *letters; letters++) {
        if (*letters == '?') {
            if (is_left_out(g, a))
                break;
            continue;
        }
        text_char(&t, ' ');
        field_of(*letters)->print(&p);
    }
    return (int)t.len;
}

/* Of a bad argument: a name that could be a place but is none of this board has its own answer,
 * since a player may well have typed it. */
static int read_arguments(struct reading *r) {
    for (const char *letters = arguments[r->a->type]; letters && *letters; letters++) {
        if (*letters == '?') {
            if (*r->at == '\0') {
                uint8_t *where, usual = left_out(r->g, r->a, &where);
                *where = usual;
                return CATAN_OK;
            }
            continue;
        }
        const char *word = r->at;
        if (!field_of(*letters)->read(r))
            return strchr("pqchl", *letters) && *word ? ERR_NO_SUCH_PLACE : ERR_BAD_ACTION;
    }
    return *r->at == '\0' ? CATAN_OK : ERR_BAD_ACTION;
}

_Static_assert((int)ACT_LOOK == ACT_N - 1, "from ACT_DEAL_HEX on all actions are chance's");

/* Chance and seats share verbs ("robber"), so who acts decides which actions are meant. */
int catan_parse(const struct catan *g, const char *text, struct action *a) {
    struct reading r = { g, a, text };
    const char *s;
    size_t n;
    memset(a, 0, sizeof *a);
    if (!next_word(&r, &s, &n) || n != 1 ||
        (s[0] != '*' && (s[0] < '0' || s[0] >= '0' + SEATS_MAX)))
        return ERR_BAD_ACTION;
    a->seat = (int8_t)(s[0] == '*' ? SEAT_CHANCE : s[0] - '0');
    if (!next_word(&r, &s, &n))
        return ERR_BAD_ACTION;
    int from = a->seat == SEAT_CHANCE ? ACT_DEAL_HEX : ACT_NONE + 1;
    int to = a->seat == SEAT_CHANCE ? ACT_N : ACT_DEAL_HEX;
    for (int type = from; type < to; type++)
        if (text_is(s, n, catan_verbs[type])) {
            a->type = (uint8_t)type;
            return read_arguments(&r);
        }
    return ERR_BAD_ACTION;
}
