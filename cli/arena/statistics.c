/* statistics.c -- intervals, the sequential test and Plackett-Luce ratings.
 *
 * A seat wins with probability proportional to its bot's weight; Elo is the logarithm of the
 * weight. With two seats this is the Elo of chess. Hunter (2004) describes the fit. */
#include "statistics.h"

#include <math.h>
#include <string.h>

/* Wilson's score interval: unlike the plain one it works for few games and for shares near 0 or
 * 1. */
void wilson(double wins, double n, double *low, double *high) {
    const double z = 1.959963984540054;
    *low = 0;
    *high = 1;
    if (n <= 0)
        return;
    double p = wins / n, d = 1 + z * z / n;
    double mid = (p + z * z / (2 * n)) / d;
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d;
    *low = mid - half > 0 ? mid - half : 0;
    *high = mid + half < 1 ? mid + half : 1;
}

/* A game without a winner counts as lost. */
double sprt_llr(double wins, double n, double p0, double p1) {
    return wins * log(p1 / p0) + (n - wins) * log((1 - p1) / (1 - p0));
}

int sprt_verdict(double llr) {
    const double bound = log(0.95 / 0.05);
    return llr >= bound ? 1 : llr <= -bound ? -1 : 0;
}

/* Each line-up counts one extra game, shared by its seats, so that a bot that never won has a
 * rating too. */
static double games_of(const struct lineup *l, int bots) {
    double n = 1;
    for (int b = 0; b < bots; b++)
        n += l->wins[b];
    return n;
}

/* The extra game is shared as if all seats were equal: it pulls every rating slightly towards
 * parity. */
static double wins_of(const struct lineup *l, int bots, int bot) {
    double seats = 0;
    for (int b = 0; b < bots; b++)
        seats += l->seats[b];
    return l->wins[bot] + (seats > 0 ? l->seats[bot] / seats : 0);
}

/* The weights of all seats of a line-up. */
static double weight_of(const struct lineup *l, int bots, const double *w) {
    double sum = 0;
    for (int b = 0; b < bots; b++)
        sum += l->seats[b] * w[b];
    return sum;
}

/* One step of the fit: new weight = wins / what the line-ups expected per unit of weight. */
static void step(const struct lineup *l, int n, int bots, double *w) {
    double wins[RATED_MAX] = { 0 }, per[RATED_MAX] = { 0 };
    for (int i = 0; i < n; i++) {
        double games = games_of(&l[i], bots), sum = weight_of(&l[i], bots, w);
        for (int b = 0; b < bots; b++) {
            wins[b] += wins_of(&l[i], bots, b);
            per[b] += games * l[i].seats[b] / sum;
        }
    }
    for (int b = 0; b < bots; b++)
        if (per[b] > 0)
            w[b] = wins[b] / per[b];
}

/* Invert a small symmetric matrix in place (Gauss-Jordan with pivots on the diagonal). */
static void invert(double a[RATED_MAX][RATED_MAX], int n) {
    for (int k = 0; k < n; k++) {
        double p = a[k][k] != 0 ? 1 / a[k][k] : 0;
        for (int j = 0; j < n; j++)
            a[k][j] = j == k ? p : a[k][j] * p;
        for (int i = 0; i < n; i++) {
            double f = a[i][k];
            if (i == k)
                continue;
            for (int j = 0; j < n; j++)
                a[i][j] = (j == k ? 0 : a[i][j]) - f * a[k][j];
        }
    }
}

/* Standard errors in natural units: the inverse information without the bot held at zero. */
static void errors(const struct lineup *l, int n, int bots, int zero, const double *w,
                   double *error) {
    static _Thread_local double info[RATED_MAX][RATED_MAX];
    memset(info, 0, sizeof info);
    for (int i = 0; i < n; i++) {
        double games = games_of(&l[i], bots), sum = weight_of(&l[i], bots, w);
        for (int a = 0; a < bots; a++)
            for (int b = 0; b < bots; b++) {
                double pa = l[i].seats[a] * w[a] / sum, pb = l[i].seats[b] * w[b] / sum;
                info[a][b] += games * ((a == b ? pa : 0) - pa * pb);
            }
    }
    for (int b = 0; b < bots; b++) {
        /* for a bot that never met the others: a huge error instead of a division by 0 */
        info[b][b] += 1e-9;
        info[zero][b] = info[b][zero] = 0;
    }
    info[zero][zero] = 1;
    invert(info, bots);
    for (int b = 0; b < bots; b++)
        error[b] = b == zero ? 0 : sqrt(info[b][b] > 0 ? info[b][b] : 0);
}

void rate(const struct lineup *lineups, int lineups_n, int bots, int zero, double *elo,
          double *error) {
    double w[RATED_MAX];
    const double unit = 400 / log(10);
    for (int b = 0; b < bots; b++)
        w[b] = 1;
    /* Far more than needed: each step is cheap, and weights only matter relative to each other. */
    for (int i = 0; i < 2000; i++) {
        step(lineups, lineups_n, bots, w);
        double z = w[zero];
        for (int b = 0; b < bots; b++)
            w[b] /= z;
    }
    errors(lineups, lineups_n, bots, zero, w, error);
    for (int b = 0; b < bots; b++) {
        elo[b] = unit * log(w[b]);
        error[b] *= unit;
    }
}
