/* room.c -- a table in memory with the people at it: finding it, entering and leaving, presence. */
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "../core/hash.h"
#include "play.h"

static unsigned slot(const struct server *s, const char *id) {
    return (unsigned)(hash_text(id) % (sizeof s->room / sizeof *s->room));
}

struct room *room_find(struct server *s, const char *id) {
    for (struct room *r = s->room[slot(s, id)]; r; r = r->next)
        if (strcmp(r->t->id, id) == 0)
            return r;
    return NULL;
}

/* The timer does not keep the loop alive: a draining server does not wait for a clock. */
struct room *room_new(struct server *s, struct table *t) {
    struct room *r = new_lines(sizeof *r);
    CHECK(r && !room_find(s, t->id));
    struct room **list = &s->room[slot(s, t->id)];
    r->server = s;
    r->t = t;
    r->empty_since = now_ms(s);
    r->next = *list;
    *list = r;
    s->rooms_n++;
    person_tables_update(r);
    uv_timer_init(&s->loop, &r->timer);
    uv_unref((uv_handle_t *)&r->timer);
    r->timer.data = r;
    return r;
}

/* The end of a room: libuv must be done with the timer before the memory is freed. */
static void on_closed(uv_handle_t *handle) {
    struct room *r = handle->data;
    bots_free(r);
    table_free(r->t);
    free(r->chat);
    free(r->talker);
    free(r->mute);
    free(r);
}

/* Gone, and nobody holds it. */
static void finish(struct room *r) {
    if (r->gone && r->pins == 0 && !uv_is_closing((uv_handle_t *)&r->timer))
        uv_close((uv_handle_t *)&r->timer, on_closed);
}

/* Removed from the hash table at once; freed when nobody holds it. */
void room_free(struct room *r) {
    struct server *s = r->server;
    struct room **at = &s->room[slot(s, r->t->id)];
    if (r->gone)
        return;
    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    s->rooms_n--;
    r->gone = true;
    lobby_forget(r);
    person_tables_forget(r);
    room_pin(r);
    change_drop(r);
    room_drop_close(r, STORE_BUSY);
    play_drop(r);
    uv_timer_stop(&r->timer);
    r->due = 0;
    while (r->clients)
        room_leave(r->clients);
    while (r->waiting) /* people who wanted to enter */
        client_resume(r->waiting);
    room_unpin(r);
}

void room_pin(struct room *r) {
    r->pins++;
}

void room_unpin(struct room *r) {
    CHECK(r->pins > 0);
    r->pins--;
    finish(r);
}

/* --- entering and leaving --- */

/* The host may watch: for example a big screen in the middle of the room. */
bool room_may_look(const struct table *t, const char *user) {
    return t->state != TABLE_PLAYING || t->settings.spectators || table_seat_of(t, user) >= 0 ||
           strcmp(t->host, user) == 0;
}

/* People who watched while the table was open, and people whose given-up seat was taken by
 * somebody else. */
void room_show_out(struct room *r) {
    for (struct client *c = r->clients, *next; c; c = next) {
        struct reply none = { .len = 0 };
        next = c->room_next;
        if (room_may_look(r->t, c->who.user))
            continue;
        reply_error(c, &none, "no-spectators", "This table has no spectators.");
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

void room_enter(struct room *r, struct client *c) {
    c->seq = 0;
    c->viewer = VIEWER_NONE;
    if (c->room == r) /* it never left and keeps its role: a host, the longest present */
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
    }
}

void room_empty(struct room *r) {
    if (r->t->now)
        table_clock_run(r->t, 0, now_ms(r->server));
    r->empty_since = now_ms(r->server);
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
