/* whole_file.h -- a file that a command reads at once, or writes at its end.
 *
 * What is written is opened before the work begins, so that a missing folder or a read-only disk
 * is noticed early. The old file stays until output_keep() replaces it in one step: an interrupted
 * command, or a full disk, leaves it unchanged. */
#ifndef CLI_WHOLE_FILE_H
#define CLI_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Read at most `size` bytes of a file ("-": standard input); false with errno. */
bool file_read(const char *path, char *text, size_t size, size_t *len);

struct output {
    FILE *to;               /* standard output for "-" */
    const char *path;       /* as given; it must outlive the output */
    char temporary[520];    /* beside it; "" for "-" and for anything but a regular file */
};

/* False with a message on stderr if `command` cannot write `path`. Without a command there is no
 * message, and errno says why. */
bool output_open(struct output *o, const char *command, const char *path);
/* Make what was written the file; false with a message on stderr. */
bool output_keep(struct output *o, const char *command);
/* Discard what was written. Harmless after output_keep() and on an output never opened. */
void output_drop(struct output *o);

/* False with errno if it is known beforehand that nothing can be written there. `fd` may be a
 * folder's. */
bool output_has_room(int fd);
/* Close standard output, for every command (main.c). Returns `status`, or STATUS_FILE after a
 * message if something that was printed is lost. */
int output_close(const char *command, int status);

#endif
