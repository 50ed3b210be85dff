/* show.h -- a game as plain text in the terminal. */
#ifndef CLI_SHOW_H
#define CLI_SHOW_H

#include "../core/session.h"

/* The table as `seat` (or SEAT_SPECTATOR) sees it. */
void show_table(const struct session *s, int seat);

#endif
