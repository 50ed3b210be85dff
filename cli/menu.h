/* menu.h -- what a seat may do now, as texts ordered by verb, for a person to choose from. */
#ifndef CLI_MENU_H
#define CLI_MENU_H

#include "../core/game.h"

struct menu {
    int n;
    struct action action[MENU_MAX];
    char text[MENU_MAX][ACTION_TEXT_MAX];   /* in our notation, without the seat in front */
    int listed[MENU_MAX];                   /* what the numbers on the screen mean */
    int listed_n;
    bool narrowed;                          /* fewer than all were asked for */
};

/* `state` may be the seat's view. Everything is listed at first. */
void menu_make(struct menu *m, const struct game *game, const void *state, int seat);
/* The i-th verb that there is, and how many actions it has; NULL past the end. */
const char *menu_verb(const struct menu *m, int i, int *count);
/* List only the actions whose text begins with these words; returns how many. */
int menu_list(struct menu *m, const char *begin);

#endif
