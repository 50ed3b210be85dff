/* find.c -- "find me a game": a table that somebody waits at, or a new one that waits for others.
 *
 * The answer only names the table; whoever asked joins it and sits down as at any other. So it does
 * not matter where that table is; a person who comes too late for the last seat asks again. */
#include <string.h>

#include "seats.h"

static bool has_free_seat(const struct room *r) {
    for (int i = 0; i < r->t->settings.players; i++)
        if (r->t->seat[i].kind == SEAT_EMPTY && !rematch_keeps(r, i))
            return true;
    return false;
}

/* A table without anybody at it would never start. */
static bool can_join(const struct room *r, const struct game *game, const char *user) {
    const struct table *t = r->t;
    return t->settings.is_public && t->state == TABLE_OPEN && !r->gone && !r->closing &&
           r->clients && t->game == game && !table_was_kicked(t, user) &&
           (table_seat_of(t, user) >= 0 || has_free_seat(r));
}

static int seats_taken(const struct table *t) {
    int n = 0;
    for (int i = 0; i < t->settings.players; i++)
        n += t->seat[i].kind != SEAT_EMPTY;
    return n;
}

/* One that starts by itself goes before one whose host decides, the fullest before the others, then
 * the oldest: they begin soonest. */
static bool begins_sooner(const struct table *a, const struct table *b) {
    bool a_fills = a->settings.fill > 0, b_fills = b->settings.fill > 0;
    int a_free = a->settings.players - seats_taken(a),
        b_free = b->settings.players - seats_taken(b);
    if (a_fills != b_fills)
        return a_fills;
    return a_free != b_free ? a_free < b_free : a->made < b->made;
}

static const struct room *find(const struct server *s, const struct game *game, const char *user) {
    const struct room *best = NULL;
    for (size_t i = 0; i < sizeof s->room / sizeof *s->room; i++)
        for (const struct room *r = s->room[i]; r; r = r->next)
            if (can_join(r, game, user) && (!best || begins_sooner(r->t, best->t)))
                best = r;
    return best;
}

/* The rules say which game is meant, and are those of the table that is opened where none is found.
 * A text that names no game is refused by create. */
void do_find(struct message *m) {
    char rules[RULES_TEXT_MAX];
    message_text(m, "rules", rules, sizeof rules);
    const struct game *game = rules_game(rules);
    const struct room *r = game ? find(m->c->conn->server, game, m->c->who.user) : NULL;
    if (r)
        reply_ok_text(m->c, &m->reply, "table", r->t->id);
    else
        seats__create(m, true);
}
