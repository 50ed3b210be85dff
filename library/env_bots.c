/* env_bots.c -- built-in bots in a game of a batch: what they are told, and what they do. */
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

static void apply(skerry_env *e, struct slot *s, const struct action *a) {
    env__tell_bots(e, s, a);
    e->game->apply(state_of(e, s), a);
}

static bool ask_bot(skerry_env *e, struct slot *s, int seat, struct hand *h, struct action *a) {
    _Alignas(16) unsigned char view[STATE_MAX];
    struct bot_budget budget = { .work = h->work, .silent = true };
    struct bot_answer answer;
    e->game->view(state_of(e, s), seat, view);
    bool acts = bot_choose(bot_of(e, s, seat), view, &budget, &answer);
    if (acts)
        *a = answer.action;
    return acts;
}

void env__play_bot(skerry_env *e, struct slot *s, int seat, struct hand *h) {
    struct action a;
    if (!ask_bot(e, s, seat, h, &a)) {
        int n = e->game->legal(state_of(e, s), seat, h->menu);
        CHECK(n > 0);               /* the game waits for it */
        a = h->menu[rng_below(&s->choice, (uint32_t)n)];
    }
    apply(e, s, &a);
}

/* After chance, bots that are free to act may propose something, once each, as in the arena. */
void env__hear_proposals(skerry_env *e, struct slot *s, struct hand *h) {
    void *state = state_of(e, s);
    struct action a;
    for (uint64_t left = e->bots & e->game->may(state) & ~e->game->owes(state); left;) {
        int seat = bits_pop(&left);
        if (e->game->may(state) >> seat & 1 && ask_bot(e, s, seat, h, &a) &&
            e->game->check(state, &a) == 0)
            apply(e, s, &a);
    }
}

void env__seat_bots(const skerry_env *e, struct slot *s, uint64_t seed) {
    for (uint64_t left = e->bots; left;) {
        int seat = bits_pop(&left);
        bot_new(bot_of(e, s, seat), e->game, e->seats, e->level[seat], e->style[seat], seat,
                hash_mix(seed + 97 * (uint64_t)(seat + 1)));
    }
}
