/* catan_win_chance.c -- from the evaluation's shares to the win chances shown to people.
 *
 * The evaluation assumes that everybody plays equally well. At a real table the levels differ,
 * and the more of the game is left, the more that counts. For levels better than `club` a
 * quarter of the difference remains at the end, for weaker ones three quarters, since weak
 * players also fail to finish. Each seat's odds are multiplied accordingly; the numbers are
 * measured (docs/strength.md, win chances). */
#include "catan_ai.h"

/* What a level is worth at the start of a game, in 1/256 of a natural logarithm of odds: from
 * tools/fit_odds.py; the first two by their Elo. A person counts as halfway between `casual` and
 * `club`. */
static const int16_t worth[BOT_LEVEL_N + 1] = {
    [BOT_RANDOM] = -1665, [BOT_BASELINE] = -415, [BOT_BEGINNER] = -411, [BOT_CASUAL] = -264,
    [BOT_CLUB] = 0, [BOT_STRONG] = 110, [BOT_MASTER] = 320, [BOT_PERSON] = -132,
};

/* How much of the game is left, out of 256: by the leader's points. */
static int to_come(const struct catan *view) {
    int target = catan_option(view, OPT_POINTS), top = 2;
    for (int s = 0; s < catan_seats(view); s++)
        top = view->points[s] > top ? view->points[s] : top;
    return target > 2 && top < target ? 256 * (target - top) / (target - 2) : 0;
}

void ai__odds(struct think *t, const struct catan *view) {
    int32_t edge[SEATS_MAX], top = INT32_MIN;
    int left = to_come(view), seats = t->info.seats;
    uint64_t sum = 0, all = 0;
    for (int s = 0; s < seats; s++) {
        int w = worth[t->bot->table[s]];
        edge[s] = w * (w < 0 ? 768 + left : 256 + 3 * left) / 1024;
        top = edge[s] > top ? edge[s] : top;
    }
    for (int s = 0; s < seats; s++) {
        uint64_t share = (uint64_t)ai__share(t->strength, seats, s) + 1;
        t->players.weight[s] = ai__fall(top - edge[s]) + 1;
        sum += s == t->me ? 0 : share * t->players.weight[s];
        all += s == t->me ? 0 : share;
    }
    t->players.others = (uint32_t)(sum / all);
}

int32_t ai__shown(const struct think *t, int32_t value) {
    if (value <= 0 || value >= VALUE_ONE)
        return value <= 0 ? 0 : BOT_VALUE_ONE;
    uint64_t own = (uint64_t)value * t->players.weight[t->me];
    uint64_t rest = (uint64_t)(VALUE_ONE - value) * t->players.others;
    return (int32_t)(own / ((own + rest) / BOT_VALUE_ONE + 1));
}
