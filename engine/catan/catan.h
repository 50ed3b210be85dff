/* catan.h -- the rules of CATAN as a pure library: a state, actions, and what follows.
 *
 * struct catan is a whole game in plain bytes: copy it with `=`. Nothing here
 * allocates, reads a clock, draws a random number or prints.
 *
 *     struct catan g;
 *     struct action menu[CATAN_MENU_MAX];
 *     catan_init(&g, &rules);                 rules from rules_parse()
 *     int n = catan_legal(&g, seat, menu);
 *     catan_apply(&g, &menu[0]);
 *
 * A view (catan_view) is a struct catan too, with `viewer` set and what that seat
 * may not know taken out: of the others' cards, and of the deck, only the total
 * byte is kept. */
#ifndef CATAN_H
#define CATAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/action.h"
#include "core/bundle.h"
#include "core/game.h"
#include "core/rules.h"
#include "options.h"

enum {
    CATAN_HEXES_MAX = 30,
    CATAN_CORNERS_MAX = 80,     /* intersections */
    CATAN_PATHS_MAX = 109,
    CATAN_COAST_MAX = 38,       /* coastal paths, clockwise from A1.NW */
    CATAN_SITES_MAX = 11,       /* where harbors can be on the printed frame */
    CATAN_MENU_MAX = 2048,
    OFFERS_MAX = 40,            /* a seat's, in a turn; more only without a limit */
    CATAN_NONE = 255,           /* no seat, no place, no kind */
    CATAN_HIDDEN = 254,         /* in an action: a card this reader may not know */
};

/* The five resources, and the terrain that yields each; the desert is the sixth terrain.
 * A harbor trades one resource 2:1 or, as the sixth sort, any of them 3:1. */
enum kind { BRICK, LUMBER, WOOL, GRAIN, ORE, KIND_N };
enum terrain { HILLS, FOREST, PASTURE, FIELDS, MOUNTAINS, DESERT, TERRAIN_N };
enum { HARBOR_ANY = KIND_N, HARBOR_N };

/* Development cards; the first four are played, points count by themselves. */
enum dev { DEV_KNIGHT, DEV_ROAD_BUILDING, DEV_PLENTY, DEV_MONOPOLY, DEV_POINT, DEV_N };

/* In the order in which they are dealt in the set-up. */
enum helper { NASSIR, WILLIAM, MARIANNE, LOUIS, SEAN, CANDAMIR, HILDE, VINCENT, JEAN, LIN,
    HELPER_N };

/* What the game waits for; the words are those of docs/schema.md. X(enumerator, word) */
#define CATAN_PHASES(X)                                                              \
    X(PH_BOARD, "board")        /* chance deals hexes, harbors, tokens, the robber */ \
    X(PH_FIRST, "first")        /* chance rolls for the first seat */                \
    X(PH_SETTLE, "settle")      /* set-up: a settlement */                           \
    X(PH_SETTLE_ROAD, "settle-road")                                                 \
    X(PH_ROLL, "roll")          /* the turn's start: roll, or a card before it */    \
    X(PH_DICE, "dice")          /* chance */                                         \
    X(PH_MARIANNE, "marianne")  /* her holder takes a card or passes */              \
    X(PH_SEAN, "sean")                                                               \
    X(PH_DISCARD, "discard")    /* several seats at once */                          \
    X(PH_ROBBER, "robber")                                                           \
    X(PH_STEAL, "steal")        /* chance */                                         \
    X(PH_DRAW, "draw")          /* chance: the card bought */                        \
    X(PH_LOOK, "look")          /* chance: the cards Candamir shows */               \
    X(PH_KEEP, "keep")                                                               \
    X(PH_REPAY, "repay")        /* Nassir gives cards back */                        \
    X(PH_TAKE, "take")          /* Hilde chooses a card */                           \
    X(PH_AFTER_HELPER, "after-helper")                                               \
    X(PH_FREE_ROAD, "free-road")                                                     \
    X(PH_OFFER, "offer")        /* the active seat's offer stands */                 \
    X(PH_TRADE, "trade")        /* strict phases: until the first building */        \
    X(PH_BUILD, "build")        /* strict phases: no more trading */                 \
    X(PH_MAIN, "main")          /* combined phase */                                 \
    X(PH_SPECIAL, "special")    /* special building: seat `special` */               \
    X(PH_OVER, "over")
#define X(id, word) id,
enum phase { CATAN_PHASES(X) PH_N };
#undef X

/* Every sort of action, in menu order, with its verb and the meaning of its fields.
 * `kind` is a resource 0..4, `seats` a bit set; fields not named are zero. */
#define CATAN_ACTIONS(X)                                                                   \
    X(ACT_NONE, "")                                                                        \
    X(ACT_ROLL, "roll")                                                                    \
    X(ACT_END, "end")                                                                      \
    X(ACT_PASS, "pass")                                                                    \
    X(ACT_ROAD, "road")                 /* place: path */                                  \
    X(ACT_SETTLE, "settle")             /* place: corner */                                \
    X(ACT_CITY, "city")                 /* place: corner */                                \
    X(ACT_BUY, "buy")                                                                      \
    X(ACT_BANK, "bank")                 /* give, get */                                    \
    X(ACT_KNIGHT, "knight")                                                                \
    X(ACT_ROAD_BUILDING, "road-building")                                                  \
    X(ACT_PLENTY, "plenty")             /* get */                                          \
    X(ACT_MONOPOLY, "monopoly")         /* place: kind */                                  \
    X(ACT_DISCARD, "discard")           /* place: kind */                                  \
    X(ACT_ROBBER, "robber")             /* place: hex, target: seat or CATAN_NONE */       \
    X(ACT_NASSIR, "nassir")             /* place: kind, target: seats */                   \
    X(ACT_REPAY, "repay")               /* target: seat, place: kind */                    \
    X(ACT_WILLIAM, "william")           /* place: path, give */                            \
    X(ACT_MARIANNE, "marianne")         /* place: kind */                                  \
    X(ACT_LOUIS, "louis")               /* place: path, target: path */                    \
    X(ACT_SEAN, "sean")                 /* place: kind, CATAN_NONE: keep all cards */      \
    X(ACT_CANDAMIR, "candamir")         /* give */                                         \
    X(ACT_KEEP, "keep")                 /* place: development card */                      \
    X(ACT_HILDE, "hilde")               /* target: seat */                                 \
    X(ACT_TAKE, "take")                 /* place: kind */                                  \
    X(ACT_VINCENT_SETTLE, "vincent-settle") /* place: corner */                            \
    X(ACT_VINCENT_CITY, "vincent-city") /* place: corner */                                \
    X(ACT_JEAN, "jean")                 /* place: kind */                                  \
    X(ACT_LIN, "lin")                   /* place: hex, always the desert by name */        \
    X(ACT_FLIP, "flip")                                                                    \
    X(ACT_EXCHANGE, "exchange")         /* place: helper */                                \
    X(ACT_OFFER, "offer")               /* give, get, target: seats addressed */           \
    X(ACT_CONFIRM, "confirm")           /* target: seat */                                 \
    X(ACT_WITHDRAW, "withdraw")                                                            \
    X(ACT_ACCEPT, "accept")             /* place: number of the offer */                   \
    X(ACT_DECLINE, "decline")           /* place: number of the offer */                   \
    /* by chance: */                                                                       \
    X(ACT_DEAL_HEX, "hex")              /* place: hex, target: terrain */                  \
    X(ACT_DEAL_FRAME, "frame")          /* place: section 0..5, target: piece 0..5 */      \
    X(ACT_DEAL_HARBOR, "harbor")        /* place: site from 0, target: harbor sort */      \
    X(ACT_DEAL_CORNER, "corner")        /* place: hex */                                   \
    X(ACT_DEAL_TOKEN, "token")          /* place: hex, target: number */                   \
    X(ACT_DEAL_ROBBER, "robber")        /* place: hex */                                   \
    X(ACT_DICE, "dice")                 /* place, target: 1..6 each */                     \
    X(ACT_STEAL, "steal")               /* target: seat robbed, place: kind */             \
    X(ACT_DRAW, "draw")                 /* place: development card */                      \
    X(ACT_LOOK, "look")                 /* give: development cards; place CATAN_HIDDEN: ? */
#define X(id, verb) id,
enum catan_act { CATAN_ACTIONS(X) ACT_N };
#undef X

/* Why an action is refused. X(enumerator, stable id, almanac entry) */
#define CATAN_ERRORS(X)                                                             \
    X(CATAN_OK, "ok", "")                                                           \
    X(ERR_GAME_OVER, "game-over", "winning")                                        \
    X(ERR_BAD_ACTION, "bad-action", "turn")             /* no such action, or malformed */ \
    X(ERR_NOT_YOUR_TURN, "not-your-turn", "turn")                                   \
    X(ERR_WRONG_PHASE, "wrong-phase", "turn")                                       \
    X(ERR_NOT_ROLLED, "not-rolled", "production")                                   \
    X(ERR_ALREADY_ROLLED, "already-rolled", "production")                           \
    X(ERR_TRADE_OVER, "trade-over", "combined-phase")                               \
    X(ERR_SPECIAL_BUILDING, "special-building", "special-building")                 \
    X(ERR_FINISH_FIRST, "finish-first", "turn")         /* something is being resolved */ \
    X(ERR_NO_SUCH_PLACE, "no-such-place", "board")                                  \
    X(ERR_OCCUPIED, "occupied", "building")                                         \
    X(ERR_TOO_CLOSE, "too-close", "distance-rule")                                  \
    X(ERR_NOT_CONNECTED, "not-connected", "roads")                                  \
    X(ERR_NOT_AT_SETTLEMENT, "not-at-settlement", "set-up")                         \
    X(ERR_NO_PIECES, "no-pieces", "building")                                       \
    X(ERR_CANNOT_PAY, "cannot-pay", "building-costs")                               \
    X(ERR_NOT_YOUR_SETTLEMENT, "not-your-settlement", "cities")                     \
    X(ERR_DECK_EMPTY, "deck-empty", "development-cards")                            \
    X(ERR_NO_CARD, "no-card", "development-cards")                                  \
    X(ERR_CARD_NEW, "card-new", "development-cards")                                \
    X(ERR_CARD_PLAYED, "card-played", "development-cards")                          \
    X(ERR_NO_ROAD_PLACE, "no-road-place", "road-building")                          \
    X(ERR_BANK_SHORT, "bank-short", "supply")                                       \
    X(ERR_WRONG_CARDS, "wrong-cards", "year-of-plenty")                             \
    X(ERR_LIKE_FOR_LIKE, "like-for-like", "trade")                                  \
    X(ERR_BAD_RATE, "bad-rate", "maritime-trade")                                   \
    X(ERR_NO_GIFTS, "no-gifts", "domestic-trade")                                   \
    X(ERR_NOT_HELD, "not-held", "trade")                /* cards the seat does not have */ \
    X(ERR_BAD_PARTNER, "bad-partner", "domestic-trade")                             \
    X(ERR_NO_SUCH_OFFER, "no-such-offer", "domestic-trade")                         \
    X(ERR_NOT_ADDRESSED, "not-addressed", "domestic-trade")                         \
    X(ERR_ANSWERED, "answered", "domestic-trade")                                   \
    X(ERR_NOT_ACCEPTED, "not-accepted", "domestic-trade")                           \
    X(ERR_TOO_MANY_OFFERS, "too-many-offers", "domestic-trade")                     \
    X(ERR_OWES_NOTHING, "owes-nothing", "seven")                                    \
    X(ERR_OWES_CARDS, "owes-cards", "helpers")          /* Sean keeps them, and gives none */ \
    X(ERR_ROBBER_STAYS, "robber-stays", "robber")                                   \
    X(ERR_BAD_VICTIM, "bad-victim", "robber")                                       \
    X(ERR_MUST_ROB, "must-rob", "robber")                                           \
    X(ERR_FRIENDLY_ROBBER, "friendly-robber", "friendly-robber")                    \
    X(ERR_NO_HELPER, "no-helper", "helpers")            /* another helper, or none */ \
    X(ERR_HELPER_FRESH, "helper-fresh", "helpers")                                  \
    X(ERR_HELPER_USED, "helper-used", "helpers")                                    \
    X(ERR_HELPER_B_SIDE, "helper-b-side", "helpers")                                \
    X(ERR_NOT_ON_DISPLAY, "not-on-display", "helpers")                              \
    X(ERR_WRONG_PAYMENT, "wrong-payment", "helpers")                                \
    X(ERR_ROAD_NOT_LOOSE, "road-not-loose", "louis")                                \
    X(ERR_SAME_PATH, "same-path", "louis")                                          \
    X(ERR_NOT_AHEAD, "not-ahead", "hilde")                                          \
    X(ERR_EMPTY_HAND, "empty-hand", "hilde")                                        \
    X(ERR_NO_KNIGHT, "no-knight", "vincent")                                        \
    X(ERR_ROBBER_HOME, "robber-home", "lin")                                        \
    X(ERR_NOT_A_DESERT, "not-a-desert", "lin")                                      \
    X(ERR_IMPOSSIBLE, "impossible", "chance")           /* an outcome chance cannot have */ \
    X(ERR_NO_FIXED_BOARD, "no-fixed-board", "set-up")                               \
    X(ERR_FIRST_SEAT, "first-seat", "set-up")           /* the first seat is not in the game */
#define X(id, name, rule) id,
enum catan_error { CATAN_ERRORS(X) CATAN_ERROR_N };
#undef X

#define X(id, name, words, min, max, value) id,
enum catan_option { CATAN_OPTIONS(X) OPT_N };
#undef X
/* What the words of an option mean, in their order. */
enum { MAP_BASE, MAP_LARGE };
enum { BOARD_FIXED, BOARD_RANDOM };
enum { LAYOUT_FIFTH, LAYOUT_SIXTH, LAYOUT_N };
enum { START_PIECES, START_DRAFT };
/* coves: frame, then markers */
enum { HARBORS_FIXED, HARBORS_MARKERS, HARBORS_FRAME, HARBORS_COVES };
enum { HARBOR_MAP_ENGLISH, HARBOR_MAP_GERMAN };
enum { TOKENS_SPIRAL, TOKENS_RANDOM };
enum { NEIGHBORS_RED, NEIGHBORS_EQUAL };
enum { FIRST_ROLL };                    /* else the seat is the value - 1 */
enum { PHASES_STRICT, PHASES_COMBINED };
enum { DICE_FAIR, DICE_DECK };
enum { MENU_PLAIN, MENU_TRADES };

/* A set of corners or of paths: bit i of the two words is place i. */
struct places { uint64_t w[2]; };

/* The shape of a board: tables made by tools/gen_topology.py, one row per place, ids in
 * reading order of the hexes. Corners of a hex: N NE SE S SW NW; sides: NE E SE SW W NW,
 * side i joins corner i and corner i+1. */
struct catan_board {
    uint8_t hexes, corners, paths, coast, sites, rows;
    uint8_t row_hexes[8];                           /* hexes in each row */
    int8_t hex_q[CATAN_HEXES_MAX], hex_r[CATAN_HEXES_MAX];
    uint8_t hex_corner[CATAN_HEXES_MAX][6];
    uint8_t hex_path[CATAN_HEXES_MAX][6];
    uint32_t hex_near[CATAN_HEXES_MAX];             /* neighbouring hexes, as bits */
    struct places hex_corners[CATAN_HEXES_MAX];     /* its six corners */
    int8_t corner_hex[CATAN_CORNERS_MAX][3];        /* ascending, -1: none */
    int8_t corner_path[CATAN_CORNERS_MAX][3];       /* ascending, -1: none */
    int8_t corner_corner[CATAN_CORNERS_MAX][3];     /* the other end of corner_path */
    /* its coastal paths as coast indexes, -1: inland */
    int8_t corner_coast[CATAN_CORNERS_MAX][2];
    struct places corner_near[CATAN_CORNERS_MAX];   /* the corners one path away */
    struct places corner_paths[CATAN_CORNERS_MAX];  /* the paths that meet here */
    uint32_t corner_hexes[CATAN_CORNERS_MAX];
    uint8_t path_corner[CATAN_PATHS_MAX][2];        /* ascending */
    struct places path_corners[CATAN_PATHS_MAX];
    uint8_t coast_path[CATAN_COAST_MAX];            /* clockwise from A1.NW */
    /* coast indexes of the printed harbors, clockwise */
    uint8_t site[CATAN_SITES_MAX];
    /* hexes counter-clockwise inward from each corner hex */
    uint8_t spiral[6][CATAN_HEXES_MAX];
    uint8_t terrain[TERRAIN_N];                     /* how many hexes of each */
    uint8_t tokens;                                 /* how many number tokens */
    uint8_t token[CATAN_HEXES_MAX];                 /* their numbers in letter order */
    uint8_t number[13];                             /* how many tokens of each number */
    uint8_t marker[HARBOR_N];                       /* how many harbors of each sort */
    uint8_t frames;                                 /* frame pieces: 6, or 0 */
    /* piece 1-2, 2-3 .. 6-1: sort per coast edge, CATAN_NONE */
    uint8_t frame_harbor[6][5];
};
extern const struct catan_board catan_boards[2];    /* MAP_BASE, MAP_LARGE */

/* A printed set-up. Pieces: settlement, road, the settlement that brings cards, road. */
struct catan_layout {
    uint8_t terrain[19], number[19];
    uint8_t harbor[9], harbor_german[9];            /* by site */
    uint8_t piece[4][4];                            /* red, blue, orange, white */
    uint8_t without;                                /* the colour three players leave out */
};
extern const struct catan_layout catan_layouts[LAYOUT_N];

/* One seat's proposal. It lapses as soon as its maker's hand shrinks: what stands can be paid. */
struct catan_offer {
    uint8_t number;             /* counts through the turn's offers from 1; 0: none stands */
    uint8_t to;                 /* seats addressed, as bits */
    uint8_t accepted, declined; /* answers so far */
    uint8_t give[KINDS], get[KINDS];    /* from the maker's side */
    uint8_t unused[2];
};

/* Seats are 0..5, sets of seats bits of a byte. What a field means when it does not apply is
 * CATAN_NONE for a seat, place or kind and 0 for a count. */
struct catan {
    /* Cards, as bundles (core/bundle.h). In a view the others' hands keep their total only. */
    uint64_t hand[SEATS_MAX];       /* resource cards; secret to the seat */
    uint64_t dev[SEATS_MAX];        /* development cards that may be played, and points; secret */
    uint64_t dev_new[SEATS_MAX];    /* bought since the seat's last turn began; secret */
    uint64_t bank;                  /* the supply */
    uint64_t deck;                  /* development cards still to draw; secret but for its total */
    uint64_t look;                  /* the cards Candamir shows; secret to the one who looks */
    uint64_t gains[SEATS_MAX];      /* what the last production roll gave */
    uint64_t dice_left;             /* dice=deck: outcomes left, bit 6*(a-1)+(b-1) */

    /* Pieces. */
    struct places settlements[SEATS_MAX], cities[SEATS_MAX];    /* corners */
    struct places roads[SEATS_MAX];                             /* paths */

    /* Derived from the above, the board and the rules by catan_derive(), kept up to date. */
    uint64_t rate[SEATS_MAX];       /* cards of each kind for one from the supply: 4, 3 or 2 */
    uint64_t production[11][SEATS_MAX + 1];     /* by number - 2: what each seat earns; last: all */
    struct places network[SEATS_MAX];   /* corners at an own road or building */
    /* paths that join the network where no foreign building stands */
    struct places reach[SEATS_MAX];
    struct places built;            /* corners with a building */
    struct places blocked;          /* corners built on or next to a building */
    struct places free_paths;       /* paths without a road */
    uint32_t hexes[SEATS_MAX];      /* hexes at an own building */
    uint8_t points[SEATS_MAX];      /* for all to see: buildings and the two awards */
    uint8_t roads_left[SEATS_MAX], settlements_left[SEATS_MAX], cities_left[SEATS_MAX];

    /* The board as it was dealt. */
    uint8_t terrain[CATAN_HEXES_MAX];   /* CATAN_NONE: not dealt yet */
    uint8_t number[CATAN_HEXES_MAX];    /* 0: none */
    /* by coast index: sort, CATAN_NONE: no harbor, CATAN_HIDDEN: to be laid */
    uint8_t harbor[CATAN_COAST_MAX];
    uint8_t frame[6];                   /* frame pieces laid by section, CATAN_NONE */
    uint8_t robber;                     /* hex, CATAN_NONE: not placed yet */

    /* The turn. */
    uint8_t phase;                  /* enum phase */
    uint8_t turn;                   /* the active seat, CATAN_NONE before there is one */
    uint8_t first;                  /* the seat that began, CATAN_NONE */
    uint8_t special;                /* who is building between turns, CATAN_NONE */
    uint8_t rolled;                 /* 1: the dice of this turn have been rolled */
    uint8_t dice[2];                /* the last roll; 0 before the first */
    uint8_t card_played;            /* 1: a development card in this turn */
    uint8_t trade_over;             /* 1: strict phases, something was built */
    uint8_t free_roads;             /* still to place by Road Building */
    uint8_t robber_due;             /* 1: the robber must move when nothing else is due before */
    uint8_t victim;                 /* whose card is being stolen, CATAN_NONE */
    uint8_t winner;                 /* CATAN_NONE */
    uint8_t placed;                 /* settlements placed in the set-up */
    uint8_t last_corner;            /* set-up: the settlement the road must touch */
    /* rolls for the first seat; 0: to roll, CATAN_NONE: out of it */
    uint8_t first_roll[SEATS_MAX];
    uint8_t owes_cards[SEATS_MAX];  /* cards still to discard */
    uint8_t played[SEATS_MAX][4];   /* development cards played, by kind, face up */
    uint8_t knights_gone;           /* knights that Vincent took out of the game */
    uint8_t longest_road;           /* its holder, CATAN_NONE */
    uint8_t longest_length;         /* what a road must exceed to take it */
    uint8_t largest_army;           /* its holder, CATAN_NONE */
    uint8_t offers_made;            /* in this turn: the last one's number */
    uint8_t offers_by[SEATS_MAX];   /* in this turn */
    struct catan_offer offer[SEATS_MAX];    /* each seat's standing offer */

    /* Helpers (helpers=on). */
    uint8_t helper[SEATS_MAX];      /* enum helper, CATAN_NONE */
    uint8_t helper_b;               /* seats whose helper shows its B side, as bits */
    uint8_t helper_fresh;           /* seats that received theirs in this turn */
    uint8_t helper_used;            /* seats that used one in this turn */
    /* who acts by a helper now, or must flip or exchange; CATAN_NONE */
    uint8_t helper_seat;
    uint8_t helper_target;          /* Hilde: whose hand is open, CATAN_NONE */
    uint8_t repay;                  /* Nassir: seats that are owed a card */
    uint8_t jean;                   /* this turn's 2:1 kind, CATAN_NONE */

    int8_t viewer;                  /* SEAT_ALL: the whole state, else whose view this is */
    uint8_t unused[7];              /* zero, as states are compared byte by byte */
    uint32_t turns;                 /* turns ended */
    struct rules rules;
    uint8_t unused2[6];
};
_Static_assert(sizeof(struct catan) == 1848, "plain bytes without padding, under two kilobytes");

/* ---- the game ---------------------------------------------------------------------- */
/* These are the functions of core/game.h with their types; catan_game holds them, and game.h
 * says what each promises. `menu` has room for CATAN_MENU_MAX, `weight` for OUTCOMES_MAX. */
extern const struct game catan_game;
enum catan_error catan_init(struct catan *g, const struct rules *rules);
unsigned catan_owes(const struct catan *g);
unsigned catan_may(const struct catan *g);
int catan_legal(const struct catan *g, int seat, struct action *menu);
int catan_weights(const struct catan *g, uint32_t *weight);
void catan_draw(const struct catan *g, struct source *src, struct action *a);
enum catan_error catan_check(const struct catan *g, const struct action *a);
void catan_apply(struct catan *g, const struct action *a);
void catan_view(const struct catan *g, int seat, struct catan *out);
void catan_see(const struct catan *g, const struct action *a, int seat, struct action *out);
bool catan_plain(const struct catan *g, const struct action *a);
void catan_guess(const struct catan *view, struct source *src, struct catan *out);
int catan_sound(const struct catan *g);
const char *catan_invariant(int number);            /* a short id of what catan_sound() found */
const char *catan_invariant_words(int number);      /* "ID: what is wrong" */

/* In notation.c and position*.c. `text` should hold ACTION_TEXT_MAX; catan_read leaves `g` alone
 * unless it answers 0. */
int catan_format(const struct catan *g, const struct action *a, char *text, int size);
int catan_parse(const struct catan *g, const char *text, struct action *a);
bool catan_own_news(const struct catan *was, const struct catan *g, int seat);
void catan_write(const struct catan *g, const struct catan *was, struct json_out *out);
int catan_read(struct catan *g, const char *text, size_t len, struct text *why);

/* ---- reading a state --------------------------------------------------------------- */
static inline int catan_option(const struct catan *g, enum catan_option o) {
    return g->rules.value[o];
}
static inline int catan_seats(const struct catan *g) { return g->rules.seats; }
static inline const struct catan_board *catan_board(const struct catan *g) {
    return &catan_boards[g->rules.value[OPT_MAP]];
}
static inline bool places_has(struct places s, int i) { return s.w[i >> 6] >> (i & 63) & 1; }

/* The words of docs/notation.md and docs/schema.md, by number (board.c). */
extern const char *const catan_phase_words[PH_N], *const catan_verbs[ACT_N];
extern const char *const catan_kind_words[KIND_N], *const catan_terrain_words[TERRAIN_N];
extern const char *const catan_harbor_words[HARBOR_N], *const catan_dev_words[DEV_N];
extern const char *const catan_helper_words[HELPER_N];

struct drawing;
/* What the board looks like, a state's or a view's: it hides nothing (drawing.c). */
void catan_picture(const struct catan *g, struct drawing *d);
/* The colour of a seat's pieces, an index of seat_colors; three players leave one colour out. */
int catan_color(const struct catan *g, int seat);
int catan_settlement_owner(const struct catan *g, int corner);  /* -1: none */
int catan_city_owner(const struct catan *g, int corner);        /* -1: none */
int catan_building_owner(const struct catan *g, int corner);    /* either; -1: none */
int catan_road_owner(const struct catan *g, int path);          /* -1: none */
/* coast indexes; count */
int catan_harbor_sites(const struct catan *g, uint8_t site[CATAN_SITES_MAX]);
uint64_t catan_rates(const struct catan *g, int seat);          /* with Jean's */
int catan_road_length(const struct catan *g, int seat);         /* longest unbroken */
/* All points that this state or view knows of. */
static inline int catan_points(const struct catan *g, int seat) {
    return g->points[seat] + bundle_count(g->dev[seat], DEV_POINT)
        + bundle_count(g->dev_new[seat], DEV_POINT);
}
/* What everybody knows of them: the end of the game shows the point cards too (ruling 84). */
static inline int catan_public_points(const struct catan *g, int seat) {
    return g->phase == PH_OVER ? catan_points(g, seat) : g->points[seat];
}
int catan_round(const struct catan *g);                         /* rounds completed */
unsigned catan_display(const struct catan *g);                  /* helpers nobody has, as bits */
/* Where a road could go. */
static inline struct places catan_road_places(const struct catan *g, int seat) {
    return (struct places){ { g->reach[seat].w[0] & g->free_paths.w[0],
                              g->reach[seat].w[1] & g->free_paths.w[1] } };
}
/* Where a settlement could go: connected and far enough from all others. */
static inline struct places catan_settlement_places(const struct catan *g, int seat) {
    return (struct places){ { g->network[seat].w[0] & ~g->blocked.w[0],
                              g->network[seat].w[1] & ~g->blocked.w[1] } };
}
extern const uint64_t catan_cost_road, catan_cost_settlement, catan_cost_city, catan_cost_dev;

/* ---- setting a state --------------------------------------------------------------- */
/* Recompute every derived field from the pieces, the board and the rules. */
void catan_derive(struct catan *g);
/* In PH_BOARD: take this board instead of chance's. Harbors by coast index as in struct
 * catan. CATAN_OK, or ERR_IMPOSSIBLE where the board lacks a desert for the robber. */
enum catan_error catan_give_board(struct catan *g, const uint8_t *terrain, const uint8_t *number,
                                  const uint8_t *harbor);

/* ---- speed ------------------------------------------------------------------------- */
/* Play the game to its end with uniform choices among the lowest owing seat's menu, or until
 * `max` decisions. Every decision draws one number below the menu's length, every outcome of
 * chance one below the sum of its weights, both from `rng`; so listing menus with catan_legal
 * and drawing with chance_draw gives the same game. Returns the decisions made. */
uint32_t catan_playout(struct catan *g, struct rng *rng, uint32_t max);
uint32_t catan_playout_list(struct catan *g, struct rng *rng, uint32_t max);   /* by whole menus */

#endif
