/* seats.c -- seats at a table: sitting down, getting ready, resigning. Starting is in
 * room_start.c.
 *
 * A handler refuses what its row (message_rows.c) could not; then it passes a change to
 * change_table(), which makes it, tells everybody and answers once it is stored. The functions
 * that make changes judge nothing. */
#include <string.h>

#include "core/check.h"
#include "play.h"
#include "seats.h"

void seats__set_bot(struct seat *s, int level, int style) {
    table_empty_seat(s);
    s->kind = SEAT_BOT;
    s->level = level;
    s->style = style;
}

/* {"level":"club","style":"trader"} */
void seats__read_bot(struct json_in o, int *level, int *style) {
    *level = word_index(bot_level_name, json_get(o, "level"));
    *style = word_index(bot_style_name, json_get(o, "style"));
    if (*style < 0)
        *style = BOT_PLAIN;
}

void seats__sit_down(struct table *t, int seat, const char *user, const char *name) {
    CHECK(seat >= 0 && seat < t->settings.players);
    struct seat *s = &t->seat[seat];
    table_empty_seat(s);
    s->kind = SEAT_HUMAN;
    s->level = BOT_CASUAL; /* level of the bot that may hold it */
    KEEP(s->user, user);
    KEEP(s->name, name);
}

/* In a running game only a seat that its person has given up can be taken. Its cards are then
 * seen, so all players who are present must agree: it may be somebody's second window. */
static bool can_sit(const struct table *t, int seat) {
    const struct seat *s = &t->seat[seat];
    if (t->state == TABLE_OPEN)
        return s->kind == SEAT_EMPTY;
    return t->state == TABLE_PLAYING && s->kind == SEAT_HUMAN && (!s->user[0] || s->resigned);
}

/* Before the start people move freely. In a running game the new person takes over for good,
 * with the seat's cards and its share of the dice's seed, which is part of the commitment. */
static void make_sit(struct table *t, const struct change *c) {
    int old = table_seat_of(t, c->user);
    char seed[FAIR_SEAT_SEED_MAX + 1] = "";
    if (t->state == TABLE_PLAYING)
        KEEP(seed, t->seat[c->seat].seed);
    else if (old >= 0)
        table_empty_seat(&t->seat[old]);
    seats__sit_down(t, c->seat, c->user, c->name);
    KEEP(t->seat[c->seat].seed, seed);
}

/* A person who took over a seat gets a new view, in every window. */
static void told_sit(struct room *r, const struct change *c) {
    for (struct client *d = r->clients; d && r->t->state == TABLE_PLAYING; d = d->room_next)
        if (strcmp(d->who.user, c->user) == 0)
            room_tell_game_to(r, d, 0, d->want_view);
    reply_ok(&c->reply);
}

static bool may_sit(struct message *m, int seat) {
    const struct table *t = m->c->room->t;
    const struct seat *kept = rematch_keeps(m->c->room, seat);
    if (table_was_kicked(t, m->c->who.user))
        return message_refuse(m, "kicked", "The host has asked you to leave.");
    if (!can_sit(t, seat) || (t->state != TABLE_OPEN && m->seat >= 0))
        return message_refuse(m, t->state == TABLE_OPEN ? "seat-taken" : "not-open",
                              "This seat is taken.");
    if (kept && strcmp(kept->user, m->c->who.user) != 0)
        return message_refuse(m, "seat-kept", "This seat is kept for somebody who played before.");
    return true;
}

void do_sit(struct message *m) {
    struct room *r = m->c->room;
    struct change c = { .make = make_sit, .told = told_sit };
    c.seat = (int)message_number(m, "seat", 0);
    if (m->seat == c.seat) {
        reply_ok(&m->reply);
        return;
    }
    if (!may_sit(m, c.seat))
        return;
    if (r->t->state == TABLE_PLAYING && table_people(r->t)) {
        play_ask_sit(m, c.seat);
        return;
    }
    KEEP(c.user, m->c->who.user);
    KEEP(c.name, m->c->who.name);
    change_table(r, m, &c);
}

void seat_take_over(struct room *r, struct message *m, const struct ask *ask) {
    struct change c = { .make = make_sit, .made = play_ask_is_done, .told = told_sit };
    c.seat = ask->target;
    KEEP(c.user, ask->user);
    KEEP(c.name, ask->name);
    change_table(r, m, &c);
}

static void make_empty(struct table *t, const struct change *c) {
    table_empty_seat(&t->seat[c->seat]);
}

void do_stand(struct message *m) {
    struct change c = { .make = make_empty, .seat = m->seat };
    change_table(m->c->room, m, &c);
}

static void make_bot(struct table *t, const struct change *c) {
    seats__set_bot(&t->seat[c->seat], c->level, c->style);
}

/* Without a level the bot is removed. */
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

/* An empty or a bot's seat swaps colours with us. */
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
            message_refuse(m, "color-taken", "This colour is taken.");
            return;
        }
    change_table(m->c->room, m, &c);
}

static void make_ready(struct table *t, const struct change *c) {
    t->seat[c->seat].ready = c->on;
    if (c->seed[0][0])
        KEEP(t->seat[c->seat].seed, c->seed[0]);
}

/* A seat's seed goes into the dice together with the server's: neither alone decides a roll. It
 * must be set before the start, because the board is shuffled with it. */
void do_ready(struct message *m) {
    struct change c = { .make = make_ready, .seat = m->seat };
    c.on = message_flag(m, "ready", false);
    if (message_text(m, "seed", c.seed[0], sizeof c.seed[0]) && !fair_seat_seed_ok(c.seed[0]))
        message_refuse(m, "bad-value", "seed");
    else
        change_table(m->c->room, m, &c);
}

/* Remembered by user, so that they cannot sit down again; after KICKS_MAX the oldest can. */
static void make_kick(struct table *t, const struct change *c) {
    if (t->kicks < KICKS_MAX)
        KEEP(t->kicked[t->kicks++], t->seat[c->seat].user);
    table_empty_seat(&t->seat[c->seat]);
}

void do_kick(struct message *m) {
    const struct table *t = m->c->room->t;
    struct change c = { .make = make_kick, .seat = (int)message_number(m, "seat", 0) };
    if (t->seat[c.seat].kind != SEAT_HUMAN || strcmp(t->seat[c.seat].user, t->host) == 0)
        message_refuse(m, "no-such-seat", "Nobody there can be asked to leave.");
    else
        change_table(m->c->room, m, &c);
}

/* --- resigning --- */

static void make_resign(struct table *t, const struct change *c) {
    t->seat[c->seat].resigned = t->seat[c->seat].held = true;
}

/* A bot takes over the seat at once, and somebody else may take it over from the bot. */
void do_resign(struct message *m) {
    const struct table *t = m->c->room->t;
    struct change c = { .make = make_resign, .seat = m->seat };
    if (!t->settings.resign || t->seat[c.seat].resigned)
        message_refuse(m, "no-resign", "You cannot resign here.");
    else
        change_table(m->c->room, m, &c);
}
