/* board.c -- `skerry board`: a board in the terminal or as a picture. */
#include "cli.h"
#include "flags.h"

int cli_board(int argc, char **argv) {
    (void)argc;
    return complain(argv[0], "no game with a board is built in");
}
