/* output.h -- a file that a command writes at its end.
 *
 * Opened before the work begins, so that a folder that is missing or a disk that is read-only is
 * noticed while nothing is lost. The old file stays until output_keep() puts the new one in its
 * place in one step: an interrupted command, or a full disk, leaves what was there. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *to;               /* standard output for "-" */
    const char *path;       /* as given; it must outlive the output */
    char temporary[520];    /* beside it; "" for "-" and for what is no ordinary file */
};

/* False with words on stderr, where `command` cannot write `path`. */
bool output_open(struct output *o, const char *command, const char *path);
/* Make what was written the file; false with words on stderr. */
bool output_keep(struct output *o, const char *command);
/* Forget what was written. Harmless after output_keep() and on an output never opened. */
void output_drop(struct output *o);

#endif
