/* table_history.c -- what each entry of a game left behind, as everybody may know it.
 *
 * Who joins late or comes back fills statistics from here. It is the spectators' view that goes
 * along, so nobody learns more from it than from watching. */
#include "../core/check.h"
#include "../core/json.h"
#include "table.h"

/* The spectators' view after an entry: whole the first time, then what is new in it. */
static void write_left(const struct table *t, uint32_t seq, const void *was, const void *now,
                       struct json_out *o) {
    json_object(o, NULL);
    json_int(o, "seq", seq);
    json_key(o, was ? "change" : "view");
    t->game->write(now, was, o);
    json_object_end(o);
}

/* The state is played along from the first entry each time; only what is written costs much, and
 * that is bounded. */
uint32_t table_write_history(const struct table *t, uint32_t since, size_t enough,
                             struct json_out *o) {
    _Alignas(16) unsigned char state[STATE_MAX], view[2][STATE_MAX];
    const void *was = NULL;
    int side = 0;
    size_t until = o->len + enough;
    uint32_t seq = 0;
    CHECK(t->game->init(state, &t->rules) == 0);
    while (seq < (uint32_t)t->entries && o->len < until) {
        const struct entry *e = &t->entry[seq++];
        if (e->undone || e->undo)
            continue;
        for (int i = 0; i < e->n; i++)
            t->game->apply(state, &t->action[e->first + (uint32_t)i]);
        if (seq <= since)
            continue;
        void *now = view[side ^= 1];
        t->game->view(state, SEAT_SPECTATOR, now);
        write_left(t, seq, was, now, o);
        was = now;
    }
    return seq;
}
