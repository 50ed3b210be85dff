/* ids.c -- the ids of tables and people, which links and invitations carry. */
#include "core/check.h"
#include "auth.h"
#include "process/crypto.h"

/* Five bits per character. An id is not a secret, but a private table is found only by its id,
 * so it must not be guessable either. */
void random_id(char *out, int chars) {
    /* 32 characters that do not look alike */
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    unsigned char bytes[64];
    CHECK(chars <= (int)sizeof bytes);
    random_bytes(bytes, (size_t)chars);
    for (int i = 0; i < chars; i++)
        out[i] = alphabet[bytes[i] & 31];
    out[chars] = '\0';
}
