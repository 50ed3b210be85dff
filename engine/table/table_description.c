/* table_description.c -- the stored description of a table, written and read.
 *
 * Names and users are stored beside it (store.h: players), so that they can be deleted with one
 * update. The host and kicked people are in it by their ids, which name nobody once the user is
 * deleted.
 *
 * "v" is 1; absent keys get their defaults, so keys may be added without a new version. Things
 * with a name are stored by name, because numbers may change their meaning. Up to commit 6e91e46
 * colors, levels and styles were numbers. */
#include <string.h>

#include "bots/bot.h"
#include "core/copy_text.h"
#include "table.h"

/* Includes the seed: without it the dice of a stopped game could not be drawn again. */
static void write_meta_seat(const struct seat *s, struct json_out *o) {
    json_object(o, NULL);
    json_text(o, "kind", seat_kind_name[s->kind]);
    json_text(o, "seed", s->seed);
    json_text(o, "color", seat_colors[s->color]);
    json_text(o, "level", bot_level_name(s->level));
    json_text(o, "style", bot_style_name(s->style));
    json_bool(o, "ready", s->ready);
    json_bool(o, "resigned", s->resigned);
    json_object_end(o);
}

/* [[bank, turn], …] at a time; "entries" says where in the game that was. */
static void write_meta_clocks(const struct table *t, struct json_out *o) {
    if (!table_has_clock(t) || t->state != TABLE_PLAYING || !t->now)
        return;
    json_int(o, "clocks_at", t->clock_at);
    json_array(o, "clocks");
    for (int i = 0; i < t->settings.players; i++) {
        json_array(o, NULL);
        json_int(o, NULL, t->clock[i].bank > 0 ? t->clock[i].bank : 0);
        json_int(o, NULL, t->clock[i].turn);
        json_array_end(o);
    }
    json_array_end(o);
}

void table_write_meta(const struct table *t, struct json_out *o) {
    json_object(o, NULL);
    json_int(o, "v", 1);
    json_text(o, "state", table_state_name[t->state]);
    table_write_settings(t, o);
    table_write_rules(t, o);
    json_bool(o, "paused", t->paused);
    json_text(o, "host", t->host);
    table_write_hash(o, "server_seed", t->server_seed);
    json_int(o, "made", t->made);
    json_int(o, "started", t->started);
    json_int(o, "ended", t->ended);
    json_int(o, "winner", t->winner);
    json_int(o, "entries", t->log.entries_n);
    json_text(o, "follows", t->follows);
    json_array(o, "seats");
    for (int i = 0; i < t->settings.players; i++)
        write_meta_seat(&t->seat[i], o);
    json_array_end(o);
    table_write_users(o, "kicked", t->kicked, t->kicks);
    table_write_users(o, "silenced", t->silenced, t->silences);
    write_meta_clocks(t, o);
    json_object_end(o);
}

/* Texts, numbers and booleans of the stored description; absent: empty, `otherwise`, false. */
static bool get_text(struct json_in o, const char *key, char *out, size_t size) {
    struct json_in v = json_get(o, key);
    out[0] = '\0';
    return v.len == 0 || json_to_text(v, out, size) >= 0;
}
#define GET_TEXT(o, key, field) get_text(o, key, field, sizeof field)

static int64_t get_int(struct json_in o, const char *key, int64_t otherwise) {
    int64_t value;
    return json_to_int(json_get(o, key), INT64_MIN / 2, INT64_MAX / 2, &value) ? value : otherwise;
}

static bool get_bool(struct json_in o, const char *key) {
    bool value;
    return json_to_bool(json_get(o, key), &value) && value;
}

static int get_word(struct json_in o, const char *key, const char *const *words, int n) {
    struct json_in v = json_get(o, key);
    for (int i = 0; i < n; i++)
        if (json_equals(v, words[i]))
            return i;
    return -1;
}

/* What the numbers meant up to 6e91e46. */
static const char *const old_levels[] = { "random", "baseline", "beginner", "casual",
                                          "club",   "strong",   "master" };
static const char *const old_styles[] = { "plain", "builder", "trader", "soldier" };
#define N(array) (int)(sizeof array / sizeof *array)

/* The word itself, or the word for an old number, or the first if absent; false: neither. */
static bool word_of(struct json_in v, const char *const *old, int old_n, char out[24]) {
    int64_t number = 0;
    if (v.len && !json_to_int(v, 0, old_n - 1, &number))
        return json_to_text(v, out, 24) >= 0;
    copy_text(out, 24, old[number]);
    return true;
}

/* -1: damaged. A bot level that no longer exists is replaced by another. */
static int read_name(struct json_in v, const char *const *old, int old_n,
                     const char *(*name)(int), int n, int otherwise) {
    char word[24];
    if (!word_of(v, old, old_n, word))
        return -1;
    for (int i = 0; i < n; i++)
        if (strcmp(word, name(i)) == 0)
            return i;
    return otherwise;
}

static const char *color_name(int color) {
    return seat_colors[color];
}

static int read_color(struct json_in v) {
    return read_name(v, seat_colors, SEATS_MAX, color_name, SEATS_MAX, -1);
}

/* Checked as strictly as a client's input: a file may be damaged, and these become indexes. */
static bool read_seat(struct seat *s, struct json_in o) {
    int kind = get_word(o, "kind", seat_kind_name, 3);
    if (kind < 0 || !GET_TEXT(o, "seed", s->seed))
        return false;
    s->kind = (enum seat_kind)kind;
    s->color = read_color(json_get(o, "color"));
    s->level = read_name(json_get(o, "level"), old_levels, N(old_levels), bot_level_name,
                         BOT_LEVEL_N, BOT_CLUB);
    s->style = read_name(json_get(o, "style"), old_styles, N(old_styles), bot_style_name,
                         BOT_STYLE_N, BOT_PLAIN);
    s->ready = get_bool(o, "ready");
    s->resigned = get_bool(o, "resigned");
    return s->color >= 0 && s->level >= 0 && s->style >= 0;
}

/* Rules first: the number of seats depends on them. */
static bool read_settings(struct table *t, struct json_in o) {
    struct settings *s = &t->settings;
    if (!table_read_rules(t, o) || !GET_TEXT(o, "name", s->name))
        return false;
    s->is_public = get_bool(o, "public");
    s->spectators = get_bool(o, "spectators");
    s->resign = get_bool(o, "resign");
    s->memory = get_bool(o, "memory");
    s->chat = get_bool(o, "chat");
    s->hints = get_bool(o, "hints");
    struct json_in clock = json_get(o, "clock");
    if (json_is_object(clock)) {
        s->bank = (int)get_int(clock, "bank", 0);
        s->increment = (int)get_int(clock, "increment", 0);
    }
    s->fill = (int)get_int(o, "fill", 0);
    s->hold = (int)get_int(o, "hold", -1);
    return true;
}

static bool read_seats(struct table *t, struct json_in seats) {
    struct json_in value;
    size_t at = 0;
    int n = 0;
    if (!json_is_array(seats))
        return false;
    for (; json_next(seats, &at, NULL, &value); n++)
        if (n >= t->settings.players || !read_seat(&t->seat[n], value))
            return false;
    return n == t->settings.players;
}

static int64_t next_int(struct json_in list, size_t *at) {
    struct json_in value;
    int64_t n = 0;
    return json_next(list, at, NULL, &value) && json_to_int(value, 0, INT64_C(1) << 40, &n) ? n : 0;
}

static void read_clocks(struct table *t, struct json_in o) {
    struct json_in seats = json_get(o, "clocks"), seat;
    size_t at = 0;
    t->clock_at = json_is_array(seats) ? get_int(o, "clocks_at", 0) : 0;
    for (int i = 0; t->clock_at && i < t->settings.players; i++) {
        size_t in = 0;
        if (!json_next(seats, &at, NULL, &seat) || !json_is_array(seat)) {
            t->clock_at = 0;
            return;
        }
        t->clock[i].bank = next_int(seat, &in);
        t->clock[i].turn = next_int(seat, &in);
    }
}

static int read_users(struct json_in list, char (*user)[USER_ID + 4], int max) {
    struct json_in value;
    int n = 0;
    for (size_t at = 0; json_is_array(list) && n < max && json_next(list, &at, NULL, &value);)
        n += json_to_text(value, user[n], sizeof *user) > 0;
    return n;
}

/* `entries` is for lists, where the log is not read; a running table counts its own. */
static bool read_meta(struct table *t, struct json_in o) {
    char seed[2 * FAIR_SEED + 1];
    int state = get_word(o, "state", table_state_name, 5);
    if (get_int(o, "v", 0) != 1 || state < 0 || !read_settings(t, o) ||
        !GET_TEXT(o, "server_seed", seed) || hex_parse(seed, t->server_seed, FAIR_SEED) != 0 ||
        !GET_TEXT(o, "host", t->host) || !GET_TEXT(o, "follows", t->follows) ||
        !read_seats(t, json_get(o, "seats")))
        return false;
    t->state = (enum table_state)state;
    t->paused = get_bool(o, "paused");
    t->made = get_int(o, "made", 0);
    t->started = get_int(o, "started", 0);
    t->ended = get_int(o, "ended", 0);
    t->winner = (int)get_int(o, "winner", -1);
    t->entries_stored = (int)get_int(o, "entries", 0);
    read_clocks(t, o);
    t->kicks = read_users(json_get(o, "kicked"), t->kicked, KICKS_MAX);
    t->silences = read_users(json_get(o, "silenced"), t->silenced, SILENCED_MAX);
    return true;
}

bool table_read_meta(struct table *t, const char *text, size_t len) {
    struct json_in o;
    return json_check(text, len, &o) == 0 && json_is_object(o) && read_meta(t, o);
}
