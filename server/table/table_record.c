/* table_record.c -- the record of a table's game: its headers; core/record.h adds the rest. */
#include <time.h>

#include "core/record.h"
#include "table.h"

/* Values per seat, joined by '|'. Names contain no '|': it is removed when they are set. */
static void write_joined(const struct table *t, bool seeds, struct text *out) {
    text_add(out, seeds ? "Seat-Seeds: " : "Names: ");
    for (int i = 0; i < t->settings.players; i++) {
        const struct seat *s = &t->seat[i];
        if (i)
            text_char(out, '|');
        text_add(out, seeds ? s->seed : table_seat_name(t, i));
    }
    text_char(out, '\n');
}

/* The server's seed only in the record of a finished game. */
static void write_headers(const struct table *t, int seat, struct text *out) {
    char hex[2 * SHA256_SIZE + 1], date[16];
    uint8_t commitment[SHA256_SIZE];
    time_t started = (time_t)(t->started / 1000);
    struct tm tm;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&started, &tm));
    write_joined(t, false, out);
    record_write_header("Date", date, out);
    fair_commit(t->server_seed, commitment);
    hex_format(commitment, sizeof commitment, hex);
    record_write_header("Commitment", hex, out);
    hex_format(t->server_seed, sizeof t->server_seed, hex);
    if (seat == SEAT_ALL)
        record_write_header("Server-Seed", hex, out);
    write_joined(t, true, out);
    record_write_header("Game-Id", t->id, out);
    if (t->winner >= 0)
        record_write_number("Result", t->winner, out);
}

void table_begin_record(const struct table *t, int seat, struct text *out,
                        struct record_writer *w) {
    record_begin(w, out, t->game, &t->rules, t->revision);
    write_headers(t, seat, out);
    record_begin_entries(w, &t->log, seat);
}
