/* log.h -- what happened in a game, entry by entry, and the state after each of them.
 *
 * An entry is what one command played, with what chance answered. An undo is an entry too, and
 * nothing is ever deleted. So the entries form a tree: each knows the one it was played after, and
 * those that stand are the path from the last of them back to the start. The state after an entry
 * never changes, whatever is taken back later, so it may be kept and gone on from: that is what
 * marks are for. The memory is the caller's. */
#ifndef CORE_LOG_H
#define CORE_LOG_H

#include <stdbool.h>

#include "game.h"

enum { LOG_SLOTS = 12 };

struct log_entry {
    uint32_t first;         /* its first action; it ends where the next entry begins */
    uint32_t undo;          /* 0, or the first entry (counted from 1) that this takes back */
    uint32_t before;        /* played after that one, 0: the start; of an undo: what stands now */
    uint32_t after;         /* scratch: the next on the path that log_path() found last */
    int8_t seat;            /* whose command it was; SEAT_CHANCE: the game's own */
    bool fixed;             /* it showed something: only by force is anything up to it undone */
};

/* States kept along the way. With one slot the last that was kept is there; with more, the slots
 * lie ever wider apart towards the start, so that going back costs about as much as was played
 * since. */
struct log_marks {
    int slots;
    struct { uint32_t entry, depth; } at[LOG_SLOTS];    /* depth 0: the slot is free */
    unsigned char *state;   /* the caller's, `slots` states of the game's size */
};

struct log {
    const struct game *game;
    const struct rules *rules;      /* how the game starts, unless there is `start` */
    const void *start;
    int entries_n, entries_max;
    int actions_n, actions_max;     /* those of an open entry are counted */
    int closed;                     /* actions in entries */
    int root;                       /* the first entry that stands, 0: none does */
    int floor;                      /* without force nothing below this entry can be undone */
    struct log_entry *entry;        /* entry[i - 1] is number i */
    struct action *action;
    struct log_marks *marks;        /* the caller's */
};

/* Nothing has happened yet. Arrays, their sizes and the marks' memory stay. */
void log_begin(struct log *l, const struct game *game, const struct rules *rules,
               const void *start);

/* Write down one action, and then make those since the last entry the next one. There must be
 * room. log_drop() forgets what was not made an entry. */
void log_add(struct log *l, const struct action *a);
void log_close(struct log *l, int seat, bool fixed);
void log_drop(struct log *l);
/* Take back every entry from `to` on, which must stand. */
void log_undo(struct log *l, int seat, int to);
/* Forget everything after entry `n`, and that anything before could be undone. */
void log_cut(struct log *l, int n);

/* The last entry that stood after entry `n`; 0: none. */
int log_tip(const struct log *l, int n);
/* Does entry `n` stand, and is it no undo? */
bool log_stands(const struct log *l, int n);
/* The first entry that may be undone without force, 0: none. */
int log_undoable(const struct log *l);
/* How many actions entry `n` has, and the first of them. */
int log_actions(const struct log *l, int n, const struct action **first);
/* The first of the entries that stood after entry `n`, and came after entry `from`, itself 0 or
 * one that stood; log_after() is the next. 0: no more. Good until another path is asked for. */
int log_path(const struct log *l, int n, int from);
int log_after(const struct log *l, int n);

/* The state after entry `n` (0: the start), found with the help of `marks`; returns how many
 * entries stood then. With more than one slot, states on the way there are kept. */
int log_state(const struct log *l, struct log_marks *marks, int n, void *state);
/* Keep the state after an entry, the `depth`-th of those that stand. */
void log_keep(const struct log *l, struct log_marks *marks, int entry, int depth,
              const void *state);

/* Read the log as `seat` (or SEAT_ALL) may see it, one action or undo after another, from behind
 * entry `since` up to what was there when it began. */
struct log_line {
    int seq;                        /* the entry */
    int undo;                       /* not 0: the entry is an undo, and has no action */
    bool first, last;               /* action of its entry */
    const struct action *action;    /* in full */
    char text[ACTION_TEXT_MAX];     /* as the seat sees it; only of log_next() */
};
struct log_reader {
    const struct log *l;
    int seat, seq, upto;            /* seq: the entry that comes next */
    int at, n, depth;               /* its actions, the next and how many; entries that stand */
    bool lost;                      /* an undo was passed: the state is to be found again */
    struct log_marks marks;
    _Alignas(16) unsigned char state[STATE_MAX];    /* before the action that was read last */
    _Alignas(16) unsigned char kept[LOG_SLOTS][STATE_MAX];
};
/* `before` is the state after entry `since` where the caller has it, or NULL. */
void log_read(struct log_reader *r, const struct log *l, int since, int seat, const void *before);
bool log_next(struct log_reader *r, struct log_line *line);             /* false: the end */
bool log_next_action(struct log_reader *r, struct log_line *line);      /* without its text */
int log_coming(const struct log_reader *r);     /* the entry that begins next; 0: none */

#endif
