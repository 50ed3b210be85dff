/* message.h -- one WebSocket's conversation: messages in, answers out (client.c, message*.c,
 * reply.c). */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include "people.h"

enum {
    HELD_MAX = 8,       /* messages that wait for the welcome, or for a change */
    VIEWER_NONE = -100, /* no seat, and not SEAT_SPECTATOR either */
};

/* One WebSocket's side of the conversation; lives as long as its connection is not dead. */
struct client {
    struct conn *conn;
    struct room *room; /* at most one */
    struct client *room_next;
    uint32_t seq;        /* the last entry it was told of */
    int seat;            /* its own, or SEAT_SPECTATOR, while a room is told its news */
    int viewer;          /* the seat whose view it holds, SEAT_SPECTATOR, VIEWER_NONE */
    bool told;           /* by this telling of the room's news */
    bool hello;          /* it was welcomed */
    bool greeting;       /* hello is being looked up: what comes meanwhile waits */
    bool lobby;          /* it watches it */
    bool want_view;      /* or events alone */
    struct identity who; /* as it was at hello, with later renames; `user` is on the first line */
    struct client *room_prev, *lobby_next, *lobby_prev;
    struct client **waits; /* in this list, with what is held; NULL: it does not */
    struct client *wait_next, *wait_prev; /* a ring */
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
enum { MEMBERS_MAX = 20 }; /* more than any message needs; longer ones are searched again */

struct message { /* one being handled */
    struct client *c;
    const struct message_row *row; /* set before it is judged */
    int seat;                      /* the sender's at their table, or -1; set by message_judge() */
    struct json_in m;
    struct reply reply;
    int members;
    struct member member[MEMBERS_MAX]; /* of m */
};

struct client *client_new(struct conn *c, const char *cookie);
void client_gone(struct client *c); /* out of its room and the lobby; frees it */
void client_message(void *conn, const char *text, size_t len);
/* One whose message has to wait is in the list of the room that it wants to change. If it is
 * moved out of that room, it goes on at the end of the turn (server.resuming), not in the middle of
 * what moved it. */
void client_wait(struct client *c, struct client **list);
/* The same with a message that comes back first. */
void client_hold(struct client *c, const char *text, size_t len, struct client **list);
void client_stop_waiting(struct client *c); /* what it has said is kept */
void client_resume(struct client *c);       /* it waits for the end of the turn alone */
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
    size_t common; /* so much of the text is alike for all, and the rest each one's own; 0: all */
    size_t same;   /* the same, of the bytes */
};
struct json_out *frame_begin(struct server *s, struct frame *f, const char *type);
void frame_end(struct server *s, struct frame *f);
void frame_send(const struct frame *f, struct client *c);

void reply_ok(struct client *c, const struct reply *r);
/* ok with one more key. An ok is sent only if the message had an id; an error always. */
void reply_ok_text(struct client *c, const struct reply *r, const char *key, const char *value);
void reply_ok_with(struct client *c, const struct reply *r,
                   void (*write)(struct json_out *, const void *), const void *arg);
void reply_ok_seq(struct client *c, const struct reply *r, uint32_t seq, bool again);
void reply_error(struct client *c, const struct reply *r, const char *error, const char *words);
void reply_refusal(struct client *c, const struct reply *r, const struct refusal *why);
/* The table is at another node: who wants it connects there, and says the same again. */
void reply_goto(struct client *c, const struct reply *r, const char *table, const char *url);
void reply_not_stored(struct client *c, const struct reply *r);

/* --- what a client may send: one row per message (message_rows.c) --- */

/* A handler answers the message, now or when the store has answered, and never keeps `m`. Its row
 * has been judged: who sends it, when, and every key. */
typedef void message_handler(struct message *m);
message_handler do_create, do_join, do_settings, do_sit, do_stand, do_bot, do_color, do_ready,
    do_start, do_kick, do_leave, do_resign, do_rematch, do_close; /* seats.c, joining.c, … */
message_handler do_play, do_undo, do_ask, do_answer, do_view, do_history; /* play_messages.c */
message_handler do_why;                                                   /* bots.c */
message_handler do_chat, do_phrase, do_mute, do_silence;                  /* chat.c, mute.c */
message_handler do_hello, do_ping, do_lobby, do_find; /* client.c, lobby.c, find.c */
message_handler do_name, do_games; /* naming.c, api_games.c */

enum field_kind {
    FIELD_ANY, /* the handler judges it */
    FIELD_NUMBER,
    FIELD_FLAG,
    FIELD_TEXT,
    FIELD_WORD,
    FIELD_SEAT, /* of the table one is at */
    FIELD_OBJECT,
    FIELD_LIST
};

typedef const char *word_list(int i); /* NULL after the last */

/* One key of a message. A value of another kind or out of bounds is refused with `bad-value` and
 * the name of the key. */
struct field {
    const char *key;
    enum field_kind kind;
    unsigned is;               /* FIELD_NEEDED, … */
    int64_t min, max;          /* of a number; of a text the bytes, of a list the values */
    word_list *words;          /* of FIELD_WORD */
    const struct field *inner; /* the keys of an object; what a list is made of */
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
/* May this be sent now, by this person, with these values? False: it has been refused. */
bool message_judge(struct message *m);

/* False: not JSON. The caller reads the id. */
bool message_read(struct message *m, struct client *c, const char *text, size_t len);
struct json_in message_get(const struct message *m, const char *key); /* len 0: absent */
/* What a key of the row holds. For one that may be left out: `otherwise`, and for a text and a word
 * false and -1. Null counts as absent. */
bool message_has(const struct message *m, const char *key);
int64_t message_number(const struct message *m, const char *key, int64_t otherwise);
bool message_flag(const struct message *m, const char *key, bool otherwise);
bool message_text(const struct message *m, const char *key, char *out, size_t size);
int message_word(const struct message *m, const char *key);
int word_index(word_list *words, struct json_in value); /* -1: none of them */
/* Say no, and be false, so that a condition can end in it. */
bool message_refuse(struct message *m, const char *error, const char *words);
/* A name or a line of chat as it may be shown: valid, trimmed, without control and direction
 * characters, `chars` at most. False if nothing is left. */
bool clean_text(const char *in, char *out, size_t size, int chars);

#endif
