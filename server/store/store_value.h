/* store_value.h -- the parameters of an SQL statement, made where they are used:
 *
 *     VALUES(v_text(user), v_number(at))     an array and its length, as two arguments */
#ifndef SERVER_STORE_VALUE_H
#define SERVER_STORE_VALUE_H

#include <stddef.h>
#include <stdint.h>

struct store_value {
    const char *data; /* NULL: a number */
    int64_t number;
    int len; /* of bytes; -1: a text */
};

static inline struct store_value v_text(const char *text) {
    return (struct store_value){ .data = text ? text : "", .len = -1 };
}
static inline struct store_value v_number(int64_t number) {
    return (struct store_value){ .number = number };
}
static inline struct store_value v_bytes(const char *data, size_t len) {
    return (struct store_value){ .data = data ? data : "", .len = (int)len };
}

#define VALUE_LIST(...) ((const struct store_value[]){ __VA_ARGS__ })
#define VALUES(...) \
    VALUE_LIST(__VA_ARGS__), (int)(sizeof VALUE_LIST(__VA_ARGS__) / sizeof(struct store_value))

#endif
