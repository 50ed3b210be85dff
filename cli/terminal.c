/* terminal.c -- the terminal the program talks to, if any: see terminal.h. */
#include "terminal.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is_there(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool terminal_has_colours(void) {
    const char *forbidden = getenv("NO_COLOR");
    return terminal_is_there() && !(forbidden && forbidden[0]);
}

void terminal_size(int *columns, int *lines) {
    struct winsize w = { 0 };
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 && w.ws_row > 0;
    *columns = known ? w.ws_col : 80;
    *lines = known ? w.ws_row : 24;
}
