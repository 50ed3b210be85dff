/* playout_x86_v3.c -- the loop for x86-64-v3, which selects bits in one instruction. */
#define PLAYOUT catan__playout_x86_v3
#define PLAYOUT_LIST catan__playout_list_x86_v3
#include "playout_loop.h"
