/* seats.h -- what making a table (room_create.c, rematch.c), joining it (joining.c) and sitting
 * down at it (seats.c) share. */
#ifndef SERVER_SEATS_H
#define SERVER_SEATS_H

#include "room.h"

/* A new table on its way to the store. */
struct making {
    struct conn *conn; /* pinned: who is to be answered */
    struct reply reply;
    struct table *t;     /* owned from here until it has a room */
    struct room *before; /* pinned: it is a rematch of this one; or NULL */
    struct in6_addr from;
    struct making *next; /* of server.making */
};

void seats__read_bot(struct json_in o, int *level, int *style);
void seats__empty(struct seat *s);
void seats__set_bot(struct seat *s, int level, int style);
/* With a clean seat: not ready, no seed, the colour of the place. */
void seats__sit_down(struct table *t, int seat, const char *user, const char *name);

/* Making a table: may they, an empty one of theirs, and on its way to the store (which takes it
 * over). `before`: the room whose rematch it is, or NULL. */
bool seats__may_make(struct message *m);
/* As the message wishes; for strangers it is public, and starts by itself before long. */
void seats__create(struct message *m, bool for_strangers);
struct table *seats__new_table(struct message *m);
void seats__store_table(struct message *m, struct table *t, struct room *before);
void find_made(struct server *s); /* a table is made, or the store refused it (find.c) */

#endif
