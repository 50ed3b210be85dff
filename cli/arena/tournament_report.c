/* tournament_report.c -- the results of a tournament, as a table and as JSON.
 *
 * The intervals are of wins per seat: at parity, a bot that fills two of four seats wins a
 * quarter of its seats' games, as if it sat there alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "progress.h"
#include "tournament.h"

void tournament_lineup(const struct tournament *t, struct lineup *out) {
    memset(out, 0, sizeof *out);
    for (int b = 0; b < t->tallies; b++) {
        out->seats[b] = (uint8_t)t->tally[b].seats;
        out->wins[b] = (double)t->tally[b].wins;
    }
}

double ms_per_move(uint64_t us, uint64_t moves) {
    return moves ? (double)us / 1000 / (double)moves : 0;
}

struct tally_rates tally_rates(const struct tally *b) {
    double n = b->games ? (double)b->games : 1;
    struct tally_rates s = { (double)b->wins / n, 0, 1, (double)b->points / n,
                             ms_per_move(b->us, b->moves) };
    wilson((double)b->wins, (double)b->games, &s.low, &s.high);
    return s;
}

/* Elo from this line-up alone, relative to the baseline, or else to the last bot. */
static void ratings(const struct tournament *t, double *elo, double *error) {
    struct lineup l;
    int zero = t->tallies - 1;
    tournament_lineup(t, &l);
    for (int b = 0; b < t->tallies; b++)
        if (t->tally[b].bot.level == BOT_BASELINE)
            zero = b;
    rate(&l, 1, t->tallies, zero, elo, error);
}

static const char *verdict_name(const struct tournament *t) {
    return t->verdict > 0 ? "better by a point" : t->verdict < 0 ? "not better" : "undecided";
}

static int name_width(const struct tournament *t) {
    int width = 20;
    for (int b = 0; b < t->tallies; b++)
        if ((int)strlen(t->tally[b].name) > width)
            width = (int)strlen(t->tally[b].name);
    return width;
}

void tournament_print(const struct tournament *t, FILE *to) {
    int width = name_width(t);
    double elo[RATED_MAX], error[RATED_MAX];
    double n = t->done ? t->done : 1;
    ratings(t, elo, error);
    fprintf(to, "%s %s, seed %llu: %d of %d games, %d without a winner; %.1f turns, "
            "%.0f actions a game; %.1f games a CPU-second\n", t->game->name, t->rules_text,
            (unsigned long long)t->seed, t->done, t->games, t->drawn, (double)t->turns / n,
            (double)t->actions / n, t->cpu_s > 0 ? t->done / t->cpu_s : 0);
    fprintf(to, "%-*s %7s %7s %8s %17s %7s %9s %12s\n", width, "bot", "games", "wins", "rate",
            "95 %", "points", "ms/move", "Elo");
    for (int b = 0; b < t->tallies; b++) {
        struct tally_rates s = tally_rates(&t->tally[b]);
        fprintf(to, "%-*s %7llu %7llu %6.1f %%   [%5.1f, %5.1f] %% %7.2f %9.4f %+6.0f ±%.0f\n",
                width, t->tally[b].name, (unsigned long long)t->tally[b].games,
                (unsigned long long)t->tally[b].wins, 100 * s.rate, 100 * s.low, 100 * s.high,
                s.points, s.ms, elo[b], 1.96 * error[b]);
    }
    for (int b = 0; b < t->tallies; b++) {
        const struct tally *o = &t->tally[b];
        uint64_t crashed = o->faults[FAULT_CRASH], hung = o->faults[FAULT_HANG],
                 nonsense = o->faults[FAULT_NONSENSE];
        if (crashed + hung + nonsense)
            fprintf(to, "%s: %" PRIu64 " games %s (%" PRIu64 " crashed, %" PRIu64 " hung, %" PRIu64
                    " nonsense); last: %s\n", o->name, crashed + hung + nonsense,
                    t->no_forfeit ? "played on by random" : "forfeited", crashed, hung, nonsense,
                    o->why);
    }
    if (t->sprt)
        fprintf(to, "sequential test, %s: %s\n", t->tally[0].name, verdict_name(t));
}

/* The names of members are stable: programs read them. */
void tournament_json(const struct tournament *t, FILE *to) {
    double elo[RATED_MAX], error[RATED_MAX];
    double n = t->done ? t->done : 1;
    ratings(t, elo, error);
    fprintf(to, "{\"games\":%d,\"bots\":[", t->done);
    for (int b = 0; b < t->tallies; b++) {
        struct tally_rates s = tally_rates(&t->tally[b]);
        size_t size = 6 * strlen(t->tally[b].name) + 3;
        char *name = malloc(size);
        fprintf(to, "%s{\"bot\":%s,\"games\":%llu,\"wins\":%llu,\"win_rate\":%.4f,\"low\":%.4f,"
                "\"high\":%.4f,\"ms_per_move\":%.4f,\"seats\":%d,\"points\":%.2f,\"elo\":%.1f,"
                "\"elo_error\":%.1f,\"crashed\":%llu,\"hung\":%llu,\"nonsense\":%llu}",
                b ? "," : "", name ? json_quote(t->tally[b].name, name, size) : "null",
                (unsigned long long)t->tally[b].games, (unsigned long long)t->tally[b].wins, s.rate,
                s.low, s.high, s.ms, t->tally[b].seats, s.points, elo[b], 1.96 * error[b],
                (unsigned long long)t->tally[b].faults[FAULT_CRASH],
                (unsigned long long)t->tally[b].faults[FAULT_HANG],
                (unsigned long long)t->tally[b].faults[FAULT_NONSENSE]);
        free(name);
    }
    fprintf(to, "],\"game\":\"%s\",\"rules\":\"%s\",\"seed\":%llu,\"turns\":%.1f,\"actions\":%.1f,"
            "\"drawn\":%d,\"cpu_s\":%.2f,\"games_per_cpu_s\":%.2f", t->game->name, t->rules_text,
            (unsigned long long)t->seed, (double)t->turns / n, (double)t->actions / n, t->drawn,
            t->cpu_s, t->cpu_s > 0 ? t->done / t->cpu_s : 0);
    if (t->sprt)
        fprintf(to, ",\"sprt\":\"%s\"", verdict_name(t));
    fprintf(to, "%s}\n", interrupted() ? ",\"interrupted\":true" : "");
}
