/* record_file.c -- reading a record: see record_file.h. */
#include "record_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "flags.h"
#include "foreign.h"
#include "whole_file.h"

enum { RECORD_SIZE = 8 << 20 };

struct session *session_allocate(int actions) {
    void *memory = malloc(session_size(actions));
    return memory ? session_new(memory, actions) : NULL;
}

char *record_text(const char *command, const char *path, size_t *len, int *status) {
    static const char first[] = "Skerry 1";
    char *text = malloc(RECORD_SIZE);
    if (!text)
        *status = fail_memory(command);
    else if (!file_read(path, text, RECORD_SIZE, len))
        *status = fail_file(command, path);
    else if (*len == 0)
        *status = fail(STATUS_FOUND, command, "%s is empty", path);
    else if (*len < sizeof first || memcmp(text, first, sizeof first - 1) != 0)
        *status = fail(STATUS_FOUND, command,
                       "%s is no Skerry record: its first line must be \"%s\"", path, first);
    else if (*len == RECORD_SIZE)
        *status = fail(STATUS_FOUND, command, "%s is too long for a record", path);
    else
        return text;
    free(text);
    return NULL;
}

struct session *record_open(const char *command, const char *path, int *status) {
    size_t n;
    char *text = record_text(command, path, &n, status);
    if (!text)
        return NULL;
    struct record_fault fault = { 0 };
    struct session *s = session_allocate(SESSION_MAX);
    if (!s)
        *status = fail_memory(command);
    else if (!record_read(s, text, n, &fault))
        *status = fail(STATUS_FOUND, command, "%s, line %d: %s", path, fault.line, fault.what);
    else if (s->is_view || s->viewer != SEAT_ALL)
        *status = fail(STATUS_FOUND, command, "%s is what one seat saw, not the whole game", path);
    else
        *status = STATUS_OK;
    free(text);
    if (*status == STATUS_OK)
        return s;
    free(s);
    return NULL;
}

void record_seat_name(const struct session *s, int seat, char *out, size_t size) {
    const char *at = strstr(s->headers, "Names: ");
    snprintf(out, size, "%d", seat);
    if (!at)
        return;
    at += 7;
    for (int i = 0; i < seat; i++) {
        at += strcspn(at, "|\n");
        if (*at != '|')
            return;
        at++;
    }
    size_t n = strcspn(at, "|\n");
    snprintf(out, size, "%d %.*s", seat, (int)n, at);
    foreign(out);
}
