/* room.h -- tables in memory with the people at them: presence, what people are told, changes of
 * a table besides its game, the lobby, chat and mutes (room*.c, lobby.c, chat.c, mute.c). */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include "bots/bot.h"
#include "heap.h"
#include "message.h"

struct chat_line {
    char user[USER_ID + 4], name[NAME_MAX_BYTES], phrase[24];
    char text[CHAT_CHARS * 4 + 1]; /* or `phrase` */
    int seat;                      /* the speaker's then; -1: a watcher */
    int64_t at;
};

/* A person who talked here lately, and the last CHAT_MAX times, as a ring. */
struct talker {
    char user[USER_ID + 4];
    int64_t at[CHAT_MAX];
    int said;
};

struct mute {
    char who[USER_ID + 4], whom[USER_ID + 4]; /* `who` does not hear `whom` */
    bool on;                                  /* it is stored and in effect */
    int flying;                               /* changes of it that are at the store */
};

/* The bot that plays or holds a seat; kept while a person has it. */
struct bot_seat {
    struct bot *bot;  /* NULL: none was needed yet */
    unsigned made;    /* how many bots the seat has had */
    struct thinking *thought; /* its answer, until those of lower seats are taken; or NULL */
    uint32_t seen;    /* entries it has observed */
    bool stale;       /* something it saw was taken back: restart it */
    int level, style; /* what it was made with */
};

/* A person's seat in a room, in a list of all their seats (and those with the same hash). */
struct person_table {
    struct person_table *next;
    struct room *room; /* NULL: in no list */
    char user[USER_ID + 4];
};

/* Where a room is in the lobby (lobby.c). */
struct lobby_place {
    struct room *next, *prev; /* in its rank */
    struct room *next_dirty;  /* rooms whose entry or watchers have changed */
    bool dirty;
    bool open, runs;          /* counted as such */
    int rank;                 /* from 1; 0: it is not listed */
};

/* A table in memory with the people at it. Found by its id until it is `gone`; freed when it is
 * gone and unpinned. */
struct room {
    struct room *next;      /* in the hash table */
    struct table *t;        /* owned */
    int64_t retry_at;       /* after the store refused: nothing automatic happens before */
    int64_t empty_since;    /* no connection; 0: there is one */
    /* since when others wait for the host of an open table; 0: they do not */
    int64_t host_away;
    int pins;               /* workers and store answers that will return to it */
    bool gone;              /* removed from the hash table; returning code does nothing */
    bool stale;             /* its epoch is over: take it again before anything else */
    bool settling;          /* a change of the table is being stored */
    bool asleep;            /* its log is only in the store: nobody is there */
    bool waking;            /* its log is being loaded */
    bool moved;             /* it continues elsewhere: do not announce its end */
    bool picked;            /* woken because its clocks ran when its node was lost */
    bool left;              /* open and empty: all nodes were told */
    int64_t goes_on_until;  /* continue as if somebody were there; 0: not */
    int told_due;           /* what the store knows (nodes.c) */
    char owner[STORE_NAME_MAX]; /* another node's address; it cannot be taken before: */
    int64_t owner_until;
    bool archived;          /* the finished game is archived, or about to be */
    struct command *flying; /* at the store */
    struct server *server;

    struct client *clients;                   /* the newest first */
    struct command *commands, *commands_last; /* waiting commands */
    int commands_n, clients_n;
    int watchers;         /* connections without a seat, not people */
    int64_t epoch;        /* with which it writes to the store */
    int64_t due;          /* when the timer fires; 0: not set */
    int64_t bot_due;      /* when bots may act; 0: nothing to do */
    unsigned out_of_time; /* seats for which a bot makes the next choice */
    unsigned thinking;    /* seats whose bot is with a worker */
    int watchers_told;    /* as everybody at the table knows it */

    uv_timer_t timer; /* the next automatic event (play_schedule) */
    struct bot_seat bot[SEATS_MAX];
    struct chat_line *chat; /* a ring of CHATS_KEPT, NULL: none yet */
    int chats;              /* ever said */
    bool chat_unread;       /* the store could not answer; the next join asks again */
    struct talker *talker;
    struct mute *mute; /* doubled when it is full */
    int talkers, mutes;
    struct change *changes;          /* the server's own, queued */
    struct client *waiting;          /* clients that want one; the first is next */
    struct closing *closing;         /* it will close once nothing is in flight */
    struct person_table person_tables[SEATS_MAX]; /* in server.person_tables, by person */
    struct lobby_place lobby;
    struct in6_addr from;     /* the address it was made from; all zero: unknown */
};

struct room *room_find(struct server *s, const char *id); /* NULL: not in memory */
struct room *room_next(const struct server *s, const struct room *r); /* of all; NULL: the first */
/* Takes over the table. */
struct room *room_new(struct server *s, struct table *t);
/* Build a room from a store's rows; TABLE_BROKEN if they are invalid. */
struct room *room_load(struct server *s, const char *id, const struct store_row *rows, int n);
struct table *table_from_meta(const struct store_row *rows, int n); /* without its log, for lists */
struct table *table_from_rows(const char *id, const struct store_row *rows, int n);
/* A live table, by its description only; `rows` begin with its META. */
struct room *room_asleep(struct server *s, const struct store_row *rows, int n);
/* Take it from the store; change_next() continues when it is there. For a moment after a refusal
 * of the store it returns false. */
bool room_wake(struct room *r);
void room_free(struct room *r); /* gone at once, freed when unpinned */
/* It is in memory now, so it can be linked with its rematch or its predecessor. */
void room_link_rematch(struct room *r);
/* The person for whom this seat is kept, while they are at the old table; NULL: nobody. */
const struct seat *rematch_keeps(const struct room *r, int seat);
void rematch_left(struct room *old); /* somebody left: their seat at the new table may be free */
/* Pin a room that a store answer or worker will return to; both on the loop's thread. */
void room_pin(struct room *r);
void room_unpin(struct room *r);
void room_enter(struct room *r, struct client *c); /* leaves its old room; tells it nothing */
void room_leave(struct client *c);
void room_empty(struct room *r); /* nobody is there: all clocks stop */
void room_tell_table(struct room *r);    /* send `table` to everybody */
void room_tell_table_to(struct room *r, struct client *c);
/* send `game` to everybody who has not seen the last entries */
void room_tell_game(struct room *r);
void room_tell_again(struct room *r); /* and to those who have */
void room_tell_game_to(struct room *r, struct client *c, uint32_t since, bool view);
void room_tell_events_to(struct room *r, struct client *c, const struct reply *reply,
                         uint32_t since, uint32_t upto);
void room_tell_over(struct room *r, struct client *only); /* NULL: everybody */
void room_tell_clock(struct room *r); /* a pause, a seat handed back: nothing was played */
/* A request with the description and the players, to be submitted by the caller. */
struct store_request *room_meta_request(struct server *s, const struct table *t, int64_t epoch,
                                        enum store_op op);
void room_archive(struct room *r);    /* once: it remembers */
void room_quarantine(struct room *r); /* we no longer own it */
/* The store may have more than we know: everybody must reconnect. */
void room_come_again(struct room *r);
/* Its epoch has ended. If this node still owns it, because another node only changed who the
 * people at the table are, it continues under a new epoch and nobody is disconnected; otherwise
 * everybody reconnects. */
void room_fenced(struct room *r);
void room_retake(struct room *r); /* once nothing is on its way; change_next() goes on after it */
/* a write was refused: quarantine it, or another node owns it */
void room_not_ours(struct room *r);
void room_refresh(struct room *r, const struct store_row *rows, int n); /* for a sleeping room */
bool room_is_elsewhere(const struct room *r); /* another node was just seen to own it */
void nodes_look_whether_cut_off(struct server *s);
void nodes_second(struct room *r, int64_t now); /* every second: when does it need an owner? */
/* The end of a table: stored, told, and then gone. `done` may be NULL. */
enum close_how { CLOSE_KEEP, CLOSE_REMOVE }; /* keep or remove what was played */
void room_close(struct room *r, enum close_how how, void (*done)(void *arg, enum store_result),
                void *arg);
void room_close_now(struct room *r);  /* if it should close and nothing is in flight */
void room_drop_close(struct room *r, enum store_result why); /* cancelled */
bool room_is_there(const struct room *r, const char *user);
bool room_has_people(const struct room *r); /* a table without anybody would never start */
/* Who takes over an open table from a leaving host; NULL: nobody is there. */
const char *room_next_host(const struct room *r, const char *leaver);
void room_second(struct room *r, int64_t now); /* every second (room_expire.c) */
void room_watch_host(struct room *r, int64_t now); /* every second */
void room_watch_fill(struct room *r, int64_t now); /* every second */
void find_heard(struct server *s); /* after each news of other nodes (find_game.c) */
void find_tick(struct server *s);  /* four times a second */
/* who is away; bots that hold and return seats */
void room_presence(struct room *r);
void room_presence_of(struct room *r, const char *user); /* this person came or went */
void room_show_out(struct room *r); /* people who may no longer watch */

/* --- which tables a person sits at (person_tables.c) --- */

void person_tables_update(struct room *r); /* its seats may have other people */
void person_tables_forget(struct room *r);
/* The first or next room in which this person has a seat; NULL: there is none. */
struct room *person_tables_next(const struct server *s, const char *user, const struct room *after);

/* --- changes of a table besides its game (room_change.c) --- */

struct change {
    void (*make)(struct table *t, const struct change *c); /* applied to a copy, then for real */
    void (*made)(struct room *r, const struct change *c);  /* before people are told, or NULL */
    void (*told)(struct room *r, const struct change *c);  /* after that, instead of ok, or NULL */
    void (*ended)(void *arg, bool stored); /* or NULL; counts as stored if the room is gone */
    void *arg;
    bool lasting; /* retried until it is stored */
    /* What `make` needs, by what it is. */
    int seat, level, style, color;
    bool on;
    int64_t at;
    char user[USER_ID + 4], to[USER_ID + 4], name[NAME_MAX_BYTES];
    char seed[SEATS_MAX][FAIR_SEAT_SEED_MAX + 1];
    struct settings settings;
    /* room_change.c's own */
    struct room *room;
    struct reply reply; /* kept */
    int64_t not_before; /* the store refused it; retry not before */
    struct change *next;
};
/* `m` is answered when it is stored; NULL: the server's own, which waits for its turn. */
void change_table(struct room *r, struct message *m, const struct change *c);
/* At every table that concerns a person; `then` runs when all of it is stored, or not. */
void change_everywhere(struct server *s, const char *user, const struct change *c,
                       void (*then)(void *arg, bool stored), void *arg);
void change_make(struct room *r, const struct change *c); /* it is stored, or need not be */
void change_next(struct room *r); /* nothing is in flight: continue with the next one that waits */
void change_drop(struct room *r);

/* --- lobby.c, chat.c, mute.c --- */

void lobby_begin(struct server *s);
void lobby_end(struct server *s);
void lobby_touch(struct room *r);   /* the lobby entry may have changed */
bool lobby_flush(struct server *s); /* four times a second; false: there is more to do */
void lobby_forget(struct room *r);  /* it goes away */
void lobby_leave(struct client *c);
void chat_tell_all(struct room *r, struct client *c); /* earlier lines, for a client that joins */
void chat_load(struct room *r);
void chat_forget(struct room *r, const char *user);               /* their lines here */
void chat_move(struct room *r, const char *from, const char *to); /* they are one person now */
bool mute_is_on(const struct room *r, const char *who, const char *whom);
void mute_load(struct room *r, const struct store_row *rows, int n); /* the table's mutes */
/* Lines and mutes of a person in every room: they were deleted; or a guest became an account. */
void talk_forget(struct server *s, const char *user);
void talk_move(struct server *s, const char *from, const char *to);
void mute_write(const char *key, struct json_out *o); /* of an item: its value, exported */

#endif
