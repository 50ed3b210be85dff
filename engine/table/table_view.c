/* table_view.c -- the game on a table as a seat sees it: views and what changed in them, menus,
 * events. The record of it all is in table_record.c.
 *
 * What leaves here about a running game passes through game->view() and game->see(); SEAT_ALL alone
 * sees everything, and only of a game that is over. tests/server/secrets_test.c changes what a seat
 * may not know and compares the bytes.
 *
 * Written by hand into a buffer, key by key: a message is made for every entry and listener, and a
 * tree of objects would cost five times as much. */
#include <string.h>

#include "core/json.h"
#include "table.h"

/* --- who may watch, and as whom --- */

/* Anybody with the link may sit down at an open table, so everybody may look at it. The host may
 * watch the game: for example a big screen in the middle of the room. */
bool table_may_watch(const struct table *t, const char *user) {
    return t->state != TABLE_PLAYING || t->settings.spectators || table_seat_of(t, user) >= 0 ||
           (user[0] && strcmp(t->host, user) == 0);
}

/* A finished game is open to everybody, hands and deck included, because the dice are verified from
 * it. A running game is shown as to one's own seat, or as to a spectator, so a record reveals
 * nothing that the board does not show. */
int table_viewer(const struct table *t, const char *user) {
    if (t->state == TABLE_OVER || t->state == TABLE_CLOSED)
        return SEAT_ALL;
    int seat = table_seat_of(t, user);
    return seat >= 0 ? seat : SEAT_SPECTATOR;
}

/* --- views, menus, events --- */

/* `state` as it really is goes in; only a view of it comes out. */
static void write_state(const struct table *t, const void *state, int seat, struct json_out *o,
                        const char *key) {
    _Alignas(16) unsigned char view[STATE_MAX];
    json_key(o, key);
    if (seat != SEAT_ALL)
        t->game->view(state, seat, view);
    t->game->write(seat == SEAT_ALL ? state : view, NULL, o);
}

void table_write_view(const struct table *t, int seat, uint32_t seq, struct json_out *o,
                      const char *key) {
    _Alignas(16) unsigned char state[STATE_MAX];
    if (seq != (uint32_t)t->log.entries_n)
        table_state_at(t, seq, state);
    write_state(t, seq == (uint32_t)t->log.entries_n ? t->now : state, seat, o, key);
}

/* Both views are the seat's own, so the difference holds no more than they do. */
void table_write_change(const struct table *t, int seat, struct json_out *o, const char *key) {
    _Alignas(16) unsigned char was[STATE_MAX], now[STATE_MAX];
    t->game->view(t->before, seat, was);
    t->game->view(t->now, seat, now);
    json_key(o, key);
    t->game->write(now, was, o);
}

unsigned table_own_events(const struct table *t) {
    const struct action *a;
    int n = log_actions(&t->log, t->log.entries_n, &a);
    _Alignas(16) unsigned char state[STATE_MAX];
    const void *before = t->before;
    unsigned seats = 0;
    for (int i = 0; i < n; i++) {
        struct action common, seen;
        t->game->see(before, &a[i], SEAT_SPECTATOR, &common);
        for (int seat = 0; seat < t->settings.players; seat++) {
            t->game->see(before, &a[i], seat, &seen);
            seats |= (unsigned)(memcmp(&seen, &common, sizeof seen) != 0) << seat;
        }
        if (i + 1 == n)
            break;
        if (i == 0)
            memcpy(state, t->before, t->game->state_size);
        t->game->apply(state, &a[i]);
        before = state;
    }
    return seats;
}

unsigned table_own_change(const struct table *t) {
    unsigned seats = 0;
    for (int seat = 0; seat < t->settings.players; seat++)
        seats |= (unsigned)t->game->own_news(t->before, t->now, seat) << seat;
    return seats;
}

/* Empty, not null, for a seat that has nothing to do: a page can tell it from a spectator's. */
void table_write_menu(const struct table *t, int seat, struct table_scratch *s,
                      struct json_out *o, const char *key) {
    if (seat < 0) {
        json_null(o, key);
        return;
    }
    unsigned may = t->state == TABLE_PLAYING ? t->game->owes(t->now) | t->game->may(t->now) : 0;
    json_object(o, key);
    json_int(o, "seat", seat);
    json_array(o, "actions");
    if (may >> seat & 1) {
        int n = t->game->legal(t->now, seat, s->menu);
        for (int i = 0; i < n; i++) {
            char text[ACTION_TEXT_MAX];
            t->game->format(t->now, &s->menu[i], text, sizeof text);
            json_text(o, NULL, text);
        }
    }
    json_array_end(o);
    json_object_end(o);
}

/* A person's move that a bot or the clock made for them: they sent no command. */
static bool played_for(const struct table *t, int seq) {
    const struct log_entry *e = &t->log.entry[seq - 1];
    return e->seat >= 0 && t->seat[e->seat].kind == SEAT_HUMAN && !t->note[seq - 1].command &&
           !e->undo;
}

static void write_event(const struct table *t, const struct log_line *line, struct json_out *o) {
    if (line->first) {
        json_object(o, NULL);
        json_int(o, "seq", line->seq);
        table_write_number(o, "seat", t->log.entry[line->seq - 1].seat);
        json_int(o, "at", t->note[line->seq - 1].at);
        if (played_for(t, line->seq))
            json_bool(o, "auto", true);
    }
    if (line->undo)
        json_int(o, "undo", line->undo);
    else if (line->first)
        json_array(o, "actions");
    if (!line->undo)
        json_text(o, NULL, line->text);
    if (line->last && !line->undo)
        json_array_end(o);
    if (line->last)
        json_object_end(o);
}

void table_write_events(const struct table *t, int seat, uint32_t since, uint32_t upto,
                        struct table_scratch *s, struct json_out *o) {
    struct log_reader *r = &s->reader;
    struct log_line line;
    if (since >= upto)
        return;
    log_read(r, &t->log, (int)since, seat,
             t->before && t->before_seq == since ? t->before : NULL);
    r->upto = (int)upto;
    while (log_next(r, &line)) {
        write_event(t, &line, o);
        if (line.last && line.seq == r->upto)
            break; /* nobody needs the state after it */
    }
}
