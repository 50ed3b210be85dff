/* play.h -- the game at a table: commands, clocks and bots (play*.c, bots.c). */
#ifndef SERVER_PLAY_H
#define SERVER_PLAY_H

#include "room.h"

/* A command waiting for its turn at a table, or in flight: one at a time, so that each is judged
 * against the state that it will change. */
struct command {
    struct command *next;
    struct room *room;
    struct reply reply; /* kept; to nobody: the table's own (bot, clock) */
    int seat;
    uint64_t hash;     /* of user and command id */
    int64_t seq;       /* refuse if the game has moved on; -1: any */
    uint32_t undo;     /* an undo, to this entry */
    bool agreed;       /* a take-back everybody agreed to */
    enum metric count; /* which counter it increments */
    uint64_t since;    /* when it came, microseconds */
    int n;
    char *text;          /* n actions, each ended by a NUL; `small` if they fit */
    struct action given; /* instead of text, n = 0 */
    struct step step;    /* from here on play_command() clears nothing */
    char small[64];
};

void play_next(struct room *r);     /* take the next command, or let chance, bots, clocks act */
void play_again(struct server *s); /* the store can be written again: stop waiting */
void play_schedule(struct room *r); /* set the timer for the next automatic event */
struct command *play_command(struct room *r, int seat, enum metric count);
void play_free(struct command *c);
void play_end(struct server *s);                    /* when the server stops */
void play_queue(struct room *r, struct command *c); /* takes over the command */
void play_drop(struct room *r);                     /* drops the waiting commands */
bool room_held(const struct room *r, int seat);     /* a bot acts for this seat now */
/* Let bots take the seats of people away for too long; when the next one is due, 0: never. */
int64_t room_hold_seats(struct room *r, int64_t now);
unsigned play_timed(const struct room *r);          /* the seats whose clocks run */
void play_end_ask(struct room *r, enum ask_end how); /* ends the open question */
void play_ask_is_done(struct room *r, const struct change *c); /* the change it asked for is made */
void play_ask_after_entry(struct room *r);          /* has the game moved past it? */
void play_ask_again(struct room *r);                /* have all who are present now agreed? */
/* Ask the players whether somebody may have this seat, which its person has given up. */
void play_ask_sit(struct message *m, int seat);
/* They have agreed (seats.c); `m` as in agreed(). */
void seat_take_over(struct room *r, struct message *m, const struct ask *ask);
void play_begin(struct room *r);                    /* the first entry, after the start is stored */
unsigned bots_due(const struct room *r);            /* the seats for which something is to do */
int64_t bots_due_at(struct room *r, int64_t now);   /* when they choose; 0: none does */
void bots_act(struct room *r);                      /* let due bots think, or take their answers */
void bots_forget(struct room *r);                   /* entries were taken back */
void bots_free(struct room *r);

#endif
