/* table_record.c -- the record of a table's game: its headers; core/record.h adds the rest. */
#include "core/record.h"
#include "table.h"

/* Names contain no '|': it is removed when they are set. */
static void write_names(const struct table *t, struct text *out) {
    text_add(out, "Names: ");
    for (int i = 0; i < t->settings.players; i++)
        text_format(out, i ? "|%s" : "%s", table_seat_name(t, i));
    text_char(out, '\n');
}

void table_join_seeds(const struct table *t, struct text *out) {
    for (int i = 0; i < t->settings.players; i++)
        text_format(out, i ? "|%s" : "%s", t->seat[i].seed);
}

/* "2026-11-19", of milliseconds since 1970. Years begin in March here, so that a leap day is a
 * year's last; 400 of them have 146097 days. */
static void write_date(int64_t ms, struct text *out) {
    int64_t days = ms / 86400000 + 719468, of_era = days % 146097;
    int64_t of_years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * of_years + of_years / 4 - of_years / 100);
    int64_t months = (5 * of_year + 2) / 153, month = months < 10 ? months + 3 : months - 9;
    int64_t day = of_year - (153 * months + 2) / 5 + 1;
    text_int(out, of_years + days / 146097 * 400 + (month <= 2));
    text_add(out, month < 10 ? "-0" : "-");
    text_int(out, month);
    text_add(out, day < 10 ? "-0" : "-");
    text_int(out, day);
}

/* The server's seed only in the record of a finished game. */
static void write_headers(const struct table *t, int seat, struct text *out) {
    char hex[2 * SHA256_SIZE + 1], date[16];
    uint8_t commitment[SHA256_SIZE];
    struct text day = text_begin(date, sizeof date);
    write_date(t->started, &day);
    write_names(t, out);
    record_write_header("Date", date, out);
    fair_commit(t->server_seed, commitment);
    hex_format(commitment, sizeof commitment, hex);
    record_write_header("Commitment", hex, out);
    hex_format(t->server_seed, sizeof t->server_seed, hex);
    if (seat == SEAT_ALL)
        record_write_header("Server-Seed", hex, out);
    text_add(out, "Seat-Seeds: ");
    table_join_seeds(t, out);
    text_char(out, '\n');
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
