/* play_timer.c -- a table's one timer, and what happens when it fires: a clock that has run out, a
 * bot's turn, a question that nobody answered, a seat that a bot takes for somebody who is away
 * (room_away.c). How the clocks go down is in table_clock.c. */
#include <string.h>

#include "core/asking.h"
#include "play.h"

/* Whose time runs: people that the game waits for, while somebody is there and it is not paused. */
unsigned play_timed(const struct room *r) {
    unsigned owes = table_owes(r->t), mask = 0;
    if (!table_has_clock(r->t) || r->t->paused || r->empty_since || (owes & OWES_CHANCE))
        return 0;
    for (int i = 0; i < r->t->settings.players; i++)
        if (!room_held(r, i))
            mask |= owes & (1u << i);
    return mask;
}

/* Clocks start with the game, not with the table. */
void play_begin(struct room *r) {
    table_clock_start(r->t, now_ms(r->server));
    table_clock_run(r->t, play_timed(r), now_ms(r->server));
}

/* 0 is never. */
static void earlier(int64_t *due, int64_t at) {
    if (at && (!*due || at < *due))
        *due = at;
}

/* Play a choice that costs nothing if there is one; otherwise a bot chooses. */
static void time_is_up(struct room *r, int seat) {
    struct action a;
    struct command *c = play_command(r, seat, M_CLOCK_MOVES);
    c->seq = r->t->log.entries_n;
    if (asking_least_harmful(r->t->game, r->t->now, seat, heap_scratch()->menu, &a) == 2) {
        c->given = a;
        play_queue(r, c);
    } else { /* every choice costs something, so a bot makes it */
        play_free(c);
        r->out_of_time |= 1u << seat;
    }
}

/* One at a time: the next one is handled after the first one's entry. */
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

/* The room's only timer; the handler finds out what is due. */
static void tick(uv_timer_t *timer) {
    struct room *r = timer->data;
    r->due = 0;
    if (r->t->ask.kind && now_ms(r->server) >= r->t->ask.until)
        play_end_ask(r, ASK_UNANSWERED);
    if (r->bot_due && now_ms(r->server) >= r->bot_due && !r->flying && bots_due(r)) {
        r->bot_due = 0;
        bots_act(r);
    }
    play_next(r);
}

/* A table that the store refused does nothing for a second (retry_at). Not all tables continue
 * in the same turn of the loop. */
void play_again(struct server *s) {
    enum { SPREAD_MS = 64 };
    int64_t now = now_ms(s);
    s->store_back = false;
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (struct room *r = s->room[i]; r; r = r->next)
            if (r->retry_at > now + SPREAD_MS && !r->asleep) {
                r->retry_at = now + (int64_t)(i % SPREAD_MS);
                r->bot_due = 0;
                play_schedule(r);
            }
}

/* Called after anything that may change what happens next. While a command or a change is in
 * flight nothing is due; its answer calls this again. */
void play_schedule(struct room *r) {
    int64_t now = now_ms(r->server), due = 0;
    if (r->gone || r->flying || r->settling || r->closing)
        return;
    if (r->t->state != TABLE_PLAYING || !r->t->now)
        return;
    earlier(&due, room_hold_seats(r, now));
    if (now >= r->retry_at) {
        clocks(r, now, &due);
        if (r->flying)
            return;
    } else {
        earlier(&due, r->retry_at);
    }
    earlier(&due, bots_due_at(r, now));
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
