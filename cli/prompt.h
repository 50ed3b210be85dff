/* prompt.h -- a line typed by a person, with editing, history and completion where the program was
 * built with libedit and talks to a terminal; else plain lines of standard input. */
#ifndef CLI_PROMPT_H
#define CLI_PROMPT_H

#include <stdbool.h>

/* What the prompt asks of the screen around it. */
struct prompt_host {
    void *data;
    /* The i-th whole line that may be typed now, NULL past the end: the material of completion. */
    const char *(*candidate)(void *data, int i);
    /* More than one fits: show these words, which lie between spaces. */
    void (*choices)(void *data, const char *words);
    /* Draw all above the line being typed: at first, after a resize, after choices(). */
    void (*draw)(void *data);
    /* Something has come in on `fd` (-1: none). False ends the line that is being typed. */
    bool (*arrived)(void *data);
    int fd;
};

enum { PROMPT_SIZE = 512 };

bool prompt_is_terminal(void);
bool prompt_has_colours(void);      /* a terminal, and NO_COLOR does not forbid them */
void prompt_open(const struct prompt_host *host);
void prompt_close(void);
/* Ask; the answer without its newline is in `line`. False at the end of input, or when arrived()
 * has ended the line. */
bool prompt_ask(const char *prompt, char line[PROMPT_SIZE]);
/* Columns and lines of the terminal; 80 and 24 where it is none. */
void prompt_size(int *columns, int *lines);

#endif
