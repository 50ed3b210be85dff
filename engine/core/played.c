/* played.c -- judges an entry action by action, and draws what chance answers. */
#include "played.h"

#include "undo.h"

/* A fair entry begins with its first word, however often it is tried. */
struct played played_begin(const struct log *l, struct dice *dice, void *state,
                           struct action *action, int max) {
    if (dice->kind == CHANCE_FAIR)
        fair_entry(&dice->fair, (uint32_t)l->entries_n + 1);
    return (struct played){ .log = l, .dice = dice, .state = state, .action = action, .max = max };
}

/* The states tried depend only on the seed and the action's number, so a replay gives the same
 * answer. */
bool played_shows(const struct log *l, const struct dice *dice, const void *state,
                  const struct action *a, int number) {
    return reveals(l->game, state, a, hash_mix(dice->seed ^ (uint64_t)number));
}

static int play(struct played *p, const struct action *a) {
    if (p->n >= p->max)
        return PLAYED_FULL;
    p->log->game->apply(p->state, a);
    asking_saw(&p->asking, p->log->game, p->state, a);
    p->action[p->n++] = *a;
    p->fixed |= a->seat == SEAT_CHANCE;
    return 0;
}

/* Asks before playing whether it reveals something: the answer needs the state before it. */
int played_add(struct played *p, const struct action *a) {
    int reason = p->log->game->check(p->state, a);
    if (reason)
        return reason;
    if (p->dice->kind != CHANCE_BY_HAND && !p->fixed && a->seat != SEAT_CHANCE)
        p->fixed = played_shows(p->log, p->dice, p->state, a, p->log->closed + p->n);
    return play(p, a);
}

/* Seeded, each action has a stream of its own. So a game that is taken back and played again the
 * same way draws the same, and so does another session with the same seed. */
bool played_draw(struct played *p) {
    const struct game *game = p->log->game;
    struct source *words = &p->dice->fair.source;
    bool room = true;
    while (room && p->dice->kind != CHANCE_BY_HAND && game->owes(p->state) & OWES_CHANCE) {
        struct action a;
        struct rng rng;
        if (p->dice->kind == CHANCE_SEEDED) {
            uint64_t number = (uint64_t)(p->log->closed + p->n);
            rng_seed(&rng, hash_mix(p->dice->seed ^ hash_mix(number + 1)));
            words = &rng.source;
        }
        chance_draw(game, p->state, words, &a);
        room = play(p, &a) == 0;
    }
    return room;
}
