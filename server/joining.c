/* joining.c -- coming to a table and going from it: join, leave, close. */
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "seats.h"

/* --- joining --- */

/* A join that waits for the store, or does not have to. */
struct joining {
    struct conn *conn;
    struct reply reply;
    char id[TABLE_ID + 4];
    uint32_t since;
    bool want_view;
};

/* The order is what docs/protocol.md promises: the table, its game, its end, the chat, then ok. An
 * open table lets everybody look: who has the link may sit down. */
static void come_in(struct room *r, struct client *c, const struct joining *j) {
    const struct table *t = r->t;
    if (t->state == TABLE_PLAYING && !t->settings.spectators && table_seat_of(t, c->who.user) < 0) {
        reply_error(c, &j->reply, "no-spectators", "This table has no spectators.");
        return;
    }
    c->want_view = j->want_view;
    room_enter(r, c);
    room_tell_table_to(r, c);
    room_presence(r);
    if (t->now && t->state != TABLE_BROKEN && t->state != TABLE_OPEN)
        room_tell_game_to(r, c, j->since, c->want_view);
    if (t->state == TABLE_OVER)
        room_tell_over(r, c);
    chat_tell_all(r, c);
    reply_ok_text(c, &j->reply, "table", t->id);
    lobby_touch(r);
    if (t->state == TABLE_PLAYING)
        play_next(r);
}

/* The chat of a table that came out of the store. */
static void chats_loaded(struct store_request *q) {
    struct room *r = q->arg;
    if (q->result == STORE_OK)
        chat_loaded(r, q->rows, q->rows_n);
    room_unpin(r);
}

/* Only a finished game is brought back by a join (META's number 0). Those that live are in memory
 * since the start, so one that is not is somebody else's, or gone. Two who join at once both ask
 * the store; the second finds the first one's room. */
static void loaded(struct store_request *q) {
    struct joining *j = q->arg;
    struct server *s = j->conn->server;
    struct client *c = j->conn->dead ? NULL : j->conn->client;
    struct room *r = room_find(s, j->id);
    if (!r && q->result == STORE_OK && q->rows[0].number == 0) {
        r = room_load(s, j->id, q->rows, q->rows_n);
        r->archived = true;
        struct store_request *chats = store_request(STORE_CHATS, j->id);
        chats->limit = CHATS_KEPT;
        chats->done = chats_loaded;
        chats->arg = r;
        room_pin(r);
        store_submit(s->store, chats);
    }
    if (c && r)
        come_in(r, c, j);
    else if (c)
        reply_error(c, &j->reply, "no-such-table", "There is no such table.");
    conn_unpin(j->conn);
    free(j);
}

/* `last_seq` is what the client has of this table: it is told what came after, or the whole view.
 * Joining the table one is at tells it all again. */
void do_join(struct message *m) {
    struct joining j = { .conn = m->c->conn, .reply = m->reply, .want_view = true };
    struct server *s = m->c->conn->server;
    int64_t since = 0;
    char want[16] = "view";
    if (!take_text(m, "table", j.id, sizeof j.id) ||
        (has_key(m, "last_seq") && !take_int(m, "last_seq", 0, ENTRIES_MAX, &since)) ||
        (has_key(m, "want") && !take_text(m, "want", want, sizeof want)))
        return;
    j.since = (uint32_t)since;
    j.want_view = strcmp(want, "events") != 0;
    struct room *r = room_find(s, j.id);
    if (r) {
        come_in(r, m->c, &j);
        return;
    }
    struct joining *kept = malloc(sizeof *kept);
    CHECK(kept);
    *kept = j;
    conn_pin(j.conn);
    struct store_request *q = store_request(STORE_LOAD, j.id);
    q->done = loaded;
    q->arg = kept;
    store_submit(s->store, q);
}

/* --- leaving --- */

/* A seat is only given up before the start; later it waits for its person (play.c: hold). The last
 * one out of an open table closes it, unless somebody who is away has a seat there. */
void do_leave(struct message *m) {
    struct client *c = m->c;
    struct room *r = c->room;
    struct table *t = r->t;
    int seat = table_seat_of(t, c->who.user);
    if (t->state == TABLE_OPEN && seat >= 0 && !r->starting)
        seats__empty(&t->seat[seat]);
    room_leave(c);
    room_new_host(r);
    reply_ok(c, &m->reply);
    if (t->state == TABLE_OPEN && r->clients_n == 0 && table_people(t) == 0)
        room_close(r, false);
    else if (t->state == TABLE_OPEN)
        room_save(r, NULL);
}

/* A finished game is stored already: its room only leaves memory, and a join brings it back. */
void do_close(struct message *m) {
    struct room *r = m->c->room;
    if (!seats__is_host(m))
        return;
    if (r->t->state == TABLE_PLAYING || r->t->state == TABLE_BROKEN || r->starting) {
        bool broken = r->t->state == TABLE_BROKEN;
        seats__refuse(m, broken ? "broken" : "not-open",
                      broken ? "This game's log could not be read." : "The game is running.");
        return;
    }
    reply_ok(m->c, &m->reply);
    if (r->t->state == TABLE_OVER)
        room_free(r);
    else
        room_close(r, r->t->started != 0);
}
