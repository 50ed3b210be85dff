/* relay.c -- the lower bound for `make load`: our frames and our gathered sends, and nothing else.
 * It knows no rules and no sessions.
 *
 *     relay BREATH_US [FILE]   prints its port; sends what arrives to the room, once a breath;
 *                              with FILE, writes and syncs it there first
 *     relay BREATH_US FILE.db  the same with the server's own store: each room is a game of it
 *
 * Its cost is the kernel's price for the messages on this machine, with a file also the price for
 * not losing them. Whatever the server costs beyond that is its own work. It trusts its clients:
 * only the hammer talks to it. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "server/net/http.h"
#include "server/store/store.h"
#include "server/net/ws.h"

enum { ROOM = 4, ROOMS = 16384, SENDS = 4096, FRAME = 4096, ENTRY = 200 };

struct peer {
    int fd, room;
    struct ws *ws; /* NULL until it is upgraded */
};

static struct peer *room[ROOMS][ROOM];
static int epoll;

/* The frames of this breath; each is written once for its whole room. */
static struct said {
    int room;
    size_t len;
    uint8_t frame[FRAME];
} said[SENDS];
static int said_n;

static void on_message(void *arg, const char *text, size_t len) {
    const struct peer *p = arg;
    CHECK(said_n < SENDS && len + WS_HEAD_MAX <= FRAME);
    struct said *s = &said[said_n++];
    size_t head = ws_head(len, s->frame);
    memcpy(s->frame + head, text, len);
    s->room = p->room;
    s->len = head + len;
}

/* --- in the server's store --- */

static struct store *store;
static int64_t seq[ROOMS];

static void open_store(const char *path) {
    const char *why;
    void *backend = store_sqlite_open(&(struct store_sqlite_options){ .path = path }, &why);
    CHECK(backend);
    store = store_new(&store_sqlite, backend, NULL, NULL);
}

static void stored(struct store_request *r) {
    CHECK(r->result == STORE_OK && r->epoch == 1);
}

static struct store_request *about(enum store_op op, int number) {
    char id[16];
    snprintf(id, sizeof id, "room%d", number);
    struct store_request *r = store_request(op, id);
    r->done = stored;
    return r;
}

static void make_game(int number) {
    struct store_request *r = about(STORE_CREATE, number);
    store_set_meta(r, "{}", 2);
    store_submit(store, r);
}

/* Handed to the store's thread, and waited for. */
static void store_answers(void) {
    store_send(store);
    while (store_waiting(store) > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec++;
        store_wait(store, &until);
        store_collect(store);
    }
}

/* All in one transaction, as the server has it. */
static void store_all(void) {
    char entry[ENTRY] = { 0 };
    for (int k = 0; k < said_n; k++) {
        struct store_request *r = about(STORE_APPEND, said[k].room);
        r->epoch = 1;
        r->seq = ++seq[said[k].room];
        store_set_body(r, entry, sizeof entry);
        store_submit(store, r);
    }
    store_answers();
}

static void on_control(void *arg, const void *bytes, size_t len) {
    const struct peer *p = arg;
    send(p->fd, bytes, len, MSG_NOSIGNAL);
}

static void drop(struct peer *p) {
    for (int i = 0; i < ROOM; i++)
        if (room[p->room][i] == p)
            room[p->room][i] = NULL;
    if (p->ws)
        ws_free(p->ws);
    close(p->fd);
    free(p);
}

static void upgrade(struct peer *p, const char *bytes, size_t len) {
    static const struct ws_handler handler = { on_message, on_control };
    struct http_head head;
    char accept[29], answer[256], number[16];
    CHECK(http_read(bytes, len, &head) == 0 && head.upgrade);
    CHECK(http_query(head.query, "room", number, sizeof number));
    http_ws_accept(head.ws_key, accept);
    int n = snprintf(answer, sizeof answer,
                     "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                     "Sec-WebSocket-Protocol: skerry.1\r\n\r\n",
                     accept);
    CHECK(send(p->fd, answer, (size_t)n, MSG_NOSIGNAL) == n);
    p->room = atoi(number) % ROOMS;
    p->ws = ws_new(&handler, p);
    CHECK(p->ws);
    if (store && !room[p->room][0])
        make_game(p->room);
    for (int i = 0; i < ROOM; i++)
        if (!room[p->room][i]) {
            room[p->room][i] = p;
            break;
        }
}

static void readable(struct peer *p) {
    char bytes[16384];
    ssize_t n = recv(p->fd, bytes, sizeof bytes, 0);
    if (n < 0 && errno == EAGAIN)
        return;
    if (n <= 0)
        drop(p);
    else if (!p->ws)
        upgrade(p, bytes, (size_t)n);
    else if (!ws_feed(p->ws, bytes, (size_t)n))
        drop(p);
}

static void take_in(int listener) {
    int fd, one = 1;
    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct peer *p = calloc(1, sizeof *p);
        CHECK(p);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        p->fd = fd;
        struct epoll_event e = { .events = EPOLLIN, .data.ptr = p };
        CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e) == 0);
    }
}

static void send_all(void) {
    for (int k = 0; k < said_n; k++)
        for (int i = 0; i < ROOM; i++) {
            const struct peer *p = room[said[k].room][i];
            if (p && send(p->fd, said[k].frame, said[k].len, MSG_NOSIGNAL) < 0)
                shutdown(p->fd, SHUT_RDWR); /* reading will tell */
        }
    said_n = 0;
}

/* As many bytes as the server stores for an action, in a ring of 4 MB, as SQLite uses its WAL. */
static void keep_all(int fd) {
    enum { ROUND = 4 << 20 };
    static char bytes[SENDS * ENTRY];
    static off_t at;
    size_t len = (size_t)said_n * ENTRY;
    if (at + (off_t)len > ROUND)
        at = 0;
    CHECK(pwrite(fd, bytes, len, at) == (ssize_t)len && fdatasync(fd) == 0);
    at += (off_t)len;
}

static int listen_anywhere(void) {
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    CHECK(bind(fd, (struct sockaddr *)&a, sizeof a) == 0 && listen(fd, 4096) == 0);
    CHECK(getsockname(fd, (struct sockaddr *)&a, &len) == 0);
    printf("Relay on 127.0.0.1:%d\n", ntohs(a.sin_port));
    fflush(stdout);
    return fd;
}

int main(int argc, char **argv) {
    useconds_t breath = argc > 1 ? (useconds_t)atoi(argv[1]) : 0;
    bool in_store = argc > 2 && strstr(argv[2], ".db");
    int file = argc > 2 && !in_store ? open(argv[2], O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    struct epoll_event event[256];
    int listener = listen_anywhere();
    if (in_store)
        open_store(argv[2]);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = NULL };
    CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e) == 0);
    for (;;) {
        int n = epoll_wait(epoll, event, 256, -1);
        for (int i = 0; i < n; i++)
            if (event[i].data.ptr)
                readable(event[i].data.ptr);
            else
                take_in(listener);
        if (said_n == 0 && store)
            store_answers();
        if (said_n == 0)
            continue;
        if (store)
            store_all();
        else if (file >= 0)
            keep_all(file);
        send_all();
        if (breath)
            usleep(breath);
    }
}
