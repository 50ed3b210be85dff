/* bits.h -- sets as 64-bit words.
 *
 * The only file that names compiler builtins. Each has a fallback in plain C with the same
 * result, so bench signatures agree on every compiler and processor. */
#ifndef CORE_BITS_H
#define CORE_BITS_H

#include <stdint.h>

#if defined __GNUC__ || defined __clang__
#define BITS_BUILTIN 1
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
/* With ONE_COPY (sanitizers, fuzzers), or without optimisation, each function exists once. That
 * compiles quickly, and coverage can count it. */
#if defined __OPTIMIZE__ && !defined ONE_COPY
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif
#define NOINLINE __attribute__((noinline))
#define LIKE_PRINTF(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define BITS_BUILTIN 0
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#define ALWAYS_INLINE inline
#define NOINLINE
#define LIKE_PRINTF(format_at, values_at)
#endif

/* 1 on little-endian machines; 0 if the byte order is big-endian or unknown. */
#if defined __BYTE_ORDER__ && defined __ORDER_LITTLE_ENDIAN__
#define BITS_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
#define BITS_LITTLE 0
#endif

#if defined __BMI2__ && BITS_BUILTIN
#include <immintrin.h>
#endif

/* i in 0..63; C does not define a shift by 64. */
static inline uint64_t bits_one(int i) {
    return (uint64_t)1 << i;
}

/* The n lowest bits, for n in 0..64. */
static inline uint64_t bits_low(int n) {
    return n >= 64 ? ~(uint64_t)0 : bits_one(n) - 1;
}

/* How many bits are set. On the oldest x86-64 the builtin is a function call, which costs more. */
static inline int bits_count(uint64_t w) {
#if BITS_BUILTIN && (defined __POPCNT__ || !defined __x86_64__)
    return __builtin_popcountll(w);
#else
    w -= w >> 1 & 0x5555555555555555u;
    w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
    w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(w * 0x0101010101010101u >> 56);
#endif
}

/* The lowest set bit of a word that is not 0. */
static inline int bits_first(uint64_t w) {
#if BITS_BUILTIN
    return __builtin_ctzll(w);
#else
    return bits_count((w & (0 - w)) - 1);
#endif
}

/* The highest set bit of a word that is not 0. */
static inline int bits_last(uint64_t w) {
#if BITS_BUILTIN
    return 63 - __builtin_clzll(w);
#else
    for (int s = 1; s < 64; s *= 2)
        w |= w >> s;
    return bits_count(w) - 1;
#endif
}

/* Remove the lowest set bit of a nonzero word and return its index. */
static inline int bits_pop(uint64_t *w) {
    int i = bits_first(*w);
    *w &= *w - 1;
    return i;
}

/* The n-th set bit (from 0) of a word that has more than n. */
static inline int bits_select(uint64_t w, int n) {
#if defined __BMI2__ && BITS_BUILTIN
    return bits_first(_pdep_u64(bits_one(n), w));
#else
    int at = 0;
    for (int half = 32; half; half /= 2) {
        int low = bits_count(w & bits_low(half));
        int past = n >= low;
        n -= past ? low : 0;
        at += past ? half : 0;
        w >>= past ? half : 0;
    }
    return at;
#endif
}

/* Does this processor support x86-64-v3? */
static inline int bits_wide(void) {
#if defined __x86_64__ && BITS_BUILTIN
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

#endif
