/* wasm.c -- the engine for the browser: one buffer, and request(length).
 *
 * The page writes a line of the engine protocol (docs/engine-protocol.md) into the buffer, calls
 * request(length) and reads the answer there. There is no C library and no imports; memory is
 * taken once, at the first call, from the end of the module's own. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bots/bot.h"
#include "bots/go_request.h"
#include "core/check.h"
#include "core/protocol.h"
#include "review/lines.h"

#define EXPORT(name) __attribute__((export_name(#name)))
enum { PAGE = 65536, ANSWER_SIZE = PROTOCOL_LINE_MAX + 4096 };

extern unsigned char __heap_base;       /* set by the linker: where our own memory ends */

static struct protocol *protocol;
static struct bot_host bots;
static char *shared, *line;

uint32_t buffer(void);
uint32_t buffer_size(void);
uint32_t request(uint32_t length);

/* Take `size` bytes from *at on, growing the memory as needed. */
static void *take(uintptr_t *at, size_t size) {
    void *taken = (void *)*at;
    *at = (*at + size + 15) & ~(uintptr_t)15;
    size_t have = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    if (*at > have) {
        size_t before = __builtin_wasm_memory_grow(0, (*at - have + PAGE - 1) / PAGE);
        CHECK(before != (size_t)-1);
    }
    return taken;
}

static void start(void) {
    uintptr_t at = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    shared = take(&at, ANSWER_SIZE);
    line = take(&at, PROTOCOL_LINE_MAX + 1);
    bots.memory = take(&at, bot_host_size());
    bots.work = take(&at, bot_work_size());
    protocol = protocol_new(take(&at, protocol_size()));
    protocol->go = bot_go;
    protocol->see = bot_see;
    protocol->host = &bots;
    review_lines(protocol, take(&at, review_lines_size()), bots.work);
}

/* Where a request is written and its answer read. The memory's buffer may be a different object
 * after the first call. */
EXPORT(buffer) uint32_t buffer(void) {
    if (!protocol)
        start();
    return (uint32_t)(uintptr_t)shared;
}

EXPORT(buffer_size) uint32_t buffer_size(void) {
    return PROTOCOL_LINE_MAX;
}

/* Answer the line of `length` bytes in the buffer; returns the answer's length. */
EXPORT(request) uint32_t request(uint32_t length) {
    if (length > PROTOCOL_LINE_MAX)
        length = PROTOCOL_LINE_MAX;
    memcpy(line, shared, length);       /* the answer is written where the line was */
    return (uint32_t)protocol_line(protocol, line, length, shared, ANSWER_SIZE);
}
