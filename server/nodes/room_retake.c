/* room_retake.c -- takes a table again after its epoch has ended, while people sit at it.
 *
 * A login that merges a guest into an account, or the deletion of a person, changes tables of all
 * nodes at once. The store does it and raises their epochs, so that an owner who does not know yet
 * cannot write the old names back. That node still owns the table: it takes it again, reads the new
 * names, and continues; the others at the table notice nothing. If the epoch ended for another
 * reason (another node owns the game), everybody reconnects and finds the new owner. */
#include <string.h>

#include "rooms/room.h"

enum { AGAIN_MS = 200 }; /* after the store could not say */

/* As the store has it; what is not stored of a seat (whether anybody is there) stays. */
static void take_over_seat(struct seat *to, const struct seat *from) {
    if (strcmp(to->user, from->user) == 0 && to->kind == from->kind)
        return;
    to->kind = from->kind;
    to->ready = from->ready;
    to->resigned = from->resigned;
    to->held = from->held;
    KEEP(to->user, from->user);
    KEEP(to->name, from->name);
    KEEP(to->seed, from->seed);
}

static void make_people(struct table *t, const struct change *c) {
    const struct table *stored = c->arg;
    for (int i = 0; i < t->settings.players; i++)
        take_over_seat(&t->seat[i], &stored->seat[i]);
    KEEP(t->host, stored->host);
    memcpy(t->kicked, stored->kicked, sizeof t->kicked);
    t->kicks = stored->kicks;
    memcpy(t->silenced, stored->silenced, sizeof t->silenced);
    t->silences = stored->silences;
}

/* Only if nobody else had it: then nothing but people can have changed. */
static bool go_on(struct room *r, const struct store_request *q) {
    if (q->result != STORE_OK || !q->limit)
        return false;
    struct table *t = table_from_rows(r->t->id, q->rows, q->rows_n);
    bool same = t->state != TABLE_BROKEN && t->log.entries_n == r->t->log.entries_n;
    if (same) {
        r->epoch = q->epoch;
        r->stale = false;
        r->told_due = 0;
        change_make(r, &(struct change){ .make = make_people, .arg = t });
    }
    heap_free(t);
    return same;
}

static void retaken(struct store_request *q) {
    struct room *r = q->arg;
    bool later = q->result == STORE_BUSY || q->result == STORE_FULL || q->result == STORE_UNKNOWN;
    r->settling = false;
    health_heard_from_store(r->server, q->result);
    if (!r->gone && later)
        r->retry_at = now_ms(r->server) + AGAIN_MS;
    else if (!r->gone && !go_on(r, q))
        room_come_again(r);
    if (!r->gone)
        change_next(r);
    room_unpin(r);
}

/* What is on its way comes back first, refused. */
void room_retake(struct room *r) {
    if (r->flying || r->settling || r->gone || now_ms(r->server) < r->retry_at)
        return;
    r->settling = true;
    room_pin(r);
    store_ask(r->server->store, store_request(STORE_TAKE, r->t->id), retaken, r);
}

void room_fenced(struct room *r) {
    if (!notice_is_node(r->server)) {
        room_quarantine(r);
        return;
    }
    if (r->gone || r->asleep)
        return;
    r->stale = true;
    change_next(r);
}
