/* record_file.h -- a game from a file, for the commands that look at one. */
#ifndef CLI_RECORD_FILE_H
#define CLI_RECORD_FILE_H

#include "core/session.h"

/* A session of at most `actions` actions, which the caller frees; NULL: not enough memory. */
struct session *session_allocate(int actions);

/* The text of the record in `path` ("-": standard input), which the caller frees; it begins like
 * a record. NULL with a message on stderr and the exit status in *status. */
char *record_text(const char *command, const char *path, size_t *len, int *status);

/* Read and replay the record in `path` ("-": standard input) into a new session, which the
 * caller frees. NULL with a message on stderr and the exit status in *status. */
struct session *record_open(const char *command, const char *path, int *status);

/* The name of a seat from the header `Names`, or its number. */
void record_seat_name(const struct session *s, int seat, char *out, size_t size);

#endif
