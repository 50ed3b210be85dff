/* space.h -- declarations shared by space.c and observation.c: Struggle as ids and features. */
#ifndef STRUGGLE_SPACE_H
#define STRUGGLE_SPACE_H

#include "core/space.h"
#include "internal.h"

/* The groups of ids in their order: X(enumerator, type). */
#define STRUGGLE_GROUPS(X)              \
    X(SG_SWAP_STACK, SA_SWAP_STACK)     \
    X(SG_SWAP_MARKET, SA_SWAP_MARKET)   \
    X(SG_TAKE_FROM, SA_TAKE_FROM)       \
    X(SG_LIBRARY, SA_LIBRARY)           \
    X(SG_PICK, SA_PICK)                 \
    X(SG_GIVE_BACK, SA_GIVE_BACK)       \
    X(SG_GUILD, SA_GUILD)               \
    X(SG_BUILD, SA_BUILD)               \
    X(SG_PAY, SA_NONE)                  \
    X(SG_PAID, SA_NONE)                 \
    X(SG_TURN, SA_TURN)                 \
    X(SG_LEAVE, SA_LEAVE)               \
    X(SG_DISCARD, SA_DISCARD)           \
    X(SG_PASS, SA_PASS)                 \
    X(SG_DRAW, SA_DRAW)
enum struggle_group {
#define X(group, type) group,
    STRUGGLE_GROUPS(X)
#undef X
    SG_N
};

enum { BUILDS = SB_EXPANSION + SX_N };      /* roads … cities, then each expansion */

/* Which of BUILDS an action builds. */
static inline int build_index(const struct action *a) {
    return a->place == SB_EXPANSION ? SB_EXPANSION + a->target : a->place;
}

/* observation.c */
void struggle__shape_features(struct space_shape *shape);
void struggle__observe(const struct space_shape *shape, const void *state, int seat,
                       const struct draft *draft, struct space_look *look, int8_t *out);

extern const struct space struggle_space;

#endif
