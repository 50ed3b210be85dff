/* tournament.h -- many games of one line-up: seats rotated, threads, rows, an interrupt.
 *
 * Game i uses the chance of seed i / seats and turns the line-up by i % seats, so every
 * seed is played from each seat; every other seed also reverses the order around the
 * table. The same numbers give the same games with any number of threads. */
#ifndef CLI_TOURNAMENT_H
#define CLI_TOURNAMENT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "bots/match.h"
#include "outside_bot.h"
#include "statistics.h"

struct tally {                      /* one distinct bot */
    const char *name;               /* as it was given, of any length */
    struct match_bot bot;
    int seats;                      /* it fills in each game */
    uint64_t games, wins;           /* counted per seat, so that 1 / seats is parity */
    uint64_t points, moves, us;     /* sums; us: microseconds of thinking */
    bool outside;                   /* a program: the name is its command */
    uint64_t faults[FAULT_N];       /* of a program, each a game that it left */
    char why[160];                  /* the last of them */
};

/* Set games, threads, seed and the switches, call setup, then resume and rows as needed, run,
 * one of the reports, free. */
struct tournament {
    /* what to play */
    const struct game *game;
    struct rules rules;
    char rules_text[256];
    struct tally tally[SEATS_MAX];
    int tallies;
    char *names;                    /* what the tallies' names point into */
    uint8_t lineup[SEATS_MAX];      /* tally of each chair before rotation */
    int seats, games, threads;
    uint64_t seed;
    bool no_forfeit;                /* a program that failed gets what `random` then wins */
    bool sprt;                      /* stop at a verdict of the sequential test on tally 0 */
    bool quiet;                     /* no line of progress */
    FILE *rows;                     /* a line per game, or NULL */
    const char *records;            /* folder for a record per game, or NULL */
    int outside_ms;                 /* a program's time for a move */
    /* the results */
    int done, drawn;                /* games counted; those without a winner */
    int next;                       /* the first game nobody has taken */
    int verdict;                    /* of --sprt: 1 better, -1 not, 0 open */
    uint64_t turns, actions;
    double cpu_s;                   /* of all threads */
    int error, error_game;          /* a rule that refused a bot's move, and where */
    bool starved;                   /* a thread ran out of memory */
    bool unwritten;                 /* a row or a record could not be */
    uint8_t *played;                /* by game, from resumed rows */
    pthread_mutex_t lock;           /* guards the results while games run */
};

/* Read "club,baseline,…" (each LEVEL[-STYLE][@NODES|@Nms]) and the rules; 0, or -1 with a
 * message on stderr. `ruleset` may name the game (NULL: its first ruleset). */
int tournament_setup(struct tournament *t, const char *game, const char *ruleset, const char *bots);
/* Resume rows of the same tournament; 0, or -1 with a message on stderr. */
int tournament_resume(struct tournament *t, const char *path);
/* Open a file for rows: a new file gets a first line; an existing one must have this
 * tournament's. 0, or -1 with a message on stderr. */
int tournament_rows(struct tournament *t, const char *path);
/* Play what is left; ends early at a verdict of --sprt or an interrupt. The exit status, after a
 * message. */
int tournament_run(struct tournament *t);
void tournament_free(struct tournament *t);

/* A tally for display: shares with their 95 % interval, points per game, milliseconds per move. */
struct tally_rates {
    double rate, low, high, points, ms;
};
struct tally_rates tally_rates(const struct tally *b);
double ms_per_move(uint64_t us, uint64_t moves);
/* The line-up in the form of statistics.h, with tallies as bots. */
void tournament_lineup(const struct tournament *t, struct lineup *out);
/* A table for people; one line of JSON for programs (tournament_report.c). */
void tournament_print(const struct tournament *t, FILE *to);
void tournament_json(const struct tournament *t, FILE *to);

#endif
