/* verify.c -- `skerry verify`: do the dice of a recorded game follow from the committed seed?
 *
 * It needs only the record: the seed must hash to the commitment, and every outcome of chance
 * must be the one that the seed, the seats' seeds and the entry's number give. The players
 * themselves must have seen that the commitment was made before the seats' seeds were known: it
 * is shown before anyone is ready (docs/protocol.md). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fair.h"
#include "core/json.h"
#include "core/record.h"
#include "commands.h"
#include "flags.h"
#include "foreign.h"
#include "record_file.h"

/* The findings, reported at the end. */
struct verdict {
    bool verified;
    int outcomes, entries;
    char why[640];              /* why it is not verified */
    char note[240];             /* "": none */
};

/* Note why the record is not verified; returns the exit status for that, 1. */
static int refute(struct verdict *v, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(v->why, sizeof v->why, format, arguments);
    foreign(v->why);
    va_end(arguments);
    return STATUS_FOUND;
}

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

/* Draw an outcome again; 1 if it differs. Each entry has its own random words, by its number
 * (core/fair.h). */
static int verify_draw(const struct session *s, struct fair *fair, const struct log_line *line,
                       const void *state, struct verdict *v) {
    struct action expected;
    char should[ACTION_TEXT_MAX];
    chance_draw(s->game, state, &fair->source, &expected);
    if (memcmp(&expected, line->action, sizeof expected) == 0)
        return STATUS_OK;
    s->game->format(state, &expected, should, sizeof should);
    return refute(v, "entry %d: %s, but the seed gives %s", line->seq, line->text, should);
}

/* Every entry of the record, from its start; the exit status. */
static int verify_draws(struct session *s, struct fair *fair, struct verdict *v) {
    struct log_reader reader;
    struct log_line line;
    log_read(&reader, &s->log, 0, SEAT_ALL, NULL);
    while (log_next(&reader, &line)) {
        if (line.first)
            fair_entry(fair, (uint32_t)line.seq);
        if (line.undo || line.action->seat != SEAT_CHANCE)
            continue;
        if (verify_draw(s, fair, &line, reader.state, v))
            return STATUS_FOUND;
        v->outcomes++;
    }
    v->verified = true;
    return STATUS_OK;
}

/* Check the record as a whole before its contents are trusted. */
static int check_whole(const char *text, size_t len, struct verdict *v) {
    int stated, found;
    switch (record_seal(text, len, &stated, &found)) {
    case RECORD_CUT:
        return refute(v, "the record is incomplete: it claims %d entries and has %d",
                      stated, found);
    case RECORD_CHANGED:
        return refute(v, "the record was changed after it was written: its Check header does not "
                         "fit");
    case RECORD_UNSEALED:
        snprintf(v->note, sizeof v->note,
                 "an older record without Entries and Check: whether names, date or number of "
                 "entries were changed is not known");
        return STATUS_OK;
    case RECORD_WHOLE:
        return STATUS_OK;
    }
    return STATUS_FOUND;
}

/* The record must name the winner that the game has. */
static int check_result(const struct session *s, const char *text, size_t len, struct verdict *v) {
    char result[16] = "nobody", is[16] = "nobody";
    int winner = -1;
    s->game->points(s->state, 0, &winner);
    header(text, len, "Result", result, sizeof result);
    if (winner >= 0)
        snprintf(is, sizeof is, "%d", winner);
    if (strcmp(result, is) != 0)
        return refute(v, "the record says that %s has won, but after its last entry %s has%s",
                      result, is, s->game->owes(s->state) ? ": it is cut short or changed" : "");
    if (s->game->owes(s->state))
        snprintf(v->note, sizeof v->note, "the game ended before it was won");
    return STATUS_OK;
}

/* The commitment, and the inputs of every draw; STATUS_FOUND if the record lacks them. */
static int check_seed(const char *text, size_t len, struct fair *fair, struct verdict *v) {
    char commitment[80], seed_text[80], id[FAIR_ID_MAX + 1], seats[SEATS_MAX * 80];
    uint8_t seed[FAIR_SEED], wanted[SHA256_SIZE], got[SHA256_SIZE];
    if (!header(text, len, "Commitment", commitment, sizeof commitment) ||
        !header(text, len, "Server-Seed", seed_text, sizeof seed_text) ||
        !header(text, len, "Seat-Seeds", seats, sizeof seats) ||
        !header(text, len, "Game-Id", id, sizeof id))
        return refute(v, "the record has no fairness headers, or the game is not over");
    if (hex_parse(commitment, wanted, sizeof wanted) || hex_parse(seed_text, seed, sizeof seed))
        return refute(v, "Commitment and Server-Seed must be 64 hex digits");
    fair_commit(seed, got);
    if (memcmp(got, wanted, sizeof got) != 0)
        return refute(v, "the server seed does not hash to the commitment");
    fair_begin(fair, seed, id, seats);
    return STATUS_OK;
}

/* 0: the dice are as promised. 1: they are not, or the record does not say. */
static int verify(const char *text, size_t len, struct verdict *v) {
    struct record_fault fault;
    struct fair fair;
    int status = check_whole(text, len, v);
    if (!status)
        status = check_seed(text, len, &fair, v);
    if (status)
        return status;
    struct session *s = session_allocate(SESSION_MAX);
    if (!s)
        return fail_memory("verify");
    if (!record_read(s, text, len, &fault))
        status = refute(v, "line %d: %s", fault.line, fault.what);
    else
        status = check_result(s, text, len, v);
    v->entries = s->log.entries_n;
    if (!status)
        status = verify_draws(s, &fair, v);
    free(s);
    return status;
}

static void tell(const struct verdict *v, bool json) {
    static char line[2048];
    if (!json && v->note[0])
        printf("note: %s\n", v->note);
    if (!json && v->verified)
        printf("verified: %d outcomes of chance in %d entries are those of the committed seed\n",
               v->outcomes, v->entries);
    if (!json && !v->verified)
        printf("%s\n", v->why);
    if (!json)
        return;
    struct json_out out = json_begin_object(line, sizeof line);
    json_bool(&out, "verified", v->verified);
    if (v->verified) {
        json_int(&out, "outcomes", v->outcomes);
        json_int(&out, "entries", v->entries);
    } else {
        json_text(&out, "why", v->why);
    }
    if (v->note[0])
        json_text(&out, "note", v->note);
    json_object_end(&out);
    printf("%s\n", line);
}

int cli_verify(int argc, char **argv) {
    static struct verdict verdict;
    const char *name = NULL;
    bool json = false;
    const struct flag flags[] = {
        { "--json", FLAG_ON, &json, "one line of JSON" },
        { NULL, FLAG_ON, NULL, NULL },
    };
    int stop = flags_parse(argc, argv, flags,
                           "FILE [flags] -- check the dice and cards of a recorded game by drawing them again", &name, 1);
    size_t len = 0;
    if (stop != FLAGS_OK)
        return stop;
    if (!name)
        return complain("verify", "which FILE? (- for stdin)");
    int status;
    char *text = record_text("verify", name, &len, &status);
    if (!text)
        return status;
    status = verify(text, len, &verdict);
    free(text);
    if (status <= STATUS_FOUND)
        tell(&verdict, json);
    return status;
}
