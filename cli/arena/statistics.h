/* statistics.h -- statistics of win counts: intervals, a sequential test, ratings. */
#ifndef CLI_STATISTICS_H
#define CLI_STATISTICS_H

#include <stdint.h>

/* Wins are counted as double: a fit adds parts of a game. */

/* The 95 % interval of a share by Wilson's score. n = 0 gives [0, 1]. */
void wilson(double wins, double n, double *low, double *high);

/* Log likelihood ratio of "wins with probability p1" over "p0" after n games. */
double sprt_llr(double wins, double n, double p0, double p1);
/* The sequential test at alpha = beta = 0.05: 1 accepts p1, -1 accepts p0, 0 goes on. */
int sprt_verdict(double llr);

/* Ratings from who won which line-up: the first choice of a Plackett-Luce model, fitted
 * by minorisation-maximisation. A line-up is a count of seats per bot and wins per bot. */
enum { RATED_MAX = 32 };
struct lineup {
    uint8_t seats[RATED_MAX];
    double wins[RATED_MAX];         /* one game won by bot b adds 1 to wins[b] */
};
/* Elo of each bot (400 per factor ten), bot `zero` at 0, and its standard error against it. */
void rate(const struct lineup *lineups, int lineups_n, int bots, int zero, double *elo,
          double *error);

#endif
