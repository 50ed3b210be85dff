/* server.c -- starts, drains and stops the server. loop.c says what it does in between. */
#include "server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/check.h"
#include "process/crypto.h"
#include "rooms/play.h"

/* --- the store --- */

/* On the store's thread: the only libuv call allowed there. */
static void wake(void *arg) {
    struct server *s = arg;
    uv_async_send(&s->wake);
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

/* --- stopping --- */

static void finish_drain(struct server *s) {
    while (s->conns)
        conn_drop(s->conns);
    uv_stop(&s->loop);
}

bool server_drained(struct server *s) {
    if (!s->draining || (now_ms(s) < s->drain_until && s->conns)) /* see conn_drop() */
        return false;
    finish_drain(s);
    return true;
}

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
    loop_start(s);
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
