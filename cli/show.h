/* show.h -- a game as plain text in the terminal: the board where there is one, then a line for the
 * table and one for each seat. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "../core/session.h"

/* The table as `seat` (or SEAT_SPECTATOR) sees it. */
void show_table(const struct session *s, int seat);

#endif
