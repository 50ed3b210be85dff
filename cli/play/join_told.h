/* join_told.h -- what a server's table says to a terminal besides the game. */
#ifndef CLI_JOIN_TOLD_H
#define CLI_JOIN_TOLD_H

#include "screen.h"
#include "server_guest.h"

/* The guest's last message (GUEST_TOLD), as lines of the log or as the note. */
void told_message(struct screen *s, const struct guest *g);
/* The open question and a pause, if they are new: `ask` and `paused` are what was told last. */
void told_table(struct screen *s, const struct guest *g, char ask[GUEST_ASK_MAX], bool *paused);
/* All messages that can be typed. */
void told_requests(struct screen *s);

#endif
