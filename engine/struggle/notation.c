/* notation.c -- actions as text: the rows by which core/notation.h prints and reads them
 * (docs/notation.md). */
#include "core/notation.h"
#include "internal.h"

const char *const struggle__building_names[SB_N] = { "road", "knight", "settlement", "city",
    "expansion" };
const char *const struggle__expansion_names[SX_N] = { "library", "guild", "church", "castle",
    "town-hall" };
static const char *const event_names[SV_N] = { "brigands", "market-day" };

/* The arguments by letter (see `fields`). */
static const char *const arguments[SA_N] = {
    [SA_SWAP_STACK] = "g", [SA_SWAP_MARKET] = "Gg", [SA_TAKE_FROM] = "t?n", [SA_LIBRARY] = "t",
    [SA_PICK] = "G", [SA_GIVE_BACK] = "g", [SA_GUILD] = "t", [SA_BUILD] = "bg", [SA_DISCARD] = "g",
    [SA_DRAW] = "n", [SA_FIRST] = "t", [SA_DEAL] = "tG", [SA_MARKET] = "G", [SA_STEAL] = "tG",
    [SA_EVENT] = "e",
};

/* Without a number one card is taken from a seat. */
static uint8_t left_out(const void *state, struct action *a, uint8_t **where) {
    (void)state;
    *where = &a->place;
    return 1;
}

#define WORD(letter, member, list, n) NOTATION_WORD(letter, member, list, n, "?", false)
static const struct notation_field building = WORD('b', place, struggle__building_names, SB_N);
static const struct notation_field expansion = WORD('x', target, struggle__expansion_names, SX_N);

/* A building, and which one if it is an expansion. */
static void print_building(const struct notation_field *f, struct notation_printer *p) {
    (void)f;
    notation_print_word(&building, p);
    if (p->a->place == SB_EXPANSION) {
        text_char(p->t, ' ');
        notation_print_word(&expansion, p);
    }
}

static bool read_building(const struct notation_field *f, struct notation_reader *r) {
    (void)f;
    return notation_read_word(&building, r) &&
           (r->a->place != SB_EXPANSION || notation_read_word(&expansion, r));
}

static const struct notation_field fields[] = {
    NOTATION_NUMBER('t', target, 0, SEATS_MAX), NOTATION_NUMBER('n', place, 0, 256),
    NOTATION_CARDS('g', give), NOTATION_CARDS('G', get), WORD('e', place, event_names, SV_N),
    { 'b', 0, print_building, read_building, .count = 0 },
    { 0 },
};

static const char *verb(int type) {
    return type != SA_NONE && type < SA_N ? struggle__acts[type].verb : "?";
}

static const struct notation notation = {
    .verb = verb, .arguments = arguments, .fields = fields, .actions = SA_N, .chances = SA_FIRST,
    .refusal = SE_BAD_ACTION, .left_out = left_out,
};

int struggle__format(const void *state, const struct action *a, char *text, int size) {
    return notation_format(&notation, state, a, text, size);
}

int struggle__parse(const void *state, const char *text, struct action *a) {
    return notation_parse(&notation, state, text, a);
}
