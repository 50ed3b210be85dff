/* asking.h -- who is asked next: the one rule, for every host.
 *
 * After each draw of chance, every seat that owes nothing but is free to act is asked once, the
 * lowest first, so each knows what the one before it did; then the lowest seat that owes. `who`
 * are the seats that answer at once (bits): the bots of a table, everybody in the arena. They do
 * not wait for people: as long as one of them owes, nobody else is asked. In a batch without bots
 * it is 0, and the compiler leaves only the question who owes. */
#ifndef CORE_ASKING_H
#define CORE_ASKING_H

#include "bits.h"
#include "game.h"

enum { ASK_NOBODY = -2 };       /* the game is over */

struct to_ask {
    unsigned free;              /* not yet asked since the last draw */
};

/* An action was applied. */
static inline void asking_saw(struct to_ask *q, const struct game *game, const void *state,
                              const struct action *a) {
    if (a->seat == SEAT_CHANCE)
        q->free = game->may(state);
    else
        q->free &= ~(1u << a->seat);
}

/* A free seat was asked and does nothing. */
static inline void asking_waits(struct to_ask *q, int seat) {
    q->free &= ~(1u << seat);
}

/* The seats that are asked although they owe nothing; none while chance has to act. */
static inline unsigned asking_free(const struct to_ask *q, const struct game *game,
                                   const void *state, unsigned who) {
    unsigned free = q->free & who;
    return free && !(game->owes(state) & OWES_CHANCE) ? free & game->may(state) : 0;
}

/* A seat, SEAT_CHANCE or ASK_NOBODY; asking again gives the same answer. */
static inline int asking_next(const struct to_ask *q, const struct game *game, const void *state,
                              unsigned who) {
    unsigned owes = game->owes(state), free = who ? asking_free(q, game, state, who) : 0;
    if (owes & OWES_CHANCE)
        return SEAT_CHANCE;
    if (free)
        return bits_first(free);
    return owes ? bits_first(owes & who ? owes & who : owes) : ASK_NOBODY;
}

/* What is played for a seat that does not answer. `menu` is scratch. 2: an action that gives
 * nothing away; 1: the first of its menu, as all cost something; 0: it has none. */
int asking_least_harmful(const struct game *game, const void *state, int seat,
                         struct action menu[MENU_MAX], struct action *out);

#endif
