/* play.c -- the game at a table: commands in, one at a time, to the store and only then
 * to everybody; and what happens by itself: chance, bots, clocks, held seats.
 *
 * Judge against memory, append to the log, wait for the commit, apply, tell, acknowledge. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "internal.h"

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

/* Does not answer: that was done, or there is nobody to answer. Some are kept for the next to come,
 * who find them in the cache. */
void play_free(struct command *c) {
    struct server *s = c->room->server;
    if (c->conn)
        conn_unpin(c->conn);
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

/* Who asked, if they are still there. */
static struct client *client_of(const struct command *c) {
    return c->conn && !c->conn->dead ? c->conn->client : NULL;
}

/* --- clocks --- */

/* A bot's own seat, or a person's that a bot holds while they are away, for good after they
 * resigned. */
bool play_held(const struct room *r, int seat) {
    const struct seat *s = &r->t->seat[seat];
    return s->kind == SEAT_BOT || (s->kind == SEAT_HUMAN && s->held);
}

/* Whose time runs: people whom the game waits for, while somebody is there and it is not paused. */
unsigned play_timed(const struct room *r) {
    unsigned owes = table_owes(r->t), mask = 0;
    if (!table_has_clock(r->t) || r->t->paused || r->empty_since || (owes & OWES_CHANCE))
        return 0;
    for (int i = 0; i < r->t->settings.players; i++)
        if (!play_held(r, i))
            mask |= owes & (1u << i);
    return mask;
}

/* Clocks start with the game, not with the table. */
void play_begin(struct room *r) {
    table_clock_start(r->t, now_ms(r->server));
    table_clock_run(r->t, play_timed(r), now_ms(r->server));
}

/* --- one command --- */

/* From the command's arrival to here, the time in the queue included: what a player waits. */
static void measure(struct server *s, uint64_t since) {
    uint64_t us = now_us() - since;
    int bucket = 0;
    while (bucket < HISTOGRAM - 1 && us > 64ull << bucket)
        bucket++;
    s->commit_us[bucket]++;
    s->commit_sum_us += us;
    s->commit_n++;
}

/* Everybody is told before the archive is made: it takes a moment. */
static void game_over(struct room *r) {
    room_tell_table(r);
    room_tell_over(r, NULL);
    lobby_touch(r);
    room_archive(r);
}

/* The heart of the order: it is on disk, so now it happens, is told, and only then acknowledged to
 * who did it; both leave in one packet. */
static void stored(struct command *c) {
    struct room *r = c->room;
    struct server *s = r->server;
    struct client *client = client_of(c);
    if (client) /* the game's news and the answer are one packet */
        conn_cork(client->conn);
    r->t->before = s->before;
    table_apply(r->t, &c->step);
    table_clock_run(r->t, play_timed(r), now_ms(s));
    if (c->step.undo)
        bots_forget(r);
    r->out_of_time = 0;
    if (c->step.n > 0 && c->step.action[c->step.n - 1].seat == SEAT_CHANCE)
        bots_invite(r);
    else
        r->invited = 0;
    s->metric[M_ENTRIES]++;
    if (c->count)
        s->metric[c->count]++;
    room_tell_game(r);
    r->t->before = NULL;
    if (r->t->state == TABLE_OVER)
        game_over(r);
    client = client_of(c);
    if (client)
        reply_ok_seq(client, &c->reply, (uint32_t)r->t->entries, false);
    conn_uncork(s);
    measure(s, c->since);
}

/* Nothing happened, and who asked may send it again under the same id. FENCED, CONFLICT or MISSING
 * mean that this is not our game any more: another process has it, and going on would show people
 * what will never be stored. */
static void not_stored(struct command *c, enum store_result why) {
    struct room *r = c->room;
    struct client *client = client_of(c);
    r->server->metric[M_NOT_STORED]++;
    log_line("error", "store", "op", "append", "table", r->t->id, "result", store_result_name(why),
             NULL);
    if (client)
        reply_not_stored(client, &c->reply);
    r->retry_at = now_ms(r->server) + RETRY_MS;
    if (why == STORE_FENCED || why == STORE_CONFLICT || why == STORE_MISSING)
        room_quarantine(r);
}

/* A room that went meanwhile (an admin closed it) leaves the entry unacknowledged. */
static void appended(struct store_request *q) {
    struct command *c = q->arg;
    struct room *r = c->room;
    CHECK(r->flying == c);
    r->flying = NULL;
    ops_heard_from_store(r->server, q->result);
    if (q->result == STORE_OK && !r->gone)
        stored(c);
    else if (q->result != STORE_OK)
        not_stored(c, q->result);
    play_free(c);
    if (!r->gone)
        play_next(r);
    room_unpin(r);
}

/* Charges the clocks first, as the banks go into the text; from here to `appended` the game does
 * not change, since no other command begins while one flies. */
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
    q->seq = r->t->entries + 1;
    q->at = now;
    store_set_body(q, text, (size_t)len);
    q->done = appended;
    q->arg = c;
    CHECK(!r->flying && r->t->state == TABLE_PLAYING); /* one at a time */
    r->flying = c;
    room_pin(r);
    store_submit(s->store, q);
}

/* `seq` guards against a choice made for a position that is past: a bot's always, a client's if it
 * asks for it. */
static const char *not_now(const struct room *r, const struct command *c) {
    const struct table *t = r->t;
    if (t->state != TABLE_PLAYING || !t->now || r->closing)
        return t->state == TABLE_OVER ? "over" : "not-playing";
    if (t->paused && c->seat >= 0)
        return "paused";
    if (c->seq >= 0 && c->seq != t->entries)
        return "stale";
    return t->entries >= ENTRIES_MAX ? "too-many" : NULL;
}

/* Alone, one takes back one's own last steps up to where chance or a secret showed. With
 * everybody's consent anybody's, but not past that either: what was seen cannot be unseen. */
static bool judge_undo(const struct room *r, struct command *c, struct refusal *why) {
    uint32_t first = table_undo_from(r->t, c->seat), to = c->undo;
    if (to == UINT32_MAX) /* the last one */
        to = first ? table_last_of(r->t, c->seat) : 0;
    bool ok = c->agreed ? table_can_take_back(r->t, to)
                        : first && to >= first && table_can_take_back(r->t, to);
    *why = (struct refusal){ "no-undo", NULL, 0 };
    if (ok)
        table_undo_step(r->t, c->seat, to, &c->step);
    return ok;
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

/* True if the command is on its way to the store; else it has been answered. */
static bool begin(struct room *r, struct command *c) {
    struct client *client = client_of(c);
    uint32_t seq = c->hash && r->t->now ? table_find_command(r->t, c->hash) : 0;
    const char *error = seq ? NULL : not_now(r, c);
    struct refusal why = { NULL, NULL, 0 };
    if (seq) {
        if (client)
            reply_ok_seq(client, &c->reply, seq, true);
        return false;
    }
    if (error) {
        if (client)
            reply_error(client, &c->reply, error, error);
        return false;
    }
    if (!judge(r, c, &why)) {
        if (client && c->seat == SEAT_CHANCE) { /* a start without any draw */
            room_tell_game(r);
            for (struct client *d = r->clients; d; d = d->room_next)
                if (d->seq == 0)
                    room_tell_game_to(r, d, 0, d->want_view);
            reply_ok(client, &c->reply);
        } else if (client) {
            reply_refusal(client, &c->reply, &why);
        }
        return false;
    }
    append(c);
    return true;
}

/* --- the queue --- */

/* Judged when its turn comes, not now: the game may have moved on by then. */
void play_queue(struct room *r, struct command *c) {
    c->since = now_us();
    c->next = NULL;
    if (r->commands_n >= COMMANDS_MAX) {
        struct client *client = client_of(c);
        if (client)
            reply_error(client, &c->reply, "too-fast", "Too many commands are waiting.");
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
        struct client *client = client_of(c);
        r->commands = c->next;
        if (client)
            reply_error(client, &c->reply, "no-such-table", "The table has closed.");
        play_free(c);
    }
}

/* Everything that may let a table go on ends here. A change of the table (a pause, a seat taken
 * over) comes between two commands: none begins while one is on its way. What chance owes comes
 * before any person or bot; after a refusal of the store it waits for retry_at like the rest. */
void play_next(struct room *r) {
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

/* --- by itself --- */

/* 0 is never. */
static void earlier(int64_t *due, int64_t at) {
    if (at && (!*due || at < *due))
        *due = at;
}

/* Only while somebody is there to wait: a table that everybody left sleeps as it is. */
static void hold_seats(struct room *r, int64_t now, int64_t *due) {
    struct table *t = r->t;
    bool changed = false;
    for (int i = 0; i < t->settings.players && t->settings.hold >= 0; i++) {
        struct seat *s = &t->seat[i];
        int64_t at = s->away + (int64_t)t->settings.hold * 1000;
        if (s->kind != SEAT_HUMAN || !s->away || s->held || r->empty_since)
            continue;
        if (now >= at)
            s->held = changed = true;
        else
            earlier(due, at);
    }
    if (changed) {
        room_tell_table(r);
        room_tell_clock(r);
    }
}

/* If there is a choice that costs nothing it is made; a bot weighs the others. */
static void time_is_up(struct room *r, int seat) {
    struct action a;
    struct command *c = play_command(r, seat, M_CLOCK_MOVES);
    c->seq = r->t->entries;
    if (table_least_harmful(r->t, seat, &a) == 2) {
        c->given = a;
        play_queue(r, c);
    } else { /* every choice costs something: a bot makes it */
        play_free(c);
        r->out_of_time |= 1u << seat;
    }
}

/* One at a time: whoever is next out of time is seen to after the first one's entry. */
static void clocks(struct room *r, int64_t now, int64_t *due) {
    if (!table_has_clock(r->t))
        return;
    table_clock_run(r->t, play_timed(r), now);
    unsigned out = table_clock_out(r->t, now) & ~r->out_of_time;
    for (int i = 0; i < r->t->settings.players && !r->flying; i++)
        if (out >> i & 1)
            time_is_up(r, i);
    if (!(table_clock_out(r->t, now)))
        earlier(due, table_clock_deadline(r->t));
}

void play_end_ask(struct room *r) {
    memset(&r->t->ask, 0, sizeof r->t->ask);
    room_tell_table(r);
}

/* The room's one timer; what it was set for is found out by looking. */
static void tick(uv_timer_t *timer) {
    struct room *r = timer->data;
    r->due = 0;
    if (r->t->ask.kind && now_ms(r->server) >= r->t->ask.until)
        play_end_ask(r);
    if (r->bot_due && now_ms(r->server) >= r->bot_due && !r->flying && bots_due(r)) {
        r->bot_due = 0;
        bots_act(r);
    }
    play_next(r);
}

/* Called after anything that may change what happens next. While a command flies, or a change is on
 * its way, nothing is due: its answer comes back here. */
void play_schedule(struct room *r) {
    int64_t now = now_ms(r->server), due = 0;
    if (r->gone || r->flying || r->settling || r->closing)
        return;
    if (r->t->state != TABLE_PLAYING || !r->t->now)
        return;
    hold_seats(r, now, &due);
    if (now >= r->retry_at) {
        clocks(r, now, &due);
        if (r->flying)
            return;
    } else {
        earlier(&due, r->retry_at);
    }
    if (!bots_due(r)) {
        r->bot_due = 0;
    } else {
        if (!r->bot_due) /* nobody is kept waiting for a proposal that hardly ever comes */
            r->bot_due = now + r->server->config.bot_pace / (r->invited ? 3 : 1);
        earlier(&due, r->bot_due);
    }
    if (r->t->ask.kind)
        earlier(&due, r->t->ask.until);
    if (due == r->due)
        return;
    r->due = due;
    if (due)
        uv_timer_start(&r->timer, tick, due > now ? (uint64_t)(due - now) : 0, 0);
    else
        uv_timer_stop(&r->timer);
}
