/* record_write.c -- writes a game as a record: headers, entries, and the seal. Very long records
 * can be written in several steps. */
#include <limits.h>
#include <string.h>

#include "check.h"
#include "record.h"

void record_write_header(const char *name, const char *value, struct text *out) {
    text_format(out, "%s: %s\n", name, value);
}

void record_write_number(const char *name, int64_t value, struct text *out) {
    text_format(out, "%s: ", name);
    text_int(out, value);
    text_char(out, '\n');
}

/* Every option in full, so that a record replays even if a ruleset's defaults change. */
static void write_options(const struct game *game, const struct rules *rules, struct text *out) {
    text_add(out, "Options: ");
    for (int i = 0; game->options[i].name; i++) {
        const struct option *o = &game->options[i];
        text_format(out, i ? ",%s=" : "%s=", o->name);
        option_print(o, rules->value[i], out);
    }
    text_char(out, '\n');
}

/* Write the starting position of a game that began elsewhere, as `seat` may see it. */
static void write_position(struct session *s, int seat, struct text *out) {
    text_add(out, "Position: ");
    if (seat != SEAT_ALL) {
        memset(s->saved, 0, STATE_MAX);
        s->game->view(s->start, seat, s->saved);
    }
    size_t room = out->len < out->size ? out->size - out->len : 0;
    struct json_out json = json_begin(out->start + (room ? out->len : 0), room);
    s->game->write(seat == SEAT_ALL ? s->start : s->saved, NULL, &json);
    json_fits(&json);
    out->len += json.len;
    text_char(out, '\n');
}

void record_begin(struct record_writer *w, struct text *out, const struct game *game,
                  const struct rules *rules, int revision) {
    char text[RULES_TEXT_MAX];
    w->out = out;
    w->hashed = out->len;
    sha256_begin(&w->hash);
    rules_format(game, rules, text, sizeof text);
    text_format(out, "Skerry %d\n", RECORD_VERSION);
    record_write_header("Game", game->name, out);
    record_write_header("Rules", text, out);
    record_write_number("Players", rules->seats, out);
    write_options(game, rules, out);
    record_write_number("Revision", revision, out);
}

void record_write_actions(struct log_reader *r, struct text *out) {
    struct log_line line;
    do {
        CHECK(log_next(r, &line));
        if (!line.first)
            text_add(out, "; ");
        if (line.undo)
            text_format(out, "undo %d", line.undo);
        text_add(out, line.text);
    } while (!line.last);
}

/* Includes undone entries: numbers do not change, and dice can be verified entry by entry. */
static bool write_entry(struct log_reader *r, struct text *out) {
    int seq = log_coming(r);
    if (!seq)
        return false;
    text_format(out, "%d ", seq);
    record_write_actions(r, out);
    text_char(out, '\n');
    return true;
}

/* Hash what was written since. */
static void seal_so_far(struct record_writer *w) {
    if (!text_fits(w->out))
        return;                     /* too small: the caller writes it again */
    sha256_add(&w->hash, w->out->start + w->hashed, w->out->len - w->hashed);
    w->hashed = w->out->len;
}

/* Leave room for the digits; they come when everything is written. */
void record_begin_entries(struct record_writer *w, const struct log *l, int seat) {
    record_write_number("Entries", l->entries_n, w->out);
    seal_so_far(w);
    text_add(w->out, "Check: ");
    w->check = w->out->len;
    for (int i = 0; i < 2 * SHA256_SIZE; i++)
        text_char(w->out, '0');
    text_char(w->out, '\n');
    w->hashed = w->out->len;
    text_char(w->out, '\n');
    log_read(&w->reader, l, 0, seat, NULL);
}

bool record_write_some(struct record_writer *w, int entries) {
    bool more = true;
    while (more && entries-- > 0)
        more = write_entry(&w->reader, w->out);
    seal_so_far(w);
    if (!more && text_fits(w->out)) {
        uint8_t check[SHA256_SIZE];
        char digits[2 * SHA256_SIZE + 1];
        sha256_end(&w->hash, check);
        hex_format(check, sizeof check, digits);
        memcpy(w->out->start + w->check, digits, 2 * SHA256_SIZE);
    }
    return more;
}

/* The seed of fair dice only when nothing is left to draw, or to whom it belongs. */
static void write_kept(const struct session *s, bool seed, struct text *out) {
    for (const char *at = s->headers; *at;) {
        size_t line = strcspn(at, "\n") + 1;
        if (seed || strncmp(at, "Server-Seed:", 12) != 0)
            text_add_n(out, at, line);
        at += line;
    }
}

/* While the game runs, a seat gets only what it has seen. The seed would reveal what is still to
 * come. Once the game is over, everybody gets the whole record. */
static void write(struct session *s, int seat, bool seed, struct text *out) {
    struct record_writer w;
    int winner = -1;
    s->game->points(s->state, 0, &winner);
    if (s->game->owes(s->state) == 0) {
        seat = SEAT_ALL;
        seed = true;
    }
    record_begin(&w, out, s->game, &s->rules, RULES_REVISION);
    if (s->dice.kind == CHANCE_BY_HAND)
        record_write_header("Chance", "manual", out);
    else if (seed && s->dice.kind == CHANCE_SEEDED)
        record_write_number("Seed", (int64_t)s->dice.seed, out);
    if (winner >= 0)
        record_write_number("Result", winner, out);
    write_kept(s, seed, out);
    if (s->from_position)
        write_position(s, seat, out);
    record_begin_entries(&w, &s->log, seat);
    record_write_some(&w, INT_MAX);
}

void record_write(struct session *s, int seat, struct text *out) {
    write(s, seat, seat == SEAT_ALL, out);
}

void record_write_unseeded(struct session *s, struct text *out) {
    write(s, SEAT_ALL, false, out);
}
