/* room_tell.c -- what everybody at a table is told: about the table, the game, and its end.
 *
 * A client that knows the state before the last entry gets only what has changed. Parts that are
 * equal for most seats are written once (table_own_events, table_own_change). */
#include <string.h>

#include "core/check.h"
#include "room.h"

/* --- the table --- */

/* Only user ids (do_mute makes sure), so there is nothing to escape. */
static void mutes_of(const struct room *r, const char *user, char *out, size_t size) {
    struct json_out o = json_begin(out, size);
    json_array(&o, NULL);
    for (int i = 0; i < r->mutes; i++)
        if (r->mute[i].on && strcmp(r->mute[i].who, user) == 0)
            json_text(&o, NULL, r->mute[i].whom);
    json_array_end(&o);
    CHECK(json_fits(&o));
}

/* Each client gets its own `you`; the part before it in the frame is reused. */
static void tell_you(struct room *r, struct client *c, struct frame *f) {
    char mutes[MUTES_MAX * 24];
    struct frame own = *f;
    mutes_of(r, c->who.user, mutes, sizeof mutes);
    table_write_you(r->t, c->who.user, mutes, &own.o);
    json_object_end(&own.o);
    frame_end(r->server, &own);
    frame_send(&own, c);
}

static void begin_table(struct room *r, struct frame *f) {
    const char *kept[SEATS_MAX] = { NULL };
    for (int i = 0; i < r->t->settings.players; i++) {
        const struct seat *s = rematch_keeps(r, i);
        kept[i] = s ? s->name : NULL;
    }
    struct json_out *o = frame_begin(r->server, f, "table");
    json_object(o, "table");
    table_write(r->t, r->watchers, kept, o);
    json_int(o, "vote_after", r->server->config.vote_after);
    f->common = o->len;
}

void room_tell_table_to(struct room *r, struct client *c) {
    struct frame f;
    begin_table(r, &f);
    tell_you(r, c, &f);
}

void room_tell_table(struct room *r) {
    struct frame f;
    r->watchers_told = r->watchers;
    if (!r->clients)
        return;
    begin_table(r, &f);
    for (struct client *c = r->clients; c; c = c->room_next)
        tell_you(r, c, &f);
}

/* --- the game --- */

/* Whose view a person gets; it may change when they sit down or stand up. */
static int viewer_of(const struct room *r, const struct client *c) {
    int seat = table_seat_of(r->t, c->who.user);
    return seat < 0 ? SEAT_SPECTATOR : seat;
}

/* The part for the client's own seat: its menu, and what it may take back. */
static void write_own(const struct table *t, int seat, struct json_out *o) {
    int undo = seat >= 0 && t->state == TABLE_PLAYING ? undo_from(&t->log, seat) : 0;
    table_write_menu(t, seat, heap_scratch(), o, "legal");
    json_int_or_null(o, "undo", undo, undo);
}

enum told { EVENTS, VIEW, CHANGE };

/* Where events start: the last of those after `since` that make a page. With a view and a menu
 * it must stay below the queue limit, or a client that joins a long game would be dropped as too
 * slow. */
static uint32_t tellable(const struct table *t, uint32_t since, uint32_t upto) {
    enum { EVENT = 128, ACTION = ACTION_TEXT_MAX + 3 }; /* maximum bytes without its actions */
    size_t room = QUEUE_MAX / 2;
    uint32_t from = upto;
    for (; from > since; from--) {
        const struct action *a;
        size_t need = EVENT + (size_t)log_actions(&t->log, (int)from, &a) * ACTION;
        if (need > room)
            break;
        room -= need;
    }
    return from;
}

/* A part of a message that is equal for all seats except some, so it is written once. */
struct common {
    unsigned but; /* the seats that get something else */
    size_t len;
    char text[2048];
};
struct news {
    bool known; /* it is known who gets what */
    struct common events, change;
};

static bool in_common(const struct common *c, int seat) {
    return seat < 0 || !(c->but >> seat & 1);
}

/* Keep what was written from here on (after the comma), if there is room. */
static void keep_text(struct common *c, const struct json_out *o, size_t from) {
    size_t len = o->len - from - 1;
    if (len > sizeof c->text)
        return;
    memcpy(c->text, o->text + from + 1, len);
    c->len = len;
}

static void write_events(const struct table *t, int seat, uint32_t since, struct json_out *o) {
    json_text(o, "table", t->id);
    json_int(o, "seq", t->log.entries_n);
    json_array(o, "events");
    uint32_t last = (uint32_t)t->log.entries_n;
    table_write_events(t, seat, tellable(t, since, last), last, heap_scratch(), o);
    json_array_end(o);
}

/* Once per round, and only if somebody gets a change. */
static void look_around(const struct table *t, struct news *n) {
    n->events.but = table_own_events(t);
    n->change.but = table_own_change(t);
    n->events.len = n->change.len = 0;
    n->known = true;
}

static void write_last_events(const struct table *t, int seat, struct json_out *o) {
    write_events(t, seat, (uint32_t)t->log.entries_n - 1, o);
}

static void write_change(const struct table *t, int seat, struct json_out *o) {
    table_write_change(t, seat, o, "change");
}

static void write_once(struct common *c, const struct table *t, int seat, struct json_out *o,
                       void (*write)(const struct table *, int, struct json_out *)) {
    size_t from = o->len;
    bool alike = in_common(c, seat);
    if (alike && c->len) {
        json_raw(o, NULL, c->text, c->len);
        return;
    }
    write(t, seat, o);
    if (alike)
        keep_text(c, o, from);
}

/* What happened and what it changed, for a client that knows the state before the last entry. */
static void write_news(const struct table *t, int seat, struct news *n, struct json_out *o) {
    if (!n->known)
        look_around(t, n);
    write_once(&n->events, t, seat, o, write_last_events);
    write_once(&n->change, t, seat, o, write_change);
}

static void write_game(struct room *r, int seat, uint32_t since, enum told part, struct news *n,
                       struct frame *f) {
    const struct table *t = r->t;
    struct json_out *o = frame_begin(r->server, f, "game");
    if (part == CHANGE)
        write_news(t, seat, n, o);
    else
        write_events(t, seat, since, o);
    if (part == VIEW)
        table_write_view(t, seat, (uint32_t)t->log.entries_n, o, "view");
    if (part != EVENTS)
        write_own(t, seat, o);
    table_write_clock(t, o, "clock", now_ms(r->server));
    frame_end(r->server, f);
}

/* `since` may be anything a client sends: values past the end count as the end. */
void room_tell_game_to(struct room *r, struct client *c, uint32_t since, bool view) {
    struct frame f;
    uint32_t last = (uint32_t)r->t->log.entries_n;
    if (!r->t->now)
        return;
    int seat = viewer_of(r, c);
    write_game(r, seat, since < last ? since : last, view ? VIEW : EVENTS, NULL, &f);
    c->seq = last;
    c->viewer = view ? seat : VIEWER_NONE;
    frame_send(&f, c);
}

/* A page of the past, the last of those after `since` and up to `upto`; the client's state does
 * not change. */
void room_tell_events_to(struct room *r, struct client *c, const struct reply *reply,
                         uint32_t since, uint32_t upto) {
    struct frame f;
    uint32_t last = (uint32_t)r->t->log.entries_n;
    struct json_out *o = reply_begin(reply, &f, "ok");
    upto = upto < last ? upto : last;
    json_array(o, "events");
    table_write_events(r->t, viewer_of(r, c), tellable(r->t, since, upto), upto, heap_scratch(),
                       o);
    json_array_end(o);
    reply_end(reply, &f);
}

/* Clients with the view before the last entry get the change; others get the whole view. */
static enum told part_for(const struct room *r, const struct client *c, bool change) {
    if (!c->want_view)
        return EVENTS;
    return change && c->viewer == c->seat && table_knows_change(r->t, c->seq) ? CHANGE : VIEW;
}

/* Written once for all clients with the same seat (or spectators), the same entries and the same
 * kind. `told` marks those that are done. */
static void tell_groups(struct room *r, bool changes) {
    uint32_t last = (uint32_t)r->t->log.entries_n;
    struct news news;
    news.known = false;
    for (struct client *c = r->clients; c; c = c->room_next)
        if (!c->told)
            c->seat = viewer_of(r, c);
    for (struct client *c = r->clients; c; c = c->room_next) {
        struct frame f;
        if (c->told)
            continue;
        uint32_t since = c->seq;
        int seat = c->seat;
        enum told part = part_for(r, c, changes);
        write_game(r, seat, since, part, &news, &f);
        for (struct client *d = c; d; d = d->room_next)
            if (!d->told && d->seq == since && d->seat == seat &&
                part_for(r, d, changes) == part) {
                d->told = true;
                d->seq = last;
                d->viewer = part == EVENTS ? VIEWER_NONE : seat;
                frame_send(&f, d);
            }
    }
}

void room_tell_game(struct room *r) {
    uint32_t last = (uint32_t)r->t->log.entries_n;
    for (struct client *c = r->clients; c; c = c->room_next)
        c->told = c->seq == last;
    tell_groups(r, true);
}

/* To those who know the last entry; the others are about to be told. */
void room_tell_again(struct room *r) {
    uint32_t last = (uint32_t)r->t->log.entries_n;
    for (struct client *c = r->clients; c; c = c->room_next)
        c->told = c->seq != last;
    tell_groups(r, false);
}

/* Everything is public now; the same bytes for all. */
void room_tell_over(struct room *r, struct client *only) {
    const struct table *t = r->t;
    struct frame f;
    struct json_out *o = frame_begin(r->server, &f, "over");
    json_text(o, "table", t->id);
    json_int_or_null(o, "winner", t->winner >= 0, t->winner);
    table_write_view(t, SEAT_ALL, (uint32_t)t->log.entries_n, o, "position");
    json_array(o, "points");
    for (int i = 0; i < t->settings.players; i++)
        json_int(o, NULL, table_points(t, i));
    json_array_end(o);
    frame_end(r->server, &f);
    for (struct client *c = r->clients; c; c = c->room_next)
        if (!only || c == only)
            frame_send(&f, c);
}
