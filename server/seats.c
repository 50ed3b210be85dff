/* seats.c -- what happens at a table around the game: sitting down, getting ready, starting,
 * resigning.
 *
 * A handler refuses what its row (message_rows.c) could not; then it hands a change to
 * change_table(), which makes it, tells everybody and answers once it is stored. The functions that
 * make changes judge nothing. */
#include <stdlib.h>
#include <string.h>

#include "../core/check.h"
#include "play.h"
#include "seats.h"

/* Colours belong to places, so that there are always as many as seats. */
void seats__empty(struct seat *s) {
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
}

/* In a running game only a seat that its person has given up can be taken; and as its cards are
 * seen by that, all who play and are there must agree: it may be somebody's second window. */
static bool can_sit(const struct table *t, int seat) {
    const struct seat *s = &t->seat[seat];
    if (t->state == TABLE_OPEN)
        return s->kind == SEAT_EMPTY;
    return t->state == TABLE_PLAYING && s->kind == SEAT_HUMAN && (!s->user[0] || s->resigned);
}

/* Before the start one moves from seat to seat; in a running game one takes over for good, with the
 * seat's cards, and with its share of the dice's seed, which was committed to. */
static void make_sit(struct table *t, const struct change *c) {
    int old = table_seat_of(t, c->user);
    char seed[FAIR_SEAT_SEED_MAX + 1] = "";
    if (t->state == TABLE_PLAYING)
        KEEP(seed, t->seat[c->seat].seed);
    else if (old >= 0)
        seats__empty(&t->seat[old]);
    seats__sit_down(t, c->seat, c->user, c->name);
    KEEP(t->seat[c->seat].seed, seed);
}

static void make_taken_over(struct table *t, const struct change *c) {
    make_sit(t, c);
    memset(&t->ask, 0, sizeof t->ask);
}

/* Who took a seat over sees the game with new eyes, in every window. */
static void told_sit(struct room *r, const struct change *c, struct client *who) {
    for (struct client *d = r->clients; d && r->t->state == TABLE_PLAYING; d = d->room_next)
        if (strcmp(d->who.user, c->user) == 0)
            room_tell_game_to(r, d, 0, d->want_view);
    if (who)
        reply_ok(who, &c->reply);
}

void do_sit(struct message *m) {
    struct room *r = m->c->room;
    const struct table *t = r->t;
    struct change c = { .make = make_sit, .told = told_sit };
    c.seat = (int)message_number(m, "seat", 0);
    if (m->seat == c.seat) {
        reply_ok(m->c, &m->reply);
        return;
    }
    if (table_was_kicked(t, m->c->who.user)) {
        message_refuse(m, "kicked", "The host has asked you to leave.");
        return;
    }
    if (!can_sit(t, c.seat) || (t->state != TABLE_OPEN && m->seat >= 0)) {
        message_refuse(m, t->state == TABLE_OPEN ? "seat-taken" : "not-open",
                       "This seat is taken.");
        return;
    }
    const struct seat *kept = rematch_keeps(r, c.seat);
    if (kept && strcmp(kept->user, m->c->who.user) != 0) {
        message_refuse(m, "seat-kept", "This seat is kept for somebody who played before.");
        return;
    }
    if (t->state == TABLE_PLAYING && table_people(t)) {
        play_ask_sit(m, c.seat);
        return;
    }
    KEEP(c.user, m->c->who.user);
    KEEP(c.name, m->c->who.name);
    change_table(r, m, &c);
}

void seat_take_over(struct room *r, struct message *m, const struct ask *ask) {
    struct change c = { .make = make_taken_over, .told = told_sit, .seat = ask->target };
    KEEP(c.user, ask->user);
    KEEP(c.name, ask->name);
    change_table(r, m, &c);
}

static void make_empty(struct table *t, const struct change *c) {
    seats__empty(&t->seat[c->seat]);
}

void do_stand(struct message *m) {
    struct change c = { .make = make_empty, .seat = m->seat };
    change_table(m->c->room, m, &c);
}

static void make_bot(struct table *t, const struct change *c) {
    seats__set_bot(&t->seat[c->seat], c->level, c->style);
}

/* Without a level the bot leaves. */
void do_bot(struct message *m) {
    struct room *r = m->c->room;
    struct change c = { .make = message_has(m, "level") ? make_bot : make_empty };
    c.seat = (int)message_number(m, "seat", 0);
    seats__read_bot(m->m, &c.level, &c.style);
    if (r->t->seat[c.seat].kind == SEAT_HUMAN)
        message_refuse(m, "seat-taken", "Somebody sits there.");
    else
        change_table(r, m, &c);
}

/* An empty or a bot's seat swaps with us. */
static void make_color(struct table *t, const struct change *c) {
    for (int i = 0; i < SEATS_MAX; i++)
        if (t->seat[i].color == c->color)
            t->seat[i].color = t->seat[c->seat].color;
    t->seat[c->seat].color = c->color;
}

void do_color(struct message *m) {
    const struct table *t = m->c->room->t;
    struct change c = { .make = make_color, .seat = m->seat, .color = message_word(m, "color") };
    for (int i = 0; i < SEATS_MAX; i++)
        if (i != c.seat && t->seat[i].color == c.color && t->seat[i].kind == SEAT_HUMAN) {
            message_refuse(m, "color-taken", "Somebody has this colour.");
            return;
        }
    change_table(m->c->room, m, &c);
}

static void make_ready(struct table *t, const struct change *c) {
    t->seat[c->seat].ready = c->on;
    if (c->seed[0][0])
        KEEP(t->seat[c->seat].seed, c->seed[0]);
}

/* The seed a seat brings goes into the dice with the server's own: neither alone decides a roll. It
 * must be in before the start, as the board is shuffled with it. */
void do_ready(struct message *m) {
    struct change c = { .make = make_ready, .seat = m->seat };
    c.on = message_flag(m, "ready", false);
    if (message_text(m, "seed", c.seed[0], sizeof c.seed[0]) && !fair_seat_seed_ok(c.seed[0]))
        message_refuse(m, "bad-value", "seed");
    else
        change_table(m->c->room, m, &c);
}

/* Remembered by user, so that the seat stays free of them; past KICKS_MAX one can come back. */
static void make_kick(struct table *t, const struct change *c) {
    if (t->kicks < KICKS_MAX)
        KEEP(t->kicked[t->kicks++], t->seat[c->seat].user);
    seats__empty(&t->seat[c->seat]);
}

void do_kick(struct message *m) {
    const struct table *t = m->c->room->t;
    struct change c = { .make = make_kick, .seat = (int)message_number(m, "seat", 0) };
    if (t->seat[c.seat].kind != SEAT_HUMAN || strcmp(t->seat[c.seat].user, t->host) == 0)
        message_refuse(m, "no-such-seat", "Nobody there can be asked to leave.");
    else
        change_table(m->c->room, m, &c);
}

/* --- starting --- */

/* Everybody but the host, who says so by starting. Free seats are no hindrance where bots are to
 * take them, but one that is kept for somebody is not free. */
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

/* From here on the game plays. The first command is chance's (the board is laid), and it carries
 * the host's reply: the start is acknowledged when there is something to see. */
static void told_start(struct room *r, const struct change *c, struct client *who) {
    struct command *first = play_command(r, SEAT_CHANCE, 0);
    if (who) {
        first->conn = who->conn;
        first->reply = c->reply;
        conn_pin(who->conn);
    }
    play_queue(r, first);
}

/* After a crash between the start and the first entry the game has started and goes on from
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
        message_refuse(m, "bad-rules", "These rules cannot be played with so many.");
    else
        begin(r, m, level);
}

/* A table that is to start by itself does so when its time has come and somebody is there; bots
 * take the seats that are still free. */
void seats_watch_fill(struct room *r, int64_t now) {
    const struct table *t = r->t;
    int64_t at = table_fill_at(t);
    if (!at || now < at || r->settling || r->closing || !r->clients || table_people(t) == 0)
        return;
    if (all_ready(r, true) && rules_can_begin(t))
        begin(r, NULL, BOT_CLUB);
}

/* --- resigning --- */

static void make_resign(struct table *t, const struct change *c) {
    t->seat[c->seat].resigned = t->seat[c->seat].held = true;
}

/* A bot takes the seat on at once, and somebody else may take it over from the bot. */
void do_resign(struct message *m) {
    const struct table *t = m->c->room->t;
    struct change c = { .make = make_resign, .seat = m->seat };
    if (!t->settings.resign || t->seat[c.seat].resigned)
        message_refuse(m, "no-resign", "You cannot resign here.");
    else
        change_table(m->c->room, m, &c);
}
