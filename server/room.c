/* room.c -- a table in memory with the people at it: finding it, coming and going, who is there. */
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

/* The timer does not keep the loop alive: a server that drains does not wait for a clock. */
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

/* The last that happens to a room: libuv must be done with the timer before its memory goes. */
static void on_closed(uv_handle_t *handle) {
    struct room *r = handle->data;
    bots_free(r);
    table_free(r->t);
    free(r->chat);
    free(r->talker);
    free(r->mute);
    free(r);
}

/* Gone, and nobody comes back to it. */
static void finish(struct room *r) {
    if (r->gone && r->pins == 0 && !uv_is_closing((uv_handle_t *)&r->timer))
        uv_close((uv_handle_t *)&r->timer, on_closed);
}

/* Out of the hash table at once; the memory when nobody comes back to it. */
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
    while (r->waiting) /* who wanted to come in */
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

/* --- coming and going --- */

bool room_is_there(const struct room *r, const char *user) {
    for (struct client *c = r->clients; c; c = c->room_next)
        if (strcmp(c->who.user, user) == 0)
            return true;
    return false;
}

/* Whose time runs has changed, and no entry says so. Before the first there is nothing to see. */
void room_tell_clock(struct room *r) {
    if (!table_has_clock(r->t) || r->t->state != TABLE_PLAYING || r->t->log.entries_n == 0)
        return;
    table_clock_run(r->t, play_timed(r), now_ms(r->server));
    room_tell_again(r);
}

/* A person is present while any of their connections is open. Coming back takes the seat back from
 * the bot at once, unless they resigned. */
void room_presence(struct room *r) {
    int64_t now = now_ms(r->server);
    struct table *t = r->t;
    bool changed = false, returned = false;
    for (int i = 0; i < t->settings.players; i++) {
        struct seat *s = &t->seat[i];
        if (s->kind != SEAT_HUMAN)
            continue;
        bool there = room_is_there(r, s->user);
        if (there && s->away) {
            s->away = 0;
            changed = true;
            returned = returned || (s->held && !s->resigned);
            s->held = s->resigned;
        } else if (!there && !s->away) {
            s->away = now;
            changed = true;
        }
    }
    if (changed) {
        room_tell_table(r);
        lobby_touch(r);
    }
    if (returned)
        room_tell_clock(r);
    play_ask_again(r);
}

/* One of a crowd that watches changes nothing for the seats. */
void room_presence_of(struct room *r, const char *user) {
    if (table_seat_of(r->t, user) >= 0 || r->clients_n <= 1)
        room_presence(r);
    else
        play_ask_again(r);
}

/* The host may: a big screen in the middle of the room is one. */
bool room_may_look(const struct table *t, const char *user) {
    return t->state != TABLE_PLAYING || t->settings.spectators || table_seat_of(t, user) >= 0 ||
           strcmp(t->host, user) == 0;
}

/* Who looked on while the table was open, and who gave up a seat that another has taken. */
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

/* The other nodes send people who look for a game only to where somebody waits (find.c). */
static void tell_left(struct room *r, bool left) {
    if (r->left == left)
        return;
    r->left = left;
    notice(r->server, left ? "left" : "here", r->t->id);
}

void room_enter(struct room *r, struct client *c) {
    c->seq = 0;
    c->viewer = VIEWER_NONE;
    if (c->room == r) /* it never left, and stays who it is there: a host, the longest present */
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
        r->t->clock_at = now_ms(r->server); /* nobody's time ran while nobody was there */
        r->empty_since = 0;
        if (r->t->now) /* but it does from here on */
            table_clock_run(r->t, play_timed(r), now_ms(r->server));
    }
}

/* Seated people come first, then spectators, then those who were asked to leave. */
static int fit_for_host(const struct table *t, const char *user) {
    if (table_seat_of(t, user) >= 0)
        return 3;
    return table_was_kicked(t, user) ? 1 : 2;
}

/* The host has left before the start: the fittest takes over, of several the longest present. */
const char *room_next_host(const struct room *r, const char *leaver) {
    const char *next = NULL;
    int best = 0;
    for (const struct client *c = r->clients; c; c = c->room_next) {
        int fit = fit_for_host(r->t, c->who.user);
        if (strcmp(c->who.user, leaver) == 0 || fit < best)
            continue;
        next = c->who.user;
        best = fit;
    }
    return next;
}

static void make_host(struct table *t, const struct change *c) {
    if (t->state == TABLE_OPEN)
        KEEP(t->host, c->user);
}

/* A host who only reloads the page, or whose network fails, stays the host for the grace period of
 * the table; it begins when somebody is there to wait. */
void room_watch_host(struct room *r, int64_t now) {
    enum { HOLD_NONE = 60 }; /* seconds, at a table where no bot ever holds a seat */
    if (r->t->state != TABLE_OPEN && !r->host_away) /* most */
        return;
    int hold = r->t->settings.hold > 0 ? r->t->settings.hold : HOLD_NONE;
    if (r->settling || r->closing)
        return;
    if (r->t->state != TABLE_OPEN || !r->clients || room_is_there(r, r->t->host)) {
        r->host_away = 0;
    } else if (!r->host_away) {
        r->host_away = now;
    } else if (now - r->host_away >= (int64_t)hold * 1000) {
        struct change c = { .make = make_host };
        KEEP(c.user, room_next_host(r, r->t->host));
        r->host_away = 0;
        change_table(r, NULL, &c);
    }
}

void room_empty(struct room *r) {
    if (r->t->now)
        table_clock_run(r->t, 0, now_ms(r->server));
    r->empty_since = now_ms(r->server);
}

/* The last one out stops all clocks. A room that is gone tells nobody anything more. */
void room_leave(struct client *c) {
    struct room *r = c->room;
    if (c->waits == &r->waiting) /* what it wanted there comes to nothing */
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
