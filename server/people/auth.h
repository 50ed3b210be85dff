/* auth.h -- who somebody is: sessions, tokens and names (auth_session.c, auth_identify.c). */
#ifndef SERVER_AUTH_H
#define SERVER_AUTH_H

#include "core/json.h"
#include "core/sha256.h"
#include "net/conn.h"
#include "core/copy_text.h"
#include "table/table.h"

enum {
    TOKEN_CHARS = 32, /* 24 random bytes in base64 */
    ACCOUNT_MAX = 32
};

struct identity {
    char user[USER_ID + 4], name[NAME_MAX_BYTES];
    char account[ACCOUNT_MAX];         /* empty: a guest */
    char session[2 * SHA256_SIZE + 1]; /* the token's hash */
    bool program;                      /* a session made for a program */
    bool ok;                           /* there is such a session */
    bool unknown;                      /* the store could not answer */
};

/* `who` is valid during the call; who->ok says whether there is anybody. */
typedef void identified(struct conn *c, const struct identity *who, void *arg);
/* Look up a token; the connection is pinned meanwhile. `done` runs even if it has died. */
void auth_identify(struct conn *c, const char *token, identified *done, void *arg);
void auth_token_of(const struct conn *c, char out[TOKEN_CHARS + 1]);
void auth_http(struct conn *c, const char *path, struct json_in body, const struct identity *who);
void auth_tick(struct server *s);
void tries_forget(struct server *s, int64_t now); /* drops old wrong attempts (login_tries.c) */
/* Who a conversation belongs to (rooms/client.c). */
const struct identity *client_who(const struct client *c);
/* A name or a line of chat as it may be shown: valid, trimmed, without control and direction
 * characters, at most `chars`. False if nothing is left. */
bool clean_text(const char *in, char *out, size_t size, int chars);
void random_id(char *out, int chars); /* lower-case letters and digits, unguessable */

#endif
