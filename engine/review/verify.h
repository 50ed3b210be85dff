/* verify.h -- is a record whole and honest, and are its dice those that the server promised?
 *
 * It needs only the record: the seal must fit, the seed must hash to the commitment, the winner
 * must be the one that the game has, and every outcome of chance must be the one that the seed,
 * the seats' seeds and the entry's number give. The players themselves must have seen that the
 * commitment was made before the seats' seeds were known: it is shown before anyone is ready
 * (docs/protocol.md). */
#ifndef REVIEW_VERIFY_H
#define REVIEW_VERIFY_H

#include "core/fair.h"
#include "core/record.h"

#define VERIFY_FAULTS(X)                                                                        \
    X(VERIFY_CUT, "cut")                        /* entries are missing */                       \
    X(VERIFY_CHANGED, "changed")                /* its seal does not fit */                     \
    X(VERIFY_NO_PROMISE, "no-promise")          /* no fairness headers, or not over */          \
    X(VERIFY_BAD_PROMISE, "bad-promise")        /* they are no hex digits */                    \
    X(VERIFY_OTHER_SEED, "other-seed")          /* the seed is not the committed one */         \
    X(VERIFY_UNREADABLE, "unreadable")          /* it cannot be replayed */                     \
    X(VERIFY_RESULT, "result")                  /* it names another winner */                   \
    X(VERIFY_DRAW, "draw")                      /* a die or a card is not the one of the seed */
enum verify_fault {
    VERIFY_FINE,
#define X(name, id) name,
    VERIFY_FAULTS(X)
#undef X
};

/* An outcome of chance, as it is in the record and as the seed gives it. */
struct verify_draw {
    int entry, of;                      /* one of so many possible outcomes */
    bool same;
    char was[ACTION_TEXT_MAX], drawn[ACTION_TEXT_MAX];
};

/* The findings are complete once verify_next() has returned false. The facts behind a fault are
 * set if it is the first one. */
struct verification {
    enum verify_fault fault;            /* the first one */
    bool sealed;                        /* false: an older record; whether names, date or number
                                         * of entries were changed is not known */
    bool decided;                       /* false: it ended before it was won */
    bool promised;                      /* its seed is the committed one */
    int entries, outcomes;
    int stated, found;                  /* VERIFY_CUT: how many entries */
    char result[16], winner[16];        /* VERIFY_RESULT: a seat or "nobody", by header and game */
    struct record_fault unread;         /* VERIFY_UNREADABLE */
    struct verify_draw other;           /* VERIFY_DRAW */
    struct session *s;                  /* the game; NULL: there is nothing to draw */
    struct fair fair;
    struct log_reader reader;
};

/* `s` is room for the game. */
void verify_begin(struct verification *v, struct session *s, const char *text, size_t len);
/* The next outcome of chance in the record, taken back or not; false: there are no more. */
bool verify_next(struct verification *v, struct verify_draw *draw);
const char *verify_fault_name(enum verify_fault fault);     /* NULL: no fault */

#endif
