/* bundle.h -- a bundle of cards in one word: byte k counts kind k, byte 5 the total.
 *
 * The kinds are the five resources, or any five things such as development cards. No kind
 * exceeds 127, so bundles can be added and subtracted as plain integers. If the viewer may not
 * know the kinds, a bundle has only its total. */
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

/* Does the bundle contain `part`? The top bit of a byte survives the subtraction only if the
 * byte did not borrow, so one compare covers all kinds. */
static inline bool bundle_has(uint64_t bundle, uint64_t part) {
    return (((bundle | BUNDLE_TOP) - part) & BUNDLE_TOP) == BUNDLE_TOP;
}

/* The top bit of each kind with at least as many cards as in `least`. */
static inline uint64_t bundle_enough(uint64_t bundle, uint64_t least) {
    return ((bundle | BUNDLE_TOP) - least) & BUNDLE_TOP;
}

/* The top bit of each kind that the bundle holds. */
static inline uint64_t bundle_held(uint64_t bundle) {
    return bundle_enough(bundle, BUNDLE_EACH);
}

/* Turn top bits into a set of kinds (bit k is kind k). The multiplication moves bit 8k+7 to bit
 * 59+k and nothing else there. */
static inline unsigned bundle_set(uint64_t top) {
    return (unsigned)(top * 0x10204081000000u >> 59);
}

/* How many cards of `part` are missing. */
static inline int bundle_missing(uint64_t bundle, uint64_t part) {
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int less = bundle_count(part, kind) - bundle_count(bundle, kind);
        n += less > 0 ? less : 0;
    }
    return n;
}

/* The kind of the n-th card, with the cards sorted by kind: the number of kinds among the first
 * four that lie completely before it. Byte k of `upto` counts the cards of kinds 0..k. A sum may
 * exceed 127, so two bytes are compared at a time, using the bit above each. */
static inline int bundle_nth(uint64_t bundle, int n) {
    const uint32_t bytes = 0x00ff00ff, above = 0x01000100;
    uint32_t upto = (uint32_t)((bundle & BUNDLE_KINDS) * BUNDLE_EACH);
    uint32_t nth = (uint32_t)n * 0x00010001 | above;
    uint32_t before = ((nth - (upto & bytes)) & above) + ((nth - (upto >> 8 & bytes)) & above);
    return (int)((before >> 8 & 255) + (before >> 24));
}

/* The same, as a bundle of that one card without its total. Up to 127 cards can be compared at
 * once, using the top bit of each byte. */
static ALWAYS_INLINE uint64_t bundle_nth_card(uint64_t bundle, int n) {
    if (UNLIKELY(bundle_total(bundle) > 127))
        return bits_one(8 * bundle_nth(bundle, n));
    uint32_t upto = (uint32_t)bundle * (uint32_t)BUNDLE_EACH, top = (uint32_t)BUNDLE_TOP;
    uint32_t before = (((uint32_t)n * (uint32_t)BUNDLE_EACH | top) - upto) & top;
    return (uint64_t)((before >> 7) * 255) + 1;
}

/* Are the kinds of the cards known, and not only the total? */
static inline bool bundle_known(uint64_t bundle) {
    int sum = 0;
    for (int kind = 0; kind < KINDS; kind++)
        sum += bundle_count(bundle, kind);
    return sum == bundle_total(bundle);
}

/* Only the number of cards. */
static inline uint64_t bundle_hidden(uint64_t bundle) {
    return bundle & 255 * BUNDLE_TOTAL;
}

/* Five counts in a row are the low bytes of a bundle; most machines copy four at once. */
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

/* The first four bytes of an action as one word, and a whole action written as two words. `give`
 * and `get` are bundles, with or without totals. For menus, which are written more often than
 * read. */
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
