/* seated.c -- which tables a person sits at, without a walk past all of them: every hello asks.
 *
 * Each seat of a room has its place in a hash table by person, so that nothing is allocated; it is
 * looked at again whenever the room's seats may have changed. */
#include <string.h>

#include "../core/check.h"
#include "../core/hash.h"
#include "internal.h"

static unsigned slot(const struct server *s, const char *user) {
    return (unsigned)(hash_text(user) % (sizeof s->seated / sizeof *s->seated));
}

static void take_out(struct server *s, struct seated *p) {
    struct seated **at = &s->seated[slot(s, p->user)];
    if (!p->room)
        return;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    p->room = NULL;
}

static void put_in(struct room *r, struct seated *p, const char *user) {
    struct seated **list = &r->server->seated[slot(r->server, user)];
    KEEP(p->user, user);
    p->room = r;
    p->next = *list;
    *list = p;
}

void seated_update(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++) {
        const struct seat *s = &r->t->seat[i];
        struct seated *p = &r->seated[i];
        bool human = i < r->t->settings.players && s->kind == SEAT_HUMAN && s->user[0];
        if (human && p->room && strcmp(p->user, s->user) == 0)
            continue;
        take_out(r->server, p);
        if (human)
            put_in(r, p, s->user);
    }
}

void seated_forget(struct room *r) {
    for (int i = 0; i < SEATS_MAX; i++)
        take_out(r->server, &r->seated[i]);
}

/* A person has one seat at a table at most, so a room comes once. */
struct room *seated_next(const struct server *s, const char *user, const struct room *after) {
    struct seated *p = s->seated[slot(s, user)];
    for (; after && p; p = p->next)
        if (p->room == after && strcmp(p->user, user) == 0) {
            p = p->next;
            break;
        }
    for (; p; p = p->next)
        if (strcmp(p->user, user) == 0)
            return p->room;
    return NULL;
}
