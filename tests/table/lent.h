/* lent.h -- a table whose memory a test or a fuzzer lends: from malloc, and always enough. */
#ifndef TESTS_TABLE_LENT_H
#define TESTS_TABLE_LENT_H

#include <stdlib.h>

#include "core/check.h"
#include "table/table.h"

static inline void lent_room(struct table *t, int actions) {
    size_t size = table_wants(t, actions);
    void *memory = malloc(size);
    CHECK(memory || !size);
    free(size ? table_lend(t, actions, memory) : memory);
}

static inline struct table *lent_table(const char *id, const uint8_t seed[FAIR_SEED], int64_t now) {
    void *memory = aligned_alloc(LINE, sizeof(struct table));
    CHECK(memory);
    return table_new(memory, id, seed, now);
}

static inline bool lent_begin(struct table *t) {
    lent_room(t, 0);
    return table_begin(t);
}

static inline void lent_apply(struct table *t, const struct step *step) {
    lent_room(t, step->n);
    table_apply(t, step);
}

static inline void lent_free(struct table *t) {
    free(t->memory);
    free(t);
}

#endif
