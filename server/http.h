/* http.h -- the head of a request, read strictly; and the heads of answers.
 *
 * Reading is a pure function over bytes, for the connection and for the fuzzer. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HTTP_HEAD_MAX = 8192, HTTP_BODY_MAX = 8192, HTTP_PATH_MAX = 512, HTTP_QUERY_MAX = 512 };

/* The session's cookie; with TLS its name begins with __Host-. Others on the same host may be as
 * many and as long as a head can hold: they are not kept. */
#define HTTP_COOKIE "skerry"
#define HTTP_COOKIE_SECURE "__Host-skerry"

enum http_verb { HTTP_IS_GET, HTTP_IS_HEAD, HTTP_IS_POST };

/* What of a request's head matters here; texts are empty where a header is absent. */
struct http_head {
    enum http_verb method;
    char path[HTTP_PATH_MAX], query[HTTP_QUERY_MAX];
    char host[256], origin[256], authorization[256], forwarded[256];
    char cookie[256]; /* of all that came only ours, HTTP_COOKIE and its secure twin */
    char content_type[64], accept_encoding[128], if_none_match[64];
    char language[3]; /* the first that the reader would like, two letters */
    char ws_key[32], ws_protocol[128];
    int ws_version;
    bool upgrade; /* Upgrade: websocket and Connection: upgrade */
    bool keep;    /* the connection may stay open */
    size_t body_len;
    size_t head_len; /* where the body starts */
};

/* Read the head at the start of `data`. Returns 0 with *head filled, 1 if more bytes are needed, or
 * the status (400, 405, 413, 431, 501, 505) to refuse it with. Never reads past `len`, never keeps
 * a pointer into `data`. */
int http_read(const char *data, size_t len, struct http_head *head);

/* The value of `name` in a query or a form of cookies; false if absent or too long. */
bool http_query(const char *query, const char *name, char *out, size_t size);
bool http_cookie(const char *cookies, const char *name, char *out, size_t size);

const char *http_reason(int status);

/* Sec-WebSocket-Accept for a key: 28 characters and a NUL. */
void http_ws_accept(const char *key, char out[29]);

#endif
