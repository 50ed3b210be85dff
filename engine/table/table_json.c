/* table_json.c -- a table as people there are told of it, except for the game (table_view.c). */
#include "bots/bot.h"
#include "core/json.h"
#include "table.h"

static void text_or_null(struct json_out *o, const char *key, const char *text) {
    json_text(o, key, text[0] ? text : NULL);
}

static void time_or_null(struct json_out *o, const char *key, int64_t at) {
    json_int_or_null(o, key, at, at);
}

void table_write_hash(struct json_out *o, const char *key, const uint8_t *bytes) {
    char text[2 * SHA256_SIZE + 1];
    hex_format(bytes, SHA256_SIZE, text);
    json_text(o, key, text);
}

void table_write_settings(const struct table *t, struct json_out *o) {
    const struct settings *s = &t->settings;
    json_text(o, "name", s->name);
    json_text(o, "kind", t->game->name);
    json_text(o, "rules", s->rules);
    json_int(o, "players", s->players);
    json_bool(o, "public", s->is_public);
    json_bool(o, "spectators", s->spectators);
    json_bool(o, "resign", s->resign);
    json_bool(o, "memory", s->memory);
    json_bool(o, "chat", s->chat);
    json_bool(o, "hints", s->hints);
    if (table_has_clock(t)) {
        json_object(o, "clock");
        json_int(o, "bank", s->bank);
        json_int(o, "increment", s->increment);
        json_object_end(o);
    } else {
        json_null(o, "clock");
    }
    json_int_or_null(o, "fill", s->fill > 0, s->fill);
    json_int_or_null(o, "hold", s->hold >= 0, s->hold);
}

/* --- what guests are told --- */

/* A seat's seed is not included: it is shown with the others once all are fixed (write_fair). */
static void write_seat(const struct table *t, int i, const char *kept, struct json_out *o) {
    const struct seat *s = &t->seat[i];
    bool bot = s->kind == SEAT_BOT;
    json_object(o, NULL);
    json_int(o, "seat", i);
    json_text(o, "kind", seat_kind_name[s->kind]);
    text_or_null(o, "user", s->user);
    text_or_null(o, "name", s->name);
    json_text(o, "kept", kept);
    json_text(o, "color", seat_colors[s->color]);
    json_bool(o, "ready", s->ready || bot);
    json_bool(o, "online", bot || (s->kind == SEAT_HUMAN && s->away == 0));
    json_bool(o, "held", s->held);
    bool waits = s->kind == SEAT_HUMAN && s->away && !s->held && !s->resigned &&
                 t->settings.hold >= 0 && t->state == TABLE_PLAYING;
    time_or_null(o, "hold_at", waits ? s->away + (int64_t)t->settings.hold * 1000 : 0);
    json_bool(o, "resigned", s->resigned);
    json_text(o, "level", bot || s->resigned || s->held ? table_level_name(t, i) : NULL);
    json_text(o, "style", bot ? bot_style_name(s->style) : NULL);
    json_object_end(o);
}

/* The commitment from the start; the seats' seeds when they can no longer change; the server's
 * seed only when nothing is left to draw. */
static void write_fair(const struct table *t, struct json_out *o) {
    uint8_t commitment[SHA256_SIZE];
    fair_commit(t->server_seed, commitment);
    json_object(o, "fair");
    table_write_hash(o, "commitment", commitment);
    json_text(o, "game_id", t->id);
    if (t->started) {
        json_array(o, "seat_seeds");
        for (int i = 0; i < t->settings.players; i++)
            json_text(o, NULL, t->seat[i].seed);
        json_array_end(o);
    } else {
        json_null(o, "seat_seeds");
    }
    if (t->state == TABLE_OVER)
        table_write_hash(o, "server_seed", t->server_seed);
    else
        json_null(o, "server_seed");
    json_object_end(o);
}

void table_write_users(struct json_out *o, const char *key, const char (*user)[USER_ID + 4],
                       int n) {
    json_array(o, key);
    for (int i = 0; i < n; i++)
        json_text(o, NULL, user[i]);
    json_array_end(o);
}

const char *const table_ask_name[] = { NULL, "take-back", "pause", "resume", "bot", "sit" };
const char *const table_ask_end_name[] = { "agreed", "refused", "withdrawn", "unanswered", "void" };

void table_write_ask(const struct table *t, struct json_out *o) {
    if (t->ask.kind == ASK_NONE) {
        json_null(o, "ask");
        return;
    }
    json_object(o, "ask");
    json_text(o, "ask", table_ask_name[t->ask.kind]);
    table_write_number(o, "seat", t->ask.seat);
    if (t->ask.kind == ASK_TAKE_BACK)
        json_int(o, "to", t->ask.to);
    if (t->ask.kind == ASK_BOT || t->ask.kind == ASK_SIT)
        json_int(o, "target", t->ask.target);
    if (t->ask.kind == ASK_SIT) {
        json_text(o, "user", t->ask.user);
        json_text(o, "name", t->ask.name);
    }
    json_bits(o, "yes", t->ask.yes);
    json_bits(o, "no", t->ask.no); /* the first ends it */
    json_int(o, "until", t->ask.until);
    json_object_end(o);
}

void table_write_number(struct json_out *o, const char *key, int value) {
    json_int_or_null(o, key, value >= 0, value);
}

/* The rest of the message, specific to the reader. */
void table_write_you(const struct table *t, const char *user, const char *mutes,
                     struct json_out *o) {
    json_object(o, "you");
    json_text(o, "user", user);
    table_write_number(o, "seat", table_seat_of(t, user));
    json_bool(o, "host", strcmp(t->host, user) == 0);
    json_bool(o, "kicked", table_was_kicked(t, user));
    json_raw(o, "mutes", mutes, strlen(mutes));
    json_object_end(o);
}

/* About the table, nothing about the game itself. */
void table_write(const struct table *t, int watchers, const char *const kept[SEATS_MAX],
                 struct json_out *o) {
    json_text(o, "id", t->id);
    json_text(o, "state", table_state_name[t->state]);
    json_bool(o, "paused", t->paused);
    table_write_settings(t, o);
    json_text(o, "host", t->host);
    json_array(o, "seats");
    for (int i = 0; i < t->settings.players; i++)
        write_seat(t, i, kept[i], o);
    json_array_end(o);
    json_int(o, "watchers", watchers);
    table_write_users(o, "silenced", t->silenced, t->silences);
    write_fair(t, o);
    table_write_ask(t, o);
    table_write_number(o, "winner", t->winner);
    time_or_null(o, "fill_at", table_fill_at(t));
    time_or_null(o, "started", t->started);
    time_or_null(o, "ended", t->ended);
    table_write_number(o, "entries_left", table_entries_left(t));
    text_or_null(o, "rematch", t->rematch);
    text_or_null(o, "rematch_by", t->rematch_by);
}

/* As of now, though the table's own were last charged at clock_at. */
void table_write_clock(const struct table *t, struct json_out *o, const char *key, int64_t now) {
    if (!table_has_clock(t) || t->state != TABLE_PLAYING) {
        json_null(o, key);
        return;
    }
    json_object(o, key);
    json_bool(o, "paused", t->paused);
    json_int(o, "at", now);
    json_array(o, "seats");
    for (int i = 0; i < t->settings.players; i++) {
        struct seat_clock c = t->clock[i];
        if (c.runs && now > t->clock_at)
            table_clock_spend(&c, now - t->clock_at);
        json_object(o, NULL);
        json_int(o, "bank_ms", c.bank > 0 ? c.bank : 0);
        json_int(o, "turn_ms", c.turn);
        json_bool(o, "runs", c.runs);
        json_object_end(o);
    }
    json_array_end(o);
    json_object_end(o);
}

/* --- lists --- */

void table_write_game(const struct table *t, const char *user, struct json_out *o,
                      const char *key) {
    json_object(o, key);
    json_text(o, "game", t->id);
    json_text(o, "table", t->id);
    json_text(o, "kind", t->game->name);
    json_text(o, "name", t->settings.name);
    json_text(o, "rules", t->settings.rules);
    json_int(o, "players", t->settings.players);
    json_text(o, "state", table_state_name[t->state]);
    json_array(o, "names");
    for (int i = 0; i < t->settings.players; i++)
        json_text(o, NULL, table_seat_name(t, i));
    json_array_end(o);
    table_write_number(o, "seat", user ? table_seat_of(t, user) : -1);
    table_write_number(o, "winner", t->winner);
    json_int(o, "entries", t->log.entries_n ? t->log.entries_n : t->entries_stored);
    time_or_null(o, "started", t->started);
    time_or_null(o, "ended", t->ended);
    json_object_end(o);
}

/* What somebody needs to choose a table; no users, no seeds. */
void table_write_lobby(const struct table *t, int watchers, struct json_out *o, const char *key) {
    int bots = 0;
    const char *host = "";
    for (int i = 0; i < t->settings.players; i++) {
        bots += t->seat[i].kind == SEAT_BOT;
        if (t->seat[i].kind == SEAT_HUMAN && strcmp(t->seat[i].user, t->host) == 0)
            host = t->seat[i].name;
    }
    json_object(o, key);
    json_text(o, "table", t->id);
    table_write_settings(t, o);
    json_int(o, "taken", table_seats_taken(t));
    json_int(o, "bots", bots);
    json_text(o, "state", table_state_name[t->state]);
    json_text(o, "host", host);
    json_int(o, "watchers", watchers);
    json_object_end(o);
}
