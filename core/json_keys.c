/* json_keys.c -- finds the first key that should not be there.
 *
 * `why` holds the path to the current place of the search. Each level appends its part and
 * removes it again, so at a find it holds the path to it. */
#include "json_keys.h"

enum { KEY_SHOWN = 40 };        /* how much of an unknown key is shown */

static void add_key(struct text *why, struct json_in key) {
    char name[KEY_SHOWN];
    if (why->len)
        text_char(why, '.');
    text_add(why, json_to_text(key, name, sizeof name) < 0 ? "(a long key)" : name);
}

static const struct json_shape *find(const struct json_shape *shape, struct json_in key) {
    for (; shape->key; shape++)
        if (json_equals(key, shape->key))
            return shape;
    return NULL;
}

bool json_stray_key(struct json_in v, const struct json_shape *shape, struct text *why) {
    struct json_in key = { NULL, 0 }, value;
    bool list = json_is_array(v);
    size_t at = 0, path = why->len;
    for (int i = 0; json_next(v, &at, &key, &value); i++) {
        const struct json_shape *row = list ? NULL : find(shape, key);
        const struct json_shape *in = list ? shape : row ? row->in : NULL;
        if (list)
            text_format(why, "[%d]", i);
        else
            add_key(why, key);
        if (!list && !row)
            return text_add(why, ": no such key"), true;
        if (in && json_stray_key(value, in, why))
            return true;
        text_cut(why, path);
    }
    return false;
}
