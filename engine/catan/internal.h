/* internal.h -- shared only by the files of catan/.
 *
 * It has arithmetic on bundles of cards and sets of places, the row of the action table, and the
 * functions that chapters call of each other. The functions of the inner loop are in kernel.h. */
#ifndef CATAN_INTERNAL_H
#define CATAN_INTERNAL_H

#include <string.h>

#include "core/bits.h"
#include "core/check.h"
#include "catan.h"

/* Assumptions about the layout of the state. */
_Static_assert((int)KIND_N == KINDS && (int)DEV_N == KINDS, "both sorts of cards fit a bundle");
_Static_assert((int)HILLS == BRICK && (int)FOREST == LUMBER && (int)PASTURE == WOOL &&
               (int)FIELDS == GRAIN && (int)MOUNTAINS == ORE && (int)DESERT == KIND_N,
               "terrain yields the kind of the same number, the desert none");
_Static_assert(SEATS_MAX <= 8, "a set of seats is one byte");
_Static_assert((int)PH_N <= 32, "a set of phases is one word");
_Static_assert(CATAN_HEXES_MAX <= 32, "a set of hexes is one word");
_Static_assert(CATAN_CORNERS_MAX <= 128 && CATAN_PATHS_MAX <= 128, "a set of places is two words");
_Static_assert((int)OPT_N < OPTIONS_MAX, "every option has its byte, and the table its end");

/* ---- what things cost --------------------------------------------------------------- */
/* As bundles, so that "can pay" is one comparison. catan.h shows the first four as constants. */

#include "costs.inc"
#define VINCENT_SETTLEMENT (BUNDLE_CARD(BRICK) + BUNDLE_CARD(LUMBER))
#define VINCENT_CITY (BUNDLE_CARD(GRAIN) + 2 * BUNDLE_CARD(ORE))

/* One card of each kind, with their total. */
#define ONE_OF_EACH (BUNDLE_EACH + KIND_N * BUNDLE_TOTAL)

/* ---- sets of places ---------------------------------------------------------------- */

static inline void places_add(struct places *s, int i) { s->w[i >> 6] |= bits_one(i & 63); }
static inline void places_del(struct places *s, int i) { s->w[i >> 6] &= ~bits_one(i & 63); }
static inline struct places places_or(struct places a, struct places b) {
    return (struct places){ { a.w[0] | b.w[0], a.w[1] | b.w[1] } };
}
static inline struct places places_and(struct places a, struct places b) {
    return (struct places){ { a.w[0] & b.w[0], a.w[1] & b.w[1] } };
}
static inline struct places places_minus(struct places a, struct places b) {
    return (struct places){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1] } };
}
static inline bool places_any(struct places s) { return (s.w[0] | s.w[1]) != 0; }
static inline int places_count(struct places s) { return bits_count(s.w[0]) + bits_count(s.w[1]); }

/* Remove the lowest place of a nonempty set and return it. */
static inline int places_pop(struct places *s) {
    return s->w[0] ? bits_pop(&s->w[0]) : 64 + bits_pop(&s->w[1]);
}

/* ---- the action table (actions.c) -------------------------------------------------- */

#define PHASE(p) (1u << (p))
enum {  /* phases in which an action is possible; IN_TURN: a card, even before the roll */
    IN_TURN = PHASE(PH_ROLL) | PHASE(PH_TRADE) | PHASE(PH_BUILD) | PHASE(PH_MAIN),
    WHEN_TRADING = PHASE(PH_TRADE) | PHASE(PH_MAIN),
    WHEN_BUILDING = PHASE(PH_TRADE) | PHASE(PH_BUILD) | PHASE(PH_MAIN),
    OF_CHANCE = PHASE(PH_BOARD) | PHASE(PH_FIRST) | PHASE(PH_DICE) | PHASE(PH_STEAL) |
                PHASE(PH_DRAW) | PHASE(PH_LOOK),
};

/* Who may play an action. BY_BUILDER: the active seat or, between turns, the special builder.
 * BY_HELPER: the seat that is asked or must flip a helper. BY_ANYONE: the check decides. */
enum who { BY_CHANCE, BY_ACTIVE, BY_BUILDER, BY_HELPER, BY_ANYONE };
enum { F_PLACE = 1, F_TARGET = 2, F_GIVE = 4, F_GET = 8 };  /* fields an action uses */

/* One row per action: who may play it in which phases, how it is judged, what it does. `check`
 * runs only if seat, phase and helper are right, and changes nothing. `apply` relies on it and
 * judges nothing. */
struct row {
    uint8_t who, fields;        /* enum who; F_ bits, the other fields must be zero */
    uint8_t helper;             /* 1 + the helper that the seat must be able to use; 0: none */
    uint32_t phases;            /* PHASE() bits */
    enum catan_error (*check)(const struct catan *g, const struct action *a);
    void (*apply)(struct catan *g, const struct action *a);
};

/* ---- who is who -------------------------------------------------------------------- */

/* Who builds now: the active seat, or the seat in special building. */
static inline int builder(const struct catan *g) {
    return g->special == CATAN_NONE ? g->turn : g->special;
}

/* Everybody else, as bits. */
static inline unsigned others_of(const struct catan *g, int seat) {
    return ((1u << catan_seats(g)) - 1) & ~(1u << seat);
}

/* The seats that an offer still waits for, as bits. */
static inline unsigned unanswered(const struct catan_offer *o) {
    return o->to & ~(unsigned)(o->accepted | o->declined);
}

/* The index of the first element equal to `value`, or n. */
static inline int first_of(const uint8_t *cell, int n, int value) {
    const uint8_t *at = memchr(cell, value, (size_t)n);
    return at ? (int)(at - cell) : n;
}

/* Such a building ends trails and stops roads (rulings 22, 23). kernel.h has a version by shape,
 * foreign_at(). */
static inline bool foreign_building(const struct catan *g, int seat, int corner) {
    return places_has(g->built, corner) && !places_has(g->settlements[seat], corner) &&
           !places_has(g->cities[seat], corner);
}

extern const struct option catan__options[];
extern const struct ruleset catan__rulesets[];
/* Options that are each in range can contradict each other. */
enum catan_error catan__judge_options(const struct catan *g);
extern const struct sentence catan__sentences[];

/* ---- chapters ---------------------------------------------------------------------- */

/* Chapters export their checks and effects; the table in actions.c combines them. */
#define CHAPTER(name)                                                                   \
    enum catan_error catan__check_##name(const struct catan *g, const struct action *a); \
    void catan__do_##name(struct catan *g, const struct action *a);

/* deal_board.c */
enum catan_error catan__check_deal(const struct catan *g, const struct action *a);
#define DEALT(what) void catan__do_deal_##what(struct catan *g, const struct action *a);
DEALT(hex) DEALT(frame) DEALT(harbor) DEALT(corner) DEALT(token) DEALT(robber)
#undef DEALT
int catan__deal_menu(const struct catan *g, struct action *menu, uint32_t *weight);
bool catan__deal_can_go_on(const struct catan *g);      /* for catan_sound() */
void catan__lay_board(struct catan *g);
void catan__deal_on(struct catan *g);   /* lay everything that needs no chance, up to the next
                                         * deal */

/* tokens.c */
int catan__tokens_laid(const struct catan *g);
void catan__lay_spiral(struct catan *g, int corner);    /* from corner 0..5, all of them */
int catan__token_in_order(const struct catan_board *b, int n);  /* at random: the n-th to lay */
bool catan__token_leaves_room(const struct catan *g, int hex, int n, int token);
bool catan__tokens_can_go_on(const struct catan *g);    /* for catan__deal_can_go_on() */

/* setup.c */
uint64_t catan__full_deck(const struct catan *g);       /* every development card of the rules */
void catan__board_done(struct catan *g);                /* the board is complete: on to the first
                                                         * seat */
void catan__first_dice(struct catan *g, int sum);       /* of the next seat that rolls */
void catan__settled(struct catan *g, int corner);       /* set-up: after a settlement, a road */
void catan__settled_road(struct catan *g);

/* turn.c */
CHAPTER(roll) CHAPTER(dice) CHAPTER(end) CHAPTER(pass)
int catan__dice_menu(const struct catan *g, struct action *menu, uint32_t *weight);
void catan__draw_dice(const struct catan *g, struct source *src, struct action *a);
void catan__begin_turn(struct catan *g, int seat);  /* may end the game: ruling 25 */
void catan__forget_offers(struct catan *g); /* those of the turn that ends */
void catan__resume(struct catan *g);        /* continue with what is due, or with the turn */
bool catan__judge_win(struct catan *g);     /* true, and over, if the active seat has won */

/* robber.c */
CHAPTER(discard) CHAPTER(robber) CHAPTER(steal)
bool catan__ask_sean(struct catan *g);      /* after a seven; false: nobody is asked */
uint32_t catan__robber_hexes(const struct catan *g);    /* where it may move */
void catan__call_robber(struct catan *g);   /* by a knight: nobody discards */

/* build.c */
CHAPTER(road) CHAPTER(settle) CHAPTER(city) CHAPTER(buy) CHAPTER(draw)
/* Place and pieces left, without the price: helpers may change the price. */
enum catan_error catan__check_path(const struct catan *g, int seat, int path);
enum catan_error catan__check_corner(const struct catan *g, int seat, int corner);
enum catan_error catan__check_upgrade(const struct catan *g, int seat, int corner);
/* something was bought: trading is over in strict phases */
void catan__built(struct catan *g);
void catan__pay(struct catan *g, int seat, uint64_t cost);
/* Lay a piece and update every derived field, including the Longest Road. The caller pays. */
void catan__place_road(struct catan *g, int seat, int path);
void catan__place_settlement(struct catan *g, int seat, int corner);
void catan__place_city(struct catan *g, int seat, int corner);

/* development_cards.c */
CHAPTER(knight) CHAPTER(road_building) CHAPTER(plenty) CHAPTER(monopoly)

/* state.c */
struct places catan__reach(const struct catan *g, int seat, struct places roads,
                           struct places *network);

/* trade.c */
bool catan__may_offer(const struct catan *g, int seat);     /* has it an offer left this turn? */
CHAPTER(bank) CHAPTER(offer) CHAPTER(accept) CHAPTER(decline) CHAPTER(confirm) CHAPTER(withdraw)
void catan__lapse(struct catan *g, int seat);   /* its hand shrank: cancel its standing offer */
uint64_t catan__promised(const struct catan *g, int seat);
/* menu.c: what helpers and offers add to the menu of a turn; returns how many. */
int catan__more_in_turn(const struct catan *g, int seat, struct action *menu);
bool catan__trading(const struct catan *g);     /* may seats trade with each other now? */

/* awards.c */
/* The longest trail through a road; 0 if it cannot beat the record. */
int catan__trail_through(const struct catan *g, int seat, int path);
void catan__judge_road(struct catan *g);        /* after a road was cut or moved */
void catan__judge_all_roads(struct catan *g);   /* in any case */
void catan__take_longest(struct catan *g, int seat, int length);   /* CATAN_NONE: set aside */
void catan__judge_army(struct catan *g);

/* invariants_start.c, invariants_derived.c: for catan_sound(). */
bool catan__start_fits(const struct catan *g);
bool catan__derived_by_definition(const struct catan *g);

/* helpers.c, helpers_candamir_hilde.c */
void catan__ask_marianne(struct catan *g);  /* after a roll, if it gave her holder nothing */
CHAPTER(nassir) CHAPTER(repay) CHAPTER(william) CHAPTER(marianne) CHAPTER(louis) CHAPTER(sean)
CHAPTER(candamir) CHAPTER(look) CHAPTER(keep) CHAPTER(hilde) CHAPTER(take) CHAPTER(vincent_settle)
CHAPTER(vincent_city) CHAPTER(jean) CHAPTER(lin) CHAPTER(flip) CHAPTER(exchange)
enum catan_error catan__check_helper(const struct catan *g, int seat, int helper);
bool catan__ready(const struct catan *g, int seat, int helper);     /* may the seat use it now? */
/* Mark it as used; `phase` is what comes next. */
void catan__use_helper(struct catan *g, int seat, int phase);
void catan__use_and_judge(struct catan *g, int seat);   /* used while building: check for a win */
/* Is this the cost with exactly one card replaced by another kind? */
bool catan__replaces_one(uint64_t cost, const uint8_t give[KINDS]);
int catan__holder(const struct catan *g, int helper);               /* -1: nobody */
void catan__deal_helper(struct catan *g, int helper);   /* set-up: to its seat; works at once */
/* Louis: may this road be taken up, and where could it go then? */
bool catan__loose_road(const struct catan *g, int seat, int path);
struct places catan__places_without(const struct catan *g, int seat, int path);
int catan__look_menu(const struct catan *g, struct action *menu, uint32_t *weight);
int catan__helper_menu(const struct catan *g, int seat, struct action *menu);

#endif
