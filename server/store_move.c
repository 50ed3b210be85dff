/* store_move.c -- moves a whole site from one store to another: copies, then compares game by
 * game.
 *
 * Data and progress are written in the same transaction of the target, so an interrupted move
 * continues where it was. The source is only read. No server can start on the target before
 * everything in it was read back and found equal. */
#include "store_move.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "../core/sha256.h"
#include "copy_text.h"

const struct move_part move_parts[PART_N] = {
    [PART_GAME] = { "ntnonbB",
        "SELECT g.number,g.id,COALESCE(t.epoch,g.epoch),g.live,g.changed,g.meta,g.archive FROM "
        "game g LEFT JOIN tip t ON t.game=g.number WHERE g.number>?1 ORDER BY g.number LIMIT 1",
        "INSERT INTO game(number,id,epoch,live,changed,meta,archive) VALUES(?,?,?,?,?,?,?)",
        "SELECT number,id,epoch,live,changed,meta,archive FROM skerry_game WHERE number>$1::bigint "
        "ORDER BY number LIMIT 1",
        "COPY skerry_game(number,id,epoch,live,changed,meta,archive) FROM STDIN (FORMAT binary)" },
    [PART_PLAYER] = { "nnttn",
        "SELECT game,seat,user,name,changed FROM player WHERE game=?1 ORDER BY seat",
        "INSERT INTO player(game,seat,user,name,changed) VALUES(?,?,?,?,?)",
        "SELECT game,seat,person,name,changed FROM skerry_player WHERE game=$1::bigint "
        "ORDER BY seat",
        "COPY skerry_player(game,seat,person,name,changed) FROM STDIN (FORMAT binary)" },
    /* Follows the chain of store_sqlite.c. A game's entries are written consecutively, so the
     * previous row is the last one inserted. */
    [PART_LOG] = { "nnnb",
        "WITH RECURSIVE e(prev,seq,at,body) AS (SELECT prev,seq,at,body FROM log WHERE id=(SELECT "
        "row FROM tip WHERE game=?1) UNION ALL SELECT l.prev,l.seq,l.at,l.body FROM e JOIN log l "
        "ON l.id=e.prev) SELECT ?1,seq,at,body FROM e ORDER BY seq",
        "INSERT INTO log(game,seq,at,body,prev) VALUES(?1,?2,?3,?4,CASE ?2 WHEN 1 THEN 0 ELSE "
        "last_insert_rowid() END)",
        "SELECT game,seq,at,body FROM skerry_log WHERE game=$1::bigint ORDER BY seq",
        "COPY skerry_log(game,seq,at,body) FROM STDIN (FORMAT binary)" },
    [PART_CHAT] = { "nntnb",
        "SELECT id,game,user,at,body FROM chat WHERE game=?1 ORDER BY id",
        "INSERT INTO chat(id,game,user,at,body) VALUES(?,?,?,?,?)",
        "SELECT id,game,person,at,body FROM skerry_chat WHERE game=$1::bigint ORDER BY id",
        "COPY skerry_chat(id,game,person,at,body) FROM STDIN (FORMAT binary)" },
    [PART_ITEM] = { "tttnb",
        "SELECT kind,key,owner,at,value FROM item WHERE (kind,key)>(?1,?2) ORDER BY kind,key "
        "LIMIT 500",
        "INSERT INTO item(kind,key,owner,at,value) VALUES(?,?,?,?,?)",
        "SELECT kind,key,owner,at,value FROM skerry_item WHERE (kind,key)>($1,$2) "
        "ORDER BY kind,key LIMIT 500",
        "COPY skerry_item(kind,key,owner,at,value) FROM STDIN (FORMAT binary)" },
};

/* --- bytes --- */

void bytes_add(struct bytes *b, const void *data, size_t len) {
    if (b->len + len > b->cap) {
        b->cap = 2 * (b->len + len) + 256;
        b->data = realloc(b->data, b->cap);
        CHECK(b->data);
    }
    if (len > 0)
        memcpy(b->data + b->len, data, len);
    b->len += len;
}

void bytes_number(struct bytes *b, uint64_t n, int bytes) {
    for (int i = bytes - 1; i >= 0; i--)
        bytes_add(b, &(char){ (char)(n >> (8 * i) & 0xff) }, 1);
}

static void parcel_clear(struct parcel *p) {
    for (int i = 0; i < PART_N; i++) {
        p->part[i].len = 0;
        p->rows[i] = 0;
    }
}

static void parcel_free(struct parcel *p) {
    for (int i = 0; i < PART_N; i++)
        free(p->part[i].data);
}

void parcel_row(struct parcel *p, enum part part) {
    bytes_number(&p->part[part], strlen(move_parts[part].cells), 2);
    p->rows[part]++;
}

static size_t parcel_size(const struct parcel *p) {
    size_t n = 0;
    for (int i = 0; i < PART_N; i++)
        n += p->part[i].len;
    return n;
}

bool side_says(struct side *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(s->why, sizeof s->why, format, list);
    va_end(list);
    s->why[strcspn(s->why, "\n")] = '\0';
    return false;
}

/* --- copying --- */

struct move {
    struct side from, to;
    struct store_shape shape;
    struct mark mark;
    struct parcel sent, there; /* `there`: what is read back */
    const struct store_move *options;
    struct store_moved *moved;
    struct sha256 all;
};

static bool go_on(const struct move *m, const char *what, int64_t done, int64_t of) {
    return !m->options->go_on || m->options->go_on(what, done, of);
}

static enum store_move_result fail(struct move *m, const struct side *s) {
    snprintf(m->moved->why, sizeof m->moved->why, "%s: %s", s == &m->from ? "--from" : "--to",
             s->why);
    return s->broken ? MOVE_DIFFERS : MOVE_REFUSED;
}

/* As much as shares one flush of the target. */
static enum store_move_result copy_games(struct move *m) {
    enum { GAMES = 200, BYTES = 1 << 20 };
    struct parcel *p = &m->sent;
    int64_t done = 0;
    do {
        parcel_clear(p);
        p->last = m->mark;
        for (int64_t n = -1; n < p->rows[PART_GAME] && n < GAMES && parcel_size(p) < BYTES;) {
            n = p->rows[PART_GAME];
            if (!m->from.ops->next_game(&m->from, p->last.number, p))
                return fail(m, &m->from);
        }
        if (p->rows[PART_GAME] && !m->to.ops->write(&m->to, p, &p->last))
            return fail(m, &m->to);
        m->mark = p->last;
        done += p->rows[PART_GAME];
        if (!go_on(m, "games copied", done, m->shape.games))
            return MOVE_INTERRUPTED;
    } while (p->rows[PART_GAME]);
    return MOVE_DONE;
}

static enum store_move_result copy_items(struct move *m) {
    struct parcel *p = &m->sent;
    int64_t done = 0;
    do {
        parcel_clear(p);
        p->last = m->mark;
        if (!m->from.ops->next_items(&m->from, &m->mark, p))
            return fail(m, &m->from);
        if (p->rows[PART_ITEM] && !m->to.ops->write(&m->to, p, &p->last))
            return fail(m, &m->to);
        m->mark = p->last;
        done += p->rows[PART_ITEM];
        if (!go_on(m, "items copied", done, m->shape.items))
            return MOVE_INTERRUPTED;
    } while (p->rows[PART_ITEM]);
    return MOVE_DONE;
}

/* --- verifying --- */

static void hash(const struct parcel *p, uint8_t out[SHA256_SIZE]) {
    struct sha256 state;
    sha256_begin(&state);
    for (int i = 0; i < PART_N; i++) {
        sha256_add(&state, &(uint64_t){ p->part[i].len }, 8);
        sha256_add(&state, p->part[i].data, p->part[i].len);
    }
    sha256_end(&state, out);
}

/* Compare rows in both by their hashes; *same says whether they are equal. Empty on both sides
 * is the end. */
static bool compare(struct move *m) {
    uint8_t a[SHA256_SIZE], b[SHA256_SIZE];
    hash(&m->sent, a);
    hash(&m->there, b);
    sha256_add(&m->all, a, sizeof a);
    return memcmp(a, b, sizeof a) == 0;
}

/* A game's id is the second cell of its row. */
static const char *id_of(const struct parcel *p) {
    static char id[STORE_ID_MAX];
    const char *row = p->part[PART_GAME].data;
    size_t n = p->rows[PART_GAME] ? (unsigned char)row[17] : 0;
    if (n >= sizeof id)
        n = sizeof id - 1;
    if (n)
        memcpy(id, row + 18, n);
    id[n] = '\0';
    return id;
}

static enum store_move_result differs(struct move *m, const char *what, const char *id) {
    snprintf(m->moved->why, sizeof m->moved->why,
             "%s %s is not the same in both; the source has changed since, or a disk is bad. Empty "
             "the target and start again", what, id);
    return MOVE_DIFFERS;
}

static enum store_move_result verify_games(struct move *m) {
    struct mark at = { 0 };
    do {
        parcel_clear(&m->sent);
        parcel_clear(&m->there);
        if (!m->from.ops->next_game(&m->from, at.number, &m->sent))
            return fail(m, &m->from);
        if (!m->to.ops->next_game(&m->to, at.number, &m->there))
            return fail(m, &m->to);
        if (!compare(m))
            return differs(m, "game", id_of(m->sent.rows[PART_GAME] ? &m->sent : &m->there));
        at = m->sent.last;
        m->moved->games += m->sent.rows[PART_GAME];
        m->moved->entries += m->sent.rows[PART_LOG];
        m->moved->chat += m->sent.rows[PART_CHAT];
        if (!go_on(m, "games verified", m->moved->games, m->shape.games))
            return MOVE_INTERRUPTED;
    } while (m->sent.rows[PART_GAME]);
    return MOVE_DONE;
}

static enum store_move_result verify_items(struct move *m) {
    struct mark at = { 0 };
    do {
        parcel_clear(&m->sent);
        parcel_clear(&m->there);
        if (!m->from.ops->next_items(&m->from, &at, &m->sent))
            return fail(m, &m->from);
        if (!m->to.ops->next_items(&m->to, &at, &m->there))
            return fail(m, &m->to);
        if (!compare(m))
            return differs(m, "an item of people behind", at.key);
        at = m->sent.last;
        m->moved->items += m->sent.rows[PART_ITEM];
    } while (m->sent.rows[PART_ITEM]);
    return MOVE_DONE;
}

/* --- all of it --- */

static enum store_move_result run(struct move *m) {
    struct side *from = &m->from, *to = &m->to;
    if (!from->ops->open_source(from, m->options->from) || !from->ops->shape(from, &m->shape))
        return fail(m, from);
    if (!to->ops->open_target(to, m->options->to, &m->shape, &m->mark, &m->moved->resumed))
        return fail(m, to);
    enum store_move_result result = copy_games(m);
    if (result == MOVE_DONE)
        result = copy_items(m);
    if (result != MOVE_DONE)
        return result;
    if (!to->ops->complete(to, &m->shape))
        return fail(m, to);
    sha256_begin(&m->all);
    result = verify_games(m);
    if (result == MOVE_DONE)
        result = verify_items(m);
    if (result != MOVE_DONE)
        return result;
    uint8_t all[SHA256_SIZE];
    sha256_end(&m->all, all);
    hex_format(all, sizeof all, m->moved->hash);
    return to->ops->finish(to) ? MOVE_DONE : fail(m, to);
}

bool store_is_database(const char *where) {
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

enum store_move_result store_move(const struct store_move *options, struct store_moved *moved) {
    struct move *m = calloc(1, sizeof *m);
    CHECK(m);
    memset(moved, 0, sizeof *moved);
    m->options = options;
    m->moved = moved;
    m->from.ops = store_is_database(options->from) ? &move_pg : &move_sqlite;
    m->to.ops = store_is_database(options->to) ? &move_pg : &move_sqlite;
    enum store_move_result result = run(m);
    m->from.ops->close(&m->from);
    m->to.ops->close(&m->to);
    parcel_free(&m->sent);
    parcel_free(&m->there);
    free(m);
    return result;
}
