/* table_undo.c -- what a seat may take back at a table, and how often. core/undo.h says which moves
 * have shown something hidden. */
#include "table.h"

/* Back over the seat's own entries that stand, up to another seat's or one that revealed something.
 */
uint32_t table_undo_from(const struct table *t, int seat) {
    const struct log *l = &t->log;
    uint32_t from = 0, i = (uint32_t)log_tip(l, l->entries_n);
    for (; i >= (uint32_t)l->floor && l->entry[i - 1].seat == seat; i = l->entry[i - 1].before)
        from = i;
    return from;
}

/* Nothing that showed something may be among what would go. */
bool table_can_take_back(const struct table *t, uint32_t to) {
    return to >= (uint32_t)t->log.floor && to <= (uint32_t)t->log.entries_n &&
           log_stands(&t->log, (int)to);
}

uint32_t table_last_of(const struct table *t, int seat) {
    int i = log_tip(&t->log, t->log.entries_n);
    while (i && t->log.entry[i - 1].seat != seat)
        i = (int)t->log.entry[i - 1].before;
    return (uint32_t)i;
}

int table_undo_span(const struct table *t, uint32_t to) {
    int n = 0;
    for (uint32_t i = (uint32_t)log_tip(&t->log, t->log.entries_n); i >= to && i; n++)
        i = t->log.entry[i - 1].before;
    return n;
}

/* Undone entries do not count towards the length of a game, so they have their own limit;
 * otherwise one seat could fill the disk. */
bool table_has_undos(const struct table *t, int seat, uint32_t to) {
    return t->taken_back[seat] + table_undo_span(t, to) <= TAKEN_BACK_MAX;
}

void table_undo_step(const struct table *t, int seat, uint32_t to, struct step *step) {
    table_step_begin(t, seat, step);
    step->undo = to;
}
