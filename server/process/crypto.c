/* crypto.c -- the only file that uses libsodium: random bytes, passphrases, base64. */
#include "crypto.h"

#include <sodium.h>
#include <string.h>

#include "core/check.h"

_Static_assert(PASSPHRASE_HASH == crypto_pwhash_STRBYTES, "a hash fits");

void crypto_begin(void) {
    CHECK(sodium_init() >= 0);
}

void random_bytes(void *out, size_t len) {
    randombytes_buf(out, len);
}

uint32_t random_below(uint32_t n) {
    return randombytes_uniform(n);
}

bool same_secret(const char *a, const char *b, size_t len) {
    return sodium_memcmp(a, b, len) == 0;
}

void forget_secret(void *memory, size_t len) {
    sodium_memzero(memory, len);
}

bool passphrase_hash(const char *passphrase, char out[PASSPHRASE_HASH]) {
    return crypto_pwhash_str(out, passphrase, strlen(passphrase),
                             crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool passphrase_matches(const char *hash, const char *passphrase) {
    return crypto_pwhash_str_verify(hash, passphrase, strlen(passphrase)) == 0;
}

static void encode(const uint8_t *bytes, size_t len, char *out, int variant) {
    sodium_bin2base64(out, sodium_base64_encoded_len(len, variant), bytes, len, variant);
}

void base64(const uint8_t *bytes, size_t len, char *out) {
    encode(bytes, len, out, sodium_base64_VARIANT_ORIGINAL);
}

void base64_url(const uint8_t *bytes, size_t len, char *out) {
    encode(bytes, len, out, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
