/* seats.h -- what making a table (making.c), coming to it (joining.c) and sitting at it (seats.c)
 * share. */
#ifndef SERVER_SEATS_H
#define SERVER_SEATS_H

#include "internal.h"

/* Something about a table that is on its way to the store: a new table, or a start. */
struct making {
    struct conn *conn; /* pinned: who is to be answered */
    struct reply reply;
    struct table *t;     /* the new one, owned from here until it has a room; NULL: a start */
    struct room *before; /* pinned: a rematch of this one, or the one that starts; or NULL */
    struct making *next; /* of server.making, a new table only */
};

/* Conditions: each answers the refusal itself, and is false then. */
bool seats__refuse(struct message *m, const char *error, const char *words);
bool seats__is_open(struct message *m);
bool seats__is_host(struct message *m);
bool seats__has_seat(struct message *m, int *seat);

bool seats__read_bot(struct json_in o, int *level, int *style);
/* `who` sits down with a clean seat: not ready, no seed, the colour of the place. */
void seats__empty(struct seat *s);
void seats__set_bot(struct seat *s, int level, int style);
void seats__sit_down(struct table *t, int seat, const struct identity *who);

#endif
