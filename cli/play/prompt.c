/* prompt.c -- reads lines from a person: see prompt.h. The only file that uses libedit
 * (docs/decisions/0012-line-editing.md).
 *
 * libedit asks us for characters, so the program waits here: for a key, for a resize of the
 * terminal, for news from a server. While it waits, Ctrl-C is a key: it drops the line. */
#include "prompt.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "progress.h"
#include "terminal.h"

static const struct prompt_host *host;
static bool broken;
static volatile sig_atomic_t resized, continued, dropped;
static sigset_t waiting;            /* the signals blocked while waiting: none of these */


/* Wait until something can be read. Interrupts are blocked until pselect() waits, so one that
 * came just before is not lost. */
static int wait_for_input(fd_set *ready, int most) {
    sigset_t ends, before;
    int n = -1;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, &before);
    errno = EINTR;
    if (!interrupted())
        n = pselect(most + 1, ready, NULL, NULL, NULL, &waiting);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return n;
}

static void on_drop(int sig) {
    (void)sig;
    dropped = 1;
}

/* While a line is edited Ctrl-C drops it; otherwise it ends the program. Returns what was. */
static bool take_ctrl_c(bool take) {
    static struct sigaction before;
    static bool taken;
    bool was = taken;
    if (take && !taken)
        sigaction(SIGINT, &(struct sigaction){ .sa_handler = on_drop }, &before);
    else if (!take && taken)
        sigaction(SIGINT, &before, NULL);
    taken = take;
    return was;
}

/* Wait for a key. False: the line is over, because of arrived() or the end of input. True with
 * `dropped`: the key is Ctrl-C. */
static bool wait_for_key(void (*redraw)(void)) {
    while (!dropped) {
        fd_set ready;
        FD_ZERO(&ready);
        FD_SET(STDIN_FILENO, &ready);
        if (host->fd >= 0)
            FD_SET(host->fd, &ready);
        int most = host->fd > STDIN_FILENO ? host->fd : STDIN_FILENO;
        int n = wait_for_input(&ready, most);
        if (n < 0 && errno != EINTR)
            return false;
        if (resized || continued) {
            redraw();
            resized = continued = 0;
            continue;
        }
        if (n < 0)          /* without editing, Ctrl-C ends the line, and with it the game */
            return dropped;
        if (host->fd >= 0 && FD_ISSET(host->fd, &ready)) {
            bool edited = take_ctrl_c(false);
            broken = !host->arrived(host->data);
            take_ctrl_c(edited);
            if (broken)
                return false;
            redraw();
        }
        if (FD_ISSET(STDIN_FILENO, &ready))
            return true;
    }
    return true;
}

static void nothing(void) {
}

/* A plain line, for pipes and for builds without libedit. Standard input is unbuffered then
 * (prompt_open), so that waiting for it misses nothing. */
static bool plain_line(const char *prompt, char line[PROMPT_SIZE]) {
    size_t n = 0;
    char c = 0;
    printf("%s", prompt);
    fflush(stdout);
    broken = false;
    while (c != '\n') {
        if (!wait_for_key(nothing) || read(STDIN_FILENO, &c, 1) != 1)
            break;
        if (n + 1 < PROMPT_SIZE && c != '\n' && c != '\r')
            line[n++] = c;
    }
    line[n] = '\0';
    return !broken && (c == '\n' || n > 0);
}

void prompt_forget(void) {
    if (terminal_is_there())
        tcflush(STDIN_FILENO, TCIFLUSH);
}

#ifdef SKERRY_EDIT

#include <histedit.h>
#include <wchar.h>

enum { HISTORY_SIZE = 500, CHOICES_SIZE = 4096, CTRL_C = 3 };

static EditLine *edit;
static History *history_of;
static const char *prompt_text;
static char history_path[512];

static char *show_prompt(EditLine *e) {
    static char text[128];
    (void)e;
    snprintf(text, sizeof text, "%s", prompt_text);
    return text;
}

static void on_resize(int sig) {
    *(sig == SIGCONT ? &continued : &resized) = 1;
}

/* The terminal wraps what is pasted in marks, and a pasted end of line plays no move (paste()). */
static void mark_pastes(bool on) {
    printf("\033[?2004%c", on ? 'h' : 'l');
    fflush(stdout);
}

/* After Ctrl-Z and `fg` the shell has had the terminal. */
static void redraw(void) {
    if (continued) {
        el_set(edit, EL_PREP_TERM, 0);
        el_set(edit, EL_PREP_TERM, 1);
        mark_pastes(true);
    }
    el_resize(edit);
    screen_show(host->screen);
    el_set(edit, EL_REFRESH);
}

/* The next character; bytes are combined by the locale's rules. */
static int get_character(EditLine *e, wchar_t *out) {
    mbstate_t state = { 0 };
    char byte;
    (void)e;
    for (int i = 0; i < 8; i++) {
        if (!wait_for_key(redraw))
            return 0;
        if (dropped) {
            *out = CTRL_C;
            return 1;
        }
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return 0;
        size_t n = mbrtowc(out, &byte, 1, &state);
        if (n != (size_t)-2) {
            if (n == (size_t)-1)
                *out = L'?';
            return 1;
        }
    }
    return 0;
}

/* How many candidates begin with the `n` bytes typed; `common` is what they share. */
static int fitting(const char *typed, size_t n, char common[PROMPT_SIZE]) {
    const char *candidate;
    size_t shared = 0;
    int fits = 0;
    for (int i = 0; (candidate = host->candidate(host->data, i)) != NULL; i++) {
        if (strncasecmp(candidate, typed, n) != 0)
            continue;
        if (fits++ == 0) {
            snprintf(common, PROMPT_SIZE, "%s", candidate);
            shared = strlen(common);
        }
        for (size_t k = 0; k < shared; k++)
            if (candidate[k] != common[k])
                shared = k;
    }
    while (shared > 0 && ((unsigned char)common[shared] & 0xc0) == 0x80)
        shared--;                       /* no half of a letter */
    common[shared] = '\0';
    return fits;
}

/* Tab: insert the common prefix of all matching lines; if that adds nothing, show what can come
 * next. */
static unsigned char complete(EditLine *e, int key) {
    const LineInfo *info = el_line(e);
    char typed[PROMPT_SIZE], common[PROMPT_SIZE] = "", choices[CHOICES_SIZE] = "";
    size_t n = (size_t)(info->cursor - info->buffer);
    (void)key;
    if (n >= sizeof typed)
        return CC_ERROR;
    memcpy(typed, info->buffer, n);
    typed[n] = '\0';
    if (fitting(typed, n, common) == 0)
        return CC_ERROR;
    if (strlen(common) > n) {
        el_insertstr(e, common + n);
        return CC_REFRESH;
    }
    /* The word that each matching line has here; equal ones are shown once. */
    const char *candidate;
    size_t word = n;
    while (word > 0 && typed[word - 1] != ' ')
        word--;
    for (int i = 0; (candidate = host->candidate(host->data, i)) != NULL; i++) {
        char one[64];
        if (strncasecmp(candidate, typed, n) != 0)
            continue;
        snprintf(one, sizeof one, " %.*s ", (int)strcspn(candidate + word, " "), candidate + word);
        size_t len = strlen(choices);
        if (!strstr(choices, one) && len + strlen(one) < sizeof choices)
            snprintf(choices + len, sizeof choices - len, "%s", len ? one + 1 : one);
    }
    screen_note(host->screen, "%s", choices + 1);
    screen_show(host->screen);
    return CC_REDISPLAY;
}

/* Ctrl-C: drop what was typed; on an empty line, leave. */
static unsigned char drop_line(EditLine *e, int key) {
    const LineInfoW *line = el_wline(e);
    int n = (int)(line->lastchar - line->buffer);
    (void)key;
    dropped = 0;
    if (n == 0) {
        take_ctrl_c(false);
        raise(SIGINT);
        return CC_EOF;
    }
    el_cursor(e, (int)(line->lastchar - line->cursor));
    el_deletestr(e, n);
    return CC_REFRESH;
}

/* Ctrl-L: the board, the question and the line again. */
static unsigned char draw_again(EditLine *e, int key) {
    (void)e, (void)key;
    screen_show(host->screen);
    return CC_REDISPLAY;
}

/* What was pasted becomes one line, which the person can read before Enter. */
static unsigned char paste(EditLine *e, int key) {
    static const char end[] = "\033[201~";
    char text[PROMPT_SIZE + sizeof end];
    size_t n = 0, last = sizeof end - 1;
    (void)key;
    while (wait_for_key(redraw) && !dropped && read(STDIN_FILENO, text + n, 1) == 1) {
        n++;
        if (n >= last && memcmp(text + n - last, end, last) == 0) {
            n -= last;
            break;
        }
        if (n == sizeof text - 1) {         /* too long: a piece before the last bytes is lost */
            memmove(text + PROMPT_SIZE - 2 * last, text + n - last, last);
            n = PROMPT_SIZE - last;
        }
    }
    text[n] = '\0';
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ')
            *p = ' ';
    el_insertstr(e, text);
    return CC_REFRESH;
}

/* Typed lines are kept between games if the person has a home directory or names a file. */
static void open_history(void) {
    const char *own = getenv("SKERRY_HISTORY"), *state = getenv("XDG_STATE_HOME"),
               *home = getenv("HOME");
    HistEvent event;
    if (own)
        snprintf(history_path, sizeof history_path, "%s", own);
    else if (state && state[0])
        snprintf(history_path, sizeof history_path, "%s/skerry_history", state);
    else if (home && home[0])
        snprintf(history_path, sizeof history_path, "%s/.skerry_history", home);
    history_of = history_init();
    history(history_of, &event, H_SETSIZE, HISTORY_SIZE);
    history(history_of, &event, H_SETUNIQUE, 1);
    if (history_path[0])
        history(history_of, &event, H_LOAD, history_path);
    el_set(edit, EL_HIST, history, history_of);
}

/* The resize signal is delivered only while we wait, so it interrupts no writing, and none is
 * lost between checking and waiting. */
static void hold_resizes(void) {
    struct sigaction act = { .sa_handler = on_resize };
    sigset_t held;
    sigaction(SIGWINCH, &act, NULL);
    sigaction(SIGCONT, &act, NULL);
    sigemptyset(&held);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGCONT);
    sigprocmask(SIG_BLOCK, &held, NULL);
}

void prompt_open(const struct prompt_host *of) {
    host = of;
    sigprocmask(SIG_SETMASK, NULL, &waiting);
    setvbuf(stdin, NULL, _IONBF, 0);
    if (!terminal_is_there())
        return;
    setlocale(LC_CTYPE, "");
    hold_resizes();
    edit = el_init("skerry", stdin, stdout, stderr);
    if (!edit)
        return;
    el_set(edit, EL_PROMPT, show_prompt);
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_ADDFN, "skerry-complete", "complete a move", complete);
    el_set(edit, EL_BIND, "^I", "skerry-complete", NULL);
    el_set(edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(edit, EL_ADDFN, "skerry-drop", "drop the line", drop_line);
    el_set(edit, EL_BIND, "^C", "skerry-drop", NULL);
    el_set(edit, EL_ADDFN, "skerry-draw", "draw the screen again", draw_again);
    el_set(edit, EL_BIND, "^L", "skerry-draw", NULL);
    el_set(edit, EL_ADDFN, "skerry-paste", "take what is pasted as one line", paste);
    el_set(edit, EL_BIND, "\033[200~", "skerry-paste", NULL);
    el_set(edit, EL_GETCFN, get_character);
    open_history();
    el_source(edit, NULL);
}

void prompt_close(void) {
    HistEvent event;
    if (!edit)
        return;
    if (history_path[0])
        history(history_of, &event, H_SAVE, history_path);
    history_end(history_of);
    el_end(edit);
    edit = NULL;
}

bool prompt_ask(const char *prompt, char line[PROMPT_SIZE]) {
    HistEvent event;
    int n = 0;
    if (!edit)
        return plain_line(prompt, line);
    prompt_text = prompt;
    broken = false;
    screen_show(host->screen);
    el_set(edit, EL_PREP_TERM, 1); /* otherwise it echoes a key that comes with the prompt */
    mark_pastes(true);
    take_ctrl_c(true);
    const char *typed = el_gets(edit, &n);
    take_ctrl_c(false);
    mark_pastes(false);
    if (!typed || n <= 0 || broken)
        return false;
    snprintf(line, PROMPT_SIZE, "%.*s", (int)strcspn(typed, "\r\n"), typed);
    if (line[0])
        history(history_of, &event, H_ENTER, line);
    return true;
}

#else

void prompt_open(const struct prompt_host *of) {
    host = of;
    setvbuf(stdin, NULL, _IONBF, 0);
}

void prompt_close(void) {
}

bool prompt_ask(const char *prompt, char line[PROMPT_SIZE]) {
    if (terminal_is_there())
        screen_show(host->screen);
    return plain_line(prompt, line);
}

#endif
