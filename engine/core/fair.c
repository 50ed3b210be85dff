/* fair.c -- the HMAC stream behind dice that anyone can verify; chance.h makes dice of its words.
 *
 * Verifiers in other languages compute the same hash, so every byte that goes into it is part of
 * a promise to players. Any change here needs a new name instead of "skerry-fair-1". */
#include "fair.h"

#include <string.h>

#include "text.h"

void fair_commit(const uint8_t seed[FAIR_SEED], uint8_t out[SHA256_SIZE]) {
    sha256(seed, FAIR_SEED, out);
}

/* Printable and without the separator '|', so the joined text is unambiguous. */
bool fair_seat_seed_ok(const char *text) {
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        if (text[i] < ' ' || text[i] > '~' || text[i] == '|')
            return false;
    return n > 0 && n <= FAIR_SEAT_SEED_MAX;
}

/* Entry and block number, each on its own line, after the part that all blocks share. */
static void next_block(struct fair *f) {
    struct hmac m = f->key;
    char lines[24];
    struct text t = text_begin(lines, sizeof lines);
    text_int(&t, f->entry);
    text_char(&t, '\n');
    text_int(&t, f->block++);
    hmac_add(&m, lines, t.len);
    hmac_end(&m, f->out);
    f->used = 0;
}

/* Big-endian words in order; `used` counts those already taken from the block. */
static uint32_t fair_word(struct source *source) {
    struct fair *f = (struct fair *)source;
    if (f->used == SHA256_SIZE / 4)
        next_block(f);
    const uint8_t *p = f->out + 4 * f->used++;
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The part that all blocks of a game share is hashed once. */
void fair_begin(struct fair *f, const uint8_t seed[FAIR_SEED], const char *game_id,
                const char *seat_seeds) {
    const char *const lines[] = { "skerry-fair-1", game_id, seat_seeds };
    memset(f, 0, sizeof *f);
    f->source.word = fair_word;
    hmac_begin(&f->key, seed, FAIR_SEED);
    for (int i = 0; i < 3; i++) {
        hmac_add(&f->key, lines[i], strlen(lines[i]));
        hmac_add(&f->key, "\n", 1);
    }
    fair_entry(f, 0);
}

/* Each entry starts its own stream, so it can be verified without the entries before it. */
void fair_entry(struct fair *f, uint32_t entry) {
    f->entry = entry;
    f->block = 0;
    f->used = SHA256_SIZE / 4;
}
