/* position.h -- what writing and reading of positions share: the members that are one
 * byte of the state each. Only for position_write.c and position_read.c. */
#ifndef CATAN_POSITION_H
#define CATAN_POSITION_H

#include <stddef.h>

#include "notation.h"

enum scalar_sort { SCALAR_SEAT, SCALAR_FLAG, SCALAR_COUNT, SCALAR_HEX, SCALAR_CORNER, SCALAR_KIND };

/* A member of the position: its key, where it is kept, and what it means. Those that
 * name something are null for CATAN_NONE; a missing one is null, false or 0. */
struct catan_scalar {
    const char *key;
    size_t at;
    enum scalar_sort sort;
};
extern const struct catan_scalar catan_scalars[];   /* .key == NULL ends */

/* NULL if the view can be a view of some state, else what is wrong. */
const char *catan_view_fault(const struct catan *view);

/* A view keeps of what its seat may not know the total only. */
static inline bool catan_is_hidden(uint64_t bundle) {
    int sum = 0;
    for (int k = 0; k < KINDS; k++)
        sum += catan_count(bundle, k);
    return sum != catan_total(bundle);
}

#endif
