/* go_request.h -- the `go` request of the engine protocol, answered by a bot.
 *
 * If the session knows what led to the position, the bot has seen all of it from its seat,
 * through game->view() and game->see(), so it counts the others' cards. What a seat has seen is
 * kept between requests, so a request only processes what is new. */
#ifndef AI_GO_REQUEST_H
#define AI_GO_REQUEST_H

#include "core/protocol.h"
#include "bot.h"

/* The host's memory and clock. */
struct bot_host {
    void *memory;                       /* bot_host_size() zeroed bytes, aligned as malloc's */
    void *work;                         /* bot_work_size() bytes */
    uint64_t (*clock)(void *);          /* microseconds; NULL: millisecond budgets are ignored */
    /* As in struct bot_budget; NULL: a search cannot be stopped. `info`: the request wants
     * progress reports. */
    bool (*watch)(void *, uint32_t nodes);
    void *watch_data;
    bool info;                          /* set by the current request */
};
size_t bot_host_size(void);

/* For struct protocol's `go` and `see`; `host` is a struct bot_host. */
const char *bot_go(void *host, const struct protocol_go *ask, struct json_out *out);
void bot_see(void *host, const struct protocol_see *what);

#endif
