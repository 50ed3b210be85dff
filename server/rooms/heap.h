/* heap.h -- tables in memory from malloc. */
#ifndef SERVER_HEAP_H
#define SERVER_HEAP_H

#include "table/table.h"

struct table *heap_table(const char *id, const uint8_t seed[FAIR_SEED], int64_t now);
void heap_free(struct table *t);
/* Makes room for another entry of `actions` actions, at first for the game. False: there is no
 * memory, and nothing has changed. */
bool heap_room(struct table *t, int actions);
extern size_t heap_most; /* the largest block; a test lowers it */
/* This thread's. */
struct table_scratch *heap_scratch(void);
/* As table_encode_log(), to be freed. */
char *heap_encode_log(const struct table *t, size_t *len);

#endif
