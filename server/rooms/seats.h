/* seats.h -- shared by making a table (room_create.c, rematch.c), joining it (room_join.c) and
 * sitting down (seats.c). */
#ifndef SERVER_SEATS_H
#define SERVER_SEATS_H

#include "room.h"

/* A new table that is being stored. */
struct making {
    struct reply reply;  /* kept */
    struct table *t;     /* owned until it has a room */
    struct room *before; /* pinned: it is a rematch of this one; or NULL */
    struct in6_addr from;
    struct making *next; /* of server.making */
};

void seats__read_bot(struct json_in o, int *level, int *style);
void seats__set_bot(struct seat *s, int level, int style);
/* A clean seat: not ready, no seed, the seat's default colour. */
void seats__sit_down(struct table *t, int seat, const char *user, const char *name);

bool room__read_settings(struct message *m, struct table *t); /* false: refused, half read */

/* Making a table: checks permission, makes an empty one, and stores it (taking it over).
 * `before`: the room whose rematch it is, or NULL. */
bool room__may_make(struct message *m);
/* As the message says; for strangers it is public and starts automatically soon. */
void room__create(struct message *m, bool for_strangers);
struct table *room__new_table(struct message *m);
void room__store_table(struct message *m, struct table *t, struct room *before);
void find_made(struct server *s); /* a table was made, or the store refused it (find_game.c) */

#endif
