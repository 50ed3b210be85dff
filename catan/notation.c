/* notation.c -- actions as text, and back (docs/notation.md).
 *
 * Each action's arguments are a row of letters. Each letter is a field of the action that can be
 * printed and read. Every printed action reads back to the same bytes, even one that the rules
 * refuse. */
#include "notation_fields.h"

#include <string.h>

#include "../core/cards.h"
#include "../core/check.h"

/* The arguments by letter (notation_fields.c); those after a '?' may be left out. A letter
 * determines both the spelling and the byte of the action: p and q are paths, q is the target. */
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

/* Any bytes can be printed, even an invalid action: logs and refusals need text. */
int catan_format(const struct catan *g, const struct action *a, char *text, int size) {
    struct text t = text_begin(text, (size_t)size);
    struct printer p = { g, a, &t };
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
        const struct notation_field *f = catan__field_of(*letters);
        f->print(f, &p);
    }
    return (int)t.len;
}

/* A name that looks like a place but is not on this board gets its own error, since a player may
 * well have typed it. */
static int read_arguments(struct notation_reading *r) {
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
        const struct notation_field *f = catan__field_of(*letters);
        if (!f->read(f, r))
            return strchr("pqchl", *letters) && *word ? ERR_NO_SUCH_PLACE : ERR_BAD_ACTION;
    }
    return *r->at == '\0' ? CATAN_OK : ERR_BAD_ACTION;
}

_Static_assert((int)ACT_LOOK == ACT_N - 1, "from ACT_DEAL_HEX on all actions are chance's");

/* Chance and seats share verbs ("robber"), so the actor decides which action is meant. */
int catan_parse(const struct catan *g, const char *text, struct action *a) {
    struct notation_reading r = { g, a, text };
    const char *s;
    size_t n;
    memset(a, 0, sizeof *a);
    if (!text_word(&r.at, &s, &n) || n != 1 ||
        (s[0] != '*' && (s[0] < '0' || s[0] >= '0' + SEATS_MAX)))
        return ERR_BAD_ACTION;
    a->seat = (int8_t)(s[0] == '*' ? SEAT_CHANCE : s[0] - '0');
    if (!text_word(&r.at, &s, &n))
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
