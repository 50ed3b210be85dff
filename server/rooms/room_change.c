/* room_change.c -- changes of a table besides its game: seats, settings, names, a start, a
 * pause.
 *
 * Judge against memory, store, and only then make the change, tell it, and answer, as with a
 * command of the game. A change is a function and its arguments. It is applied to a copy, the
 * copy's description is stored, and when that is on disk it is applied to the table. So memory
 * is never ahead of the store: nothing is shown that a crash could undo, and a change that the
 * store refuses has not happened.
 *
 * Only one is in flight at a time (`settling`), as each is judged against the table that it will
 * change. A client that wants another change waits, with all its later messages (client.c); the
 * server's own changes queue up. Presence (online, away, held by a bot) is not stored and is not
 * a change. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "play.h"

static void end(struct change *c, bool stored) {
    if (c->ended)
        c->ended(c->arg, stored);
    reply_done(&c->reply);
    room_unpin(c->room);
    free(c);
}

/* Clocks are charged up to now under the old state, then run under the new one. */
static void make(struct room *r, const struct change *c) {
    int64_t now = now_ms(r->server);
    if (r->t->now)
        table_clock_run(r->t, play_timed(r), now);
    c->make(r->t, c);
    person_tables_update(r);
    if (c->made)
        c->made(r, c);
    if (r->t->now)
        table_clock_run(r->t, play_timed(r), now);
    room_presence(r);
    room_show_out(r);
}

void change_make(struct room *r, const struct change *c) {
    make(r, c);
    room_tell_table(r);
    room_tell_clock(r);
    lobby_touch(r);
    if (c->told)
        c->told(r, c);
    else
        reply_ok(&c->reply);
}

/* FENCED or MISSING: somebody else owns the table now, or ours under another epoch. */
static void refused(struct room *r, const struct change *c, enum store_result why) {
    log_line("error", "store", "op", "meta", "table", r->t->id, "result", store_result_name(why),
             NULL);
    if (why != STORE_UNKNOWN)
        reply_not_stored(&c->reply);
    if (why == STORE_FENCED)
        room_fenced(r);
    else if (why == STORE_MISSING)
        room_not_ours(r);
    else if (why == STORE_BROKEN)
        room_quarantine(r);
    else if (why == STORE_UNKNOWN)
        room_come_again(r);
}

/* A change that must be made is put back in front, to be retried in two seconds. */
static bool tried_again(struct room *r, struct change *c, enum store_result why) {
    if (!c->lasting || r->gone || r->t->state == TABLE_BROKEN || why == STORE_OK)
        return false;
    c->next = r->changes;
    r->changes = c;
    c->not_before = now_ms(r->server) + 1000;
    return true;
}

static void stored(struct store_request *q) {
    struct change *c = q->arg;
    struct room *r = c->room;
    bool ok = q->result == STORE_OK && !r->gone;
    health_heard_from_store(r->server, q->result);
    CHECK(r->settling);
    r->settling = false;
    room_pin(r);
    if (ok)
        change_make(r, c);
    else if (!r->gone)
        refused(r, c, q->result);
    else
        reply_error(&c->reply, "no-such-table", "The table has closed.");
    if (!tried_again(r, c, q->result))
        end(c, ok || r->gone);
    change_next(r);
    room_unpin(r);
}

/* A finished game has its last description in the store, and the store itself applies FORGET and
 * MERGE to it. */
static void submit(struct change *c) {
    struct room *r = c->room;
    CHECK(!r->settling && !r->gone);
    if (r->t->state != TABLE_OPEN && r->t->state != TABLE_PLAYING) {
        change_make(r, c);
        end(c, true);
        return;
    }
    struct table *copy = new_lines(sizeof *copy);
    CHECK(copy);
    if (r->t->now)
        table_clock_run(r->t, play_timed(r), now_ms(r->server));
    *copy = *r->t; /* only its description is used */
    c->make(copy, c);
    struct store_request *q = room_meta_request(r->server, copy, r->epoch, STORE_META);
    free(copy);
    r->settling = true;
    store_ask(r->server->store, q, stored, c);
}

/* For a message nothing is in flight, or it would wait. */
void change_table(struct room *r, struct message *m, const struct change *what) {
    struct change *c = malloc(sizeof *c), **last = &r->changes;
    CHECK(c);
    *c = *what;
    c->room = r;
    c->next = NULL;
    room_pin(r);
    if (m) {
        c->reply = m->reply;
        reply_keep(&c->reply);
        submit(c);
        return;
    }
    while (*last)
        last = &(*last)->next;
    *last = c;
    change_next(r);
}

/* --- at several tables --- */

struct everywhere {
    int left; /* changes not yet ended */
    bool failed;
    void (*then)(void *arg, bool stored);
    void *arg;
};

static void one_ended(void *arg, bool stored) {
    struct everywhere *e = arg;
    e->failed = e->failed || !stored;
    if (--e->left > 0)
        return;
    e->then(e->arg, !e->failed);
    free(e);
}

/* Include tables with a change in flight: the person may be sitting down there. */
static bool concerns(const struct room *r, const char *user) {
    return table_seat_of(r->t, user) >= 0 || strcmp(r->t->host, user) == 0 || r->settling ||
           table_was_kicked(r->t, user) || table_find_silenced(r->t, user) >= 0;
}

void change_everywhere(struct server *s, const char *user, const struct change *what,
                       void (*then)(void *arg, bool stored), void *arg) {
    struct everywhere *e = malloc(sizeof *e);
    struct change c = *what;
    CHECK(e);
    *e = (struct everywhere){ .left = 1, .then = then, .arg = arg };
    c.ended = one_ended;
    c.arg = e;
    for (struct room *r = room_next(s, NULL), *next; r; r = next) {
        next = room_next(s, r);
        if (!concerns(r, user))
            continue;
        e->left++;
        change_table(r, NULL, &c);
    }
    one_ended(e, true);
}

/* --- whose turn it is --- */

/* Everything that ends a wait comes here. Closing a table waits for everything in flight, and so
 * does archiving a finished game. */
void change_next(struct room *r) {
    if (r->asleep) {
        bool woken = (r->changes || r->closing) && room_wake(r);
        while (!woken && !r->waking && r->waiting) /* the store refused: tell them */
            client_go_on(r->waiting);
        return;
    }
    if (r->stale) {
        room_retake(r);
        return;
    }
    while (!r->settling && !r->gone && !r->closing) {
        struct change *c = r->changes;
        if (c && now_ms(r->server) >= c->not_before) {
            r->changes = c->next;
            submit(c);
        } else if (r->waiting && turn_is_long(r->server)) {
            client_resume(r->waiting); /* a crowd came while it slept: they enter one by one */
        } else if (r->waiting) {
            client_go_on(r->waiting);
        } else {
            break;
        }
    }
    if (r->gone || r->settling)
        return;
    room_close_now(r);
    if (r->closing || r->gone)
        return;
    if (r->t->state == TABLE_OVER)
        room_archive(r);
    play_next(r);
}

/* The room goes away: queued changes are void. */
void change_drop(struct room *r) {
    while (r->changes) {
        struct change *c = r->changes;
        r->changes = c->next;
        end(c, true);
    }
}
