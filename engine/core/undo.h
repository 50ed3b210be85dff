/* undo.h -- what may be taken back. A seat takes back its own last entries, as long as they have
 * shown nothing hidden. Beyond another seat's entry the others must agree, and nobody else there
 * is agreement; but never beyond what was shown. */
#ifndef CORE_UNDO_H
#define CORE_UNDO_H

#include "log.h"

/* The first entry that this seat may take back on its own, 0: none; and its last entry that stands.
 */
int undo_from(const struct log *l, int seat);
int undo_own(const struct log *l, int seat);
/* May the entries from `to` on be taken back if everybody agrees? How many are they? */
bool undo_allowed(const struct log *l, int to);
int undo_span(const struct log *l, int to);
/* From where a seat takes back that does not say it: its last entry. `alone`: there is nobody to
 * agree. 0: that may not be taken back. */
int undo_last(const struct log *l, int seat, bool alone);

/* Play an action, legal in `state`, in states that its seat considers possible. If what it then
 * sees differs from what it sees in `state`, the action reveals something. `seed` picks the
 * states. An action that the game calls plain needs no such test. */
bool reveals(const struct game *game, const void *state, const struct action *a, uint64_t seed);

#endif
