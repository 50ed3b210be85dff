/* json.h -- a JSON writer and reader that allocate nothing.
 *
 * The writer keeps counting past the end of its buffer, so a caller can see how much room was
 * needed. The reader returns slices of the text it was given. json_check() must check a whole
 * text first; after that the slices are trusted. */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_out {
    char *text;
    size_t size, len;   /* len > size: it did not fit */
    bool comma;         /* the next value needs a comma before it */
};
struct json_out json_begin(char *text, size_t size);
bool json_fits(const struct json_out *o);           /* also ends the text with a NUL */
/* `key` is NULL inside an array and for the outermost value. */
void json_object(struct json_out *o, const char *key);
void json_object_end(struct json_out *o);
static inline struct json_out json_begin_object(char *text, size_t size) {
    struct json_out o = json_begin(text, size);
    json_object(&o, NULL);
    return o;
}
void json_array(struct json_out *o, const char *key);
void json_array_end(struct json_out *o);
void json_text(struct json_out *o, const char *key, const char *value);   /* escaped; NULL: null */
void json_text_n(struct json_out *o, const char *key, const char *value, size_t n);
void json_int(struct json_out *o, const char *key, int64_t value);
void json_int_or_null(struct json_out *o, const char *key, bool there, int64_t value);
void json_bits(struct json_out *o, const char *key, unsigned bits); /* [0,2] for 5 */
void json_bool(struct json_out *o, const char *key, bool value);
void json_null(struct json_out *o, const char *key);
void json_raw(struct json_out *o, const char *key, const char *text, size_t n); /* already JSON */
/* A text as JSON, for printing: `out` needs six times its bytes, and three. */
static inline const char *json_quote(const char *text, char *out, size_t size) {
    struct json_out o = json_begin(out, size);
    json_text(&o, NULL, text);
    return json_fits(&o) ? out : "null";
}
/* Only a key, for a value that another function writes. */
void json_key(struct json_out *o, const char *key);

struct json_in {
    const char *text;   /* the value's first character, no white space before it */
    size_t len;         /* 0: there is no such value */
};
enum { JSON_DEPTH_MAX = 16, JSON_KEYS_MAX = 1024 };    /* keys of all objects open at once */
/* Is this one whole, strict JSON value (RFC 8259, UTF-8, no duplicate keys in an
 * object)? Returns 0 and sets *value, or the 1-based offset of the first fault. */
size_t json_check(const char *text, size_t len, struct json_in *value);
struct json_in json_get(struct json_in object, const char *key);        /* len 0: absent */
/* Walk an array or object: start with *at = 0; false at the end. key may be NULL. */
bool json_next(struct json_in container, size_t *at, struct json_in *key, struct json_in *value);
bool json_is_object(struct json_in v);
bool json_is_array(struct json_in v);
bool json_is_text(struct json_in v);
bool json_is_null(struct json_in v);
bool json_is_given(struct json_in v);                           /* present, and not null */
bool json_to_int(struct json_in v, int64_t min, int64_t max, int64_t *out);
bool json_to_bool(struct json_in v, bool *out);
int json_to_text(struct json_in v, char *out, size_t size); /* unescaped; -1: none, or too long */
bool json_equals(struct json_in v, const char *text);           /* a string equal to this */

#endif
