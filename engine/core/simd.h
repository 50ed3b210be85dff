/* simd.h -- writes bytes sixteen at a time, for rows of features. */
#ifndef CORE_SIMD_H
#define CORE_SIMD_H

#include <stdint.h>
#include <string.h>

#if defined __SSE2__ && defined __GNUC__
#include <emmintrin.h>
#endif

/* Prefetch memory that is read soon; the address need not be valid. A macro: gcc removes calls
 * of a function that only prefetches, because it returns nothing and changes nothing. */
#ifdef __GNUC__
#define fetch_line(at) __builtin_prefetch(at)
#else
#define fetch_line(at) ((void)(at))
#endif

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
    memset(out, 0, 64);
}

/* Clear a long row: always the same stores, no call. */
static inline void clear_row(uint8_t *out, size_t n) {
    if (n < 64) {
        memset(out, 0, n);
        return;
    }
    uint8_t *end = out + n - 64;
    for (; out + 64 < end; out += 128) {
        clear_64(out);
        clear_64(out + 64);
    }
    if (out < end)
        clear_64(out);
    clear_64(end);
}

/* Four rows of four bytes: byte 5 of each word of `a`; byte 5 of each sum of `b` and `c`; the
 * bytes of `third` and `fourth`, the lowest first. */
static inline bytes_16 four_rows(const uint64_t a[4], const uint64_t b[4], const uint64_t c[4],
                                 uint32_t third, uint32_t fourth) {
#if defined __SSE2__ && defined __GNUC__
#define PAIR(of, k) _mm_loadu_si128((const __m128i *)(const void *)(of + k))
    __m128i x = _mm_packs_epi32(_mm_srli_epi64(PAIR(a, 0), 40), _mm_srli_epi64(PAIR(a, 2), 40));
    __m128i y = _mm_packs_epi32(_mm_srli_epi64(_mm_add_epi64(PAIR(b, 0), PAIR(c, 0)), 40),
                                _mm_srli_epi64(_mm_add_epi64(PAIR(b, 2), PAIR(c, 2)), 40));
#undef PAIR
    x = _mm_packs_epi32(x, y);
    y = _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)third), _mm_cvtsi32_si128((int)fourth));
    return _mm_unpacklo_epi64(_mm_packus_epi16(x, x), y);
#else
    bytes_16 rows;
    for (int i = 0; i < 4; i++) {
        rows.b[i] = (int8_t)(a[i] >> 40);
        rows.b[4 + i] = (int8_t)((b[i] + c[i]) >> 40);
        rows.b[8 + i] = (int8_t)(third >> 8 * i);
        rows.b[12 + i] = (int8_t)(fourth >> 8 * i);
    }
    return rows;
#endif
}

/* Four rows of four bytes from four words. */
static inline bytes_16 rows_of(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
#if defined __SSE2__ && defined __GNUC__
    return _mm_set_epi32((int)d, (int)c, (int)b, (int)a);
#else
    const uint32_t word[4] = { a, b, c, d };
    bytes_16 rows;
    for (int i = 0; i < 16; i++)
        rows.b[i] = (int8_t)(word[i / 4] >> 8 * (i % 4));
    return rows;
#endif
}

/* Rotate each of the four rows so that it begins with its byte `by`. */
static inline bytes_16 turn_rows(bytes_16 rows, int by) {
#if defined __SSE2__ && defined __GNUC__
    return _mm_or_si128(_mm_srl_epi32(rows, _mm_cvtsi32_si128(8 * by)),
                        _mm_sll_epi32(rows, _mm_cvtsi32_si128(32 - 8 * by)));
#else
    bytes_16 turned;
    for (int i = 0; i < 16; i++)
        turned.b[i] = rows.b[(i & ~3) + (i + by) % 4];
    return turned;
#endif
}

/* The first eight bytes to one place, the others to another. */
static inline void store_halves(int8_t *low, int8_t *high, bytes_16 bytes) {
#if defined __SSE2__ && defined __GNUC__
    _mm_storel_epi64((__m128i *)(void *)low, bytes);
    _mm_storel_epi64((__m128i *)(void *)high, _mm_unpackhi_epi64(bytes, bytes));
#else
    memcpy(low, bytes.b, 8);
    memcpy(high, bytes.b + 8, 8);
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
