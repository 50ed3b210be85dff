/* shape.h -- what the inner loop depends on: seats, words, the board. Part of kernel.h, shared
 * by rules and playouts; it checks nothing. */
#ifndef CATAN_SHAPE_H
#define CATAN_SHAPE_H

#include "internal.h"

/* Passed by value: as constants they cost nothing. */
struct shape {
    const struct catan_board *board;
    int seats;
    int words;      /* of a set of corners: 1 on the base board, 2 on the larger one */
    bool helpers;
};

static inline struct shape shape_of(const struct catan *g) {
    return (struct shape){ catan_board(g), catan_seats(g),
                           g->rules.value[OPT_MAP] == MAP_BASE ? 1 : 2,
                           g->rules.value[OPT_HELPERS] };
}

/* The base board's 54 corners are one word; paths are two on either board. */
static ALWAYS_INLINE bool corner_in(struct shape s, const struct places *p, int corner) {
    return s.words == 1 ? p->w[0] >> corner & 1 : places_has(*p, corner);
}

static ALWAYS_INLINE void corner_add(struct shape s, struct places *p, int corner) {
    if (s.words == 1)
        p->w[0] |= bits_one(corner);
    else
        places_add(p, corner);
}

static ALWAYS_INLINE void corners_add(struct shape s, struct places *p, struct places more) {
    p->w[0] |= more.w[0];
    if (s.words == 2)
        p->w[1] |= more.w[1];
}

static ALWAYS_INLINE void pay(struct catan *g, int seat, uint64_t cost) {
    g->hand[seat] -= cost;
    g->bank += cost;
}

#endif
