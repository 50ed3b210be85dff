/* position_members.c -- the small members of a position, out and in: seats, cards, places. */
#include "../core/cards.h"
#include "internal.h"
#include "position.h"

/* ---- out ---- */

enum { NAME_MAX = 16 };

void position_write_place(const struct catan *g, struct json_out *o, const char *key, int place,
                          void (*print)(const struct catan *, int, struct text *)) {
    char name[NAME_MAX];
    struct text t;
    text_begin(&t, name, sizeof name);
    print(g, place, &t);
    json_text(o, key, name);
}

void position_write_seat(struct json_out *o, const char *key, int seat) {
    if (seat == CATAN_NONE)
        json_null(o, key);
    else
        json_int(o, key, seat);
}

/* A set of seats as their numbers, ascending; bits above the seats, as OWES_CHANCE, are not. */
void position_write_seats(struct json_out *o, const char *key, unsigned seats) {
    json_array(o, key);
    for (int i = 0; i < SEATS_MAX; i++)
        if (seats >> i & 1)
            json_int(o, NULL, i);
    json_array_end(o);
}

/* {"knight":1}: what there is of each; null where only the total is known. */
void position_write_some(struct json_out *o, const char *key, const char *const *words,
                         uint64_t bundle) {
    if (!bundle_known(bundle)) {
        json_null(o, key);
        return;
    }
    json_object(o, key);
    for (int k = 0; k < KINDS; k++)
        if (bundle_count(bundle, k))
            json_int(o, words[k], bundle_count(bundle, k));
    json_object_end(o);
}

/* {"brick":1,"lumber":0,…}: every kind; null where only the total is known. */
void position_write_cards(struct json_out *o, const char *key, uint64_t bundle) {
    if (!bundle_known(bundle)) {
        json_null(o, key);
        return;
    }
    json_object(o, key);
    for (int k = 0; k < KINDS; k++)
        json_int(o, kind_names[k], bundle_count(bundle, k));
    json_object_end(o);
}

/* ---- in ---- */

bool position_fail(struct position *p, const char *why) {
    p->why = why;
    return false;
}

/* A number of 0..max into a byte; 0 where it is not given. */
bool position_read_count(struct json_in v, int max, uint8_t *out) {
    int64_t n = 0;
    if (json_is_given(v) && !json_to_int(v, 0, max, &n))
        return false;
    *out = (uint8_t)n;
    return true;
}

/* A seat of the game; CATAN_NONE where it is not given. */
bool position_read_seat(const struct catan *g, struct json_in v, uint8_t *out) {
    int64_t n = CATAN_NONE;
    if (json_is_given(v) && !json_to_int(v, 0, catan_seats(g) - 1, &n))
        return false;
    *out = (uint8_t)n;
    return true;
}

int position_read_word(struct json_in v, const char *const *words, int count) {
    for (int i = 0; i < count; i++)
        if (json_equals(v, words[i]))
            return i;
    return -1;
}

/* A place by its name; -1 if it is none. */
/* An array of seats as bits; absent or null is none. */
bool position_read_seat_set(const struct catan *g, struct json_in v, uint8_t *out) {
    struct json_in one;
    size_t at = 0;
    *out = 0;
    if (json_is_given(v) && !json_is_array(v))
        return false;
    while (json_next(v, &at, NULL, &one)) {
        uint8_t seat;
        if (!position_read_seat(g, one, &seat) || seat == CATAN_NONE)
            return false;
        *out = (uint8_t)(*out | 1 << seat);
    }
    return true;
}

/* A place by its name; -1 if it is none. */
int position_read_place(const struct catan *g, struct json_in v,
                        int (*read)(const struct catan *, const char *, size_t)) {
    char name[16];
    int n = json_to_text(v, name, sizeof name);
    return n < 0 ? -1 : read(g, name, (size_t)n);
}

/* {"knight":2,…} as a bundle with its total. */
bool position_read_bundle(struct json_in v, const char *const *words, uint64_t *out) {
    struct json_in key, value;
    size_t at = 0;
    int64_t n, total = 0;
    *out = 0;
    if (!json_is_object(v))
        return false;
    while (json_next(v, &at, &key, &value)) {
        int k = position_read_word(key, words, KINDS);
        if (k < 0 || !json_to_int(value, 0, 127, &n))
            return false;
        *out += (uint64_t)n << 8 * k;
        total += n;
    }
    *out += (uint64_t)total * BUNDLE_TOTAL;
    return total <= 127;
}

/* Cards that may be hidden from the viewer: then `count` says how many there are. */
bool position_read_secret(const struct catan *g, struct json_in v, struct json_in count,
                          const char *const *words, uint64_t *out) {
    uint8_t n;
    if (json_is_given(v))
        return position_read_bundle(v, words, out);
    if (g->viewer == SEAT_ALL)
        return *out = 0, v.len == 0;
    if (!position_read_count(count, 127, &n))
        return false;
    *out = (uint64_t)n * BUNDLE_TOTAL;
    return true;
}
