/* table.h -- a table to test Struggle at, in the notation of docs/notation.md.
 *
 * given() starts a game and lets chance set it up: seat 0 begins. play() plays lines and fails
 * the test if one is refused; try_() returns the answer of check(). hand(), market(), rows() and
 * town() change the table directly; cards come from the draw stack and return to it. The state
 * must be sound after every step. */
#ifndef TESTS_STRUGGLE_TABLE_H
#define TESTS_STRUGGLE_TABLE_H

#include <stdlib.h>

#include "core/cards.h"
#include "struggle/struggle.h"
#include "tests/test.h"

static struct struggle g;

static inline void still_sound(const char *after) {
    int broken = struggle_game.sound(&g);
    if (broken)
        test_fail(__FILE__, __LINE__, "after %s: invariant %d is broken", after, broken);
}

static inline int try_(const char *text) {
    struct action a;
    int error = struggle_game.parse(&g, text, &a);
    return error ? error : struggle_game.check(&g, &a);
}

/* Semicolons separate lines: "0 draw 2; * deal 0 wool". */
static inline void play(const char *lines) {
    char line[80];
    struct action a;
    still_sound("the beginning");
    while (*lines) {
        size_t n = strcspn(lines, ";");
        snprintf(line, sizeof line, "%.*s", (int)n, lines);
        int error = try_(line);
        if (error) {
            test_fail(__FILE__, __LINE__, "%s: refused, %s", line, struggle_game.reasons[error].id);
            return;
        }
        struggle_game.parse(&g, line, &a);
        struggle_game.apply(&g, &a);
        still_sound(line);
        lines += n;
        lines += strspn(lines, "; ");
    }
}

static inline bool start(const char *rules_text, int seats) {
    struct rules rules;
    int at;
    return rules_parse(&struggle_game, rules_text, seats, &rules, &at) == RULES_OK
           && struggle_game.init(&g, &rules) == 0;
}

/* Chance does the set-up: brick, lumber, wool, ... in turn. */
static inline void set_up(void) {
    struct action menu[64];
    for (int i = 0, n; g.turn < 0 && (n = struggle_game.legal(&g, SEAT_CHANCE, menu)) > 0; i++)
        struggle_game.apply(&g, &menu[g.phase == SP_FIRST ? 0 : i % n]);
}

static inline void given(const char *rules_text, int seats) {
    if (!start(rules_text, seats)) {
        test_fail(__FILE__, __LINE__, "%s does not start", rules_text);
        abort();
    }
    set_up();
    still_sound(rules_text);
}

static inline uint64_t bundle(const char *text) {
    uint8_t count[KINDS];
    uint64_t cards = 0;
    if (!*text)
        return 0;
    if (!cards_parse(text, strlen(text), count))
        test_fail(__FILE__, __LINE__, "no cards: %s", text);
    for (int kind = 0; kind < KINDS; kind++)
        cards += BUNDLE_CARD(kind) * count[kind];
    return cards;
}

static inline void exchange(uint64_t *place, const char *text) {
    g.stack += *place;
    *place = bundle(text);
    g.stack -= *place;
    still_sound(text);
}
static inline void hand(int seat, const char *text) { exchange(&g.hand[seat], text); }
static inline void market(const char *text) { exchange(&g.market, text); }
static inline bool holds(int seat, const char *text) { return g.hand[seat] == bundle(text); }

/* Leave these cards in the draw stack; the others go to the discard pile. */
static inline void stack(const char *text) {
    g.discard += g.stack - bundle(text);
    g.stack = bundle(text);
    still_sound(text);
}

/* All hands empty. */
static inline void empty_hands(void) {
    for (int seat = 0; seat < g.rules.seats; seat++)
        hand(seat, "");
}

/* Roads and knights in front of a seat, from the stacks or back to them. */
static inline void rows(int seat, int roads, int knights) {
    g.supply[SB_ROAD] = (uint8_t)(g.supply[SB_ROAD] + g.seat[seat].roads - roads);
    g.supply[SB_KNIGHT] = (uint8_t)(g.supply[SB_KNIGHT] + g.seat[seat].knights - knights);
    g.seat[seat].roads = (uint8_t)roads;
    g.seat[seat].knights = (uint8_t)knights;
    still_sound("rows");
}

/* Settlements, cities and expansions, given as bits, in front of a seat. */
static inline void town(int seat, int settlements, int cities, unsigned expansions) {
    struct struggle_seat *s = &g.seat[seat];
    int turned = 0;
    for (int kind = 0; kind < SX_N; kind++) {
        int more = (int)(expansions >> kind & 1) - (s->expansions >> kind & 1);
        g.expansion[kind] = (uint8_t)(g.expansion[kind] - more);
        turned += more;
    }
    turned += cities - s->cities;
    g.supply[SB_SETTLEMENT] =
        (uint8_t)(g.supply[SB_SETTLEMENT] + s->settlements - settlements - turned);
    g.back[SV_BRIGANDS] = (uint8_t)(g.back[SV_BRIGANDS] - turned);
    s->settlements = (uint8_t)settlements;
    s->cities = (uint8_t)cities;
    s->expansions = (uint8_t)expansions;
    still_sound("town");
}

static inline int points(int seat) { return struggle_points(&g, seat); }

static inline bool in_menu(const char *text) {
    static struct action menu[STRUGGLE_MENU_MAX];
    struct action a;
    if (struggle_game.parse(&g, text, &a))
        return false;
    int n = struggle_game.legal(&g, a.seat, menu);
    for (int i = 0; i < n; i++)
        if (!memcmp(&a, &menu[i], sizeof a))
            return true;
    return false;
}

/* How many actions of this seat start with these words. */
static inline int menu_count(int seat, const char *words) {
    static struct action menu[STRUGGLE_MENU_MAX];
    char text[ACTION_TEXT_MAX];
    int n = struggle_game.legal(&g, seat, menu), found = 0;
    for (int i = 0; i < n; i++) {
        struggle_game.format(&g, &menu[i], text, sizeof text);
        found += !strncmp(text, words, strlen(words));
    }
    return found;
}

/* End the turn of the active seat; chance deals the first kind there is. */
static inline void pass_turn(void) {
    struct action menu[64];
    char text[16];
    snprintf(text, sizeof text, "%d draw %d", g.turn, g.rules.value[SO_DRAW]);
    play(text);
    while (g.phase == SP_DRAW && struggle_game.legal(&g, SEAT_CHANCE, menu) > 0)
        struggle_game.apply(&g, &menu[0]);
    still_sound("pass_turn");
}

#define HAS(expansion) (1u << (expansion))

/* The lowest seat that owes chooses from its menu, chance from its list of outcomes. */
static inline void random_step(struct struggle *state, struct rng *rng, struct action *a) {
    static struct action choices[STRUGGLE_MENU_MAX];
    unsigned owes = struggle_game.owes(state);
    if (owes == OWES_CHANCE) {
        chance_draw_listed(&struggle_game, state, &rng->source, a);
    } else {
        int n = struggle_game.legal(state, bits_first(owes), choices);
        *a = choices[rng_below(rng, (uint32_t)n)];
    }
    struggle_game.apply(state, a);
}

#endif
