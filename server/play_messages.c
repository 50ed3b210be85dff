/* play_messages.c -- what people at a table say about the game: actions, undo, questions to the
 * others, and wanting to see it again. */
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "play.h"

enum { ASK_MS = 60000 };

/* --- acting --- */

/* Who resigned has no say any more, though the seat still bears the name. */
static bool seated(struct message *m, int *seat) {
    *seat = table_seat_of(m->c->room->t, m->c->who.user);
    if (*seat >= 0 && !m->c->room->t->seat[*seat].resigned)
        return true;
    reply_error(m->c, &m->reply, "no-seat", "You have no seat here.");
    return false;
}

/* The command id is the message's id: without one a repeat could not be told from a new command. */
static bool command_id(struct message *m, struct command *c) {
    char id[sizeof m->reply.id];
    if (m->reply.len == 0) {
        reply_error(m->c, &m->reply, "bad-value", "id");
        return false;
    }
    memcpy(id, m->reply.id, m->reply.len);
    id[m->reply.len] = '\0';
    c->hash = table_command_hash(m->c->who.user, id);
    c->reply = m->reply;
    c->conn = m->c->conn;
    conn_pin(c->conn);
    return true;
}

/* One block for all: unescaped they are never longer than they came. A NUL inside would end a text
 * early, so it is refused. */
static bool copy_actions(struct message *m, struct command *c) {
    struct json_in list = message_get(m, "actions"), value;
    size_t at = 0, len = 0;
    c->text = malloc(m->m.len + COMMAND_ACTIONS_MAX);
    CHECK(c->text);
    if (!json_is_array(list))
        return false;
    while (json_next(list, &at, NULL, &value)) {
        int n = c->n < COMMAND_ACTIONS_MAX ? json_to_text(value, c->text + len, 160) : -1;
        if (n <= 0 || memchr(c->text + len, '\0', (size_t)n))
            return false;
        len += (size_t)n + 1;
        c->n++;
    }
    return c->n > 0;
}

/* Who acts is no longer silent: the bot that the others voted for hands the seat back, and nobody
 * is asked about it any more. */
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
    int seat;
    if (m->c->room->t->state == TABLE_OPEN) {
        reply_error(m->c, &m->reply, "not-playing", "The game has not started.");
        return;
    }
    if (!seated(m, &seat))
        return;
    is_awake(m->c->room, seat);
    struct command *c = play_command(m->c->room, seat, 0);
    int64_t seq = -1;
    if (!command_id(m, c) || (has_key(m, "seq") && !take_int(m, "seq", 0, LOG_MAX, &seq))) {
        play_free(c);
        return;
    }
    c->seq = seq;
    if (!copy_actions(m, c)) {
        reply_error(m->c, &m->reply, "bad-value", "actions");
        play_free(c);
        return;
    }
    play_queue(m->c->room, c);
}

void do_undo(struct message *m) {
    int seat;
    int64_t to = UINT32_MAX;
    if (!seated(m, &seat) || (has_key(m, "to") && !take_int(m, "to", 1, LOG_MAX, &to)))
        return;
    struct command *c = play_command(m->c->room, seat, 0);
    if (!command_id(m, c)) {
        play_free(c);
        return;
    }
    c->undo = (uint32_t)to;
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

/* `m`: the answer that was missing; NULL: it was somebody who is no longer there. A pause that the
 * store refuses has not happened: a question that stood stands, and may be answered again. */
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

/* A seat that the game has waited for, for long, although its person is there. Who is away is held
 * by a bot without being asked about. */
static bool read_silent_seat(struct message *m, struct ask *ask) {
    const struct table *t = m->c->room->t;
    const struct server *s = m->c->room->server;
    int64_t seat, since = t->log.entries_n ? t->note[t->log.entries_n - 1].at : t->started;
    if (!take_int(m, "seat", 0, SEATS_MAX - 1, &seat))
        return false;
    ask->target = (int)seat;
    if (seat >= t->settings.players || seat == ask->seat || !(table_people(t) >> seat & 1)) {
        reply_error(m->c, &m->reply, "no-such-seat", "There is nobody to play for.");
        return false;
    }
    if (t->seat[seat].held || !(table_owes(t) >> seat & 1) ||
        now_ms(s) - since < (int64_t)s->config.vote_after * 1000) {
        reply_error(m->c, &m->reply, "not-silent", "Nobody has waited long for them.");
        return false;
    }
    return true;
}

/* While it is paused nothing but going on can be asked for. */
static bool read_ask(struct message *m, struct ask *ask) {
    struct room *r = m->c->room;
    struct json_in word = message_get(m, "ask");
    int64_t to = table_last_of(r->t, ask->seat);
    ask->kind = json_equals(word, "take-back") ? ASK_TAKE_BACK
                : json_equals(word, "pause")   ? ASK_PAUSE
                : json_equals(word, "resume")  ? ASK_RESUME
                : json_equals(word, "bot")     ? ASK_BOT
                                               : ASK_NONE;
    if (ask->kind == ASK_NONE || (ask->kind == ASK_RESUME) != r->t->paused) {
        reply_error(m->c, &m->reply, r->t->paused ? "paused" : "bad-value", "ask");
        return false;
    }
    if (ask->kind == ASK_BOT)
        return read_silent_seat(m, ask);
    if (ask->kind != ASK_TAKE_BACK)
        return true;
    if (has_key(m, "to") && !take_int(m, "to", 1, LOG_MAX, &to))
        return false;
    ask->to = (uint32_t)to;
    if (table_can_take_back(r->t, ask->to))
        return true;
    reply_error(m->c, &m->reply, "no-undo", "This can no longer be taken back.");
    return false;
}

void do_ask(struct message *m) {
    struct room *r = m->c->room;
    struct ask ask = { .until = now_ms(r->server) + ASK_MS };
    if (!seated(m, &ask.seat))
        return;
    /* Somebody who looks on and wants a seat does not keep those who play from asking. */
    bool asking = r->t->ask.kind != ASK_NONE && r->t->ask.kind != ASK_SIT;
    if (r->t->state != TABLE_PLAYING || asking) {
        reply_error(m->c, &m->reply, asking ? "no-ask" : "not-playing", "Not now.");
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

/* One no ends it; that of a silent one too, who is not silent then. */
void do_answer(struct message *m) {
    struct room *r = m->c->room;
    struct ask ask = r->t->ask;
    int seat;
    bool yes;
    if (!seated(m, &seat) || !take_bool(m, "yes", &yes))
        return;
    if (!ask.kind) {
        reply_error(m->c, &m->reply, "no-ask", "Nothing was asked.");
        return;
    }
    ask.yes |= 1u << seat;
    if (yes) {
        judge_ask(r, m, &ask);
        return;
    }
    play_end_ask(r);
    reply_ok(m->c, &m->reply);
}

/* --- looking --- */

static bool has_started(struct message *m) {
    if (m->c->room->t->now && m->c->room->t->state != TABLE_OPEN &&
        m->c->room->t->state != TABLE_BROKEN)
        return true;
    reply_error(m->c, &m->reply, "not-playing", "The game has not started.");
    return false;
}

void do_view(struct message *m) {
    if (!has_started(m))
        return;
    room_tell_game_to(m->c->room, m->c, m->c->seq, true);
    reply_ok(m->c, &m->reply);
}

void do_history(struct message *m) {
    int64_t since = 0;
    if (!has_started(m) || (has_key(m, "since") && !take_int(m, "since", 0, LOG_MAX, &since)))
        return;
    if (has_key(m, "upto")) {
        int64_t upto;
        if (take_int(m, "upto", 0, LOG_MAX, &upto))
            room_tell_events_to(m->c->room, m->c, &m->reply, (uint32_t)since, (uint32_t)upto);
        return;
    }
    room_tell_game_to(m->c->room, m->c, (uint32_t)since, m->c->want_view);
    reply_ok(m->c, &m->reply);
}
