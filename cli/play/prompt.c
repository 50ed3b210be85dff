/* prompt.c -- reads lines from a person: see prompt.h. The only file that uses libedit
 * (docs/decisions/0012-line-editing.md).
 *
 * libedit asks us for characters, so the program waits here: for a key, for a resize of the
 * terminal, for news from a server. */
#include "prompt.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <unistd.h>

#include "progress.h"
#include "terminal.h"

static const struct prompt_host *host;
static bool broken;
static volatile sig_atomic_t resized;
static sigset_t waiting;            /* the signals blocked while waiting: all except the resize */

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

/* Wait for a key. False: the line is over, because of arrived() or the end of input. */
static bool wait_for_key(void (*redraw)(void)) {
    for (;;) {
        fd_set ready;
        FD_ZERO(&ready);
        FD_SET(STDIN_FILENO, &ready);
        if (host->fd >= 0)
            FD_SET(host->fd, &ready);
        int most = host->fd > STDIN_FILENO ? host->fd : STDIN_FILENO;
        int n = wait_for_input(&ready, most);
        if (n < 0 && errno != EINTR)
            return false;
        if (resized) {
            resized = 0;
            redraw();
            continue;
        }
        if (n < 0)          /* Ctrl-C ends the line, and with it the game */
            return false;
        if (host->fd >= 0 && FD_ISSET(host->fd, &ready)) {
            broken = !host->arrived(host->data);
            if (broken)
                return false;
            redraw();
        }
        if (FD_ISSET(STDIN_FILENO, &ready))
            return true;
    }
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

#ifdef SKERRY_EDIT

#include <histedit.h>
#include <wchar.h>

enum { HISTORY_SIZE = 500, CHOICES_SIZE = 4096 };

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
    (void)sig;
    resized = 1;
}

static void redraw(void) {
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
        if (!wait_for_key(redraw) || read(STDIN_FILENO, &byte, 1) != 1)
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
    sigset_t resize;
    sigaction(SIGWINCH, &act, NULL);
    sigemptyset(&resize);
    sigaddset(&resize, SIGWINCH);
    sigprocmask(SIG_BLOCK, &resize, NULL);
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
    const char *typed = el_gets(edit, &n);
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
