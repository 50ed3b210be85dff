/* verify.c -- judges a record: see verify.h. */
#include "verify.h"

#include <string.h>

const char *verify_fault_name(enum verify_fault fault) {
    static const char *const name[] = {
        NULL,
#define X(name, id) id,
        VERIFY_FAULTS(X)
#undef X
    };
    return name[fault];
}

/* The first fault counts; the search goes on, so that everything wrong can be shown. */
static bool refute(struct verification *v, enum verify_fault fault) {
    if (v->fault)
        return false;
    v->fault = fault;
    return true;
}

/* The record as a whole, before its contents are trusted. */
static void check_seal(struct verification *v, const char *text, size_t len) {
    enum record_seal seal = record_seal(text, len, &v->stated, &v->found);
    v->sealed = seal != RECORD_UNSEALED;
    if (seal == RECORD_CUT)
        refute(v, VERIFY_CUT);
    if (seal == RECORD_CHANGED)
        refute(v, VERIFY_CHANGED);
}

/* The commitment, and the inputs of every draw; false if the record lacks them. */
static bool check_seed(struct verification *v, const char *text, size_t len) {
    char commitment[80], seed_text[80], id[FAIR_ID_MAX + 1], seats[SEATS_MAX * 80];
    uint8_t seed[FAIR_SEED], wanted[SHA256_SIZE], got[SHA256_SIZE];
    if (!record_header(text, len, "Commitment", commitment, sizeof commitment) ||
        !record_header(text, len, "Server-Seed", seed_text, sizeof seed_text) ||
        !record_header(text, len, "Seat-Seeds", seats, sizeof seats) ||
        !record_header(text, len, "Game-Id", id, sizeof id)) {
        refute(v, VERIFY_NO_PROMISE);
        return false;
    }
    if (hex_parse(commitment, wanted, sizeof wanted) || hex_parse(seed_text, seed, sizeof seed)) {
        refute(v, VERIFY_BAD_PROMISE);
        return false;
    }
    fair_commit(seed, got);
    v->promised = memcmp(got, wanted, sizeof got) == 0;
    if (!v->promised)
        refute(v, VERIFY_OTHER_SEED);
    fair_begin(&v->fair, seed, id, seats);
    return true;
}

static void set(char *to, size_t size, const char *word) {
    struct text t = text_begin(to, size);
    text_add(&t, word);
}

/* The record must name the winner that the game has. */
static void check_result(struct verification *v, const struct session *s, const char *text,
                         size_t len) {
    int winner = -1;
    s->game->points(s->state, 0, &winner);
    set(v->winner, sizeof v->winner, "nobody");
    if (winner >= 0) {
        struct text number = text_begin(v->winner, sizeof v->winner);
        text_int(&number, winner);
    }
    if (!record_header(text, len, "Result", v->result, sizeof v->result))
        set(v->result, sizeof v->result, "nobody");
    v->decided = s->game->owes(s->state) == 0;
    if (strcmp(v->result, v->winner) != 0)
        refute(v, VERIFY_RESULT);
}

void verify_begin(struct verification *v, struct session *s, const char *text, size_t len) {
    memset(v, 0, sizeof *v);
    v->decided = true;
    check_seal(v, text, len);
    bool seeded = check_seed(v, text, len);
    if (!record_read(s, text, len, &v->unread)) {
        refute(v, VERIFY_UNREADABLE);
        return;
    }
    v->entries = s->log.entries_n;
    check_result(v, s, text, len);
    if (!seeded)
        return;
    v->s = s;
    log_read(&v->reader, &s->log, 0, SEAT_ALL, NULL);
}

/* Draw an outcome again. Each entry has its own random words, by its number (core/fair.h). */
static void draw_again(struct verification *v, const struct log_line *line,
                       struct verify_draw *draw) {
    const struct game *game = v->s->game;
    const void *state = v->reader.state;
    uint32_t weight[OUTCOMES_MAX];
    struct action drawn;
    chance_draw(game, state, &v->fair.source, &drawn);
    draw->entry = line->seq;
    draw->of = game->weights(state, weight);
    draw->same = memcmp(&drawn, line->action, sizeof drawn) == 0;
    memcpy(draw->was, line->text, sizeof draw->was);
    game->format(state, &drawn, draw->drawn, sizeof draw->drawn);
    if (!draw->same && refute(v, VERIFY_DRAW))
        v->other = *draw;
    v->outcomes++;
}

bool verify_next(struct verification *v, struct verify_draw *draw) {
    struct log_line line;
    while (v->s && log_next(&v->reader, &line)) {
        if (line.first)
            fair_entry(&v->fair, (uint32_t)line.seq);
        if (!line.undo && line.action->seat == SEAT_CHANCE) {
            draw_again(v, &line, draw);
            return true;
        }
    }
    return false;
}
