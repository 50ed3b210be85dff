/* bots.c -- bots in worker threads.
 *
 * Who is asked is the rule of core/asking.h. Those who are free to propose think at the same time,
 * each a copy of the seat's bot that has seen everything so far. Their answers are taken in the
 * order of the seats, so it does not matter whose thread was faster; when one of them acts, or a
 * person does, the others think again. The room stays pinned until the workers are back. Bots see
 * only views and events, like every guest. */
#include <stdlib.h>
#include <string.h>

#include "core/asking.h"
#include "core/check.h"
#include "process/crypto.h"
#include "play.h"

enum { THINK_MS = 2500 }; /* at most, per choice */

struct thinking {
    uv_work_t work;
    struct room *room;
    int seat;
    uint32_t seq;       /* the entries it has seen */
    unsigned made;      /* which of the seat's bots it is a copy of */
    struct bot *bot;
    void *view;         /* copied because the game continues while the bot thinks */
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
    b->made++;
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

/* The seats whose bots are asked now: all that are free to act, or one that owes a move. Bots act
 * when somebody is there to see it. They also make a single move for a person who is out of time
 * when every move costs something (play_timer.c). */
static unsigned asked(const struct room *r) {
    const struct table *t = r->t;
    unsigned bots = r->out_of_time;
    if (!table_owes(t) || t->paused || r->empty_since)
        return 0;
    for (int i = 0; i < t->settings.players; i++)
        bots |= room_held(r, i) ? 1u << i : 0;
    unsigned free = asking_free(&t->asking, t->game, t->now, bots);
    int seat = asking_next(&t->asking, t->game, t->now, bots);
    return free ? free : seat >= 0 ? bots & 1u << seat : 0;
}

/* Has it an answer to the position as it is? */
static bool has_answer(const struct room *r, int seat) {
    const struct bot_seat *b = &r->bot[seat];
    return b->thought && b->thought->seq == (uint32_t)r->t->log.entries_n &&
           b->thought->made == b->made;
}

static void free_thought(struct thinking *k) {
    free(k->bot);
    free(k->view);
    free(k);
}

static void forget_thought(struct bot_seat *b) {
    if (b->thought)
        free_thought(b->thought);
    b->thought = NULL;
}

/* In the order of the seats, until one acts or its answer is not here yet. */
static void take_answers(struct room *r) {
    for (unsigned now; !r->flying && !r->settling && (now = asked(r)) != 0;) {
        int seat = bits_first(now);
        struct bot_seat *b = &r->bot[seat];
        if (!has_answer(r, seat))
            return;
        struct action a = b->thought->answer.action;
        bool acts = settle_choice(r, b->thought, &a);
        memcpy(b->bot, b->thought->bot, bot_size());
        forget_thought(b);
        if (acts) {
            struct command *c = play_command(r, seat, M_BOT_MOVES);
            c->seq = r->t->log.entries_n;
            c->given = a;
            play_queue(r, c);
            return;
        }
        asking_waits(&r->t->asking, seat);
    }
}

/* Back on the loop's thread. In every case something must keep the table going: a command, or
 * the timer for another try. */
static void thought(uv_work_t *work, int status) {
    struct thinking *k = work->data;
    struct room *r = k->room;
    CHECK(r->thinking >> k->seat & 1 && r->server->thinking > 0 && !r->bot[k->seat].thought);
    r->thinking &= ~(1u << k->seat);
    r->server->thinking--;
    if (status == 0 && !r->gone)
        r->bot[k->seat].thought = k;
    else
        free_thought(k);
    if (!r->gone) {
        take_answers(r);
        play_schedule(r);
    }
    room_unpin(r);
}

static void ask(struct room *r, int seat) {
    const struct table *t = r->t;
    struct thinking *k = calloc(1, sizeof *k);
    struct bot_seat *b = &r->bot[seat];
    CHECK(k && t->now);
    catch_up(r, seat);
    forget_thought(b);
    k->work.data = k;
    k->room = r;
    k->seat = seat;
    k->seq = (uint32_t)t->log.entries_n;
    k->made = b->made;
    k->bot = malloc(bot_size());
    k->view = malloc(t->game->state_size);
    CHECK(k->bot && k->view);
    memcpy(k->bot, b->bot, bot_size());
    t->game->view(t->now, seat, k->view);
    r->thinking |= 1u << seat;
    r->server->thinking++;
    room_pin(r);
    CHECK(uv_queue_work(&r->server->loop, &k->work, think, thought) == 0);
}

unsigned bots_due(const struct room *r) {
    unsigned now = asked(r), due = 0;
    for (int i = 0; i < r->t->settings.players; i++)
        if (now >> i & 1 && !(r->thinking >> i & 1) &&
            (!has_answer(r, i) || i == bits_first(now)))
            due |= 1u << i;
    return due;
}

/* The site's pace; a proposal rarely comes, and nobody waits long for it. */
int64_t bots_due_at(struct room *r, int64_t now) {
    unsigned due = bots_due(r);
    if (!due)
        return r->bot_due = 0;
    if (!r->bot_due)
        r->bot_due = now + r->server->config.bot_pace / (due & table_owes(r->t) ? 1 : 3);
    if (r->bot_due < r->retry_at)
        r->bot_due = r->retry_at;
    return r->bot_due;
}

void bots_act(struct room *r) {
    unsigned due = bots_due(r);
    for (int i = 0; i < r->t->settings.players; i++)
        if (due >> i & 1 && !has_answer(r, i))
            ask(r, i);
    take_answers(r);
}

/* It restarts when it is next asked. */
void bots_forget(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        r->bot[i].stale = r->bot[i].bot != NULL;
}

void bots_free(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++) {
        free(r->bot[i].bot);
        forget_thought(&r->bot[i]);
    }
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
