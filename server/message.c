/* message.c -- what a message holds: its keys, and text as it may be shown to others. */
#include <string.h>

#include "../core/check.h"
#include "message.h"

/* Its members are found once: a message is asked for one key after the other. */
bool message_read(struct message *m, struct client *c, const char *text, size_t len) {
    size_t at = 0;
    m->c = c;
    m->row = NULL;
    m->reply.len = 0;
    m->members = 0;
    if (json_check(text, len, &m->m) != 0)
        return false;
    while (json_is_object(m->m) && m->members < MEMBERS_MAX) {
        struct member *next = &m->member[m->members];
        if (!json_next(m->m, &at, &next->key, &next->value))
            break;
        m->members++;
    }
    return true;
}

struct json_in message_get(const struct message *m, const char *key) {
    for (int i = 0; i < m->members; i++)
        if (json_equals(m->member[i].key, key))
            return m->member[i].value;
    return m->members < MEMBERS_MAX ? (struct json_in){ m->m.text, 0 } : json_get(m->m, key);
}

/* A key that its row does not list would not have been judged. */
static struct json_in value_of(const struct message *m, const char *key) {
    const struct field *f = m->row->fields;
    while (f && f->key && strcmp(f->key, key) != 0)
        f++;
    CHECK(f && f->key);
    return message_get(m, key);
}

bool message_has(const struct message *m, const char *key) {
    return json_is_given(value_of(m, key));
}

int64_t message_number(const struct message *m, const char *key, int64_t otherwise) {
    int64_t n;
    return json_to_int(value_of(m, key), INT64_MIN, INT64_MAX, &n) ? n : otherwise;
}

bool message_flag(const struct message *m, const char *key, bool otherwise) {
    bool on;
    return json_to_bool(value_of(m, key), &on) ? on : otherwise;
}

bool message_text(const struct message *m, const char *key, char *out, size_t size) {
    struct json_in value = value_of(m, key);
    if (!json_is_given(value))
        return false;
    CHECK(json_to_text(value, out, size) >= 0); /* the row's bound is below the size */
    return true;
}

int word_index(word_list *words, struct json_in value) {
    for (int i = 0; words(i); i++)
        if (json_equals(value, words(i)))
            return i;
    return -1;
}

int message_word(const struct message *m, const char *key) {
    const struct field *f = m->row->fields;
    struct json_in value = value_of(m, key);
    while (strcmp(f->key, key) != 0)
        f++;
    return word_index(f->words, value);
}

bool message_refuse(struct message *m, const char *error, const char *words) {
    reply_error(m->c, &m->reply, error, words);
    return false;
}

/* One code point of valid UTF-8 (json_check saw to that); returns its bytes. */
static int code_point(const char *p, uint32_t *out) {
    const unsigned char *u = (const unsigned char *)p;
    int n = u[0] < 0x80 ? 1 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
    uint32_t c = n == 1 ? u[0] : u[0] & (0x7fu >> n);
    for (int i = 1; i < n; i++)
        c = c << 6 | (u[i] & 0x3f);
    *out = c;
    return n;
}

/* Control characters, direction marks and overrides, invisible and private ones. */
static bool unwanted(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0x115f || c == 0x1160 ||
           c == 0x3164 || c == 0xffa0 || (c >= 0xe000 && c <= 0xf8ff) ||
           (c >= 0xfff0 && c <= 0xffff) || (c >= 0xe0000 && c <= 0x10ffff) || c == '|';
}

/* One pass: blanks become single spaces, unwanted characters vanish without leaving a double one,
 * marks stack two high at most. Cut at whole characters. */
bool clean_text(const char *in, char *out, size_t size, int chars) {
    size_t n = 0;
    int marks = 0;
    bool space = true; /* none at the start, one at a time */
    while (*in && chars > 0) {
        uint32_t c;
        int len = code_point(in, &c);
        bool blank = c == ' ' || c == 0xa0 || c == '\t' || c == '\n' || c == 0x3000 ||
                     (c >= 0x2000 && c <= 0x200a);
        marks = c >= 0x300 && c <= 0x36f ? marks + 1 : 0; /* no towers of accents */
        if (blank ? !space : !unwanted(c) && marks <= 2) {
            if (n + (size_t)len >= size)
                break;
            memcpy(out + n, blank ? " " : in, blank ? 1 : (size_t)len);
            n += blank ? 1 : (size_t)len;
            chars--;
        }
        space = blank || (space && (n == 0 || unwanted(c)));
        in += len;
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return n > 0;
}
