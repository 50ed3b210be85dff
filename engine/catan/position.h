/* position.h -- the rows of a position (position.c), for code that reads, hides and describes
 * it. */
#ifndef CATAN_POSITION_H
#define CATAN_POSITION_H

#include "core/position.h"
#include "place_names.h"

extern const struct member catan_rows[];
extern const struct member_secret catan_secrets[];
extern const struct member catan_start_rows[];      /* for a game that starts on a given board */

/* NULL if some state has this view, else what is wrong. */
const char *catan_view_fault(const struct catan *view);

#endif
