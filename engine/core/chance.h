/* chance.h -- draws outcomes from random words, without bias.
 *
 * The page, the server, the arena and the verifier all use these functions. A source returns
 * 32-bit words: from a seeded generator for play and tests, or from an HMAC stream if the dice
 * must be verifiable (core/fair.h). */
#ifndef CORE_CHANCE_H
#define CORE_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "action.h"
#include "bits.h"
#include "hash.h"

struct source {
    uint32_t (*word)(struct source *src);
};

/* A seeded generator (splitmix64, upper half): the same on every platform. */
struct rng {
    struct source source;       /* first, so that an rng is a source */
    uint64_t s;
};
void rng_seed(struct rng *r, uint64_t seed);
uint32_t rng_word(struct source *src);      /* the `word` of every rng */

/* The seeded generator behind a source, or NULL if the source is something else. The words of
 * an rng can be drawn inline. */
static inline struct rng *source_rng(struct source *src) {
    return src->word == rng_word ? (struct rng *)(void *)src : NULL;
}

static inline uint64_t rng_next(struct rng *r) {
    return hash_mix(r->s += 0x9e3779b97f4a7c15u);
}

/* A number in [0, n): multiply and shift, with a rejection step that makes it exact. */
uint32_t source_below(struct source *src, uint32_t n);

/* The same number as source_below(&r->source, n), for loops that cannot afford the call. */
static ALWAYS_INLINE uint32_t rng_below(struct rng *r, uint32_t n) {
    uint64_t wide = (rng_next(r) >> 32) * n;
    if (UNLIKELY((uint32_t)wide < n)) {
        uint32_t unfair = (0 - n) % n;
        while ((uint32_t)wide < unfair)
            wide = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* The same without the rejection loop. Returns false, with nothing drawn, in at most one case in
 * a million; the caller then takes the slow path. */
static ALWAYS_INLINE bool rng_try_below(struct rng *r, uint32_t n, uint32_t *number) {
    struct rng next = *r;
    uint64_t wide = (rng_next(&next) >> 32) * n;
    if (UNLIKELY((uint32_t)wide < n))
        return false;
    r->s = next.s;
    *number = (uint32_t)(wide >> 32);
    return true;
}

enum { OUTCOMES_MAX = 256 };    /* no state has more chance outcomes than this */

struct game;
/* Draw an outcome of chance for `state`: one number below the sum of weights(),
 * then the first outcome whose running sum passes it. */
void chance_draw(const struct game *game, const void *state, struct source *src,
                 struct action *out);
/* The same for outcomes that are already listed. */
void chance_pick(const struct action *menu, const uint32_t *weight, int n, struct source *src,
                 struct action *out);
/* The same by listing all outcomes, for games and phases without a faster way. */
void chance_draw_listed(const struct game *game, const void *state, struct source *src,
                        struct action *out);

#endif
