/* analyse_luck.c -- judging a recorded game: see analyse_luck.h. */
#include "analyse_luck.h"

#include <stdlib.h>
#include <string.h>

#include "progress.h"

/* The state of the analysis while it replays the game. */
struct walker {
    struct analysis *a;
    struct session *s;
    const struct analysis_ask *ask;
    struct bot *bot[SEATS_MAX];
    void *memory[SEATS_MAX], *work;
    float chance[SEATS_MAX];        /* at the last judgement */
    int actor;                      /* who acted since; -1: nobody */
    float lost;                     /* by the actor's move, as the bot sees it */
    _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX];
};

static bool seat_bots(struct walker *w) {
    bool enough = true;
    w->work = malloc(bot_work_size());
    for (int i = 0; i < w->s->rules.seats; i++) {
        w->memory[i] = malloc(bot_size());
        enough = enough && w->memory[i];
        if (!w->memory[i])
            continue;
        w->bot[i] = bot_new(w->memory[i], w->s->game, w->s->rules.seats, w->ask->level,
                            w->ask->style, i, w->ask->seed + (uint64_t)i);
        bot_advise(w->bot[i]);
        bot_levels(w->bot[i], w->ask->table);
    }
    return enough && w->work;
}

/* What the actor's mistake did to a seat: the actor loses it, the others gain it in proportion to
 * their chances. So play and luck each add up to nothing over the table. */
static float share_of_mistake(const struct walker *w, int seat) {
    float own, lost;
    if (w->actor < 0)
        return 0;
    own = w->chance[w->actor];
    lost = w->lost < own ? w->lost : own;
    if (seat == w->actor)
        return -lost;
    return own < 1 ? lost * w->chance[seat] / (1 - own) : 0;
}

/* Attribute the change since the last judgement: a mistake is play, the rest is luck. */
static void attribute(struct walker *w, const float *chance) {
    struct analysis *a = w->a;
    for (int i = 0; i < a->seats; i++) {
        float moved = chance[i] - w->chance[i];
        float play = share_of_mistake(w, i);
        a->play[i] += play;
        a->luck[i] += moved - play;
    }
    memcpy(w->chance, chance, sizeof w->chance);
    w->lost = 0;
    w->actor = -1;
}

/* The judgement of a bot as chances that add up to 1; false if it has none. */
static bool chances(const struct walker *w, const struct bot_answer *answer, float *chance) {
    float sum = 0;
    for (int i = 0; i < w->a->seats; i++) {
        chance[i] = answer->value[i] > 0 ? (float)answer->value[i] : 0;
        sum += chance[i];
    }
    for (int i = 0; i < w->a->seats && sum > 0; i++)
        chance[i] /= sum;
    return sum > 0;
}

static void keep_point(struct walker *w, int entry, const float *chance) {
    struct analysis *a = w->a;
    if (a->points_n == 0) {         /* the first judgement is where everybody starts */
        memcpy(a->start, chance, sizeof a->start);
        memcpy(w->chance, chance, sizeof w->chance);
    }
    if (a->points_n == ANALYSIS_POINTS_MAX)
        return;
    a->point[a->points_n].entry = entry;
    memcpy(a->point[a->points_n++].chance, chance, sizeof a->start);
}

/* Largest first; the list is short. */
static void keep_key(struct analysis *a, const struct analysis_key *key) {
    int i = a->keys_n < ANALYSIS_KEYS ? a->keys_n++ : ANALYSIS_KEYS;
    for (; i > 0 && a->key[i - 1].lost < key->lost; i--)
        if (i < ANALYSIS_KEYS)
            a->key[i] = a->key[i - 1];
    if (i < ANALYSIS_KEYS)
        a->key[i] = *key;
}

/* Compare what was played with the best that the bot sees. A move that is not among its best is
 * worth at most as much as the last of them. */
static void compare(struct walker *w, int entry, const struct action *played,
                    const struct bot_answer *answer) {
    const struct game *game = w->s->game;
    float value = (float)answer->move[answer->moves_n - 1].value / BOT_VALUE_ONE;
    for (int i = 0; i < answer->moves_n; i++)
        if (memcmp(&answer->move[i].action, played, sizeof *played) == 0)
            value = (float)answer->move[i].value / BOT_VALUE_ONE;
    struct analysis_key key = { .entry = entry, .seat = played->seat, .played_value = value,
                                .best_value = (float)answer->move[0].value / BOT_VALUE_ONE,
                                .answer = *answer };
    key.lost = key.best_value - value;
    w->lost = key.lost > 0 ? key.lost : 0;
    w->a->decisions[played->seat]++;
    if (key.lost <= 0)
        return;
    w->a->given_away[played->seat] += key.lost;
    game->format(w->state, played, key.played, sizeof key.played);
    game->format(w->state, &answer->move[0].action, key.better, sizeof key.better);
    keep_key(w->a, &key);
}

/* Before a seat's action: judge, and look at the decision. */
static void judge(struct walker *w, int entry, const struct action *played) {
    struct bot_budget budget = { .nodes = w->ask->nodes, .work = w->work };
    struct bot_answer answer;
    float chance[SEATS_MAX] = { 0 };
    memset(&answer, 0, sizeof answer);
    w->s->game->view(w->state, played->seat, w->view);
    bool owes = w->s->game->owes(w->state) >> played->seat & 1;
    if (!owes || !bot_choose(w->bot[played->seat], w->view, &budget, &answer) ||
        !chances(w, &answer, chance))
        return;
    keep_point(w, entry, chance);
    attribute(w, chance);
    w->actor = played->seat;
    if (answer.moves_n >= 2)
        compare(w, entry, played, &answer);
}

static void step(struct walker *w, const struct action *a) {
    for (int i = 0; i < w->a->seats; i++)
        bot_witness(w->bot[i], w->state, a);
    w->s->game->apply(w->state, a);
}

/* The end of the game is certain. */
static void finish(struct walker *w) {
    float last[SEATS_MAX] = { 0 };
    if (w->a->winner < 0 || !w->a->whole || w->a->points_n == 0)
        return;
    last[w->a->winner] = 1;
    attribute(w, last);
    keep_point(w, w->s->log.entries_n + 1, last);
}

bool analysis_run(struct analysis *a, struct session *s, const struct analysis_ask *ask) {
    struct walker *w = calloc(1, sizeof *w);
    struct session_walk walk;
    struct progress progress = { 0 };
    const struct action *action;
    int done = 0;
    memset(a, 0, sizeof *a);
    a->game = s->game;
    a->seats = s->rules.seats;
    a->winner = -1;
    s->game->points(s->state, 0, &a->winner);
    if (!w)
        return false;
    *w = (struct walker){ .a = a, .s = s, .ask = ask, .actor = -1 };
    bool enough = seat_bots(w);
    memcpy(w->state, s->start, sizeof w->state);
    session_walk(&walk, s);
    a->whole = enough;
    while (enough && a->whole && (action = session_walk_next(&walk)) != NULL) {
        if (action->seat >= 0)
            judge(w, walk.entry, action);
        step(w, action);
        progress_show(&progress, (uint64_t)++done, (uint64_t)s->log.actions_n, "actions", "");
        a->whole = !interrupted();
    }
    finish(w);
    progress_end(&progress);
    for (int i = 0; i < SEATS_MAX; i++)
        free(w->memory[i]);
    free(w->work);
    free(w);
    return enough;
}
