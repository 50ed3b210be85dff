/* preview_chances.c -- the win chances over a finished game, for its picture: the curve that the
 * page and `skerry analyse` show (engine/review/luck.h).
 *
 * The loop copies the moves; a worker judges them. */
#include <stdlib.h>
#include <string.h>

#include "review/luck.h"
#include "preview.h"

struct chances {
    struct review_game game;
    struct review_ask ask;
    int entries, n;
    _Alignas(16) unsigned char start[STATE_MAX];
    struct chances_move { int entry; struct action action; } move[];
};

static void copy_moves(struct chances *c, const struct log *l) {
    for (int e = log_path(l, l->entries_n, 0); e; e = log_after(l, e)) {
        const struct action *a;
        for (int n = log_actions(l, e, &a); n > 0; n--)
            c->move[c->n++] = (struct chances_move){ e, *a++ };
    }
}

/* Only games with a board: the others have no room for a curve. */
struct chances *chances_begin(const struct table *t) {
    uint8_t table[SEATS_MAX];
    if (!t->game->picture)
        return NULL;
    struct chances *c = calloc(1, sizeof *c + (size_t)t->log.actions_n * sizeof *c->move);
    if (!c)
        return NULL;
    for (int i = 0; i < SEATS_MAX; i++)
        table[i] = review_player(i < t->settings.players ? table_seat_name(t, i) : "");
    c->ask = review_usual(table);
    c->game = (struct review_game){ t->game, c->start, t->settings.players, t->winner };
    c->entries = t->log.entries_n;
    table_state_at(t, 0, c->start);
    copy_moves(c, &t->log);
    return c;
}

/* Fill the curve with the last point, as far as the entry of the next one. The curve's columns
 * are equal numbers of entries. */
static void draw_up_to(struct picture *p, const struct review_point *last, int first, int next,
                       int end) {
    while (p->curve_n < PICTURE_CURVE &&
           first + (end - first) * p->curve_n / (PICTURE_CURVE - 1) < next) {
        for (int i = 0; i < p->seats; i++)
            p->curve[p->curve_n][i] = (float)last->chance[i] / REVIEW_ONE;
        p->curve_n++;
    }
}

static void judge(const struct chances *c, struct review *r, struct picture *p) {
    struct review_point last = { 0 };
    int first = 0, end = c->entries + 1;
    for (int i = 0; i < c->n; i++)
        if (review_step(r, c->move[i].entry, &c->move[i].action)) {
            if (r->points_n == 1)
                first = r->point.entry;
            else
                draw_up_to(p, &last, first, r->point.entry, end);
            last = r->point;
        }
    if (r->points_n == 0)
        return;
    draw_up_to(p, &last, first, end, end);
    review_end(r, c->entries);
    draw_up_to(p, &r->point, first, end + 1, end);
}

/* If memory is short, the picture has no curve. */
void chances_work(struct chances *c, struct picture *p) {
    void *memory = malloc(review_size()), *work = malloc(bot_work_size());
    if (memory && work)
        judge(c, review_begin(memory, &c->game, &c->ask, work), p);
    free(memory);
    free(work);
}
