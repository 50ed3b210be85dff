/* text.h -- builds and parses short text without stdio, so that the engine needs no libc in the
 * browser.
 *
 * A writer keeps counting past the end of its buffer, so a caller can see how much room was
 * needed. The buffer always ends with a NUL. A reader is a pointer that moves over the words of
 * a line. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bits.h"

struct text {
    char *start;
    size_t size, len;       /* len > size - 1: it did not fit */
};
struct text text_begin(char *start, size_t size);
bool text_fits(const struct text *t);
void text_set(struct text *t, const char *s);      /* replace the contents */
void text_cut(struct text *t, size_t len);          /* cut back to an earlier length */
void text_char(struct text *t, char c);
void text_add(struct text *t, const char *s);
void text_add_n(struct text *t, const char *s, size_t n);
void text_int(struct text *t, int64_t value);
/* As printf, for %s and %d alone. */
void text_format(struct text *t, const char *format, ...) LIKE_PRINTF(2, 3);
/* A number written at the end of `digit`; returns where it begins. */
enum { DIGITS_MAX = 24 };
size_t text_digits(char digit[DIGITS_MAX], int64_t value);
void text_hex(struct text *t, uint64_t value);      /* sixteen digits */

/* Is `s`, n characters long, the word `word`? */
bool text_is(const char *s, size_t n, const char *word);
/* How many letters have to be changed, put in or left out to make the word of `s`; 99 if one of
 * them has more than 32. */
int text_distance(const char *s, size_t n, const char *word);
/* A whole decimal number in [min, max] without sign or leading zeros; false otherwise. */
bool text_number(const char *s, size_t n, int64_t min, int64_t max, int64_t *out);
/* The next word of a line whose words are separated by single spaces: sets *word and its length
 * and moves *at to the next word; false if there is none. If **at is then NUL, the line was
 * well-formed and is read to its end. */
bool text_word(const char **at, const char **word, size_t *n);

/* The code point of the UTF-8 sequence that starts here, of at most n bytes, and its length; -1 if
 * there is none. */
int32_t text_point(const char *s, size_t n, size_t *used);
/* Not to be seen, or it changes how the rest is shown: control characters, direction marks and
 * overrides, invisible and private characters, and -1. */
bool text_strange(int32_t point);

#endif
