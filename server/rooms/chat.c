/* chat.c -- chat at a table: lines, and quick phrases that each reader sees in their own
 * language. A line is stored before it is shown.
 *
 * A room keeps the last CHATS_KEPT lines in a ring for people who join later. `chats` counts all
 * lines, so the next slot is chats % CHATS_KEPT. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "room.h"

/* The name at the time, not the current one. */
static void write_line(const struct chat_line *l, const struct table *t, struct json_out *o) {
    json_text(o, "table", t->id);
    json_text(o, "user", l->user);
    json_text(o, "name", l->name);
    table_write_number(o, "seat", l->seat);
    json_int(o, "at", l->at);
    if (l->phrase[0])
        json_text(o, "phrase", l->phrase);
    else
        json_text(o, "text", l->text);
}

static void remember(struct room *r, const struct chat_line *l) {
    if (!r->chat)
        r->chat = calloc(CHATS_KEPT, sizeof *r->chat);
    CHECK(r->chat && r->chats >= 0);
    r->chat[r->chats++ % CHATS_KEPT] = *l;
}

/* Written once; people who muted the speaker are left out when it is sent. */
static void tell(struct room *r, const struct chat_line *l) {
    struct frame f;
    write_line(l, r->t, frame_begin(r->server, &f, "chat"));
    frame_end(r->server, &f);
    for (struct client *c = r->clients; c; c = c->room_next)
        if (!mute_is_on(r, c->who.user, l->user))
            frame_send(&f, c);
}

void chat_tell_all(struct room *r, struct client *c) {
    struct frame f;
    if (r->chats == 0)
        return;
    struct json_out *o = frame_begin(r->server, &f, "chats");
    json_array(o, "chats");
    for (int i = r->chats > CHATS_KEPT ? r->chats - CHATS_KEPT : 0; i < r->chats; i++) {
        const struct chat_line *l = &r->chat[i % CHATS_KEPT];
        if (mute_is_on(r, c->who.user, l->user))
            continue;
        json_object(o, NULL);
        write_line(l, r->t, o);
        json_object_end(o);
    }
    json_array_end(o);
    frame_end(r->server, &f);
    frame_send(&f, c);
}

/* Close the gaps in the ring; the order stays. */
void chat_forget(struct room *r, const char *user) {
    struct chat_line *kept = r->chat ? calloc(CHATS_KEPT, sizeof *kept) : NULL;
    int n = 0;
    if (!r->chat)
        return;
    CHECK(kept);
    for (int i = r->chats > CHATS_KEPT ? r->chats - CHATS_KEPT : 0; i < r->chats; i++)
        if (strcmp(r->chat[i % CHATS_KEPT].user, user) != 0)
            kept[n++] = r->chat[i % CHATS_KEPT];
    free(r->chat);
    r->chat = kept;
    r->chats = n;
}

void chat_move(struct room *r, const char *from, const char *to) {
    for (int i = 0; i < r->chats && i < CHATS_KEPT; i++)
        if (strcmp(r->chat[i].user, from) == 0)
            KEEP(r->chat[i].user, to);
}

/* --- storing: a line is JSON {"name","seat","text"|"phrase"} --- */

static void read_lines(struct room *r, const struct store_row *rows, int n) {
    for (int i = 0; i < n; i++) {
        struct json_in o;
        struct chat_line l = { .seat = -1, .at = rows[i].at };
        int64_t seat;
        if (rows[i].kind != ROW_CHAT || json_check(rows[i].body, rows[i].len, &o) != 0 ||
            !json_is_object(o))
            continue;
        KEEP(l.user, rows[i].key);
        if (json_to_text(json_get(o, "name"), l.name, sizeof l.name) < 0)
            continue;
        if (json_to_int(json_get(o, "seat"), 0, SEATS_MAX - 1, &seat))
            l.seat = (int)seat;
        if (json_to_text(json_get(o, "phrase"), l.phrase, sizeof l.phrase) < 0 &&
            json_to_text(json_get(o, "text"), l.text, sizeof l.text) < 0)
            continue;
        remember(r, &l);
    }
}

/* The people who caused a finished game to be loaded are already there. Lines said meanwhile are
 * among those read, because the store works in order. */
static void loaded(struct store_request *q) {
    struct room *r = q->arg;
    r->chat_unread = q->result != STORE_OK;
    if (!r->chat_unread) {
        r->chats = 0;
        read_lines(r, q->rows, q->rows_n);
        for (struct client *c = r->clients; c; c = c->room_next)
            chat_tell_all(r, c);
    }
    room_unpin(r);
}

/* The lines of a table that was loaded from the store. */
void chat_load(struct room *r) {
    r->chat_unread = false;
    struct store_request *q = store_request(STORE_CHATS, r->t->id);
    q->limit = CHATS_KEPT;
    room_pin(r);
    store_ask(r->server->store, q, loaded, r);
}

/* A line on its way to the store; pins its room and its connection. */
struct said {
    struct room *room;
    struct reply reply;
    struct chat_line line;
};

/* The room may be gone by now; then sending reaches nobody. */
static void stored(struct store_request *q) {
    struct said *s = q->arg;
    health_heard_from_store(s->room->server, q->result);
    if (q->result == STORE_OK) {
        s->room->server->metric[M_CHATS]++;
        remember(s->room, &s->line);
        tell(s->room, &s->line);
        reply_ok(&s->reply);
    } else if (q->result == STORE_MISSING) { /* or the person is: then nobody reads this */
        reply_error(&s->reply, "no-such-table", "The table has closed.");
    } else {
        reply_not_stored(&s->reply);
    }
    reply_done(&s->reply);
    room_unpin(s->room);
    free(s);
}

/* `line` has its text or its phrase. The body has room for a text of nothing but quotes, two bytes
 * each. */
static void say(struct message *m, const struct chat_line *line) {
    struct client *c = m->c;
    struct server *server = c->conn->server;
    struct said *s = malloc(sizeof *s);
    CHECK(s);
    char body[sizeof s->line.text * 2 + 256];
    *s = (struct said){ .room = c->room, .reply = m->reply, .line = *line };
    s->line.at = now_ms(server);
    s->line.seat = table_seat_of(c->room->t, c->who.user);
    KEEP(s->line.user, c->who.user);
    KEEP(s->line.name, c->who.name);
    struct json_out o = json_begin_object(body, sizeof body);
    json_text(&o, "name", s->line.name);
    if (s->line.seat >= 0)
        json_int(&o, "seat", s->line.seat);
    json_text(&o, s->line.phrase[0] ? "phrase" : "text",
              s->line.phrase[0] ? s->line.phrase : s->line.text);
    json_object_end(&o);
    CHECK(json_fits(&o));
    struct store_request *q = store_request(STORE_CHAT, c->room->t->id);
    KEEP(q->user, c->who.user);
    q->at = s->line.at;
    store_set_body(q, body, o.len);
    room_pin(c->room);
    reply_keep(&s->reply);
    store_ask(server->store, q, stored, s);
}

/* People whose last line is old are forgotten, which keeps the list short. */
static struct talker *talker_of(struct room *r, const char *user, int64_t now) {
    struct talker *found = NULL;
    int n = 0;
    for (int i = 0; i < r->talkers; i++)
        if (now - r->talker[i].at[(r->talker[i].said - 1) % CHAT_MAX] <= CHAT_WINDOW_MS)
            r->talker[n++] = r->talker[i];
    r->talkers = n;
    for (int i = 0; i < n && !found; i++)
        if (strcmp(r->talker[i].user, user) == 0)
            found = &r->talker[i];
    if (found)
        return found;
    r->talker = realloc(r->talker, (size_t)(n + 1) * sizeof *r->talker);
    CHECK(r->talker);
    r->talkers = n + 1;
    memset(&r->talker[n], 0, sizeof r->talker[n]);
    KEEP(r->talker[n].user, user);
    return &r->talker[n];
}

/* At most CHAT_MAX in any CHAT_WINDOW_MS, per person and table, over all connections. */
static bool too_talkative(struct room *r, const char *user, int64_t now) {
    struct talker *t = talker_of(r, user, now);
    int64_t *oldest = &t->at[t->said % CHAT_MAX];
    if (t->said >= CHAT_MAX && now - *oldest <= CHAT_WINDOW_MS)
        return true;
    *oldest = now;
    t->said++;
    return false;
}

static bool may_talk(struct message *m) {
    struct room *r = m->c->room;
    const char *user = m->c->who.user;
    if (!r->t->settings.chat)
        return message_refuse(m, "no-chat", "This table has no chat.");
    if (table_find_silenced(r->t, user) >= 0)
        return message_refuse(m, "silenced", "The host has muted you at this table.");
    return !too_talkative(r, user, now_ms(r->server)) ||
           message_refuse(m, "too-fast", "Not so fast.");
}

void do_chat(struct message *m) {
    char text[CHAT_CHARS * 4 * 2];
    struct chat_line line = { .seat = -1 };
    if (!may_talk(m))
        return;
    message_text(m, "text", text, sizeof text);
    if (clean_text(text, line.text, sizeof line.text, CHAT_CHARS))
        say(m, &line);
    else
        message_refuse(m, "bad-value", "text");
}

void do_phrase(struct message *m) {
    struct chat_line line = { .seat = -1 };
    if (!may_talk(m))
        return;
    message_text(m, "phrase", line.phrase, sizeof line.phrase);
    say(m, &line);
}
