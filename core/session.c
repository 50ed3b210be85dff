/* session.c -- playing entries, taking them back, and looking at earlier states.
 *
 * The log only grows: an undo is an entry too, and which entries stand is found by walking back
 * from the end. Earlier states are replayed from the start, never kept. `floor` is the first
 * entry that may be taken back; chance, and whatever shows a secret, moves it. */
#include "session.h"

#include <string.h>

#include "check.h"
#include "hash.h"
#include "reveal.h"

size_t session_size(int max) {
    return sizeof(struct session) + (size_t)max * (sizeof(struct entry) + sizeof(struct action));
}

struct session *session_new(void *memory, int max) {
    struct session *s = memory;
    CHECK(0 < max && max <= SESSION_MAX);
    memset(s, 0, sizeof *s);
    s->max = max;
    s->entry = (struct entry *)(void *)(s + 1);
    s->log = (struct action *)(void *)(s->entry + max);
    return s;
}

/* The state is there already; everything else starts anew. */
static void begin(struct session *s, const struct game *game, uint64_t seed, bool manual) {
    CHECK(game->state_size <= STATE_MAX && game->menu_max <= MENU_MAX);
    s->game = game;
    s->seed = seed;
    s->manual = manual;
    s->is_view = false;
    s->viewer = SEAT_ALL;
    s->from_position = false;
    s->entries_n = s->actions_n = 0;
    s->floor = 1;
    s->headers[0] = '\0';
    memcpy(s->start, s->state, STATE_MAX);
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

/* Read into `saved` first: a position that is refused leaves the game before in place. */
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

/* Between open and close actions are one entry; abort goes back to the mark. */
void session_open(struct session *s) {
    s->mark.entries_n = s->entries_n;
    s->mark.actions_n = s->actions_n;
    s->mark.floor = s->floor;
    memcpy(s->saved, s->state, s->game->state_size);
}

void session_abort(struct session *s) {
    s->entries_n = s->mark.entries_n;
    s->actions_n = s->mark.actions_n;
    s->floor = s->mark.floor;
    memcpy(s->state, s->saved, s->game->state_size);
}

/* The worlds tried follow from the seed and the action's number: replayed, the answer is the
 * same. */
static bool shows(const struct session *s, const void *state, const struct action *a) {
    return reveals(s->game, state, a, 1, hash_mix(s->seed ^ (uint64_t)s->actions_n));
}

/* Play it and write it down; both the entries and the actions have their bound. */
static int add(struct session *s, const struct action *a) {
    if (s->actions_n >= s->max || s->mark.entries_n >= s->max)
        return SESSION_FULL;
    s->game->apply(s->state, a);
    s->log[s->actions_n++] = *a;
    return 0;
}

/* Whether it shows something is asked before it is played: the answer needs the state as the
 * seat knew it. */
int session_step(struct session *s, const struct action *a) {
    if (s->is_view)
        return SESSION_VIEW;
    int error = session_settle(s);
    if (error)
        return error;
    error = s->game->check(s->state, a);
    if (error)
        return error;
    bool fixed = a->seat == SEAT_CHANCE || (!s->manual && shows(s, s->state, a));
    error = add(s, a);
    if (!error && fixed)
        s->floor = s->mark.entries_n + 2;
    return error;
}

/* A seed of its own for each action, so that a game taken back and played on alike draws the
 * same, and another session of the same seed too. */
int session_settle(struct session *s) {
    while (!s->manual && !s->is_view && s->game->owes(s->state) & OWES_CHANCE) {
        struct action a;
        struct rng rng;
        rng_seed(&rng, hash_mix(s->seed ^ hash_mix((uint64_t)s->actions_n + 1)));
        chance_draw(s->game, s->state, &rng.source, &a);
        int error = add(s, &a);
        if (error)
            return error;
        s->floor = s->mark.entries_n + 2;
    }
    return 0;
}

int session_close(struct session *s) {
    int error = session_settle(s);
    if (error) {
        session_abort(s);
        return error;
    }
    if (s->actions_n == s->mark.actions_n)
        return 0;
    s->entry[s->entries_n++] = (struct entry){ (uint32_t)s->mark.actions_n, 0, 0 };
    return 0;
}

/* Mark the entries that stand after entry `n`: an undo jumps over what it takes back. */
static void mark_standing(struct session *s, int n) {
    for (int i = n; i >= 1; i--) {
        struct entry *e = &s->entry[i - 1];
        e->stands = e->undo == 0;
        for (int to = e->undo; to && i > to; i--)
            s->entry[i - 2].stands = 0;
    }
}

/* The state after entry n, with what undos up to there took back left out. */
void session_at(struct session *s, int n, void *state) {
    CHECK(0 <= n && n <= s->entries_n);
    mark_standing(s, n);
    memcpy(state, s->start, s->game->state_size);
    for (int i = 1; i <= n; i++) {
        const struct action *a;
        int count = s->entry[i - 1].stands ? session_entry(s, i, &a) : 0;
        for (int k = 0; k < count; k++)
            s->game->apply(state, &a[k]);
    }
}

void session_walk(struct session_walk *w, struct session *s) {
    mark_standing(s, s->entries_n);
    *w = (struct session_walk){ .s = s, .entry = 1 };
}

const struct action *session_walk_next(struct session_walk *w) {
    for (; w->entry <= w->s->entries_n; w->entry++, w->action = 0) {
        const struct action *a = NULL;
        int count = w->s->entry[w->entry - 1].stands ? session_entry(w->s, w->entry, &a) : 0;
        if (w->action < count)
            return &a[w->action++];
    }
    return NULL;
}

int session_undo(struct session *s, int to, bool force) {
    if (to < 1 || to > s->entries_n)
        return SESSION_NO_ENTRY;
    mark_standing(s, s->entries_n);
    if (!s->entry[to - 1].stands)
        return SESSION_NO_ENTRY;
    if (!s->manual && !force && to < s->floor)
        return SESSION_REVEALS;
    if (s->entries_n >= s->max)
        return SESSION_FULL;
    session_at(s, to - 1, s->state);
    s->entry[s->entries_n++] = (struct entry){ (uint32_t)s->actions_n, (uint16_t)to, 0 };
    if (to <= s->floor)
        s->floor = s->entries_n + 1;
    return 0;
}

/* The first entry that may be taken back now, 0 if there is none. */
int session_undoable(struct session *s) {
    int from = s->manual ? 1 : s->floor;
    mark_standing(s, s->entries_n);
    while (from <= s->entries_n && !s->entry[from - 1].stands)
        from++;
    return from <= s->entries_n ? from : 0;
}

int session_entry(const struct session *s, int n, const struct action **first) {
    CHECK(1 <= n && n <= s->entries_n);
    uint32_t from = s->entry[n - 1].first;
    uint32_t to = n < s->entries_n ? s->entry[n].first : (uint32_t)s->actions_n;
    *first = s->log + from;
    return (int)(to - from);
}

/* The last entry in which chance has acted, 0 if there is none. */
static int last_of_chance(const struct session *s) {
    for (int i = s->actions_n - 1; i >= 0; i--)
        if (s->log[i].seat == SEAT_CHANCE)
            for (int n = s->entries_n; n >= 1; n--)
                if (s->entry[n - 1].first <= (uint32_t)i)
                    return n;
    return 0;
}

/* Nothing before the last act of chance can be taken back; after it, look at each move. */
void session_refloor(struct session *s) {
    _Alignas(16) unsigned char state[STATE_MAX];
    int from = last_of_chance(s);
    s->floor = s->floor > from + 1 ? s->floor : from + 1;
    from = s->floor;
    session_at(s, from - 1, state);
    for (int i = from; i <= s->entries_n; i++) {
        const struct action *a;
        int n = session_entry(s, i, &a);
        if (s->entry[i - 1].undo)
            session_at(s, i, state);
        for (int k = 0; k < n; k++) {
            if (shows(s, state, &a[k]))
                s->floor = i + 1;
            s->game->apply(state, &a[k]);
        }
    }
    mark_standing(s, s->entries_n);
    if (s->floor <= s->entries_n && !s->entry[s->floor - 1].stands)
        s->floor = s->entries_n + 1;
}

void session_read(struct session_reader *r, struct session *s, int since, int seat) {
    r->s = s;
    r->seat = seat;
    r->entry = since;
    r->action = 0;
    session_at(s, since, r->state);
}

/* Line by line, an action each; the reader's state follows, since text needs the state before. */
bool session_next(struct session_reader *r, struct session_line *line) {
    struct session *s = r->s;
    const struct action *a;
    if (r->entry >= s->entries_n)
        return false;
    line->seq = r->entry + 1;
    line->undo = s->entry[r->entry].undo;
    line->first = line->last = true;
    line->text[0] = '\0';
    if (line->undo) {
        session_at(s, ++r->entry, r->state);
        return true;
    }
    int n = session_entry(s, line->seq, &a);
    struct action seen = a[r->action];
    if (r->seat != SEAT_ALL)
        s->game->see(r->state, &a[r->action], r->seat, &seen);
    s->game->format(r->state, &seen, line->text, ACTION_TEXT_MAX);
    s->game->apply(r->state, &a[r->action]);
    line->first = r->action == 0;
    line->last = ++r->action == n;
    if (line->last) {
        r->entry++;
        r->action = 0;
    }
    return true;
}

/* The arrays stay with their owner; only the content is copied. What lies before a cut cannot be
 * taken back in the copy. */
bool session_copy(struct session *to, const struct session *from, int n) {
    uint32_t actions = n < from->entries_n ? from->entry[n].first : (uint32_t)from->actions_n;
    if (n > to->max || actions > (uint32_t)to->max)
        return false;
    if (to == from) {
        to->entries_n = n;
    } else {
        struct session kept = *to;
        *to = *from;
        to->max = kept.max;
        to->entry = kept.entry;
        to->log = kept.log;
        memcpy(to->entry, from->entry, (size_t)n * sizeof *to->entry);
        memcpy(to->log, from->log, actions * sizeof *to->log);
        to->entries_n = n;
    }
    to->actions_n = (int)actions;
    if (n < from->entries_n || to == from)
        to->floor = n + 1;
    session_at(to, n, to->state);
    return true;
}
