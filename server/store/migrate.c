/* migrate.c -- `skerry migrate`: moves a whole site from one store to another: copies, then
 * compares game by game.
 *
 * Data and progress are written in the same transaction of the target, so an interrupted move
 * continues where it was. The source is only read. No server can start on the target before
 * everything in it was read back and found equal. Tables of an older version are upgraded
 * elsewhere: store_sqlite_schema.c, store_pg_schema.c. */
#include "migrate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/json.h"
#include "core/sha256.h"
#include "server.h"

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

/* Exit statuses. */
enum { DONE = 0, DIFFERS = 1, REFUSED = 3, INTERRUPTED = 130 };

struct move {
    struct side from, to;
    struct store_shape shape;
    struct mark mark;
    struct parcel sent, there; /* `there`: what is read back */
    bool (*go_on)(const char *what, int64_t done, int64_t of);
    bool resumed;
    int64_t rows[PART_N]; /* read back from both, and equal */
    struct sha256 all;
    char hash[2 * SHA256_SIZE + 1]; /* of all of it: the same for the same site in any store */
    char why[400];
};

static int fail(struct move *m, const struct side *s) {
    snprintf(m->why, sizeof m->why, "%s: %s", s == &m->from ? "--from" : "--to", s->why);
    return s->broken ? DIFFERS : REFUSED;
}

/* The next game with all its rows, or the next items. */
static bool next(struct side *s, enum part part, const struct mark *behind, struct parcel *p) {
    return part == PART_GAME ? s->ops->next_game(s, behind, p) : s->ops->next_items(s, behind, p);
}

/* As much as shares one flush of the target. */
static bool gather(struct move *m, enum part part) {
    enum { GAMES = 200, BYTES = 1 << 20 };
    struct parcel *p = &m->sent;
    struct mark behind;
    int64_t before;
    parcel_clear(p);
    p->last = m->mark;
    do {
        before = p->rows[part];
        behind = p->last;
        if (!next(&m->from, part, &behind, p))
            return false;
    } while (part == PART_GAME && p->rows[part] > before && before < GAMES &&
             parcel_size(p) < BYTES);
    return true;
}

static int copy(struct move *m, enum part part, const char *what, int64_t of) {
    const struct parcel *p = &m->sent;
    int64_t done = 0;
    do {
        if (!gather(m, part))
            return fail(m, &m->from);
        if (p->rows[part] && !m->to.ops->write(&m->to, p, &p->last))
            return fail(m, &m->to);
        m->mark = p->last;
        done += p->rows[part];
        if (!m->go_on(what, done, of))
            return INTERRUPTED;
    } while (p->rows[part]);
    return DONE;
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

/* Are the rows equal in both, by their hashes? Empty on both sides is the end. */
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

static int differs(struct move *m, const char *what, const char *id) {
    snprintf(m->why, sizeof m->why,
             "%s %s is not the same in both; the source has changed since, or a disk is bad. Empty "
             "the target and start again", what, id);
    return DIFFERS;
}

static int verify(struct move *m, enum part part) {
    struct mark at = { 0 };
    do {
        parcel_clear(&m->sent);
        parcel_clear(&m->there);
        if (!next(&m->from, part, &at, &m->sent))
            return fail(m, &m->from);
        if (!next(&m->to, part, &at, &m->there))
            return fail(m, &m->to);
        bool same = compare(m);
        if (!same && part == PART_GAME)
            return differs(m, "game", id_of(m->sent.rows[PART_GAME] ? &m->sent : &m->there));
        if (!same)
            return differs(m, "an item of people behind", at.key);
        at = m->sent.last;
        for (int i = 0; i < PART_N; i++)
            m->rows[i] += m->sent.rows[i];
        if (part == PART_GAME &&
            !m->go_on("games verified", m->rows[part], m->shape.n[SHAPE_GAMES]))
            return INTERRUPTED;
    } while (m->sent.rows[part]);
    return DONE;
}

/* --- all of it --- */

static int run(struct move *m, const char *where_from, const char *where_to) {
    struct side *from = &m->from, *to = &m->to;
    if (!from->ops->open_source(from, where_from) || !from->ops->shape(from, &m->shape))
        return fail(m, from);
    if (!to->ops->open_target(to, where_to, &m->shape, &m->mark, &m->resumed))
        return fail(m, to);
    int status = copy(m, PART_GAME, "games copied", m->shape.n[SHAPE_GAMES]);
    if (status == DONE)
        status = copy(m, PART_ITEM, "items copied", m->shape.n[SHAPE_ITEMS]);
    if (status != DONE)
        return status;
    if (!to->ops->complete(to, &m->shape))
        return fail(m, to);
    sha256_begin(&m->all);
    status = verify(m, PART_GAME);
    if (status == DONE)
        status = verify(m, PART_ITEM);
    if (status != DONE)
        return status;
    uint8_t all[SHA256_SIZE];
    sha256_end(&m->all, all);
    hex_format(all, sizeof all, m->hash);
    return to->ops->finish(to) ? DONE : fail(m, to);
}

static void print_json(const struct move *m) {
    char line[300];
    struct json_out o = json_begin_object(line, sizeof line - 1);
    json_int(&o, "games", m->rows[PART_GAME]);
    json_int(&o, "entries", m->rows[PART_LOG]);
    json_int(&o, "chat", m->rows[PART_CHAT]);
    json_int(&o, "items", m->rows[PART_ITEM]);
    json_bool(&o, "resumed", m->resumed);
    json_text(&o, "hash", m->hash);
    json_object_end(&o);
    line[o.len] = '\0';
    puts(line);
}

static void print_words(const struct move *m) {
    printf("%sThe same in both; games: %lld, entries: %lld, lines of chat: %lld, items of people: "
           "%lld.\nHash %s\n", m->resumed ? "Continued. " : "", (long long)m->rows[PART_GAME],
           (long long)m->rows[PART_LOG], (long long)m->rows[PART_CHAT],
           (long long)m->rows[PART_ITEM], m->hash);
}

static void say(const struct move *m, int status, bool json) {
    if (status == INTERRUPTED)
        fputs("skerry migrate: interrupted. Run the same command again to continue.\n", stderr);
    else if (status != DONE)
        fprintf(stderr, "skerry migrate: %s.\n", m->why);
    else if (json)
        print_json(m);
    else
        print_words(m);
}

int server_migrate(const char *from, const char *to, bool json,
                   bool (*go_on)(const char *what, int64_t done, int64_t of)) {
    struct move *m = calloc(1, sizeof *m);
    CHECK(m);
    m->go_on = go_on;
    m->from.ops = store_is_database(from) ? &move_pg : &move_sqlite;
    m->to.ops = store_is_database(to) ? &move_pg : &move_sqlite;
    int status = run(m, from, to);
    m->from.ops->close(&m->from);
    m->to.ops->close(&m->to);
    go_on(NULL, 0, 0);
    say(m, status, json);
    parcel_free(&m->sent);
    parcel_free(&m->there);
    free(m);
    return status;
}
