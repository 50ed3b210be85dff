/* play.c -- the game at a table: commands come in one at a time, go to the store, and only then
 * to everybody. play_timer.c handles what happens by itself.
 *
 * Judge against memory, append to the log, wait for the commit, apply, tell, acknowledge. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "play.h"

enum { RETRY_MS = 1000, SPARES_MAX = 256 };

/* The step is filled when the command is judged. */
struct command *play_command(struct room *r, int seat, enum metric count) {
    struct command *c = r->server->spare;
    if (c) {
        r->server->spare = c->next;
        r->server->spares--;
    } else {
        c = malloc(sizeof *c);
        CHECK(c);
    }
    memset(c, 0, offsetof(struct command, step));
    c->room = r;
    c->seat = seat;
    c->seq = -1;
    c->count = count;
    return c;
}

/* Does not answer. Some commands are kept for reuse while they are still in the cache. */
void play_free(struct command *c) {
    struct server *s = c->room->server;
    reply_done(&c->reply);
    if (c->text != c->small)
        free(c->text);
    if (s->spares == SPARES_MAX) {
        free(c);
        return;
    }
    c->next = s->spare;
    s->spare = c;
    s->spares++;
}

void play_end(struct server *s) {
    for (struct command *c = s->spare, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    s->spare = NULL;
}

/* --- one command --- */

/* From the command's arrival to here, including its time in the queue: what a player waits. */
static void measure(struct server *s, uint64_t since) {
    uint64_t us = now_us() - since;
    int bucket = 0;
    while (bucket < HISTOGRAM - 1 && us > 64ull << bucket)
        bucket++;
    s->commit_us[bucket]++;
    s->commit_sum_us += us;
    s->commit_n++;
}

/* Warns now and then that a game is close to its maximum length. */
static void warn_if_long(struct room *r) {
    int left = table_entries_left(r->t);
    if (left < 0 || left % (ENTRIES_WARN / 8) || r->t->state != TABLE_PLAYING)
        return;
    log_line("warn", "long-game", "table", r->t->id, NULL);
    room_tell_table(r);
}

/* Everybody is told before the archive is made, which takes a moment. */
static void game_over(struct room *r) {
    room_tell_table(r);
    room_tell_over(r, NULL);
    lobby_touch(r);
    room_archive(r);
}

/* The central step: the entry is on disk, so now it is applied, told to everybody, and only then
 * acknowledged to the sender. */
static void stored(struct command *c) {
    struct room *r = c->room;
    struct server *s = r->server;
    r->t->before = s->before;
    table_apply(r->t, &c->step);
    table_clock_run(r->t, play_timed(r), now_ms(s));
    if (c->step.undo)
        bots_forget(r);
    r->out_of_time = 0;
    s->metric[M_ENTRIES]++;
    if (c->count)
        s->metric[c->count]++;
    room_tell_game(r);
    r->t->before = NULL;
    warn_if_long(r);
    play_ask_after_entry(r);
    if (r->t->state == TABLE_OVER)
        game_over(r);
    else if (r->t->depth >= ENTRIES_MAX) /* otherwise it would be stuck */
        room_close(r, CLOSE_KEEP, NULL, NULL);
    reply_ok_seq(&c->reply, (uint32_t)r->t->log.entries_n, false);
    measure(s, c->since);
}

/* Nothing happened, and the sender may send it again under the same id. FENCED, CONFLICT or
 * MISSING mean that the game is no longer ours: another process has it, and continuing would
 * show people what will never be stored. If another node has it, or if it is unknown whether it
 * happened, people get no answer: they reconnect and send it again, and it is done once. */
static void not_stored(struct command *c, enum store_result why) {
    struct room *r = c->room;
    r->server->metric[M_NOT_STORED]++;
    bool ours = why != STORE_FENCED && why != STORE_CONFLICT && why != STORE_MISSING;
    log_line("error", "store", "op", "append", "table", r->t->id, "result", store_result_name(why),
             NULL);
    if (why != STORE_UNKNOWN && (ours || !notice_is_node(r->server)))
        reply_not_stored(&c->reply);
    r->retry_at = now_ms(r->server) + RETRY_MS;
    if (!ours)
        room_not_ours(r);
    else if (why == STORE_BROKEN)
        room_quarantine(r);
    else if (why == STORE_UNKNOWN && !r->gone)
        room_come_again(r);
}

/* The game may still be ours, under another epoch: then it is judged and stored once more. */
static void put_back(struct room *r, struct command *c) {
    c->next = r->commands;
    r->commands = c;
    if (!r->commands_last)
        r->commands_last = c;
    r->commands_n++;
}

/* If the room is gone meanwhile (an admin closed it), the entry is not acknowledged. */
static void appended(struct store_request *q) {
    struct command *c = q->arg;
    struct room *r = c->room;
    CHECK(r->flying == c);
    r->flying = NULL;
    health_heard_from_store(r->server, q->result);
    if (q->result == STORE_FENCED && !r->gone && notice_is_node(r->server)) {
        put_back(r, c);
        room_fenced(r);
        room_unpin(r);
        return;
    }
    if (q->result == STORE_OK && !r->gone)
        stored(c);
    else if (q->result != STORE_OK)
        not_stored(c, q->result);
    play_free(c);
    if (!r->gone)
        play_next(r);
    room_unpin(r);
}

/* Charges the clocks first, because the banks are part of the text. Until `appended` the game
 * does not change, since only one command is in flight. */
static void append(struct command *c) {
    static char text[STEP_TEXT_MAX];
    struct room *r = c->room;
    struct server *s = r->server;
    int64_t now = now_ms(s);
    c->step.at = now;
    c->step.command = c->hash;
    table_clock_run(r->t, play_timed(r), now);
    int len = table_encode(r->t, &c->step, text, sizeof text);
    struct store_request *q = store_request(STORE_APPEND, r->t->id);
    q->epoch = r->epoch;
    q->seq = r->t->log.entries_n + 1;
    q->at = now;
    store_set_body(q, text, (size_t)len);
    CHECK(!r->flying && r->t->state == TABLE_PLAYING); /* one at a time */
    r->flying = c;
    room_pin(r);
    store_ask(s->store, q, appended, c);
}

/* `seq` rejects a choice made for an older position: always for bots, on request for clients. */
static const char *not_now(const struct room *r, const struct command *c) {
    const struct table *t = r->t;
    if (t->state != TABLE_PLAYING || !t->now || r->closing)
        return t->state == TABLE_OVER ? "over" : "not-playing";
    if (t->paused && c->seat >= 0)
        return "paused";
    if (c->seq >= 0 && c->seq != t->log.entries_n)
        return "stale";
    return t->depth >= ENTRIES_MAX ? "too-many" : NULL;
}

/* Alone, people take back their own last steps, up to where chance or a secret showed. With
 * everybody's consent they may take back others' steps too, but not past that point either. */
static bool judge_undo(const struct room *r, struct command *c, struct refusal *why) {
    const struct log *l = &r->t->log;
    int first = undo_from(l, c->seat);
    int to = c->undo == UINT32_MAX ? undo_last(l, c->seat, false)
             : c->undo <= (uint32_t)l->entries_n ? (int)c->undo : 0;
    bool ok = undo_allowed(l, to) && (c->agreed || (first && to >= first));
    *why = (struct refusal){ "no-undo", NULL, 0 };
    if (!ok)
        return false;
    *why = (struct refusal){ "too-many-undos", NULL, 0 };
    if (!table_has_undos(r->t, c->seat, (uint32_t)to))
        return false;
    table_undo_step(c->seat, (uint32_t)to, &c->step);
    return true;
}

static bool judge(const struct room *r, struct command *c, struct refusal *why) {
    const char *texts[COMMAND_ACTIONS_MAX], *p = c->text;
    if (c->seat == SEAT_CHANCE)
        return table_judge_chance(r->t, &c->step);
    if (c->undo)
        return judge_undo(r, c, why);
    if (c->n == 0)
        return table_judge_action(r->t, &c->given, &c->step, why);
    for (int i = 0; i < c->n; i++, p += strlen(p) + 1)
        texts[i] = p;
    return table_judge(r->t, c->seat, texts, c->n, &c->step, why);
}

/* True if the command is on its way to the store; else it was answered. */
static bool begin(struct room *r, struct command *c) {
    uint32_t seq = c->hash && r->t->now ? table_find_command(r->t, c->hash) : 0;
    const char *error = seq ? NULL : not_now(r, c);
    struct refusal why = { NULL, NULL, 0 };
    if (seq) {
        reply_ok_seq(&c->reply, seq, true);
        return false;
    }
    if (error) {
        reply_error(&c->reply, error, error);
        return false;
    }
    if (!judge(r, c, &why)) {
        if (c->seat == SEAT_CHANCE && reply_to(&c->reply)) { /* a start without any draw */
            room_tell_game(r);
            for (struct client *d = r->clients; d; d = d->room_next)
                if (d->seq == 0)
                    room_tell_game_to(r, d, 0, d->want_view);
            reply_ok(&c->reply);
        } else {
            reply_refusal(&c->reply, &why);
        }
        return false;
    }
    if (!heap_room(r->t, c->step.n)) {
        log_line("error", "memory", "table", r->t->id, NULL);
        reply_not_stored(&c->reply);
        r->retry_at = now_ms(r->server) + RETRY_MS;
        return false;
    }
    append(c);
    return true;
}

/* --- the queue --- */

/* Judged when its turn comes, because the game may have moved on by then. */
void play_queue(struct room *r, struct command *c) {
    c->since = now_us();
    c->next = NULL;
    if (r->commands_n >= COMMANDS_MAX) {
        reply_error(&c->reply, "too-fast", "Too many commands are waiting.");
        play_free(c);
        return;
    }
    if (r->commands_last)
        r->commands_last->next = c;
    else
        r->commands = c;
    r->commands_last = c;
    r->commands_n++;
    play_next(r);
}

void play_drop(struct room *r) {
    while (r->commands) {
        struct command *c = r->commands;
        r->commands = c->next;
        if (!r->moved)
            reply_error(&c->reply, "no-such-table", "The table has closed.");
        play_free(c);
    }
}

/* Everything that may let a table continue ends here. A change of the table (a pause, a seat
 * taken over) runs between two commands. What chance owes comes before any person or bot; after
 * the store has refused, it waits for retry_at like everything else. */
void play_next(struct room *r) {
    if (r->stale) {
        room_retake(r);
        return;
    }
    while (!r->flying && !r->settling && !r->gone && r->commands) {
        struct command *c = r->commands;
        r->commands = c->next;
        if (!r->commands)
            r->commands_last = NULL;
        r->commands_n--;
        if (!begin(r, c))
            play_free(c);
    }
    room_close_now(r);
    if (r->flying || r->settling || r->gone || r->closing || r->t->state != TABLE_PLAYING)
        return;
    if ((table_owes(r->t) & OWES_CHANCE) && now_ms(r->server) >= r->retry_at) {
        play_queue(r, play_command(r, SEAT_CHANCE, 0));
        return;
    }
    play_schedule(r);
}
