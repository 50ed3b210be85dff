/* play.c -- the game at a table: commands in, one at a time, to the store and only then
 * to everybody; and what happens by itself: chance, bots, clocks, held seats.
 *
 * Judge against memory, append to the log, wait for the commit, apply, tell, acknowledge. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "internal.h"

enum { ASK_MS = 60000, RETRY_MS = 1000 };

/* The step is filled when the command is judged. */
struct command *play_command(struct room *r, int seat, enum metric count) {
    struct command *c = malloc(sizeof *c);
    CHECK(c);
    memset(c, 0, offsetof(struct command, step));
    c->room = r;
    c->seat = seat;
    c->seq = -1;
    c->count = count;
    return c;
}

static void command_free(struct command *c) {
    if (c->conn)
        conn_unpin(c->conn);
    free(c->text);
    free(c);
}

static struct client *client_of(const struct command *c) {
    return c->conn && !c->conn->dead ? c->conn->client : NULL;
}

/* --- clocks --- */

bool play_held(const struct room *r, int seat) {
    const struct seat *s = &r->t->seat[seat];
    return s->kind == SEAT_BOT || (s->kind == SEAT_HUMAN && s->held);
}

/* Whose time runs: people whom the game waits for, while somebody is there and it is not paused. */
static unsigned timed(const struct room *r) {
    unsigned owes = table_owes(r->t), mask = 0;
    if (!table_has_clock(r->t) || r->t->paused || r->empty_since || (owes & OWES_CHANCE))
        return 0;
    for (int i = 0; i < r->t->settings.players; i++)
        if (!play_held(r, i))
            mask |= owes & (1u << i);
    return mask;
}

void play_begin(struct room *r) {
    table_clock_start(r->t, now_ms(r->server));
    table_clock_run(r->t, timed(r), now_ms(r->server));
}

/* --- one command --- */

static void measure(struct server *s, uint64_t since) {
    uint64_t us = now_us() - since;
    int bucket = 0;
    while (bucket < HISTOGRAM - 1 && us > 64ull << bucket)
        bucket++;
    s->commit_us[bucket]++;
    s->commit_sum_us += us;
    s->commit_n++;
}

static void game_over(struct room *r) {
    room_tell_table(r);
    room_tell_over(r, NULL);
    lobby_touch(r);
    room_archive(r);
}

static void stored(struct command *c) {
    struct room *r = c->room;
    struct server *s = r->server;
    struct client *client = client_of(c);
    if (client) /* the game's news and the answer are one packet */
        conn_cork(client->conn);
    table_apply(r->t, &c->step);
    table_clock_run(r->t, timed(r), now_ms(s));
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
    if (r->t->state == TABLE_OVER)
        game_over(r);
    client = client_of(c);
    if (client)
        reply_ok_seq(client, &c->reply, (uint32_t)r->t->entries, false);
    conn_uncork(s);
    measure(s, c->since);
}

static void not_stored(struct command *c, enum store_result why) {
    struct room *r = c->room;
    struct client *client = client_of(c);
    r->server->metric[M_NOT_STORED]++;
    log_line("error", "store", "op", "append", "table", r->t->id, "result", store_result_name(why),
             NULL);
    if (client)
        reply_not_stored(client, &c->reply);
    r->retry_at = now_ms(r->server) + RETRY_MS;
    if (why == STORE_FENCED || why == STORE_CONFLICT || why == STORE_MISSING) {
        r->t->state = TABLE_BROKEN; /* somebody else has this game now: go no further here */
        r->server->metric[M_BROKEN]++;
        room_tell_table(r);
    }
}

static void appended(struct store_request *q) {
    struct command *c = q->arg;
    struct room *r = c->room;
    r->flying = NULL;
    r->server->store_ok = q->result == STORE_OK;
    if (q->result == STORE_OK && !r->gone)
        stored(c);
    else if (q->result != STORE_OK)
        not_stored(c, q->result);
    command_free(c);
    if (!r->gone)
        play_next(r);
    room_unpin(r);
}

static void append(struct command *c) {
    static char text[STEP_TEXT_MAX];
    struct room *r = c->room;
    struct server *s = r->server;
    int64_t now = now_ms(s);
    c->step.at = now;
    c->step.command = c->hash;
    table_clock_run(r->t, timed(r), now);
    int len = table_encode(r->t, &c->step, text, sizeof text);
    struct store_request *q = store_request(STORE_APPEND, r->t->id);
    q->epoch = r->epoch;
    q->seq = r->t->entries + 1;
    q->at = now;
    store_set_body(q, text, (size_t)len);
    q->done = appended;
    q->arg = c;
    r->flying = c;
    room_pin(r);
    store_submit(s->store, q);
}

static const char *not_now(const struct room *r, const struct command *c) {
    const struct table *t = r->t;
    if (t->state != TABLE_PLAYING || !t->now)
        return t->state == TABLE_OVER ? "over" : "not-playing";
    if (t->paused && c->seat >= 0)
        return "paused";
    if (c->seq >= 0 && c->seq != t->entries)
        return "stale";
    return t->entries >= ENTRIES_MAX ? "too-many" : NULL;
}

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

void play_queue(struct room *r, struct command *c) {
    c->since = now_us();
    c->next = NULL;
    if (r->commands_n >= COMMANDS_MAX) {
        struct client *client = client_of(c);
        if (client)
            reply_error(client, &c->reply, "too-fast", "Too many commands are waiting.");
        command_free(c);
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
        command_free(c);
    }
}

void play_next(struct room *r) {
    while (!r->flying && !r->gone && r->commands) {
        struct command *c = r->commands;
        r->commands = c->next;
        if (!r->commands)
            r->commands_last = NULL;
        r->commands_n--;
        if (!begin(r, c))
            command_free(c);
    }
    if (r->flying || r->gone || r->t->state != TABLE_PLAYING)
        return;
    if ((table_owes(r->t) & OWES_CHANCE) && now_ms(r->server) >= r->retry_at) {
        play_queue(r, play_command(r, SEAT_CHANCE, 0));
        return;
    }
    play_schedule(r);
}

/* --- by itself --- */

static void earlier(int64_t *due, int64_t at) {
    if (at && (!*due || at < *due))
        *due = at;
}

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
        table_clock_run(t, timed(r), now);
        room_tell_table(r);
    }
}

static void time_is_up(struct room *r, int seat) {
    struct action a;
    struct command *c = play_command(r, seat, M_CLOCK_MOVES);
    c->seq = r->t->entries;
    if (table_least_harmful(r->t, seat, &a) == 2) {
        c->given = a;
        play_queue(r, c);
    } else { /* every choice costs something: a bot makes it */
        command_free(c);
        r->out_of_time |= 1u << seat;
    }
}

static void clocks(struct room *r, int64_t now, int64_t *due) {
    table_clock_run(r->t, timed(r), now);
    unsigned out = table_clock_out(r->t, now) & ~r->out_of_time;
    for (int i = 0; i < r->t->settings.players && !r->flying; i++)
        if (out >> i & 1)
            time_is_up(r, i);
    if (!(table_clock_out(r->t, now)))
        earlier(due, table_clock_deadline(r->t));
}

static void end_ask(struct room *r) {
    memset(&r->t->ask, 0, sizeof r->t->ask);
    room_tell_table(r);
}

static void tick(uv_timer_t *timer) {
    struct room *r = timer->data;
    if (r->t->ask.kind && now_ms(r->server) >= r->t->ask.until)
        end_ask(r);
    if (r->bot_due && now_ms(r->server) >= r->bot_due && !r->flying && bots_due(r)) {
        r->bot_due = 0;
        bots_act(r);
    }
    play_next(r);
}

void play_schedule(struct room *r) {
    int64_t now = now_ms(r->server), due = 0;
    if (r->gone || r->flying || r->t->state != TABLE_PLAYING || !r->t->now)
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
    if (due)
        uv_timer_start(&r->timer, tick, due > now ? (uint64_t)(due - now) : 0, 0);
    else
        uv_timer_stop(&r->timer);
}

/* --- messages --- */

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

static bool copy_actions(struct message *m, struct command *c) {
    struct json_in list = json_get(m->m, "actions"), value;
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

void do_play(struct message *m) {
    int seat;
    if (m->c->room->t->state == TABLE_OPEN) {
        reply_error(m->c, &m->reply, "not-playing", "The game has not started.");
        return;
    }
    if (!seated(m, &seat))
        return;
    struct command *c = play_command(m->c->room, seat, 0);
    int64_t seq = -1;
    if (!command_id(m, c) || (has_key(m, "seq") && !take_int(m, "seq", 0, ENTRIES_MAX, &seq))) {
        command_free(c);
        return;
    }
    c->seq = seq;
    if (!copy_actions(m, c)) {
        reply_error(m->c, &m->reply, "bad-value", "actions");
        command_free(c);
        return;
    }
    play_queue(m->c->room, c);
}

void do_undo(struct message *m) {
    int seat;
    int64_t to = UINT32_MAX;
    if (!seated(m, &seat) || (has_key(m, "to") && !take_int(m, "to", 1, ENTRIES_MAX, &to)))
        return;
    struct command *c = play_command(m->c->room, seat, 0);
    if (!command_id(m, c)) {
        command_free(c);
        return;
    }
    c->undo = (uint32_t)to;
    play_queue(m->c->room, c);
}

/* --- asking --- */

/* Everybody whose consent is needed: people who are there. */
static unsigned present(const struct table *t) {
    unsigned mask = 0;
    for (int i = 0; i < t->settings.players; i++)
        if ((table_people(t) >> i & 1) && t->seat[i].away == 0)
            mask |= 1u << i;
    return mask;
}

static void agreed(struct room *r, struct message *m) {
    struct ask ask = r->t->ask;
    memset(&r->t->ask, 0, sizeof r->t->ask);
    if (ask.kind == ASK_TAKE_BACK) {
        struct command *c = play_command(r, ask.seat, 0);
        c->undo = ask.to;
        c->agreed = true;
        room_tell_table(r);
        reply_ok(m->c, &m->reply);
        play_queue(r, c);
        return;
    }
    table_clock_run(r->t, timed(r), now_ms(r->server));
    r->t->paused = ask.kind == ASK_PAUSE;
    table_clock_run(r->t, timed(r), now_ms(r->server));
    room_save(r, m);
}

static void judge_ask(struct room *r, struct message *m) {
    if (r->t->ask.no) {
        end_ask(r);
        reply_ok(m->c, &m->reply);
    } else if ((present(r->t) & ~r->t->ask.yes) == 0) {
        agreed(r, m);
    } else {
        room_tell_table(r);
        reply_ok(m->c, &m->reply);
        play_schedule(r);
    }
}

static bool read_ask(struct message *m, struct ask *ask) {
    struct room *r = m->c->room;
    struct json_in word = json_get(m->m, "ask");
    int64_t to = table_last_of(r->t, ask->seat);
    ask->kind = json_equals(word, "take-back") ? ASK_TAKE_BACK
                : json_equals(word, "pause")   ? ASK_PAUSE
                : json_equals(word, "resume")  ? ASK_RESUME
                                               : ASK_NONE;
    if (ask->kind == ASK_NONE || (ask->kind == ASK_RESUME) != r->t->paused) {
        reply_error(m->c, &m->reply, r->t->paused ? "paused" : "bad-value", "ask");
        return false;
    }
    if (ask->kind != ASK_TAKE_BACK)
        return true;
    if (has_key(m, "to") && !take_int(m, "to", 1, ENTRIES_MAX, &to))
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
    if (r->t->state != TABLE_PLAYING || r->t->ask.kind) {
        reply_error(m->c, &m->reply, r->t->ask.kind ? "no-ask" : "not-playing", "Not now.");
        return;
    }
    if (!read_ask(m, &ask))
        return;
    ask.yes = 1u << ask.seat;
    r->t->ask = ask;
    judge_ask(r, m);
}

void do_answer(struct message *m) {
    struct room *r = m->c->room;
    int seat;
    bool yes;
    if (!seated(m, &seat) || !take_bool(m, "yes", &yes))
        return;
    if (!r->t->ask.kind) {
        reply_error(m->c, &m->reply, "no-ask", "Nothing was asked.");
        return;
    }
    if (yes)
        r->t->ask.yes |= 1u << seat;
    else
        r->t->ask.no |= 1u << seat;
    judge_ask(r, m);
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
    if (!has_started(m) || (has_key(m, "since") && !take_int(m, "since", 0, ENTRIES_MAX, &since)))
        return;
    room_tell_game_to(m->c->room, m->c, (uint32_t)since, m->c->want_view);
    reply_ok(m->c, &m->reply);
}
