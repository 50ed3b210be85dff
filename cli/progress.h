/* progress.h -- the progress of a long command, and its interrupt.
 *
 * The first Ctrl-C (or SIGTERM) asks the command to end and to print what it has; the second
 * ends the program at once. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Catch interrupts from here on; call once. */
void interrupt_catch(void);
bool interrupted(void);

struct progress {
    uint64_t begun, shown;      /* microseconds; zero is a sane start */
};
/* Draw "[####....] 120/400 games, 3:10 left note" on a terminal, at most four times a second.
 * Does nothing if standard error is not a terminal. */
void progress_show(struct progress *p, uint64_t done, uint64_t total, const char *unit,
                   const char *note);
/* Wipe the line. */
void progress_end(struct progress *p);

/* Monotonic time, in microseconds; as a clock for struct bot_budget. */
uint64_t progress_now(void);
uint64_t progress_clock(void *unused);

#endif
