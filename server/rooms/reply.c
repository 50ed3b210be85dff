/* reply.c -- messages to a client: frames, and answers to its requests. */
#include <string.h>

#include "core/check.h"
#include "message.h"

enum { LONG_FRAME = 65536 };

static struct json_out *begin_at(struct frame *f, char *at, size_t size, const char *type) {
    f->o = json_begin_object(at, size);
    json_text(&f->o, "type", type);
    return &f->o;
}

struct json_out *frame_begin(struct server *s, struct frame *f, const char *type) {
    burst_frame(s, 0);
    f->common = f->len = 0;
    f->messages = 0;
    return begin_at(f, s->frame + WS_HEAD_MAX, FRAME_MAX - WS_HEAD_MAX, type);
}

struct json_out *frame_also(struct server *s, struct frame *f, const char *type) {
    char *at = (char *)f->bytes + f->len + WS_HEAD_MAX;
    burst_frame(s, 0);
    return begin_at(f, at, (size_t)(s->frame + FRAME_MAX - at), type);
}

/* The head's length depends on the message's, which is known only now. Room was left for it, and
 * it is written directly before the message. A further message moves up to the one before it. */
void frame_end(struct server *s, struct frame *f) {
    uint8_t head[WS_HEAD_MAX];
    json_object_end(&f->o);
    CHECK(json_fits(&f->o));
    size_t n = ws_head(f->o.len, head);
    if (f->messages++ == 0)
        f->bytes = (uint8_t *)s->frame + WS_HEAD_MAX - n;
    else
        memmove(f->bytes + f->len + n, f->bytes + f->len + WS_HEAD_MAX, f->o.len);
    memcpy(f->bytes + f->len, head, n);
    f->len += n + f->o.len;
    burst_frame(s, f->len);
    f->same = f->common ? n + f->common : f->len;
}

/* A long answer counts as several messages against its reader's limit: only a client that
 * repeatedly asks for a long history gets so many bytes. */
void frame_send(const struct frame *f, struct client *c) {
    if (f->len >= LONG_FRAME) /* rare: it is on a line of memory that nothing else here needs */
        c->messages += (int)(f->len / LONG_FRAME);
    c->conn->server->metric[M_MESSAGES_OUT] += f->messages;
    conn_send_frame(c->conn, f->bytes, f->len, f->same);
}

/* --- answers --- */

void reply_keep(const struct reply *r) {
    if (r->conn)
        conn_pin(r->conn);
}

void reply_done(const struct reply *r) {
    if (r->conn)
        conn_unpin(r->conn);
}

struct client *reply_to(const struct reply *r) {
    return r->conn ? r->conn->client : NULL;
}

static bool wants_ok(const struct reply *r) {
    return reply_to(r) && r->len;
}

struct json_out *reply_begin(const struct reply *r, struct frame *f, const char *type) {
    struct json_out *o = frame_begin(r->conn->server, f, type);
    if (r->len)
        json_raw(o, "id", r->id, r->len);
    return o;
}

void reply_end(const struct reply *r, struct frame *f) {
    frame_end(r->conn->server, f);
    frame_send(f, r->conn->client);
}

void reply_ok(const struct reply *r) {
    struct frame f;
    if (!wants_ok(r))
        return;
    reply_begin(r, &f, "ok");
    reply_end(r, &f);
}

void reply_ok_text(const struct reply *r, const char *key, const char *value) {
    struct frame f;
    if (!wants_ok(r))
        return;
    json_text(reply_begin(r, &f, "ok"), key, value);
    reply_end(r, &f);
}

void reply_ok_with(const struct reply *r, void (*write)(struct json_out *, const void *),
                   const void *arg) {
    struct frame f;
    if (!wants_ok(r))
        return;
    write(reply_begin(r, &f, "ok"), arg);
    reply_end(r, &f);
}

void reply_ok_seq(const struct reply *r, uint32_t seq, bool again) {
    struct frame f;
    if (!wants_ok(r))
        return;
    struct json_out *o = reply_begin(r, &f, "ok");
    json_int(o, "seq", seq);
    if (again)
        json_bool(o, "again", true);
    reply_end(r, &f);
}

void reply_error(const struct reply *r, const char *error, const char *words) {
    struct frame f;
    if (!reply_to(r))
        return;
    struct json_out *o = reply_begin(r, &f, "error");
    json_text(o, "error", error);
    json_text(o, "message", words);
    r->conn->server->metric[M_REFUSALS]++;
    reply_end(r, &f);
}

/* The page has the game's words in every language: `error` and `rule` are ids. */
void reply_refusal(const struct reply *r, const struct refusal *why) {
    struct frame f;
    if (!reply_to(r))
        return;
    struct json_out *o = reply_begin(r, &f, "error");
    json_text(o, "error", why->error);
    if (why->rule)
        json_text(o, "rule", why->rule);
    json_int(o, "action", why->action);
    json_text(o, "message", why->error);
    r->conn->server->metric[M_REFUSALS]++;
    reply_end(r, &f);
}

void reply_goto(const struct reply *r, const char *table, const char *url) {
    struct frame f;
    if (!reply_to(r))
        return;
    struct json_out *o = reply_begin(r, &f, "goto");
    json_text(o, "table", table);
    json_text(o, "url", url);
    reply_end(r, &f);
}

void reply_not_stored(const struct reply *r) {
    struct frame f;
    if (!reply_to(r))
        return;
    struct json_out *o = reply_begin(r, &f, "error");
    json_text(o, "error", "not-stored");
    json_text(o, "message",
              "The server could not store this, so nothing happened. Try again in a moment.");
    json_int(o, "retry_ms", 1000);
    reply_end(r, &f);
}
