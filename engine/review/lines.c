/* lines.c -- answers the lines of the engine protocol that look at a record: see lines.h. */
#include "lines.h"

#include "core/protocol_request.h"
#include "core/record.h"
#include "luck.h"
#include "verify.h"

enum { STEPS_MAX = 2000 };      /* so that the answer fits */

/* The game that is being judged, over as many lines as its host likes. */
struct desk {
    struct session *s;
    struct session_walk walk;
    struct review *r;           /* NULL: none */
    void *memory, *work;        /* for it */
    int done, of;               /* actions in force */
};

/* ---- verify ---- */

/* Judged in the spare session, so no game is disturbed. */
static bool cmd_verify(struct request *r) {
    struct verification v;
    struct verify_draw draw;
    size_t len;
    if (!request_get_record(r, &len))
        return false;
    verify_begin(&v, r->p->session[PROTOCOL_SESSIONS], r->p->text, len);
    json_array(r->out, "draws");
    while (verify_next(&v, &draw)) {
        json_object(r->out, NULL);
        json_int(r->out, "entry", draw.entry);
        json_text(r->out, "action", draw.was);
        json_text(r->out, "drawn", draw.drawn);
        json_int(r->out, "of", draw.of);
        json_object_end(r->out);
    }
    json_array_end(r->out);
    json_text(r->out, "fault", verify_fault_name(v.fault));
    json_text(r->out, "message", v.fault == VERIFY_UNREADABLE ? v.unread.what : NULL);
    json_bool(r->out, "sealed", v.sealed);
    json_bool(r->out, "decided", v.decided);
    json_bool(r->out, "promised", v.promised);
    json_int(r->out, "entries", v.entries);
    return true;
}

/* ---- review ---- */

/* It is read in the spare session, so that a bad record changes nothing. */
static bool begin_review(struct request *r, struct desk *d) {
    struct session *spare = r->p->session[PROTOCOL_SESSIONS];
    struct record_fault fault;
    uint8_t table[SEATS_MAX];
    size_t len;
    if (!request_get_record(r, &len))
        return false;
    if (!record_read(spare, r->p->text, len, &fault))
        return request_fail_record(r, &fault);
    if (spare->is_view)
        return request_fail_step(r, SESSION_VIEW, "review");
    session_copy(d->s, spare, spare->log.entries_n);
    review_table(d->s, table);
    struct review_game game = review_of(d->s);
    struct review_ask ask = review_usual(table);
    d->r = review_begin(d->memory, &game, &ask, d->work);
    d->done = d->of = 0;
    for (session_walk(&d->walk, d->s); session_walk_next(&d->walk);)
        d->of++;
    session_walk(&d->walk, d->s);
    return true;
}

static void write_shares(struct json_out *out, const char *key, const int32_t *share, int n) {
    json_array(out, key);
    for (int i = 0; i < n; i++)
        json_int(out, NULL, share[i]);
    json_array_end(out);
}

static void write_point(struct json_out *out, const struct review *r) {
    json_object(out, NULL);
    json_int(out, "entry", r->point.entry);
    write_shares(out, "chance", r->point.chance, r->seats);
    json_object_end(out);
}

static void write_swings(struct json_out *out, const struct review *r) {
    json_array(out, "moments");
    for (int i = 0; i < r->swings_n; i++) {
        json_object(out, NULL);
        json_int(out, "entry", r->swing[i].entry);
        json_int(out, "seat", r->swing[i].seat);
        json_int(out, "before", r->swing[i].before);
        json_int(out, "after", r->swing[i].after);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_findings(struct json_out *out, const struct review *r) {
    write_shares(out, "start", r->start, r->seats);
    write_shares(out, "luck", r->luck, r->seats);
    write_shares(out, "play", r->play, r->seats);
    write_swings(out, r);
}

/* With "record" it begins; without, it goes on with the last one. */
static bool cmd_review(struct request *r) {
    struct desk *d = r->p->desk;
    int64_t steps = STEPS_MAX;
    if (!request_get_int(r, "steps", 1, STEPS_MAX, &steps))
        return false;
    if (request_get(r, "record").len && !begin_review(r, d))
        return false;
    if (!d->r)
        return request_bad_key(r, "record", "the text of a game record");
    json_array(r->out, "curve");
    for (const struct action *a; steps-- > 0 && (a = session_walk_next(&d->walk)); d->done++)
        if (review_step(d->r, d->walk.entry, a))
            write_point(r->out, d->r);
    bool over = d->done == d->of;
    if (over && review_end(d->r, d->s->log.entries_n))
        write_point(r->out, d->r);
    json_array_end(r->out);
    json_int(r->out, "done", d->done);
    json_int(r->out, "of", d->of);
    if (over) {
        write_findings(r->out, d->r);
        d->r = NULL;
    }
    return true;
}

static const struct request_kind commands[] = {
    { "verify", cmd_verify, false, " record " },
    { "review", cmd_review, false, " record steps " },
    { NULL, NULL, false, NULL },
};

static size_t aligned(size_t n) {
    return (n + 15) / 16 * 16;
}

/* The desk, then what it keeps. */
size_t review_lines_size(void) {
    return aligned(sizeof(struct desk)) + aligned(review_size()) +
           session_size(PROTOCOL_ACTIONS_MAX);
}

void review_lines(struct protocol *p, void *memory, void *work) {
    unsigned char *review = (unsigned char *)memory + aligned(sizeof(struct desk));
    unsigned char *session = review + aligned(review_size());
    struct desk *d = memory;
    *d = (struct desk){ .memory = review, .work = work,
                        .s = session_new(session, PROTOCOL_ACTIONS_MAX) };
    p->desk = d;
    p->more = commands;
}
