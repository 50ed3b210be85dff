/* go.h -- the `go` request of the engine protocol, answered by a bot.
 *
 * Where the session knows what led to the position, the bot has seen it all from its seat, as
 * game->view() and game->see() show it: it counts the others' cards. What a seat has seen is kept
 * between requests, so that a request only works in what is new. */
#ifndef AI_GO_H
#define AI_GO_H

#include "../core/protocol.h"
#include "bot.h"

/* The host's memory and clock. */
struct bot_host {
    void *memory;                       /* bot_host_size() zeroed bytes, aligned as malloc's */
    void *work;                         /* bot_work_size() bytes */
    uint64_t (*clock)(void *);          /* microseconds; NULL: budgets in milliseconds don't bind */
    /* As bot_budget's; NULL: a question cannot be stopped. `info`: the request asks to be told. */
    bool (*watch)(void *, uint32_t nodes);
    void *watch_data;
    bool info;                          /* of the request being answered */
};
size_t bot_host_size(void);

/* For struct protocol's `go` and `see`; `host` is a struct bot_host. */
const char *bot_go(void *host, const struct protocol_go *ask, struct json_out *out);
void bot_see(void *host, const struct protocol_see *what);

#endif
