/* fair.h -- dice that nobody can bend: a committed seed, everyone's own seed, and a
 * keyed hash that turns both into the random words of each entry of a game.
 *
 * The words of entry n do not depend on what was drawn before, only on n: so a
 * command that failed to be stored and is tried again gets the same dice, and an
 * entry can be verified alone. docs/protocol.md states the bytes. */
#ifndef CORE_FAIR_H
#define CORE_FAIR_H

#include <stdbool.h>

#include "action.h"
#include "chance.h"
#include "sha256.h"

enum { FAIR_SEED = 32, FAIR_ID_MAX = 32, FAIR_SEAT_SEED_MAX = 64 };

struct fair {
    struct source source;               /* first, so that a fair is a source */
    struct hmac key;                    /* keyed and past all that stays the same */
    uint32_t entry, block;
    int used;                           /* words taken of `out`, 8: none left */
    uint8_t out[SHA256_SIZE];
};

/* What everyone is shown before the first word is drawn. */
void fair_commit(const uint8_t seed[FAIR_SEED], uint8_t out[SHA256_SIZE]);

/* A text that may be a seat's seed: 1 to 64 printable ASCII characters but '|'. */
bool fair_seat_seed_ok(const char *text);

/* The stream of one game; `seat_seeds` are the `seats` seeds in order. */
void fair_begin(struct fair *f, const uint8_t seed[FAIR_SEED], const char *game_id, int seats,
                const char *const *seat_seeds);
/* The same with the seeds already joined by '|', as a record's header has them. */
void fair_begin_joined(struct fair *f, const uint8_t seed[FAIR_SEED], const char *game_id,
                       const char *seat_seeds);

/* The next words are those of this entry, from its first. */
void fair_entry(struct fair *f, uint32_t entry);

#endif
