/* verify.c -- `skerry verify`: were the dice of a recorded game what the committed seed says?
 *
 * Needs nothing but the record: the seed must hash to the commitment, and every outcome of
 * chance must be the one that the seed, the seats' seeds and the entry's number give. That the
 * commitment was made before the seats' seeds were known is for the players to have seen: they
 * are shown it before anyone is ready (docs/protocol.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/fair.h"
#include "../core/record.h"
#include "flags.h"
#include "host.h"
#include "record_file.h"

enum { ACTIONS = 60000 };     /* the longest it takes */

/* The value of a header of the record; false if it is not there or too long. */
static bool header(const char *text, size_t len, const char *name, char *out, size_t size) {
    size_t n = strlen(name);
    for (const char *p = text, *end = text + len; p < end && *p != '\n';) {
        const char *eol = memchr(p, '\n', (size_t)(end - p));
        size_t line = eol ? (size_t)(eol - p) : (size_t)(end - p);
        if (line > n + 1 && memcmp(p, name, n) == 0 && p[n] == ':' && p[n + 1] == ' ') {
            if (line - n - 2 >= size)
                return false;
            memcpy(out, p + n + 2, line - n - 2);
            out[line - n - 2] = '\0';
            return true;
        }
        p += line + 1;
    }
    return false;
}

/* Draw an outcome again; false, and said, if it is another. Each entry has random words of its own,
 * by its number (core/fair.h). */
static bool verify_draw(const struct session *s, struct fair *fair, const struct log_line *line,
                        const void *state) {
    struct action expected;
    char should[ACTION_TEXT_MAX];
    chance_draw(s->game, state, &fair->source, &expected);
    if (memcmp(&expected, line->action, sizeof expected) == 0)
        return true;
    s->game->format(state, &expected, should, sizeof should);
    printf("entry %d: %s, but the seed gives %s\n", line->seq, line->text, should);
    return false;
}

/* Every entry of the record, from its start; the exit status. */
static int verify_draws(struct session *s, struct fair *fair) {
    struct log_reader reader;
    struct log_line line;
    int total = 0;
    log_read(&reader, &s->log, 0, SEAT_ALL, NULL);
    while (log_next(&reader, &line)) {
        if (line.first)
            fair_entry(fair, (uint32_t)line.seq);
        if (line.undo || line.action->seat != SEAT_CHANCE)
            continue;
        if (!verify_draw(s, fair, &line, reader.state))
            return 1;
        total++;
    }
    printf("verified: %d outcomes of chance in %d entries are those of the committed seed\n", total,
           s->log.entries_n);
    return 0;
}

/* The record as a whole, before anything in it is believed. */
static bool is_whole(const char *text, size_t len) {
    int stated, found;
    switch (record_seal(text, len, &stated, &found)) {
    case RECORD_CUT:
        printf("the record is not whole: it says it has %d entries, and %d are there\n", stated,
               found);
        return false;
    case RECORD_CHANGED:
        printf("the record was changed after it was written: its Check header does not fit\n");
        return false;
    case RECORD_UNSEALED:
        printf("note: an older record, without Entries and Check: that nobody has changed names,\n"
               "date or number of entries cannot be told\n");
        return true;
    case RECORD_WHOLE:
        return true;
    }
    return false;
}

/* The winner that the record names is the one that the game has. */
static bool result_fits(const struct session *s, const char *text, size_t len) {
    char result[16] = "nobody", is[16] = "nobody";
    int winner = -1;
    s->game->points(s->state, 0, &winner);
    header(text, len, "Result", result, sizeof result);
    if (winner >= 0)
        snprintf(is, sizeof is, "%d", winner);
    if (strcmp(result, is) != 0) {
        printf("the record says that %s has won, but after its last entry %s has%s\n", result, is,
               s->game->owes(s->state) ? ": it is cut short or changed" : "");
        return false;
    }
    if (s->game->owes(s->state))
        printf("note: the game ended before it was won\n");
    return true;
}

/* 0: the dice are what was promised. 1: they are not, or the record cannot say. */
static int verify(const char *text, size_t len) {
    char commitment[80], seed_text[80], id[FAIR_ID_MAX + 1], seats[SEATS_MAX * 80];
    uint8_t seed[FAIR_SEED], wanted[SHA256_SIZE], got[SHA256_SIZE];
    struct record_fault fault;
    if (!is_whole(text, len))
        return 1;
    if (!header(text, len, "Commitment", commitment, sizeof commitment) ||
        !header(text, len, "Server-Seed", seed_text, sizeof seed_text) ||
        !header(text, len, "Seat-Seeds", seats, sizeof seats) ||
        !header(text, len, "Game-Id", id, sizeof id))
        return fail(STATUS_FOUND, "verify",
                    "the record has no fairness headers, or the game is not over");
    if (hex_parse(commitment, wanted, sizeof wanted) || hex_parse(seed_text, seed, sizeof seed))
        return fail(STATUS_FOUND, "verify", "Commitment and Server-Seed must be 64 hex digits");
    fair_commit(seed, got);
    if (memcmp(got, wanted, sizeof got) != 0) {
        printf("the server seed does not hash to the commitment\n");
        return 1;
    }
    void *memory = malloc(session_size(ACTIONS));
    if (!memory)
        return fail(STATUS_MEMORY, "verify", "not enough memory");
    struct session *s = session_new(memory, ACTIONS);
    struct fair fair;
    int status = 1;
    fair_begin_joined(&fair, seed, id, seats);
    if (!record_read(s, text, len, &fault))
        printf("line %d: %s\n", fault.line, fault.what);
    else if (result_fits(s, text, len))
        status = verify_draws(s, &fair);
    free(memory);
    return status;
}

int cli_verify(int argc, char **argv) {
    static const struct flag none[] = { { NULL, FLAG_ON, NULL, NULL } };
    const char *name = NULL;
    int stop = flags_parse(argc, argv, none,
                           "FILE -- check the dice and cards of a recorded game by drawing them again", &name, 1);
    size_t len = 0;
    if (stop != FLAGS_OK)
        return stop;
    if (!name)
        return complain("verify", "which FILE? (- for stdin)");
    int status;
    char *text = record_text("verify", name, &len, &status);
    if (!text)
        return status;
    status = verify(text, len);
    free(text);
    return status;
}
