/* bots.c -- bots in worker threads.
 *
 * A job has everything the worker touches: the bot itself (marked busy meanwhile), a copy of its
 * view, and the last entry it saw. An answer for an older entry is dropped. Bots see only views
 * and events, like every guest.
 *
 * Only one thread at a time touches the bot of a seat: the loop while it catches up, a worker
 * while room.thinking says so. The room stays pinned until the worker is back. */
#include <stdlib.h>

#include "core/asking.h"
#include "core/check.h"
#include "process/crypto.h"
#include "play.h"

enum { THINK_MS = 2500 }; /* at most, per choice */

struct thinking {
    uv_work_t work;
    struct room *room;
    int seat;
    uint32_t seq;
    struct bot *bot;
    void *view;
    struct bot_answer answer;
    bool acts;
};

static uint64_t clock_us(void *arg) {
    (void)arg;
    return now_us();
}

/* On a worker's thread. The scratch memory is large and only needed for this long. */
static void think(uv_work_t *work) {
    struct thinking *k = work->data;
    void *scratch = malloc(bot_work_size());
    CHECK(scratch);
    struct bot_budget budget = { .ms = THINK_MS, .clock = clock_us, .work = scratch };
    k->acts = bot_choose(k->bot, k->view, &budget, &k->answer);
    free(scratch);
}

/* Who sits where: reported win chances depend on it. */
static void tell_levels(const struct room *r, struct bot *bot) {
    uint8_t level[SEATS_MAX] = { 0 };
    for (int i = 0; i < r->t->settings.players; i++)
        level[i] = r->t->seat[i].kind == SEAT_BOT ? (uint8_t)r->t->seat[i].level : BOT_PERSON;
    bot_levels(bot, level);
}

/* Level and style are remembered, to notice when the seat gets another bot or its person comes
 * or goes. The seed is new: a restarted bot need not repeat itself. */
static void start_again(struct room *r, int seat) {
    struct bot_seat *b = &r->bot[seat];
    const struct seat *s = &r->t->seat[seat];
    uint64_t seed;
    random_bytes(&seed, sizeof seed);
    if (!b->bot)
        b->bot = malloc(bot_size());
    CHECK(b->bot);
    b->level = s->level;
    b->style = s->style;
    bot_new(b->bot, r->t->game, r->t->settings.players, (enum bot_level)b->level,
            (enum bot_style)b->style, seat, seed);
    bot_humans(b->bot, table_people(r->t));
    tell_levels(r, b->bot);
    b->seen = 0;
    b->stale = false;
}

/* Show the bot what has happened since it last looked. Entries that were taken back before it
 * looked are left out. If something it has seen was taken back, it starts again from the first
 * entry (`stale`). */
static void catch_up(struct room *r, int seat) {
    const struct table *t = r->t;
    const struct game *g = t->game;
    struct bot_seat *b = &r->bot[seat];
    if (!b->bot || b->stale || b->level != t->seat[seat].level || b->style != t->seat[seat].style)
        start_again(r, seat);
    if (b->seen == (uint32_t)t->log.entries_n)
        return;
    void *state = malloc(g->state_size);
    CHECK(state);
    table_state_at(t, b->seen, state);
    int from = log_tip(&t->log, (int)b->seen);
    for (int i = log_path(&t->log, t->log.entries_n, from); i; i = log_after(&t->log, i)) {
        const struct action *a;
        int n = log_actions(&t->log, i, &a);
        for (int k = 0; k < n; k++) {
            bot_witness(b->bot, state, &a[k]);
            g->apply(state, &a[k]);
        }
    }
    b->seen = (uint32_t)t->log.entries_n;
    free(state);
}

/* A bot that owes a move but gives none, or an illegal one, must not stop the game. */
static bool settle_choice(struct room *r, const struct thinking *k, struct action *a) {
    bool allowed = k->acts && a->seat == k->seat && r->t->game->check(r->t->now, a) == 0;
    if (k->acts && !allowed)
        log_line("error", "bot-refused", "table", r->t->id, NULL);
    if (allowed || !(table_owes(r->t) >> k->seat & 1))
        return allowed;
    return asking_least_harmful(r->t->game, r->t->now, k->seat, heap_scratch()->menu, a) > 0;
}

/* Back on the loop's thread. In every case something must keep the table going: a command, or
 * the timer for another try. */
static void thought(uv_work_t *work, int status) {
    struct thinking *k = work->data;
    struct room *r = k->room;
    struct action a = k->answer.action;
    CHECK(r->thinking >> k->seat & 1 && r->server->thinking > 0);
    r->thinking &= ~(1u << k->seat);
    r->server->thinking--;
    bool wanted = room_held(r, k->seat) || (r->out_of_time >> k->seat & 1);
    bool fresh = status == 0 && !r->gone && k->seq == (uint32_t)r->t->log.entries_n &&
                 r->t->state == TABLE_PLAYING && wanted; /* its person may have come back */
    if (fresh && settle_choice(r, k, &a)) {
        struct command *c = play_command(r, k->seat, M_BOT_MOVES);
        c->seq = k->seq;
        c->given = a;
        play_queue(r, c);
    } else if (!r->gone) {
        play_schedule(r);
    }
    free(k->view);
    free(k);
    room_unpin(r);
}

/* The view is copied because the game continues while the bot thinks. */
static void ask(struct room *r, int seat) {
    const struct table *t = r->t;
    struct thinking *k = calloc(1, sizeof *k);
    CHECK(k);
    CHECK(!(r->thinking >> seat & 1) && t->now); /* a worker has it: do not touch it */
    catch_up(r, seat);
    k->work.data = k;
    k->room = r;
    k->seat = seat;
    k->seq = (uint32_t)t->log.entries_n;
    k->bot = r->bot[seat].bot;
    k->view = malloc(t->game->state_size);
    CHECK(k->view);
    t->game->view(t->now, seat, k->view);
    r->thinking |= 1u << seat;
    r->server->thinking++;
    room_pin(r);
    CHECK(uv_queue_work(&r->server->loop, &k->work, think, thought) == 0);
}

/* Seats that may propose come first: a seat that owes a move would end their chance. Also serves
 * a person who is out of time when every move costs something (play_timer.c): a bot makes just
 * this one move. */
unsigned bots_due(const struct room *r) {
    unsigned owes = table_owes(r->t), due = 0, may = 0, busy = r->thinking;
    if ((owes & OWES_CHANCE) || r->t->paused || r->empty_since || !owes)
        return 0; /* bots act when somebody is there to see it */
    for (int i = 0; i < r->t->settings.players; i++) {
        unsigned bit = 1u << i;
        may |= r->invited & bit && room_held(r, i) ? bit : 0;
        due |= owes & bit && (room_held(r, i) || r->out_of_time & bit) ? bit : 0;
    }
    return (may & ~busy) ? may & ~busy : (busy & ~owes) ? 0 : due & ~busy;
}

/* The site's pace; a proposal rarely comes, and nobody waits long for it. */
int64_t bots_due_at(struct room *r, int64_t now) {
    if (!bots_due(r))
        return r->bot_due = 0;
    if (!r->bot_due)
        r->bot_due = now + r->server->config.bot_pace / (r->invited ? 3 : 1);
    if (r->bot_due < r->retry_at)
        r->bot_due = r->retry_at;
    return r->bot_due;
}

void bots_invite(struct room *r) {
    const struct table *t = r->t;
    r->invited = t->state == TABLE_PLAYING ? t->game->may(t->now) & ~t->game->owes(t->now) : 0;
}

/* All at once: several may owe something (discards), and each answer is judged separately. */
void bots_act(struct room *r) {
    unsigned due = bots_due(r);
    for (int i = 0; i < r->t->settings.players; i++)
        if (due >> i & 1) {
            r->invited &= ~(1u << i);
            ask(r, i);
        }
}

/* Not now: a worker may have the bot. It restarts when it is next asked. */
void bots_forget(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        r->bot[i].stale = r->bot[i].bot != NULL;
}

void bots_free(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        free(r->bot[i].bot);
}

/* --- explaining --- */

/* Without win chances: they would reveal what the bot holds. */
static void write_decision(const struct bot_decision *d, struct json_out *o) {
    json_object(o, NULL);
    json_text(o, "action", d->text);
    json_text(o, "why", bot_why_name(d->why));
    json_array(o, "reasons");
    for (int i = 0; i < d->reasons_n; i++)
        json_text(o, NULL, bot_term_name(d->reason[i].term));
    json_array_end(o);
    json_object_end(o);
}

/* null if it is not known: the bot thinks and belongs to a worker, or it has decided nothing since
 * the server started. */
static void write_turn(struct json_out *o, const void *arg) {
    const struct message *m = arg;
    const struct room *r = m->c->room;
    const struct bot_decision *d = NULL;
    int seat = (int)message_number(m, "seat", 0);
    bool thinking = r->thinking >> seat & 1;
    int n = thinking ? -1 : r->bot[seat].bot ? bot_turn(r->bot[seat].bot, &d) : 0;
    json_bool(o, "thinking", thinking);
    if (n < 0) {
        json_null(o, "turn");
        return;
    }
    json_array(o, "turn");
    for (int i = 0; i < n; i++)
        write_decision(&d[i], o);
    json_array_end(o);
}

/* The bot catches up first: a decision counts when it was seen played. */
void do_why(struct message *m) {
    struct room *r = m->c->room;
    int seat = (int)message_number(m, "seat", 0);
    const struct bot_seat *b = &r->bot[seat];
    if (r->t->state == TABLE_PLAYING && b->bot && !b->stale && !(r->thinking >> seat & 1))
        catch_up(r, seat);
    reply_ok_with(&m->reply, write_turn, m);
}
