/* server.c -- starting, running and stopping: configuration, listening, loading the live
 * games, the second's tick, and draining. */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "../core/check.h"
#include "../core/text.h"
#include "internal.h"

enum {
    DRAIN_MS = 3000,
    ACCEPTS = 64,
    BREATH_US = 1000,
    RATE_MS = 64,
    CROWD = 64 /* messages in RATE_MS that make a crowd */
};

/* --- configuration --- */

static const char help[] =
    "skerry serve -- host tables: the page, the games and their store in one process.\n\n"
    "  --data DIR              where games are kept (default .skerry; made if missing)\n"
    "  --page DIR, --web DIR   the built page to serve (web/dist)\n"
    "  --port N                default 8080; if taken, the next free one (exactly N with "
    "--exact-port);\n"
    "                          0: any free one, see the address it prints\n"
    "  --address A             listen on this address (default 127.0.0.1)\n"
    "  --lan                   listen for the local network as well\n"
    "  --origin URL            allow a page from this address too; may be repeated by spaces in "
    "one value\n"
    "  --proxy                 behind a reverse proxy that does TLS: Secure cookie, "
    "X-Forwarded-For\n"
    "  --metrics-port N        Prometheus numbers on 127.0.0.1:N/metrics\n"
    "  --admin-token TOKEN     allow /api/admin with this token (better: the environment)\n"
    "  --bot-pace MS           how long bots seem to think (default 900)\n"
    "  --threads N             workers for bots and passphrases (default 2)\n"
    "  --connections N         connections per address (default 64; not behind a proxy)\n"
    "  --tables N              open tables per person (default 20)\n"
    "  --messages N            messages per connection in 20 s (default 50; programs ten times "
    "that)\n"
    "  --idle S                drop who is silent for so long (default 60; pings after a third)\n"
    "  --expire-open S         forget an open table nobody is at (default 1800)\n"
    "  --expire-over S         put a finished game out of memory (default 300; it stays stored)\n"
    "  --expire-playing S      close a game nobody returned to (default 2592000; it stays stored)\n"
    "  --quiet                 do not print the address\n\n"
    "Every flag can come from the environment: SKERRY_PORT=9000, SKERRY_ADMIN_TOKEN=..., "
    "SKERRY_LAN=1.\n"
    "SIGTERM drains: clients are told to come back, then the program ends.\n";

enum kind { TEXT, NUMBER, FLAG };
static const struct flag {
    const char *name;
    enum kind kind;
    size_t offset;
    int min, max;
} flags[] = {
    { "data", TEXT, offsetof(struct server_config, data), 0, 0 },
    { "page", TEXT, offsetof(struct server_config, page), 0, 0 },
    { "web", TEXT, offsetof(struct server_config, page), 0, 0 },
    { "address", TEXT, offsetof(struct server_config, address), 0, 0 },
    { "origin", TEXT, offsetof(struct server_config, origins), 0, 0 },
    { "admin-token", TEXT, offsetof(struct server_config, admin_token), 0, 0 },
    { "port", NUMBER, offsetof(struct server_config, port), 0, 65535 },
    { "metrics-port", NUMBER, offsetof(struct server_config, metrics_port), 1, 65535 },
    { "bot-pace", NUMBER, offsetof(struct server_config, bot_pace), 0, 60000 },
    { "threads", NUMBER, offsetof(struct server_config, bot_threads), 1, 64 },
    { "connections", NUMBER, offsetof(struct server_config, connections_per_address), 1, 1000000 },
    { "tables", NUMBER, offsetof(struct server_config, tables_per_user), 1, 1000000 },
    { "messages", NUMBER, offsetof(struct server_config, messages), 1, 100000000 },
    { "idle", NUMBER, offsetof(struct server_config, idle), 1, 86400 },
    { "expire-open", NUMBER, offsetof(struct server_config, expire_open), 1, 1000000000 },
    { "expire-over", NUMBER, offsetof(struct server_config, expire_over), 1, 1000000000 },
    { "expire-playing", NUMBER, offsetof(struct server_config, expire_playing), 1, 1000000000 },
    { "lan", FLAG, offsetof(struct server_config, lan), 0, 0 },
    { "proxy", FLAG, offsetof(struct server_config, proxy), 0, 0 },
    { "exact-port", FLAG, offsetof(struct server_config, exact_port), 0, 0 },
    { "quiet", FLAG, offsetof(struct server_config, quiet), 0, 0 },
};
enum { FLAGS = sizeof flags / sizeof *flags };

static int set(struct server_config *config, const struct flag *f, const char *value) {
    char *to = (char *)config + f->offset;
    int64_t n;
    if (f->kind == TEXT) {
        *(const char **)(void *)to = value;
    } else if (f->kind == FLAG) {
        *(bool *)(void *)to = strcmp(value, "0") != 0;
    } else if (text_number(value, strlen(value), f->min, f->max, &n)) {
        *(int *)(void *)to = (int)n;
    } else {
        fprintf(stderr, "skerry serve: --%s takes a number from %d to %d, not \"%s\".\n", f->name,
                f->min, f->max, value);
        return 2;
    }
    return 0;
}

static int from_environment(struct server_config *config) {
    for (int i = 0; i < FLAGS; i++) {
        char name[40] = "SKERRY_";
        size_t n = 7;
        for (const char *p = flags[i].name; *p; p++)
            name[n++] = *p == '-' ? '_' : (char)(*p - 'a' + 'A');
        const char *value = getenv(name);
        if (value && value[0] && set(config, &flags[i], value))
            return 2;
    }
    return 0;
}

int server_configure(struct server_config *config, int argc, char **argv) {
    *config = (struct server_config){
        .data = ".skerry", .bot_pace = 900, .port = 8080, .bot_threads = 2
    };
    if (from_environment(config))
        return 2;
    for (int i = 0; i < argc; i++) {
        const struct flag *f = NULL;
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return 1;
        }
        for (int k = 0; k < FLAGS && strncmp(argv[i], "--", 2) == 0; k++)
            if (strcmp(argv[i] + 2, flags[k].name) == 0)
                f = &flags[k];
        if (!f || (f->kind != FLAG && i + 1 == argc)) {
            fprintf(stderr,
                    f ? "skerry serve: %s needs a value.\n"
                      : "skerry serve: no such flag: %s (try --help)\n",
                    argv[i]);
            return 2;
        }
        if (set(config, f, f->kind == FLAG ? "1" : argv[++i]))
            return 2;
    }
    return 0;
}

static void fill_in(struct server_config *c) {
    if (!c->data)
        c->data = ".skerry";
    if (!c->address)
        c->address = c->lan ? "0.0.0.0" : "127.0.0.1";
    if (c->bot_pace < 0)
        c->bot_pace = 900;
    if (!c->bot_threads)
        c->bot_threads = 2;
    if (!c->connections_per_address)
        c->connections_per_address = 64;
    if (!c->tables_per_user)
        c->tables_per_user = 20;
    if (!c->messages)
        c->messages = 50;
    if (!c->idle)
        c->idle = 60;
    if (!c->expire_open)
        c->expire_open = 30 * 60;
    if (!c->expire_over)
        c->expire_over = 5 * 60;
    if (!c->expire_playing)
        c->expire_playing = 30 * 86400;
}

/* --- listening --- */

static int listen_on(const char *address, int port) {
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_PASSIVE },
                    *list = NULL;
    char text[8];
    int fd = -1, one = 1;
    snprintf(text, sizeof text, "%d", port);
    if (getaddrinfo(address, text, &hints, &list) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    fd = socket(list->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
                    bind(fd, list->ai_addr, list->ai_addrlen) != 0 || listen(fd, 4096) != 0)) {
        int why = errno;
        close(fd);
        fd = -1;
        errno = why;
    }
    freeaddrinfo(list);
    return fd;
}

static int port_of(int fd) {
    struct sockaddr_storage own;
    socklen_t len = sizeof own;
    CHECK(getsockname(fd, (struct sockaddr *)&own, &len) == 0);
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

static int next_free(struct server *s) {
    for (int i = 0; i < (s->config.exact_port || !s->config.port ? 1 : 20); i++) {
        int fd = listen_on(s->config.address, s->config.port + i);
        if (fd >= 0) {
            s->port = port_of(fd);
            return fd;
        }
        if (errno != EADDRINUSE)
            break;
    }
    fprintf(stderr, "skerry serve: cannot listen on %s port %d: %s\n", s->config.address,
            s->config.port, strerror(errno));
    return -1;
}

/* There is no descriptor left: take one by giving up the spare, and close it politely. */
static void refuse_one(struct server *s, int listener) {
    close(s->spare_fd);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    s->metric[M_REFUSED]++;
}

static void on_accept(uv_poll_t *handle, int status, int events) {
    struct server *s = handle->data;
    bool metrics = handle == &s->metrics_listener;
    int listener = metrics ? s->metrics_fd : s->listen_fd[handle - s->listener];
    (void)events;
    for (int i = 0; i < ACCEPTS && status == 0; i++) {
        struct sockaddr_storage from;
        socklen_t len = sizeof from;
        int fd = accept4(listener, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE))
            refuse_one(s, listener);
        if (fd < 0)
            return;
        if (s->draining)
            close(fd);
        else
            conn_accept(s, fd, &from, metrics);
    }
}

static void poll_listener(struct server *s, uv_poll_t *handle, int fd) {
    uv_poll_init(&s->loop, handle, fd);
    handle->data = s;
    uv_poll_start(handle, UV_READABLE, on_accept);
}

static bool start_listening(struct server *s) {
    s->listen_fd[0] = next_free(s);
    if (s->listen_fd[0] < 0)
        return false;
    s->listeners = 1;
    poll_listener(s, &s->listener[0], s->listen_fd[0]);
    if (strcmp(s->config.address, "127.0.0.1") == 0) { /* localhost is ::1 to some */
        s->listen_fd[1] = listen_on("::1", s->port);
        if (s->listen_fd[1] >= 0)
            poll_listener(s, &s->listener[s->listeners++], s->listen_fd[1]);
    }
    s->metrics_fd = -1;
    if (s->config.metrics_port) {
        s->metrics_fd = listen_on("127.0.0.1", s->config.metrics_port);
        if (s->metrics_fd < 0) {
            fprintf(stderr, "skerry serve: cannot listen on metrics port %d: %s\n",
                    s->config.metrics_port, strerror(errno));
            return false;
        }
        poll_listener(s, &s->metrics_listener, s->metrics_fd);
    }
    return true;
}

/* --- which pages may talk to us --- */

static void add_origin(struct server *s, const char *host) {
    char text[300];
    size_t n = strlen(s->origins);
    int len = s->port == 80 ? snprintf(text, sizeof text, "http://%s ", host)
                            : snprintf(text, sizeof text, "http://%s:%d ", host, s->port);
    s->origins = realloc(s->origins, n + (size_t)len + 1);
    CHECK(s->origins);
    memcpy(s->origins + n, text, (size_t)len + 1);
}

/* The first address of this machine on a network, for the line that says where to go. */
static void lan_origins(struct server *s, char *first, size_t size) {
    struct ifaddrs *list = NULL;
    char host[256];
    if (getifaddrs(&list) != 0)
        return;
    for (struct ifaddrs *i = list; i; i = i->ifa_next) {
        if (!i->ifa_addr ||
            (i->ifa_addr->sa_family != AF_INET && i->ifa_addr->sa_family != AF_INET6))
            continue;
        bool v6 = i->ifa_addr->sa_family == AF_INET6;
        char text[INET6_ADDRSTRLEN + 4], bare[INET6_ADDRSTRLEN];
        inet_ntop(i->ifa_addr->sa_family,
                  v6 ? (void *)&((struct sockaddr_in6 *)(void *)i->ifa_addr)->sin6_addr
                     : (void *)&((struct sockaddr_in *)(void *)i->ifa_addr)->sin_addr,
                  bare, sizeof bare);
        snprintf(text, sizeof text, v6 ? "[%s]" : "%s", bare);
        add_origin(s, text);
        if (!v6 && !first[0] && strncmp(bare, "127.", 4) != 0)
            keep(first, size, bare);
    }
    freeifaddrs(list);
    if (gethostname(host, sizeof host) == 0) {
        host[sizeof host - 1] = '\0';
        add_origin(s, host);
        size_t n = strlen(host);
        if (n + 7 < sizeof host && !strchr(host, '.')) {
            memcpy(host + n, ".local", 7);
            add_origin(s, host);
        }
    }
}

static void allow_origins(struct server *s, char *lan, size_t size) {
    const char *more = s->config.origins ? s->config.origins : "";
    s->origins = malloc(strlen(more) + 3);
    CHECK(s->origins);
    sprintf(s->origins, " %s%s", more, more[0] ? " " : "");
    add_origin(s, "localhost");
    add_origin(s, "127.0.0.1");
    add_origin(s, "[::1]");
    if (s->config.lan)
        lan_origins(s, lan, size);
    else if (strcmp(s->config.address, "127.0.0.1") != 0)
        add_origin(s, s->config.address);
}

/* --- loading the games that live --- */

static void loaded_chat(struct store_request *q) {
    struct room *r = q->arg;
    if (q->result == STORE_OK)
        chat_loaded(r, q->rows, q->rows_n);
    room_unpin(r);
}

/* Also tells systemd, if it is listening. */
static void all_loaded(struct server *s) {
    s->ready = true;
    log_line("info", "ready", NULL);
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    if (!path || strlen(path) >= sizeof to.sun_path)
        return;
    KEEP(to.sun_path, path);
    size_t len = offsetof(struct sockaddr_un, sun_path) + strlen(path);
    if (to.sun_path[0] == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        sendto(fd, "READY=1", 7, MSG_NOSIGNAL, (struct sockaddr *)&to, (socklen_t)len);
        close(fd);
    }
}

static void taken(struct store_request *q) {
    struct server *s = q->arg;
    struct room *r = room_load(s, q->game, q->rows, q->result == STORE_OK ? q->rows_n : 0);
    r->epoch = q->epoch;
    struct store_request *chats = store_request(STORE_CHATS, q->game);
    chats->limit = CHATS_KEPT;
    chats->done = loaded_chat;
    chats->arg = r;
    room_pin(r);
    store_submit(s->store, chats);
    if (r->t->state == TABLE_OVER || r->t->state == TABLE_CLOSED) /* it ended just before we did */
        room_archive(r);
    lobby_touch(r);
    if (--s->loading == 0)
        all_loaded(s);
}

static void lived(struct store_request *q) {
    struct server *s = q->arg;
    if (q->result != STORE_OK) {
        log_line("error", "store", "op", "live", "result", store_result_name(q->result), NULL);
        exit(1);
    }
    s->loading = q->rows_n;
    if (s->loading == 0)
        all_loaded(s);
    for (int i = 0; i < q->rows_n; i++) {
        struct store_request *take = store_request(STORE_TAKE, q->rows[i].id);
        take->done = taken;
        take->arg = s;
        store_submit(s->store, take);
    }
}

static void wake(void *arg) {
    struct server *s = arg;
    uv_async_send(&s->wake);
}

static void on_wake(uv_async_t *handle) {
    struct server *s = handle->data;
    if (s->store)
        store_collect(s->store);
}

/* The data folder belongs to one server at a time. */
static int lock_folder(const char *data) {
    char path[1024];
    if (mkdir(data, 0700) != 0 && errno != EEXIST) {
        fprintf(stderr, "skerry serve: cannot make %s: %s\n", data, strerror(errno));
        return -1;
    }
    snprintf(path, sizeof path, "%s/lock", data);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) {
        fprintf(stderr, "skerry serve: %s is in use by another server, or cannot be written.\n",
                data);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

static bool open_store(struct server *s) {
    char path[1024];
    const char *why;
    snprintf(path, sizeof path, "%s/skerry.db", s->config.data);
    void *backend = store_sqlite_open(&(struct store_sqlite_options){ .path = path }, &why);
    if (!backend) {
        fprintf(stderr, "skerry serve: %s: %s.\n", path, why);
        return false;
    }
    s->store = store_new(&store_sqlite, backend, wake, s);
    s->store_ok = true;
    struct store_request *q = store_request(STORE_LIVE, NULL);
    q->done = lived;
    q->arg = s;
    store_submit(s->store, q);
    return true;
}

/* --- every second --- */

static void expire(struct server *s, struct room *r, int64_t now) {
    enum table_state state = r->t->state;
    if (r->retry_at && now >= r->retry_at && !r->flying) {
        r->retry_at = 0;
        if (state == TABLE_OVER)
            room_archive(r);
        else if (state == TABLE_OPEN)
            room_save(r, NULL);
        else
            play_next(r);
    }
    if (!r->empty_since || r->flying || r->pins)
        return;
    int64_t idle = (now - r->empty_since) / 1000;
    if (state == TABLE_OPEN && !r->starting && idle >= s->config.expire_open)
        room_close(r, false);
    else if (state == TABLE_PLAYING && idle >= s->config.expire_playing)
        room_close(r, true);
    else if ((state == TABLE_OVER || state == TABLE_CLOSED) && r->archived &&
             idle >= s->config.expire_over)
        room_free(r);
}

static void forget_addresses(struct server *s, int64_t now) {
    for (size_t i = 0; i < sizeof s->address / sizeof *s->address; i++)
        for (struct address **at = &s->address[i]; *at;) {
            struct address *a = *at;
            if (a->connections == 0 && now - a->logins_since > 60000) {
                *at = a->next;
                free(a);
            } else {
                at = &a->next;
            }
        }
}

static void finish_drain(struct server *s) {
    while (s->conns)
        conn_drop(s->conns);
    uv_stop(&s->loop);
}

static void on_second(uv_timer_t *timer) {
    struct server *s = timer->data;
    int64_t now = now_ms(s);
    if (s->draining && (now >= s->drain_until || s->conns_n == 0)) {
        finish_drain(s);
        return;
    }
    conn_tick(s);
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i], *next; r; r = next) {
            next = r->next;
            expire(s, r, now);
        }
    if (now / 60000 != (now - 1000) / 60000)
        forget_addresses(s, now);
    if (now / 86400000 != (now - 1000) / 86400000)
        auth_tick(s);
}

/* Under load the loop takes a breath before it looks for input again: one waking then serves
 * many sockets. Nobody waits longer for it than BREATH_US. */
static void on_breath(uv_prepare_t *handle) {
    struct server *s = handle->data;
    uint64_t now = uv_now(&s->loop), messages = s->metric[M_MESSAGES_IN];
    if (now - s->rate_since >= RATE_MS) {
        s->crowded = messages - s->rate_from >= CROWD * (now - s->rate_since) / RATE_MS;
        s->rate_since = now;
        s->rate_from = messages;
    }
    if (s->crowded)
        nanosleep(&(struct timespec){ .tv_nsec = BREATH_US * 1000 }, NULL);
}

static void on_lobby(uv_timer_t *timer) {
    lobby_flush(timer->data);
}

/* --- stopping --- */

/* Not ready from now on; everybody is told to come back; what is at the store still gets there. */
static void drain(struct server *s) {
    struct frame f;
    if (s->draining) {
        finish_drain(s);
        return;
    }
    s->draining = true;
    s->drain_until = now_ms(s) + DRAIN_MS;
    log_line("info", "draining", NULL);
    json_text(frame_begin(s, &f, "bye"), "code", "restart");
    frame_end(s, &f);
    for (struct conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        if (c->client) {
            frame_send(&f, c->client);
            client_close(c->client, WS_RESTART, "restart");
        } else if (!c->busy && !c->out) {
            conn_drop(c);
        }
    }
    if (!s->conns)
        finish_drain(s);
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

static void stop(struct server *s) {
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        while (s->room[i])
            room_free(s->room[i]);
    /* Workers and the store come back first: their answers still need the loop. */
    while (s->thinking || s->hashing || store_waiting(s->store) > 0)
        uv_run(&s->loop, UV_RUN_ONCE);
    store_close(s->store);
    s->store = NULL;
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    pages_free(s->pages);
    for (size_t i = 0; i < sizeof s->address / sizeof *s->address; i++)
        for (struct address *a = s->address[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    free(s->origins);
    free(s->frame);
    close(s->spare_fd);
}

/* --- running --- */

static void start_loop(struct server *s) {
    struct timespec wall;
    char threads[8];
    snprintf(threads, sizeof threads, "%d", s->config.bot_threads);
    setenv("UV_THREADPOOL_SIZE", threads, 1);
    CHECK(uv_loop_init(&s->loop) == 0);
    clock_gettime(CLOCK_REALTIME, &wall);
    s->offset = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000 -
                (int64_t)(uv_hrtime() / 1000000);
    uv_async_init(&s->loop, &s->wake, on_wake);
    s->wake.data = s;
    uv_timer_init(&s->loop, &s->second);
    s->second.data = s;
    uv_timer_start(&s->second, on_second, 1000, 1000);
    uv_prepare_init(&s->loop, &s->breath);
    s->breath.data = s;
    uv_prepare_start(&s->breath, on_breath);
    uv_timer_init(&s->loop, &s->lobby_timer);
    s->lobby_timer.data = s;
    uv_timer_start(&s->lobby_timer, on_lobby, 250, 250);
    static const int numbers[2] = { SIGTERM, SIGINT };
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&s->loop, &s->signal[i]);
        s->signal[i].data = s;
        uv_signal_start(&s->signal[i], on_signal, numbers[i]);
    }
}

static void more_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < 65536 ? limit.rlim_max : 65536;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int server_run(const struct server_config *config) {
    struct server *s = calloc(1, sizeof *s);
    char lan[64] = "";
    CHECK(s && sodium_init() >= 0);
    s->config = *config;
    fill_in(&s->config);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk */
    more_descriptors();
    int lock = lock_folder(s->config.data);
    if (lock < 0) {
        free(s);
        return 1;
    }
    s->frame = malloc(FRAME_MAX);
    s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(s->frame);
    start_loop(s);
    if (s->config.page)
        s->pages = pages_load(s->config.page);
    if (!start_listening(s) || !open_store(s))
        exit(1);
    allow_origins(s, lan, sizeof lan);
    if (!s->config.quiet) {
        const char *host = lan[0]                                        ? lan
                           : strcmp(s->config.address, "127.0.0.1") == 0 ? "localhost"
                                                                         : s->config.address;
        printf("Open http://%s:%d\n", host, s->port);
        fflush(stdout);
    }
    uv_run(&s->loop, UV_RUN_DEFAULT);
    stop(s);
    close(lock);
    free(s);
    log_line("info", "stopped", NULL);
    return 0;
}

int server_backup(const char *data, const char *to) {
    char path[1024];
    const char *why;
    snprintf(path, sizeof path, "%s/skerry.db", data);
    if (access(to, F_OK) == 0) {
        fprintf(stderr, "skerry backup: %s exists already.\n", to);
        return 1;
    }
    if (store_sqlite_backup(path, to, &why) != 0) {
        fprintf(stderr, "skerry backup: %s: %s.\n", path, why);
        return 1;
    }
    return 0;
}
