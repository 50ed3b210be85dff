/* listen.c -- ports, taking connections in, which pages may talk to us, and where we are reached.
 *
 * Sockets are polled by the loop and accepted in batches: one waking serves a whole crowd, and
 * ACCEPTS at most, so that those who are in are not kept waiting by those who come. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../core/check.h"
#include "people.h"

enum { ACCEPTS = 64 };

/* --- listening --- */

/* -1 with errno. Numbers only, no names: nothing here waits for a resolver. */
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

/* Which one it became, where 0 was asked for. */
static int port_of(int fd) {
    struct sockaddr_storage own;
    socklen_t len = sizeof own;
    CHECK(getsockname(fd, (struct sockaddr *)&own, &len) == 0);
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

/* Twenty tries upward: two servers on one laptop are more common than a wish for just this port. */
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

/* There is no descriptor left: take one by giving up the spare, and close it politely. Otherwise it
 * would stay in the backlog, the listener readable, and the loop busy with nothing. */
static void refuse_one(struct server *s, int listener) {
    close(s->spare_fd);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    s->metric[M_REFUSED]++;
}

/* While draining too: whoever asks is told so (conn_http.c). */
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
        conn_accept(s, fd, &from, metrics);
    }
}

static void poll_listener(struct server *s, uv_poll_t *handle, int fd) {
    uv_poll_init(&s->loop, handle, fd);
    handle->data = s;
    uv_poll_start(handle, UV_READABLE, on_accept);
}

/* Metrics are on loopback whatever `address` is. */
bool listen_start(struct server *s) {
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

/* `text` grows by "http://HOST:PORT ". */
static void add_page(const struct server *s, char **text, const char *host) {
    char page[300];
    size_t n = strlen(*text);
    int len = s->port == 80 ? snprintf(page, sizeof page, "http://%s ", host)
                            : snprintf(page, sizeof page, "http://%s:%d ", host, s->port);
    *text = realloc(*text, n + (size_t)len + 1);
    CHECK(*text);
    memcpy(*text + n, page, (size_t)len + 1);
}

/* Between spaces, so that one strstr() of " ORIGIN " finds exactly it (conn_origin_ok). */
static void add_origin(struct server *s, const char *host) {
    add_page(s, &s->origins, host);
}

/* The address by which this machine talks to the world, which is the one its neighbours most likely
 * know. Nothing is sent: connecting a datagram socket only looks up the route. */
static void outward_address(char out[INET_ADDRSTRLEN]) {
    struct sockaddr_in far = { .sin_family = AF_INET, .sin_port = htons(9) }, own;
    socklen_t len = sizeof own;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    out[0] = '\0';
    inet_pton(AF_INET, "198.51.100.1", &far.sin_addr); /* kept for examples: nobody has it */
    if (fd >= 0 && connect(fd, (struct sockaddr *)&far, sizeof far) == 0 &&
        getsockname(fd, (struct sockaddr *)&own, &len) == 0)
        inet_ntop(AF_INET, &own.sin_addr, out, INET_ADDRSTRLEN);
    if (fd >= 0)
        close(fd);
}

/* Every address of this machine; those that others can use (IPv4, not its own loop) are kept for
 * invitations, the one towards the world first. */
static void lan_addresses(struct server *s) {
    struct ifaddrs *list = NULL;
    char first[INET_ADDRSTRLEN];
    outward_address(first);
    if (first[0] && strncmp(first, "127.", 4) != 0)
        add_page(s, &s->reachable, first);
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
        if (!v6 && strncmp(bare, "127.", 4) != 0 && strcmp(bare, first) != 0)
            add_page(s, &s->reachable, bare);
    }
    freeifaddrs(list);
}

/* People type the machine's name too. */
static void lan_names(struct server *s) {
    char host[256];
    if (gethostname(host, sizeof host) != 0)
        return;
    host[sizeof host - 1] = '\0';
    add_origin(s, host);
    size_t n = strlen(host);
    if (n + 7 < sizeof host && !strchr(host, '.')) {
        memcpy(host + n, ".local", 7);
        add_origin(s, host);
    }
}

/* After listening, as the port is part of an Origin. Behind a proxy the public name has to be given
 * (--origin): no header that a client can send is trusted for it. */
void listen_allow_origins(struct server *s) {
    const char *more = s->config.origins ? s->config.origins : "";
    s->origins = malloc(strlen(more) + 3);
    s->reachable = calloc(1, 1);
    CHECK(s->origins && s->reachable);
    sprintf(s->origins, " %s%s", more, more[0] ? " " : "");
    add_origin(s, "localhost");
    add_origin(s, "127.0.0.1");
    add_origin(s, "[::1]");
    if (s->config.lan) {
        lan_addresses(s);
        lan_names(s);
    } else if (strcmp(s->config.address, "127.0.0.1") != 0) {
        add_origin(s, s->config.address);
        if (strcmp(s->config.address, "0.0.0.0") != 0 && strcmp(s->config.address, "::") != 0)
            add_page(s, &s->reachable, s->config.address);
    }
}

/* --- where others reach us --- */

static void write_words(const char *words, struct json_out *o) {
    for (size_t n; words += strspn(words, " "), (n = strcspn(words, " ")) > 0; words += n)
        json_text_n(o, NULL, words, n);
}

/* Names given by --origin are for everybody. The addresses on the local network are told only to
 * who asks from this machine: anyone else has come by one of them. */
void listen_write_reachable(const struct server *s, const struct in6_addr *asker,
                            struct json_out *o, const char *key) {
    static const uint8_t loop4[13] = { [10] = 0xff, [11] = 0xff, [12] = 127 };
    static const struct in6_addr loop6; /* ::1, of which address_ip() keeps the network alone */
    bool here = memcmp(asker, loop4, sizeof loop4) == 0 || memcmp(asker, &loop6, 16) == 0;
    json_array(o, key);
    write_words(s->config.origins ? s->config.origins : "", o);
    if (here)
        write_words(s->reachable, o);
    json_array_end(o);
}
