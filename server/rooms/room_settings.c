/* room_settings.c -- the settings of a table: reads them, and changes them before and during its
 * game.
 *
 * They are read key by key into a copy of the table; on failure the caller discards it. An
 * absent key leaves its setting unchanged; null is a value if the protocol says so (no clock, no
 * hold). */
#include <string.h>

#include "core/check.h"
#include "seats.h"

/* Null: no clock. A clock of zero would lose every game at once. */
static bool read_clock(struct message *m, struct settings *s) {
    struct json_in clock = message_get(m, "clock");
    int64_t bank = 0, increment = 0;
    if (clock.len == 0)
        return true;
    if (json_is_given(clock) &&
        (!json_to_int(json_get(clock, "bank"), 0, INT_MAX, &bank) ||
         !json_to_int(json_get(clock, "increment"), 0, INT_MAX, &increment) ||
         bank + increment < 1))
        return message_refuse(m, "bad-value", "clock");
    s->bank = (int)bank;
    s->increment = (int)increment;
    return true;
}

/* Null means never. */
static void read_seconds(const struct message *m, const char *key, int never, int *out) {
    if (message_get(m, key).len > 0)
        *out = (int)message_number(m, key, never);
}

static void read_flags(const struct message *m, struct settings *s) {
    s->is_public = message_flag(m, "public", s->is_public);
    s->spectators = message_flag(m, "spectators", s->spectators);
    s->resign = message_flag(m, "resign", s->resign);
    s->memory = message_flag(m, "memory", s->memory);
    s->chat = message_flag(m, "chat", s->chat);
    s->hints = message_flag(m, "hints", s->hints);
}

/* Other rules of the same game keep the number of players if possible, else they use their usual
 * number; a number that was given is never changed. The canonical text is stored. The refusal
 * says where in the text the fault is. */
static bool read_rules(struct message *m, struct table *t) {
    char rules[RULES_TEXT_MAX];
    bool asked = message_has(m, "players");
    int players = (int)message_number(m, "players", 0);
    int at;
    KEEP(rules, t->settings.rules);
    if (!message_text(m, "rules", rules, sizeof rules) && !asked && t->game)
        return true;
    if (!asked && t->game && rules_game(rules) == t->game)
        players = t->settings.players;
    if (table_set_rules(t, rules, players, &at) ||
        (players && !asked && table_set_rules(t, rules, 0, &at)))
        return true;
    struct frame f;
    struct json_out *o = reply_begin(&m->reply, &f, "error");
    json_text(o, "error", "bad-rules");
    json_int(o, "at", at);
    json_text(o, "message", "Unknown rules.");
    reply_end(&m->reply, &f);
    return false;
}

/* A name of nothing but blanks counts as empty. */
bool room__read_settings(struct message *m, struct table *t) {
    char name[NAME_MAX_BYTES * 2];
    if (message_text(m, "name", name, sizeof name))
        clean_text(name, t->settings.name, sizeof t->settings.name, NAME_CHARS);
    read_flags(m, &t->settings);
    read_seconds(m, "hold", -1, &t->settings.hold);
    read_seconds(m, "fill", 0, &t->settings.fill);
    return read_rules(m, t) && read_clock(m, &t->settings);
}

/* After a change of rules people must confirm that they are ready. */
static void make_settings(struct table *t, const struct change *c) {
    int at;
    CHECK(table_set_rules(t, c->settings.rules, c->settings.players, &at));
    t->settings = c->settings;
    for (int i = 0; i < t->settings.players; i++)
        t->seat[i].ready = false;
}

/* --- settings of a running game --- */

/* What people agreed to by sitting down cannot change. Who may talk and watch can, and a game
 * without a clock can get one, so that nobody can block it forever. A running clock stays. */
static bool read_running(struct message *m, const struct table *t, struct settings *s) {
    read_flags(m, s);
    if (!message_has(m, "clock"))
        return true;
    if (table_has_clock(t))
        return message_refuse(m, "not-open", "The game already has a clock.");
    if (!read_clock(m, s))
        return false;
    return s->bank + s->increment >= CLOCK_MIN || message_refuse(m, "bad-value", "clock");
}

static void make_running(struct table *t, const struct change *c) {
    t->settings = c->settings;
    if (c->on)
        table_clock_start(t, c->at);
}

/* Before the first entry nobody knows of clocks (room_tell_clock). */
static void told_running(struct room *r, const struct change *c) {
    for (struct client *d = r->clients; d && c->on && r->t->log.entries_n == 0; d = d->room_next)
        room_tell_game_to(r, d, d->seq, d->want_view);
    reply_ok(&c->reply);
}

static void change_running(struct message *m) {
    struct room *r = m->c->room;
    struct change c = {
        .make = make_running, .told = told_running, .settings = r->t->settings,
        .at = now_ms(r->server)
    };
    if (!read_running(m, r->t, &c.settings))
        return;
    c.on = message_has(m, "clock");
    change_table(r, m, &c);
}

/* Read into a copy of the table: all or nothing. */
void do_settings(struct message *m) {
    struct room *r = m->c->room;
    if (r->t->state == TABLE_PLAYING) {
        change_running(m);
        return;
    }
    struct table plan = *r->t;
    if (!room__read_settings(m, &plan))
        return;
    struct change c = { .make = make_settings, .settings = plan.settings };
    change_table(r, m, &c);
}
