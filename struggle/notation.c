/* notation.c -- actions as text (docs/notation.md).
 *
 * A string of letters describes the arguments of each verb; printing and reading both follow it. */
#include <string.h>

#include "../core/cards.h"
#include "../core/text.h"
#include "internal.h"

const char *const struggle__building_names[SB_N] = { "road", "knight", "settlement", "city",
    "expansion" };
const char *const struggle__expansion_names[SX_N] = { "library", "guild", "church", "castle",
    "town-hall" };
static const char *const event_names[SV_N] = { "brigands", "market-day" };

/* t: target, a seat; n: place, a number; m: the same, left out when 1; b: place, a building,
 * and target, if it is an expansion; e: place, an event; g: give; G: get. */
static const char *const words[SA_N] = {
    [SA_NONE] = "", [SA_SWAP_STACK] = "g", [SA_SWAP_MARKET] = "Gg", [SA_TAKE_FROM] = "tm",
        [SA_LIBRARY] = "t",
    [SA_PICK] = "G", [SA_GIVE_BACK] = "g", [SA_GUILD] = "t", [SA_BUILD] = "bg", [SA_TURN] = "",
    [SA_LEAVE] = "", [SA_DISCARD] = "g", [SA_PASS] = "", [SA_DRAW] = "n", [SA_FIRST] = "t",
    [SA_DEAL] = "tG", [SA_MARKET] = "G", [SA_STEAL] = "tG", [SA_EVENT] = "e",
};

static const char *name_of(const char *const *names, int n, int i) {
    return i < n ? names[i] : "?";
}

/* Any bytes can be printed: "?" for an unknown name. */
static void format_word(struct text *t, const struct action *a, char word) {
    if (word == 'm' && a->place == 1)
        return;
    text_char(t, ' ');
    switch (word) {
    case 't':
        text_int(t, a->target);
        break;
    case 'b':
        text_add(t, name_of(struggle__building_names, SB_N, a->place));
        if (a->place == SB_EXPANSION) {
            text_char(t, ' ');
            text_add(t, name_of(struggle__expansion_names, SX_N, a->target));
        }
        break;
    case 'e':
        text_add(t, name_of(event_names, SV_N, a->place));
        break;
    case 'g':
        cards_format(t, a->give);
        break;
    case 'G':
        cards_format(t, a->get);
        break;
    default:
        text_int(t, a->place);
    }
}

int struggle__format(const void *state, const struct action *a, char *text, int size) {
    (void)state;
    bool known = a->type != SA_NONE && a->type < SA_N;
    struct text t = text_begin(text, (size_t)size);
    if (a->seat == SEAT_CHANCE)
        text_char(&t, '*');
    else
        text_int(&t, a->seat);
    text_char(&t, ' ');
    text_add(&t, known ? struggle__acts[a->type].verb : "?");
    for (const char *w = known ? words[a->type] : ""; *w; w++)
        format_word(&t, a, *w);
    return (int)t.len;
}

/* A word of the line being read. */
struct notation_word {
    const char *at, *s;
    size_t n;
};

static bool next(struct notation_word *w) {
    return text_word(&w->at, &w->s, &w->n);
}

static bool find(const struct notation_word *w, const char *const *names, int n, uint8_t *out) {
    for (int i = 0; i < n; i++)
        if (text_is(w->s, w->n, names[i])) {
            *out = (uint8_t)i;
            return true;
        }
    return false;
}

static bool number(const struct notation_word *w, int max, uint8_t *out) {
    int64_t value;
    if (!text_number(w->s, w->n, 0, max, &value))
        return false;
    *out = (uint8_t)value;
    return true;
}

static bool parse_word(struct notation_word *w, char word, struct action *a) {
    if (word == 'm' && !*w->at) {
        a->place = 1;
        return true;
    }
    if (!next(w))
        return false;
    switch (word) {
    case 't':
        return number(w, SEATS_MAX - 1, &a->target);
    case 'b':
        if (!find(w, struggle__building_names, SB_N, &a->place))
            return false;
        return a->place != SB_EXPANSION ||
            (next(w) && find(w, struggle__expansion_names, SX_N, &a->target));
    case 'e':
        return find(w, event_names, SV_N, &a->place);
    case 'g':
        return cards_parse(w->s, w->n, a->give);
    case 'G':
        return cards_parse(w->s, w->n, a->get);
    default:
        return number(w, 255, &a->place);
    }
}

static bool parse_seat(struct notation_word *w, struct action *a) {
    uint8_t seat = 0;
    if (!next(w))
        return false;
    if (text_is(w->s, w->n, "*")) {
        a->seat = SEAT_CHANCE;
        return true;
    }
    bool ok = number(w, SEATS_MAX - 1, &seat);
    a->seat = (int8_t)seat;
    return ok;
}

int struggle__parse(const void *state, const char *text, struct action *a) {
    (void)state;
    struct notation_word w = { text, NULL, 0 };
    memset(a, 0, sizeof *a);
    if (!parse_seat(&w, a) || !next(&w))
        return SE_BAD_ACTION;
    for (int type = SA_NONE + 1; type < SA_N && !a->type; type++)
        if (text_is(w.s, w.n, struggle__acts[type].verb))
            a->type = (uint8_t)type;
    if (a->type == SA_NONE)
        return SE_BAD_ACTION;
    for (const char *word = words[a->type]; *word; word++)
        if (!parse_word(&w, *word, a))
            return SE_BAD_ACTION;
    return *w.at ? SE_BAD_ACTION : SE_OK;
}
