/* play_messages.c -- messages about the game: actions, undo, and requests to see it again.
 * Questions to the others are in play_votes.c. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "play.h"

/* --- acting --- */

/* The command id is the message's id: without one a repeat would look like a new command. */
static struct command *new_command(struct message *m) {
    struct command *c = play_command(m->c->room, m->seat, 0);
    char id[sizeof m->reply.id];
    memcpy(id, m->reply.id, m->reply.len);
    id[m->reply.len] = '\0';
    c->hash = table_command_hash(m->c->who.user, id);
    c->reply = m->reply;
    reply_keep(&c->reply);
    return c;
}

/* One block for all of them: unescaped, they are never longer than they came. */
static void copy_actions(struct message *m, struct command *c) {
    struct json_in list = message_get(m, "actions"), value;
    size_t at = 0, len = 0, size = list.len + 1;
    c->text = size <= sizeof c->small ? c->small : malloc(size);
    CHECK(c->text);
    for (; json_next(list, &at, NULL, &value); c->n++)
        len += (size_t)json_to_text(value, c->text + len, size - len) + 1;
}

/* A person who acts is no longer silent: the bot that the others voted for returns the seat, and
 * the vote ends. */
static void is_awake(struct room *r, int seat) {
    struct seat *s = &r->t->seat[seat];
    if (r->t->ask.kind == ASK_BOT && r->t->ask.target == seat)
        play_end_ask(r, ASK_VOID);
    if (!s->held || s->away)
        return;
    s->held = false;
    room_tell_table(r);
    room_tell_clock(r);
}

/* Refusals here do not wait in the queue; the rules are checked when the command's turn comes. */
void do_play(struct message *m) {
    is_awake(m->c->room, m->seat);
    struct command *c = new_command(m);
    c->seq = message_number(m, "seq", -1);
    copy_actions(m, c);
    m->c->messages += c->n - 1; /* each counts as a message: no rule limits offers */
    play_queue(m->c->room, c);
}

void do_undo(struct message *m) {
    struct command *c = new_command(m);
    c->undo = (uint32_t)message_number(m, "to", UINT32_MAX);
    play_queue(m->c->room, c);
}

/* --- looking --- */

/* A table that closed before its start has no game. */
static bool has_started(struct message *m) {
    return m->c->room->t->now || message_refuse(m, "not-playing", "The game has not started.");
}

void do_view(struct message *m) {
    if (!has_started(m))
        return;
    room_tell_game_to(m->c->room, m->c, m->c->seq, true);
    reply_ok(&m->reply);
}

void do_history(struct message *m) {
    struct client *c = m->c;
    uint32_t since = (uint32_t)message_number(m, "since", 0);
    if (!has_started(m))
        return;
    if (message_has(m, "upto")) {
        uint32_t upto = (uint32_t)message_number(m, "upto", 0);
        room_tell_events_to(c->room, c, &m->reply, since, upto);
        return;
    }
    room_tell_game_to(c->room, c, since, c->want_view);
    reply_ok(&m->reply);
}
