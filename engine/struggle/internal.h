/* internal.h -- shared between the files of struggle/, and by nobody else.
 *
 * A file is a chapter of the rules: its checks answer an error code and change nothing, its
 * other functions change the state and judge nothing. actions.c ties them to actions. What menus
 * and the playout ask most is inline, in the header of its chapter. */
#ifndef STRUGGLE_INTERNAL_H
#define STRUGGLE_INTERNAL_H

#include "core/bits.h"
#include "core/check.h"
#include "struggle.h"

/* Assumptions about the layout of the state. */
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

/* One row per action: who plays it and when, how it is judged, what it does. A check may rely on
 * the phase, on a seat that the game waits for, and on a well-formed action; it judges the rest. */
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
extern const struct sentence struggle__sentences[];
/* How many cards of a sort are in play with this many seats; `option` is the one without a
 * figure. */
int struggle__cards_in_play(const struct rules *r, int option);

static inline int seats_of(const struct struggle *g) {
    return g->rules.seats;
}
static inline int option_of(const struct struggle *g, enum struggle_option o) {
    return g->rules.value[o];
}

/* The kinds with at least one card, one bit each. */
static inline unsigned cards_kinds(uint64_t cards) {
    return bundle_set(bundle_held(cards));
}
/* The kind of the only card in `cards`; the check has made sure that it is one. */
static inline int struggle__kind(const uint8_t cards[KINDS]) {
    return cards[1] + 2 * cards[2] + 3 * cards[3] + 4 * cards[4];
}

/* That card as a bundle. */
static inline uint64_t struggle__card(const uint8_t cards[KINDS]) {
    return (bundle_pack(cards) & BUNDLE_KINDS) + BUNDLE_TOTAL;
}

/* Chapters export their checks and effects; the table in actions.c combines them. */
#define CHAPTER(name)                                                                      \
    int struggle__check_##name(const struct struggle *g, const struct action *a);          \
    void struggle__##name(struct struggle *g, const struct action *a);

/* setup.c */
CHAPTER(first) CHAPTER(deal) CHAPTER(market)
int struggle__init(void *state, const struct rules *rules);
/* Do these numbers make a playable game? */
bool struggle__playable(const struct rules *r);
uint64_t struggle__all_cards(const struct rules *r);    /* every resource card in play */
/* The seat that gets the next card: in the set-up seat by seat, each its whole hand; later
 * always the active seat. */
static inline int struggle__dealt_to(const struct struggle *g) {
    if (LIKELY(g->phase != SP_DEAL))
        return g->turn;
    int each = option_of(g, SO_START_CARDS);
    CHECK(each && g->pending);          /* otherwise there is no SP_DEAL */
    return (each * seats_of(g) - g->pending) / each;
}

/* trade.c */
CHAPTER(swap_stack) CHAPTER(swap_market) CHAPTER(take_from) CHAPTER(library) CHAPTER(pick)
CHAPTER(guild) CHAPTER(steal)
/* Does the seat have what it would give? */
int struggle__check_in_hand(const struct struggle *g, const struct action *a);
void struggle__give_back(struct struggle *g, const struct action *a);

/* payment.c */
/* Append everything that the seat can build and pay now; returns the end of the menu. */
struct action *struggle__add_builds(const struct struggle *g, int seat, struct action *at);
bool struggle__pays(int building, uint64_t cards);      /* exactly: no card too many */

/* build.c; what menus ask often is in build.h */
CHAPTER(build)
/* The kinds of expansion that `seat` could choose, one bit each. */
unsigned struggle__choice(const struct struggle *g, int seat);

/* destiny.c; whose card is taken is in destiny.h */
void struggle__turn(struct struggle *g, const struct action *a);
void struggle__leave(struct struggle *g, const struct action *a);

/* events.c */
CHAPTER(event)
void struggle__discard(struct struggle *g, const struct action *a);
void struggle__pass(struct struggle *g, const struct action *a);
void struggle__next_asked(struct struggle *g);          /* market day: the seat after `target` */

/* draw.c; the draw stack itself is in draw.h */
CHAPTER(draw)

/* turn.c; points and winning are in turn.h */
void struggle__end_turn(struct struggle *g);
void struggle__begin_turn(struct struggle *g, int seat);    /* may end the game: ruling 66 */

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

/* invariants.c */
const char *struggle__invariant(int number);    /* words for whoever set the position */
int struggle__sound(const void *state);

/* notation.c */
extern const char *const struggle__building_names[SB_N];
extern const char *const struggle__expansion_names[SX_N];
int struggle__format(const void *state, const struct action *a, char *text, int size);
int struggle__parse(const void *state, const char *text, struct action *a);

/* position.c */
void struggle__write(const void *state, const void *earlier, struct json_out *out);
bool struggle__own_news(const void *earlier, const void *state, int seat);
int struggle__read(void *state, const char *text, size_t len, struct text *why);

#endif
