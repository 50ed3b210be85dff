/* memory_store.h -- a second store behind store.h, in plain memory: it keeps the contract
 * honest. A new store finds what the previous one left ("the disk").
 *
 * Deliberately slow and small: linear lists, and a copy of everything before each transaction
 * for rollback. */
#ifndef TESTS_MEMORY_STORE_H
#define TESTS_MEMORY_STORE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"
#include "server/store/store.h"

enum { MEM_GAMES = 16, MEM_ROWS = 4096 };

struct mem_game {
    char id[STORE_ID_MAX];
    int64_t epoch, changed, entries;
    bool used, live;
    char *meta, *archive;
    size_t meta_len, archive_len;
    struct store_player player[SEATS_MAX];
    int players;
};

struct mem_row { /* an entry, a line of chat, or an item */
    enum store_row_kind kind;
    char id[STORE_ID_MAX], key[STORE_KEY_MAX], owner[STORE_ID_MAX];
    int64_t number, at;
    char *body;
    size_t len;
};

struct mem_world {
    struct mem_game game[MEM_GAMES];
    struct mem_row row[MEM_ROWS];
    int rows;
    size_t bytes;
};
static struct mem_world mem_now, mem_before;
static pthread_mutex_t mem_lock = PTHREAD_MUTEX_INITIALIZER; /* several stores share the world */
static size_t mem_limit; /* bytes there is room for; 0: no end */

static char *mem_copy(const char *from, size_t len) {
    char *to = malloc(len + 1);
    CHECK(to);
    if (len)
        memcpy(to, from, len);
    return to;
}

static void mem_wipe(struct mem_world *w) {
    for (int i = 0; i < MEM_GAMES; i++) {
        free(w->game[i].meta);
        free(w->game[i].archive);
    }
    for (int i = 0; i < w->rows; i++)
        free(w->row[i].body);
    memset(w, 0, sizeof *w);
}

static void mem_copy_world(struct mem_world *to, const struct mem_world *from) {
    mem_wipe(to);
    *to = *from;
    for (int i = 0; i < MEM_GAMES; i++) {
        to->game[i].meta = mem_copy(from->game[i].meta, from->game[i].meta_len);
        to->game[i].archive = mem_copy(from->game[i].archive, from->game[i].archive_len);
    }
    for (int i = 0; i < to->rows; i++)
        to->row[i].body = mem_copy(from->row[i].body, from->row[i].len);
}

static struct mem_game *mem_find(const char *id) {
    for (int i = 0; i < MEM_GAMES; i++)
        if (mem_now.game[i].used && strcmp(mem_now.game[i].id, id) == 0)
            return &mem_now.game[i];
    return NULL;
}

static struct mem_row *mem_add(enum store_row_kind kind, const struct store_request *r) {
    struct mem_row *row = &mem_now.row[mem_now.rows++];
    CHECK(mem_now.rows <= MEM_ROWS);
    *row = (struct mem_row){ .kind = kind, .at = r->at, .len = r->body_len };
    row->body = mem_copy(r->body, r->body_len);
    mem_now.bytes += r->body_len;
    return row;
}

/* Take out the rows that `wanted` names. */
static int mem_drop(bool (*wanted)(const struct mem_row *, const struct store_request *),
                    const struct store_request *r) {
    int kept = 0, n = mem_now.rows;
    for (int i = 0; i < n; i++) {
        if (wanted(&mem_now.row[i], r)) {
            mem_now.bytes -= mem_now.row[i].len;
            free(mem_now.row[i].body);
        } else {
            mem_now.row[kept++] = mem_now.row[i];
        }
    }
    mem_now.rows = kept;
    return n - kept;
}

static bool mem_is_mute(const struct mem_row *x, const struct store_request *r) {
    size_t n = strlen(r->game);
    return x->kind == ROW_ITEM && strcmp(x->id, "mute") == 0 && strncmp(x->key, r->game, n) == 0 &&
           x->key[n] == '.';
}
static bool mem_of_game(const struct mem_row *x, const struct store_request *r) {
    return x->kind == ROW_ITEM ? mem_is_mute(x, r) : strcmp(x->id, r->game) == 0;
}
static bool mem_is_entry(const struct mem_row *x, const struct store_request *r) {
    return x->kind == ROW_ENTRY && strcmp(x->id, r->game) == 0;
}
static bool mem_is_item(const struct mem_row *x, const struct store_request *r) {
    return x->kind == ROW_ITEM && strcmp(x->id, r->kind) == 0 &&
           strcmp(r->key[0] ? x->key : x->owner, r->key[0] ? r->key : r->user) == 0;
}
static bool mem_has(const char *kind, const char *owner) {
    for (int i = 0; i < mem_now.rows; i++)
        if (mem_now.row[i].kind == ROW_ITEM && strcmp(mem_now.row[i].id, kind) == 0 &&
            strcmp(mem_now.row[i].owner, owner) == 0)
            return true;
    return false;
}
static bool mem_is_old(const struct mem_row *x, const struct store_request *r) {
    return x->kind == ROW_ITEM && strcmp(x->id, r->kind) == 0 && x->at < r->at &&
           (strcmp(x->id, "user") != 0 ||
            (!mem_has("session", x->owner) && !mem_has("account", x->owner)));
}
static bool mem_is_left(const struct mem_row *x, const struct store_request *r) {
    (void)r;
    return x->kind == ROW_ITEM && strcmp(x->id, "mute") == 0 && !mem_has("user", x->owner);
}
static bool mem_is_mine(const struct mem_row *x, const struct store_request *r) {
    return (x->kind == ROW_ITEM && strcmp(x->owner, r->user) == 0) ||
           (x->kind == ROW_CHAT && strcmp(x->key, r->user) == 0);
}

static void mem_give(struct store_request *r, const struct mem_row *x) {
    struct store_row *row = store_add_row(r, x->kind, x->body, x->len);
    memcpy(row->id, x->id, sizeof row->id);
    strcpy(row->key, x->key);
    row->number = x->number;
    row->at = x->at;
}

static void mem_give_game(struct store_request *r, const struct mem_game *g) {
    struct store_row *row = store_add_row(r, ROW_META, g->meta, g->meta_len);
    memcpy(row->id, g->id, sizeof row->id);
    row->number = g->live;
    row->at = g->changed;
    for (int i = 0; i < g->players; i++) {
        row = store_add_row(r, ROW_PLAYER, "", 0);
        row->number = i;
        memcpy(row->id, g->player[i].user, sizeof row->id);
        memcpy(row->key, g->player[i].name, sizeof row->key);
    }
}

static enum store_result mem_set_meta(struct mem_game *g, const struct store_request *r) {
    free(g->meta);
    g->meta = mem_copy(r->meta, r->meta_len);
    g->meta_len = r->meta_len;
    g->changed = r->at;
    if (r->players) {
        memset(g->player, 0, sizeof g->player);
        memcpy(g->player, r->player, (size_t)r->players * sizeof *r->player);
        g->players = r->players;
    }
    return STORE_OK;
}

static enum store_result mem_load(struct store_request *r) {
    struct mem_game *g = mem_find(r->game);
    if (!g)
        return STORE_MISSING;
    mem_give_game(r, g);
    for (int i = 0; i < mem_now.rows; i++)
        if (mem_is_mute(&mem_now.row[i], r))
            mem_give(r, &mem_now.row[i]);
    if (!g->live)
        store_add_row(r, ROW_ARCHIVE, g->archive, g->archive_len);
    for (int i = 0; i < mem_now.rows; i++)
        if (mem_is_entry(&mem_now.row[i], r))
            mem_give(r, &mem_now.row[i]);
    return STORE_OK;
}

static enum store_result mem_create(struct store_request *r) {
    struct mem_game *g = mem_now.game;
    if (mem_find(r->game))
        return STORE_CONFLICT;
    while (g->used)
        g++;
    *g = (struct mem_game){ .used = true, .live = true, .epoch = 1, .meta = NULL };
    memcpy(g->id, r->game, sizeof g->id);
    r->epoch = 1;
    return mem_set_meta(g, r);
}

static enum store_result mem_take(struct store_request *r) {
    struct mem_game *g = mem_find(r->game);
    if (!g || !g->live)
        return STORE_MISSING;
    r->epoch = ++g->epoch;
    return mem_load(r);
}

/* Writes of the game's owner. */
static enum store_result mem_own(struct store_request *r) {
    struct mem_game *g = mem_find(r->game);
    if (!g || !g->live)
        return STORE_MISSING;
    if (g->epoch != r->epoch)
        return STORE_FENCED;
    if (r->op == STORE_RELEASE)
        g->epoch++;
    if (r->op == STORE_RELEASE || r->op == STORE_DUE)
        return STORE_OK;
    if (r->op == STORE_APPEND) {
        if (r->seq != g->entries + 1)
            return STORE_CONFLICT;
        struct mem_row *row = mem_add(ROW_ENTRY, r);
        memcpy(row->id, r->game, sizeof row->id);
        row->number = g->entries = r->seq;
        return STORE_OK;
    }
    if (r->op == STORE_ARCHIVE) {
        mem_drop(mem_is_entry, r);
        free(g->archive);
        g->archive = mem_copy(r->body, r->body_len);
        g->archive_len = r->body_len;
        g->live = false;
    }
    return mem_set_meta(g, r);
}

static enum store_result mem_release(struct store_request *r) {
    for (int i = 0; i < MEM_GAMES && !r->game[0]; i++)
        mem_now.game[i].epoch++;
    return r->game[0] ? mem_own(r) : STORE_OK;
}

static enum store_result mem_claim(struct store_request *r) {
    struct mem_game *g = mem_find(r->game);
    return g && !g->live ? STORE_OK : STORE_MISSING;
}

static enum store_result mem_nothing(struct store_request *r) {
    (void)r;
    return STORE_OK;
}

static enum store_result mem_remove(struct store_request *r) {
    struct mem_game *g = mem_find(r->game);
    if (g && g->live && r->epoch && r->epoch != g->epoch)
        return STORE_FENCED;
    if (!g)
        return STORE_MISSING;
    mem_drop(mem_of_game, r);
    free(g->meta);
    free(g->archive);
    memset(g, 0, sizeof *g);
    return STORE_OK;
}

static bool mem_plays(const struct mem_game *g, const char *user) {
    for (int i = 0; i < g->players; i++)
        if (strcmp(g->player[i].user, user) == 0)
            return true;
    return false;
}

/* A page of the list begins at a game's index in the world. */
static enum store_result mem_live(struct store_request *r) {
    int64_t i = r->seq;
    for (int n = 0; i < MEM_GAMES && (!r->limit || n < r->limit); i++)
        if (mem_now.game[i].used && mem_now.game[i].live) {
            mem_give_game(r, &mem_now.game[i]);
            n++;
        }
    r->seq = i < MEM_GAMES ? i : 0;
    return STORE_OK;
}

/* Newest first, older than `at`, so many. */
static enum store_result mem_list(struct store_request *r) {
    int64_t before = r->at ? r->at : INT64_MAX;
    for (int n = 0; n < r->limit; n++) {
        const struct mem_game *best = NULL;
        for (const struct mem_game *g = mem_now.game; g < mem_now.game + MEM_GAMES; g++)
            if (g->used && mem_plays(g, r->user) && g->changed < before &&
                (!best || g->changed > best->changed))
                best = g;
        if (!best)
            break;
        mem_give_game(r, best);
        before = best->changed;
    }
    return STORE_OK;
}

static bool mem_knows(const char *user) {
    for (const struct mem_row *x = mem_now.row; x < mem_now.row + mem_now.rows; x++)
        if (x->kind == ROW_ITEM && strcmp(x->id, "user") == 0 && strcmp(x->key, user) == 0)
            return true;
    return false;
}

static enum store_result mem_chat(struct store_request *r) {
    if (!mem_knows(r->user) || !mem_find(r->game))
        return STORE_MISSING;
    struct mem_row *row = mem_add(ROW_CHAT, r);
    memcpy(row->id, r->game, sizeof row->id);
    strcpy(row->key, r->user);
    return STORE_OK;
}

static enum store_result mem_chats(struct store_request *r) {
    int n = 0;
    for (int i = 0; i < mem_now.rows; i++)
        n += mem_now.row[i].kind == ROW_CHAT && mem_of_game(&mem_now.row[i], r);
    for (int i = 0; i < mem_now.rows; i++)
        if (mem_now.row[i].kind == ROW_CHAT && mem_of_game(&mem_now.row[i], r) && n-- <= r->limit)
            mem_give(r, &mem_now.row[i]);
    return STORE_OK;
}

static enum store_result mem_get(struct store_request *r) {
    for (int i = 0; i < mem_now.rows; i++)
        if (mem_is_item(&mem_now.row[i], r))
            mem_give(r, &mem_now.row[i]);
    return r->rows_n ? STORE_OK : STORE_MISSING;
}

static enum store_result mem_put(struct store_request *r) {
    bool there = false;
    if (strcmp(r->kind, "user") != 0 && r->user[0] && !mem_knows(r->user))
        return STORE_MISSING;
    for (int i = 0; i < mem_now.rows; i++)
        there = there || mem_is_item(&mem_now.row[i], r);
    if (r->put == (there ? PUT_FRESH : PUT_THERE))
        return there ? STORE_CONFLICT : STORE_MISSING;
    mem_drop(mem_is_item, r);
    struct mem_row *row = mem_add(ROW_ITEM, r);
    memcpy(row->id, r->kind, sizeof row->id);
    memcpy(row->key, r->key, sizeof row->key);
    memcpy(row->owner, r->user, sizeof row->owner);
    return STORE_OK;
}

static enum store_result mem_drop_items(struct store_request *r) {
    mem_drop(r->op == STORE_DROP ? mem_is_item : mem_is_old, r);
    if (r->op == STORE_EXPIRE && strcmp(r->kind, "user") == 0)
        mem_drop(mem_is_left, r);
    return STORE_OK;
}

static bool mem_is_merged(const struct mem_row *x, const struct store_request *r) {
    return x->kind == ROW_ITEM && strcmp(x->owner, r->key) == 0;
}

/* Another person's mutes become the user's, and so do mutes of that person. A duplicate, or a
 * mute of oneself, is dropped with the other's items. */
static void mem_merge_mutes(const struct store_request *r) {
    for (int i = 0; i < mem_now.rows; i++) {
        struct mem_row *x = &mem_now.row[i];
        char key[2 * STORE_KEY_MAX];
        bool mute = x->kind == ROW_ITEM && strcmp(x->id, "mute") == 0;
        const char *whom = mute ? strrchr(x->key, '.') : NULL;
        bool own = strcmp(x->owner, r->key) == 0;
        if (!whom || (!own && strcmp(whom + 1, r->key) != 0))
            continue;
        const char *owner = own ? r->user : x->owner;
        whom = strcmp(whom + 1, r->key) == 0 ? r->user : whom + 1;
        snprintf(key, sizeof key, "%.*s.%s.%s", (int)strcspn(x->key, "."), x->key, owner, whom);
        bool twice = strcmp(owner, whom) == 0;
        for (int k = 0; k < mem_now.rows; k++)
            twice = twice || (mem_now.row[k].kind == ROW_ITEM &&
                              strcmp(mem_now.row[k].id, "mute") == 0 &&
                              strcmp(mem_now.row[k].key, key) == 0);
        if (twice || own)
            strcpy(x->owner, twice ? r->key : r->user);
        if (!twice)
            strcpy(x->key, key);
    }
}

/* MERGE: another's seats and chat become the user's; FORGET: the user's lose their name. */
static enum store_result mem_rename(struct store_request *r) {
    const char *from = r->op == STORE_MERGE ? r->key : r->user;
    for (int i = 0; i < MEM_GAMES; i++)
        for (int k = 0; k < mem_now.game[i].players; k++) {
            struct store_player *p = &mem_now.game[i].player[k];
            if (!p->user[0] || strcmp(p->user, from) != 0)
                continue;
            strcpy(p->user, r->op == STORE_MERGE ? r->user : "");
            if (r->op == STORE_FORGET)
                strcpy(p->name, "\xe2\x80\x93");
        }
    for (int i = 0; r->op == STORE_MERGE && i < mem_now.rows; i++)
        if (mem_now.row[i].kind == ROW_CHAT && strcmp(mem_now.row[i].key, from) == 0)
            strcpy(mem_now.row[i].key, r->user);
    if (r->op == STORE_MERGE)
        mem_merge_mutes(r);
    mem_drop(r->op == STORE_FORGET ? mem_is_mine : mem_is_merged, r);
    return STORE_OK;
}

static enum store_result mem_export(struct store_request *r) {
    static const enum store_row_kind order[] = { ROW_ITEM, ROW_CHAT };
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < mem_now.rows; i++)
            if (mem_now.row[i].kind == order[k] && mem_is_mine(&mem_now.row[i], r))
                mem_give(r, &mem_now.row[i]);
    for (int i = 0; i < MEM_GAMES; i++)
        if (mem_now.game[i].used && mem_plays(&mem_now.game[i], r->user))
            mem_give_game(r, &mem_now.game[i]);
    return STORE_OK;
}

static void mem_run(void *backend, struct store_request *r) {
    static enum store_result (*const run[STORE_OP_N])(struct store_request *) = {
        [STORE_CREATE] = mem_create,     [STORE_TAKE] = mem_take,
        [STORE_APPEND] = mem_own,        [STORE_META] = mem_own,
        [STORE_ARCHIVE] = mem_own,       [STORE_LOAD] = mem_load,
        [STORE_LIVE] = mem_live,         [STORE_LIST] = mem_list,
        [STORE_REMOVE] = mem_remove,     [STORE_CHAT] = mem_chat,
        [STORE_CHATS] = mem_chats,       [STORE_PUT] = mem_put,
        [STORE_GET] = mem_get,           [STORE_DROP] = mem_drop_items,
        [STORE_EXPIRE] = mem_drop_items, [STORE_MERGE] = mem_rename,
        [STORE_EXPORT] = mem_export,     [STORE_FORGET] = mem_rename,
        [STORE_RELEASE] = mem_release,   [STORE_DUE] = mem_own,
        [STORE_CLAIM] = mem_claim,       [STORE_NOTE] = mem_nothing,
        [STORE_WATCH] = mem_nothing,
    };
    (void)backend;
    r->result = run[r->op](r);
    if (mem_limit && mem_now.bytes > mem_limit)
        r->result = STORE_FULL;
}

static enum store_result mem_begin(void *backend) {
    (void)backend;
    pthread_mutex_lock(&mem_lock);
    mem_copy_world(&mem_before, &mem_now);
    return STORE_OK;
}

static enum store_result mem_commit(void *backend) {
    (void)backend;
    pthread_mutex_unlock(&mem_lock);
    return STORE_OK;
}

static void mem_rollback(void *backend) {
    (void)backend;
    mem_copy_world(&mem_now, &mem_before);
    pthread_mutex_unlock(&mem_lock);
}

static void mem_close(void *backend) {
    (void)backend;
    pthread_mutex_lock(&mem_lock);
    mem_wipe(&mem_before);
    pthread_mutex_unlock(&mem_lock);
}

/* It has no connection of its own, so it waits for the writer; a test may make it wait longer. */
static atomic_bool mem_reads_wait;

static void *mem_open_reader(void *backend) {
    (void)backend;
    return &mem_now;
}

static void mem_read(void *reader, struct store_request *r) {
    while (atomic_load(&mem_reads_wait))
        usleep(1000);
    pthread_mutex_lock(&mem_lock);
    mem_run(reader, r);
    pthread_mutex_unlock(&mem_lock);
}

static void mem_close_reader(void *reader) {
    (void)reader;
}

static const struct store_backend memory_store = {
    .begin = mem_begin,       .run = mem_run,
    .commit = mem_commit,     .rollback = mem_rollback,
    .close = mem_close,       .open_reader = mem_open_reader,
    .read = mem_read,         .close_reader = mem_close_reader,
};

#endif
