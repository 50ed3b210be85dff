/* heap.c -- lends a table its memory: a block twice as large whenever a game has filled one. */
#include "heap.h"

#include <stdlib.h>

#include "cache_line.h"
#include "core/check.h"

size_t heap_most = SIZE_MAX;

struct table *heap_table(const char *id, const uint8_t seed[FAIR_SEED], int64_t now) {
    void *memory = new_lines(sizeof(struct table));
    CHECK(memory);
    return table_new(memory, id, seed, now);
}

void heap_free(struct table *t) {
    if (t)
        free(t->memory);
    free(t);
}

bool heap_room(struct table *t, int actions) {
    size_t size = table_wants(t, actions);
    void *memory = size && size <= heap_most ? malloc(size) : NULL;
    if (memory)
        free(table_lend(t, actions, memory));
    return memory || !size;
}

struct table_scratch *heap_scratch(void) {
    static _Thread_local struct table_scratch scratch;
    return &scratch;
}

/* The first guess is nearly always enough. */
char *heap_encode_log(const struct table *t, size_t *len) {
    for (size_t size = (size_t)t->log.entries_n * 128 + STEP_TEXT_MAX;; size = *len + 1) {
        char *body = malloc(size);
        CHECK(body);
        struct text out = text_begin(body, size);
        table_encode_log(t, heap_scratch(), &out);
        *len = out.len;
        if (text_fits(&out))
            return body;
        free(body);
    }
}
