/* protocol.h -- the engine protocol: one line of JSON in, one line out.
 *
 * docs/engine-protocol.md describes the lines. `skerry engine` and the page's engine are loops
 * around protocol_line(). It allocates nothing and reads no clock; its answers depend only on
 * the lines so far. */
#ifndef CORE_PROTOCOL_H
#define CORE_PROTOCOL_H

#include <stdbool.h>

#include "game.h"
#include "session.h"

enum {
    PROTOCOL_SESSIONS = 4,
    PROTOCOL_LINE_MAX = 1 << 20,
    PROTOCOL_ACTIONS_MAX = 30000,   /* per session */
};

/* A `go` request. The host answers it, because core knows no bots. */
struct protocol_go {
    const struct game *game;
    const struct rules *rules;
    const void *view;               /* the seat's */
    struct session *session;        /* the game so far; NULL if there is only a view */
    const struct session *followed; /* in that case, the session that holds the view */
    int seat;
    char level[24], style[24];      /* "" if not given */
    char levels[160];               /* who plays, seat by seat: "club,person,master" */
    uint32_t nodes, ms;
    uint64_t seed;
    bool advise;                    /* never err on purpose; without a level: as in a hint */
    bool decided;                   /* do not think: only tell what was decided before */
    bool info;                      /* report progress while thinking */
    struct text *why;               /* for a refusal: what would be accepted */
};

/* What a seat saw at a table elsewhere; `session` holds its views. */
struct protocol_see {
    const struct game *game;
    const struct rules *rules;
    const struct session *session;
    int seat;
    const void *before, *after;     /* the seat's views */
    const struct action *seen;
};

struct request_kind;

struct protocol {
    struct session *session[PROTOCOL_SESSIONS + 1];     /* the last is the spare */
    /* Write the member "choice" and return NULL, or return an error id. NULL: no bots. */
    const char *(*go)(void *host, const struct protocol_go *ask, struct json_out *out);
    void (*see)(void *host, const struct protocol_see *what);      /* NULL: nothing is remembered */
    void *host;
    const struct request_kind *more;    /* commands of a library above; NULL: none */
    void *desk;                     /* what that library keeps */
    bool quit;                      /* a `quit` has been answered */

    struct action menu[MENU_MAX];   /* scratch from here on */
    uint32_t weight[OUTCOMES_MAX];
    _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX];
    char text[PROTOCOL_LINE_MAX];
};

size_t protocol_size(void);
/* Make a protocol without games in protocol_size() bytes, aligned as by malloc. */
struct protocol *protocol_new(void *memory);

/* Answer one line of `len` bytes (without its newline). Returns the length of the answer, which
 * has no newline and ends with a NUL. `size` is at least 4096; if it is less than
 * PROTOCOL_LINE_MAX, long answers are refused. */
size_t protocol_line(struct protocol *p, const char *line, size_t len, char *answer, size_t size);

#endif
