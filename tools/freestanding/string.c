/* string.c -- memory and text functions for the build without a C library.
 *
 * Compiled without builtins, so that no loop here is turned into a call of itself. */
#include "string.h"

void *memset(void *to, int byte, size_t n) {
    unsigned char *t = to;
    while (n--)
        *t++ = (unsigned char)byte;
    return to;
}

void *memcpy(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t <= f)
        return memcpy(to, from, n);
    while (n--)
        t[n] = f[n];
    return to;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (; n && *x == *y; n--)
        x++, y++;
    return n ? *x - *y : 0;
}

void *memchr(const void *s, int c, size_t n) {
    for (const unsigned char *x = s; n--; x++)
        if (*x == (unsigned char)c)
            return (void *)(size_t)x;
    return NULL;
}

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (; n && *a && *a == *b; n--)
        a++, b++;
    return n ? (unsigned char)*a - (unsigned char)*b : 0;
}

int strcmp(const char *a, const char *b) {
    return strncmp(a, b, (size_t)-1);
}

char *strchr(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (!*s)
            return NULL;
    return (char *)(size_t)s;
}

size_t strcspn(const char *s, const char *stop) {
    size_t n = 0;
    while (s[n] && !strchr(stop, s[n]))
        n++;
    return n;
}
