/* tell.h -- an action as a sentence in the person's language, from its text in our notation. */
#ifndef CLI_TELL_H
#define CLI_TELL_H

#include <stdbool.h>
#include <stddef.h>

#include "../core/game.h"

enum { NAME_SIZE = 40 };

/* "1 road B2.NE" as "Ada built a road at B2.NE". `turn` is whose turn it is, for what chance does.
 * False for what is not worth a line. `names` has one per seat. */
bool tell_action(const struct game *game, const char *text, const char names[][NAME_SIZE], int turn,
                 char *out, size_t size);

#endif
