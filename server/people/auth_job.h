/* auth_job.h -- a job of several steps for one HTTP request, and its answers; shared by sessions
 * (auth_session.c), accounts (account.c), names and deletion (person_*.c). */
#ifndef SERVER_AUTH_JOB_H
#define SERVER_AUTH_JOB_H

#include "auth.h"
#include "process/crypto.h"

enum { DAY_MS = 86400000 };

struct job {
    struct conn *conn;
    struct identity who;     /* as it will be answered */
    char guest[USER_ID + 4]; /* login: the guest who logs in */
    char session[2 * SHA256_SIZE + 1];
    char account[ACCOUNT_MAX], passphrase[PASSPHRASE_MAX * 4 + 1], next[PASSPHRASE_MAX * 4 + 1];
    char hash[PASSPHRASE_HASH];
    char token[TOKEN_CHARS + 1];
    bool as_token;  /* return the new session's token in the body, not as a cookie */
    bool shows_out; /* when the new session is made, all sockets of old ones end */
    bool hashed, right;
    uv_work_t work;
    void (*then)(struct job *); /* after the worker */
};

/* The life of a job: auth__job(), any number of store answers and worker turns that pass it on,
 * then exactly one of the ends below: done, refuse, unavailable, a `stored` that is false, or
 * make_session, which ends in one of them. */
struct job *auth__job(struct conn *c, const struct identity *who); /* pins the connection */
void auth__done(struct job *j);
void auth__refuse(struct job *j, int status, const char *error, const char *words); /* done */
void auth__unavailable(struct job *j);  /* answers 503; done */
/* Did the store do it? False: answered 503, or 401 if the person was deleted meanwhile (MISSING);
 * done. */
bool auth__stored(struct job *j, enum store_result r);
void auth__make_session(struct job *j); /* stores one and answers who it is; done */
void auth__answer_who(struct conn *c, const struct identity *who, const char *cookie,
                      const char *token);
void auth__answer_gone(struct conn *c); /* ok, and the browser forgets its cookie */
void auth__hash_token(const char *token, char out[2 * SHA256_SIZE + 1]);
/* A person's item, as the store answered: their name, and their account or "". False: there is
 * none, or it cannot be read. */
bool auth__read_user(const struct store_request *q, char name[NAME_MAX_BYTES],
                     char account[ACCOUNT_MAX]);
struct store_request *auth__put_user(struct server *s, const char *user, const char *name,
                                     const char *account);
bool auth__too_many_logins(struct conn *c); /* true: answered 429 */
bool tries_over(struct server *s, const char *account); /* too many were wrong (login_tries.c) */
void tries_wrong(struct server *s, const char *account); /* counted by all nodes */
void tries_count(struct server *s, const char *account); /* by this one */
void auth__drop_sessions(struct server *s, const char *user); /* all of them, in the store */
void auth__close_session(struct server *s, const char *session);
void auth__post_account(struct conn *c, struct json_in body, const struct identity *who);
void auth__post_login(struct conn *c, struct json_in body, const struct identity *who);
void auth__post_passphrase(struct conn *c, struct json_in body, const struct identity *who);
void auth__post_delete(struct conn *c, struct json_in body, const struct identity *who);
void auth__close_live(struct server *s, const char *user, enum ws_close code, const char *why);
void auth__rename_live(struct server *s, const char *user, const char *name);

#endif
