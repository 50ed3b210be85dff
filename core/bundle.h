/* bundle.h -- a bundle of cards in one word: byte k counts kind k, byte 5 the total.
 *
 * The kinds are the five resources, or any five things such as development cards. No kind
 * passes 127, so sums and differences of bundles are plain arithmetic. A bundle whose kinds
 * the viewer may not know has its total and nothing else. */
#ifndef CORE_BUNDLE_H
#define CORE_BUNDLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

/* From top bits to a set of kinds: bit k is kind k. The product moves bit 8k+7 to bit 59+k, and
 * nothing else there. */
static inline unsigned bundle_set(uint64_t top) {
    return (unsigned)(top * 0x10204081000000u >> 59);
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

/* Which kind the n-th card is, the cards lying sorted by kind: how many of the first four kinds
 * lie before it as a whole. Byte k of `upto` counts the cards of the kinds up to k; a total may
 * pass 127, so they are compared two by two, with the bit above a byte saying "at least". */
static inline int bundle_nth(uint64_t bundle, int n) {
    const uint32_t bytes = 0x00ff00ff, above = 0x01000100;
    uint32_t upto = (uint32_t)((bundle & BUNDLE_KINDS) * BUNDLE_EACH);
    uint32_t nth = (uint32_t)n * 0x00010001 | above;
    uint32_t before = ((nth - (upto & bytes)) & above) + ((nth - (upto >> 8 & bytes)) & above);
    return (int)((before >> 8 & 255) + (before >> 24));
}

/* The same as the card itself, without its total. Up to 127 cards can be compared all at once, with
 * the top bits of bytes saying "at least": those of the kinds before it, which are the lowest. */
static ALWAYS_INLINE uint64_t bundle_nth_card(uint64_t bundle, int n) {
    if (UNLIKELY(bundle_total(bundle) > 127))
        return bits_one(8 * bundle_nth(bundle, n));
    uint32_t upto = (uint32_t)bundle * (uint32_t)BUNDLE_EACH, top = (uint32_t)BUNDLE_TOP;
    uint32_t before = (((uint32_t)n * (uint32_t)BUNDLE_EACH | top) - upto) & top;
    return (uint64_t)((before >> 7) * 255) + 1;
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

/* Five counts in a row are the low bytes of a bundle; most machines can copy four in one go. */
static inline uint64_t bundle_pack(const uint8_t count[KINDS]) {
    uint32_t four = 0;
    uint64_t kinds = 0, total = 0;
    if (BITS_LITTLE)
        memcpy(&four, count, sizeof four);
    for (int kind = 0; kind < KINDS; kind++) {
        if (!BITS_LITTLE || kind == KINDS - 1)
            kinds |= (uint64_t)count[kind] << 8 * kind;
        total += count[kind];
    }
    return (four | kinds) + total * BUNDLE_TOTAL;
}

static inline void bundle_unpack(uint64_t bundle, uint8_t count[KINDS]) {
    if (BITS_LITTLE)
        memcpy(count, &bundle, KINDS);
    else
        for (int kind = 0; kind < KINDS; kind++)
            count[kind] = (uint8_t)bundle_count(bundle, kind);
}

/* An action's first four bytes in one word, and the whole of it written in two: the cards of `give`
 * and `get` are bundles, totals or not. For menus, which are written more often than read. */
static ALWAYS_INLINE uint64_t action_head(int type, int seat, int place, int target) {
    return (uint32_t)type | (uint32_t)(uint8_t)seat << 8 | (uint32_t)place << 16 |
           (uint32_t)target << 24;
}

static ALWAYS_INLINE void action_write(struct action *a, uint64_t head, uint64_t give,
                                       uint64_t get) {
    if (BITS_LITTLE) {
        uint64_t word[2] = { head | give << 32, (give >> 32 & 255) | (get & BUNDLE_KINDS) << 8 };
        memcpy(a, word, sizeof word);
        return;
    }
    *a = (struct action){ .type = (uint8_t)head, .seat = (int8_t)(head >> 8 & 255),
                          .place = (uint8_t)(head >> 16), .target = (uint8_t)(head >> 24) };
    bundle_unpack(give, a->give);
    bundle_unpack(get, a->get);
}

#endif
