/* help.h -- a command's usage text and table of flags (flags.h) as lines for a terminal and as a
 * man page. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

#include "flags.h"

/* "[flags] FILE -- copy a store\nTo restore, ..." in its three parts. */
struct usage {
    char arguments[128], summary[128];
    const char *description;        /* "" if there is none */
};
void usage_split(const char *usage, struct usage *out);

void help_text(FILE *to, const char *command, const struct flag *flags, const char *usage);
/* The page skerry-COMMAND(1), as roff. */
void help_roff(FILE *to, const char *command, const struct flag *flags, const char *usage);

/* The parts of a page that all pages share. */
void roff_head(FILE *to, const char *name, const char *summary);
/* escapes characters that are special in roff */
void roff_text(FILE *to, const char *text);
void roff_statuses(FILE *to);
void help_statuses(FILE *to);                       /* the table of exit statuses as lines */

#endif
