/* match.c -- one measured game between bots: see match.h.
 *
 * Only this file holds the whole state; each bot gets its view, as on a server. */
#include "match.h"

#include <string.h>

#include "internal.h"
#include "core/asking.h"
#include "core/check.h"

enum { STREAMS = 32 };  /* the chance types of a game are consecutive, so no two share a stream */

struct match_room {
    struct bot bot[SEATS_MAX];
    struct to_ask asking;
    struct rng stream[STREAMS];         /* by type of chance action */
    _Alignas(8) uint8_t state[AI_STATE_MAX];
    _Alignas(8) uint8_t view[AI_STATE_MAX];
    struct action menu[AI_MENU_MAX];
    _Alignas(16) uint8_t work[AI_WORK_BYTES];   /* shared: only one bot thinks at a time */
};

size_t match_size(const struct game *game) {
    (void)game;
    return sizeof(struct match_room);
}

static void sit_down(struct match_room *t, const struct match *m) {
    uint8_t level[SEATS_MAX] = { 0 };
    for (int s = 0; s < m->rules.seats; s++)
        level[s] = m->bot[s].level;
    for (int s = 0; s < m->rules.seats; s++) {
        bot_new(&t->bot[s], m->game, m->rules.seats, (enum bot_level)m->bot[s].level,
                (enum bot_style)m->bot[s].style, s, m->bot_seed + (uint64_t)s);
        bot_humans(&t->bot[s], m->humans);
        bot_levels(&t->bot[s], level);
    }
    for (int i = 0; i < STREAMS; i++)
        rng_seed(&t->stream[i], m->seed * STREAMS + (uint64_t)i);
}

/* All bots see an action before it is applied. A bot without memory needs no view. */
static void play(struct match_room *t, const struct match *m, const struct action *a,
                 struct match_result *out) {
    int turn = m->game->turn(t->state);
    for (int s = 0; s < m->rules.seats; s++) {
        bool outside = m->outside >> s & 1;
        if (!t->bot[s].brain->observe && !outside)
            continue;
        struct action seen;
        m->game->view(t->state, s, t->view);
        m->game->see(t->state, a, s, &seen);
        if (outside)
            m->tell(m->outside_data, s, t->view, &seen);
        bot_observe(&t->bot[s], t->view, &seen);
    }
    if (m->watch)
        m->watch(m->watch_data, t->state, a);
    m->game->apply(t->state, a);
    asking_saw(&t->asking, m->game, t->state, a);
    out->turns += turn >= 0 && m->game->turn(t->state) != turn;
}

/* Each type of chance has its own stream. So two bots meet the same dice, no matter how often
 * they buy. */
static void play_chance(struct match_room *t, const struct match *m, struct match_result *out) {
    struct action a;
    int n = m->game->legal(t->state, SEAT_CHANCE, t->menu);
    CHECK(n > 0);
    out->actions++;
    chance_draw(m->game, t->state, &t->stream[t->menu[0].type % STREAMS].source, &a);
    play(t, m, &a, out);
}

/* Ask a seat; false if it does not act. *error is the rule that its move breaks. */
static bool ask(struct match_room *t, const struct match *m, int seat, struct match_result *out,
                int *error) {
    struct bot_budget budget = { .nodes = m->bot[seat].nodes, .ms = m->bot[seat].ms,
                                 .clock = m->clock, .clock_data = m->clock_data, .work = t->work,
                                 .silent = true };
    struct bot_answer answer;
    m->game->view(t->state, seat, t->view);
    uint64_t before = m->clock ? m->clock(m->clock_data) : 0;
    bool owes = m->game->owes(t->state) >> seat & 1;
    enum match_outside said = !(m->outside >> seat & 1) ? OUTSIDE_FAILS :
        m->ask(m->outside_data, seat, t->view, owes, &answer.action);
    bool acts = said == OUTSIDE_FAILS ? bot_choose(&t->bot[seat], t->view, &budget, &answer) :
                                        said == OUTSIDE_PLAYS;
    if (m->clock)
        out->us[seat] += m->clock(m->clock_data) - before;
    CHECK(acts || !owes);
    out->actions += owes;
    if (!acts)
        return false;
    out->moves[seat]++;
    *error = m->game->check(t->state, &answer.action);
    if (*error == 0)
        play(t, m, &answer.action, out);
    return true;
}

int match_play(const struct match *m, void *mem, struct match_result *out) {
    struct match_room *t = mem;
    const struct game *game = m->game;
    int seat, error = game->init(t->state, &m->rules);
    if (error)
        return error;
    memset(out, 0, sizeof *out);
    sit_down(t, m);
    t->asking.free = 0;
    while (error == 0 && out->actions < MATCH_ACTIONS_MAX &&
           (seat = asking_next(&t->asking, game, t->state, ~0u)) != ASK_NOBODY) {
        if (seat == SEAT_CHANCE)
            play_chance(t, m, out);
        else if (!ask(t, m, seat, out, &error))
            asking_waits(&t->asking, seat);
    }
    if (error)
        return error;
    out->winner = -1;
    for (int s = 0; s < m->rules.seats; s++)
        out->points[s] = game->points(t->state, s, &out->winner);
    return 0;
}
