/* played.h -- an entry of a game while it is played: its actions are judged one after another, and
 * chance answers them. A session plays it into its log at once, a table when it is stored. */
#ifndef CORE_PLAYED_H
#define CORE_PLAYED_H

#include "asking.h"
#include "fair.h"
#include "log.h"

/* Chance's actions are: */
enum chance_kind {
    CHANCE_SEEDED,  /* drawn for each action from its number and the seed */
    CHANCE_FAIR,    /* drawn for each entry from its number, so that anyone can do it again */
    CHANCE_BY_HAND, /* the caller plays them */
};
struct dice {
    enum chance_kind kind;
    uint64_t seed;              /* SEEDED */
    struct fair fair;           /* FAIR */
};

struct played {
    const struct log *log;      /* it will be the next entry of this one */
    struct dice *dice;
    void *state;                /* after its actions */
    struct action *action;      /* `n` of them; there is room for `max` */
    int n, max;
    struct to_ask asking;       /* who is asked after it, if the caller knows who was before it */
    bool fixed;                 /* chance acted in it, or it showed its seat something hidden */
};

/* The next entry of a log; `state` is the one after the last. */
struct played played_begin(const struct log *l, struct dice *dice, void *state,
                           struct action *action, int max);
/* Judge an action and play it: 0, a reason of the game, or PLAYED_FULL. */
enum { PLAYED_FULL = -1 };
int played_add(struct played *p, const struct action *a);
/* Let chance play what it owes, unless it is played by hand. False: there was no room for all. */
bool played_draw(struct played *p);
/* Does an action, legal in `state`, show its seat something hidden? `number`: of the actions in
 * the log before it. */
bool played_shows(const struct log *l, const struct dice *dice, const void *state,
                  const struct action *a, int number);

#endif
