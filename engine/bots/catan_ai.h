/* catan_ai.h -- declarations shared by the files of the CATAN bot.
 *
 * A choice works like this. The belief (catan_belief.c) turns the view and the observed actions
 * into one likely whole state and the odds of hidden cards. The search (catan_search.c, and
 * catan_chance.c for draws and steals) explores the turn from that state. The evaluation
 * (catan_places.c, catan_features.c, catan_value.c) judges its leaves. catan_bot.c decides which
 * of them each phase needs.
 *
 * There are two states. `view` is what the seat was shown. `t->root` is the likely whole state,
 * which may be wrong about the others; values come from it. The seat's menu is the same in both,
 * as the rules guarantee for any state that fits the view. */
#ifndef AI_CATAN_AI_H
#define AI_CATAN_AI_H

#include "internal.h"
#include "catan/catan.h"

/* --- the evaluation -------------------------------------------------------------------------- */

/* The features of a seat's position; each is a small whole number. X(enumerator, term of
 * reasons) */
#define CATAN_FEATURES(X)                                                                         \
    X(FEAT_ONE, BOT_TERM_POINTS)            /* always 16 */                                       \
    X(FEAT_WAIT, BOT_TERM_SPEED)            /* how far away the next turn is, 0..48 */            \
    X(FEAT_POINTS, BOT_TERM_POINTS)         /* victory points, times 8 */                         \
    X(FEAT_NEAR4, BOT_TERM_POINTS)          /* times 8, beyond 4 short of the goal */             \
    X(FEAT_NEAR2, BOT_TERM_POINTS)          /* times 8, beyond 2 short */                         \
    X(FEAT_BRICK, BOT_TERM_PRODUCTION)      /* ways in 36 times cards, robber counted */          \
    X(FEAT_LUMBER, BOT_TERM_PRODUCTION)                                                           \
    X(FEAT_WOOL, BOT_TERM_PRODUCTION)                                                             \
    X(FEAT_GRAIN, BOT_TERM_PRODUCTION)                                                            \
    X(FEAT_ORE, BOT_TERM_PRODUCTION)                                                              \
    X(FEAT_ROBBED, BOT_TERM_ROBBER)         /* what the robber blocks */                          \
    X(FEAT_ROAD_PAIR, BOT_TERM_BALANCE)     /* the scarcer of brick and lumber */                 \
    X(FEAT_CITY_PAIR, BOT_TERM_BALANCE)     /* the scarcer of grain and ore */                    \
    X(FEAT_CARD_TRIO, BOT_TERM_BALANCE)     /* the scarcest of wool, grain, ore */                \
    X(FEAT_KINDS, BOT_TERM_BALANCE)         /* kinds earned, times 8 */                           \
    X(FEAT_NUMBERS, BOT_TERM_BALANCE)       /* ways in 36 to earn anything */                     \
    X(FEAT_HARBOR, BOT_TERM_HARBORS)        /* earnings times what the rate saves */              \
    X(FEAT_HARBOR_ANY, BOT_TERM_HARBORS)    /* 16: a 3:1 harbor */                                \
    X(FEAT_SITE0, BOT_TERM_SITES)           /* the best place to settle now */                    \
    X(FEAT_SITE1, BOT_TERM_SITES)           /* ... one road away */                               \
    X(FEAT_SITE2, BOT_TERM_SITES)           /* ... two roads away */                              \
    X(FEAT_SITE_NEXT, BOT_TERM_SITES)       /* the second best within one road */                 \
    X(FEAT_SITES, BOT_TERM_SITES)           /* how many within two roads, times 4 */              \
    X(FEAT_ROAD_HELD, BOT_TERM_ROAD)        /* 16: holds Longest Road */                          \
    X(FEAT_ROAD_LENGTH, BOT_TERM_ROAD)      /* times 4 */                                         \
    X(FEAT_ROAD_GAP, BOT_TERM_ROAD)         /* times 4: short of taking it */                     \
    X(FEAT_ARMY_HELD, BOT_TERM_ARMY)        /* 16 */                                              \
    X(FEAT_KNIGHTS, BOT_TERM_ARMY)          /* played, times 8 */                                 \
    X(FEAT_ARMY_GAP, BOT_TERM_ARMY)         /* times 8 */                                         \
    X(FEAT_CARD_KNIGHT, BOT_TERM_CARDS)     /* knights to play, times 16 */                       \
    X(FEAT_CARD_OTHER, BOT_TERM_CARDS)      /* progress cards, times 16 */                        \
    X(FEAT_ETA_ROAD, BOT_TERM_SPEED)        /* nearness in rolls: 64 at once, 0 never */          \
    X(FEAT_ETA_SETTLE, BOT_TERM_SPEED)                                                            \
    X(FEAT_ETA_CITY, BOT_TERM_SPEED)                                                              \
    X(FEAT_ETA_CARD, BOT_TERM_SPEED)                                                              \
    X(FEAT_ETA_WIN, BOT_TERM_SPEED)         /* nearness of the whole way to the goal */           \
    X(FEAT_ROLLS_WIN, BOT_TERM_SPEED)       /* the same in rolls, 0..127 */                       \
    X(FEAT_HAND, BOT_TERM_HAND)             /* cards, times 4 */                                  \
    X(FEAT_HAND_OVER, BOT_TERM_RISK)        /* cards above the limit, times 4 */                  \
    X(FEAT_HAND_KINDS, BOT_TERM_HAND)       /* times 4 */                                         \
    X(FEAT_NO_SETTLEMENT, BOT_TERM_SITES)   /* 16: no settlement piece left */                    \
    X(FEAT_CITIES, BOT_TERM_PRODUCTION)     /* cities built, times 8 */                           \
    X(FEAT_SETTLEMENTS, BOT_TERM_PRODUCTION)    /* settlements on the board, times 8 */           \
    X(FEAT_STUCK, BOT_TERM_SITES)           /* 16: nowhere to settle within two roads */          \
    X(FEAT_ROAD_LEAD, BOT_TERM_ROAD)        /* times 4: ahead of the next, if held */             \
    X(FEAT_ARMY_LEAD, BOT_TERM_ARMY)        /* times 8 */                                         \
    X(FEAT_LEADER, BOT_TERM_RIVALS)         /* points of the best other seat, times 8 */          \
    X(FEAT_SITE_RACE, BOT_TERM_SITES)       /* the best place within a road that others reach */  \
    /* From here on: catan_outlook.c. */                                                          \
    X(FEAT_HAND_BRICK, BOT_TERM_HAND)       /* cards of each kind, times 8 */                     \
    X(FEAT_HAND_LUMBER, BOT_TERM_HAND)                                                            \
    X(FEAT_HAND_WOOL, BOT_TERM_HAND)                                                              \
    X(FEAT_HAND_GRAIN, BOT_TERM_HAND)                                                             \
    X(FEAT_HAND_ORE, BOT_TERM_HAND)                                                               \
    X(FEAT_FEED_BRICK, BOT_TERM_HARBORS)    /* earnings of a kind times what its rate saves */    \
    X(FEAT_FEED_LUMBER, BOT_TERM_HARBORS)                                                         \
    X(FEAT_FEED_WOOL, BOT_TERM_HARBORS)                                                           \
    X(FEAT_FEED_GRAIN, BOT_TERM_HARBORS)                                                          \
    X(FEAT_FEED_ORE, BOT_TERM_HARBORS)                                                            \
    X(FEAT_TOTAL, BOT_TERM_PRODUCTION)      /* all earnings together */                           \
    X(FEAT_ONE_NUMBER, BOT_TERM_BALANCE)    /* what the best single number brings */              \
    X(FEAT_CITY_BEST, BOT_TERM_PRODUCTION)  /* what the best settlement would add as a city */    \
    X(FEAT_CITY_NEXT, BOT_TERM_PRODUCTION)  /* ... the second best */                             \
    X(FEAT_ETA_BOTH, BOT_TERM_SPEED)        /* nearness of a settlement and a city */             \
    X(FEAT_ETA_CITIES, BOT_TERM_SPEED)      /* ... of two cities */                               \
    X(FEAT_ETA_ARMY, BOT_TERM_ARMY)         /* ... of the knights that take Largest Army */       \
    X(FEAT_ETA_LONGEST, BOT_TERM_ROAD)      /* ... of the roads that take Longest Road */         \
    X(FEAT_SITE_SAFE, BOT_TERM_SITES)       /* the best place no rival reaches as soon */         \
    X(FEAT_SITES_SAFE, BOT_TERM_SITES)      /* how many such, times 4 */                          \
    X(FEAT_SITE_THIRD, BOT_TERM_SITES)      /* the third best place within two roads */           \
    X(FEAT_SITE_LOST, BOT_TERM_SITES)       /* the best place a rival can settle before us */     \
    X(FEAT_ROAD_OPEN, BOT_TERM_ROAD)        /* paths the roads can go on by, times 2 */           \
    X(FEAT_ROAD_RIVAL, BOT_TERM_ROAD)       /* the longest road of another, times 4 */            \
    X(FEAT_ARMY_RIVAL, BOT_TERM_ARMY)       /* the most knights another has played, times 8 */    \
    X(FEAT_ARMY_READY, BOT_TERM_ARMY)       /* 16: the knights in hand take it */                 \
    X(FEAT_CARD_MONOPOLY, BOT_TERM_CARDS)   /* times 16 */                                        \
    X(FEAT_CARD_PLENTY, BOT_TERM_CARDS)                                                           \
    X(FEAT_CARD_ROADS, BOT_TERM_CARDS)                                                            \
    X(FEAT_CARD_NEW, BOT_TERM_CARDS)        /* bought this turn, times 16 */                      \
    X(FEAT_DECK, BOT_TERM_CARDS)            /* cards to buy, times 2 */                           \
    X(FEAT_SEVEN, BOT_TERM_RISK)            /* cards a seven would cost now, times 8 */           \
    X(FEAT_SEVEN_SOON, BOT_TERM_RISK)       /* above the limit by its next turn, times 4 */       \
    X(FEAT_UNROB, BOT_TERM_ROBBER)          /* what is robbed, if it has a knight to end it */    \
    X(FEAT_LEAD, BOT_TERM_RIVALS)           /* points over the best other, times 8 */             \
    X(FEAT_RIVAL_PACE, BOT_TERM_RIVALS)     /* nearness of the fastest other to the goal */       \
    X(FEAT_RIVAL_NEXT, BOT_TERM_RIVALS)     /* ... of those who move before the seat */           \
    X(FEAT_TABLE, BOT_TERM_RIVALS)          /* points of all others together, times 2 */          \
    X(FEAT_ROADS_LEFT, BOT_TERM_ROAD)       /* fewer than five pieces left, times 8 */            \
    X(FEAT_HOUSES_LEFT, BOT_TERM_SITES)     /* settlement pieces left, times 8 */                 \
    X(FEAT_CITIES_LEFT, BOT_TERM_PRODUCTION)    /* city pieces left, times 8 */                   \
    X(FEAT_ROUND, BOT_TERM_SPEED)           /* rounds played, up to 64 */                         \
    X(FEAT_SEATS, BOT_TERM_RIVALS)          /* players beyond three, times 16 */                  \
    X(FEAT_HELPER_B, BOT_TERM_CARDS)        /* 16: the helper shows its second side */            \
    X(FEAT_HELPER_0, BOT_TERM_CARDS)        /* 16: holds this helper; ten of them */              \
    X(FEAT_HELPER_1, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_2, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_3, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_4, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_5, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_6, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_7, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_8, BOT_TERM_CARDS)                                                              \
    X(FEAT_HELPER_9, BOT_TERM_CARDS)                                                              \
    X(FEAT_BLOCK_BRICK, BOT_TERM_ROBBER)    /* what the robber blocks, by kind */                 \
    X(FEAT_BLOCK_LUMBER, BOT_TERM_ROBBER)                                                         \
    X(FEAT_BLOCK_WOOL, BOT_TERM_ROBBER)                                                           \
    X(FEAT_BLOCK_GRAIN, BOT_TERM_ROBBER)                                                          \
    X(FEAT_BLOCK_ORE, BOT_TERM_ROBBER)                                                            \
    X(FEAT_NOW_BRICK, BOT_TERM_SITES)       /* what the best place now earns, times 2 */      \
    X(FEAT_NOW_LUMBER, BOT_TERM_SITES)                                                            \
    X(FEAT_NOW_WOOL, BOT_TERM_SITES)                                                              \
    X(FEAT_NOW_GRAIN, BOT_TERM_SITES)                                                             \
    X(FEAT_NOW_ORE, BOT_TERM_SITES)                                                               \
    X(FEAT_SOON_BRICK, BOT_TERM_SITES)      /* ... of the best place one or two roads away */     \
    X(FEAT_SOON_LUMBER, BOT_TERM_SITES)                                                           \
    X(FEAT_SOON_WOOL, BOT_TERM_SITES)                                                             \
    X(FEAT_SOON_GRAIN, BOT_TERM_SITES)                                                            \
    X(FEAT_SOON_ORE, BOT_TERM_SITES)                                                              \
    X(FEAT_UP_BRICK, BOT_TERM_PRODUCTION)   /* ... that the best city would add */                \
    X(FEAT_UP_LUMBER, BOT_TERM_PRODUCTION)                                                        \
    X(FEAT_UP_WOOL, BOT_TERM_PRODUCTION)                                                          \
    X(FEAT_UP_GRAIN, BOT_TERM_PRODUCTION)                                                         \
    X(FEAT_UP_ORE, BOT_TERM_PRODUCTION)                                                           \
    X(FEAT_SOON_FAR, BOT_TERM_SITES)        /* roads to that place, times 16; 0: none */      \
    X(FEAT_ETA_SOON, BOT_TERM_SPEED)        /* nearness of its roads and its settlement */        \
    X(FEAT_HARBOR_NEAR, BOT_TERM_HARBORS)   /* what the best harbor in reach would save */   \
    X(FEAT_OTHERS_HAND, BOT_TERM_RIVALS)    /* cards in the others' hands, times 2 */
enum catan_feature {
#define X(name, term) name,
    CATAN_FEATURES(X)
#undef X
    FEAT_N
};
enum { FEAT_PAD = 128 };            /* the length of a row of features, padded for vectors */
_Static_assert((int)FEAT_N <= (int)FEAT_PAD, "features fit their row");
extern const uint8_t ai__feature_term[FEAT_N];

/* Ways in 36 to roll each sum. */
extern const uint8_t ai__ways[13];

/* What a seat earns from rolls. */
struct earnings {
    int kind[KIND_N];       /* ways in 36 times cards, robber counted; never below 0 */
    int robbed;             /* what the robber takes from them ... */
    int robbed_kind;        /* ... of this kind */
    int numbers;            /* ways in 36 to earn anything at all, robber or not */
};

/* Free corners at a distance of 0, 1, 2 more roads; a corner is only in the nearest set. */
struct reach {
    struct places at[3];
};

/* The places a seat can still settle, by their worth to it. */
struct sites {
    /* 0, 1, 2 roads away; 0: none. Halved if roads are needed and rivals are near */
    int best[3];
    int third;              /* the third best within two roads */
    int safe, safe_count;   /* the best that no rival reaches as soon, and how many there are */
    int lost;               /* the best that a rival can settle at once, and we cannot */
    int next;               /* the second best within one road */
    int race;               /* the best within one road that others reach as soon, in full */
    int now, soon;          /* corners of the best now and with roads to build; -1: none */
    int far;                /* roads to `soon` */
    int harbor;             /* what the best harbor among all these would save */
    int count;              /* within two roads */
};

/* A seat's data before it becomes features. */
struct seat_info {
    struct earnings e;
    struct sites sites;
    int hand[KIND_N], rate[KIND_N], cards, points, houses, cities, length;
};

/* What the evaluation knows besides the position. Made anew for each choice; not const, since
 * evaluating fills `reach` and `memo`. */
struct catan_info {
    struct reach reach[SEATS_MAX];          /* of the last position evaluated in full */
    uint64_t earns[CATAN_CORNERS_MAX];      /* ways in 36 by kind, as a bundle */
    uint8_t harbor[CATAN_CORNERS_MAX];      /* sort or CATAN_NONE */
    int seats, target, limit;               /* seats, points to win, hand limit */
    int unseen[DEV_N], unseen_n;            /* development cards the seat has not seen */
    /* FEAT_ETA_WIN of all seats at the last full evaluation */
    int16_t pace[SEATS_MAX];
    /* The last rows evaluated: most moves leave most seats unchanged, and a row is expensive. */
    struct row_memo {
        int16_t row[FEAT_PAD];
        int32_t strength;
        bool there;
    } row[SEATS_MAX][2];
    uint8_t row_next[SEATS_MAX];
    /* Road lengths already computed: they are the most expensive part of a leaf, and most leaves
     * of a choice share their roads. A length depends on the roads and the others' buildings. */
    struct road_memo {
        struct places roads, others;
        int length;                         /* plus 1; 0: free */
    } memo[SEATS_MAX][8];
    uint32_t memo_next[SEATS_MAX];
};
void ai__info(struct catan_info *info, const struct catan *view, int seat);
/* The development cards that a seat has not seen. */
void ai__count_unseen(struct catan_info *info, const struct catan *view, int seat);

/* Parts of the evaluation (catan_places.c). ai__sites() needs every seat's reach. */
void ai__reach(const struct catan *g, int s, int seats, struct reach *r);
struct sites ai__sites(const struct catan_info *info, const struct earnings *e, uint64_t rate,
                       int s);
int ai__road_length(struct catan_info *info, const struct catan *g, int s);

/* Races, harbors, the cost of a seven, the deck, pieces left, helpers (catan_outlook.c); then,
 * when all seats are done, the fastest rivals. */
void ai__outlook(struct catan_info *info, const struct catan *g, int s, int me,
                 const struct seat_info *i, int16_t *f);
void ai__rivals(const struct catan_info *info, const struct catan *g, int s, int16_t *f);
/* 64 now, 32 after eight rolls, towards 0 for never; the argument is in quarters of a roll. */
static inline int ai__nearness(int quarters) { return 64 * 32 / (32 + quarters); }

/* The features of every seat; `me` is the seat whose cards are known. */
void ai__features(struct catan_info *info, const struct catan *g, int me, int16_t f[][FEAT_PAD]);

/* Only the features of `me`; the others keep those of the last full evaluation. */
void ai__features_own(struct catan_info *info, const struct catan *g, int me, int16_t f[FEAT_PAD]);

/* How many rolls until `cost` can be paid from `hand`, earning `earns` (ways in 36) and trading at
 * `rate`; in quarters of a roll, at most `max`. */
int ai__rolls_for(const int *cost, const int *hand, const int *earns, const int *rate, int max);

/* A seat's strength from its features, in 1/256 of a natural logarithm of odds. */
int32_t ai__strength(const int16_t f[FEAT_PAD]);
/* The winning share of `me` against all, where ONE = 1 << 20, given every seat's strength. */
enum { VALUE_ONE = 1 << 20 };
int32_t ai__share(const int32_t *strength, int seats, int me);
/* Both at once: the value of g for `me`. */
int32_t ai__value(struct catan_info *info, const struct catan *g, int me);
/* The same with the others' strengths given: a quarter of the time, for moves that leave them
 * unchanged. */
int32_t ai__value_own(struct catan_info *info, const struct catan *g, int me,
                      const int32_t *others);
/* Every seat's strength, as `me` sees the table. */
void ai__strengths(struct catan_info *info, const struct catan *g, int me, int32_t *strength);
/* exp(-x / 256) of 1 << 20, for x >= 0. */
uint32_t ai__fall(int32_t x);
/* What speaks for a move that leads to a, rather than for b: largest first (catan_reasons.c). */
int ai__reasons(struct catan_info *info, const struct action *move, const struct catan *a,
                const struct catan *b, int me, struct bot_reason out[BOT_REASONS_MAX]);

/* --- belief ---------------------------------------------------------------------------------- */

enum { HANDS_MAX = 24 };            /* per seat; the least likely beyond them are dropped */

/* What each seat may hold. An action is stored when it is seen and processed with the next view,
 * since only that view tells how many cards moved. */
struct belief {
    struct hands {
        uint64_t hand[HANDS_MAX];
        uint32_t weight[HANDS_MAX];     /* sums to about WEIGHT_ONE */
        int n;                          /* 0: nothing known */
    } of[SEATS_MAX];
    struct action last;                 /* the action to be processed, if last_due */
    uint8_t last_due;
    uint8_t turn;                       /* the active seat before it */
    uint64_t before[SEATS_MAX];         /* hands before it; only the totals of the others */
    uint64_t bank_before;
    struct catan_offer offer[SEATS_MAX];    /* standing offers: an acceptance names one */
};
enum { WEIGHT_ONE = 1 << 24 };

/* An action as the seat sees it is about to happen; `view` is the view before it. */
void ai__belief_observe(struct belief *b, const struct catan *view, const struct action *seen,
                        int seat);
/* Process what is due and make sure that every hand fits the view. */
void ai__belief_update(struct belief *b, const struct catan *view, int seat);
/* A whole state that is as likely as any; deterministic for the same belief and view. */
void ai__belief_fill(const struct belief *b, const struct catan *view, int seat, struct catan *out);
/* Odds, out of 1 << 16, that a card taken unseen from `from` is of each kind. */
void ai__belief_odds(const struct belief *b, int from, uint32_t odds[KIND_N]);

/* --- the search ------------------------------------------------------------------------------ */

enum {
    DEPTH_MAX = 8,              /* own actions in a row that are searched */
    CANDIDATES_MAX = 320,       /* moves of one menu that are considered */
    TABLE_MAX = 1 << 14,        /* positions remembered; a power of two */
    OFFERED_MAX = 8,            /* own offers remembered in a turn; no level makes more than 3 */
};

/* How a level plays CATAN: a row of levels.c. */
struct catan_level {
    uint32_t nodes;             /* evaluations per choice */
    uint8_t depth;              /* own actions of look-ahead; 0: one ply */
    uint8_t beam;               /* moves followed at each step */
    uint8_t offers;             /* offers per turn */
    uint8_t bundle;             /* cards on one side of an offer */
    bool solver;                /* looks for a win this turn first */
    bool counters;              /* makes counter-offers, and proposes out of turn */
    bool deep_opening;          /* the evaluation also predicts where others settle */
    int32_t noise;              /* random noise added to each move's value, in VALUE_ONE */
    uint16_t samples;           /* close calls: games played on; 0: none (catan_rollout.c) */
    uint8_t lines, rounds;      /* ... how many moves, how many rounds */
    int32_t close;              /* ... how close, of VALUE_ONE */
};
extern const struct catan_level ai__catan_level[BOT_MASTER + 1];

/* What a CATAN bot remembers between choices. */
struct catan_mind {
    struct belief belief;
    uint32_t turn;                      /* the turn that the rest refers to, plus 1 */
    uint8_t offered_n;
    uint8_t proposed;                   /* 1: we have made our one proposal to the active seat */
    uint8_t stale_n;
    struct deal_said {
        uint64_t give, get;
        bool made;                      /* somebody took it */
    } offered[OFFERED_MAX], stale[OFFERED_MAX];     /* stale: refused in our last turn */
};
_Static_assert(sizeof(struct catan_mind) <= AI_MIND_MAX, "a mind fits its place");

/* The evaluation assumes that all seats play equally well. The win chances shown to people
 * depend on who plays: each seat's odds are weighted by its level, the more the longer the game
 * will last (catan_win_chance.c). */
struct odds {
    uint32_t weight[SEATS_MAX];         /* of 1 << 20 */
    uint32_t others;                    /* of all others, weighted by how they stand */
};
struct think;
void ai__odds(struct think *t, const struct catan *view);
/* A share of VALUE_ONE for the seat, as reported: BOT_VALUE_ONE is certain. Monotonic. */
int32_t ai__shown(const struct think *t, int32_t value);

struct candidate {
    struct action a;
    int32_t value;              /* in VALUE_ONE, or in a plain measure if the maker says so */
};
/* Insert c into a list of at most `max`, best first; among equals the earlier one stays ahead. */
void ai__insert(struct candidate *list, int *n, int max, struct candidate c);

/* The candidate moves: the best by value, and the chosen one, which may include a slip. */
struct pick {
    struct candidate best[BOT_MOVES_MAX], chosen;
    int32_t score;              /* of the chosen one, including its slip */
    int n;
    bool ahead;                 /* some values come from playing on */
};
void ai__pick(struct pick *p, struct candidate c, int32_t slip);
/* Judge every move of a list by the position after it. */
void ai__judge_each(struct think *t, const struct action *list, int n, struct pick *p);
/* Make the answer from a pick (at least one move): moves, values, reasons. */
void ai__explain(struct think *t, const struct pick *p, struct bot_answer *answer,
                 enum bot_why why);

/* Moves to be skipped now: they were already tried before a move that they commute with. */
enum { ASLEEP_MAX = 32 };
struct asleep {
    struct action move[ASLEEP_MAX];
    int n;
};

/* Everything a choice needs, in the caller's scratch: too large for the stack; its contents do
 * not survive the choice. */
struct think {
    struct bot *bot;
    const struct catan_level *level;
    struct catan_mind *mind;
    struct catan_info info;
    struct odds players;                /* who plays */
    int me;
    uint32_t nodes, limit;              /* leaves evaluated, and the limit */
    int samples;                        /* for playing on: more with a larger budget */
    struct ai_clock clock;
    bool over;                          /* out of nodes or time: results in progress are invalid */
    bool silent;
    bool own_only;                      /* the current move does not change the others' strengths */
    int32_t strength[SEATS_MAX];        /* of all at the root */
    uint32_t odds[SEATS_MAX][KIND_N];   /* of a card taken unseen */
    struct catan root;                  /* the likely whole state */
    uint32_t table_mask;                /* small budgets clear only a small part of the table */
    struct { uint64_t key; int32_t value; uint8_t depth; } table[TABLE_MAX];
    struct action menu[CATAN_MENU_MAX]; /* of the current step: copy it before searching further */
    struct candidate step[DEPTH_MAX + 2][CANDIDATES_MAX];   /* by depth left */
    _Alignas(8) uint8_t race[24 << 10];     /* used by catan_rollout.c */
};
_Static_assert(sizeof(struct think) <= AI_WORK_BYTES, "a search fits the scratch");

/* How a state is judged further; the depth is passed on. */
typedef int32_t ai_judge(struct think *t, const struct catan *g, int depth);
/* The average of `value` over what chance may do now; does not look past a roll. */
int32_t ai__over_chance(struct think *t, const struct catan *g, ai_judge *value, int depth);

/* The value of a state for the seat, as if its turn ended there. Counts as one node. With no
 * node left it returns 0 and sets t->over; then the result that depends on it must not be used. */
int32_t ai__leaf(struct think *t, const struct catan *g);
/* The same after one action: chance is averaged, and forced moves are chosen well. */
int32_t ai__after(struct think *t, const struct catan *g, const struct action *a);
/* The best value that the seat can reach in its turn from g; `asleep` may be NULL. */
int32_t ai__turn_value(struct think *t, const struct catan *g, int depth,
                       const struct asleep *asleep);
/* Fill `out` with the seat's promising moves, best first; returns how many. */
int ai__moves(struct think *t, const struct catan *g, const struct asleep *asleep,
              struct candidate *out, int max);
/* The moves to skip after c[i], if c[0..i) were followed before it. */
void ai__sleep(struct asleep *after, const struct asleep *before, const struct candidate *c, int i);
/* The robber moves of a menu that hurt the others most, by a plain measure; returns how many. */
int ai__robber_moves(const struct think *t, const struct catan *g, const struct action *menu, int n,
                     struct candidate *out, int max);
bool ai__move_robber(struct think *t, const struct catan *view, struct bot_answer *answer);
/* A hash of what the rest of the turn depends on; never 0. */
uint64_t ai__key(const struct catan *g, int me);
/* If chance must act, continue with the likeliest outcome: for the reasons. */
bool ai__likely(struct think *t, struct catan *g);
bool ai__rests(const struct action *a);     /* rolls, ends the turn or passes */
/* The position after a move and what it forces; a deal counts as made, and resting changes
 * nothing. For the reasons. */
void ai__played(struct think *t, const struct action *a, struct catan *out);
/* The first action of a certain win within this turn (catan_solve.c); false: none found. */
bool ai__solve(struct think *t, const struct catan *g, struct action *first);

/* Count one evaluation; false, with t->over set, if none is left. */
bool ai__spend(struct think *t);

/* Trades (catan_trade.c). Each fills the answer and returns true, or returns false and leaves
 * the answer untouched. */
bool ai__answer_offer(struct think *t, const struct catan *view, struct bot_answer *answer);
/* `p`: the other moves; `stand`: the value of the turn without a deal. */
bool ai__make_offer(struct think *t, const struct catan *view, int32_t stand, struct pick *p,
                    struct bot_answer *answer);
/* `maker` gives `give` for `get` to `taker`. */
void ai__swap(struct catan *g, int maker, int taker, uint64_t give, uint64_t get);
bool ai__close_offer(struct think *t, const struct catan *view, struct bot_answer *answer);
bool ai__propose(struct think *t, const struct catan *view, struct bot_answer *answer);
/* Note an offer of the seat's own, made in this turn. */
void ai__remember_offer(struct catan_mind *m, uint64_t give, uint64_t get);
/* Could this seat win in its next turn, judging by what is visible? */
bool ai__near_goal(const struct catan *g, int seat);

/* A place or a road of the set-up (catan_opening.c); false: none was on the menu. */
bool ai__open(struct think *t, const struct catan *view, struct bot_answer *answer);
/* The promising places of t->menu[0..n): settlements by a plain measure, all roads. */
int ai__places(struct think *t, const struct catan *g, int n, struct candidate *out, int max);
/* All seats place until the set-up is over. */
void ai__place_on(struct think *t, struct catan *g, bool deep);

/* The chance streams of a game played on, by type. */
struct streams {
    struct rng of[4];
};
void ai__streams(struct streams *s, uint64_t seed);
/* Play on with the fast policy until this many turns have ended, the game is over, or the budget
 * is used up. */
void ai__play_on(struct think *t, struct catan *g, uint32_t until, struct streams *s);
/* Settle close calls among the moves of a pick by playing on; the pick gets the new values. */
void ai__ahead(struct think *t, const struct catan *view, struct pick *p);
void ai__ahead_places(struct think *t, const struct catan *view, const struct catan *after,
                      struct pick *p);

extern const struct brain ai__catan, ai__baseline;

#endif
