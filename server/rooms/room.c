/* room.c -- a table in memory with the people at it: making it, finding it, ending it. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/hash.h"
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

struct room *room_next(const struct server *s, const struct room *r) {
    unsigned i = r ? slot(s, r->t->id) : 0;
    struct room *next = r ? r->next : s->room[0];
    while (!next && ++i < sizeof s->room / sizeof *s->room)
        next = s->room[i];
    return next;
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
    heap_free(r->t);
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
