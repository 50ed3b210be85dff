/* env_step.c -- one game of a batch: chance, the learner's choices, and the rows that show the
 * result. All the work of a step is in one file, so that the compiler sees it whole. */
#include <string.h>

#include "core/asking.h"
#include "core/hash.h"
#include "core/simd.h"
#include "env_internal.h"
#include "env_reward.h"

/* What a batch asks for. The usual batch has a copy of the code in which these are constants. */
struct needs { bool menu, bots, features, seldom, points, limit; };

/* ---- rows ---- */

static const struct draft no_draft;

/* Whose view is shown: the acting seat's unless a viewer was given; at the end the first seat's. */
static int onlooker(const skerry_env *e, const struct slot *s) {
    return e->viewer != NOBODY ? e->viewer : s->actor == NOBODY ? 0 : s->actor;
}

/* A row is cleared as a whole: clearing ids one by one is slower, because their number is
 * unpredictable. */
static ALWAYS_INLINE void fill_ids(skerry_env *e, int i, struct slot *s, struct hand *h) {
    uint8_t *mask = e->mask + (size_t)i * (size_t)e->choices;
    uint16_t *ids = e->ids + (size_t)i * (size_t)e->ids_max;
    clear_row(mask, (size_t)e->choices);
    e->ids_n[i] = s->actor == NOBODY ? 0 : e->space->legal(&e->shape, state_of(e, s), s->actor,
                                                           &s->draft, h->menu, ids, mask);
}

static void fill_menu(skerry_env *e, int i, struct slot *s) {
    size_t row = (size_t)i * (size_t)e->choices;
    int n = s->actor == NOBODY ? 0 : e->game->legal(state_of(e, s), s->actor, e->menu + row);
    memset(e->mask + row, 0, (size_t)e->ids_n[i]);
    memset(e->mask + row, 1, (size_t)n);
    e->ids_n[i] = n;
}

/* A seat knows the action that it is putting together. */
static ALWAYS_INLINE void observe(const skerry_env *e, const struct slot *s, int seat,
                                  struct space_look *look, int8_t *out) {
    e->space->observe(&e->shape, state_of(e, s), seat, seat == s->actor ? &s->draft : &no_draft,
                      look, out);
}

static void fill_points(skerry_env *e, int i, const struct slot *s) {
    int winner;
    for (int seat = 0; seat < e->seats; seat++)
        e->points[(size_t)i * (size_t)e->seats + (size_t)seat] =
            e->game->points(state_of(e, s), seat, &winner);
}

/* Rarely used arrays. */
enum { SELDOM = SKERRY_FILL_FLOATS | SKERRY_FILL_EVERY | SKERRY_FILL_VIEW | SKERRY_FILL_MAY |
           SKERRY_FILL_POINTS };

static NOINLINE void fill_more(skerry_env *e, int i, struct slot *s) {
    size_t n = (size_t)e->shape.features, row = (size_t)i * n, seats = (size_t)e->seats;
    for (size_t k = e->floats ? (size_t)e->looks[i].from : n; k < n; k++)
        e->floats[row + k] = (float)e->features[row + k] * e->scale[k];
    for (size_t seat = 0; e->every && seat < seats; seat++)
        observe(e, s, (int)seat, &e->looks[(size_t)e->batch + (size_t)i * seats + seat],
                e->every + row * seats + n * seat);
    if (e->view)
        e->game->view(state_of(e, s), s->actor == NOBODY ? SEAT_SPECTATOR : s->actor,
                      e->view + (size_t)i * e->game->state_size);
    if (e->may)
        e->may[i] = (uint8_t)(s->over ? 0 : e->game->may(state_of(e, s)));
    if (e->points)
        fill_points(e, i, s);
}

static ALWAYS_INLINE void fill(skerry_env *e, int i, struct slot *s, struct needs needs,
                               struct hand *h) {
    e->seat[i] = s->actor;
    e->decisions[i] = s->decisions;
    e->drafting[i] = s->draft.a.type != 0;
    if (needs.menu)
        fill_menu(e, i, s);
    else
        fill_ids(e, i, s, h);
    if (needs.features)
        observe(e, s, onlooker(e, s), &e->looks[i],
                e->features + (size_t)i * (size_t)e->shape.features);
    if (needs.seldom)
        fill_more(e, i, s);
}

static struct needs needs_of(const skerry_env *e) {
    return (struct needs){ .menu = e->menu, .bots = e->bots, .features = e->features,
                           .seldom = e->fill & SELDOM, .limit = e->limit,
                           .points = e->reward != SKERRY_REWARD_WIN };
}

void env__fill(skerry_env *e, int i, struct hand *h) {
    fill(e, i, slot_of(e, i), needs_of(e), h);
}

void env__forget_rows(skerry_env *e, int i) {
    size_t seats = (size_t)e->seats;
    if (e->looks)
        memset(&e->looks[i], 0, sizeof *e->looks);
    if (e->every)
        memset(&e->looks[(size_t)e->batch + (size_t)i * seats], 0, seats * sizeof *e->looks);
}

/* ---- a game ---- */

void env__remember_points(skerry_env *e, struct slot *s) {
    int winner;
    if (e->reward == SKERRY_REWARD_WIN)
        return;
    for (int seat = 0; seat < e->seats; seat++)
        s->points[seat] = (int16_t)e->game->points(state_of(e, s), seat, &winner);
}

void env__rewards(skerry_env *e, int i) {
    rewards(e, i, slot_of(e, i), e->reward != SKERRY_REWARD_WIN);
}

static ALWAYS_INLINE void apply(skerry_env *e, struct slot *s, const struct action *a,
                                struct needs needs) {
    if (needs.bots)
        env__tell_bots(e, s, a);
    e->game->apply(state_of(e, s), a);
}

static ALWAYS_INLINE void check_limit(const skerry_env *e, struct slot *s, struct needs needs) {
    s->cut = needs.limit && !s->over && s->decisions >= e->limit;
    if (s->cut)
        s->actor = NOBODY;
}

/* To the next learner's decision, or to the end. */
static ALWAYS_INLINE void go_on(skerry_env *e, struct slot *s, struct needs needs,
                                struct hand *h) {
    const struct to_ask asking = { .free = 0 };
    void *state = state_of(e, s);
    struct action a;
    int seat;
    memset(&s->draft, 0, sizeof s->draft);
    if (needs.bots)
        env__play_bots(e, s, h);
    while ((seat = asking_next(&asking, e->game, state, 0)) == SEAT_CHANCE) {
        chance_draw(e->game, state, &s->chance.source, &a);
        apply(e, s, &a, needs);
    }
    s->over = seat == ASK_NOBODY;
    s->actor = s->over ? NOBODY : seat;
    check_limit(e, s, needs);
}
void env__go_on(skerry_env *e, int i, struct hand *h) {
    go_on(e, slot_of(e, i), needs_of(e), h);
}

void env__seed(struct slot *s, uint64_t seed) {
    rng_seed(&s->chance, hash_mix(2 * seed));
    rng_seed(&s->choice, hash_mix(2 * seed + 1));
}

void env__begin(skerry_env *e, int i, uint64_t seed, struct hand *h) {
    struct slot *s = slot_of(e, i);
    uint64_t episode = s->episode + 1;
    memset(s, 0, sizeof *s);
    memset(state_of(e, s), 0, e->game->state_size);
    s->episode = episode;
    env__forget_rows(e, i);
    env__seed(s, seed);
    env__seat_bots(e, s, seed);
    int refused = e->game->init(state_of(e, s), &e->shape.rules);
    CHECK(refused == 0);            /* skerry_env_check() has tried these rules */
    env__go_on(e, i, h);
    env__remember_points(e, s);
}

/* The n-th game of a row has its own seed, independent of the other rows. */
void env__next_episode(skerry_env *e, int i, struct hand *h) {
    uint64_t n = slot_of(e, i)->episode;
    env__begin(e, i, hash_mix(hash_mix(e->seed + (uint64_t)i) + n), h);
}

/* ---- choices ---- */

static ALWAYS_INLINE bool legal_choice(const skerry_env *e, int i, int choice,
                                       struct needs needs) {
    if (choice < 0)
        return false;
    if (needs.menu)
        return choice < e->ids_n[i];
    return choice < e->choices && e->mask[(size_t)i * (size_t)e->choices + (size_t)choice];
}

static ALWAYS_INLINE int random_choice(const skerry_env *e, int i, struct slot *s,
                                       struct needs needs) {
    int at = (int)rng_below(&s->choice, (uint32_t)e->ids_n[i]);
    return needs.menu ? at : e->ids[(size_t)i * (size_t)e->ids_max + (size_t)at];
}

/* What a game is about to do. It is worked out while the game before it is played. The processor
 * often mispredicts what kind of action comes next, and the sooner it notices, the less time is
 * lost. */
enum coming { REFUSED, STANDS_STILL, DRAFTS, ACTS };

static ALWAYS_INLINE enum coming prepare(skerry_env *e, int i, int choice, struct needs needs) {
    struct slot *s = slot_of(e, i);
    if (UNLIKELY(s->actor == NOBODY || choice == SKERRY_LEAVE))
        return STANDS_STILL;
    if (choice == SKERRY_RANDOM)
        choice = random_choice(e, i, s, needs);
    else if (!legal_choice(e, i, choice, needs))
        return REFUSED;
    if (needs.menu)
        s->draft.a = e->menu[(size_t)i * (size_t)e->choices + (size_t)choice];
    else if (!e->space->choose(&e->shape, state_of(e, s), s->actor, &s->draft, choice))
        return DRAFTS;
    return ACTS;
}

static NOINLINE void end_game(skerry_env *e, int i, struct slot *s, struct hand *h) {
    struct space_look look = { .known = 0 };
    e->length[i] = (int32_t)s->decisions;
    if (e->final_features)
        observe(e, s, onlooker(e, s), &look,
                e->final_features + (size_t)i * (size_t)e->shape.features);
    if (e->autoreset == SKERRY_RESET_SAME)
        env__next_episode(e, i, h);
}

/* A game that is left alone, or over. */
static NOINLINE int stand_still(skerry_env *e, int i, int choice, struct hand *h) {
    if (choice != SKERRY_LEAVE && e->autoreset == SKERRY_RESET_NEXT) {
        e->done[i] = e->truncated[i] = 0;
        env__next_episode(e, i, h);
        env__fill(e, i, h);
    } else if (choice != SKERRY_LEAVE && choice != SKERRY_RANDOM) {
        return 1;
    }
    no_reward(e, i);
    return 0;
}

/* A thousand games do not fit the nearest caches, so what the coming games will touch is
 * prefetched: first a slot's own part, then, as that tells which dice come, its state and rows.
 * One game ahead is too late on a busy machine. Only games before `end` may be read: others may
 * belong to another thread. */
enum { AHEAD = 2, FAR_AHEAD = 4, FIT_THE_CACHE = 128 };

static ALWAYS_INLINE void fetch_coming(const skerry_env *e, int i, int end, struct needs needs) {
    struct rng chance = { .s = 0 };
    if (UNLIKELY(i + FAR_AHEAD >= e->batch) || e->batch <= FIT_THE_CACHE)
        return;
    struct slot *s = slot_of(e, i + AHEAD);
    fetch_line(slot_of(e, i + FAR_AHEAD));
    fetch_line(&s->actor);
    if (i + AHEAD < end)
        chance.s = s->chance.s;
    if (e->space->fetch)
        e->space->fetch(state_of(e, s), (uint32_t)(rng_next(&chance) >> 32));
    if (!needs.menu)
        fetch_line(e->ids + (size_t)(i + AHEAD) * (size_t)e->ids_max);
    if (needs.features) {
        const int8_t *row = e->features + (size_t)(i + AHEAD) * (size_t)e->shape.features;
        for (int at = e->shape.fixed; at < e->shape.features; at += 128) {
            fetch_line(row + at);
            fetch_line(row + at + 64);
        }
    }
}

static ALWAYS_INLINE void step(skerry_env *e, int i, enum coming coming, struct needs needs,
                               struct hand *h) {
    struct slot *s = slot_of(e, i);
    s->decisions++;
    if (LIKELY(coming == ACTS)) {
        apply(e, s, &s->draft.a, needs);
        go_on(e, s, needs, h);
    } else {
        check_limit(e, s, needs);   /* the game itself does not change */
    }
    rewards(e, i, s, needs.points);
    e->done[i] = s->over;
    e->truncated[i] = s->cut;
    if (UNLIKELY(s->actor == NOBODY))
        end_game(e, i, s, h);
    fill(e, i, s, needs, h);
}

static ALWAYS_INLINE int step_all(skerry_env *e, int first, int end, const int32_t *choice,
                                  struct needs needs, struct hand *h) {
    int refused = 0;
    enum coming next = prepare(e, first, choice[first], needs);
    for (int i = first; i < end; i++) {
        enum coming now = next;
        fetch_coming(e, i, end, needs);
        if (i + 1 < end)
            next = prepare(e, i + 1, choice[i + 1], needs);
        if (LIKELY(now >= DRAFTS))
            step(e, i, now, needs, h);
        else if (now == STANDS_STILL)
            refused += stand_still(e, i, choice[i], h);
        else
            refused++;
    }
    return refused;
}

int env__step(skerry_env *e, int first, int end, const int32_t *choice, struct hand *h) {
    const struct needs needs = needs_of(e), usual = { .features = true };
    if (memcmp(&needs, &usual, sizeof needs) == 0)
        return step_all(e, first, end, choice, usual, h);
    return step_all(e, first, end, choice, needs, h);
}
