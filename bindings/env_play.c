/* env_play.c -- one game of a batch: chance, house bots, and the learner's choices. */
#include <string.h>

#include "../core/hash.h"
#include "env_internal.h"

/* ---- bots ---- */

static struct bot *bot_of(const skerry_env *e, const struct slot *s, int seat) {
    int before = bits_count(e->bots & ((1u << seat) - 1));
    return (struct bot *)(void *)((unsigned char *)(uintptr_t)s + e->bot_at +
                                  (size_t)before * bot_bytes());
}

/* Bots are told what their seats see of an action, before it is applied. */
static NOINLINE void tell_bots(skerry_env *e, struct slot *s, const struct action *a) {
    const void *state = state_of(e, s);
    for (uint64_t left = e->bots; left;) {
        _Alignas(16) unsigned char view[STATE_MAX];
        struct action seen;
        int seat = bits_pop(&left);
        memset(view, 0, e->game->state_size);
        e->game->view(state, seat, view);
        e->game->see(state, a, seat, &seen);
        bot_observe(bot_of(e, s, seat), view, &seen);
    }
}

static ALWAYS_INLINE void apply(skerry_env *e, struct slot *s, const struct action *a) {
    if (e->bots)
        tell_bots(e, s, a);
    e->game->apply(state_of(e, s), a);
}

static bool ask_bot(skerry_env *e, struct slot *s, int seat, struct hand *h, struct action *a) {
    _Alignas(16) unsigned char view[STATE_MAX];
    struct bot_budget budget = { .work = h->work, .silent = true };
    struct bot_answer answer;
    memset(view, 0, e->game->state_size);
    e->game->view(state_of(e, s), seat, view);
    bool acts = bot_choose(bot_of(e, s, seat), view, &budget, &answer);
    if (acts)
        *a = answer.action;
    return acts;
}

static void play_bot(skerry_env *e, struct slot *s, int seat, struct hand *h) {
    struct action a;
    if (!ask_bot(e, s, seat, h, &a)) {
        int n = e->game->legal(state_of(e, s), seat, h->menu);
        CHECK(n > 0);               /* the game waits for it */
        a = h->menu[rng_below(&s->choice, (uint32_t)n)];
    }
    apply(e, s, &a);
}

/* After chance, bots that are free to act may propose something, once each, as in the arena. */
static void hear_proposals(skerry_env *e, struct slot *s, struct hand *h) {
    void *state = state_of(e, s);
    struct action a;
    for (uint64_t left = e->bots & e->game->may(state) & ~e->game->owes(state); left;) {
        int seat = bits_pop(&left);
        if (e->game->may(state) >> seat & 1 && ask_bot(e, s, seat, h, &a) &&
            e->game->check(state, &a) == 0)
            apply(e, s, &a);
    }
}

/* ---- a game ---- */

/* The next learner's decision, or the end. */
static void run_on(skerry_env *e, struct slot *s, struct hand *h) {
    void *state = state_of(e, s);
    struct action a;
    for (;;) {
        unsigned owes = e->game->owes(state);
        if (owes & OWES_CHANCE) {
            chance_draw(e->game, state, &s->chance.source, &a);
            apply(e, s, &a);
            if (e->bots)
                hear_proposals(e, s, h);
            continue;
        }
        s->over = owes == 0;
        s->actor = owes ? bits_first(owes) : NOBODY;
        if (!owes || !(e->bots >> s->actor & 1))
            return;
        play_bot(e, s, s->actor, h);
    }
}

void env__go_on(skerry_env *e, int i, struct hand *h) {
    struct slot *s = slot_of(e, i);
    memset(&s->draft, 0, sizeof s->draft);
    run_on(e, s, h);
    s->cut = !s->over && e->limit && s->decisions >= e->limit;
    if (s->cut)
        s->actor = NOBODY;
}

void env__begin(skerry_env *e, int i, uint64_t seed, struct hand *h) {
    struct slot *s = slot_of(e, i);
    uint64_t episode = s->episode + 1;
    memset(s, 0, sizeof *s);
    memset(state_of(e, s), 0, e->game->state_size);
    s->episode = episode;
    env__forget_rows(e, i);
    rng_seed(&s->chance, hash_mix(2 * seed));
    rng_seed(&s->choice, hash_mix(2 * seed + 1));
    for (uint64_t left = e->bots; left;) {
        int seat = bits_pop(&left);
        bot_new(bot_of(e, s, seat), e->game, e->seats, e->level[seat], e->style[seat], seat,
                hash_mix(seed + 97 * (uint64_t)(seat + 1)));
    }
    int refused = e->game->init(state_of(e, s), &e->shape.rules);
    CHECK(refused == 0);            /* skerry_env_check() has tried these rules */
    env__go_on(e, i, h);
    env__remember_points(e, s);
}

/* The n-th game of a row has its own seed, whatever happens in the other rows. */
void env__next_episode(skerry_env *e, int i, struct hand *h) {
    uint64_t n = slot_of(e, i)->episode;
    env__begin(e, i, hash_mix(hash_mix(e->seed + (uint64_t)i) + n), h);
}

/* ---- choices ---- */

static bool legal_choice(const skerry_env *e, int i, int choice) {
    if (choice < 0)
        return false;
    if (e->menu)
        return choice < e->ids_n[i];
    const uint8_t *mask = e->mask + (size_t)i * (size_t)e->choices;
    return choice < e->choices && mask[choice];
}

static int random_choice(skerry_env *e, int i) {
    int at = (int)rng_below(&slot_of(e, i)->choice, (uint32_t)e->ids_n[i]);
    return e->menu ? at : e->ids[(size_t)i * (size_t)e->ids_max + (size_t)at];
}

/* Play what was chosen; an id that only adds to a draft changes nothing in the game. */
bool env__choose(skerry_env *e, int i, int choice, struct hand *h) {
    struct slot *s = slot_of(e, i);
    if (s->actor == NOBODY)
        return false;
    if (choice == SKERRY_RANDOM)
        choice = random_choice(e, i);
    if (!legal_choice(e, i, choice))
        return false;
    s->decisions++;
    if (e->menu)
        s->draft.a = e->menu[(size_t)i * (size_t)e->choices + (size_t)choice];
    else if (!e->space->choose(&e->shape, state_of(e, s), s->actor, &s->draft, choice)) {
        s->cut = e->limit && s->decisions >= e->limit;
        if (s->cut)
            s->actor = NOBODY;
        return true;
    }
    apply(e, s, &s->draft.a);
    env__go_on(e, i, h);
    return true;
}
