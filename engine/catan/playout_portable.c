/* playout_portable.c -- the loop for any processor (on x86: x86-64-v2, since 2009). */
#define PLAYOUT catan__playout_portable
#define PLAYOUT_LIST catan__playout_list_portable
#include "playout_loop.h"
