/* playout_v2.c -- the loop for any processor (on x86: x86-64-v2, since 2009). */
#define PLAYOUT catan__playout_v2
#define PLAYOUT_LIST catan__playout_list_v2
#include "playout_loop.h"
