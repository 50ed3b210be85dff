/* sha256.h -- SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), for dice anyone can verify.
 *
 * Not from a library, because the page's engine has none, and a page served over plain http on a
 * local network has no crypto.subtle. */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t h[8];
    uint64_t len;                       /* bytes taken so far */
    uint8_t block[SHA256_BLOCK];        /* bytes that do not fill a block yet */
};
void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *data, size_t len);
void sha256_end(struct sha256 *s, uint8_t out[SHA256_SIZE]);
void sha256(const void *data, size_t len, uint8_t out[SHA256_SIZE]);

/* The key's two blocks, already hashed; copy the struct for each message. */
struct hmac {
    struct sha256 inner, outer;
};
void hmac_begin(struct hmac *m, const void *key, size_t len);
void hmac_add(struct hmac *m, const void *data, size_t len);
void hmac_end(struct hmac *m, uint8_t out[SHA256_SIZE]);

/* Lower-case hex, 2*len characters and a NUL; and back: 0, or -1 if it is not len bytes. */
void hex_format(const uint8_t *data, size_t len, char *out);
int hex_parse(const char *text, uint8_t *out, size_t len);

#endif
