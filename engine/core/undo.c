/* undo.c -- walks back over what a seat may take back, and tries a move in several states that look
 * the same to a seat. */
#include "undo.h"

#include <string.h>

enum { GUESSES = 32 };    /* states tried before a move counts as revealing nothing */

/* ---- the rule ---- */

/* Back over the seat's own entries that stand, up to another seat's or one that revealed something.
 */
int undo_from(const struct log *l, int seat) {
    int from = 0, i = log_tip(l, l->entries_n);
    for (; i >= l->floor && l->entry[i - 1].seat == seat; i = (int)l->entry[i - 1].before)
        from = i;
    return from;
}

int undo_own(const struct log *l, int seat) {
    int i = log_tip(l, l->entries_n);
    while (i && l->entry[i - 1].seat != seat)
        i = (int)l->entry[i - 1].before;
    return i;
}

bool undo_allowed(const struct log *l, int to) {
    return to >= l->floor && log_stands(l, to);
}

int undo_span(const struct log *l, int to) {
    int n = 0;
    for (int i = log_tip(l, l->entries_n); i >= to && i; n++)
        i = (int)l->entry[i - 1].before;
    return n;
}

int undo_last(const struct log *l, int seat, bool alone) {
    int to = undo_own(l, seat);
    return undo_allowed(l, to) && (alone || undo_from(l, seat)) ? to : 0;
}

/* ---- what a move shows ---- */

/* What the seat of the action sees after it; false if it is refused. */
static bool outcome(const struct game *game, void *world, const struct action *a, void *view) {
    if (game->check(world, a) != 0)
        return false;
    game->apply(world, a);
    memset(view, 0, game->state_size);
    game->view(world, a->seat, view);
    return true;
}

/* If a move looks the same to its seat in every state it considers possible, the seat has learnt
 * nothing. A difference is certain; 32 states without one count as proof. The rules have already
 * accepted the action in the real state. */
bool reveals(const struct game *game, const void *state, const struct action *a, uint64_t seed) {
    _Alignas(16) unsigned char seen[STATE_MAX], view[STATE_MAX], world[STATE_MAX], after[STATE_MAX];
    struct rng rng;
    memcpy(world, state, game->state_size);
    bool plain = game->plain(world, a);
    if (plain)
        game->apply(world, a);
    if (plain && game->owes(world) != 0)
        return false;
    memcpy(world, state, game->state_size);
    outcome(game, world, a, seen);
    rng_seed(&rng, seed);
    memset(view, 0, game->state_size);
    game->view(state, a->seat, view);
    for (int i = 0; i < GUESSES; i++) {
        memset(world, 0, game->state_size);
        game->guess(view, &rng.source, world);
        if (!outcome(game, world, a, after) || memcmp(after, seen, game->state_size) != 0)
            return true;
    }
    return false;
}
