/* room.h -- tables in memory with the people at them: who is there, what they are told, how a
 * table changes beside its game, the lobby, chat and mutes (room*.c, lobby.c, chat.c, mute.c). */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include "../ai/bot.h"
#include "message.h"

enum {
    CHAT_CHARS = 240,  /* code points of a line */
    COMMANDS_MAX = 32, /* waiting at one table */
    MUTES_MAX = 64,    /* whom one person does not hear at one table */
    MUTE_PAIRS = 1024, /* of all of them */
};

struct chat_line {
    char user[USER_ID + 4], name[NAME_MAX_BYTES], phrase[24];
    char text[CHAT_CHARS * 4 + 1]; /* or `phrase` */
    int seat;                      /* of the speaker then; -1: a watcher */
    int64_t at;
};
enum { CHATS_KEPT = 50, CHAT_MAX = 5, CHAT_WINDOW_MS = 10000 };

/* Who has talked here lately, and when: the last CHAT_MAX times, a ring. */
struct talker {
    char user[USER_ID + 4];
    int64_t at[CHAT_MAX];
    int said;
};

struct mute {
    char who[USER_ID + 4], whom[USER_ID + 4]; /* who does not hear whom */
    bool on;                                  /* it is stored, and in force */
    int flying;                               /* changes of it at the store */
};

/* The bot that plays or holds a seat; kept while a person has it, for the next time. */
struct bot_seat {
    struct bot *bot;  /* NULL: none was needed yet */
    uint32_t seen;    /* entries it has observed */
    bool stale;       /* something it saw was taken back: start again */
    int level, style; /* as it was made with */
};

/* A person's place in a room, in a list of all places of that person (and whoever has the same
 * hash). */
struct person_table {
    struct person_table *next;
    struct room *room; /* NULL: it is in no list */
    char user[USER_ID + 4];
};

/* A table in memory with the people at it. Found by its id while it is not `gone`; freed when it
 * is gone and nothing comes back to it any more. */
struct room {
    struct room *next;      /* in the hash table */
    struct table *t;        /* its own */
    int64_t retry_at;       /* after the store refused: by itself the game does nothing before */
    int64_t empty_since;    /* no connection; 0: there is one */
    int64_t host_away;      /* others wait for the host of an open table; 0: they do not */
    int pins;               /* workers and store answers that come back to it */
    bool gone;              /* out of the hash table; whoever comes back to it does nothing */
    bool settling;          /* a change of the table is on its way to the store */
    bool asleep;            /* its log is in the store alone: nobody is there */
    bool waking;            /* and on its way from there */
    bool moved;             /* it goes on elsewhere: nobody is told that it has ended */
    bool picked;            /* woken because its clocks ran when its node was lost */
    bool left;              /* open, and nobody is there: all nodes were told */
    int64_t goes_on_until;  /* as if somebody were there; 0: not */
    int told_due;           /* what the store knows of it (nodes.c) */
    char owner[STORE_NAME_MAX]; /* another node's address; it cannot be taken before: */
    int64_t owner_until;
    bool archived;          /* the finished game is stored as one, or on its way there */
    struct command *flying; /* at the store */
    struct server *server;

    struct client *clients;                   /* the newest first */
    struct command *commands, *commands_last; /* waiting */
    int commands_n, clients_n;
    int watchers;         /* of the clients: connections without a seat, not people */
    int64_t epoch;        /* under which it writes to the store */
    int64_t due;          /* when the timer ends; 0: it does not run */
    int64_t bot_due;      /* when bots may act; 0: nothing to do */
    unsigned out_of_time; /* seats for which a bot makes the next choice */
    unsigned invited;     /* bots that owe nothing and may propose something now, once */
    unsigned thinking;    /* seats whose bot a worker has */
    int watchers_told;    /* as all at the table know it */

    uv_timer_t timer; /* the next thing that happens by itself (play_schedule) */
    struct bot_seat bot[SEATS_MAX];
    struct chat_line *chat; /* a ring of CHATS_KEPT, NULL: none yet */
    int chats;              /* ever said */
    bool chat_unread;       /* the store could not say it; who joins next asks again */
    struct talker *talker;
    struct mute *mute; /* doubled when it is full */
    int talkers, mutes;
    struct change *changes;          /* the server's own, in line */
    struct client *waiting;          /* who want one; the first is next */
    struct closing *closing;         /* it ends, once nothing is on its way any more */
    struct person_table person_tables[SEATS_MAX]; /* in server.person_tables, by person */
    struct room *lobby_next;  /* of those whose place in the lobby, or watchers, have changed */
    bool lobby_dirty, listed; /* its place has changed; the lobby was told of it */
    struct in6_addr from;     /* where it was made from; all zero: not known */
};

struct room *room_find(struct server *s, const char *id); /* NULL: not in memory */
/* Takes the table over. */
struct room *room_new(struct server *s, struct table *t);
/* Build a room from a store's rows; its table is TABLE_BROKEN if they make no sense. */
struct room *room_load(struct server *s, const char *id, const struct store_row *rows, int n);
struct table *table_from_meta(const struct store_row *rows, int n); /* without its log, for lists */
struct table *table_from_rows(const char *id, const struct store_row *rows, int n);
/* A table that lives, by its description alone; `rows` begin with its META. */
struct room *room_asleep(struct server *s, const struct store_row *rows, int n);
/* Take it from the store; change_next() goes on when it is there. A moment after the store refused,
 * nothing happens: false. */
bool room_wake(struct room *r);
void room_free(struct room *r); /* gone at once, the memory when unpinned */
/* It is in memory now: so whose rematch it is, or which is its own, can be told. */
void room_link_rematch(struct room *r);
/* Whose seat of the old table this one is kept for while they are still there; NULL: nobody's. */
const struct seat *rematch_keeps(const struct room *r, int seat);
void rematch_left(struct room *old); /* somebody has, so a seat may be free now */
/* Whoever will come back to a room later (store, worker) holds it; both on the loop's thread. */
void room_pin(struct room *r);
void room_unpin(struct room *r);
void room_enter(struct room *r, struct client *c); /* leaves where it was; tells it nothing */
void room_leave(struct client *c);
void room_empty(struct room *r); /* nobody is there: all clocks stop */
void room_tell_table(struct room *r);    /* `table` to everybody */
void room_tell_table_to(struct room *r, struct client *c);
void room_tell_game(struct room *r); /* `game` to everybody who has not seen the last entries */
void room_tell_again(struct room *r); /* and to those who have */
void room_tell_game_to(struct room *r, struct client *c, uint32_t since, bool view);
void room_tell_events_to(struct room *r, struct client *c, const struct reply *reply,
                         uint32_t since, uint32_t upto);
void room_tell_over(struct room *r, struct client *only); /* NULL: everybody */
void room_tell_clock(struct room *r); /* a pause, a seat handed back: nothing was played */
/* A request with the description and the players in it, to be submitted by the caller. */
struct store_request *room_meta_request(struct server *s, const struct table *t, int64_t epoch,
                                        enum store_op op);
void room_archive(struct room *r);    /* once: it remembers */
void room_quarantine(struct room *r); /* it is not ours to go on with */
/* What is stored may be more than is known here: everybody comes back to it anew. */
void room_come_again(struct room *r);
void room_not_ours(struct room *r); /* a write was refused: quarantine, or it is another node's */
void room_refresh(struct room *r, const struct store_row *rows, int n); /* one that is asleep */
bool room_is_elsewhere(const struct room *r); /* another node has just been seen to have it */
void nodes_second(struct room *r, int64_t now); /* every second: when must it be looked after? */
/* The end of a table: stored, told, and then it is gone. `done` may be NULL. */
enum close_how { CLOSE_KEEP, CLOSE_REMOVE }; /* what was played, if anything was */
void room_close(struct room *r, enum close_how how, void (*done)(void *arg, enum store_result),
                void *arg);
void room_close_now(struct room *r);  /* if it is to end, and nothing is on its way */
void room_drop_close(struct room *r, enum store_result why); /* it will not be */
bool room_is_there(const struct room *r, const char *user);
/* Who takes over an open table from a host who goes; NULL: nobody is there. */
const char *room_next_host(const struct room *r, const char *leaver);
void room_watch_host(struct room *r, int64_t now); /* every second */
void seats_watch_fill(struct room *r, int64_t now); /* every second */
void find_heard(struct server *s); /* after each news of other nodes (find.c) */
void find_tick(struct server *s);  /* four times a second */
void room_presence(struct room *r);                /* who is away; bots that hold and hand back */
void room_presence_of(struct room *r, const char *user); /* they came or went */
bool room_may_look(const struct table *t, const char *user); /* at a game that runs */
void room_show_out(struct room *r); /* who may not look, and was there already */

/* --- which tables a person sits at (person_tables.c) --- */

void person_tables_update(struct room *r); /* its seats may have other people */
void person_tables_forget(struct room *r);
/* The first or next room in which this person has a seat; NULL: there is none. */
struct room *person_tables_next(const struct server *s, const char *user, const struct room *after);

/* --- changes of a table beside its game (room_change.c) --- */

struct change {
    void (*make)(struct table *t, const struct change *c); /* to a copy, then in earnest */
    void (*made)(struct room *r, const struct change *c);  /* before it is told, or NULL */
    /* After it was told, instead of a plain ok, or NULL. `who` asked, if they are still there. */
    void (*told)(struct room *r, const struct change *c, struct client *who);
    void (*ended)(void *arg, bool stored); /* or NULL; a room that is gone counts as stored */
    void *arg;
    bool lasting; /* tried until it is stored */
    /* What `make` needs, by what it is. */
    int seat, level, style, color;
    bool on;
    int64_t at;
    char user[USER_ID + 4], to[USER_ID + 4], name[NAME_MAX_BYTES];
    char seed[SEATS_MAX][FAIR_SEAT_SEED_MAX + 1];
    struct settings settings;
    /* room_change.c's own */
    struct room *room;
    struct conn *conn;
    struct reply reply;
    int64_t not_before; /* the store refused it, and may take it then */
    struct change *next;
};
/* `m` is answered when it is stored; NULL: the server's own, which waits for its turn. */
void change_table(struct room *r, struct message *m, const struct change *c);
/* At every table that a person has to do with; `then` when all of it is stored, or not. */
void change_everywhere(struct server *s, const char *user, const struct change *c,
                       void (*then)(void *arg, bool stored), void *arg);
void change_next(struct room *r); /* nothing is on its way: let the next who waits go on */
void change_drop(struct room *r);

/* --- lobby.c, chat.c, mute.c --- */

void lobby_touch(struct room *r);   /* something that the lobby shows may have changed */
bool lobby_flush(struct server *s); /* tell what has, four times a second; false: not all */
void lobby_forget(struct room *r);  /* it goes */
void lobby_leave(struct client *c);
void chat_tell_all(struct room *r, struct client *c); /* what was said before it came */
void chat_load(struct room *r);
void chat_forget(struct room *r, const char *user);               /* what they said here */
void chat_move(struct room *r, const char *from, const char *to); /* they are one now */
bool mute_is_on(const struct room *r, const char *who, const char *whom);
void mute_load(struct room *r, const struct store_row *rows, int n); /* of those of the table */
void mute_forget(struct room *r, const char *who);
void mute_move(struct room *r, const char *from, const char *to);
void mute_write(const char *key, struct json_out *o); /* of an item: its value, exported */

#endif
