/* session.h -- one game being played: its state, its log, its chance.
 *
 * The engine protocol, the page and the terminal all use it. A session lives in memory that the
 * caller provides.
 *
 * With automatic chance, the k-th action of the log is drawn from its own stream, made from the
 * seed and k, or the k-th entry from the fair seeds. So a game loaded from its log continues as if
 * it had not stopped. */
#ifndef CORE_SESSION_H
#define CORE_SESSION_H

#include <stdbool.h>

#include "played.h"

enum {
    SESSION_MAX = 60000,            /* actions, and entries, at most */
    SESSION_HEADERS_MAX = 2048,
};

struct session {
    const struct game *game;        /* NULL: no game yet */
    struct rules rules;
    struct dice dice;
    bool is_view;                   /* set from a view: nothing can be played */
    int viewer;                     /* whose view: a seat or SEAT_SPECTATOR; else SEAT_ALL */
    bool from_position;             /* it was set from a position */
    struct log log;
    int depth;                      /* entries in force */
    struct to_ask asking;           /* who is asked next */
    struct played open;             /* the entry that is being played */
    char headers[SESSION_HEADERS_MAX];  /* header lines that the engine keeps but does not use */
    _Alignas(16) unsigned char state[STATE_MAX];
    _Alignas(16) unsigned char start[STATE_MAX];    /* before the first entry */
    _Alignas(16) unsigned char saved[STATE_MAX];    /* what session_abort() restores */
    struct log_marks marks;
    _Alignas(16) unsigned char kept[LOG_SLOTS][STATE_MAX];
};

/* Refusals that are not reasons of the game (those are positive). */
enum { SESSION_FULL = PLAYED_FULL, SESSION_VIEW = -2, SESSION_NO_ENTRY = -3, SESSION_REVEALS = -4 };

/* The size of a session of at most `max` actions, and its construction. */
size_t session_size(int max);
struct session *session_new(void *memory, int max);

/* Start a game: 0, or the reason why these rules make no game. Chance has not acted yet. */
int session_start(struct session *s, const struct game *game, const struct rules *rules,
                  uint64_t seed, bool manual);
/* Start from a position in JSON: 0, or negative, and `why` says what is wrong; then nothing has
 * changed. */
int session_set(struct session *s, const char *json, size_t len, uint64_t seed, bool manual,
                struct text *why);

/* Play one entry: open, any number of steps, then close, or abort to take all of them back. A
 * step returns 0, a reason of the game, or one of the refusals above. With automatic chance,
 * close() first lets chance act. */
void session_open(struct session *s);
int session_step(struct session *s, const struct action *a);
int session_close(struct session *s);
void session_abort(struct session *s);
/* Draw what chance owes, if it is automatic; part of the open entry. */
int session_settle(struct session *s);

/* Take back every entry from number `to` on; an undo is itself an entry. `force` allows it to
 * cross an act of chance or a secret that was shown. */
int session_undo(struct session *s, int to, bool force);

/* The first entry that may be taken back without force, 0 if none. */
int session_undoable(struct session *s);

/* Copy the state after entry `n` (0: the start) to `state`. */
void session_at(struct session *s, int n, void *state);
/* Recompute which entries may be undone, after entries were played as manual. */
void session_refloor(struct session *s);

/* Walk over the actions in force, from the start. */
struct session_walk {
    const struct log *log;
    int entry, action;
};
void session_walk(struct session_walk *w, const struct session *s);
const struct action *session_walk_next(struct session_walk *w);     /* NULL at the end */

/* Make `to` what `from` was after entry `n`; false if `to` is too small. */
bool session_copy(struct session *to, const struct session *from, int n);

#endif
