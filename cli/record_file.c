/* record_file.c -- reading a record: see record_file.h. */
#include "record_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../ai/bot.h"
#include "../core/record.h"
#include "flags.h"

enum { ACTIONS_MAX = 60000, RECORD_SIZE = 4 << 20 };

struct session *record_open(const char *command, const char *path, int *status) {
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!f) {
        *status = fail(STATUS_FILE, command, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(RECORD_SIZE);
    void *memory = malloc(session_size(ACTIONS_MAX));
    size_t n = text ? fread(text, 1, RECORD_SIZE, f) : 0;
    struct record_fault fault = { 0 };
    struct session *s = memory && text ? session_new(memory, ACTIONS_MAX) : NULL;
    if (f != stdin)
        fclose(f);
    if (!s)
        *status = fail(STATUS_MEMORY, command, "not enough memory");
    else if (n == RECORD_SIZE || !record_read(s, text, n, &fault))
        *status = fail(STATUS_FOUND, command, "%s, line %d: %s", path, fault.line,
                       fault.what[0] ? fault.what : "too long");
    else if (s->is_view || s->viewer != SEAT_ALL)
        *status = fail(STATUS_FOUND, command, "%s is what one seat saw, not the whole game", path);
    else
        *status = STATUS_OK;
    free(text);
    if (*status == STATUS_OK)
        return s;
    free(memory);
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
}

void record_levels(const struct session *s, uint8_t level[SEATS_MAX]) {
    for (int i = 0; i < SEATS_MAX; i++) {
        char name[64];
        enum bot_level found;
        enum bot_style style;
        record_seat_name(s, i, name, sizeof name);
        const char *after = strchr(name, ' ');      /* "0 club" */
        level[i] = after && bot_parse(after + 1, &found, &style) ? (uint8_t)found : BOT_PERSON;
    }
}
