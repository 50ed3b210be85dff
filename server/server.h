/* server.h -- start a game server: one process, one loop, many tables. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise it; server_run() fills in what is not set. */
struct server_config {
    const char *data;    /* folder of the store; made if missing; default ".skerry" */
    const char *store;   /* a PostgreSQL database (postgres://...) instead; NULL: the folder */
    const char *node;    /* its name if several nodes share that database; NULL: it is alone */
    const char *public_url; /* where people reach the node; default http://localhost:PORT */
    int lease;           /* milliseconds until others take over a lost node's games; 0: 5000 */
    int store_wait;      /* seconds that a start waits for its database */
    const char *page;    /* folder of the built page; NULL: none */
    const char *address; /* to listen on; default 127.0.0.1 */
    int port;            /* or the next free one within 20, unless `exact_port`; 0: any */
    bool exact_port;
    bool lan;                /* listen on every address and allow their Origins */
    bool proxy;              /* behind a reverse proxy with TLS: Secure cookie, X-Forwarded-For */
    const char *origins;     /* further allowed Origins, separated by spaces */
    int metrics_port;        /* on 127.0.0.1; 0: none */
    const char *admin_token; /* NULL: no admin */
    int bot_pace;            /* milliseconds a bot waits before it acts; -1: 900 */
    int bot_threads;         /* workers of bots and passphrases; default 2 */
    int connections_per_address, tables_per_user; /* 0: 64, 20 */
    int messages;                                 /* per 20 s and connection; 0: 50 */
    int idle;                                     /* seconds of silence; 0: 60 */
    /* seconds after the last one left: 0: 1800, 300, 2592000 */
    int expire_open, expire_over, expire_playing;
    const char *version, *commit; /* shown in /metrics; NULL: nothing */
    int vote_after; /* seconds that a game must have waited for a seat; 0: 60 */
    int drain;        /* seconds that a stop waits for connections; 0: 3 */
    bool quiet;                                   /* no `Open http://` line */
};

/* The settings: each is a flag of `skerry serve` and an environment variable. */
struct server_setting {
    const char *name;               /* "bot-pace"; NULL ends */
    enum { SERVER_TEXT, SERVER_NUMBER, SERVER_FLAG } kind;
    size_t offset;                  /* in struct server_config */
    int min, max, standard;         /* of a number */
    const char *help;               /* with the default in parentheses */
};
extern const struct server_setting server_settings[];

/* Fill in the defaults, then the environment (SKERRY_PORT ...). 0, or the exit status after a
 * message. Texts are kept, not copied. */
int server_configure(struct server_config *config);
/* Change one setting, given as text. 0, or the exit status after a message. */
int server_set(struct server_config *config, const struct server_setting *setting,
               const char *value);

/* Serve until SIGTERM or SIGINT; returns the exit status. */
int server_run(const struct server_config *config);

/* A client's message typed as words (docs/protocol.md), as JSON; `users` are the people by seat, or
 * NULL. False if there is no such message, or more words than it has keys. */
bool server_request(const char *line, const char *id, const char *const *users, int seats,
                    char *json, size_t size);
const char *server_request_name(int i); /* NULL past the last */

/* Copy the store of a data folder to a file, even while a server uses it; 0, or 3 with a message
 * on stderr. */
int server_backup(const char *data, const char *to);

/* Check a store's file, report on stdout what is lost (as JSON lines if asked), and write what is
 * intact into a new file (salvage; NULL: only check). The file itself is not changed. 0: all is
 * well; 1: something is lost; 3: it cannot be read, with a message on stderr. */
int server_doctor(const char *file, const char *salvage, bool json);

/* Move a whole site from one store to another, each a file, a data folder or a database
 * (postgres://...), and compare them; called again after an interruption, it continues. The result
 * goes to stdout as JSON if asked for, otherwise in words to stderr. `go_on` is told the progress
 * and returns false to stop the move; before anything is printed it is called once more, with
 * NULL. 0: moved, and the same in both; 1: a game cannot be read or is not the same; 3: a store
 * cannot be used; 130: told to stop. */
int server_migrate(const char *from, const char *to, bool json,
                   bool (*go_on)(const char *what, int64_t done, int64_t of));

/* `skerry admin`: ask a store (a data file, or postgres://...), or change a database that nodes
 * share. Each row is passed to `row`; a value may be NULL. Returns an exit status, with words on
 * stderr: 0; 1: nothing of that name; 2: not understood; 3: the store cannot be used. -1: it is a
 * file, whose server must be asked. */
typedef void server_admin_row(void *arg, int n, const char *const *name, const char *const *value,
                              const bool *number);
int server_admin(const char *store, const char *command, const char *const word[2],
                 server_admin_row *row, void *arg);

#endif
