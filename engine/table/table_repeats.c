/* table_repeats.c -- finds the entry of a repeated command, so that it is carried out once. */
#include <string.h>

#include "core/hash.h"
#include "table.h"

/* The slot of a command, or where it would be: two for each entry that the memory holds. */
static uint32_t *slot_of(const struct table *t, uint64_t command) {
    uint32_t last = 2 * (uint32_t)t->log.entries_max - 1, i = (uint32_t)command & last;
    while (t->slot[i] && t->note[t->slot[i] - 1].command != command)
        i = (i + 1) & last;
    return &t->slot[i];
}

void table_remember_command(struct table *t, int seq) {
    if (t->note[seq - 1].command)
        *slot_of(t, t->note[seq - 1].command) = (uint32_t)seq;
}

/* Includes the user, so that nobody can use another person's id. 0 means none. */
uint64_t table_command_hash(const char *user, const char *id) {
    uint64_t h = hash_bytes(HASH_START, user, strlen(user) + 1);
    h = hash_mix(hash_bytes(h, id, strlen(id)));
    return h ? h : 1;
}

uint32_t table_find_command(const struct table *t, uint64_t command) {
    return t->memory && command ? *slot_of(t, command) : 0;
}
