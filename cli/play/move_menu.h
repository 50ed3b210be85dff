/* move_menu.h -- what a seat may do now, by verb, for a person to choose from.
 *
 * A short menu shows every choice with a number. A long one shows its verbs with numbers; one of
 * them then shows its choices. Whoever knows the notation can type it instead. */
#ifndef CLI_MOVE_MENU_H
#define CLI_MOVE_MENU_H

#include "core/game.h"
#include "sentences.h"

enum { LABEL_SIZE = 96, MENU_SHORT = 9, MENU_ONE_VERB = 30 };

struct menu {
    const struct game *game;
    int n;
    struct action action[MENU_MAX];
    char text[MENU_MAX][ACTION_TEXT_MAX];   /* in our notation, without the seat in front */
    char label[MENU_MAX][LABEL_SIZE];       /* in words */
    int listed[MENU_MAX];                   /* the choices that were asked for */
    int listed_n;
    int from, lines;                        /* the first line on the screen, and how many fit */
    bool narrowed;                          /* fewer than all were asked for */
};

/* `state` may be the seat's view. Everything is listed at first. */
void menu_make(struct menu *m, const struct game *game, const void *state, int seat,
               const char names[][NAME_SIZE]);
/* List only the choices that begin with these words, of the notation or of the label; returns how
 * many. */
int menu_list(struct menu *m, const char *begin);

/* The i-th choice as it is typed: in our notation, or in the person's words where those are not
 * English; NULL past the end. */
const char *menu_typed(const struct menu *m, int i);
/* The i-th thing on the screen, from 0, with its number; false past the end. */
bool menu_entry(const struct menu *m, int i, char *out, size_t size);
/* The choice that a typed line stands for: a number on the screen, or how a single one begins.
 * MENU_SEVERAL: they are listed now. */
enum { MENU_SEVERAL = -1, MENU_NOTHING = -2 };
int menu_choose(struct menu *m, const char *line);

#endif
