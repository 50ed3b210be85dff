/* server_guest.h -- a guest at a server's table, for a bot and for a person at a terminal.
 *
 * Says hello, joins the table, takes a free seat, and keeps the seat's view up to date. The
 * caller decides what to play. docs/protocol.md describes every message. */
#ifndef CLI_SERVER_GUEST_H
#define CLI_SERVER_GUEST_H

#include <stdint.h>

#include "core/game.h"
#include "websocket.h"

enum { GUEST_VIEW_MAX = 1 << 17, GUEST_ID_MAX = 64, GUEST_NAME_MAX = 40, GUEST_ASK_MAX = 512 };

/* What a message from the server was about. */
enum guest_news {
    GUEST_GONE,             /* the connection has ended, or the server sent nonsense */
    GUEST_NOTHING,          /* nothing that concerns the game */
    GUEST_TABLE,            /* who sits where has changed */
    GUEST_GAME,             /* the game changed: view, events, seq */
    GUEST_REFUSED,          /* `error` says why */
    GUEST_LOBBY,            /* a table in the lobby: `entry` */
    GUEST_TOLD,             /* anything else that people should see: `message` */
};

struct guest {
    struct wire wire;
    char table[GUEST_ID_MAX];           /* "" for none yet: watch the lobby */
    const char *name;
    char home[512];                     /* the address that was given; the table may be elsewhere */
    /* redirects and losses since the table last sent something */
    int hops, hops_max;                 /* 0: half a minute's */
    /* the server does not answer; it does again. NULL: nobody wants to know */
    void (*away)(void *data, bool away);
    void *away_data;
    char *view[2];                      /* the seat's view as JSON, and room for the next */
    size_t view_len;                    /* 0: none yet, or it did not fit */
    int seat;                           /* -1: none yet */
    int64_t seq;                        /* of the last `game` message */
    bool over, asked_ready;
    bool advice;                        /* the table allows advice from bots */
    char names[SEATS_MAX][GUEST_NAME_MAX];
    uint8_t level[SEATS_MAX];           /* who plays: a bot's level or BOT_PERSON */
    uint8_t color[SEATS_MAX];           /* of the pieces, an index of seat_colors */
    char error[64], rule[64];
    char user[SEATS_MAX][16];           /* who sits there; "" for a bot */
    char ask[GUEST_ASK_MAX];            /* the open question as JSON, or "null" */
    bool paused;
    bool asked_by_person;               /* this message answers guest_request() */
    struct json_in events, entry, message; /* of this message, until the next guest_next() */
    size_t used;                        /* bytes of the buffer that this message takes */
};

/* Connect and become a guest; false if there is no such server. The table may be given as its id,
 * or the url as the table's link (http://host/t/ID). */
bool guest_open(struct guest *g, const char *url, const char *table, const char *name);
void guest_close(struct guest *g);
/* Wait for one message and process it. */
enum guest_news guest_next(struct guest *g);
/* Is there a message that guest_next() would not have to wait for? */
bool guest_has_more(struct guest *g);

bool guest_owes(const struct guest *g);     /* is the game waiting for our seat? */
/* Play, or take back; `text` is in our notation, with the seat in front. */
bool guest_play(struct guest *g, const char *text);
bool guest_undo(struct guest *g);
/* Any message of the protocol, typed as words (server_request); false if it is none. */
bool guest_request(struct guest *g, const char *line);
const char *guest_request_name(int i);      /* NULL past the last */
/* Go to another table, or with "" back to the lobby. */
bool guest_join(struct guest *g, const char *table);

/* The view as bytes of its game; NULL with a message in `why` if it cannot be read. */
const struct game *guest_state(const struct guest *g, void *state, int *players, struct text *why);

#endif
