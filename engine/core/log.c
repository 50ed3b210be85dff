/* log.c -- entries, undos, and finding earlier states.
 *
 * Nothing is judged here: callers have checked each action with the rules. */
#include "log.h"

#include <string.h>

#include "bits.h"
#include "check.h"

/* ---- writing ---- */

void log_begin(struct log *l, const struct game *game, const struct rules *rules,
               const void *start) {
    l->game = game;
    l->rules = rules;
    l->start = start;
    l->entries_n = l->actions_n = l->closed = l->root = 0;
    l->floor = 1;
    memset(l->marks->at, 0, sizeof l->marks->at);
}

void log_add(struct log *l, const struct action *a) {
    CHECK(l->actions_n < l->actions_max);
    l->action[l->actions_n++] = *a;
}

void log_close(struct log *l, int seat, bool fixed) {
    CHECK(l->entries_n < l->entries_max && l->actions_n > l->closed);
    int before = log_tip(l, l->entries_n);
    l->entry[l->entries_n++] = (struct log_entry){ .first = (uint32_t)l->closed,
                                                   .before = (uint32_t)before,
                                                   .seat = (int8_t)seat,
                                                   .fixed = fixed };
    l->closed = l->actions_n;
    if (!before)
        l->root = l->entries_n;
    if (fixed)
        l->floor = l->entries_n + 1;
}

/* After a forced undo across something that was seen, everything before it stays fixed. */
void log_undo(struct log *l, int seat, int to) {
    CHECK(l->entries_n < l->entries_max && l->actions_n == l->closed && log_stands(l, to));
    l->entry[l->entries_n++] = (struct log_entry){ .first = (uint32_t)l->closed,
                                                   .undo = (uint32_t)to,
                                                   .before = l->entry[to - 1].before,
                                                   .seat = (int8_t)seat };
    if (to == l->root)
        l->root = 0;
    if (to < l->floor)
        l->floor = l->entries_n + 1;
}

void log_cut(struct log *l, int n) {
    CHECK(0 <= n && n <= l->entries_n);
    if (n < l->entries_n)
        l->closed = (int)l->entry[n].first;
    l->actions_n = l->closed;
    l->entries_n = n;
    l->root = log_path(l, n, 0);
    l->floor = n + 1;
    for (int i = 0; i < l->marks->slots; i++)
        if (l->marks->at[i].entry > (uint32_t)n)
            l->marks->at[i].depth = 0;
}

/* ---- which entries stand ---- */

int log_tip(const struct log *l, int n) {
    CHECK(0 <= n && n <= l->entries_n);
    return n && l->entry[n - 1].undo ? (int)l->entry[n - 1].before : n;
}

/* Walk back along the path; an undo would take back as many entries. */
bool log_stands(const struct log *l, int n) {
    if (n < 1 || n > l->entries_n || l->entry[n - 1].undo)
        return false;
    int i = log_tip(l, l->entries_n);
    while (i > n)
        i = (int)l->entry[i - 1].before;
    return i == n;
}

int log_undoable(const struct log *l) {
    int first = 0;
    for (int i = log_tip(l, l->entries_n); i >= l->floor; i = (int)l->entry[i - 1].before)
        first = i;
    return first;
}

int log_actions(const struct log *l, int n, const struct action **first) {
    CHECK(1 <= n && n <= l->entries_n);
    uint32_t from = l->entry[n - 1].first;
    uint32_t to = n < l->entries_n ? l->entry[n].first : (uint32_t)l->closed;
    *first = l->action + from;
    return (int)(to - from);
}

int log_path(const struct log *l, int n, int from) {
    int next = 0, i = log_tip(l, n);
    while (i > from) {
        l->entry[i - 1].after = (uint32_t)next;
        next = i;
        i = (int)l->entry[i - 1].before;
    }
    CHECK(i == from);
    return next;
}

int log_after(const struct log *l, int n) {
    return (int)l->entry[n - 1].after;
}

/* ---- states ---- */

/* The slot that holds the state after entry `n`; -1: none. */
static int slot_of(const struct log_marks *marks, int n) {
    for (int i = 0; i < marks->slots; i++)
        if (marks->at[i].depth && marks->at[i].entry == (uint32_t)n)
            return i;
    return -1;
}

/* Every second entry goes to the first slot, every second of the rest to the second slot, and so
 * on. */
void log_keep(const struct log *l, struct log_marks *marks, int entry, int depth,
              const void *state) {
    int slot = bits_first((uint64_t)depth);
    slot = slot < marks->slots ? slot : marks->slots - 1;
    marks->at[slot].entry = (uint32_t)entry;
    marks->at[slot].depth = (uint32_t)depth;
    memcpy(marks->state + (size_t)slot * l->game->state_size, state, l->game->state_size);
}

static void play_entry(const struct log *l, int n, void *state) {
    const struct action *a;
    int count = log_actions(l, n, &a);
    for (int i = 0; i < count; i++)
        l->game->apply(state, &a[i]);
}

/* Go back to the nearest kept state and replay from there. */
int log_state(const struct log *l, struct log_marks *marks, int n, void *state) {
    int from = log_tip(l, n), slot = -1, depth = 0;
    while (from && (slot = slot_of(marks, from)) < 0)
        from = (int)l->entry[from - 1].before;
    if (from) {
        memcpy(state, marks->state + (size_t)slot * l->game->state_size, l->game->state_size);
        depth = (int)marks->at[slot].depth;
    } else if (l->start) {
        memcpy(state, l->start, l->game->state_size);
    } else {
        CHECK(l->game->init(state, l->rules) == 0);
    }
    for (int i = log_path(l, n, from); i; i = log_after(l, i)) {
        play_entry(l, i, state);
        depth++;
        if (marks->slots > 1)
            log_keep(l, marks, i, depth, state);
    }
    return depth;
}

/* ---- reading ---- */

void log_read(struct log_reader *r, const struct log *l, int since, int seat, const void *before) {
    CHECK(0 <= since && since <= l->entries_n);
    r->l = l;
    r->seat = seat;
    r->seq = since + 1;
    r->upto = l->entries_n;
    r->at = r->n = 0;
    r->lost = false;
    r->marks.slots = LOG_SLOTS;
    r->marks.state = r->kept[0];
    memset(r->marks.at, 0, sizeof r->marks.at);
    r->depth = 0;
    if (before)
        memcpy(r->state, before, l->game->state_size);
    else if (since < r->upto)
        r->depth = log_state(l, l->marks, since, r->state);
}

/* The last action read is applied only now, so that `state` was the state before it. */
static void play_last(struct log_reader *r) {
    const struct action *a;
    if (r->n == 0)
        return;
    log_actions(r->l, r->seq, &a);
    r->l->game->apply(r->state, &a[r->at++]);
    if (r->at < r->n)
        return;
    log_keep(r->l, &r->marks, r->seq, ++r->depth, r->state);
    r->seq++;
    r->at = r->n = 0;
}

int log_coming(const struct log_reader *r) {
    int next = r->seq + (r->n > 0);
    CHECK(r->n == 0 || r->at + 1 == r->n);
    return next <= r->upto ? next : 0;
}

/* An undo is skipped; the state is looked up only if something follows. */
bool log_next_action(struct log_reader *r, struct log_line *line) {
    const struct action *a;
    play_last(r);
    if (r->seq > r->upto)
        return false;
    line->seq = r->seq;
    line->undo = (int)r->l->entry[r->seq - 1].undo;
    line->action = NULL;
    line->first = line->last = true;
    if (line->undo) {
        r->seq++;
        r->lost = true;
        return true;
    }
    if (r->lost)
        r->depth = log_state(r->l, &r->marks, r->seq - 1, r->state);
    r->lost = false;
    r->n = log_actions(r->l, r->seq, &a);
    line->action = &a[r->at];
    line->first = r->at == 0;
    line->last = r->at + 1 == r->n;
    return true;
}

bool log_next(struct log_reader *r, struct log_line *line) {
    const struct game *game = r->l->game;
    line->text[0] = '\0';
    if (!log_next_action(r, line))
        return false;
    if (line->undo)
        return true;
    struct action seen = *line->action;
    if (r->seat != SEAT_ALL)
        game->see(r->state, line->action, r->seat, &seen);
    game->format(r->state, &seen, line->text, ACTION_TEXT_MAX);
    return true;
}
