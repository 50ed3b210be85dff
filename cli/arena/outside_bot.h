/* outside_bot.h -- an external program at a seat of the arena, over the lines of
 * docs/bot-protocol.md.
 *
 * It runs as a child process and gets one question at a time, each with a time limit. If it
 * crashes, hangs or answers nonsense, it is ended, `random` plays its seat for the rest of the
 * game so that the others can finish, and it is started again for the next one. */
#ifndef CLI_OUTSIDE_BOT_H
#define CLI_OUTSIDE_BOT_H

#include <stdint.h>
#include <sys/types.h>

#include "bots/match.h"

enum { OUTSIDE_LINE_MAX = 1 << 18 };

enum outside_fault { FAULT_NONE, FAULT_CRASH, FAULT_HANG, FAULT_NONSENSE, FAULT_N };

struct outside {
    char *command;                          /* given to a shell */
    pid_t pid;                              /* 0: not running */
    int to, from;                           /* its standard input and output */
    uint32_t ms;                            /* for one answer */
    bool wants_may;                         /* also asked when it need not act */
    bool failed;                            /* in this game */
    int in_a_row;                           /* consecutive games in which it failed */
    uint32_t faults[FAULT_N];               /* not yet counted */
    uint64_t us;                            /* waited for its moves in this game */
    char why[160];                          /* the last failure, as text */
    const struct game *game;
    int seat;
    char *line;                             /* what is sent; then what was received */
    /* events as JSON since the last question, separated by commas */
    char *events;
    size_t events_n, have;
};

/* False when memory is short. */
bool outside_init(struct outside *o, const char *command, uint32_t ms);
void outside_free(struct outside *o);

/* A game begins; starts the program if it is not running. */
void outside_begin(struct outside *o, const struct game *game, const struct rules *rules, int seat,
                   uint64_t seed);
void outside_tell(struct outside *o, const void *view, const struct action *seen);
enum match_outside outside_ask(struct outside *o, const void *view, bool owes,
                               struct action *move);
/* The game is over. */
void outside_end(struct outside *o, const struct match_result *result, int seats);

#endif
