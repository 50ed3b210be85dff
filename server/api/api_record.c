/* api_record.c -- the record of a game over HTTP, written a little at a time.
 *
 * Writing the record of a long game takes too long for one turn: the loop writes for a
 * millisecond, looks at its sockets, and continues. Entries added meanwhile are not in the
 * record. */
#include <stdio.h>
#include <stdlib.h>

#include "core/check.h"
#include "core/record.h"
#include "api.h"
#include "rooms/room.h"

enum { SLICE_US = 1000, CLOCK_EVERY = 16 };

struct record_job {
    struct record_job *next;
    struct asking *asking;
    struct room *room;   /* pinned while its table is read; or: */
    struct table *table; /* owned by this job */
    struct text out;
    struct record_writer writer;
};

static void end_job(struct record_job *j) {
    if (j->room)
        room_unpin(j->room);
    heap_free(j->table);
    api__asking_free(j->asking);
    free(j->out.start);
    free(j);
}

/* We make the id, so it is safe in a header. */
static void answer(struct record_job *j) {
    const struct table *t = j->room ? j->room->t : j->table;
    char header[160];
    snprintf(header, sizeof header,
             "%sContent-Disposition: attachment; filename=\"skerry-%s.txt\"\r\n", api__no_store,
             t->id);
    conn_answer(j->asking->conn, 200, api__plain, header, j->out.start, j->out.len);
}

/* A long game's record is large, so a failed malloc must not end the server. */
static bool make_room(struct record_job *j) {
    char *more = realloc(j->out.start, j->out.size * 2);
    if (!more) {
        log_line("error", "memory", "what", "record", NULL);
        api_unavailable(j->asking->conn);
        return false;
    }
    j->out.start = more;
    j->out.size *= 2;
    return true;
}

/* Write for a moment; true when it is complete or nobody waits for it any more. */
static bool write_on(struct record_job *j) {
    uint64_t until = now_us() + SLICE_US;
    for (int n = 1; !j->asking->conn->dead; n++) {
        if (j->out.size - j->out.len < STEP_TEXT_MAX + 64 && !make_room(j))
            return true;
        if (!record_write_some(&j->writer, 1)) {
            answer(j);
            return true;
        }
        if (n % CLOCK_EVERY == 0 && now_us() >= until)
            return false;
    }
    return true;
}

/* One job per turn, round robin. */
static void on_idle(uv_idle_t *handle) {
    struct server *s = handle->data;
    struct record_job *j = s->records, **last = &s->records;
    s->records = j->next;
    j->next = NULL;
    if (write_on(j)) {
        end_job(j);
    } else {
        while (*last)
            last = &(*last)->next;
        *last = j;
    }
    if (!s->records)
        uv_idle_stop(handle);
}

void api__send_record(struct asking *a, struct room *r, struct table *own, int seat) {
    struct server *s = a->conn->server;
    const struct table *t = r ? r->t : own;
    struct record_job *j = malloc(sizeof *j);
    CHECK(j);
    j->asking = a;
    j->room = r;
    j->table = own;
    if (r)
        room_pin(r);
    j->out = (struct text){ .size = ((size_t)t->log.entries_n * 48 + 8192 + STEP_TEXT_MAX) / 2 };
    if (!make_room(j)) {
        end_job(j);
        return;
    }
    table_begin_record(t, seat, &j->out, &j->writer);
    if (write_on(j)) {
        end_job(j);
        return;
    }
    j->next = s->records;
    s->records = j;
    uv_idle_start(&s->record_idle, on_idle);
}

void api_records_begin(struct server *s) {
    uv_idle_init(&s->loop, &s->record_idle);
    s->record_idle.data = s;
}

void api_records_end(struct server *s) {
    while (s->records) {
        struct record_job *j = s->records;
        s->records = j->next;
        end_job(j);
    }
}
