/* nim_text.c -- Nim's actions as text and its positions as JSON. */
#include <string.h>

#include "core/notation.h"
#include "core/position.h"
#include "nim.h"

static const char *const verbs[NIM_ACT_N] = { "?", "deal", "roll", "die", "card", "take" };
static const char *const phases[NIM_PHASE_N] = { "deal", "roll", "die", "take", "over" };

/* The arguments by letter (see `fields`). */
static const char *const arguments[NIM_ACT_N] = {
    [NIM_DEAL] = "sn", [NIM_DIE] = "n", [NIM_CARD] = "n", [NIM_TAKE] = "n",
};

/* A number; a hidden card ("?") is 0. */
static void print_number(const struct notation_field *f, struct notation_printer *p) {
    if (p->a->place)
        notation_print_number(f, p);
    else
        text_char(p->t, '?');
}

static bool read_number(const struct notation_field *f, struct notation_reader *r) {
    const char *word, *at = r->at;
    size_t n;
    if (!text_word(&at, &word, &n) || !text_is(word, n, "?"))
        return notation_read_number(f, r);
    r->at = at;
    return true;
}

static const struct notation_field fields[] = {
    NOTATION_NUMBER('s', target, 0, SEATS_MAX + 1),
    { 'n', NOTATION_AT(place), print_number, read_number, .count = 100 },
    { 0 },
};

static const char *verb(int type) { return type < NIM_ACT_N ? verbs[type] : "?"; }

static const struct notation notation = {
    .verb = verb, .arguments = arguments, .fields = fields, .actions = NIM_ACT_N,
    .refusal = NIM_BAD_ACTION,
};

int nim__format(const void *state, const struct action *a, char *text, int size) {
    return notation_format(&notation, state, a, text, size);
}

int nim__parse(const void *state, const char *text, struct action *a) {
    return notation_parse(&notation, state, text, a);
}

/* ---- positions ---- */

static void write_card(const struct members *m, const struct member *row, struct json_out *o) {
    int64_t card = (int64_t)member_get(m, row);
    if (card == NIM_HIDDEN)
        json_text(o, row->key, "?");
    else
        json_int(o, row->key, card);
}

/* A view hides the cards of all other seats. */
static bool read_card(const struct members *m, const struct member *row, struct json_in v) {
    bool own = members_viewer(m) == SEAT_ALL || members_viewer(m) == m->index;
    int64_t card = NIM_HIDDEN;
    return ((!own && json_equals(v, "?")) || json_to_int(v, 0, own ? NIM_SIDES : 0, &card)) &&
           member_set_value(m, row, (uint64_t)card);
}

static const struct member_kind card_kind = { write_card, read_card, "0 to 3, or \"?\" in a view",
                                              NULL };

static int count_seats(const void *state) { return ((const struct nim *)state)->rules.seats; }
static const struct member_list seat_list = { .words = "one object per seat",
                                              .count = count_seats };
MEMBER_VALUE(struct nim, own_index, i)
MEMBER_VALUE(struct nim, owes, nim__owes(g))
MEMBER_VALUE(struct nim, may, 0)
MEMBER_VALUE(struct nim, chance, nim__owes(g) == OWES_CHANCE)
MEMBER_VALUE(struct nim, winner, g->phase == NIM_OVER ? g->turn : NIM_HIDDEN)
MEMBER_VALUE(struct nim, points, g->taken[i])

#define NEEDED .flags = MEMBER_NEEDED
static const struct member seat_rows[] = {
    { "seat", &member_int, .value = own_index, .flags = MEMBER_ALWAYS },
    { "card", &card_kind, MEMBER_EACH(struct nim, card), NEEDED },
    { "points", &member_int, MEMBER_EACH(struct nim, taken), .max = 99, NEEDED },
    { "points_public", &member_int, .value = points },
    { 0 },
};
static const struct member seat_object[] = {
    { NULL, &member_object, .in = seat_rows, NEEDED },
    { 0 },
};
static const struct member rows[] = {
    MEMBERS_START(struct nim, "\"nim\"", NULL),
    { "phase", &member_word, MEMBER_AT(struct nim, phase), .words = phases, .max = NIM_PHASE_N,
      NEEDED },
    { "turn", &member_seat, MEMBER_AT(struct nim, turn), NEEDED },
    { "owes", &member_seats, .value = owes },
    { "may", &member_seats, .value = may },
    { "chance", &member_flag, .value = chance },
    { "winner", &member_seat, .value = winner, .flags = MEMBER_NULL, .none = NIM_HIDDEN },
    { "heap", &member_int, MEMBER_AT(struct nim, heap), .max = 99, NEEDED },
    { "limit", &member_int, MEMBER_AT(struct nim, limit), .max = 2 * NIM_SIDES, NEEDED },
    { "seats", &member_list, .list = &seat_list, .in = seat_object,
      .flags = MEMBER_NEEDED | MEMBER_CHANGES },
    { 0 },
};

void nim__write(const void *state, const void *was, struct json_out *o) {
    members_write(&nim_game, rows, state, was, o);
}

int nim__read(void *state, const char *text, size_t len, struct text *why) {
    struct json_in json;
    struct members m;
    struct nim g, full;
    memset(&g, 0, sizeof g);
    text_set(why, "no JSON object");
    if (json_check(text, len, &json) || !json_is_object(json) ||
        !members_read(&m, &nim_game, rows, &g, json, why))
        return -1;
    full = g;
    for (int s = 0; s < SEATS_MAX; s++)
        if (full.card[s] == NIM_HIDDEN)
            full.card[s] = 1;
    text_set(why, "no such position");
    if (nim__sound(&full) || !members_agree(&m, json))
        return -1;
    *(struct nim *)state = g;
    return 0;
}
