/* message.h -- one WebSocket's conversation: messages in, answers out (client.c, message*.c,
 * reply.c). */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include "people/auth.h"

enum {
    VIEWER_NONE = -100, /* no seat, and not SEAT_SPECTATOR either */
};

/* One WebSocket's side of the conversation; lives as long as its connection is not dead. */
struct client {
    struct conn *conn;
    struct room *room; /* at most one room */
    struct client *room_next;
    uint32_t seq;        /* the last entry it was told of */
    int seat;            /* its own, or SEAT_SPECTATOR, while a room is told its news */
    int viewer;          /* the seat whose view it holds, SEAT_SPECTATOR, VIEWER_NONE */
    bool told;           /* by the current round of news */
    bool hello;          /* it was welcomed */
    bool asking;         /* the store is asked who this is, or for its table; messages wait */
    bool lobby;          /* it watches the lobby, or searches it: */
    bool want_view;      /* false: only events */
    struct identity who; /* as of hello, with later renames; `user` is in the first cache line */
    /* from here to `waits`: what each of its messages needs, in one cache line */
    int64_t window; /* how many messages since then */
    int messages;
    int held_n;
    struct client **waits; /* the list it waits in, with its held messages; NULL: none */
    struct client *room_prev, *lobby_next, *lobby_prev;
    struct lobby_search *search; /* tables with this name; NULL: none */
    struct client *wait_next, *wait_prev; /* a ring */
    char *held[HELD_MAX + 1];
    size_t held_len[HELD_MAX + 1];
    char cookie[TOKEN_CHARS + 1]; /* the token of the upgrade; hello may give another one */
};

/* Who is to be answered, and the id of their message as it came, quotes included; len 0: none was
 * sent, so no ok is sent either. */
struct reply {
    struct conn *conn; /* NULL: nobody */
    char id[48];
    size_t len;
};

struct message_member {
    struct json_in key, value;
};
enum { MEMBERS_MAX = 20 }; /* more than any message needs; others are searched again */

struct message { /* a message being handled */
    struct client *c;
    const struct message_row *row; /* set before it is judged */
    int seat;                      /* the sender's at their table, or -1; set by message_judge() */
    struct json_in m;
    struct reply reply;
    int members;
    struct message_member member[MEMBERS_MAX]; /* of m */
};

bool message_too_fast(struct client *c); /* counts one more of its messages */
/* A client whose message must wait is in the list of the room that it wants to change. If it
 * leaves that room meanwhile, it continues at the end of the turn (server.resuming). */
void client_hold(struct client *c, const char *text, size_t len, struct client **list);
void client_resume(struct client *c);       /* it waits only for the end of the turn */
void client_go_on(struct client *c);        /* continue with its held messages */

/* A message to be sent: write with the frame's json_out, then frame_end(), then send it to any
 * number of clients. The bytes are in server.frame, so one message must be sent before another
 * is begun, replies included. */
struct frame {
    struct json_out o;
    uint8_t *bytes;
    size_t len;
    unsigned messages;
    size_t common; /* this much of the text is the same for all clients; 0: everything */
    size_t same;   /* the same in bytes */
};
struct json_out *frame_begin(struct server *s, struct frame *f, const char *type);
void frame_end(struct server *s, struct frame *f);
/* One more message in the same frame, after frame_end(); they are sent together. */
struct json_out *frame_also(struct server *s, struct frame *f, const char *type);
void frame_send(const struct frame *f, struct client *c);

/* An answer that must wait, for the store or a worker, keeps a copy of the reply: `keep` pins its
 * connection, `done` ends that. Answers to somebody who has left meanwhile go nowhere. */
void reply_keep(const struct reply *r);
void reply_done(const struct reply *r);
struct client *reply_to(const struct reply *r); /* NULL: nobody, or they have left */

void reply_ok(const struct reply *r);
/* ok with one more key. An ok is sent only if the message had an id; an error always. */
void reply_ok_text(const struct reply *r, const char *key, const char *value);
void reply_ok_with(const struct reply *r, void (*write)(struct json_out *, const void *),
                   const void *arg);
void reply_ok_seq(const struct reply *r, uint32_t seq, bool again);
void reply_error(const struct reply *r, const char *error, const char *words);
void reply_refusal(const struct reply *r, const struct refusal *why);
/* The table is at another node: the client connects there and repeats its request. */
void reply_goto(const struct reply *r, const char *table, const char *url);
void reply_not_stored(const struct reply *r);
/* Any other answer, to somebody who is there. */
struct json_out *reply_begin(const struct reply *r, struct frame *f, const char *type);
void reply_end(const struct reply *r, struct frame *f);

/* --- what a client may send: one row per message (message_rows.c) --- */

/* A handler answers the message, now or when the store has answered, and never keeps `m`.
 * Sender, time and every key have been judged by its row. */
typedef void message_handler(struct message *m);
message_handler do_create, do_join, do_settings, do_sit, do_stand, do_bot, do_color, do_ready,
    do_start, do_kick, do_leave, do_resign, do_rematch, do_close; /* seats.c, room_join.c, … */
message_handler do_play, do_undo, do_ask, do_answer, do_view, do_history; /* play_messages.c */
message_handler do_why;                                                   /* bots.c */
message_handler do_chat, do_phrase, do_mute, do_silence;                  /* chat.c, mute.c */
message_handler do_hello, do_ping, do_lobby, do_find; /* client.c, lobby.c, find_game.c */
message_handler do_name, do_games; /* person_rename.c, api_games.c */

enum field_kind {
    FIELD_ANY, /* the handler judges it */
    FIELD_NUMBER,
    FIELD_FLAG,
    FIELD_TEXT,
    FIELD_WORD,
    FIELD_SEAT, /* at the current table */
    FIELD_OBJECT,
    FIELD_LIST
};

typedef const char *word_list(int i); /* NULL after the last */

/* One key of a message. A value of the wrong kind or out of bounds is refused with `bad-value`
 * and the name of the key. */
struct field {
    const char *key;
    enum field_kind kind;
    unsigned is;               /* FIELD_NEEDED, … */
    int64_t min, max;          /* of a number; bytes of a text, length of a list */
    word_list *words;          /* of FIELD_WORD */
    const struct field *inner; /* the keys of an object; the elements of a list */
};
enum {
    FIELD_NEEDED = 1, /* others may be absent or null */
    FIELD_EARLY = 2,  /* only before the start: `not-open` after it */
};

enum message_place { PLACE_FIRST, PLACE_ANY, PLACE_TABLE };
enum message_sender { SENDER_ANY, SENDER_HOST, SENDER_SEATED, SENDER_PLAYER };
struct message_row {
    const char *name;
    message_handler *run;
    enum message_place place;
    unsigned states;            /* of the table, 1 << enum table_state */
    enum message_sender sender; /* PLAYER: seated, and has not resigned */
    bool changes;               /* waits while another change of the table is being stored */
    bool needs_id;
    const struct field *fields; /* the last has no key; NULL: there are none */
    const char *what;           /* for docs/protocol.md */
};
extern const struct message_row message_rows[]; /* the last has no name */

const struct message_row *message_find_row(struct json_in name); /* NULL: none */
/* May this person send this now, with these values? False: it was refused. */
bool message_judge(struct message *m);

/* False: not JSON. The caller reads the id. */
bool message_read(struct message *m, struct client *c, const char *text, size_t len);
struct json_in message_get(const struct message *m, const char *key); /* len 0: absent */
/* The value of a key of the row. If the key may be absent: `otherwise`, and for a text and a
 * word false and -1. Null counts as absent. */
bool message_has(const struct message *m, const char *key);
int64_t message_number(const struct message *m, const char *key, int64_t otherwise);
bool message_flag(const struct message *m, const char *key, bool otherwise);
bool message_text(const struct message *m, const char *key, char *out, size_t size);
int message_word(const struct message *m, const char *key);
int word_index(word_list *words, struct json_in value); /* -1: none of them */
/* Refuse and return false, so that it can end a condition. */
bool message_refuse(struct message *m, const char *error, const char *words);
#endif
