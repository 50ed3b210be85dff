/* log.h -- the entries of a game, and the state after each of them.
 *
 * An entry is what one command played, with chance's answers. An undo is an entry too; nothing
 * is ever deleted. So the entries form a tree: each entry stores its predecessor, and the
 * entries in force are the path from the last one back to the start. The state after an entry
 * never changes, so it can be kept and reused (marks). The caller owns the memory.
 * How a log is stored is decided elsewhere: record.h, engine/table/table_stored_log.c. */
#ifndef CORE_LOG_H
#define CORE_LOG_H

#include <stdbool.h>

#include "game.h"

enum { LOG_SLOTS = 12 };

struct log_entry {
    uint32_t first;         /* its first action; it ends where the next entry begins */
    uint32_t undo;          /* 0, or the first entry (counted from 1) that this one takes back */
    uint32_t before;        /* the entry it follows, 0: the start; for an undo, the last entry in
                             * force now */
    uint32_t after;         /* scratch: the next on the path that log_path() found last */
    int8_t seat;            /* whose command it was; SEAT_CHANCE: the game's own */
    bool fixed;             /* it showed something: only a forced undo may take back this or an
                             * earlier entry */
};

/* States kept along the way. With one slot it holds the last kept state. With more, the slots
 * lie further apart towards the start, so going back costs about as much as was played since. */
struct log_marks {
    int slots;
    struct { uint32_t entry, depth; } at[LOG_SLOTS];    /* depth 0: the slot is free */
    unsigned char *state;   /* `slots` states of the game's size, owned by the caller */
};

struct log {
    const struct game *game;
    const struct rules *rules;      /* how the game starts, unless there is `start` */
    const void *start;
    int entries_n, entries_max;
    int actions_n, actions_max;     /* including those of an open entry */
    int closed;                     /* how many of the actions belong to an entry */
    int root;                       /* the first entry in force, 0: none */
    int floor;                      /* only a forced undo can go below this entry */
    struct log_entry *entry;        /* entry[i - 1] is number i */
    struct action *action;
    struct log_marks *marks;        /* owned by the caller */
};

/* Empty the log. Arrays, their sizes and the marks' memory stay. */
void log_begin(struct log *l, const struct game *game, const struct rules *rules,
               const void *start);

/* Append one action; close the entry made of the actions since the last one. There must be room.
 */
void log_add(struct log *l, const struct action *a);
void log_close(struct log *l, int seat, bool fixed);
/* Take back every entry from `to` on. `to` must be in force. */
void log_undo(struct log *l, int seat, int to);
/* Forget everything after entry `n`. Entries up to `n` can then no longer be undone. */
void log_cut(struct log *l, int n);

/* The last entry in force after entry `n`; 0: none. */
int log_tip(const struct log *l, int n);
/* Is entry `n` in force and not an undo? */
bool log_stands(const struct log *l, int n);
/* The first entry that may be undone without force, 0: none. */
int log_undoable(const struct log *l);
/* How many actions entry `n` has, and its first action. */
int log_actions(const struct log *l, int n, const struct action **first);
/* The first entry in force after entry `n` that follows entry `from` (0, or an entry in force);
 * log_after() gives the next one. 0: no more. Valid until another path is requested. */
int log_path(const struct log *l, int n, int from);
int log_after(const struct log *l, int n);

/* The state after entry `n` (0: the start), found with the help of `marks`; returns how many
 * entries were in force then. With more than one slot, states on the way are kept. */
int log_state(const struct log *l, struct log_marks *marks, int n, void *state);
/* Keep the state after an entry; `depth` is its position among the entries in force. */
void log_keep(const struct log *l, struct log_marks *marks, int entry, int depth,
              const void *state);

/* Read the log as `seat` (or SEAT_ALL) may see it, one action or undo at a time, from after
 * entry `since` to the end of the log at the time of the call. */
struct log_line {
    int seq;                        /* the entry */
    int undo;                       /* not 0: the entry is an undo, and has no action */
    bool first, last;               /* the first, the last action of its entry */
    const struct action *action;    /* in full */
    char text[ACTION_TEXT_MAX];     /* as the seat sees it; set by log_next() only */
};
struct log_reader {
    const struct log *l;
    int seat, seq, upto;            /* seq: the entry that comes next */
    int at, n, depth;               /* its next action and how many it has; entries in force */
    bool lost;                      /* an undo was skipped: the state must be looked up again */
    struct log_marks marks;
    _Alignas(16) unsigned char state[STATE_MAX];    /* before the last action read */
    _Alignas(16) unsigned char kept[LOG_SLOTS][STATE_MAX];
};
/* `before` is the state after entry `since` if the caller has it, or NULL. */
void log_read(struct log_reader *r, const struct log *l, int since, int seat, const void *before);
bool log_next(struct log_reader *r, struct log_line *line);             /* false: the end */
bool log_next_action(struct log_reader *r, struct log_line *line);      /* without the text */
int log_coming(const struct log_reader *r);     /* the entry that comes next; 0: none */

#endif
