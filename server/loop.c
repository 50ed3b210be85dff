/* loop.c -- the loop of the server: what its turns do, how long one may work, and what happens
 * every second.
 *
 * One loop thread does everything except writing (the store's thread), thinking and hashing
 * (workers). Their results return to the loop by an async handle or by libuv's own queue, so no
 * other file takes a lock. Long work is split over several turns. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/check.h"
#include "rooms/play.h"

enum {
    BREATH_US = 7000,
    RATE_MS = 64,
    CROWD = 64 /* messages in RATE_MS that make a crowd */
};

/* --- the time --- */

/* Monotonic, for differences only. */
uint64_t now_us(void) {
    return uv_hrtime() / 1000;
}

/* The wall clock at the start, plus monotonic time: seats' clocks must not jump when somebody
 * sets the machine's time. Read once per turn of the loop. */
int64_t now_ms(const struct server *s) {
    return (int64_t)uv_now(&s->loop) + s->offset;
}

/* --- how long a turn works --- */

/* The work of the loop itself, without what the machine did for others. */
static uint64_t processor_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Waiting is not work: libuv reports how long it has waited in total. */
static void turn_begins(struct server *s) {
    s->turn_from = uv_hrtime();
    s->worked = processor_us();
    s->waited = uv_metrics_idle_time(&s->loop);
}

static void turn_ends(struct server *s) {
    enum { SLOW_US = 5000 };
    if (!s->turn_from)
        return;
    uint64_t passed = uv_hrtime() - s->turn_from;
    uint64_t waited = uv_metrics_idle_time(&s->loop) - s->waited;
    uint64_t us = passed > waited ? (passed - waited) / 1000 : 0;
    if (us > s->longest_us)
        s->longest_us = us;
    uint64_t worked = processor_us() - s->worked;
    if (worked > s->most_us)
        s->most_us = worked;
    s->metric[M_SLOW_TURNS] += us > SLOW_US && worked > SLOW_US;
}

/* Long work is split over several turns. The limit is low, because the results must still be
 * sent to everybody, which takes longer than the work itself. Processor time is read only if
 * this much time has passed: on a busy machine most of it may belong to others. */
static bool has_worked(struct server *s, uint64_t us) {
    uint64_t waited = uv_metrics_idle_time(&s->loop) - s->waited;
    return s->turn_from && uv_hrtime() - s->turn_from > waited + us * 1000 &&
           processor_us() - s->worked > us;
}

bool turn_is_long(struct server *s) {
    return has_worked(s, 1000);
}

bool turn_must_end(struct server *s) {
    return has_worked(s, 2000);
}

/* --- what a turn does --- */

static void on_rest(uv_idle_t *handle);

/* An idle handle keeps the loop from waiting; it runs while work is left. */
static void come_back(struct server *s) {
    uv_idle_start(&s->rest, on_rest);
}

/* Clients that waited in a room and left it, or found it crowded. */
static void resume(struct server *s) {
    for (int n = 1; s->resuming; n++) {
        client_go_on(s->resuming);
        if (n >= AT_ONCE && turn_is_long(s))
            break;
    }
    if (s->resuming)
        come_back(s);
}

/* Send and store everything of this turn. */
static void send_all(struct server *s) {
    resume(s);
    if (!burst_flush(s))
        come_back(s);
    store_send(s->store);
    conns_bury(s);
}

/* Handle the answers of the store. */
static void collect(struct server *s) {
    int n;
    while ((n = store_collect_some(s->store, AT_ONCE)) == AT_ONCE && !turn_is_long(s))
        ;
    if (n == AT_ONCE)
        come_back(s);
    if (s->store_back)
        play_again(s);
}

static void tell_lobby(struct server *s) {
    s->lobby_late = !lobby_flush(s);
    if (s->lobby_late)
        come_back(s);
}

static void tick(struct server *s) {
    if (!conn_tick(s))
        come_back(s);
}

static void on_rest(uv_idle_t *handle) {
    struct server *s = handle->data;
    uv_idle_stop(handle);
    if (s->ticking)
        tick(s);
    if (s->store)
        collect(s);
    if (s->lobby_late)
        tell_lobby(s);
}

/* Several wake-ups may arrive as one. */
static void on_wake(uv_async_t *handle) {
    struct server *s = handle->data;
    if (s->store)
        collect(s);
}

/* For a moment no socket is looked at, so that one wake-up serves many and one disk flush stores
 * their commands. Commands stored meanwhile are told at once. */
static void breathe(struct server *s) {
    uint64_t end = uv_hrtime() + BREATH_US * 1000ull;
    struct timespec until = { .tv_sec = (time_t)(end / 1000000000),
                              .tv_nsec = (long)(end % 1000000000) };
    /* Nobody else is woken for what store_wait() has seen, so it must be collected. */
    while (store_wait(s->store, &until)) {
        turn_begins(s);
        uv_update_time(&s->loop);
        collect(s);
        send_all(s);
        turn_ends(s);
        if (uv_hrtime() >= end || uv_is_active((uv_handle_t *)&s->rest))
            break;
    }
}

/* Sends and stores what the loop has prepared. Under load it then takes a breath of BREATH_US,
 * which does not count as work. */
static void before_looking(struct server *s) {
    send_all(s);
    uint64_t now = uv_now(&s->loop), messages = s->metric[M_MESSAGES_IN];
    if (now - s->rate_since >= RATE_MS) {
        s->crowded = messages - s->rate_from >= CROWD * (now - s->rate_since) / RATE_MS;
        s->rate_since = now;
        s->rate_from = messages;
    }
    turn_ends(s);
    if (s->crowded && !uv_is_active((uv_handle_t *)&s->rest))
        breathe(s);
}

/* Before the loop looks for input. */
static void on_breath(uv_prepare_t *handle) {
    struct server *s = handle->data;
    before_looking(s);
    turn_begins(s);
}

static void on_looked(uv_check_t *handle) {
    if (!conn_serve(handle->data))
        come_back(handle->data);
}

static void on_lobby(uv_timer_t *timer) {
    tell_lobby(timer->data);
    find_tick(timer->data);
    nodes_look_whether_cut_off(timer->data);
}

/* --- every second --- */

/* Also runs the tasks of every minute and every day; a late tick may skip one, which then runs a
 * minute or a day later. */
static void on_second(uv_timer_t *timer) {
    struct server *s = timer->data;
    int64_t now = now_ms(s);
    if (server_drained(s))
        return;
    if (++s->seconds % conn_tick_every(s) == 0) {
        s->ticking = s->conns;
        tick(s);
    }
    for (struct room *r = room_next(s, NULL), *next; r; r = next) {
        next = room_next(s, r);
        room_second(r, now);
    }
    loading_again(s);
    health_probe_store(s);
    address_tell(s);
    if (now / 60000 != (now - 1000) / 60000)
        address_forget(s, now), tries_forget(s, now);
    if (now / 86400000 != (now - 1000) / 86400000)
        auth_tick(s);
}

/* --- starting --- */

/* libuv reads the size of the worker pool when the first job is queued, so it must be in the
 * environment before. */
void loop_start(struct server *s) {
    struct timespec wall;
    char threads[8];
    snprintf(threads, sizeof threads, "%d", s->config.bot_threads);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    CHECK(uv_loop_init(&s->loop) == 0);
    CHECK(uv_loop_configure(&s->loop, UV_METRICS_IDLE_TIME) == 0);
    clock_gettime(CLOCK_REALTIME, &wall);
    s->offset =
        (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000 - (int64_t)(uv_hrtime() / 1000000);
    s->began = (int64_t)wall.tv_sec * 1000;
    uv_async_init(&s->loop, &s->wake, on_wake);
    s->wake.data = s;
    uv_timer_init(&s->loop, &s->second);
    s->second.data = s;
    uv_timer_start(&s->second, on_second, 1000, 1000);
    uv_prepare_init(&s->loop, &s->breath);
    s->breath.data = s;
    uv_prepare_start(&s->breath, on_breath);
    uv_idle_init(&s->loop, &s->rest);
    s->rest.data = s;
    api_records_begin(s);
    previews_begin(s);
    conns_begin(s);
    uv_check_init(&s->loop, &s->looked);
    s->looked.data = s;
    uv_check_start(&s->looked, on_looked);
    uv_timer_init(&s->loop, &s->lobby_timer);
    s->lobby_timer.data = s;
    uv_timer_start(&s->lobby_timer, on_lobby, 250, 250);
}
