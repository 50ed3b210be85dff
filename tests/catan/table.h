/* table.h -- a table to test the rules at: given, play, try, in the notation of
 * docs/notation.md.
 *
 * given() starts a game; play() plays lines and fails the test if one is refused; try_() returns
 * the answer of check(). hand(), cards(), lay() set the table directly. The state must be sound
 * after every step. */
#ifndef TESTS_CATAN_TABLE_H
#define TESTS_CATAN_TABLE_H

#include <stdlib.h>

#include "catan/catan.h"
#include "catan/place_names.h"
#include "core/notation.h"
#include "tests/test.h"

static struct catan g;

#define PLAIN "fifth,first=0"                           /* fixed board and pieces, strict phases */
#define COMBINED "fifth,first=0,phases=combined"
#define DRAFT "fifth,first=0,start=draft"               /* fixed board, seats place their pieces */

static inline void still_sound(const char *after) {
    int broken = catan_sound(&g);
    if (broken)
        test_fail(__FILE__, __LINE__, "after %s: broken %d, %s", after, broken,
                  catan_invariant(broken));
}

static inline enum catan_error try_(const char *text) {
    struct action a;
    int e = catan_parse(&g, text, &a);
    if (e)
        return (enum catan_error)e;
    return catan_check(&g, &a);
}

static inline void play_line(const char *text) {
    struct action a;
    int e = catan_parse(&g, text, &a);
    if (!e)
        e = (int)catan_check(&g, &a);
    if (e) {
        test_fail(__FILE__, __LINE__, "%s: refused, %s", text, catan_game.reasons[e].id);
        return;
    }
    catan_apply(&g, &a);
    still_sound(text);
}

/* Semicolons separate lines: "0 roll; * dice 3 4". */
static inline void play(const char *lines) {
    char line[64];
    while (*lines) {
        size_t n = strcspn(lines, ";");
        snprintf(line, sizeof line, "%.*s", (int)n, lines);
        play_line(line);
        lines += n;
        lines += strspn(lines, "; ");
    }
}

static inline void given(const char *rules_text, int seats, const char *lines) {
    struct rules rules;
    int at, e = (int)rules_parse(&catan_game, rules_text, seats, &rules, &at);
    if (e || catan_init(&g, &rules)) {
        test_fail(__FILE__, __LINE__, "%s does not start", rules_text);
        abort();
    }
    play(lines);
}

/* The board dealt by chance and everybody's first pieces placed, up to the first roll. */
static inline void set_up(uint64_t seed) {
    struct rng rng;
    rng_seed(&rng, seed);
    while (g.phase != PH_ROLL) {
        struct action menu[CATAN_MENU_MAX];
        if (catan_owes(&g) == OWES_CHANCE)
            chance_draw(&catan_game, &g, &rng.source, &menu[0]);
        else
            catan_legal(&g, g.turn, menu);
        catan_apply(&g, &menu[0]);
    }
}

/* "2wool+ore" as a bundle; words are kinds or development cards. */
static inline uint64_t bundle(const char *text, const char *const *words) {
    uint64_t sum = 0;
    while (*text) {
        uint64_t count = '0' < *text && *text <= '9' ? (uint64_t)(*text++ - '0') : 1;
        size_t n = strcspn(text, "+");
        int k = notation_find(words, 5, text, n);
        if (k < 0) {
            test_fail(__FILE__, __LINE__, "no cards: %s", text);
            return 0;
        }
        sum += count * BUNDLE_CARD(k);
        text += n + (text[n] == '+');
    }
    return sum;
}
#define KINDS_OF(text) bundle(text, catan_kind_words)
#define DEVS_OF(text) bundle(text, catan_dev_words)

static inline bool holds(int seat, const char *text) { return g.hand[seat] == KINDS_OF(text); }

/* Exchange a seat's hand with the supply for these cards. */
static inline void hand(int seat, const char *text) {
    g.bank += g.hand[seat];
    g.hand[seat] = KINDS_OF(text);
    g.bank -= g.hand[seat];
    still_sound(text);
}

/* Give a seat development cards that it may play. */
static inline void cards(int seat, const char *text) {
    g.dev[seat] += DEVS_OF(text);
    g.deck -= DEVS_OF(text);
    still_sound(text);
}

/* Let the supply hold only this much of a kind; `seat` gets the rest. */
static inline void supply(int kind, int left, int seat) {
    int moved = bundle_count(g.bank, kind) - left;
    g.bank -= (uint64_t)moved * BUNDLE_CARD(kind);
    g.hand[seat] += (uint64_t)moved * BUNDLE_CARD(kind);
}

/* It is this seat's turn and it has rolled. */
static inline void turn_of(int seat) {
    g.turn = (uint8_t)seat;
    g.rolled = 1;
    g.card_played = g.trade_over = 0;
    g.phase = catan_option(&g, OPT_PHASES) == PHASES_COMBINED ? PH_MAIN : PH_TRADE;
}

/* Build for a seat, out of turn and for free: lay(2, "road A1.NE"). */
static inline void lay(int seat, const char *what) {
    struct catan before = g;
    char line[64];
    turn_of(seat);
    uint64_t cost = strncmp(what, "road", 4) == 0 ? catan_cost_road
                  : strncmp(what, "city", 4) == 0 ? catan_cost_city : catan_cost_settlement;
    g.hand[seat] += cost;
    g.bank -= cost;
    snprintf(line, sizeof line, "%d %s", seat, what);
    play_line(line);
    g.turn = before.turn;
    g.phase = before.phase;
    g.rolled = before.rolled;
    g.card_played = before.card_played;
    g.trade_over = before.trade_over;
}

static inline void put_piece(const char *line, int seat) {
    struct catan before = g, after;
    struct action a;
    EXPECT_EQ(catan_parse(&g, line, &a), 0);
    g.turn = (uint8_t)seat;
    g.placed = 0;
    g.phase = a.type == ACT_SETTLE ? PH_SETTLE : PH_SETTLE_ROAD;
    if (a.type == ACT_ROAD)
        g.last_corner = catan_board(&g)->path_corner[a.place][0];
    if (catan_check(&g, &a))
        test_fail(__FILE__, __LINE__, "%s cannot be put", line);
    else
        catan_apply(&g, &a);
    after = g;
    g = before;
    memcpy(g.settlements, after.settlements, sizeof g.settlements);
    memcpy(g.roads, after.roads, sizeof g.roads);
    g.longest_road = after.longest_road;
    g.longest_length = after.longest_length;
    catan_derive(&g);
    still_sound(line);
}

/* Put pieces anywhere the set-up would allow them: put(2, "settle A1.N; road A1.NE"). The awards
 * are judged as always. */
static inline void put(int seat, const char *pieces) {
    char line[64];
    while (*pieces) {
        size_t n = strcspn(pieces, ";");
        snprintf(line, sizeof line, "%d %.*s", seat, (int)n, pieces);
        put_piece(line, seat);
        pieces += n;
        pieces += strspn(pieces, "; ");
    }
}

/* Is this line in the menu of its seat? */
static inline bool listed(const char *text) {
    static struct action menu[CATAN_MENU_MAX];
    struct action a;
    if (catan_parse(&g, text, &a))
        return false;
    int n = catan_legal(&g, a.seat, menu);
    for (int i = 0; i < n; i++)
        if (memcmp(&menu[i], &a, sizeof a) == 0)
            return true;
    return false;
}

static inline int menu_of(int seat) {
    static struct action menu[CATAN_MENU_MAX];
    return catan_legal(&g, seat, menu);
}

static inline int corner_at(const char *name) {
    return catan_read_place(&g, PLACE_CORNER, name, strlen(name));
}
static inline int path_at(const char *name) {
    return catan_read_place(&g, PLACE_PATH, name, strlen(name));
}
static inline int hex_at(const char *name) {
    return catan_read_place(&g, PLACE_HEX, name, strlen(name));
}

#endif
