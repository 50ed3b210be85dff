/* message_keys.c -- reads a message, and the values of its keys. */
#include <string.h>

#include "core/check.h"
#include "message.h"

/* The members are found once, because handlers ask for several keys. */
bool message_read(struct message *m, struct client *c, const char *text, size_t len) {
    size_t at = 0;
    m->c = c;
    m->row = NULL;
    m->reply.conn = c->conn;
    m->reply.len = 0;
    m->members = 0;
    if (json_check(text, len, &m->m) != 0)
        return false;
    while (json_is_object(m->m) && m->members < MEMBERS_MAX) {
        struct message_member *next = &m->member[m->members];
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

/* A key that its row does not list was not judged. */
static const struct field *field_of(const struct message *m, const char *key) {
    const struct field *f = m->row->fields;
    while (f && f->key && strcmp(f->key, key) != 0)
        f++;
    CHECK(f && f->key);
    return f;
}

static struct json_in value_of(const struct message *m, const char *key) {
    return message_get(m, field_of(m, key)->key);
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
    return word_index(field_of(m, key)->words, message_get(m, key));
}

bool message_refuse(struct message *m, const char *error, const char *words) {
    reply_error(&m->reply, error, words);
    return false;
}
