/* spread.h -- bytes sixteen at a time, for rows of features. */
#ifndef CORE_SPREAD_H
#define CORE_SPREAD_H

#include <stdint.h>
#include <string.h>

#if defined __SSE2__ && defined __GNUC__
#include <emmintrin.h>
#endif

static inline void copy_16(int8_t *to, const int8_t *from) {
#if defined __SSE2__ && defined __GNUC__
    _mm_storeu_si128((__m128i *)(void *)to, _mm_loadu_si128((const __m128i *)(const void *)from));
#else
    int8_t bytes[16];
    memcpy(bytes, from, 16);
    memcpy(to, bytes, 16);
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
