/* json_write.c -- the writer of json.h.
 *
 * Writing never fails: what does not fit is counted and left out, and json_fits() reports it at
 * the end. A writer is plain bytes, so a copy of it is a place to return to. */
#include "json.h"

#include <string.h>

/* Reserve `n` more characters and count them; NULL if they do not fit. */
static char *room(struct json_out *o, size_t n) {
    size_t at = o->len;
    o->len += n;
    return o->len <= o->size ? o->text + at : NULL;
}

/* Append as much of it as fits. */
static void put(struct json_out *o, const char *s, size_t n) {
    size_t at = o->len;
    char *to = room(o, n);
    if (to)
        memcpy(to, s, n);
    else if (at < o->size)
        memcpy(o->text + at, s, o->size - at);
}

/* The most common call, separate from put() for speed. */
static void put_char(struct json_out *o, char c) {
    if (o->len < o->size)
        o->text[o->len] = c;
    o->len++;
}

/* Does one of eight bytes need an escape (a control character, a quote or a backslash)? Sets the
 * high bit of such a byte, and perhaps of bytes above it. */
static uint64_t special(uint64_t bytes) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    uint64_t quote = bytes ^ ones * '"', slash = bytes ^ ones * '\\';
    return (((bytes - ones * 0x20) & ~bytes) | ((quote - ones) & ~quote) |
            ((slash - ones) & ~slash)) & high;
}

/* How many characters from the start need no escape. */
static size_t plain_run(const char *s, size_t n) {
    size_t i = 0;
    for (uint64_t bytes; i + 8 <= n; i += 8) {
        memcpy(&bytes, s + i, 8);
        if (special(bytes))
            break;
    }
    while (i < n && (unsigned char)s[i] >= 0x20 && s[i] != '"' && s[i] != '\\')
        i++;
    return i;
}

/* Escapes only what JSON requires; everything else stays UTF-8. */
static void put_escape(struct json_out *o, unsigned char c) {
    const char *hex = "0123456789abcdef";
    char escape[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };
    if (c == '"' || c == '\\')
        put(o, (char[]){ '\\', (char)c }, 2);
    else if (c == '\n')
        put(o, "\\n", 2);
    else
        put(o, escape, 6);
}

static void put_escaped(struct json_out *o, const char *s, size_t n) {
    size_t run = plain_run(s, n);
    char *to = run == n && o->len + n + 2 <= o->size ? room(o, n + 2) : NULL;
    if (to) { /* the common case */
        *to = to[n + 1] = '"';
        memcpy(to + 1, s, n);
        return;
    }
    put_char(o, '"');
    for (;; run = plain_run(s, n)) {
        put(o, s, run);
        if (run == n)
            break;
        put_escape(o, (unsigned char)s[run]);
        s += run + 1;
        n -= run + 1;
    }
    put_char(o, '"');
}

/* Keys are our own words and need no escapes. Views consist mostly of keys, so a key is written
 * in one go. */
static void before(struct json_out *o, const char *key) {
    size_t comma = o->comma;
    o->comma = true;
    if (!key) {
        if (comma)
            put_char(o, ',');
        return;
    }
    size_t n = strlen(key);
    char *to = room(o, n + 3 + comma);
    if (!to) {
        o->len -= n + 3 + comma;
        if (comma)
            put_char(o, ',');
        put_char(o, '"');
        put(o, key, n);
        put(o, "\":", 2);
        return;
    }
    *to = ',';
    to += comma;
    *to++ = '"';
    memcpy(to, key, n);
    to[n] = '"';
    to[n + 1] = ':';
}

void json_begin(struct json_out *o, char *text, size_t size) {
    *o = (struct json_out){ text, size, 0, false };
}

/* Also terminates the text with a NUL, even if it was cut short. */
bool json_fits(const struct json_out *o) {
    if (o->size)
        o->text[o->len < o->size ? o->len : o->size - 1] = '\0';
    return o->len < o->size;
}

static void open(struct json_out *o, const char *key, const char *bracket) {
    before(o, key);
    put_char(o, *bracket);
    o->comma = false;
}

static void close(struct json_out *o, const char *bracket) {
    put_char(o, *bracket);
    o->comma = true;
}

void json_object(struct json_out *o, const char *key) {
    open(o, key, "{");
}

void json_object_end(struct json_out *o) {
    close(o, "}");
}

void json_array(struct json_out *o, const char *key) {
    open(o, key, "[");
}

void json_array_end(struct json_out *o) {
    close(o, "]");
}

void json_text_n(struct json_out *o, const char *key, const char *value, size_t n) {
    before(o, key);
    put_escaped(o, value, n);
}

void json_text(struct json_out *o, const char *key, const char *value) {
    if (value)
        json_text_n(o, key, value, strlen(value));
    else
        json_null(o, key);
}

void json_int(struct json_out *o, const char *key, int64_t value) {
    char digit[24];
    size_t at = sizeof digit;
    if (value >= 0 && value < 10) {     /* the common case */
        before(o, key);
        put_char(o, (char)('0' + value));
        return;
    }
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        digit[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digit[--at] = '-';
    before(o, key);
    put(o, digit + at, sizeof digit - at);
}

void json_int_or_null(struct json_out *o, const char *key, bool there, int64_t value) {
    if (there)
        json_int(o, key, value);
    else
        json_null(o, key);
}

void json_bits(struct json_out *o, const char *key, unsigned bits) {
    json_array(o, key);
    for (int i = 0; bits; i++, bits >>= 1)
        if (bits & 1)
            json_int(o, NULL, i);
    json_array_end(o);
}

void json_bool(struct json_out *o, const char *key, bool value) {
    before(o, key);
    put(o, value ? "true" : "false", value ? 4 : 5);
}

void json_null(struct json_out *o, const char *key) {
    before(o, key);
    put(o, "null", 4);
}

void json_raw(struct json_out *o, const char *key, const char *text, size_t n) {
    before(o, key);
    put(o, text, n);
}

/* For a value that another function appends: the next value written belongs to this key. */
void json_key(struct json_out *o, const char *key) {
    before(o, key);
    o->comma = false;
}
