/* fair.h -- dice that nobody can rig: a committed server seed, one seed per seat, and a keyed
 * hash that turns them into the random words of each entry of a game.
 *
 * The words of entry n depend only on n, not on earlier draws. So a command that could not be
 * stored gets the same dice when it is retried, and an entry can be verified alone.
 * docs/protocol.md specifies the bytes. */
#ifndef CORE_FAIR_H
#define CORE_FAIR_H

#include <stdbool.h>

#include "action.h"
#include "chance.h"
#include "sha256.h"

enum { FAIR_SEED = 32, FAIR_ID_MAX = 32, FAIR_SEAT_SEED_MAX = 64 };

struct fair {
    struct source source;               /* first, so that a fair is a source */
    struct hmac key;                    /* keyed, and past the part that all blocks share */
    uint32_t entry, block;
    int used;                           /* words taken from `out`; 8: none left */
    uint8_t out[SHA256_SIZE];
};

/* The commitment that everyone sees before the first word is drawn. */
void fair_commit(const uint8_t seed[FAIR_SEED], uint8_t out[SHA256_SIZE]);

/* Can this text be a seat's seed? 1 to 64 printable ASCII characters except '|'. */
bool fair_seat_seed_ok(const char *text);

/* The stream of one game; the seats' seeds are joined by '|', as in a record's header. */
void fair_begin(struct fair *f, const uint8_t seed[FAIR_SEED], const char *game_id,
                const char *seat_seeds);

/* Continue with the first word of this entry. */
void fair_entry(struct fair *f, uint32_t entry);

#endif
