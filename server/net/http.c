/* http.c -- a strict wrapper around http-parser.
 *
 * The whole head is collected first and checked as bytes: no control characters, no lone CR or
 * LF, no folded lines, one Host, one length and no chunks. Only then does the parser see it, so
 * nothing that it might read differently from a proxy gets there. */
#include "http.h"

#include <http_parser.h>
#include <string.h>
#include <strings.h>

#include "process/crypto.h"

/* --- checking the bytes --- */

/* The length of the head with its empty line, 0 if it is incomplete, -1 if it is malformed.
 * Called again from the start with each piece: a head is small and mostly arrives whole. A CR as
 * the last byte is not judged before its LF is there. */
static long head_length(const char *p, size_t n) {
    bool line_start = true;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (c == '\r') {
            if (i + 1 == n)
                return 0;
            if (p[i + 1] != '\n')
                return -1;
            if (line_start)
                return i == 0 ? -1 : (long)i + 2;
            line_start = true;
            i++;
            continue;
        }
        if ((c < ' ' && c != '\t') || c == 0x7f || (line_start && i > 0 && (c == ' ' || c == '\t')))
            return -1;
        line_start = false;
    }
    return 0;
}

/* --- the headers that matter --- */

/* Headers kept as text, each at most once. A value that does not fit its field is refused with
 * 431 and not cut: a cut cookie or Origin would be a different one. */
struct http_field {
    const char *name;
    size_t offset, size;
};
#define FIELD(name, member)                                                                        \
    { name, offsetof(struct http_head, member), sizeof((struct http_head *)0)->member }
static const struct http_field fields[] = {
    FIELD("host", host),
    FIELD("origin", origin),
    FIELD("authorization", authorization),
    FIELD("x-forwarded-for", forwarded),
    FIELD("content-type", content_type),
    FIELD("accept-encoding", accept_encoding),
    FIELD("if-none-match", if_none_match),
    FIELD("sec-websocket-key", ws_key),
    FIELD("sec-websocket-protocol", ws_protocol),
};
enum { FIELDS = sizeof fields / sizeof *fields };

/* The state of one http_read(), shared by the parser's callbacks. */
struct head_reading {
    struct http_head *head;
    int status; /* what to refuse with, 0: fine */
    const char *name;
    size_t name_len;
    unsigned seen; /* bits of fields[], then the two below */
    bool upgrade_websocket, connection_upgrade;
    char url[HTTP_PATH_MAX + HTTP_QUERY_MAX];
    size_t url_len;
};
enum { SEEN_LENGTH = 1u << FIELDS, SEEN_VERSION = 2u << FIELDS, SEEN_COOKIE = 4u << FIELDS };

/* Header names are compared without case; the parser has checked that they are tokens. */
static bool is(const struct head_reading *r, const char *name) {
    return strlen(name) == r->name_len && strncasecmp(r->name, name, r->name_len) == 0;
}

/* Is `word` one of the comma-separated words? */
static bool has_word(const char *p, size_t n, const char *word) {
    size_t len = strlen(word);
    for (size_t i = 0; i < n;) {
        while (i < n && (p[i] == ' ' || p[i] == ',' || p[i] == '\t'))
            i++;
        size_t start = i;
        while (i < n && p[i] != ',' && p[i] != ' ' && p[i] != '\t')
            i++;
        if (i - start == len && strncasecmp(p + start, word, len) == 0)
            return true;
    }
    return false;
}

/* The first fault counts. The callbacks continue, because stopping the parser would give 400 in
 * all cases. */
static void refuse(struct head_reading *r, int status) {
    if (!r->status)
        r->status = status;
}

/* A header that must not come twice. */
static void once(struct head_reading *r, unsigned bit) {
    if (r->seen & bit)
        refuse(r, 400);
    r->seen |= bit;
}

static void keep_field(struct head_reading *r, int i, const char *value, size_t n) {
    once(r, 1u << i);
    if (n >= fields[i].size) {
        refuse(r, 431);
        return;
    }
    char *to = (char *)r->head + fields[i].offset;
    memcpy(to, value, n);
    to[n] = '\0';
}

/* Only our own cookies are kept, so that cookies of other programs on the host cannot lock
 * anybody out. If ours is too long, it is not a token and is ignored too. */
static void keep_cookies(struct head_reading *r, const char *value, size_t n) {
    static const char *const ours[] = { HTTP_COOKIE "=", HTTP_COOKIE_SECURE "=" };
    char *to = r->head->cookie;
    size_t len = 0;
    once(r, SEEN_COOKIE);
    for (size_t i = 0; i < n; i++) {
        while (i < n && value[i] == ' ')
            i++;
        const char *at = value + i, *end = memchr(at, ';', n - i);
        size_t size = end ? (size_t)(end - at) : n - i;
        for (int k = 0; k < 2; k++)
            if (size >= strlen(ours[k]) && memcmp(at, ours[k], strlen(ours[k])) == 0 &&
                len + size + 2 <= sizeof r->head->cookie) {
                memcpy(to + len, at, size);
                len += size;
                to[len++] = ';';
            }
        i += size;
    }
    to[len] = '\0';
}

/* Chunks are refused: our clients send none, and readers that disagree about the end of a body
 * allow request smuggling past a proxy. */
static void header(struct head_reading *r, const char *value, size_t n) {
    while (n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t'))
        n--;
    for (int i = 0; i < FIELDS; i++)
        if (is(r, fields[i].name))
            keep_field(r, i, value, n);
    if (is(r, "cookie"))
        keep_cookies(r, value, n);
    if (is(r, "accept-language") && n >= 2)
        memcpy(r->head->language, value, 2);
    if (is(r, "transfer-encoding") || is(r, "trailer"))
        refuse(r, 501);
    if (is(r, "expect"))
        refuse(r, 400);
    if (is(r, "content-length"))
        once(r, SEEN_LENGTH);
    if (is(r, "upgrade"))
        r->upgrade_websocket = r->upgrade_websocket || has_word(value, n, "websocket");
    if (is(r, "connection"))
        r->connection_upgrade = r->connection_upgrade || has_word(value, n, "upgrade");
    if (is(r, "sec-websocket-version")) {
        once(r, SEEN_VERSION);
        r->head->ws_version = n == 2 && memcmp(value, "13", 2) == 0 ? 13 : -1;
    }
}

/* --- the parser's callbacks; each piece is complete, since the head is --- */

static int on_url(http_parser *p, const char *at, size_t n) {
    struct head_reading *r = p->data;
    if (n >= sizeof r->url) {
        refuse(r, 431);
        return 0;
    }
    memcpy(r->url, at, n);
    r->url_len = n;
    return 0;
}

static int on_name(http_parser *p, const char *at, size_t n) {
    struct head_reading *r = p->data;
    r->name = at;
    r->name_len = n;
    return 0;
}

static int on_value(http_parser *p, const char *at, size_t n) {
    header(p->data, at, n);
    return 0;
}

/* Paused here: the connection counts the body; the parser never sees it. */
static int on_head(http_parser *p) {
    struct head_reading *r = p->data;
    r->head->keep = http_should_keep_alive(p) != 0;
    r->head->body_len = p->content_length == UINT64_MAX ? 0 : (size_t)p->content_length;
    if (p->content_length != UINT64_MAX && p->content_length > HTTP_BODY_MAX)
        refuse(r, 413);
    http_parser_pause(p, 1);
    return 0;
}

/* Only the plain form: no absolute URL, no fragment, no byte that would need escaping. Percent
 * signs stay, since no path here has any. */
static int split_url(struct head_reading *r) {
    const char *q = memchr(r->url, '?', r->url_len);
    size_t path = q ? (size_t)(q - r->url) : r->url_len;
    size_t query = q ? r->url_len - path - 1 : 0;
    if (r->url_len == 0 || r->url[0] != '/' || memchr(r->url, '#', r->url_len))
        return 400;
    if (path >= HTTP_PATH_MAX || query >= HTTP_QUERY_MAX)
        return 431;
    for (size_t i = 0; i < r->url_len; i++)
        if (r->url[i] <= ' ' || r->url[i] > '~')
            return 400;
    memcpy(r->head->path, r->url, path);
    if (q)
        memcpy(r->head->query, q + 1, query);
    return 0;
}

static int method_of(unsigned method, enum http_verb *out) {
    switch (method) {
    case HTTP_GET: *out = HTTP_IS_GET; return 0;
    case HTTP_HEAD: *out = HTTP_IS_HEAD; return 0;
    case HTTP_POST: *out = HTTP_IS_POST; return 0;
    default: return 405;
    }
}

/* tests/server/input_tests.py checks the order of the refusals: a malformed head is 400 in any
 * case, then the version, then a header or the method, then the rest. */
int http_read(const char *data, size_t len, struct http_head *head) {
    static const http_parser_settings settings = { .on_url = on_url,
                                                   .on_header_field = on_name,
                                                   .on_header_value = on_value,
                                                   .on_headers_complete = on_head };
    long n = head_length(data, len < HTTP_HEAD_MAX ? len : HTTP_HEAD_MAX);
    if (n <= 0)
        return n < 0 ? 400 : len >= HTTP_HEAD_MAX ? 431 : 1;
    struct head_reading r = { .head = head };
    http_parser parser;
    memset(head, 0, sizeof *head);
    http_parser_init(&parser, HTTP_REQUEST);
    parser.data = &r;
    http_parser_execute(&parser, &settings, data, (size_t)n);
    if (HTTP_PARSER_ERRNO(&parser) != HPE_PAUSED &&
        !(HTTP_PARSER_ERRNO(&parser) == HPE_OK && parser.upgrade))
        return 400;
    if (parser.http_major != 1 || parser.http_minor > 1)
        return 505;
    int status = method_of(parser.method, &head->method);
    if (!r.status && !status)
        status = split_url(&r);
    if (r.status || status)
        return r.status ? r.status : status;
    if (!head->host[0] && parser.http_minor == 1)
        return 400;
    if (head->method != HTTP_IS_POST && head->body_len > 0)
        return 400;
    head->upgrade = r.upgrade_websocket && r.connection_upgrade && head->method == HTTP_IS_GET &&
                    parser.http_minor == 1;
    head->head_len = (size_t)n;
    return 0;
}

/* --- small helpers --- */

/* The first of several wins, as browsers send the most specific cookie first. */
static bool find_value(const char *p, const char *name, char separator, bool spaces, char *out,
                       size_t size) {
    size_t len = strlen(name);
    while (*p) {
        while (spaces && *p == ' ')
            p++;
        const char *end = strchr(p, separator);
        size_t n = end ? (size_t)(end - p) : strlen(p);
        if (n > len && p[len] == '=' && memcmp(p, name, len) == 0) {
            n -= len + 1;
            if (n >= size)
                return false;
            memcpy(out, p + len + 1, n);
            out[n] = '\0';
            return true;
        }
        if (!end)
            break;
        p = end + 1;
    }
    return false;
}

bool http_query(const char *query, const char *name, char *out, size_t size) {
    return find_value(query, name, '&', false, out, size);
}

bool http_cookie(const char *cookies, const char *name, char *out, size_t size) {
    return find_value(cookies, name, ';', true, out, size);
}

const char *http_reason(int status) {
    static const struct {
        int status;
        const char *words;
    } list[] = {
        { 200, "OK" },
        { 204, "No Content" },
        { 304, "Not Modified" },
        { 400, "Bad Request" },
        { 401, "Unauthorized" },
        { 403, "Forbidden" },
        { 404, "Not Found" },
        { 405, "Method Not Allowed" },
        { 408, "Request Timeout" },
        { 409, "Conflict" },
        { 413, "Content Too Large" },
        { 415, "Unsupported Media Type" },
        { 426, "Upgrade Required" },
        { 429, "Too Many Requests" },
        { 431, "Request Header Fields Too Large" },
        { 501, "Not Implemented" },
        { 503, "Service Unavailable" },
        { 505, "HTTP Version Not Supported" },
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].status == status)
            return list[i].words;
    return "Error";
}

/* SHA-1 (FIPS 180-4), which the WebSocket handshake requires; nothing secret depends on it. */
static void sha1(const unsigned char *data, size_t len, unsigned char out[20]) {
    uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
    unsigned char block[128] = { 0 }; /* 24 + 36 characters: two blocks at most */
    size_t blocks = (len + 8) / 64 + 1;
    memcpy(block, data, len);
    block[len] = 0x80;
    for (int i = 0; i < 8; i++)
        block[blocks * 64 - 1 - (size_t)i] = (unsigned char)((uint64_t)len * 8 >> (8 * i));
    for (size_t b = 0; b < blocks; b++) {
        uint32_t w[80], v[5];
        for (int i = 0; i < 16; i++) {
            const unsigned char *p = block + 64 * b + 4 * i;
            w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        }
        for (int i = 16; i < 80; i++) {
            uint32_t x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
            w[i] = x << 1 | x >> 31;
        }
        memcpy(v, h, sizeof v);
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20   ? ((v[1] & v[2]) | (~v[1] & v[3])) + 0x5a827999
                         : i < 40 ? (v[1] ^ v[2] ^ v[3]) + 0x6ed9eba1
                         : i < 60 ? ((v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3])) + 0x8f1bbcdc
                                  : (v[1] ^ v[2] ^ v[3]) + 0xca62c1d6;
            uint32_t next = (v[0] << 5 | v[0] >> 27) + f + v[4] + w[i];
            v[4] = v[3], v[3] = v[2], v[2] = v[1] << 30 | v[1] >> 2, v[1] = v[0], v[0] = next;
        }
        for (int i = 0; i < 5; i++)
            h[i] += v[i];
    }
    for (int i = 0; i < 20; i++)
        out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void http_ws_accept(const char *key, char out[29]) {
    unsigned char text[64], digest[20];
    size_t n = strnlen(key, 24);
    memcpy(text, key, n);
    memcpy(text + n, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    sha1(text, n + 36, digest);
    base64(digest, sizeof digest, out);
}
