/* find_game.c -- "find me a game": a table where somebody waits, or a new one.
 *
 * The answer only names the table; the person joins it and sits down as at any other. So it does
 * not matter which node has the table. If the last seat is taken by then, the person asks again.
 *
 * People who press the button at the same moment should meet, so only one table is opened at a
 * time, and others wait and look again (server.finding). Nodes take turns with an item of the
 * store: a node whose turn it is first hears of all tables that the others opened. */
#include "seats.h"

enum {
    NEWS = 2,             /* watches: the current one, and one requested after our turn began */
    TURN_LOST_MS = 10000, /* after this the node whose turn it was counts as dead */
};
/* server.turn, of this node: */
enum { TURN_NONE, TURN_ASKED, TURN_HEARING, TURN_OURS, TURN_OTHERS };

static bool has_free_seat(const struct room *r) {
    for (int i = 0; i < r->t->settings.players; i++)
        if (r->t->seat[i].kind == SEAT_EMPTY && !rematch_keeps(r, i))
            return true;
    return false;
}

static bool can_join(const struct room *r, const struct game *game, const char *user) {
    const struct table *t = r->t;
    return t->settings.is_public && t->state == TABLE_OPEN && !r->gone && !r->closing &&
           room_has_people(r) && t->game == game && !table_was_kicked(t, user) &&
           (table_seat_of(t, user) >= 0 || has_free_seat(r));
}

/* Prefer a table that starts by itself, then the fullest, then the oldest: they begin soonest. */
static bool begins_sooner(const struct table *a, const struct table *b) {
    bool a_fills = a->settings.fill > 0, b_fills = b->settings.fill > 0;
    int a_free = a->settings.players - table_seats_taken(a),
        b_free = b->settings.players - table_seats_taken(b);
    if (a_fills != b_fills)
        return a_fills;
    return a_free != b_free ? a_free < b_free : a->made < b->made;
}

static const struct room *find(const struct server *s, const struct game *game, const char *user) {
    const struct room *best = NULL;
    for (const struct room *r = NULL; (r = room_next(s, r));)
        if (can_join(r, game, user) && (!best || begins_sooner(r->t, best->t)))
            best = r;
    return best;
}

/* --- one at a time --- */

/* NULL: of any game. */
static bool is_being_made(const struct server *s, const struct game *game) {
    for (const struct making *w = s->making; w; w = w->next)
        if ((!game || w->t->game == game) && w->t->settings.is_public && w->t->settings.fill > 0)
            return true;
    return false;
}

static void all_look_again(struct server *s) {
    while (s->finding)
        client_resume(s->finding);
}

static struct store_request *turn_request(struct server *s, enum store_op op,
                                          void (*done)(struct store_request *q)) {
    struct store_request *q = store_item(op, "turn", "find");
    q->at = now_ms(s);
    q->done = done;
    q->arg = s;
    return q;
}

static void end_turn(struct server *s) {
    s->turn = TURN_NONE;
    store_submit(s->store, turn_request(s, STORE_DROP, NULL));
    all_look_again(s);
}

static void others_turn(struct store_request *q) {
    struct server *s = q->arg;
    if (q->result == STORE_OK && now_ms(s) - q->rows[0].at > TURN_LOST_MS)
        store_submit(s->store, turn_request(s, STORE_DROP, NULL));
    s->turn = TURN_OTHERS;
}

/* The first who waits may open a table now, if there still is none. */
static void begin_turn(struct server *s) {
    s->turn = TURN_OURS;
    if (s->finding)
        client_resume(s->finding);
    else
        end_turn(s);
}

/* If the store refuses, opening the table reports it. */
static void turn_given(struct store_request *q) {
    struct server *s = q->arg;
    if (q->result == STORE_CONFLICT) {
        store_submit(s->store, turn_request(s, STORE_GET, others_turn));
    } else if (q->result == STORE_OK) {
        s->turn = TURN_HEARING;
        s->news = NEWS;
    } else {
        begin_turn(s);
    }
}

static void ask_for_turn(struct server *s) {
    struct store_request *q = turn_request(s, STORE_PUT, turn_given);
    q->put = PUT_FRESH;
    store_set_body(q, "{}", 2);
    s->turn = TURN_ASKED;
    store_submit(s->store, q);
}

void find_heard(struct server *s) {
    if (s->turn == TURN_HEARING && --s->news == 0)
        begin_turn(s);
}

/* By then the other node has opened its table. */
void find_tick(struct server *s) {
    if (s->turn != TURN_OTHERS)
        return;
    s->turn = TURN_NONE;
    all_look_again(s);
}

/* In any case: the others look again, and one of them tries next. */
void find_made(struct server *s) {
    if (s->turn == TURN_OURS && !is_being_made(s, NULL))
        end_turn(s);
    else if (s->turn == TURN_NONE)
        all_look_again(s);
}

/* --- the message --- */

static void open_one(struct message *m, const struct game *game) {
    struct server *s = m->c->conn->server;
    if (game && (is_being_made(s, game) || (notice_is_node(s) && s->turn != TURN_OURS))) {
        client_hold(m->c, m->m.text, m->m.len, &s->finding);
        if (notice_is_node(s) && s->turn == TURN_NONE)
            ask_for_turn(s);
        return;
    }
    const struct making *before = s->making;
    room__create(m, true);
    if (s->turn == TURN_OURS && s->making == before) /* refused */
        end_turn(s);
}

/* The rules name the game, and apply to the table that is opened if none is found. create
 * refuses rules that name no game. */
void do_find(struct message *m) {
    struct server *s = m->c->conn->server;
    char rules[RULES_TEXT_MAX];
    message_text(m, "rules", rules, sizeof rules);
    const struct game *game = rules_game(rules);
    const struct room *r = game ? find(s, game, m->c->who.user) : NULL;
    if (!r) {
        open_one(m, game);
        return;
    }
    reply_ok_text(&m->reply, "table", r->t->id);
    if (s->turn == TURN_OURS && !is_being_made(s, game))
        end_turn(s);
}
