/* position.h -- the rows of a position (position.c), for those who read, hide and describe it. */
#ifndef CATAN_POSITION_H
#define CATAN_POSITION_H

#include "../core/members.h"
#include "notation.h"

extern const struct member catan_rows[];
extern const struct member_secret catan_secrets[];
extern const struct member catan_start_rows[];      /* of a game that starts on a given board */

/* NULL if the view can be a view of some state, else what is wrong. */
const char *catan_view_fault(const struct catan *view);

#endif
