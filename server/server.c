/* server.c -- starts, runs and stops the server: the tick of every second, and draining.
 *
 * One loop thread does everything except writing (the store's thread), thinking and hashing
 * (workers). Their results return to the loop by an async handle or by libuv's own queue, so no
 * other file takes a lock. */
#include "server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../core/check.h"
#include "crypto.h"
#include "play.h"

enum {
    BREATH_US = 7000,
    RATE_MS = 64,
    CROWD = 64 /* messages in RATE_MS that make a crowd */
};

/* --- the store --- */

/* On the store's thread: the only libuv call allowed there. */
static void wake(void *arg) {
    struct server *s = arg;
    uv_async_send(&s->wake);
}

/* --- turns of the loop; long work is split over several --- */

static void on_rest(uv_idle_t *handle);

/* An idle handle keeps the loop from waiting; it runs while work is left. */
static void come_back(struct server *s) {
    uv_idle_start(&s->rest, on_rest);
}

/* Clients that waited in a room and left it, or found it crowded. */
static void resume(struct server *s) {
    for (int n = 1; s->resuming; n++) {
        client_go_on(s->resuming);
        if (n >= AT_ONCE && ops_turn_is_long(s))
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
    while ((n = store_collect_some(s->store, AT_ONCE)) == AT_ONCE && !ops_turn_is_long(s))
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

/* Before there is a loop. One message per second is enough. */
static void still_migrating(void) {
    static time_t told;
    if (time(NULL) == told)
        return;
    told = time(NULL);
    log_line("info", "migrating", NULL);
    systemd_tell("STATUS=Bringing the data file up to date\nEXTEND_TIMEOUT_USEC=30000000");
}

/* If a database restarts, fails over or has not started yet, nobody has to restart the server.
 * Until then nobody can connect, and a signal ends it at once. */
static void *wait_for_database(struct server *s, const char **why) {
    enum { PAUSE_US = 200000 };
    struct store_pg_options o = { .url = s->config.store,
                                  .alone = !s->config.node,
                                  .node = s->config.node,
                                  .address = s->config.public_url,
                                  .lease = s->config.lease };
    uint64_t end = uv_hrtime() + (uint64_t)s->config.store_wait * 1000000000u;
    char told[256] = "";
    for (;; usleep(PAUSE_US)) {
        bool later = false;
        void *backend = store_pg_open(&o, why, &later);
        if (backend || !later || uv_hrtime() >= end)
            return backend;
        if (strcmp(told, *why) != 0)
            log_line("warn", "store-wait", "why", *why, NULL);
        KEEP(told, *why);
        systemd_tell("STATUS=Waiting for the database\nEXTEND_TIMEOUT_USEC=30000000");
    }
}

static void *open_file(struct server *s, char *path, size_t size, const char **why) {
    snprintf(path, size, "%s/skerry.db", s->config.data);
    return store_sqlite_open(&(struct store_sqlite_options){ .path = path,
                                                             .progress = still_migrating }, why);
}

/* The first request is the list of live games: it comes before anything that a connection may
 * ask. A database's address may contain a password, so it is not printed. */
static bool open_store(struct server *s) {
    char path[1024] = "--store";
    const char *why;
    void *backend =
        s->config.store ? wait_for_database(s, &why) : open_file(s, path, sizeof path, &why);
    if (!backend) {
        fprintf(stderr, "skerry serve: %s: %s.\n", path, why);
        return false;
    }
    s->store = store_new(s->config.store ? &store_pg : &store_sqlite, backend, wake, s);
    s->store_ok = true;
    if (notice_is_node(s))
        nodes_start(s);
    else
        loading_start(s);
    return true;
}

/* --- every second --- */

static void finish_drain(struct server *s) {
    while (s->conns)
        conn_drop(s->conns);
    uv_stop(&s->loop);
}

/* Also runs the tasks of every minute and every day; a late tick may skip one, which then runs a
 * minute or a day later. */
static void on_second(uv_timer_t *timer) {
    struct server *s = timer->data;
    int64_t now = now_ms(s);
    if (s->draining && (now >= s->drain_until || !s->conns)) { /* see conn_drop() */
        finish_drain(s);
        return;
    }
    if (++s->seconds % conn_tick_every(s) == 0) {
        s->ticking = s->conns;
        tick(s);
    }
    for (struct room *r = room_next(s, NULL), *next; r; r = next) {
        next = room_next(s, r);
        room_second(r, now);
    }
    loading_again(s);
    ops_probe_store(s);
    if (s->seconds % 2 == 0)
        address_tell(s);
    if (now / 60000 != (now - 1000) / 60000)
        address_forget(s, now), tries_forget(s, now);
    if (now / 86400000 != (now - 1000) / 86400000)
        auth_tick(s);
}

/* For a moment no socket is looked at, so that one wake-up serves many and one disk flush stores
 * their commands. Commands stored meanwhile are told at once. */
static void breathe(struct server *s) {
    uint64_t end = uv_hrtime() + BREATH_US * 1000ull;
    struct timespec until = { .tv_sec = (time_t)(end / 1000000000),
                              .tv_nsec = (long)(end % 1000000000) };
    /* Nobody else is woken for what store_wait() has seen, so it must be collected. */
    while (store_wait(s->store, &until)) {
        ops_turn_begins(s);
        uv_update_time(&s->loop);
        collect(s);
        send_all(s);
        ops_turn_ends(s);
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
    ops_turn_ends(s);
    if (s->crowded && !uv_is_active((uv_handle_t *)&s->rest))
        breathe(s);
}

/* Before the loop looks for input. */
static void on_breath(uv_prepare_t *handle) {
    struct server *s = handle->data;
    before_looking(s);
    ops_turn_begins(s);
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

/* --- stopping --- */

/* Not ready from now on; everybody is told to reconnect; pending writes still finish. New
 * connections are told too. A second signal ends it at once. */
static void say_bye(struct server *s) {
    struct frame f;
    json_text(frame_begin(s, &f, "bye"), "code", "restart");
    frame_end(s, &f);
    for (struct conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        if (c->client) {
            frame_send(&f, c->client);
            client_close(c->client, WS_RESTART, "restart");
        } else if (!c->busy && !c->out && c->head && c->in_len == 0) { /* idle keep-alive */
            conn_drop(c);
        }
    }
    if (!s->conns)
        finish_drain(s);
}

/* A node gives up its games first, so that people who reconnect find them elsewhere. */
static void drain(struct server *s) {
    if (s->draining) {
        finish_drain(s);
        return;
    }
    s->draining = true;
    s->drain_until = now_ms(s) + (int64_t)s->config.drain * 1000;
    log_line("info", "draining", NULL);
    notice(s, "counts", s->config.node);
    if (notice_is_node(s))
        nodes_release(s, say_bye);
    else
        say_bye(s);
}

void server_drain(struct server *s) {
    if (!s->draining)
        drain(s);
}

static void on_signal(uv_signal_t *handle, int number) {
    (void)number;
    drain(handle->data);
}

static void close_handle(uv_handle_t *handle, void *arg) {
    (void)arg;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void free_rooms(struct server *s) {
    for (struct room *r; (r = room_next(s, NULL));)
        room_free(r);
}

/* The order matters: rooms first, so that late answers start nothing new; then all answers; then
 * the store; only then the handles, whose callbacks free connections and rooms; then what those
 * pointed at. */
static void stop(struct server *s) {
    free_rooms(s);
    /* Workers and the store finish first: their answers still need the loop. */
    while (s->thinking || s->hashing || s->reading || store_waiting(s->store) > 0)
        uv_run(&s->loop, UV_RUN_ONCE);
    free_rooms(s); /* the last news of other nodes may have added a table */
    api_records_end(s);
    previews_end(s);
    store_close(s->store);
    s->store = NULL;
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    conns_end(s);
    lobby_end(s);
    pages_free(s->pages);
    for (size_t i = 0; i < sizeof s->address / sizeof *s->address; i++)
        for (struct address *a = s->address[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    address_forget_nodes(s);
    tries_forget(s, INT64_MAX);
    free(s->origins);
    free(s->reachable);
    free(s->own_url);
    free(s->peers);
    free(s->look);
    free(s->frame);
    play_end(s);
    burst_free(s);
    close(s->spare_fd);
}

/* --- running --- */

/* libuv reads the size of the worker pool when the first job is queued, so it must be in the
 * environment before. */
static void start_loop(struct server *s) {
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

/* Not before there is a store: until then nothing needs an orderly end. */
static void heed_signals(struct server *s) {
    static const int numbers[2] = { SIGTERM, SIGINT };
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&s->loop, &s->signal[i]);
        s->signal[i].data = s;
        uv_signal_start(&s->signal[i], on_signal, numbers[i]);
    }
}

/* Ten thousand sockets need more than the usual 1024 descriptors. Stays within the system's
 * limit. */
static void more_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* A given folder must contain a page; without one there are only tables, for bots. */
static bool load_page(struct server *s) {
    if (!s->config.page) {
        log_line("warn", "no-page", "hint", "--page names the built one (make web)", NULL);
        return true;
    }
    s->pages = pages_load(s->config.page);
    if (!s->pages)
        fprintf(stderr, "skerry serve: there is no page in %s (make web builds one in web/dist).\n",
                s->config.page);
    return s->pages != NULL;
}

static void say_where(const struct server *s) {
    bool here = strcmp(s->config.address, "127.0.0.1") == 0;
    if (s->config.lan && s->reachable[0])
        printf("Open %.*s\n", (int)strcspn(s->reachable, " "), s->reachable);
    else
        printf("Open http://%s:%d\n", here ? "localhost" : s->config.address, s->port);
    fflush(stdout);
}

/* The lock before the store is opened, the port before the line that names it, the store before
 * anybody can connect. */
int server_run(const struct server_config *config) {
    struct server *s = calloc(1, sizeof *s);
    CHECK(s);
    crypto_begin();
    s->config = *config;
    config_fill_in(&s->config);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* treat a file size limit as a full disk */
    more_descriptors();
    struct data_lock lock;
    if (!s->config.store && !data_folder_lock(s->config.data, &lock)) {
        free(s);
        return 1;
    }
    s->frame = malloc(FRAME_MAX);
    s->burst = burst_new();
    lobby_begin(s);
    s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(s->frame);
    start_loop(s);
    if (!load_page(s) || !listen_bind(s) || !config_check_nodes(s) || !open_store(s) ||
        !listen_start(s))
        exit(1);
    heed_signals(s);
    origins_allow(s);
    if (!s->config.quiet)
        say_where(s);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    stop(s);
    if (!s->config.store)
        data_folder_unlock(&lock);
    int status = s->failed;
    free(s);
    log_line("info", "stopped", NULL);
    return status;
}
