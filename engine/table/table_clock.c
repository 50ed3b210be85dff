/* table_clock.c -- the players' clocks: how they go down, what is left, and which action is played
 * when nothing is. play_timer.c notices when. */
#include <string.h>

#include "table.h"

/* Either is enough: a bank alone is for the whole game, an increment alone for each turn. */
bool table_has_clock(const struct table *t) {
    return t->settings.bank > 0 || t->settings.increment > 0;
}

/* No clock runs yet; table_clock_run() starts them. */
void table_clock_start(struct table *t, int64_t now) {
    for (int i = 0; i < SEATS_MAX; i++)
        t->clock[i] = (struct seat_clock){ .bank = (int64_t)t->settings.bank * 1000,
                                           .turn = (int64_t)t->settings.increment * 1000 };
    t->clock_at = now;
}

void table_clock_spend(struct seat_clock *c, int64_t ms) {
    int64_t turn = ms < c->turn ? ms : c->turn;
    c->turn -= turn;
    c->bank -= ms - turn;
}

/* The bank may go below zero between two calls; it is shown and stored as zero. A clock that only
 * stops (a pause, nobody there) keeps what is left of the turn: the game still waits. */
void table_clock_run(struct table *t, unsigned timed, int64_t now) {
    if (!table_has_clock(t))
        return;
    int64_t spent = now > t->clock_at ? now - t->clock_at : 0;
    unsigned owes = table_owes(t);
    t->clock_at = now;
    for (int i = 0; i < t->settings.players; i++) {
        struct seat_clock *c = &t->clock[i];
        if (c->runs)
            table_clock_spend(c, spent);
        if (!(owes & (1u << i | OWES_CHANCE)))
            c->turn = (int64_t)t->settings.increment * 1000;
        c->runs = timed >> i & 1;
    }
}

/* An entry has the banks, and its time says what was left of a turn. Where no clock ran, that is
 * too little, so a description that was stored since then decides. */
void table_clock_replay(struct table *t, const struct step *step, const struct clocks *kept) {
    if (step && !step->banks)
        table_clock_start(t, step->at);
    if (kept->entries == t->log.entries_n) {
        memcpy(t->clock, kept->clock, sizeof t->clock);
        t->clock_at = kept->at;
    }
    table_clock_run(t, table_owes(t), t->clock_at);
}

/* When a clock ends if it goes on running. */
static int64_t end_of(const struct table *t, int seat) {
    const struct seat_clock *c = &t->clock[seat];
    return t->clock_at + c->turn + (c->bank > 0 ? c->bank : 0);
}

int64_t table_clock_deadline(const struct table *t) {
    int64_t first = 0;
    for (int i = 0; i < t->settings.players; i++)
        if (t->clock[i].runs && (!first || end_of(t, i) < first))
            first = end_of(t, i);
    return first;
}

unsigned table_clock_out(const struct table *t, int64_t now) {
    unsigned out = 0;
    for (int i = 0; i < t->settings.players; i++)
        if (t->clock[i].runs && now >= end_of(t, i))
            out |= 1u << i;
    return out;
}
