/* json.c -- the reader of json.h.
 *
 * json_check() walks the whole text once and accepts only strict JSON. All other functions rely
 * on that and only skip over values. */
#include "json.h"

#include <string.h>

#include "text.h"

/* ---- checking a text ---- */

/* The state of the walk. It stores the offsets of keys, so duplicate keys in an object are found
 * without copying them. */
struct checker {
    const char *text;
    size_t at, len;
    int keys;                               /* keys of the objects that are open now */
    uint32_t key[JSON_KEYS_MAX];            /* the offset of each, after its quote */
};

/* The next byte, or -1 at the end, which fails every test below. */
static int peek(const struct checker *c) {
    return c->at < c->len ? (unsigned char)c->text[c->at] : -1;
}

static bool is_space(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct checker *c) {
    while (is_space(peek(c)))
        c->at++;
}

static int hex_digit(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four hexadecimal digits, or -1. */
static int32_t hex_four(const char *s, size_t n) {
    int32_t value = 0;
    if (n < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit((unsigned char)s[i]);
        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* "\uXXXX", or a pair of them, after the backslash. */
static int32_t escaped_point(const char *s, size_t n, size_t *used) {
    int32_t high = hex_four(s + 1, n - 1);
    *used = 5;
    if (high < 0xd800 || high >= 0xe000)
        return high;
    if (high >= 0xdc00 || n < 11 || s[5] != '\\' || s[6] != 'u')
        return -1;
    int32_t low = hex_four(s + 7, n - 7);
    *used = 11;
    if (low < 0xdc00 || low >= 0xe000)
        return -1;
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/* The next character of a string, unescaped; -1 if JSON does not allow it. */
static int32_t next_point(const char *s, size_t n, size_t *used) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if ((unsigned char)s[0] < 0x20)
        return -1;
    if (s[0] != '\\')
        return text_point(s, n, used);
    if (n < 2)
        return -1;
    if (s[1] == 'u') {
        int32_t point = escaped_point(s + 1, n - 1, used);
        *used += 1;
        return point;
    }
    *used = 2;
    const char *which = s[1] ? strchr(from, s[1]) : NULL;
    return which ? to[which - from] : -1;
}

/* Skip a string, from its opening quote past its closing quote; every character must be valid. */
static bool check_string(struct checker *c) {
    c->at++;
    while (peek(c) >= 0 && peek(c) != '"') {
        size_t used = 0;
        if (peek(c) >= 0x20 && peek(c) < 0x80 && peek(c) != '\\') {  /* the common case */
            c->at++;
            continue;
        }
        if (next_point(c->text + c->at, c->len - c->at, &used) < 0)
            return false;
        c->at += used;
    }
    if (peek(c) != '"')
        return false;
    c->at++;
    return true;
}

static bool check_digits(struct checker *c) {
    size_t from = c->at;
    while (peek(c) >= '0' && peek(c) <= '9')
        c->at++;
    return c->at > from;
}

/* JSON's own grammar: no leading zero, no plus, digits on both sides of the point. */
static bool check_number(struct checker *c) {
    if (peek(c) == '-')
        c->at++;
    if (peek(c) == '0')
        c->at++;
    else if (!check_digits(c))
        return false;
    if (peek(c) == '.') {
        c->at++;
        if (!check_digits(c))
            return false;
    }
    if (peek(c) == 'e' || peek(c) == 'E') {
        c->at++;
        if (peek(c) == '+' || peek(c) == '-')
            c->at++;
        return check_digits(c);
    }
    return true;
}

/* "true", "false" or "null". */
static bool check_word(struct checker *c, const char *word) {
    size_t n = strlen(word);
    if (c->len - c->at < n || memcmp(c->text + c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

/* Are the strings that start at a and b (after their quotes) equal? */
static bool same_string(const char *text, size_t len, size_t a, size_t b) {
    while (text[a] != '"' && text[b] != '"') {
        size_t used_a = 0, used_b = 0;
        if (next_point(text + a, len - a, &used_a) != next_point(text + b, len - b, &used_b))
            return false;
        a += used_a;
        b += used_b;
    }
    return text[a] == text[b];
}

/* A key and its colon. It must differ from the other keys of this object, which start at
 * `first`. */
static bool check_key(struct checker *c, int first) {
    size_t from = c->at;
    if (peek(c) != '"' || !check_string(c) || c->keys == JSON_KEYS_MAX)
        return false;
    for (int i = first; i < c->keys; i++)
        if (same_string(c->text, c->len, c->key[i], from + 1)) {
            c->at = from;
            return false;
        }
    c->key[c->keys++] = (uint32_t)(from + 1);
    skip_space(c);
    if (peek(c) != ':')
        return false;
    c->at++;
    return true;
}

static bool check_value(struct checker *c, int depth);

/* The inside of an array or object, up to its closing bracket. */
static bool check_members(struct checker *c, int depth, bool object) {
    int end = object ? '}' : ']', first = c->keys;
    c->at++;
    skip_space(c);
    if (peek(c) == end) {
        c->at++;
        return true;
    }
    for (;;) {
        skip_space(c);
        if (object && !check_key(c, first))
            return false;
        if (!check_value(c, depth + 1))
            return false;
        if (peek(c) == end)
            break;
        if (peek(c) != ',')
            return false;
        c->at++;
    }
    c->at++;
    c->keys = first;
    return true;
}

/* One value with the white space around it. */
static bool check_value(struct checker *c, int depth) {
    bool ok;
    skip_space(c);
    switch (peek(c)) {
    case '{': case '[':
        ok = depth < JSON_DEPTH_MAX && check_members(c, depth, peek(c) == '{');
        break;
    case '"': ok = check_string(c); break;
    case 't': ok = check_word(c, "true"); break;
    case 'f': ok = check_word(c, "false"); break;
    case 'n': ok = check_word(c, "null"); break;
    default: ok = check_number(c);
    }
    if (ok)
        skip_space(c);
    return ok;
}

/* The only entry point for text that has not been checked. Returns 0, or 1 + the offset of the
 * fault. The checker is on the stack, so nesting and the number of open keys are bounded. */
size_t json_check(const char *text, size_t len, struct json_in *value) {
    struct checker c;
    c.text = text;
    c.at = 0;
    c.len = len;
    c.keys = 0;
    *value = (struct json_in){ text, 0 };
    if (len > UINT32_MAX)
        return 1;
    if (!check_value(&c, 0) || c.at < len)
        return c.at + 1;
    size_t from = 0, to = len;
    while (is_space(text[from]))
        from++;
    while (is_space(text[to - 1]))
        to--;
    *value = (struct json_in){ text + from, to - from };
    return 0;
}

/* ---- reading checked text ---- */

/* The offset after the string that starts (with its quote) at `at`. */
static size_t after_string(const char *s, size_t at) {
    for (at++; s[at] != '"'; at++)
        if (s[at] == '\\')
            at++;
    return at + 1;
}

/* The offset after the value that starts at `at`. */
static size_t after_value(struct json_in in, size_t at) {
    int depth = 0;
    do {
        char c = in.text[at];
        if (c == '"') {
            at = after_string(in.text, at);
            continue;
        }
        if (depth == 0 && c != '{' && c != '[') {
            while (at < in.len && !is_space(in.text[at]) && in.text[at] != ',' &&
                   in.text[at] != ']' && in.text[at] != '}')
                at++;
            return at;
        }
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        at++;
    } while (depth > 0 && at < in.len);
    return at;
}

/* In checked text brackets and quotes balance, so only a value without them can reach the end. */
static size_t after_space(struct json_in in, size_t at) {
    while (at < in.len && is_space(in.text[at]))
        at++;
    return at;
}

/* `*at` starts at 0 and is then the offset after the last value. `key` may be NULL. */
bool json_next(struct json_in container, size_t *at, struct json_in *key, struct json_in *value) {
    bool object = json_is_object(container);
    if (!object && !json_is_array(container))
        return false;
    size_t here = after_space(container, *at ? *at : 1);
    if (here < container.len && container.text[here] == ',')
        here = after_space(container, here + 1);
    if (here + 1 >= container.len)
        return false;
    if (object) {
        size_t end = after_string(container.text, here);
        if (key)
            *key = (struct json_in){ container.text + here, end - here };
        here = after_space(container, after_space(container, end) + 1);
    }
    size_t end = after_value(container, here);
    *value = (struct json_in){ container.text + here, end - here };
    *at = end;
    return true;
}

/* Searches the object each time: requests are short, and positions are read once. */
struct json_in json_get(struct json_in object, const char *key) {
    struct json_in name, value;
    size_t at = 0;
    if (json_is_object(object))
        while (json_next(object, &at, &name, &value))
            if (json_equals(name, key))
                return value;
    return (struct json_in){ object.text, 0 };
}

bool json_is_object(struct json_in v) {
    return v.len > 0 && v.text[0] == '{';
}

bool json_is_array(struct json_in v) {
    return v.len > 0 && v.text[0] == '[';
}

bool json_is_text(struct json_in v) {
    return v.len > 0 && v.text[0] == '"';
}

bool json_is_null(struct json_in v) {
    return v.len > 0 && v.text[0] == 'n';
}

bool json_is_given(struct json_in v) {
    return v.len > 0 && v.text[0] != 'n';
}

/* 18 digits cannot overflow 63 bits. A fraction or an exponent is not a whole number, not even
 * 1e2. */
bool json_to_int(struct json_in v, int64_t min, int64_t max, int64_t *out) {
    bool negative = v.len > 0 && v.text[0] == '-';
    int64_t value = 0;
    size_t at = negative;
    if (v.len == at || v.len > at + 18)
        return false;
    for (; at < v.len; at++) {
        if (v.text[at] < '0' || v.text[at] > '9')
            return false;
        value = value * 10 + (v.text[at] - '0');
    }
    if (negative)
        value = -value;
    if (value < min || value > max)
        return false;
    *out = value;
    return true;
}

bool json_to_bool(struct json_in v, bool *out) {
    if (v.len == 0 || (v.text[0] != 't' && v.text[0] != 'f'))
        return false;
    *out = v.text[0] == 't';
    return true;
}

/* Write a code point as UTF-8; returns how many bytes. */
static size_t encode(int32_t point, char *out) {
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    size_t n = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)((0xf00 >> n & 0xff) | point);
    return n;
}

/* A text that contains a NUL is refused, because the callers use C strings. */
int json_to_text(struct json_in v, char *out, size_t size) {
    size_t len = 0;
    if (!json_is_text(v) || size == 0)
        return -1;
    if (v.len - 2 < size && !memchr(v.text, '\\', v.len)) { /* the common case: no escapes */
        memcpy(out, v.text + 1, v.len - 2);
        out[v.len - 2] = '\0';
        return (int)v.len - 2;
    }
    for (size_t at = 1, used = 0; at + 1 < v.len; at += used) {
        char bytes[4];
        int32_t point = next_point(v.text + at, v.len - at, &used);
        size_t n = encode(point, bytes);
        if (point == 0 || len + n >= size)
            return -1;
        memcpy(out + len, bytes, n);
        len += n;
    }
    out[len] = '\0';
    return (int)len;
}

/* Most texts have no escapes and can be compared as bytes; only the others are unescaped. */
bool json_equals(struct json_in v, const char *text) {
    if (!json_is_text(v) || (v.text[1] != *text && v.text[1] != '\\' && v.len > 2))
        return false;
    size_t n = strlen(text);
    if (v.len == n + 2 && memcmp(v.text + 1, text, n) == 0 && !memchr(text, '\\', n))
        return true;
    if (!memchr(v.text, '\\', v.len))
        return false;
    for (size_t at = 1, used = 0; at + 1 < v.len; at += used) {
        char bytes[4];
        size_t len = encode(next_point(v.text + at, v.len - at, &used), bytes);
        if (len > n || memcmp(text, bytes, len) != 0)
            return false;
        text += len;
        n -= len;
    }
    return n == 0;
}
