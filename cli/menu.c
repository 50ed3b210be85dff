/* menu.c -- a menu for a person: see menu.h. */
#include "menu.h"

#include <stdio.h>
#include <string.h>

void menu_make(struct menu *m, const struct game *game, const void *state, int seat) {
    char text[ACTION_TEXT_MAX];
    m->n = game->legal(state, seat, m->action);
    for (int i = 0; i < m->n; i++) {
        game->format(state, &m->action[i], text, sizeof text);
        const char *space = strchr(text, ' ');
        snprintf(m->text[i], sizeof m->text[i], "%s", space ? space + 1 : text);
    }
    menu_list(m, "");
}

/* Length of the first word. */
static size_t verb_length(const char *text) {
    return strcspn(text, " ");
}

static bool same_verb(const char *a, const char *b) {
    return verb_length(a) == verb_length(b) && memcmp(a, b, verb_length(a)) == 0;
}

/* In the order in which the menu first has them. */
const char *menu_verb(const struct menu *m, int i, int *count) {
    static char verb[ACTION_TEXT_MAX];
    for (int k = 0; k < m->n; k++) {
        bool seen = false;
        for (int j = 0; j < k && !seen; j++)
            seen = same_verb(m->text[j], m->text[k]);
        if (seen || i-- > 0)
            continue;
        *count = 0;
        for (int j = k; j < m->n; j++)
            *count += same_verb(m->text[j], m->text[k]);
        snprintf(verb, sizeof verb, "%.*s", (int)verb_length(m->text[k]), m->text[k]);
        return verb;
    }
    return NULL;
}

int menu_list(struct menu *m, const char *begin) {
    size_t n = strlen(begin);
    m->listed_n = 0;
    m->narrowed = n > 0;
    for (int i = 0; i < m->n; i++)
        if (strncmp(m->text[i], begin, n) == 0 &&
            (n == 0 || m->text[i][n] == '\0' || m->text[i][n] == ' ' || begin[n - 1] == ' '))
            m->listed[m->listed_n++] = i;
    return m->listed_n;
}
