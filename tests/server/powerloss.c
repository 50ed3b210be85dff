/* powerloss.c -- the store when the power fails, on a file system in memory that loses data.
 *
 * powerloss POINTS [SYNCHRONOUS] [SEED]
 *
 * Data that was written but not synced may survive a crash, or not, or in part, block by block.
 * A crash is simulated at every operation of a workload, the store is opened on what is left,
 * and every acknowledged entry must be there. With synchronous=NORMAL the same test must find
 * losses, which shows that it can fail. */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/store.h"

enum { FILES = 8, GAMES = 12, SECTOR = 512, SHM_MAX = 16, OPS = 700 };

static uint64_t rng_state;
static unsigned rnd(unsigned n) {
    rng_state = rng_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(rng_state >> 33) % n;
}

/* --- files in memory --- */

struct pending { /* written, not synced; size >= 0: a truncation */
    struct pending *next;
    int64_t offset, size;
    int len;
    unsigned char data[];
};

struct content {
    unsigned char *bytes;
    int64_t len, cap;
};

struct file {
    char name[128];
    struct content now, durable;
    struct pending *head, *tail;
    bool exists, synced; /* synced: the folder knows it for good */
    void *shm[SHM_MAX];
};

struct disk {
    struct file file[FILES];
    int n;
};

static struct disk live, after; /* after: what a crash leaves */
static bool watching;           /* operations of the live disk are crash points */
static void crash_point(void);

static void set_size(struct content *c, int64_t len) {
    if (len > c->cap) {
        c->cap = len + len / 2 + 4096;
        c->bytes = realloc(c->bytes, (size_t)c->cap);
    }
    if (len > c->len)
        memset(c->bytes + c->len, 0, (size_t)(len - c->len));
    c->len = len;
}

static void write_at(struct content *c, const void *data, int64_t n, int64_t offset) {
    if (offset + n > c->len)
        set_size(c, offset + n);
    memcpy(c->bytes + offset, data, (size_t)n);
}

static void copy_content(struct content *to, const struct content *from) {
    set_size(to, 0);
    write_at(to, from->bytes, from->len, 0);
}

static void forget_pending(struct file *f) {
    while (f->head) {
        struct pending *p = f->head;
        f->head = p->next;
        free(p);
    }
    f->tail = NULL;
}

static void remember(struct file *f, const void *data, int n, int64_t offset, int64_t size) {
    struct pending *p = malloc(sizeof *p + (size_t)n);
    *p = (struct pending){ .offset = offset, .size = size, .len = n };
    if (n)
        memcpy(p->data, data, (size_t)n);
    if (f->tail)
        f->tail->next = p;
    else
        f->head = p;
    f->tail = p;
}

static struct disk *disk_of(const char *name) {
    return strncmp(name, "/after/", 7) == 0 ? &after : &live;
}

static struct file *find(const char *name) {
    struct disk *d = disk_of(name);
    for (int i = 0; i < d->n; i++)
        if (strcmp(d->file[i].name, name) == 0)
            return &d->file[i];
    struct file *f = &d->file[d->n++];
    snprintf(f->name, sizeof f->name, "%s", name);
    return f;
}

static void wipe(struct disk *d) {
    for (int i = 0; i < d->n; i++) {
        forget_pending(&d->file[i]);
        free(d->file[i].now.bytes);
        free(d->file[i].durable.bytes);
        for (int k = 0; k < SHM_MAX; k++)
            free(d->file[i].shm[k]);
    }
    memset(d, 0, sizeof *d);
}

/* What a crash now would leave of a file: unsynced writes survive, vanish, or are torn. */
static void survive(const struct file *f, struct content *out) {
    copy_content(out, &f->durable);
    for (const struct pending *p = f->head; p; p = p->next) {
        unsigned fate = rnd(4);
        if (fate == 0)
            continue;
        if (p->size >= 0) {
            set_size(out, p->size);
            continue;
        }
        int from = 0, len = p->len;
        if (fate == 1) {
            from = (int)rnd((unsigned)(p->len / SECTOR + 1)) * SECTOR;
            len = (int)rnd((unsigned)((p->len - from) / SECTOR + 1)) * SECTOR;
        }
        if (len > 0)
            write_at(out, p->data + from, len, p->offset + from);
    }
}

static void crash(void) {
    wipe(&after);
    for (int i = 0; i < live.n; i++) {
        const struct file *f = &live.file[i];
        char name[128];
        if (!f->exists || (!f->synced && rnd(2)))
            continue;
        snprintf(name, sizeof name, "/after/%s", strrchr(f->name, '/') + 1);
        struct file *to = find(name);
        to->exists = to->synced = true;
        survive(f, &to->now);
        copy_content(&to->durable, &to->now);
    }
}

/* --- as SQLite wants it --- */

struct handle {
    sqlite3_file base;
    struct file *f;
};
#define FILE_OF(p) (((struct handle *)(p))->f)

static bool on_live(const struct file *f) {
    return f >= live.file && f < live.file + FILES;
}

static void before_change(const struct file *f) {
    if (watching && on_live(f))
        crash_point();
}

static int x_close(sqlite3_file *p) {
    (void)p;
    return SQLITE_OK;
}

static int x_read(sqlite3_file *p, void *out, int n, sqlite3_int64 offset) {
    const struct content *c = &FILE_OF(p)->now;
    int64_t have = offset < c->len ? c->len - offset : 0;
    if (have > n)
        have = n;
    if (have > 0)
        memcpy(out, c->bytes + offset, (size_t)have);
    memset((char *)out + have, 0, (size_t)(n - have));
    return have == n ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int x_write(sqlite3_file *p, const void *data, int n, sqlite3_int64 offset) {
    before_change(FILE_OF(p));
    remember(FILE_OF(p), data, n, offset, -1);
    write_at(&FILE_OF(p)->now, data, n, offset);
    return SQLITE_OK;
}

static int x_truncate(sqlite3_file *p, sqlite3_int64 size) {
    before_change(FILE_OF(p));
    remember(FILE_OF(p), NULL, 0, 0, size);
    set_size(&FILE_OF(p)->now, size);
    return SQLITE_OK;
}

static int x_sync(sqlite3_file *p, int flags) {
    struct file *f = FILE_OF(p);
    (void)flags;
    before_change(f);
    copy_content(&f->durable, &f->now);
    forget_pending(f);
    f->synced = true;
    return SQLITE_OK;
}

static int x_size(sqlite3_file *p, sqlite3_int64 *size) {
    *size = FILE_OF(p)->now.len;
    return SQLITE_OK;
}

static int x_lock(sqlite3_file *p, int level) {
    (void)p, (void)level;
    return SQLITE_OK;
}

static int x_reserved(sqlite3_file *p, int *out) {
    (void)p;
    *out = 0;
    return SQLITE_OK;
}

static int x_control(sqlite3_file *p, int op, void *arg) {
    (void)p, (void)op, (void)arg;
    return SQLITE_NOTFOUND;
}

static int x_sector(sqlite3_file *p) {
    (void)p;
    return SECTOR;
}

static int x_traits(sqlite3_file *p) {
    (void)p;
    return 0;
}

static int x_shm_map(sqlite3_file *p, int region, int size, int extend, void volatile **out) {
    struct file *f = FILE_OF(p);
    if (region >= SHM_MAX)
        return SQLITE_NOMEM;
    if (!f->shm[region] && extend)
        f->shm[region] = calloc(1, (size_t)size);
    *out = f->shm[region];
    return SQLITE_OK;
}

static int x_shm_lock(sqlite3_file *p, int offset, int n, int flags) {
    (void)p, (void)offset, (void)n, (void)flags;
    return SQLITE_OK;
}

static void x_shm_barrier(sqlite3_file *p) {
    (void)p;
}

static int x_shm_unmap(sqlite3_file *p, int delete) {
    (void)p, (void)delete;
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = { 2,           x_close,    x_read,     x_write,
                                            x_truncate,  x_sync,     x_size,     x_lock,
                                            x_lock,      x_reserved, x_control,  x_sector,
                                            x_traits,    x_shm_map,  x_shm_lock, x_shm_barrier,
                                            x_shm_unmap, NULL,       NULL };

static int x_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *p, int flags, int *out) {
    (void)vfs;
    struct handle *h = (struct handle *)p;
    h->f = find(name ? name : "/live/temporary");
    h->f->exists = true;
    h->base.pMethods = &methods;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int x_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)sync;
    struct file *f = find(name);
    before_change(f);
    f->exists = f->synced = false;
    forget_pending(f);
    set_size(&f->now, 0);
    set_size(&f->durable, 0);
    return SQLITE_OK;
}

static int x_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
    (void)vfs, (void)flags;
    *out = find(name)->exists;
    return SQLITE_OK;
}

static int x_full(sqlite3_vfs *vfs, const char *name, int n, char *out) {
    (void)vfs;
    snprintf(out, (size_t)n, "%s", name);
    return SQLITE_OK;
}

static void register_vfs(void) {
    static sqlite3_vfs vfs;
    vfs = *sqlite3_vfs_find(NULL);
    vfs.zName = "forgetful";
    vfs.szOsFile = sizeof(struct handle);
    vfs.xOpen = x_open;
    vfs.xDelete = x_delete;
    vfs.xAccess = x_access;
    vfs.xFullPathname = x_full;
    sqlite3_vfs_register(&vfs, 0);
}

/* --- the workload and its judge --- */

static int64_t acknowledged[GAMES], epochs[GAMES];
static const char *synchronous = "FULL";
static long points, lost_points, lost_entries, broken, wanted_points, checked;

static void *open_store(const char *path) {
    const char *why;
    return store_sqlite_open(
        &(struct store_sqlite_options){
            .path = path, .vfs = "forgetful", .synchronous = synchronous, .checkpoint = 30 },
        &why);
}

static void body_of(int game, int64_t seq, char *out, size_t size) {
    snprintf(out, size, "game %d entry %lld %0*d", game, (long long)seq, (int)(20 + seq * 37 % 150),
             7);
}

/* How many entries of a game the reopened store has, all of them right; -1: it is damaged. */
static int64_t entries_of(void *backend, int game) {
    char id[16], body[256];
    snprintf(id, sizeof id, "game%d", game);
    struct store_request *r = store_request(STORE_LOAD, id);
    int64_t n = 0;
    store_sqlite.run(backend, r);
    if (r->result != STORE_OK && r->result != STORE_MISSING)
        n = -1;
    for (int i = 0; i < r->rows_n && n >= 0; i++) {
        if (r->rows[i].kind != ROW_ENTRY)
            continue;
        body_of(game, n + 1, body, sizeof body);
        n = r->rows[i].number == n + 1 && strcmp(r->rows[i].body, body) == 0 ? n + 1 : -1;
    }
    store_request_free(r);
    return n;
}

static void judge(void) {
    void *backend = open_store("/after/s.db");
    bool lost = false;
    if (!backend || store_sqlite.begin(backend) != STORE_OK) {
        broken++;
        if (backend)
            store_sqlite.close(backend);
        return;
    }
    for (int g = 0; g < GAMES; g++) {
        int64_t n = entries_of(backend, g);
        checked += acknowledged[g];
        if (n < 0)
            broken++;
        else if (n < acknowledged[g]) {
            lost_entries += acknowledged[g] - n;
            lost = true;
        }
    }
    lost_points += lost;
    store_sqlite.rollback(backend);
    store_sqlite.close(backend);
}

static void crash_point(void) {
    if (points >= wanted_points)
        return;
    points++;
    watching = false;
    crash();
    judge();
    watching = true;
}

/* One committed batch of appends; acknowledged when the commit has returned. */
static void batch(void *backend, int64_t *next) {
    int games[8], n = 1 + (int)rnd(8);
    if (store_sqlite.begin(backend) != STORE_OK)
        exit(3);
    for (int i = 0; i < n; i++) {
        char id[16], body[256];
        int g = games[i] = (int)rnd(GAMES);
        snprintf(id, sizeof id, "game%d", g);
        body_of(g, next[g], body, sizeof body);
        struct store_request *r = store_request(STORE_APPEND, id);
        r->epoch = epochs[g];
        r->seq = next[g]++;
        store_set_body(r, body, strlen(body));
        store_sqlite.run(backend, r);
        if (r->result != STORE_OK)
            exit(4);
        store_request_free(r);
    }
    if (store_sqlite.commit(backend) != STORE_OK)
        exit(5);
    for (int i = 0; i < n; i++)
        acknowledged[games[i]] = next[games[i]] - 1;
}

static void workload(void) {
    int64_t next[GAMES];
    wipe(&live);
    memset(acknowledged, 0, sizeof acknowledged);
    watching = false;
    void *backend = open_store("/live/s.db");
    if (!backend || store_sqlite.begin(backend) != STORE_OK)
        exit(6);
    for (int g = 0; g < GAMES; g++) {
        char id[16];
        snprintf(id, sizeof id, "game%d", g);
        struct store_request *r = store_request(STORE_CREATE, id);
        store_set_meta(r, "{}", 2);
        store_sqlite.run(backend, r);
        epochs[g] = r->epoch;
        next[g] = 1;
        store_request_free(r);
    }
    if (store_sqlite.commit(backend) != STORE_OK)
        exit(7);
    watching = true;
    for (long start = points; points - start < OPS && points < wanted_points;)
        batch(backend, next);
    watching = false;
    store_sqlite.close(backend);
}

int main(int argc, char **argv) {
    wanted_points = argc > 1 ? atol(argv[1]) : 1000;
    if (argc > 2)
        synchronous = argv[2];
    rng_state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    register_vfs();
    while (points < wanted_points)
        workload();
    printf("power loss, synchronous=%s: %ld crash points, %ld acknowledged entries looked for, %ld "
           "lost "
           "(at %ld points), %ld damaged\n",
           synchronous, points, checked, lost_entries, lost_points, broken);
    wipe(&live);
    wipe(&after);
    return lost_entries || broken ? 1 : 0;
}
