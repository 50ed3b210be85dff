/* room_close.c -- the end of a table: its finished game is archived, and the table is closed. */
#include <stdlib.h>

#include "core/check.h"
#include "room.h"

/* --- archiving --- */

/* Marked as archived when submitted, so that it is not submitted twice; unmarked if it was
 * refused. */
static void archived(struct store_request *q) {
    struct room *r = q->arg;
    health_heard_from_store(r->server, q->result);
    /* MISSING: it was archived already, by a write whose answer was lost */
    if (q->result == STORE_FENCED && !r->gone && notice_is_node(r->server)) {
        room_come_again(r);
    } else if (q->result != STORE_OK && q->result != STORE_MISSING) {
        r->archived = false;
        r->retry_at = now_ms(r->server) + 5000;
        log_line("error", "store", "op", "archive", "result", store_result_name(q->result), NULL);
    }
    room_unpin(r);
}

/* A game's log as one blob, with its final state. On the loop's thread: a game has a few hundred
 * entries. */
static struct store_request *archive_request(struct room *r, enum table_state state) {
    struct table picture = *r->t;
    size_t len;
    char *body = heap_encode_log(r->t, &len);
    picture.state = state;
    struct store_request *q = room_meta_request(r->server, &picture, r->epoch, STORE_ARCHIVE);
    store_set_body(q, body, len);
    free(body);
    return q;
}

/* After the end, when no change of the table is in flight: the archive comes last. */
void room_archive(struct room *r) {
    if (r->archived || r->settling || r->t->state == TABLE_BROKEN)
        return;
    r->archived = true;
    room_pin(r);
    store_ask(r->server->store, archive_request(r, r->t->state), archived, r);
}

/* --- the end of a table --- */

struct closing {
    enum close_how how;
    void (*done)(void *arg, enum store_result);
    void *arg;
    bool sent; /* it is at the store */
};

/* Told and gone. */
static void shut(struct room *r) {
    r->t->state = TABLE_CLOSED;
    room_tell_table(r);
    room_free(r);
}

/* Refused: it continues as if nobody had wanted to close it. */
static void closed(struct store_request *q) {
    struct room *r = q->arg;
    struct closing *c = r->closing;
    bool ok = q->result == STORE_OK || q->result == STORE_MISSING;
    health_heard_from_store(r->server, q->result);
    r->closing = NULL;
    if (ok && !r->gone)
        shut(r);
    if (c->done)
        c->done(c->arg, q->result);
    free(c);
    if (!ok && !r->gone) {
        r->retry_at = now_ms(r->server) + 1000;
        change_next(r);
    }
    room_unpin(r);
}

/* The room is removed before its turn: the server stops, or another node owns it. */
void room_drop_close(struct room *r, enum store_result why) {
    struct closing *c = r->closing;
    if (!c || c->sent)
        return;
    r->closing = NULL;
    if (c->done)
        c->done(c->arg, why);
    free(c);
}

/* What is in flight comes first: an acknowledged entry must be in the archive. */
void room_close_now(struct room *r) {
    struct closing *c = r->closing;
    if (!c || c->sent || r->flying || r->settling || r->gone)
        return;
    bool keep = c->how == CLOSE_KEEP && r->t->started;
    bool unsure = c->how == CLOSE_KEEP && notice_is_node(r->server); /* it may have started there */
    if (r->asleep && (keep || unsure)) { /* the archive is made from the log */
        room_wake(r);
        return;
    }
    c->sent = true;
    struct store_request *q =
        keep ? archive_request(r, r->t->state == TABLE_OVER ? TABLE_OVER : TABLE_CLOSED)
             : store_request(STORE_REMOVE, r->t->id);
    q->epoch = r->asleep ? 0 : r->epoch;
    room_pin(r);
    store_ask(r->server->store, q, closed, r);
}

/* A quarantined table only leaves memory: what is stored is all there is to repair it, and more
 * than we know. A finished game only leaves memory too: it is stored, and a join brings it back. */
void room_close(struct room *r, enum close_how how, void (*done)(void *arg, enum store_result),
                void *arg) {
    bool only_memory = how == CLOSE_KEEP && (r->t->state == TABLE_BROKEN || r->archived);
    if (r->closing || only_memory) {
        if (!r->closing)
            shut(r);
        if (done)
            done(arg, only_memory ? STORE_OK : STORE_BUSY);
        return;
    }
    r->closing = calloc(1, sizeof *r->closing);
    CHECK(r->closing);
    *r->closing = (struct closing){ .how = how, .done = done, .arg = arg };
    room_close_now(r);
}
