/* position_read.c -- a state or a view out of JSON (docs/schema.md).
 *
 * Reading believes nothing: every needed key must be there and in range, derived ones
 * must agree where they are given, and the result must be sound. */
#include <string.h>

#include "../core/cards.h"
#include "internal.h"

/* Each function returns NULL, or words that say what is wrong and where. */

#define TRY(x) do { const char *wrong_ = (x); if (wrong_) return wrong_; } while (0)
#define INT(object, key, max, out) \
    (read_int(object, key, max, out) ? NULL : key ": no number, or out of range")

static bool read_int(struct json_in object, const char *key, int max, int *out) {
    int64_t value;
    if (!json_to_int(json_get(object, key), 0, max, &value))
        return false;
    *out = (int)value;
    return true;
}

static const char *read_byte(struct json_in object, const char *key, int max, uint8_t *out,
                             const char *wrong) {
    int value;
    if (!read_int(object, key, max, &value))
        return wrong;
    *out = (uint8_t)value;
    return NULL;
}
#define BYTE(object, key, max, out) \
    read_byte(object, key, max, out, key ": no number, or out of range")

/* A seat, or -1 for null. */
static const char *read_seat_or_null(struct json_in object, const char *key, int8_t *out,
                                     const char *wrong) {
    int value = -1;
    if (!json_is_null(json_get(object, key)) && !read_int(object, key, SEATS_MAX - 1, &value))
        return wrong;
    *out = (int8_t)value;
    return NULL;
}
#define SEAT(object, key, out) read_seat_or_null(object, key, out, key ": neither a seat nor null")

/* A derived number: it may be left out, but not be wrong. */
static const char *agrees(struct json_in object, const char *key, int value, const char *wrong) {
    struct json_in given = json_get(object, key);
    int64_t number;
    return !given.len || (json_to_int(given, -1, 255, &number) && number == value) ? NULL : wrong;
}
#define AGREES(object, key, value) agrees(object, key, value, key ": contradicts the rest")

static int find_name(struct json_in v, const char *const *names, int n) {
    for (int i = 0; i < n; i++)
        if (json_equals(v, names[i]))
            return i;
    return -1;
}

/* Count the names of an array. */
static bool read_names(struct json_in array, const char *const *names, int n, int most,
                       uint8_t *count) {
    struct json_in value;
    size_t at = 0;
    memset(count, 0, (size_t)n);
    if (!json_is_array(array))
        return false;
    while (json_next(array, &at, NULL, &value)) {
        int i = find_name(value, names, n);
        if (i < 0 || count[i] >= most)
            return false;
        count[i]++;
    }
    return true;
}

/* Names, each at most once, as bits in the order of `names`. */
static bool read_set(struct json_in array, const char *const *names, int n, uint8_t *set) {
    uint8_t count[8];
    if (!read_names(array, names, n, 1, count))
        return false;
    *set = 0;
    for (int i = 0; i < n; i++)
        *set |= (uint8_t)(count[i] << i);
    return true;
}

/* A row of cards, whose sides follow from their places. */
static bool read_row(struct json_in array, uint8_t *row) {
    struct json_in value;
    size_t at = 0;
    *row = 0;
    if (!json_is_array(array))
        return false;
    while (json_next(array, &at, NULL, &value)) {
        if (*row == UINT8_MAX || !json_equals(value, *row % 2 ? "B" : "A"))
            return false;
        ++*row;
    }
    return true;
}

static bool read_known(struct json_in object, uint64_t *cards) {
    uint8_t count[KINDS];
    int total = 0;
    if (!cards_read(object, count))
        return false;
    for (int kind = 0; kind < KINDS; kind++)
        total += count[kind];
    *cards = bundle_pack(count);
    return total <= (int)UINT8_MAX;
}

/* Cards that a view may not know: null, and then their number counts. */
static const char *read_cards(const struct struggle *g, struct json_in cards, struct json_in object,
                              const char *total_key, uint64_t *out) {
    int total;
    if (json_is_null(cards)) {
        if (g->viewer == SEAT_ALL)
            return "cards or unseen: null in a whole position";
        if (!read_int(object, total_key, UINT8_MAX, &total))
            return "count or stack: no number, or out of range";
        *out = (uint64_t)total * BUNDLE_TOTAL;
        return NULL;
    }
    if (!read_known(cards, out))
        return "cards or unseen: no cards by kind";
    return agrees(object, total_key, bundle_total(*out), "count or stack: contradicts the cards");
}

static const char *read_viewer(struct json_in json, struct struggle *g) {
    struct json_in viewer = json_get(json, "viewer");
    int seat;
    if (json_equals(viewer, "spectator"))
        g->viewer = SEAT_SPECTATOR;
    else if (read_int(json, "viewer", SEATS_MAX - 1, &seat))
        g->viewer = (int8_t)seat;
    else if (viewer.len && !json_is_null(viewer))
        return "viewer: neither a seat nor \"spectator\" nor null";
    return NULL;
}

static const char *read_common(struct json_in json, struct struggle *g) {
    int phase = find_name(json_get(json, "phase"), struggle__phase_names, SP_N), round;
    if (!read_int(json, "v", 1, &round) || round != 1)
        return "v: not version 1";
    if (phase < 0)
        return "phase: unknown";
    g->phase = (uint8_t)phase;
    TRY(read_viewer(json, g));
    TRY(SEAT(json, "turn", &g->turn));
    TRY(SEAT(json, "first", &g->first));
    TRY(INT(json, "round", UINT16_MAX, &round));
    g->round = (uint16_t)round;
    return NULL;
}

static const char *read_destiny(struct json_in json, struct struggle *g) {
    struct json_in destiny = json_get(json, "destiny");
    bool counter = json_equals(destiny, "counter");
    g->counter = counter;
    if (seats_of(g) > 2 ? counter || json_equals(destiny, "clockwise") : json_is_null(destiny))
        return NULL;
    return "destiny: not \"clockwise\" or \"counter\", or with two players not null";
}

static const char *read_stacks(struct json_in json, struct struggle *g) {
    struct json_in supply = json_get(json, "supply"), events = json_get(json, "events");
    uint8_t market[KINDS];
    if (!read_names(json_get(json, "market"), kind_names, KINDS, UINT8_MAX / KINDS, market))
        return "market: no list of cards";
    g->market = bundle_pack(market);
    if (!read_known(json_get(json, "discard"), &g->discard))
        return "discard: no cards by kind";
    TRY(read_cards(g, json_get(json, "unseen"), json, "stack", &g->stack));
    TRY(BYTE(supply, "road", UINT8_MAX, &g->supply[SB_ROAD]));
    TRY(BYTE(supply, "settlement", UINT8_MAX, &g->supply[SB_SETTLEMENT]));
    TRY(BYTE(supply, "knight", UINT8_MAX, &g->supply[SB_KNIGHT]));
    if (!read_names(json_get(supply, "expansions"), struggle__expansion_names, SX_N, UINT8_MAX,
                    g->expansion))
        return "supply.expansions: no list of expansions";
    TRY(BYTE(events, "brigands", UINT8_MAX, &g->back[SV_BRIGANDS]));
    TRY(BYTE(events, "market-day", UINT8_MAX, &g->back[SV_MARKET_DAY]));
    return read_destiny(json, g);
}

/* Each phase writes what it needs under a name of its own; the rest stays zero. */
static const char *read_taking(struct json_in json, struct struggle *g) {
    struct json_in taking = json_get(json, "taking"), looking = json_get(json, "looking");
    if (PHASES_TAKING & PHASE(g->phase)) {
        TRY(BYTE(taking, "from", SEATS_MAX - 1, &g->target));
        TRY(BYTE(taking, "coming", UINT8_MAX, &g->pending));
        TRY(BYTE(taking, "owed", UINT8_MAX, &g->owed));
    } else if (g->phase == SP_LIBRARY) {
        TRY(BYTE(looking, "hand_of", SEATS_MAX - 1, &g->target));
        g->owed = 1;
    } else if (g->phase == SP_MARKET_DAY) {
        TRY(BYTE(json, "asked", SEATS_MAX - 1, &g->target));
    } else if (PHASES_COMING & PHASE(g->phase)) {
        TRY(BYTE(json, "coming", UINT8_MAX, &g->pending));
    }
    return NULL;
}

/* After the seats: how much was traded follows from the roads. */
static const char *read_turn(struct json_in json, struct struggle *g) {
    bool library, guild;
    int left;
    if (!read_set(json_get(json, "built"), struggle__building_names, SB_N, &g->built))
        return "built: no list of buildings, each once";
    if (!json_to_bool(json_get(json, "library_used"), &library) ||
        !json_to_bool(json_get(json, "guild_used"), &guild))
        return "library_used or guild_used: neither true nor false";
    g->used = (uint8_t)((library ? SU_LIBRARY : 0) | (guild ? SU_GUILD : 0));
    TRY(INT(json, "trades_left", UINT8_MAX, &left));
    if (g->turn >= seats_of(g))
        return "turn: no such seat";
    int most = struggle_trades_left(g);
    if (left > most)
        return "trades_left: more than the roads allow";
    g->traded = (uint8_t)(most - left);
    return read_taking(json, g);
}

/* Rows and pieces as they lie; points are only compared. */
static const char *read_seat(struct json_in json, struct struggle *g, int seat) {
    struct struggle_seat *s = &g->seat[seat];
    TRY(AGREES(json, "seat", seat));
    TRY(read_cards(g, json_get(json, "cards"), json, "count", &g->hand[seat]));
    if (!read_row(json_get(json, "roads"), &s->roads) ||
        !read_row(json_get(json, "knights"), &s->knights))
        return "seats.roads or seats.knights: not a list of A, B, A, B, ...";
    TRY(BYTE(json, "settlements", UINT8_MAX, &s->settlements));
    TRY(BYTE(json, "cities", UINT8_MAX, &s->cities));
    if (!read_set(json_get(json, "expansions"), struggle__expansion_names, SX_N, &s->expansions))
        return "seats.expansions: no list of expansions, each once";
    TRY(BYTE(json, "owes_cards", UINT8_MAX, &s->owes));
    TRY(AGREES(json, "points", struggle_points(g, seat)));
    return AGREES(json, "points_public", struggle_points(g, seat));
}

static const char *read_seats(struct json_in array, struct struggle *g) {
    struct json_in json;
    size_t at = 0;
    int n = 0;
    if (!json_is_array(array))
        return "seats: no list";
    for (; json_next(array, &at, NULL, &json); n++) {
        if (n == seats_of(g))
            return "seats: too many";
        TRY(read_seat(json, g, n));
    }
    return n == seats_of(g) ? NULL : "seats: too few";
}

/* An array of these seats; it may be left out. */
static const char *seats_agree(struct json_in array, unsigned seats, const char *wrong) {
    struct json_in value;
    size_t at = 0;
    int64_t seat;
    unsigned said = 0;
    if (!array.len)
        return NULL;
    while (json_next(array, &at, NULL, &value)) {
        if (!json_to_int(value, 0, SEATS_MAX - 1, &seat))
            return wrong;
        said |= 1u << seat;
    }
    return json_is_array(array) && said == (seats & ~OWES_CHANCE) ? NULL : wrong;
}

/* Derived keys, which a position may repeat; only called for a sound position. */
static const char *check_derived(struct json_in json, const struct struggle *g) {
    struct json_in winner = json_get(json, "winner"), chance = json_get(json, "chance");
    unsigned owes = struggle__owes(g), phase = PHASE(g->phase);
    bool said;
    if (!json_is_null(winner))
        TRY(AGREES(json, "winner", g->phase == SP_OVER ? g->turn : -1));
    TRY(seats_agree(json_get(json, "owes"), owes, "owes: not whom this position waits for"));
    TRY(seats_agree(json_get(json, "may"), 0, "may: nobody else is free to act in this game"));
    if (chance.len && (!json_to_bool(chance, &said) || said != (owes == OWES_CHANCE)))
        return "chance: not what this position waits for";
    if (!(PHASES_COMING & phase))
        TRY(AGREES(json, "coming", 0));
    if (json_is_given(json_get(json, "taking")) && !(PHASES_TAKING & phase))
        return "taking: in the phases take and give-back only";
    if (json_is_given(json_get(json, "asked")) && g->phase != SP_MARKET_DAY)
        return "asked: in the phase market-day only";
    if (json_is_given(json_get(json, "looking")) && g->phase != SP_LIBRARY)
        return "looking: in the phase library only";
    return NULL;
}

/* The order matters: rules before everything, the viewer before any cards, roads before trades. */
static const char *read_position(struct json_in json, const struct rules *rules,
                                 struct struggle *g) {
    memset(g, 0, sizeof *g);
    g->viewer = SEAT_ALL;
    g->rules = *rules;
    TRY(read_common(json, g));
    TRY(read_stacks(json, g));
    TRY(read_seats(json_get(json, "seats"), g));
    TRY(read_turn(json, g));
    int broken = struggle__sound(g);
    return broken ? struggle__invariant(broken) : check_derived(json, g);
}

/* Game, keys and rules come before the rest. */
static const char *read_rules(struct json_in json, struct rules *rules, struct text *why) {
    if (!json_equals(json_get(json, "game"), struggle_game.name))
        return "game: not \"struggle\"";
    text_cut(why, 0);
    if (!json_is_given(json_get(json, "viewer")) &&
        json_stray_key(json, struggle__position_shape, why))
        return why->start;
    const struct game *game = rules_read(json_get(json, "rules"), rules, why);
    return game == &struggle_game ? NULL : game ? "rules: of another game" : why->start;
}

/* `state` is written only when nothing is wrong with what was read. */
int struggle__read(void *state, const char *text, size_t len, struct text *why) {
    struct json_in json;
    struct struggle g;
    struct rules rules;
    const char *wrong = json_check(text, len, &json) ? "no JSON" : read_rules(json, &rules, why);
    if (!wrong)
        wrong = read_position(json, &rules, &g);
    if (!wrong) {
        *(struct struggle *)state = g;
        return 0;
    }
    if (wrong != why->start)
        text_set(why, wrong);
    return -1;
}
