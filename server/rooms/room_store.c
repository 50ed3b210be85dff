/* room_store.c -- moves tables between store and memory: loading, putting to sleep, and the stored
 * description. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "room.h"

enum {
    GOES_ON_MS = 60000, /* how long clocks run with nobody there, after a node was lost */
    ELSEWHERE_MS = 300,
    TAKE_AGAIN_MS = 200 /* after the store could not answer */
};

/* --- from the store --- */

static bool apply_text(struct table *t, const char *text, size_t len, const struct clocks *kept) {
    struct step *step = malloc(sizeof *step);
    CHECK(step);
    bool ok = t->now && t->log.entries_n < LOG_MAX && table_decode(t, text, len, step) == 0 &&
              heap_room(t, step->n);
    if (ok) {
        table_clock_run(t, table_owes(t), step->at);
        table_apply(t, step);
        table_clock_replay(t, step, kept);
    }
    free(step);
    return ok;
}

/* An archive is the entries' texts, one per line. */
static bool apply_archive(struct table *t, const char *text, size_t len,
                          const struct clocks *kept) {
    while (len > 0) {
        const char *end = memchr(text, '\n', len);
        size_t n = end ? (size_t)(end - text) : len;
        if (!apply_text(t, text, n, kept))
            return false;
        text += n + (end != NULL);
        len -= n + (end != NULL);
    }
    return true;
}

/* The log decides: state and winner follow from it, whatever the description says; except for a
 * table that was closed before its end, which the log cannot know. No clock runs afterwards. */
static bool apply_rows(struct table *t, const struct store_row *rows, int n) {
    enum table_state stored = t->state;
    struct clocks kept = { .at = t->clock_at, .entries = t->clock_at ? t->entries_stored : -1 };
    memcpy(kept.clock, t->clock, sizeof kept.clock);
    if (!t->started)
        return true;
    t->state = TABLE_PLAYING;
    t->winner = -1;
    if (!heap_room(t, 0) || !table_begin(t))
        return false;
    table_clock_start(t, t->started);
    table_clock_replay(t, NULL, &kept);
    for (int i = 0; i < n; i++) {
        if (rows[i].kind == ROW_ENTRY && !apply_text(t, rows[i].body, rows[i].len, &kept))
            return false;
        if (rows[i].kind == ROW_ARCHIVE && !apply_archive(t, rows[i].body, rows[i].len, &kept))
            return false;
    }
    table_clock_run(t, 0, t->clock_at);
    if (stored == TABLE_CLOSED)
        t->state = TABLE_CLOSED;
    return true;
}

/* A seat whose person was deleted at another node: free before the start, a bot's after it. */
static void left_behind(struct table *t, struct seat *s) {
    if (s->kind != SEAT_HUMAN || s->user[0])
        return;
    if (t->state == TABLE_PLAYING)
        s->resigned = s->held = true;
    if (t->state != TABLE_OPEN)
        return;
    s->kind = SEAT_EMPTY;
    s->ready = false;
    s->name[0] = s->seed[0] = '\0';
}

/* A bot's row has its level as its name, for lists, and no user. */
static void seat_players(struct table *t, const struct store_row *rows, int n) {
    for (int i = 0; i < n && rows[i].kind == ROW_PLAYER; i++) {
        if (rows[i].number < 0 || rows[i].number >= t->settings.players)
            continue;
        struct seat *s = &t->seat[rows[i].number];
        KEEP(s->user, s->kind == SEAT_HUMAN ? rows[i].id : "");
        KEEP(s->name, s->kind == SEAT_HUMAN ? rows[i].key : "");
        left_behind(t, s);
    }
}

struct table *table_from_meta(const struct store_row *rows, int n) {
    static const uint8_t none[FAIR_SEED];
    struct table *t = heap_table(rows[0].id, none, 0);
    if (rows[0].kind == ROW_META && table_read_meta(t, rows[0].body, rows[0].len))
        seat_players(t, rows + 1, n - 1);
    else
        t->state = TABLE_BROKEN;
    return t;
}

/* Never NULL: an unreadable table is TABLE_BROKEN, with its id. */
struct table *table_from_rows(const char *id, const struct store_row *rows, int n) {
    static const uint8_t none[FAIR_SEED];
    if (n < 1) {
        struct table *t = heap_table(id, none, 0);
        t->state = TABLE_BROKEN;
        return t;
    }
    struct table *t = table_from_meta(rows, n);
    if (t->state != TABLE_BROKEN && !apply_rows(t, rows, n))
        t->state = TABLE_BROKEN;
    return t;
}

/* Everybody is away and no time has passed: the clocks start when somebody comes (room_enter). */
static void nobody_is_there(struct server *s, struct table *t) {
    t->clock_at = now_ms(s);
    for (int i = 0; i < t->settings.players; i++)
        t->seat[i].away = t->clock_at;
    if (t->state != TABLE_BROKEN)
        return;
    int at;
    s->metric[M_BROKEN]++;
    log_line("error", "table-broken", "table", t->id, NULL);
    if (!t->game) /* something to display */
        CHECK(table_set_rules(t, games[0]->rulesets[0].name, 0, &at));
}

struct room *room_load(struct server *s, const char *id, const struct store_row *rows, int n) {
    struct table *t = table_from_rows(id, rows, n);
    nobody_is_there(s, t);
    struct room *r = room_new(s, t);
    mute_load(r, rows, n);
    room_link_rematch(r);
    return r;
}

/* --- asleep --- */

struct room *room_asleep(struct server *s, const struct store_row *rows, int n) {
    struct table *t = table_from_meta(rows, n);
    nobody_is_there(s, t);
    struct room *r = room_new(s, t);
    r->asleep = t->state != TABLE_BROKEN;
    room_link_rematch(r);
    lobby_touch(r);
    return r;
}

/* Another node has changed it. */
void room_refresh(struct room *r, const struct store_row *rows, int n) {
    struct table *was = r->t, *t = table_from_meta(rows, n);
    CHECK(r->asleep && !r->waking);
    KEEP(t->rematch, was->rematch);
    KEEP(t->rematch_by, was->rematch_by);
    nobody_is_there(r->server, t);
    r->t = t;
    heap_free(was);
    r->asleep = t->state != TABLE_BROKEN;
    person_tables_update(r);
    room_link_rematch(r);
    lobby_touch(r);
}

/* Replace the description by the log. If the log cannot be read, the description remains to show
 * the table. */
static void wake_up(struct room *r, const struct store_request *q) {
    struct table *was = r->t;
    struct table *t = table_from_rows(was->id, q->rows, q->result == STORE_OK ? q->rows_n : 0);
    if (t->state == TABLE_BROKEN) {
        was->state = TABLE_BROKEN;
        heap_free(t);
        t = was;
    } else {
        KEEP(t->rematch, was->rematch);
        heap_free(was);
    }
    nobody_is_there(r->server, t);
    r->t = t;
    r->asleep = false;
    r->epoch = q->epoch;
    r->told_due = 0;
    if (r->picked && t->state == TABLE_PLAYING) {
        r->empty_since = 0;
        r->goes_on_until = now_ms(r->server) + GOES_ON_MS;
    }
    r->picked = false;
    person_tables_update(r);
    mute_load(r, q->rows, q->result == STORE_OK ? q->rows_n : 0);
    chat_load(r);
    if (t->state == TABLE_OVER || t->state == TABLE_CLOSED) /* it ended as the server stopped */
        room_archive(r);
    lobby_touch(r);
}

/* The owner makes its changes; people who want to enter are sent there. Without an address,
 * somebody is about to take it or to lose it. */
static void is_elsewhere(struct room *r, const struct store_request *q) {
    KEEP(r->owner, q->rows_n ? q->rows[0].key : "");
    r->owner_until = now_ms(r->server) + ELSEWHERE_MS;
    r->picked = false;
    change_drop(r);
    room_drop_close(r, STORE_ELSEWHERE);
}

bool room_is_elsewhere(const struct room *r) {
    return r->asleep && now_ms(r->server) < r->owner_until;
}

/* MISSING: it was removed meanwhile. BUSY, FULL or UNKNOWN say nothing about the game, so try
 * later; taking a game that we own does no harm. */
static void taken(struct store_request *q) {
    struct room *r = q->arg;
    r->waking = false;
    health_heard_from_store(r->server, q->result);
    bool later = q->result == STORE_BUSY || q->result == STORE_FULL || q->result == STORE_UNKNOWN;
    if (!r->gone && later) {
        log_line("warn", "store", "op", "take", "result", store_result_name(q->result), NULL);
        r->retry_at = now_ms(r->server) + TAKE_AGAIN_MS;
    } else if (!r->gone && q->result == STORE_ELSEWHERE) {
        is_elsewhere(r, q);
    } else if (!r->gone && q->result == STORE_MISSING) {
        room_free(r);
    } else if (!r->gone) {
        wake_up(r, q);
    }
    if (!r->gone)
        change_next(r);
    room_unpin(r);
}

/* Taking it fences off any process that had it before. */
bool room_wake(struct room *r) {
    CHECK(r->asleep && !r->gone);
    if (r->waking)
        return true;
    if (now_ms(r->server) < r->retry_at)
        return false;
    r->waking = true;
    room_pin(r);
    store_ask(r->server->store, store_request(STORE_TAKE, r->t->id), taken, r);
    return true;
}

/* --- to the store --- */

/* Another process owns this game, or nobody: continuing would show people what will never be
 * stored. */
void room_quarantine(struct room *r) {
    r->t->state = TABLE_BROKEN;
    r->server->metric[M_BROKEN]++;
    room_tell_table(r);
}

void room_come_again(struct room *r) {
    log_line("warn", "table-dropped", "table", r->t->id, NULL);
    r->moved = true;
    nodes_look(r->server, r->t->id);
    for (struct client *c = r->clients; c; c = c->room_next)
        client_close(c, WS_RESTART, "restart");
    room_free(r);
}

void room_not_ours(struct room *r) {
    if (!notice_is_node(r->server))
        room_quarantine(r);
    else if (!r->gone)
        room_come_again(r);
}

struct store_request *room_meta_request(struct server *s, const struct table *t, int64_t epoch,
                                        enum store_op op) {
    static char text[32768];
    struct json_out o = json_begin(text, sizeof text);
    table_write_meta(t, &o);
    CHECK(json_fits(&o));
    struct store_request *q = store_request(op, t->id);
    q->epoch = epoch;
    q->at = now_ms(s);
    store_set_meta(q, text, o.len);
    store_set_players(q, t->settings.players);
    for (int i = 0; i < q->players; i++) {
        KEEP(q->player[i].user, t->seat[i].kind == SEAT_HUMAN ? t->seat[i].user : "");
        KEEP(q->player[i].name, table_seat_name(t, i));
    }
    return q;
}
