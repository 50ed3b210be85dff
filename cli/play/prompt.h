/* prompt.h -- a line typed by a person, with editing, history and completion if the program was
 * built with libedit and talks to a terminal; otherwise plain lines of standard input. */
#ifndef CLI_PROMPT_H
#define CLI_PROMPT_H

#include "screen.h"

/* What the prompt needs from the game around it. */
struct prompt_host {
    struct screen *screen;          /* drawn above the line being typed */
    void *data;
    /* The i-th line that may be typed now, NULL past the end: for completion. */
    const char *(*candidate)(void *data, int i);
    /* Something has arrived on `fd` (-1: none). False ends the line being typed. */
    bool (*arrived)(void *data);
    int fd;
};

enum { PROMPT_SIZE = 512 };

void prompt_open(const struct prompt_host *host);
void prompt_close(void);
/* Ask; the answer without its newline is in `line`. False at the end of input, or when arrived()
 * has ended the line. */
bool prompt_ask(const char *prompt, char line[PROMPT_SIZE]);
/* The next question is another one: keys that were typed before it was shown do not answer it. */
void prompt_forget(void);

#endif
