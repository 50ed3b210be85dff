/* lines.h -- the lines of the engine protocol that look at a record (docs/engine-protocol.md). */
#ifndef REVIEW_LINES_H
#define REVIEW_LINES_H

#include "core/protocol.h"

/* Add them to a protocol. `memory` has review_lines_size() bytes, aligned as malloc's. `work` has
 * bot_work_size() bytes, which the bots behind `go` may use in turn. */
size_t review_lines_size(void);
void review_lines(struct protocol *p, void *memory, void *work);

#endif
