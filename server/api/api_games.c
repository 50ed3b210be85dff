/* api_games.c -- games over HTTP: lists, one game, a position of it, its past. The record is
 * written in api_record.c.
 *
 * A game in memory is answered from there, any other from the store. table_viewer() decides who
 * sees what. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "api.h"
#include "rooms/room.h"

/* --- lists of games --- */

/* Each META row with the PLAYER rows after it; live games as they are in memory. `limit` is one
 * less than was requested from the store: the extra row only shows that there is more. */
void api__write_games(struct server *s, const struct store_request *q, const char *user, int limit,
                      struct json_out *o) {
    int n = 0;
    json_array(o, "games");
    for (int i = 0; i < q->rows_n; i++) {
        if (q->rows[i].kind != ROW_META || n++ >= limit)
            continue;
        struct room *r = room_find(s, q->rows[i].id);
        if (r) {
            table_write_game(r->t, user, o, NULL);
            continue;
        }
        struct table *t = table_from_meta(&q->rows[i], q->rows_n - i);
        if (t->state != TABLE_BROKEN)
            table_write_game(t, user, o, NULL);
        heap_free(t);
    }
    json_array_end(o);
    json_bool(o, "more", n > limit);
}

/* A socket may be gone by now; over HTTP conn_answer() handles that. */
static void listed(struct store_request *q) {
    struct asking *a = q->arg;
    struct server *s = a->conn->server;
    struct client *c = a->conn->client;
    struct json_out o;
    if (a->reply.conn && c && q->result == STORE_OK) {
        struct frame f;
        api__write_games(s, q, a->who.user, a->limit, frame_begin(s, &f, "games"));
        frame_end(s, &f);
        frame_send(&f, c);
        reply_ok(&a->reply);
    } else if (a->reply.conn) {
        reply_not_stored(&a->reply);
    } else if (q->result == STORE_OK) {
        api__write_games(s, q, a->who.user, a->limit, api__answer_begin(a->conn, &o));
        api__answer_end(a->conn, &o, api__no_store);
    } else {
        api_unavailable(a->conn);
    }
    api__asking_free(a);
}

/* Pages are requested by the time of the last game received: numbers would shift while games are
 * played. */
static void list_games(struct asking *a, int64_t before, int limit) {
    a->limit = limit;
    struct store_request *q = store_request(STORE_LIST, NULL);
    KEEP(q->user, a->who.user);
    q->at = before;
    q->limit = limit + 1;
    store_ask(a->conn->server->store, q, listed, a);
}

void do_games(struct message *m) {
    struct asking *a = api__asking(m->c->conn, &m->c->who);
    a->reply = m->reply;
    list_games(a, message_number(m, "before", 0), (int)message_number(m, "limit", 20));
}

/* An invalid number counts as absent, so a truncated link still shows a game. */
static int64_t query_number(const struct conn *c, const char *name, int64_t min, int64_t max,
                            int64_t otherwise) {
    char text[24];
    int64_t n;
    return http_query(c->head->query, name, text, sizeof text) &&
                   text_number(text, strlen(text), min, max, &n)
               ? n
               : otherwise;
}

void api__get_games(struct conn *c, const struct identity *who) {
    if (!who->ok) {
        api_error(c, 401, "no-session", "There is no session.");
        return;
    }
    list_games(api__asking(c, who), query_number(c, "before", 0, INT64_C(1) << 52, 0),
               (int)query_number(c, "limit", 1, 100, 20));
}

/* --- one game: about it, its record, a position of it --- */

/* The position after `ply` entries with the last of them; -1 or too large: the end. */
static void send_replay(struct conn *c, const struct table *t, int seat, const char *user,
                        int64_t ply) {
    struct json_out o;
    uint32_t seq = ply < 0 || ply > t->log.entries_n ? (uint32_t)t->log.entries_n : (uint32_t)ply;
    api__answer_begin(c, &o);
    table_write_game(t, user, &o, "game");
    json_int(&o, "seq", seq);
    json_int(&o, "last", t->log.entries_n);
    if (seq > 0) {
        json_array(&o, "events");
        table_write_events(t, seat, seq - 1, seq, heap_scratch(), &o);
        json_array_end(&o);
    }
    table_write_view(t, seat, seq, &o, "view");
    api__answer_end(c, &o, api__no_store);
}

/* A long game comes in several answers, so that nobody else has to wait. */
static void send_history(struct conn *c, const struct table *t, int64_t since) {
    enum { ENOUGH = 96 * 1024 };
    struct json_out o;
    api__answer_begin(c, &o);
    json_array(&o, "history");
    uint32_t seq = table_write_history(t, (uint32_t)since, ENOUGH, &o);
    json_array_end(&o);
    json_int(&o, "seq", seq);
    json_int(&o, "last", t->log.entries_n);
    api__answer_end(c, &o, api__no_store);
}

/* The room whose table has its log in memory; NULL: ask the store. */
static struct room *awake(struct server *s, const char *id) {
    struct room *r = room_find(s, id);
    return r && !r->asleep ? r : NULL;
}

/* What can be answered at once. */
static void answer_now(struct asking *a, const struct table *t, int seat) {
    struct conn *c = a->conn;
    struct json_out o;
    if (a->what[0] == '\0') {
        table_write_game(t, a->who.user, api__answer_begin(c, &o), "game");
        api__answer_end(c, &o, api__no_store);
    } else if (strcmp(a->what, "history") == 0) {
        send_history(c, t, a->since);
    } else {
        send_replay(c, t, seat, a->who.user, a->ply);
    }
}

/* Answers for the table of a room, or for one just read from the store (`own`), which is freed.
 * Ends the question. */
static void answer_game(struct asking *a, struct room *r, struct table *own,
                        enum store_result result) {
    const struct table *t = r ? r->t : own;
    struct conn *c = a->conn;
    const char *user = a->who.ok ? a->who.user : "";
    if (!t && result == STORE_MISSING) {
        api_error(c, 404, "no-such-game", "There is no such game.");
    } else if (!t) {
        api_unavailable(c);
    } else if (t->state == TABLE_BROKEN) {
        api_error(c, 503, "broken", "This game's log could not be read.");
    } else if (!table_may_watch(t, user)) {
        api_error(c, 403, "no-spectators", "This table has no spectators.");
    } else if (a->what[0] && !t->now) {
        api_error(c, 409, "not-playing", "The game has not started.");
    } else if (strcmp(a->what, "record") == 0) {
        api__send_record(a, r, own, table_viewer(t, user));
        return;
    } else {
        answer_now(a, t, table_viewer(t, user));
    }
    heap_free(own);
    api__asking_free(a);
}

/* A worker replays a game from the store, because a long one takes a while. */
struct game_reading {
    uv_work_t work;
    struct asking *asking;
    struct store_request *rows; /* only for its rows */
    struct table *table;
};

static void read_game(uv_work_t *work) {
    struct game_reading *r = work->data;
    r->table = table_from_rows(r->rows->game, r->rows->rows, r->rows->rows_n);
}

/* It may have been loaded meanwhile; then memory is newer. */
static void game_read(uv_work_t *work, int status) {
    struct game_reading *r = work->data;
    struct server *s = r->asking->conn->server;
    struct room *room = awake(s, r->rows->game);
    s->reading--;
    if (status != 0) /* the server is stopping */
        r->table = table_from_rows(r->rows->game, NULL, 0);
    if (room)
        heap_free(r->table);
    r->asking->then(r->asking, room, room ? NULL : r->table, STORE_OK);
    store_request_free(r->rows);
    free(r);
}

static void game_loaded(struct store_request *q) {
    struct asking *a = q->arg;
    struct server *s = a->conn->server;
    struct room *room = awake(s, q->game);
    if (!room && q->result == STORE_OK) {
        struct game_reading *r = calloc(1, sizeof *r);
        CHECK(r);
        r->work.data = r;
        r->asking = a;
        r->rows = store_request(STORE_LOAD, q->game);
        r->rows->rows = q->rows;
        r->rows->rows_n = q->rows_n;
        q->rows = NULL;
        q->rows_n = q->rows_cap = 0;
        s->reading++;
        CHECK(uv_queue_work(&s->loop, &r->work, read_game, game_read) == 0);
        return;
    }
    a->then(a, room, NULL, q->result);
}

void api__load_game(struct asking *a, const char *id) {
    struct server *s = a->conn->server;
    struct room *r = awake(s, id);
    if (r)
        a->then(a, r, NULL, STORE_OK);
    else
        store_ask(s->store, store_request(STORE_LOAD, id), game_loaded, a);
}

/* The parts of a game: /api/game/ID/record and so on; "" is the description. */
static bool is_of_game(const char *what) {
    static const char *const known[] = { "", "record", "replay", "history" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(what, known[i]) == 0)
            return true;
    return false;
}

void api__get_game(struct conn *c, const char *rest, const struct identity *who) {
    char id[TABLE_ID + 4] = "";
    size_t n = strcspn(rest, "/");
    const char *what = rest[n] ? rest + n + 1 : "";
    if (n == 0 || n >= sizeof id || !is_of_game(what)) {
        api_error(c, 404, "no-such-game", "There is no such game.");
        return;
    }
    memcpy(id, rest, n);
    struct asking *a = api__asking(c, who);
    KEEP(a->what, what);
    a->ply = query_number(c, "ply", 0, LOG_MAX, -1);
    a->since = query_number(c, "since", 0, LOG_MAX, 0);
    a->then = answer_game;
    api__load_game(a, id);
}
