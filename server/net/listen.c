/* listen.c -- ports, and accepting connections.
 *
 * The loop polls the listeners and accepts in batches of at most ACCEPTS: one wake-up serves a
 * crowd, and connected people do not wait for newcomers. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "conn.h"

enum { ACCEPTS = 64 };

/* -1 with errno. Only numeric addresses: nothing waits for a resolver. If any port will do, two
 * listeners must not get the same one before they begin to listen. */
static int bind_to(const char *address, int port) {
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_PASSIVE },
                    *list = NULL;
    char text[8];
    int fd = -1, again = port != 0;
    snprintf(text, sizeof text, "%d", port);
    if (getaddrinfo(address, text, &hints, &list) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    fd = socket(list->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &again, sizeof again) != 0 ||
                    bind(fd, list->ai_addr, list->ai_addrlen) != 0)) {
        int why = errno;
        close(fd);
        fd = -1;
        errno = why;
    }
    freeaddrinfo(list);
    return fd;
}

/* The actual port, if 0 was requested. */
static int port_of(int fd) {
    struct sockaddr_storage own;
    socklen_t len = sizeof own;
    CHECK(getsockname(fd, (struct sockaddr *)&own, &len) == 0);
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

static void cannot(const char *address, int port) {
    fprintf(stderr, "skerry serve: cannot listen on %s port %d: %s\n", address, port,
            strerror(errno));
}

/* Twenty tries upward: two servers on one laptop are more common than a need for this exact
 * port. */
static int next_free(struct server *s) {
    for (int i = 0; i < (s->config.exact_port || !s->config.port ? 1 : 20); i++) {
        int fd = bind_to(s->config.address, s->config.port + i);
        if (fd >= 0) {
            s->port = port_of(fd);
            return fd;
        }
        if (errno != EADDRINUSE)
            break;
    }
    cannot(s->config.address, s->config.port);
    return -1;
}

/* No descriptor is left: give up the spare one, accept, and close politely. Otherwise the
 * connection would stay in the backlog and keep the loop busy. */
static void refuse_one(struct server *s, int listener) {
    close(s->spare_fd);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    s->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    s->metric[M_REFUSED]++;
}

/* Also while draining: conn_http.c then refuses. */
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

/* Metrics always use loopback, whatever `address` is. */
bool listen_bind(struct server *s) {
    s->listen_fd[0] = next_free(s);
    if (s->listen_fd[0] < 0)
        return false;
    s->listeners = 1;
    if (strcmp(s->config.address, "127.0.0.1") == 0) { /* some resolve localhost to ::1 */
        s->listen_fd[1] = bind_to("::1", s->port);
        s->listeners += s->listen_fd[1] >= 0;
    }
    s->metrics_fd = -1;
    if (!s->config.metrics_port)
        return true;
    s->metrics_fd = bind_to("127.0.0.1", s->config.metrics_port);
    if (s->metrics_fd < 0)
        cannot("127.0.0.1 (metrics)", s->config.metrics_port);
    return s->metrics_fd >= 0;
}

static bool poll_listener(struct server *s, uv_poll_t *handle, int fd) {
    if (listen(fd, 4096) != 0) {
        cannot(s->config.address, port_of(fd));
        return false;
    }
    uv_poll_init(&s->loop, handle, fd);
    handle->data = s;
    uv_poll_start(handle, UV_READABLE, on_accept);
    return true;
}

bool listen_start(struct server *s) {
    for (int i = 0; i < s->listeners; i++)
        if (!poll_listener(s, &s->listener[i], s->listen_fd[i]))
            return false;
    return s->metrics_fd < 0 || poll_listener(s, &s->metrics_listener, s->metrics_fd);
}
