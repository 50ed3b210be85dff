/* bundle.h -- a bundle of cards in one word: byte k counts kind k, byte 5 the total.
 *
 * The kinds are the five resources, or any five things such as development cards. No kind
 * passes 127, so sums and differences of bundles are plain arithmetic. A bundle whose kinds
 * the viewer may not know has its total and nothing else. */
#ifndef CORE_BUNDLE_H
#define CORE_BUNDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "action.h"
#include "bits.h"

#define BUNDLE_KINDS 0xffffffffffu      /* the bytes of the five kinds */
#define BUNDLE_EACH 0x0101010101u       /* one of each, without the total */
#define BUNDLE_TOP 0x8080808080u        /* the top bit of each kind */
#define BUNDLE_TOTAL ((uint64_t)1 << 8 * KINDS)
#define BUNDLE_CARD(kind) (((uint64_t)1 << 8 * (kind)) + BUNDLE_TOTAL)

static inline int bundle_count(uint64_t bundle, int kind) {
    return (int)(bundle >> 8 * kind & 255);
}

static inline int bundle_total(uint64_t bundle) {
    return bundle_count(bundle, KINDS);
}

/* Is `part` contained in it? The top bit of a byte survives the subtraction only where it did
 * not have to borrow: one compare for all kinds. */
static inline bool bundle_has(uint64_t bundle, uint64_t part) {
    return (((bundle | BUNDLE_TOP) - part) & BUNDLE_TOP) == BUNDLE_TOP;
}

/* The top bit of each kind of which a bundle holds at least as many as `least`. */
static inline uint64_t bundle_enough(uint64_t bundle, uint64_t least) {
    return ((bundle | BUNDLE_TOP) - least) & BUNDLE_TOP;
}

/* The top bit of each kind that the bundle holds. */
static inline uint64_t bundle_held(uint64_t bundle) {
    return bundle_enough(bundle, BUNDLE_EACH);
}

/* From top bits to a set of kinds: bit k is kind k. */
static inline unsigned bundle_set(uint64_t top) {
    return (unsigned)((top >> 7 | top >> 14 | top >> 21 | top >> 28 | top >> 35) & 31);
}

/* How many cards of `part` it lacks. */
static inline int bundle_missing(uint64_t bundle, uint64_t part) {
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int less = bundle_count(part, kind) - bundle_count(bundle, kind);
        n += less > 0 ? less : 0;
    }
    return n;
}

/* Which kind the n-th card is, the cards lying sorted by kind. */
static inline int bundle_nth(uint64_t bundle, int n) {
    uint64_t upto = (bundle & BUNDLE_KINDS) * BUNDLE_EACH;  /* byte k: cards of the kinds up to k */
    return (n >= bundle_count(upto, 0)) + (n >= bundle_count(upto, 1)) +
           (n >= bundle_count(upto, 2)) + (n >= bundle_count(upto, 3));
}

/* Are all cards known, not only how many they are? */
static inline bool bundle_known(uint64_t bundle) {
    int sum = 0;
    for (int kind = 0; kind < KINDS; kind++)
        sum += bundle_count(bundle, kind);
    return sum == bundle_total(bundle);
}

/* How many cards, and nothing more. */
static inline uint64_t bundle_hidden(uint64_t bundle) {
    return bundle & 255 * BUNDLE_TOTAL;
}

static inline uint64_t bundle_pack(const uint8_t count[KINDS]) {
    uint64_t kinds = 0, total = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        kinds |= (uint64_t)count[kind] << 8 * kind;
        total += count[kind];
    }
    return kinds + total * BUNDLE_TOTAL;
}

static inline void bundle_unpack(uint64_t bundle, uint8_t count[KINDS]) {
    for (int kind = 0; kind < KINDS; kind++)
        count[kind] = (uint8_t)bundle_count(bundle, kind);
}

#endif
