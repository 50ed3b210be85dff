/* crypto.h -- random bytes, passphrases and base64, done by libsodium. */
#ifndef SERVER_CRYPTO_H
#define SERVER_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PASSPHRASE_HASH = 128 }; /* bytes of one as text, with its cost and salt */

void crypto_begin(void); /* before anything else here, on any thread */

void random_bytes(void *out, size_t len);
uint32_t random_below(uint32_t n);

bool same_secret(const char *a, const char *b, size_t len); /* constant time */
void forget_secret(void *memory, size_t len);

/* Deliberately slow: for a worker. False: out of memory. */
bool passphrase_hash(const char *passphrase, char out[PASSPHRASE_HASH]);
bool passphrase_matches(const char *hash, const char *passphrase);

/* `out` has room for 4 characters per 3 bytes or part of them, and a NUL. */
void base64(const uint8_t *bytes, size_t len, char *out);
void base64_url(const uint8_t *bytes, size_t len, char *out); /* - and _, no padding */

#endif
