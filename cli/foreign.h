/* foreign.h -- words that somebody else wrote: names in a record, what a server or a bot says, a
 * line of a file. A terminal obeys some characters, so they go through here before printing. */
#ifndef CLI_FOREIGN_H
#define CLI_FOREIGN_H

/* Each character that could do more than stand there becomes a '?'. Changes `text`, which does not
 * grow, and returns it. */
char *foreign(char *text);

#endif
