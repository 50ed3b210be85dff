/* rematch.c -- the same table again after the end, and everybody's seat at it.
 *
 * A rematch stores the id of the table that it follows, since nothing more is written to the old
 * one: its game is archived. They are linked when the second of the two comes into memory.
 *
 * The first person to press makes the new table. Seats there are kept for everybody still at the
 * old table; everybody at the new table sees for whom. */
#include <string.h>

#include "core/check.h"
#include "seats.h"

/* The newest of the tables that follow this one, if they are in memory: the last that people made.
 */
static void find_rematch(struct room *old) {
    const struct server *s = old->server;
    const struct table *last = NULL;
    for (const struct room *r = NULL; (r = room_next(s, r));)
        if (strcmp(r->t->follows, old->t->id) == 0 && (!last || r->t->made > last->made))
            last = r->t;
    if (!last || strcmp(last->id, old->t->rematch) == 0)
        return;
    KEEP(old->t->rematch, last->id);
    int host = table_seat_of(last, last->host);
    KEEP(old->t->rematch_by, host >= 0 ? last->seat[host].name : "");
    room_tell_table(old);
}

void room_link_rematch(struct room *r) {
    struct room *old = r->t->follows[0] ? room_find(r->server, r->t->follows) : NULL;
    if (old)
        find_rematch(old);
    if (r->t->state == TABLE_OVER || r->t->state == TABLE_CLOSED)
        find_rematch(r);
}

const struct seat *rematch_keeps(const struct room *r, int seat) {
    const struct table *t = r->t;
    if (!t->follows[0] || t->state != TABLE_OPEN || t->seat[seat].kind != SEAT_EMPTY)
        return NULL;
    const struct room *old = room_find(r->server, t->follows);
    if (!old || seat >= old->t->settings.players)
        return NULL;
    const struct seat *s = &old->t->seat[seat];
    bool waits = s->kind == SEAT_HUMAN && s->user[0] && strcmp(old->t->rematch, t->id) == 0 &&
                 table_seat_of(t, s->user) < 0 && room_is_there(old, s->user);
    return waits ? s : NULL;
}

void rematch_left(struct room *old) {
    struct room *r = old->t->rematch[0] ? room_find(old->server, old->t->rematch) : NULL;
    if (r && r->t->state == TABLE_OPEN)
        room_tell_table(r);
}

/* The old table's settings and bots, with the asking person on their old seat. */
static struct table *same_again(struct message *m, const struct table *old) {
    struct table *t = room__new_table(m);
    int at;
    CHECK(table_set_rules(t, old->settings.rules, old->settings.players, &at));
    t->settings = old->settings;
    t->settings.fill = 0; /* the people who are asked may take their time */
    for (int i = 0; i < t->settings.players; i++) {
        t->seat[i].color = old->seat[i].color;
        if (old->seat[i].kind == SEAT_BOT)
            seats__set_bot(&t->seat[i], old->seat[i].level, old->seat[i].style);
    }
    seats__sit_down(t, m->seat, m->c->who.user, m->c->who.name);
    KEEP(t->follows, old->id);
    return t;
}

/* Anybody who had a seat may ask; the others are invited and sit down themselves. */
void do_rematch(struct message *m) {
    struct room *r = m->c->room;
    const struct table *old = r->t;
    if (room_find(r->server, old->rematch)) {
        reply_ok_text(&m->reply, "table", old->rematch);
        return;
    }
    if (m->seat < 0) {
        message_refuse(m, "no-seat", "You have no seat here.");
        return;
    }
    if (!room__may_make(m))
        return;
    struct table *t = same_again(m, old);
    r->settling = true; /* others who ask wait for this one */
    room__store_table(m, t, r);
}
