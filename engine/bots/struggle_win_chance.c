/* struggle_win_chance.c -- from the search's shares to the win chances that people see in Struggle.
 *
 * Like catan_win_chance.c: the evaluation assumes equal players, and each seat's odds are
 * multiplied by what its level is worth. A quarter of that still counts at the end of the game. */
#include "struggle_ai.h"
#include "catan_ai.h"

/* In 1/256 of a natural logarithm of odds, fitted to games between unlike levels (docs/strength.md,
 * win chances). Random and grandmaster follow from their Elo, the baseline is a guess; a person
 * counts as halfway between `casual` and `club`. */
static const int16_t worth[BOT_LEVEL_N + 1] = {
    [BOT_RANDOM] = -2148, [BOT_BASELINE] = -900, [BOT_BEGINNER] = -1771, [BOT_CASUAL] = -760,
    [BOT_CLUB] = 0, [BOT_STRONG] = 244, [BOT_MASTER] = 391, [BOT_GRANDMASTER] = 541,
    [BOT_PERSON] = -380,
};

/* How much of the game is left, out of 256: by the leader's points. */
static int to_come(const struct struggle *g) {
    int target = g->rules.value[SO_POINTS], top = 0;
    for (int s = 0; s < g->rules.seats; s++)
        top = struggle_points(g, s) > top ? struggle_points(g, s) : top;
    return target > 0 && top < target ? 256 * (target - top) / target : 0;
}

static int32_t part_of(uint64_t own, uint64_t rest) {
    return own + rest ? (int32_t)(own * BOT_VALUE_ONE / (own + rest)) : 0;
}

void ai__struggle_odds(const struct struggle *view, const uint8_t *level, int me,
                       struct bot_answer *answer) {
    int32_t edge[SEATS_MAX], top = INT32_MIN;
    int left = to_come(view), seats = view->rules.seats;
    uint64_t weight[SEATS_MAX], all = 0, others = 0, rest = 0;
    for (int s = 0; s < seats; s++) {
        edge[s] = worth[level[s]] * (256 + 3 * left) / 1024;
        top = edge[s] > top ? edge[s] : top;
    }
    for (int s = 0; s < seats; s++) {
        weight[s] = ai__fall(top - edge[s]) + 1;
        uint64_t part = (uint64_t)(answer->value[s] + 1) * weight[s];
        all += part;
        others += s == me ? 0 : part;
        rest += s == me ? 0 : (uint64_t)(answer->value[s] + 1);
    }
    for (int s = 0; s < seats; s++) {
        uint64_t part = (uint64_t)(answer->value[s] + 1) * weight[s];
        answer->value[s] = part_of(part, all - part);
    }
    others /= rest ? rest : 1;
    for (int i = 0; i < answer->moves_n; i++) {
        uint64_t v = (uint64_t)answer->move[i].value;
        answer->move[i].value = part_of(v * weight[me], (BOT_VALUE_ONE - v) * others);
    }
    answer->win = answer->move[0].value;
}
