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
#include "core/playout.h"
#include "core/protocol.h"
#include "review/lines.h"

#define EXPORT(name) __attribute__((export_name(#name)))
enum { PAGE = 65536, ANSWER_SIZE = PROTOCOL_LINE_MAX + 4096 };

extern unsigned char __heap_base;       /* set by the linker: where our own memory ends */

static struct protocol *protocol;
static struct bot_host bots;
static char *shared, *line;
static struct action *menu;

uint32_t buffer(void);
uint32_t buffer_size(void);
uint32_t request(uint32_t length);
uint64_t bench(uint32_t length, uint32_t count);

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
    menu = take(&at, MENU_MAX * sizeof *menu);
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

/* The signature of `count` random games by the rules whose text is in the buffer,
 * as `skerry bench --ruleset … --games …` prints it; 0 if there are no such rules. */
EXPORT(bench) uint64_t bench(uint32_t length, uint32_t count) {
    struct playout_game p = { .max = PLAYOUT_DECISIONS_MAX, .menu = menu };
    struct playout_result result;
    int at;
    if (length > PROTOCOL_LINE_MAX)
        return 0;
    shared[length] = '\0';
    p.game = rules_game(shared);
    if (!p.game || playout_rules(p.game, shared, 0, false, &p.rules, &at) != RULES_OK)
        return 0;
    playout_run(&p, 1, count, &result);
    return result.signature;
}
