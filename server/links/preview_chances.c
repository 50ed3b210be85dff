/* preview_chances.c -- the win chances over a finished game, for its picture.
 *
 * The loop copies the moves; a worker replays them and stops at a few dozen places to ask a bot
 * for its evaluation, without a search. As on the page (stats/analysis.ts), a point is the mean
 * of what each seat thought last. */
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "core/check.h"
#include "preview.h"

struct chances {
    const struct game *game;
    int seats, winner, n;
    _Alignas(16) unsigned char state[STATE_MAX]; /* before the first move */
    struct action action[];
};

/* Only games with a board: others need a search for a meaningful value. */
struct chances *chances_begin(const struct table *t) {
    if (!t->game->picture)
        return NULL;
    struct chances *c = calloc(1, sizeof *c + (size_t)t->log.actions_n * sizeof *c->action);
    if (!c)
        return NULL;
    c->game = t->game;
    c->seats = t->settings.players;
    c->winner = t->winner;
    table_state_at(t, 0, c->state);
    for (int i = log_path(&t->log, t->log.entries_n, 0); i; i = log_after(&t->log, i)) {
        const struct action *a;
        int n = log_actions(&t->log, i, &a);
        memcpy(c->action + c->n, a, (size_t)n * sizeof *a);
        c->n += n;
    }
    return c;
}

struct glance {
    float share[SEATS_MAX][SEATS_MAX]; /* by who thought so, of whom */
    bool thought[SEATS_MAX];
    void *bot, *work;
};

/* The opinion of the seat to move; false if chance is to move, or it has none. */
static bool look(const struct chances *c, struct glance *g) {
    _Alignas(16) unsigned char view[STATE_MAX];
    unsigned owes = c->game->owes(c->state);
    struct bot_budget budget = { .nodes = 1, .work = g->work };
    struct bot_answer answer = { 0 };
    int seat = 0;
    float sum = 0;
    while (seat < c->seats && !(owes >> seat & 1))
        seat++;
    if (seat == c->seats)
        return false;
    c->game->view(c->state, seat, view);
    struct bot *bot = bot_new(g->bot, c->game, c->seats, BOT_CLUB, BOT_PLAIN, seat, 1);
    bot_advise(bot);
    if (!bot_choose(bot, view, &budget, &answer))
        return false;
    for (int i = 0; i < c->seats; i++)
        sum += (float)answer.value[i];
    for (int i = 0; i < c->seats && sum > 0; i++)
        g->share[seat][i] = (float)answer.value[i] / sum;
    g->thought[seat] = g->thought[seat] || sum > 0;
    return sum > 0;
}

static void add_point(const struct chances *c, const struct glance *g, struct picture *p) {
    int seats = 0;
    for (int by = 0; by < c->seats; by++)
        seats += g->thought[by];
    for (int by = 0; by < c->seats; by++)
        for (int i = 0; i < c->seats && g->thought[by]; i++)
            p->curve[p->curve_n][i] += g->share[by][i] / (float)seats;
    p->curve_n++;
}

/* If memory is short, the picture has no curve. */
void chances_work(struct chances *c, struct picture *p) {
    struct glance *g = calloc(1, sizeof *g);
    CHECK(g);
    g->bot = malloc(bot_size());
    g->work = malloc(bot_work_size());
    for (int i = 0; i < c->n && g->bot && g->work; i++) {
        bool due = (int64_t)i * (PICTURE_CURVE - 1) >= (int64_t)p->curve_n * c->n;
        if (due && p->curve_n < PICTURE_CURVE - 1 && look(c, g))
            add_point(c, g, p);
        c->game->apply(c->state, &c->action[i]);
    }
    if (p->curve_n > 0) /* and how it ended */
        p->curve[p->curve_n++][c->winner] = 1;
    free(g->bot);
    free(g->work);
    free(g);
}
