/* env_threads.c -- a batch worked on by several threads.
 *
 * Games are independent, so any thread may play any game, but a game is in the cache of the
 * processor that played it last. So each thread has its own part of the batch and takes small
 * runs of games from it. When it is done it helps the others, so one slow bot delays nobody.
 * Threads stay awake for a moment between steps: a sleeping thread would be woken on the same
 * processor as the waking one, and find its work done. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "env_internal.h"

enum { RUN = 16, LOOKS = 1000, YIELDS = 400 };

/* A part of the batch; each has its own cache line. */
struct batch_part {
    atomic_int next;
    int end;
    char apart[120];
};

struct pool {
    struct batch_part part[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    pthread_mutex_t lock;
    pthread_cond_t wake;
    atomic_uint round;              /* goes up with each step */
    atomic_int busy, answer;
    int started;
    bool stop;
    skerry_env *e;
    env_job *job;
    const int32_t *choice;
};

size_t env__pool_size(void) { return sizeof(struct pool); }

static void work(struct pool *p, int number) {
    struct hand h;
    int parts = p->started + 1, sum = 0;
    h.work = p->e->work ? p->e->work + (size_t)number * bot_work_size() : NULL;
    for (int i = 0; i < parts; i++) {
        struct batch_part *part = &p->part[(number + i) % parts];
        for (int first; (first = atomic_fetch_add(&part->next, RUN)) < part->end;) {
            int end = first + RUN < part->end ? first + RUN : part->end;
            sum += p->job(p->e, first, end, p->choice, &h);
        }
    }
    if (sum)
        atomic_fetch_add(&p->answer, sum);
}

static void deal_parts(struct pool *p) {
    int parts = p->started + 1, batch = p->e->batch;
    for (int i = 0; i < parts; i++) {
        p->part[i].end = (int)((int64_t)batch * (i + 1) / parts);
        atomic_store(&p->part[i].next, (int)((int64_t)batch * i / parts));
    }
}

static unsigned next_round(struct pool *p, unsigned last) {
    for (int i = 0; i < LOOKS + YIELDS; i++) {
        if (atomic_load_explicit(&p->round, memory_order_acquire) != last)
            return atomic_load(&p->round);
        if (i >= LOOKS)
            sched_yield();
    }
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->round) == last)
        pthread_cond_wait(&p->wake, &p->lock);
    pthread_mutex_unlock(&p->lock);
    return atomic_load(&p->round);
}

static void *loop(void *data) {
    struct pool *p = data;
    int number = atomic_fetch_add(&p->busy, 1) + 1;
    for (unsigned last = 0;;) {
        last = next_round(p, last);
        if (p->stop)
            return NULL;
        work(p, number);
        atomic_fetch_sub(&p->busy, 1);
    }
}

/* If a thread cannot be created, do without it. */
void env__pool_start(skerry_env *e) {
    struct pool *p = e->pool;
    if (!p)
        return;
    memset(p, 0, sizeof *p);
    p->e = e;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    while (p->started < e->threads - 1 &&
           pthread_create(&p->thread[p->started], NULL, loop, p) == 0)
        p->started++;
    while (atomic_load(&p->busy) < p->started)
        ;
}

static void begin_round(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->round, 1);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
}

void env__pool_stop(skerry_env *e) {
    struct pool *p = e->pool;
    if (!p)
        return;
    p->stop = true;
    begin_round(p);
    for (int i = 0; i < p->started; i++)
        pthread_join(p->thread[i], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    e->pool = NULL;
}

int env__for_all(skerry_env *e, env_job *job, const int32_t *choice) {
    struct pool *p = e->pool;
    if (!p || !p->started) {
        struct hand h;
        h.work = e->work;
        return job(e, 0, e->batch, choice, &h);
    }
    p->job = job;
    p->choice = choice;
    deal_parts(p);
    atomic_store(&p->answer, 0);
    atomic_store(&p->busy, p->started);
    begin_round(p);
    work(p, 0);
    while (atomic_load_explicit(&p->busy, memory_order_acquire))
        sched_yield();
    return atomic_load(&p->answer);
}
