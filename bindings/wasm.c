/* wasm.c -- the engine for the page: one buffer in which a request is written and
 * its answer read (docs/engine-protocol.md), and bots for `go`.
 *
 * There is no C library here: memory is taken once, at the first request, from
 * what the page can grow, and never given back. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../ai/bot.h"
#include "../core/protocol.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* A CHECK that fails ends the instance; the page restarts it from the record. */
extern unsigned char __heap_base;

enum { PAGE = 65536, ANSWER_SIZE = PROTOCOL_LINE_MAX + 4096 };

static char buffer[ANSWER_SIZE];
static char line[PROTOCOL_LINE_MAX + 1];
static struct protocol *protocol;
static void *bot_memory, *bot_work;
static unsigned char *heap;

/* `size` bytes, aligned as malloc's. */
static void *take(size_t size) {
    if (!heap)
        heap = &__heap_base;
    heap = (unsigned char *)(((uintptr_t)heap + 15) & ~(uintptr_t)15);
    unsigned char *start = heap;
    heap += size;
    size_t have = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    if ((uintptr_t)heap > have) {
        size_t pages = ((uintptr_t)heap - have + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1)
            __builtin_trap();
    }
    return start;
}

/* A bot that starts from the view alone; the search's budget is in nodes, so the same
 * request gives the same answer everywhere. */
static const char *go(void *host, const struct protocol_go *ask, struct json_out *out) {
    (void)host;
    enum bot_level level = BOT_CLUB;
    enum bot_style style = BOT_PLAIN, other = BOT_PLAIN;
    if (ask->level[0] && !bot_parse(ask->level, &level, &style))
        return "no-such-level";
    if (ask->style[0]) {
        int i = 0;
        const char *name;
        while ((name = bot_style_name(i)) != NULL && strcmp(name, ask->style) != 0)
            i++;
        if (!name)
            return "no-such-style";
        other = (enum bot_style)i;
        style = other;
    }
    struct bot *bot = bot_new(bot_memory, ask->game, ask->rules->seats, level, style, ask->seat, ask->seed);
    struct bot_budget budget = { .nodes = ask->nodes, .work = bot_work };
    struct bot_answer answer;
    if (bot_choose(bot, ask->view, &budget, &answer))
        bot_write(ask->game, ask->view, &answer, out, "choice");
    else
        json_null(out, "choice");
    return NULL;
}

static void start(void) {
    protocol = protocol_new(take(protocol_size()));
    protocol->go = go;
    bot_memory = take(bot_size());
    bot_work = take(bot_work_size());
}

EXPORT(buffer) char *wasm_buffer(void) { return buffer; }
EXPORT(buffer_size) int wasm_buffer_size(void) { return PROTOCOL_LINE_MAX; }

EXPORT(request) int wasm_request(int len) {
    if (!protocol)
        start();
    if (len < 0 || len > PROTOCOL_LINE_MAX)
        len = 0;
    memcpy(line, buffer, (size_t)len);
    return (int)protocol_line(protocol, line, (size_t)len, buffer, sizeof buffer);
}
