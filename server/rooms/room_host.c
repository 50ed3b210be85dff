/* room_host.c -- chooses a new host for an open table whose host has left. */
#include <string.h>

#include "room.h"

/* Seated people first, then spectators, then those who were kicked. */
static int fit_for_host(const struct table *t, const char *user) {
    if (table_seat_of(t, user) >= 0)
        return 3;
    return table_was_kicked(t, user) ? 1 : 2;
}

/* The host has left before the start: the best candidate takes over, among equals the longest
 * present. */
const char *room_next_host(const struct room *r, const char *leaver) {
    const char *next = NULL;
    int best = 0;
    for (const struct client *c = r->clients; c; c = c->room_next) {
        int fit = fit_for_host(r->t, c->who.user);
        if (strcmp(c->who.user, leaver) == 0 || fit < best)
            continue;
        next = c->who.user;
        best = fit;
    }
    return next;
}

static void make_host(struct table *t, const struct change *c) {
    if (t->state == TABLE_OPEN)
        KEEP(t->host, c->user);
}

/* A host who only reloads the page, or whose network fails, stays the host for the table's grace
 * period, which begins when somebody is there to wait. */
void room_watch_host(struct room *r, int64_t now) {
    if (r->t->state != TABLE_OPEN && !r->host_away) /* most */
        return;
    int hold = r->t->settings.hold > 0 ? r->t->settings.hold : HOST_AWAY;
    if (r->settling || r->closing)
        return;
    if (r->t->state != TABLE_OPEN || !r->clients || room_is_there(r, r->t->host)) {
        r->host_away = 0;
    } else if (!r->host_away) {
        r->host_away = now;
    } else if (now - r->host_away >= (int64_t)hold * 1000) {
        struct change c = { .make = make_host };
        KEEP(c.user, room_next_host(r, r->t->host));
        r->host_away = 0;
        change_table(r, NULL, &c);
    }
}
