/* room_create.c -- makes a table, for friends or for strangers. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "process/crypto.h"
#include "seats.h"

/* [null, {bot}, ...]: null leaves the seat to people. */
static bool read_seats(struct message *m, struct table *t) {
    struct json_in list = message_get(m, "seats"), value;
    size_t at = 0;
    for (int i = 0; json_is_given(list) && json_next(list, &at, NULL, &value); i++) {
        int level, style;
        if (json_is_null(value))
            continue;
        if (i >= t->settings.players)
            return message_refuse(m, "bad-value", "seats");
        seats__read_bot(value, &level, &style);
        seats__set_bot(&t->seat[i], level, style);
    }
    return true;
}

/* Absent: seat 0; null: the maker only watches. */
static bool read_sit(struct message *m, struct table *t) {
    struct json_in sit = message_get(m, "sit");
    int seat = (int)message_number(m, "sit", 0);
    if (sit.len > 0 && json_is_null(sit))
        return true;
    if (seat >= t->settings.players)
        return message_refuse(m, "bad-value", "sit");
    if (t->seat[seat].kind != SEAT_EMPTY)
        return message_refuse(m, "seat-taken", "A bot sits there.");
    seats__sit_down(t, seat, m->c->who.user, m->c->who.name);
    return true;
}

static void unlist(struct server *s, struct making *w) {
    struct making **at = &s->making;
    while (*at != w)
        at = &(*at)->next;
    *at = w->next;
}

/* The table exists only now: make its room, put its maker in it, and tell everybody who watches
 * the lobby or played the game before. */
static void made(struct store_request *q) {
    struct making *w = q->arg;
    struct server *s = w->reply.conn->server;
    struct client *c = reply_to(&w->reply);
    unlist(s, w);
    health_heard_from_store(s, q->result);
    if (q->result != STORE_OK) {
        reply_not_stored(&w->reply);
        heap_free(w->t);
    } else {
        struct room *r = room_new(s, w->t);
        r->epoch = q->epoch;
        r->from = w->from;
        room_link_rematch(r); /* before anybody is told: it decides which seats are kept */
        for (int i = 0; i < r->t->settings.players; i++)
            r->t->seat[i].away = now_ms(s);
        if (c) {
            room_enter(r, c);
            room_presence(r);
            if (table_seat_of(r->t, c->who.user) < 0)
                room_tell_table(r);
            reply_ok_text(&w->reply, "table", r->t->id);
        }
        lobby_touch(r);
    }
    if (w->before) {
        w->before->settling = false;
        change_next(w->before);
        room_unpin(w->before);
    }
    reply_done(&w->reply);
    free(w);
    find_made(s);
}

/* How many tables of this person are open or in play, and how many were made from this address?
 * Tables being made count too, or a burst of messages would exceed the limit. After a restart the
 * addresses are unknown. */
static void count_tables(const struct server *s, const char *user, const struct in6_addr *ip,
                         int *of, int *from) {
    *of = *from = 0;
    for (struct room *r = NULL; (r = room_next(s, r));) {
        bool live = r->t->state == TABLE_OPEN || r->t->state == TABLE_PLAYING;
        *of += live && strcmp(r->t->host, user) == 0;
        *from += live && memcmp(&r->from, ip, sizeof *ip) == 0;
    }
    for (const struct making *w = s->making; w; w = w->next) {
        *of += strcmp(w->t->host, user) == 0;
        *from += memcmp(&w->from, ip, sizeof *ip) == 0;
    }
}

/* The server's seed is drawn before anybody sits. Its hash is shown from the start, so it cannot
 * be chosen to match a seat's seed. */
struct table *room__new_table(struct message *m) {
    struct server *s = m->c->conn->server;
    char id[TABLE_ID + 1];
    uint8_t seed[FAIR_SEED];
    random_id(id, TABLE_ID);
    random_bytes(seed, sizeof seed);
    struct table *t = heap_table(id, seed, now_ms(s));
    KEEP(t->host, m->c->who.user);
    return t;
}

/* Takes over the table. */
void room__store_table(struct message *m, struct table *t, struct room *before) {
    struct server *s = m->c->conn->server;
    struct making *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (struct making){ m->reply, t, before, m->c->conn->address->ip, s->making };
    s->making = w;
    reply_keep(&w->reply);
    if (before)
        room_pin(before);
    struct store_request *q = room_meta_request(s, t, 0, STORE_CREATE);
    store_ask(s->store, q, made, w);
}

bool room__may_make(struct message *m) {
    struct server *s = m->c->conn->server;
    int own, from_there;
    if (s->draining)
        return message_refuse(m, "draining", "The server is about to restart.");
    count_tables(s, m->c->who.user, &m->c->conn->address->ip, &own, &from_there);
    if (own >= s->config.tables_per_user)
        return message_refuse(m, "too-many", "You have too many tables.");
    /* Otherwise somebody with many guest sessions could make any number of tables. */
    if (address_full(m->c->conn, from_there))
        return message_refuse(m, "too-many", "There are too many tables from your address.");
    return true;
}

void room__create(struct message *m, bool for_strangers) {
    if (!room__may_make(m))
        return;
    struct table *t = room__new_table(m);
    bool ok = room__read_settings(m, t) && read_seats(m, t) && read_sit(m, t);
    if (for_strangers) {
        t->settings.is_public = true;
        t->settings.fill = FIND_WAITS;
    }
    if (ok)
        room__store_table(m, t, NULL);
    else
        heap_free(t);
}

void do_create(struct message *m) {
    room__create(m, false);
}
