/* env_internal.h -- shared by the files env*.c; library/include/skerry.h is the manual. */
#ifndef BINDINGS_ENV_INTERNAL_H
#define BINDINGS_ENV_INTERNAL_H

#include "bots/bot.h"
#include "core/check.h"
#include "core/space.h"
#include "include/skerry.h"

enum { BATCH_MAX = 65536, THREADS_MAX = 256, ARRAYS_MAX = 24, NOBODY = -1 };

/* One game; its state follows, then its bots. save() writes all of it. */
struct slot {
    struct rng chance, choice;      /* separate: how a learner explores does not change the dice */
    struct draft draft;             /* of the seat that acts */
    uint64_t episode;               /* games begun here */
    uint32_t decisions;
    int32_t actor;                  /* NOBODY: the game is over */
    int16_t points[SEATS_MAX];      /* before the step, for rewards that look at points */
    uint8_t over, cut;              /* ended by the rules; by the limit */
    uint8_t unused[10];
};
_Static_assert(sizeof(struct slot) % 16 == 0, "a state behind it is aligned");

struct pool;

struct skerry_env {
    const struct game *game;
    const struct space *space;
    struct space_shape shape;
    int batch, seats, choices, ids_max, threads;
    uint32_t fill, limit;
    int autoreset, reward;
    int viewer;                     /* NOBODY: the acting seat */
    float discount;
    uint64_t seed;
    uint64_t space_hash;
    const skerry_env *from;         /* while branching */
    uint64_t branch_seed;
    enum { BRANCH, TWIN, WORLD } branching;
    const int32_t *knower;          /* WORLD: by whose knowledge; NULL: the acting seat's */
    unsigned bots;                  /* seats that house bots hold, as bits */
    uint8_t level[SEATS_MAX], style[SEATS_MAX];
    size_t slot_size, bot_at;       /* bytes of a slot; offset of its bots */
    unsigned char *slots;
    unsigned char *work;            /* for bots, one part per thread */
    struct pool *pool;
    int arrays_n;
    skerry_env_array array[ARRAYS_MAX];
    /* The arrays by name; NULL if not filled. */
    uint8_t *view, *mask, *done, *truncated, *may, *drafting;
    int8_t *features, *every, *final_features;
    struct space_look *looks;       /* what each row of features holds, then each of `every` */
    float *floats, *reward_out, *scale;     /* scale: one per feature, for floats */
    uint16_t *ids;
    struct action *menu;
    int32_t *ids_n, *seat, *points, *length;
    uint32_t *decisions;
};

/* The size of a bot, rounded up for alignment. */
static inline size_t bot_bytes(void) { return (bot_size() + 15) & ~(size_t)15; }

static inline struct slot *slot_of(const skerry_env *e, int i) {
    return (struct slot *)(void *)(e->slots + (size_t)i * e->slot_size);
}
static inline void *state_of(const skerry_env *e, const struct slot *s) {
    (void)e;
    return (void *)(s + 1);
}

/* env_step.c: what belongs to one thread, and what happens in a game. */
struct hand {
    void *work;
    struct action menu[MENU_MAX];
};
void env__begin(skerry_env *e, int i, uint64_t seed, struct hand *h);
void env__seed(struct slot *s, uint64_t seed);              /* its two streams */
void env__next_episode(skerry_env *e, int i, struct hand *h);
void env__go_on(skerry_env *e, int i, struct hand *h);      /* to the next decision */
void env__fill(skerry_env *e, int i, struct hand *h);       /* the rows, as the game is now */
void env__forget_rows(skerry_env *e, int i);        /* another game is in this slot now */
void env__remember_points(skerry_env *e, struct slot *s);
void env__rewards(skerry_env *e, int i);

/* env_bots.c */
void env__seat_bots(const skerry_env *e, struct slot *s, uint64_t seed);
void env__tell_bots(skerry_env *e, struct slot *s, const struct action *a);
void env__play_bots(skerry_env *e, struct slot *s, struct hand *h);  /* and what chance owes */

/* A job for the games from `first` up to, but not including, `end`. */
typedef int env_job(skerry_env *e, int first, int end, const int32_t *choice, struct hand *h);
env_job env__step;          /* returns how many choices are not legal: they change nothing */

/* env_threads.c: do a job for every game, from all threads; returns the sum of its answers. */
int env__for_all(skerry_env *e, env_job *job, const int32_t *choice);
size_t env__pool_size(void);
void env__pool_start(skerry_env *e);
void env__pool_stop(skerry_env *e);

#endif
