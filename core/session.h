/* session.h -- one game being played: its state, its log of entries, its chance.
 *
 * What the engine protocol, the page and the terminal have in common. A session
 * lives in memory that the caller gives and never asks for more.
 *
 * The log is everything (log.h). With automatic chance its k-th action is drawn from a
 * stream of its own, made from the seed and k, so a game loaded from its log goes on as
 * if it had not stopped. */
#ifndef CORE_SESSION_H
#define CORE_SESSION_H

#include <stdbool.h>

#include "log.h"

enum {
    SESSION_MAX = 60000,            /* actions, and entries, at most */
    SESSION_HEADERS_MAX = 2048,
};

struct session {
    const struct game *game;        /* NULL: no game yet */
    struct rules rules;
    uint64_t seed;
    bool manual;                    /* the caller plays chance's actions */
    bool is_view;                   /* set from a view: nothing can be played */
    int viewer;                     /* whose view: a seat or SEAT_SPECTATOR; else SEAT_ALL */
    bool from_position;             /* it did not start at the start */
    struct log log;
    int depth;                      /* entries that stand */
    bool shown;                     /* chance or a secret showed in the open entry */
    char headers[SESSION_HEADERS_MAX];  /* lines of the game's record that the engine only keeps */
    _Alignas(16) unsigned char state[STATE_MAX];
    _Alignas(16) unsigned char start[STATE_MAX];    /* before the first entry */
    _Alignas(16) unsigned char saved[STATE_MAX];    /* what session_abort() goes back to */
    struct log_marks marks;
    _Alignas(16) unsigned char kept[LOG_SLOTS][STATE_MAX];
};

/* Refusals that are no reason of the game (those are positive). */
enum { SESSION_FULL = -1, SESSION_VIEW = -2, SESSION_NO_ENTRY = -3, SESSION_REVEALS = -4 };

/* Bytes for a session of at most `max` actions, and making one in them. */
size_t session_size(int max);
struct session *session_new(void *memory, int max);

/* Start a game: 0, or the reason why the rules cannot be. Chance has not acted yet. */
int session_start(struct session *s, const struct game *game, const struct rules *rules,
                  uint64_t seed, bool manual);
/* Start from a position in JSON: 0, or negative and `why` says what is wrong; then nothing has
 * changed. */
int session_set(struct session *s, const char *json, size_t len, uint64_t seed, bool manual,
                struct text *why);

/* Play one entry: open, any number of steps, then close, or abort to take all of
 * them back. A step answers 0, a reason of the game, or one of the refusals above.
 * With automatic chance close() lets chance answer first. */
void session_open(struct session *s);
int session_step(struct session *s, const struct action *a);
int session_close(struct session *s);
void session_abort(struct session *s);
/* Draw what chance owes, if it is automatic; part of the open entry. */
int session_settle(struct session *s);

/* Take back every entry from number `to` on; an undo is itself an entry. `force`
 * lets it cross what chance or another's secret has shown. */
int session_undo(struct session *s, int to, bool force);

/* The first entry that may be taken back without force, 0 if none. */
int session_undoable(struct session *s);

/* The state after entry `n` (0: at the start) into `state`. */
void session_at(struct session *s, int n, void *state);
/* Judge again which entries may be undone, after entries were played as manual. */
void session_refloor(struct session *s);

/* Walk over the actions that stand, from the start: what led to where the session is. */
struct session_walk {
    const struct log *log;
    int entry, action;
};
void session_walk(struct session_walk *w, const struct session *s);
const struct action *session_walk_next(struct session_walk *w);     /* NULL at the end */

/* Make `to` what `from` was after entry `n`; false if it has not the room. */
bool session_copy(struct session *to, const struct session *from, int n);

#endif
