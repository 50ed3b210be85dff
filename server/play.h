/* play.h -- the game at a table: commands, clocks and bots (play*.c, bots.c). */
#ifndef SERVER_PLAY_H
#define SERVER_PLAY_H

#include "room.h"

/* Waiting for its turn at a table, or in flight: one at a time, so that each is judged against the
 * state that it will change. */
struct command {
    struct command *next;
    struct room *room;
    struct conn *conn; /* pinned; NULL: the table's own (bot, clock) */
    struct reply reply;
    int seat;
    uint64_t hash;     /* of user and command id */
    int64_t seq;       /* refuse if the game has moved on; -1: no matter */
    uint32_t undo;     /* an undo, to this entry */
    bool agreed;       /* a take-back everybody agreed to */
    enum metric count; /* of what it is one */
    uint64_t since;    /* when it came, microseconds */
    int n;
    char *text;          /* n actions, each ended by a NUL */
    struct action given; /* instead of text, n = 0 */
    struct step step;    /* the last member: play_command() leaves it as it is */
};

void play_next(struct room *r);     /* take the next command, or let chance, bots, clocks act */
void play_schedule(struct room *r); /* set the timer to the next thing that will happen by itself */
struct command *play_command(struct room *r, int seat, enum metric count);
void play_free(struct command *c);
void play_end(struct server *s);                    /* when the server stops */
void play_queue(struct room *r, struct command *c); /* takes it over */
void play_drop(struct room *r);                     /* the commands that still wait */
bool play_held(const struct room *r, int seat);     /* a bot acts for this seat now */
unsigned play_timed(const struct room *r);          /* the seats whose time runs */
void play_end_ask(struct room *r);                  /* nobody is asked any more */
void play_ask_again(struct room *r);                /* whether all have agreed who are there now */
/* Ask those who play whether somebody may have this seat, which its person has given up. */
void play_ask_sit(struct message *m, int seat);
/* They have agreed (seats.c); `m` as agreed() has it. */
void seat_take_over(struct room *r, struct message *m, const struct ask *ask);
void play_begin(struct room *r);                    /* the first entry, after the start is stored */
unsigned bots_due(const struct room *r);            /* the seats whose bot should choose now */
void bots_invite(struct room *r);                   /* after chance: who cares to propose? */
void bots_act(struct room *r);                      /* let due bots choose */
void bots_forget(struct room *r);                   /* entries were taken back */
void bots_free(struct room *r);

#endif
