/* simd.h -- writes bytes sixteen at a time, for rows of features. */
#ifndef CORE_SIMD_H
#define CORE_SIMD_H

#include <stdint.h>
#include <string.h>

#if defined __SSE2__ && defined __GNUC__
#include <emmintrin.h>
#endif

/* Prefetch memory that is read soon; the address need not be valid. */
static inline void fetch_line(const void *at) {
#if defined __SSE2__ && defined __GNUC__
    _mm_prefetch((const char *)at, _MM_HINT_T0);
#else
    (void)at;
#endif
}

/* Sixteen bytes in a register, where there are such registers. */
#if defined __SSE2__ && defined __GNUC__
typedef __m128i bytes_16;
static inline bytes_16 load_16(const int8_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}
static inline void store_16(int8_t *to, bytes_16 bytes) {
    _mm_storeu_si128((__m128i *)(void *)to, bytes);
}
#else
typedef struct { int8_t b[16]; } bytes_16;
static inline bytes_16 load_16(const int8_t *from) {
    bytes_16 bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}
static inline void store_16(int8_t *to, bytes_16 bytes) { memcpy(to, &bytes, sizeof bytes); }
#endif

static inline void copy_16(int8_t *to, const int8_t *from) { store_16(to, load_16(from)); }

static inline void clear_64(uint8_t *out) {
    static const int8_t zero[16];
    for (int i = 0; i < 64; i += 16)
        copy_16((int8_t *)out + i, zero);
}

/* Clear a long row: always the same stores, no call. */
static inline void clear_row(uint8_t *out, size_t n) {
    if (n < 64) {
        memset(out, 0, n);
        return;
    }
    for (const uint8_t *end = out + n - 64; out < end; out += 64)
        clear_64(out);
    clear_64(out - (-n & 63));
}

/* Byte 5 of each of four words; the first word's is the lowest. */
static inline uint32_t fifth_bytes(const uint64_t word[4]) {
#if defined __SSE2__ && defined __GNUC__
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)word);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(word + 2));
    __m128i all = _mm_packs_epi32(_mm_srli_epi64(low, 40), _mm_srli_epi64(high, 40));
    all = _mm_packs_epi32(all, all);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(all, all));
#else
    uint32_t all = 0;
    for (int i = 0; i < 4; i++)
        all |= (uint32_t)(word[i] >> 40 & 255) << 8 * i;
    return all;
#endif
}

/* 1 where `ones` has the bit, 2 where `twos` has it. */
static inline void spread_bits(unsigned ones, unsigned twos, int8_t out[16]) {
#if defined __SSE2__ && defined __GNUC__
    const __m128i bit = _mm_set1_epi64x((long long)0x8040201008040201u);
    __m128i a = _mm_cvtsi32_si128((int)ones), b = _mm_cvtsi32_si128((int)twos);
    a = _mm_shufflelo_epi16(_mm_unpacklo_epi8(a, a), 0x50);
    b = _mm_shufflelo_epi16(_mm_unpacklo_epi8(b, b), 0x50);
    a = _mm_cmpeq_epi8(_mm_and_si128(_mm_shuffle_epi32(a, 0x50), bit), bit);
    b = _mm_cmpeq_epi8(_mm_and_si128(_mm_shuffle_epi32(b, 0x50), bit), bit);
    a = _mm_add_epi8(a, _mm_add_epi8(b, b));
    _mm_storeu_si128((__m128i *)(void *)out, _mm_sub_epi8(_mm_setzero_si128(), a));
#else
    for (int i = 0; i < 16; i++)
        out[i] = (int8_t)((ones >> i & 1) + 2 * (twos >> i & 1));
#endif
}

#endif
