/* message_rows.c -- every message that a client may send: one row each. The rows drive the
 * dispatcher (client.c), the refusals (message_judge.c) and the table in docs/protocol.md
 * (tools/gen_messages.c). */
#include <stddef.h>

#include "room.h"

/* --- words --- */

static const char *want_word(int i) {
    static const char *const words[] = { "view", "events", NULL };
    return words[i];
}

/* In the order of enum ask_kind, without "none"; `sit` has its own message. */
static const char *ask_word(int i) {
    return i + ASK_TAKE_BACK < ASK_SIT ? table_ask_name[i + ASK_TAKE_BACK] : NULL;
}

static const char *color_word(int i) {
    return i < SEATS_MAX ? seat_colors[i] : NULL;
}

static const char *phrase_word(int i) {
    static const char *const words[] = { "hello",    "good-luck", "well-played", "thanks",
                                         "oops",     "hurry",     "thinking",    "sorry",
                                         "no-trade", "wow",       "good-game",   "bye",
                                         NULL };
    return words[i];
}

/* --- fields --- */

enum {
    OPEN = 1u << TABLE_OPEN,
    PLAYING = 1u << TABLE_PLAYING,
    ENDED = 1u << TABLE_OVER | 1u << TABLE_CLOSED,
    STARTED = PLAYING | ENDED,
    ALWAYS = OPEN | STARTED | 1u << TABLE_BROKEN,
    NEEDED = FIELD_NEEDED,
    EARLY = FIELD_EARLY,
    TABLE_BYTES = TABLE_ID + 3,
    USER_BYTES = USER_ID + 3,
    NAME_BYTES = NAME_MAX_BYTES * 2 - 1, /* before it is cleaned */
    DAY = 86400,
    HOUR = 3600,
};

/* clang-format off: a row reads like a row */
#define FIELDS(...) (const struct field[]){ __VA_ARGS__, { .key = NULL } }
#define NUMBER(key, is, min, max) { key, FIELD_NUMBER, is, min, max, NULL, NULL }
#define FLAG(key, is) { key, FIELD_FLAG, is, 0, 0, NULL, NULL }
#define TEXT(key, is, min, max) { key, FIELD_TEXT, is, min, max, NULL, NULL }
#define WORD(key, is, words) { key, FIELD_WORD, is, 0, 0, words, NULL }
#define SEAT(is) { "seat", FIELD_SEAT, is, 0, SEATS_MAX - 1, NULL, NULL }
#define OBJECT(key, is, inner) { key, FIELD_OBJECT, is, 0, 0, NULL, inner }
#define LIST(key, is, min, max, inner) { key, FIELD_LIST, is, min, max, NULL, inner }
#define ANY(key) { key, FIELD_ANY, 0, 0, 0, NULL, NULL }

static const struct field clock_fields[] = { NUMBER("bank", NEEDED, 0, DAY),
                                             NUMBER("increment", NEEDED, 0, HOUR),
                                             { .key = NULL } };
static const struct field bot_fields[] = { WORD("level", NEEDED, bot_level_name),
                                           WORD("style", 0, bot_style_name),
                                           { .key = NULL } };
static const struct field seat_value = OBJECT("bot", 0, bot_fields);
static const struct field action_value = TEXT("action", NEEDED, 1, 159);

/* The settings of a table; `early`: those that cannot change while the game runs. */
#define SETTINGS(rules, early)                                                                   \
    TEXT("rules", rules | early, 0, RULES_TEXT_MAX - 1), NUMBER("players", early, 1, SEATS_MAX), \
        TEXT("name", early, 0, NAME_BYTES), FLAG("public", early), FLAG("spectators", 0),        \
        FLAG("resign", early), FLAG("memory", early), FLAG("chat", 0), FLAG("hints", early),     \
        OBJECT("clock", 0, clock_fields), NUMBER("hold", early, 1, HOUR),                        \
        NUMBER("fill", early, 1, HOUR)

/* --- the rows; `play` is the most frequent --- */

#define AT_TABLE .place = PLACE_TABLE
#define CHANGES .place = PLACE_TABLE, .changes = true

const struct message_row message_rows[] = {
    { "play", do_play, AT_TABLE, .states = STARTED, .sender = SENDER_PLAYER, .needs_id = true,
      .fields = FIELDS(LIST("actions", NEEDED, 1, COMMAND_ACTIONS_MAX, &action_value),
                       NUMBER("seq", 0, 0, LOG_MAX)),
      .what = "one command" },
    { "hello", do_hello, .place = PLACE_FIRST,
      .fields = FIELDS(ANY("v"), TEXT("token", 0, 0, TOKEN_CHARS), TEXT("table", 0, 0, TABLE_BYTES),
                       NUMBER("last_seq", 0, 0, LOG_MAX), WORD("want", 0, want_word)),
      .what = "start the conversation, and perhaps join a table" },
    { "ping", do_ping, .place = PLACE_ANY, .what = "are you there?" },
    { "lobby", do_lobby, .place = PLACE_ANY,
      .fields = FIELDS(FLAG("on", NEEDED), TEXT("named", 0, 0, NAME_BYTES)),
      .what = "watch the public tables, or stop" },
    { "name", do_name, .place = PLACE_ANY, .fields = FIELDS(TEXT("name", NEEDED, 0, NAME_BYTES)),
      .what = "change one's name" },
    { "games", do_games, .place = PLACE_ANY,
      .fields = FIELDS(NUMBER("before", 0, 0, INT64_C(1) << 52), NUMBER("limit", 0, 1, 100)),
      .what = "list one's games" },
    { "create", do_create, .place = PLACE_ANY,
      .fields = FIELDS(SETTINGS(NEEDED, 0), LIST("seats", 0, 0, SEATS_MAX, &seat_value),
                       NUMBER("sit", 0, 0, SEATS_MAX - 1)),
      .what = "make a table" },
    { "find", do_find, .place = PLACE_ANY,
      .fields = FIELDS(SETTINGS(NEEDED, 0), LIST("seats", 0, 0, SEATS_MAX, &seat_value),
                       NUMBER("sit", 0, 0, SEATS_MAX - 1)),
      .what = "look for a table to sit down at" },
    { "join", do_join, .place = PLACE_ANY,
      .fields = FIELDS(TEXT("table", NEEDED, 0, TABLE_BYTES), NUMBER("last_seq", 0, 0, LOG_MAX),
                       WORD("want", 0, want_word)),
      .what = "join a table" },
    { "leave", do_leave, CHANGES, .states = ALWAYS, .what = "leave the table" },
    { "settings", do_settings, CHANGES, .states = OPEN | PLAYING, .sender = SENDER_HOST,
      .fields = FIELDS(SETTINGS(0, EARLY)), .what = "change the settings" },
    { "sit", do_sit, CHANGES, .states = OPEN | PLAYING, .fields = FIELDS(SEAT(NEEDED)),
      .what = "take a seat, or ask for one that was given up" },
    { "stand", do_stand, CHANGES, .states = OPEN, .sender = SENDER_SEATED,
      .what = "give up the seat" },
    { "bot", do_bot, CHANGES, .states = OPEN, .sender = SENDER_HOST,
      .fields = FIELDS(SEAT(NEEDED), WORD("level", 0, bot_level_name),
                       WORD("style", 0, bot_style_name)),
      .what = "put a bot on a seat, or remove it" },
    { "color", do_color, CHANGES, .states = OPEN, .sender = SENDER_SEATED,
      .fields = FIELDS(WORD("color", NEEDED, color_word)), .what = "choose a colour" },
    { "ready", do_ready, CHANGES, .states = OPEN, .sender = SENDER_SEATED,
      .fields = FIELDS(FLAG("ready", NEEDED), TEXT("seed", 0, 0, FAIR_SEAT_SEED_MAX)),
      .what = "ready to start, or not" },
    { "kick", do_kick, CHANGES, .states = OPEN, .sender = SENDER_HOST,
      .fields = FIELDS(SEAT(NEEDED)), .what = "remove somebody from a seat" },
    { "start", do_start, CHANGES, .states = OPEN, .sender = SENDER_HOST,
      .fields = FIELDS(WORD("fill", 0, bot_level_name)), .what = "start the game" },
    { "resign", do_resign, CHANGES, .states = PLAYING, .sender = SENDER_SEATED,
      .what = "let a bot play to the end" },
    { "rematch", do_rematch, CHANGES, .states = ENDED, .what = "the same table again" },
    { "close", do_close, CHANGES, .states = OPEN | ENDED, .sender = SENDER_HOST,
      .what = "close the table" },
    { "undo", do_undo, AT_TABLE, .states = STARTED, .sender = SENDER_PLAYER, .needs_id = true,
      .fields = FIELDS(NUMBER("to", 0, 1, LOG_MAX)), .what = "take back one's own entries" },
    { "ask", do_ask, CHANGES, .states = PLAYING, .sender = SENDER_PLAYER,
      .fields = FIELDS(WORD("ask", NEEDED, ask_word), NUMBER("to", 0, 1, LOG_MAX), SEAT(0)),
      .what = "ask the others for something" },
    { "answer", do_answer, CHANGES, .states = ALWAYS, .fields = FIELDS(FLAG("yes", NEEDED)),
      .what = "answer what was asked, or withdraw it" },
    { "view", do_view, AT_TABLE, .states = STARTED, .what = "the whole view" },
    { "history", do_history, AT_TABLE, .states = STARTED,
      .fields = FIELDS(NUMBER("since", 0, 0, LOG_MAX), NUMBER("upto", 0, 0, LOG_MAX)),
      .what = "earlier entries" },
    { "why", do_why, AT_TABLE, .states = STARTED, .fields = FIELDS(SEAT(NEEDED)),
      .what = "why a bot did what it did" },
    { "chat", do_chat, AT_TABLE, .states = ALWAYS,
      .fields = FIELDS(TEXT("text", NEEDED, 1, CHAT_CHARS * 8 - 1)), .what = "say something" },
    { "phrase", do_phrase, AT_TABLE, .states = ALWAYS,
      .fields = FIELDS(WORD("phrase", NEEDED, phrase_word)), .what = "say a quick phrase" },
    { "mute", do_mute, AT_TABLE, .states = ALWAYS,
      .fields = FIELDS(TEXT("user", NEEDED, 1, USER_BYTES), FLAG("on", NEEDED)),
      .what = "mute somebody, or unmute them" },
    { "silence", do_silence, CHANGES, .states = ALWAYS, .sender = SENDER_HOST,
      .fields = FIELDS(TEXT("user", NEEDED, 1, USER_BYTES), FLAG("on", NEEDED)),
      .what = "silence somebody for everybody, or lift it" },
    { .name = NULL },
};
/* clang-format on */

const struct message_row *message_find_row(struct json_in name) {
    for (const struct message_row *row = message_rows; row->name; row++)
        if (json_equals(name, row->name))
            return row;
    return NULL;
}
