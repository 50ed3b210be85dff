/* bots.c -- bots in worker threads.
 *
 * A job carries everything the worker touches: the bot itself (marked busy meanwhile),
 * a copy of its view, and the entry it saw last. What comes back for an older entry is
 * dropped. Bots see views and events only, as every guest does. */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/check.h"
#include "internal.h"

enum { THINK_MS = 2500 };

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

static void think(uv_work_t *work) {
    struct thinking *k = work->data;
    void *scratch = malloc(bot_work_size());
    CHECK(scratch);
    struct bot_budget budget = { .ms = THINK_MS, .clock = clock_us, .work = scratch };
    k->acts = bot_choose(k->bot, k->view, &budget, &k->answer);
    free(scratch);
}

static void start_again(struct room *r, int seat) {
    struct bot_seat *b = &r->bot[seat];
    const struct seat *s = &r->t->seat[seat];
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    if (!b->bot)
        b->bot = malloc(bot_size());
    CHECK(b->bot);
    b->level = s->level;
    b->style = s->style;
    bot_new(b->bot, r->t->game, r->t->settings.players, (enum bot_level)b->level,
            (enum bot_style)b->style, seat, seed);
    bot_humans(b->bot, table_people(r->t));
    b->seen = 0;
    b->stale = false;
}

/* Tell the bot what has happened since it last looked. Entries that were taken back before
 * it looked are left out: it never saw them. */
static void catch_up(struct room *r, int seat) {
    const struct table *t = r->t;
    const struct game *g = t->game;
    struct bot_seat *b = &r->bot[seat];
    if (!b->bot || b->stale || b->level != t->seat[seat].level || b->style != t->seat[seat].style)
        start_again(r, seat);
    if (b->seen == (uint32_t)t->entries)
        return;
    char *state = malloc(2 * g->state_size), *view = state + g->state_size;
    CHECK(state);
    table_state_at(t, b->seen, state);
    for (uint32_t i = b->seen; i < (uint32_t)t->entries; i++) {
        const struct entry *e = &t->entry[i];
        for (int k = 0; !e->undone && k < e->n; k++) {
            const struct action *a = &t->action[e->first + (uint32_t)k];
            struct action seen;
            g->view(state, seat, view);
            g->see(state, a, seat, &seen);
            bot_observe(b->bot, view, &seen);
            g->apply(state, a);
        }
    }
    b->seen = (uint32_t)t->entries;
    free(state);
}

static void thought(uv_work_t *work, int status) {
    struct thinking *k = work->data;
    struct room *r = k->room;
    struct action a = k->answer.action;
    r->bot[k->seat].busy = false;
    r->server->thinking--;
    bool fresh = status == 0 && !r->gone && k->seq == (uint32_t)r->t->entries &&
                 r->t->state == TABLE_PLAYING;
    /* A bot that owes a move but names none, or a forbidden one, must not stop the game. */
    if (fresh && (!k->acts || a.seat != k->seat || r->t->game->check(r->t->now, &a) != 0)) {
        if (k->acts)
            log_line("error", "bot-refused", "table", r->t->id, NULL);
        fresh = table_least_harmful(r->t, k->seat, &a) > 0;
    }
    if (fresh) {
        struct command *c = calloc(1, sizeof *c);
        CHECK(c);
        *c = (struct command){
            .room = r, .seat = k->seat, .seq = k->seq, .given = a, .count = M_BOT_MOVES
        };
        play_queue(r, c);
    } else if (!r->gone) {
        play_schedule(r);
    }
    free(k->view);
    free(k);
    room_unpin(r);
}

void bots_act(struct room *r) {
    const struct table *t = r->t;
    unsigned owes = table_owes(t);
    for (int i = 0; i < t->settings.players; i++) {
        if (!(owes >> i & 1) || r->bot[i].busy || !(play_held(r, i) || (r->out_of_time >> i & 1)))
            continue;
        catch_up(r, i);
        struct thinking *k = calloc(1, sizeof *k);
        CHECK(k);
        k->work.data = k;
        k->room = r;
        k->seat = i;
        k->seq = (uint32_t)t->entries;
        k->bot = r->bot[i].bot;
        k->view = malloc(t->game->state_size);
        CHECK(k->view);
        t->game->view(t->now, i, k->view);
        r->bot[i].busy = true;
        r->server->thinking++;
        room_pin(r);
        CHECK(uv_queue_work(&r->server->loop, &k->work, think, thought) == 0);
    }
}

void bots_forget(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        r->bot[i].stale = r->bot[i].bot != NULL;
}

void bots_free(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        free(r->bot[i].bot);
}
