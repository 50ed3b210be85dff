/* hammer_socket.c -- the hammer's sockets: dialling, HTTP, frames in and out. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "hammer.h"

enum { SETTING_UP = 200 };

struct sock *sockets;
struct room *rooms;
int sockets_n, rooms_n, port, setting_up, seated, relay;
static int poll_fd;
static uint64_t rng_state = 1;

uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

unsigned rnd(unsigned n) {
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(rng_state >> 33) % n;
}

void rnd_seed(uint64_t seed) {
    rng_state = seed;
}

_Noreturn void fail(const char *what, const char *detail) {
    fprintf(stderr, "hammer: %s %.600s\n", what, detail);
    exit(1);
}

/* --- sending --- */

static void put(struct sock *s, const void *bytes, size_t n) {
    for (size_t sent = 0; sent < n;) {
        ssize_t k = send(s->fd, (const char *)bytes + sent, n - sent, MSG_NOSIGNAL);
        if (k < 0 && (errno == EAGAIN || errno == EINTR)) {
            usleep(100);
            continue;
        }
        if (k < 0)
            return; /* it was killed: reading will tell */
        sent += (size_t)k;
    }
}

void say_n(struct sock *s, const char *text, size_t n) {
    static uint8_t frame[CHUNK];
    size_t h = 0;
    frame[h++] = 0x81;
    if (n < 126) {
        frame[h++] = (uint8_t)(0x80 | n);
    } else {
        frame[h++] = 0x80 | 126;
        frame[h++] = (uint8_t)(n >> 8);
        frame[h++] = (uint8_t)n;
    }
    uint8_t mask[4]; /* a new one each time, as in a browser, so that the server has to undo it */
    for (int i = 0; i < 4; i++)
        frame[h++] = mask[i] = (uint8_t)rnd(256);
    for (size_t i = 0; i < n; i++)
        frame[h + i] = (uint8_t)text[i] ^ mask[i & 3];
    put(s, frame, h + n);
}

void say(struct sock *s, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    say_n(s, text, (size_t)n);
}

/* --- sockets --- */

void bury(struct sock *s) {
    if (s->state == DEAD)
        return;
    if (s->state < SEATED)
        setting_up--;
    close(s->fd);
    s->state = DEAD;
    s->welcome = false;
    s->have = 0;
}

static void ask_session(struct sock *s) {
    char text[512];
    static const char body[] = "{\"name\":\"Hammer\",\"token\":true}";
    int n = snprintf(text, sizeof text,
                     "POST /api/session HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n%s",
                     sizeof body - 1, body);
    s->state = SESSION;
    put(s, text, (size_t)n);
}

static void ask_upgrade(struct sock *s) {
    char text[512];
    int n = snprintf(
        text, sizeof text,
        "GET /ws?room=%d HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: skerry.1\r\n\r\n",
        (int)(s->room - rooms));
    s->state = UPGRADE;
    put(s, text, (size_t)n);
}

bool dial(struct sock *s) {
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int one = 1;
    s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (s->fd < 0 || connect(s->fd, (struct sockaddr *)&to, sizeof to) != 0) {
        if (s->fd >= 0)
            close(s->fd);
        return false;
    }
    setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(s->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = { .events = EPOLLIN, .data.ptr = s };
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, s->fd, &e);
    setting_up++;
    s->have = 0;
    if (relay || s->token[0])
        ask_upgrade(s);
    else
        ask_session(s);
    return true;
}

/* If a whole HTTP answer has arrived, use it and go on. */
static bool take_http(struct sock *s) {
    char *body = s->have ? memmem(s->in, s->have, "\r\n\r\n", 4) : NULL;
    if (!body)
        return false;
    body += 4;
    if (s->state == UPGRADE) {
        if (memcmp(s->in, "HTTP/1.1 101", 12) != 0)
            fail("no upgrade:", s->in);
        s->have -= (size_t)(body - s->in);
        memmove(s->in, body, s->have);
        s->state = HELLO;
        if (relay) {
            s->state = SEATED;
            setting_up--;
            seated++;
        } else {
            say(s, "{\"type\":\"hello\",\"v\":1,\"token\":\"%s\"}", s->token);
        }
        return true;
    }
    s->in[s->have] = '\0';
    size_t len = (size_t)number(s->in, "Content-Length: ", 0);
    if (s->have < (size_t)(body - s->in) + len)
        return false;
    const char *token = after(body, "\"token\":\"");
    if (!token)
        fail("no session:", body);
    snprintf(s->token, sizeof s->token, "%.32s", token);
    s->have = 0;
    ask_upgrade(s);
    return true;
}

static bool take_frame(struct sock *s) {
    uint8_t *b = (uint8_t *)s->in;
    size_t h = 2, n;
    if (s->have < 2)
        return false;
    n = b[1] & 127;
    if (n == 126)
        h = 4, n = (size_t)b[2] << 8 | b[3];
    else if (n == 127) {
        h = 10;
        n = 0;
        for (int i = 2; i < 10 && s->have >= 10; i++)
            n = n << 8 | b[i];
    }
    if (s->have < h || s->have < h + n)
        return false;
    int op = b[0] & 15;
    char kept = s->in[h + n];
    if (op == 1) {
        s->in[h + n] = '\0';
        on_text(s, s->in + h, n);
        s->in[h + n] = kept;
    } else if (op == 8) {
        bury(s);
        return false;
    } else if (op == 9) {
        put(s, (uint8_t[]){ 0x8a, 0x80, 0, 0, 0, 0 }, 6);
    }
    if (s->state == DEAD)
        return false;
    s->have -= h + n;
    memmove(s->in, s->in + h + n, s->have);
    return true;
}

/* Room for more behind what it has, in a buffer of its own. */
static void copy_text(struct sock *s) {
    bool its_own = s->in == s->kept;
    if (s->cap < s->have + CHUNK / 4) {
        s->cap = s->have + CHUNK / 4;
        s->kept = realloc(s->kept, s->cap + 1);
    }
    if (!its_own)
        memcpy(s->kept, s->in, s->have);
    s->in = s->kept;
}

/* All sockets read into one buffer, because a message nearly always arrives whole. Ten thousand
 * buffers would evict the program under test from the cache. */
void readable(struct sock *s) {
    static char lent[CHUNK + 1];
    if (s->state == DEAD)
        return;
    if (s->have == 0)
        s->in = lent;
    else
        copy_text(s);
    size_t room = s->in == lent ? CHUNK : s->cap - s->have;
    ssize_t n = recv(s->fd, s->in + s->have, room, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        bury(s);
        return;
    }
    s->have += (size_t)n;
    while (s->state != DEAD && (s->state <= UPGRADE ? take_http(s) : take_frame(s)))
        continue;
    if (s->have > 0 && s->in == lent)
        copy_text(s);
}

void pump(int ms) {
    struct epoll_event e[256];
    int n = epoll_wait(poll_fd, e, 256, ms);
    for (int i = 0; i < n; i++)
        readable(e[i].data.ptr);
}

void make_rooms(int n, int people, int bots) {
    rooms_n = n;
    sockets_n = n * people;
    rooms = calloc((size_t)n, sizeof *rooms);
    sockets = calloc((size_t)sockets_n, sizeof *sockets);
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < sockets_n; i++) {
        struct room *r = &rooms[i / people];
        r->people = people;
        r->bots = bots;
        sockets[i].room = r;
        sockets[i].seat = i % people;
        r->sock[i % people] = &sockets[i];
    }
}

void connect_all(void) {
    uint64_t start = now_ns();
    int next = 0;
    while (seated < sockets_n || next < sockets_n) {
        while (next < sockets_n && setting_up < SETTING_UP)
            if (!dial(&sockets[next++]))
                fail("cannot connect", strerror(errno));
        pump(100);
        if (now_ns() - start > 120000000000ull)
            fail("setting up takes too long", "");
    }
    printf("%d sockets in %.1f s\n", seated, (double)(now_ns() - start) / 1e9);
}
