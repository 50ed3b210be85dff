/* destiny.c -- whoever builds a settlement may turn the destiny card. */
#include "destiny.h"
#include "internal.h"
#include "turn.h"

int struggle_taken_from(const struct struggle *g, int seat, enum struggle_building what) {
    return taken_from(g, seat, what);
}

void struggle__turn(struct struggle *g, const struct action *a) {
    turn_destiny(g);
    struggle__leave(g, a);
}

void struggle__leave(struct struggle *g, const struct action *a) {
    (void)a;
    struggle__resume(g);
}
