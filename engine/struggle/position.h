/* position.h -- the rows of a position (position.c), for code that hides and describes it. */
#ifndef STRUGGLE_POSITION_H
#define STRUGGLE_POSITION_H

#include "core/position.h"

extern const struct member struggle_rows[];
extern const struct member_secret struggle_secrets[];

#endif
