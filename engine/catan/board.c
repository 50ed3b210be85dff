/* board.c -- the shapes of the two boards and the printed set-ups, from generated tables. */
#include "internal.h"

const struct catan_board catan_boards[2] = {
    [MAP_BASE] = {
#include "board_base.inc"
    },
    [MAP_LARGE] = {
#include "board_large.inc"
    },
};

const struct catan_layout catan_layouts[LAYOUT_N] = {
#include "layouts.inc"
};
