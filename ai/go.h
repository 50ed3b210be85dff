/* go.h -- the `go` request of the engine protocol, answered by a bot. */
#ifndef AI_GO_H
#define AI_GO_H

#include "../core/protocol.h"
#include "bot.h"

/* The host's memory and clock. */
struct bot_host {
    void *bot;                          /* bot_size() bytes */
    void *work;                         /* bot_work_size() bytes */
    uint64_t (*clock)(void *);          /* microseconds; NULL: budgets in milliseconds don't bind */
};

/* For struct protocol's `go`; `host` is a struct bot_host. */
const char *bot_go(void *host, const struct protocol_go *ask, struct json_out *out);

#endif
