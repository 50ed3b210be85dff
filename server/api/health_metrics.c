/* health_metrics.c -- what an operator sees: health, and metrics for Prometheus.
 *
 * Only the build and the node have labels, so the number of series does not grow with tables or
 * people. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/record.h"
#include "core/text.h"
#include "api.h"
#include "rooms/room.h"

static const struct {
    const char *name, *help;
} counters[M_COUNTERS] = {
#define X(metric, name, help) [metric] = { name, help },
    METRICS(X)
#undef X
};

/* The text format 0.0.4: three lines per number. */
static void about(struct text *t, const char *name, const char *kind, const char *help) {
    text_format(t, "# HELP %s %s\n# TYPE %s %s\n%s", name, help, name, kind, name);
}

static void line(struct text *t, const char *name, const char *kind, const char *help,
                 uint64_t value) {
    about(t, name, kind, help);
    text_char(t, ' ');
    text_int(t, (int64_t)value);
    text_char(t, '\n');
}

/* Stored in microseconds, shown in seconds. */
static void seconds(struct text *t, const char *name, const char *kind, const char *help,
                    uint64_t us) {
    char buf[32];
    about(t, name, kind, help);
    snprintf(buf, sizeof buf, " %.6f\n", (double)us / 1e6);
    text_add(t, buf);
}

/* --- the process, under the names that every exporter uses --- */

static uint64_t resident_bytes(void) {
    unsigned long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%lu %lu", &size, &resident) != 2)
        resident = 0;
    if (f)
        fclose(f);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Newer kernels (6.2) report the number at once. On older ones it is counted, which takes
 * milliseconds for ten thousand: without ".", ".." and the directory itself. */
static uint64_t open_files(void) {
    struct stat st;
    if (stat("/proc/self/fd", &st) == 0 && st.st_size > 0)
        return (uint64_t)st.st_size;
    DIR *folder = opendir("/proc/self/fd");
    uint64_t n = 0;
    while (folder && readdir(folder))
        n++;
    if (folder)
        closedir(folder);
    return n > 3 ? n - 3 : 0;
}

static void process(struct text *t, const struct server *s) {
    struct rusage used;
    struct rlimit files = { 0 };
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_NOFILE, &files);
    line(t, "process_resident_memory_bytes", "gauge", "Memory in use.", resident_bytes());
    seconds(t, "process_cpu_seconds_total", "counter", "User and system time.",
            (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 +
                (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    line(t, "process_open_fds", "gauge", "Open files and sockets.", open_files());
    line(t, "process_max_fds", "gauge", "Maximum of these.", (uint64_t)files.rlim_cur);
    line(t, "process_start_time_seconds", "gauge", "When it started, since 1970.",
         (uint64_t)(s->began / 1000));
}

static void build(struct text *t, const struct server *s) {
    char buf[256];
    about(t, "skerry_build_info", "gauge", "The build; always 1.");
    snprintf(buf, sizeof buf, "{version=\"%.40s\",commit=\"%.64s\",rules_revision=\"%d\"} 1\n",
             s->config.version ? s->config.version : "", s->config.commit ? s->config.commit : "",
             RULES_REVISION);
    text_add(t, buf);
}

/* Bucket i counts what took up to 2^i × 64 microseconds. Prometheus wants cumulative buckets;
 * the last one is open-ended, so +Inf is the total. */
static void histogram(struct text *t, const struct server *s) {
    const char *name = "skerry_commit_seconds";
    char buf[160];
    uint64_t sum = 0;
    snprintf(buf, sizeof buf,
             "# HELP %s From a command's arrival to its acknowledgement.\n# TYPE %s histogram\n",
             name, name);
    text_add(t, buf);
    for (int i = 0; i < HISTOGRAM; i++) {
        sum += s->commit_us[i];
        snprintf(buf, sizeof buf, "%s_bucket{le=\"%.6f\"} %llu\n", name, (double)(64ull << i) / 1e6,
                 (unsigned long long)sum);
        text_add(t, buf);
    }
    snprintf(buf, sizeof buf, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n", name,
             (unsigned long long)s->commit_n, name, (double)s->commit_sum_us / 1e6, name,
             (unsigned long long)s->commit_n);
    text_add(t, buf);
}

/* --- health --- */

/* /livez says that the loop runs, /readyz whether to send people here: not while draining,
 * before the games are loaded, or while the store refuses writes. Neither waits for the store. */
void health_answer(struct conn *c) {
    struct server *s = c->server;
    const char *why = "ok";
    bool ready = strcmp(c->head->path, "/livez") == 0;
    if (!ready) {
        why = s->draining    ? "draining"
              : !s->ready    ? "loading"
              : s->cut_off   ? "the store does not answer"
              : !s->store_ok ? "the store refuses to write"
                             : "ok";
        ready = why[0] == 'o';
    }
    conn_answer(c, ready ? 200 : 503, api__plain, api__no_store, why, strlen(why));
}

bool api_is_health(const char *path) {
    return strcmp(path, "/livez") == 0 || strcmp(path, "/readyz") == 0;
}

/* FENCED, CONFLICT and MISSING concern one game, and the store works: a table that is no longer
 * ours must not take the whole server out of service. */
static bool works(enum store_result r) {
    return r != STORE_FULL && r != STORE_BUSY && r != STORE_BROKEN && r != STORE_UNKNOWN;
}

void health_heard_from_store(struct server *s, enum store_result r) {
    bool ok = works(r);
    s->store_back = s->store_back || (ok && !s->store_ok);
    s->store_ok = ok;
}

static void probed(struct store_request *q) {
    struct server *s = q->arg;
    s->probing = false;
    if (q->op == STORE_PUT || !works(q->result)) /* that it can be read says nothing about writes */
        health_heard_from_store(s, q->result);
}

/* Without this, a server without visitors would never find out that it can write again, or that its
 * database has gone. A file does not go. */
void health_probe_store(struct server *s) {
    if (s->probing || !s->ready || (s->store_ok && !s->config.store))
        return;
    struct store_request *q = store_item(s->store_ok ? STORE_GET : STORE_PUT, "probe", "probe");
    q->at = now_ms(s);
    if (!s->store_ok)
        store_set_body(q, "{}", 2);
    s->probing = true;
    store_ask(s->store, q, probed, s);
}

/* --- numbers --- */

/* Takes show how games move between nodes; a fenced write came too late. */
static void store_lines(struct text *t, struct server *s) {
    struct store_figures f = store_figures(s->store);
    line(t, "skerry_takes_total", "counter", "Games taken over from the store.",
         f.done[STORE_TAKE]);
    line(t, "skerry_releases_total", "counter", "Games given back to the store.",
         f.done[STORE_RELEASE]);
    line(t, "skerry_fenced_total", "counter", "Writes refused because another node owned the game.",
         f.fenced);
    line(t, "skerry_store_failed_total", "counter", "Requests that the store could not carry out.",
         f.failed);
    about(t, "skerry_store_seconds", "summary", "A transaction of writes, with its commit.");
    char buf[120];
    snprintf(buf, sizeof buf, "_sum %.6f\nskerry_store_seconds_count %llu\n",
             (double)f.batch_us / 1e6, (unsigned long long)f.batches);
    text_add(t, buf);
    seconds(t, "skerry_store_longest_seconds", "gauge", "The longest of them.", f.longest_us);
    line(t, "skerry_store_waiting", "gauge", "Requests at the store.",
         (uint64_t)store_waiting(s->store));
}

/* The operator chose the name: letters, digits and dashes (config.c). */
static void node_lines(struct text *t, const struct server *s) {
    char buf[80];
    if (!s->config.node)
        return;
    about(t, "skerry_node_info", "gauge", "Which of several nodes this is; always 1.");
    snprintf(buf, sizeof buf, "{node=\"%.40s\"} 1\n", s->config.node);
    text_add(t, buf);
    seconds(t, "skerry_lease_age_seconds", "gauge", "Time since this node's "
            "lease was last renewed.", now_us() - s->watch_us);
}

static void room_lines(struct text *t, const struct server *s) {
    int playing = 0, broken = 0, owned = 0;
    for (struct room *r = NULL; (r = room_next(s, r));) {
        playing += r->t->state == TABLE_PLAYING;
        broken += r->t->state == TABLE_BROKEN;
        owned += !r->asleep;
    }
    line(t, "skerry_tables", "gauge", "Tables in memory.", (uint64_t)s->rooms_n);
    line(t, "skerry_tables_owned", "gauge", "Tables that this process has taken.", (uint64_t)owned);
    line(t, "skerry_tables_playing", "gauge", "Tables in play.", (uint64_t)playing);
    line(t, "skerry_tables_broken", "gauge", "Tables that are quarantined.", (uint64_t)broken);
}

/* On its own port on loopback; nothing here asks the store or another thread. */
void metrics_answer(struct conn *c) {
    static char body[16384];
    struct server *s = c->server;
    struct text t = text_begin(body, sizeof body);
    if (strcmp(c->head->path, "/metrics") != 0) {
        api_error(c, 404, "no-such-page", "Only /metrics is here.");
        return;
    }
    for (int i = 0; i < M_COUNTERS; i++)
        line(&t, counters[i].name, "counter", counters[i].help, s->metric[i]);
    line(&t, "skerry_connections", "gauge", "Open connections.", (uint64_t)s->conns_n);
    line(&t, "skerry_sockets", "gauge", "Open WebSockets.", (uint64_t)s->clients_n);
    room_lines(&t, s);
    store_lines(&t, s);
    node_lines(&t, s);
    line(&t, "skerry_bots_thinking", "gauge", "Bots choosing right now.", (uint64_t)s->thinking);
    line(&t, "skerry_ready", "gauge", "1 when /readyz says so.",
         s->ready && !s->draining && s->store_ok);
    seconds(&t, "skerry_longest_turn_seconds", "gauge",
            "Longest time without looking at the sockets.", s->longest_us);
    seconds(&t, "skerry_longest_work_seconds", "gauge",
            "Most processor time in one turn of the loop.", s->most_us);
    process(&t, s);
    build(&t, s);
    histogram(&t, s);
    conn_answer(c, 200, "text/plain; version=0.0.4; charset=utf-8", NULL, body, t.len);
}
