/* json_keys.h -- which keys a JSON value may have, as data.
 *
 * A reader looks up keys by name, so it would treat a misspelt key as left out. Readers of text
 * that people type check the keys here first. */
#ifndef CORE_JSON_KEYS_H
#define CORE_JSON_KEYS_H

#include "json.h"
#include "text.h"

struct json_shape {
    const char *key;                /* NULL ends */
    const struct json_shape *in;    /* the shape of the object under it, or of each object in an
                                     * array; NULL: its reader checks it */
};

#define KEY(name) { name, NULL }
#define KEYS_END { NULL, NULL }

/* Is there a key, at any depth, that the shape does not have? Then `why` says where:
 * "seats[1].hepler: no such key". Values are not checked. */
bool json_stray_key(struct json_in v, const struct json_shape *shape, struct text *why);

#endif
