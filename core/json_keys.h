/* json_keys.h -- which keys a JSON value may have, as data.
 *
 * A reader takes what it knows by name and would pass over a misspelt key, as if it had been
 * left out. One that is typed by people asks here first. */
#ifndef CORE_JSON_KEYS_H
#define CORE_JSON_KEYS_H

#include "json.h"
#include "text.h"

struct json_shape {
    const char *key;                /* NULL ends */
    const struct json_shape *in;    /* of the object under it, or of each in an array of them;
                                       NULL: whatever is there, its reader judges it */
};

#define KEY(name) { name, NULL }
#define KEYS_END { NULL, NULL }

/* Is there a key, however deep, that the shape does not have? Then `why` says where:
 * "seats[1].hepler: no such key". Nothing is said of values. */
bool json_stray_key(struct json_in v, const struct json_shape *shape, struct text *why);

#endif
