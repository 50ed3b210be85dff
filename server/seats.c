/* seats.c -- what happens at a table around the game: sitting down, getting ready, starting,
 * resigning.
 *
 * Handlers run with the client at a table (client.c sees to that). Each judges
 * first and answers its own refusal, then changes the table in memory and hands it to room_save(),
 * which tells everybody and answers when it is stored.
 *
 * While a start is on its way to the store (`starting`) the table is still open in memory but no
 * longer to be changed: what is stored must be what will be played. */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "../core/check.h"
#include "seats.h"

/* --- conditions: each answers the refusal itself --- */

/* Returns false, so that a condition can end in it. */
bool seats__refuse(struct message *m, const char *error, const char *words) {
    reply_error(m->c, &m->reply, error, words);
    return false;
}

bool seats__is_open(struct message *m) {
    if (m->c->room->starting)
        return seats__refuse(m, "not-open", "The game is starting.");
    return m->c->room->t->state == TABLE_OPEN ||
           seats__refuse(m, "not-open", "The game has started.");
}

bool seats__is_host(struct message *m) {
    return strcmp(m->c->room->t->host, m->c->who.user) == 0 ||
           seats__refuse(m, "not-host", "Only the host can do this.");
}

bool seats__has_seat(struct message *m, int *seat) {
    *seat = table_seat_of(m->c->room->t, m->c->who.user);
    return *seat >= 0 || seats__refuse(m, "no-seat", "You have no seat here.");
}

/* A number past the table's own seats is no wrong value, there is just no such seat. */
static bool take_seat(struct message *m, int *seat) {
    int64_t n;
    if (!take_int(m, "seat", 0, SEATS_MAX - 1, &n))
        return false;
    *seat = (int)n;
    return n < m->c->room->t->settings.players ||
           seats__refuse(m, "no-such-seat", "There is no such seat.");
}

/* --- seats --- */

static bool was_kicked(const struct table *t, const char *user) {
    for (int i = 0; i < t->kicks; i++)
        if (strcmp(t->kicked[i], user) == 0)
            return true;
    return false;
}

/* Colours belong to places, so that there are always as many as seats. */
void seats__empty(struct seat *s) {
    int color = s->color;
    memset(s, 0, sizeof *s);
    s->color = color;
}

/* In a running game only a seat that its person has given up can be taken. */
static bool can_sit(const struct table *t, int seat) {
    const struct seat *s = &t->seat[seat];
    if (t->state == TABLE_OPEN)
        return s->kind == SEAT_EMPTY;
    return t->state == TABLE_PLAYING && s->kind == SEAT_HUMAN && (!s->user[0] || s->resigned);
}

/* Before the start one moves from seat to seat; in a running game one takes over for good, with the
 * seat's cards, and with its share of the dice's seed, which was committed to. */
void do_sit(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    int seat, old = table_seat_of(t, m->c->who.user);
    if (!take_seat(m, &seat))
        return;
    if (old == seat) {
        reply_ok(m->c, &m->reply);
        return;
    }
    if (was_kicked(t, m->c->who.user)) {
        seats__refuse(m, "kicked", "The host has asked you to leave.");
        return;
    }
    if (r->starting || !can_sit(t, seat) || (t->state != TABLE_OPEN && old >= 0)) {
        seats__refuse(m, t->state == TABLE_OPEN ? "seat-taken" : "not-open", "This seat is taken.");
        return;
    }
    if (t->state == TABLE_PLAYING) {
        char seed[FAIR_SEAT_SEED_MAX + 1];
        KEEP(seed, t->seat[seat].seed); /* it is in the dice already */
        seats__sit_down(t, seat, &m->c->who);
        KEEP(t->seat[seat].seed, seed);
        m->c->seq = 0; /* it sees all with new eyes */
    } else {
        if (old >= 0)
            seats__empty(&t->seat[old]);
        seats__sit_down(t, seat, &m->c->who);
    }
    room_save(r, m);
    if (t->state == TABLE_PLAYING)
        room_tell_game_to(r, m->c, 0, m->c->want_view);
}

void do_stand(struct message *m) {
    int seat;
    if (!seats__is_open(m) || !seats__has_seat(m, &seat))
        return;
    seats__empty(&m->c->room->t->seat[seat]);
    room_save(m->c->room, m);
}

/* Without a level the bot leaves. */
void do_bot(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    int seat, level, style;
    if (!seats__is_open(m) || !seats__is_host(m) || !take_seat(m, &seat))
        return;
    if (t->seat[seat].kind == SEAT_HUMAN) {
        seats__refuse(m, "seat-taken", "Somebody sits there.");
        return;
    }
    if (!has_key(m, "level")) {
        seats__empty(&t->seat[seat]);
    } else if (seats__read_bot(m->m, &level, &style)) {
        seats__set_bot(&t->seat[seat], level, style);
    } else {
        seats__refuse(m, "bad-value", "level");
        return;
    }
    room_save(r, m);
}

void do_color(struct message *m) {
    struct table *t = m->c->room->t;
    int seat, wanted = -1;
    if (!seats__is_open(m) || !seats__has_seat(m, &seat))
        return;
    for (int i = 0; i < COLORS; i++)
        if (json_equals(json_get(m->m, "color"), table_color_name[i]))
            wanted = i;
    if (wanted < 0) {
        seats__refuse(m, "bad-value", "color");
        return;
    }
    for (int i = 0; i < SEATS_MAX; i++) { /* an empty or a bot's seat swaps with us */
        if (i == seat || t->seat[i].color != wanted)
            continue;
        if (t->seat[i].kind == SEAT_HUMAN) {
            seats__refuse(m, "color-taken", "Somebody has this colour.");
            return;
        }
        t->seat[i].color = t->seat[seat].color;
    }
    t->seat[seat].color = wanted;
    room_save(m->c->room, m);
}

/* The seed a seat brings goes into the dice with the server's own: neither alone decides a roll. It
 * must be in before the start, as the board is shuffled with it. */
void do_ready(struct message *m) {
    struct table *t = m->c->room->t;
    char seed[FAIR_SEAT_SEED_MAX + 1] = "";
    int seat;
    bool ready;
    if (!seats__is_open(m) || !seats__has_seat(m, &seat) || !take_bool(m, "ready", &ready))
        return;
    if (has_key(m, "seed") &&
        (json_to_text(json_get(m->m, "seed"), seed, sizeof seed) < 0 || !fair_seat_seed_ok(seed))) {
        seats__refuse(m, "bad-value", "seed");
        return;
    }
    t->seat[seat].ready = ready;
    if (seed[0])
        KEEP(t->seat[seat].seed, seed);
    room_save(m->c->room, m);
}

/* Remembered by user, so that the seat stays free of them; past KICKS_MAX one can come back. */
void do_kick(struct message *m) {
    struct table *t = m->c->room->t;
    int seat;
    if (!seats__is_open(m) || !seats__is_host(m) || !take_seat(m, &seat))
        return;
    if (t->seat[seat].kind != SEAT_HUMAN || strcmp(t->seat[seat].user, t->host) == 0) {
        seats__refuse(m, "no-such-seat", "Nobody there can be asked to leave.");
        return;
    }
    if (t->kicks < KICKS_MAX)
        KEEP(t->kicked[t->kicks++], t->seat[seat].user);
    seats__empty(&t->seat[seat]);
    room_save(m->c->room, m);
}

/* --- starting --- */

static bool all_ready(struct message *m) {
    const struct table *t = m->c->room->t;
    for (int i = 0; i < t->settings.players; i++) {
        const struct seat *s = &t->seat[i];
        if (s->kind == SEAT_EMPTY || (s->kind == SEAT_HUMAN && !s->ready))
            return seats__refuse(m, "not-ready", "Not everybody is ready.");
    }
    return true;
}

/* From here on the game plays. The first command is chance's (the board is laid), and it carries
 * the host's reply: the start is acknowledged when there is something to see. */
static void started(struct store_request *q) {
    struct making *w = q->arg;
    struct room *r = w->before;
    struct client *c = w->conn->dead ? NULL : w->conn->client;
    r->starting = false;
    if (q->result != STORE_OK) {
        r->t->state = TABLE_OPEN;
        r->t->started = 0;
        if (c)
            reply_not_stored(c, &w->reply);
    } else if (!r->gone) {
        r->t->state = TABLE_PLAYING;
        room_tell_table(r);
        lobby_touch(r);
        struct command *first = play_command(r, SEAT_CHANCE, 0);
        first->conn = w->conn;
        first->reply = w->reply;
        conn_pin(w->conn);
        play_begin(r);
        play_queue(r, first); /* answers the start when the board lies */
    }
    conn_unpin(w->conn);
    room_unpin(r);
    free(w);
}

/* Stored as playing, shown as open until that is stored: after a crash in between the game has
 * either not started or has no entry yet, and both can be gone on from. */
void do_start(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    if (!seats__is_open(m) || !seats__is_host(m) || !all_ready(m))
        return;
    for (int i = 0; i < t->settings.players; i++)
        if (!t->seat[i].seed[0])
            random_id(t->seat[i].seed, 16);
    if (!table_begin(t)) {
        seats__refuse(m, "bad-rules", "These rules cannot be played with so many.");
        return;
    }
    t->started = now_ms(r->server);
    t->state = TABLE_PLAYING;
    struct store_request *q = room_meta_request(r, STORE_META);
    t->state = TABLE_OPEN; /* until it is stored */
    r->starting = true;
    struct making *w = calloc(1, sizeof *w);
    CHECK(w);
    *w = (struct making){ .conn = m->c->conn, .reply = m->reply, .before = r };
    conn_pin(w->conn);
    room_pin(r);
    q->done = started;
    q->arg = w;
    store_submit(r->server->store, q);
}

/* --- resigning --- */

/* A bot takes the seat on at once, and somebody else may take it over from the bot. */
void do_resign(struct message *m) {
    struct room *r = m->c->room;
    struct table *t = r->t;
    int seat;
    if (!seats__has_seat(m, &seat))
        return;
    if (t->state != TABLE_PLAYING || !t->settings.resign || t->seat[seat].resigned) {
        seats__refuse(m, t->state != TABLE_PLAYING ? "not-playing" : "no-resign",
                      "You cannot resign here.");
        return;
    }
    t->seat[seat].resigned = true;
    t->seat[seat].held = true;
    room_save(r, m);
}
