/* play_files.c -- a game in the terminal as a file: saved, loaded, and kept by itself.
 *
 * The game is kept at every question, so that a closed window or a dead connection loses nothing.
 * Terminals that play at the same time keep theirs apart: each locks a place of its own. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/record.h"
#include "play.h"
#include "progress.h"
#include "record_file.h"
#include "whole_file.h"
#include "words.h"

/* Actions of a game, bytes of its record; terminals at the same time. */
enum { PLAY_RECORD_SIZE = 2 << 20, PLACES = 9 };

/* --- writing and reading --------------------------------------------------------------------- */

/* Who sits where: bots by their level, as record_levels() and terminal_load() read it. */
static void write_names(struct terminal *t) {
    char names[SEATS_MAX * (NAME_SIZE + 1)] = "";
    size_t len = 0;
    for (int i = 0; i < t->s->rules.seats && len < sizeof names; i++) {
        bool person = t->people >> i & 1, plain = t->style == BOT_PLAIN;
        len += (size_t)snprintf(names + len, sizeof names - len, "%s%s%s%s", i ? "|" : "",
                                person ? t->screen.name[i] : bot_level_name((int)t->level),
                                person || plain ? "" : "-",
                                person || plain ? "" : bot_style_name((int)t->style));
    }
    record_set_header(t->s, "Names", names);
}

/* False with errno. The seed would reveal the future, so it is left out until the game is over. */
static bool write_game(struct terminal *t, const char *path) {
    char *text = malloc(PLAY_RECORD_SIZE);
    struct output o;
    bool written = false;
    if (text && output_open(&o, NULL, path)) {
        struct text out = text_begin(text, PLAY_RECORD_SIZE);
        write_names(t);
        record_write_unseeded(t->s, &out);
        fputs(text, o.to);
        written = text_fits(&out) && output_keep(&o, NULL);
        int why = errno;
        output_drop(&o);
        errno = why;
    }
    free(text);
    return written;
}

void terminal_save(struct terminal *t, const char *path) {
    bool running = t->s->game->owes(t->s->state) != 0, saved = write_game(t, path);
    const char *const values[] = { "file", path, "why", strerror(errno), NULL };
    words_fill(t->screen.note, sizeof t->screen.note,
               !saved ? "terminal.not-saved" : running ? "terminal.saved-running"
                                                       : "terminal.saved", values);
}

struct session *terminal_read(struct terminal *t, const char *path) {
    struct record_fault fault = { 0 };
    char *text = malloc(PLAY_RECORD_SIZE), line[32];
    struct session *s = session_allocate(PLAY_ACTIONS_MAX);
    size_t n;
    int broken = !text || !s ? ENOMEM
                 : !file_read(path, text, PLAY_RECORD_SIZE, &n) ? errno
                 : n == PLAY_RECORD_SIZE ? EFBIG : 0;
    bool read = !broken && record_read(s, text, n, &fault);
    free(text);
    if (read && s->is_view) {
        snprintf(fault.what, sizeof fault.what, "it is what one seat saw, not the whole game");
        read = false;
    }
    snprintf(line, sizeof line, "%d", fault.line);
    const char *const values[] = { "file", path, "line", line,
                                   "why", fault.what[0] ? fault.what : strerror(broken), NULL };
    words_fill(t->screen.note, sizeof t->screen.note,
               read ? "terminal.loaded" : fault.line ? "terminal.not-loaded"
                                                     : "terminal.not-opened", values);
    if (read)
        return s;
    free(s);
    return NULL;
}

bool terminal_load(struct terminal *t, const char *path) {
    struct session *s = terminal_read(t, path);
    if (s)
        terminal_take(t, s);
    return s != NULL;
}

void terminal_take(struct terminal *t, struct session *s) {
    /* The dice continue from a new seed, so nobody can look them up in the file. */
    record_seed(s, (uint64_t)time(NULL) ^ progress_now());
    session_refloor(s);
    free(t->s);
    t->s = s;
    t->told = 0;
    t->screen.log_n = 0;
    t->last_bot = -1;
}

/* --- kept by itself -------------------------------------------------------------------------- */

/* $XDG_STATE_HOME/skerry or ~/.local/state/skerry, made if missing. */
static bool state_folder(char *out, size_t size) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool own = state && state[0] == '/';
    if (!own && !(home && home[0] == '/'))
        return false;
    int n = snprintf(out, size, "%s%s/skerry", own ? state : home, own ? "" : "/.local/state");
    if (n < 0 || (size_t)n >= size)
        return false;
    for (char *slash = strchr(out + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(out, 0700);
        *slash = '/';
    }
    return mkdir(out, 0700) == 0 || errno == EEXIST;
}

/* The first place that nobody else plays at and that has a game, or the first without one. */
bool terminal_find_kept(struct terminal *t) {
    char folder[400], path[sizeof t->kept], lock[sizeof t->kept + 8];
    bool found = false;
    if (!state_folder(folder, sizeof folder))
        return false;
    for (int i = 1; i <= PLACES && !found; i++) {
        snprintf(path, sizeof path, "%s/game-%d.skerry", folder, i);
        snprintf(lock, sizeof lock, "%s.lock", path);
        int fd = open(lock, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        bool ours = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
        found = ours && access(path, F_OK) == 0;
        if (found && t->lock > 0)
            close(t->lock);             /* of an empty place */
        if (found || (ours && t->lock <= 0)) {
            t->lock = fd;
            snprintf(t->kept, sizeof t->kept, "%s", path);
        } else if (fd >= 0) {
            close(fd);
        }
    }
    return found;
}

static bool a_person_acted(const struct terminal *t) {
    const struct action *action;
    for (int i = 1; i <= t->s->log.entries_n; i++)
        for (int n = log_actions(&t->s->log, i, &action); n > 0; n--, action++)
            if (action->seat >= 0 && t->people >> action->seat & 1)
                return true;
    return false;
}

bool terminal_keep(struct terminal *t) {
    if (!t->kept[0])
        return false;
    if (t->s->game->owes(t->s->state))
        return a_person_acted(t) && write_game(t, t->kept);
    unlink(t->kept);
    return false;
}

/* Beside the place, so that it can be loaded by hand. */
static void path_aside(const struct terminal *t, char *out, size_t size) {
    snprintf(out, size, "%.*s-before.skerry", (int)(strlen(t->kept) - strlen(".skerry")), t->kept);
}

const char *terminal_put_aside(struct terminal *t) {
    static char aside[sizeof t->kept + 8];
    path_aside(t, aside, sizeof aside);
    return rename(t->kept, aside) == 0 ? aside : t->kept;
}

void terminal_tell_kept(struct terminal *t) {
    char when[32] = "", seats[8], aside[sizeof t->kept + 8];
    const char *ruleset = t->s->game->rulesets[t->s->rules.ruleset].name;
    struct stat file;
    struct tm tm;
    if (stat(t->kept, &file) == 0)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime_r(&file.st_mtime, &tm));
    snprintf(seats, sizeof seats, "%d", t->s->rules.seats);
    path_aside(t, aside, sizeof aside);
    words_fill(t->screen.note, sizeof t->screen.note, "terminal.left",
               (const char *const[]){ "when", when, "rules", words_in("ruleset", ruleset), "n",
                                      seats, "file", aside, NULL });
}
