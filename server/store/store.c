/* store.c -- the store's threads: requests in, one transaction for all that wait, answers out.
 *
 * Requests start together at the end of a turn of the owner's loop, and while one batch is
 * written the next one gathers: the more there is to do, the more requests share one flush.
 *
 * Reads that may take long have their own thread and queue, so nobody's move waits for
 * somebody's list of games. Each waits until everything submitted before it is written.
 *
 * A request belongs to one thread at a time: to the owner until store_submit(), to the store's
 * thread while it is carried out, to the owner again in its `done`. Only the queues, the two
 * counts of writes and `stop` are shared, under a lock that is never held while anything is
 * written. */
#include "store.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "core/copy_text.h"

/* A batch is one transaction: long enough to share a flush among many, short enough that the
 * first does not wait for the last. */
enum { BATCH_MAX = 1024 };

/* First in, first out; `tail` is NULL when it is empty. */
struct queue {
    struct store_request *head, *tail;
};

struct store {
    const struct store_backend *ops;
    void *backend, *reader, *watcher; /* NULL: everything uses the writer; no other nodes */
    void (*wake)(void *);
    void *arg;
    pthread_t thread, reading, watching;
    pthread_mutex_t lock;
    pthread_cond_t work, read_work, watch_work, finished;
    struct queue in, reads, watches, out;
    uint64_t submitted, written; /* writes: submitted, and completed */
    bool stop;
    bool watched; /* the owner waits in store_wait() and needs no wake-up */
    /* used only by the owner's thread: */
    struct queue held;      /* not started yet */
    struct queue collected; /* completed, `done` not run yet */
    int waiting;
    struct store_figures figures; /* except for `batches` and what follows, which the lock guards */
};

static void push(struct queue *q, struct store_request *r) {
    r->next = NULL;
    if (q->tail)
        q->tail->next = r;
    else
        q->head = r;
    q->tail = r;
}

static struct store_request *take_all(struct queue *q) {
    struct store_request *r = q->head;
    q->head = q->tail = NULL;
    return r;
}

/* For logs; in the enum's order. */
const char *store_result_name(enum store_result r) {
    static const char *const name[] = { "ok",   "missing", "conflict", "fenced",
                                        "full", "busy",    "broken",   "unknown",
                                        "elsewhere" };
    CHECK((unsigned)r < sizeof name / sizeof *name);
    return name[r];
}

bool store_is_database(const char *where) {
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

/* Some finished requests are kept for reuse: one turn has more than malloc caches. */
enum { SPARES_MAX = 128 };
static _Thread_local struct store_request *spare;
static _Thread_local int spares;

/* All else zero: no body, no players, no `done`. */
struct store_request *store_request(enum store_op op, const char *game) {
    struct store_request *r = spare;
    if (r) {
        spare = r->next;
        spares--;
    } else {
        r = malloc(sizeof *r);
        CHECK(r);
    }
    memset(r, 0, offsetof(struct store_request, small));
    r->op = op;
    KEEP(r->game, game);
    return r;
}

struct store_request *store_item(enum store_op op, const char *kind, const char *key) {
    struct store_request *r = store_request(op, NULL);
    KEEP(r->kind, kind);
    KEEP(r->key, key);
    return r;
}

void store_ask(struct store *s, struct store_request *r, void (*done)(struct store_request *r),
               void *arg) {
    r->done = done;
    r->arg = arg;
    store_submit(s, r);
}

/* A NUL follows, so that a body can be read as text. */
static char *copy(const void *from, size_t len) {
    char *to = malloc(len + 1);
    CHECK(to);
    if (len > 0)
        memcpy(to, from, len);
    to[len] = '\0';
    return to;
}

static void free_body(struct store_request *r) {
    if (r->body != r->small)
        free(r->body);
}

void store_set_body(struct store_request *r, const void *body, size_t len) {
    free_body(r);
    r->body_len = len;
    if (len >= sizeof r->small) {
        r->body = copy(body, len);
        return;
    }
    r->body = r->small;
    if (len > 0)
        memcpy(r->small, body, len);
    r->small[len] = '\0';
}

void store_set_meta(struct store_request *r, const void *meta, size_t len) {
    free(r->meta);
    r->meta = copy(meta, len);
    r->meta_len = len;
}

void store_set_players(struct store_request *r, int n) {
    free(r->player);
    r->player = calloc((size_t)n, sizeof *r->player);
    CHECK(r->player);
    r->players = n;
}

void store_drop_rows(struct store_request *r, int from) {
    for (int i = from; i < r->rows_n; i++)
        free(r->rows[i].body);
    r->rows_n = from;
}

void store_request_free(struct store_request *r) {
    if (!r)
        return;
    store_drop_rows(r, 0);
    free(r->rows);
    free_body(r);
    free(r->meta);
    free(r->player);
    if (spares == SPARES_MAX) {
        free(r);
        return;
    }
    r->next = spare;
    spare = r;
    spares++;
}

struct store_row *store_add_row(struct store_request *r, enum store_row_kind kind, const void *body,
                                size_t len) {
    if (r->rows_n == r->rows_cap) {
        r->rows_cap = r->rows_cap ? 2 * r->rows_cap : 8;
        r->rows = realloc(r->rows, (size_t)r->rows_cap * sizeof *r->rows);
        CHECK(r->rows);
    }
    struct store_row *row = &r->rows[r->rows_n++];
    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->body = copy(body, len);
    row->len = len;
    return row;
}

/* A batch that did not reach the disk has not happened: discard its rows and results. */
static void spoil(struct store_request *batch, enum store_result why) {
    for (struct store_request *r = batch; r; r = r->next) {
        store_drop_rows(r, 0);
        r->result = why;
    }
}

/* A refused request (MISSING, CONFLICT, FENCED) has changed nothing and harms nobody. These
 * three results mean that the transaction itself failed. */
static bool failed_hard(enum store_result r) {
    return r == STORE_FULL || r == STORE_BUSY || r == STORE_BROKEN;
}

/* The request, and following ones that the store prefers to run together; returns the next. */
static struct store_request *run_some(struct store *s, struct store_request *r,
                                      enum store_result *bad) {
    int n = s->ops->run_many ? s->ops->run_many(s->backend, r) : 0;
    if (n == 0) {
        s->ops->run(s->backend, r);
        n = 1;
    }
    for (; n > 0; n--, r = r->next)
        if (failed_hard(r->result))
            *bad = r->result;
    return r;
}

/* Carry out a batch in one transaction; OK, or what stopped it; then it has not happened. */
static enum store_result run_once(struct store *s, struct store_request *batch) {
    enum store_result bad = s->ops->begin(s->backend);
    for (struct store_request *r = batch; r && bad == STORE_OK;)
        r = run_some(s, r, &bad);
    if (bad == STORE_OK)
        bad = s->ops->commit(s->backend);
    if (bad != STORE_OK) {
        s->ops->rollback(s->backend);
        spoil(batch, bad);
    }
    return bad;
}

/* A hard failure stops a batch; later requests were not tried and get the same result. But
 * BROKEN may be caused by one damaged page, which concerns one request: so each is tried alone. */
static void run_batch(struct store *s, struct store_request *batch) {
    if (run_once(s, batch) != STORE_BROKEN || !batch->next)
        return;
    for (struct store_request *r = batch, *next; r; r = next) {
        next = r->next;
        r->next = NULL;
        run_once(s, r);
        r->next = next;
    }
}

static uint64_t clock_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* At most this many requests off the front of the queue. */
static struct store_request *take(struct queue *q, int most) {
    struct store_request *first = q->head, *last = first;
    for (int n = 1; last && last->next && n < most; n++)
        last = last->next;
    if (last) {
        q->head = last->next;
        if (!q->head)
            q->tail = NULL;
        last->next = NULL;
    }
    return first;
}

/* Return what was carried out. Called with the lock held, and returns with it held. */
static void give_back(struct store *s, struct store_request *list) {
    while (list) {
        struct store_request *r = list;
        list = r->next;
        push(&s->out, r);
    }
    bool wake = s->wake && !s->watched;
    pthread_mutex_unlock(&s->lock); /* or the woken thread would wait for it */
    pthread_cond_broadcast(&s->finished);
    if (wake)
        s->wake(s->arg);
    pthread_mutex_lock(&s->lock);
}

/* The writing thread, until it is stopped and nothing is left to do. */
static void *work(void *arg) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->in.head && !s->stop)
            pthread_cond_wait(&s->work, &s->lock);
        struct store_request *batch = take(&s->in, BATCH_MAX);
        if (!batch)
            break;
        pthread_mutex_unlock(&s->lock);
        uint64_t from = clock_us(), us, n = 0;
        run_batch(s, batch);
        us = clock_us() - from;
        for (struct store_request *r = batch; r; r = r->next)
            n++;
        pthread_mutex_lock(&s->lock);
        s->written += n;
        s->figures.batches++;
        s->figures.batch_us += us;
        if (us > s->figures.longest_us)
            s->figures.longest_us = us;
        if (s->reads.head)
            pthread_cond_signal(&s->read_work);
        give_back(s, batch);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* A thread beside the writing one: one request at a time, each when the writes that it waits for
 * are done. */
static void serve(struct store *s, struct queue *q, pthread_cond_t *work, void *with,
                  void (*run)(void *with, struct store_request *r)) {
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (q->head ? s->written < q->head->after : !s->stop)
            pthread_cond_wait(work, &s->lock);
        struct store_request *r = take(q, 1);
        if (!r)
            break;
        pthread_mutex_unlock(&s->lock);
        run(with, r);
        if (r->result != STORE_OK)
            store_drop_rows(r, 0);
        pthread_mutex_lock(&s->lock);
        give_back(s, r);
    }
    pthread_mutex_unlock(&s->lock);
}

/* The reading thread: each request has its own view of the store. */
static void *read_beside(void *arg) {
    struct store *s = arg;
    serve(s, &s->reads, &s->read_work, s->reader, s->ops->read);
    return NULL;
}

/* The watching thread. A watch waits for news of other nodes, not for writes. */
static void *watch(void *arg) {
    struct store *s = arg;
    serve(s, &s->watches, &s->watch_work, s->watcher, s->ops->watch);
    return NULL;
}

static bool reads_much(enum store_op op) {
    return op == STORE_LOAD || op == STORE_LIVE || op == STORE_LIST || op == STORE_EXPORT;
}

enum { WRITES = 1, READS = 2, WATCHES = 4, ALL = 7 };

/* Queue it for the thread that carries it out, which is returned; with the lock held. */
static unsigned hand_over(struct store *s, struct store_request *r) {
    if (s->reader && reads_much(r->op)) {
        r->after = s->submitted;
        push(&s->reads, r);
        return READS;
    }
    if (s->watcher && r->op == STORE_WATCH) {
        push(&s->watches, r);
        return WATCHES;
    }
    s->submitted++;
    push(&s->in, r);
    return WRITES;
}

/* Wake only threads with work: a wake-up costs as much as sending a message. */
static void signal_threads(struct store *s, unsigned which) {
    if (which & WRITES)
        pthread_cond_signal(&s->work);
    if (which & READS)
        pthread_cond_signal(&s->read_work);
    if (which & WATCHES)
        pthread_cond_signal(&s->watch_work);
}

/* The store owns the backend from now on: only its thread uses it, until store_close() ends the
 * thread. */
struct store *store_new(const struct store_backend *ops, void *backend, void (*wake)(void *),
                        void *arg) {
    struct store *s = calloc(1, sizeof *s);
    CHECK(s);
    s->ops = ops;
    s->backend = backend;
    s->wake = wake;
    s->arg = arg;
    s->reader = ops->open_reader ? ops->open_reader(backend) : NULL;
    s->watcher = ops->open_watcher ? ops->open_watcher(backend) : NULL;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    pthread_cond_init(&s->read_work, NULL);
    pthread_cond_init(&s->watch_work, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&s->finished, &clock);
    pthread_condattr_destroy(&clock);
    CHECK(pthread_create(&s->thread, NULL, work, s) == 0);
    CHECK(!s->reader || pthread_create(&s->reading, NULL, read_beside, s) == 0);
    CHECK(!s->watcher || pthread_create(&s->watching, NULL, watch, s) == 0);
    return s;
}

/* Only noted here, without a lock: store_send() hands over everything of a turn at once. */
void store_submit(struct store *s, struct store_request *r) {
    s->waiting++;
    push(&s->held, r);
}

void store_send(struct store *s) {
    unsigned which = 0;
    if (!s->held.head)
        return;
    pthread_mutex_lock(&s->lock);
    for (struct store_request *r = take_all(&s->held), *next; r; r = next) {
        next = r->next;
        which |= hand_over(s, r);
    }
    pthread_mutex_unlock(&s->lock);
    signal_threads(s, which);
}

bool store_wait(struct store *s, const struct timespec *until) {
    int late = 0;
    if (s->collected.head)
        return true;
    pthread_mutex_lock(&s->lock);
    s->watched = true;
    while (!s->out.head && !late)
        late = pthread_cond_timedwait(&s->finished, &s->lock, until);
    s->watched = false;
    bool any = s->out.head != NULL;
    pthread_mutex_unlock(&s->lock);
    return any;
}

static void count(struct store_figures *f, const struct store_request *r) {
    f->done[r->op] += r->result == STORE_OK;
    f->fenced += r->result == STORE_FENCED;
    f->failed += failed_hard(r->result) || r->result == STORE_UNKNOWN;
}

/* Everything completed, after what is left from the last time: the owner is woken once for it. */
static void fetch_answers(struct store *s) {
    pthread_mutex_lock(&s->lock);
    if (s->out.head) {
        if (s->collected.tail)
            s->collected.tail->next = s->out.head;
        else
            s->collected.head = s->out.head;
        s->collected.tail = s->out.tail;
        s->out = (struct queue){ NULL, NULL };
    }
    pthread_mutex_unlock(&s->lock);
}

/* `done` runs without the lock and may submit more. The request and its rows are freed
 * afterwards, so it must copy what it keeps. */
int store_collect_some(struct store *s, int most) {
    int n = 0;
    store_send(s);
    fetch_answers(s);
    for (struct store_request *r; n < most && (r = s->collected.head); n++) {
        s->collected.head = r->next;
        if (!r->next)
            s->collected.tail = NULL;
        CHECK(s->waiting > 0);
        s->waiting--;
        count(&s->figures, r);
        if (r->done)
            r->done(r);
        store_request_free(r);
    }
    return n;
}

struct store_figures store_figures(struct store *s) {
    pthread_mutex_lock(&s->lock);
    struct store_figures f = s->figures;
    pthread_mutex_unlock(&s->lock);
    return f;
}

int store_collect(struct store *s) {
    return store_collect_some(s, INT_MAX);
}

int store_waiting(const struct store *s) {
    return s->waiting;
}

/* Requests that a `done` submits in the last collection are lost: the owner first waits for
 * store_waiting() == 0. */
void store_close(struct store *s) {
    store_send(s);
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    signal_threads(s, ALL);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
    if (s->reader)
        pthread_join(s->reading, NULL);
    if (s->watcher)
        pthread_join(s->watching, NULL);
    store_collect(s);
    if (s->reader)
        s->ops->close_reader(s->reader);
    if (s->watcher)
        s->ops->close_watcher(s->watcher);
    s->ops->close(s->backend);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->work);
    pthread_cond_destroy(&s->read_work);
    pthread_cond_destroy(&s->watch_work);
    pthread_cond_destroy(&s->finished);
    free(s);
}

/* Remove `r` from a queue if it is there. */
static bool pull(struct queue *q, struct store_request *r) {
    struct store_request **at = &q->head, *before = NULL;
    while (*at && *at != r) {
        before = *at;
        at = &(*at)->next;
    }
    if (!*at)
        return false;
    *at = r->next;
    if (q->tail == r)
        q->tail = before;
    r->next = NULL;
    return true;
}

/* Must not be mixed with a store_collect() that could take the request first. */
struct store_request *store_do(struct store *s, struct store_request *r) {
    store_send(s);
    pthread_mutex_lock(&s->lock);
    signal_threads(s, hand_over(s, r));
    while (!pull(&s->out, r))
        pthread_cond_wait(&s->finished, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return r;
}
