/* http.h -- reads the head of a request strictly, and writes the heads of answers.
 *
 * Reading is a pure function over bytes, for the connection and for the fuzzer. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/limits.h"

/* The session's cookie; with TLS its name begins with __Host-. Cookies of other programs on the
 * host are not kept. */
#define HTTP_COOKIE "skerry"
#define HTTP_COOKIE_SECURE "__Host-skerry"

enum http_verb { HTTP_IS_GET, HTTP_IS_HEAD, HTTP_IS_POST };

/* The parts of a request's head that matter here; absent headers are empty. */
struct http_head {
    enum http_verb method;
    char path[HTTP_PATH_MAX], query[HTTP_QUERY_MAX];
    char host[256], origin[256], authorization[256], forwarded[256];
    char cookie[256]; /* only our own, HTTP_COOKIE and its secure twin */
    char content_type[64], accept_encoding[128], if_none_match[64];
    char language[3]; /* the reader's first choice, two letters */
    char ws_key[32], ws_protocol[128];
    int ws_version;
    bool upgrade; /* Upgrade: websocket and Connection: upgrade */
    bool keep;    /* the connection may stay open */
    size_t body_len;
    size_t head_len; /* where the body starts */
};

/* Read the head at the start of `data`. Returns 0 with *head filled, 1 if more bytes are needed,
 * or the status (400, 405, 413, 431, 501, 505) of the refusal. Never reads past `len`, never
 * keeps a pointer into `data`. */
int http_read(const char *data, size_t len, struct http_head *head);

/* The value of `name` in a query or a form of cookies; false if absent or too long. */
bool http_query(const char *query, const char *name, char *out, size_t size);
bool http_cookie(const char *cookies, const char *name, char *out, size_t size);

const char *http_reason(int status);

/* Sec-WebSocket-Accept for a key: 28 characters and a NUL. */
void http_ws_accept(const char *key, char out[29]);

#endif
