/* person_tables.c -- the tables that a person sits at, found without scanning all tables; hello
 * needs it.
 *
 * Each seat of a room has an embedded entry in a hash table by person, so nothing is allocated.
 * The entries are updated whenever the room's seats may have changed. */
#include <string.h>

#include "core/hash.h"
#include "room.h"

static unsigned slot(const struct server *s, const char *user) {
    return (unsigned)(hash_text(user) % (sizeof s->person_tables / sizeof *s->person_tables));
}

static void take_out(struct server *s, struct person_table *p) {
    struct person_table **at = &s->person_tables[slot(s, p->user)];
    if (!p->room)
        return;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    p->room = NULL;
}

static void put_in(struct room *r, struct person_table *p, const char *user) {
    struct person_table **list = &r->server->person_tables[slot(r->server, user)];
    KEEP(p->user, user);
    p->room = r;
    p->next = *list;
    *list = p;
}

static void count_watchers(struct room *r) {
    r->watchers = 0;
    for (const struct client *c = r->clients; c; c = c->room_next)
        r->watchers += table_seat_of(r->t, c->who.user) < 0;
}

void person_tables_update(struct room *r) {
    bool changed = false;
    for (int i = 0; i < SEATS_MAX; i++) {
        const struct seat *s = &r->t->seat[i];
        struct person_table *p = &r->person_tables[i];
        bool human = i < r->t->settings.players && s->kind == SEAT_HUMAN && s->user[0];
        if (human && p->room && strcmp(p->user, s->user) == 0)
            continue;
        changed = changed || human || p->room;
        take_out(r->server, p);
        if (human)
            put_in(r, p, s->user);
    }
    if (changed)
        count_watchers(r);
}

void person_tables_forget(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        take_out(r->server, &r->person_tables[i]);
}

/* A person has at most one seat at a table, so a room comes once. */
struct room *person_tables_next(const struct server *s, const char *user,
                                const struct room *after) {
    const struct person_table *p = after ? NULL : s->person_tables[slot(s, user)];
    for (int i = 0; after && i < SEATS_MAX; i++) /* continue after their entry in that room */
        if (after->person_tables[i].room && strcmp(after->person_tables[i].user, user) == 0)
            p = after->person_tables[i].next;
    for (; p; p = p->next)
        if (strcmp(p->user, user) == 0)
            return p->room;
    return NULL;
}
