/* position.h -- the rows of a position (position.c), for those who hide and describe it. */
#ifndef STRUGGLE_POSITION_H
#define STRUGGLE_POSITION_H

#include "../core/members.h"

extern const struct member struggle_rows[];
extern const struct member_secret struggle_secrets[];

#endif
