/* join_told.c -- what a server's table says to a terminal besides the game: chat, questions and
 * how they ended, a pause, and the answers to what was asked of the server. */
#include "join_told.h"

#include <string.h>

#include "core/json.h"
#include "foreign.h"
#include "words.h"

/* The name of the seat under this key; "" if there is none. */
static const char *seat_name(const struct screen *s, struct json_in o, const char *key) {
    int64_t seat;
    return json_to_int(json_get(o, key), 0, SEATS_MAX - 1, &seat) ? s->name[seat] : "";
}

static void question(const struct screen *s, struct json_in ask, char *out, size_t size) {
    char kind[32], id[48], who[NAME_SIZE] = "", what[NAME_SIZE] = "", step[16] = "";
    int64_t to;
    if (json_to_text(json_get(ask, "ask"), kind, sizeof kind) < 0)
        kind[0] = '\0';
    snprintf(id, sizeof id, "ask.%s", kind);
    if (json_to_text(json_get(ask, "name"), who, sizeof who) < 0)
        snprintf(who, sizeof who, "%s", seat_name(s, ask, "seat"));
    if (json_to_int(json_get(ask, "to"), 0, INT32_MAX, &to)) {
        snprintf(step, sizeof step, "%lld", (long long)to);
        words_fill(what, sizeof what, "ask.step", (const char *const[]){ "n", step, NULL });
    }
    words_fill(out, size, id,
               (const char *const[]){ "who", foreign(who), "whom", seat_name(s, ask, "target"),
                                      "what", what, NULL });
}

static void tell_end(struct screen *s, struct json_in m) {
    char ask[LOG_SIZE], how[24], id[48], line[LOG_SIZE];
    struct json_in it = json_get(m, "ask"), no = json_get(it, "no"), seat;
    size_t at = 0;
    int64_t who = -1;
    if (json_to_text(json_get(m, "how"), how, sizeof how) < 0)
        return;
    if (json_is_array(no) && json_next(no, &at, NULL, &seat))
        json_to_int(seat, 0, SEATS_MAX - 1, &who);
    question(s, it, ask, sizeof ask);
    snprintf(id, sizeof id, "ask.end.%s", how);
    words_fill(line, sizeof line, id,
               (const char *const[]){ "ask", ask, "who", who < 0 ? "" : s->name[who], NULL });
    screen_log(s, line);
}

static void tell_chat(struct screen *s, struct json_in chat) {
    char name[NAME_SIZE], text[LOG_SIZE], line[LOG_SIZE];
    if (json_to_text(json_get(chat, "name"), name, sizeof name) < 0)
        return;
    if (json_to_text(json_get(chat, "phrase"), text, sizeof text) >= 0)
        snprintf(line, sizeof line, "%s: %s", foreign(name), words_in("phrase", text));
    else if (json_to_text(json_get(chat, "text"), text, sizeof text) >= 0)
        snprintf(line, sizeof line, "%s: %.*s", foreign(name), LOG_SIZE - NAME_SIZE - 3,
                 foreign(text));
    else
        return;
    screen_log(s, line);
}

static void tell_chats(struct screen *s, struct json_in list) {
    struct json_in chat;
    for (size_t at = 0; json_is_array(list) && json_next(list, &at, NULL, &chat);)
        tell_chat(s, chat);
}

/* An answer with more in it than yes, as it came: what these contain is for programs. */
static void tell_answer(struct screen *s, struct json_in m) {
    struct json_in key, value;
    char name[32], text[NOTE_SIZE];
    size_t len = 0;
    for (size_t at = 0; json_next(m, &at, &key, &value);) {
        if (json_to_text(key, name, sizeof name) < 0 || strcmp(name, "type") == 0 ||
            strcmp(name, "id") == 0 || strcmp(name, "seq") == 0)
            continue;
        snprintf(text + len, sizeof text - len, "%s%s: %.*s", len ? "\n" : "", name,
                 (int)value.len, value.text);
        foreign(text + len + (len > 0));
        len += strlen(text + len);
    }
    if (len)
        screen_note(s, "%s", text);
}

void told_message(struct screen *s, const struct guest *g) {
    struct json_in type = json_get(g->message, "type");
    if (json_equals(type, "chat"))
        tell_chat(s, g->message);
    else if (json_equals(type, "chats"))
        tell_chats(s, json_get(g->message, "chats"));
    else if (json_equals(type, "ask-end"))
        tell_end(s, g->message);
    else if (!g->asked_by_person)
        return;
    else if (json_equals(type, "ok") || json_equals(type, "games") || json_equals(type, "pong"))
        tell_answer(s, g->message);
}

void told_table(struct screen *s, const struct guest *g, char ask[GUEST_ASK_MAX], bool *paused) {
    struct json_in it;
    char line[LOG_SIZE];
    if (g->paused && !*paused)
        screen_log(s, words("trouble.paused"));
    *paused = g->paused;
    if (strcmp(ask, g->ask) == 0)
        return;
    snprintf(ask, GUEST_ASK_MAX, "%s", g->ask);
    if (json_check(ask, strlen(ask), &it) != 0 || !json_is_object(it))
        return;
    question(s, it, line, sizeof line);
    screen_log(s, line);
    screen_note(s, "%s\n%s", line, words("terminal.answer"));
}

void told_requests(struct screen *s) {
    char list[NOTE_SIZE] = "";
    for (int i = 0; guest_request_name(i); i++) {
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, "%s/%s", i ? "  " : "", guest_request_name(i));
    }
    screen_note(s, "%s\n%s", words("terminal.requests"), list);
}
