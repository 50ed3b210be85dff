/* hammer.c -- many sockets against a server, from one thread.
 *
 *     hammer load PORT SOCKETS SECONDS PID DATA      rooms of four, an action a room and second
 *     hammer relay PORT SOCKETS SECONDS PID DATA BYTES
 *                                                    the same traffic through a bare relay
 *     hammer kill PROGRAM DATA KILLS ROOMS [SEED [SECONDS]]
 *                                                    kill -9 again and again; nothing may be lost
 *
 * Each socket makes its session over HTTP, upgrades, and plays by the menus it is sent. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 4, SETTING_UP = 200, ACTION = 100, CHUNK = 65536, LOOK_BACK = 40 };

enum state { DEAD, SESSION, UPGRADE, HELLO, SEATED, PLAYING };

struct room;
struct sock {
    int fd, seat;
    enum state state;
    bool welcome;
    struct room *room;
    char token[40];
    char *in;      /* what is read but not used yet: lent for the moment, or `kept` */
    char *kept;    /* its own, once half a message had to wait */
    size_t have, cap;
    bool owes;           /* the game waits for it */
    char action[ACTION]; /* what it would play now; empty: it is not its turn */
    int32_t seq;         /* last entry it was told of */
};

/* An entry somebody was shown: after a crash it must still be there. */
struct shown {
    uint64_t hash;
};

struct room {
    struct sock *sock[ROOM];
    int people, bots, ready;
    char table[16];
    uint64_t sent_at;
    int command; /* number of the command on its way; 0: none */
    char command_text[ACTION];
    struct shown *shown;
    int shown_n, shown_cap;
    int commands, acknowledged; /* commands given, and answered */
    int own;                    /* entries of the own seat that were shown */
    bool started, over, resend;
};

static struct sock *sockets;
static struct room *rooms;
static int sockets_n, rooms_n, port, poll_fd, want_events, relay, setting_up, seated;
static const char *rules = "fifth";
static uint64_t rng_state = 1;

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static unsigned rnd(unsigned n) {
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(rng_state >> 33) % n;
}

static void fail(const char *what, const char *detail) {
    fprintf(stderr, "hammer: %s %.600s\n", what, detail);
    exit(1);
}

/* --- numbers --- */

enum { BUCKETS = 2048 };
struct histogram {
    uint64_t bucket[BUCKETS], n, max;
};

/* Buckets a thirty-second of a power of two wide. */
static void record(struct histogram *h, uint64_t v) {
    int i = (int)v;
    if (v >= 64) {
        int e = 63 - __builtin_clzll(v);
        i = 64 + (e - 6) * 32 + (int)(v >> (e - 5) & 31);
    }
    h->bucket[i < BUCKETS ? i : BUCKETS - 1]++;
    h->n++;
    if (v > h->max)
        h->max = v;
}

static double quantile(const struct histogram *h, double q) {
    uint64_t want = (uint64_t)(q * (double)h->n), sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
        sum += h->bucket[i];
        if (sum > want) {
            if (i < 64)
                return i / 1e6;
            int e = (i - 64) / 32 + 6, m = (i - 64) % 32;
            return ((double)(1ull << e) + (double)(m + 1) * (double)(1ull << (e - 5))) / 1e6;
        }
    }
    return (double)h->max / 1e6;
}

static long status_kb(int pid, const char *key) {
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0)
            value = atol(line + strlen(key));
    if (f)
        fclose(f);
    return value;
}

static double cpu_seconds(int pid) {
    char path[64], text[1024];
    unsigned long user = 0, sys = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = '\0';
    sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &sys);
    return (double)(user + sys) / (double)sysconf(_SC_CLK_TCK);
}

static struct histogram latency, fsyncs;
static uint64_t deliveries, delivered_bytes, commands_sent, refused;
static bool measuring, checking;

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

static void say(struct sock *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say_n(struct sock *s, const char *text, size_t n) {
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
    uint8_t mask[4]; /* as a browser's: another one each time, so that it has to be undone */
    for (int i = 0; i < 4; i++)
        frame[h++] = mask[i] = (uint8_t)rnd(256);
    for (size_t i = 0; i < n; i++)
        frame[h + i] = (uint8_t)text[i] ^ mask[i & 3];
    put(s, frame, h + n);
}

#include <stdarg.h>
static void say(struct sock *s, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    say_n(s, text, (size_t)n);
}

/* --- reading JSON that we know the shape of --- */

static const char *after(const char *text, const char *key) {
    const char *p = strstr(text, key);
    return p ? p + strlen(key) : NULL;
}

static long number(const char *text, const char *key, long otherwise) {
    const char *p = after(text, key);
    return p ? atol(p) : otherwise;
}

/* Does the game wait for this seat? A message that says nothing of it leaves it as it was. */
static bool owes(const char *text, int seat, bool was) {
    const char *p = after(text, "\"owes\":[");
    if (!p)
        return was;
    for (; *p != ']' && *p; p++)
        if (*p == '0' + seat)
            return true;
    return false;
}

/* One of the menu, at random, into out; empty if there is none. */
static void choose(const char *text, char *out) {
    const char *p = after(text, "\"actions\":["); /* of "legal": it comes after the view */
    const char *legal = after(text, "\"legal\":{");
    out[0] = '\0';
    p = legal ? after(legal, "\"actions\":[") : NULL;
    if (!p || *p == ']')
        return;
    int n = 1;
    for (const char *q = p; *q && *q != ']'; q++)
        n += *q == ',';
    for (unsigned pick = rnd((unsigned)n); pick > 0; pick--)
        p = strchr(p, ',') + 1;
    const char *end = strchr(p + 1, '"');
    if (*p == '"' && end && end - p - 1 < ACTION) {
        memcpy(out, p + 1, (size_t)(end - p - 1));
        out[end - p - 1] = '\0';
    }
}

/* --- conversations --- */

/* From where a room is told again what it knows: mostly the last entries, sometimes all. */
static int look_back(const struct room *r) {
    return rnd(8) == 0 || r->shown_n < LOOK_BACK ? 0 : r->shown_n - LOOK_BACK;
}

static void first_words(struct sock *s) {
    struct room *r = s->room;
    const char *want = want_events ? ",\"want\":\"events\"" : "";
    if (s->seat == 0 && !r->table[0])
        say(s, "{\"type\":\"create\",\"id\":1,\"rules\":\"%s\",\"players\":%d,\"chat\":false%s}",
            rules, r->people + r->bots,
            r->bots ? ",\"seats\":[null,{\"level\":\"random\"}]" : "");
    else if (r->table[0]) {
        say(s, "{\"type\":\"join\",\"id\":2,\"table\":\"%s\",\"last_seq\":%d%s}", r->table,
            checking ? look_back(r) : r->shown_n, want);
        if (!r->started) {
            say(s, "{\"type\":\"sit\",\"id\":3,\"seat\":%d}", s->seat);
            say(s, "{\"type\":\"ready\",\"id\":4,\"ready\":true}");
        }
    }
}

static void seated_now(struct sock *s) {
    struct room *r = s->room;
    s->state = SEATED;
    setting_up--;
    seated++;
    if (++r->ready == r->people)
        say(r->sock[0], "{\"type\":\"start\",\"id\":5}");
}

static uint64_t hash_of(const char *from, const char *to) {
    uint64_t h = 1469598103934665603u;
    for (; from < to; from++)
        h = (h ^ (unsigned char)*from) * 1099511628211u;
    return h;
}

/* Every event of the message: a new one is kept, one we were shown must be the same. */
static long lost, changed, twice;
static void check_events(struct room *r, const char *text) {
    const char *p = after(text, "\"events\":[");
    while (p && *p == '{') {
        const char *end = strchr(p, '}');
        int seq = (int)number(p, "\"seq\":", 0);
        if (seq <= r->shown_n) {
            changed += seq > 0 && r->shown[seq - 1].hash != hash_of(p, end);
        } else if (seq == r->shown_n + 1) {
            if (r->shown_n == r->shown_cap) {
                r->shown_cap = r->shown_cap ? 2 * r->shown_cap : 64;
                r->shown = realloc(r->shown, (size_t)r->shown_cap * sizeof *r->shown);
            }
            r->shown[r->shown_n++].hash = hash_of(p, end);
            const char *seat = after(p, "\"seat\":");
            r->own += seat && *seat == '0';
        } else {
            lost++;
        }
        p = end + 1;
        if (*p == ',')
            p++;
    }
}

static void on_game(struct sock *s, const char *text, size_t len) {
    struct room *r = s->room;
    s->state = PLAYING;
    s->seq = (int32_t)number(text, "\"seq\":", 0);
    if (measuring && r->sent_at) {
        deliveries++;
        delivered_bytes += len;
        record(&latency, now_ns() - r->sent_at);
    }
    if (checking) {
        if (s->seq < r->shown_n)
            lost += r->shown_n - s->seq;
        check_events(r, text);
    }
    r->started = true;
    s->action[0] = '\0';
    s->owes = owes(text, s->seat, s->owes);
    if (s->owes)
        choose(text, s->action);
    else if (want_events)
        snprintf(s->action, sizeof s->action, "?");
}

static void on_ok(struct sock *s, const char *text) {
    struct room *r = s->room;
    long id = number(text, "\"id\":", -1);
    if (id == 1) {
        snprintf(r->table, sizeof r->table, "%.12s", after(text, "\"table\":\""));
        say(s, "{\"type\":\"ready\",\"id\":4,\"ready\":true}");
        for (int i = 1; i < r->people; i++)
            if (r->sock[i]->welcome)
                first_words(r->sock[i]);
    } else if (id == 4) {
        seated_now(s);
    }
    if (strstr(text, "\"id\":\"c") && r->command) {
        if (r->acknowledged >= r->commands)
            fail("an answer twice:", text);
        r->acknowledged++;
        r->command = 0;
    }
}

static void on_error(struct sock *s, const char *text) {
    struct room *r = s->room;
    if (strstr(text, "\"id\":\"c")) {
        refused++;
        if (strstr(text, "\"stale\"") || strstr(text, "\"over\"") || strstr(text, "not-stored")) {
            r->commands--;
            r->command = 0;
            return;
        }
    }
    fail("the server refuses:", text);
}

static void on_text(struct sock *s, char *text, size_t len) {
    if (relay) {
        if (measuring) {
            deliveries++;
            delivered_bytes += len;
            record(&latency, now_ns() - strtoull(text, NULL, 10));
        }
        return;
    }
    if (strncmp(text, "{\"type\":\"game\"", 14) == 0)
        on_game(s, text, len);
    else if (strncmp(text, "{\"type\":\"ok\"", 12) == 0)
        on_ok(s, text);
    else if (strncmp(text, "{\"type\":\"error\"", 15) == 0)
        on_error(s, text);
    else if (strncmp(text, "{\"type\":\"over\"", 14) == 0)
        s->room->over = true;
    else if (strncmp(text, "{\"type\":\"welcome\"", 17) == 0) {
        s->welcome = true;
        first_words(s);
    }
}

/* --- sockets --- */

static void bury(struct sock *s) {
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

static bool dial(struct sock *s) {
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

/* A whole HTTP answer is there? Use it and go on. */
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
static void keep(struct sock *s) {
    bool its_own = s->in == s->kept;
    if (s->cap < s->have + CHUNK / 4) {
        s->cap = s->have + CHUNK / 4;
        s->kept = realloc(s->kept, s->cap + 1);
    }
    if (!its_own)
        memcpy(s->kept, s->in, s->have);
    s->in = s->kept;
}

/* Nearly always a message comes whole, and all sockets read into one buffer: ten thousand of them
 * would push what is measured out of the processor's memory. */
static void readable(struct sock *s) {
    static char lent[CHUNK + 1];
    if (s->state == DEAD)
        return;
    if (s->have == 0)
        s->in = lent;
    else
        keep(s);
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
        keep(s);
}

static void pump(int ms) {
    struct epoll_event e[256];
    int n = epoll_wait(poll_fd, e, 256, ms);
    for (int i = 0; i < n; i++)
        readable(e[i].data.ptr);
}

static void make_rooms(int n, int people, int bots) {
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

static void connect_all(void) {
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

/* --- load --- */

static char fsync_path[512];
static volatile bool stop_fsync;

/* How long a bare write and fsync takes beside all this. */
static void *fsync_loop(void *arg) {
    static char page[4096];
    int fd = open(fsync_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    (void)arg;
    while (fd >= 0 && !stop_fsync) {
        uint64_t start = now_ns();
        if (pwrite(fd, page, sizeof page, 0) != (ssize_t)sizeof page || fdatasync(fd) != 0)
            break;
        if (measuring)
            record(&fsyncs, now_ns() - start);
        usleep(20000);
    }
    if (fd >= 0)
        close(fd);
    unlink(fsync_path);
    return NULL;
}

/* Let one room act: whoever it waits for plays. */
static void act(struct room *r) {
    static char payload[CHUNK];
    if (relay) {
        memset(payload, 'x', (size_t)relay);
        int n = snprintf(payload, sizeof payload, "%llu", (unsigned long long)now_ns());
        payload[n] = ' ';
        say_n(r->sock[0], payload, (size_t)relay);
        commands_sent++;
        return;
    }
    for (int i = 0; i < r->people; i++) {
        struct sock *s = r->sock[i];
        if (s->state != PLAYING || !s->action[0] || r->command)
            continue;
        r->command = ++r->commands;
        r->sent_at = now_ns();
        say(s, "{\"type\":\"play\",\"id\":\"c%d-%d\",\"seq\":%d,\"actions\":[\"%s\"]}", i,
            r->commands, s->seq, s->action);
        s->action[0] = '\0';
        commands_sent++;
        return;
    }
}

static int load(int argc, char **argv) {
    double seconds = atof(argv[4]);
    int pid = atoi(argv[5]);
    pthread_t thread;
    port = atoi(argv[2]);
    snprintf(fsync_path, sizeof fsync_path, "%s/fsync-test", argv[6]);
    if (relay)
        relay = atoi(argv[7]);
    else
        want_events = argc > 7 && strcmp(argv[7], "events") == 0;
    make_rooms(atoi(argv[3]) / ROOM, ROOM, 0);
    connect_all();
    pthread_create(&thread, NULL, fsync_loop, NULL); /* beside a relay too: the same machine */
    uint64_t start = now_ns(), warm = start + 2000000000ull, end = warm + (uint64_t)(seconds * 1e9);
    uint64_t done = 0;
    double cpu = 0;
    while (now_ns() < end) {
        uint64_t now = now_ns();
        if (!measuring && now >= warm) {
            measuring = true;
            cpu = cpu_seconds(pid);
        }
        for (uint64_t due = (uint64_t)((double)(now - start) / 1e9 * rooms_n); done < due; done++)
            act(&rooms[done % (uint64_t)rooms_n]);
        pump(1);
    }
    measuring = false;
    cpu = cpu_seconds(pid) - cpu;
    printf("%s: %.0f deliveries/s of %.0f bytes, latency p50 %.2f p99 %.2f p99.9 %.2f ms",
           relay ? "relay" : "skerry", (double)deliveries / seconds,
           (double)delivered_bytes / (double)(deliveries ? deliveries : 1), quantile(&latency, .5),
           quantile(&latency, .99), quantile(&latency, .999));
    printf(", bare fsync p50 %.2f p99 %.2f ms", quantile(&fsyncs, .5), quantile(&fsyncs, .99));
    printf(", cpu %.1f us a delivery (%.0f %%), %ld kB resident, %llu refused\n",
           cpu * 1e6 / (double)(deliveries ? deliveries : 1), cpu / seconds * 100,
           status_kb(pid, "VmRSS:"), (unsigned long long)refused);
    stop_fsync = true;
    pthread_join(thread, NULL);
    return 0;
}

/* --- kill --- */

static pid_t server;
static volatile sig_atomic_t enough;    /* SIGINT: stop early and say how far it went */

static void on_interrupt(int number) {
    (void)number;
    enough = 1;
}

static void start_server(const char *program, const char *data) {
    int fds[2];
    char line[256];
    if (pipe(fds) != 0)
        fail("pipe", strerror(errno));
    server = fork();
    if (server == 0) {
        dup2(fds[1], 1);
        int log = open("/dev/null", O_WRONLY);
        dup2(log, 2);
        execl(program, program, "serve", "--data", data, "--port", "0", "--bot-pace", "0",
              "--messages", "10000000", "--connections", "100000", "--tables", "100000",
              (char *)NULL);
        _exit(127);
    }
    close(fds[1]);
    FILE *in = fdopen(fds[0], "r");
    if (!fgets(line, sizeof line, in) || strncmp(line, "Open http://", 12) != 0)
        fail("the server did not start", line);
    port = atoi(strrchr(line, ':') + 1);
    fclose(in);
}

/* The next command of a room, or the one whose answer the crash swallowed, with the same id. */
static void go_on(struct room *r) {
    struct sock *s = r->sock[0];
    if (s->state != PLAYING || (r->over && !r->resend))
        return;
    if (r->resend && r->command) {
        r->resend = false;
        say(s, "{\"type\":\"play\",\"id\":\"c%d\",\"actions\":[\"%s\"]}", r->command,
            r->command_text);
    } else if (!r->command && s->action[0]) {
        r->command = ++r->commands;
        snprintf(r->command_text, sizeof r->command_text, "%s", s->action);
        say(s, "{\"type\":\"play\",\"id\":\"c%d\",\"actions\":[\"%s\"]}", r->command, s->action);
        s->action[0] = '\0';
    }
}

static long total_shown, total_acknowledged;

/* Each command is one entry: no more were shown than were answered, but for one on its way. */
static void add_up(const struct room *r) {
    total_shown += r->shown_n;
    total_acknowledged += r->acknowledged;
    if (r->own > r->acknowledged + (r->command != 0))
        twice += r->own - r->acknowledged;
    if (r->own < r->acknowledged)
        lost += r->acknowledged - r->own;
}

/* The game is over: a new table for this room. */
static void once_more(struct room *r) {
    struct sock *s = r->sock[0];
    add_up(r);
    r->shown_n = r->own = r->commands = r->acknowledged = r->command = r->ready = 0;
    r->table[0] = '\0';
    r->started = r->over = r->resend = false;
    s->action[0] = '\0';
    s->state = HELLO;
    setting_up++;
    first_words(s);
}

/* Play until `until`; true if the server is still there. */
static void play_until(uint64_t until) {
    while (now_ns() < until) {
        pump(1);
        for (int i = 0; i < rooms_n; i++) {
            if (rooms[i].over && !rooms[i].command)
                once_more(&rooms[i]);
            go_on(&rooms[i]);
        }
    }
}

/* Everybody comes back and is told everything from the start: it must be what was shown. */
static void come_back(void) {
    for (int i = 0; i < rooms_n; i++) {
        struct room *r = &rooms[i];
        bury(r->sock[0]);
        r->resend = r->command != 0;
        r->ready = 0;
        if (r->table[0] && !r->started) { /* killed while it was being set up: leave it */
            r->table[0] = '\0';
            r->command = r->commands = r->acknowledged = r->shown_n = r->own = 0;
        }
        for (int tries = 0; !dial(r->sock[0]); tries++) {
            if (tries > 2000)
                fail("cannot come back", strerror(errno));
            usleep(1000);
        }
    }
}

static int kill_loop(char **argv) {
    int wanted = atoi(argv[4]), kills = 0;
    uint64_t begun = now_ns(), end = UINT64_MAX;
    rng_state = argv[6] ? strtoull(argv[6], NULL, 10) : 1;
    if (argv[6] && argv[7])
        end = begun + strtoull(argv[7], NULL, 10) * 1000000000u;
    checking = true;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, on_interrupt);
    start_server(argv[2], argv[3]);
    make_rooms(atoi(argv[5]), 1, 1);
    come_back();
    while (kills < wanted && !enough && now_ns() < end) {
        play_until(now_ns() + 40000000ull + rnd(360) * 1000000ull);
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
        for (int k = 0; k < rooms_n; k++) /* what had arrived before counts as shown */
            while (rooms[k].sock[0]->state != DEAD)
                readable(rooms[k].sock[0]);
        start_server(argv[2], argv[3]);
        come_back();
        kills++;
        if (lost || changed || twice)
            break;
    }
    play_until(now_ns() + 1500000000ull);
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    for (int i = 0; i < rooms_n; i++)
        add_up(&rooms[i]);
    printf("kill -9: %d kills, %ld entries shown (%ld of them own commands), %ld lost, %ld twice, "
           "%ld changed, %.0f s\n",
           kills, total_shown, total_acknowledged, lost, twice, changed,
           (double)(now_ns() - begun) / 1e9);
    return lost || changed || twice;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc >= 7 && strcmp(argv[1], "load") == 0)
        return load(argc, argv);
    if (argc >= 8 && strcmp(argv[1], "relay") == 0) {
        relay = 1;
        return load(argc, argv);
    }
    if (argc >= 6 && strcmp(argv[1], "kill") == 0)
        return kill_loop(argv);
    fputs("usage: hammer load|relay|kill ... (see the file)\n", stderr);
    return 2;
}
