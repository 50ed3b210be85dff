/* internal.h -- shared between the files of struggle/, and by nobody else.
 *
 * A file is a chapter of the rules: its checks answer an error code and change nothing, its
 * other functions change the state and judge nothing. actions.c ties them to actions. The few
 * functions that every action ends in are inline here, for the playout's sake. */
#ifndef STRUGGLE_INTERNAL_H
#define STRUGGLE_INTERNAL_H

#include "../core/bits.h"
#include "../core/check.h"
#include "struggle.h"

/* What the bytes and words of the state rely on. */
_Static_assert((int)SP_N <= 32, "a set of phases is one word");
_Static_assert((int)SB_N <= 8 && (int)SX_N <= 8, "sets of buildings and of expansions are bytes");
_Static_assert((int)SK_ORE == KINDS - 1, "the cards are the kinds of a bundle");
_Static_assert((int)SB_ROAD == 0 && (int)SB_CITY == 3, "what has a stack comes first: see supply");
_Static_assert((int)SO_ORE == SO_BRICK + KINDS - 1, "numbers of cards are options in a row");
_Static_assert((int)SO_TOWN_HALL == SO_LIBRARY + 3 * SX_TOWN_HALL &&
               (int)SO_TOWN_HALL_POINTS == SO_LIBRARY_POINTS + SX_TOWN_HALL,
               "options of expansions go in the order of enum struggle_expansion");

#define PHASE(p) (1u << (p))
#define PHASES_MAIN (PHASE(SP_TRADE) | PHASE(SP_BUILD))
#define PHASES_CHANCE \
    (PHASE(SP_MARKET) | PHASE(SP_DEAL) | PHASE(SP_FIRST) | PHASE(SP_SWAP) | PHASE(SP_TAKE) \
                       | PHASE(SP_EVENT) | PHASE(SP_DRAW))

/* Phases in which cards come one by one, and in which they are taken from a hand. */
#define PHASES_COMING (PHASE(SP_MARKET) | PHASE(SP_DEAL) | PHASE(SP_SWAP) | PHASE(SP_DRAW))
#define PHASES_TAKING (PHASE(SP_TAKE) | PHASE(SP_GIVE_BACK))

/* Which fields of an action a row reads; all others must be zero. F_ONE: exactly one card on
 * each side that it reads. */
enum { F_PLACE = 1, F_TARGET = 2, F_GIVE = 4, F_GET = 8, F_ONE = 16 };

/* One row per kind of action: who plays it and when, how it is judged, what it does.
 * The rules are this table; see actions.c. A check may rely on the phase, on a seat
 * that the game waits for and on the shape; it judges the rest. */
struct act_row {
    const char *verb;
    unsigned phases;
    int fields;
    int (*check)(const struct struggle *g, const struct action *a);
    void (*apply)(struct struggle *g, const struct action *a);
};
extern const struct act_row struggle__acts[SA_N];

/* rules.c */
extern const struct option struggle__options[];
extern const struct ruleset struggle__rulesets[];
/* How many cards of a sort join with these seats; `option` is the one without a figure. */
int struggle__cards_in_play(const struct rules *r, int option);

static inline int seats_of(const struct struggle *g) {
    return g->rules.seats;
}
static inline int option_of(const struct struggle *g, enum struggle_option o) {
    return g->rules.value[o];
}

/* The kinds that are there at all, and those of which there are at least three; a bit each. */
static inline unsigned cards_kinds(uint64_t cards) {
    return bundle_set(bundle_held(cards));
}
static inline unsigned cards_threes(uint64_t cards) {
    return bundle_set(bundle_enough(cards, 3 * BUNDLE_EACH));
}
/* The kind of the one card in `cards`; the check has counted that it is one. */
static inline int struggle__kind(const uint8_t cards[KINDS]) {
    return cards[1] + 2 * cards[2] + 3 * cards[3] + 4 * cards[4];
}

/* That card as a bundle. */
static inline uint64_t struggle__card(const uint8_t cards[KINDS]) {
    return (bundle_pack(cards) & BUNDLE_KINDS) + BUNDLE_TOTAL;
}

/* setup.c */
int struggle__init(void *state, const struct rules *rules);
/* Can a game be played by these numbers at all? */
bool struggle__playable(const struct rules *r);
uint64_t struggle__all_cards(const struct rules *r);    /* every resource card in play */
int struggle__check_first(const struct struggle *g, const struct action *a);
int struggle__check_deal(const struct struggle *g, const struct action *a);
int struggle__check_market(const struct struggle *g, const struct action *a);
void struggle__first(struct struggle *g, const struct action *a);
void struggle__deal(struct struggle *g, const struct action *a);
void struggle__market(struct struggle *g, const struct action *a);
/* The seat that the next card dealt goes to: in the set-up seat by seat, each its whole hand; later
 * always the active seat. */
static inline int struggle__dealt_to(const struct struggle *g) {
    if (LIKELY(g->phase != SP_DEAL))
        return g->turn;
    int each = option_of(g, SO_START_CARDS);
    CHECK(each && g->pending);          /* else there is no SP_DEAL */
    return (each * seats_of(g) - g->pending) / each;
}

/* trade.c */
/* Of a seat that trades. Ruling 80 and the book's table: counted in cards, not in deals. */
static inline int trades_left(const struct struggle *g) {
    int roads = struggle_a_sides(g->seat[g->turn].roads);
    return (roads ? roads : 1) - g->traded;
}
/* Does the seat have what it would give? */
int struggle__check_in_hand(const struct struggle *g, const struct action *a);
int struggle__check_swap_stack(const struct struggle *g, const struct action *a);
int struggle__check_swap_market(const struct struggle *g, const struct action *a);
int struggle__check_take_from(const struct struggle *g, const struct action *a);
int struggle__check_library(const struct struggle *g, const struct action *a);
int struggle__check_pick(const struct struggle *g, const struct action *a);
int struggle__check_guild(const struct struggle *g, const struct action *a);
int struggle__check_steal(const struct struggle *g, const struct action *a);
void struggle__swap_stack(struct struggle *g, const struct action *a);
void struggle__swap_market(struct struggle *g, const struct action *a);
void struggle__take_from(struct struggle *g, const struct action *a);
void struggle__library(struct struggle *g, const struct action *a);
void struggle__pick(struct struggle *g, const struct action *a);
void struggle__give_back(struct struggle *g, const struct action *a);
void struggle__guild(struct struggle *g, const struct action *a);
void struggle__steal(struct struggle *g, const struct action *a);

/* payment.c */
/* Append everything that the seat can build and pay now; returns the end of the menu. */
struct action *struggle__add_builds(const struct struggle *g, int seat, struct action *at);
bool struggle__pays(int building, uint64_t cards);      /* exactly: no card too many */

/* hands.c */
/* Cards at the start of a row that nobody can take away (rulings 61, G11). */
static inline int protected_cards(const struct struggle *g, int seat, int what) {
    if (what == SB_ROAD)
        return g->seat[seat].expansions & 1u << SX_CASTLE ? option_of(g, SO_CASTLE_ROADS) : 0;
    return g->seat[seat].expansions & 1u << SX_CHURCH ? option_of(g, SO_CHURCH_KNIGHTS) : 0;
}
/* With two seats the other one, whichever way one goes (ruling 59). */
static inline int taken_from(const struct struggle *g, int seat, int what) {
    int n = seats_of(g), step = g->counter ? n - 1 : 1;
    for (int s = seat;;) {
        s += step;
        s -= s >= n ? n : 0;
        if (s == seat)
            return -1;
        int row = what == SB_ROAD ? g->seat[s].roads : g->seat[s].knights;
        if (row && row > protected_cards(g, s, what))
            return s;
    }
}

/* build.c */
/* The kinds of expansion that `seat` could choose, a bit each. */
unsigned struggle__choice(const struct struggle *g, int seat);
/* May it be built, whatever it costs? A road or a knight from the stack or out of another's row. */
static inline bool struggle__buildable(const struct struggle *g, int seat, int building) {
    const struct struggle_seat *s = &g->seat[seat];
    if (g->built >> building & 1)
        return false;
    if (building == SB_CITY)
        return s->settlements;
    if (building == SB_EXPANSION)
        return s->cities && struggle__choice(g, seat);
    return g->supply[building] ||
           (building != SB_SETTLEMENT && taken_from(g, seat, building) >= 0);
}
int struggle__check_build(const struct struggle *g, const struct action *a);
int struggle__check_nothing(const struct struggle *g, const struct action *a);
void struggle__build(struct struggle *g, const struct action *a);
void struggle__turn(struct struggle *g, const struct action *a);
void struggle__leave(struct struggle *g, const struct action *a);

/* events.c */
int struggle__check_event(const struct struggle *g, const struct action *a);
void struggle__event(struct struggle *g, const struct action *a);
void struggle__discard(struct struggle *g, const struct action *a);
void struggle__pass(struct struggle *g, const struct action *a);
void struggle__next_asked(struct struggle *g);          /* market day: the seat after `target` */

/* draw.c */
int struggle__check_draw(const struct struggle *g, const struct action *a);
void struggle__draw(struct struggle *g, const struct action *a);
void struggle__end_turn(struct struggle *g);
void struggle__begin_turn(struct struggle *g, int seat);    /* may end the game: ruling 66 */
/* Make the draw stack ready for a draw; false if there is no card at all. The discards
 * become the draw stack when its last card leaves, or, if there are none then, at the
 * next draw. */
static inline bool struggle__ready(struct struggle *g) {
    if (!g->stack) {
        g->stack = g->discard;
        g->discard = 0;
    }
    return g->stack != 0;
}
/* A card is drawn and comes to another place (ruling G9 for the rest). */
static inline void struggle__leave_stack(struct struggle *g, uint64_t card, uint64_t *to) {
    CHECK(bundle_has(g->stack, card));
    g->stack -= card;
    *to += card;
    struggle__ready(g);
}

/* win.c */
static inline int points_of(const struct struggle *g, int seat) {
    const struct struggle_seat *s = &g->seat[seat];
    int points = s->settlements + 2 * s->cities + struggle_b_sides(s->roads)
        + struggle_b_sides(s->knights);
    for (uint64_t left = s->expansions; left;)
        points += g->rules.value[SO_LIBRARY_POINTS + bits_pop(&left)];
    return points;
}
static inline bool struggle__has_won(const struct struggle *g) {
    return points_of(g, g->turn) >= option_of(g, SO_POINTS);
}
/* Something is resolved: the active seat goes on, or has won at that moment. */
static inline void struggle__resume(struct struggle *g) {
    g->phase = struggle__has_won(g) ? SP_OVER : g->built ? SP_BUILD : SP_TRADE;
}

/* actions.c */
unsigned struggle__owes(const void *state);
unsigned struggle__may(const void *state);
int struggle__check(const void *state, const struct action *a);
void struggle__apply(void *state, const struct action *a);

/* menu.c */
int struggle__legal(const void *state, int seat, struct action *menu);
int struggle__weights(const void *state, uint32_t *weight);
void struggle__draw_chance(const void *state, struct source *src, struct action *out);

/* view.c */
bool struggle__sees_hand(const struct struggle *g, int viewer, int seat);
void struggle__view(const void *state, int seat, void *out);
void struggle__see(const void *state, const struct action *a, int seat, struct action *out);
bool struggle__plain(const void *state, const struct action *a);
void struggle__guess(const void *view, struct source *src, void *state);

/* sound.c */
const char *struggle__invariant(int number);    /* words for whoever set the position */
int struggle__sound(const void *state);

/* notation.c */
extern const char *const struggle__building_names[SB_N];
extern const char *const struggle__expansion_names[SX_N];
extern const char *const struggle__event_names[SV_N];
int struggle__format(const void *state, const struct action *a, char *text, int size);
int struggle__parse(const void *state, const char *text, struct action *a);

/* position.c */
void struggle__write(const void *state, const void *earlier, struct json_out *out);
bool struggle__own_news(const void *earlier, const void *state, int seat);
int struggle__read(void *state, const char *text, size_t len, struct text *why);

#endif
