/* space.h -- what space.c and observation.c share: CATAN as ids and features (core/space.h). */
#ifndef CATAN_SPACE_H
#define CATAN_SPACE_H

#include "core/space.h"
#include "internal.h"

/* What the ids of a group stand for, in this order: each path, each seat that may have made an
 * offer, ... */
enum space_index_by { BY_ONE, BY_PATH, BY_CORNER, BY_HEX, BY_KIND, BY_TRADE, BY_PAIR, BY_VICTIM,
    BY_OTHER, BY_MAKER, BY_KIND_OTHERS, BY_OTHER_KIND, BY_KIND_OR_NONE, BY_CARD, BY_HELPER_NAME,
    BY_N };

/* The groups of ids in their order: X(enumerator, words, type, index, when). */
#define SPACE_GROUPS(X)                                                         \
    X(G_ROLL, "roll", ACT_ROLL, BY_ONE, ALWAYS)                                 \
    X(G_END, "end", ACT_END, BY_ONE, ALWAYS)                                    \
    X(G_PASS, "pass", ACT_PASS, BY_ONE, ALWAYS)                                 \
    X(G_ROAD, "road", ACT_ROAD, BY_PATH, ALWAYS)                                \
    X(G_SETTLE, "settle", ACT_SETTLE, BY_CORNER, ALWAYS)                        \
    X(G_CITY, "city", ACT_CITY, BY_CORNER, ALWAYS)                              \
    X(G_BUY, "buy", ACT_BUY, BY_ONE, ALWAYS)                                    \
    X(G_BANK, "bank", ACT_BANK, BY_TRADE, ALWAYS)                               \
    X(G_KNIGHT, "knight", ACT_KNIGHT, BY_ONE, ALWAYS)                           \
    X(G_ROAD_BUILDING, "road-building", ACT_ROAD_BUILDING, BY_ONE, ALWAYS)      \
    X(G_PLENTY, "plenty", ACT_PLENTY, BY_PAIR, ALWAYS)                          \
    X(G_MONOPOLY, "monopoly", ACT_MONOPOLY, BY_KIND, ALWAYS)                    \
    X(G_DISCARD, "discard", ACT_DISCARD, BY_KIND, ALWAYS)                       \
    X(G_ROBBER, "robber", ACT_ROBBER, BY_VICTIM, ALWAYS)                        \
    X(G_OFFER, "offer", ACT_OFFER, BY_KIND, OFFERING)                           \
    X(G_ASK, "ask", ACT_NONE, BY_KIND, OFFERING)                                \
    X(G_NOT_TO, "not-to", ACT_NONE, BY_OTHER, OFFERING)                         \
    X(G_SEND, "send", ACT_NONE, BY_ONE, OFFERING)                               \
    X(G_CONFIRM, "confirm", ACT_CONFIRM, BY_OTHER, OFFERING)                    \
    X(G_WITHDRAW, "withdraw", ACT_WITHDRAW, BY_ONE, OFFERING)                   \
    X(G_ACCEPT, "accept", ACT_ACCEPT, BY_MAKER, OFFERING)                       \
    X(G_DECLINE, "decline", ACT_DECLINE, BY_MAKER, OFFERING)                    \
    X(G_NASSIR, "nassir", ACT_NASSIR, BY_KIND_OTHERS, HELPING)                  \
    X(G_REPAY, "repay", ACT_REPAY, BY_OTHER_KIND, HELPING)                      \
    X(G_WILLIAM, "william", ACT_WILLIAM, BY_PATH, HELPING)                      \
    X(G_MARIANNE, "marianne", ACT_MARIANNE, BY_KIND, HELPING)                   \
    X(G_LOUIS, "louis", ACT_LOUIS, BY_PATH, HELPING)                            \
    X(G_ONTO, "onto", ACT_NONE, BY_PATH, HELPING)                               \
    X(G_SEAN, "sean", ACT_SEAN, BY_KIND_OR_NONE, HELPING)                       \
    X(G_CANDAMIR, "candamir", ACT_CANDAMIR, BY_ONE, HELPING)                    \
    X(G_PAY, "pay", ACT_NONE, BY_KIND, HELPING)                                 \
    X(G_KEEP, "keep", ACT_KEEP, BY_CARD, HELPING)                               \
    X(G_HILDE, "hilde", ACT_HILDE, BY_OTHER, HELPING)                           \
    X(G_TAKE, "take", ACT_TAKE, BY_KIND, HELPING)                               \
    X(G_VINCENT_SETTLE, "vincent-settle", ACT_VINCENT_SETTLE, BY_CORNER, HELPING) \
    X(G_VINCENT_CITY, "vincent-city", ACT_VINCENT_CITY, BY_CORNER, HELPING)     \
    X(G_JEAN, "jean", ACT_JEAN, BY_KIND, HELPING)                               \
    X(G_LIN, "lin", ACT_LIN, BY_HEX, HELPING)                                   \
    X(G_FLIP, "flip", ACT_FLIP, BY_ONE, HELPING)                                \
    X(G_EXCHANGE, "exchange", ACT_EXCHANGE, BY_HELPER_NAME, HELPING)
enum space_group {
#define X(group, words, type, index, when) group,
    SPACE_GROUPS(X)
#undef X
    G_N
};
_Static_assert((int)G_N <= SPACE_GROUPS_MAX, "every group has its first id");

/* A draft of these types is open: what is being put together. */
static inline bool draft_is(const struct draft *d, int type) { return d->a.type == type; }

/* observation.c */
void catan__shape_features(struct space_shape *shape);
void catan__observe(const struct space_shape *shape, const void *state, int seat,
                    const struct draft *draft, struct space_look *look, int8_t *out);

/* space_names.c */
int catan__space_name(const struct space_shape *shape, int id, char *text, int size);

/* space.c, for space_names.c */
struct space_index { int group, at; };      /* the `at`-th id of the group */
struct space_index catan__space_index(const struct space_shape *shape, int id);
void catan__space_trade(int at, int *give, int *get);
void catan__space_pair(int at, int *first, int *second);    /* second -1: a single card */
unsigned catan__space_others(int at, int others);           /* one or two of +1 .. +others */

extern const struct space catan_space;

#endif
