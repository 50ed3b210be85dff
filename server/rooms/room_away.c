/* room_away.c -- who is at a table, who is away, and when a bot takes their seat and gives it
 * back. */
#include <string.h>

#include "play.h"

bool room_is_there(const struct room *r, const char *user) {
    for (struct client *c = r->clients; c; c = c->room_next)
        if (strcmp(c->who.user, user) == 0)
            return true;
    return false;
}

/* A bot's own seat, a person's seat that a bot holds while they are away, or a resigned seat. */
bool room_held(const struct room *r, int seat) {
    const struct seat *s = &r->t->seat[seat];
    return s->kind == SEAT_BOT || (s->kind == SEAT_HUMAN && s->held);
}

/* At another node's table, as far as we heard. */
bool room_has_people(const struct room *r) {
    return r->clients || (r->asleep && notice_is_node(r->server) && !r->left);
}

/* The running clocks have changed without an entry. Before the first entry there is nothing to
 * see. */
void room_tell_clock(struct room *r) {
    if (!table_has_clock(r->t) || r->t->state != TABLE_PLAYING || r->t->log.entries_n == 0)
        return;
    table_clock_run(r->t, play_timed(r), now_ms(r->server));
    room_tell_again(r);
}

/* A bot takes the seats of people who have been away for the table's grace period. Only while
 * somebody is there: a table that everybody left stays as it is. */
int64_t room_hold_seats(struct room *r, int64_t now) {
    struct table *t = r->t;
    bool changed = false;
    int64_t next = 0;
    for (int i = 0; i < t->settings.players && t->settings.hold >= 0; i++) {
        struct seat *s = &t->seat[i];
        int64_t at = s->away + (int64_t)t->settings.hold * 1000;
        if (s->kind != SEAT_HUMAN || !s->away || s->held || r->empty_since)
            continue;
        if (now >= at)
            s->held = changed = true;
        else if (!next || at < next)
            next = at;
    }
    if (changed) {
        room_tell_table(r);
        room_tell_clock(r);
    }
    return next;
}

/* A person is present while any of their connections is open. A person who returns gets the seat
 * back from the bot at once, unless they resigned. */
void room_presence(struct room *r) {
    int64_t now = now_ms(r->server);
    struct table *t = r->t;
    bool changed = false, returned = false;
    for (int i = 0; i < t->settings.players; i++) {
        struct seat *s = &t->seat[i];
        if (s->kind != SEAT_HUMAN)
            continue;
        bool there = room_is_there(r, s->user);
        if (there && s->away) {
            s->away = 0;
            changed = true;
            returned = returned || (s->held && !s->resigned);
            s->held = s->resigned;
        } else if (!there && !s->away) {
            s->away = now;
            changed = true;
        }
    }
    if (changed) {
        room_tell_table(r);
        lobby_touch(r);
    }
    if (returned)
        room_tell_clock(r);
    play_ask_again(r);
}

/* One of many spectators does not affect the seats. */
void room_presence_of(struct room *r, const char *user) {
    if (table_seat_of(r->t, user) >= 0 || r->clients_n <= 1)
        room_presence(r);
    else
        play_ask_again(r);
}
