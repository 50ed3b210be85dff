/* play_messages.c -- what people at a table say about the game: actions, undo, questions to the
 * others, and wanting to see it again. */
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "play.h"

enum { ASK_MS = 60000 };

/* --- acting --- */

/* The command id is the message's id: without one a repeat could not be told from a new command. */
static struct command *new_command(struct message *m) {
    struct command *c = play_command(m->c->room, m->seat, 0);
    char id[sizeof m->reply.id];
    memcpy(id, m->reply.id, m->reply.len);
    id[m->reply.len] = '\0';
    c->hash = table_command_hash(m->c->who.user, id);
    c->reply = m->reply;
    c->conn = m->c->conn;
    conn_pin(c->conn);
    return c;
}

/* One block for all: unescaped they are never longer than they came. */
static void copy_actions(struct message *m, struct command *c) {
    struct json_in list = message_get(m, "actions"), value;
    size_t at = 0, len = 0, size = m->m.len + COMMAND_ACTIONS_MAX;
    c->text = malloc(size);
    CHECK(c->text);
    for (; json_next(list, &at, NULL, &value); c->n++)
        len += (size_t)json_to_text(value, c->text + len, size - len) + 1;
}

/* A person who acts is no longer silent: the bot that the others voted for hands the seat back, and
 * the vote ends. */
static void is_awake(struct room *r, int seat) {
    struct seat *s = &r->t->seat[seat];
    if (r->t->ask.kind == ASK_BOT && r->t->ask.target == seat)
        play_end_ask(r);
    if (!s->held || s->away)
        return;
    s->held = false;
    room_tell_table(r);
    room_tell_clock(r);
}

/* A refusal here takes no turn in the queue; the rules are asked when its turn comes. */
void do_play(struct message *m) {
    is_awake(m->c->room, m->seat);
    struct command *c = new_command(m);
    c->seq = message_number(m, "seq", -1);
    copy_actions(m, c);
    play_queue(m->c->room, c);
}

void do_undo(struct message *m) {
    struct command *c = new_command(m);
    c->undo = (uint32_t)message_number(m, "to", UINT32_MAX);
    play_queue(m->c->room, c);
}

/* --- asking --- */

/* People who are there. */
static unsigned present(const struct table *t) {
    unsigned mask = 0;
    for (int i = 0; i < t->settings.players; i++)
        if ((table_people(t) >> i & 1) && t->seat[i].away == 0)
            mask |= 1u << i;
    return mask;
}

/* Everybody whose consent is needed; not theirs whose seat a bot is to play. */
static unsigned asked(const struct table *t, const struct ask *ask) {
    return present(t) & ~(ask->kind == ASK_BOT ? 1u << ask->target : 0);
}

/* What was asked has come to pass. */
static void make_pause(struct table *t, const struct change *c) {
    t->paused = c->on;
    memset(&t->ask, 0, sizeof t->ask);
}

/* `m`: the last answer that was missing; NULL: the person it was missing from has left. A pause
 * that the store refuses has not happened: the question still stands and may be answered again. */
static void agreed(struct room *r, struct message *m, const struct ask *now) {
    struct ask ask = *now; /* it may be the table's own, which ends here */
    if (ask.kind == ASK_SIT) {
        seat_take_over(r, m, &ask);
        return;
    }
    if (ask.kind == ASK_PAUSE || ask.kind == ASK_RESUME) {
        struct change c = { .make = make_pause, .on = ask.kind == ASK_PAUSE };
        change_table(r, m, &c);
        return;
    }
    if (ask.kind == ASK_BOT)
        r->t->seat[ask.target].held = true;
    play_end_ask(r);
    if (m)
        reply_ok(m->c, &m->reply);
    if (ask.kind == ASK_BOT) {
        room_tell_clock(r);
        play_schedule(r);
        return;
    }
    struct command *c = play_command(r, ask.seat, 0);
    c->undo = ask.to;
    c->agreed = true;
    play_queue(r, c);
}

/* Who did not answer may have left: then the others have agreed. With nobody there nothing is
 * agreed on. While a change is on its way it may be just this one. */
void play_ask_again(struct room *r) {
    if (!r->t->ask.kind || r->t->state != TABLE_PLAYING || r->settling)
        return;
    unsigned here = asked(r->t, &r->t->ask);
    if (!here || (r->t->ask.kind == ASK_SIT && !room_is_there(r, r->t->ask.user)))
        play_end_ask(r);
    else if ((here & ~r->t->ask.yes) == 0)
        agreed(r, NULL, &r->t->ask);
}

/* All who are there must say yes, the asker has by asking. */
static void judge_ask(struct room *r, struct message *m, const struct ask *ask) {
    if ((asked(r->t, ask) & ~ask->yes) == 0) {
        agreed(r, m, ask);
        return;
    }
    r->t->ask = *ask;
    room_tell_table(r);
    reply_ok(m->c, &m->reply);
    play_schedule(r);
}

/* A seat that the game has long waited for although its person is connected. The seat of a person
 * who is away goes to a bot without a vote. */
static bool read_silent_seat(struct message *m, struct ask *ask) {
    const struct table *t = m->c->room->t;
    const struct server *s = m->c->room->server;
    int seat = (int)message_number(m, "seat", -1);
    int64_t since = t->log.entries_n ? t->note[t->log.entries_n - 1].at : t->started;
    if (seat < 0)
        return message_refuse(m, "bad-value", "seat");
    ask->target = seat;
    if (seat == ask->seat || !(table_people(t) >> seat & 1))
        return message_refuse(m, "no-such-seat", "There is nobody to play for.");
    if (t->seat[seat].held || !(table_owes(t) >> seat & 1) ||
        now_ms(s) - since < (int64_t)s->config.vote_after * 1000)
        return message_refuse(m, "not-silent", "Nobody has waited long for them.");
    return true;
}

/* While it is paused nothing but going on can be asked for. */
static bool read_ask(struct message *m, struct ask *ask) {
    struct room *r = m->c->room;
    ask->kind = ASK_TAKE_BACK + message_word(m, "ask");
    if ((ask->kind == ASK_RESUME) != r->t->paused)
        return message_refuse(m, r->t->paused ? "paused" : "bad-value", "ask");
    if (ask->kind == ASK_BOT)
        return read_silent_seat(m, ask);
    if (ask->kind != ASK_TAKE_BACK)
        return true;
    ask->to = (uint32_t)message_number(m, "to", table_last_of(r->t, ask->seat));
    return table_can_take_back(r->t, ask->to) ||
           message_refuse(m, "no-undo", "This can no longer be taken back.");
}

void do_ask(struct message *m) {
    struct room *r = m->c->room;
    struct ask ask = { .seat = m->seat, .until = now_ms(r->server) + ASK_MS };
    /* Somebody who looks on and wants a seat does not keep those who play from asking. */
    if (r->t->ask.kind != ASK_NONE && r->t->ask.kind != ASK_SIT) {
        message_refuse(m, "no-ask", "Not now.");
        return;
    }
    if (!read_ask(m, &ask))
        return;
    ask.yes = 1u << ask.seat;
    judge_ask(r, m, &ask);
}

void play_ask_sit(struct message *m, int seat) {
    struct room *r = m->c->room;
    struct ask ask = { .kind = ASK_SIT, .seat = -1, .target = seat };
    if (r->t->ask.kind || !present(r->t)) {
        reply_error(m->c, &m->reply, "no-ask", "Nobody can be asked right now.");
        return;
    }
    ask.until = now_ms(r->server) + ASK_MS;
    KEEP(ask.user, m->c->who.user);
    KEEP(ask.name, m->c->who.name);
    judge_ask(r, m, &ask);
}

/* One no ends it. A silent player may say no as well, and is not silent then. */
void do_answer(struct message *m) {
    struct room *r = m->c->room;
    struct ask ask = r->t->ask;
    if (!ask.kind) {
        message_refuse(m, "no-ask", "Nothing was asked.");
        return;
    }
    ask.yes |= 1u << m->seat;
    if (message_flag(m, "yes", false)) {
        judge_ask(r, m, &ask);
        return;
    }
    play_end_ask(r);
    reply_ok(m->c, &m->reply);
}

/* --- looking --- */

/* A table that closed before its start has no game either. */
static bool has_started(struct message *m) {
    return m->c->room->t->now || message_refuse(m, "not-playing", "The game has not started.");
}

void do_view(struct message *m) {
    if (!has_started(m))
        return;
    room_tell_game_to(m->c->room, m->c, m->c->seq, true);
    reply_ok(m->c, &m->reply);
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
    reply_ok(c, &m->reply);
}
