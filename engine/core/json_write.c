/* json_write.c -- the writer of json.h.
 *
 * Writing never fails: what does not fit is counted and left out, and json_fits() reports it at
 * the end. A writer is plain bytes, so a copy of it is a place to return to. */
#include "json.h"

#include <string.h>

#include "text.h"

/* Most keys and words are short, and a call costs more than the copy. */
static inline void copy(char *to, const char *s, size_t n) {
    if (n >= 8 && n <= 16) {
        memcpy(to, s, 8);
        memcpy(to + n - 8, s + n - 8, 8);
    } else if (n >= 4 && n < 8) {
        memcpy(to, s, 4);
        memcpy(to + n - 4, s + n - 4, 4);
    } else {
        memcpy(to, s, n);
    }
}

/* Append as much of it as fits. */
static void put(struct json_out *o, const char *s, size_t n) {
    size_t left = o->len < o->size ? o->size - o->len : 0;
    if (left)
        memcpy(o->text + o->len, s, n < left ? n : left);
    o->len += n;
}

static void put_char(struct json_out *o, char c) {
    if (o->len < o->size)
        o->text[o->len] = c;
    o->len++;
}

/* Where a value of `n` characters goes, after its comma and its key; NULL if it does not fit.
 * Keys are our own words and need no escapes. */
static inline char *place(struct json_out *o, const char *key, size_t n) {
    size_t comma = o->comma, len = key ? strlen(key) : 0, all = comma + n + (key ? len + 3 : 0);
    if (o->len + all > o->size)
        return NULL;
    char *to = o->text + o->len;
    o->len += all;
    o->comma = true;
    if (comma)
        *to++ = ',';
    if (!key)
        return to;
    *to++ = '"';
    copy(to, key, len);
    to[len] = '"';
    to[len + 1] = ':';
    return to + len + 2;
}

/* The comma and the key where the value does not fit. */
static void put_key(struct json_out *o, const char *key) {
    if (o->comma)
        put_char(o, ',');
    o->comma = true;
    if (key) {
        put_char(o, '"');
        put(o, key, strlen(key));
        put(o, "\":", 2);
    }
}

static inline void put_value(struct json_out *o, const char *key, const char *s, size_t n) {
    char *to = place(o, key, n);
    if (to) {
        memcpy(to, s, n);
    } else {
        put_key(o, key);
        put(o, s, n);
    }
}

/* Does one of eight bytes need an escape (a control character, a quote or a backslash)? */
static inline bool special(uint64_t bytes) {
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    uint64_t quote = bytes ^ ones * '"', slash = bytes ^ ones * '\\';
    return (((bytes - ones * 0x20) & ~bytes) | ((quote - ones) & ~quote) |
            ((slash - ones) & ~slash)) & high;
}

/* How many characters from the start need no escape. */
static size_t plain_run(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && (unsigned char)s[i] >= 0x20 && s[i] != '"' && s[i] != '\\')
        i++;
    return i;
}

/* Does nothing need an escape? The last eight bytes, or four, may overlap those before. */
static inline bool is_plain(const char *s, size_t n) {
    uint64_t bytes;
    uint32_t half[2];
    if (n < 4)
        return plain_run(s, n) == n;
    if (n < 8) {
        memcpy(&half[0], s, 4);
        memcpy(&half[1], s + n - 4, 4);
        return !special((uint64_t)half[0] << 32 | half[1]);
    }
    for (size_t i = 0; i + 8 < n; i += 8) {
        memcpy(&bytes, s + i, 8);
        if (special(bytes))
            return false;
    }
    memcpy(&bytes, s + n - 8, 8);
    return !special(bytes);
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
    put_char(o, '"');
    for (;;) {
        size_t run = plain_run(s, n);
        put(o, s, run);
        if (run == n)
            break;
        put_escape(o, (unsigned char)s[run]);
        s += run + 1;
        n -= run + 1;
    }
    put_char(o, '"');
}

struct json_out json_begin(char *text, size_t size) {
    return (struct json_out){ text, size, 0, false };
}

/* Also terminates the text with a NUL, even if it was cut short. */
bool json_fits(const struct json_out *o) {
    if (o->size)
        o->text[o->len < o->size ? o->len : o->size - 1] = '\0';
    return o->len < o->size;
}

static inline void open(struct json_out *o, const char *key, const char *bracket) {
    put_value(o, key, bracket, 1);
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
    char *to = is_plain(value, n) ? place(o, key, n + 2) : NULL;
    if (to) {
        *to = to[n + 1] = '"';
        copy(to + 1, value, n);
    } else {
        put_key(o, key);
        put_escaped(o, value, n);
    }
}

void json_text(struct json_out *o, const char *key, const char *value) {
    if (value)
        json_text_n(o, key, value, strlen(value));
    else
        json_null(o, key);
}

static void put_long(struct json_out *o, const char *key, int64_t value) {
    char digit[DIGITS_MAX];
    size_t at = text_digits(digit, value);
    put_value(o, key, digit + at, sizeof digit - at);
}

void json_int(struct json_out *o, const char *key, int64_t value) {
    if (value >= 0 && value < 10)       /* the common case */
        put_value(o, key, &"0123456789"[value], 1);
    else
        put_long(o, key, value);
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
    if (value)
        put_value(o, key, "true", 4);
    else
        put_value(o, key, "false", 5);
}

void json_null(struct json_out *o, const char *key) {
    put_value(o, key, "null", 4);
}

void json_raw(struct json_out *o, const char *key, const char *text, size_t n) {
    put_value(o, key, text, n);
}

/* For a value that another function appends: the next value written belongs to this key. */
void json_key(struct json_out *o, const char *key) {
    put_value(o, key, "", 0);
    o->comma = false;
}
