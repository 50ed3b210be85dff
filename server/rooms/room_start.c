/* room_start.c -- starts a game: when all are ready, or automatically at a set time. */
#include <string.h>

#include "core/check.h"
#include "play.h"
#include "seats.h"

/* Everybody except the host, who confirms by starting. Free seats are fine if bots take them,
 * but a kept seat is not free. */
static bool all_ready(const struct room *r, bool fill) {
    const struct table *t = r->t;
    for (int i = 0; i < t->settings.players; i++) {
        const struct seat *s = &t->seat[i];
        bool host = strcmp(s->user, t->host) == 0;
        if ((s->kind == SEAT_EMPTY && (!fill || rematch_keeps(r, i))) ||
            (s->kind == SEAT_HUMAN && !s->ready && !host))
            return false;
    }
    return true;
}

static bool rules_can_begin(const struct table *t) {
    _Alignas(16) unsigned char state[STATE_MAX];
    return t->game->init(state, &t->rules) == 0;
}

static void make_start(struct table *t, const struct change *c) {
    for (int i = 0; i < t->settings.players; i++) {
        if (t->seat[i].kind == SEAT_EMPTY)
            seats__set_bot(&t->seat[i], c->level, BOT_PLAIN);
        if (!t->seat[i].seed[0])
            KEEP(t->seat[i].seed, c->seed[i]);
    }
    t->started = c->at;
    t->state = TABLE_PLAYING;
}

static void made_start(struct room *r, const struct change *c) {
    (void)c;
    CHECK(table_begin(r->t));
    play_begin(r);
}

/* From here on the game runs. The first command is chance's (the board is dealt), and it carries
 * the host's reply: the start is acknowledged when there is something to see. */
static void told_start(struct room *r, const struct change *c) {
    struct command *first = play_command(r, SEAT_CHANCE, 0);
    first->reply = c->reply;
    reply_keep(&first->reply);
    play_queue(r, first);
}

/* After a crash between the start and the first entry, the game has started and continues from
 * there. `level`: of the bots that take the free seats. */
static void begin(struct room *r, struct message *m, int level) {
    struct change c = {
        .make = make_start, .made = made_start, .told = told_start, .level = level
    };
    for (int i = 0; i < r->t->settings.players; i++)
        random_id(c.seed[i], 16);
    c.at = now_ms(r->server);
    change_table(r, m, &c);
}

void do_start(struct message *m) {
    struct room *r = m->c->room;
    int level = message_word(m, "fill");
    if (!all_ready(r, level >= 0))
        message_refuse(m, "not-ready", "Not everybody is ready.");
    else if (!rules_can_begin(r->t))
        message_refuse(m, "bad-rules", "These rules do not allow this number of players.");
    else if (!heap_room(r->t, 0))
        reply_not_stored(&m->reply);
    else
        begin(r, m, level);
}

/* A table with a start time starts when it has come and somebody is there; bots take the free
 * seats. */
void room_watch_fill(struct room *r, int64_t now) {
    const struct table *t = r->t;
    int64_t at = table_fill_at(t);
    if (!at || now < at || r->settling || r->closing || !r->clients || table_people(t) == 0)
        return;
    if (all_ready(r, true) && rules_can_begin(t) && heap_room(r->t, 0))
        begin(r, NULL, BOT_CLUB);
}
