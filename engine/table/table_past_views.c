/* table_past_views.c -- the spectators' view after each entry of a game.
 *
 * A page that joins late fills its statistics from it. It is the spectators' view, so it reveals
 * no more than watching. */
#include "core/check.h"
#include "core/json.h"
#include "table.h"

/* The spectators' view after an entry: whole the first time, then only the change. */
static void write_left(const struct table *t, uint32_t seq, const void *was, const void *now,
                       struct json_out *o) {
    json_object(o, NULL);
    json_int(o, "seq", seq);
    json_key(o, was ? "change" : "view");
    t->game->write(now, was, o);
    json_object_end(o);
}

/* Writing is the main cost, and it is bounded. Undone entries are skipped. */
uint32_t table_write_history(const struct table *t, uint32_t since, size_t enough,
                             struct json_out *o) {
    _Alignas(16) unsigned char state[STATE_MAX], view[2][STATE_MAX];
    const struct log *l = &t->log;
    const void *was = NULL;
    size_t until = o->len + enough;
    int i = log_path(l, l->entries_n, 0);
    CHECK(t->game->init(state, &t->rules) == 0);
    for (int side = 0; i && o->len < until; i = log_after(l, i)) {
        const struct action *a;
        int n = log_actions(l, i, &a);
        for (int k = 0; k < n; k++)
            t->game->apply(state, &a[k]);
        if ((uint32_t)i <= since)
            continue;
        void *now = view[side ^= 1];
        t->game->view(state, SEAT_SPECTATOR, now);
        write_left(t, (uint32_t)i, was, now, o);
        was = now;
    }
    return (uint32_t)(i ? (int)l->entry[i - 1].before : l->entries_n);
}
