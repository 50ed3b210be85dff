/* struggle_ai.h -- the evaluation of Struggle for Catan: from a whole state to every seat's
 * winning share. tree_search.c searches, and uses this where other games are played out at
 * random. */
#ifndef AI_STRUGGLE_AI_H
#define AI_STRUGGLE_AI_H

#include "internal.h"
#include "struggle/struggle.h"

/* The features of a seat's position. `me` is the judging seat: it knows how many cards the
 * others hold, not which. */
#define STRUGGLE_FEATURES(X)                                                                       \
    X(SF_ONE)               /* always 16 */                                                        \
    X(SF_ME)                /* 16: the seat that judges */                                         \
    X(SF_TURN)              /* 16: it is the seat's turn */                                        \
    X(SF_WAIT)              /* turns until it is, times 8 */                                       \
    X(SF_POINTS)            /* times 8 */                                                          \
    X(SF_NEAR4)             /* times 8, beyond 4 short of the goal */                              \
    X(SF_NEAR2)             /* times 8, beyond 2 short */                                          \
    X(SF_LEAD)              /* points over the best other, times 8 */                              \
    X(SF_ROADS) X(SF_KNIGHTS) X(SF_SETTLEMENTS) X(SF_CITIES)        /* times 8 */                  \
    X(SF_ROADS_A) X(SF_ROADS_B) X(SF_KNIGHTS_A) X(SF_KNIGHTS_B)     /* sides that show, times 8 */ \
    X(SF_LIBRARY) X(SF_GUILD) X(SF_CHURCH) X(SF_CASTLE) X(SF_TOWN_HALL)     /* 16 each */          \
    X(SF_HAND)              /* cards, times 4 */                                                   \
    X(SF_OVER)              /* cards above the limit, times 4 */                                   \
    X(SF_BRICK) X(SF_LUMBER) X(SF_WOOL) X(SF_GRAIN) X(SF_ORE)       /* own cards, times 8 */       \
    X(SF_NO_ROAD) X(SF_NO_KNIGHT) X(SF_NO_SETTLEMENT) X(SF_NO_CITY) X(SF_NO_EXPANSION)             \
                            /* cards missing for each, times 8; own only */                        \
    X(SF_CAN)               /* how many of the five can be paid now, times 8; own only */          \
    X(SF_STACK_ROADS) X(SF_STACK_KNIGHTS) X(SF_STACK_SETTLEMENTS)   /* left for all, times 4 */    \
    X(SF_BRIGANDS)          /* the share of brigands among the backs, of 32 */                     \
    X(SF_EXPANSION_LEFT)    /* expansions nobody has, times 8 */                                   \
    X(SF_BUILT)             /* 16: has built this turn */                                          \
    X(SF_TRADED)            /* cards traded this turn, times 8 */                                  \
    X(SF_ROUND)             /* rounds, up to 64 */                                                 \
    X(SF_PREY_ROADS) X(SF_PREY_KNIGHTS)     /* rivals whose next card it takes, times 8 */         \
    X(SF_TAKES_ROAD) X(SF_TAKES_KNIGHT)     /* 16: its next comes from a rival */                  \
    X(SF_LEFT_LIBRARY) X(SF_LEFT_GUILD) X(SF_LEFT_CHURCH) X(SF_LEFT_CASTLE) X(SF_LEFT_TOWN_HALL)   \
                            /* left for this seat, 8 each */                                       \
    X(SF_TRADES)            /* cards it may trade now or in its next turn, times 8 */              \
    X(SF_MARKET_BRICK) X(SF_MARKET_LUMBER) X(SF_MARKET_WOOL) X(SF_MARKET_GRAIN) X(SF_MARKET_ORE)   \
                            /* in the market, times 8; own only */                                 \
    X(SF_FAR_ROAD) X(SF_FAR_KNIGHT) X(SF_FAR_SETTLEMENT) X(SF_FAR_CITY) X(SF_FAR_EXPANSION)        \
                            /* cards still missing after swaps with the market; own only */
enum struggle_feature {
#define X(name) name,
    STRUGGLE_FEATURES(X)
#undef X
    SF_N
};
enum { SF_PAD = 64 };
_Static_assert((int)SF_N <= (int)SF_PAD, "features fit their row");

void ai__struggle_features(const struct struggle *g, int me, int16_t f[][SF_PAD]);
/* A seat's last rows and their strengths: most of a row stays the same between positions. All
 * zero at first. */
enum { STRUGGLE_MEMO = 4 };
struct struggle_memo {
    int16_t row[STRUGGLE_MEMO][SF_PAD];
    int32_t strength[STRUGGLE_MEMO];
    uint32_t there, next;
};
/* Every seat's winning share, of 1 << 16, as `me` judges it; one memo per seat. */
void ai__struggle_shares(const struct struggle *g, int me, struct struggle_memo *memo,
                         uint32_t *share);
/* An answer's values as reported, adjusted for who plays (struggle_win_chance.c). Keeps the
 * order. */
void ai__struggle_odds(const struct struggle *view, const uint8_t *level, int me,
                       struct bot_answer *answer);

#endif
