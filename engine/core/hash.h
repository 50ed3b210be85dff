/* hash.h -- hashes: FNV-1a for text, words at a time for states, a mixer for tables. None is
 * cryptographic. */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START 0xcbf29ce484222325u

/* FNV-1a; start with HASH_START, or continue from an earlier result. */
static inline uint64_t hash_bytes(uint64_t h, const void *data, size_t n) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < n; i++)
        h = (h ^ byte[i]) * 0x100000001b3u;
    return h;
}

/* The hash of a C string. */
static inline uint64_t hash_text(const char *text) {
    return hash_bytes(HASH_START, text, strlen(text));
}

/* A hash of states, eight bytes at a time; `n` is a multiple of eight. */
static inline uint64_t hash_words(uint64_t h, const void *data, size_t n) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word;
        memcpy(&word, byte + i, sizeof word);
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h;
}

/* Spread every bit of x over all bits (the end of splitmix64). */
static inline uint64_t hash_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

#endif
