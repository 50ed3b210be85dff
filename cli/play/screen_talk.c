/* screen_talk.c -- what is said on the screen of a game: the log and the note (screen.h). */
#include <stdarg.h>
#include <string.h>

#include "screen.h"
#include "words.h"

void screen_log(struct screen *s, const char *line) {
    if (s->log_n == LOG_LINES) {
        memmove(s->log[0], s->log[1], sizeof s->log - sizeof s->log[0]);
        s->log_n--;
    }
    snprintf(s->log[s->log_n++], LOG_SIZE, "%s", line);
}

const char *screen_tell(struct screen *s, const char *action) {
    char line[LOG_SIZE];
    if (action[0] >= '0' && action[0] <= '5')
        s->turn = action[0] - '0';
    if (!tell_action(s->game, action, (const char (*)[NAME_SIZE])s->name, s->turn, line,
                     sizeof line))
        return NULL;
    screen_log(s, line);
    return s->log[s->log_n - 1];
}

void screen_tell_log(struct screen *s, const struct log *log, int from, int to, int viewer) {
    static struct log_reader reader;
    struct log_line line;
    log_read(&reader, log, from, viewer, NULL);
    while (log_next(&reader, &line) && line.seq <= to)
        if (line.undo)
            screen_log(s, words("log.undo"));
        else
            screen_tell(s, line.text);
}

void screen_note(struct screen *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->note, sizeof s->note, format, arguments);
    va_end(arguments);
    s->note_from = 0;
}

void screen_note_log(struct screen *s) {
    char out[NOTE_SIZE] = "";
    size_t len = 0;
    for (int i = s->log_n > 40 ? s->log_n - 40 : 0; i < s->log_n; i++)
        len += (size_t)snprintf(out + len, sizeof out - len, "%s\n", s->log[i]);
    screen_note(s, "%s", out);
}

bool screen_page(struct screen *s, const char *line) {
    if (line[0] || (!s->note_more && !s->menu_more))
        return false;
    if (s->note_more)
        s->note_from += s->note_lines;
    else
        s->menu.from += s->menu.lines;
    return true;
}

void screen_unknown(struct screen *s) {
    menu_list(&s->menu, "");
    screen_note(s, "%s", words("terminal.unknown"));
}

/* How moves are written; Struggle has its own text. */
void screen_help(struct screen *s) {
    bool struggle = strcmp(s->game->name, "struggle") == 0;
    screen_note(s, "%s", words(struggle ? "terminal.help-struggle" : "terminal.help"));
}
