/* lines.h -- the lines of the engine protocol that look at a record (docs/engine-protocol.md). */
#ifndef REVIEW_LINES_H
#define REVIEW_LINES_H

#include "core/protocol.h"

void review_lines(struct protocol *p);      /* add them to it */

#endif
