/* message_words.c -- a message of a client typed as words: `ask bot seat=2`, `chat well played`,
 * `settings clock=120+20`. It is read by the rows that the server judges by, so whatever a client
 * may send can be typed.
 *
 * Words fill the keys of the row in order; KEY=VALUE names one. `none` is null, an object's values
 * are joined by '+', a list's by ','. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

enum { LINE_MAX_BYTES = 2048, KEYS_MAX = 20 };

const char *server_request_name(int i) {
    return message_rows[i].name;
}

static const struct message_row *row_of(const char *name) {
    for (const struct message_row *row = message_rows; row->name; row++)
        if (strcmp(name, row->name) == 0)
            return row;
    return NULL;
}

/* Cuts the next part off: up to `end`; NUL: all that is left. NULL: there is none. */
static char *next_part(char **rest, char end) {
    char *part = *rest, *stop = part && end ? strchr(part, end) : NULL;
    *rest = stop ? stop + 1 : NULL;
    if (stop)
        *stop = '\0';
    return part;
}

static void write_flag(const char *key, const char *word, struct json_out *o) {
    bool yes = strcmp(word, "yes") == 0 || strcmp(word, "on") == 0;
    if (yes || strcmp(word, "no") == 0 || strcmp(word, "off") == 0)
        json_bool(o, key, yes);
    else
        json_text(o, key, word); /* the server says what is wrong */
}

/* `key`: NULL in a list. */
static void write_value(const struct field *f, const char *key, char *word, struct json_out *o) {
    char *rest = word, *part;
    bool number = word[0] && word[strspn(word, "0123456789")] == '\0';
    if (strcmp(word, "none") == 0) {
        json_null(o, key);
    } else if (f->kind == FIELD_FLAG) {
        write_flag(key, word, o);
    } else if (f->kind == FIELD_OBJECT) {
        json_object(o, key);
        for (const struct field *in = f->inner; in->key && (part = next_part(&rest, '+')); in++)
            write_value(in, in->key, part, o);
        json_object_end(o);
    } else if (f->kind == FIELD_LIST) {
        json_array(o, key);
        while ((part = next_part(&rest, ',')))
            write_value(f->inner, NULL, part, o);
        json_array_end(o);
    } else if (f->kind == FIELD_TEXT || f->kind == FIELD_WORD || !number) {
        json_text(o, key, word);
    } else {
        json_int(o, key, strtoll(word, NULL, 10));
    }
}

/* A text that is not named by its key is all that is left of the line; so is a list of texts. */
static bool takes_all(const struct field *f) {
    return f->kind == FIELD_TEXT || (f->kind == FIELD_LIST && f->inner->kind == FIELD_TEXT);
}

/* The key named in `word`, whose value `*value` becomes; else the first that has none yet. */
static int find_key(const struct field *f, char *word, const bool *given, char **value) {
    size_t n = strcspn(word, "=");
    int first = -1;
    for (int i = 0; f && f[i].key && i < KEYS_MAX; i++) {
        if (word[n] && strlen(f[i].key) == n && strncmp(f[i].key, word, n) == 0) {
            *value = word + n + 1;
            return i;
        }
        if (first < 0 && !given[i])
            first = i;
    }
    *value = word;
    return first;
}

/* People are named by their seats. */
static char *person(char *word, const char *const *users, int seats) {
    static char user[USER_ID + 4];
    int seat = word[0] && !word[1] ? word[0] - '0' : -1;
    if (seat < 0 || seat >= seats || !users[seat])
        return word;
    KEEP(user, users[seat]);
    return user;
}

bool server_request(const char *line, const char *id, const char *const *users, int seats,
                    char *json, size_t size) {
    char text[LINE_MAX_BYTES], *rest = text, *word, *value;
    bool given[KEYS_MAX] = { false };
    if (strlen(line) >= sizeof text)
        return false;
    strcpy(text, line);
    const char *name = next_part(&rest, ' ');
    const struct message_row *row = row_of(name);
    struct json_out o = json_begin_object(json, size);
    json_text(&o, "type", name);
    json_text(&o, "id", id);
    while (row && rest && rest[0]) {
        int i = find_key(row->fields, rest, given, &value);
        if (i < 0 || given[i])
            return false;
        const struct field *f = &row->fields[i];
        bool all = takes_all(f) && value == rest;
        rest = value;
        word = next_part(&rest, all ? '\0' : ' ');
        given[i] = true;
        write_value(f, f->key, strcmp(f->key, "user") == 0 ? person(word, users, seats) : word, &o);
    }
    json_object_end(&o);
    return row && json_fits(&o);
}
