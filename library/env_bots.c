/* env_bots.c -- built-in bots in a game of a batch: what they are told, and what they do. */
#include "core/asking.h"
#include "core/hash.h"
#include "env_internal.h"

static struct bot *bot_of(const skerry_env *e, const struct slot *s, int seat) {
    int before = bits_count(e->bots & ((1u << seat) - 1));
    return (struct bot *)(void *)((unsigned char *)(uintptr_t)s + e->bot_at +
                                  (size_t)before * bot_bytes());
}

/* Bots are told what their seats see of an action, before it is applied. */
void env__tell_bots(skerry_env *e, struct slot *s, const struct action *a) {
    const void *state = state_of(e, s);
    for (uint64_t left = e->bots; left;)
        bot_witness(bot_of(e, s, bits_pop(&left)), state, a);
}

/* False: it is free to act, and does nothing. If it owes a move and gives no legal one, any is
 * played. */
static bool ask_bot(skerry_env *e, struct slot *s, int seat, struct hand *h, struct action *a) {
    const void *state = state_of(e, s);
    _Alignas(16) unsigned char view[STATE_MAX];
    struct bot_budget budget = { .work = h->work, .silent = true };
    struct bot_answer answer;
    e->game->view(state, seat, view);
    bool acts = bot_choose(bot_of(e, s, seat), view, &budget, &answer);
    *a = answer.action;
    if (acts && e->game->check(state, a) == 0)
        return true;
    if (!(e->game->owes(state) >> seat & 1))
        return false;
    int n = e->game->legal(state, seat, h->menu);
    CHECK(n > 0);                   /* the game waits for it */
    *a = h->menu[rng_below(&s->choice, (uint32_t)n)];
    return true;
}

/* Until a learner owes a move. Learners are asked for nothing else. */
void env__play_bots(skerry_env *e, struct slot *s, struct hand *h) {
    struct to_ask asking = { .free = 0 };
    void *state = state_of(e, s);
    struct action a;
    int seat;
    while ((seat = asking_next(&asking, e->game, state, ~0u)) == SEAT_CHANCE ||
           (seat >= 0 && e->bots >> seat & 1)) {
        if (seat == SEAT_CHANCE) {
            chance_draw(e->game, state, &s->chance.source, &a);
        } else if (!ask_bot(e, s, seat, h, &a)) {
            asking_waits(&asking, seat);
            continue;
        }
        env__tell_bots(e, s, &a);
        e->game->apply(state, &a);
        asking_saw(&asking, e->game, state, &a);
        asking.free &= e->bots;
    }
}

void env__seat_bots(const skerry_env *e, struct slot *s, uint64_t seed) {
    for (uint64_t left = e->bots; left;) {
        int seat = bits_pop(&left);
        bot_new(bot_of(e, s, seat), e->game, e->seats, e->level[seat], e->style[seat], seat,
                hash_mix(seed + 97 * (uint64_t)(seat + 1)));
    }
}
