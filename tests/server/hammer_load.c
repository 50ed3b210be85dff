/* hammer_load.c -- one action per room and second, and its cost to the program under test. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hammer.h"

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
static uint64_t deliveries, delivered_bytes;
static bool measuring;

void delivered(uint64_t sent_at, size_t bytes) {
    if (!measuring)
        return;
    deliveries++;
    delivered_bytes += bytes;
    record(&latency, now_ns() - sent_at);
}

/* --- load --- */

static char fsync_path[512];
static volatile bool stop_fsync;

/* How long a bare write and fsync takes meanwhile. */
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

/* Let one room act: a seat that it waits for plays. */
static void act(struct room *r) {
    static char payload[CHUNK];
    if (relay) {
        memset(payload, 'x', (size_t)relay);
        int n = snprintf(payload, sizeof payload, "%llu", (unsigned long long)now_ns());
        payload[n] = ' ';
        say_n(r->sock[0], payload, (size_t)relay);
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
        return;
    }
}

/* Acts until `end`, each room at its rate; a room that still waits for its answer is skipped.
 * Measured from `warm` on. */
static double cpu_of(int pid, double rate, uint64_t start, uint64_t warm, uint64_t end) {
    uint64_t done = 0;
    double cpu = 0;
    for (uint64_t now = start; now < end; now = now_ns()) {
        if (!measuring && now >= warm) {
            measuring = true;
            cpu = cpu_seconds(pid);
        }
        uint64_t due = (uint64_t)((double)(now - start) / 1e9 * rooms_n * rate);
        for (; done < due; done++)
            act(&rooms[done % (uint64_t)rooms_n]);
        pump(1);
    }
    measuring = false;
    return cpu_seconds(pid) - cpu;
}

int load(char **argv, bool events, double rate) {
    double seconds = atof(argv[4]);
    int pid = atoi(argv[5]);
    pthread_t thread;
    port = atoi(argv[2]);
    want_events = events;
    snprintf(fsync_path, sizeof fsync_path, "%s/fsync-test", argv[6]);
    make_rooms(atoi(argv[3]) / ROOM, ROOM, 0);
    connect_all();
    pthread_create(&thread, NULL, fsync_loop, NULL); /* beside a relay too: the same machine */
    uint64_t start = now_ns(), warm = start + 2000000000ull;
    double cpu = cpu_of(pid, rate, start, warm, warm + (uint64_t)(seconds * 1e9));
    double n = (double)(deliveries ? deliveries : 1);
    printf("%s: %.0f deliveries/s of %.0f bytes, latency p50 %.2f p99 %.2f p99.9 %.2f ms",
           relay ? "relay" : "skerry", (double)deliveries / seconds, (double)delivered_bytes / n,
           quantile(&latency, .5), quantile(&latency, .99), quantile(&latency, .999));
    printf(", bare fsync p50 %.2f p99 %.2f ms", quantile(&fsyncs, .5), quantile(&fsyncs, .99));
    printf(", cpu %.1f us a delivery (%.0f %%), %ld kB resident, %llu refused\n", cpu * 1e6 / n,
           cpu / seconds * 100, status_kb(pid, "VmRSS:"), (unsigned long long)refused);
    stop_fsync = true;
    pthread_join(thread, NULL);
    return 0;
}
