/* struggle.h -- Struggle for Catan, the card game: its state, actions and options.
 *
 * Hosts that do not care which game they run use struggle_game through core/game.h. The game
 * consists of cards, and all but the hands are open. Roads and knights are identical cards whose
 * visible side depends on the place in the owner's row (A, B, A, B, ...), so a row is a number.
 * The draw stack is a multiset from which chance draws, and so are the backs of settlements that
 * nobody has turned yet.
 *
 * Enumerators start with S, so that this header and catan.h can be included together. */
#ifndef STRUGGLE_STRUGGLE_H
#define STRUGGLE_STRUGGLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/bundle.h"
#include "core/game.h"
#include "options.h"

enum struggle_kind { SK_BRICK, SK_LUMBER, SK_WOOL, SK_GRAIN, SK_ORE };   /* KINDS of them */

/* Roads, knights and settlements come from stacks. A city is a settlement turned over; an
 * expansion lies on a city. */
enum struggle_building { SB_ROAD, SB_KNIGHT, SB_SETTLEMENT, SB_CITY, SB_EXPANSION, SB_N };
extern const uint64_t struggle_cost[SB_N];      /* as bundles */

enum struggle_expansion { SX_LIBRARY, SX_GUILD, SX_CHURCH, SX_CASTLE, SX_TOWN_HALL, SX_N };

/* What can be on the back of a settlement, seen when it becomes a city. */
enum struggle_event { SV_BRIGANDS, SV_MARKET_DAY, SV_N };

enum { STRUGGLE_MENU_MAX = 2048 };      /* no menu is longer, whatever the rules */

enum struggle_phase {
    SP_MARKET,      /* chance lays a card into the market: set-up, market day */
    SP_DEAL,        /* chance deals the starting hands */
    SP_FIRST,       /* chance names the first seat */
    SP_TRADE,       /* the active seat trades; building or drawing ends it */
    SP_BUILD,       /* ... has built, and may build more, then draws */
    SP_SWAP,        /* chance deals the card for one laid on the discard pile */
    SP_TAKE,        /* chance picks a card unseen from the hand of `target` */
    SP_GIVE_BACK,   /* the active seat owes `target` cards for those it took */
    SP_LIBRARY,     /* the active seat looks into the hand of `target` and picks */
    SP_SETTLED,     /* turn the destiny card or leave it */
    SP_EVENT,       /* chance turns the back of the new city */
    SP_DISCARD,     /* brigands: every seat with `owes` pays */
    SP_MARKET_DAY,  /* `target` may swap a card with the market, where the rules say so */
    SP_DRAW,        /* chance deals what the active seat drew */
    SP_OVER,        /* the active seat has won */
    SP_N
};

/* The fields that each action uses; all others are zero. */
enum struggle_act {
    SA_NONE,
    SA_SWAP_STACK,     /* give: the card laid on the discard pile */
    SA_SWAP_MARKET,    /* get: the card taken; give: the card laid there */
    SA_TAKE_FROM,      /* target; place: how many cards */
    SA_LIBRARY,        /* target */
    SA_PICK,           /* empty: a card the reader may not know */
    SA_GIVE_BACK,      /* give; empty: hidden */
    SA_GUILD,          /* target */
    SA_BUILD,          /* place: struggle_building; target: struggle_expansion; give: the payment */
    SA_TURN,
    SA_LEAVE,
    SA_DISCARD,        /* give */
    SA_PASS,
    SA_DRAW,           /* place: how many */
    SA_FIRST,          /* chance: target begins */
    SA_DEAL,           /* chance: target gets `get` */
    SA_MARKET,         /* chance: get */
    SA_STEAL,          /* chance: get, out of target's hand */
    SA_EVENT,          /* chance: place: struggle_event */
    SA_N
};

/* Refusals: code, stable id, the almanac entry that explains it. */
#define STRUGGLE_ERRORS(X) \
    X(SE_OK,                   "ok",               "") \
    X(SE_BAD_ACTION,          "bad-action",       "struggle-turn") \
    X(SE_GAME_OVER,           "game-over",        "struggle-winning") \
    X(SE_NOT_YOUR_TURN,       "not-your-turn",    "struggle-turn") \
    X(SE_WRONG_PHASE,         "wrong-phase",      "struggle-turn") \
    X(SE_TRADING_OVER,        "trading-over",     "struggle-turn") \
    X(SE_NO_TRADES_LEFT,      "no-trades-left",   "struggle-trade") \
    X(SE_STACK_ONLY,          "stack-only",       "struggle-trade") \
    X(SE_NOT_IN_HAND,         "not-in-hand",      "struggle-trade") \
    X(SE_NOT_IN_MARKET,       "not-in-market",    "struggle-market") \
    X(SE_LIKE_FOR_LIKE,       "like-for-like",    "struggle-market") \
    X(SE_NOT_AN_OPPONENT,     "not-an-opponent",  "struggle-opponent") \
    X(SE_TOO_FEW_CARDS,       "too-few-cards",    "struggle-opponent") \
    X(SE_NO_LIBRARY,          "no-library",       "struggle-library") \
    X(SE_LIBRARY_USED,        "library-used",     "struggle-library") \
    X(SE_NO_GUILD,            "no-guild",         "struggle-guild") \
    X(SE_GUILD_USED,          "guild-used",       "struggle-guild") \
    X(SE_FEWER_POINTS,        "fewer-points",     "struggle-guild") \
    X(SE_BUILT_ALREADY,       "built-already",    "struggle-build") \
    X(SE_WRONG_PAYMENT,       "wrong-payment",    "struggle-payment") \
    X(SE_CANNOT_PAY,          "cannot-pay",       "struggle-payment") \
    X(SE_NONE_LEFT,           "none-left",        "struggle-settlement") \
    X(SE_NOTHING_TO_TAKE,     "nothing-to-take",  "struggle-change-hands") \
    X(SE_NO_SETTLEMENT,       "no-settlement",    "struggle-city") \
    X(SE_NO_CITY,             "no-city",          "struggle-expansion") \
    X(SE_EXPANSION_GONE,      "expansion-gone",   "struggle-expansion") \
    X(SE_EXPANSION_OWNED,     "expansion-owned",  "struggle-expansion") \
    X(SE_NOTHING_OWED,        "nothing-owed",     "struggle-brigands") \
    X(SE_WRONG_NUMBER,        "wrong-number",     "struggle-draw") \
    X(SE_IMPOSSIBLE,          "impossible",       "struggle-setup") \
    X(SE_BAD_RULES,           "bad-rules",        "struggle-setup")

enum struggle_error {
#define X(code, id, rule) code,
    STRUGGLE_ERRORS(X)
#undef X
    SE_N
};

enum struggle_option {
#define X(id, name, words, min, max, value) SO_##id,
    STRUGGLE_OPTIONS(X)
#undef X
    SO_N
};
/* what brigands take: rounded down, up, all above the limit */
enum struggle_loss { SL_HALF, SL_HALF_UP, SL_EXCESS };
/* five new cards, or each seat may swap one */
enum struggle_market_day { SM_REPLACE, SM_SWAP };

/* What lies in front of a seat. */
struct struggle_seat {
    uint8_t roads, knights;     /* in the row; odd places show A, even places B */
    uint8_t settlements;        /* not turned yet */
    uint8_t cities;             /* without an expansion on them */
    uint8_t expansions;         /* a bit per kind */
    uint8_t owes;               /* cards to discard, or nothing */
};

/* Bits of `used`: what works once a turn; and that the Library's card was chosen, so that others
 * of the same trade may still be taken. */
enum { SU_LIBRARY = 1, SU_GUILD = 2, SU_LIBRARY_MORE = 4 };

/* A game in plain bytes: copy it with `=`. A view is one too, with `viewer` set; hands and stack
 * that its seat may not know are reduced to their totals. */
struct struggle {
    /* Cards, as bundles (core/bundle.h). */
    uint64_t hand[SEATS_MAX];   /* secret except for the total */
    uint64_t stack;             /* the draw stack; secret except for the total */
    uint64_t market, discard;   /* both open */
    struct struggle_seat seat[SEATS_MAX];
    struct rules rules;
    uint8_t supply[SB_CITY]; /* roads, knights and settlements that nobody has */
    uint8_t expansion[SX_N];   /* the same, by kind */
    uint8_t back[SV_N];      /* backs not yet turned, in the stack and on the table */
    uint8_t phase;
    int8_t turn;                /* the active seat; -1 before the first turn */
    int8_t first;               /* who began; -1: not drawn yet */
    int8_t viewer;              /* SEAT_ALL: the whole state */
    uint8_t counter;            /* the destiny card points counter-clockwise */
    uint8_t traded;             /* cards traded this turn; 0 once trading is over */
    uint8_t built;              /* a bit per type built this turn; any ends the trading */
    uint8_t used;               /* SU_ bits, in this turn */
    uint8_t pending;            /* cards that chance still moves */
    uint8_t owed;               /* cards to give back to `target` */
    uint8_t target;             /* the seat traded with, or asked on market day */
    uint8_t spare[2];
    uint16_t round;             /* rounds completed */
};
_Static_assert(sizeof(struct struggle) == 224,
               "no padding: states are compared and hashed as bytes");

extern const struct game struggle_game;

/* How many cards of a row show each side. */
static inline int struggle_a_sides(int row) { return (row + 1) / 2; }
static inline int struggle_b_sides(int row) { return row / 2; }

int struggle_points(const struct struggle *g, int seat);    /* all points are public */
/* Cards the active seat may still trade; 0 once trading is over. */
int struggle_trades_left(const struct struggle *g);
/* The seat that loses a card when `seat` builds and the stack is empty; -1: nobody can. */
int struggle_taken_from(const struct struggle *g, int seat, enum struggle_building what);

#endif
