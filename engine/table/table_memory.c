/* table_memory.c -- the one block in which a game lies: two states, the dice, the log, its notes,
 * and the slots that find repeated commands. The host owns it. */
#include <string.h>

#include "table.h"

enum { ENTRIES_FIRST = 32, ACTIONS_FIRST = 64, ALIGN = 16 };

/* Where everything begins, for a number of entries and actions. */
struct layout {
    int entries, actions;
    size_t dice, entry, note, action, slot, end;
};

static size_t after(size_t at, size_t n, size_t size) {
    return (at + n * size + ALIGN - 1) / ALIGN * ALIGN;
}

/* By doubling, until one more entry of `actions` actions fits. */
static struct layout lay_out(const struct table *t, int actions) {
    struct layout l = { .entries = t->memory ? t->log.entries_max : ENTRIES_FIRST,
                        .actions = t->memory ? t->log.actions_max : ACTIONS_FIRST };
    while (l.entries < t->log.entries_n + 1)
        l.entries *= 2;
    while (l.actions < t->log.actions_n + actions)
        l.actions *= 2;
    l.dice = after(0, 2, t->game->state_size);
    l.entry = after(l.dice, 1, sizeof *t->dice);
    l.note = after(l.entry, (size_t)l.entries, sizeof *t->log.entry);
    l.action = after(l.note, (size_t)l.entries, sizeof *t->note);
    l.slot = after(l.action, (size_t)l.actions, sizeof *t->log.action);
    l.end = after(l.slot, 2 * (size_t)l.entries, sizeof *t->slot);
    return l;
}

size_t table_wants(const struct table *t, int actions) {
    size_t bytes = lay_out(t, actions).end;
    return bytes != t->lent ? bytes : 0;
}

static void move(const struct table *t, const struct layout *l, unsigned char *to) {
    memcpy(to, t->now, 2 * t->game->state_size);
    memcpy(to + l->dice, t->dice, sizeof *t->dice);
    memcpy(to + l->entry, t->log.entry, (size_t)t->log.entries_n * sizeof *t->log.entry);
    memcpy(to + l->note, t->note, (size_t)t->log.entries_n * sizeof *t->note);
    memcpy(to + l->action, t->log.action, (size_t)t->log.actions_n * sizeof *t->log.action);
}

void *table_lend(struct table *t, int actions, void *memory) {
    unsigned char *to = memory;
    void *was = t->memory;
    struct layout l = lay_out(t, actions);
    int entries = t->now ? t->log.entries_n : 0;
    if (t->now) {
        move(t, &l, to);
        t->now = to;
    }
    t->memory = to;
    t->lent = l.end;
    t->marks.state = to + t->game->state_size;
    t->dice = (struct dice *)(void *)(to + l.dice);
    t->log.entry = (struct log_entry *)(void *)(to + l.entry);
    t->note = (struct entry_note *)(void *)(to + l.note);
    t->log.action = (struct action *)(void *)(to + l.action);
    t->slot = (uint32_t *)(void *)(to + l.slot);
    t->log.entries_max = l.entries;
    t->log.actions_max = l.actions;
    memset(t->slot, 0, 2 * (size_t)l.entries * sizeof *t->slot);
    for (int seq = 1; seq <= entries; seq++)
        table_remember_command(t, seq);
    return was;
}
