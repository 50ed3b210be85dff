/* sha256.c -- SHA-256 and HMAC for the verifiable dice; tests/fair_test.c has the published
 * vectors. */
#include "sha256.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

/* The message schedule: sixteen words of the block, stretched to sixty-four. */
static void schedule(const uint8_t *p, uint32_t w[64]) {
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
}

/* The sixty-four rounds of one block. */
static void work_in(uint32_t h[8], const uint8_t *block) {
    uint32_t w[64], v[8];
    schedule(block, w);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + s1 + choice + K[i] + w[i];
        uint32_t s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
        uint32_t most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        for (int k = 7; k > 0; k--)
            v[k] = v[k - 1];
        v[4] += t1;
        v[0] = t1 + s0 + most;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void sha256_begin(struct sha256 *s) {
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memset(s, 0, sizeof *s);
    memcpy(s->h, start, sizeof start);
}

void sha256_add(struct sha256 *s, const void *data, size_t len) {
    const uint8_t *p = data;
    while (len > 0) {
        size_t have = s->len % SHA256_BLOCK, take = SHA256_BLOCK - have;
        if (take > len)
            take = len;
        memcpy(s->block + have, p, take);
        s->len += take;
        p += take;
        len -= take;
        if (s->len % SHA256_BLOCK == 0)
            work_in(s->h, s->block);
    }
}

/* One bit, zeros up to eight bytes before the end of a block, then the length in bits. */
void sha256_end(struct sha256 *s, uint8_t out[SHA256_SIZE]) {
    uint64_t bits = s->len * 8;
    uint8_t tail[SHA256_BLOCK + 8] = { 0x80 };
    size_t have = s->len % SHA256_BLOCK;
    size_t pad = have < 56 ? 56 - have : 120 - have;
    for (int i = 0; i < 8; i++)
        tail[pad + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(s, tail, pad + 8);
    for (int i = 0; i < SHA256_SIZE; i++)
        out[i] = (uint8_t)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256(const void *data, size_t len, uint8_t out[SHA256_SIZE]) {
    struct sha256 s;
    sha256_begin(&s);
    sha256_add(&s, data, len);
    sha256_end(&s, out);
}

/* Both hashes start with the key, so a struct hmac can be copied and continued. */
void hmac_begin(struct hmac *m, const void *key, size_t len) {
    uint8_t k[SHA256_BLOCK] = { 0 }, pad[SHA256_BLOCK];
    if (len > SHA256_BLOCK)
        sha256(key, len, k);
    else if (len > 0)
        memcpy(k, key, len);
    for (int i = 0; i < SHA256_BLOCK; i++)
        pad[i] = k[i] ^ 0x36;
    sha256_begin(&m->inner);
    sha256_add(&m->inner, pad, sizeof pad);
    for (int i = 0; i < SHA256_BLOCK; i++)
        pad[i] = k[i] ^ 0x5c;
    sha256_begin(&m->outer);
    sha256_add(&m->outer, pad, sizeof pad);
}

void hmac_add(struct hmac *m, const void *data, size_t len) {
    sha256_add(&m->inner, data, len);
}

void hmac_end(struct hmac *m, uint8_t out[SHA256_SIZE]) {
    uint8_t inner[SHA256_SIZE];
    sha256_end(&m->inner, inner);
    sha256_add(&m->outer, inner, sizeof inner);
    sha256_end(&m->outer, out);
}

void hex_format(const uint8_t *data, size_t len, char *out) {
    for (size_t i = 0; i < len; i++) {
        *out++ = "0123456789abcdef"[data[i] >> 4];
        *out++ = "0123456789abcdef"[data[i] & 15];
    }
    *out = '\0';
}

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Lower case only, and exactly `len` bytes. */
int hex_parse(const char *text, uint8_t *out, size_t len) {
    for (size_t i = 0; i < len; i++, text += 2) {
        if (digit(text[0]) < 0 || digit(text[1]) < 0)
            return -1;
        out[i] = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
    }
    return *text == '\0' ? 0 : -1;
}
