/* internal.h -- what the parts of the server know of each other.
 *
 * Everything here belongs to the loop's thread. Other threads are the store's (store.c)
 * and the workers', which see only their own job (bots.c, auth.c). */
#ifndef SERVER_INTERNAL_H
#define SERVER_INTERNAL_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

#include "../ai/bot.h"
#include "../core/json.h"
#include "http.h"
#include "copy_text.h"
#include "server.h"
#include "store.h"
#include "table.h"
#include "ws.h"

enum {
    QUEUE_MAX = 256 * 1024,      /* bytes a reader may be behind */
    FRAME_MAX = 4 * 1024 * 1024, /* bytes of a message; what could pass it is cut before */
    CORK_MAX = 16 * 1024,
    CHAT_CHARS = 240,   /* code points of a line */
    COMMANDS_MAX = 32,  /* waiting at one table */
    MUTES_MAX = 64,     /* whom one person does not hear at one table */
    MUTE_PAIRS = 1024,  /* of all of them */
    HELD_MAX = 8,       /* messages that wait for the welcome, or for a change */
    TOKEN_CHARS = 32,   /* 24 random bytes in base64 */
    SESSION_DAYS = 180, /* without use */
    VIEWER_NONE = -100, /* no seat, and not SEAT_SPECTATOR either */
};

struct server;
struct room;
struct client;
struct burst;
/* Numbers that only grow; what each counts is said in ops.c. */
enum metric {
    M_CONNECTIONS,
    M_REFUSED,
    M_MESSAGES_IN,
    M_MESSAGES_OUT,
    M_BYTES_OUT,
    M_BURSTS,
    M_ENTRIES,
    M_REFUSALS,
    M_NOT_STORED,
    M_SLOW,
    M_HTTP,
    M_CHATS,
    M_BOT_MOVES,
    M_CLOCK_MOVES,
    M_LOGINS,
    M_BROKEN,
    M_COUNTERS
};

/* --- connections (address.c, conn.c, conn_http.c, conn_out.c) --- */

/* Bytes that a socket has not taken yet. */
struct out {
    struct out *next;
    const uint8_t *data; /* `copy`, or bytes that live as long as the server */
    size_t len, sent;
    uint8_t copy[];
};

/* How many connections one address has, and how often it tried passphrases, took a session or asked
 * the API since `window`. Forgotten when it has no connection and the window is over. */
struct address {
    struct address *next;
    struct in6_addr ip; /* IPv4 mapped; of IPv6 the network alone */
    int connections, logins, sessions, requests;
    bool warned; /* of its Origin: one line a minute is enough */
    int64_t window;
};

struct conn;
struct address *address_of(struct server *s, struct in6_addr ip);
struct in6_addr address_ip(const struct sockaddr_storage *from);
struct address *address_counted(struct conn *c);        /* with counts of the last minute */
void address_done(struct server *s, struct address *a); /* if nothing is left to remember */
void address_forget(struct server *s, int64_t now);     /* those whose minute is over */

/* One socket: HTTP requests one after the other, and WebSocket frames for good once it is upgraded
 * (then `ws` and `client` are set, `in` and `head` are gone). */
struct conn {
    uv_poll_t poll;
    struct server *server; /* from here to `out`: all that sending needs, on one line */
    int fd;
    int16_t burst;    /* its place in the burst, from 1; 0: it is not in it */
    uint8_t events;   /* what is polled for */
    bool dead : 1;    /* the socket is closed; freed when nobody holds it */
    bool closing : 1; /* close once the output is out */
    struct ws *ws;
    struct out *out, *out_last;
    struct client *client; /* with ws */
    uint8_t ready;         /* what the poll has found; not 0: in server.found */
    int64_t heard;         /* when the peer last showed that it is there */
    int64_t pinged;
    struct conn *next, *prev; /* of server.conns, until it is dead */
    int pins;                 /* answers under way that will come back to it */
    bool metrics;             /* came in on the metrics port */
    bool handle_closed;       /* libuv has let go of `poll` */
    bool busy;                /* a request is being answered */
    size_t queued;            /* bytes in `out` */
    struct address *address;
    int64_t opened; /* when the first byte of the request came */
    char *in;       /* an HTTP request being read */
    size_t in_len;
    struct http_head *head; /* of the request being answered; none with ws */
};
_Static_assert(offsetof(struct conn, server) / LINE == offsetof(struct conn, out) / LINE,
               "what a send needs is on one line");

void conn_accept(struct server *s, int fd, const struct sockaddr_storage *from, bool metrics);
void conn_feed_http(struct conn *c, const char *bytes, size_t len);
void conn_feed_frames(struct conn *c, const char *bytes, size_t len);
void conn_send(struct conn *c, const void *bytes, size_t len);
void conn_send_static(struct conn *c, const void *bytes, size_t len); /* bytes that stay */
/* Keep what is sent to this one connection until conn_uncork() sends it in one go. */
void conn_cork(struct conn *c);
void conn_uncork(struct server *s);
void conn_put(struct conn *c, const void *bytes, size_t len, bool stays); /* past any cork */
void conn_serve(struct server *s);       /* those that the loop found ready */
void conn_watch(struct conn *c);         /* for input, and output while some waits */
bool conn_flush(struct conn *c);         /* send what waits; false: the socket is broken */
void conn_forget_output(struct conn *c); /* that waits */
/* What this turn of the loop says to WebSockets, sent together. */
struct burst *burst_new(void);
void burst_free(struct burst *b);
void burst_flush(struct server *s);
void conn_close_after(struct conn *c); /* flush, then close */
void conn_drop(struct conn *c);        /* now; the struct stays until unpinned */
void conn_pin(struct conn *c);
void conn_unpin(struct conn *c);
void conn_tick(struct server *s);            /* pings, silence, slow heads */
int conn_tick_every(const struct server *s); /* so many seconds */
void conn_answer(struct conn *c, int status, const char *type, const char *headers,
                 const void *body, size_t len);
void conn_answer_static(struct conn *c, int status, const char *type, const char *headers,
                        const void *body, size_t len);
bool conn_origin_ok(const struct server *s, const struct http_head *head);

/* --- the socket's own protocol (client.c, reply.c, message.c, lobby.c, chat.c, mute.c, joining.c,
 * seats.c, play_messages.c) --- */

struct identity {
    char user[USER_ID + 4], name[NAME_MAX_BYTES];
    char account[32];                  /* empty: a guest */
    char session[2 * SHA256_SIZE + 1]; /* the token's hash */
    bool program;                      /* a session made for a program */
    bool ok;                           /* there is such a session */
    bool unknown;                      /* the store could not say */
};

/* One WebSocket's side of the conversation; lives as long as its connection is not dead. */
struct client {
    struct conn *conn;
    struct room *room; /* at most one */
    struct client *room_next;
    uint32_t seq;        /* the last entry it was told of */
    int seat;            /* its own, or SEAT_SPECTATOR, while a room is told its news */
    int viewer;          /* the seat whose view it holds, SEAT_SPECTATOR, VIEWER_NONE */
    bool hello;          /* it was welcomed */
    bool greeting;       /* hello is being looked up: what comes meanwhile waits */
    bool lobby;          /* it watches it */
    bool want_view;      /* or events alone */
    struct identity who; /* as it was at hello, with later renames; `user` is on the first line */
    struct client *room_prev, *lobby_next, *lobby_prev;
    struct client **waits; /* in this list, with what is held; NULL: it does not */
    struct client *wait_next;
    char *held[HELD_MAX + 1];
    size_t held_len[HELD_MAX + 1];
    int held_n;
    int messages;
    int64_t window;               /* messages since */
    char cookie[TOKEN_CHARS + 1]; /* the token of the upgrade; hello may name another */
};

/* The id of a message, as it came, quotes and all; len 0: none was sent, so no ok is either. */
struct reply {
    char id[48];
    size_t len;
};

struct member {
    struct json_in key, value;
};
enum { MEMBERS_MAX = 20 }; /* more than a message has; who sends more is understood all the same */

struct message { /* one being handled */
    struct client *c;
    struct json_in m;
    struct reply reply;
    int members;
    struct member member[MEMBERS_MAX]; /* of m */
};

struct client *client_new(struct conn *c, const char *cookie);
void client_gone(struct client *c); /* out of its room and the lobby; frees it */
void client_message(void *conn, const char *text, size_t len);
/* One whose message has to wait is in the list of the room that it wants to change. When it leaves
 * that room otherwise, it goes on at the end of the turn (server.resuming): not in the midst of
 * what moved it. */
void client_wait(struct client *c, struct client **list);
void client_stop_waiting(struct client *c); /* what it has said is kept */
void client_go_on(struct client *c);        /* with what it has said meanwhile */
/* Say why and hang up; the client stays where it is until the connection is dropped. */
void client_close(struct client *c, enum ws_close code, const char *why);

/* A message to be sent: write with the frame's json_out, then frame_end(), then send, to as many
 * as are to get it. The bytes are in server.frame, so one message is finished and sent before
 * another is begun, replies included. */
struct frame {
    struct json_out o;
    const uint8_t *bytes;
    size_t len;
};
struct json_out *frame_begin(struct server *s, struct frame *f, const char *type);
void frame_end(struct server *s, struct frame *f);
void frame_send(const struct frame *f, struct client *c);

void reply_ok(struct client *c, const struct reply *r);
/* ok with one more key. An ok is sent only to who gave an id; an error always. */
void reply_ok_text(struct client *c, const struct reply *r, const char *key, const char *value);
void reply_ok_seq(struct client *c, const struct reply *r, uint32_t seq, bool again);
void reply_error(struct client *c, const struct reply *r, const char *error, const char *words);
void reply_refusal(struct client *c, const struct reply *r, const struct refusal *why);
void reply_not_stored(struct client *c, const struct reply *r);

/* A handler answers the message, now or when the store has answered, and never keeps `m`. */
typedef void message_handler(struct message *m);
message_handler do_create, do_join, do_settings, do_sit, do_stand, do_bot, do_color, do_ready,
    do_start, do_kick, do_leave, do_resign, do_rematch, do_close; /* seats.c, joining.c, … */
message_handler do_play, do_undo, do_ask, do_answer, do_view, do_history; /* play_messages.c */
message_handler do_chat, do_phrase, do_mute;                              /* chat.c, mute.c */
message_handler do_lobby;                                                 /* lobby.c */
message_handler do_name, do_games; /* naming.c, api_games.c */

/* False: not JSON. The id is read by who takes the message. */
bool message_read(struct message *m, struct client *c, const char *text, size_t len);
struct json_in message_get(const struct message *m, const char *key); /* len 0: absent */
/* Reading a message's keys; false (and the error is sent) if a value is of the wrong kind. */
bool take_int(struct message *m, const char *key, int64_t min, int64_t max, int64_t *out);
bool take_text(struct message *m, const char *key, char *out, size_t size);
bool take_bool(struct message *m, const char *key, bool *out);
bool has_key(const struct message *m, const char *key);
/* A name or a line of chat as it may be shown: valid, trimmed, without control and direction
 * characters, `chars` at most. False if nothing is left. */
bool clean_text(const char *in, char *out, size_t size, int chars);

/* --- rooms (room.c, room_tell.c) --- */

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
    bool archived;          /* the finished game is stored as one, or on its way there */
    struct command *flying; /* at the store */
    struct server *server;

    struct client *clients;                   /* the newest first */
    struct command *commands, *commands_last; /* waiting */
    int commands_n, clients_n;
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
void room_free(struct room *r); /* gone at once, the memory when unpinned */
/* It is in memory now: so whose rematch it is, or which is its own, can be told. */
void room_link_rematch(struct room *r);
/* Whoever will come back to a room later (store, worker) holds it; both on the loop's thread. */
void room_pin(struct room *r);
void room_unpin(struct room *r);
void room_enter(struct room *r, struct client *c); /* leaves where it was; tells it nothing */
void room_leave(struct client *c);
int room_watchers(const struct room *r); /* those without a seat */
void room_tell_table(struct room *r);    /* `table` to everybody */
void room_tell_table_to(struct room *r, struct client *c);
void room_tell_game(struct room *r); /* `game` to everybody who has not seen the last entries */
void room_tell_game_to(struct room *r, struct client *c, uint32_t since, bool view);
void room_tell_over(struct room *r, struct client *only); /* NULL: everybody */
void room_tell_clock(struct room *r); /* a pause, a seat handed back: nothing was played */
/* A request with the description and the players in it, to be submitted by the caller. */
struct store_request *room_meta_request(struct server *s, const struct table *t, int64_t epoch,
                                        enum store_op op);
void room_archive(struct room *r);    /* once: it remembers */
void room_quarantine(struct room *r); /* it is not ours to go on with */
/* The end of a table: stored, told, and then it is gone. `done` may be NULL. */
enum close_how { CLOSE_KEEP, CLOSE_REMOVE }; /* what was played */
void room_close(struct room *r, enum close_how how, void (*done)(void *arg, enum store_result),
                void *arg);
void room_close_now(struct room *r);  /* if it is to end, and nothing is on its way */
void room_drop_close(struct room *r); /* it will not be */
bool room_is_there(const struct room *r, const char *user);
/* Who takes over an open table from a host who goes; NULL: nobody is there. */
const char *room_next_host(const struct room *r, const char *leaver);
void room_watch_host(struct room *r, int64_t now); /* every second */
void room_presence(struct room *r);                /* who is away; bots that hold and hand back */
bool room_may_look(const struct table *t, const char *user); /* at a game that runs */
void room_show_out(struct room *r); /* who may not look, and was there already */

/* --- who sits where (person_tables.c) --- */

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

/* --- play.c, play_time.c, play_messages.c, bots.c --- */

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
void play_begin(struct room *r);                    /* the first entry, after the start is stored */
unsigned bots_due(const struct room *r);            /* the seats whose bot should choose now */
void bots_invite(struct room *r);                   /* after chance: who cares to propose? */
void bots_act(struct room *r);                      /* let due bots choose */
void bots_forget(struct room *r);                   /* entries were taken back */
void bots_free(struct room *r);

/* --- who (auth.c) --- */

/* `who` is valid during the call; who->ok says whether there is anybody. */
typedef void identified(struct conn *c, const struct identity *who, void *arg);
/* Look a token up; the connection is pinned meanwhile. `done` runs even if it has died. */
void auth_identify(struct conn *c, const char *token, identified *done, void *arg);
void auth_token_of(const struct conn *c, char out[TOKEN_CHARS + 1]);
void auth_http(struct conn *c, const char *path, struct json_in body, const struct identity *who);
void auth_tick(struct server *s);
void random_id(char *out, int chars); /* lower-case letters and digits, unguessable */
bool reserved_name(const char *name);

/* --- http (api.c, api_games.c, pages.c) --- */

void api_handle(struct conn *c); /* a whole request is there; it will be answered once */
void api_error(struct conn *c, int status, const char *error, const char *words);
void api_unavailable(struct conn *c); /* the store did not do what was asked of it */
struct pages;
struct pages *pages_load(const char *folder); /* NULL: there is no page */
void pages_free(struct pages *p);
bool pages_answer(struct conn *c); /* false: no such file */

/* --- lobby.c, chat.c, mute.c --- */

void lobby_touch(struct room *r);   /* something that the lobby shows may have changed */
void lobby_flush(struct server *s); /* tell what has, four times a second */
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

/* --- starting (config.c, listen.c, loading.c) --- */

void loading_start(struct server *s);
void loading_again(struct server *s); /* every second: what the store had no ears for */
void loading_stop(struct server *s);
void config_fill_in(struct server_config *c); /* what was not set */
bool listen_start(struct server *s);          /* false: said why */
/* The allowed Origins; `lan` gets this machine's first address on a network. */
void listen_allow_origins(struct server *s, char *lan, size_t size);

/* --- operation (ops.c) --- */

enum { HISTOGRAM = 16 };

/* One line of JSON on stderr: event, then pairs of key and text until NULL. */
void log_line(const char *level, const char *event, ...) __attribute__((sentinel));
void metrics_answer(struct conn *c);
/* What the store said to a write, of which /readyz tells. */
void ops_heard_from_store(struct server *s, enum store_result r);
void ops_probe_store(struct server *s); /* every second: does it still refuse? */

/* All there is, on the loop's thread; nothing of it is global. */
struct server {
    struct server_config config; /* filled in */
    uv_loop_t loop;
    uv_poll_t listener[2], metrics_listener;
    int listen_fd[2], listeners, metrics_fd;
    int spare_fd;    /* given up to accept and refuse when there are no more */
    uv_async_t wake; /* the store's thread has answers */
    uv_timer_t second, lobby_timer;
    uv_prepare_t breath;
    uv_check_t looked;
    uint64_t rate_since, rate_from; /* counting messages: since when, from which number */
    bool crowded;
    uv_signal_t signal[2];
    int port;
    struct store *store;
    char *origins; /* allowed ones, each between spaces */
    struct conn *conns;
    struct conn **found; /* ready, pinned: to be served in this turn */
    int found_n, found_cap;
    int conns_n, clients_n;
    struct address *address[1024]; /* hash tables, by chains */
    struct room *room[4096];
    struct person_table *person_tables[4096];
    int rooms_n;
    struct making *making;   /* tables not yet stored: they count for who makes them */
    int loading;             /* at the start: games not yet loaded, and their list */
    struct untaken *untaken; /* those to be asked for again */
    bool ready, draining;
    bool store_ok; /* it took the last write, or refused it for what the write was */
    bool probing;  /* it is being asked whether it does again */
    int64_t drain_until;
    unsigned seconds;         /* it has run */
    struct client *resuming;  /* who waited in a room and left it */
    struct client *lobby;     /* who watches it */
    struct room *lobby_dirty; /* what they have not been told */
    struct pages *pages;
    char *frame;                                  /* where messages are written: FRAME_MAX bytes */
    _Alignas(16) unsigned char before[STATE_MAX]; /* of the table that is told of a change */
    struct burst *burst;
    struct conn *corked; /* NULL: none */
    char cork[CORK_MAX];
    size_t cork_len;
    uint64_t metric[M_COUNTERS];
    uint64_t commit_us[HISTOGRAM], commit_sum_us, commit_n; /* command to acknowledgement */
    int hashing;           /* passphrases being hashed, two at most */
    int thinking;          /* bots in workers */
    struct command *spare; /* not in use */
    int spares;
    int64_t offset; /* wall clock minus the loop's */
};

int64_t now_ms(const struct server *s); /* wall clock that never jumps */
uint64_t now_us(void);

#endif
