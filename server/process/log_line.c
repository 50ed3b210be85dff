/* log_line.c -- the operator's log: one line of JSON on stderr per event.
 *
 * Tokens, bodies, names, chat and whole addresses are never logged. Ids of tables are: they lead
 * an operator to a game, and everybody at the table knows them. */
#include <stdarg.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "core/json.h"
#include "server_state.h"

/* One write() per line, so that lines of several threads do not mix. A line too long for the
 * buffer is dropped instead of cutting its JSON. */
void log_line(const char *level, const char *event, ...) {
    char line[1024], at[40];
    struct timeval tv;
    struct tm tm;
    gettimeofday(&tv, NULL);
    size_t n = strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%S", gmtime_r(&tv.tv_sec, &tm));
    snprintf(at + n, sizeof at - n, ".%03dZ", (int)(tv.tv_usec / 1000));
    struct json_out o = json_begin_object(line, sizeof line - 1);
    json_text(&o, "at", at);
    json_text(&o, "level", level);
    json_text(&o, "event", event);
    va_list list;
    va_start(list, event);
    for (const char *key = va_arg(list, const char *); key; key = va_arg(list, const char *))
        json_text(&o, key, va_arg(list, const char *));
    va_end(list);
    json_object_end(&o);
    if (!json_fits(&o))
        return;
    line[o.len] = '\n';
    ssize_t written = write(STDERR_FILENO, line, o.len + 1);
    (void)written; /* nobody to tell */
}
