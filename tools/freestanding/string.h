/* string.h -- the little of it that the rules may use, for the build without a C library. */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memset(void *to, int byte, size_t n);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
size_t strcspn(const char *s, const char *stop);
char *strchr(const char *s, int c);

#endif
