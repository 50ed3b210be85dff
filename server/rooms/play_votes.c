/* play_votes.c -- questions among the people at a table: to take back, to pause, to let a bot
 * play for a silent seat, to give somebody a free seat. */
#include <string.h>

#include "play.h"

/* People who are there. */
static unsigned present(const struct table *t) {
    unsigned mask = 0;
    for (int i = 0; i < t->settings.players; i++)
        if ((table_people(t) >> i & 1) && t->seat[i].away == 0)
            mask |= 1u << i;
    return mask;
}

/* Everybody whose consent is needed; not the person whose seat a bot would play. */
static unsigned asked(const struct table *t, const struct ask *ask) {
    return present(t) & ~(ask->kind == ASK_BOT ? 1u << ask->target : 0);
}

/* Everybody at the table hears how the question ended. */
static void end_ask(struct room *r, enum ask_end how) {
    struct frame f;
    if (!r->t->ask.kind)
        return;
    struct json_out *o = frame_begin(r->server, &f, "ask-end");
    json_text(o, "table", r->t->id);
    table_write_ask(r->t, o);
    json_text(o, "how", table_ask_end_name[how]);
    frame_end(r->server, &f);
    for (struct client *c = r->clients; c; c = c->room_next)
        frame_send(&f, c);
    memset(&r->t->ask, 0, sizeof r->t->ask);
}

void play_end_ask(struct room *r, enum ask_end how) {
    end_ask(r, how);
    room_tell_table(r);
}

void play_ask_is_done(struct room *r, const struct change *c) {
    (void)c;
    end_ask(r, ASK_AGREED);
}

static void make_pause(struct table *t, const struct change *c) {
    t->paused = c->on;
}

/* `m`: the last missing answer; NULL: the person it was missing from has left. If the store
 * refuses a pause, it has not happened: the question stays open and may be answered again. */
static void agreed(struct room *r, struct message *m, const struct ask *now) {
    struct ask ask = *now; /* it may be the table's own, which ends here */
    if (ask.kind == ASK_SIT) {
        seat_take_over(r, m, &ask);
        return;
    }
    if (ask.kind == ASK_PAUSE || ask.kind == ASK_RESUME) {
        struct change c = { .make = make_pause, .made = play_ask_is_done };
        c.on = ask.kind == ASK_PAUSE;
        change_table(r, m, &c);
        return;
    }
    if (ask.kind == ASK_BOT)
        r->t->seat[ask.target].held = true;
    play_end_ask(r, ASK_AGREED);
    if (m)
        reply_ok(&m->reply);
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

void play_ask_after_entry(struct room *r) {
    const struct table *t = r->t;
    if (!t->ask.kind)
        return;
    if (t->state == TABLE_OVER ||
        (t->ask.kind == ASK_TAKE_BACK && !undo_allowed(&t->log, (int)t->ask.to)))
        play_end_ask(r, ASK_VOID);
}

/* If somebody who did not answer has left, the others have agreed. With nobody present nothing
 * is agreed. A change in progress may be just this one. */
void play_ask_again(struct room *r) {
    if (!r->t->ask.kind || r->t->state != TABLE_PLAYING || r->settling)
        return;
    unsigned here = asked(r->t, &r->t->ask);
    if (!here || (r->t->ask.kind == ASK_SIT && !room_is_there(r, r->t->ask.user)))
        play_end_ask(r, ASK_VOID);
    else if ((here & ~r->t->ask.yes) == 0)
        agreed(r, NULL, &r->t->ask);
}

/* All who are present must say yes; asking counts as a yes. */
static void judge_ask(struct room *r, struct message *m, const struct ask *ask) {
    if ((asked(r->t, ask) & ~ask->yes) == 0) {
        agreed(r, m, ask);
        return;
    }
    r->t->ask = *ask;
    room_tell_table(r);
    reply_ok(&m->reply);
    play_schedule(r);
}

/* A seat that the game has waited for too long although its person is connected. The seat of an
 * absent person goes to a bot without a vote. */
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
        return message_refuse(m, "not-silent", "The game has not waited long enough for them.");
    return true;
}

/* During a pause, people can only ask to resume. */
static bool read_ask(struct message *m, struct ask *ask) {
    struct room *r = m->c->room;
    ask->kind = ASK_TAKE_BACK + message_word(m, "ask");
    if ((ask->kind == ASK_RESUME) != r->t->paused)
        return message_refuse(m, r->t->paused ? "paused" : "bad-value", "ask");
    if (ask->kind == ASK_BOT)
        return read_silent_seat(m, ask);
    if (ask->kind != ASK_TAKE_BACK)
        return true;
    ask->to = (uint32_t)message_number(m, "to", undo_own(&r->t->log, ask->seat));
    return undo_allowed(&r->t->log, (int)ask->to) ||
           message_refuse(m, "no-undo", "This can no longer be taken back.");
}

void do_ask(struct message *m) {
    struct room *r = m->c->room;
    struct ask ask = { .seat = m->seat, .until = now_ms(r->server) + ASK_MS };
    /* A spectator who wants a seat does not keep the players from asking. */
    if (r->t->ask.kind != ASK_NONE && r->t->ask.kind != ASK_SIT) {
        message_refuse(m, "ask-open", "Another question is open.");
        return;
    }
    if (!read_ask(m, &ask))
        return;
    if (r->t->ask.kind)
        play_end_ask(r, ASK_VOID);
    ask.yes = 1u << ask.seat;
    judge_ask(r, m, &ask);
}

void play_ask_sit(struct message *m, int seat) {
    struct room *r = m->c->room;
    struct ask ask = { .kind = ASK_SIT, .seat = -1, .target = seat };
    if (r->t->ask.kind) {
        message_refuse(m, "ask-open", "Another question is open.");
        return;
    }
    if (!present(r->t)) {
        message_refuse(m, "nobody-to-ask", "Nobody is there to agree.");
        return;
    }
    ask.until = now_ms(r->server) + ASK_MS;
    KEEP(ask.user, m->c->who.user);
    KEEP(ask.name, m->c->who.name);
    judge_ask(r, m, &ask);
}

static bool is_asking(const struct message *m, const struct ask *ask) {
    return ask->kind == ASK_SIT ? strcmp(ask->user, m->c->who.user) == 0 : ask->seat == m->seat;
}

/* Who asks for a seat has none, and can only withdraw. */
static bool may_answer(struct message *m, const struct ask *ask, bool yes) {
    const struct table *t = m->c->room->t;
    if (m->seat < 0 || t->seat[m->seat].resigned) {
        if (ask->kind != ASK_SIT || yes || !is_asking(m, ask))
            return message_refuse(m, "no-seat", "You have no seat here.");
    }
    return ask->kind || message_refuse(m, "no-ask", "Nothing was asked.");
}

/* One "no" ends it; from whoever asks it withdraws the question. The silent player may also say
 * no, and is then not silent. */
void do_answer(struct message *m) {
    struct room *r = m->c->room;
    struct ask ask = r->t->ask;
    bool yes = message_flag(m, "yes", false), own = is_asking(m, &ask);
    if (!may_answer(m, &ask, yes))
        return;
    if (yes) {
        ask.yes |= 1u << m->seat;
        judge_ask(r, m, &ask);
        return;
    }
    if (!own)
        r->t->ask.no |= 1u << m->seat;
    play_end_ask(r, own ? ASK_WITHDRAWN : ASK_REFUSED);
    reply_ok(&m->reply);
}
