/* lobby.c -- the list of public tables, live. Changes are collected for a moment, so a busy
 * lobby costs one message per table and moment, written once for everybody. The number of
 * watchers is sent to the table at the same pace. */
#include <string.h>

#include "room.h"

/* Private tables are found only by their link. */
static bool shown(const struct room *r) {
    return r->t->settings.is_public && !r->gone &&
           (r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING);
}

/* Cheap enough to call whenever something might have changed: a room is in the list once, and
 * its state at the end of the moment is sent. */
void lobby_touch(struct room *r) {
    struct server *s = r->server;
    if (r->lobby_dirty || r->gone)
        return;
    r->lobby_dirty = true;
    r->lobby_next = s->lobby_dirty;
    s->lobby_dirty = r;
}

static void send_to_all(struct server *s, struct frame *f) {
    frame_end(s, f);
    for (struct client *c = s->lobby; c; c = c->lobby_next)
        frame_send(f, c);
}

static void tell_gone(struct server *s, const struct room *r) {
    struct frame f;
    json_text(frame_begin(s, &f, "lobby-change"), "gone", r->t->id);
    send_to_all(s, &f);
}

/* Everybody who was shown the room is told, however it ends. */
void lobby_forget(struct room *r) {
    struct server *s = r->server;
    struct room **at = &s->lobby_dirty;
    while (r->lobby_dirty && *at != r)
        at = &(*at)->lobby_next;
    if (r->lobby_dirty)
        *at = r->lobby_next;
    r->lobby_dirty = false;
    if (r->listed && s->lobby)
        tell_gone(s, r);
    r->listed = false;
}

/* Settings may change what is shown: a table that becomes private leaves the lobby. */
static void flush_room(struct server *s, struct room *r) {
    struct frame f;
    r->lobby_dirty = false;
    if (r->watchers_told != r->watchers) /* collected too: a crowd may come at once */
        room_tell_table(r);
    if (shown(r)) {
        r->listed = true;
        if (!s->lobby)
            return;
        table_write_lobby(r->t, r->watchers, frame_begin(s, &f, "lobby-change"), "entry");
        send_to_all(s, &f);
    } else if (r->listed) {
        r->listed = false;
        if (s->lobby)
            tell_gone(s, r);
    }
}

/* As many as one turn has time for. False: there are more. */
bool lobby_flush(struct server *s) {
    while (s->lobby_dirty) {
        struct room *r = s->lobby_dirty;
        s->lobby_dirty = r->lobby_next;
        flush_room(s, r);
        if (ops_turn_is_long(s))
            break;
    }
    return s->lobby_dirty == NULL;
}

/* Does nothing for a client that does not watch. */
void lobby_leave(struct client *c) {
    struct server *s = c->conn->server;
    if (!c->lobby)
        return;
    c->lobby = false;
    if (c->lobby_prev)
        c->lobby_prev->lobby_next = c->lobby_next;
    else
        s->lobby = c->lobby_next;
    if (c->lobby_next)
        c->lobby_next->lobby_prev = c->lobby_prev;
    c->lobby_next = c->lobby_prev = NULL;
}

/* The whole list once, then only changes. */
static void tell_all(struct client *c) {
    struct server *s = c->conn->server;
    struct frame f;
    struct json_out *o = frame_begin(s, &f, "lobby");
    int n = 0;
    json_array(o, "tables");
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next)
            if (shown(r) && n++ < LOBBY_MAX) {
                table_write_lobby(r->t, r->watchers, o, NULL);
                r->listed = true; /* somebody knows it now and must hear of its end */
            }
    json_array_end(o);
    frame_end(s, &f);
    frame_send(&f, c);
}

void do_lobby(struct message *m) {
    struct client *c = m->c;
    struct server *s = c->conn->server;
    lobby_leave(c);
    if (message_flag(m, "on", false)) {
        c->lobby = true;
        c->lobby_next = s->lobby;
        if (s->lobby)
            s->lobby->lobby_prev = c;
        s->lobby = c;
        tell_all(c);
    }
    reply_ok(c, &m->reply);
}
