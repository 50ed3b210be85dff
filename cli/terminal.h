/* terminal.h -- is a person at a terminal, how large is it, and does it show colours? */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>

bool terminal_is_there(void);       /* both ways: keys in, screen out */
bool terminal_has_colours(void);    /* it is there, and NO_COLOR does not forbid them */
/* Columns and lines; 80 and 24 where there is none. */
void terminal_size(int *columns, int *lines);

#endif
