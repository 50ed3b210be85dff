/* lines.c -- answers the lines of the engine protocol that look at a record: see lines.h. */
#include "lines.h"

#include "core/protocol_request.h"
#include "verify.h"

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
    json_text(r->out, "message", v.fault ? v.why : NULL);
    json_bool(r->out, "sealed", v.sealed);
    json_bool(r->out, "decided", v.decided);
    json_bool(r->out, "promised", v.promised);
    json_int(r->out, "entries", v.entries);
    return true;
}

static const struct request_kind commands[] = {
    { "verify", cmd_verify, false, " record " },
    { NULL, NULL, false, NULL },
};

void review_lines(struct protocol *p) {
    p->more = commands;
}
