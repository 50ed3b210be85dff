/* limits.h -- all limits that a person or program can run into and that are the same for all
 * sites. A site's own settings are in config.c. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include "table/limits.h"

enum {
    /* connections */
    HTTP_HEAD_MAX = 8192,
    HTTP_BODY_MAX = 8192,
    HTTP_PATH_MAX = 512,
    HTTP_QUERY_MAX = 512,
    HEAD_SECONDS = 10,           /* from the first byte of a request to its last */
    WS_MESSAGE_MAX = 8192,       /* bytes that a client may send at once */
    HELD_MAX = 8,                /* messages waiting for the welcome, or for a change */
    FRAME_MAX = 4 * 1024 * 1024, /* bytes of our messages; longer ones are cut before */
    QUEUE_MAX = 256 * 1024,      /* bytes a reader may be behind */
    MESSAGES_MS = 20000,         /* the time in which config.messages may come */
    PROGRAM_FACTOR = 10,         /* programs may send this many times as many messages */

    /* an address; "each": of the connections that a site allows it (config.c) */
    ADDRESS_MS = 60000,          /* the time for which logins, sessions and requests count */
    ADDRESS_LOGINS = 10,
    ADDRESS_SESSIONS_EACH = 5,
    ADDRESS_REQUESTS_EACH = 20,
    ADDRESS_TABLES_EACH = 16,
    ADDRESS_WIDER = 8,           /* a /48 may have this many times as much as one of its /64s */

    /* people */
    SESSION_DAYS = 180,          /* without use */
    PASSPHRASE_MIN = 8,          /* bytes */
    PASSPHRASE_MAX = 200,        /* characters */
    TRIES_MAX = 20,              /* wrong passphrases of an account in TRIES_MS */
    TRIES_MS = 15 * 60 * 1000,
    HASHING_MAX = 2,             /* passphrases at once */

    /* tables */
    FIND_WAITS = 20,  /* seconds until bots take the free seats of a table for strangers */
    HOST_AWAY = 60,   /* seconds a host may be away, at a table where no bot holds seats */
    CLOCK_MIN = 30,   /* seconds of a clock started in a running game; less would be unfair */
    LOBBY_MAX = 40,   /* tables in the list, */
    LOBBY_BYTES = 16 * 1024, /* and their text */
    LOBBY_RATE = 2,   /* bytes of it for each listener in a millisecond */
    ASK_MS = 60000,   /* until a vote ends by itself */

    /* talk */
    CHAT_CHARS = 240, /* code points of a line */
    CHAT_MAX = 5,     /* lines in CHAT_WINDOW_MS */
    CHAT_WINDOW_MS = 10000,
    CHATS_KEPT = 50,
    MUTES_MAX = 64,    /* people whom one person has muted at one table */
    MUTE_PAIRS = 1024, /* all mutes of one table */

    /* play */
    COMMANDS_MAX = 32, /* waiting at one table */
    COMMAND_ACTIONS_MAX = 32,
};

#endif
