/* session.c -- plays entries and takes them back, drawing chance from the session's seed.
 *
 * The log stores what was played and finds earlier states (log.h); played.h judges and draws. */
#include "session.h"

#include <string.h>

#include "check.h"

size_t session_size(int max) {
    size_t each = sizeof(struct log_entry) + sizeof(struct action);
    return sizeof(struct session) + (size_t)max * each;
}

struct session *session_new(void *memory, int max) {
    struct session *s = memory;
    CHECK(0 < max && max <= SESSION_MAX);
    memset(s, 0, sizeof *s);
    s->log.entries_max = s->log.actions_max = max;
    s->log.entry = (struct log_entry *)(void *)(s + 1);
    s->log.action = (struct action *)(void *)(s->log.entry + max);
    s->log.marks = &s->marks;
    s->marks.slots = LOG_SLOTS;
    s->marks.state = s->kept[0];
    return s;
}

/* The state is set; reset everything else. */
static void begin(struct session *s, const struct game *game, uint64_t seed, bool manual) {
    CHECK(game->state_size <= STATE_MAX && game->menu_max <= MENU_MAX);
    s->game = game;
    s->dice = (struct dice){ .kind = manual ? CHANCE_BY_HAND : CHANCE_SEEDED, .seed = seed };
    s->is_view = false;
    s->viewer = SEAT_ALL;
    s->from_position = false;
    s->depth = 0;
    s->asking.free = 0;
    s->headers[0] = '\0';
    memcpy(s->start, s->state, STATE_MAX);
    log_begin(&s->log, game, &s->rules, s->start);
}

int session_start(struct session *s, const struct game *game, const struct rules *rules,
                  uint64_t seed, bool manual) {
    memset(s->saved, 0, STATE_MAX);
    int reason = game->init(s->saved, rules);
    if (reason)
        return reason;
    memcpy(s->state, s->saved, STATE_MAX);
    s->rules = *rules;
    begin(s, game, seed, manual);
    return 0;
}

/* Read into `saved` first, so that a refused position leaves the current game in place. */
int session_set(struct session *s, const char *json, size_t len, uint64_t seed, bool manual,
                struct text *why) {
    struct json_in in;
    struct rules rules;
    text_set(why, "a position is one JSON object");
    if (json_check(json, len, &in) != 0 || !json_is_object(in))
        return -1;
    const struct game *game = rules_read(json_get(in, "rules"), &rules, why);
    if (!game)
        return -1;
    text_set(why, "game: not the one the rules belong to");
    if (!json_equals(json_get(in, "game"), game->name))
        return -1;
    memset(s->saved, 0, STATE_MAX);
    int error = game->read(s->saved, json, len, why);
    if (error)
        return error;
    memcpy(s->state, s->saved, STATE_MAX);
    s->rules = rules;
    begin(s, game, seed, manual);
    struct json_in viewer = json_get(in, "viewer");
    int64_t seat = SEAT_SPECTATOR;
    s->is_view = json_is_given(viewer);
    if (s->is_view) {
        json_to_int(viewer, 0, SEATS_MAX - 1, &seat);
        s->viewer = (int)seat;
    }
    s->from_position = true;
    return 0;
}

/* Actions between open and close are one entry; abort discards them. */
void session_open(struct session *s) {
    struct log *l = &s->log;
    int room = l->entries_n < l->entries_max ? l->actions_max - l->closed : 0;
    memcpy(s->saved, s->state, s->game->state_size);
    s->open = played_begin(l, &s->dice, s->state, l->action + l->closed, room);
    s->open.asking = s->asking;
}

void session_abort(struct session *s) {
    memcpy(s->state, s->saved, s->game->state_size);
}

int session_step(struct session *s, const struct action *a) {
    int error = s->is_view ? SESSION_VIEW : session_settle(s);
    return error ? error : played_add(&s->open, a);
}

int session_settle(struct session *s) {
    return s->is_view || played_draw(&s->open) ? 0 : SESSION_FULL;
}

int session_close(struct session *s) {
    int error = session_settle(s);
    if (error) {
        session_abort(s);
        return error;
    }
    if (s->open.n == 0)
        return 0;
    s->log.actions_n += s->open.n;
    s->asking = s->open.asking;
    log_close(&s->log, s->open.action->seat, s->open.fixed);
    log_keep(&s->log, &s->marks, s->log.entries_n, ++s->depth, s->state);
    return 0;
}

void session_at(struct session *s, int n, void *state) {
    log_state(&s->log, &s->marks, n, state);
}

void session_walk(struct session_walk *w, const struct session *s) {
    *w = (struct session_walk){ &s->log, log_path(&s->log, s->log.entries_n, 0), 0 };
}

const struct action *session_walk_next(struct session_walk *w) {
    for (; w->entry; w->entry = log_after(w->log, w->entry), w->action = 0) {
        const struct action *a;
        if (w->action < log_actions(w->log, w->entry, &a))
            return &a[w->action++];
    }
    return NULL;
}

int session_undo(struct session *s, int to, bool force) {
    if (!log_stands(&s->log, to))
        return SESSION_NO_ENTRY;
    if (s->dice.kind != CHANCE_BY_HAND && !force && to < s->log.floor)
        return SESSION_REVEALS;
    if (s->log.entries_n >= s->log.entries_max)
        return SESSION_FULL;
    log_undo(&s->log, s->log.entry[to - 1].seat, to);
    s->depth = log_state(&s->log, &s->marks, s->log.entries_n, s->state);
    return 0;
}

/* If the caller plays chance, there is nothing to guard. */
int session_undoable(struct session *s) {
    return s->dice.kind == CHANCE_BY_HAND ? s->log.root : log_undoable(&s->log);
}

/* The last entry in which chance has acted, 0 if there is none. */
static int last_of_chance(const struct session *s) {
    for (int i = s->log.actions_n - 1; i >= 0; i--)
        if (s->log.action[i].seat == SEAT_CHANCE)
            for (int n = s->log.entries_n; n >= 1; n--)
                if (s->log.entry[n - 1].first <= (uint32_t)i)
                    return n;
    return 0;
}

/* Nothing before the last act of chance can be taken back; after it, look at each move. */
void session_refloor(struct session *s) {
    struct log_reader reader;
    struct log_line line;
    int from = last_of_chance(s);
    s->log.floor = s->log.floor > from + 1 ? s->log.floor : from + 1;
    log_read(&reader, &s->log, s->log.floor - 1, SEAT_ALL, NULL);
    while (log_next_action(&reader, &line))
        if (!line.undo && played_shows(&s->log, &s->dice, reader.state, line.action,
                                       (int)(line.action - s->log.action)))
            s->log.floor = line.seq + 1;
}

/* The arrays stay with their owner; only their contents are copied. In the copy, nothing before
 * a cut can be taken back. */
bool session_copy(struct session *to, const struct session *from, int n) {
    const struct log *l = &from->log;
    int actions = n < l->entries_n ? (int)l->entry[n].first : l->closed;
    bool cut = n < l->entries_n || to == from;
    if (n > to->log.entries_max || actions > to->log.actions_max)
        return false;
    if (to != from) {
        struct log kept = to->log;
        *to = *from;
        to->log.entries_max = kept.entries_max;
        to->log.actions_max = kept.actions_max;
        to->log.entry = kept.entry;
        to->log.action = kept.action;
        to->log.marks = &to->marks;
        to->log.rules = &to->rules;
        to->log.start = to->start;
        to->marks.state = to->kept[0];
        memcpy(kept.entry, l->entry, (size_t)n * sizeof *l->entry);
        memcpy(kept.action, l->action, (size_t)actions * sizeof *l->action);
        to->log.entries_n = n;
        to->log.actions_n = to->log.closed = actions;
    }
    if (cut) {
        log_cut(&to->log, n);
        to->asking.free = 0;
    }
    to->depth = log_state(&to->log, &to->marks, n, to->state);
    return true;
}
