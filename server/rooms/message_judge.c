/* message_judge.c -- decides whether this person may send this message now, with these values,
 * by its row (message_rows.c), and refuses it otherwise. */
#include <string.h>

#include "room.h"

/* --- when and by whom --- */

static bool right_time(struct message *m) {
    enum table_state state = m->c->room->t->state;
    unsigned states = m->row->states;
    if (states >> state & 1)
        return true;
    if (state == TABLE_BROKEN)
        return message_refuse(m, "broken", "This game's log could not be read.");
    if (states >> TABLE_OPEN & 1)
        return message_refuse(m, "not-open", "The game has started.");
    if (states >> TABLE_PLAYING & 1)
        return message_refuse(m, "not-playing", "No game is being played.");
    return message_refuse(m, "not-open", "The game is not over.");
}

/* A person who resigned has no say, although the seat still has their name. */
static bool right_sender(struct message *m) {
    const struct table *t = m->c->room->t;
    if (m->row->sender == SENDER_ANY)
        return true;
    if (m->row->sender == SENDER_HOST)
        return strcmp(t->host, m->c->who.user) == 0 ||
               message_refuse(m, "not-host", "Only the host can do this.");
    if (m->seat < 0 || (m->row->sender == SENDER_PLAYER && t->seat[m->seat].resigned))
        return message_refuse(m, "no-seat", "You have no seat here.");
    return true;
}

/* --- values --- */

static bool good_value(const struct field *f, struct json_in value);

/* A NUL would end the text early for C code. */
static bool good_text(const struct field *f, struct json_in value) {
    char text[WS_MESSAGE_MAX + 1];
    int n = json_to_text(value, text, (size_t)f->max + 1);
    return n >= f->min && !memchr(text, '\0', (size_t)n);
}

static bool good_list(const struct field *f, struct json_in list) {
    struct json_in value;
    size_t at = 0;
    int n = 0;
    if (!json_is_array(list))
        return false;
    for (; json_next(list, &at, NULL, &value); n++)
        if (n >= f->max || !good_value(f->inner, value))
            return false;
    return n >= f->min;
}

static bool good_object(const struct field *f, struct json_in object) {
    if (!json_is_object(object))
        return false;
    for (const struct field *g = f->inner; g->key; g++)
        if (!good_value(g, json_get(object, g->key)))
            return false;
    return true;
}

static bool good_value(const struct field *f, struct json_in value) {
    int64_t n;
    bool on;
    if (!json_is_given(value))
        return !(f->is & FIELD_NEEDED);
    switch (f->kind) {
    case FIELD_NUMBER:
    case FIELD_SEAT:
        return json_to_int(value, f->min, f->max, &n);
    case FIELD_FLAG:
        return json_to_bool(value, &on);
    case FIELD_TEXT:
        return good_text(f, value);
    case FIELD_WORD:
        return word_index(f->words, value) >= 0;
    case FIELD_OBJECT:
        return good_object(f, value);
    case FIELD_LIST:
        return good_list(f, value);
    case FIELD_ANY:
        break;
    }
    return true;
}

/* A number past the table's last seat is a valid value, but there is no such seat. */
static bool good_field(struct message *m, const struct field *f) {
    struct json_in value = message_get(m, f->key);
    const struct table *t = m->row->place == PLACE_TABLE ? m->c->room->t : NULL;
    if ((f->is & FIELD_EARLY) && value.len > 0 && t->state != TABLE_OPEN)
        return message_refuse(m, "not-open", "The game has started.");
    if (!good_value(f, value))
        return message_refuse(m, "bad-value", f->key);
    if (f->kind == FIELD_SEAT && message_number(m, f->key, 0) >= t->settings.players)
        return message_refuse(m, "no-such-seat", "There is no such seat.");
    return true;
}

bool message_judge(struct message *m) {
    m->seat = -1;
    if (m->row->place == PLACE_TABLE) {
        m->seat = table_seat_of(m->c->room->t, m->c->who.user);
        if (!right_time(m) || !right_sender(m))
            return false;
    }
    if (m->row->needs_id && m->reply.len == 0)
        return message_refuse(m, "bad-value", "id");
    for (const struct field *f = m->row->fields; f && f->key; f++)
        if (!good_field(m, f))
            return false;
    return true;
}

/* Per connection: fifty in twenty seconds is more than anybody clicks. */
bool message_too_fast(struct client *c) {
    struct server *s = c->conn->server;
    int64_t now = now_ms(s);
    if (now - c->window > MESSAGES_MS) {
        c->window = now;
        c->messages = 0;
    }
    int most = s->config.messages;
    return ++c->messages > most && (!c->who.program || c->messages > most * PROGRAM_FACTOR);
}
