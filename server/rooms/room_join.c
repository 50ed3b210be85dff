/* room_join.c -- entering and leaving a table: join, leave, close, and being shown out. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "play.h"
#include "seats.h"

/* --- who is in a room --- */

/* People who watched while the table was open, and people whose given-up seat was taken by
 * somebody else. */
void room_show_out(struct room *r) {
    for (struct client *c = r->clients, *next; c; c = next) {
        next = c->room_next;
        if (table_may_watch(r->t, c->who.user))
            continue;
        reply_error(&(struct reply){ .conn = c->conn }, "no-spectators",
                    "This table has no spectators.");
        room_leave(c);
    }
}

/* The other nodes send people who look for a game only to tables where somebody waits
 * (find_game.c). */
static void tell_left(struct room *r, bool left) {
    if (r->left == left)
        return;
    r->left = left;
    notice(r->server, left ? "left" : "here", r->t->id);
}

/* The log cannot tell that no clock ran for a while. If the store refuses, only that is lost. */
static void keep_clocks(struct room *r) {
    bool runs = r->t->state == TABLE_PLAYING && r->t->now && table_has_clock(r->t);
    if (runs && !r->gone && !r->settling && !r->closing)
        store_submit(r->server->store, room_meta_request(r->server, r->t, r->epoch, STORE_META));
}

void room_enter(struct room *r, struct client *c) {
    c->seq = 0;
    c->viewer = VIEWER_NONE;
    if (c->room == r) /* it never left, so it keeps its role (a host, the longest present) */
        return;
    if (c->room)
        room_leave(c);
    c->room = r;
    c->room_prev = NULL;
    c->room_next = r->clients;
    if (r->clients)
        r->clients->room_prev = c;
    r->clients = c;
    r->clients_n++;
    r->watchers += table_seat_of(r->t, c->who.user) < 0;
    tell_left(r, false);
    if (r->empty_since) { /* the grace period begins when somebody is there to wait */
        for (int i = 0; i < r->t->settings.players; i++)
            if (r->t->seat[i].away)
                r->t->seat[i].away = now_ms(r->server);
        r->t->clock_at = now_ms(r->server); /* no clock ran while nobody was there */
        r->empty_since = 0;
        if (r->t->now) /* from now on it does */
            table_clock_run(r->t, play_timed(r), now_ms(r->server));
        keep_clocks(r);
    }
}

void room_empty(struct room *r) {
    if (r->t->now)
        table_clock_run(r->t, 0, now_ms(r->server));
    r->empty_since = now_ms(r->server);
    keep_clocks(r);
}

/* The last one to leave stops all clocks. A room that is gone tells nobody anything. */
void room_leave(struct client *c) {
    struct room *r = c->room;
    if (c->waits == &r->waiting) /* its pending request is void */
        client_resume(c);
    c->room = NULL;
    if (c->room_prev)
        c->room_prev->room_next = c->room_next;
    else
        r->clients = c->room_next;
    if (c->room_next)
        c->room_next->room_prev = c->room_prev;
    c->room_next = c->room_prev = NULL;
    CHECK(r->clients_n > 0);
    r->clients_n--;
    bool seated = table_seat_of(r->t, c->who.user) >= 0;
    r->watchers -= !seated;
    if (r->clients_n == 0)
        room_empty(r);
    if (r->gone)
        return;
    if (r->clients_n == 0 && r->t->state == TABLE_OPEN && r->t->settings.is_public)
        tell_left(r, true);
    room_presence_of(r, c->who.user);
    if (seated)
        rematch_left(r);
    lobby_touch(r);
    if (r->t->state == TABLE_PLAYING)
        play_schedule(r);
}

/* --- joining --- */

/* A join, which may have to wait for the store. */
struct joining {
    struct reply reply; /* kept while it waits */
    char id[TABLE_ID + 4];
    uint32_t since;
    bool want_view;
};

/* The order is documented in docs/protocol.md: the table, its game, its end, the chat, then ok.
 * Everybody may look at an open table: anybody with the link may sit down. */
static void come_in(struct room *r, struct client *c, const struct joining *j) {
    const struct table *t = r->t;
    if (!nodes_sure(r->server) && t->state == TABLE_PLAYING) {
        /* Another node may have continued it: never show an old state. */
        client_close(c, WS_RESTART, "restart");
        return;
    }
    if (!table_may_watch(t, c->who.user)) {
        reply_error(&j->reply, "no-spectators", "This table has no spectators.");
        return;
    }
    c->want_view = j->want_view;
    room_enter(r, c);
    room_tell_table_to(r, c);
    room_presence_of(r, c->who.user);
    if (t->now && t->state != TABLE_BROKEN && t->state != TABLE_OPEN)
        room_tell_game_to(r, c, j->since, c->want_view);
    if (t->state == TABLE_OVER)
        room_tell_over(r, c);
    chat_tell_all(r, c);
    if (r->chat_unread)
        chat_load(r);
    reply_ok_text(&j->reply, "table", t->id);
    lobby_touch(r);
    if (t->state == TABLE_PLAYING)
        play_next(r);
}

/* The join is resumed when the game is there. */
static void join_later(struct room *r, struct client *c, const struct joining *j) {
    char text[256];
    if (room_is_elsewhere(r) && r->owner[0]) {
        reply_goto(&j->reply, j->id, r->owner);
        return;
    }
    if (room_is_elsewhere(r)) { /* somebody is about to own it */
        client_close(c, WS_RESTART, "restart");
        return;
    }
    if (!room_wake(r)) {
        reply_not_stored(&j->reply);
        return;
    }
    struct json_out o = json_begin_object(text, sizeof text);
    json_text(&o, "type", "join");
    json_text(&o, "table", j->id);
    json_int(&o, "last_seq", j->since);
    json_text(&o, "want", j->want_view ? "view" : "events");
    if (j->reply.len)
        json_raw(&o, "id", j->reply.id, j->reply.len);
    json_object_end(&o);
    CHECK(json_fits(&o));
    client_hold(c, text, o.len, &r->waiting);
}

/* What the client sent after its join was held. Now it waits for the game, or is handled. */
static void asked_store(struct joining *j) {
    struct client *c = reply_to(&j->reply);
    if (c) {
        c->asking = false;
        if (!c->waits)
            client_go_on(c);
    }
    reply_done(&j->reply);
    free(j);
}

/* A table without a room is usually a finished game (META's number 0). A live one was hidden by
 * a damaged page at the start. If two people join at once, both ask the store; the second finds
 * the first one's room. */
static void loaded(struct store_request *q) {
    struct joining *j = q->arg;
    struct server *s = j->reply.conn->server;
    struct client *c = reply_to(&j->reply);
    struct room *r = room_find(s, j->id);
    if (!r && q->result == STORE_OK && q->rows[0].number == 0) {
        r = room_load(s, j->id, q->rows, q->rows_n);
        r->archived = true;
        chat_load(r);
    } else if (!r && q->result == STORE_OK) {
        r = room_asleep(s, q->rows, q->rows_n);
    }
    if (c && r && r->asleep)
        join_later(r, c, j);
    else if (c && r && !r->asleep)
        come_in(r, c, j);
    else if (!s->loading && (q->result == STORE_OK || q->result == STORE_MISSING))
        reply_error(&j->reply, "no-such-table", "There is no such table.");
    else
        reply_not_stored(&j->reply);
    asked_store(j);
}

static void load(struct joining *j) {
    store_ask(j->reply.conn->server->store, store_request(STORE_LOAD, j->id), loaded, j);
}

/* MISSING: it is live, or there is none. */
static void claimed(struct store_request *q) {
    struct joining *j = q->arg;
    if (q->result != STORE_ELSEWHERE || q->rows_n == 0) {
        load(j);
        return;
    }
    reply_goto(&j->reply, j->id, q->rows[0].key);
    asked_store(j);
}

/* `last_seq` is what the client has of this table: it gets what came after, or the whole view.
 * Joining the same table again repeats everything. Everybody who looks at a finished game is at one
 * node, so that they can talk and play again: a node claims it first. */
void do_join(struct message *m) {
    struct joining j = { .reply = m->reply };
    struct server *s = m->c->conn->server;
    message_text(m, "table", j.id, sizeof j.id);
    j.since = (uint32_t)message_number(m, "last_seq", 0);
    j.want_view = message_word(m, "want") <= 0; /* view is the first word, and the default */
    struct room *r = room_find(s, j.id);
    if (r && r->asleep) {
        join_later(r, m->c, &j);
        return;
    }
    if (r) {
        come_in(r, m->c, &j);
        return;
    }
    struct joining *kept = malloc(sizeof *kept);
    CHECK(kept);
    *kept = j;
    reply_keep(&j.reply);
    m->c->asking = true;
    if (notice_is_node(s))
        store_ask(s->store, store_request(STORE_CLAIM, j.id), claimed, kept);
    else
        load(kept);
}

/* --- leaving --- */

static void make_leave(struct table *t, const struct change *c) {
    int seat = table_seat_of(t, c->user);
    if (t->state == TABLE_OPEN && seat >= 0)
        table_empty_seat(&t->seat[seat]);
    if (t->state == TABLE_OPEN && c->to[0])
        KEEP(t->host, c->to);
}

static void has_closed(void *arg, enum store_result result) {
    struct reply *kept = arg;
    if (result == STORE_OK || result == STORE_MISSING)
        reply_ok(kept);
    else
        reply_not_stored(kept);
    reply_done(kept);
    free(kept);
}

static void close_for(struct room *r, struct message *m) {
    struct reply *kept = malloc(sizeof *kept);
    CHECK(kept);
    *kept = m->reply;
    reply_keep(kept);
    room_close(r, r->t->started ? CLOSE_KEEP : CLOSE_REMOVE, has_closed, kept);
}

/* Does anybody else hold a seat? */
static bool others_sit(const struct table *t, int seat) {
    return (table_people(t) & ~(seat >= 0 ? 1u << seat : 0)) != 0;
}

/* A seat is only given up before the start; later it waits for its person (room_away.c). The
 * last person to leave an open table closes it, unless somebody who is away has a seat there.
 * The person leaves at once, whatever the store says; the seat is free once that is stored. */
void do_leave(struct message *m) {
    struct client *c = m->c;
    struct room *r = c->room;
    const struct table *t = r->t;
    struct change leave = { .make = make_leave };
    int seat = table_seat_of(t, c->who.user);
    bool open = t->state == TABLE_OPEN;
    room_leave(c);
    bool was_host = strcmp(t->host, c->who.user) == 0 && !room_is_there(r, t->host);
    const char *host = was_host ? room_next_host(r, t->host) : NULL;
    KEEP(leave.user, c->who.user);
    KEEP(leave.to, host ? host : "");
    if (open && r->clients_n == 0 && !others_sit(t, seat))
        close_for(r, m);
    else if (open && (seat >= 0 || host))
        change_table(r, m, &leave);
    else
        reply_ok(&m->reply);
}

void do_close(struct message *m) {
    close_for(m->c->room, m);
}
