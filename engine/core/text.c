/* text.c -- appends to a bounded buffer, and reads words and numbers.
 *
 * Appending never fails: `len` counts what would have been written. The buffer holds as much as
 * fits and always ends with a NUL. */
#include "text.h"

#include <stdarg.h>
#include <string.h>

struct text text_begin(char *start, size_t size) {
    if (size)
        start[0] = '\0';
    return (struct text){ start, size, 0 };
}

bool text_fits(const struct text *t) {
    return t->len < t->size;
}

void text_add_n(struct text *t, const char *s, size_t n) {
    if (t->len + 1 < t->size) {
        size_t room = t->size - t->len - 1;
        size_t copy = n < room ? n : room;
        memcpy(t->start + t->len, s, copy);
        t->start[t->len + copy] = '\0';
    }
    t->len += n;
}

void text_char(struct text *t, char c) {
    if (t->len + 1 < t->size) {
        t->start[t->len] = c;
        t->start[t->len + 1] = '\0';
    }
    t->len++;
}

void text_add(struct text *t, const char *s) {
    text_add_n(t, s, strlen(s));
}

void text_cut(struct text *t, size_t len) {
    t->len = len;
    if (len < t->size)
        t->start[len] = '\0';
}

void text_set(struct text *t, const char *s) {
    text_cut(t, 0);
    text_add(t, s);
}

size_t text_digits(char digit[DIGITS_MAX], int64_t value) {
    size_t at = DIGITS_MAX;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do
        digit[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        digit[--at] = '-';
    return at;
}

void text_int(struct text *t, int64_t value) {
    char digit[DIGITS_MAX];
    size_t at = text_digits(digit, value);
    text_add_n(t, digit + at, sizeof digit - at);
}

void text_format(struct text *t, const char *format, ...) {
    va_list values;
    va_start(values, format);
    for (size_t n = strcspn(format, "%"); format[n]; format += n + 2, n = strcspn(format, "%")) {
        text_add_n(t, format, n);
        if (format[n + 1] == 's')
            text_add(t, va_arg(values, const char *));
        else
            text_int(t, va_arg(values, int));
    }
    va_end(values);
    text_add(t, format);
}

void text_hex(struct text *t, uint64_t value) {
    char digit[16];
    for (int i = 0; i < 16; i++)
        digit[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
    text_add_n(t, digit, sizeof digit);
}

bool text_is(const char *s, size_t n, const char *word) {
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

/* Only digits, no sign, no leading zero: a number has one spelling. */
bool text_number(const char *s, size_t n, int64_t min, int64_t max, int64_t *out) {
    int64_t value = 0;
    if (n == 0 || n > 18 || (n > 1 && s[0] == '0'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        value = value * 10 + (s[i] - '0');
    }
    *out = value;
    return min <= value && value <= max;
}

int text_distance(const char *s, size_t n, const char *word) {
    int row[33];
    size_t len = strlen(word);
    if (n > 32 || len > 32)
        return 99;
    for (size_t k = 0; k <= len; k++)
        row[k] = (int)k;
    for (size_t i = 0; i < n; i++) {
        int corner = row[0];
        row[0] = (int)i + 1;
        for (size_t k = 1; k <= len; k++) {
            int best = corner + (s[i] != word[k - 1]);
            corner = row[k];
            best = best < corner + 1 ? best : corner + 1;
            row[k] = best < row[k - 1] + 1 ? best : row[k - 1] + 1;
        }
    }
    return row[len];
}

/* Words are separated by single spaces. After two spaces, or one at the end, *at stays at the
 * space, and the next word is refused. */
bool text_word(const char **at, const char **word, size_t *n) {
    const char *s = *at;
    size_t len = 0;
    while (s[len] != '\0' && s[len] != ' ')
        len++;
    if (len == 0)
        return false;
    *word = s;
    *n = len;
    *at = s + len;
    if (s[len] == ' ' && s[len + 1] != '\0' && s[len + 1] != ' ')
        *at = s + len + 1;
    return true;
}

int32_t text_point(const char *s, size_t n, size_t *used) {
    static const int32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char b = (unsigned char)s[0];
    size_t len = b < 0x80 ? 1 : b >> 5 == 6 ? 2 : b >> 4 == 14 ? 3 : b >> 3 == 30 ? 4 : 0;
    if (len == 0 || len > n)
        return -1;
    int32_t point = len == 1 ? b : b & (0x7f >> len);
    for (size_t i = 1; i < len; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return -1;
        point = point << 6 | (s[i] & 0x3f);
    }
    *used = len;
    bool surrogate = point >= 0xd800 && point < 0xe000;
    return point < least[len] || surrogate || point > 0x10ffff ? -1 : point;
}

bool text_strange(int32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0x115f || c == 0x1160 ||
           c == 0x3164 || c == 0xffa0 || (c >= 0xe000 && c <= 0xf8ff) ||
           (c >= 0xfff0 && c <= 0xffff) || c >= 0xe0000;
}
