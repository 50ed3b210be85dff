/* join.h -- a seat at a server's table, played from the terminal. */
#ifndef CLI_JOIN_H
#define CLI_JOIN_H

/* `url` is the link of the table, as the page shows it. The exit status. */
int play_join(const char *url, const char *name);

#endif
