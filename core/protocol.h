/* protocol.h -- the engine protocol: from a line of JSON to a line of JSON.
 *
 * docs/engine-protocol.md says what the lines mean. `skerry engine` and the
 * page's engine both are a loop around protocol_line(). It asks for no memory
 * and reads no clock; what it answers follows from the lines it was given. */
#ifndef CORE_PROTOCOL_H
#define CORE_PROTOCOL_H

#include <stdbool.h>

#include "game.h"
#include "session.h"

enum {
    PROTOCOL_SESSIONS = 4,
    PROTOCOL_LINE_MAX = 1 << 20,
    PROTOCOL_ACTIONS_MAX = 30000,   /* of one session */
};

/* What the `go` request asks of a bot; the host answers it, as core knows no bots. */
struct protocol_go {
    const struct game *game;
    const struct rules *rules;
    const void *view;               /* the seat's */
    struct session *session;        /* what led there; NULL where a view is all there is */
    const struct session *followed; /* then: the session that holds the view */
    int seat;
    char level[24], style[24];      /* "" where the request does not say */
    char levels[160];               /* who plays, seat by seat: "club,person,master" */
    uint32_t nodes, ms;
    uint64_t seed;
    bool info;                      /* tell on the way how far it is */
};

/* Something a seat saw at a table elsewhere; `session` holds its views. */
struct protocol_see {
    const struct game *game;
    const struct rules *rules;
    const struct session *session;
    int seat;
    const void *before, *after;     /* the seat's views */
    const struct action *seen;
};

struct protocol {
    struct session *session[PROTOCOL_SESSIONS + 1];     /* the last is a spare one */
    /* Write the member "choice" and return NULL, or an error id. NULL: there are no bots. */
    const char *(*go)(void *host, const struct protocol_go *ask, struct json_out *out);
    void (*see)(void *host, const struct protocol_see *what);      /* NULL: nobody remembers */
    void *host;
    bool quit;                      /* a `quit` has been answered */

    struct action menu[MENU_MAX];   /* scratch from here on */
    uint32_t weight[OUTCOMES_MAX];
    _Alignas(16) unsigned char state[STATE_MAX], view[STATE_MAX];
    char text[PROTOCOL_LINE_MAX];
};

size_t protocol_size(void);
/* Make a protocol without games in protocol_size() bytes, aligned as malloc's. */
struct protocol *protocol_new(void *memory);

/* Answer one line (without its newline) of `len` bytes; returns the answer's length, no
 * newline, ended by a NUL. `size` is at least 4096, and less than PROTOCOL_LINE_MAX only
 * where long answers may be refused. */
size_t protocol_line(struct protocol *p, const char *line, size_t len, char *answer, size_t size);

#endif
