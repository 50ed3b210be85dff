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

enum { ACTIONS = 60000, RECORD_MAX = 8 << 20 };     /* the longest it takes */

/* The whole file, the caller's to free; NULL if it cannot be read or is too long. */
static char *read_all(const char *name, size_t *len) {
    FILE *in = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    char *text = in ? malloc(RECORD_MAX) : NULL;
    if (text)
        *len = fread(text, 1, RECORD_MAX, in);
    bool whole = text && *len < RECORD_MAX && !ferror(in);
    if (in && in != stdin)
        fclose(in);
    if (!whole)
        free(text);
    return whole ? text : NULL;
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

/* Draw entry `n` again; the number of outcomes, or -1 with the first that differs printed. Each
 * entry has random words of its own, by its number (core/fair.h). */
static int verify_entry(struct session *s, struct fair *fair, int n, void *state) {
    const struct action *a;
    int count = session_entry(s, n, &a), drawn = 0;
    session_at(s, n - 1, state);
    fair_entry(fair, (uint32_t)n);
    for (int i = 0; i < count; i++) {
        if (a[i].seat == SEAT_CHANCE) {
            struct action expected;
            char is[ACTION_TEXT_MAX], should[ACTION_TEXT_MAX];
            chance_draw(s->game, state, &fair->source, &expected);
            if (memcmp(&expected, &a[i], sizeof expected) != 0) {
                s->game->format(state, &a[i], is, sizeof is);
                s->game->format(state, &expected, should, sizeof should);
                printf("entry %d: %s, but the seed gives %s\n", n, is, should);
                return -1;
            }
            drawn++;
        }
        s->game->apply(state, &a[i]);
    }
    return drawn;
}

/* Every entry of the record, from its start; the exit status. */
static int verify_draws(struct session *s, struct fair *fair) {
    _Alignas(16) static unsigned char state[STATE_MAX];
    int total = 0;
    for (int n = 1; n <= s->entries_n; n++) {
        int drawn = verify_entry(s, fair, n, state);
        if (drawn < 0)
            return 1;
        total += drawn;
    }
    printf("verified: %d outcomes of chance in %d entries are those of the committed seed\n", total,
           s->entries_n);
    return 0;
}

/* 0: the dice are what was promised. 1: they are not, or the record cannot say. */
static int verify(const char *text, size_t len) {
    char commitment[80], seed_text[80], id[FAIR_ID_MAX + 1], seats[SEATS_MAX * 80];
    uint8_t seed[FAIR_SEED], wanted[SHA256_SIZE], got[SHA256_SIZE];
    struct record_fault fault;
    if (!header(text, len, "Commitment", commitment, sizeof commitment) ||
        !header(text, len, "Server-Seed", seed_text, sizeof seed_text) ||
        !header(text, len, "Seat-Seeds", seats, sizeof seats) ||
        !header(text, len, "Game-Id", id, sizeof id))
        return complain("verify", "the record has no fairness headers, or the game is not over"), 1;
    if (hex_parse(commitment, wanted, sizeof wanted) || hex_parse(seed_text, seed, sizeof seed))
        return complain("verify", "Commitment and Server-Seed must be 64 hex digits"), 1;
    fair_commit(seed, got);
    if (memcmp(got, wanted, sizeof got) != 0) {
        printf("the server seed does not hash to the commitment\n");
        return 1;
    }
    void *memory = malloc(session_size(ACTIONS));
    if (!memory)
        return complain("verify", "not enough memory"), 1;
    struct session *s = session_new(memory, ACTIONS);
    struct fair fair;
    int status = 1;
    fair_begin_joined(&fair, seed, id, seats);
    if (record_read(s, text, len, &fault))
        status = verify_draws(s, &fair);
    else
        printf("line %d: %s\n", fault.line, fault.what);
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
    char *text = name ? read_all(name, &len) : NULL;
    if (!text)
        return complain("verify", name ? "cannot read %s" : "which FILE? (- for stdin)", name);
    int status = verify(text, len);
    free(text);
    return status;
}
