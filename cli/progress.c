/* progress.c -- a line of progress and the interrupt: see progress.h. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "flags.h"

enum { WIDTH = 24, EVERY_US = 250000 };

static volatile sig_atomic_t stop;

static void on_interrupt(int sig) {
    (void)sig;
    if (stop)
        _exit(STATUS_INTERRUPTED);
    stop = 1;
}

/* Without SA_RESTART, so that a read from a bot or a server is interrupted too. */
void interrupt_catch(void) {
    struct sigaction act = { .sa_handler = on_interrupt };
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

bool interrupted(void) {
    return stop != 0;
}

uint64_t progress_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

uint64_t progress_clock(void *unused) {
    (void)unused;
    return progress_now();
}

/* "3:10 left", estimated from the part that is done. */
static void print_left(uint64_t spent_us, uint64_t done, uint64_t total) {
    if (done == 0 || spent_us < 500000)
        return;
    uint64_t left = (uint64_t)((double)spent_us / (double)done * (double)(total - done) / 1e6);
    if (left >= 3600)
        fprintf(stderr, ", %d:%02d h left", (int)(left / 3600), (int)(left / 60 % 60));
    else
        fprintf(stderr, ", %d:%02d left", (int)(left / 60), (int)(left % 60));
}

void progress_show(struct progress *p, uint64_t done, uint64_t total, const char *unit,
                   const char *note) {
    uint64_t now = progress_now();
    if (!p->begun)
        p->begun = now;
    if (!isatty(STDERR_FILENO) || (p->shown && now - p->shown < EVERY_US))
        return;
    p->shown = now;
    done = done < total ? done : total;
    int filled = total ? (int)((double)done / (double)total * WIDTH) : WIDTH;
    fprintf(stderr, "\r[%.*s%.*s] %llu/%llu %s", filled, "########################",
            WIDTH - filled, "........................", (unsigned long long)done,
            (unsigned long long)total, unit);
    print_left(now - p->begun, done, total);
    fprintf(stderr, "  %s\033[K", interrupted() ? "ending ..." : note);
}

void progress_end(struct progress *p) {
    if (p->shown && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    p->shown = 0;
}
